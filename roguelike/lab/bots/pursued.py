"""With the Amulet: how to stay ahead of the hunter from stairs to stairs, for a bot that knows how it hunts.

Whoever takes the stairs with nobody adjacent leaves everybody behind, the hunter too, until it has caught up again. So
the bot rests on the stairs until the hunter comes, leaves it there, waits for it on the other side, leaves it again,
and then has all the turns until it catches up to cross a level.
"""

from collections.abc import Iterator

from roguelike.core.geometry import Point, steps_between
from roguelike.core.rng import Stream
from roguelike.effects.portals import TOWN, bears_relic
from roguelike.engine.autopilot.explore import (
    known_ground,
    known_stairs,
    next_exploring,
    step_toward,
)
from roguelike.engine.commands import Action, Pass, Rest, Step, TakeStairs
from roguelike.engine.pursuit import HUNT_TURNS, SIGNS
from roguelike.engine.session import Session
from roguelike.engine.story import FOUND
from roguelike.lab.bots import item_habits
from roguelike.lab.bots.appraisal import danger, foes, health, hunting, is_hungry, pressing
from roguelike.lab.bots.flight import soonest
from roguelike.lab.bots.homeward import LAST, go_up, lying, seize
from roguelike.lab.bots.provisions import mana_left, way_home
from roguelike.world.game import Game

UP, DOWN = -1, 1
WHOLE, FULL = 0.95, 0.9
"""Shares of hit points and of mana with which one takes up the Amulet."""
DITHER_TURNS = 2_500
"""Turns on the last level after which one goes for the Amulet past whatever watches over it: one grows no stronger."""
BRAVE, AT_HAND = 0.35, 4
"""Share of hit points below which one turns back, and steps to the Amulet from which one does not any more."""
SOUND, STEADY = 0.8, 0.5
"""Shares of hit points and of mana with which one crosses a level with it."""
SHAKEN = 0.4
"""Share of hit points below which one makes for the nearest stairs, whichever way they lead."""
UNEQUAL, EASY = 0.6, 0.3
"""Reckoned costs of a fight, in shares of hit points, from which one leaves it by the stairs, and below which one
fights it out before one goes on."""
SPARE_TURNS, ENOUGH_TURNS = 10, 120
"""Turns, beyond the steps to the stairs, that the hunter should be behind; and with how many one sets out anyway."""
PATIENCE_TURNS = 300
"""Turns after which one waits no longer on the same stairs."""
LATELY_TURNS, MOST_LEAVINGS = 40, 6
"""How often the bot leaves by the stairs within some turns; more would be running to and fro between two fires."""
FRESH_NEWS_TURNS = 20
"""Turns for which one takes the hunter to be where it was said to be."""
PAGES = 300
"""Sentences of the log that one looks back over."""


