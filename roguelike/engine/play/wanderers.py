"""Wanderers: resting attracts creatures, which come from the stairs, all of a group that lives at such depths.

This needs no state: each turn in which rest gives something has the same small chance, drawn from that turn's own
stream, so that it changes no other roll. Since there is an end to the quiet of a level, there is one to who comes.
"""

from roguelike.components import actors
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.core.rng import PERCENT, Stream, pick_weighted
from roguelike.effects import portals
from roguelike.engine.play.dungeon import rise_to, usual_level
from roguelike.mapgen.metas import population
from roguelike.systems.catch_up import come_after
from roguelike.systems.initiative import is_near_enough
from roguelike.world import changes, ecs, figures, perception, space, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause, Game, nature_of
from roguelike.world.level import Level
from roguelike.world.terrain import STAIRS

NEAREST_STEPS = 8
"""Least number of steps from the player at which a wanderer appears."""
TRIES = 20
TOGETHER_STEPS = 4
"""Steps from where a group comes in within which all of it does."""
HEARD = "Somebody has noticed how quiet it is here, and comes to see."
HEARD_BY_MORE = "Some have noticed how quiet it is here, and come to see."
_CAUSE = Cause("the quiet", kind="story")


def call_wanderers(game: Game) -> None:
    """Let those come who follow by the stairs, and perhaps others, if the player has rested."""
    come_after(game)
    if game.depth <= portals.TOWN or not _has_rested(game):
        return
    turns = figures.worked_out(game.content.figures["wanderer turns"], depth=game.depth)
    rng = game.stream(f"wanderer {game.turn}")
    if turns and rng.chance(PERCENT / turns) and (came := _place(game, rng)):
        text = HEARD if came == 1 else HEARD_BY_MORE
        game.change(changes.Told(_CAUSE, Message(text, (), "warn"), heard=True))


def _has_rested(game: Game) -> bool:
    """Return whether rest gave the player anything this turn."""
    return game.player not in game.dead and any(
        type(change) is changes.Altered and change.entity == game.player and change.name == "rested"
        for change in game.trace
    )


def _place(game: Game, rng: Stream) -> int:
    """Place a group on its way from some stairs to the player; return how many came."""
    catalog, here = game.content, space.point_of(game.player)
    if here is None:
        return 0
    spots = _ways_in(game, here)
    for _ in range(TRIES if spots else 0):
        names, spot = company(catalog, game.depth, rng), rng.choice(spots)
        if not all(_comes(game, catalog, name, spot) for name in names):
            continue
        around = [each for _, each in space.free_around(game.level, spot, TOGETHER_STEPS)]
        unseen = [each for each in around if not game.level.visible[each]]
        came = spawning.spawn_together(game, names, unseen, game.depth, rng)
        for entity in came:
            rise_to(entity, usual_level(perception.true_name(entity), game.depth, catalog), catalog)
            mind = ecs.get(entity, actors.Mind)
            mind.awake, mind.target, mind.last_seen = True, game.player, here
        return len(came)
    return 0


def company(catalog: Catalog, depth: int, rng: Stream) -> list[str]:
    """Draw who comes together at a depth: a group that lives there, or where none does whoever is found there."""
    groups = [(each, each.weight) for each in catalog.spawn_table.groups(depth)]
    group = pick_weighted(rng, groups)
    if group is not None:
        return list(population.members_of(group, rng))
    name = catalog.spawn_table.roll("mobs", depth, rng)
    return [name] if name is not None else []


def _ways_in(game: Game, here: Point) -> list[Point]:
    """List where those who come by each stairs are first near enough to take turns, if unseen and not too near."""
    level = game.level
    spots = [
        _first_near(level, point, here)
        for tile in STAIRS
        for point in level.find(tile)
        if not level.visible[point] and level.is_free(point)
    ]
    far = level.width * level.height
    distance = level.toward(here).distance
    return [each for each in spots if each and (distance(each, far) or 0) >= NEAREST_STEPS]


def _first_near(level: Level, start: Point, here: Point) -> Point | None:
    """Return the first tile of the way from `start` to the player at which creatures take turns; None if it is seen.

    Whoever was put at stairs farther away would stand there for good.
    """
    field, point, far = level.toward(here), start, level.width * level.height
    while not is_near_enough(point[0] - here[0], point[1] - here[1]):
        nearer = [each for each in field.steps(point, far) if level.is_free(each)]
        if not nearer or level.visible[nearer[0]]:
            return None
        point = nearer[0]
    return point


def _comes(game: Game, catalog: Catalog, name: str, spot: Point) -> bool:
    """Return whether a kind of creature would come for the player, and has room on a tile."""
    nature = nature_of(catalog, name)
    return (
        nature.movement != "rooted"
        and not nature.ambush_tiles
        and catalog.reaction(nature.faction, actors.PLAYER_FACTION) == "attack"
        and game.level.has_room(catalog.body("mobs", name), spot)
    )
