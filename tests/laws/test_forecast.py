"""What happens lies within what was foreseen, and foreseeing leaves no mark: every command, by everybody, all content.

One mechanism for all of it: `tests.foreseeing`. Boards are of the rules' catalogue and of the game's own data.
"""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.actions import (
    acting,
    bargaining,
    carrying,
    item_use,
    melee,
    moving,
    shooting,
    spell_use,
)
from roguelike.components import actors, bargains, items, magic, vitals
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.effects.foresight.forecast import Outcome
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from tests import boards
from tests.boards import Board, creatures
from tests.foreseeing import hold
from tests.halls import Stage
from tests.rooms import lives

Act = Callable[[Arena, Random], tuple[acting.Action, int]]
"""Chooses something to do, lets somebody be able to do it, and returns what, and who."""
ACTS: dict[str, Act] = {}
SECTIONS: tuple[actors.Section, ...] = ("props", "mobs")
EXAMPLES = {
    "cast": 50, "cast by a monster": 25, "use": 40, "strike": 25, "strike by a monster": 12, "shoot": 12,
    "tread on a trap": 20, "step": 12, "wait": 6, "throw": 25, "agree": 25, "take": 12,
    "cast what is inscribed": 60,
}  # fmt: skip


def act(name: str) -> Callable[[Act], Act]:
    """Add the function below to the acts."""

    def add(function: Act) -> Act:
        ACTS[name] = function
        return function

    return add


@cache
def with_part(known: Catalog, section: actors.Section, kind: type[object]) -> tuple[str, ...]:
    """List the rows of a section that have a component."""
    return tuple(
        name
        for name in sorted(known.names(section))
        if any(isinstance(part, kind) for part in known.templates(section, name))
    )


def data_of(arena: Arena) -> Catalog:
    """Return the data that an arena plays with."""
    return arena.game.content


def aim(arena: Arena, rng: Random) -> Point:
    """Choose a tile: mostly somebody's, at times any on the map or just off it."""
    level = arena.game.level
    if rng.random() < 0.7:
        return rng.choice(sorted(level.blockers))
    return rng.randint(-1, level.width), rng.randint(-1, level.height)


def beside(arena: Arena, rng: Random) -> Point:
    """Choose a tile beside the player, a free one if there is any."""
    x, y = arena.position(arena.player) or (0, 0)
    around = [(x + dx, y + dy) for dx, dy in DIRECTIONS]
    return rng.choice([spot for spot in around if arena.game.level.is_free(spot)] or around)


def neighbour(arena: Arena, rng: Random, actor: int) -> int:
    """Return somebody beside an actor, put there if there is room; the actor itself where there is none."""
    x, y = arena.position(actor) or (0, 0)
    around = [(x + dx, y + dy) for dx, dy in DIRECTIONS]
    there = [who for spot in around if (who := arena.game.level.blockers.get(spot, 0))]
    found = [who for who in there if arena.max_hp(who)]
    free = [spot for spot in around if arena.game.level.is_free(spot)]
    if free and (not found or rng.random() < 0.5):
        made = arena.spawn("Goblin", *rng.choice(free))
        arena.set_pools(made, hp=rng.randint(1, 9))
        return made
    return rng.choice(found) if found else actor


