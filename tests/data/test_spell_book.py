"""The golden spell book: every spell on six boards; and what spells have in common.

Read the diff of a change, then write it with GOLDEN=write.
"""

import re
from typing import Any

import pytest

from roguelike.components import actors
from roguelike.core.geometry import Point
from roguelike.core.records import field_names
from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.effects.foresight.sampler import EXACT
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs, perception
from tests.goldens import GOLDEN, compare
from tests.halls import CLOSE, HALL, LEGEND, Stage, afflict, set_magic, stage_of
from tests.rooms import unchanged

BOOK = GOLDEN / "spellbook"
SPELLS = sorted(catalog_for(None).spells)
MOBS = {
    "w": "Fungus Man",
    "D": "Black Dragon",
    "f": "Firecap Mushroom",
    "m": "Landmine",
    "z": "Dark Elf",
}
BOARDS: dict[str, tuple[str, Point]] = {
    "a hall": (HALL, (7, 3)),
    "arm's length": (CLOSE, (5, 3)),
    "a ford": ("#############\n#~~,,,,,~~~~#\n#.@,,g,,o...#\n#~~,,,,,~~~~#\n#############", (5, 2)),
    "a meadow": ('###########\n#""""""""##\n#@""w""k"##\n#""""""""##\n###########', (4, 2)),
    "a doorway": ("###########\n#...g#....#\n#.@..+z...#\n#....#....#\n###########", (4, 1)),
    "a lair": ("############\n#.@.f.D....#\n#...........\n#...m.g....#\n############", (6, 1)),
}
TELLING = ("a ford", "a meadow", "a doorway")
"""Boards on which there is something to tell of the ground."""
NOUN = re.compile(r"Noun\(name=('[^']*')[^)]*\)")
NAMED = ("entity", "target", "source", "owner", "item", "door", "attacker", "status")
SPREADS = ("at_once", "later", "staying", "healing", "mana")
LEFT_OUT = ("cause", "components", "place", "bonuses", "dropped", "silent")


def line(change: Any, names: dict[int, str]) -> str:
    """Write a change: what it is, its fields, what caused it."""
    if type(change).__name__ == "Spawned":
        kind = next(part for part in change.components if isinstance(part, actors.Kind))
        names[change.entity] = kind.name
    words = [
        f"{name}={value(name, getattr(change, name), names)}"
        for name in field_names(type(change))
        if name not in LEFT_OUT
    ]
    return f"{type(change).__name__} {' '.join(words)} <{change.cause.what}>"


def value(name: str, found: Any, names: dict[int, str]) -> str:
    """Write a field: entities by name, tiles and numbers plainly, sentences as they read."""
    if name in NAMED and isinstance(found, int):
        return f"[{names.get(found, 'nobody')}]"
    if name == "message":
        return repr(found.text)
    if name == "component":
        return str(found.__name__)
    if name == "flash":
        return found.glyph if found else "none"
    return str(found)


def aim_of(arena: Arena, spell: str, aim: Point) -> Point:
    """Return where to aim: at a neighbour, put there, for a touch; beside the foe for what needs room; else at it."""
    use = arena.game.spell(spell).use
    if use.delivery.shape == "touch":
        x, y = arena.position(arena.player) or aim
        if not arena.at(x + 1, y):
            arena.spawn("Kobold", x + 1, y)
        return (x + 1, y)
    room = any(each.key in ("leap", "place_rune") for each in use.effects)
    return (aim[0] - 1, aim[1]) if room else aim


def forecast_of(spell: str) -> list[str]:
    """Write what is foreseen of a spell in a hall of whom it cannot kill, cast by somebody wounded and slowed."""
    shape = catalog_for(None).spells[spell].use.delivery.shape
    with stage_of(CLOSE if shape == "touch" else HALL, seed=7) as arena:
        arena.precision = EXACT
        arena.teach(spell)
        arena.set_pools(arena.player, hp=100)
        afflict(arena, arena.player, "Slowed", 9, 1)
        told = arena.forecast(spell, aim_of(arena, spell, (5, 3) if shape == "touch" else (7, 3)))
        return foreseen_lines(told)


