"""Drawn rooms for tests: the game's own data with a laboratory of rows beside it, and what tests ask of a trace."""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from typing import Any

from roguelike.components.vitals import Pools
from roguelike.core.data_path import data_folder
from roguelike.core.effect import Effect
from roguelike.effects.dispatch import drain
from roguelike.engine.session import Session
from roguelike.raws.effects import from_fields
from roguelike.raws.faults import DataError, Report
from roguelike.testing import Arena
from roguelike.testing import arena as arena_module
from roguelike.world import ecs
from roguelike.world.changes import Altered, Died, Flew, PoolChanged, StatusBegan, StatusEnded
from roguelike.world.game import NOBODY, Cause, Several, Single, Spot

Draw = Callable[..., Arena]
Begin = Callable[..., tuple[Session, Arena]]
LEGEND = {
    "r": "Rat",
    "g": "Goblin",
    "o": "Ogre",
    "k": "Kobold",
    "b": "Bat",
    "f": "Friend",
    "D": "Giant",
    "F": "Firecap Mushroom",
    "S": "Sporecap Mushroom",
    "P": "Deathcap Mushroom",
    "B": "Bomb",
    "+": "Door",
    "^": "Bear Trap",
    "m": "Landmine",
    "a": "Altar",
    "w": "Watch Fire",
    "*": "Brazier",
    "O": "Pillar",
    "c": "Crate",
    "!": "Health Potion",
    "?": "Magic Missile Scroll",
}
"""What the letters of a drawn room stand for, unless a test says otherwise."""


def _point(radius: int = 0, reach: int = 6, spares: str = "nobody") -> dict[str, Any]:
    """Write a delivery that is aimed."""
    return {"shape": "point", "range": reach, "radius": radius, "spares": spares}


def _around(radius: int = 0, spares: str = "nobody") -> dict[str, Any]:
    """Write a delivery on or around the user."""
    return {"shape": "self", "radius": radius, "spares": spares}


def _spell(
    name: str, delivery: Mapping[str, Any], *effects: Mapping[str, Any], cost: int = 1
) -> Any:
    """Write a spell."""
    use = {"delivery": dict(delivery), "effects": [dict(effect) for effect in effects]}
    return {"name": name, "mana_cost": cost, "effects": use}


def _harm(amount: str, element: str = "") -> dict[str, Any]:
    """Write a damage effect."""
    return {"kind": "damage", "amount": amount, "element": element}


def _status(name: str, turns: int, strength: float = 0.0) -> dict[str, Any]:
    """Write an effect that begins a status."""
    return {"kind": "status", "status": name, "turns": turns, "strength": strength}


