"""Combining the turns played for a reply: bounds, chances, and what everybody will most likely do."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from roguelike.actions.action import Deed
from roguelike.components.actors import Mind
from roguelike.components.vitals import Pools
from roguelike.core.records import Record, field, replace
from roguelike.effects.foresight.facts import Leaves
from roguelike.effects.foresight.forecast import Outcome, in_the_dark, outcomes_of
from roguelike.effects.foresight.runs import Run
from roguelike.effects.foresight.sampler import RARE, Sampler
from roguelike.effects.targeting import is_creature
from roguelike.engine.foreseeing.intents import Intent, intents_of
from roguelike.world import ecs
from roguelike.world.changes import Died, Spawned
from roguelike.world.game import Change, Game
from roguelike.world.names import noun, seen_here, sees

Taker = TypeVar("Taker", int, str)
UNMET = RARE / 10
"""The chance given for a death that occurred in no turn, but would if everybody did their worst in the same turn."""


class Reply(Record):
    """What an action would lead to by the player's next turn: the act itself, then everybody's answer.

    `you` and `outcomes` are as in a forecast; `death` is the chance of being dead by then; `order` lists who acts until
    then, those who act twice, twice: it is exact, unless somebody's death on the way is a matter of luck, when it is
    the commonest of the turns played. `samples` is how many turns were played, 1 if no die is rolled. `taken` maps
    creatures to the mean hit points that they take from the player; NOBODY stands for losses without a culprit, or
    begun in an earlier turn. `things` names the sources of those and of losses that the player causes: "the Fire".
    `robbed` is the chance that an item or gold is stolen from the player. `follows` lists those who come along if the
    player leaves the level, and whether each acts before their next turn there. `fallen` maps the kinds of creatures
    that the player calls, such as "a mangy wolf", to the chance that one of them dies at once.
    """

    refused: str | None = None
    you: Outcome = field(default_factory=Outcome)
    death: float = 0.0
    outcomes: Mapping[int, Outcome] = field(default_factory=dict)
    intents: Mapping[int, Sequence[Intent]] = field(default_factory=dict)
    order: Sequence[int] = ()
    samples: int = 0
    taken: Mapping[int, float] = field(default_factory=dict)
    things: Mapping[str, float] = field(default_factory=dict)
    robbed: float = 0.0
    follows: Mapping[int, bool] = field(default_factory=dict)
    fallen: Mapping[str, float] = field(default_factory=dict)

    @property
    def leaves(self) -> bool:
        """Whether the act takes the player off the level: what waits elsewhere is not foreseen."""
        return Leaves() in self.you.facts


class Played(Run):
    """One turn as it was played: what came of it and of those before, who acted in which order, what everybody did."""

    order: list[int] = field(default_factory=list)
    deeds: dict[int, set[Deed]] = field(default_factory=dict)
    taken: Mapping[int, int] = field(default_factory=dict)
    """Hit points that the player lost, by who took them; NOBODY for what continues from earlier turns."""
    things: Mapping[str, int] = field(default_factory=dict)
    is_robbed: bool = False
    """Whether an item or gold was stolen from the player."""
    follows: Mapping[int, bool] = field(default_factory=dict)
    """Those who come along if the player left the level, and whether each acts before the player's next turn."""
    fallen: Collection[str] = ()
    """The kinds of creatures that the player called and that died at once."""


def summary(game: Game, sampler: Sampler[Played]) -> Reply:
    """Combine the turns that were played; chances come from the sampled ones."""
    turns, sampled = sampler.weigh(), sampler.sampled
    concerned = sorted(set[int]().union(*(turn.concerned() for turn in turns)) - {game.player})
    shown = [each for each in concerned if is_creature(game, each) and sees(game, each)]
    found = outcomes_of([game.player, *shown], turns, turns)
    found = in_the_dark(game, found, sampler.worlds)
    outcomes = {entity: _with_worst(entity, found[entity], turns) for entity in found}
    you = outcomes.pop(game.player)
    return Reply(
        you=you,
        death=you.kill,
        outcomes=outcomes,
        intents={
            entity: intents_of([turn.deeds.get(entity, set()) for turn in sampled])
            for entity in _awake(game)
        },
        order=_commonest([tuple(turn.order) for turn in sampled]),
        samples=sampler.played or len(sampled),
        taken=_means([turn.taken for turn in sampled]),
        things=_means([turn.things for turn in sampled]),
        robbed=sum(turn.is_robbed for turn in sampled) / len(sampled),
        follows={entity: acts for turn in sampled for entity, acts in turn.follows.items()},
        fallen=_means([dict.fromkeys(turn.fallen, 1) for turn in sampled]),
    )


def fallen(changes: Sequence[Change], game: Game) -> set[str]:
    """Return the kinds of creatures, such as "a mangy wolf", that the player calls and that die, all in one turn."""
    dead = {change.entity for change in changes if type(change) is Died}
    return {
        noun(game, change.entity).introduced
        for change in changes
        if type(change) is Spawned and change.entity in dead and change.cause.by == game.player
    }


def _with_worst(entity: int, outcome: Outcome, turns: Sequence[Played]) -> Outcome:
    """Raise the most that a creature may lose to the sum of the most that each other took in any turn.

    Few turns are played, and perhaps none in which everybody did their worst. Nobody loses more than they have and are
    given; a creature that may lose all of that may die, even if it did not in any turn that was played.
    """
    worst: dict[int, int] = {}
    for turn in turns:
        for taker, lost in turn.losses.get(entity, {}).items():
            worst[taker] = max(worst.get(taker, 0), lost)
    least, mean, most = outcome.damage
    all_there_is = ecs.get(entity, Pools).hp + outcome.healing[2]
    together = min(sum(worst.values()), all_there_is)
    return replace(
        outcome,
        damage=(least, mean, max(most, together + outcome.later[2])),
        kill=outcome.kill or (UNMET if together == all_there_is and not outcome.dark else 0.0),
    )


def _means(takings: Sequence[Mapping[Taker, int]]) -> dict[Taker, float]:
    """Return the mean of each amount over some turns, the most first, without those that are 0."""
    total: dict[Taker, float] = {}
    for taken in takings:
        for taker, lost in taken.items():
            total[taker] = total.get(taker, 0.0) + lost / len(takings)
    ranked = sorted(total.items(), key=lambda pair: (-pair[1], pair[0]))
    return {taker: lost for taker, lost in ranked if lost}


def _awake(game: Game) -> list[int]:
    """List the creatures in view that are awake, by id."""
    seen = (each for each in seen_here(game) if is_creature(game, each))
    return [each for each in seen if Mind in ecs.row(each) and ecs.get(each, Mind).awake]


def _commonest(orders: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the most frequent order; the first of equally frequent ones."""
    return max(Counter(orders).items(), key=lambda pair: pair[1])[0]
