"""Playing by the reply: what another bot would do is foreseen first; if it might end badly, the best command is done.

The habits of another bot say what leads somewhere, and the reply says what that would cost. If it is little, the
habit's idea is done. Otherwise every command is weighed, in hit points: death most of all, then what the player loses,
less what the enemies lose, and the price of mana and items. Only a few turns are sampled for each, so that whole games
can be played.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf

from roguelike.actions import item_use
from roguelike.components import vitals
from roguelike.core.rng import Stream
from roguelike.engine.autopilot import explore
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.counsel import MANA_WORTH, Advice, Counsel, Sampling, advice_of
from roguelike.engine.foreseeing.reply import Estimate
from roguelike.engine.play.commands import Action, Step, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots import appraisal
from roguelike.lab.bots.bot import Habit
from roguelike.lab.bots.retreat import HOPELESS, all_follow, is_outrun
from roguelike.world import ecs, perception
from roguelike.world.game import Game
from roguelike.world.spells import spell_of

CORNERS, TURNS = 2, 8
"""Turns sampled for an idea: with extreme dice, and with others."""
IN_DANGER = Sampling(4, 16, 5, thorough=False)
"""Turns sampled for each of the possible commands."""
BEARABLE = 0.12
"""Share of hit points that a turn may be expected to cost before the bot looks for something better."""
RISKY = 0.005
"""Chance of death above which the bot looks for something better."""
WEAK = 0.5
"""Share of hit points below which fire and poison are foreseen although nobody hunts the player."""
HOPE = 0.75
"""Share of the risk that remains when trying something unknown."""
TRUST = 1.0
"""Hit points by which another command must beat the idea."""
WAY_OUT = 3.0
"""Worth of a step to the stairs in a fight that cannot be won."""
FEW, FUTURES = 4, 8
"""For how many of the best commands the fight, or another command, after them is foreseen, and how often."""
LOST = 0.1
"""Weight of harm to enemies in a fight that cannot be won."""


Rated = Sequence[tuple[float, Advice]]
"""Commands with how good each is by its turn, the best first."""
Choice = Callable[[Game, Rated], Advice]


def by_turn(game: Game, rated: Rated) -> Advice:
    """Return the command that is best by its own turn."""
    return rated[0][1]


class Seeing:
    """The habits of another bot, with each of their ideas foreseen before it is done."""

    def __init__(
        self,
        habits: Sequence[Habit],
        nerve: appraisal.Nerve | None = None,
        choose: Choice = by_turn,
    ) -> None:
        """Take the habits of another bot, its nerve, and how it chooses among the best commands: by their own turn."""
        self._habits = habits
        self._nerve = nerve or appraisal.Nerve()
        self._choose = choose

    def act(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Propose what the habits propose, but in danger first something that costs less."""
        ideas = (idea for habit in self._habits for idea in habit(session, rng))
        for idea in ideas:
            better = better_than(session, idea, self._nerve, self._choose)
            if better is not None:
                yield better
            yield idea


def by_fight(game: Game, rated: Rated) -> Advice:
    """Return which of the best commands the fight goes best after; by their own turns, if there is no fight."""
    if not planning.foes_of(game):
        return rated[0][1]
    few = [advice for _, advice in rated[:FEW] if not advice.action.leaves]
    return max(few, key=lambda advice: _promise(game, advice.action), default=rated[0][1])


def by_plan(game: Game, rated: Rated) -> Advice:
    """Return the first of the two best commands that are best done one after the other."""
    few = [advice for _, advice in rated[:FEW] if not advice.action.leaves]
    plans = [(first, second) for first in few for second in few]
    return max(plans, key=partial(_worth, game), default=(rated[0][1],))[0]


def _worth(game: Game, acts: Sequence[Advice]) -> float:
    """Return how good some commands are one after the other, in hit points."""
    *before, last = [each.action for each in acts]
    replies = planning.Plan(game, (*before, last), FUTURES, corners=CORNERS).refined()
    if any(each.refused for each in replies):
        return -inf
    both = advice_of(game, last, replies[-1])
    return utility(game, both, hopeless=False) - sum(_price(game, each, 1.0) for each in before)


