"""Log lines that can be shown to anybody."""

import logging
import re

# Who has such a link may watch, score or join: what is written down must not be one.
SECRET = re.compile(r"(/(?:watch|score|join|link)/|[?&]watch=)[^/\s?&#'\"<>]+")


def without_secrets(text: str) -> str:
    return SECRET.sub(r"\1***", text)


class SecretHidingFormatter(logging.Formatter):
    """Works on the finished line, so that paths in arguments and tracebacks are caught as well."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))
