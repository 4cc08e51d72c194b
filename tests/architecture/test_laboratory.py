"""Nothing that a player runs needs the laboratory or the testing API: without these folders the program works."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

LEFT_OUT = ("lab", "testing")


@pytest.fixture(scope="module")
def house(root_of_checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as a player may have it: with its data, without what only developers use."""
    folder = tmp_path_factory.mktemp("house")
    leave = shutil.ignore_patterns(*LEFT_OUT, "__pycache__")
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
