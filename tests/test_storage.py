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
    assert without_comments("css/a.css", text) == ".a{color:red;}\n@media print{.b{top:0;}\n}\n"


def test_lines_of_comment_in_a_script_are_left_out() -> None:
    text = '// Why.\nconst url = "https://here"; // so\n  // And why.\n  go(url);\n'
    assert without_comments("js/a.js", text) == 'const url = "https://here"; // so\ngo(url);\n'


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
        ("css/a.css", b"/* So. */\na { b: c }\n", b"a{b:c}\n"),
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


def test_what_is_always_asked_for_together_is_one_file(tmp_path: Path) -> None:
    storage = CollectedFilesStorage(location=tmp_path)
    text = b'// All.\nimport "./zone.js";\nimport "./board.js";\n'
    storage.save("js/all.js", File(BytesIO(text), "js/all.js"))
    blocks = [
        f"{{\n{without_comments(name, (STATIC / 'js' / name).read_text())}}}\n"
        for name in ("zone.js", "board.js")
    ]
    assert (tmp_path / "js/all.js").read_text() == "".join(blocks)


def test_a_script_that_is_not_there_is_not_passed_over(tmp_path: Path) -> None:
    storage = CollectedFilesStorage(location=tmp_path)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        storage.save("js/all.js", File(BytesIO(b'import "./nowhere.js";\n'), "js/all.js"))


@pytest.mark.parametrize(
    "file", [one for one in OWN if 'import "./' in one.read_text()], ids=lambda file: file.name
)
def test_what_becomes_part_of_a_file_is_no_less_whole_in_a_block(file: Path) -> None:
    """Inside a block nothing can be exported, and nothing be imported by name."""
    for line in re.findall(r'^import "\./([\w-]+\.js)";$', file.read_text(), re.MULTILINE):
        part = (STATIC / "js" / line).read_text()
        assert not re.search(r"^(import|export)\b", part, re.MULTILINE)
