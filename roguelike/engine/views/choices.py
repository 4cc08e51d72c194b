"""The views of what one may choose: an offer at a new level, a rune on a spell, a deal with a fixture.

What a choice would change is foreseen like everything else: it is taken on trial, the sheet is read before and after,
and it is undone. Whatever the figures do not show is taken from the forecast of the same command.

Before the game one chooses who one was (`origins`); while there is no game yet, all follows from the data.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import esper

from roguelike.actions import acting, bargaining, growing, inscribing, spell_use
from roguelike.components import actors, bargains, growth, items, magic, vitals
from roguelike.components.looks import Described
from roguelike.core import trial_rolls
from roguelike.core.grammar import coins, counted
from roguelike.core.records import Record, field_names, replace
from roguelike.effects import becoming, dispatch, learning
from roguelike.effects.foresight.facts import Pays, row, sentence
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.foreseeing.aiming import foresee, status_labels
from roguelike.engine.views.creatures import attribute_views
from roguelike.engine.views.items import dormant_views, item_view, spell_view, spell_views
from roguelike.engine.views.records import SpellView
from roguelike.engine.views.use_text import effect_words, rune_words, use_text
from roguelike.world import ecs, figures, known_level, perception
from roguelike.world.catalog import Catalog, Start
from roguelike.world.circumstances import greeting, offered
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game, template_of
from roguelike.world.spells import rune_named, spell_of, spell_with

NOTHING = "-"


class Figure(NamedTuple):
    """A figure of the sheet in words, of a spell part by part, and the number in it of which more is better."""

    parts: tuple[str, ...]
    worth: float = 0.0


Figures = dict[str, Figure]
"""Figures of the sheet by label."""


class Difference(Record):
    """One figure of the sheet, as it is and as it would be; a loss if it falls, or is gone."""

    label: str
    before: str
    after: str
    is_loss: bool


class OfferView(Record):
    """An offer, and everything that it would change."""

    name: str
    group: str
    text: str
    changes: tuple[Difference, ...]


class ChoiceView(Record):
    """The level whose choice has waited longest, what it offers, and how many levels wait after it."""

    level: int
    offers: tuple[OfferView, ...]
    later: int


class MasteryView(Record):
    """The player's spells that count in a school, and its steps: (spells needed, what it gives, whether reached)."""

    school: str
    spells: int
    steps: tuple[tuple[int, str, bool], ...]


def next_level_adds(game: Game) -> tuple[int, int]:
    """Return the player's gain in maximum hit points and mana at the next level, whatever is chosen."""
    pools, born = ecs.get(game.player, vitals.Pools), ecs.get(game.player, vitals.Attributes)
    now, then = (figures.hero_pools(game.content, pools.level + more, born) for more in (0, 1))
    return then[0] - now[0], then[1] - now[1]


def choice_view(game: Game) -> ChoiceView | None:
    """Return the pending choice; None when there is none."""
    talents = esper.try_component(game.player, growth.Talents)
    if talents is None or not talents.waiting:
        return None
    choice, *later = talents.waiting
    offers = tuple(_offer(game, name) for name in choice.offers if name in game.content.offers)
    return ChoiceView(choice.level, offers, len(later))


def _offer(game: Game, name: str) -> OfferView:
    """Return one offer, with what taking it would change."""
    offer = game.content.offers[name]
    before = figures_of(game) | _prospects(game)
    with trying(game, growing.ChooseOffer(name)):
        after = figures_of(game) | _prospects(game)
    return OfferView(name, offer.group, offer.text, differences(before, after))


def _prospects(game: Game) -> Figures:
    """Return what the next level will add, as the sheet says it: attributes change that, and nothing now."""
    following = ecs.get(game.player, vitals.Pools).level + 1
    health, mana = next_level_adds(game)
    return {
        f"Health at level {following}": Figure((f"{health:+d}",), health),
        f"Mana at level {following}": Figure((f"{mana:+d}",), mana),
    }


def differences(before: Figures, after: Figures) -> tuple[Difference, ...]:
    """List the figures that differ, as they were and as they are; for a spell only the parts that differ."""
    none, found = Figure((NOTHING,)), []
    for label in dict.fromkeys((*before, *after)):
        old, new = before.get(label, none), after.get(label, none)
        if old.parts != new.parts:
            is_loss = new is none or (old is not none and new.worth < old.worth)
            found.append(Difference(label, *_told_apart(old.parts, new.parts), is_loss))
    return tuple(found)


