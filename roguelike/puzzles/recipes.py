"""What puzzles are made of: for each kind of idea the ground, the creatures, the things, and the spells.

The generator draws at random from these and keeps what turns out to be a puzzle; nothing here knows a solution.
"""

from collections.abc import Mapping

from roguelike.core.records import Record, field
from roguelike.mapgen.boards import Goal
from roguelike.mapgen.tasks import Clock

Range = tuple[int, int]
"""The minimum and maximum of something, both included."""


class Recipe(Record):
    """One kind of puzzle.

    `ground` maps signs of ground to weights, `foes` and `things` map names of the raws to weights; there are `clutter`
    things, at most one of them a burst or mine. `always` are spells that every board has, and `choice` more are taken
    from `spells`. `friend` is the chance of a creature that must be spared; `leader` is the only one that must die.
    """

    name: str
    goal: Goal = "clear"
    clock: Clock = "still"
    acts: int = 2
    ground: Mapping[str, int] = field(default_factory=lambda: {".": 88, "#": 6, "~": 6})
    foes: Mapping[str, int] = field(default_factory=lambda: {"Goblin": 5, "Orc": 2, "Kobold": 2})
    crowd: Range = (2, 3)
    things: Mapping[str, int] = field(default_factory=dict)
    clutter: Range = (1, 3)
    always: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    choice: Range = (1, 2)
    friend: float = 0.0
    leader: str = ""
    in_sight: bool = True
    hp: int = 20
    wants: tuple[str, ...] = ()
    """Beginnings of tricks of which every solution must use one; "cast:" and the name of a spell counts as one."""


BURSTS = frozenset({"Firecap Mushroom", "Landmine"})
"""A board has at most one of these: they win too often."""
MOBS = frozenset({"Firecap Mushroom", "Sporecap Mushroom"})
"""Things that are creatures."""
_TRAPS = {"Bear Trap": 3, "Stonefall Trap": 3, "Brazier": 3}
_GRASS = {".": 80, "#": 5, '"': 15}
_WATER = {".": 77, "#": 5, "~": 18}

