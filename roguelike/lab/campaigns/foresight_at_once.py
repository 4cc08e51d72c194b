"""What an act does at once, held against its forecast: hit points, mana, deaths, statuses and facts."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from roguelike.components.statuses import Duration, StatusEffect
from roguelike.core.geometry import Point
from roguelike.core.records import State, field
from roguelike.core.sight import Mask
from roguelike.effects.displacement import STUCK
from roguelike.effects.foresight.facts import Begins, Dies, Fact, Then
from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.world import ecs
from roguelike.world.changes import (
    Altered,
    Died,
    Fizzled,
    Moved,
    PoolChanged,
    StatusBegan,
    StatusEnded,
)
from roguelike.world.game import NOBODY, Change, Game
from roguelike.world.remembering import known_tiles
from roguelike.world.space import cells_of

Comparison = tuple[str, str]
"""What was compared, and what is wrong with it; "" for nothing."""
UNTOUCHED = Outcome()
CERTAIN = 1.0
TO_COME = frozenset((Begins, Dies, Then))
"""Facts of the turns to come."""


class Happened(State):
    """What changes came to, by creature."""

    lost: Counter[int] = field(default_factory=Counter)
    healed: Counter[int] = field(default_factory=Counter)
    mana: Counter[int] = field(default_factory=Counter)
    dead: set[int] = field(default_factory=set)
    begun: dict[int, dict[str, int]] = field(default_factory=dict)
    """Statuses that began and have not ended, with their turns."""
    renewed: dict[int, set[str]] = field(default_factory=dict)
    moved: set[int] = field(default_factory=set)

    def concerned(self) -> set[int]:
        """Return everybody to whom anything has happened."""
        return {*self.lost, *self.healed, *self.mana, *self.dead, *self.begun, *self.moved}


def happened(changes: Sequence[Change]) -> Happened:
    """Add up what some changes came to."""
    found = Happened()
    for change in changes:
        match change:
            case PoolChanged(pool="hp") | Altered(name="hp"):
                book = found.lost if change.after < change.before else found.healed
                book[change.entity] += abs(int(change.after - change.before))
            case PoolChanged(pool="mana") | Altered(name="mana"):
                found.mana[change.entity] += int(change.after - change.before)
            case Died() if type(change) is Died:
                found.dead.add(change.entity)
            case Moved():
                found.moved.add(change.entity)
            case StatusBegan():
                found.begun.setdefault(change.target, {})[change.name] = change.turns
            case StatusEnded():
                found.begun.get(change.target, {}).pop(change.name, None)
            case Altered() if change.component is Duration and change.after > change.before:
                status = ecs.get(change.entity, StatusEffect)
                found.renewed.setdefault(status.target, set()).add(status.name)
            case _:
                pass
    return found


def dark_tiles(game: Game) -> Mask:
    """Return the tiles out of view of which the player may not know what is there: where anything is or was."""
    level = game.level
    unknown: Mask = known_tiles(level) != level.tiles
    for cell in (*level.at, *level.remembered.things):
        unknown[cell] |= bool(level.at.get(cell) or level.remembered.things.get(cell))
    dark: Mask = ~level.visible & (~level.explored | unknown)
    return dark


def reaches(changes: Sequence[Change], tiles: Mask) -> bool:
    """Return whether changes are about any of some tiles; of those out of view, no forecast tells."""
    touched = set[Point]()
    for change in changes:
        point = getattr(change, "point", None)
        touched.update(getattr(change, "points", ()), getattr(change, "path", ()))
        touched.update([change.after[:2]] if type(change) is Moved else ())
        touched.update([point] if point is not None else ())
        if type(change) is Fizzled and change.reason == STUCK:
            # What stands out of view beside it may hold it where it is.
            touched.update(beside(cells_of(change.target)))
    return within(touched, tiles)


def within(spots: Collection[Point], tiles: Mask) -> bool:
    """Return whether any of some points, on the map or off it, is one of some tiles."""
    width, height = tiles.shape
    return any(tiles[x, y] for x, y in spots if 0 <= x < width and 0 <= y < height)


def beside(cells: Collection[Point]) -> set[Point]:
    """Return some tiles and those around them."""
    reach = (-1, 0, 1)
    return {(x + dx, y + dy) for x, y in cells for dx in reach for dy in reach}


def compared(
    foreseen: Forecast, known: Collection[int], is_so: Happened, actor: int
) -> Iterator[Comparison]:
    """Compare what happened to each known creature, if anything did or was told.

    An actor who only pays is not told of: what an act costs is said elsewhere.
    """
    for entity in sorted(known):
        told = foreseen.outcomes.get(entity, UNTOUCHED)
        for what, least, now, most in (
            ("damage", told.at_once[0], is_so.lost[entity], told.at_once[2]),
            ("healing", told.healing[0], is_so.healed[entity], told.healing[2]),
            ("mana", told.mana[0], is_so.mana[entity], told.mana[2]),
        ):
            if what == "mana" and entity == actor and entity not in foreseen.outcomes:
                continue
            if least or now or most:
                yield what, outside(f"{entity}: {what}", least, now, most)
        yield from _fates(entity, told, is_so)


def outside(what: str, least: int, now: int, most: int) -> str:
    """Say that an amount was not foreseen, if so."""
    return "" if least <= now <= most else f"{what} {now}, and {least} to {most} were foreseen"


def _fates(entity: int, told: Outcome, is_so: Happened) -> Iterator[Comparison]:
    """Compare the death of a creature, and the statuses that began on it."""
    is_dead = entity in is_so.dead
    if is_dead or told.kill:
        wrong = told.kill == 0 if is_dead else told.kill == CERTAIN
        fate = "dies" if is_dead else "lives"
        yield "deaths", f"{entity} {fate}, foreseen at {told.kill} to die" if wrong else ""
    begun = is_so.begun.get(entity, {})
    for name, turns in begun.items():
        chance, longest = told.statuses.get(name, (0.0, 0))
        is_told = chance > 0 and turns <= longest
        yield (
            "statuses",
            "" if is_told else f"{entity} is {name} for {turns}, foreseen {chance} for {longest}",
        )
    if not is_dead:
        has = begun.keys() | is_so.renewed.get(entity, set())
        for name in [each for each, (chance, _) in told.statuses.items() if chance == CERTAIN]:
            yield "statuses", "" if name in has else f"{entity} is surely {name}, and is not"


def facts_compared(
    foreseen: Forecast, known: Collection[int], so: Mapping[int, Collection[Fact]]
) -> Iterator[Comparison]:
    """Compare the facts with what comes of an act: all of that was told, and what was certain comes."""
    for entity in sorted({*known, NOBODY}):
        told = foreseen.facts if entity == NOBODY else _told(foreseen, entity).facts
        found = so.get(entity, ())
        for fact in found:
            if fact not in told:
                yield "facts", f"{entity}: nothing was said of {fact}"
            else:
                yield "facts", "" if told[fact] > 0 else f"{entity}: {fact} had no chance"
        for fact, chance in told.items():
            if chance == CERTAIN and fact not in found and type(fact) not in TO_COME:
                yield "facts", f"{entity}: {fact} was certain, and did not come"


def _told(foreseen: Forecast, entity: int) -> Outcome:
    """Return what was told of a creature."""
    return foreseen.outcomes.get(entity, UNTOUCHED)
