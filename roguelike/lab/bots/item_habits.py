"""Habits about items: eat, read, try unknown ones, wear what protects better."""

from collections.abc import Iterator, Sequence

import esper

from roguelike.actions.item_use import apparent_delivery
from roguelike.actions.senses import hostiles_in_view, seen_creatures
from roguelike.components.items import Item, Pack, Weapon, Wearable
from roguelike.components.magic import Use
from roguelike.components.vitals import HungerClock
from roguelike.core.effect import Effect
from roguelike.core.rng import Stream
from roguelike.effects.healing import Feed
from roguelike.effects.learning import TeachSpell, taught_by
from roguelike.engine.play.commands import Action, ChooseOffer, Equip, UseItem
from roguelike.engine.session import Session
from roguelike.engine.views.choices import choice_view
from roguelike.lab.bots.appraisal import health
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import is_known, known_names

FRESH = 0.9
"""Least share of hit points for trying unknown items."""
MOST_CHOICES = 12
"""Most items of the pack that are offered to a scroll that needs one."""


def _carried(game: Game) -> list[int]:
    """List the pack's items that are not worn, in order."""
    return list(ecs.get(game.player, Pack).items)


def known_uses(game: Game, kind: type[Effect]) -> list[int]:
    """List carried and known items that have an effect of a kind and are not aimed."""
    return [
        item
        for item in _carried(game)
        if is_known(game, item)
        and (use := esper.try_component(item, Use)) is not None
        and not use.delivery.aimed
        and any(isinstance(effect, kind) for effect in use.effects)
    ]


def unknown_potions(game: Game) -> list[int]:
    """List carried items that are unknown, and of a sort that is used on oneself."""
    return [
        item
        for item in _carried(game)
        if not is_known(game, item)
        and esper.has_component(item, Use)
        and not apparent_delivery(game, item).aimed
    ]


def grow(session: Session, rng: Stream) -> Iterator[Action]:
    """Take the level offer of most use to a mage: mana first, then health, then any."""
    choice = session.ask(choice_view)
    if choice is not None:
        yield ChooseOffer(best_of(session.game, [offer.name for offer in choice.offers]))


def best_of(game: Game, offers: Sequence[str]) -> str:
    """Return the level offer that bots take."""
    return min(offers, key=lambda name: (_rank(game, name), offers.index(name)))


def _rank(game: Game, name: str) -> int:
    """Return the rank of an offer, lowest first: what helps spells, then what keeps alive, then the rest."""
    offer = game.content.offers[name]
    if offer.max_mana or offer.attributes.intelligence or offer.skills.get("Magic"):
        return 0
    return 1 if offer.max_hp or offer.attributes.fitness or offer.skills.get("Defense") else 2


def eat(session: Session, rng: Stream) -> Iterator[Action]:
    """Eat known food when Hungry or Starving."""
    clock = esper.try_component(session.game.player, HungerClock)
    if clock is not None and clock.state in ("Hungry", "Starving"):
        yield from (UseItem(item) for item in known_uses(session.game, Feed))


def study(session: Session, rng: Stream) -> Iterator[Action]:
    """Read books that teach an unknown spell."""
    game = session.game
    known = known_names(game.player)
    for item in known_uses(game, TeachSpell):
        if any(spell not in known for spell in taught_by(ecs.get(item, Use))):
            yield UseItem(item)


def experiment(session: Session, rng: Stream) -> Iterator[Action]:
    """Alone and in good health, try unknown items; offer other items in turn to those that ask for one."""
    game = session.game
    if seen_creatures(game) or health(game) < FRESH:
        return
    carried = _carried(game)
    for item in unknown_potions(game):
        yield UseItem(item)
        yield from (UseItem(item, choice=other) for other in carried[:MOST_CHOICES])


def dress(session: Session, rng: Stream) -> Iterator[Action]:
    """When no enemies are in view, wear and wield anything better than what is worn, as far as the player knows."""
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
    """Return how good a weapon or piece of armor is; an unknown item may be a little better than nothing."""
    if not is_known(game, item):
        return 0.05
    if (weapon := esper.try_component(item, Weapon)) is not None:
        return weapon.base_damage.mean + weapon.hit_bonus
    piece = esper.try_component(item, Wearable)
    return piece.armor_class if piece is not None else 0.0
