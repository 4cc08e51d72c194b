"""Counsel: everything that the player could do now, each with its reply, sorted by cost.

The risk of death comes first, then a command's total cost, then what the turn gains. The table is computed in steps: a
few turns of each command, then more of the best. It offers only what the player knows about: no unidentified items, no
tiles never seen.

The total cost is told in hit points: those lost, what it uses up, and blows that are only postponed. Stepping away from
a fight, drinking or waiting leaves the same turn to be faced again. So an action that takes less from the enemies than
a turn of standing still costs is charged the difference; and a step after which all stand to each other as before costs
no less than to fight. Mana comes back, so it is charged only as far as it exceeds
what the same harm, done by blows and shots turn after turn, would have cost.
"""

from collections.abc import Iterator

from roguelike.actions import acting, item_use, moving, senses
from roguelike.components import actors, vitals
from roguelike.core.geometry import Point, distance
from roguelike.core.records import Record, replace
from roguelike.effects import healing
from roguelike.effects.foresight import sampler
from roguelike.effects.foresight.forecast import UNMET
from roguelike.engine.foreseeing.aiming import aimable, best_aims, foresee, gain_of, is_harm, worth
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.foreseeing.reply import SAMPLES, Estimate, as_known_now
from roguelike.systems.ai.abilities import harm_of
from roguelike.world import ecs, known_level, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game

AIMS = 3
"""How many tiles, the most useful ones, a spell or item is aimed at."""
CORNERS = 2
"""Extreme turns of every command that are played before its samples."""
PIECE = 4
"""A piece of work: so many turns of one command, before another has its own."""
MANA_WORTH = 0.6
"""The worth in hit points of a point of mana."""
LEAST_OWED, LEAST_DONE = 2.0, 3.0
"""The least hit points that a turn of standing still is assumed to cost while an enemy in view is awake, and the least
harm that a turn without using anything up is assumed to do."""


class Sampling(Record):
    """Numbers of turns: `first` for every command, then up to `samples` for the `best` ones.

    If `thorough`, up to `samples` for all others afterwards, too.
    """

    first: int = 2
    samples: int = SAMPLES
    best: int = 6
    thorough: bool = True


THOROUGH = Sampling()
QUICK = Sampling(samples=8, best=4, thorough=False)
"""For figures that are there soon, and for the first act of a fight: as good for the best, a guess for the others."""
EVEN = Sampling(samples=16, best=100, thorough=False)
"""For the figures beside spells and things, which are compared with one another: as many turns of every command.

Of few turns the worst are told too large a part, so that whatever had fewer than waiting has would look worse."""


class Pace(Record):
    """The pace of a fight in which nothing is used up: the cost of each turn, and the most harm that one turn does."""

    owed: float
    free: float

    def saved_by(self, harm: float) -> float:
        """Return the hit points that doing this much harm at once saves: the cost of the turns needed without mana."""
        beyond = max(0.0, harm - max(0.0, self.free))
        return self.owed * beyond / max(self.free, LEAST_DONE)


class Advice(Record):
    """One command with its description and its reply.

    All figures are in hit points. `loss` is the mean lost less the mean gained; `gain` is what else it brings: harm to
    enemies, with deaths and statuses, less harm to friends. `spent` is the worth of items that the turn uses up or
    loses to thieves, `mana` that of the mana it takes.
    """

    action: acting.Action
    words: str
    row: str
    """How its row in a table begins."""
    reply: Reply
    loss: float
    gain: float
    spent: float
    mana: float = 0.0
    repeats: bool = False
    """Whether the player goes, and all who are awake stand to them as before: the same turn comes again."""

    @property
    def danger(self) -> tuple[float, int, float]:
        """The sort key if only this turn counts: chance of death, whole hit points lost, gain (negated)."""
        return _risk(self.reply), round(self.loss), -self.gain

    def cost(self, pace: Pace) -> int:
        """Return the total cost, in whole hit points, in a fight of this pace.

        Harm done to enemies offsets postponed blows and mana, but never items or hit points lost.
        """
        put_off = max(0.0, pace.owed - self.gain)
        mana = max(0.0, self.mana - pace.saved_by(self.gain))
        return round(self.loss + self.spent + put_off + mana)


