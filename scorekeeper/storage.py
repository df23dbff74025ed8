"""Styles and scripts as they are collected for browsers: without what only people read."""

import re
from pathlib import PurePosixPath

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN = ("css", "js")
"""The folders of what is written here; what came from elsewhere stays as it came."""

COMMENTS = {
    ".css": re.compile(r"[ \t]*/\*.*?\*/\n?", re.DOTALL),
    ".js": re.compile(r"^[ \t]*//.*\n", re.MULTILINE),
}
INDENTS = re.compile(r"^[ \t]+", re.MULTILINE)


def without_comments(path: str, text: str) -> str:
    """Return a style or a script without comments; of scripts only whole lines are taken away.

    Nothing else is changed, so that what goes wrong on a phone can be found in the source.
    """
    kind = PurePosixPath(path).suffix
    bare = COMMENTS[kind].sub("", text)
    return INDENTS.sub("", bare) if kind == ".css" else bare


class CollectedFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Compresses what is collected, named by its contents so that it can be kept for ever."""

    def _save(self, name: str, content: "File[bytes]") -> str:
        path = PurePosixPath(name)
        if path.parts[0] in OWN and path.suffix in COMMENTS:
            content.seek(0)
            trimmed = without_comments(name, content.read().decode())
            content = ContentFile(trimmed.encode())
        saved: str = super()._save(name, content)
        return saved
