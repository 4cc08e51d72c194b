"""Fires that burnt before an act: those that it brought fuel or somebody to, and what they would have done anyway.

Such a fire is followed like one that began with the act. What it takes from those who were there before is no
consequence of the act, nor is a fire that it spreads to where the act brought nothing. A fire that an act prolongs
would have burnt anyway for as many turns as it had left.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from roguelike.components.hazards import Hazard, HazardTemplate
from roguelike.components.statuses import Duration, StatusEffect
from roguelike.core.geometry import ORTHOGONAL, Point
from roguelike.core.records import State
from roguelike.effects.elements import reacts
from roguelike.world import ecs
from roguelike.world.changes import (
    Altered,
    Died,
    Moved,
    PoolChanged,
    Spawned,
    StatusBegan,
    TileChanged,
)
from roguelike.world.game import NOBODY, Change, Game
from roguelike.world.names import true_name
from roguelike.world.space import cells_of

TILES = 3
"""Over how many tiles a forecast looks for fires that may spread to what an act brought."""
BESIDE = 1
"""Over how many tiles a reply does, which plays many turns in which everybody moves."""


class Brought(State):
    """What an act brought: entities that it moved, or made (from the id `since` on), and ground that it changed."""

    since: int
    moved: set[int]
    laid: set[Point]

    def includes(self, entity: int) -> bool:
        """Return whether an entity is where it is because of the act."""
        return entity >= self.since or entity in self.moved


class OldFires(State):
    """Fires that would burn without the act, too, and whom they would harm anyway."""

    brought: Brought
    left: dict[int, int]
    """Turns for which each of them would burn anyway."""
    affected: set[int]
    """Creatures that the act, or what follows from it, hurt or put under a status: their deaths are its doing."""

    def pass_turn(self, fires: Iterable[int]) -> None:
        """Count one turn as passed for some of the fires."""
        for fire in fires:
            self.left[fire] = max(0, self.left[fire] - 1)


def spreading_fires(game: Game, since: int) -> list[int]:
    """List the fires with ids below `since` that may spread."""
    old = [hazard for hazard in game.level.hazards if hazard < since]
    return [hazard for hazard in old if _element_of(hazard)]


def fires_met(
    game: Game, changes: Sequence[Change], since: int, fires: Sequence[int], tiles: int
) -> set[int]:
    """Return those of some old fires that may spread to what an act brought, over at most so many `tiles`."""
    if not fires:
        return set()
    brought = brought_by(changes, since)
    made = [each.point for each in changes if type(each) is Spawned and each.depth == game.depth]
    places = {*made, *brought.laid, *(cell for each in brought.moved for cell in cells_of(each))}
    found = set[int]()
    for element in {_element_of(fire) for fire in fires if places} - {None}:
        assert element is not None
        fed = {cell for cell in places if _is_fuelled(game, brought, {}, cell, element)}
        near = _near(game, fed, element, tiles)
        found.update(fire for fire in fires if game.level.hazards.get(fire) in near)
    return found - game.dead


def _near(game: Game, places: set[Point], element: str, tiles: int) -> set[Point]:
    """Return the tiles from which a fire may spread to some places over others that burn, by its element."""
    found, edge = set[Point](), places
    for _ in range(tiles):
        beside = {cell for place in edge for cell in _beside(place)} - found
        found |= beside
        edge = {cell for cell in beside - places if reacts(game, cell, element)}
    return found


def brought_by(changes: Sequence[Change], since: int) -> Brought:
    """Return what an act brought, by its changes."""
    moved = {change.entity for change in changes if type(change) is Moved}
    return Brought(
        since, moved, {change.point for change in changes if type(change) is TileChanged}
    )


def drifts(hazard: int) -> bool:
    """Return whether a fire or cloud drifts."""
    row = ecs.row(hazard)
    return HazardTemplate in row and row[HazardTemplate].drifts


def affected_by(changes: Iterable[Change]) -> set[int]:
    """Return the creatures that changes hurt or put under a status."""
    found = set[int]()
    for change in changes:
        if type(change) is PoolChanged and change.pool == "hp" and change.after < change.before:
            found.add(change.entity)
        elif type(change) is StatusBegan:
            found.add(change.target)
    return found


@contextmanager
def setting_apart(game: Game, old: OldFires, anyway: set[int], hazard: int) -> Iterator[None]:
    """Let the block run one turn of a hazard; add to `anyway` the changes that would have happened without the act.

    They are noted by their indexes into the trace. Fires that an old fire starts where the act brought it nothing are
    old themselves. A cloud that drifts would have shared the turns that it had left, too.
    """
    left = old.left.get(hazard, 0)
    if not left:
        yield
        return
    fed, begun = _fed(game, old.brought, old.left, hazard), len(game.trace)
    row = ecs.row(hazard)
    turns, is_cloud = row[Hazard].turns, row[HazardTemplate].drifts
    yield
    left -= 1
    shared = left // 2 if left > 1 else 0
    has_thinned = is_cloud and shared and row[Hazard].turns < turns - 1
    old.left[hazard] = shared if has_thinned else left
    for place in range(begun, len(game.trace)):
        change = game.trace[place]
        if type(change) is Spawned:
            if change.point not in fed and Hazard in ecs.row(change.entity):
                lasts = ecs.get(change.entity, Hazard).turns
                old.left[change.entity] = shared if is_cloud else lasts
        elif _would_happen(old, change):
            anyway.add(place)


def count_on_fewest(clouds: dict[int, int]) -> None:
    """Lower the turns for which clouds would last anyway to those that they surely would, however they thin."""
    for cloud, left in clouds.items():
        if drifts(cloud):
            clouds[cloud] = _fewest(left)


def _fewest(left: int) -> int:
    """Return for how many turns a cloud lasts that thins in each of them."""
    turns = 0
    while left > 0:
        left, turns = left - 1, turns + 1
        left = left // 2 if left > 1 else left
    return turns


def _would_happen(old: OldFires, change: Change) -> bool:
    """Return whether something that an old fire does would happen without the act: to those who were there before.

    Of those whom the act affected that is only certain of the hit points that the flames themselves take.
    """
    if type(change) is PoolChanged:
        return not old.brought.includes(change.entity)
    whom = _whom(change)
    return whom != NOBODY and not old.brought.includes(whom) and whom not in old.affected


def _whom(change: Change) -> int:
    """Return who dies, or whose status begins or is prolonged; NOBODY for other changes."""
    if type(change) is Died:
        return change.entity
    if type(change) is StatusBegan:
        return change.target
    if type(change) is Altered and change.component in (Duration, StatusEffect):
        row = ecs.row(change.entity)  # empty if it has ended since
        return row[StatusEffect].target if StatusEffect in row else NOBODY
    return NOBODY


def _fed(game: Game, brought: Brought, left: dict[int, int], hazard: int) -> set[Point]:
    """Return the tiles beside a hazard to which it may spread because of what an act brought there."""
    element, point = _element_of(hazard), game.level.hazards.get(hazard)
    if not element or point is None:
        return set()
    return {cell for cell in _beside(point) if _is_fuelled(game, brought, left, cell, element)}


def _is_fuelled(
    game: Game, brought: Brought, left: dict[int, int], cell: Point, element: str
) -> bool:
    """Return whether a tile reacts to an element, and does so, or matters to somebody, because of the act."""
    level = game.level
    who = level.blockers.get(cell, NOBODY)
    if cell in brought.laid or (who != NOBODY and brought.includes(who)):
        return reacts(game, cell, element)
    things = game.content.reactions(element).things
    return any(
        brought.includes(thing)
        and thing not in left
        and thing not in game.dead
        and true_name(thing) in things
        for thing in level.at.get(cell, ())
    )


def _element_of(hazard: int) -> str | None:
    """Return the element with which a hazard spreads; None if it does not spread."""
    row = ecs.row(hazard)
    if Hazard not in row or HazardTemplate not in row:
        return None
    template: HazardTemplate = row[HazardTemplate]
    return template.element if template.spread_percent else None


def _beside(point: Point) -> list[Point]:
    """List the four tiles to which a fire may spread."""
    x, y = point
    return [(x + dx, y + dy) for dx, dy in ORTHOGONAL]
