"""Every spell of the data in a drawn room: what it does to whom, and that its forecast held all of it."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from tests.halls import CLOSE, HALL, Stage, afflict, hazards, named, set_magic
from tests.rooms import fingerprint

Check = Callable[[Arena, int], None]
CATALOG = catalog_for(None)
FOE, FREE = (7, 3), (6, 4)


@dataclass(frozen=True)
class Expected:
    """Where a spell is aimed, what it does to the goblin and to its caster, and what else must be so."""

    at: tuple[int, int] | None = FOE
    room: str = HALL
    harm: tuple[int, int] = (0, 0)
    foe: dict[str, int] = field(default_factory=dict)
    own: dict[str, int] = field(default_factory=dict)
    check: Check | None = None


def leaves(name: str, count: int) -> Check:
    def check(arena: Arena, foe: int) -> None:
        assert len(hazards(arena, name)) == count

    return check


def foe_at(*point: int) -> Check:
    def check(arena: Arena, foe: int) -> None:
        assert arena.position(foe) == point

    return check


def player_at(*point: int) -> Check:
    def check(arena: Arena, foe: int) -> None:
        assert arena.position(arena.player) == point

    return check


def traded(arena: Arena, foe: int) -> None:
    assert arena.position(foe) == (4, 3)
    assert arena.position(arena.player) == FOE


def elsewhere(arena: Arena, foe: int) -> None:
    assert arena.position(arena.player) != (4, 3)


def called(name: str, count: int) -> Check:
    def check(arena: Arena, foe: int) -> None:
        found = named(arena, name)
        assert len(found) == count
        assert all("Summoned" in arena.statuses(e) for e in found)

    return check


def healed(arena: Arena, foe: int) -> None:
    assert arena.hp(arena.player) > 100


def cured(arena: Arena, foe: int) -> None:
    assert arena.statuses(arena.player) == {}


def emptied(arena: Arena, foe: int) -> None:
    assert arena.mana(foe) == 0


def drank(arena: Arena, foe: int) -> None:
    assert arena.mana(foe) == 1
    assert arena.mana(arena.player) == 30 - 1 + 3


TOUCH = (5, 3)
SPELLS = {
    "Zap": Expected(harm=(5, 5)),
    "Web": Expected(foe={"Slowed": 5}),
    "Venom": Expected(foe={"Damage Over Time": 5}),
    "Acid Breath": Expected(harm=(10, 10)),
    "Ember Dart": Expected(harm=(4, 7)),
    "Kindling": Expected(harm=(5, 8), check=leaves("Fire", 1)),
    "Hearth Unbound": Expected(harm=(5, 15)),
    "Curtain of Embers": Expected(harm=(1, 1), check=leaves("Fire", 5)),
    "Slow Match": Expected(foe={"Burning": 5}),
    "Rime Lance": Expected(harm=(3, 8), foe={"Slowed": 3}),
    "Winter's Yawn": Expected(harm=(4, 9), foe={"Frozen": 2}),
    "Hoarfrost": Expected(harm=(4, 7), check=leaves("Ice Mist", 5)),
    "Ricochet": Expected(harm=(4, 9)),
    "Quarrelsome Spark": Expected(harm=(3, 8)),
    "Storm's Favourite": Expected(at=None, harm=(6, 16)),
    "Corroding Touch": Expected(at=TOUCH, room=CLOSE, harm=(6, 16), foe={"Marked": 4}),
    "Vitriol": Expected(harm=(6, 11), check=leaves("Acid Pool", 5)),
    "Miasma": Expected(harm=(1, 1), check=leaves("Poison Gas", 13)),
    "Itch": Expected(foe={"Damage Over Time": 4}),
    "Noon": Expected(harm=(3, 6), foe={"Blinded": 5}),
    "Dawn's Rebuke": Expected(at=None, harm=(4, 14)),
    "Patch Up": Expected(at=None, check=healed),
    "Second Wind": Expected(at=None, own={"Regenerating": 8}),
    "Grave Sip": Expected(at=TOUCH, room=CLOSE, harm=(5, 10), check=healed),
    "Long Shadow": Expected(harm=(3, 10), foe={"Marked": 5}),
    "Dread": Expected(at=None, foe={"Feared": 4}),
    "Fade": Expected(at=None, own={"Invisible": 8}),
    "Rude Gesture": Expected(harm=(1, 4), check=foe_at(9, 3)),
    "Fishhook": Expected(harm=(2, 2), check=foe_at(5, 3)),
    "Side Door": Expected(at=FREE, check=player_at(*FREE)),
    "Elsewhere": Expected(at=None, check=elsewhere),
    "Change Partners": Expected(check=traded),
    "Blue Carapace": Expected(at=None, own={"Shielded": 10}),
    "Make Haste": Expected(at=None, own={"Hasted": 6}),
    "Lullaby": Expected(foe={"Asleep": 4}),
    "Gag Order": Expected(foe={"Silenced": 6}),
    "Ring the Bell": Expected(at=TOUCH, room=CLOSE, harm=(3, 8), foe={"Stunned": 2}),
    "Paper Cuts": Expected(foe={"Bleeding": 5}),
    "Beguile": Expected(foe={"Charmed": 10}),
    "Clean Slate": Expected(at=None, check=cured),
    "Unweave": Expected(harm=(4, 4), check=emptied),
    "Borrowed Cup": Expected(at=TOUCH, room=CLOSE, check=drank),
    "Rune of Reproach": Expected(at=FREE, check=leaves("Reproachful Rune", 1)),
    "Falling Sky": Expected(harm=(5, 25), foe={"Stunned": 1}),
    "Drench": Expected(harm=(1, 1), foe={"Wet": 4}, check=foe_at(8, 3)),
    "Lamp Oil": Expected(foe={"Oiled": 6}, check=leaves("Oil", 5)),
    "Open Window": Expected(check=foe_at(8, 3)),
    "Pipe Smoke": Expected(check=leaves("Smoke", 13)),
    "Silk Across": Expected(check=leaves("Web", 5)),
    "Rat Chorus": Expected(at=None, check=called("Rat", 3)),
    "Wolf at the Door": Expected(at=None, check=called("Mangy Wolf", 1)),
    "Bind Wounds": Expected(at=(4, 3), check=healed),
    "Cinder Breath": Expected(harm=(3, 13)),
    "Open the Pit": Expected(at=None, check=called("Imp", 2)),
    "Withering Gaze": Expected(harm=(2, 12), foe={"Slowed": 4}),
    "Soul Tithe": Expected(at=TOUCH, room=CLOSE, harm=(2, 12), check=healed),
    "Black Litany": Expected(at=None, harm=(1, 6), foe={"Silenced": 4}),
    "Brimstone Rain": Expected(harm=(3, 18)),
    "Brood Call": Expected(at=None, check=called("Cirro Spider", 2)),
}


SPENT = ("Explode", "ConfusionCloud", "PoisonCloud")
"""Spells that use up their caster: monsters' alone, held by tests of their own."""


