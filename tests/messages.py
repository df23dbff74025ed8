"""The texts of the pages as translators get them, and a language in which each of them is seen."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import django
from django.utils.translation.template import templatize
from django.utils.translation.trans_real import CONTEXT_SEPARATOR

ROOT = Path(__file__).resolve().parents[1]
FUNCTIONS = re.compile(r"_|n?p?gettext(?:_lazy|_noop)?")
CALL = re.compile(r"\b(_|n?p?gettext)\((?=u?['\"])")
TEXT = re.compile(r"""\s*,?\s*(u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*")""")
KEPT = re.compile(r"%\(\w+\)[sd]|%%|%[sd]|\{\w*\}|</?\w[^>]*>|&\w+;")
WORD = re.compile(r"[^\W\d_]+")
ACCENTS = str.maketrans("aceinorsuyzACEINORSUYZ", "áćéíñóŕśúýźÁĆÉÍÑÓŔŚÚÝŹ")
BEGIN, END = "\u2068", "\u2069"
"""They take no room and nobody sees them, but they stand in the text."""


@cache
def marked() -> frozenset[str]:
    """Return every message id that `makemessages` finds in the program and its templates."""
    found = set[str]()
    for folder in ("games", "scorekeeper"):
        for file in (ROOT / folder).rglob("*.py"):
            found.update(_in_python(file.read_text()))
    for file in (ROOT / "templates").rglob("*.html"):
        found.update(_in_template(file.read_text()))
    return frozenset(found)


def _in_python(source: str) -> Iterator[str]:
    """Yield what xgettext finds: it looks into no f-string, and knows no character by its name."""
    tree = ast.parse(source)
    hidden = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in hidden:
            continue
        if isinstance(node, ast.Call) and FUNCTIONS.fullmatch(_name(node.func)):
            texts = []
            for argument in node.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    break
                if "\\N{" in (ast.get_source_segment(source, argument) or ""):
                    break
                texts.append(argument.value)
            yield from _ids(_name(node.func), texts)


def _in_template(source: str) -> Iterator[str]:
    program = templatize(source)
    for call in CALL.finditer(program):
        texts, place = [], call.end()
        while text := TEXT.match(program, place):
            texts.append(ast.literal_eval(text[1]))
            place = text.end()
        yield from _ids(call[1], texts)


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _ids(function: str, texts: list[str]) -> Iterator[str]:
    """Yield the ids of a message: one, or one for each number."""
    context = ""
    if function.lstrip("n").startswith("pgettext"):
        context, texts = f"{texts[0]}{CONTEXT_SEPARATOR}", texts[1:]
    for text in texts[: 2 if function.startswith("n") else 1]:
        yield context + text


@cache
def of_django() -> frozenset[str]:
    """Return the message ids that come with Django, such as the months."""
    found = []
    for part in ("conf", "contrib/auth"):
        folder = Path(django.__file__).parent / part / "locale" / "en" / "LC_MESSAGES"
        said = (folder / "django.po").read_text()
        found += re.findall(r'^msgid(?:_plural)? ((?:".*"\n)+)', said, re.MULTILINE)
    return frozenset(ast.literal_eval(f"({text})") for text in found)


def pseudo(message: str) -> str:
    """Return a message in marks, in a language that can be read, each word half as long again.

    >>> pseudo("Save round %(number)s")
    '\\u2068Śávéśá ŕóúñdŕó %(number)s\\u2069'
    """
    parts, place = [], 0
    for kept in KEPT.finditer(message):
        parts += [WORD.sub(_longer, message[place : kept.start()]), kept[0]]
        place = kept.end()
    return f"{BEGIN}{''.join(parts)}{WORD.sub(_longer, message[place:])}{END}"


def _longer(word: re.Match[str]) -> str:
    accented = word[0].translate(ACCENTS)
    return accented + accented[: len(accented) // 2].lower()


def unmarked(text: str) -> str:
    """Return what of a text stands in no marks.

    >>> unmarked(f"Ana {pseudo('leads')}, and")
    'Ana , and'
    """
    depth, outside = 0, []
    for letter in text:
        depth += (letter == BEGIN) - (letter == END)
        if depth == 0 and letter != END:
            outside.append(letter)
    return "".join(outside)
