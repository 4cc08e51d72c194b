"""Several heroes side by side: each named one has its own folder of saves and its own lock.

  game-000008.save  lock ...          the hero without a name: where there was a single save, it is this one
  heroes/Brunhild/game-000003.save    another
  history.jsonl  runs/                of all of them

The history of all runs, settings and what the player has learned belong to no particular hero.
"""

from contextlib import suppress
from pathlib import Path

from roguelike.store import generations

FOLDER = "heroes"
MOST_LETTERS = 30
MOST_HEROES = 500
"""The most folders that are examined."""


def home_of(saves: Path, name: str) -> Path:
    """Return the folder of a hero's save; "" is the hero without a name."""
    return saves / FOLDER / name if name else saves


def why_no_name(name: str) -> str:
    """Return why a hero cannot have this name; "" if they can. An invalid name never becomes a path."""
    if not name:
        return ""
    plain = name.replace(" ", "").replace("-", "").replace("_", "")
    if len(name) > MOST_LETTERS or not plain.isalnum() or name != name.strip():
        return (
            f"A hero cannot be called {name[:60]!r}: a name has at most {MOST_LETTERS} letters and digits, "
            "with blanks, - and _ between them. (--saves DIR chooses a folder.)"
        )
    return ""


def names_in(saves: Path) -> list[str]:
    """List the heroes who have a save, including the one without a name, in alphabetical order."""
    names = [""]
    with suppress(OSError):
        folders = sorted(each.name for each in (saves / FOLDER).iterdir() if each.is_dir())
        names += [name for name in folders[:MOST_HEROES] if not why_no_name(name)]
    return [name for name in names if generations.Generations(home_of(saves, name)).numbers()]
