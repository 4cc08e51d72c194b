"""What blows are called: by the weapon and by the body, from the data."""

import pytest

from roguelike.core.grammar import Noun, conjugated, render
from roguelike.testing import Arena

PIT = "#####\n#@m.#\n#####"


@pytest.mark.parametrize(
    ("verb", "they", "you"),
    [
        ("bite", "bites", "bite"),
        ("slash", "slashes", "slash"),
        ("pry", "pries", "pry"),
        ("slay", "slays", "slay"),
    ],
)
def test_verbs_agree(verb: str, they: str, you: str) -> None:
    template = f"{{1}} {conjugated(verb)}."
    for noun, form in (
        (Noun("orc", 2), f"The orc {they}."),
        (Noun("you", 1, is_you=True), f"You {you}."),
    ):
        assert "".join(text for text, _ in render(template, (noun,))) == form


def struck(creature: str, weapon: str = "") -> list[str]:
    """Let a creature and the player strike each other until both have hit; return what is told."""
    with Arena.from_ascii(PIT, {"m": creature}) as arena:
        foe = arena.find(creature)
        for each in (foe, arena.player):
            arena.set_pools(each, hp=900, max_hp=900)
        if weapon:
            arena.equip(arena.player, weapon)
        for _ in range(60):
            arena.melee(arena.player, by=foe)
            arena.melee(foe)
        return [line for line in arena.log if " for " in line]


@pytest.mark.parametrize(
    ("creature", "weapon", "told"),
    [
        ("Wild Boar", "Longsword +1", ("gores you", "You slash the wild boar")),
        ("Rat", "", ("bites you", "You hit the rat")),
        ("Kobold", "Dagger of Venom", ("hits you", "You stab the kobold")),
    ],
)
def test_the_log_says_how_blows_hurt(creature: str, weapon: str, told: tuple[str, str]) -> None:
    lines = struck(creature, weapon)
    for words in told:
        assert any(words in line for line in lines), lines[:9]