class Relay:
    """Carries the Amulet up, one level after another; remembers where one was found."""

    def __init__(self) -> None:
        """Begin with nothing behind one.

        `_came` is the depth and turn of the last arrival, `_hunter` the depth on which the hunter was left, and
        `_left` the turns in which one left by the stairs because of somebody; `_turns` how many were spent on the last
        level without the Amulet, and `_amulet` where it was seen there.
        """
        self._came = (0, 0)
        self._hunter = 0
        self._left: list[int] = []
        self._turns = 0
        self._amulet: Point | None = None

    def fetch(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Having been on the last level for long, go and take the Amulet, whoever hunts one there."""
        game = session.game
        if game.depth != LAST or bears_relic(game.player):
            return
        self._turns += 1
        self._amulet = next(iter(lying(game)), self._amulet)
        if self._turns < DITHER_TURNS or not self._dares(session):
            return
        yield from seize(session, rng)
        if self._amulet is not None:
            if step := step_toward(game, [self._amulet], known_ground(game)):
                yield step
        elif not hunting(game) and (action := next_exploring(game)):
            yield action

    def _dares(self, session: Session) -> bool:
        """Return whether one goes on toward the Amulet: whole as long as nobody hunts one, and then while one can.

        Who is hungry does not become whole by waiting.
        """
        game = session.game
        if not hunting(game):
            is_fit = health(game) >= WHOLE and mana_left(game) >= FULL
            return is_fit or is_hungry(game)
        there = self._amulet
        at_hand = there is not None and steps_between(session.here, there) <= AT_HAND
        return at_hand or health(game) >= BRAVE

    def gather_strength(self, session: Session, rng: Stream) -> Iterator[Action]:
        """With the Amulet in view and nobody else, first become whole: who bears it has no quiet hour again."""
        game = session.game
        is_fit = health(game) >= WHOLE and mana_left(game) >= FULL
        if is_fit or foes(game) or is_hungry(game) or not lying(game):
            return
        yield from way_home(game)
        yield Rest()

    def keep_ahead(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Unless somebody is beside one, leave, wait, or go on, as it is best with the hunter behind one."""
        game = session.game
        if not bears_relic(game.player):
            return
        if game.depth != self._came[0]:
            self._came = (game.depth, game.turn)
        if pressing(game):
            return
        if game.depth == TOWN:
            yield from go_up(session)
            return
        yield from item_habits.grow(session, rng)
        way = _underfoot(session)
        if way and self._is_endangered(game):
            self._left.append(game.turn)
            yield TakeStairs(way)
        if hunting(game):
            return
        yield from item_habits.eat(session, rng)
        if way and not self._may_go_on(session, way):
            yield from (Rest(), Pass())
        elif way == UP:
            yield TakeStairs(UP)
        yield from self._go_on(session)

    def _is_endangered(self, game: Game) -> bool:
        """Return whether one had better leave: the hunter has just come, or others are too many."""
        turn = _found_at(game)
        if turn >= self._came[1] and game.turn - turn <= FRESH_NEWS_TURNS:
            self._hunter = game.depth
            return True
        lately = [turn for turn in self._left if game.turn - turn <= LATELY_TURNS]
        return danger(game, hunting(game)) > UNEQUAL and len(lately) < MOST_LEAVINGS

    def _may_go_on(self, session: Session, way: int) -> bool:
        """Return whether one is strong enough, and the hunter far enough, to go on from the stairs underfoot."""
        game = session.game
        if game.turn - self._came[1] > PATIENCE_TURNS or is_hungry(game):
            return True
        if health(game) < SOUND or mana_left(game) < STEADY:
            return False
        if way == UP:
            return self._hunter != game.depth - 1
        steps = min((len(session.way_to(spot)) for spot in known_stairs(game, UP)), default=0)
        return turns_ahead(game) >= min(steps + SPARE_TURNS, ENOUGH_TURNS)

    def _go_on(self, session: Session) -> Iterator[Action]:
        """Step toward the stairs up, past whoever has not noticed one; badly hurt, to whatever stairs are near."""
        game = session.game
        goals = known_stairs(game, UP)
        if health(game) < SHAKEN:
            goals = [*goals, *known_stairs(game, DOWN)]
        if step := step_toward(game, goals, known_ground(game)):
            yield step


def outrun(session: Session, rng: Stream) -> Iterator[Action]:
    """With the Amulet, run to the stairs up if nobody is nearer to them, unless the fight is an easy one."""
    game = session.game
    against = hunting(game)
    if not bears_relic(game.player) or not against or danger(game, against) < EASY:
        return
    for spot in known_stairs(game, UP):
        if spot == session.here:
            yield TakeStairs(UP)
        way = session.way_to(spot)
        if way and len(way) <= soonest(game, spot):
            yield Step.between(session.here, way[0])


def turns_ahead(game: Game) -> int:
    """Return in how many turns the hunter may be here, by what one was last told of it; 0 if that is long ago."""
    news = ((HUNT_TURNS, FOUND), *SIGNS)
    for message in reversed(game.log[-PAGES:]):
        for turns, words in news:
            if message.text == words:
                return max(0, turns - (game.turn - message.turn))
    return 0


def _found_at(game: Game) -> int:
    """Return the turn in which one was told last that the hunter has come; -1 if never."""
    for message in reversed(game.log[-PAGES:]):
        if message.text == FOUND:
            return message.turn
    return -1


def _underfoot(session: Session) -> int:
    """Return which way the stairs lead on which one stands; 0 if one stands on none."""
    for way in (UP, DOWN):
        if session.here in known_stairs(session.game, way):
            return way
    return 0
