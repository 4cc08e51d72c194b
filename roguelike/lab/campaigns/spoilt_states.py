"""States of a game that make no sense, each made by a spoiler: a function that corrupts a sound state somewhere.

Wrong values are put at every place that the schema of a save has, and at the edges of what it allows there; nothing is
listed by hand, so a new component, field or bound is spoiled from the day it is saved. Wrong structure: missing tables
and rows, duplicated ones, components too many, swapped kinds. Wrong beings and things: each part of them is as the
schema wants it, but together they cannot be (carried twice, in rock, serving themselves, or thousands).
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec import inspect

from roguelike.core.rng import Stream
from roguelike.engine.state.snapshot import Rules, Snapshot
from roguelike.engine.state.tables import SAVED

State = dict[str, Any]
Row = list[Any]
"""An entity's id and its component."""
Spoiler = Callable[[State, Stream], None]
"""Corrupts a state in place. If it finds nothing to corrupt, the state stays as it is."""
SPOILERS: dict[str, Spoiler] = {}

IDS = (0, -1, -3, 1, 99_999, 2**31, 2**63, 10**30)
NUMBERS = (
    -5, -1, 0, 1, 2, 7, 1000, 10**6, 10**9, 10**10, 2**31, 2**63, 2**64, 10**40, 0.5, -0.5, 1e12, 1e308,
    float("nan"), float("inf"), -float("inf"), 1e-320,
)  # fmt: skip
ODDITIES: tuple[Any, ...] = (
    None, True, False, "", "x", "5", "\x1b[2J", "{9}", "[a|b]", "Orc", [], {}, [1, 2], {"a": 1}, "\ufffd", "ab" * 5_000,
)  # fmt: skip


def spoiler(function: Spoiler) -> Spoiler:
    """Register a function as a spoiler, under its name."""
    SPOILERS[function.__name__.replace("_", " ")] = function
    return function


def table(state: State, name: str) -> list[Row]:
    """Return the rows of a table, creating it if needed."""
    rows: list[Row] = state["rules"]["components"].setdefault(name, [])
    return rows


def component(state: State, name: str, entity: int) -> dict[str, Any]:
    """Return an entity's component from a table; a dummy one if there is none."""
    return next((found for each, found in table(state, name) if each == entity), {})


def any_id(state: State, rng: Stream) -> int:
    """Pick an id: of any entity, or of nothing."""
    rows = table(state, "kind")
    if rng.chance(60) and rows:
        return int(rng.choice(rows)[0])
    return rng.choice(IDS)


def items(state: State) -> list[int]:
    """List the items by id."""
    return [entity for entity, kind in table(state, "kind") if kind["section"] == "items"]


def creatures(state: State) -> list[int]:
    """List the creatures by id, the player included."""
    return [entity for entity, _ in table(state, "pools")]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every (container, key) within some data."""
    stack = [value]
    while stack:
        each = stack.pop()
        pairs = each.items() if isinstance(each, dict) else enumerate(each)
        for key, inner in list(pairs):
            yield each, key
            if isinstance(inner, dict | list):
                stack.append(inner)


ODD_WORDS = (
    "", " ", "x", "orc", "No Such Thing", "Health Potion", "a|b|c|d", "../../etc/passwd", "\x00", "\x1b[2J", "\u202e",
    "{", "{1}", "{9}", "[s]", "[7:a|b]", "{1's} {1a}", "zz", "cave|²|abyss", "limestone|99999999999|abyss", "x" * 9_000,
)  # fmt: skip
ODD_POINTS = ([0, 0], [999, 999], [-1, 3], [3], [1, 2, 3], [10**9, 10**9], [0.5, 1], "here")
LETTERS = "0123456789:;<=>?az\x7fÿ€"
"""Kinds of tiles, masks, and what is neither."""
MANY = (1, 1, 1, 2, 20, 300)
TRIES = 200
SEQUENCES = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


class Place(NamedTuple):
    """A value in a state: what holds it and where, its type, and the table whose row it is in, if any."""

    holder: Any
    key: Any
    kind: inspect.Type
    within: str

    @property
    def value(self) -> Any:
        """The value; None for a field that is left out because it has its default."""
        is_left_out = isinstance(self.holder, dict) and self.key not in self.holder
        return None if is_left_out else self.holder[self.key]


@cache
def _parts() -> dict[str, inspect.Type]:
    """Return the parts of a state by name: the fields of the rules, the tables of components, and the rest."""
    rules = _fields_of(Rules)
    tables = rules.pop("components")
    assert isinstance(tables, inspect.StructType)
    rest = {name: kind for name, kind in _fields_of(Snapshot).items() if name != "rules"}
    return {**rules, **{each.encode_name: each.type for each in tables.fields}, **rest}


def _fields_of(record: type) -> dict[str, inspect.Type]:
    """Return the types of a record's fields."""
    found = inspect.type_info(record)
    assert isinstance(found, inspect.StructType)
    return {each.encode_name: each.type for each in found.fields}