@act("cast")
def cast(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let the player cast any spell."""
    spell = rng.choice(sorted(data_of(arena).spells))
    arena.teach(spell)
    return acting.answered(
        spell_use.Cast(spell, aim(arena, rng)), arena.player, arena.game
    ), arena.player


@act("cast by a monster")
def cast_by_a_monster(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let anybody cast any spell."""
    spell, caster = rng.choice(sorted(data_of(arena).spells)), rng.choice(creatures(arena))
    arena.teach(spell, caster)
    arena.set_pools(caster, max_mana=60, mana=60)
    return acting.answered(spell_use.Cast(spell, aim(arena, rng)), caster, arena.game), caster


@act("use")
def use(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let the player use any thing whose nature is known."""
    name = rng.choice(with_part(data_of(arena), "items", magic.Use))
    item = arena.give(arena.player, name)
    arena.identify(name)
    return acting.answered(
        item_use.UseItem(item, aim(arena, rng)), arena.player, arena.game
    ), arena.player


@act("strike")
def strike(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let the player strike with any weapon that does something beside its damage, or with a fist."""
    arms = with_part(data_of(arena), "items", magic.Proc)
    if arms and rng.random() < 0.9:
        arena.equip(arena.player, rng.choice(arms))
    return melee.Melee(neighbour(arena, rng, arena.player)), arena.player


@act("strike by a monster")
def strike_by_a_monster(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let anybody strike a neighbour."""
    actor = rng.choice(creatures(arena))
    return melee.Melee(neighbour(arena, rng, actor)), actor


@act("shoot")
def shoot(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let the player shoot at anybody."""
    known = data_of(arena)
    bows = [
        name
        for name in with_part(known, "items", items.Weapon)
        for part in known.templates("items", name)
        if isinstance(part, items.Weapon) and part.reach_tiles is not None
    ]
    arena.equip(arena.player, rng.choice(bows))
    return shooting.Shoot(rng.choice(creatures(arena))), arena.player


@act("tread on a trap")
def tread(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let the player step on any trap."""
    (x, y), (here_x, here_y) = beside(arena, rng), arena.position(arena.player) or (0, 0)
    if arena.game.level.contains((x, y)):
        arena.spawn(rng.choice(with_part(data_of(arena), "props", magic.Trigger)), x, y)
    return moving.Step(x - here_x, y - here_y), arena.player


@act("step")
def step(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let anybody step, or bump into what is there."""
    return moving.Step(*rng.choice(DIRECTIONS)), rng.choice([arena.player, *creatures(arena)])


@act("throw")
def throw(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let the player throw any thing whose nature is known."""
    known = data_of(arena)
    made = {name for name in known.names("items") if name not in known.generated}
    breaks = sorted(made & set(with_part(known, "items", magic.Use)))
    name = rng.choice(breaks if rng.random() < 0.6 else sorted(made))
    arena.identify(name)
    return shooting.Throw(arena.give(arena.player, name), aim(arena, rng)), arena.player


@act("agree")
def agree(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let the player, who can pay for anything, take up any deal of a fixture or a person beside them."""
    known, player = data_of(arena), arena.player
    offering = [
        (section, name)
        for section in SECTIONS
        for name in with_part(known, section, bargains.Bargain)
    ]
    if not offering:
        return moving.Pass(), player
    pools = ecs.get(player, vitals.Pools)
    pools.gold = 900.0
    arena.set_pools(player, max_hp=60, hp=rng.randint(20, 60), max_mana=20, mana=rng.randint(0, 20))
    for name in known.names("items"):
        if "Key" in name or name == "Meat":
            arena.give(player, name)
    section, name = rng.choice(offering)
    spot = beside(arena, rng)
    if not arena.game.level.is_free(spot):
        return moving.Pass(), player
    thing = arena.spawn(name, *spot)
    deals = next(
        part for part in known.templates(section, name) if isinstance(part, bargains.Bargain)
    ).deals
    return bargaining.Agree(thing, rng.choice(deals).name), player


@act("take")
def take(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let the player take up a thing that lies underfoot: free, at a price, or one of several."""
    known, (x, y) = data_of(arena), arena.position(arena.player) or (0, 0)
    names = [name for name in known.names("items") if name not in known.generated]
    here, *others = (arena.spawn(rng.choice(names), x, y) for _ in range(2))
    gold = rng.choice((0, 0, 30))
    for thing in (here, *others):
        ecs.attach(thing, bargains.Terms(0 if gold else 1, gold))
    ecs.get(arena.player, vitals.Pools).gold = 50.0
    return (
        bargaining.Agree(here, bargaining.TAKE) if gold else carrying.PickUp(here)
    ), arena.player


@act("cast what is inscribed")
def cast_inscribed(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let a player of any level cast a spell with whatever runes fit it, mastering its school or not."""
    known = data_of(arena)
    arena.set_level(arena.player, rng.choice((1, 5, 12)))
    spell = rng.choice(sorted(known.spells))
    school = known.spells[spell].school
    alike = [name for name in sorted(known.spells) if known.spells[name].school == school]
    for other in rng.sample(alike, min(len(alike), rng.randint(0, 6))):
        arena.teach(other)
    arena.teach(spell)
    arena.set_pools(arena.player, max_mana=60, mana=60)
    runes = with_part(known, "items", magic.Rune)
    for rune in rng.sample(runes, min(len(runes), rng.randint(1, 3))):
        arena.inscribe(spell, rune)
    return acting.answered(
        spell_use.Cast(spell, aim(arena, rng)), arena.player, arena.game
    ), arena.player


@act("wait")
def wait(arena: Arena, rng: Random) -> tuple[acting.Action, int]:
    """Let the player wait."""
    return moving.Pass(), arena.player


def hold_on(board: Board, name: str, number: int) -> str:
    """Choose an act of a kind on a board, and hold it against its forecast."""
    rng = Random(number)
    with board.arena() as arena:
        action, actor = ACTS[name](arena, rng)
        return hold(arena, action, actor, seed=number)


def any_board(*, own: bool) -> st.SearchStrategy[Board]:
    """Draw boards of the game's own data or the rules', half of them calm."""
    ground = OWN_GROUND if own else boards.GROUND
    return st.booleans().flatmap(lambda calm: boards.boards(ground=ground, own=own, calm=calm))


OWN_GROUND = "." * 20 + '""""###,,~'


LENGTHS = [
    pytest.param((1 / 2, 1 / 4), id="few"),
    pytest.param((100, 25), id="many", marks=pytest.mark.soak),
]
"""Times so many examples are tried of the game's own data, and of the rules'."""


@pytest.mark.parametrize("times", LENGTHS)
@pytest.mark.parametrize("own", [False, True], ids=["rules", "own data"])
@pytest.mark.parametrize("name", ACTS)
def test_what_is_done_was_foreseen(name: str, own: bool, times: tuple[float, float]) -> None:  # noqa: FBT001
    @given(any_board(own=own), st.integers(0, 10**6))
    @settings(max_examples=int(EXAMPLES[name] * times[0 if own else 1]))
    def law(board: Board, number: int) -> None:
        hold_on(board, name, number)

    law()


def test_where_a_bounce_meets_a_wall_never_seen_it_is_told_in_part() -> None:
    drawing = "#########\n#~.@~.cc#\n#...r!~.#\n##..#.#!#\n#########"
    wounds = (100, 21, 13, 13, 13, 100, 3, 21, 100, 5, 100, 8)
    board = Board(drawing, seed=3, wounds=wounds, own=False, calm=False)
    assert hold_on(board, "cast what is inscribed", 93) == "Cast"


def test_most_cases_are_held_and_not_passed_over() -> None:
    for name in ACTS:
        rng, came_to = Random(name), []
        for number in range(10):
            drawing = boards.scatter(rng, 8, 5, 6, OWN_GROUND)
            board = Board(drawing, number, own=True, calm=True)
            came_to.append(hold_on(board, name, number))
        held = [
            each for each in came_to if not each.startswith("not compared") and each != "helpless"
        ]
        assert len(held) > 3, (name, came_to)
        assert set(held) - {"refused"}, name


def test_there_are_traits_rods_staffs_and_traps_among_them() -> None:
    own = boards.own_catalog()
    traits = {trait.name for trait in own.traits}
    weapons, things = with_part(own, "items", magic.Proc), with_part(own, "items", magic.Use)
    assert len(traits) >= 12
    assert all(any(name.startswith(trait) for name in weapons) for trait in traits)
    assert {"Bear Trap", "Landmine", "Altar"} <= set(with_part(own, "props", magic.Trigger))
    for kind in ("Potion", "Scroll", "Rod", "Staff"):
        assert any(kind in name for name in things), kind


@pytest.mark.parametrize("count", [12, pytest.param(120, marks=pytest.mark.soak)])
@pytest.mark.parametrize("spell", ["Kindling", "Curtain of Embers", "Ember Dart"])
def test_whoever_a_fire_may_reach_in_its_first_turns_is_warned(
    stage: Stage, spell: str, count: int
) -> None:
    """One forecast is held to whatever the dice do."""
    arena = stage('############\n#@.."""""".#\n#..."""""".#\n############')
    near = [arena.spawn("Goblin", *spot) for spot in ((7, 1), (8, 2))]
    for goblin in near:
        arena.set_pools(goblin, max_hp=200, hp=200)
    arena.teach(spell)
    outcomes, burnt = arena.forecast(spell, (6, 1)).outcomes, []
    for again in lives(arena, count):
        again.cast(spell, (6, 1))
        again.wait(3)
        lost = [200 - again.hp(goblin) for goblin in near]
        for goblin, hit_points in zip(near, lost, strict=True):
            foreseen = outcomes.get(goblin, Outcome())
            assert foreseen.damage[0] + foreseen.later[0] <= hit_points <= foreseen.damage[2]
        burnt.append(lost[0] > 0)
    assert any(burnt)
    if spell == "Kindling":
        assert not all(burnt)
