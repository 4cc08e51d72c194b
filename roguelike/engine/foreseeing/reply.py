"""The reply: a forecast continued, with everybody's answer, until the player's next turn.

The turn is rehearsed on the real world by the code of `engine.play.turn` that will run it, and undone, once for each
sample of the dice. It knows what the player knows: unseen creatures take no part, and what is out of sight is as
remembered. Bounds come from the samples and from forced extremes; "up to" is exceeded in fewer than one of 500 turns.
What the turn leaves behind that hurts later, such as poison or a fire, is followed as in a forecast.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from typing import TypeVar

from roguelike.actions import acting, moving, senses
from roguelike.components import spatial
from roguelike.core import sight, trial_rolls
from roguelike.core.geometry import Point
from roguelike.core.records import Record, replace
from roguelike.core.rng import Chance
from roguelike.effects import spreading
from roguelike.effects.foresight import sampler
from roguelike.effects.foresight.coming import Ahead, Luck
from roguelike.effects.foresight.foreseen import Weighed, weighed_since
from roguelike.effects.foresight.rehearsal import (
    Prefix,
    Undecided,
    UndecidedError,
    rehearsing,
    run_prefix,
)
from roguelike.effects.foresight.runs import note
from roguelike.engine.foreseeing.aiming import describe, foresee
from roguelike.engine.foreseeing.blame import hits_on_player
from roguelike.engine.foreseeing.intents import (
    HITS_BACK,
    HORIZON_TURNS,
    Course,
    answers,
    deed_of,
    lit_by_the_unknown,
    moment_of,
)
from roguelike.engine.foreseeing.played_turns import Played, Reply, fallen, in_view, summary
from roguelike.engine.play.onlookers import Onlookers
from roguelike.engine.play.turn import (
    act_as_able,
    answer_player,
    as_able,
    bury,
    news_since,
    pass_time,
)
from roguelike.engine.play.yesterday import places_then
from roguelike.engine.telling.sentences import cause_words
from roguelike.systems.ai.sightings import factions_of
from roguelike.systems.catch_up import followers, pursuers
from roguelike.systems.initiative import coming_turns_of
from roguelike.systems.waking import sleepers
from roguelike.world import changes, ecs, known_level, space
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.game import NOBODY, Change, Game

T = TypeVar("T")
SAMPLES = sampler.BATCH
"""How many turns are played with evenly spread dice, if any are rolled."""
SHARP = 768
"""How many turns are played, while the player thinks, if somebody may die: chances are then true to within a point."""
COURSES = sampler.FEWEST
"""How many samples look beyond the turn."""
OwnAct = acting.Action | Callable[[Game], acting.Action]
"""What the player does, or a function that chooses it when it is their turn: each rehearsal by what happened in it."""


def reply(
    game: Game,
    action: acting.Action,
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
    told = estimate.refined()
    ahead = estimate.looking_ahead() if looks_ahead and told.refused is None else None
    return ahead or told


@contextmanager
def as_known_now(game: Game) -> Iterator[None]:
    """Show the block the level as the player knows it, without the dead of earlier turns.

    A nested block changes nothing more. Whoever asks for many replies wraps all of them in one: to look at the level
    takes as long as to play some turns of it.
    """
    game.enter()
    if not isinstance(game.level, known_level.KnownLevel) and game.player not in game.dead:
        bury(game)  # on a level as known whoever is not known of counts as dead
    with known_level.as_known(game, game.player):
        yield


class Estimate:
    """A reply that gets more exact with every rehearsal, for screens that must not wait for all of them.

    It is valid until anything in the game changes.
    """

    def __init__(
        self,
        game: Game,
        action: acting.Action,
        most: int = SAMPLES,
        *,
        corners: int = sampler.EXTREMES,
        minds: bool = True,
        passes: bool = True,
    ) -> None:
        """Prepare to rehearse the turn of an action at most `most` times; nothing is rehearsed yet.

        Besides, `corners` rehearsals have extreme rolls: the mildest, the worst, and others. Without `passes`, no time
        passes after the act.
        """
        self.action = action
        self._game = game
        self._foreseen = as_foreseen(game, action)
        is_unknown = self._foreseen is not action
        self._refusal = foresee(game, game.player, action).refused if is_unknown else None
        weighed = weighed_since(game)
        self._rehearsed = partial(Rehearsal, game, minds=minds, passes=passes, weighed=weighed)
        self._ahead: Ahead | None = None
        self._hangs = False
        """Whether somebody may die and may not, by what was told last."""
        self._likely: Collection[int] = ()
        """Whose death was told as likely."""
        self._is_sharpening = False
        self.courses_by: dict[known_level.Darkness, list[Course]] = {}
        """What everybody does in the turns after this one, by what ground never seen is in them."""
        self._sampler = sampler.Sampler[Played](
            f"{game.seed}/{game.turn}/reply", game.player, most, corners
        )

    @property
    def is_decided(self) -> bool:
        """Whether one rehearsal is enough: no die is rolled in it, or the command is refused."""
        return self._sampler.is_decided

    @property
    def is_finished(self) -> bool:
        """Whether further rehearsals would add nothing."""
        return self._refusal is not None or self._is_sharpening or self._sampler.is_finished

    def ask_for(self, most: int) -> None:
        """Ask for at least so many rehearsals, without the extreme ones."""
        self._sampler.most = max(most, self._sampler.most)

    def widen(self) -> None:
        """Request all extreme turns, even if only some were requested at first."""
        self._sampler.most_corners = sampler.EXTREMES

    @property
    def played(self) -> int:
        """How many turns were rehearsed, without the extreme ones."""
        return self._sampler.played

    @property
    def is_telling(self) -> bool:
        """Whether enough was rehearsed for bounds and for a first guess at the chances."""
        return self._refusal is not None or self._sampler.is_telling

    def refined(
        self, turns: int = sampler.ALL, more: sampler.More = sampler.forever, *, least: int = 0
    ) -> Reply:
        """Rehearse some more turns, as long as there is time for more; return the reply as far as it is known.

        The first is rehearsed in any case: without it there is nothing to tell. Further ones are until at `least` so
        many were that are not extreme.
        """
        with as_known_now(self._game):
            if turns:
                self._play(turns, more, least)
            return self.told()

    def refine(self, turns: int = sampler.ALL, more: sampler.More = sampler.forever) -> bool:
        """Rehearse some more turns, as `refined` does; return whether there is enough to be told."""
        with as_known_now(self._game):
            self._play(turns, more)
        return self.is_telling

    def told(self) -> Reply:
        """Return the reply as far as it is known; something must have been rehearsed."""
        game = self._game
        game.enter()
        if game.player in game.dead:
            return Reply(refused="You are dead.")
        refusal = self._refusal or self._sampler.refusal
        if refusal is not None:
            return Reply(refused=refusal)
        with known_level.as_known(game, game.player):
            return self._summary()

    def _play(self, turns: int, more: sampler.More, least: int = 0) -> None:
        """Rehearse some more turns, one in any case, while there is time for more; none if it is refused at once."""
        game, rolls = self._game, self._sampler
        if self._refusal is not None or game.player in game.dead:
            return
        self._ahead = self._ahead or Ahead(game, actor=game.player, passed=1)
        make = partial(self._rehearsed, (self._foreseen,), (self._ahead,))
        with sampler.LightAndDark(game, make) as rehearsed:
            refine = partial(rolls.refine, rehearsed.play, game.rng, lambda: rehearsed.rehearsal.up)
            begun = not rolls.first.corners
            if begun:
                refine(1)
            refine(turns - begun, more)
            while rolls.played < least and not self.is_finished and more():
                refine(least - rolls.played, more)

    @property
    def courses(self) -> list[Course]:
        """What everybody does in the turns after this one, in some samples."""
        return [course for those in self.courses_by.values() for course in those]

    @property
    def has_looked_ahead(self) -> bool:
        """Whether it is known what creatures will do in the turns after this one."""
        return len(self.courses) >= COURSES

    def looking_ahead(self, more: sampler.More = sampler.forever) -> Reply | None:
        """Rehearse the turn and those after it, in which the player waits; return the reply with what that shows.

        It is for a reply that stands already, and is not refused. At least one rehearsal is played, and others as long
        as there is time for `more`: None before all are, since only all together say anything.
        """
        game = self._game
        acts = (self._foreseen, *[moving.Pass()] * (HORIZON_TURNS - 1))
        with as_known_now(self._game):
            strata = trial_rolls.Strata(COURSES, f"{game.seed}/{game.turn}/ahead")
            lit = lit_by_the_unknown(game)
            with sampler.LightAndDark(game, partial(self._rehearsed, acts)) as rehearsed:
                while not self.has_looked_ahead:
                    number = len(self.courses)
                    is_open = self._sampler.is_dark and number >= COURSES // 2
                    dark = known_level.Darkness.OPEN if is_open else known_level.Darkness.SHUT
                    rng = strata.sample(number, lambda: rehearsed.rehearsal.up)
                    course = rehearsed.where(dark).course(rng, lit)
                    self.courses_by.setdefault(dark, []).append(course)
                    if not more():
                        break
            return self._summary() if self.has_looked_ahead else None

    @property
    def is_sharp(self) -> bool:
        """Whether the chances are as true as they will be: nobody's life hangs on them, or enough turns were played."""
        return not self._hangs or self.is_decided or self._sampler.played >= SHARP

    def sharpened(self, more: sampler.More = sampler.forever) -> Reply | None:
        """Play on for truer chances of death; return the reply whenever twice as many turns were played, or all.

        It is for a reply that stands already, with as much as was to be told of it.
        """
        rolls = self._sampler
        self._is_sharpening, rolls.most, told = True, SHARP, rolls.played
        with as_known_now(self._game):
            self._play(sampler.ALL, more)
            if rolls.played < SHARP and rolls.played.bit_length() == told.bit_length():
                return None
            return self._summary()

    def _summary(self) -> Reply:
        """Combine all rehearsals so far into one reply, the turns after it included once they are known."""
        if self._ahead is not None:
            self._ahead.settle(self._sampler.every)
        courses = self.courses_by if self.has_looked_ahead else {}
        told = summary(self._game, self._sampler, courses, self._likely)
        self._likely = told.likely
        self._hangs = any(0 < each.kill < 1 for each in (told.you, *told.outcomes.values()))
        return told


