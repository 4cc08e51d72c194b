"""The pursuit of the Amulet's bearer: how far behind the hunter is, what brings it nearer and what delays it.

Until the hunter is on the level, it is some turns behind. Noise and a lit lamp bring it nearer; doors shut behind the
bearer and water delay it, each door and each tile of water once: it learns the trick. Signs announce it long before it
arrives.
"""

from collections.abc import Iterator

import esper

from roguelike.components.actors import Quest
from roguelike.components.items import Pack
from roguelike.components.looks import LightSource
from roguelike.core.grammar import Message
from roguelike.core.records import replace
from roguelike.systems.waking import LOUDNESS
from roguelike.world.changes import DoorMoved, QuestAdvanced, Told
from roguelike.world.circumstances import deeds_of
from roguelike.world.factions import master_of
from roguelike.world.game import NOBODY, Cause, Change, Game
from roguelike.world.space import point_of
from roguelike.world.terrain import Tile

FIRST_HUNT_TURNS, HUNT_TURNS = 60, 150
"""Turns from taking the Amulet to the hunter's first arrival, and from each arrival to the next."""
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


def follow_trail(game: Game, quest: Quest) -> Quest:
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
        game.change(QuestAdvanced(quest, after, _CAUSE))
    _tell_signs(game, quest.hunted_at - (game.turn - 1), after.hunted_at - game.turn, SIGNS)
    return after


def near_what_was_let_go(game: Game, quest: Quest) -> None:
    """Tell the signs while the Amulet is put down: the hunter still comes nearer, and then waits."""
    left = quest.hunted_at - game.turn
    _tell_signs(game, left + 1, left, (*SIGNS, (0, WAITS)))


def _tell_signs(game: Game, was: int, now: int, signs: tuple[tuple[int, str], ...]) -> None:
    """Tell the signs whose distances the hunter passed on its way from `was` to `now` turns behind."""
    for turns, words in signs:
        if now <= turns < was:
            game.change(Told(_CAUSE, Message(words, (), "warn"), heard=True))


def _drawn_by(game: Game) -> int:
    """Return how many turns nearer the bearer's noise and lamp bring the hunter."""
    loudest = max((_loudness(game, change) for change in game.trace), default=0)
    lamp = _carries_lamp(game) and game.turn % LAMP_EVERY_TURNS == 0
    return loudest // LOUDNESS_A_TURN + lamp


def _loudness(game: Game, change: Change) -> int:
    """Return how loud a change is, if the bearer or a servant of theirs caused it; else 0."""
    loud = LOUDNESS.get(type(change), 0)
    if not loud or getattr(change, "silent", False):
        return 0
    by = change.cause.by
    ours = by != NOBODY and esper.entity_exists(by) and master_of(by) == game.player
    return loud if ours else 0


def _carries_lamp(game: Game) -> bool:
    """Return whether the bearer wears anything that sheds light."""
    pack = esper.try_component(game.player, Pack)
    worn = pack.worn.values() if pack is not None else ()
    return any(esper.has_component(item, LightSource) for item in worn)


def _tricks(game: Game) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Yield the places (depth, x, y) of the doors that the bearer shut and of the water that they are in.

    With each come the turns that the hunter loses there the first time.
    """
    here = point_of(game.player)
    if here is not None and game.level.tiles[here] == Tile.SHALLOW_WATER:
        yield (game.depth, *here), WATER_TURNS
    for change in game.trace:
        if type(change) is DoorMoved and not change.open and change.cause.by == game.player:
            there = point_of(change.door)
            if there is not None:
                yield (game.depth, *there), DOOR_TURNS