SPELLS = [
    _spell("Sparks", _point(), _harm("2d6")),
    _spell("Hail", _point(2), _harm("3d4", "frost"), cost=2),
    _spell("Flame", _point(), _harm("10", "heat")),
    _spell("Acid", _point(), _harm("10", "rot")),
    _spell("Nova", _around(3, "self"), _harm("4")),
    _spell("Ward", _point(3, 6, "friends"), _harm("6")),
    _spell("Blast", _point(3), _harm("6")),
    _spell("Ruin", _point(3), _harm("4d6"), cost=3),
    _spell("Fickle", _point(1), _harm("1d4-2")),
    _spell("Mend", _around(), {"kind": "provides_healing", "amount": "5"}),
    _spell("Balm", _point(2), {"kind": "heal", "amount": "2d4"}),
    _spell("Well", _around(), {"kind": "provides_mana", "amount": "3"}, cost=0),
    _spell("Quicken", _point(), {"kind": "slow", "penalty": "-3"}),
    _spell("Mire", _point(), {"kind": "slow", "penalty": "3", "turns": 3}),
    _spell("Daze", _point(), {"kind": "confusion", "turns": "3"}),
    _spell("Volley", _point(1), _harm("1d6"), {"kind": "confusion", "turns": "2"}, cost=2),
    _spell("Leech", _point(), _harm("3"), {"kind": "provides_healing", "amount": "1d4"}),
    _spell("Root", _point(), _status("Rooted", 3)),
    _spell("Hush", _point(), _status("Silenced", 3)),
    _spell("Stun", _point(), _status("Stunned", 3)),
    _spell("Regrow", _around(), _status("Regrowing", 4, 2)),
    _spell("Seep", _around(), _status("Welling", 4, 1)),
    _spell("Brand", _point(), _status("Branded", 4, 1)),
    _spell("Bleed", _point(), _status("Bleeding", 4, 1)),
    _spell("Grow", _around(), {"kind": "attribute_bonus", "status": "Strength Potion", "might": 4}),
    _spell(
        "Giant's Back",
        _around(),
        {"kind": "attribute_bonus", "status": "Strength Potion", "might": 40, "turns": 3},
    ),
    _spell("Doom", _point(), {"kind": "death"}),
    _spell("Lesson", _around(), {"kind": "experience", "amount": 1000}, cost=0),
    _spell("Boom", _around(2), _harm("2d4")),
    _spell("Long Shot", _point(0, 20), _harm("1")),
    _spell("Arc", {"shape": "bolt", "range": 6}, _harm("4", "spark")),
    _spell("Lance", {"shape": "beam", "range": 6}, _harm("4")),
    _spell("Ricochet", {"shape": "bounce", "range": 8}, _harm("4")),
    _spell("Leap", {"shape": "chain", "range": 6, "radius": 3, "count": 3}, _harm("4")),
    _spell("Fan", {"shape": "cone", "range": 4}, _harm("4", "heat")),
    _spell(
        "Fence", {"shape": "wall", "range": 6, "radius": 2}, {"kind": "kindle", "hazard": "Blaze"}
    ),
    _spell("Glare", {"shape": "sight", "range": 5}, _harm("4")),
    _spell("Seek", {"shape": "nearest", "range": 5}, _harm("4")),
    _spell("Smite", {"shape": "smite", "range": 6}, _harm("4")),
    _spell("Slap", {"shape": "touch", "range": 1}, _harm("4")),
    _spell("Kindle", _point(), {"kind": "kindle", "hazard": "Blaze"}),
    _spell("Fume", _point(), {"kind": "kindle", "hazard": "Fumes", "turns": 4}),
    _spell("Singe", _point(1), _harm("2", "heat")),
    _spell("Chill", _point(1), _harm("2", "frost")),
    _spell("Dissolve", _point(), {"kind": "touch", "element": "rot"}),
    _spell("Shield", _around(), _status("Shielded", 9, 7)),
    _spell("Fade", _around(), _status("Faded", 9)),
    _spell("Scare", _point(), _status("Afraid", 3)),
    _spell("Sleep", _point(), _status("Asleep", 9)),
    _spell("Blind", _point(), _status("Blind", 3)),
    _spell("Brittle", _point(), _status("Brittle", 9)),
    _spell("Call", _around(), {"kind": "summon", "mob": "Sprite", "count": 2, "turns": 8}),
    _spell("Ward Rune", _point(), {"kind": "place_rune", "hazard": "Ward Glyph"}),
    _spell("Barb Rune", _point(), {"kind": "place_rune", "hazard": "Barb Glyph"}),
    _spell("Burst Rune", _point(), {"kind": "place_rune", "hazard": "Burst Glyph"}),
    _spell("Shove", _point(), {"kind": "knockback", "tiles": 3, "damage": "1d4"}),
    _spell("Hook", _point(), {"kind": "knockback", "tiles": 6, "toward": True}),
    _spell("Blink", _around(), {"kind": "blink", "tiles": 6}),
    _spell("Whisk", _point(), {"kind": "teleport", "tiles": 4}),
    _spell("Jump", _point(), {"kind": "leap"}),
    _spell("Trade", _point(), {"kind": "swap"}),
    _spell("Sap", _point(), {"kind": "drain", "amount": "1d6"}),
    _spell("Sip", _point(), {"kind": "leech_mana", "amount": "2"}),
    _spell("Scorch Mana", _point(1), {"kind": "burn_mana", "amount": "1d4"}),
    _spell("Cure", _point(1), {"kind": "cleanse"}),
    _spell("Undo", _point(1), {"kind": "dispel"}),
    _spell("Spring", _point(1), {"kind": "set_off"}),
    _spell("Power", _point(), _harm("2 + power * 3")),
    _spell("Gift", _point(2), {"kind": "teach_spell", "spell": "Zap"}),
]
STATUSES = [
    {"name": "Rooted", "forbids": ["move"], "label": "rooted"},
    {"name": "Silenced", "forbids": ["cast"]},
    {"name": "Stunned", "forbids": ["act"]},
    {"name": "Regrowing", "stacking": "extend", "tick": "healing", "good": True},
    {"name": "Welling", "tick": "mana", "good": True},
    {"name": "Branded", "stacking": "replace"},
    {"name": "Bleeding", "stacking": "add", "tick": "damage"},
    {"name": "Shielded", "absorbs": True, "good": True, "stacking": "strongest"},
    {"name": "Faded", "unseen": True, "good": True},
    {"name": "Afraid", "flees": True, "forbids": ["melee"]},
    {"name": "Asleep", "forbids": ["act"], "ended_by": ["damage"]},
    {"name": "Frozen", "forbids": ["move"], "ended_by": ["heat"]},
    {"name": "Blind", "forbids": ["see"], "warning": "{1's} sight is coming back."},
    {"name": "Brittle", "damage_share": 2.0},
]
ELEMENTS = [{"name": name} for name in ("heat", "frost", "rot", "spark")]
HAZARDS = [
    {"name": "Blaze", "glyph": "^", "turns": 3, "element": "heat", "spread_percent": 100,
     "effects": [_harm("2", "heat")]},
    {"name": "Fumes", "glyph": "~", "turns": 6, "drifts": True,
     "effects": [{"kind": "confusion", "turns": "2"}]},
    {"name": "Ward Glyph", "glyph": "*", "turns": 30,
     "entry_trigger": {"effects": {"delivery": {"spares": "friends"}, "effects": [_harm("5")]}}},
    {"name": "Barb Glyph", "glyph": "*", "turns": 30,
     "entry_trigger": {"effects": {"effects": [_harm("10 + power * 3")]}}},
    {"name": "Burst Glyph", "glyph": "*", "turns": 30,
     "entry_trigger": {"effects": {"delivery": {"radius": 2}, "effects": [_harm("power * 3")]}}},
]  # fmt: skip
REACTIONS = [
    {"name": "heat takes to grass", "element": "heat", "ground": "grass", "becomes": "gravel",
     "starts": "Blaze", "text": "The grass catches fire."},
    {"name": "frost bridges water", "element": "frost", "ground": "deep water", "becomes": "ice"},
    {"name": "frost ends a blaze", "element": "frost", "hazard": "Blaze", "ends": True},
    {"name": "rot eats doors", "element": "rot", "prop": "Door", "ends": True,
     "text": "The door falls to rot."},
    {"name": "sparks run", "element": "spark", "ground": "shallow water", "conducts": True},
]  # fmt: skip
MOBS = [
    {"name": "Ogre", "hp": 100, "level": 3, "faction": "Cave Goblins"},
    {"name": "Friend", "hp": 50, "faction": "Player"},
    {
        "name": "Giant",
        "hp": 60,
        "faction": "Cave Goblins",
        "renderable": {"glyph": "G", "x_size": 2, "y_size": 2},
    },
    {
        "name": "Bomb",
        "hp": 3,
        "faction": "Fungi",
        "on_death": [{"spell": "Boom", "chance": 0.5}],
        "loot_table": "Animal",
    },
    {
        "name": "Salamander",
        "hp": 80,
        "resistances": {"heat": 0, "frost": 1.5, "rot": 0.5},
        "faction": "Wyrm",
    },
    {"name": "Rich Rat", "hp": 5, "gold": "7", "loot_table": "Animal", "equipped": ["Dagger"]},
    {
        "name": "Mage",
        "hp": 40,
        "mana": 3,
        "faction": "Bandits",
        "abilities": [{"spell": "Sparks", "chance": 1, "range_tiles": 6, "min_range_tiles": 2}],
    },
    {
        "name": "Martyr",
        "hp": 20,
        "faction": "Bandits",
        "equipped": ["Dagger"],
        "abilities": [{"spell": "Explode", "chance": 1, "range_tiles": 3}],
    },
    {"name": "Sprite", "hp": 6, "gold": "9", "equipped": ["Dagger"], "loot_table": "Animal"},
    {"name": "Gaffer", "hp": 20, "proper_name": True, "faction": "Townsfolk", "quips": ["Eh?"]},
]
ITEMS = [
    {
        "name": "Smoking Jacket",
        "wearable": {"slot": "Torso", "armor_class": 1},
        "consumable": {"effects": {"provides_healing": "5"}},
    },
    {
        "name": "Dunce Cap",
        "wearable": {"slot": "Head", "armor_class": 1},
        "magic": {"class": "common", "naming": "Odd Cap", "cursed": True},
        "attributes": {"intelligence": -3},
    },
    {"name": "Fez", "wearable": {"slot": "Head", "armor_class": 0.5}},
    {
        "name": "Fang",
        "weapon": {
            "base_damage": "1d4",
            "hit_bonus": 100,
            "proc_chance": 1,
            "proc_effects": {"damage_over_time": "2"},
        },
    },
    {
        "name": "Crutch",
        "weapon": {
            "base_damage": "1",
            "hit_bonus": 100,
            "proc_chance": 1,
            "proc_target": "self",
            "proc_effects": {"provides_healing": "3"},
        },
    },
    {"name": "Wet Noodle", "weapon": {"base_damage": "0", "hit_bonus": -100}},
    {"name": "Needle", "weapon": {"base_damage": "1d4", "hit_bonus": 100}},
    {"name": "Sling", "weapon": {"range": "3", "base_damage": "1d4", "hit_bonus": 100}},
    {"name": "Crate of Anvils", "weight_lbs": 500},
    {
        "name": "Rod of Naming",
        "consumable": {"effects": {"identify": ""}, "charges": 3},
        "magic": {"class": "common", "naming": "Crooked Rod"},
    },
    {"name": "Filling Rod", "consumable": {"effects": {"recharge": "5"}, "charges": 2}},
    {
        "name": "Wand of Sparks",
        "consumable": {"effects": {"ranged": "6", "damage": "2d6"}, "charges": 2},
    },
]
PROPS = [
    {"name": "Brazier", "entry_trigger": {"effects": {"damage": "3"}}},
    {"name": "Rune", "hidden": True, "entry_trigger": {"effects": {"damage": "1"}}},
    {"name": "Gas Vent", "entry_trigger": {"effects": {"confusion": "2"}}},
    {"name": "Pillar", "blocks_tile": True, "blocks_visibility": True},
    {"name": "Crate", "blocks_tile": True},
]
LABORATORY = {
    "spells": SPELLS,
    "statuses": STATUSES,
    "mobs": MOBS,
    "items": ITEMS,
    "props": PROPS,
    "elements": ELEMENTS,
    "hazards": HAZARDS,
    "reactions": REACTIONS,
}


