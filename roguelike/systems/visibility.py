"""What the player sees, remembers and notices."""

import esper

from roguelike.components.bargains import Walled
from roguelike.components.items import Magic
from roguelike.components.spatial import Hidden
from roguelike.core.geometry import Point, steps_between
from roguelike.core.sight import Mask, any_of
from roguelike.systems.lighting import dark_view
from roguelike.world.changes import alter
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Game
from roguelike.world.names import true_name
from roguelike.world.remembering import forget, remember
from roguelike.world.space import point_of, present

VISION_TILES = 8
"""How far the player sees, in tiles (source game, 3.5)."""
SEARCHING_PERCENT = 50.0
"""Percent chance each turn of finding an adjacent hidden door: waiting there is searching."""
NOTICING_PERCENT = 100 / 24
"""Percent chance of noticing each hidden thing in view, each time the view changes (source game, 3.5)."""


def look_around(game: Game) -> None:
    """Update what the player sees and has explored of the level."""
    here = point_of(game.player)
    if here is None or game.player in game.dead:
        return
    level, view = game.level, view_from(game, here)
    if view is level.visible:
        return
    # `a > b` of two masks is what is only in `a`.
    gone, come = level.visible > view, view > level.visible
    level.visible = view
    if any_of(gone):
        remember(game, level, gone)
    if any_of(come):
        forget(level, come)
    news = view > level.explored
    if any_of(news):
        level.explored |= news
        _meet_magic(game, news)


def view_from(game: Game, here: Point) -> Mask:
    """Return the mask [x, y] of what the player would see now from a tile; it must not be written to."""
    blind = "see" in stats_of(game.player).status.forbids
    if game.level.lit or blind:
        return game.level.view(here, 1 if blind else VISION_TILES)
    return dark_view(game, here)


def _meet_magic(game: Game, news: Mask) -> None:
    """Add the kinds of magic items on tiles seen for the first time to the discoveries."""
    for point, entities in game.level.at.items():
        if news[point]:
            game.encountered.update(
                true_name(entity) for entity in entities if esper.has_component(entity, Magic)
            )


def notice(game: Game) -> None:
    """Roll for each hidden thing in view whether the player finds it."""
    visible = game.level.visible
    odds = 100.0 if stats_of(game.player).blessing.keen else NOTICING_PERCENT
    for thing, hidden in present(game, Hidden):
        if hidden.found or thing in game.dead:
            continue
        point = point_of(thing)
        if point is None or not visible[point]:
            continue
        if game.rng.chance(max(odds, _searching(game, thing, point))):
            alter(game, thing, Hidden, "found", after=True, cause=Cause("a sharp eye", game.player))


def _searching(game: Game, thing: int, point: Point) -> float:
    """Return the percent chance of finding something set into an adjacent wall; 0.0 for anything else."""
    here = point_of(game.player)
    beside = here is not None and steps_between(here, point) <= 1
    return SEARCHING_PERCENT if beside and esper.has_component(thing, Walled) else 0.0