def as_foreseen(game: Game, act: acting.Action) -> acting.Action:
    """Return an act, or a wait in place of using something unidentified: nobody can know what that does."""
    return act if act.is_known(game) else moving.Pass()


class Turn(Record):
    """One turn of a rehearsal: where its changes begin in the trace, why the act was refused, where it took the player.

    Or why it was refused and `waited` out, or `lacks` a choice; whether time passed, and whether nothing can follow it.
    """

    number: int
    start: int
    refusal: str | None
    waited: str | None
    landed: Point | None
    passes: bool
    is_over: bool
    lacks: acting.Ask | None = None


class Fork(Record):
    """An act that is tried from where others led, and those that are tried from where it leads in turn."""

    act: OwnAct
    forks: "tuple[Fork, ...]" = ()

    @property
    def depths(self) -> list[int]:
        """How many of these acts lead to each of them, itself first, then each fork with its own."""
        return [1, *(1 + depth for fork in self.forks for depth in fork.depths)]


class _Shared(Record):
    """The player's act up to its first roll: where it begins in the trace, its result, and how it goes on."""

    start: int
    result: acting.Final
    prefix: Prefix


class Rehearsal:
    """Some own acts, each with everybody's answer, to be played with one set of rolls after another."""

    def __init__(
        self,
        game: Game,
        acts: Sequence[OwnAct],
        ahead: Sequence[Ahead | None] = (),
        *,
        minds: bool = True,
        passes: bool = True,
        persists: bool = False,
        forks: Sequence[Fork] = (),
        weighed: Weighed | None = None,
        notes: bool = True,
    ) -> None:
        """Copy what turns may touch; without `passes`, no time passes after an act.

        What comes after each turn is played `ahead`, where that is given for it. If the first act is refused, nothing
        follows unless it `persists`: then that one too is waited out. After all acts, each of the `forks` is played
        from there instead of the others, and counts like a further act, and so does each of its own. What creatures
        `weighed` in other rehearsals of the same moment they need not weigh again. Without `notes`, only what the turns
        come to is of interest, and nobody's deeds are.
        """
        self._forks = forks
        self._ahead = ahead
        self._weighed = weighed or weighed_since(game)
        self.game, self.acts, self.bookkeeping = game, acts, BookkeepingCopy(game)
        self.minds, self.passes, self.persists = minds, passes, persists
        self.seen = in_view(game)
        self._places = [(each, ecs.get(each, spatial.Position)) for each in self.seen]
        self.since = ecs.next_id()
        """Entities from this id on are created in the rehearsal."""
        self.up = NOBODY
        """Whose turn it is at this point of the turn being played; NOBODY during that of fires and statuses."""
        self._shared: _Shared | None = None
        """The first act up to its first roll, if all rehearsals share it."""
        self._has_dice = False
        """Whether the first act is known to begin with a die, or to be answered by one."""
        self._played = Played(0.0)
        self._goes_on = True
        """Whether anything can follow the turn played last."""
        self._onlookers = Onlookers(acts=self._acts if notes else self._is_up, rests=self._rests)

    @contextmanager
    def sharing_the_act(self) -> Iterator[None]:
        """Have the player act, up to the first die, only once for all rehearsals of the block."""
        sleepers(self.game)  # looked up once, for all turns
        factions_of(self.game)
        before = self.bookkeeping
        with ExitStack() as stack:
            if not self._has_dice:
                stack.enter_context(rehearsing(self.game, Undecided(), before))
                self.game.caches.keep(None, self._weighed)
                try:
                    self._shared = self._begin(self.acts[0])
                except UndecidedError:
                    self._has_dice = True
                    stack.close()
                else:
                    self.game.turn_queue.enter_noted()
                    self.bookkeeping = BookkeepingCopy(self.game)
            try:
                yield
            finally:
                self.bookkeeping, self._shared = before, None

    def _begin(self, act: OwnAct) -> "_Shared":
        """Let the player act up to the first die, or to where others have noticed if none falls.

        Raises UndecidedError if it begins with a die, or if others answer by one.
        """
        game, start, self.up = self.game, len(self.game.trace), self.game.player
        able = as_able(game, act if isinstance(act, acting.Action) else act(game))
        if able is None:
            raise UndecidedError
        results: list[acting.Final] = []

        def attempt() -> str | None:
            """Try the act; return why it is refused, if it is."""
            results.append(acting.attempt(able, game.player, game))
            return acting.refusal_of(results[-1])

        prefix = run_prefix(game, attempt, looking_ahead=False)
        if prefix.act is not None:
            raise UndecidedError
        if not prefix.waiting:
            answer_player(game, start)
        return _Shared(start, results[-1], prefix)

    def _act(self, act: OwnAct) -> tuple[int, acting.Final]:
        """Let the player act; return the length of the trace before, and the result."""
        start, self.up = len(self.game.trace), self.game.player
        action = act if isinstance(act, acting.Action) else act(self.game)
        return start, act_as_able(self.game, action, self._onlookers)

    def _go_on_from(self, shared: "_Shared") -> tuple[int, acting.Final]:
        """Let the act that all rehearsals share come to its end, as `_act` does."""
        if shared.prefix.waiting:
            self.up = self.game.player
            shared.prefix.go_on()
            answer_player(self.game, shared.start)
        return shared.start, shared.result

    def play(self, rolls: sampler.Rolls) -> Played:
        """Play all of it and undo it; return the last turn, with what all up to it came to."""
        *before, last = self.turns(rolls)
        last.before = before
        return last

    def course(self, rng: Chance, lit: sight.Mask | None = None) -> Course:
        """Play all of it and undo it; return how everybody stands after each turn, seen also where it is `lit`."""
        with self.undoing(rng):
            begun = self._begun
            return [
                moment_of(
                    self.game,
                    self.seen,
                    self._played.deeds,
                    self.game.trace[begun:],
                    turn.start - begun,
                    lit,
                )
                for turn in self.passing()
            ]

    def turns(self, rolls: sampler.Rolls) -> list[Played]:
        """Play all of it and undo it; return each turn, with what all up to it came to."""
        turns: list[Played] = []
        with self.undoing(rolls.now):
            begun = self._begun
            for turn in self.passing(rolls.then.drifting()):
                turns.append(self._played)
                is_last = not self._forks and len(turns) == len(self.acts)
                self._read(turn, begun, rolls.then, is_last=is_last)
            if self._forks:
                self._part(self._forks, turns, begun, rolls)
            elif turns and isinstance(rolls.now, trial_rolls.NotedRolls):
                turns[-1].rolled = rolls.now.rolled
        return turns

    def _part(
        self, forks: Sequence[Fork], turns: list[Played], begun: int, rolls: sampler.Rolls
    ) -> None:
        """Play each fork from here with all that follows it, and undo it before the next; each has further rolls.

        Where nothing can follow, all forks come to what the turn before came to.
        """
        if not self._goes_on:
            turns += [turns[-1]] * sum(len(fork.depths) for fork in forks)
            return
        game, here = self.game, BookkeepingCopy(self.game)
        for fork in forks:
            with rehearsing(game, game.rng, here):
                turn = self._next(len(turns), fork.act, rolls.then.drifting())
                turns.append(self._played)
                self._read(turn, begun, rolls.then, is_last=not fork.forks)
                self._part(fork.forks, turns, begun, rolls)

    def undoing(self, rng: Chance) -> AbstractContextManager[None]:
        """Roll with `rng` while the block runs, in which turns are `passing`; all are undone at its end."""
        return rehearsing(self.game, rng, self.bookkeeping)

    @property
    def _begun(self) -> int:
        """The index in the trace at which the rehearsal begins."""
        return self._shared.start if self._shared is not None else len(self.game.trace)

    def passing(self, drift: spreading.Drift = spreading.BY_CHANCE) -> Iterator[Turn]:
        """Yield the turns, each played when it is asked for.

        Clouds drift as `drift` says. An act that is refused when its turn comes is waited out, but for the first: then
        nothing follows. Nothing does when the player dies, leaves the level or takes the turn back.
        """
        self.game.caches.keep(None, self._weighed)
        for number, act in enumerate(self.acts):
            yield self._next(number, act, drift)
            if not self._goes_on:
                return

    def _next(self, number: int, act: OwnAct, drift: spreading.Drift) -> Turn:
        """Play the turn of an act, and note whether another can follow."""
        self._played = Played(0.0)
        shared = self._shared if number == 0 else None
        start, result = self._act(act) if shared is None else self._go_on_from(shared)
        waited = acting.refusal_of(result) if number or self.persists else None
        lacks = result if isinstance(result, acting.Ask) else None
        if waited is not None:
            _, result = self._act(moving.Pass())
        turn = self._turn(number, start, result, waited, drift)
        is_over = turn.is_over or not isinstance(result, acting.Done)
        self._goes_on = not is_over and self.game.player not in self.game.dead
        return replace(turn, lacks=lacks) if lacks else turn

    def _turn(
        self,
        number: int,
        start: int,
        result: acting.Final,
        waited: str | None,
        drift: spreading.Drift,
    ) -> Turn:
        """Let everybody answer an act with this result, which began at this index of the trace."""
        game, self.up = self.game, self.game.player
        landed = space.point_of(game.player)
        passes = isinstance(result, acting.Done) and result.takes_turn
        departure = _departure(game, start)
        is_over = departure is not None or _is_taken_back(game.trace[start:], game)
        if departure is not None:
            self._played.follows, self._played.pursues = _companions(game, departure)
        passes = passes and self.passes and not is_over
        if passes:
            pass_time(game, self._onlookers, minds=self.minds, drift=drift)
        return Turn(
            number, start, acting.refusal_of(result), waited, landed, passes=passes, is_over=is_over
        )

    def _read(self, turn: Turn, begun: int, luck: Luck, *, is_last: bool) -> None:
        """Note what all turns from this index of the trace on came to, and of the last what it leads to."""
        game, played, trace = self.game, self._played, self.game.trace[begun:]
        played.refusal, played.waited, played.landed = turn.refusal, turn.waited, turn.landed
        places: Iterable[tuple[int, spatial.Position]] = () if turn.is_over else self._places
        if turn.is_over and _is_taken_back(game.trace[turn.start :], game):
            places = (
                (each, place) for each, place in places_then(game).items() if each in self.seen
            )
        played.ends = {
            each: (place.x, place.y)
            for each, place in places
            if place.depth == game.depth and each not in game.dead
        }
        note(played, trace, game)
        _note_losses(played, trace, turn.start - begun, game)
        news = news_since(game, begun)
        _note_blows(played, news)
        played.is_robbed, played.fallen = _is_robbed(news, game), fallen(news, game)
        describe(game, trace, played)
        ahead = self._ahead[turn.number] if turn.number < len(self._ahead) else None
        if not turn.passes or game.player in game.dead or ahead is None:
            return
        if is_last:
            ahead.follow(played, trace, luck)
            return
        with rehearsing(game, game.rng, BookkeepingCopy(game)):
            ahead.follow(played, trace, luck)

    @property
    def at_the_heels(self) -> int:
        """How many enemies follow or come after the player who has left the level in the turn played last."""
        on_the_way = *self._played.follows, *self._played.pursues
        return sum(senses.is_hostile(self.game, each) for each in on_the_way)

    def who_is_up(self) -> int:
        """Return whose turn it is at this point of the turn being played."""
        return self.up

    def _is_up(self, game: Game, entity: int, action: acting.Action | None) -> None:
        """Record whose turn it is."""
        self.up = entity

    def _acts(self, game: Game, entity: int, action: acting.Action | None) -> None:
        """Record whose turn it is, and what they are about to do; None if they cannot act at all."""
        self.up, played = entity, self._played
        if entity < self.since:
            played.order.append(entity)
        deed = deed_of(game, entity, action, self.since)
        played.deeds.setdefault(entity, set()).add(deed)

    def _rests(self, game: Game) -> None:
        """Record that all creatures have acted and the world has its turn."""
        self.up = NOBODY


