"""The game on a machine with nothing: a read-only checkout in a folder with blanks and umlauts, no locale, no display.

Whoever runs it is not root, or root without the power to write where nobody may.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.real.conftest import PROGRAM, ROOT, _environment, need

LOCALES = {
    "no locale": (),
    "C": ("LC_ALL=C",),
    "POSIX without UTF-8 mode": ("LC_ALL=POSIX", "PYTHONUTF8=0", "PYTHONCOERCECLOCALE=0"),
    "a locale that is not here": ("LC_ALL=tlh_QO.UTF-8",),
}
WITHOUT = [word for name in ("LANG", "LC_ALL", "LC_CTYPE", "LANGUAGE") for word in ("-u", name)]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of what a player needs, in which nothing can be written."""
    folder = tmp_path_factory.mktemp("Neuer Ördner mit ß") / "Blue Mana"
    for name in ("roguelike", "data"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    subprocess.run(["chmod", "-R", "a-w", folder], check=True)
    yield folder
    subprocess.run(["chmod", "-R", "u+w", folder], check=True)


def started(locale: tuple[str, ...]) -> list[str]:
    """Return the words that start the program there."""
    bound: list[str] = []
    if os.geteuid() == 0:
        need("setpriv")
        lost = "-dac_override,-dac_read_search"
        bound = ["setpriv", f"--bounding-set={lost}", f"--inh-caps={lost}"]
    return [*bound, "env", *WITHOUT, *locale, *PROGRAM]


COMMANDS = {
    "check-data lamplighters": "no faults",
    "help saves": "The game saves itself",
    "--help": "check-data",
    "simulate --seeds 1 --turns 5": "1 game of the greedy bot",
}
CASES = [
    *((LOCALES["no locale"], words, told) for words, told in COMMANDS.items()),
    *((locale, "help saves", COMMANDS["help saves"]) for locale in LOCALES.values() if locale),
]


@pytest.mark.parametrize(("locale", "words", "told"), CASES)
def test_its_commands_work(
    checkout: Path, tmp_path: Path, locale: tuple[str, ...], words: str, told: str
) -> None:
    run = subprocess.run(
        [*started(locale), *words.split()],
        cwd=tmp_path,
        env=_environment(PYTHONPATH=str(checkout)),
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert told in run.stdout.decode("utf-8", "replace")


def test_it_is_played_and_continued(checkout: Path, play_in_terminal: Callable[..., Any]) -> None:
    program = started(LOCALES["no locale"])
    played = play_in_terminal("--seed", "3", "--new", program=program, checkout=checkout)
    played.wait_for(lambda: "Welcome to Blue Mana" in played.text, "the game")
    played.press(".", "Q")
    played.wait_for(lambda: "Continue" in played.text, "the title")
    played.press("c")
    played.wait_for(lambda: "Welcome to Blue Mana" in played.text, "the same game")
    played.press("Q")
    played.wait_for(lambda: "Continue" in played.text, "the title again")
    played.press("q")
    played.wait_for(lambda: "ended with 0" in played.text, "the shell")
