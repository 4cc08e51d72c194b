"""Each layer imports only what stands below it: the contracts of pyproject.toml, held by import-linter.

`lint-imports` on the command line insists on every package; here a contract is judged on the packages that exist, so
that a part of the game can be taken out and the rest still be tested. It is run as a program, since its Python API
promises to read a configuration and no more.

Nothing that a player runs needs the laboratory or the testing API: without these folders the program works.
"""

import ast
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Container, Iterator
from configparser import ConfigParser
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from importlinter.api import read_configuration

from roguelike.host.satellites import SATELLITES
from roguelike.toolkit.application import Place
from roguelike.ui.program import HOUSE
from tests.architecture.conftest import nodes_of

WIDELY = 10
"""A module that so many files import whole is imported whole by all."""
LINTER = Path(sys.executable).with_name("lint-imports")

Contract = dict[str, Any]
"""A contract as its file has it: strings, and lists of strings."""


def _exists(root: Path, module: str) -> bool:
    path = root.joinpath(*module.split("."))
    return (path / "__init__.py").exists() or path.with_suffix(".py").exists()


@pytest.fixture
def contracts(root: Path) -> list[Contract]:
    """The contracts, narrowed to the packages that exist."""
    read: list[Contract] = read_configuration(str(root / "pyproject.toml"))["contracts_options"]
    for contract in read:
        if "layers" in contract:
            rows = [[f"({name.strip()})" for name in row.split("|")] for row in contract["layers"]]
            contract["layers"] = [" | ".join(row) for row in rows]
        if "forbidden_modules" in contract:
            named = contract["forbidden_modules"]
            contract["forbidden_modules"] = [name for name in named if _exists(root, name)]
    return read