def _note_blows(played: Played, trace: Sequence[Change]) -> None:
    """Add up the hit points that each creature lost, blow by blow, but for those that burst, to themselves."""
    burst = {change.entity for change in trace if type(change) is changes.Removed}
    count: dict[int, int] = {}
    taken: dict[int, dict[tuple[int, int], int]] = {}
    for change in trace:
        if type(change) is changes.Struck or type(change) is changes.Missed:
            _add(count, change.attacker, 1)
        elif (
            type(change) is changes.PoolChanged
            and change.pool == "hp"
            and change.before > change.after
        ):
            by = change.cause.by
            lost = int(change.before - change.after)
            if by != change.entity or by not in burst:
                _add(taken.setdefault(change.entity, {}), (by, count.get(by, 0)), lost)
    played.blows, played.struck = taken, count


def _note_losses(played: Played, trace: Sequence[Change], start: int, game: Game) -> None:
    """Add up the hit points that the player lost to what goes on from before, and by the source of that; who hit back.

    Who did so is told of the last turn alone, whose changes begin at the index `start` of the trace. What has burnt or
    poisoned the player since an earlier turn is named itself, and so is what nobody else is to blame for.
    """
    lasting: dict[int, int] = {}
    things: dict[str, int] = {}
    hits_back = replace(HITS_BACK, target=game.player)
    for change, goes_on in hits_on_player(game, trace):
        is_answer = not goes_on and answers(change.cause)
        if is_answer and any(change is each for each in trace[start:]):
            played.deeds.setdefault(change.cause.by, set()).add(hits_back)
        if type(change) is changes.PoolChanged:
            lost, by = int(change.before - change.after), change.cause.by
            if goes_on:
                _add(lasting, by, lost)
            if goes_on or by in (NOBODY, game.player):
                _add(things, cause_words(change.cause.what, game), lost)
    played.lasting, played.things = lasting, things


