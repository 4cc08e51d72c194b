"""Bargaining with a fixture, or for an item on the ground at a price: the price is paid, then the deal takes effect.

A player who walks up to a fixture that offers something is asked once which deal they want; a lock is simply tried. A
deal that the player could not pay for, or that would have no effect, is refused.
"""

from collections.abc import Sequence

import esper

from roguelike.actions import acting, senses
from roguelike.components import actors, bargains, items, spatial, vitals
from roguelike.core import trial_rolls
from roguelike.core.geometry import steps_between
from roguelike.core.grammar import Message, a_or_an, capital, coins
from roguelike.core.records import field_names, replace
from roguelike.effects import becoming, experience, targeting, unleash
from roguelike.effects.foresight.rehearsal import rehearse
from roguelike.world import changes, ecs, known_level, perception, remembering, space
from roguelike.world.circumstances import deeds_of, offered
from roguelike.world.game import Cause, Change, Game, Single

TAKE = "Buy it"
"""The name of the only deal for an item on the ground at a price."""
NOTHING = "There is nothing to agree to."
USED_UP = "what is left of it"
"""Cause of changes to the fixture itself, which alone are no reason to accept a deal."""
PRICES = {
    "hp": "{} health",
    "mana": "{} mana",
    "max_hp": "{} of your maximum health, for good",
    "max_mana": "{} of your maximum mana, for good",
    "melee": "{} of your Melee, for good",
    "defense": "{} of your Defense, for good",
    "magic": "{} of your Magic, for good",
}


class Agree(acting.Action, tag="bargain"):
    """Accepts a deal of an adjacent fixture, or of a thing underfoot; without a name it asks which deal."""

    thing: int
    deal: str = ""

    def words(self, game: Game) -> str:
        """Name the thing, and the deal if one is chosen."""
        name = perception.shown_name(game, self.thing)
        return f"{name}: {self.deal}" if self.deal else name

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Check that the thing is in reach and offers this deal; pay, then push its effects."""
        thing = self.thing
        if (
            actor != game.player
            or not is_in_reach(game, actor, thing)
            or not remembering.knows_of(game, thing)
        ):
            return acting.Refused(NOTHING)
        terms = esper.try_component(thing, bargains.Terms)
        if terms is not None and terms.gold and esper.has_component(thing, items.Item):
            return _buy(game, actor, thing, terms, self.deal)
        bargain = esper.try_component(thing, bargains.Bargain)
        if bargain is None:
            return acting.Refused(NOTHING)
        name = self.deal or ("" if bargain.asks else bargain.deals[0].name)
        if not name:
            return acting.Ask("bargain", f"{_title(game, thing)}: what will you do?", (thing,))
        deal = next((each for each in offered(game, thing, bargain) if each.name == name), None)
        if deal is None or not is_peaceful_about(game, thing):
            return acting.Refused(NOTHING)
        reason = why_not(game, actor, thing, deal)
        if reason:
            return acting.Refused(reason)
        cause = Cause(perception.true_name(thing), actor, "bargain")
        _pay(game, actor, deal.price, cause)
        if deal.told:
            words = Message(deal.told, (perception.noun(game, actor),), "magic")
            game.change(changes.Told(Cause(cause.what, actor, "talk"), words, heard=True))
        if deal.deed:
            changes.alter(game, actor, actors.Player, "deeds", (*deeds_of(game), deal.deed), cause)
        _push(game, actor, thing, deal, cause)
        return acting.Done()


def is_peaceful_about(game: Game, thing: int) -> bool:
    """Return whether a thing, or a person who is not an enemy, would deal with the player."""
    return not targeting.is_creature(game, thing) or senses.is_peaceful(game, thing)


def is_in_reach(game: Game, actor: int, thing: int) -> bool:
    """Return whether a thing that the actor knows of is on the same or an adjacent tile."""
    here, there = space.point_of(actor), space.point_of(thing)
    if (
        here is None
        or there is None
        or not space.is_here(game, thing)
        or not perception.is_noticed(thing)
    ):
        return False
    return steps_between(here, there) <= 1


def offers_anything(thing: int) -> bool:
    """Return whether a thing is a fixture that offers something and has been found."""
    return esper.has_component(thing, bargains.Bargain) and perception.is_noticed(thing)


def why_not(game: Game, actor: int, thing: int, deal: bargains.Deal) -> str:
    """Return why an actor cannot accept a deal: what they lack, or that it would have no effect; "" if they can."""
    lack = what_lacks(actor, deal.price)
    if lack:
        return lack
    if not deal.use.effects or deal.deed:
        return ""
    cause = Cause(perception.true_name(thing), actor, "bargain")

    def read(_: object, trace: Sequence[Change]) -> str:
        """Return the reason if the deal does nothing except use up the fixture."""
        real = (each for each in trace if type(each) not in changes.EVENTS)
        if any(USED_UP not in each.cause.chain() for each in real):
            return ""
        reasons = [each.reason for each in trace if isinstance(each, changes.Fizzled)]
        return reasons[0] if reasons else "Nothing would come of it."

    with known_level.as_known(game, actor):
        luck = trial_rolls.ExtremeRolls(high=True, lucky=True)
        return rehearse(game, lambda: _push(game, actor, thing, deal, cause), luck, read)


def what_lacks(actor: int, price: bargains.Price) -> str:
    """Return what an actor lacks to pay a price; "" if nothing."""
    pools, skills = ecs.get(actor, vitals.Pools), ecs.get(actor, vitals.Skills)
    if price.item is not None and not _carried(actor, price.item):
        return f"That takes {a_or_an(price.item)}, and you have none."
    if price.gold > pools.gold:
        return f"That takes {coins(price.gold)} gold, and you have {coins(pools.gold)}."
    for name in bargains.PRICED:
        asked = getattr(price, name)
        held = getattr(skills if name in field_names(vitals.Skills) else pools, name)
        # Nobody may pay with their last hit point, current or maximum; anything else may be spent completely.
        if asked and held < asked + (name in ("hp", "max_hp")):
            return f"That takes {PRICES[name].format(asked)}, and you have {held}."
    return ""


def _carried(actor: int, name: str) -> int:
    """Return a carried item of a kind that the actor does not wear; 0 if there is none."""
    pack = esper.try_component(actor, items.Pack)
    return next(
        (item for item in (pack.items if pack else ()) if perception.true_name(item) == name), 0
    )


def price_words(price: bargains.Price) -> str:
    """Return what a deal costs: "30 gold, 4 health"; "nothing" if it is free."""
    words = [f"{coins(price.gold)} gold"] if price.gold else []
    words += [
        PRICES[name].format(asked) for name in bargains.PRICED if (asked := getattr(price, name))
    ]
    words += [a_or_an(price.item)] if price.item else []
    return ", ".join(words) or "nothing"


def _pay(game: Game, actor: int, price: bargains.Price, cause: Cause) -> None:
    """Pay the price; pools and skills are separate changes, so that all of them are reported and can be undone."""
    for name in ("gold", "hp", "mana"):
        changes.pay(game, actor, name, getattr(price, name), cause)
    for name in ("hp", "mana"):
        if asked := getattr(price, f"max_{name}"):
            experience.deepen(game, actor, name, -asked, cause)
    for name in field_names(vitals.Skills):
        if asked := getattr(price, name):
            experience.train(game, actor, name, -asked, cause)
    if price.item is not None:
        changes.use_up(game, actor, _carried(actor, price.item), cause)


def _push(game: Game, actor: int, thing: int, deal: bargains.Deal, cause: Cause) -> None:
    """Queue the effects of a deal, what the fixture becomes, and the loss of what it offered besides."""
    if deal.becomes is not None:
        used_up = cause.then(USED_UP, "bargain")
        game.push(becoming.TurnInto(deal.becomes), Single(thing), thing, used_up)
        forgo_others(game, thing, used_up)
    if deal.use.effects:
        quiet = replace(deal.use, delivery=replace(deal.use.delivery, silent=True))
        game.push(unleash.Unleash(quiet), Single(actor), thing, cause)


def forgo_others(game: Game, thing: int, cause: Cause) -> None:
    """Queue the loss of the other members of a thing's group, if it belongs to one."""
    terms = esper.try_component(thing, bargains.Terms)
    if terms is not None and terms.group:
        group = terms.group
        changes.alter(game, thing, bargains.Terms, "group", 0, cause)
        if becoming.others_of(game, group):
            game.push(becoming.Forgo(group), Single(thing), thing, cause)


