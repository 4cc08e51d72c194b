"""Temperaments: what a hero would like to become, as weights of words; the habits of all bots are the same.

Whatever can be chosen (an offer, a book, a rune, a deal, an origin) is described by words: the figures that it raises,
the school and the effects of its spells, its sort. A taste likes or dislikes words, and a choice is liked by the sum.
So whatever comes to be offered later is liked or not without a line here, and no bot exists twice.
"""

from collections.abc import Iterable, Iterator, Mapping

from roguelike.components import growth, items, magic, vitals
from roguelike.core.effect import EFFECTS
from roguelike.core.records import Record, field
from roguelike.core.rng import Stream
from roguelike.effects import learning
from roguelike.world.catalog import Catalog

Words = Iterable[tuple[str, float]]
"""Words that describe a choice, each with how much of it there is."""
_KINDS = {kind: name for name, kind in reversed(EFFECTS.items())}
"""The first key of each effect in the data: "summon", "kindle", "knockback"."""
USUAL_ATTRIBUTE = 11


class Taste(Record):
    """What a hero likes: weights by word. `whim` is how much of it is chance, drawn anew for each game and choice."""

    likes: Mapping[str, float] = field(default_factory=dict)
    whim: float = 0.0
    mana_worth: float = 1.0
    """How dear mana is, compared with others: who strikes rather than casts spares it."""
    in_armor: bool = False
    """Whether armor is worn whatever it weighs."""

    def liking(self, words: Words) -> float:
        """Return how much a choice is liked."""
        return sum(self.likes.get(word, 0.0) * amount for word, amount in words)

    def whim_of(self, seed: str, name: str) -> float:
        """Return what chance adds to the liking of a choice in a game."""
        return self.whim * Stream(seed, f"whim {name}").below(1000) / 1000 if self.whim else 0.0

    def best(self, seed: str, described: Mapping[str, Words]) -> str:
        """Return the name of the choice that is liked best, the first of equals."""
        return max(
            described, key=lambda name: self.liking(described[name]) + self.whim_of(seed, name)
        )


def of_offer(offer: growth.Offer, catalog: Catalog) -> Iterator[tuple[str, float]]:
    """Yield what a level-up offer gives."""
    yield from ((name, getattr(offer.attributes, name) / 2) for name in vitals.ATTRIBUTES)
    yield from ((skill, points / 2) for skill, points in offer.skills.items())
    yield from (("hp", offer.max_hp / 6), ("mana", offer.max_mana / 2))
    yield from (("sockets", offer.sockets), ("places", offer.places))
    if offer.school is not None and offer.study:
        yield from ((offer.school, offer.study), ("study", offer.study))
    if type(offer) is growth.Upgrade:
        yield "upgrade", 1
        yield from of_spell(catalog.spells[offer.spell])
    if offer.teaches is not None:
        yield from of_spell(catalog.spells[offer.teaches])


def of_spell(spell: magic.SpellTemplate) -> Iterator[tuple[str, float]]:
    """Yield a spell's school, and its effects by their keys in the data."""
    yield "spell", 1
    yield from ((school, 1) for school in (spell.school,) if school is not None)
    yield from ((name, 1) for name in dict.fromkeys(_KINDS[type(e)] for e in spell.use.effects))


def of_item(name: str, catalog: Catalog) -> Iterator[tuple[str, float]]:
    """Yield what an item is, and what the spells are that it teaches."""
    for part in catalog.templates("items", name):
        match part:
            case items.Weapon():
                yield "weapon", part.base_damage.mean / 4
            case items.Wearable():
                yield "armor", part.armor_class
            case magic.Rune():
                yield "rune", 1
            case magic.Use():
                for spell in learning.taught_by(part):
                    yield from of_spell(catalog.spells[spell])


def of_origin(name: str, catalog: Catalog) -> Iterator[tuple[str, float]]:
    """Yield what somebody of an origin is born with, wears and can read."""
    start = catalog.origins[name]
    yield from (
        (each, (value - USUAL_ATTRIBUTE) / 2)
        for each, value in zip(vitals.ATTRIBUTES, start.attributes, strict=True)
    )
    for item in (*start.equipped, *start.carried):
        yield from of_item(item, catalog)


def liked_origin(taste: Taste, seed: str, catalog: Catalog) -> str:
    """Return the origin that a taste chooses in a game."""
    return taste.best(seed, {name: [*of_origin(name, catalog)] for name in catalog.origins})


USUAL = Taste(
    {
        "intelligence": 1,
        "Magic": 1,
        "mana": 1,
        "hp": 0.5,
        "fitness": 0.5,
        "Defense": 0.5,
        "spell": 1,
    }
)
"""Spells first, then whatever keeps alive."""
TASTES: Mapping[str, Taste] = {
    "pyromancer": Taste(
        {"fire": 3, "study": 1, "intelligence": 1, "Magic": 1.5, "mana": 1, "spell": 0.2}
    ),
    "tank": Taste(
        {"hp": 2, "fitness": 2, "Defense": 2, "armor": 2, "healing": 2, "Melee": 0.5, "might": 0.5},
        mana_worth=1.5,
        in_armor=True,
    ),
    "fighter": Taste(
        {"Melee": 2, "might": 2, "weapon": 2, "quickness": 1, "hp": 1, "armor": 0.5, "drain": 1},
        mana_worth=3,
        in_armor=True,
    ),
    "summoner": Taste({"summon": 5, "nature": 1.5, "mana": 2, "places": 1, "intelligence": 1}),
    "trickster": Taste(
        {
            **dict.fromkeys(("kindle", "knockback", "leap", "teleport", "status", "place_rune"), 2),
            "rune": 1,
            "sockets": 2,
            "quickness": 1,
            "Magic": 1,
            "places": 1,
            "damage": -0.5,
        }
    ),
    "whimsical": Taste(whim=10),
}
"""The six temperaments, by name; a mage of one school stands for all who keep to one."""
