"""Bargains of fixtures and people: compiles their rows to components, and reports what makes no sense in them."""

from collections.abc import Mapping

from roguelike.components.bargains import PRICED, Bargain, Circumstances, Deal, Price
from roguelike.components.growth import Figure
from roguelike.components.magic import Use
from roguelike.core.formula import Formula
from roguelike.raws.deliveries import read_use
from roguelike.raws.faults import Place
from roguelike.raws.models.creatures import MobRow
from roguelike.raws.models.things import BargainRow, DealRow
from roguelike.raws.statuses import check_sentence
from roguelike.world.figures import worked_out

DEEPEST_PAYER = 30
"""The depth whose heroes must be able to pay: twice as deep as the Abyss, so that no price is rejected in error."""
_FIGURES: Mapping[str, Figure] = {
    "hp": "hero hp",
    "max_hp": "hero hp",
    "mana": "hero mana",
    "max_mana": "hero mana",
    "melee": "hero melee",
    "defense": "hero defense",
    "magic": "hero magic",
}


def compile_bargain(found: BargainRow, name: str, place: Place, *, blocks: bool) -> Bargain:
    """Compile what a fixture or a person of this name offers; faults are reported at `place`, its bargain's."""
    if not blocks:
        place.fault("is offered by what nobody walks up to", "say blocks_tile: true as well")
    _contradictions(found, name, place)
    deals = tuple(
        _deal(each, place.under("deals", index)) for index, each in enumerate(found.deals)
    )
    for index, each in enumerate(found.greetings):
        _can_hold(each.when, place.under("greetings", index, "when"))
    return Bargain(deals, found.text, found.asks, found.forgone, found.greetings)


def compile_talk(row: MobRow, place: Place) -> Bargain:
    """Compile what a person says and offers; a deal that would turn them into a fixture is a fault."""
    assert row.bargain is not None
    for index, deal in enumerate(row.bargain.deals):
        if deal.becomes is not None:
            at = place.under("deals", index, "becomes")
            at.fault("is for fixtures: nobody becomes one", "say what it is remembered as: deed")
    return compile_bargain(row.bargain, row.name, place, blocks=row.blocks_tile)


def _deal(row: DealRow, place: Place) -> Deal:
    """Compile one deal; one that gives nothing and changes nothing is a fault."""
    use = Use()
    if row.effects is not None:
        use = read_use(row.effects, "trigger", place.under("effects"))
    if use.delivery.aimed:
        place.under("effects").fault("is aimed", "nobody aims a deal: leave the range out")
    check_sentence(row.told, place.under("told"), "{1} is the player: {1} [is|are] whole again.")
    if not use.effects and row.becomes is None and row.deed is None:
        place.fault("offers nothing", "give it effects, or say what the fixture becomes")
    _can_hold(row.when, place.under("when"), row.deed)
    return Deal(row.name, row.text, row.told, row.price, use, row.becomes, row.deed or "", row.when)


def _can_hold(when: Circumstances, place: Place, own: str | None = None) -> None:
    """Report circumstances that can never hold; `own` is the deed of the deal that they are for, and ends it."""
    for index, deed in enumerate(when.undone):
        if deed in when.done:
            at = place.under("undone", index)
            at.fault(f"{deed!r} is among the done too, and it cannot be both", "leave it in one")
    for index, deed in enumerate(when.done):
        if deed == own:
            at = place.under("done", index)
            at.fault(f"{deed!r} is its own deed, which ends the offer", "name what comes before it")
    if when.at_least > when.at_most:
        problem = f"{when.at_least} is more than at_most {when.at_most}"
        place.under("at_least").fault(problem, "swap the two")
    if when.people_of is None and (when.at_least, when.at_most) != (-100, 100):
        place.fault("says not whose opinion counts", "name one of them: people_of")


def _contradictions(row: BargainRow, fixture: str, place: Place) -> None:
    """Report deals of one name, a question with nothing to choose, and offers that never end."""
    names = [each.name for each in row.deals]
    for index, deal in enumerate(row.deals):
        at = place.under("deals", index)
        if deal.name in names[:index]:
            at.under("name").fault(f"{deal.name!r} is offered twice", "give it a name of its own")
        if deal.becomes is None and deal.deed is None and is_free(deal.price):
            at.fault(
                "is free and never used up",
                "give it a price, or say what it becomes, or its deed",
            )
        if deal.becomes == fixture:
            at.under("becomes").fault("is what it is already", "leave it out, or name another")
    if row.forgone == fixture:
        problem = "is what it is already, and would be offered on"
        place.under("forgone").fault(problem, "name what is left of it when another is taken")
    if not row.asks and len(row.deals) > 1:
        place.under("asks").fault(
            f"is false, but there are {len(row.deals)} deals to choose from", "leave one of them"
        )


def check_payable(price: Price, figures: Mapping[Figure, Formula], place: Place) -> None:
    """Report a price that no hero can ever pay; `place` is the price's.

    Payers must survive paying hit points, current or maximum.
    """
    level = worked_out(figures["hero level"], depth=DEEPEST_PAYER)
    for name in PRICED:
        most = worked_out(figures[_FIGURES[name]], **_at_level(figures[_FIGURES[name]], level))
        most -= name in ("hp", "max_hp")
        asked = getattr(price, name)
        if asked > most:
            place.under(name).fault(
                f"{asked} is more than any hero has: at level {level} they can give {most}",
                f"ask for {most} at most, better for much less",
            )


def _at_level(formula: Formula, level: int) -> dict[str, int]:
    """Return the variables of a formula for a hero of a level with usual attributes."""
    return {name: level if name == "level" else 0 for name in formula.names}


def is_free(price: Price) -> bool:
    """Return whether a price takes nothing."""
    return not (price.gold or price.item or any(getattr(price, name) for name in PRICED))