def _risk(reply: Reply) -> float:
    """Return the chance of death, rounded to hundredths; a death only in extreme turns counts as half a sample.

    One that no turn met does not count.
    """
    return round(max(reply.death, 0.5 / reply.samples), 2) if reply.death > UNMET else 0.0


def once_at_least(more: sampler.More) -> sampler.More:
    """Return what says that there is time the first time that it is asked, whether there is or not."""
    unasked = iter((True,))
    return lambda: next(unasked, False) or more()


class Counsel:
    """The table, computed bit by bit; it is valid until anything in the game changes."""

    def __init__(
        self,
        game: Game,
        sampling: Sampling = THOROUGH,
        *,
        minds: bool = True,
        passes: bool = True,
        rough: "Counsel | None" = None,
    ) -> None:
        """Prepare the table for a player whose turn it is; it begins with a `rough` one of this moment."""
        self._sampling = sampling
        self._game, self._minds, self._passes = game, minds, passes
        self._further: list[acting.Action] = []
        """The other aims of commands, which come after the first rows of all."""
        self._goes_further = False
        """Whether those have begun."""
        self._commands = _best_of(game, self._further)
        self._coming = next(self._commands, None)
        self._estimates: dict[acting.Action, Estimate] = {}
        self._advice: dict[acting.Action, Advice] = {}
        self._begun: acting.Action | None = None
        if rough is not None and rough.has_first_rows:
            self._coming, self._goes_further = None, True
            self._further = [*rough._further]  # noqa: SLF001 - of the same class
            self._advice |= rough._advice  # noqa: SLF001 - of the same class
            self._estimates |= rough._estimates  # noqa: SLF001 - of the same class
            for estimate in self._estimates.values():
                estimate.ask_for(sampling.samples)

    @property
    def has_listed_all(self) -> bool:
        """Whether every command has its row, at each of its aims."""
        return self.has_first_rows and not self._further and self._begun is None

    @property
    def has_first_rows(self) -> bool:
        """Whether every command has its row at its best aim, from its first turns."""
        return self._coming is None and (self._begun is None or self._goes_further)

    @property
    def is_finished(self) -> bool:
        """Whether more turns would add nothing."""
        return self.has_listed_all and self._unsettled() is None

    @property
    def rows(self) -> list[Advice]:
        """The rows so far, the least dangerous first; equal rows keep the order in which they were listed."""
        return sorted(self._advice.values(), key=lambda advice: advice.danger)

    @property
    def table(self) -> list[tuple[int, Advice]]:
        """The rows so far, each with its cost: at the same risk, the least costly first."""
        self._game.enter()
        still = self._advice.get(moving.Rest())
        due = owed(self._game, still.loss if still is not None else 0.0)
        free = (row.gain for row in self._advice.values() if not row.mana and not row.spent)
        pace = Pace(due, max(free, default=0.0))
        rows = [(advice.cost(pace), advice) for advice in self._advice.values()]
        fight = min((cost for cost, row in rows if row.gain > 0), default=0)
        costs = [(max(cost, fight) if row.repeats else cost, row) for cost, row in rows]
        return sorted(costs, key=lambda row: (row[1].danger[0], row[0], -row[1].gain))

    def advice_on(self, action: acting.Action) -> Advice | None:
        """Return the row of a command; None if it has none, or none yet."""
        return self._advice.get(action)

    def refine(self, turns: int, more: sampler.More = sampler.forever) -> None:
        """Play this many more turns, as long as there is time: first some of every command, then more of the best.

        One is played in any case. What a command costs to set up is shared by the turns of it that are played at once.
        """
        more = once_at_least(more)
        with as_known_now(self._game):
            while turns > 0 and (action := self._next()) is not None:
                played = min(turns, PIECE)
                self._play(action, played, more)
                turns -= played
                if not more():
                    return

    def finish(self) -> list[Advice]:
        """Compute the table to the end, and return its rows."""
        while not self.is_finished:
            self.refine(PIECE)
        return self.rows

    def _next(self) -> acting.Action | None:
        """Return the command to play next: one begun, a new one, or one of the best; None at the end."""
        if self._begun is not None:
            return self._begun
        listed = self._next_listed()
        return listed if listed is not None else self._unsettled()

    def _next_listed(self) -> acting.Action | None:
        """Return the next command that has no row yet, the best aims of all first; None after the last."""
        found = self._coming
        if found is not None:
            self._coming = next(self._commands, None)
        elif self._further:
            self._goes_further, found = True, self._further.pop(0)
        return found

    def _unsettled(self) -> acting.Action | None:
        """Return the least played of the best commands that need more turns, then of the others; None if there is none.

        Commands without dice are decided at once and do not count among the best. At the very end all extreme turns are
        played, those of the cheapest commands first, so that the bounds shown hold.
        """
        chosen, found = self._sampling, [self._estimates[advice.action] for advice in self.rows]
        open_ones = [estimate for estimate in found if not estimate.is_decided]
        for group in (open_ones[: chosen.best], open_ones if chosen.thorough else []):
            going_on = [estimate for estimate in group if not estimate.is_finished]
            if going_on:
                return min(going_on, key=lambda estimate: estimate.played).action
        if chosen.thorough:
            cheapest_first = [self._estimates[row.action] for _, row in self.table]
            for estimate in cheapest_first:
                estimate.widen()
            return next((each.action for each in cheapest_first if not each.is_finished), None)
        return None

    def _play(self, action: acting.Action, turns: int, more: sampler.More) -> None:
        """Play some turns of a command and store its row, unless it is refused."""
        estimate = self._estimates.get(action)
        if estimate is None:
            estimate = Estimate(
                self._game,
                action,
                self._sampling.samples,
                corners=CORNERS,
                minds=self._minds,
                passes=self._passes,
            )
            self._estimates[action] = estimate
        first = min(self._sampling.first, self._sampling.samples)
        found = estimate.refined(turns, more, least=first)
        is_begun = estimate.played < first and not estimate.is_finished
        self._begun = action if is_begun else None
        if found.refused is None:
            former = self._advice.get(action)
            self._advice[action] = advice_of(self._game, action, found, former)


