"""The story: once the Amulet is taken, every level on the way up is refilled, and a hunter follows its bearer.

The story looks at what the player carries at the end of each turn, not at how they got it, so that it works for an
Amulet picked up, bought, conjured, or dropped and picked up again.

The pursuit of the Amulet's bearer: how far behind the hunter is, what brings it nearer and what delays it.

Until the hunter is on the level, it is some turns behind. Noise and a lit lamp bring it nearer; doors shut behind the
bearer and water delay it, each door and each tile of water once: it learns the trick. Signs announce it long before it
arrives.
"""

from collections.abc import Iterator

import esper

from roguelike.components import actors, items
from roguelike.components.looks import LightSource
from roguelike.core import sight
from roguelike.core.geometry import Point, steps_between
from roguelike.core.grammar import Message
from roguelike.core.records import replace
from roguelike.effects import portals
from roguelike.engine.play.dungeon import rise_to, usual_level
from roguelike.engine.play.wanderers import TOGETHER_STEPS, company
from roguelike.engine.telling.sentences import sentence_for
from roguelike.world import changes, ecs, factions, perception, space, spawning
from roguelike.world.circumstances import deeds_of
from roguelike.world.game import Cause, Change, Game
from roguelike.world.terrain import Tile

FIRST_HUNT_TURNS, HUNT_TURNS = 60, 150
"""Turns from taking the Amulet to the hunter's first arrival, and from that one to the next."""
LEARNT_TURNS, LEAST_HUNT_TURNS = 12, 60
"""How many turns less it takes for every time that it has caught up before, and the least that it takes."""
HEAD_START_TURNS = 150
"""Additional turns, the first time, for a player who has paid the clerk."""
PAID = "paid the first instalment"
"""The deed that earns this."""
LOUDNESS_A_TURN = 3
"""A noise that carries this many steps brings the hunter one turn nearer."""
LAMP_EVERY_TURNS = 2
"""Carrying a lamp for this many turns brings it one turn nearer."""
DOOR_TURNS, WATER_TURNS = 8, 2
"""Turns that it loses for each door that the bearer shuts behind them, and for each tile of water that they walk in;
the same door or tile never delays it again."""
MOST_AHEAD_TURNS = 200
"""Limit on the lead that doors and water can give."""
SIGNS = (
    (45, "Far below you, somebody is counting coins aloud."),
    (25, "Your breath smokes. It was not so cold a moment ago."),
    (10, "Behind you the puddles freeze over, one after another, in step."),
)
"""The messages shown when it is at most this many turns behind, the farthest first."""
WAITS = "The counting stops. Somebody very near waits for you to take up the Amulet again."
"""The message when it would arrive, had the Amulet not been put down."""
_CAUSE = Cause("the Amulet of Yala", kind="story")


def first_arrival(game: Game) -> int:
    """Return the turn at which the hunter would appear if the Amulet were taken now."""
    paid = HEAD_START_TURNS if PAID in deeds_of(game) else 0
    return game.turn + FIRST_HUNT_TURNS + paid


def follow_trail(game: Game, quest: actors.Quest) -> actors.Quest:
    """Adjust the hunter's distance by what the bearer did this turn, and tell its signs; return the new state."""
    thrown_off = {place: turns for place, turns in _tricks(game) if place not in quest.evaded_at}
    nearer = _drawn_by(game) - sum(thrown_off.values())
    latest = max(quest.hunted_at, game.turn + MOST_AHEAD_TURNS)
    after = replace(
        quest,
        hunted_at=min(latest, max(game.turn, quest.hunted_at - nearer)),
        evaded_at=(*quest.evaded_at, *thrown_off),
    )
    if after != quest:
        game.change(changes.QuestAdvanced(quest, after, _CAUSE))
    _tell_signs(game, quest.hunted_at - (game.turn - 1), after.hunted_at - game.turn, SIGNS)
    return after


def near_what_was_let_go(game: Game, quest: actors.Quest) -> None:
    """Tell the signs while the Amulet is put down: the hunter still comes nearer, and then waits."""
    left = quest.hunted_at - game.turn
    _tell_signs(game, left + 1, left, (*SIGNS, (0, WAITS)))


