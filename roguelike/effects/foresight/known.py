"""The level as the player knows it, for foreseeing a command: no preview, refusal or question may reveal more.

`roguelike.world.known_level` describes what that means for creatures, things and ground.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from roguelike.core.sight import with_borders
from roguelike.world.changes import Unleashed
from roguelike.world.game import Change, Game
from roguelike.world.known_level import level_as_known


@contextmanager
def as_known(game: Game, user: int) -> Iterator[None]:
    """Show the block the level as the player knows it, if the player is the user; otherwise as it is."""
    if user != game.player:
        yield
        return
    with level_as_known(game):
        yield


def reaches_unseen(game: Game, changes: Sequence[Change]) -> bool:
    """Return whether a use covers, or may spread to, tiles that the player does not see: anything may be there.

    A use on several tiles may reach from open ground to ground never seen; one that strikes a single tile does not.
    """
    level = game.level
    struck = [change.points for change in changes if isinstance(change, Unleashed)]
    covered = [cell for points in struck for cell in points if level.contains(cell)]
    if any(level.walkable[cell] and not level.visible[cell] for cell in covered):
        return True
    wide = [cell for points in struck if len(points) > 1 for cell in points if level.contains(cell)]
    if not wide:
        return False
    beside = with_borders(~level.explored) & level.transparent
    return any(bool(beside[cell]) for cell in wide)
