"""The story: once the Amulet is taken, every level on the way up is refilled, and a hunter follows its bearer.

The story looks at what the player carries at the end of each turn, not at how they got it, so that it works for an
Amulet picked up, bought, conjured, or dropped and picked up again.
"""

from collections.abc import Iterator

from roguelike.components.actors import Initiative, Mind, Nature, Quest
from roguelike.core.geometry import Point, steps_between
from roguelike.core.grammar import Message
from roguelike.core.records import replace
from roguelike.core.rng import Chance
from roguelike.core.sight import points
from roguelike.effects.portals import TOWN, bears_relic
from roguelike.engine.play.pursuit import (
    HUNT_TURNS,
    first_arrival,
    follow_trail,
    near_what_was_let_go,
)
from roguelike.engine.telling.sentences import sentence_for
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs, spawning
from roguelike.world.changes import QuestAdvanced, Rescheduled, Told, move, quest_of
from roguelike.world.game import Cause, Game
from roguelike.world.names import true_name
from roguelike.world.space import is_here, nearest_free, point_of

HUNTER = "Ulkhar the Unpaid"
"""Name of the mob that hunts the bearer of the Amulet; if the raws have none of that name, nobody comes."""
FOUND = f"Somewhere near, coins are being counted. {HUNTER} has found you."
"""The message when it arrives."""
NO_WAY_IN = "Somewhere near, coins are being counted, and again from the start. It finds no way to you for now."
"""The message when it cannot arrive: there is no room for it within its distance of the player."""
HUNTER_NEAREST_STEPS, HUNTER_FURTHEST_STEPS = 6, 12
"""Least and most steps from the player at which the hunter arrives."""
REFILL_LEVELS_DEEPER = 4
"""How many levels deeper the creatures that refill a level usually live."""
NEWCOMERS = 10
NEWCOMERS_NEAREST_TILES = 10
"""How many creatures refill a level, and their least distance from the player in tiles."""
SAFE_TURNS = 5
OPENING = (
    "The sorcerer kings bound the Abyss with the Amulet of Yala, and left it under this town.",
    "Last night the whole pub heard you swear to fetch it.",
)
"""The first messages of a new game."""
EPITAPH = "Brought the Amulet of Yala home"
_CAUSE = Cause("the Amulet of Yala", kind="story")


def advance_story(game: Game) -> None:
    """Advance the quest if the player carries, or once carried, the Amulet. Called at the end of each player turn."""
    quest = quest_of(game)
    if quest is not None and quest.won:
        return
    if not bears_relic(game.player):
        if quest is not None and not _is_upon_them(game):
            near_what_was_let_go(game, quest)
        return
    if quest is None:
        begun = Quest((game.depth,), first_arrival(game))
        game.change(QuestAdvanced(None, begun, _CAUSE))
        return
    if game.depth not in quest.stirred:
        after = replace(
            quest,
            stirred=(*quest.stirred, game.depth),
            hunted_at=max(quest.hunted_at, game.turn + SAFE_TURNS),
        )
        game.change(QuestAdvanced(quest, after, _CAUSE))
        quest = after
        if game.depth > TOWN:
            refill(game)
    if not _is_upon_them(game):
        quest = follow_trail(game, quest)
    if game.turn >= quest.hunted_at:
        game.change(QuestAdvanced(quest, replace(quest, hunted_at=game.turn + HUNT_TURNS), _CAUSE))
        hunt(game)


def _is_upon_them(game: Game) -> bool:
    """Return whether the hunter is already on the bearer's level."""
    return any(is_here(game, hunter) for hunter in _hunters(game))


