"""Habits about items: eat, read, try unknown ones, wear what protects better."""

from collections.abc import Iterator, Sequence

import esper

from roguelike.actions.senses import hostiles_in_view, seen_creatures
from roguelike.actions.unidentified import apparent_delivery
from roguelike.components.combat import Weapon, Wearable
from roguelike.components.items import Item, Pack
from roguelike.components.magic import Use
from roguelike.components.vitals import HungerClock
from roguelike.core.effect import Effect
from roguelike.core.rng import Stream
from roguelike.effects.food import Feed
from roguelike.effects.learning import TeachSpell, taught_by
from roguelike.engine.commands import Action, ChooseOffer, Equip, UseItem
from roguelike.engine.session import Session
from roguelike.lab.bots.appraisal import health
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import is_known
from roguelike.world.spell_names import known_names

FRESH = 0.9
"""Share of hit points from which one tries what is unknown."""
MOST_CHOICES = 12
"""How many things of the pack are offered to a scroll that wants one."""


def _carried(game: Game) -> list[int]:
    """List the loose things of the pack, in its order."""
    return list(ecs.get(game.player, Pack).items)


def known_uses(game: Game, kind: type[Effect]) -> list[int]:
    """List what is carried and known to have an effect of a kind, unaimed."""
    return [
        item
        for item in _carried(game)
        if is_known(game, item)
        and (use := esper.try_component(item, Use)) is not None
        and not use.delivery.aimed
        and any(isinstance(effect, kind) for effect in use.effects)
    ]


def unknown_potions(game: Game) -> list[int]:
    """List what is carried, unknown, and of a sort that is used on oneself."""
    return [
        item
        for item in _carried(game)
        if not is_known(game, item)
        and esper.has_component(item, Use)
        and not apparent_delivery(game, item).aimed
    ]


def grow(session: Session, rng: Stream) -> Iterator[Action]:
    """Choose what a new level gives: mana first, as the mage would, then health, then whatever comes first."""
    choice = session.choice()
    if choice is not None:
        yield ChooseOffer(best_of(session.game, [offer.name for offer in choice.offers]))


def best_of(game: Game, offers: Sequence[str]) -> str:
    """Return the offer that is taken of those that a level makes."""
    return min(offers, key=lambda name: (_rank(game, name), offers.index(name)))


def _rank(game: Game, name: str) -> int:
    """Return how early an offer is taken: what feeds spells, then what keeps alive, then the rest."""
    offer = game.content.offers[name]
    if offer.max_mana or offer.attributes.intelligence or offer.skills.get("Magic"):
        return 0
    return 1 if offer.max_hp or offer.attributes.fitness or offer.skills.get("Defense") else 2


def eat(session: Session, rng: Stream) -> Iterator[Action]:
    """Eat whatever is known to be food when Hungry or Starving."""
    clock = esper.try_component(session.game.player, HungerClock)
    if clock is not None and clock.state in ("Hungry", "Starving"):
        yield from (UseItem(item) for item in known_uses(session.game, Feed))


def study(session: Session, rng: Stream) -> Iterator[Action]:
    """Read books that teach a spell not known yet."""
    game = session.game
    known = known_names(game.player)
    for item in known_uses(game, TeachSpell):
        if any(spell not in known for spell in taught_by(ecs.get(item, Use))):
            yield UseItem(item)


def experiment(session: Session, rng: Stream) -> Iterator[Action]:
    """Alone and in good health, try what is unknown; offer things in turn to what asks for one."""
    game = session.game
    if seen_creatures(game) or health(game) < FRESH:
        return
    carried = _carried(game)
    for item in unknown_potions(game):
        yield UseItem(item)
        yield from (UseItem(item, choice=other) for other in carried[:MOST_CHOICES])


def dress(session: Session, rng: Stream) -> Iterator[Action]:
    """In peace, wear and wield what is better than what is worn, as far as one knows."""
    game = session.game
    if hostiles_in_view(game):
        return
    pack = ecs.get(game.player, Pack)
    for item in pack.items:
        slot = ecs.get(item, Item).slot
        if slot is None:
            continue
        worn = pack.worn.get(slot)
        if worn is None or _quality(game, item) > _quality(game, worn):
            yield Equip(item)


def _quality(game: Game, item: int) -> float:
    """Return how good a weapon or piece of armor is; what is unknown may be a little better than nothing."""
    if not is_known(game, item):
        return 0.05
    if (weapon := esper.try_component(item, Weapon)) is not None:
        return weapon.base_damage.mean + weapon.hit_bonus
    piece = esper.try_component(item, Wearable)
    return piece.armor_class if piece is not None else 0.0
