"""What the spells of the data have in common; what each does, in figures, stands in the golden spell book."""

import pytest

from roguelike.effects.foresight.forecast import Outcome
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from tests.data.test_spell_book import aim_of
from tests.halls import CLOSE, HALL, Stage, set_magic
from tests.rooms import fingerprint

CATALOG = catalog_for(None)
FOE = (7, 3)
AS_EVER = {"Acid Breath", "Explode"}
"""What a creature breathes or bursts into is not learned: no power makes it stronger."""


def ready(stage: Stage, spell: str) -> tuple[Arena, tuple[int, int]]:
    """Draw a room for a spell, its caster wounded; return it, and where to aim."""
    is_touch = CATALOG.spells[spell].use.delivery.shape == "touch"
    arena = stage(CLOSE if is_touch else HALL)
    arena.teach(spell)
    arena.set_pools(arena.player, hp=100, mana=30)
    return arena, aim_of(arena, spell, FOE)


@pytest.mark.parametrize("spell", [name for name, row in CATALOG.spells.items() if row.mana_cost])
def test_spells_without_the_mana_are_refused(stage: Stage, spell: str) -> None:
    arena, aim = ready(stage, spell)
    cost = CATALOG.spells[spell].mana_cost
    arena.set_pools(arena.player, mana=cost - 1)
    before = fingerprint(arena)
    refused = arena.cast(spell, aim).refused
    assert refused is not None
    assert f"you have {cost - 1}" in refused
    assert fingerprint(arena) == before


def test_costs_and_shapes_and_elements_are_many() -> None:
    books = {
        effect.spell
        for name in CATALOG.names("items")
        for part in CATALOG.templates("items", name)
        for effect in getattr(part, "effects", ())
        if effect.key == "teach_spell"
    }
    assert len(books) >= 24
    spells = [CATALOG.spells[name] for name in books]
    assert {spell.mana_cost for spell in spells} >= {1, 2, 3, 4, 5, 6, 8}
    assert len({spell.use.delivery.shape for spell in spells}) >= 10
    elements = {
        element
        for spell in spells
        for effect in spell.use.effects
        if (element := getattr(effect, "element", ""))
    }
    assert len(elements) >= 6


@pytest.mark.parametrize("spell", CATALOG.spells)
def test_power_makes_spells_stronger(stage: Stage, spell: str) -> None:
    outcomes = []
    for magic in (1, 6):
        arena, aim = ready(stage, spell)
        set_magic(arena, arena.player, magic)
        told = arena.forecast(spell, aim).outcomes
        outcomes.append(told.get(arena.find("Goblin"), Outcome()))
    before, after = outcomes
    if before.at_once[2] > 5 and spell not in AS_EVER:
        assert after.damage[1] > before.damage[1]


def test_the_storm_wants_an_enemy_in_sight(stage: Stage) -> None:
    arena = stage("######\n#@...#\n######")
    arena.teach("Storm's Favourite")
    refused = arena.cast("Storm's Favourite").refused
    assert refused == "No enemy is in sight within 7 tiles."


@pytest.mark.parametrize(
    ("mob", "spell", "share"),
    [
        ("Rock Golem", "Vitriol", 1.5),
        ("Fungus Man", "Ember Dart", 1.5),
        ("Lizardman", "Rime Lance", 1.5),
        ("Black Dragon", "Vitriol", 0.0),
        ("Dark Elf", "Long Shadow", 0.5),
        ("Spore Zombie", "Dawn's Rebuke", 1.5),
        ("Gelatinous Cube", "Storm's Favourite", 1.5),
    ],
)
def test_resistances_are_in_the_forecast(stage: Stage, mob: str, spell: str, share: float) -> None:
    arena = stage(HALL, {"g": mob})
    plain = stage(HALL)
    for each in (arena, plain):
        each.game.enter()
        each.teach(spell)
    arena.game.enter()
    most = arena.forecast(spell, FOE).outcomes[arena.find(mob)]
    plain.game.enter()
    usual = plain.forecast(spell, FOE).outcomes[plain.find("Goblin")]
    expected = int((usual.damage[2] - usual.later[2]) * share)
    assert most.damage[2] - most.later[2] == expected