@cache
def own_data() -> dict[str, Any]:
    """Return what the game's own spawns.json says."""
    data: dict[str, Any] = json.loads((data_folder() / "spawns.json").read_text(encoding="utf-8"))
    return data


@cache
def laboratory() -> dict[str, Any]:
    """Return the game's own data with the laboratory's rows added, in place of own ones of the same name."""
    data = deepcopy(own_data())
    for section, rows in LABORATORY.items():
        names = {row["name"] for row in rows}
        own = [row for row in data.get(section, ()) if row["name"] not in names]
        data[section] = [*own, *deepcopy(rows)]
    return data


@cache
def _compiled() -> Any:
    """Compile the laboratory once; what is wrong with it is kept too, for each test that needs it."""
    try:
        return arena_module.load_catalog((laboratory(),))
    except DataError as error:
        return error


def catalog() -> Any:
    """Return the laboratory's catalog."""
    found = _compiled()
    if isinstance(found, DataError):
        raise found
    return found


def room(
    drawing: str,
    legend: Mapping[str, str] | None = None,
    *,
    seed: int = 0,
    minds: bool = False,
    depth: int = 3,
) -> Arena:
    """Draw a room of the laboratory. Close it afterwards, or draw it by the fixture."""
    known = arena_module._catalog
    arena_module._catalog = lambda raws: catalog()
    try:
        return Arena.from_ascii(
            drawing,
            {**LEGEND, **(legend or {})},
            seed=seed,
            minds=minds,
            depth=depth,
            raws=laboratory(),
        )
    finally:
        arena_module._catalog = known


