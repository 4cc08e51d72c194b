"""Using carried items: potions, scrolls, books, rods, food.

All kinds of a sort of unidentified items ask and refuse alike, so that only trying one identifies it. Nothing is
revealed for free: a scroll asks for a target if any scroll does, within `UNKNOWN_RANGE`; one with a shorter range works
as far as it reaches. One that is used on an item takes the first suitable one. The item (or a charge) is used up
whether or not it has an effect, and is identified from then on.
"""

from collections.abc import Iterator
from typing import Self

import esper

from roguelike.actions import acting, carrying, inscribing, paying
from roguelike.components import actors, items, magic, vitals
from roguelike.core.geometry import Point
from roguelike.core.grammar import Message
from roguelike.core.records import replace
from roguelike.effects import healing, learning, shapes
from roguelike.effects.foresight.forecast import pointless
from roguelike.world import changes, ecs, inventory, known_level, perception, space
from roguelike.world.game import Cause, Game, template_of

UNKNOWN_RANGE = 8
"""Range in tiles within which any unidentified item may be aimed; no kind reveals its own range before it is known."""
ANYWHERE = magic.Delivery("point", range=UNKNOWN_RANGE)
ON_ONESELF = magic.Delivery()
THING_WORTH = 5.0
"""The least worth in hit points of an item that is used up or stolen."""
VERBS = {"potion": "drink", "scroll": "read", "rod": "zap", "staff": "zap"}
"""The verb for an item by its name while unidentified."""
DEEDS = ((healing.Feed, "eat"), (learning.TeachSpell, "read"), (healing.Heal, "drink"))
"""The verb for other items, by their effect; the rest are "used"."""


class UseItem(acting.Aimed, tag="use"):
    """Uses a carried item, at a tile if it is aimed, on another item if it needs one (`choice`); gear is put on."""

    item: int
    target: Point | None = None
    choice: int = 0
    harms = repeats = True
    verb = "use"

    @classmethod
    def options(cls, game: Game, /) -> Iterator[Self]:
        """Yield the use of one item of each identified kind."""
        yield from (cls(item) for item in one_of_each(game) if magic.Use in ecs.row(item))

    def words(self, game: Game) -> str:
        """Name the item, what is done with it, and whom or what it is aimed at."""
        return f"{_verb(self.item)} {acting.the_thing(game, self.item)}{acting.at_words(game, self.target)}"

    def title(self, game: Game) -> str:
        """Return the item's name as the player knows it, identified or not."""
        return perception.shown_name(game, self.item)

    def deed(self, actor: int, game: Game) -> acting.Deed:
        """Return the use as it is told of others, with the item's known name."""
        return acting.Deed("uses", None, perception.shown_name(game, self.item))

    @property
    def used_item(self) -> int:
        """The item that is used up or loses a charge."""
        return self.item

    def choosing(self, item: int) -> Self:
        """Return the same use, on another item."""
        return replace(self, choice=item)

    def delivery(self, game: Game) -> magic.Delivery | None:
        """Return the item's delivery; of an unidentified one, what it seems to be."""
        use = esper.try_component(self.item, magic.Use)
        if use is not None and not perception.is_known(game, self.item):
            return apparent_delivery(game, self.item)
        return use.delivery if use else None

    def use(self, game: Game) -> magic.Use | None:
        """Return what the item does, if it is identified."""
        return (
            esper.try_component(self.item, magic.Use)
            if perception.is_known(game, self.item)
            else None
        )

    def is_known(self, game: Game) -> bool:
        """Return whether the item is identified."""
        return perception.is_known(game, self.item)

    def waste(self, game: Game) -> str:
        """Return that the player is not hungry, if the item is only food."""
        use, clock = self.use(game), ecs.get(game.player, vitals.HungerClock)
        if use is None or clock.state != "Normal":
            return ""
        if not use.effects or not all(isinstance(each, healing.Feed) for each in use.effects):
            return ""
        return "You are not hungry."

    def spends(self, healed: float) -> float:
        """Return what an item is worth: at least as much as it heals, which might save a life another time."""
        return max(THING_WORTH, healed)

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Check the use, pay a charge for it and push its effects on the queue."""
        item = self.item
        if inventory.pack_with(actor, item) is None:
            return acting.Refused(inventory.NOT_HELD)
        use = esper.try_component(item, magic.Use)
        if use is None:
            if esper.has_component(item, magic.Rune):
                return acting.Instead(inscribing.Inscribe(item))
            kind = esper.try_component(item, items.Item)
            if kind is not None and kind.slot is not None:
                return acting.Instead(carrying.Equip(item))
            return acting.Refused(f"There is no use for the {perception.shown_name(game, item)}.")
        charges = esper.try_component(item, items.Charges)
        if charges is not None and charges.left < 1:
            return acting.Refused(f"The {perception.shown_name(game, item)} is out of charges.")
        cause = Cause(perception.true_name(item), actor, "item")
        understood = actor != game.player or perception.is_known(game, item)

        def pay() -> None:
            """Spend the charge and identify the item's kind; an item that is used up is removed."""
            if not understood:
                changes.get_to_know(game, item, cause)
            if charges is not None:
                game.change(
                    changes.Altered(
                        item, items.Charges, "left", charges.left, charges.left - 1, cause
                    )
                )
                if charges.most < 2:
                    changes.use_up(game, actor, item, cause)

        payment = paying.Payment(
            actor,
            use,
            cause,
            self.target,
            pay,
            perception.shown_name(game, item),
            understood,
            self.choice,
            (item,),
        )
        return paying.pay_and_unleash(payment, game) if understood else try_out(payment, item, game)