def advice_of(
    game: Game, action: acting.Action, found: Reply, former: Advice | None = None
) -> Advice:
    """Make the row of a command from its reply; it is called as in the `former` one of the same moment."""
    you = found.you
    unhurt = replace(you, damage=(0, 0.0, 0), healing=(0, 0.0, 0), kill=0.0)
    gain = gain_of(game, found.outcomes) - harm_of(game, game.player, unhurt)
    healed = you.healing[1]
    spent = action.spends(healed) + item_use.THING_WORTH * found.robbed
    loss, mana = you.damage[1] - healed, MANA_WORTH * action.mana(game)
    words = former.words if former is not None else action.words(game)
    row = former.row if former is not None else action.row(game, words)
    repeats = gain <= 0 and _comes_again(game, found)
    return Advice(action, words, row, found, loss, gain, spent, mana, repeats)


def _comes_again(game: Game, found: Reply) -> bool:
    """Return whether the player goes, and all enemies in view who are awake most likely come along."""

    def offset(entity: int) -> Point | None:
        """Return by how much somebody has most likely moved."""
        here, ends = space.point_of(entity), found.ends.get(entity)
        if here is None or not ends:
            return None
        x, y = max(ends, key=lambda end: ends[end])
        return x - here[0], y - here[1]

    gone = offset(game.player)
    if gone is None or gone == (0, 0):
        return False
    hunting = _awake(game)
    return bool(hunting) and all(offset(foe) == gone for foe in hunting)