# --- making effects happen


def effect(kind: str, **fields: Any) -> Effect:
    """Make an effect as data would."""
    report = Report()
    made = from_fields({"kind": kind, **fields}, report.at("a test"))
    report.raise_faults()
    assert made is not None
    return made


def inflict(
    arena: Arena,
    kind: str,
    target: int | tuple[int, int] | tuple[int, ...],
    *,
    by: int = NOBODY,
    what: str = "a test",
    **fields: Any,
) -> list[Any]:
    """Push one effect onto an entity and drain the queue; return the changes."""
    game = arena.game
    game.enter()
    start = len(game.trace)
    goal = Single(target) if isinstance(target, int) else Several(target)
    game.push(effect(kind, **fields), goal, by, Cause(what, by))
    drain(game)
    return list(game.trace[start:])


def inflict_at(
    arena: Arena, kind: str, point: tuple[int, int], *, by: int = NOBODY, **fields: Any
) -> list[Any]:
    """Push one effect onto a tile and drain the queue; return the changes."""
    game = arena.game
    game.enter()
    start = len(game.trace)
    game.push(effect(kind, **fields), Spot(point), by, Cause("a test", by))
    drain(game)
    return list(game.trace[start:])


# --- asking


def lost(trace: Any, entity: int) -> int:
    """Return the hit points that an entity lost."""
    changes = of(trace, PoolChanged, entity)
    return sum(int(c.before - c.after) for c in changes if c.pool == "hp" and c.after < c.before)


