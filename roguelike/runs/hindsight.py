"""What would have saved you: the last turns of a lost run, each compared with everything that could have been done.

The session keeps its last turns, each with a state from which it can be reopened and the command that was given; those
from before a load are found by replaying the recording. Each is opened as a separate game and weighed by the same table
as counsel, with what the player knew then. The last turn comes first, so that a player who does not wait for the rest
still gets a result.
"""

from collections.abc import Sequence

import esper

from roguelike.components import vitals
from roguelike.core.grammar import counted
from roguelike.core.records import Record, State
from roguelike.core.scalars import Line
from roguelike.engine.foreseeing.counsel import Advice, Counsel, Sampling, advice_of, spared
from roguelike.engine.foreseeing.reply import Estimate
from roguelike.engine.play.last_turns import LAST_TURNS, Former, Moment
from roguelike.engine.session import Session
from roguelike.engine.telling import outcomes
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game

SAMPLES = 32
"""Turns played of the command that was given, and of each of the best alternatives."""
SAMPLING = Sampling(6, SAMPLES, 4, thorough=False)
LEAST_RISK = 0.05
"""How much less risky another command must have been to count as better."""
LEAST_SHARE = 0.1
"""How much less it must have cost at the same risk, as a share of all hit points."""
GRAVE, SAVED_SHARE = 0.05, 0.5
"""Risk from which a turn may have decided the run, and the share of it below which another command would have saved."""
NOTHING = "nothing was much better"
BY_STEPS = "Each act is weighed for its own turn only: walking away, step by step, might have been."
"""Added where the first of those turns had little risk: more than one act may have been needed."""
UNLUCKY = 0.2
"""Risk below which a death was bad luck if nothing else was better."""
COMMANDS_FOR_A_TURN = 2
"""How many recorded commands are replayed in the time of one foreseen turn."""


class Choice(Record):
    """A command in words, its chance of death, the mean hit points that it costs (negative: gains), and the most."""

    words: Line
    death: float
    loss: float
    most: int


class TurnBack(Record):
    """A turn in hindsight: when, the player's state, what they did, and what would have been better, if anything.

    `before_end` is 1 for the last turn of the run.
    """

    before_end: int
    turn: int
    hp: int
    max_hp: int
    did: Choice
    best: Choice | None

    @property
    def could_save(self) -> bool:
        """Whether the turn could have decided the run: the risk was grave, and far smaller with the best command."""
        if self.best is None or self.did.death < GRAVE:
            return False
        return self.best.death <= self.did.death * SAVED_SHARE


class Hindsight(Record):
    """The last turns, the earliest first, and a sentence on what would have saved the player.

    `is_whole` is False as long as some of them have not been examined.
    """

    turns: tuple[TurnBack, ...] = ()
    verdict: Line = ""
    is_whole: bool = True


class _Opened(State):
    """A moment being examined: its game, the reply to what was done, and the table of alternatives."""

    game: Game
    did: Estimate
    counsel: Counsel


class LookingBack:
    """Computes the report in steps, for a screen that must not wait for all of it."""

    def __init__(
        self, moments: Sequence[Moment], content: Catalog, former: Former | None = None
    ) -> None:
        """Prepare to examine some turns, the earliest first; nothing is opened yet.

        If there are fewer turns than are examined, `former` finds those before them.
        """
        self._moments, self._content = list(moments), content
        self._former = former if len(moments) < LAST_TURNS else None
        self._found: list[TurnBack] = []
        self._opened: _Opened | None = None

    @property
    def is_finished(self) -> bool:
        """Whether every turn was examined."""
        return self._has_seen_all and self._former is None

    @property
    def _has_seen_all(self) -> bool:
        """Whether every available turn was examined."""
        return len(self._found) == len(self._moments)

    @property
    def progress(self) -> float:
        """The share of the work done, 0.0 to 1.0."""
        if self.is_finished:
            return 1.0
        share = 0.0
        if self._opened is not None:
            share = 0.9 if self._opened.counsel.has_listed_all else 0.4
        elif self._former is not None and self._has_seen_all:
            share = 0.3 * self._former.progress
        expected = len(self._moments) if self._former is None else LAST_TURNS
        return (len(self._found) + share) / expected

    @property
    def report(self) -> Hindsight:
        """The turns looked back on so far, first turn first, and the verdict on them."""
        turns = tuple(reversed(self._found))
        return Hindsight(turns, verdict_on(turns), is_whole=self.is_finished)

    def work(self, turns: int) -> None:
        """Play some more turns; esper's current world stays the same."""
        if self.is_finished:
            return
        current = esper.current_world
        try:
            self._work(turns)
        finally:
            ecs.enter(current)

    def close(self) -> None:
        """Drop the games that are open, and their worlds."""
        self._drop()
        if self._former is not None:
            self._former.close()

    def _drop(self) -> None:
        """Drop the game of the turn being examined."""
        if self._opened is not None:
            ecs.drop_world(self._opened.game.world)
            self._opened = None

    def finish(self) -> Hindsight:
        """Complete the report and return it."""
        while not self.is_finished:
            self.work(SAMPLES)
        return self.report

    def _work(self, turns: int) -> None:
        """Open the next turn, or continue with the open one; after the available turns, find those before."""
        if self._former is not None and self._has_seen_all:
            self._find_former(self._former, turns)
            return
        moment = self._moments[-1 - len(self._found)]
        opened = self._opened
        if opened is None:
            game = moment.opened(self._content)
            counsel = Counsel(game, SAMPLING)
            self._opened = _Opened(game, Estimate(game, moment.action, SAMPLES), counsel)
            return
        opened.game.enter()
        if not opened.did.is_finished:
            opened.did.refined(turns)
        elif not opened.counsel.is_finished:
            opened.counsel.refine(turns)
        else:
            self._found.append(self._turn_back(opened))
            self._drop()

    def _find_former(self, former: Former, turns: int) -> None:
        """Continue replaying the recording; at its end, take as many turns as are missing."""
        former.work(turns * COMMANDS_FOR_A_TURN)
        if former.is_finished:
            since = min((each.turn for each in self._moments), default=0)
            before = [each for each in former.moments if each.turn < since]
            self._moments = [*before, *self._moments][-LAST_TURNS:]
            self._former = None

    def _turn_back(self, opened: _Opened) -> TurnBack:
        """Return the results for a turn."""
        game = opened.game
        pools = ecs.get(game.player, vitals.Pools)
        did = advice_of(game, opened.did.action, opened.did.refined(0))

        def cost(advice: Advice) -> float:
            """Return a command's cost less what it saves a starving player: no potion helps against hunger."""
            return advice.loss - spared(game, advice.action)

        best = min(
            opened.counsel.rows, key=lambda each: (each.danger[0], round(cost(each)), -each.gain)
        )
        is_better = _is_better(best, did, cost(did) - cost(best), pools.max_hp)
        return TurnBack(
            len(self._found) + 1,
            game.turn,
            pools.hp,
            pools.max_hp,
            _choice(did),
            _choice(best) if is_better else None,
        )