def _places(place: Place, rng: Stream) -> Iterator[Place]:
    """Yield a place and all places within it; of a list only within one of its elements."""
    yield place
    value, kind = place.value, place.kind
    if isinstance(kind, inspect.UnionType):
        kind = next((each for each in kind.types if _holds(each, value)), kind)
    inside: list[tuple[Any, inspect.Type]] = []
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        inside = [(each.encode_name, each.type) for each in kind.fields]
    elif isinstance(kind, inspect.TupleType) and isinstance(value, list):
        inside = list(zip(range(len(value)), kind.item_types, strict=False))
    elif isinstance(kind, SEQUENCES) and isinstance(value, list) and value:
        inside = [(rng.below(len(value)), kind.item_type)]
    elif isinstance(kind, inspect.DictType) and isinstance(value, dict) and value:
        inside = [(rng.choice(list(value)), kind.value_type)]
    for key, each in inside:
        yield from _places(Place(value, key, each, place.within), rng)


def _holds(kind: inspect.Type, value: Any) -> bool:
    """Return whether a value may be of this type among several."""
    is_record = isinstance(kind, inspect.StructType | inspect.DictType)
    is_list = isinstance(kind, (inspect.TupleType, *SEQUENCES))
    return is_record if isinstance(value, dict) else is_list if isinstance(value, list) else False


def _somewhere(state: State, rng: Stream, *kinds: type[inspect.Type]) -> Place:
    """Pick a place of one of these types; every part of the state is equally likely, however large it is."""
    rules, parts = state["rules"], sorted(_parts())
    for _ in range(TRIES):
        name = rng.choice(parts)
        holder = next(
            (each for each in (rules, state, rules["components"]) if name in each), rules["tallies"]
        )
        places = list(_places(Place(holder, name, _parts()[name], name), rng))
        found = [each for each in places if isinstance(each.kind, kinds)]
        if found and name in holder:
            return rng.choice(found)
    raise ValueError("there is no such place")


def _spoils(*kinds: type[inspect.Type]) -> Callable[[Callable[..., Any]], Spoiler]:
    """Register the function below, which returns what is put in place of a value of these types."""

    def register(function: Callable[[Place, State, Stream], Any]) -> Spoiler:
        def spoil(state: State, rng: Stream) -> None:
            place = _somewhere(state, rng, *kinds)
            place.holder[place.key] = function(place, state, rng)

        spoil.__name__ = function.__name__
        return spoiler(spoil)

    return register


def least(record: type) -> dict[str, Any]:
    """Return a record of this class as data, with the least that every field may hold."""
    return {name: _least(kind) for name, kind in _fields_of(record).items()}


def _least(kind: inspect.Type) -> Any:
    """Return the least that a field of this type may hold: 0, False, "", nothing."""
    match kind:
        case inspect.StructType():
            return {each.encode_name: _least(each.type) for each in kind.fields}
        case inspect.TupleType():
            return [_least(each) for each in kind.item_types]
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.StrType():
            return ""
        case inspect.DictType():
            return {}
        case inspect.UnionType() | inspect.NoneType():
            return None
    return [] if isinstance(kind, SEQUENCES) else False if isinstance(kind, inspect.BoolType) else 0


@_spoils(inspect.Type)
def another_type(place: Place, state: State, rng: Stream) -> Any:
    """Put a value of any type anywhere."""
    return rng.choice(ODDITIES)


