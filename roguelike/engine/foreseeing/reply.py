"""The reply: a forecast continued, with everybody's answer, until the player's next turn.

The turn is rehearsed on the real world by the code of `engine.turn` that will run it, and undone, once for each sample
of the dice. It knows what the player knows: unseen creatures take no part, and what is out of sight is as remembered.
Bounds come from the samples and from forced extremes; "up to" is exceeded in fewer than one of 500 turns. What the turn
leaves behind that hurts later, such as poison or a fire, is followed as in a forecast.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TypeVar

from roguelike.actions.action import Action, Done, Final, refusal_of
from roguelike.actions.moving import Pass
from roguelike.core.rng import Chance, FixedRolls
from roguelike.core.trial_rolls import Strata
from roguelike.effects.foresight.aftermath import follow_turn
from roguelike.effects.foresight.rehearsal import Undecided, UndecidedError, rehearsing_turn
from roguelike.effects.foresight.runs import Run, note
from roguelike.effects.foresight.trials import RARE
from roguelike.effects.spreading import BY_CHANCE, Drift
from roguelike.engine.foreseeing.aiming import describe, foresee
from roguelike.engine.foreseeing.bounds import AGAIN, EXTREMES, Bounds
from roguelike.engine.foreseeing.intents import (
    HORIZON_TURNS,
    LASTING,
    Course,
    beginners,
    deed_of,
    stands,
    upon_player,
)
from roguelike.engine.foreseeing.played_turns import Played, Reply, fallen, in_view, summary
from roguelike.engine.play.onlookers import Onlookers
from roguelike.engine.play.turn import act_as_able, bury, pass_time
from roguelike.engine.telling.sentences import cause_words
from roguelike.systems.ai.sightings import factions_of
from roguelike.systems.catch_up import followers
from roguelike.systems.initiative import coming_turns_of
from roguelike.systems.waking import sleepers
from roguelike.world import ecs
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.changes import (
    Departed,
    PackChanged,
    PoolChanged,
    TookBack,
)
from roguelike.world.game import NOBODY, Change, Game
from roguelike.world.known_level import as_known
from roguelike.world.space import is_here, point_of

T = TypeVar("T")
SAMPLES = 32
"""How many turns are played with evenly spread dice, if any are rolled."""
FEWEST = 8
"""How many samples are needed for a first estimate."""
COURSES = 8
"""How many samples look beyond the turn."""
OwnAct = Action | Callable[[Game], Action]
"""What the player does in a further turn, perhaps depending on the state."""
EXTREMES_AT_ONCE = 2
"""How many extreme turns come before the first estimate: the mildest and the worst. The others come right after it."""


def reply(
    game: Game,
    action: Action,
    *,
    samples: int = SAMPLES,
    minds: bool = True,
    looks_ahead: bool = False,
) -> Reply:
    """Foresee a whole turn of the player; the game is left exactly as it was.

    Args:
        game: the game, in which it is the player's turn.
        action: what the player would do. Using an unidentified item is foreseen as waiting, since its effect is
            unknown.
        samples: how many turns to play besides the extremes; more give more exact chances.
        minds: whether creatures act; without, they lose their turns, as in a drawn room.
        looks_ahead: whether to tell what creatures will do in the turns after it, if the player then waits.
    """
    estimate = Estimate(game, action, samples, minds=minds)
    told = estimate.refined(EXTREMES + samples)
    return estimate.looking_ahead() if looks_ahead and told.refused is None else told


class Estimate:
    """A reply that gets more exact with every turn that is played, for screens that must not wait for all of them.

    It is valid until anything in the game changes.
    """

    def __init__(
        self,
        game: Game,
        action: Action,
        most: int = SAMPLES,
        *,
        corners: int = EXTREMES,
        minds: bool = True,
        passes: bool = True,
    ) -> None:
        """Prepare to play the turn of an action at most `most` times; nothing is played yet.

        Besides, `corners` turns are played with extreme rolls: the mildest, the worst, and others. Without `passes`, no
        time passes after the act.
        """
        self.action = action
        self._game, self._most = game, most
        unknown = not action.is_known(game)
        self._refusal = foresee(game, game.player, action).refused if unknown else None
        foreseen = Pass() if unknown else action
        self._rehearsed = partial(_Rehearsal, game, foreseen, minds=minds, passes=passes)
        self._bounds = Bounds(corners, AGAIN if corners == EXTREMES else 0)
        self._samples: list[Played] = []
        self._courses: list[Course] = []

    @property
    def is_decided(self) -> bool:
        """Whether one turn is enough: no die is rolled in it, or the command is refused."""
        return self._bounds.is_decided

    @property
    def is_finished(self) -> bool:
        """Whether playing more turns would add nothing."""
        return self._is_over or (len(self._samples) >= self._most and self._bounds.are_tried)

    def widen(self) -> None:
        """Request all extreme turns, even if only some were requested at first."""
        self._bounds.most_corners = EXTREMES

    @property
    def played(self) -> int:
        """How many turns were played, without the extreme ones."""
        return len(self._samples)

    @property
    def is_telling(self) -> bool:
        """Whether enough was played for bounds and for a first guess at the chances."""
        return self._is_over or len(self._samples) >= min(FEWEST, self._most)

    @property
    def _is_over(self) -> bool:
        """Whether the answer is certain: a refusal, or a turn in which no die is rolled."""
        return self._refusal is not None or self.is_decided

    def refined(self, turns: int, *, pauses: bool = False) -> Reply:
        """Play some more turns and return the reply as far as it is known.

        With `pauses`, no more turns are played than a first estimate takes, if there has been none yet.
        """
        game = self._game
        game.enter()
        if game.player in game.dead:
            return Reply(refused="You are dead.")
        if self._refusal is not None:
            return Reply(refused=self._refusal)
        bury(game)
        with as_known(game, game.player):
            rehearsal = self._rehearsed()
            if isinstance(game.rng, FixedRolls):
                self._bounds.play_fixed(rehearsal, game.rng)
            if not self.is_decided:
                with rehearsal.sharing_the_act():
                    self._play(rehearsal, turns, pauses=pauses and not self.is_telling)
            refusal = self._bounds.corners[0].run.refusal
            return Reply(refused=refusal) if refusal is not None else self._summary()

    @property
    def has_looked_ahead(self) -> bool:
        """Whether it is known what creatures will do in the turns after this one, or there is nothing to know."""
        refused = bool(self._bounds.corners) and self._bounds.corners[0].run.refusal is not None
        return self._refusal is not None or refused or len(self._courses) >= COURSES

    def looking_ahead(self, is_enough: Callable[[], bool] = bool) -> Reply:
        """Rehearse the turn and those after it, in which the player waits; return the reply with what that shows.

        It is for a reply that stands already, and is not refused. It stops when all samples are played, or earlier if
        `is_enough`: then call it again.
        """
        game = self._game
        game.enter()
        with as_known(game, game.player):
            rehearsal = self._rehearsed()
            strata = Strata(COURSES, f"{game.seed}/{game.turn}/ahead")
            waiting = [Pass()] * (HORIZON_TURNS - 1)
            with rehearsal.sharing_the_act():
                for rng in strata.samples(rehearsal.who_is_up)[len(self._courses) :]:
                    self._courses.append(rehearsal.play_on(rng, waiting))
                    if is_enough():
                        break
            return self._summary()

    def _play(self, rehearsal: "_Rehearsal", turns: int, *, pauses: bool) -> None:
        """Play the next turns: two extremes and some samples, which make a first estimate, then all others.

        After the first estimate, doubtful samples are played again besides.
        """
        left = turns - self._bounds.play(rehearsal, turns, EXTREMES_AT_ONCE)
        if self.is_decided:
            return
        strata = Strata(self._most, f"{self._game.seed}/{self._game.turn}/reply")
        left -= self._play_samples(rehearsal, strata, min(left, FEWEST - self.played))
        if pauses:
            return
        left -= self._bounds.play(rehearsal, left)
        self._play_samples(rehearsal, strata, left)
        if self.played > FEWEST or self.is_finished:
            self._bounds.play_again(rehearsal, strata)

    def _play_samples(self, rehearsal: "_Rehearsal", strata: Strata, most: int) -> int:
        """Play up to `most` of the next samples; return how many. They are evenly spread once all have been played."""
        begun = self.played
        for number, rng in list(enumerate(strata.samples(rehearsal.who_is_up)))[
            begun : begun + max(0, most)
        ]:
            played = rehearsal.play(rng)
            self._samples.append(played)
            self._bounds.doubt(number, played)
        return self.played - begun

    def _summary(self) -> Reply:
        """Combine the turns that were played: corners count for the bounds and for almost nothing else."""
        corners = [*self._bounds.corners, *self._bounds.again]
        for turn in corners:
            turn.run.weight = RARE if self._samples else 1 / len(corners)
        for turn in self._samples:
            turn.run.weight = (1 - RARE * len(corners)) / len(self._samples)
        turns, courses = [*corners, *self._samples], self._courses if self.has_looked_ahead else ()
        return summary(self._game, turns, self._samples or corners, courses)


class _Rehearsal:
    """A turn to be played with one set of rolls after another; it records whose turn it is and what they do."""

    def __init__(self, game: Game, action: Action, *, minds: bool, passes: bool) -> None:
        """Copy what a turn may touch."""
        self.game, self.action, self.bookkeeping = game, action, BookkeepingCopy(game)
        self.minds, self.passes, self.seen = minds, passes, in_view(game)
        sleepers(game)  # looked up once, for all turns
        factions_of(game)
        self.since = ecs.next_id()
        """Entities from this id on are created in the turn."""
        self.up = NOBODY
        """Whose turn it is at this point of the turn being played; NOBODY during that of fires and statuses."""
        self._shared: tuple[int, Final] | None = None
        """The start in the trace and the result of the player's act, if all turns share it."""
        self._played = Played(Run(0.0))
        self._onlookers = Onlookers(acts=self._acts, rests=self._rests)

    @contextmanager
    def sharing_the_act(self) -> Iterator[None]:
        """Have the player act only once for all turns of the block if the act rolls no die: that saves a tenth."""
        with ExitStack() as stack:
            stack.enter_context(rehearsing_turn(self.game, Undecided(), self.bookkeeping))
            try:
                self._shared = self._act(self.action)
            except UndecidedError:
                stack.close()
            else:
                self.bookkeeping = BookkeepingCopy(self.game)
            yield

    def _act(self, action: Action) -> tuple[int, Final]:
        """Let the player act; return the length of the trace before, and the result."""
        start, self.up = len(self.game.trace), self.game.player
        return start, act_as_able(self.game, action, self._onlookers)

    def play(self, rng: Chance, drift: Drift = BY_CHANCE) -> Played:
        """Play the turn and undo it; clouds drift as `drift` says."""
        game = self.game
        with rehearsing_turn(game, rng, self.bookkeeping):
            played, changes, goes_on = self._turn(self._shared or self._act(self.action), drift)
            note(played.run, changes, game)
            _note_losses(played, changes, game)
            played.is_robbed, played.fallen = _is_robbed(changes, game), fallen(changes, game)
            describe(game, changes, played.run)
            if goes_on and game.player not in game.dead:
                follow_turn(game, changes, self.since, played.run, drift)
        return played

    def play_on(self, rng: Chance, own: Sequence[OwnAct]) -> Course:
        """Play the turn and some more, in which the player acts as given, and undo them; it ends with the player."""
        game, course = self.game, Course()
        with rehearsing_turn(game, rng, self.bookkeeping):
            begun = self._shared or self._act(self.action)
            before = begun[0]
            for turn, act in enumerate((*own, None), 1):
                played, changes, goes_on = self._turn(begun, BY_CHANCE)
                for entity, deed in upon_player(game, played.deeds, changes, before).items():
                    course.upon_you.setdefault(entity, (turn, deed))
                course.late = stands(game, self.seen)
                course.soon = course.soon or course.late
                if not goes_on or game.player in game.dead:
                    break
                course.turns, course.you = turn, point_of(game.player)
                if act is not None:
                    begun = self._act(act if isinstance(act, Action) else act(game))
        return course

    def _turn(self, begun: tuple[int, Final], drift: Drift) -> tuple[Played, list[Change], bool]:
        """Let time pass after the player's act; return the turn, its changes, and whether the level and time go on."""
        game = self.game
        start, result = begun
        self._played = played = Played(Run(0.0))
        self.up = game.player
        played.run.refusal, played.landed = refusal_of(result), point_of(game.player)
        departure = _departure(game, start)
        is_over = departure is not None or _is_taken_back(game.trace[start:], game)
        if departure is not None:
            played.follows = _companions(game, departure)
        passes = self.passes and isinstance(result, Done) and result.takes_turn
        if passes and not is_over:
            pass_time(game, self._onlookers, minds=self.minds, drift=drift)
        if not is_over:
            played.ends = {
                each: point
                for each in self.seen
                if is_here(game, each) and (point := point_of(each)) is not None
            }
        return played, game.trace[start:], passes and not is_over

    def who_is_up(self) -> int:
        """Return whose turn it is at this point of the turn being played."""
        return self.up

    def is_up(self, entity: int) -> bool:
        """Return whether it is a given creature's turn at this point of the turn being played."""
        return self.up == entity

    def _acts(self, game: Game, entity: int, action: Action | None) -> None:
        """Record whose turn it is, and what they are about to do; None if they cannot act at all."""
        self.up = entity
        if entity < self.since:
            self._played.order.append(entity)
        deed = deed_of(game, entity, action, self.since)
        self._played.deeds.setdefault(entity, set()).add(deed)

    def _rests(self, game: Game) -> None:
        """Record that all creatures have acted and the world has its turn."""
        self.up = NOBODY


