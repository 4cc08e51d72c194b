"""Drawn rooms for tests, of a small catalogue of their own, and what tests ask of a trace."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from roguelike.actions import acting
from roguelike.components import vitals
from roguelike.core.effect import Effect
from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.effects import dispatch
from roguelike.effects.foresight.sampler import FULL
from roguelike.engine.play import commands
from roguelike.engine.play.turn import bury
from roguelike.engine.session import Session
from roguelike.lab.campaigns.marks import marks
from roguelike.raws.catalog import load_catalog
from roguelike.raws.deliveries import from_fields
from roguelike.raws.faults import Report
from roguelike.testing import Arena
from roguelike.world import changes, ecs
from roguelike.world.catalog import Catalog
from roguelike.world.game import NOBODY, Cause, Several, Single, Spot

Draw = Callable[..., Arena]
Begin = Callable[..., tuple[Session, Arena]]
LEGEND = {
    "r": "Rat",
    "g": "Goblin",
    "o": "Ogre",
    "k": "Kobold",
    "b": "Bat",
    "f": "Friend",
    "D": "Giant",
    "F": "Firecap Mushroom",
    "S": "Sporecap Mushroom",
    "P": "Deathcap Mushroom",
    "B": "Bomb",
    "+": "Door",
    "^": "Bear Trap",
    "m": "Landmine",
    "a": "Altar",
    "w": "Watch Fire",
    "*": "Brazier",
    "O": "Pillar",
    "c": "Crate",
    "!": "Health Potion",
    "?": "Magic Missile Scroll",
}
"""What the letters of a drawn room stand for, unless a test says otherwise."""


RULES = Path(__file__).parent / "fixtures" / "rules" / "spawns.json"
"""A small catalogue whose numbers never change, so that tests of rules do not hang on how the game is tuned."""


def rules() -> dict[str, Any]:
    """Return what the file of the rules' catalogue says, to be changed at will."""
    data: dict[str, Any] = json.loads(RULES.read_text(encoding="utf-8"))
    return data


@cache
def catalog() -> Catalog:
    """Return the rules' catalogue."""
    return load_catalog((RULES,))


def room(
    drawing: str,
    legend: Mapping[str, str] | None = None,
    *,
    raws: Path | Mapping[str, Any] | None = RULES,
    hp: int | None = None,
    knows: str | tuple[str, ...] = (),
    **options: Any,
) -> Arena:
    """Draw a room, of the rules' catalogue unless told otherwise; close it afterwards.

    With `raws` None it is of the game's own data. With `hp`, everybody has so many and the player mana to spare.
    `knows` names the spells of the player.
    Forecasts of it look no more closely than the rules do, which takes a third of the time.
    """
    arena = Arena.from_ascii(drawing, {**LEGEND, **(legend or {})}, raws=raws, **options)
    arena.precision = FULL
    if hp is not None:
        make_tough(arena, hp)
    for spell in (knows,) if isinstance(knows, str) else knows:
        arena.teach(spell)
    return arena


def make_tough(arena: Arena, hp: int) -> None:
    """Give everybody more hit points than a spell can take, and the player mana to spare."""
    for entity in sorted(set(arena.game.level.blockers.values())):
        if arena.max_hp(entity):
            arena.set_pools(entity, max_hp=hp, hp=hp)
    arena.set_pools(arena.player, max_mana=60, mana=60)


# --- making things happen


def do(arena: Arena, action: acting.Action, by: int | None = None) -> acting.Result:
    """Have the player, or another, perform an action: nobody else acts, and what it asks is not answered."""
    return acting.perform(action, arena.player if by is None else by, arena.game)


def effect(kind: str, **fields: Any) -> Effect:
    """Make an effect as data would."""
    report = Report()
    made = from_fields({"kind": kind, **fields}, report.at("a test"))
    report.raise_faults()
    assert made is not None
    return made


def inflict(
    arena: Arena,
    kind: str,
    target: int | tuple[int, int] | tuple[int, ...],
    *,
    by: int = NOBODY,
    what: str = "a test",
    **fields: Any,
) -> list[Any]:
    """Push one effect onto an entity and drain the queue; return the changes."""
    game = arena.game
    game.enter()
    start = len(game.trace)
    goal = Single(target) if isinstance(target, int) else Several(target)
    game.push(effect(kind, **fields), goal, by, Cause(what, by))
    dispatch.drain(game)
    return list(game.trace[start:])