def _buy(game: Game, actor: int, thing: int, terms: bargains.Terms, deal: str) -> acting.Result:
    """Pay for an item on the ground and pick it up; without a deal, ask."""
    if not deal:
        return acting.Ask("bargain", f"{_title(game, thing)}: {coins(terms.gold)} gold.", (thing,))
    lack = what_lacks(actor, bargains.Price(gold=terms.gold))
    if deal != TAKE or lack:
        return acting.Refused(lack or NOTHING)
    cause = Cause(perception.true_name(thing), actor, "trade")
    changes.pay(game, actor, "gold", terms.gold, cause)
    take_up(game, actor, thing, cause)
    return acting.Done()


def take_up(game: Game, actor: int, thing: int, cause: Cause) -> None:
    """Put an item from the ground into the pack and drop its terms; the other items of its group are lost."""
    point = space.point_of(thing)
    assert point is not None
    if actor == game.player and perception.is_known(game, thing):  # its label goes with its terms
        changes.get_to_know(game, thing, cause)
    forgo_others(game, thing, cause)
    if esper.has_component(thing, bargains.Terms):
        changes.alter(game, thing, bargains.Terms, "gold", 0, cause)
    game.change(changes.Moved(thing, (*point, game.depth), (0, 0, spatial.NOWHERE), cause))
    changes.put_in_pack(game, actor, thing, cause, "pick[s] up")


def _title(game: Game, thing: int) -> str:
    """Return the name of a thing, capitalised."""
    name = perception.shown_name(game, thing)
    return capital(name)