RECIPES: tuple[Recipe, ...] = (
    Recipe(
        "shove",
        wants=("chain", "moved"),
        things={**_TRAPS, "Landmine": 1, "Firecap Mushroom": 1},
        always=("Rude Gesture",),
        spells=("Fishhook", "Open Window", "Drench", "Change Partners", "Storm's Favourite"),
    ),
    Recipe(
        "hook",
        wants=("cast:Fishhook",),
        things={**_TRAPS, "Landmine": 2},
        always=("Fishhook",),
        spells=("Ricochet", "Side Door", "Drench", "Change Partners", "Long Shadow"),
    ),
    Recipe(
        "fire",
        wants=("reaction", "chain"),
        ground=_GRASS,
        things={"Brazier": 3, "Firecap Mushroom": 1, "Fire Rune": 1},
        clutter=(0, 2),
        spells=(
            "Ember Dart",
            "Cinder Breath",
            "Kindling",
            "Rude Gesture",
            "Curtain of Embers",
            "Open Window",
            "Fishhook",
        ),
        choice=(2, 3),
    ),
    Recipe(
        "oil",
        wants=("reaction:Oil", "reaction:Sparks", "reaction:The oiled"),
        ground={".": 90, "#": 6, '"': 4},
        things={"Brazier": 3, "Fire Rune": 1, "Watch Fire": 1},
        clutter=(0, 2),
        always=("Lamp Oil",),
        spells=(
            "Ember Dart",
            "Cinder Breath",
            "Ricochet",
            "Rude Gesture",
            "Quarrelsome Spark",
            "Fishhook",
        ),
    ),
    Recipe(
        "frost",
        wants=("reaction:The frozen", "reaction:The wet freeze", "frozen"),
        ground=_WATER,
        things={"Bear Trap": 2, "Frost Plate": 2},
        clutter=(0, 2),
        always=("Rude Gesture",),
        spells=("Drench", "Rime Lance", "Winter's Yawn", "Hoarfrost", "Noon", "Open Window"),
        choice=(1, 2),
    ),
    Recipe(
        "storm",
        wants=("reaction",),
        ground=_WATER,
        foes={"Goblin": 4, "Orc": 2, "Goblin Archer": 1},
        crowd=(3, 4),
        things={"Bear Trap": 1, "Brazier": 1},
        clutter=(0, 1),
        spells=(
            "Quarrelsome Spark",
            "Ricochet",
            "Storm's Favourite",
            "Drench",
            "Rude Gesture",
            "Fishhook",
            "Change Partners",
        ),
        choice=(2, 3),
    ),
    Recipe(
        "gas",
        wants=("reaction:Gas", "reaction:Sparks", "chain"),
        ground={".": 92, "#": 8},
        things={"Spore Vent": 3, "Brazier": 2, "Fire Rune": 1},
        clutter=(1, 2),
        spells=("Miasma", "Ember Dart", "Ricochet", "Open Window", "Rude Gesture", "Fishhook"),
        choice=(2, 3),
    ),
    Recipe(
        "swap",
        wants=("cast:Change Partners",),
        things={**_TRAPS, "Landmine": 1, "Firecap Mushroom": 1},
        always=("Change Partners",),
        spells=("Rime Lance", "Cinder Breath", "Ricochet", "Long Shadow", "Rude Gesture"),
        friend=0.5,
    ),
    Recipe(
        "leap",
        wants=("cast:Side Door",),
        things={**_TRAPS, "Firecap Mushroom": 1},
        crowd=(3, 4),
        always=("Side Door",),
        spells=(
            "Rime Lance",
            "Cinder Breath",
            "Winter's Yawn",
            "Rude Gesture",
            "Long Shadow",
            "Paper Cuts",
        ),
        friend=0.3,
    ),
    Recipe(
        "mark",
        wants=("marked",),
        crowd=(2, 4),
        things={**_TRAPS, "Firecap Mushroom": 1},
        spells=(
            "Long Shadow",
            "Corroding Touch",
            "Noon",
            "Ember Dart",
            "Cinder Breath",
            "Soul Tithe",
            "Rude Gesture",
            "Ricochet",
        ),
        choice=(2, 3),
        friend=0.3,
    ),
    Recipe(
        "door",
        wants=("reaction:Acid eats doors", "door"),
        things={"Door": 6, "Brazier": 2, "Bear Trap": 2},
        clutter=(2, 4),
        spells=(
            "Corroding Touch",
            "Vitriol",
            "Fishhook",
            "Rude Gesture",
            "Rime Lance",
            "Change Partners",
        ),
        choice=(2, 3),
        in_sight=False,
    ),
    Recipe(
        "leader",
        wants=("chain", "crash", "marked", "reaction"),
        foes={"Goblin": 4, "Orc": 2},
        things={**_TRAPS, "Landmine": 2, "Firecap Mushroom": 2},
        clutter=(2, 4),
        spells=(
            "Rude Gesture",
            "Fishhook",
            "Storm's Favourite",
            "Cinder Breath",
            "Rime Lance",
            "Long Shadow",
            "Change Partners",
            "Ricochet",
        ),
        choice=(2, 3),
        leader="Goblin Warlord",
        friend=0.3,
    ),
    Recipe(
        "shades",
        wants=("chain", "crash", "marked", "reaction", "cast:Change Partners"),
        foes={"Dwarf Shade": 3, "Drowned Miner": 2, "Goblin": 2},
        things={**_TRAPS, "Acid Spout": 2},
        spells=(
            "Noon",
            "Dawn's Rebuke",
            "Grave Sip",
            "Rude Gesture",
            "Change Partners",
            "Corroding Touch",
        ),
        choice=(2, 3),
    ),
    Recipe(
        "three",
        acts=3,
        crowd=(2, 3),
        things={**_TRAPS, "Landmine": 1, "Spore Vent": 1},
        always=("Rude Gesture",),
        spells=("Fishhook", "Drench", "Ember Dart", "Lamp Oil", "Change Partners"),
        choice=(1, 1),
    ),
    Recipe(
        "cross",
        goal="cross",
        wants=("cast:",),
        clock="runs",
        ground={".": 78, "#": 10, "~": 6, "≈": 6},
        foes={"Goblin": 4, "Orc": 3, "Mangy Wolf": 2},
        crowd=(2, 4),
        things={**_TRAPS, "Door": 2},
        clutter=(0, 2),
        spells=(
            "Side Door",
            "Change Partners",
            "Fishhook",
            "Rude Gesture",
            "Winter's Yawn",
            "Lullaby",
            "Hoarfrost",
            "Open Window",
            "Dread",
            "Blue Carapace",
            "Make Haste",
        ),
        choice=(2, 3),
        hp=12,
    ),
    Recipe(
        "save",
        goal="save",
        clock="runs",
        foes={"Goblin": 4, "Orc": 3, "Mangy Wolf": 2},
        crowd=(2, 4),
        things=_TRAPS,
        clutter=(0, 2),
        spells=(
            "Change Partners",
            "Fishhook",
            "Rude Gesture",
            "Lullaby",
            "Winter's Yawn",
            "Rime Lance",
            "Pipe Smoke",
            "Open Window",
            "Ember Dart",
            "Drench",
            "Noon",
            "Ring the Bell",
        ),
        choice=(2, 3),
        friend=1.0,
    ),
    Recipe(
        "fight",
        clock="runs",
        ground={".": 76, "#": 8, "~": 8, '"': 8},
        crowd=(2, 3),
        things={**_TRAPS, "Spore Vent": 1},
        spells=(
            "Rude Gesture",
            "Fishhook",
            "Rime Lance",
            "Slow Match",
            "Kindling",
            "Miasma",
            "Lamp Oil",
            "Ember Dart",
            "Hoarfrost",
            "Silk Across",
            "Rune of Reproach",
        ),
        choice=(2, 3),
        hp=15,
    ),
)
