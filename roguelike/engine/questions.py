"""What screens, pilots and bots may ask about a game in progress; nothing here changes it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Concatenate, Literal, ParamSpec, TypeVar

import esper

from roguelike.actions.action import Action, attempt
from roguelike.actions.attuning import why_not_attune
from roguelike.actions.item_use import is_swallowed
from roguelike.actions.moving import Step, gives_way, is_peaceful
from roguelike.actions.senses import hostiles_in_view
from roguelike.actions.spell_use import power_of
from roguelike.components.hazards import Hazard
from roguelike.components.spatial import Door
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.core.geometry import DIRECTIONS, Point, steps_between
from roguelike.core.grammar import Message
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.foresight.known import as_known
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.effects.foresight.trials import FULL, Precision
from roguelike.engine.autopilot import travel
from roguelike.engine.foreseeing import aiming, own_harm, unknown_ways
from roguelike.engine.foreseeing.aiming import Forecast
from roguelike.engine.foreseeing.best_aims import best_aims
from roguelike.engine.foreseeing.counsel import Counsel
from roguelike.engine.foreseeing.perils import known_perils, perils_of
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.foreseeing.reply import SAMPLES, Estimate, reply
from roguelike.engine.play import hints
from roguelike.engine.views import bestiary as beasts
from roguelike.engine.views import records, use_text
from roguelike.engine.views.bargains import bargain_view
from roguelike.engine.views.creatures import creature_view, creatures_view
from roguelike.engine.views.discoveries import discovery_views
from roguelike.engine.views.duels import duel_view
from roguelike.engine.views.explanations import explanations, with_power
from roguelike.engine.views.growth import choice_view, mastery_views, next_level_adds
from roguelike.engine.views.hud import death_view, hud_view
from roguelike.engine.views.inscriptions import (
    erasure_view,
    inscription_views,
    rune_of,
    socket_words,
)
from roguelike.engine.views.items import dormant_views, items_underfoot, pack_views
from roguelike.engine.views.level_map import map_view, place_view
from roguelike.engine.views.mapgen_steps import DiggingView, digging_view
from roguelike.engine.views.reputations import standing_views
from roguelike.engine.views.shop import shop_view
from roguelike.engine.views.tempo import tempo_view
from roguelike.raws.catalog import Catalog
from roguelike.systems.confusion import staggers
from roguelike.systems.initiative import coming_turns
from roguelike.world import ecs
from roguelike.world.changes import is_won
from roguelike.world.game import Game
from roguelike.world.growing import places_of
from roguelike.world.names import is_noticed, sees
from roguelike.world.space import point_of
from roguelike.world.spells import rune_named, spell_of

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


def says(answer: Callable[[Action, Game], R]) -> Callable[["Questions", Action], R]:
    """Turn what an action says of itself, each kind in its own way, into such a method."""

    def ask(self: "Questions", action: Action, /) -> R:
        found: R = getattr(action, answer.__name__)(self._entered())
        return found

    ask.__name__, ask.__doc__ = answer.__name__, answer.__doc__
    return ask


class Questions:
    """A game, and every question about it that its player may ask."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.may_harm: set[int] = set()
        """Friends and peaceful creatures that the player has agreed to harm, by id: no further confirmation is
        needed."""

    def _entered(self) -> Game:
        """Return the game after making its world esper's current one."""
        self.game.enter()
        return self.game

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
    tempo = asks(tempo_view)
    coming = asks(coming_turns)
    way_to = asks(travel.way_to)
    discoveries = asks(discovery_views)
    bestiary = asks(beasts.beast_views)
    spell_lore = asks(beasts.spell_lore)
    standings = asks(standing_views)
    hint = asks(hints.due)
    death = asks(death_view)

    # --- what one has, and what may be done with it

    pack = asks(pack_views)
    underfoot = asks(items_underfoot)
    unread_books = asks(hints.unread_books)
    is_swallowed = asks(is_swallowed)
    throw_words = asks(use_text.throw_words)
    choice = asks(choice_view)
    dormant = asks(dormant_views)
    masteries = asks(mastery_views)
    next_level_adds = asks(next_level_adds)
    inscriptions = asks(inscription_views)
    erasure = asks(erasure_view)
    shop = asks(shop_view)
    bargain = asks(bargain_view)

    # --- what a command would do

    aimable = asks(aiming.aimable)
    is_foreseeable = says(Action.is_known)
    leads_into_the_unknown = asks(unknown_ways.leads_into_the_unknown)
    beside_the_unknown = asks(unknown_ways.beside_the_unknown)
    harms_own_side = asks(aiming.harms_own_side)
    worth = asks(aiming.worth)
    waste_of = says(Action.waste)
    perils_of = asks(perils_of)
    known_perils = asks(known_perils)
    is_harmful = says(Action.may_harm)
    lacks_aim = says(Action.lacks_aim)
    own_death = asks(own_harm.own_death)
    own_doom = asks(own_harm.own_doom)
    hurts_oneself = asks(own_harm.hurts_oneself)
    hurts_only_oneself = asks(own_harm.hurts_only_oneself)
    title_for = says(Action.title)
    words_for = says(Action.words)

    # --- what no one function answers

    def open_doors_beside(self) -> list[int]:
        """List the open doors next to the player, by id."""
        game, here = self._entered(), self.here
        beside = [(here[0] + dx, here[1] + dy) for dx, dy in DIRECTIONS]
        return sorted(
            entity
            for point in beside
            for entity in game.level.at.get(point, ())
            if (door := esper.try_component(entity, Door)) is not None and door.open
        )

    @property
    def stumbles(self) -> bool:
        """Whether the player takes a random step, whatever they choose to do."""
        return staggers(self._entered().player)

    def places(self) -> int:
        """Return how many spells the player can keep ready."""
        game = self._entered()
        return places_of(game, game.player)

    def why_not_attune(self) -> str:
        """Return why the player cannot change now which spells are ready; "" if they can."""
        game = self._entered()
        return why_not_attune(game, game.player)

    def rune_words(self, item: int) -> tuple[str, str]:
        """Return what a rune does, and how many of them a spell holds."""
        game = self._entered()
        rune = rune_of(item)
        return use_text.rune_words(rune) if rune else "", socket_words(game)

    def runes_on(self, spell: records.SpellView) -> list[str]:
        """Describe what each rune on a spell does."""
        return [use_text.rune_words(rune_named(self._entered(), name)) for name in spell.runes]

    def explained(self, spell: records.SpellView) -> list[str]:
        """Explain the statuses, fires and clouds that one of the player's spells causes."""
        game = self._entered()
        found = spell_of(game, game.player, spell.name)
        return explanations(game, with_power(found.use, power_of(found, game.player)))

    @property
    def erasing_mana(self) -> int:
        """The maximum mana given up to remove a rune from a spell."""
        return self.game.content.growth.erasing_mana

    def foreseeing(self) -> AbstractContextManager[None]:
        """Foresee several commands in a block, with the level as the player knows it set up only once."""
        return as_known(self._entered(), self.player)

    @contextmanager
    def trying(self, action: Action) -> Iterator[None]:
        """Let the block see the game as it would be after a command, with the best of luck; then undo it."""
        game = self._entered()
        with rehearsing(game, ExtremeRolls(high=True, lucky=True)):
            attempt(action, game.player, game)
            yield

    def takes_one_there(self, action: Action) -> bool:
        """Return whether the player would end up where a command is aimed, as far as they know."""
        use = action.use(self._entered())
        return use is not None and any(each.takes_one_there for each in use.effects)

    def creatures(self) -> tuple[records.CreatureView, ...]:
        """Return the creatures in view, by id; those who share a name say where they stand."""
        return creatures_view(self._entered())

    def names(self, section: Literal["items", "mobs", "spells"]) -> Sequence[str]:
        """List the "items" or "mobs" that wizard mode can create, or the "spells" that it can teach."""
        content = self.game.content
        assert isinstance(content, Catalog)
        return sorted(content.spells if section == "spells" else content.names(section))

    def digging(self, seed: str, depth: int) -> DiggingView:
        """Return the steps by which the level of a seed and depth is generated."""
        return digging_view(self.game, seed, depth)

    def forecast(self, action: Action, precision: Precision = FULL) -> Forecast:
        """Forecast a command of the player."""
        game = self._entered()
        return aiming.foresee(game, game.player, action, precision)

    def duel(self, entity: int) -> records.DuelView | None:
        """Return what blows between the player and a creature would do; None if a step into it is no attack."""
        game = self._entered()
        if entity == game.player or is_peaceful(game, entity):
            return None
        return duel_view(game, entity)

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

    def counsel(self) -> Counsel:
        """Return the table of what could be done now, to be computed bit by bit; it is valid until anything changes."""
        return Counsel(self._entered())

    def status_labels(self, seen: Forecast | Reply) -> dict[str, str]:
        """Map the statuses of a forecast or reply to their labels in play: "afraid" for Feared."""
        outcomes = [*seen.outcomes.values(), *([seen.you] if isinstance(seen, Reply) else [])]
        return aiming.status_labels(self.game, outcomes)

    def elements_of(self, action: Action, seen: Forecast) -> frozenset[str]:
        """Return the elements of the damage that a command and the statuses of its forecast would do."""
        use = action.use(self.game)
        names = {name for outcome in seen.outcomes.values() for name in outcome.statuses}
        elements = {self.game.content.status(name).element for name in names}
        elements |= {getattr(each, "element", "") for each in (use.effects if use else ())}
        return frozenset(elements - {""})

    def ailment_labels(self, seen: Forecast | Reply) -> dict[str, str]:
        """Map the statuses of a forecast or reply that are not good to their labels in play."""
        labels = self.status_labels(seen)
        return {
            name: label for name, label in labels.items() if not self.game.content.status(name).good
        }

    def would_harm(self, seen: Forecast) -> tuple[records.CreatureView, ...]:
        """Return the friends and peaceful creatures that would be harmed without the player's agreement, by id."""
        game = self._entered()
        spared = set(aiming.harms_own_side(game, seen)) - self.may_harm - {game.player}
        return tuple(creature_view(game, entity) for entity in sorted(spared))

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
