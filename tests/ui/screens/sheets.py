"""What a session shows the screens: a hero, a pack, spells, a death, and what was told."""

from typing import Any

from roguelike.core.grammar import Message, Noun
from roguelike.engine.views.records import (
    AttributeView,
    DeathView,
    HudView,
    ItemView,
    SpellView,
    StandingView,
    StatusView,
    WeaponView,
)

RAT = Noun("rat", 7)
YOU = Noun("you", 1, is_you=True)


def item(entity: int, name: str, **values: Any) -> ItemView:
    given: dict[str, Any] = {
        "glyph": "!",
        "fg": (200, 120, 220),
        "role": "item",
        "slot": "",
        "worn": False,
        "usable": False,
        "aimed": False,
        "hotkey": 0,
        "details": (f"About the {name}.", "Weighs 1 lb. Worth 10 gold."),
    }
    return ItemView(entity, name, **(given | values))


STANDINGS = (
    StandingView("Clan Arbat", 34, "ignore", "let you be"),
    StandingView("The clerks of the under-market", 0, "ignore", "neither for nor against you"),
    StandingView("The townsfolk", -12, "flee", "will not forget what you did"),
)
PACK = (
    item(11, "Rusty Longsword", glyph="/", slot="Melee", worn=True, fg=(170, 170, 190)),
    item(12, "Leather Cap -1", glyph="[", slot="Head", worn=True, role="cursed"),
    item(13, "Shortbow", glyph=")", slot="Missile", fg=(180, 130, 80)),
    item(14, "Chain Armor +3", glyph="[", slot="Torso", role="rare"),
    item(15, "Boots of Legend +5", glyph="[", slot="Feet", role="legendary"),
    item(16, "Health Potion", usable=True, hotkey=1, role="common"),
    item(17, "Scroll of Xulob", glyph=")", usable=True, aimed=True, hotkey=2),
    item(18, "Hide", glyph="ß"),
)


def spell(name: str, cost: int, hotkey: int, summary: str, text: str, **values: Any) -> SpellView:
    given: dict[str, Any] = {
        "affordable": True,
        "aimed": True,
        "range": 6,
        "radius": 0,
        "title": name,
    }
    return SpellView(name, cost, hotkey=hotkey, summary=summary, text=text, **(given | values))


SPELLS = (
    spell("Zap", 1, 1, "2d6 (2-12) damage, range 6", "A crackle from the fingertip."),
    spell(
        "Web", 2, 2, "slows by 4 for 5 turns, range 6, radius 2", "Flings sticky strands.", radius=2
    ),
    spell(
        "Explode",
        9,
        3,
        "20 damage, radius 3",
        "Goes up in flames, oneself included.",
        affordable=False,
        aimed=False,
        range=0,
        radius=3,
    ),
)
HUD = HudView(
    hp=25,
    max_hp=45,
    mana=3,
    max_mana=8,
    level=2,
    xp=1340,
    xp_here=340,
    xp_needed=1000,
    attributes=(
        AttributeView("Might", 14, 2, 3),
        AttributeView("Fitness", 11, 0, 0),
        AttributeView("Quickness", 9, 0, -2),
        AttributeView("Intelligence", 12, 1, 0),
    ),
    skills=(("Melee", 2), ("Defense", 2), ("Magic", 2)),
    armor_class=13,
    weight=61.5,
    capacity=210,
    penalty=3.4,
    gold=1234.5,
    hunger="Well Fed",
    weapons=(WeaponView(11, "Rusty Longsword", "1-8"),),
    worn=PACK[:2],
    consumables=PACK[5:7],
    spells=SPELLS,
    statuses=(
        StatusView(
            "Hangover",
            "Hangover",
            "H",
            (255, 160, 90),
            10,
            good=False,
            text="might, quickness, intelligence -1",
        ),
        StatusView("Hasted", "Hasted", "Q", (120, 220, 255), 4, good=True, text="you act sooner"),
    ),
    place="The Limestone Caverns",
    depth=3,
    turn=1234,
    wizard=False,
)
DEATH = DeathView(
    "Killed by a kobold, on the third level, with a cursed cap on the head",
    "The Limestone Caverns",
    3,
    1234,
    2,
    "blue-42",
    {"damage_taken": 88, "damage_dealt": 140, "kills": 9, "spells_cast": 21, "deepest": 3},
    (
        "The kobold hits you for 4.",
        "You miss the kobold.",
        "The kobold hits you for 9.",
        "You die.",
    ),
)


def told(count: int = 12) -> list[Message]:
    lines = [Message("The seed is {1}.", ("blue-42",), turn=0)]
    for turn in range(1, count):
        lines.append(Message("{1} hit[s] {2} for {3}.", (YOU, RAT, turn), turn=turn))
        lines.append(Message("{1} miss[es] {2}.", (RAT, YOU), "dim", turn=turn))
        lines.append(Message("{1} miss[es] {2}.", (RAT, YOU), "dim", turn=turn))
    return lines
