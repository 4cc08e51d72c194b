"""The views of bargains: what a fixture or an item on the ground offers, and what each deal would change.

Like every choice, a deal is foreseen by making and undoing it: the sheet is read before and after. Whatever the figures
do not show is taken from the forecast of the same command.
"""

from collections.abc import Sequence

import esper

from roguelike.actions.action import attempt
from roguelike.actions.bargaining import TAKE, Agree, price_words, what_lacks, why_not
from roguelike.components.actors import Kind
from roguelike.components.bargains import Bargain, Deal, Price, Terms
from roguelike.components.items import Pack
from roguelike.components.looks import Described
from roguelike.components.magic import Trigger
from roguelike.components.vitals import Pools
from roguelike.core.grammar import coins, counted
from roguelike.core.records import Record, replace
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.becoming import others_of
from roguelike.effects.dispatch import drain
from roguelike.effects.foresight.facts import Pays, row, sentence
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.foreseeing.aiming import foresee, status_labels
from roguelike.engine.views.growth import Difference, Figures, differences, figures
from roguelike.engine.views.items import item_view
from roguelike.engine.views.use_text import effect_words, use_text
from roguelike.world import ecs
from roguelike.world.circumstances import greeting, offered
from roguelike.world.content import Content, template_of
from roguelike.world.game import Game
from roguelike.world.known_level import as_known
from roguelike.world.names import noun, shown_name


class DealView(Record):
    """One deal: its price, why it cannot be made ("" if it can), the figures that it changes, and its other effects.

    `notes` are descriptions with the chance of each, `gifts` the descriptions of what is given. A deal that `is_idle`
    would do nothing but cost its price.
    """

    name: str
    text: str
    price: str
    reason: str
    changes: tuple[Difference, ...]
    notes: tuple[tuple[str, float], ...]
    is_idle: bool = False
    gifts: tuple[str, ...] = ()


class BargainView(Record):
    """What a fixture, or an item at a price, offers: its text and its deals."""

    thing: int
    title: str
    text: str
    deals: tuple[DealView, ...]


def bargain_view(game: Game, thing: int) -> BargainView:
    """Return what a fixture, or an item on the ground at a price, offers now."""
    title = shown_name(game, thing)
    terms = esper.try_component(thing, Terms)
    bargain = esper.try_component(thing, Bargain)
    if bargain is None:
        gold = Price(gold=terms.gold if terms is not None else 0.0)
        lack = what_lacks(game.player, gold)
        deal = _deal(game, thing, TAKE, "", gold, lack)
        return BargainView(thing, title, " ".join(terms_words(game, terms)), (deal,))
    deals = tuple(_offer(game, thing, each) for each in offered(game, thing, bargain))
    text = " ".join((greeting(game, thing, bargain), *terms_words(game, terms))).strip()
    return BargainView(thing, title, text, deals)


def _offer(game: Game, thing: int, deal: Deal) -> DealView:
    """Return one deal of a fixture; of one that cannot be paid, what it gives is told: one may come back."""
    gives = bool(deal.use.effects) and deal.becomes is None
    reason = why_not(game, game.player, thing, deal)
    view = _deal(game, thing, deal.name, deal.text, deal.price, reason, gives=gives)
    if not reason or reason != what_lacks(game.player, deal.price):
        return view
    words = (effect_words(each, game.content) for each in deal.use.effects)
    return replace(view, notes=tuple((told, 1.0) for told in words if told))


