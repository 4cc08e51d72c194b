"""The size and the names of things: short functions, folders that a player or developer knows."""

import ast
import re
from pathlib import Path

from tests.architecture.conftest import nodes_of

MOST_FUNCTION_LINES = 50
VAGUE = {"utils", "util", "helpers", "helper", "manager", "managers", "misc", "common", "tools"}
MARKS = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")

Sources = dict[str, ast.Module]


def test_functions_are_short(sources: Sources) -> None:
    lengths = {
        f"{path}:{node.lineno} {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for path, tree in sources.items()
        for node in nodes_of(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert lengths
    assert not {name: count for name, count in lengths.items() if count > MOST_FUNCTION_LINES}


def test_every_module_says_what_it_is_for(sources: Sources) -> None:
    assert not [path for path, tree in sources.items() if not ast.get_docstring(tree)]


def test_names_say_something(sources: Sources) -> None:
    vague = {path for path in sources if VAGUE & {*Path(path).with_suffix("").parts}}
    assert not vague


def test_nothing_is_left_for_later(sources: Sources, root: Path) -> None:
    marks = [
        f"{path}:{number} {line.strip()}"
        for path in sources
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1)
        if MARKS.search(line)
    ]
    assert not marks


def test_every_folder_is_a_package(sources: Sources, root: Path) -> None:
    folders = {(root / path).parent for path in sources}
    assert not [str(folder) for folder in folders if not (folder / "__init__.py").exists()]


def test_the_version_is_written_once(root: Path) -> None:
    project = (root / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in project
    text = (root / "roguelike" / "__init__.py").read_text(encoding="utf-8")
    assert re.search(r'^__version__ = "\d+\.\d+\.\d+"$', text, re.MULTILINE)
