"""Styles and scripts as they are collected for browsers.

What only people read is left out, and scripts that are always asked for together become one file.
"""

import re
from pathlib import Path, PurePosixPath

from django.contrib.staticfiles.finders import find
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN = ("css", "js")
"""The folders of what is written here; what came from elsewhere stays as it came."""

COMMENTS = {
    ".css": re.compile(r"[ \t]*/\*.*?\*/\n?", re.DOTALL),
    ".js": re.compile(r"^[ \t]*//.*\n", re.MULTILINE),
}
INDENTS = re.compile(r"^\s+", re.MULTILINE)
IMPORTS = re.compile(r'^import "\./([\w-]+\.js)";$', re.MULTILINE)
SPACES = re.compile(r"\s*([{};,])\s*|(?<=:)[ ]+")
"""What a style has around its marks to be read by people."""


def without_comments(path: str, text: str) -> str:
    """Return a style or a script without comments; of scripts only whole lines are taken away.

    Nothing else is changed but spaces: those around the marks of styles, which have a line for each
    block, and those before the lines of scripts. What goes wrong on a phone can be found in the
    source.
    """
    kind = PurePosixPath(path).suffix
    bare = COMMENTS[kind].sub("", text)
    if kind != ".css":
        return INDENTS.sub("", bare)
    return SPACES.sub(lambda mark: mark[1] or "", bare.strip()).replace("}", "}\n")


def with_imports(path: str, text: str) -> str:
    """Return a script with the scripts that it imports in their places, each in a block of its own.

    A module that exports nothing does the same in a block: its names stay its own.
    """

    def put_in(line: re.Match[str]) -> str:
        source = find(str(PurePosixPath(path).with_name(line[1])))
        if source is None:
            raise FileNotFoundError(line[1])
        return f"{{\n{Path(source).read_text()}}}"

    return IMPORTS.sub(put_in, text)


class CollectedFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Compresses what is collected, named by its contents so that it can be kept for ever."""

    def _save(self, name: str, content: "File[bytes]") -> str:
        path = PurePosixPath(name)
        if path.parts[0] in OWN and path.suffix in COMMENTS:
            content.seek(0)
            trimmed = without_comments(name, with_imports(name, content.read().decode()))
            content = ContentFile(trimmed.encode())
        saved: str = super()._save(name, content)
        return saved
