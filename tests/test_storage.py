"""What is collected for browsers is what stands in the source, without its comments."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.base import File

from scorekeeper.storage import CollectedFilesStorage, without_comments

STATIC = Path(__file__).resolve().parents[1] / "static"
SCRIPT_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
OWN = sorted([*(STATIC / "css").iterdir(), *(STATIC / "js").iterdir()])


def test_comments_of_a_style_are_left_out() -> None:
    text = "/* Why. */\n\n.a { color: red; /* not\nblue */ }\n@media print {\n  .b { top: 0; }\n}\n"
    assert (
        without_comments("css/a.css", text)
        == "\n.a { color: red; }\n@media print {\n.b { top: 0; }\n}\n"
    )


def test_lines_of_comment_in_a_script_are_left_out() -> None:
    text = '// Why.\nconst url = "https://here"; // so\n  // And why.\n  go(url);\n'
    assert without_comments("js/a.js", text) == 'const url = "https://here"; // so\n  go(url);\n'


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.name)
def test_nothing_but_comments_is_left_out(file: Path) -> None:
    text = file.read_text()
    bare = without_comments(file.name, text)
    comment = re.compile(r"/\*.*?\*/", re.DOTALL) if file.suffix == ".css" else SCRIPT_COMMENT
    assert len(bare) < len(text)
    assert not comment.search(bare)
    assert "".join(bare.split()) == "".join(comment.sub("", text).split())
    # In a text over several lines a line might begin like a comment.
    assert not any("\n" in literal for literal in re.findall(r"`((?:[^`\\]|\\.)*)`", bare))


@pytest.mark.parametrize(
    ("name", "sent", "kept"),
    [
        ("js/a.js", b"// So.\na();\n", b"a();\n"),
        ("css/a.css", b"/* So. */\na { b: c }\n", b"a { b: c }\n"),
        ("vendor/x/a.js", b"// So.\na();\n", b"// So.\na();\n"),
        ("icons/a.svg", b"<!-- // --><svg/>", b"<!-- // --><svg/>"),
    ],
)
def test_only_what_is_written_here_is_trimmed(
    tmp_path: Path, name: str, sent: bytes, kept: bytes
) -> None:
    storage = CollectedFilesStorage(location=tmp_path)
    content = File(BytesIO(sent), name)
    # Whoever names a file by its contents has read it to its end.
    content.read()
    storage.save(name, content)
    assert (tmp_path / name).read_bytes() == kept