def one_of_each(game: Game) -> Iterator[int]:
    """Yield the first item of each identified kind that the player carries."""
    firsts = dict[str, int]()
    for item in ecs.get(game.player, items.Pack).items:
        if perception.is_known(game, item):
            firsts.setdefault(perception.shown_name(game, item), item)
    yield from firsts.values()


def is_swallowed(game: Game, item: int) -> bool:
    """Return whether an item that the player carries is drunk or eaten: a potion, food, a healing draught.

    Items that are named as scrolls, rods or staffs until identified are not, whatever they do.
    """
    return _verb(item) in ("drink", "eat")


def _verb(item: int) -> str:
    """Return the verb for using an item, by its name while unidentified or else by its effects."""
    its_magic, use = esper.try_component(item, items.Magic), esper.try_component(item, magic.Use)
    if its_magic is not None:
        return VERBS.get(its_magic.naming.lower(), "use")
    effects = use.effects if use is not None else ()
    kinds = (verb for kind, verb in DEEDS if any(isinstance(each, kind) for each in effects))
    return next(kinds, "use")


def apparent_delivery(game: Game, item: int) -> magic.Delivery:
    """Return how an unidentified item seems to be used: aimed if any kind of its sort is, else on its user."""
    naming = ecs.get(item, items.Magic).naming
    alike = (actors.Kind("items", name) for name in game.content.named_alike(naming))
    uses = (template_of(game.content, kind, magic.Use) for kind in alike)
    is_aimed = any(use is not None and use.delivery.aimed for use in uses)
    return ANYWHERE if is_aimed else ON_ONESELF


def try_out(payment: paying.Payment, item: int, game: Game) -> acting.Result:
    """Use an unidentified item, once it is aimed if items of its sort ask for that."""
    use, apparent = payment.use, apparent_delivery(game, item)
    with known_level.as_known(game, payment.user):
        if apparent.aimed:
            seeming = replace(payment, use=replace(use, delivery=apparent))
            fault = paying.aim_fault(seeming, payment.aim, game)
            if fault is not None:
                return fault
        aim = _as_far_as_it_reaches(payment, game) if use.delivery.aimed else None
        choices = paying.eligible_choices(payment, game)
        tried = replace(payment, aim=aim, choice=choices[0] if choices else 0)
        wants_a_thing = choices is not None and not choices
        is_idle = wants_a_thing or pointless(
            game, lambda: paying.let_loose(tried, game), payment.user
        )
    payment.pay()
    if is_idle:
        message = Message("Nothing seems to happen.", (), "dim")
        game.change(changes.Told(payment.cause, message))
    if not wants_a_thing:
        paying.let_loose(tried, game)
    return acting.Done()


def _as_far_as_it_reaches(payment: paying.Payment, game: Game) -> Point | None:
    """Return the farthest tile toward the aim that the true delivery can be aimed at."""
    origin, delivery = space.point_of(payment.user), payment.use.delivery
    if origin is None or payment.aim is None:
        return payment.aim
    way = shapes.way_to(game.level, origin, payment.aim)
    return [cell for cell in way if paying.is_in_range(delivery, origin, cell)][-1]
