"""Wrong structure: missing tables and rows, duplicated ones, swapped kinds, huge crowds."""

from roguelike.core.rng import Stream
from roguelike.lab.campaigns.spoiling.spoilers import (
    State,
    any_id,
    creatures,
    places,
    row,
    spoiler,
    table,
)

SECTIONS = ("items", "mobs", "props", "hazards", "spells", "statuses", "game", "gods")


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
    name = rng.choice(sorted(state["rules"]["components"]))
    _, found = row(state, name, rng)
    if found and rng.chance(70):
        del found[rng.choice(sorted(found))]
    else:
        found["extra"] = 1


@spoiler
def a_doubled_row(state: State, rng: Stream) -> None:
    """Write a row twice, or give some entity a copy of the component."""
    name = rng.choice(sorted(state["rules"]["components"]))
    entity, found = row(state, name, rng)
    table(state, name).append([entity if rng.chance(50) else any_id(state, rng), dict(found)])


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
def unknown_names(state: State, rng: Stream) -> None:
    """Use a name that the data does not have, or another section."""
    _, kind = row(state, "kind", rng)
    if rng.chance(50):
        kind["name"] = rng.choice(["Gadget", "", "\x00", "orc", "x" * 5_000, "../../etc/passwd"])
    else:
        kind["section"] = rng.choice(SECTIONS)


@spoiler
def a_second_player(state: State, rng: Stream) -> None:
    """Make another creature a player, too, or nobody."""
    if rng.chance(50):
        table(state, "player").append([rng.choice(creatures(state)), {"rolled": True}])
    else:
        table(state, "player").clear()


@spoiler
def unsorted_rows(state: State, rng: Stream) -> None:
    """Shuffle a table: the order of its rows has no meaning."""
    rng.shuffle(table(state, rng.choice(sorted(state["rules"]["components"]))))


@spoiler
def a_crowd(state: State, rng: Stream) -> None:
    """Put up to thousands of something all over the level."""
    section, names = rng.choice(
        [
            ("props", ["Bear Trap", "Landmine", "Brazier", "Table"]),
            ("hazards", ["Fire", "Poison Gas"]),
            ("items", ["Dagger", "Torch", "Health Potion"]),
        ]
    )
    name, count = rng.choice(names), rng.choice([20, 500, 3_000])
    rules = state["rules"]
    width, height = rules["levels"][0]["size"]
    for _ in range(count):
        number = rules["next_id"]
        rules["next_id"] += 1
        here = {
            "x": rng.between(1, width - 2),
            "y": rng.between(1, height - 2),
            "depth": rules["depth"],
        }
        table(state, "kind").append([number, {"section": section, "name": name}])
        table(state, "position").append([number, here])
        if section == "hazards":
            table(state, "hazard").append([number, {"turns": 5, "source": 0, "origin": ""}])
        if name in ("Bear Trap", "Landmine"):
            table(state, "hidden").append([number, {"found": rng.chance(50)}])


@spoiler
def deep_nesting(state: State, rng: Stream) -> None:
    """Put a list nested up to 900 deep where something else is expected."""
    deep: list[object] = []
    for _ in range(rng.choice([5, 200, 900])):
        deep = [deep]
    holder, key = rng.choice([*places(state["rules"]["tallies"]), (state, "met"), (state, "log")])
    holder[key] = deep
