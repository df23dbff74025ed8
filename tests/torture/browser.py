"""A browser that reaches a real server, and knows when that was killed."""

import http.client
from collections.abc import Mapping
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from tests.crowd.phones import CutOffError

from .server import HOST, PATIENCE, Server


class HttpBrowser:
    """What one browser keeps: its cookies, and its connection as long as the server lives."""

    def __init__(self, server: Server, cookies: Mapping[str, str] | None = None) -> None:
        self._server = server
        self._cookies = dict(cookies or {})
        self._connection = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
        self._life = 0

    def another(self) -> "HttpBrowser":
        return HttpBrowser(self._server, self._cookies)

    def stranger(self) -> "HttpBrowser":
        return HttpBrowser(self._server)

    def ask(self, path: str, fields: Mapping[str, str] | None = None) -> tuple[int, str, str]:
        """Get a page, or send a form; return the status, the page and where it leads."""
        if self._life != self._server.lives:
            self._connection.close()
            self._life = self._server.lives
        try:
            self._send(path, fields)
            answer = self._connection.getresponse()
            page = answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            if self._server.killed.is_set():
                raise CutOffError from error
            raise
        for line in answer.headers.get_all("Set-Cookie", []):
            self._cookies |= {name: one.value for name, one in SimpleCookie(line).items()}
        return answer.status, page, answer.headers.get("Location", "")

    def _send(self, path: str, fields: Mapping[str, str] | None) -> None:
        headers = {"Cookie": "; ".join(f"{name}={text}" for name, text in self._cookies.items())}
        if fields is None:
            self._connection.request("GET", path, headers=headers)
            return
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        token = {"csrfmiddlewaretoken": self._cookies.get("csrftoken", "")}
        self._connection.request("POST", path, urlencode({**fields, **token}), headers)
