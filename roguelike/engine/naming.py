"""What unknown magic is called in one game: potions by looks, scrolls by titles, rings by stones, none twice."""

from collections.abc import Iterable

from roguelike.components.items import Magic
from roguelike.core.rng import Stream
from roguelike.raws.catalog import Catalog
from roguelike.world.game import Game

LOOKS = ("Swirling", "Effervescent", "Slimy", "Oily", "Viscous", "Smelly", "Glowing")
COLOURS = ("Red", "Orange", "Yellow", "Green", "Brown", "Indigo", "Violet")
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnprstvwxyz"
POTION, SCROLL = "potion", "scroll"
MAKES = {
    "rod": (
        *("Brass", "Glass", "Iron", "Copper", "Bone", "Tin", "Lead", "Silver", "Pewter", "Crystal"),
        *("Zinc", "Nickel", "Bronze", "Slate"),
    ),
    "staff": ("Ash", "Oak", "Yew", "Willow", "Rowan", "Elder", "Birch", "Hazel", "Alder", "Pine"),
    "ring": (
        *("Agate", "Opal", "Garnet", "Jet", "Amber", "Pearl", "Onyx", "Topaz", "Coral", "Beryl"),
        *("Jade", "Ruby", "Quartz", "Zircon", "Moonstone", "Sapphire"),
    ),
    "amulet": (
        *("Round", "Square", "Crooked", "Heavy", "Hollow", "Spiral", "Twisted", "Pierced"),
        *("Chipped", "Smooth", "Carved", "Tarnished"),
    ),
}
"""What unknown rods, staffs, rings and amulets are of, or like."""


def name_unknowns(game: Game, catalog: Catalog) -> None:
    """Give every kind of potion and scroll its name until it is known; the same seed gives the same names."""
    rng = game.stream("names")
    potions = _kinds(catalog, POTION)
    bottles = [f"{look} {colour} Potion" for look in LOOKS for colour in COLOURS]
    rng.shuffle(bottles)
    game.hidden_names.update(zip(potions, bottles, strict=False))
    used: set[str] = set()
    for kind in _kinds(catalog, SCROLL):
        title = _title(rng)
        while title in used:
            title = _title(rng)
        used.add(title)
        game.hidden_names[kind] = f"Scroll of {title}"
    for naming, makes in MAKES.items():
        left = list(makes)
        rng.shuffle(left)
        for number, kind in enumerate(_kinds(catalog, naming)):
            make = left[number] if number < len(left) else f"{left[number % len(left)]} {number}"
            game.hidden_names[kind] = f"{make} {naming.capitalize()}"


def _kinds(catalog: Catalog, naming: str) -> list[str]:
    """List the kinds of items that are named so, in the order of the data."""
    return [
        name
        for name in catalog.names("items")
        if naming in _namings(catalog.templates("items", name))
    ]


def _namings(templates: Iterable[object]) -> list[str]:
    """List how a kind is named while unknown; none for what is not magic."""
    return [part.naming.lower() for part in templates if isinstance(part, Magic)]


def _title(rng: Stream) -> str:
    """Make up a word of 5 to 8 letters, vowels and consonants by turns."""
    start = rng.below(2)
    letters = [
        rng.choice(VOWELS if (place + start) % 2 else CONSONANTS)
        for place in range(rng.between(5, 8))
    ]
    return "".join(letters).capitalize()