def _add(book: dict[T, int], to: T, lost: int) -> None:
    """Add hit points to those in a book."""
    book[to] = book.get(to, 0) + lost


def _is_robbed(trace: Sequence[Change], game: Game) -> bool:
    """Return whether an item or gold is stolen from the player."""
    thefts = [
        change
        for change in trace
        if change.cause.kind == "theft" and change.cause.by != game.player
    ]
    return any(
        (type(change) is changes.PackChanged and change.owner == game.player)
        or (type(change) is changes.PoolChanged and change.entity == game.player)
        for change in thefts
    )


def _departure(game: Game, start: int) -> changes.Departed | None:
    """Return how the player left the level, if they did: what waits elsewhere is not foreseen."""
    departed = [change for change in game.trace[start:] if type(change) is changes.Departed]
    return next((each for each in departed if each.entity == game.player), None)


def _companions(game: Game, departure: changes.Departed) -> tuple[dict[int, bool], dict[int, int]]:
    """Return who comes along, and whether each acts before the player's next turn there; who comes after, and when.

    Those at once keep the tick of their next turn, so it is as it was known before. Through a gate, or to a tile of
    its own, nobody follows.
    """
    if departure.gate is not None or departure.point is not None:
        return {}, {}
    along, coming = followers(game), pursuers(game)
    first = coming_turns_of(game, along)
    return (
        {entity: entity in first for entity in along},
        {entity: turn - game.turn for entity, turn in coming},
    )


def _is_taken_back(trace: Sequence[Change], game: Game) -> bool:
    """Return whether the player took back a turn."""
    back = trace if changes.TookBack in map(type, trace) else ()
    return any(type(change) is changes.TookBack and change.entity == game.player for change in back)