def spared(game: Game, action: acting.Action) -> float:
    """Return the hit points that eating saves a starving player: one per turn until the clock runs again."""
    use = action.use(game) if ecs.get(game.player, vitals.HungerClock).state == "Starving" else None
    is_food = use is not None and any(isinstance(each, healing.Feed) for each in use.effects)
    return float(healing.WELL_FED_TURNS) if is_food else 0.0


def owed(game: Game, standing_still: float) -> float:
    """Return the cost of a turn in which nothing is done about the enemies, given the cost of standing still."""
    return max(LEAST_OWED, standing_still) if _awake(game) else 0.0


def _awake(game: Game) -> list[int]:
    """List the enemies in view who are awake."""
    foes = (foe for foe in senses.hostiles_in_view(game) if actors.Mind in ecs.row(foe))
    return [foe for foe in foes if ecs.get(foe, actors.Mind).awake]


# --- what could be done


def commands_of(game: Game) -> Iterator[acting.Action]:
    """Yield every command that may be worth considering, each at its best aim first; some may turn out to be refused.

    A player who cannot act, or staggers, has no choice: whatever the command, the turn passes.
    """
    further: list[acting.Action] = []
    yield from _best_of(game, further)
    yield from further


def _best_of(game: Game, further: list[acting.Action]) -> Iterator[acting.Action]:
    """Yield every such command at its best aim, and add its other aims to `further`."""
    yield moving.Rest()
    if "act" in stats_of(game.player).status.forbids or moving.staggers(game.player):
        return
    for kind in acting.ACTIONS.values():
        for option in kind.options(game):
            aims = [*_aimed(game, option)]
            further += aims[1:]
            yield from aims[:1]


def _harms_a_foe(game: Game, action: acting.Action) -> bool:
    """Return whether a command harms an enemy, as far as the player knows."""
    outcomes = foresee(game, game.player, action, sampler.ROUGH).outcomes
    return any(
        is_harm(game, outcomes[foe]) for foe in senses.hostiles_in_view(game) if foe in outcomes
    )


def _aimed(game: Game, action: acting.Action) -> Iterator[acting.Action]:
    """Yield a command at its best aims, or as it is if it needs none; a throw only where it harms an enemy."""
    use = action.use(game)
    if not action.lacks_aim(game):
        yield action
    elif action.flies:
        best = (action.at(spot) for spot in best_aims(game, action)[:1])
        yield from (each for each in best if _harms_a_foe(game, each))
    elif use is not None and any(each.wants_free_tile for each in use.effects):
        yield from (action.at(spot) for spot in _refuges(game, action))
    else:
        yield from (action.at(spot) for spot in _useful(game, action))


def _useful(game: Game, action: acting.Action) -> list[Point]:
    """Return the best tiles to aim a use at: enemies, or the player's own tile where that does more good."""
    spots, here = best_aims(game, action)[:AIMS], space.point_of(game.player)
    own = _worth_at(game, action, here) if here is not None else 0.0
    if here is None or own <= 0.0:
        return spots
    return [here] if not spots or own > _worth_at(game, action, spots[0]) else spots


def _worth_at(game: Game, action: acting.Action, spot: Point) -> float:
    """Return the rough worth of a use aimed at a tile."""
    return worth(game, foresee(game, game.player, action.at(spot), sampler.ROUGH))


def _refuges(game: Game, action: acting.Action) -> list[Point]:
    """Return the free tiles in reach that are farthest from the nearest enemy, as far as the player knows."""
    foes = [
        point for foe in senses.hostiles_in_view(game) if (point := space.point_of(foe)) is not None
    ]
    with known_level.as_known(game, game.player):
        free = [spot for spot in aimable(game, action) if game.level.is_free(spot)]

    def safety(spot: Point) -> tuple[float, Point]:
        """Return the sort key of a tile: those farther from the nearest enemy come first."""
        return -min((distance(spot, foe) for foe in foes), default=0.0), spot

    return sorted(free, key=safety)[:AIMS]
