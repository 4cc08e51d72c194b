"""Staying ahead of the hunter with the Amulet, from stairs to stairs, for a bot that knows how it hunts.

Taking the stairs with nobody adjacent leaves everybody behind, the hunter too, until it has caught up again. So the bot
rests on the stairs until the hunter comes, leaves it there, waits for it on the other side, leaves it again, and then
has all the turns until it catches up to cross a level.

How a bot keeps its strength in the depths: it rests in town, where nobody comes, and drinks potions of mana.

A bot that rests in the depths is found, and the fight costs more than the rest gave. A town portal stays open, so that
the bot returns at full strength to where it left.
"""

from collections.abc import Iterator

from roguelike.components import actors, vitals
from roguelike.core.geometry import Point, steps_between
from roguelike.core.records import replace
from roguelike.core.rng import Stream
from roguelike.effects import portals, quiet
from roguelike.effects.mana import RestoreMana
from roguelike.engine.autopilot import explore
from roguelike.engine.play.commands import Action, Pass, Rest, Step, TakeStairs, UseItem
from roguelike.engine.play.story import FOUND, SIGNS, hunt_turns
from roguelike.engine.session import Session
from roguelike.lab.bots import appraisal, item_habits
from roguelike.lab.bots.retreat import soonest
from roguelike.lab.bots.roaming import LAST, go_up, lying, seize
from roguelike.lab.bots.shopping import DEPTHS
from roguelike.world import changes, ecs
from roguelike.world.game import Game

WORN, LOW = 0.5, 0.35
"""Shares of hit points and mana below which the bot goes home to rest."""
DRY, EVEN = 0.25, 0.3
"""Share of mana below which the bot drinks some, and the cost of a fight, in shares of hit points, that is worth it."""


def mana_left(game: Game) -> float:
    """Return the share of mana left."""
    pools = ecs.get(game.player, vitals.Pools)
    return pools.mana / max(1, pools.max_mana)


def retire(session: Session, rng: Stream) -> Iterator[Action]:
    """When worn out and alone in the depths, go home by scroll to rest."""
    game = session.game
    if appraisal.health(game) < WORN or mana_left(game) < LOW:
        yield from way_home(game)


def way_home(game: Game) -> Iterator[Action]:
    """In the depths, with no enemy in view and without the Amulet, read something that opens a portal home."""
    if game.depth >= DEPTHS and not appraisal.foes(game) and not portals.bears_relic(game.player):
        yield from (UseItem(item) for item in item_habits.known_uses(game, portals.OpenPortal))


def sip(session: Session, rng: Stream) -> Iterator[Action]:
    """When almost out of mana in an undecided fight, drink something that restores it; only once in the depths."""
    game = session.game
    if max(game.levels) < DEPTHS or mana_left(game) >= DRY:
        return
    if appraisal.danger(game, appraisal.hunting(game)) > EVEN:
        yield from (UseItem(item) for item in item_habits.known_uses(game, RestoreMana))


UP, DOWN = -1, 1
WHOLE, FULL = 0.95, 0.9
"""Shares of hit points and mana with which the bot picks up the Amulet."""
DITHER_TURNS = 2_500
"""Turns on the last level after which the bot goes for the Amulet past its guards: waiting makes it no stronger."""
BRAVE, AT_HAND = 0.35, 4
"""Share of hit points below which the bot turns back, and the steps to the Amulet from which it no longer does."""
SOUND, STEADY = 0.8, 0.5
"""Shares of hit points and mana with which the bot crosses a level with the Amulet."""
SHAKEN = 0.4
"""Share of hit points below which the bot heads for the nearest stairs, up or down."""
UNEQUAL, EASY = 0.6, 0.3
"""Estimated costs of a fight, in shares of hit points: above the first the bot leaves by the stairs, below the second
it fights before going on."""
SPARE_TURNS, ENOUGH_TURNS = 10, 45
"""Turns that the hunter should be behind: beyond the steps to the stairs, and the number that is always enough."""
PATIENCE_TURNS = 300
"""Turns after which the bot stops waiting on the same stairs."""
LATELY_TURNS, MOST_LEAVINGS = 40, 6
"""The bot flees by the stairs at most so often within so many turns: more would be running back and forth."""
FRESH_NEWS_TURNS = 20
"""Turns for which news of the hunter's position is trusted."""
PAGES = 300
"""Lines of the log that are searched for news."""