def gained(trace: Any, entity: int) -> int:
    """Return the hit points that an entity got back, by healing or by a new level's refilled pools."""
    healed = [c for c in of(trace, PoolChanged, entity) if c.pool == "hp"]
    refilled = [c for c in of(trace, Altered, entity) if (c.component, c.name) == (Pools, "hp")]
    return sum(int(c.after - c.before) for c in [*healed, *refilled] if c.after > c.before)


def of(trace: Any, kind: type[Any], entity: int | None = None) -> list[Any]:
    """Return the changes of a kind, about one entity if named."""
    return [
        change
        for change in trace
        if type(change) is kind
        and entity in (None, getattr(change, "entity", None), getattr(change, "target", None))
    ]


def deaths(trace: Any) -> list[int]:
    """Return who died, in order."""
    return [change.entity for change in of(trace, Died)]


def begun(trace: Any, entity: int | None = None) -> list[str]:
    """Return the names of the statuses that began."""
    return [change.name for change in of(trace, StatusBegan, entity)]


def ended(trace: Any, entity: int | None = None) -> list[str]:
    """Return the names of the statuses that ended."""
    return [change.name for change in of(trace, StatusEnded, entity)]


def flights(trace: Any) -> list[Any]:
    """Return what flew."""
    return of(trace, Flew)


def fingerprint(arena: Arena) -> tuple[Any, ...]:
    """Return everything that a refusal or a forecast must leave alone."""
    game = arena.game
    digest = arena.state_hash()
    return (
        digest,
        ecs.next_id(),
        tuple(game.rng.state()),  # type: ignore[attr-defined]
        tuple(game.queue),
        arena.player in game.dead,
        {point: sorted(here) for point, here in game.level.at.items()},
        dict(game.level.blockers),
        len(game.log),
    )


def component(entity: int, kind: type[Any]) -> Any:
    """Return a component of the current world."""
    return ecs.get(entity, kind)
