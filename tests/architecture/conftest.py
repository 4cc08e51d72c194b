"""The package as text and as syntax trees, read once for all the rules."""

import ast
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "roguelike"

Sources = dict[str, ast.Module]


@cache
def _sources() -> Sources:
    paths = sorted(PACKAGE.rglob("*.py"))
    return {str(p.relative_to(ROOT)): ast.parse(p.read_text(encoding="utf-8")) for p in paths}


@cache
def nodes_of(tree: ast.Module) -> Sequence[ast.AST]:
    """Return every node of a tree, for all rules that ask each of them."""
    return tuple(ast.walk(tree))


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def sources() -> Sources:
    """Every module of the package: path from the checkout -> syntax tree."""
    return _sources()
