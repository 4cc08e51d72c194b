"""What happens because the Amulet was taken: every level on the way up fills again, and something hunts its bearer.

The one decision: the story looks at what the player carries at the end of each turn, and not at how they came by it,
so that it holds for an Amulet picked up, bought, conjured, dropped and taken up again.
"""

from collections.abc import Iterator

import numpy as np

from roguelike.components.actors import Mind, Nature, Quest
from roguelike.components.spatial import Body
from roguelike.core.geometry import Point, steps_between
from roguelike.core.grammar import Message
from roguelike.core.records import replace
from roguelike.core.rng import Chance
from roguelike.effects.portals import TOWN, bears_relic
from roguelike.engine.log.sentences import sentence_for
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs, spawning
from roguelike.world.changes import QuestAdvanced, Told, move, quest_of
from roguelike.world.game import Cause, Game
from roguelike.world.level import covered
from roguelike.world.names import true_name
from roguelike.world.space import is_here, nearest_free, point_of

HUNTER = "Ulkhar the Unpaid"
"""Who comes for whoever takes the Amulet: a mob of the data; where the data has none, nobody comes."""
FIRST_HUNT_TURNS, HUNT_TURNS = 60, 150
"""Turns from the taking of the Amulet to the hunter's first coming, and from each coming to the next."""
HUNTER_NEAREST, HUNTER_FURTHEST = 6, 12
"""Steps from the player within which the hunter comes."""
HARDER = 4
"""How many levels deeper than the level itself those come from who fill it again."""
NEWCOMERS = 10
NEWCOMERS_NEAREST = 10
"""How many fill a level again, and how many tiles from the player at the least."""
SAFE_TURNS = 5
OPENING = (
    "The sorcerer kings bound the demons of the Abyss with the Amulet of Yala, and left it there, under this town.",
    "Last night the whole pub heard you swear to go and fetch it.",
)
"""What comes first in the log of a new game."""
EPITAPH = "Brought the Amulet of Yala home"
_CAUSE = Cause("the Amulet of Yala", kind="story")


def unfold(game: Game) -> None:
    """Go on with the story, if the player bears what it is about; at the end of each turn of theirs."""
    quest = quest_of(game)
    if (quest is not None and quest.won) or not bears_relic(game.player):
        return
    if quest is None:
        begun = Quest((game.depth,), game.turn + FIRST_HUNT_TURNS)
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
    if game.turn >= quest.hunted_at:
        game.change(QuestAdvanced(quest, replace(quest, hunted_at=game.turn + HUNT_TURNS), _CAUSE))
        hunt(game)


def refill(game: Game) -> None:
    """People the level anew from its own stream, with what lives deeper, out of the player's reach."""
    content, here = game.content, point_of(game.player)
    if not isinstance(content, Catalog) or here is None:
        return
    rng = game.stream(f"return {game.depth}")
    spots = [spot for spot in _floor(game) if steps_between(spot, here) >= NEWCOMERS_NEAREST]
    rng.shuffle(spots)
    coming = NEWCOMERS
    for spot in spots:
        if not coming:
            break
        name = content.roll("mobs", game.depth + HARDER, rng)
        if name is None or _has_neighbour(game, spot):
            continue
        if _place_wanderer(game, name, spot, rng):
            coming -= 1
    game.counted = -1
    line = Message("This place is not as empty as you left it.", (), "warn")
    game.change(Told(_CAUSE, line, heard=True))


def _floor(game: Game) -> list[Point]:
    """List the tiles of the level that one can walk to from here and that are bare."""
    level, here = game.level, point_of(game.player)
    field = level.toward(here) if here is not None else None
    far = level.width * level.height
    return [
        (int(x), int(y))
        for x, y in np.argwhere(level.walkable)
        if (int(x), int(y)) not in level.at
        and field is not None
        and field.distance((int(x), int(y)), far) is not None
    ]


def _has_neighbour(game: Game, spot: Point) -> bool:
    """Return whether somebody stands beside a tile: newcomers do not come in heaps."""
    x, y = spot
    return any((x + dx, y + dy) in game.level.blockers for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def _place_wanderer(game: Game, name: str, spot: Point, rng: Chance) -> bool:
    """Set a creature down if all of its body has room; return whether it had."""
    parts = game.content.templates("mobs", name)
    body = next((part for part in parts if isinstance(part, Body)), Body())
    if not all(game.level.is_free(cell) for cell in covered(spot, body)):
        return False
    spawning.spawn(game, "mobs", name, spot, game.depth, rng)
    return True


def hunt(game: Game) -> None:
    """Have the hunter come near: the same one from wherever it was left, or a new one if it was struck down."""
    here = point_of(game.player)
    if here is None or not game.content.has("mobs", HUNTER):
        return
    hunter = next(_hunters(game), 0)
    if hunter and is_here(game, hunter):
        return
    spots = _approaches(game, here)
    if not spots:
        return
    spot = game.rng.choice(spots)
    if hunter:
        move(game, hunter, nearest_free(game, hunter, spot) or spot, _CAUSE, depth=game.depth)
        game.agenda.note(hunter)
    else:
        hunter = spawning.spawn(game, "mobs", HUNTER, spot, game.depth)
    mind = ecs.get(hunter, Mind)
    mind.awake, mind.quarry, mind.last_seen = True, game.player, here
    game.counted = -1
    line = Message(f"Somewhere near, coins are being counted. {HUNTER} has found you.", (), "bad")
    game.change(Told(_CAUSE, line, heard=True))


def _hunters(game: Game) -> Iterator[int]:
    """Yield the hunter, if it lives on any level."""
    for entity, _ in ecs.with_component(Nature):
        if true_name(entity) == HUNTER and entity not in game.dead:
            yield entity


def _approaches(game: Game, here: Point) -> list[Point]:
    """List the free tiles from which the hunter may come: some steps away, out of sight if there are such."""
    field, level = game.level.toward(here), game.level
    reach = range(-HUNTER_FURTHEST, HUNTER_FURTHEST + 1)
    near = [
        spot
        for spot in ((here[0] + dx, here[1] + dy) for dx in reach for dy in reach)
        if level.is_free(spot)
        and (steps := field.distance(spot, HUNTER_FURTHEST)) is not None
        and steps >= HUNTER_NEAREST
    ]
    return [spot for spot in near if not level.visible[spot]] or near


@sentence_for(QuestAdvanced)
def _advanced(change: QuestAdvanced, game: Game) -> Message | None:
    """Tell of the taking of the Amulet, and of the end."""
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