def refill(game: Game) -> None:
    """Place creatures from deeper down on the current level, away from the player, rolled on a stream of its own."""
    content, here = game.content, point_of(game.player)
    if not isinstance(content, Catalog) or here is None:
        return
    rng = game.stream(f"return {game.depth}")
    spots = [spot for spot in _floor(game) if steps_between(spot, here) >= NEWCOMERS_NEAREST_TILES]
    rng.shuffle(spots)
    coming = NEWCOMERS
    for spot in spots:
        if not coming:
            break
        name = content.spawn_table.roll("mobs", game.depth + REFILL_LEVELS_DEEPER, rng)
        if name is None or _has_neighbour(game, spot):
            continue
        if _place_wanderer(game, name, spot, rng):
            coming -= 1
    line = Message("This place is not as empty as you left it.", (), "warn")
    game.change(Told(_CAUSE, line, heard=True))


def _floor(game: Game) -> list[Point]:
    """List the empty tiles that can be walked to from the player."""
    level, here = game.level, point_of(game.player)
    field = level.toward(here) if here is not None else None
    far = level.width * level.height
    return [
        point
        for point in points(level.walkable)
        if point not in level.at and field is not None and field.distance(point, far) is not None
    ]


def _has_neighbour(game: Game, spot: Point) -> bool:
    """Return whether a creature is adjacent to a tile: newcomers are placed apart."""
    x, y = spot
    return any((x + dx, y + dy) in game.level.blockers for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def _place_wanderer(game: Game, name: str, spot: Point, rng: Chance) -> bool:
    """Place a creature if all of its body fits; return whether it did."""
    if not game.level.has_room(game.content.body("mobs", name), spot):
        return False
    spawning.spawn(game, "mobs", name, spot, game.depth, rng)
    return True


def hunt(game: Game) -> None:
    """Place the hunter near the player: the same one from wherever it is, or a new one if it was killed."""
    here = point_of(game.player)
    if here is None or not game.content.has("mobs", HUNTER):
        return
    hunter = next(_hunters(game), 0)
    if hunter and is_here(game, hunter):
        return
    spots = _approaches(game, here)
    if not spots:
        game.change(Told(_CAUSE, Message(NO_WAY_IN, (), "warn"), heard=True))
        return
    spot = game.rng.choice(spots)
    if hunter:
        move(game, hunter, nearest_free(game, hunter, spot) or spot, _CAUSE, depth=game.depth)
        due = ecs.get(hunter, Initiative).due
        game.change(Rescheduled(hunter, due, max(due, game.now), _CAUSE))
    else:
        hunter = spawning.spawn(game, "mobs", HUNTER, spot, game.depth)
    mind = ecs.get(hunter, Mind)
    mind.awake, mind.target, mind.last_seen = True, game.player, here
    game.change(Told(_CAUSE, Message(FOUND, (), "bad"), heard=True))


def _hunters(game: Game) -> Iterator[int]:
    """Yield the living hunters on any level."""
    for entity, _ in ecs.with_component(Nature):
        if true_name(entity) == HUNTER and entity not in game.dead:
            yield entity


def _approaches(game: Game, here: Point) -> list[Point]:
    """List the free tiles where the hunter may arrive: some steps away, out of sight if there are any."""
    field, level = game.level.toward(here), game.level
    reach = range(-HUNTER_FURTHEST_STEPS, HUNTER_FURTHEST_STEPS + 1)
    near = [
        spot
        for spot in ((here[0] + dx, here[1] + dy) for dx in reach for dy in reach)
        if level.is_free(spot)
        and (steps := field.distance(spot, HUNTER_FURTHEST_STEPS)) is not None
        and steps >= HUNTER_NEAREST_STEPS
    ]
    return [spot for spot in near if not level.visible[spot]] or near


@sentence_for(QuestAdvanced)
def _advanced(change: QuestAdvanced, game: Game) -> Message | None:
    """Word the taking of the Amulet and the victory, and set the epitaph."""
    if change.after.won:
        game.epitaph = EPITAPH
        return Message(
            "You lay the Amulet of Yala on the altar. Far below, something stops knocking.",
            (),
            "title",
        )
    if change.before is None:
        return Message(
            "The Amulet of Yala is in your hands, and everything down here knows it. "
            "No portal will bear it: it must be carried up to the temple in town.",
            (),
            "title",
        )
    return None
