"""The heroes of a saves folder, as the screen lists them."""

from collections.abc import Sequence
from pathlib import Path

from roguelike.store.heroes import home_of, names_in
from roguelike.ui.program import HeroView


def hero_views(saves: Path, chosen: str) -> Sequence[HeroView]:
    """Return the heroes that have a save, and the chosen one, in alphabetical order."""
    # They read the save files: the title does not wait for them.
    from roguelike.store.generations import in_use, summary

    found = []
    for name in sorted({*names_in(saves), chosen}):
        home = home_of(saves, name)
        seen = summary(home, saves)
        line = "" if seen is None else seen.fault or seen.line
        found.append(HeroView(name, line, is_taken=bool(in_use(home))))
    return found