def _promise(game: Game, action: Action) -> float:
    """Return how well the fight goes after a command, in hit points."""
    estimate = planning.FightEstimate(game, FUTURES, first=action)
    estimate.refine(lambda: not estimate.is_fought)
    assert estimate.told is not None
    return planning.promise(game, estimate.told)


def better_than(
    session: Session,
    idea: Action,
    nerve: appraisal.Nerve,
    choose: Choice = by_turn,
) -> Action | None:
    """Return the best command if it is better than an idea that may end badly; None if all is well."""
    game = session.game
    if not appraisal.hunting(game) and appraisal.health(game) > WEAK:
        return None
    hopeless = nerve.danger(game, appraisal.hunting(game)) > HOPELESS and not is_outrun(game)
    plan = foreseen(game, idea)
    if plan is None or is_bearable(game, plan, hopeless=hopeless):
        return None
    counsel = Counsel(game, IN_DANGER)
    out = _way_out(session) if hopeless else None

    def value(advice: Advice) -> float:
        """Return how good a command is, in hit points."""
        return utility(game, advice, hopeless=hopeless) + (WAY_OUT if advice.action == out else 0.0)

    leads_nowhere = all_follow(game)
    rows = (each for each in counsel.finish() if not (leads_nowhere and each.action.leaves))
    rated = sorted(((value(each), each) for each in rows), key=lambda pair: -pair[0])
    if not rated or rated[0][0] <= value(plan) + TRUST:
        return None
    return choose(game, rated).action


def _way_out(session: Session) -> Action | None:
    """Return the step toward the nearest known stairs, or taking them; None if there are none."""
    game, here = session.game, session.here
    ways = []
    for way in (1, -1):
        for spot in explore.known_stairs(game, way):
            if spot == here:
                return TakeStairs(way)
            ways.append(session.way_to(spot))
    nearest = min((way for way in ways if way), key=len, default=None)
    return None if nearest is None else Step.between(here, nearest[0])


def foreseen(game: Game, idea: Action) -> Advice | None:
    """Foresee the result of an idea; None if it would be refused."""
    found = Estimate(game, idea, TURNS, corners=CORNERS).refined(CORNERS + TURNS)
    return advice_of(game, idea, found) if found.refused is None else None


def is_bearable(game: Game, plan: Advice, *, hopeless: bool) -> bool:
    """Return whether a command has little risk of death and costs little, in a fight that can be won."""
    if hopeless:
        return False
    hp = ecs.get(game.player, vitals.Pools).hp
    return plan.reply.death < RISKY and plan.loss < BEARABLE * hp


def utility(game: Game, advice: Advice, *, hopeless: bool) -> float:
    """Return how good a command is, in hit points; in a fight that cannot be won harm counts for less."""
    own = ecs.get(game.player, vitals.Pools)
    risk = advice.danger[0] * (HOPE if _is_gamble(game, advice.action) else 1.0)
    hope = LOST if hopeless else 1.0
    if advice.action.leaves:
        hope = 0.0
    return (
        hope * advice.gain
        - advice.loss
        - planning.DEATH_WORTH * own.max_hp * risk
        - _price(game, advice.action, hope)
    )


def _is_gamble(game: Game, action: Action) -> bool:
    """Return whether a command tries something unknown."""
    return bool(action.used_item) and not perception.is_known(game, action.used_item)


def _price(game: Game, action: Action, hope: float) -> float:
    """Return what a command uses up, in hit points; with little hope, mana matters less."""
    if action.used_spell:
        price = spell_of(game, game.player, action.used_spell)
        return hope * MANA_WORTH * price.mana_cost + price.hp_cost
    return item_use.THING_WORTH if action.used_item and not action.flies else 0.0