def _choice(advice: Advice) -> Choice:
    """Return a row of the table as plain figures."""
    reply = advice.reply
    death = round(reply.death, 3) if reply.death == 1 else min(0.999, round(reply.death, 3))
    return Choice(advice.words, death, round(advice.loss, 1), reply.you.at_once[2])


def _is_better(best: Advice, did: Advice, less: float, max_hp: int) -> bool:
    """Return whether a command was clearly better: less risk, or no more risk and a cost that is `less` by enough."""
    fall = did.reply.death - best.reply.death
    return fall >= LEAST_RISK or (fall >= 0 and less >= LEAST_SHARE * max_hp)


# --- in words


def verdict_on(turns: Sequence[TurnBack]) -> str:
    """Describe what would have saved the player, in a sentence or two; the turn that mattered most decides."""
    if not turns:
        return ""
    saving = [turn for turn in turns if turn.could_save]
    if saving:
        turn = max(saving, key=lambda each: each.did.death - _best_of(each).death)
        return (
            f"{when_words(turn)} you could have survived: {_best_of(turn).words} "
            f"({risk_words(_best_of(turn))}). You chose: {turn.did.words} ({risk_words(turn.did)})."
        )
    helping = [turn for turn in turns if turn.best is not None]
    if helping:
        turn = max(helping, key=lambda each: each.did.loss - _best_of(each).loss)
        return (
            f"Nothing would have saved you for certain. Your best chance was {when_words(turn, inside=True)}: "
            f"{_best_of(turn).words} ({cost_words(_best_of(turn))}). You chose: {turn.did.words} "
            f"({cost_words(turn.did)})."
        )
    worst = max(turn.did.death for turn in turns)
    if worst < UNLUCKY:
        risk = f"{max(1, round(worst * 100))}%"
        return (
            f"It was bad luck: no turn risked more than {risk}, and nothing else was much better."
        )
    many = counted(len(turns), "turn")
    lost = f"You were lost {many} before the end: nothing that you had or knew of was much better."
    return lost if turns[0].did.death >= UNLUCKY else f"{lost} {BY_STEPS}"


def _best_of(turn: TurnBack) -> Choice:
    """Return the best command of a turn, or the one given if nothing was better."""
    return turn.best or turn.did


def when_words(turn: TurnBack, *, inside: bool = False) -> str:
    """Name the turn: "On your last turn", "2 turns before the last"."""
    if turn.before_end == 1:
        return "on your last turn" if inside else "On your last turn"
    return f"{counted(turn.before_end - 1, 'turn')} before the last"


def risk_words(choice: Choice) -> str:
    """Format the chance of death: "death 54%"; 0% and 100% only if certain."""
    return f"death {outcomes.percent(choice.death)}"


def cost_words(choice: Choice) -> str:
    """Format what a command would have cost: "death 8%, loses 4.7, at most 11", "gains 8"."""
    risk = [risk_words(choice)] if choice.death else []
    if choice.loss <= -outcomes.LEAST_TOLD:
        return ", ".join([*risk, f"gains {-choice.loss:g}"])
    lost = f"loses {choice.loss:g}, at most {choice.most}" if choice.most else "loses nothing"
    return ", ".join([*risk, lost])


def lines_of(report: Hindsight) -> list[str]:
    """Return a report as plain text for a file: the verdict, then three lines per turn."""
    lines = [report.verdict] if report.verdict else []
    for turn in report.turns:
        lines += ["", f"{when_words(turn)}, at {turn.hp} of {turn.max_hp} health:"]
        lines.append(f"  you did: {turn.did.words} ({cost_words(turn.did)})")
        best = turn.best
        better = NOTHING if best is None else f"{best.words} ({cost_words(best)})"
        lines.append(f"  the best you had: {better}")
    return lines


def look_back(session: Session) -> LookingBack | None:
    """Return the search for what would have saved the player; None unless they died in turns that were kept."""
    moments = session.last_turns.moments
    if not moments or session.game.player not in session.game.dead:
        return None
    return LookingBack(moments, session.game.content, session.former)