def _told_apart(before: Sequence[str], after: Sequence[str]) -> tuple[str, str]:
    """Return the differing parts of two figures; all of them if they do not correspond."""
    parts = list(zip(before, after, strict=False))
    changed = [pair for pair in parts if pair[0] != pair[1]]
    if len(before) != len(after) or changed == parts[-1:]:
        # A price alone would look like a gain where it rises.
        changed = [(", ".join(before), ", ".join(after))]
    return ", ".join(old for old, _ in changed), ", ".join(new for _, new in changed)


def figures_of(game: Game) -> Figures:
    """Return every figure that an offer may change."""
    player = game.player
    pools, stats = ecs.get(player, vitals.Pools), stats_of(player)
    skills = esper.try_component(player, vitals.Skills) or vitals.Skills()
    plain: list[tuple[str, float, str]] = [
        ("Maximum health", pools.max_hp, f"{pools.max_hp}"),
        ("Maximum mana", pools.max_mana, f"{pools.max_mana}"),
    ]
    plain += [
        (view.name, view.value, f"{view.value} ({view.bonus:+d})")
        for view in attribute_views(player, stats.modifiers, stats.bonuses)
    ]
    plain += [
        ("Melee", skills.melee, f"{skills.melee:+d}"),
        ("Defense", skills.defense, f"{skills.defense:+d}"),
        ("Magic", skills.magic, f"{skills.magic:+d}"),
        ("Armor class", stats.armor_class, f"{stats.armor_class}"),
        ("Load", stats.capacity, f"{stats.capacity:g} lb"),
        ("Pace", -stats.slowness, _pace(stats.slowness)),
        ("Runes a spell", runes := inscribing.sockets(game, player), f"{runes}"),
        ("Spells attuned", places := figures.places_of(game, player), f"{places}"),
    ]
    plain += [
        (f"Mastery of {each.school}", each.spells, _reached(each)) for each in mastery_views(game)
    ]
    found = {label: Figure((words,), worth) for label, worth, words in plain}
    for spells, more in ((spell_views(game), ()), (dormant_views(game), ("not attuned",))):
        for spell in spells:
            worth = spell_use.power_of(spell_of(game, player, spell.name), player)["power"]
            found[spell.name] = Figure((*spell.does, spell.price, *more), worth)
    return found


def _pace(slowness: int) -> str:
    """Describe a creature's pace in ticks a turn, more being better: "-2 (slow)", "+0", "+1 (fast)"."""
    if not slowness:
        return "+0"
    return f"{-slowness:+d} ({'slow' if slowness > 0 else 'fast'})"


def _reached(mastery: MasteryView) -> str:
    """Describe how far a school is mastered: "3 spells; your own fires do not burn you; next at 4"."""
    given = [does for _, does, reached in mastery.steps if reached]
    coming = next((f"next at {least}" for least, _, reached in mastery.steps if not reached), "")
    known = counted(mastery.spells, "spell")
    return "; ".join([known, *given[-1:], *([coming] if coming else [])])


def mastery_views(game: Game) -> tuple[MasteryView, ...]:
    """List the schools in which the player has any spell, in the order of the data."""
    found = []
    for name, school in game.content.schools.items():
        mastery = figures.mastery_in(game, game.player, name)
        if mastery.spells:
            steps = tuple(
                (step.spells, step.does, mastery.spells >= step.spells) for step in school.steps
            )
            found.append(MasteryView(name, mastery.spells, steps))
    return tuple(found)


class InscriptionView(Record):
    """A known spell as it is, and with a rune added or removed; `after` is None if that is impossible, for `reason`."""

    before: SpellView
    after: SpellView | None
    reason: str = ""


def inscription_views(game: Game, rune: int) -> tuple[InscriptionView, ...]:
    """List the player's spells with what a carried rune would make of each, in hotkey order."""
    name = perception.true_name(rune)
    return tuple(
        _rewritten(
            game,
            spell,
            (*spell.runes, name),
            inscribing.why_not_inscribed(game, game.player, spell.name, name),
        )
        for spell in (*spell_views(game), *dormant_views(game))
    )


def erasure_view(game: Game, spell: SpellView) -> InscriptionView:
    """Return one of the player's spells, and what it would be without its last rune."""
    *left, last = spell.runes
    reason = inscribing.why_not_erased(game, game.player, spell.name, last)
    return _rewritten(game, spell, tuple(left), reason)


