"""Wrong structure: missing tables and rows, duplicated ones, components too many, swapped kinds."""

from roguelike.core.rng import Stream
from roguelike.engine.state.tables import SAVED
from roguelike.lab.campaigns.spoiling.fields import least
from roguelike.lab.campaigns.spoiling.spoilers import (
    State,
    any_id,
    creatures,
    places,
    spoiler,
    table,
)


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
