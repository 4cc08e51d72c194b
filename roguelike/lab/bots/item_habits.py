"""Habits about items: eat, read, try unknown ones, wear what protects better.

Habits about offers: take the best where only one may be taken, and accept deals that cost only gold.

What a mage wears: anything that protects and costs no initiative.

A point of initiative is a tenth of all turns; a point of armor averts one attack in twenty. So a mage puts the heavy
sword down, wields light weapons, and weighs up every pair of boots.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import esper

from roguelike.actions import bargaining, carrying, item_use, senses
from roguelike.components import bargains, items, magic, vitals
from roguelike.core.effect import Effect
from roguelike.core.geometry import Point, steps_between
from roguelike.core.rng import Stream
from roguelike.effects import healing, learning
from roguelike.engine.autopilot import explore
from roguelike.engine.play.commands import (
    Action,
    Agree,
    ChooseOffer,
    Equip,
    PickUp,
    TakeOff,
    UseItem,
)
from roguelike.engine.session import Session
from roguelike.engine.views import choices
from roguelike.lab.bots import appraisal
from roguelike.lab.bots.taste import USUAL, Taste, of_item, of_offer
from roguelike.world import ecs, perception
from roguelike.world.game import Game

FRESH = 0.9
"""Least share of hit points for trying unknown items."""
MOST_CHOICES = 12
"""Most items of the pack that are offered to a scroll that needs one."""


def _carried(game: Game) -> list[int]:
    """List the pack's items that are not worn, in order."""
    return list(ecs.get(game.player, items.Pack).items)


def things_there(
    game: Game, is_it: Callable[[int], bool], *, in_view: bool = True
) -> list[tuple[int, Point]]:
    """List (thing, tile) of the things of some kind in view, or anywhere on the level, in the order of the tiles."""
    return [
        (thing, point)
        for point, things in sorted(game.level.at.items())
        if not in_view or game.level.visible[point]
        for thing in things
        if is_it(thing)
    ]


def known_uses(game: Game, kind: type[Effect]) -> list[int]:
    """List carried and known items that have an effect of a kind and are not aimed."""
    return [
        item
        for item in _carried(game)
        if perception.is_known(game, item)
        and (use := esper.try_component(item, magic.Use)) is not None
        and not use.delivery.aimed
        and any(isinstance(effect, kind) for effect in use.effects)
    ]


def unknown_potions(game: Game) -> list[int]:
    """List carried items that are unknown, and of a sort that is used on oneself."""
    return [
        item
        for item in _carried(game)
        if not perception.is_known(game, item)
        and esper.has_component(item, magic.Use)
        and not item_use.apparent_delivery(game, item).aimed
    ]


def grow(session: Session, rng: Stream, taste: Taste = USUAL) -> Iterator[Action]:
    """Take the level offer that is liked best; usually mana first, then health, then any."""
    choice = session.ask(choices.choice_view)
    if choice is not None:
        yield ChooseOffer(best_of(session.game, [offer.name for offer in choice.offers], taste))


def best_of(game: Game, offers: Sequence[str], taste: Taste = USUAL) -> str:
    """Return the level offer that bots take."""
    if taste is USUAL:
        return min(offers, key=lambda name: (_rank(game, name), offers.index(name)))
    catalog = game.content
    return taste.best(
        game.seed, {name: [*of_offer(catalog.offers[name], catalog)] for name in offers}
    )


def _rank(game: Game, name: str) -> int:
    """Return the rank of an offer, lowest first: what helps spells, then what keeps alive, then the rest."""
    offer = game.content.offers[name]
    if offer.max_mana or offer.attributes.intelligence or offer.skills.get("Magic"):
        return 0
    return 1 if offer.max_hp or offer.attributes.fitness or offer.skills.get("Defense") else 2


def eat(session: Session, rng: Stream) -> Iterator[Action]:
    """Eat known food when Hungry or Starving."""
    clock = esper.try_component(session.game.player, vitals.HungerClock)
    if clock is not None and clock.state in ("Hungry", "Starving"):
        yield from (UseItem(item) for item in known_uses(session.game, healing.Feed))


def study(session: Session, rng: Stream) -> Iterator[Action]:
    """Read books that teach an unknown spell."""
    game = session.game
    known = perception.known_names(game.player)
    for item in known_uses(game, learning.TeachSpell):
        if any(spell not in known for spell in learning.taught_by(ecs.get(item, magic.Use))):
            yield UseItem(item)