def _tell_signs(game: Game, was: int, now: int, signs: tuple[tuple[int, str], ...]) -> None:
    """Tell the signs whose distances the hunter passed on its way from `was` to `now` turns behind."""
    for turns, words in signs:
        if now <= turns < was:
            game.change(changes.Told(_CAUSE, Message(words, (), "warn"), heard=True))


def _drawn_by(game: Game) -> int:
    """Return how many turns nearer the bearer's noise and lamp bring the hunter."""
    loudest = max((_loudness(game, change) for change in game.trace), default=0)
    lamp = _carries_lamp(game) and game.turn % LAMP_EVERY_TURNS == 0
    return loudest // LOUDNESS_A_TURN + lamp


def _loudness(game: Game, change: Change) -> int:
    """Return how loud a change is, if the bearer or a servant of theirs caused it; else 0."""
    loud = changes.loudness(change)
    return loud if loud and factions.acts_for_player(game, change.cause.by) else 0


def _carries_lamp(game: Game) -> bool:
    """Return whether the bearer wears anything that sheds light."""
    pack = esper.try_component(game.player, items.Pack)
    worn = pack.worn.values() if pack is not None else ()
    return any(esper.has_component(item, LightSource) for item in worn)


def _tricks(game: Game) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Yield the places (depth, x, y) of the doors that the bearer shut and of the water that they are in.

    With each come the turns that the hunter loses there the first time.
    """
    here = space.point_of(game.player)
    if here is not None and game.level.tiles[here] == Tile.SHALLOW_WATER:
        yield (game.depth, *here), WATER_TURNS
    for change in game.trace:
        if type(change) is changes.DoorMoved and not change.open and change.cause.by == game.player:
            there = space.point_of(change.door)
            if there is not None:
                yield (game.depth, *there), DOOR_TURNS


HUNTER = "Ulkhar the Unpaid"
"""Name of the mob that hunts the bearer of the Amulet; if the raws have none of that name, nobody comes."""
FOUND = f"Somewhere near, coins are being counted. {HUNTER} has found you."
"""The message when it arrives."""
NO_WAY_IN = "Somewhere near, coins are being counted, and again from the start. It finds no way to you for now."
"""The message when it cannot arrive: there is no room for it within its distance of the player."""
HUNTER_NEAREST_STEPS, HUNTER_FURTHEST_STEPS = 6, 12
"""Least and most steps from the player at which the hunter arrives."""
REFILL_LEVELS_DEEPER, REFILL_LEAST_DEPTH = 4, 10
"""How many levels deeper those live who refill a level, and the least depth of theirs: even the first cave's newcomers
come from the city, since what lives above it is nobody's danger who has been to the Abyss."""
NEWCOMERS = 10
NEWCOMERS_NEAREST_TILES = 10
"""How many creatures refill a level at least, group by group, and the least distance of a group from the player."""
SAFE_TURNS = 5
EPITAPH = "Brought the Amulet of Yala home"


def advance_story(game: Game) -> None:
    """Advance the quest if the player carries, or once carried, the Amulet. Called at the end of each player turn."""
    quest = changes.quest_of(game)
    if quest is not None and quest.won:
        return
    if not portals.bears_relic(game.player):
        if quest is not None and not _is_upon_them(game):
            near_what_was_let_go(game, quest)
        return
    if quest is None:
        begun = actors.Quest((game.depth,), first_arrival(game))
        game.change(changes.QuestAdvanced(None, begun, _CAUSE))
        return
    if game.depth not in quest.stirred:
        after = replace(
            quest,
            stirred=(*quest.stirred, game.depth),
            hunted_at=max(quest.hunted_at, game.turn + SAFE_TURNS),
        )
        game.change(changes.QuestAdvanced(quest, after, _CAUSE))
        quest = after
        if game.depth > portals.TOWN:
            refill(game)
    if not _is_upon_them(game):
        quest = follow_trail(game, quest)
    if game.turn >= quest.hunted_at:
        again = game.turn + hunt_turns(quest)
        learnt = replace(quest, hunted_at=again, found=quest.found + 1)
        game.change(changes.QuestAdvanced(quest, learnt, _CAUSE))
        hunt(game)


