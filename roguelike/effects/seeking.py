"""Shapes of delivery that find their own targets: the next one nearby, all in sight, the nearest enemy."""

from roguelike.core.geometry import distance_squared, line
from roguelike.core.sight import among
from roguelike.effects.shapes import Aim, Reach, shape
from roguelike.effects.targeting import creatures_in, nearest_enemy
from roguelike.world.game import Area, Game, Several, Single, Spot
from roguelike.world.space import point_of


@shape("chain", "leaps from one enemy to the next")
def chain(aim: Aim, game: Game) -> Reach:
    """Strike the creature at the tile, then leap to the nearest enemy within the radius not struck yet, and so on.

    With `count` 3 and `radius` 4; the first is at the tile aimed at, the fourth is left out:

        ############
        #.......o..#
        #@...X.....#
        #.......O..#
        #..........#
        #....O.....#
        ############
    """
    struck = creatures_in(game, Spot(aim.at), aim.source)[:1]
    path = line(aim.origin, aim.at)
    here = aim.at
    while struck and len(struck) < max(1, aim.delivery.count):
        following = nearest_enemy(
            game, aim.source, here, game.level.blast(here, aim.delivery.radius), struck
        )
        if following is None:
            break
        there = point_of(following) or here
        path += line(here, there)[1:]
        struck.append(following)
        here = there
    return Reach(Several(tuple(struck)) if struck else Spot(aim.at), tuple(path))


@shape("sight", "reaches all in sight")
def sight(aim: Aim, game: Game) -> Reach:
    """Reach everyone in sight of the source within its range, the source left out."""
    level = game.level
    seen = sorted(among(level.view(aim.origin, aim.delivery.range or 8), level.at))
    found = creatures_in(game, Area(tuple(seen), aim.delivery.spares), aim.source)
    return Reach(Several(tuple(entity for entity in found if entity != aim.source)))


@shape("nearest", "finds the nearest enemy")
def nearest(aim: Aim, game: Game) -> Reach:
    """Strike the nearest enemy in sight, if it is less than a tile out of range (source game, 8.1)."""
    under = (aim.delivery.range or 1) + 1
    seen = game.level.blast(aim.origin, under)
    within = tuple(tile for tile in seen if distance_squared(aim.origin, tile) < under * under)
    foe = nearest_enemy(game, aim.source, aim.origin, within, [])
    there = point_of(foe) if foe is not None else None
    if foe is None or there is None:
        return Reach(Several(()))
    return Reach(Single(foe), tuple(line(aim.origin, there)))
