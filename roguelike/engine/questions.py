"""What screens, pilots and bots may ask of a game in progress; none of it changes anything."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Literal

import esper

from roguelike.actions.action import Action, attempt
from roguelike.actions.attuning import why_not_attune
from roguelike.actions.moving import Step, is_peaceful
from roguelike.actions.senses import hostiles_in_view, seen_creatures
from roguelike.components.hazards import Hazard
from roguelike.components.spatial import Door
from roguelike.components.statuses import Statuses, StatusTemplate
from roguelike.core.geometry import DIRECTIONS, Point, steps_between
from roguelike.core.grammar import Message
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.foresight.known import as_known
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine import aiming
from roguelike.engine.aiming import Forecast
from roguelike.engine.autopilot.travel import way_to
from roguelike.engine.counsel import Counsel
from roguelike.engine.hints import Hint, due, unread_books
from roguelike.engine.played_turns import Reply
from roguelike.engine.reply import SAMPLES, Estimate, reply
from roguelike.engine.unknown_ways import leads_into_the_unknown
from roguelike.engine.views import records
from roguelike.engine.views.bargains import BargainView, bargain_view
from roguelike.engine.views.bestiary import beast_views, spell_lore
from roguelike.engine.views.creatures import creature_view
from roguelike.engine.views.discoveries import discovery_views
from roguelike.engine.views.duels import duel_view
from roguelike.engine.views.growth import ChoiceView, MasteryView, choice_view, mastery_views
from roguelike.engine.views.hud import death_view, hud_view
from roguelike.engine.views.inscriptions import (
    InscriptionView,
    inscription_views,
    rune_of,
    socket_words,
)
from roguelike.engine.views.items import dormant_views, items_underfoot, pack_views
from roguelike.engine.views.level_map import map_view, place_view
from roguelike.engine.views.mapgen_steps import DiggingView, digging_view
from roguelike.engine.views.reputations import standing_views
from roguelike.engine.views.shop import ShopView, shop_view
from roguelike.engine.views.tempo import tempo_view
from roguelike.engine.views.use_text import rune_words, throw_words
from roguelike.raws.catalog import Catalog
from roguelike.systems.initiative import coming_turns
from roguelike.world import ecs
from roguelike.world.changes import is_won
from roguelike.world.game import Game
from roguelike.world.growing import places_of
from roguelike.world.names import is_noticed, sees
from roguelike.world.space import point_of
from roguelike.world.spells import rune_named


class Questions:
    """A game, and every question about it that its player may ask."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.may_harm: set[int] = set()
        """Friends and peaceful ones whom the player has agreed to harm, by id: nobody is asked about them again."""

    def _entered(self) -> Game:
        """Return the game after making its world esper's current one."""
        self.game.enter()
        return self.game

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

    def map(self) -> records.MapView:
        """Return the level as the player knows it."""
        return map_view(self._entered())

    def hud(self) -> records.HudView:
        """Return what the side panel shows."""
        return hud_view(self._entered())

    def pack(self) -> tuple[records.ItemView, ...]:
        """Return what the player wears and carries."""
        return pack_views(self._entered())

    def underfoot(self) -> tuple[records.ItemView, ...]:
        """Return the items where the player stands."""
        return items_underfoot(self._entered())

    def choice(self) -> ChoiceView | None:
        """Return the choice of a new level that waits; None when there is none."""
        return choice_view(self._entered())

    def dormant(self) -> tuple[records.SpellView, ...]:
        """Return the spells that the player knows and does not have ready."""
        return dormant_views(self._entered())

    def places(self) -> int:
        """Return how many spells the player can keep ready."""
        game = self._entered()
        return places_of(game, game.player)

    def why_not_attune(self) -> str:
        """Return why the player cannot change now what is ready; "" if they can."""
        game = self._entered()
        return why_not_attune(game, game.player)

    def masteries(self) -> tuple[MasteryView, ...]:
        """Return how far the player has mastered each school of which they know a spell."""
        return mastery_views(self._entered())

    def inscriptions(self, rune: int) -> tuple[InscriptionView, ...]:
        """Return the known spells with what a carried rune would make of each."""
        return inscription_views(self._entered(), rune)

    def rune_words(self, item: int) -> tuple[str, str]:
        """Return what a rune does, and how many of them a spell holds."""
        game = self._entered()
        rune = rune_of(item)
        return rune_words(rune) if rune else "", socket_words(game)

    def runes_on(self, spell: records.SpellView) -> list[str]:
        """Say of each rune on a spell what it does."""
        return [rune_words(rune_named(self._entered(), name)) for name in spell.runes]

    @property
    def erasing_mana(self) -> int:
        """The greatest mana that taking a rune off a spell costs."""
        return self.game.content.growth.erasing_mana

    def foreseeing(self) -> AbstractContextManager[None]:
        """Let several commands be foreseen in a block: the level is made as the player knows it once for all."""
        return as_known(self._entered(), self.player)

    @contextmanager
    def trying(self, action: Action) -> Iterator[None]:
        """Let everything be as after a command while the block runs, at its luckiest; then take it back."""
        game = self._entered()
        with rehearsing(game, ExtremeRolls(high=True, lucky=True)):
            attempt(action, game.player, game)
            yield

    def shop(self, vendor: int) -> ShopView:
        """Return a vendor's wares, and what the player could sell, with prices."""
        return shop_view(self._entered(), vendor)

    def bargain(self, thing: int) -> BargainView:
        """Return what a fixture, or a thing that lies there at a price, offers, and what each deal would change."""
        return bargain_view(self._entered(), thing)

    def discoveries(self) -> tuple[records.DiscoveryView, ...]:
        """Return the kinds of magic items, identified or not."""
        return discovery_views(self._entered())

    def bestiary(self) -> tuple[records.DiscoveryView, ...]:
        """Return the kinds of creatures, with what the player has learned of those met."""
        return beast_views(self._entered())

    def spell_lore(self) -> tuple[records.DiscoveryView, ...]:
        """Return all spells, known, seen cast or neither."""
        return spell_lore(self._entered())

    def standings(self) -> tuple[records.StandingView, ...]:
        """Return the player's standing with the factions met."""
        return standing_views(self._entered())

    def place(self, point: Point) -> records.PlaceView:
        """Return what the player knows of a tile."""
        return place_view(self._entered(), point)

    def creatures(self) -> tuple[records.CreatureView, ...]:
        """Return the creatures in view, by id."""
        game = self._entered()
        return tuple(creature_view(game, entity) for entity in seen_creatures(game))

    def creature(self, entity: int) -> records.CreatureView:
        """Return one creature by its id."""
        return creature_view(self._entered(), entity)

    def death(self) -> records.DeathView:
        """Return how the game ended."""
        return death_view(self._entered())

    def names(self, section: Literal["items", "mobs", "spells"]) -> Sequence[str]:
        """List what wizard mode can make of "items" or "mobs", and the "spells" that it can teach."""
        content = self.game.content
        assert isinstance(content, Catalog)
        return sorted(content.spells if section == "spells" else content.names(section))

    def digging(self, seed: str, depth: int) -> DiggingView:
        """Return the steps in which the level of a seed and depth is generated."""
        return digging_view(self.game, seed, depth)

    def way_to(self, goal: Point) -> list[Point]:
        """Return the known way to a tile, step by step; [] without one."""
        return way_to(self._entered(), goal)

    def forecast(self, action: Action) -> Forecast:
        """Forecast a command of the player."""
        game = self._entered()
        return aiming.foresee(game, game.player, action)

    def duel(self, entity: int) -> records.DuelView | None:
        """Return what blows would do between the player and a creature; None if a step into it would be no blow."""
        game = self._entered()
        if entity == game.player or is_peaceful(game, entity):
            return None
        return duel_view(game, entity)

    def step_forecast(self, point: Point) -> Forecast | None:
        """Forecast the step onto a tile beside the player; None if it is no step, or nobody could take it."""
        here, blocker = self.here, self.game.level.blockers.get(point)
        if steps_between(here, point) != 1 or (blocker is not None and sees(self.game, blocker)):
            return None
        step = Step(point[0] - here[0], point[1] - here[1])
        seen = self.forecast(step)
        return seen if seen.refused is None else None

    def reply(self, action: Action, samples: int = SAMPLES) -> Reply:
        """Foresee a command and everybody's answer to it, until the player is up again, by playing so many turns."""
        return reply(self._entered(), action, samples=samples)

    def estimate(self, action: Action) -> Estimate:
        """Return the same to be worked out bit by bit; it holds until anything in the game changes."""
        return Estimate(self._entered(), action)

    def counsel(self) -> Counsel:
        """Return the table of what could be done now, to be worked out bit by bit; it holds until anything changes."""
        return Counsel(self._entered())

    def coming(self) -> list[int]:
        """List the seen creatures that act before the player is up again, in order, by id; twice who acts twice."""
        return coming_turns(self._entered())

    def tempo(self, entity: int) -> records.TempoView:
        """Return how long the next turn of the player, or of a creature in view, takes, and what slows or hastes it."""
        return tempo_view(self._entered(), entity)

    def hint(self, told: Collection[str]) -> Hint | None:
        """Return the hint whose moment has come, of those whose names are not among the `told`."""
        return due(self._entered(), told)

    def unread_books(self) -> list[int]:
        """List the carried books, by id, from which the player could learn a spell."""
        return unread_books(self._entered())

    def is_swallowed(self, item: int) -> bool:
        """Return whether a carried thing is drunk or eaten."""
        return aiming.is_swallowed(self._entered(), item)

    def waste_of(self, action: Action) -> str:
        """Say what a command would waste: food that nobody needs yet; "" of all others."""
        return aiming.wasted(self._entered(), action)

    def status_labels(self, seen: Forecast | Reply) -> dict[str, str]:
        """Map the statuses of a forecast or reply to what they are called in play: "afraid" for Feared."""
        outcomes = [*seen.outcomes.values(), *([seen.you] if isinstance(seen, Reply) else [])]
        names = {name for outcome in outcomes for name in outcome.statuses}
        templates = ((name, self.game.content.status(name)) for name in names)
        return {name: template.label or name for name, template in templates}

    def aimable(self, action: Action) -> tuple[Point, ...]:
        """List the tiles at which a command may be aimed."""
        return aiming.aimable(self._entered(), action)

    def best_aims(self, action: Action) -> list[Point]:
        """List useful tiles to aim at, best first."""
        return aiming.best_aims(self._entered(), action)

    def is_foreseeable(self, action: Action) -> bool:
        """Return whether the player knows what a command would do: not of the use of what they have not identified."""
        return aiming.is_foreseeable(self._entered(), action)

    def leads_into_the_unknown(self, action: Action, seen: Forecast) -> bool:
        """Return whether the path of a command's forecast ends at, or turns at, ground never seen."""
        return leads_into_the_unknown(self._entered(), action, seen)

    def throw_words(self, item: int) -> tuple[str, ...]:
        """Say how far a carried thing would fly, and what would come of it there."""
        return throw_words(self._entered(), item)

    def aimed_at(self, action: Action, point: Point) -> Action:
        """Return a command aimed at a tile."""
        return aiming.aimed_at(action, point)

    def harms_own_side(self, seen: Forecast) -> list[int]:
        """List the ids of those who are not enemies and would be hurt, the player first."""
        return aiming.harms_own_side(self._entered(), seen)

    def would_harm(self, seen: Forecast) -> tuple[records.CreatureView, ...]:
        """Return the friends and peaceful ones whom the player has not agreed to harm and who would be, by id."""
        game = self._entered()
        spared = set(aiming.harms_own_side(game, seen)) - self.may_harm - {game.player}
        return tuple(creature_view(game, entity) for entity in sorted(spared))

    def is_threatened(self) -> bool:
        """Return whether a turn may cost the player anything: an enemy in view, what they suffer, fire beside them."""
        game, here = self._entered(), self.here
        held = esper.component_for_entity(game.player, Statuses).entities
        return (
            bool(hostiles_in_view(game))
            or any(ecs.get(status, StatusTemplate).tick == "damage" for status in held)
            or any(
                steps_between(here, point) <= 1 and game.level.visible[point] and is_noticed(hazard)
                for hazard, point in game.level.hazards.items()
                if ecs.row(hazard).get(Hazard) is not None
            )
        )
