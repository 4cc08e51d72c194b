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
from roguelike.core.rng import FixedRolls
from roguelike.effects.foresight.coming import Ahead, Luck
from roguelike.effects.foresight.rehearsal import Undecided, UndecidedError, rehearsing_turn
from roguelike.effects.foresight.runs import note
from roguelike.effects.foresight.sampler import (
    ALL,
    BATCH,
    EXTREMES,
    More,
    Rolls,
    Sampler,
    forever,
)
from roguelike.engine.foreseeing.aiming import describe, foresee
from roguelike.engine.foreseeing.intents import deed_of
from roguelike.engine.foreseeing.played_turns import Played, Reply, fallen, summary
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
    Spawned,
    StatusBegan,
    TookBack,
)
from roguelike.world.game import NOBODY, Change, Game
from roguelike.world.known_level import as_known

T = TypeVar("T")
LASTING = ("hazard", "status")
"""Kinds of causes that continue from turn to turn."""
SAMPLES = BATCH
"""How many turns are played with evenly spread dice, if any are rolled."""
OwnAct = Action | Callable[[Game], Action]
"""What the player does, or a function that chooses it when it is their turn: each rehearsal by what happened in it."""


def reply(game: Game, action: Action, *, samples: int = SAMPLES, minds: bool = True) -> Reply:
    """Foresee a whole turn of the player; the game is left exactly as it was.

    Args:
        game: the game, in which it is the player's turn.
        action: what the player would do. Using an unidentified item is foreseen as waiting, since its effect is
            unknown.
        samples: how many turns to play besides the extremes; more give more exact chances.
        minds: whether creatures act; without, they lose their turns, as in a drawn room.
    """
    return Estimate(game, action, samples, minds=minds).refined()


