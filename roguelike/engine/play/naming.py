"""The names of unidentified items in a game: potions by colour, scrolls by title, rings by stone, none twice."""

from roguelike.core.rng import Stream
from roguelike.raws.catalog import Catalog
from roguelike.world.game import Game

LOOKS = ("Swirling", "Effervescent", "Slimy", "Oily", "Viscous", "Smelly", "Glowing")
COLOURS = ("Red", "Orange", "Yellow", "Green", "Brown", "Indigo", "Violet")
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnprstvwxyz"
POTION, SCROLL = "potion", "scroll"
MATERIALS = {
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
"""Materials and looks by which unidentified rods, staffs, rings and amulets are named."""


def name_unknowns(game: Game, catalog: Catalog) -> None:
    """Give every kind of magic item its name while unidentified; the same seed gives the same names."""
    rng = game.stream("names")
    potions = catalog.named_alike(POTION)
    bottles = [f"{look} {colour} Potion" for look in LOOKS for colour in COLOURS]
    rng.shuffle(bottles)
    game.hidden_names.update(zip(potions, bottles, strict=False))
    used: set[str] = set()
    for kind in catalog.named_alike(SCROLL):
        title = _title(rng)
        while title in used:
            title = _title(rng)
        used.add(title)
        game.hidden_names[kind] = f"Scroll of {title}"
    for naming, makes in MATERIALS.items():
        left = list(makes)
        rng.shuffle(left)
        for number, kind in enumerate(catalog.named_alike(naming)):
            make = left[number] if number < len(left) else f"{left[number % len(left)]} {number}"
            game.hidden_names[kind] = f"{make} {naming.capitalize()}"


def _title(rng: Stream) -> str:
    """Return a made-up word of 5 to 8 letters, consonants and vowels alternating."""
    start = rng.below(2)
    letters = [
        rng.choice(VOWELS if (place + start) % 2 else CONSONANTS)
        for place in range(rng.between(5, 8))
    ]
    return "".join(letters).capitalize()