def _note_losses(played: Played, changes: Sequence[Change], game: Game) -> None:
    """Add up the hit points that each creature lost, by who is to blame; for the player also by the source.

    What has burnt or poisoned the player since an earlier turn is named itself, because the creature that began it may
    be doing something else now.
    """
    losses: dict[int, dict[int, int]] = {game.player: {}}
    lasting: dict[int, int] = {}
    things: dict[str, int] = {}
    for change in changes:
        if type(change) is PoolChanged and change.pool == "hp" and change.before > change.after:
            lost, by = int(change.before - change.after), change.cause.by
            _add(losses.setdefault(change.entity, {}), by, lost)
            if change.entity != game.player:
                continue
            goes_on = change.cause.kind in LASTING and by not in beginners(changes)
            if goes_on:
                _add(lasting, by, lost)
            if goes_on or by in (NOBODY, game.player):
                _add(things, cause_words(change.cause.what, game), lost)
    played.losses, played.lasting, played.things = losses, lasting, things


def _add(book: dict[T, int], to: T, lost: int) -> None:
    """Add hit points to those in a book."""
    book[to] = book.get(to, 0) + lost


def _is_robbed(changes: Sequence[Change], game: Game) -> bool:
    """Return whether an item or gold is stolen from the player."""
    return any(
        change.cause.kind == "theft"
        and change.cause.by != game.player
        and (
            (type(change) is PackChanged and change.owner == game.player)
            or (type(change) is PoolChanged and change.entity == game.player)
        )
        for change in changes
    )


def _departure(game: Game, start: int) -> Departed | None:
    """Return how the player left the level, if they did: what waits elsewhere is not foreseen."""
    departed = (change for change in game.trace[start:] if isinstance(change, Departed))
    return next((change for change in departed if change.entity == game.player), None)


def _companions(game: Game, departure: Departed) -> dict[int, bool]:
    """Return who comes along, and whether each acts before the player's next turn there.

    They keep the tick of their next turn, so it is as it was known before. Through a gate, or to a tile of its own,
    nobody follows.
    """
    if departure.gate is not None or departure.point is not None:
        return {}
    along = followers(game)
    first = coming_turns_of(game, along)
    return {entity: entity in first for entity in along}


def _is_taken_back(changes: Sequence[Change], game: Game) -> bool:
    """Return whether the player took back a turn."""
    return any(type(change) is TookBack and change.entity == game.player for change in changes)
