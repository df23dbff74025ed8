"""Log lines that can be shown to anybody."""

import logging
import re

# Who has such a link may watch, score or join: what is written down must not be one.
# Within an address that leads on to another, a slash is written otherwise.
SECRET = re.compile(
    r"((?:/|%2F)(?:watch|score|join|link)(?:/|%2F)|[?&]watch=)(?:(?!%2F)[^/\s?&#'\"<>])+",
    re.IGNORECASE,
)


def without_secrets(text: str) -> str:
    return SECRET.sub(r"\1***", text)


class SecretHidingFormatter(logging.Formatter):
    """Works on the finished line, so that paths in arguments and tracebacks are caught as well."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))
