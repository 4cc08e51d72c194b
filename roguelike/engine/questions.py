"""What screens, pilots and bots may ask about a game in progress; nothing here changes it.

A question is a function of the game, wherever it is answered: `session.ask(shop_view, vendor)`. So nothing is listed
here to be asked, nor loaded before somebody asks it. The questions that have names of their own here are those that
many ask, and those to which a puzzle or a replay has an answer of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Concatenate, ParamSpec, TypeVar

from roguelike.actions.action import ACTIONS, Action
from roguelike.actions.item_use import is_swallowed
from roguelike.actions.moving import Step, gives_way, staggers
from roguelike.actions.senses import hostiles_in_view
from roguelike.components.hazards import Hazard
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.core.geometry import Point, steps_between
from roguelike.core.grammar import Message
from roguelike.effects.foresight.sampler import FULL, Precision
from roguelike.engine.autopilot import explore as travel
from roguelike.engine.foreseeing import aiming
from roguelike.engine.foreseeing.aiming import Forecast, best_aims
from roguelike.engine.foreseeing.counsel import Counsel
from roguelike.engine.foreseeing.planning import Considered, Danger, FightEstimate
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.foreseeing.reply import SAMPLES, Estimate, reply
from roguelike.engine.play import hints
from roguelike.engine.views import records
from roguelike.engine.views.creatures import creature_view, creatures_view, death_view, hud_view
from roguelike.engine.views.items import items_underfoot, pack_views
from roguelike.engine.views.level_map import map_view, place_view
from roguelike.systems.initiative import coming_turns
from roguelike.world import ecs
from roguelike.world.changes import is_won
from roguelike.world.game import Game
from roguelike.world.known_level import as_known
from roguelike.world.names import is_noticed, sees
from roguelike.world.space import point_of

P = ParamSpec("P")
R = TypeVar("R")


def asks(
    answer: Callable[Concatenate[Game, P], R],
) -> Callable[Concatenate["Questions", P], R]:
    """Turn a function of a game into a method that first makes the game's world esper's current one."""

    def ask(self: "Questions", /, *args: P.args, **kwargs: P.kwargs) -> R:
        return answer(self._entered(), *args, **kwargs)

    ask.__name__, ask.__doc__ = answer.__name__, answer.__doc__
    return ask


DANGER_STEPS = 3
"""How far off tiles are told what they would cost."""


class Questions:
    """A game, and what its player may ask about it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.may_harm: set[int] = set()
        """Friends and peaceful creatures that the player has agreed to harm, by id: no further confirmation is
        needed."""

    def ask(
        self, question: Callable[Concatenate[Game, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Return the answer to a question: a function of the game, and what it is asked about."""
        return question(self._entered(), *args, **kwargs)

    def _entered(self) -> Game:
        """Return the game after making its world esper's current one."""
        self.game.enter()
        return self.game

    @property
    def moment(self) -> object:
        """What this moment is known by: as long as it is equal, so is every answer, whatever was foreseen meanwhile."""
        game, caches = self.game, self.game.caches
        return game.world, caches.moment, caches.population, game.depth, game.content.data_hash

    @property
    def is_over(self) -> bool:
        """Whether the player is dead, or has won."""
        return self.game.player in self.game.dead or self.is_won

    @property
    def is_won(self) -> bool:
        """Whether the Amulet was brought home."""
        return is_won(self._entered())

    @property
    def log(self) -> Sequence[Message]:
        """All messages so far, oldest first."""
        return self.game.log

    @property
    def seed(self) -> str:
        """The seed of this game."""
        return self.game.seed

    @property
    def player(self) -> int:
        """The entity that is the player."""
        return self.game.player

    @property
    def here(self) -> Point:
        """The player's tile, (x, y)."""
        return point_of(self._entered().player) or (0, 0)

    # --- what is seen and known

    map = asks(map_view)
    hud = asks(hud_view)
    place = asks(place_view)
    creature = asks(creature_view)
    creatures = asks(creatures_view)
    coming = asks(coming_turns)
    way_to = asks(travel.way_to)
    hint = asks(hints.due)
    death = asks(death_view)
    pack = asks(pack_views)
    underfoot = asks(items_underfoot)
    is_swallowed = asks(is_swallowed)

    def call_by(self, letters: Mapping[int, str]) -> bool:
        """Call creatures by these letters on the map, by id, from now on; return whether they were others before."""
        caches = self.game.caches
        is_new, caches.letters = caches.letters != letters, letters
        return is_new

    @property
    def stumbles(self) -> bool:
        """Whether the player takes a random step, whatever they choose to do."""
        return staggers(self._entered().player)

    def is_threatened(self) -> bool:
        """Return whether a turn may hurt the player: an enemy in view, a damaging status, or fire within one tile."""
        game, here = self._entered(), self.here
        held = ecs.get(game.player, Statuses).entities
        return (
            bool(hostiles_in_view(game))
            or any(ecs.get(status, StatusTemplate).tick == "damage" for status in held)
            or any(
                steps_between(here, point) <= 1 and game.level.visible[point] and is_noticed(hazard)
                for hazard, point in game.level.hazards.items()
                if ecs.row(hazard).get(Hazard) is not None
            )
        )

    # --- what a command would do

    def foreseeing(self) -> AbstractContextManager[None]:
        """Foresee several commands in a block, with the level as the player knows it set up only once."""
        return as_known(self._entered(), self.player)

    def given(self, tag: str) -> Action | str:
        """Return the action of this name that its key gives the player now, or why there is none."""
        self.game.enter()  # not by `_entered`: every frame asks it
        return ACTIONS[tag].by_key(self.game)

    def forecast(self, action: Action, precision: Precision = FULL) -> Forecast:
        """Forecast a command of the player."""
        game = self._entered()
        return aiming.foresee(game, game.player, action, precision)

    def foresight(self, action: Action) -> aiming.Foresight:
        """Return the forecast of a command of the player, to be computed bit by bit; valid until anything changes."""
        game = self._entered()
        return aiming.Foresight(game, game.player, action)

    def step_forecast(self, point: Point) -> Forecast | None:
        """Forecast the step onto an adjacent tile; None if it is not one step, or the step would be refused.

        Nor for a blow, which has a forecast of its own, or for changing places with somebody, if that harms nobody.
        """
        here, blocker = self.here, self.game.level.blockers.get(point)
        met = blocker if blocker is not None and sees(self.game, blocker) else None
        is_bump = met is not None and not gives_way(self.game, met)
        if steps_between(here, point) != 1 or is_bump:
            return None
        step = Step.between(here, point)
        seen = self.forecast(step)
        harms = (aiming.is_harm(self.game, outcome) for outcome in seen.outcomes.values())
        return seen if seen.refused is None and (met is None or any(harms)) else None

    def best_aims(self, action: Action) -> list[Point]:
        """List useful tiles to aim at, best first."""
        return best_aims(self._entered(), action)

    def reply(self, action: Action, samples: int = SAMPLES) -> Reply:
        """Foresee a command and everybody's answer to it, up to the player's next turn, by rehearsing turns."""
        return reply(self._entered(), action, samples=samples)

    def estimate(self, action: Action) -> Estimate:
        """Return the reply to a command, to be computed bit by bit; it is valid until anything in the game changes."""
        return Estimate(self._entered(), action)

    def counsel(self, rough: Counsel | None = None) -> Counsel:
        """Return the table of what could be done now, to be computed bit by bit; it is valid until anything changes.

        It begins with a `rough` table of this moment.
        """
        return Considered(self._entered(), rough=rough)

    def fight(self, unseen: int = 0) -> FightEstimate:
        """Return how the fight in view would end, to be computed bit by bit; it is valid until anything changes."""
        return FightEstimate(self._entered(), unseen=unseen)

    def danger(self) -> Danger:
        """Return what each tile near by would cost, to be computed bit by bit; it is valid until anything changes."""
        return Danger(self._entered(), DANGER_STEPS)

    def would_harm(self, seen: Forecast) -> tuple[records.CreatureView, ...]:
        """Return the friends and peaceful creatures that would be harmed without the player's agreement, by id."""
        game = self._entered()
        spared = set(aiming.harms_own_side(game, seen)) - self.may_harm - {game.player}
        return tuple(creature_view(game, entity) for entity in sorted(spared))
