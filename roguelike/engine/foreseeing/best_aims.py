"""Where to aim: the tiles at which a spell or thing does the player most good, for the aim screen, counsel and bots."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from roguelike.actions.action import Action
from roguelike.actions.senses import hostiles_in_view
from roguelike.components.magic import Delivery
from roguelike.core.geometry import Point, disc, distance
from roguelike.effects.foresight.trials import ROUGHEST, Precision
from roguelike.effects.shapes import reach
from roguelike.effects.targeting import creatures_in, is_creature
from roguelike.engine.foreseeing.aiming import aimable, foresee, worth
from roguelike.world.factions import are_friends
from roguelike.world.game import Area, Game, Several, Single, Spot, Targets
from roguelike.world.known_level import as_known
from roguelike.world.space import cells_of, point_of

MOST_AIMS, MOST_GAPS = 8, 3
"""Limits on the aims offered: tiles of enemies, and tiles between enemies."""


def best_aims(game: Game, action: Action, precision: Precision = ROUGHEST) -> list[Point]:
    """List useful tiles to aim at, best first: harm to enemies less harm to oneself and friends.

    The forecasts are rough, since they only rank the tiles; the chosen one is then shown in full.
    """
    here = point_of(game.player)
    if here is None:
        return []

    def rank(spot: Point) -> tuple[float, float, Point]:
        """Return the sort key of a tile."""
        seen = foresee(game, game.player, action.at(spot), precision)
        return -worth(game, seen), distance(here, spot), spot

    with as_known(game, game.player):
        return sorted(_candidates(game, action, here), key=rank)


def _candidates(game: Game, action: Action, here: Point) -> list[Point]:
    """List the tiles worth a forecast: those of the nearest enemies, and tiles between that reach more of them."""
    bodies = [cells_of(foe) for foe in hostiles_in_view(game)]
    allowed = set(aimable(game, action)) if bodies else set[Point]()
    # Of a large body it takes the first tile in reach: it can be hit although its corner is too far away.
    foes = {next((cell for cell in body if cell in allowed), body[0]) for body in bodies}
    nearest = sorted(foes & allowed, key=lambda spot: (distance(here, spot), spot))[:MOST_AIMS]
    delivery = action.delivery(game)
    if not nearest or delivery is None or not action.is_known(game):
        return nearest
    if not delivery.radius and not (len(nearest) > 1 and _is_area(game, delivery, nearest[0])):
        return nearest

    @cache
    def weight(entity: int) -> int:
        """Return how much reaching a creature counts: 1 for an enemy, -2 for one's own side."""
        return -2 if are_friends(game, entity, game.player) else 1

    def gain(spot: Point) -> int:
        """Return the sum of the weights of the creatures that an aim reaches."""
        return sum(weight(entity) for entity in _reached(game, delivery, spot))

    least = max(map(gain, nearest))
    if delivery.radius:
        # A blast reaches only what is within its radius, so most tiles can be skipped: a quarter of the time.
        near = _counted_near(game, weight, delivery.radius)
        between = _in_reach_of_two(foes, delivery.radius) & allowed - foes
        spots = [spot for spot in between if near[spot] > least]
    else:
        spots = list(_midway(nearest) & allowed - foes)
    gains = {spot: gain(spot) for spot in spots}
    gaps = [spot for spot in spots if gains[spot] > least]
    return nearest + sorted(gaps, key=lambda s: (-gains[s], distance(here, s), s))[:MOST_GAPS]


def _midway(foes: Sequence[Point]) -> set[Point]:
    """Return the tiles halfway between any two enemies, where a cone or a wall may reach both."""
    return {((x + a) // 2, (y + b) // 2) for (x, y), (a, b) in combinations(foes, 2)}


def _in_reach_of_two(foes: set[Point], radius: int) -> set[Point]:
    """Return the tiles with at least two enemies within a radius."""
    near = Counter((x + dx, y + dy) for x, y in foes for dx, dy in disc(radius))
    return {spot for spot, found in near.items() if found > 1}


def _counted_near(game: Game, weight: Callable[[int], int], radius: int) -> Counter[Point]:
    """Count for every tile the worthwhile targets within a radius of it."""
    near: Counter[Point] = Counter()
    for entity in {each for each in game.level.blockers.values() if is_creature(game, each)}:
        if weight(entity) > 0:
            cells = cells_of(entity)
            near.update({(x + dx, y + dy) for x, y in cells for dx, dy in disc(radius)})
    return near


def _is_area(game: Game, delivery: Delivery, spot: Point) -> bool:
    """Return whether an aim reaches an area and not only whom it strikes first."""
    return isinstance(_targets(game, delivery, spot), Area)


def _targets(game: Game, delivery: Delivery, spot: Point) -> Targets:
    """Return what an aim of the player's reaches."""
    return reach(delivery, game.player, spot, Single(game.player), game).targets


def _reached(game: Game, delivery: Delivery, spot: Point) -> Sequence[int]:
    """List the creatures that an aim reaches."""
    match _targets(game, delivery, spot):
        case Area() | Spot() as targets:
            return creatures_in(game, targets, game.player)
        case Single(entity):
            return [entity]
        case Several(entities):
            return entities


def takes_one_there(game: Game, action: Action) -> bool:
    """Return whether the player would end up where a command is aimed, as far as they know."""
    use = action.use(game)
    return use is not None and any(each.takes_one_there for each in use.effects)