def foreseen_lines(told: Forecast) -> list[str]:
    """Write a forecast in figures: what everybody may lose and gain, and how likely."""
    out = [f"refused: {told.refused}"] if told.refused else []
    for entity, outcome in sorted(told.outcomes.items()):
        spreads = [(name, getattr(outcome, name)) for name in SPREADS]
        words = [f"{name}={least}..{most}" for name, (least, _, most) in spreads if most or least]
        words += [f"kill={outcome.kill}"] if outcome.kill else []
        words += [f"{name}={chance}x{turns}" for name, (chance, turns) in outcome.statuses.items()]
        words += facts_of(outcome)
        out += [f"[{perception.true_name(entity)}] {' '.join(words)}"] if words else []
    return [*out, *facts_of(told)]


def facts_of(told: Forecast | Outcome) -> list[str]:
    """Write what is foreseen beside figures, with its chance."""
    named = {NOUN.sub(r"\1", str(fact)): chance for fact, chance in told.facts.items()}
    return [f"{fact}={chance:.3g}" for fact, chance in named.items()]


def page(spell: str) -> str:
    """Write one spell's page: its forecast, and its cast on every board."""
    out = ["== foreseen", *forecast_of(spell)]
    for board, (drawing, aim) in BOARDS.items():
        with Arena.from_ascii(drawing.strip(), {**LEGEND, **MOBS}, seed=7) as arena:
            arena.teach(spell)
            arena.set_pools(arena.player, hp=20, mana=20, max_mana=20)
            afflict(arena, arena.player, "Slowed", 9, 1)
            at = aim_of(arena, spell, aim)
            names = {entity: perception.true_name(entity) for entity in ecs.entities()}
            out.append(f"== {board}, at {at}")
            told = arena.forecast(spell, at) if board in TELLING else Forecast()
            out.extend(each for each in foreseen_lines(told) if "(" in each)
            cast = arena.cast(spell, at)
            out.extend([f"refused: {cast.refused}"] if cast.refused else [])
            out.extend(line(change, names) for change in cast.trace)
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("spell", SPELLS)
def test_the_cast_is_the_one_in_the_book(spell: str) -> None:
    file = BOOK / f"{spell.lower().replace(' ', '-').replace(chr(39), '')}.txt"
    compare(file, page(spell))


def test_no_page_is_left_of_a_spell_that_is_no_more() -> None:
    pages = {f"{each.lower().replace(' ', '-').replace(chr(39), '')}.txt" for each in SPELLS}
    assert {file.name for file in BOOK.iterdir() if file.suffix == ".txt"} == pages


CATALOG = catalog_for(None)
FOE = (7, 3)
AS_EVER = {"Acid Breath", "Explode"}
"""What a creature breathes or bursts into is not learned: no power makes it stronger."""


def ready(stage: Stage, spell: str) -> tuple[Arena, tuple[int, int]]:
    """Draw a room for a spell, its caster wounded; return it, and where to aim."""
    is_touch = CATALOG.spells[spell].use.delivery.shape == "touch"
    arena = stage(CLOSE if is_touch else HALL, knows=spell)
    arena.set_pools(arena.player, hp=100, mana=30)
    return arena, aim_of(arena, spell, FOE)


@pytest.mark.parametrize("spell", [name for name, row in CATALOG.spells.items() if row.mana_cost])
def test_spells_without_the_mana_are_refused(stage: Stage, spell: str) -> None:
    arena, aim = ready(stage, spell)
    cost = CATALOG.spells[spell].mana_cost
    arena.set_pools(arena.player, mana=cost - 1)
    with unchanged(arena):
        refused = arena.cast(spell, aim).refused
        assert refused is not None
        assert f"you have {cost - 1}" in refused


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


@pytest.mark.parametrize(
    ("mob", "spell", "share"),
    [
        ("Rock Golem", "Vitriol", 1.5),
        ("Fungus Man", "Ember Dart", 1.5),
        ("Lizardman", "Rime Lance", 1.5),
        ("Black Dragon", "Vitriol", 0.0),
        ("Dark Elf", "Long Shadow", 0.5),
        ("Spore Zombie", "Dawn's Rebuke", 1.5),
        ("Gelatinous Cube", "Ricochet", 1.5),
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