class Estimate:
    """A reply that gets more exact with every rehearsal, for screens that must not wait for all of them.

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
        """Prepare to rehearse the turn of an action at most `most` times; nothing is rehearsed yet.

        Besides, `corners` rehearsals have extreme rolls: the mildest, the worst, and others. Without `passes`, no time
        passes after the act.
        """
        self.action = action
        self._game = game
        unknown = not action.is_known(game)
        self._refusal = foresee(game, game.player, action).refused if unknown else None
        foreseen = Pass() if unknown else action
        self._ahead: Ahead | None = None
        self._rehearsed = partial(Rehearsal, game, (foreseen,), minds=minds, passes=passes)
        self._sampler = Sampler[Played](
            f"{game.seed}/{game.turn}/reply", game.player, most, corners
        )

    @property
    def is_decided(self) -> bool:
        """Whether one rehearsal is enough: no die is rolled in it, or the command is refused."""
        return self._sampler.is_decided

    @property
    def is_finished(self) -> bool:
        """Whether further rehearsals would add nothing."""
        return self._refusal is not None or self._sampler.is_finished

    def widen(self) -> None:
        """Request all extreme turns, even if only some were requested at first."""
        self._sampler.widen()

    @property
    def played(self) -> int:
        """How many turns were rehearsed, without the extreme ones."""
        return len(self._sampler.samples)

    @property
    def is_telling(self) -> bool:
        """Whether enough was rehearsed for bounds and for a first guess at the chances."""
        return self._refusal is not None or self._sampler.is_telling

    def refined(self, turns: int = ALL, more: More = forever) -> Reply:
        """Rehearse some more turns, as long as there is time for more; return the reply as far as it is known.

        The first is rehearsed in any case: without it there is nothing to tell.
        """
        game = self._game
        game.enter()
        if game.player in game.dead:
            return Reply(refused="You are dead.")
        if self._refusal is not None:
            return Reply(refused=self._refusal)
        bury(game)
        sampler = self._sampler
        with as_known(game, game.player):
            if self._ahead is None:
                self._ahead = Ahead(game, actor=game.player, passed=1)
            rehearsal = self._rehearsed(self._ahead)
            if isinstance(game.rng, FixedRolls):
                sampler.play_fixed(rehearsal.play, game.rng)
            if not self.is_finished and turns:
                with rehearsal.sharing_the_act():
                    if not sampler.corners:
                        sampler.refine(rehearsal.play, rehearsal.who_is_up, 1)
                        turns -= 1
                    sampler.refine(rehearsal.play, rehearsal.who_is_up, turns, more)
            every = sampler.every()
            self._ahead.settle(every)
        refusal = sampler.corners[0].refusal
        if refusal is not None:
            return Reply(refused=refusal)
        return summary(game, every, sampler.exact or sampler.samples or sampler.corners)


class Rehearsal:
    """Some own acts, each with everybody's answer, to be played with one set of rolls after another."""

    def __init__(
        self,
        game: Game,
        acts: Sequence[OwnAct],
        ahead: Ahead | None = None,
        *,
        minds: bool = True,
        passes: bool = True,
    ) -> None:
        """Copy what turns may touch; without `passes`, no time passes after an act.

        What comes after the last turn is played `ahead` if that is given.
        """
        self.game, self.acts, self.bookkeeping = game, acts, BookkeepingCopy(game)
        self._ahead = ahead
        self.minds, self.passes = minds, passes
        sleepers(game)  # looked up once, for all turns
        factions_of(game)
        self.since = ecs.next_id()
        """Entities from this id on are created in the rehearsal."""
        self.up = NOBODY
        """Whose turn it is at this point of the turn being played; NOBODY during that of fires and statuses."""
        self._shared: tuple[int, Final] | None = None
        """The start in the trace and the result of the first act, if all rehearsals share it."""
        self._played = Played(0.0)
        self._onlookers = Onlookers(acts=self._acts, rests=self._rests)

    @contextmanager
    def sharing_the_act(self) -> Iterator[None]:
        """Have the player act only once for all rehearsals of the block if the act rolls no die: that saves a tenth."""
        with ExitStack() as stack:
            stack.enter_context(rehearsing_turn(self.game, Undecided(), self.bookkeeping))
            try:
                self._shared = self._act(self.acts[0])
            except UndecidedError:
                stack.close()
            else:
                self.bookkeeping = BookkeepingCopy(self.game)
            yield

    def _act(self, act: OwnAct) -> tuple[int, Final]:
        """Let the player act; return the length of the trace before, and the result."""
        start, self.up = len(self.game.trace), self.game.player
        action = act if isinstance(act, Action) else act(self.game)
        return start, act_as_able(self.game, action, self._onlookers)

    def play(self, rolls: Rolls) -> Played:
        """Play all of it and undo it; return the last turn, with what all up to it came to."""
        return self.turns(rolls)[-1]

    def turns(self, rolls: Rolls) -> list[Played]:
        """Play all of it and undo it; return each turn, with what all up to it came to.

        An act that is refused when its turn comes is waited out; if it is the first, nothing follows. Nothing does when
        the player dies, leaves the level or takes the turn back.
        """
        turns: list[Played] = []
        with rehearsing_turn(self.game, rolls.now, self.bookkeeping):
            begun = self._shared[0] if self._shared is not None else len(self.game.trace)
            for act in self.acts:
                self._played = Played(0.0)
                turns.append(self._played)
                if not self._turn(act, begun, rolls.then, is_last=len(turns) == len(self.acts)):
                    break
        return turns

    def _turn(self, act: OwnAct, begun: int, luck: Luck, *, is_last: bool) -> bool:
        """Play one turn, of a rehearsal that began at this index of the trace; return whether others may follow."""
        game, played, is_first = self.game, self._played, act is self.acts[0]
        start, result = self._shared if is_first and self._shared else self._act(act)
        if not isinstance(result, Done) and not is_first:
            _, result = self._act(Pass())
        self.up = game.player
        played.refusal = refusal_of(result)
        passes = self.passes and isinstance(result, Done) and result.takes_turn
        departure = _departure(game, start)
        is_over = departure is not None or _is_taken_back(game.trace[start:], game)
        if departure is not None:
            played.follows = _companions(game, departure)
        if passes and not is_over:
            pass_time(game, self._onlookers, minds=self.minds, drift=luck.drifting())
        changes = game.trace[begun:]
        note(played, changes, game)
        _note_losses(played, changes, game)
        played.is_robbed, played.fallen = _is_robbed(changes, game), fallen(changes, game)
        describe(game, changes, played)
        goes_on = not is_over and played.refusal is None and game.player not in game.dead
        if passes and goes_on and is_last and self._ahead is not None:
            self._ahead.follow(played, changes, luck)
        return goes_on

    def who_is_up(self) -> int:
        """Return whose turn it is at this point of the turn being played."""
        return self.up

    def _acts(self, game: Game, entity: int, action: Action | None) -> None:
        """Record whose turn it is, and what they are about to do; None if they cannot act at all."""
        self.up = entity
        self._played.order.append(entity)
        deed = deed_of(game, entity, action, self.since)
        self._played.deeds.setdefault(entity, set()).add(deed)

    def _rests(self, game: Game) -> None:
        """Record that all creatures have acted and the world has its turn."""
        self.up = NOBODY


def _note_losses(played: Played, changes: Sequence[Change], game: Game) -> None:
    """Add up the hit points that the player lost, by who took them, and by the source.

    What has burnt or poisoned the player since an earlier turn is named itself, because the creature that began it may
    be doing something else now.
    """
    taken: dict[int, int] = {}
    things: dict[str, int] = {}
    for change in changes:
        if (
            type(change) is PoolChanged
            and change.pool == "hp"
            and change.entity == game.player
            and change.before > change.after
        ):
            lost, by = int(change.before - change.after), change.cause.by
            goes_on = change.cause.kind in LASTING and by not in _beginners(changes)
            _add(taken, NOBODY if goes_on and by != game.player else by, lost)
            if goes_on or by in (NOBODY, game.player):
                _add(things, cause_words(change.cause.what, game), lost)
    played.taken, played.things = taken, things


def _beginners(changes: Sequence[Change]) -> set[int]:
    """Return who began a status, or made something that was not there before."""
    return {change.cause.by for change in changes if type(change) in (StatusBegan, Spawned)}


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