class Relay:
    """Carries the Amulet up level by level; remembers where it was seen."""

    def __init__(self) -> None:
        """Start with no pursuit.

        `_came` is the depth and turn of the last arrival, `_hunter` the depth on which the hunter was left, and `_left`
        the turns in which the bot left by the stairs because of enemies; `_turns` counts those spent on the last level
        without the Amulet, and `_amulet` is where it was seen there.
        """
        self._came = (0, 0)
        self._hunter = 0
        self._left: list[int] = []
        self._turns = 0
        self._amulet: Point | None = None

    def fetch(self, session: Session, rng: Stream) -> Iterator[Action]:
        """After long on the last level, go and take the Amulet, whoever hunts the player there."""
        game = session.game
        if game.depth != LAST or portals.bears_relic(game.player):
            return
        self._turns += 1
        self._amulet = next(iter(lying(game)), self._amulet)
        if self._turns < DITHER_TURNS or not self._dares(session):
            return
        yield from seize(session, rng)
        if self._amulet is not None:
            if step := explore.step_toward(game, [self._amulet], explore.known_ground(game)):
                yield step
        elif not appraisal.hunting(game) and (action := explore.next_exploring(game)):
            yield action

    def _dares(self, session: Session) -> bool:
        """Return whether to go on toward the Amulet: at full strength while not hunted, otherwise as long as possible.

        A hungry player does not wait for full strength, since waiting does not restore it.
        """
        game = session.game
        if not appraisal.hunting(game):
            is_fit = appraisal.health(game) >= WHOLE and mana_left(game) >= FULL
            return is_fit or appraisal.is_hungry(game) or not quiet.is_restful(game)
        there = self._amulet
        at_hand = there is not None and steps_between(session.here, there) <= AT_HAND
        return at_hand or appraisal.health(game) >= BRAVE

    def gather_strength(self, session: Session, rng: Stream) -> Iterator[Action]:
        """With the Amulet in view and no enemies, first restore full strength: its bearer has no quiet time."""
        game = session.game
        is_fit = appraisal.health(game) >= WHOLE and mana_left(game) >= FULL
        if is_fit or appraisal.foes(game) or appraisal.is_hungry(game) or not lying(game):
            return
        yield from way_home(game)
        if quiet.is_restful(game):
            yield Rest()

    def keep_ahead(self, session: Session, rng: Stream) -> Iterator[Action]:
        """With the Amulet, and nobody adjacent: leave, wait or go on, whichever is best with the hunter behind."""
        game = session.game
        if not portals.bears_relic(game.player):
            return
        if game.depth != self._came[0]:
            self._came = (game.depth, game.turn)
        if appraisal.pressing(game):
            return
        if game.depth == portals.TOWN:
            yield from go_up(session)
            return
        yield from item_habits.grow(session, rng)
        way = _underfoot(session)
        if way and self._is_endangered(game):
            self._left.append(game.turn)
            yield TakeStairs(way)
        if appraisal.hunting(game):
            return
        yield from item_habits.eat(session, rng)
        if way and not self._may_go_on(session, way):
            yield from (Rest(), Pass())
        elif way == UP:
            yield TakeStairs(UP)
        yield from self._go_on(session)

    def _is_endangered(self, game: Game) -> bool:
        """Return whether to leave: the hunter has just come, or the other enemies are too strong."""
        turn = _found_at(game)
        if turn >= self._came[1] and game.turn - turn <= FRESH_NEWS_TURNS:
            self._hunter = game.depth
            return True
        lately = [turn for turn in self._left if game.turn - turn <= LATELY_TURNS]
        return (
            appraisal.danger(game, appraisal.hunting(game)) > UNEQUAL
            and len(lately) < MOST_LEAVINGS
        )

    def _may_go_on(self, session: Session, way: int) -> bool:
        """Return whether the player is strong enough and the hunter far enough away to leave the stairs underfoot."""
        game = session.game
        if game.turn - self._came[1] > PATIENCE_TURNS or appraisal.is_hungry(game):
            return True
        if quiet.is_restful(game) and (appraisal.health(game) < SOUND or mana_left(game) < STEADY):
            return False
        if way == UP:
            return self._hunter != game.depth - 1
        steps = min(
            (len(session.way_to(spot)) for spot in explore.known_stairs(game, UP)), default=0
        )
        return turns_ahead(game) >= min(steps + SPARE_TURNS, ENOUGH_TURNS)

    def _go_on(self, session: Session) -> Iterator[Action]:
        """Step toward the stairs up; if badly hurt, toward any near stairs."""
        game = session.game
        goals = explore.known_stairs(game, UP)
        if appraisal.health(game) < SHAKEN:
            goals = [*goals, *explore.known_stairs(game, DOWN)]
        if step := explore.step_toward(game, goals, explore.known_ground(game)):
            yield step


def outrun(session: Session, rng: Stream) -> Iterator[Action]:
    """With the Amulet, run to stairs up that no enemy reaches first, unless the fight is easy."""
    game = session.game
    against = appraisal.hunting(game)
    if (
        not portals.bears_relic(game.player)
        or not against
        or appraisal.danger(game, against) < EASY
    ):
        return
    for spot in explore.known_stairs(game, UP):
        if spot == session.here:
            yield TakeStairs(UP)
        way = session.way_to(spot)
        if way and len(way) <= soonest(game, spot):
            yield Step.between(session.here, way[0])


def turns_ahead(game: Game) -> int:
    """Return in how many turns the hunter may arrive, by the last news of it; 0 if that is too old."""
    quest = changes.quest_of(game)
    last = replace(quest, found=quest.found - 1) if quest and quest.found else actors.Quest()
    news = ((hunt_turns(last), FOUND), *SIGNS)
    for message in reversed(game.log[-PAGES:]):
        for turns, words in news:
            if message.text == words:
                return max(0, turns - (game.turn - message.turn))
    return 0


def _found_at(game: Game) -> int:
    """Return the turn of the last message that the hunter has come; -1 if there is none."""
    for message in reversed(game.log[-PAGES:]):
        if message.text == FOUND:
            return message.turn
    return -1


def _underfoot(session: Session) -> int:
    """Return the direction of the stairs underfoot; 0 if there are none."""
    for way in (UP, DOWN):
        if session.here in explore.known_stairs(session.game, way):
            return way
    return 0
