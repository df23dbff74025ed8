"""The application, as a WSGI server wants it."""

import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

CHARSET = re.compile(r";\s*charset\s*=\s*(\"[^\"]*\"|[^;]*)", re.IGNORECASE)
LONGEST_HOST = 255

_django = get_wsgi_application()


def application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Hand a request on to Django, as a browser of ours would have sent it.

    Every form here is sent in UTF-8. Another charset that a request names would be believed before
    any view or middleware can refuse it, and some of them cannot even be read with.
    """
    environ["CONTENT_TYPE"] = CHARSET.sub("", environ.get("CONTENT_TYPE", ""))
    if len(environ.get("HTTP_HOST", "")) > LONGEST_HOST:
        environ["HTTP_HOST"] = "not.a.host/"
    return _django(environ, start_response)