def hunt_turns(quest: actors.Quest) -> int:
    """Return the turns from the hunter's next arrival to the one after: it learns what the bearer does on stairs."""
    return max(LEAST_HUNT_TURNS, HUNT_TURNS - LEARNT_TURNS * quest.found)


def _is_upon_them(game: Game) -> bool:
    """Return whether the hunter is already on the bearer's level."""
    return any(space.is_here(game, hunter) for hunter in _hunters(game))


def refill(game: Game) -> None:
    """Place groups from deeper down on the current level, away from the player, rolled on a stream of its own."""
    content, here = game.content, space.point_of(game.player)
    if here is None:
        return
    rng = game.stream(f"return {game.depth}")
    home = max(game.depth + REFILL_LEVELS_DEEPER, REFILL_LEAST_DEPTH)
    spots = [spot for spot in _floor(game) if steps_between(spot, here) >= NEWCOMERS_NEAREST_TILES]
    rng.shuffle(spots)
    coming = NEWCOMERS
    for spot in spots:
        if coming <= 0:
            break
        if not _has_neighbour(game, spot):
            around = [each for _, each in space.free_around(game.level, spot, TOGETHER_STEPS)]
            names = company(content, home, rng)
            came = spawning.spawn_together(game, names, around, game.depth, rng)
            for entity in came:
                rise_to(entity, usual_level(perception.true_name(entity), home, content), content)
            coming -= len(came)
    line = Message("This place is not as empty as you left it.", (), "warn")
    game.change(changes.Told(_CAUSE, line, heard=True))


def _floor(game: Game) -> list[Point]:
    """List the empty tiles that can be walked to from the player."""
    level, here = game.level, space.point_of(game.player)
    field = level.toward(here) if here is not None else None
    far = level.width * level.height
    return [
        point
        for point in sight.points(level.walkable)
        if point not in level.at and field is not None and field.distance(point, far) is not None
    ]


def _has_neighbour(game: Game, spot: Point) -> bool:
    """Return whether a creature is adjacent to a tile: newcomers are placed apart."""
    x, y = spot
    return any((x + dx, y + dy) in game.level.blockers for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def hunt(game: Game) -> None:
    """Place the hunter near the player: the same one from wherever it is, or a new one if it was killed."""
    here = space.point_of(game.player)
    if here is None or not game.content.has("mobs", HUNTER):
        return
    hunter = next(_hunters(game), 0)
    if hunter and space.is_here(game, hunter):
        return
    spots = _approaches(game, here)
    if not spots:
        game.change(changes.Told(_CAUSE, Message(NO_WAY_IN, (), "warn"), heard=True))
        return
    spot = game.rng.choice(spots)
    if hunter:
        changes.move(
            game, hunter, space.nearest_free(game, hunter, spot) or spot, _CAUSE, depth=game.depth
        )
        due = ecs.get(hunter, actors.Initiative).due
        game.change(changes.Rescheduled(hunter, due, max(due, game.now), _CAUSE))
    else:
        hunter = spawning.spawn(game, "mobs", HUNTER, spot, game.depth)
    mind = ecs.get(hunter, actors.Mind)
    mind.awake, mind.target, mind.last_seen = True, game.player, here
    game.change(changes.Told(_CAUSE, Message(FOUND, (), "bad"), heard=True))


def _hunters(game: Game) -> Iterator[int]:
    """Yield the living hunters on any level."""
    for entity, _ in ecs.with_component(actors.Nature):
        if perception.true_name(entity) == HUNTER and entity not in game.dead:
            yield entity


def _approaches(game: Game, here: Point) -> list[Point]:
    """List the free tiles where the hunter may arrive: some steps away, out of sight if there are any."""
    around = space.free_around(game.level, here, HUNTER_FURTHEST_STEPS)
    near = sorted(spot for steps, spot in around if steps >= HUNTER_NEAREST_STEPS)
    return [spot for spot in near if not game.level.visible[spot]] or near


@sentence_for(changes.QuestAdvanced)
def _advanced(change: changes.QuestAdvanced, game: Game) -> Message | None:
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
