"""The border of the pure package: standard library only, no Django, no clock, no chance."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games.variants

PACKAGE = Path(games.variants.__file__).parent
ROOT = PACKAGE.parent.parent
MODULES = sorted(PACKAGE.rglob("*.py"))
OUTSIDE = {
    "asyncio",
    "datetime",
    "io",
    "locale",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "threading",
    "time",
    "uuid",
}
"""What a rule of a game has no business with, though it is in the standard library."""


def imported(module: Path) -> Iterator[str]:
    """Yield the full names of all that a module of the package imports, also inside functions."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level < 2, f"{module.name} reaches out of the package"
            yield "games.variants" if node.level else str(node.module)


def test_importing_the_games_loads_no_django() -> None:
    code = "import sys, games.variants; print(*sys.modules, sep='\\n')"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert "games.variants.bain" in loaded
    assert [name for name in loaded if name.partition(".")[0] == "django"] == []
    assert {name for name in loaded if name.startswith("games.")} <= {
        "games.variants",
        *(f"games.variants.{module.stem}" for module in MODULES),
    }


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_module_imports_the_standard_library_and_the_package_only(module: Path) -> None:
    names = set(imported(module)) - {"games.variants"}
    assert {name for name in names if name.partition(".")[0] not in sys.stdlib_module_names} == (
        set()
    )


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_module_has_no_clock_no_chance_and_nothing_outside_itself(module: Path) -> None:
    assert {name.partition(".")[0] for name in imported(module)} & OUTSIDE == set()
    called = {
        node.func.id
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called & {"open", "print", "input", "exec", "eval", "__import__"} == set()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_module_holds_no_inexact_number(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    inexact = [
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
    ]
    assert inexact == []
