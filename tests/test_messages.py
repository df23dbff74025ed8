"""Every text for people is marked, so that translators get it."""

import ast
import doctest
from pathlib import Path

import pytest

from games.variants import VARIANTS
from games.variants.entry import questions
from tests import messages
from tests.messages import ROOT, marked

VARIANT_FILES = sorted((ROOT / "games" / "variants").glob("*.py"))


def test_examples() -> None:
    assert doctest.testmod(messages).failed == 0


def test_messages_are_found_where_makemessages_finds_them() -> None:
    found = marked()
    assert "Save round %(number)s" in found  # in a program
    assert "To the content" in found  # in a template
    assert "%(games)s games are on the table." in found  # its plural
    assert "the letter on the dealer's disc\x04D" in found  # with a context
    assert len(found) > 500


def test_no_text_is_marked_where_makemessages_does_not_look() -> None:
    """Neither in an f-string, nor under another name, nor with a character called by its name."""
    for file in sorted((ROOT / "games").rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text())):
            if isinstance(call, ast.Call) and is_marking(call):
                texts = {one.value for one in call.args if isinstance(one, ast.Constant)}
                assert {one for one in texts if isinstance(one, str)} <= plain_ids(), file


def is_marking(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in {"_", "gettext", "ngettext"}


def plain_ids() -> set[str]:
    return {message.rpartition("\x04")[2] for message in marked()}


@pytest.mark.parametrize("key", VARIANTS)
def test_the_words_of_a_game_are_marked(key: str) -> None:
    variant = VARIANTS[key]
    asked = [
        question
        for answers in (variant.round_questions, variant.column_questions, variant.options)
        for question in questions(answers)
    ]
    words = {variant.name, variant.short, variant.summary, *(question.label for question in asked)}
    words |= {label for question in asked for _value, label in question.choices}
    words |= {one.label for question in asked for one in question.classes}
    assert words - {""} - marked() == set()


@pytest.mark.parametrize("file", VARIANT_FILES, ids=lambda file: file.name)
def test_every_sentence_of_the_rules_is_marked(file: Path) -> None:
    """Findings are told by sentences; none of them may be written down for English alone."""
    tree = ast.parse(file.read_text())
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and isinstance(node.body[0], ast.Expr)
    }
    documents |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    sentences = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.rstrip().endswith((".", "?"))
        and " " in node.value
        and id(node) not in documents
    }
    assert sentences - marked() == set()