def experiment(session: Session, rng: Stream) -> Iterator[Action]:
    """Alone and in good health, try unknown items; offer other items in turn to those that ask for one."""
    game = session.game
    if senses.seen_creatures(game) or appraisal.health(game) < FRESH:
        return
    carried = _carried(game)
    for item in unknown_potions(game):
        yield UseItem(item)
        yield from (UseItem(item, choice=other) for other in carried[:MOST_CHOICES])


def dress(session: Session, rng: Stream) -> Iterator[Action]:
    """When no enemies are in view, wear and wield anything better than what is worn, as far as the player knows."""
    game = session.game
    if appraisal.near_enemies(game):
        return
    pack = ecs.get(game.player, items.Pack)
    for item in pack.items:
        slot = ecs.get(item, items.Item).slot
        if slot is None:
            continue
        worn = pack.worn.get(slot)
        if worn is None or _quality(game, item) > _quality(game, worn):
            yield Equip(item)


def _quality(game: Game, item: int) -> float:
    """Return how good a weapon or piece of armor is; an unknown item may be a little better than nothing."""
    if not perception.is_known(game, item):
        return 0.05
    if (weapon := esper.try_component(item, items.Weapon)) is not None:
        return weapon.base_damage.mean + weapon.hit_bonus
    piece = esper.try_component(item, items.Wearable)
    return piece.armor_class if piece is not None else 0.0


UNKNOWN_WORTH = 60.0
"""Assumed worth of an unidentified item, in gold."""
LIKED_WORTH = 100.0
"""Gold that one point of liking is worth."""
PURSE = "Gold"
MOST_STEPS = 40
"""Most steps toward one thing, after which the bot gives it up."""