def _lint(contracts: list[Contract], where: Path, folder: Path) -> str:
    """Return what import-linter prints of the package that stands in `where`, run in an empty `folder`."""
    config = ConfigParser()
    config["importlinter"] = {"root_package": "roguelike"}
    for contract in contracts:
        config[f"importlinter:contract:{contract['id']}"] = {
            name: "\n" + "\n".join(value) if isinstance(value, list) else str(value)
            for name, value in contract.items()
        }
    with (folder / ".importlinter").open("w", encoding="utf-8") as file:
        config.write(file)
    done = subprocess.run(
        [LINTER, "--no-logo", "--no-cache"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(where), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout + done.stderr


def test_the_layers_are_kept(contracts: list[Contract], root: Path, tmp_path: Path) -> None:
    told = _lint(contracts, root, tmp_path)
    assert len(contracts) > 1
    assert f"{len(contracts)} kept, 0 broken." in told, told


def test_an_import_upward_would_be_found(contracts: list[Contract], tmp_path: Path) -> None:
    package = tmp_path / "roguelike"
    for layer in ("engine", "core"):
        (package / layer).mkdir(parents=True)
        (package / layer / "__init__.py").touch()
    (package / "__init__.py").touch()
    (package / "core" / "dice.py").write_text("import roguelike.engine\n", encoding="utf-8")
    layers = [contract for contract in contracts if contract["id"] == "layers"]
    told = _lint(layers, tmp_path, tmp_path)
    assert "roguelike.core is not allowed to import roguelike.engine" in told


def test_the_contract_names_every_package(contracts: list[Contract], root: Path) -> None:
    layers = next(contract for contract in contracts if contract["id"] == "layers")
    assert layers["exhaustive"]
    named = {name.strip(" ()") for row in layers["layers"] for name in row.split("|")}
    found = {entry.name for entry in os.scandir(root / "roguelike") if entry.is_dir()}
    assert {name for name in found if not name.startswith("__")} <= named


def _imports(tree: ast.Module, modules: Container[str]) -> Iterator[str]:
    """Yield the modules that one imports anywhere: at its head, within functions, for types alone."""
    for node in nodes_of(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in modules)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for alias in names:
                    inner = f"{module}.{alias.name}"
                    if inner in modules or module in modules:
                        yield inner if inner in modules else module


def _circle(trees: dict[str, ast.Module]) -> list[str]:
    """Return the modules of a circle of imports, the first of them again at the end; nothing where there is none."""
    graph = {name: {*_imports(tree, trees)} - {name} for name, tree in trees.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as fault:
        circle: list[str] = fault.args[1]
        return circle
    return []


def _modules(sources: dict[str, ast.Module]) -> dict[str, ast.Module]:
    """Return the trees by the names of their modules."""
    return {
        path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): tree
        for path, tree in sources.items()
    }


def _by_names(tree: ast.Module, whole: Container[str], modules: Container[str]) -> Iterator[str]:
    """Yield which of some modules a file imports names from.

    What a file passes on (`__all__`) it must import by name, and what a class calls so hides the module of that name.
    """
    passed_on, fields = set[str](), set[str]()
    for node in nodes_of(tree):
        match node:
            case ast.Assign(targets=[ast.Name("__all__")], value=value):
                passed_on = set(ast.literal_eval(value))
            case ast.ClassDef(body=body):
                fields |= {getattr(getattr(each, "target", each), "id", "") for each in body}
                fields |= {getattr(each, "name", "") for each in body}
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module in whole:
                used = {alias.name for alias in names} - passed_on
                used -= {name for name in used if f"{module}.{name}" in modules}
                if used and module.rpartition(".")[2] not in fields:
                    yield module


def _widely_whole(trees: dict[str, ast.Module]) -> set[str]:
    """Return the modules that many files import whole."""
    found = Counter(
        f"{node.module}.{alias.name}"
        for tree in trees.values()
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    )
    return {name for name, count in found.items() if count >= WIDELY and name in trees}


def test_what_most_import_whole_is_imported_whole_by_all(sources: dict[str, ast.Module]) -> None:
    trees = _modules(sources)
    whole = _widely_whole(trees)
    assert "roguelike.components.vitals" in whole
    assert not {name: found for name in trees if (found := [*_by_names(trees[name], whole, trees)])}
    odd = ast.parse("from roguelike.components.vitals import Pools")
    assert [*_by_names(odd, whole, trees)] == ["roguelike.components.vitals"]


def test_no_file_leads_back_to_itself(sources: dict[str, ast.Module]) -> None:
    trees = _modules(sources)
    assert "roguelike.ui.program" in trees
    assert not _circle(trees)


def test_a_circle_would_be_found() -> None:
    texts = {
        "roguelike.ui.play": "from roguelike.ui import page",
        "roguelike.ui.page": "def open():\n    from roguelike.ui.play import Play",
    }
    assert {*_circle({name: ast.parse(text) for name, text in texts.items()})} == {*texts}


def _places() -> Iterator[tuple[str, Place]]:
    """Yield everything that opens by name."""
    for screens in (HOUSE, *(each.screens for each in SATELLITES)):
        yield from screens.items()


def test_what_opens_by_name_is_where_its_table_says() -> None:
    names = [name for name, _ in _places()]
    assert len(names) == len({*names})
    for name, place in _places():
        assert callable(getattr(import_module(place.module), place.name)), name


def test_menus_offer_what_opens() -> None:
    names = {name for name, _ in _places()}
    for each in SATELLITES:
        assert {offer.screen for offer in (*each.on_title, *each.in_game)} <= names


def test_the_house_leads_to_no_screen_of_a_satellite(sources: dict[str, ast.Module]) -> None:
    """From the screens of the game itself no import leads, however far, to one that is hung on it."""
    trees = _modules(sources)
    hung = {place.module for each in SATELLITES for place in each.screens.values()}
    found, ahead = set[str](), {place.module for place in HOUSE.values()}
    while ahead:
        found |= ahead
        ahead = {new for each in ahead for new in _imports(trees[each], trees)} - found
        ahead = {each for each in ahead if each.startswith(("roguelike.ui", "roguelike.toolkit"))}
    assert not found & hung


LEFT_OUT = ("lab", "testing")


@pytest.fixture(scope="module")
def house(root_of_checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as a player may have it: with its data, without what only developers use."""
    folder = tmp_path_factory.mktemp("house")
    leave = shutil.ignore_patterns(*LEFT_OUT)  # what is compiled is taken along
    shutil.copytree(root_of_checkout / "roguelike", folder / "roguelike", ignore=leave)
    shutil.copytree(root_of_checkout / "data", folder / "roguelike" / "data")
    return folder


@pytest.fixture(scope="module")
def root_of_checkout() -> Path:
    return Path(__file__).parents[2]


def run(house: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the program that stands in a folder."""
    program = [sys.executable, "-P", "-m", "roguelike", "--saves", str(house / "saves"), *words]
    env = {"PYTHONPATH": str(house), "PYTHONUTF8": "1"}
    return subprocess.run(
        program, cwd=house, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_every_module_loads_without_it(house: Path) -> None:
    load = (
        "import pkgutil, importlib, roguelike\n"
        "names = [each.name for each in pkgutil.walk_packages(roguelike.__path__, 'roguelike.')]\n"
        "for name in names: name.endswith('__main__') or importlib.import_module(name)\n"
        "print(len(names))"
    )
    env = {"PYTHONPATH": str(house), "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", load],
        cwd=house,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    there = list((house / "roguelike").rglob("*.py"))
    assert int(done.stdout) == len(there) - 1  # all but the package itself


def test_its_commands_are_those_of_a_player(house: Path) -> None:
    listed = run(house, "--help").stdout
    assert "check-data" in listed
    assert "simulate" not in listed
    refused = run(house, "simulate")
    assert refused.returncode == 2
    assert "invalid choice: 'simulate'" in refused.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("scores",),
        ("help", "keys"),
        ("mapgen",),
        pytest.param(("check-data",), marks=pytest.mark.soak),
    ],
)
def test_they_work(house: Path, words: tuple[str, ...]) -> None:
    done = run(house, *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_with_it_its_commands_are_listed_too() -> None:
    listed = subprocess.check_output([sys.executable, "-m", "roguelike", "--help"], text=True)
    assert "simulate" in listed