def _rewritten(
    game: Game, spell: SpellView, runes: tuple[str, ...], reason: str
) -> InscriptionView:
    """Return a spell and what it would be with these runes, or the reason why that is impossible."""
    if reason:
        return InscriptionView(spell, None, reason)
    made = spell_with(game, game.player, spell.name, runes)
    after = spell_view(game, made, runes, spell_use.mastery_of(game.player))
    return InscriptionView(spell, after)


def words_of_rune(game: Game, item: int) -> tuple[str, str]:
    """Return what a rune does, and how many of them each spell may hold and when the number rises."""
    rune = esper.try_component(item, magic.Rune)
    return rune_words(rune) if rune else "", _socket_words(game)


def runes_on(game: Game, spell: SpellView) -> list[str]:
    """Describe what each rune on a spell does."""
    return [rune_words(rune_named(game, name)) for name in spell.runes]


def erasing_mana(game: Game) -> int:
    """Return the maximum mana given up to remove a rune from a spell."""
    return game.content.growth.erasing_mana


@contextmanager
def trying(game: Game, action: acting.Action) -> Iterator[None]:
    """Let the block see the game as it would be after a command, with the best of luck; then undo it."""
    with rehearsing(game, trial_rolls.ExtremeRolls(high=True, lucky=True)):
        acting.attempt(action, game.player, game)
        yield


def _socket_words(game: Game) -> str:
    """Describe how many runes each of the player's spells may hold, and when the number rises."""
    most = inscribing.sockets(game, game.player)
    coming = game.content.growth.socket_levels[most:]
    runes = "one rune" if most == 1 else f"{most} runes"
    more = f"; one more at level {coming[0]}" if coming else ""
    return f"Each spell holds {runes}{more}."


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
    title = perception.shown_name(game, thing)
    terms = esper.try_component(thing, bargains.Terms)
    bargain = esper.try_component(thing, bargains.Bargain)
    if bargain is None:
        gold = bargains.Price(gold=terms.gold if terms is not None else 0.0)
        taking = bargains.Deal(bargaining.TAKE, "", "", gold, magic.Use())
        lack = bargaining.what_lacks(game.player, gold)
        view = _deal(game, thing, taking, lack)
        return BargainView(thing, title, " ".join(terms_words(game, terms)), (view,))
    deals = tuple(_offered(game, thing, each) for each in offered(game, thing, bargain))
    text = " ".join((greeting(game, thing, bargain), *terms_words(game, terms))).strip()
    return BargainView(thing, title, text, deals)


def _offered(game: Game, thing: int, deal: bargains.Deal) -> DealView:
    """Return one deal of a fixture; of one that cannot be paid, what it gives is told: one may come back."""
    reason = bargaining.why_not(game, game.player, thing, deal)
    view = _deal(game, thing, deal, reason)
    if not reason or reason != bargaining.what_lacks(game.player, deal.price):
        return view
    words = (effect_words(each, game.content) for each in deal.use.effects)
    return replace(view, notes=tuple((told, 1.0) for told in words if told))


def _deal(game: Game, thing: int, deal: bargains.Deal, reason: str) -> DealView:
    """Return one deal with what it would change; nothing is foreseen for one that cannot be made."""
    view = DealView(deal.name, deal.text, bargaining.price_words(deal.price), reason, (), ())
    if reason:
        return view
    action = bargaining.Agree(thing, deal.name)
    before, carried = _sheet(game), set(ecs.get(game.player, items.Pack).items)
    with known_level.as_known(game, game.player), trying(game, action):
        dispatch.drain(game, looking_ahead=True)
        after = _sheet(game)
        given = [each for each in ecs.get(game.player, items.Pack).items if each not in carried]
        gifts = [line for each in given if each != thing for line in _like(game, each)]
    seen = foresee(game, game.player, action)
    labels = status_labels(game, seen.outcomes.values())
    told = [(row(fact), chance) for fact, chance in seen.facts.items()]
    told += [
        (sentence(fact, perception.noun(game, entity), labels), chance)
        for entity, outcome in seen.outcomes.items()
        for fact, chance in outcome.facts.items()
        if type(fact) is not Pays  # the figures of the sheet show it
    ]
    changes = _said_once(differences(before, after))
    gives = deal.use.effects and deal.becomes is None  # it does more than to turn the fixture
    idle = bool(gives and changes and all(each.is_loss for each in changes) and not told)
    return replace(view, changes=changes, notes=tuple(told), is_idle=idle, gifts=tuple(gifts))


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
        return (f"Maximum {each.label.lower()}", each.before, each.after) in greatest

    return tuple(each for each in changes if not is_whole(each))