class Choice:
    """Walks to items in view of which only one may be taken, and takes the best."""

    def __init__(self, taste: Taste = USUAL) -> None:
        """Start with no steps taken: `_steps` counts those toward each (depth, item)."""
        self._taste = taste
        self._steps: Counter[tuple[int, int]] = Counter()

    def choose(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Go to the best item and take it; give it up if it is not reached in some steps, as behind a window."""
        game, here = session.game, session.here
        known = (
            [] if appraisal.near_enemies(game) else things_there(game, _is_to_choose, in_view=False)
        )
        lying = [(item, there) for item, there in known if game.level.explored[there]]
        for item, there in sorted(lying, key=lambda pair: (-self._worth(game, pair[0]), pair[0])):
            if there == here:
                yield PickUp(item)
            elif self._steps[game.depth, item] < MOST_STEPS and (
                step := explore.step_toward(game, [there], explore.known_ground(game))
            ):
                self._steps[game.depth, item] += 1
                yield step

    def _worth(self, game: Game, item: int) -> float:
        """Return how good a choice an item is: by what is liked, and then by gold, as far as the player knows."""
        worth = _worth(game, item)
        if self._taste is USUAL or not perception.is_known(game, item):
            return worth
        catalog, name = game.content, perception.true_name(item)
        liking = self._taste.liking(of_item(name, catalog))
        return worth + LIKED_WORTH * (liking + self._taste.whim_of(game.seed, name))


def _is_to_choose(thing: int) -> bool:
    """Return whether a thing is an item of several of which one may be chosen, free of charge."""
    terms = esper.try_component(thing, bargains.Terms)
    is_free = terms is not None and bool(terms.group) and not terms.gold
    return is_free and esper.has_component(thing, items.Item)


def _worth(game: Game, item: int) -> float:
    """Return an item's worth in gold, as far as the player knows."""
    if not perception.is_known(game, item):
        return UNKNOWN_WORTH
    return ecs.get(item, items.Item).base_value


class Bargaining:
    """Walks up to every fixture that offers deals, once."""

    def __init__(self, taste: Taste = USUAL) -> None:
        """Start with none seen: `_seen` are (depth, fixture), `_steps` counts the steps toward each."""
        self._taste = taste
        self._seen: set[tuple[int, int]] = set()
        self._steps: Counter[tuple[int, int]] = Counter()

    def agree(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Go to the fixtures in view, and accept each deal that takes nothing but gold and gives something."""
        game, here = session.game, session.here

        def offers(thing: int) -> bool:
            """Return whether it is a fixture or person that offers the player deals."""
            return bargaining.offers_anything(thing) and bargaining.is_peaceful_about(game, thing)

        for thing, there in [] if appraisal.near_enemies(game) else things_there(game, offers):
            if (game.depth, thing) in self._seen or self._steps[game.depth, thing] > MOST_STEPS:
                continue
            if steps_between(here, there) <= 1:
                self._seen.add((game.depth, thing))
                deals = session.ask(choices.bargain_view, thing).deals
                yield from (Agree(thing, deal.name) for deal in deals if _suits(deal, self._taste))
                continue
            ground = explore.known_ground(game)
            ground[there] = True
            self._steps[game.depth, thing] += 1
            if step := explore.step_toward(game, [there], ground):
                yield step


FIGURES = {"Health": "hp", "Mana": "mana", "Might": "might", "Fitness": "fitness", "Quickness": "quickness",
           "Intelligence": "intelligence", "Melee": "Melee", "Defense": "Defense", "Magic": "Magic"}  # fmt: skip
"""Figures of the sheet, as tastes call them."""


def _suits(deal: choices.DealView, taste: Taste) -> bool:
    """Return whether a deal is good for anybody, or gives more of what is liked than it takes."""
    if _is_good(deal):
        return True
    if taste is USUAL or deal.reason:
        return False
    changed = ((FIGURES.get(each.label, ""), -1 if each.is_loss else 1) for each in deal.changes)
    return taste.liking(changed) > 0


def _is_good(deal: choices.DealView) -> bool:
    """Return whether a deal can be made, changes some figure, and lowers none but gold."""
    figures = [each for each in deal.changes if each.label != PURSE]
    return not deal.reason and bool(figures) and all(_grows(f.before, f.after) for f in figures)


def _grows(before: str, after: str) -> bool:
    """Return whether a figure is a number and grows."""
    try:
        return float(after.replace(",", "")) > float(before.replace(",", ""))
    except ValueError:
        return False


ARMOR, BURDEN, BLOW, SHOT = 1.0, 0.8, 0.35, 0.25
"""Worth of a point of: armor, initiative, melee damage (mean), missile damage (mean)."""
GIFT, WIT, BLESSING = 0.4, 1.0, 1.5
UNTRIED = 0.6
"""Assumed worth of an unidentified item: enough to try it if there is nothing better."""
READ = (items.Item, items.Weapon, items.Wearable, items.AttributeBonus, items.Blessing)
"""The components of an item that determine its worth when worn."""


def worth_of(parts: Sequence[object]) -> float:
    """Return the gain from wearing an item with these components over an empty slot."""
    value = 0.0
    for part in parts:
        match part:
            case items.Item(initiative_penalty=penalty):
                value -= BURDEN * penalty
            case items.Weapon():
                strength = part.base_damage.mean + part.hit_bonus
                value += (BLOW if part.reach_tiles is None else SHOT) * strength
            case items.Wearable(armor_class=armor):
                value += ARMOR * armor
            case items.AttributeBonus():
                value += GIFT * (part.might + part.fitness + part.quickness)
                value += WIT * part.intelligence
            case items.Blessing():
                value += BLESSING
    return value


def worth_wearing(game: Game, item: int) -> float:
    """Return the worth of wearing an item, as far as the player knows."""
    if not perception.is_known(game, item):
        return UNTRIED
    found = (esper.try_component(item, kind) for kind in READ)
    return worth_of([part for part in found if part is not None])


def worth_worn(game: Game, slot: str) -> float:
    """Return the worth of the item that would be replaced in a slot; 0 if wearing it is a loss."""
    pack = ecs.get(game.player, items.Pack)
    worn = pack.worn.get(carrying.place_for(slot, pack))
    return max(0.0, worth_wearing(game, worn)) if worn is not None else 0.0


def worth_owned(game: Game, slot: str) -> float:
    """Return the worth of the best item for a slot, worn or carried."""
    loose = (
        worth_wearing(game, item)
        for item in ecs.get(game.player, items.Pack).items
        if ecs.get(item, items.Item).slot == slot
    )
    return max(worth_worn(game, slot), *loose, 0.0)


def dress_lightly(session: Session, rng: Stream) -> Iterator[Action]:
    """When no enemies are in view, wear what is a gain, and take off what is a loss."""
    game = session.game
    if appraisal.near_enemies(game):
        return
    pack = ecs.get(game.player, items.Pack)
    for item in list(pack.items):
        slot = ecs.get(item, items.Item).slot
        if slot is None or (perception.is_known(game, item) and learning.is_cursed(item)):
            continue
        if worth_wearing(game, item) > worth_worn(game, slot):
            yield Equip(item)
    for item in list(pack.worn.values()):
        if worth_wearing(game, item) < 0:
            yield TakeOff(item)