def ready(stage: Stage, spell: str, seed: int = 0) -> tuple[Arena, int]:
    """Draw the room of a spell, its caster wounded and out of sorts so that cures have something to do."""
    arena = stage(SPELLS[spell].room, seed=seed)
    arena.teach(spell)
    arena.set_pools(arena.player, hp=100, mana=30)
    if SPELLS[spell].check is cured:
        afflict(arena, arena.player, "Slowed", 5, 1)
    return arena, arena.find("Goblin")


def test_every_spell_is_expected_to_do_something() -> None:
    assert {*SPELLS, *SPENT, "Yesterday"} == set(
        CATALOG.spells
    )  # that one: engine/test_yesterday.py


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spell", SPELLS)
def test_spells_do_what_is_expected(stage: Stage, spell: str, seed: int) -> None:
    expected = SPELLS[spell]
    arena, foe = ready(stage, spell, seed)
    before = fingerprint(arena)
    foreseen = arena.forecast(spell, expected.at)
    assert fingerprint(arena) == before
    assert foreseen.refused is None
    cast = arena.cast(spell, expected.at)
    assert cast.refused is None
    lost = 200 - arena.hp(foe)
    assert expected.harm[0] <= lost <= expected.harm[1]
    outcome = foreseen.outcomes.get(foe)
    if lost:
        assert outcome is not None
        assert outcome.damage[0] <= lost <= outcome.damage[2]
        assert (outcome.damage[0], outcome.damage[2] - outcome.later[2]) == expected.harm
    assert (
        arena.statuses(foe) == expected.foe or expected.foe.items() <= arena.statuses(foe).items()
    )
    assert expected.own.items() <= arena.statuses(arena.player).items()
    for name in expected.foe:
        assert outcome is not None
        assert outcome.statuses[name][0] == 1.0
    if expected.check is not drank:
        assert arena.mana(arena.player) == 30 - CATALOG.spells[spell].mana_cost
    if expected.check:
        expected.check(arena, foe)


@pytest.mark.parametrize("spell", SPELLS)
def test_spells_without_the_mana_are_refused(stage: Stage, spell: str) -> None:
    arena, _ = ready(stage, spell)
    cost = CATALOG.spells[spell].mana_cost
    arena.set_pools(arena.player, mana=cost - 1)
    before = fingerprint(arena)
    refused = arena.cast(spell, SPELLS[spell].at).refused
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


@pytest.mark.parametrize("spell", [name for name, row in SPELLS.items() if row.harm[1] > 5])
def test_power_makes_spells_stronger(stage: Stage, spell: str) -> None:
    if spell == "Acid Breath":
        return
    means = []
    for magic in (1, 6):
        arena, foe = ready(stage, spell)
        set_magic(arena, arena.player, magic)
        means.append(arena.forecast(spell, SPELLS[spell].at).outcomes[foe].damage[1])
    assert means[1] > means[0]


def test_the_storm_wants_an_enemy_in_sight(stage: Stage) -> None:
    arena = stage("######\n#@...#\n######")
    arena.teach("Storm's Favourite")
    refused = arena.cast("Storm's Favourite").refused
    assert refused == "No enemy is in sight within 7 tiles."


def test_shapes_reach_whom_they_should(stage: Stage) -> None:
    for spell, others in (
        ("Zap", False),
        ("Ember Dart", False),
        ("Rime Lance", True),
        ("Quarrelsome Spark", True),
        ("Ricochet", True),
        ("Dawn's Rebuke", True),
    ):
        arena = stage()
        arena.teach(spell)
        assert arena.cast(spell, SPELLS[spell].at).refused is None
        assert (arena.hp(arena.find("Orc")) < 200) is others, spell


def test_driven_into_a_wall_both_wall_and_neighbour_hurt(stage: Stage) -> None:
    arena = stage("#########\n#.@.go..#\n#########")
    arena.teach("Rude Gesture")
    goblin, orc = arena.find("Goblin"), arena.find("Orc")
    assert arena.cast("Rude Gesture", (4, 1)).refused is None
    assert arena.position(goblin) == (4, 1)
    assert arena.hp(goblin) < 200
    assert arena.hp(orc) < 200


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
    most = arena.forecast(spell, SPELLS[spell].at).outcomes[arena.find(mob)]
    plain.game.enter()
    usual = plain.forecast(spell, SPELLS[spell].at).outcomes[plain.find("Goblin")]
    expected = int((usual.damage[2] - usual.later[2]) * share)
    assert most.damage[2] - most.later[2] == expected