@_spoils(inspect.BoolType)
def flags(place: Place, state: State, rng: Stream) -> Any:
    """Turn a flag: the player is dead, a wizard, victorious, somebody is a god, a door is open."""
    return not place.value


@_spoils(inspect.IntType, inspect.FloatType)
def numbers(place: Place, state: State, rng: Stream) -> Any:
    """Put a wrong number: odd, at or beyond its bounds, some entity's, of another type, or near to what it was.

    Sometimes a whole table gets it.
    """
    kind, before = place.kind, place.value or 0
    assert isinstance(kind, inspect.IntType | inspect.FloatType)
    edges = [
        edge + step
        for edge in (kind.ge, kind.gt, kind.le, kind.lt)
        if edge is not None
        for step in (-1, 0, 1)
    ]
    near = [before + rng.between(-6, 6), before + 0.5, float(before), str(before)]
    number = rng.choice(rng.choice([NUMBERS, edges or NUMBERS, [any_id(state, rng)], near]))
    if rng.chance(10) and place.within in state["rules"]["components"]:
        for _, each in table(state, place.within):
            if place.key in each:
                each[place.key] = number
    return number


@_spoils(inspect.StrType, inspect.LiteralType, inspect.EnumType)
def words(place: Place, state: State, rng: Stream) -> Any:
    """Put a wrong text: an odd one, the name of something else, or a part of it cut, repeated or changed."""
    text, kind = place.value or "", place.kind
    others = [each["name"] for _, each in table(state, "kind")]
    if isinstance(kind, inspect.LiteralType):
        others = [str(each) for each in kind.values]
    if rng.chance(50) or len(text) < 2:
        return rng.choice(rng.choice([ODD_WORDS, others]))
    spot = rng.choice([0, len(text) // 2, len(text) - 2, rng.below(len(text))])
    changed = text[:spot] + rng.choice(LETTERS) + text[spot + 1 :]
    return rng.choice(
        [changed, text[:-1], text[:-2], text + "00", text.upper(), rng.choice(LETTERS) * len(text)]
    )


@_spoils(*SEQUENCES)
def lists(place: Place, state: State, rng: Stream) -> Any:
    """Let something be missing from a list, be in it several times, or everywhere; or put some entity or oddity in."""
    held = list(place.value or [])
    if not held or rng.chance(30):
        return [*held, *[rng.choice([any_id(state, rng), *ODD_WORDS, *NUMBERS])] * rng.choice(MANY)]
    at = rng.below(len(held))
    return rng.choice([
        held[:at] + held[at + 1 :], held + [held[at]] * rng.choice(MANY), [held[at]] * len(held), held[::-1], [],
    ])  # fmt: skip


@_spoils(inspect.DictType)
def maps(place: Place, state: State, rng: Stream) -> Any:
    """Let a name be missing from a table, mean something else, or be another name; or put some entity or oddity in."""
    held = dict(place.value or {})
    same = [each for _, other in table(state, place.within) for each in other.get(place.key, ())]
    there = rng.choice([*ODD_WORDS, *same])
    if not held or rng.chance(40):
        return {**held, there: rng.choice([any_id(state, rng), there, *NUMBERS])}
    value = held.pop(rng.choice(sorted(held)))
    return rng.choice([held, {**held, there: value}])


@_spoils(inspect.TupleType)
def points(place: Place, state: State, rng: Stream) -> Any:
    """Put a wrong point or size: outside, exchanged, or no point at all."""
    before = list(place.value or [])
    shifted = [each + rng.between(-6, 6) if isinstance(each, int) else each for each in before]
    return rng.choice([*ODD_POINTS, before[::-1], shifted, before[:1], [*before, 1]])


@spoiler
def a_missing_table(state: State, rng: Stream) -> None:
    """Remove a table, or another part."""
    rules = state["rules"]
    holder = rng.choice([rules["components"], rules["components"], rules, state])
    del holder[rng.choice(sorted(holder))]


@spoiler
def a_missing_row(state: State, rng: Stream) -> None:
    """Remove one component, or all of one entity's."""
    tables = [rows for rows in state["rules"]["components"].values() if rows]
    rows = rng.choice(tables)
    gone = rng.choice(rows)
    rows.remove(gone)
    if rng.chance(30):
        for each in tables:
            each[:] = [found for found in each if found[0] != gone[0]]


@spoiler
def a_missing_field(state: State, rng: Stream) -> None:
    """Remove a field from a component, or add one."""
    _, found = rng.choice(table(state, rng.choice(sorted(state["rules"]["components"]))))
    if found and rng.chance(70):
        del found[rng.choice(sorted(found))]
    else:
        found["extra"] = 1


@spoiler
def a_component_too_many(state: State, rng: Stream) -> None:
    """Write a row twice, or give a component to somebody who has none: a second player, a hidden creature."""
    name = rng.choice(sorted(SAVED))
    rows = table(state, name)
    owner, found = rng.choice(rows) if rows else (0, least(SAVED[name]))
    whose = rng.choice([owner, any_id(state, rng), rng.choice(creatures(state))])
    rows.append([whose, dict(found)])


@spoiler
def exchanged_ids(state: State, rng: Stream) -> None:
    """Swap the owners of two components of one type, or give one the other's id."""
    rows = table(state, rng.choice(sorted(state["rules"]["components"])))
    if rows:
        one, other = rng.choice(rows), rng.choice(rows)
        one[0], other[0] = other[0], one[0] if rng.chance(50) else other[0]


@spoiler
def exchanged_kinds(state: State, rng: Stream) -> None:
    """Turn an entity into another of its section, or of any."""
    kinds = table(state, "kind")
    one, other = rng.choice(kinds), rng.choice(kinds)
    same = [each for each in kinds if each[1]["section"] == one[1]["section"]]
    source = rng.choice(same) if rng.chance(70) else other
    one[1] = dict(source[1])


@spoiler
def unsorted_rows(state: State, rng: Stream) -> None:
    """Shuffle a table: the order of its rows has no meaning."""
    rng.shuffle(table(state, rng.choice(sorted(state["rules"]["components"]))))


@spoiler
def deep_nesting(state: State, rng: Stream) -> None:
    """Put a list nested up to 900 deep where something else is expected."""
    deep: list[object] = []
    for _ in range(rng.choice([5, 200, 900])):
        deep = [deep]
    holder, key = rng.choice([*places(state["rules"]["tallies"]), (state, "met"), (state, "log")])
    holder[key] = deep


TRAPS = ("Bear Trap", "Landmine")
CROWDS = (
    ("props", (*TRAPS, "Brazier", "Table")),
    ("hazards", ("Fire", "Poison Gas")),
    ("items", ("Dagger", "Slippers", "Health Potion")),
)


def _made(state: State, section: str, name: str, **parts: Any) -> int:
    """Add an entity of a kind with these components; return its id."""
    number = int(state["rules"]["next_id"])
    state["rules"]["next_id"] += 1
    for part, value in {"kind": {"section": section, "name": name}, **parts}.items():
        table(state, part).append([number, value])
    return number


def _afflicted(state: State, target: int, name: str, turns: Any, **effect: Any) -> None:
    """Add a status to a creature."""
    usual = {
        "target": target,
        "name": name,
        "strength": 0.0,
        "bonuses": [0] * 4,
        "source": 0,
        "origin": "",
    }
    number = _made(
        state, "statuses", name, status_effect={**usual, **effect}, duration={"turns": turns}
    )
    component(state, "statuses", target).setdefault("entities", []).append(number)


@spoiler
def carried_and_lying(state: State, rng: Stream) -> None:
    """Put a carried item on the map, or take a lying one off it."""
    things = items(state)
    where = component(state, "position", rng.choice(things) if things else 0)
    where["depth"] = 0 if where.get("depth") else state["rules"]["depth"]


@spoiler
def packs_within_packs(state: State, rng: Stream) -> None:
    """Let an item contain its own holder, or a creature be carried."""
    things, folk = items(state), creatures(state)
    if not things:
        return
    holder = rng.choice(things)
    held = rng.choice([holder, rng.choice(things), rng.choice(folk)])
    table(state, "pack").append([holder, {"items": [held], "worn": {}}])
    if rng.chance(50):
        rng.choice(table(state, "pack"))[1]["items"].append(rng.choice(folk))


@spoiler
def statuses(state: State, rng: Stream) -> None:
    """Add a status, often a wrong one: on nobody, unlisted, without a duration, of no kind, of extreme strength."""
    names = ["Slowed", "Confusion", "Charmed", "Summoned", "Hasted", "No Such Status", "Invisible"]
    target, number = any_id(state, rng), state["rules"]["next_id"]
    _afflicted(
        state, target, rng.choice(names), rng.choice(NUMBERS),
        strength=rng.choice(NUMBERS), source=any_id(state, rng),
    )  # fmt: skip
    for left_out in ("kind", "duration"):
        if rng.chance(20):
            table(state, left_out).pop()
    if rng.chance(20):
        component(state, "statuses", target).get("entities", [0]).pop()
    if rng.chance(50):
        state["rules"]["next_id"] = number


@spoiler
def strong_statuses(state: State, rng: Stream) -> None:
    """Put a valid status of any strength on a creature: if it loads, the game must cope with it."""
    names = [
        "Slowed", "Hasted", "Confusion", "Charmed", "Summoned", "Burning", "Bleeding", "Regenerating", "Shielded",
    ]  # fmt: skip
    _afflicted(
        state,
        rng.choice(creatures(state)),
        rng.choice(names),
        rng.choice([1, 2, 10**6, 10**9]),
        strength=rng.choice([0.0, 1.5, -40.0, 1e3, 1e6, 1e9, -1e9]),
        bonuses=[rng.choice([0, 5, -1000, 1000])] * 4,
        source=rng.choice(creatures(state)),
        origin="x",
    )


@spoiler
def circles_of_masters(state: State, rng: Stream) -> None:
    """Let two creatures lead and serve each other, or one itself."""
    folk = [entity for entity, _ in table(state, "mind")]
    if len(folk) < 2:
        return
    one, other = rng.choice(folk), rng.choice(folk)
    for entity, master in ((one, other), (other, one)):
        component(state, "mind", entity)["leader"] = master
        _afflicted(state, entity, "Charmed", 9, source=master)


@spoiler
def out_of_place(state: State, rng: Stream) -> None:
    """Put a creature or a thing in a wall, off the map, on another level, or where another one is."""
    anybody = [entity for entity, _ in table(state, "position")]
    where = component(state, "position", rng.choice(rng.choice([creatures(state), anybody])))
    match rng.below(4):
        case 0:
            where["x"], where["y"] = rng.between(-2, 82), rng.between(-2, 52)
        case 1:
            where["x"], where["y"] = rng.choice([(0, 0), (999, 2), (1000, 1000), (3, 0)])
        case 2:
            where["depth"] = rng.choice([0, 1, 2, 3, 15, 999, -1])
        case _:
            where.update(component(state, "position", rng.choice(creatures(state))))


@spoiler
def walled_in(state: State, rng: Stream) -> None:
    """Turn the ground under a creature to rock."""
    level = rng.choice(state["rules"]["levels"])
    where = component(state, "position", rng.choice(creatures(state)))
    spot = where["x"] + where["y"] * level["size"][0]
    level["tiles"] = level["tiles"][:spot] + "0" + level["tiles"][spot + 1 :]


@spoiler
def a_gate(state: State, rng: Stream) -> None:
    """Open a portal where the player stands: to nowhere, or back to that place; if the latter loads, it must work."""
    here = component(state, "position", state["rules"]["player"])
    nowhere = {"x": rng.choice(NUMBERS), "y": 1, "depth": rng.choice([0, 1, 5, 999])}
    leads = dict(here) if rng.chance(50) else nowhere
    _made(state, "props", "Town Portal", position=dict(here), gate=leads)


@spoiler
def a_crowd(state: State, rng: Stream) -> None:
    """Put up to thousands of something all over the level."""
    section, names = rng.choice(CROWDS)
    name, rules = rng.choice(names), state["rules"]
    width, height = rules["levels"][0]["size"]
    for _ in range(rng.choice([3_000, 20, 500])):
        here = {
            "x": rng.between(1, width - 2),
            "y": rng.between(1, height - 2),
            "depth": rules["depth"],
        }
        parts: dict[str, Any] = {"position": here}
        if section == "hazards":
            parts["hazard"] = {"turns": 5, "source": 0, "origin": ""}
        if name in TRAPS:
            parts["hidden"] = {"found": rng.chance(50)}
        _made(state, section, name, **parts)