def _deal(
    game: Game,
    thing: int,
    name: str,
    text: str,
    price: Price,
    reason: str,
    *,
    gives: bool = False,
) -> DealView:
    """Return one deal with what it would change; nothing is foreseen for one that cannot be made.

    `gives` is True for a deal that has effects and does not only turn the fixture into something else.
    """
    if reason:
        return DealView(name, text, price_words(price), reason, (), ())
    action = Agree(thing, name)
    before, carried = _sheet(game), set(ecs.get(game.player, Pack).items)
    with as_known(game, game.player), rehearsing(game, ExtremeRolls(high=True, lucky=True)):
        attempt(action, game.player, game)
        drain(game, looking_ahead=True)
        after = _sheet(game)
        given = [each for each in ecs.get(game.player, Pack).items if each not in carried]
        gifts = [line for each in given if each != thing for line in _like(game, each)]
    seen = foresee(game, game.player, action)
    labels = status_labels(game, seen.outcomes.values())
    told = [(row(fact), chance) for fact, chance in seen.facts.items()]
    told += [
        (sentence(fact, noun(game, entity), labels), chance)
        for entity, outcome in seen.outcomes.items()
        for fact, chance in outcome.facts.items()
        if type(fact) is not Pays  # the figures of the sheet show it
    ]
    changes = _said_once(differences(before, after))
    paid_for_nothing = gives and bool(changes) and all(each.is_loss for each in changes)
    idle = paid_for_nothing and not told
    return DealView(name, text, price_words(price), "", changes, tuple(told), idle, tuple(gifts))


def _like(game: Game, gift: int) -> list[str]:
    """Return what a gift does, line by line, without the sentence that only describes it."""
    described = esper.try_component(gift, Described)
    lines = item_view(game, gift).details
    return [line for line in lines if described is None or line != described.text]


def _said_once(changes: Sequence[Difference]) -> tuple[Difference, ...]:
    """Leave out current health or mana where it equals its maximum before and after."""
    greatest = {(each.label, each.before, each.after) for each in changes}

    def is_whole(each: Difference) -> bool:
        """Return whether the maximum changes in the same way."""
        return (f"Greatest {each.label.lower()}", each.before, each.after) in greatest

    return tuple(each for each in changes if not is_whole(each))


def _sheet(game: Game) -> Figures:
    """Return every figure of the player that a deal may change."""
    pools = ecs.get(game.player, Pools)
    now = {"Gold": coins(pools.gold), "Health": f"{pools.hp}", "Mana": f"{pools.mana}"}
    now["Experience"] = f"{pools.xp:,}"
    return {label: (words,) for label, words in now.items()} | figures(game)


def terms_words(game: Game, terms: Terms | None) -> list[str]:
    """Describe the terms of an item on the ground: what it costs, and how many others are lost with it."""
    if terms is None:
        return []
    words = [f"It costs {coins(terms.gold)} gold."] if terms.gold else []
    others = len(others_of(game, terms.group)) - 1
    if others > 0:
        verb = "is" if others == 1 else "are"
        words.append(f"Take it, and {counted(others, 'other')} beside it {verb} lost.")
    return words


def thing_words(game: Game, kind: Kind, terms: Terms | None) -> list[str]:
    """Describe a fixture with its offers and what it does to feet, and the terms of an item on the ground."""
    if kind.section != "props":
        return terms_words(game, terms)
    described = template_of(game.content, kind, Described)
    bargain = template_of(game.content, kind, Bargain)
    trigger = template_of(game.content, kind, Trigger)
    words = [described.text] if described is not None and described.text else []
    if trigger is not None:
        once = ", once" if trigger.once else ""
        words.append(f"• Whoever steps on it: {use_text(trigger.use, game.content)}{once}.")
    if bargain is not None:
        words += [_offer_words(deal, game.content) for deal in bargain.deals]
    return [*words, *terms_words(game, terms)]


def _offer_words(deal: Deal, content: Content) -> str:
    """Describe a deal and its price, such as "• Pay the toll, for 30 gold." for one without effects."""
    price = price_words(deal.price)
    given = ", ".join(effect_words(each, content) for each in deal.use.effects)
    takes = f"• {deal.name}, for {price}" if price != "nothing" else f"• {deal.name}"
    return f"{takes}: {given}." if given else f"{takes}."