def _sheet(game: Game) -> Figures:
    """Return every figure of the player that a deal may change."""
    pools = ecs.get(game.player, vitals.Pools)
    return {
        "Gold": Figure((coins(pools.gold),), pools.gold),
        "Health": Figure((f"{pools.hp}",), pools.hp),
        "Mana": Figure((f"{pools.mana}",), pools.mana),
        "Experience": Figure((f"{pools.xp:,}",), pools.xp),
        **figures_of(game),
    }


def terms_words(game: Game, terms: bargains.Terms | None) -> list[str]:
    """Describe the terms of an item on the ground: what it costs, and how many others are lost with it."""
    if terms is None:
        return []
    words = [f"It costs {coins(terms.gold)} gold."] if terms.gold else []
    others = len(becoming.others_of(game, terms.group)) - 1
    if others > 0:
        verb = "is" if others == 1 else "are"
        words.append(f"Take it, and {counted(others, 'other')} beside it {verb} lost.")
    return words


def thing_words(game: Game, kind: actors.Kind, terms: bargains.Terms | None) -> list[str]:
    """Describe a fixture with its offers and what it does to feet, and the terms of an item on the ground."""
    if kind.section != "props":
        return terms_words(game, terms)
    described = template_of(game.content, kind, Described)
    bargain = template_of(game.content, kind, bargains.Bargain)
    trigger = template_of(game.content, kind, magic.Trigger)
    words = [described.text] if described is not None and described.text else []
    if trigger is not None:
        once = ", once" if trigger.once else ""
        words.append(f"• Whoever steps on it: {use_text(trigger.use, game.content)}{once}.")
    if bargain is not None:
        words += [_offer_words(deal, game.content) for deal in bargain.deals]
    return [*words, *terms_words(game, terms)]


def _offer_words(deal: bargains.Deal, content: Catalog) -> str:
    """Describe a deal and its price, such as "• Pay the toll, for 30 gold." for one without effects."""
    price = bargaining.price_words(deal.price)
    given = ", ".join(effect_words(each, content) for each in deal.use.effects)
    takes = f"• {deal.name}, for {price}" if price != "nothing" else f"• {deal.name}"
    return f"{takes}: {given}." if given else f"{takes}."


class OriginView(Record):
    """Somebody one may have been: their life, what they have, what they read and what they are worse at."""

    name: str
    text: str
    weakness: str
    spells: tuple[str, ...]
    """What they know, and what their books teach."""
    kit: tuple[str, ...]
    """What they wear and carry, several of a kind together."""
    figures: str
    """Their pools, and what differs from others."""


def origin_views(catalog: Catalog) -> list[OriginView]:
    """List everybody whom a new game of some data can be about, the usual one first."""
    return [_view(name, start, catalog) for name, start in catalog.origins.items()]


def _view(name: str, start: Start, catalog: Catalog) -> OriginView:
    """Return the view of an origin."""
    spells = (*start.spells, *_read_in(start.carried, catalog))
    things = (*start.equipped, *start.carried)
    kit = tuple(
        each if things.count(each) == 1 else f"{each} ×{things.count(each)}"
        for each in dict.fromkeys(things)
    )
    return OriginView(
        name,
        start.text,
        start.weakness,
        tuple(dict.fromkeys(spells)),
        kit,
        _figures_of(name, start, catalog),
    )


def _read_in(carried: tuple[str, ...], catalog: Catalog) -> Iterator[str]:
    """Yield the spells that the books among some items teach."""
    for name in carried:
        use = template_of(catalog, actors.Kind("items", name), magic.Use)
        yield from learning.taught_by(use)


def _figures_of(name: str, start: Start, catalog: Catalog) -> str:
    """Return the pools of an origin, the attributes that are not as usual, and what hurts more or less."""
    attributes = vitals.Attributes(*start.attributes)
    hp, mana = figures.hero_pools(catalog, 1, attributes)
    unusual = [
        f"{each} {getattr(attributes, each)}"
        for each in field_names(vitals.Attributes)
        if getattr(attributes, each) != getattr(vitals.Attributes(), each)
    ]
    body = actors.Kind("game", catalog.player_of(name))
    resistances = template_of(catalog, body, items.Resistances) or items.Resistances()
    shares = [f"{share:.0%} of {element}" for element, share in resistances.shares]
    return ", ".join([f"{hp} health", f"{mana} mana", *unusual, *shares])
