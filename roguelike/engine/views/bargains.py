"""The views of bargains: what a fixture or a thing that lies there offers, and what each deal would change.

Like all else that is chosen, a deal is foreseen by making it and taking it back: the sheet is read before and after.
What no figure of it tells is said by the forecast of the very command.
"""

from collections.abc import Sequence

import esper

from roguelike.actions.action import attempt
from roguelike.actions.bargaining import TAKE, Agree, price_words, what_lacks, why_not
from roguelike.components.bargains import Bargain, Deal, Price, Terms
from roguelike.components.looks import Described
from roguelike.components.vitals import Pools
from roguelike.core.grammar import coins, counted
from roguelike.core.records import Record
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.dispatch import drain
from roguelike.effects.foresight.known import as_known
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.effects.forgoing import others_of
from roguelike.engine.aiming import foresee
from roguelike.engine.views.growth import Difference, differences, figures
from roguelike.engine.views.use_text import effect_words
from roguelike.world import ecs
from roguelike.world.circumstances import greeting, offered
from roguelike.world.content import Content
from roguelike.world.game import Game
from roguelike.world.names import shown_name


class DealView(Record):
    """One deal: what it takes, why it cannot be made ("" if it can), each figure that it changes, and what else comes.

    `notes` are words with the chance of each. Of a deal that `is_idle` one would have nothing but the price to pay.
    """

    name: str
    text: str
    price: str
    reason: str
    changes: tuple[Difference, ...]
    notes: tuple[tuple[str, float], ...]
    is_idle: bool = False


class BargainView(Record):
    """What a fixture, or a thing at a price, offers: its words and its deals."""

    thing: int
    title: str
    text: str
    deals: tuple[DealView, ...]


def bargain_view(game: Game, thing: int) -> BargainView:
    """Return what a fixture, or a thing that lies there at a price, offers now."""
    title = shown_name(game, thing)
    terms = esper.try_component(thing, Terms)
    bargain = esper.try_component(thing, Bargain)
    if bargain is None:
        gold = Price(gold=terms.gold if terms is not None else 0.0)
        lack = what_lacks(game.player, gold)
        deal = _deal(game, thing, TAKE, "", gold, lack)
        return BargainView(thing, title, " ".join(terms_words(game, terms)), (deal,))
    deals = tuple(
        _deal(
            game,
            thing,
            each.name,
            each.text,
            each.price,
            why_not(game, game.player, thing, each),
            gives=bool(each.use.effects) and each.becomes is None,
        )
        for each in offered(game, thing, bargain)
    )
    text = " ".join((greeting(game, thing, bargain), *terms_words(game, terms))).strip()
    return BargainView(thing, title, text, deals)


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
    """Return one deal with what it would change; of one that cannot be made nothing is foreseen.

    One that `gives` has effects, and does not only turn the fixture into something else.
    """
    if reason:
        return DealView(name, text, price_words(price), reason, (), ())
    action = Agree(thing, name)
    before = _sheet(game)
    with as_known(game, game.player), rehearsing(game, ExtremeRolls(high=True, lucky=True)):
        attempt(action, game.player, game)
        drain(game, looking_ahead=True)
        after = _sheet(game)
    seen = foresee(game, game.player, action)
    notes = dict(seen.notes)
    for entity, outcome in seen.outcomes.items():
        who = "You:" if entity == game.player else shown_name(game, entity)
        notes |= {f"{who} {words}": chance for words, chance in outcome.notes.items()}
    told = tuple((words, chance) for words, chance in notes.items() if not _in_figures(words))
    changes = _said_once(differences(before, after))
    paid_for_nothing = gives and bool(changes) and all(each.is_loss for each in changes)
    return DealView(
        name, text, price_words(price), "", changes, told, is_idle=paid_for_nothing and not told
    )


def _said_once(changes: Sequence[Difference]) -> tuple[Difference, ...]:
    """Leave out what there is of health or mana where it is all that there can be, before and after."""
    greatest = {(each.label, each.before, each.after) for each in changes}

    def is_whole(each: Difference) -> bool:
        """Return whether the same is told of the greatest."""
        return (f"Greatest {each.label.lower()}", each.before, each.after) in greatest

    return tuple(each for each in changes if not is_whole(each))


def _in_figures(words: str) -> bool:
    """Return whether the figures of the sheet tell what a note says."""
    return words.endswith(" gold")


def _sheet(game: Game) -> dict[str, str]:
    """Return every figure of the player's that a deal may change, in words."""
    pools = ecs.get(game.player, Pools)
    now = {"Gold": coins(pools.gold), "Health": f"{pools.hp}", "Mana": f"{pools.mana}"}
    return now | {"Experience": f"{pools.xp:,}"} | figures(game)


def terms_words(game: Game, terms: Terms | None) -> list[str]:
    """Say on what terms a thing lies there: what it costs, and how many others are lost with it."""
    if terms is None:
        return []
    words = [f"It costs {coins(terms.gold)} gold."] if terms.gold else []
    others = len(others_of(game, terms.group)) - 1
    if terms.group and others > 0:
        verb = "is" if others == 1 else "are"
        words.append(f"Take it, and {counted(others, 'other')} beside it {verb} lost.")
    return words


def thing_words(
    game: Game, described: Described | None, bargain: Bargain | None, terms: Terms | None
) -> list[str]:
    """Say what a fixture is and offers at what price, and on what terms a thing lies there."""
    words = [described.text] if described is not None and described.text else []
    if bargain is not None:
        words += [_offer_words(deal, game.content) for deal in bargain.deals]
    return [*words, *terms_words(game, terms)]


def _offer_words(deal: Deal, content: Content) -> str:
    """Say what a deal is and what it takes: "• Pay the toll, for 30 gold."."""
    price = price_words(deal.price)
    given = ", ".join(effect_words(each, content) for each in deal.use.effects)
    takes = f"• {deal.name}, for {price}" if price != "nothing" else f"• {deal.name}"
    return f"{takes}: {given}." if given else f"{takes}."