def inflict_at(
    arena: Arena, kind: str, point: tuple[int, int], *, by: int = NOBODY, **fields: Any
) -> list[Any]:
    """Push one effect onto a tile and drain the queue; return the changes."""
    game = arena.game
    game.enter()
    start = len(game.trace)
    game.push(effect(kind, **fields), Spot(point), by, Cause("a test", by))
    dispatch.drain(game)
    return list(game.trace[start:])


def lives(arena: Arena, count: int) -> Iterator[Arena]:
    """Yield an arena as it is now, so many times, each time with other dice."""
    save = arena.save()
    for seed in range(count):
        with Arena.load(save) as again:
            again.game.rng = Stream(seed)
            yield again


# --- asking


def lost(trace: Any, entity: int) -> int:
    """Return the hit points that an entity lost, be it by a wound or because it can have no more than fewer."""
    return sum(int(c.before - c.after) for c in _moves_of_hp(trace, entity) if c.after < c.before)


def gained(trace: Any, entity: int) -> int:
    """Return the hit points that an entity got back, by healing or by a new level's refilled pools."""
    return sum(int(c.after - c.before) for c in _moves_of_hp(trace, entity) if c.after > c.before)


def _moves_of_hp(trace: Any, entity: int) -> list[Any]:
    """Return the changes that raised or lowered the hit points of an entity."""
    moved = [c for c in of(trace, changes.PoolChanged, entity) if c.pool == "hp"]
    cut = [
        c
        for c in of(trace, changes.Altered, entity)
        if (c.component, c.name) == (vitals.Pools, "hp")
    ]
    return [*moved, *cut]


def of(trace: Any, kind: type[Any], entity: int | None = None) -> list[Any]:
    """Return the changes of a kind, about one entity if named."""
    return [
        change
        for change in trace
        if type(change) is kind
        and entity in (None, getattr(change, "entity", None), getattr(change, "target", None))
    ]


def deaths(trace: Any) -> list[int]:
    """Return who died, in order."""
    return [change.entity for change in of(trace, changes.Died)]


def begun(trace: Any, entity: int | None = None) -> list[str]:
    """Return the names of the statuses that began."""
    return [change.name for change in of(trace, changes.StatusBegan, entity)]


def ended(trace: Any, entity: int | None = None) -> list[str]:
    """Return the names of the statuses that ended."""
    return [change.name for change in of(trace, changes.StatusEnded, entity)]


def flights(trace: Any) -> list[Any]:
    """Return what flew."""
    return of(trace, changes.Flew)


def fingerprint(arena: Arena) -> Mapping[str, object]:
    """Return everything that a refusal or a forecast must leave alone, but the news that each act begins anew."""
    arena.game.enter()
    bury(arena.game)
    return {**marks(arena.game), "trace": ()}


@contextmanager
def unchanged(arena: Arena) -> Iterator[None]:
    """Hold that whatever is done within leaves everything as it was."""
    before = fingerprint(arena)
    yield
    after = fingerprint(arena)
    assert [name for name in {**before, **after} if before.get(name) != after.get(name)] == []


def component(entity: int, kind: type[Any]) -> Any:
    """Return a component of the current world."""
    return ecs.get(entity, kind)


def walk(session: Session, goal: Point) -> None:
    """Walk to a tile of the town, through whoever is in the way, until there, elsewhere, or at the end of the game."""
    game = session.game
    for _ in range(200):
        here = session.here
        if here == goal or game.depth != 1 or session.is_over:
            return
        field = game.level.toward(goal)
        steps = sorted(
            (distance, (dx, dy))
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if (distance := field.distance((here[0] + dx, here[1] + dy), 999)) is not None
        )
        for _, step in steps:
            if session.do(commands.Step(*step)).acted:
                break


def calls(do: Callable[[], object]) -> int:
    """Return how many calls something takes: what it costs, on any machine."""
    count = 0

    def heard(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(heard)
    try:
        do()
    finally:
        sys.setprofile(None)
    return count
