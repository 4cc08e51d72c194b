"""Wrong values: of another type, beyond all bounds, not finite, or just different."""

from typing import Any

from roguelike.core.rng import Stream
from roguelike.lab.campaigns.spoiling.spoilers import (
    NUMBERS,
    ODDITIES,
    State,
    any_id,
    places,
    row,
    spoiler,
    table,
)


def _somewhere(state: State, rng: Stream) -> tuple[Any, Any]:
    """Pick a place in one of the state's parts, each part equally likely although most of the data are components."""
    rules = state["rules"]
    parts = [
        rules["components"],
        rules["levels"],
        {**rules, "components": {}, "levels": []},
        state["log"],
    ]
    part = rng.choice(parts)
    if part is rules["components"]:
        part = rng.choice([rows for rows in part.values() if rows])
        part = rng.choice(part)
    found = list(places(part)) or list(places(rules["tallies"]))
    return rng.choice(found)


@spoiler
def another_type(state: State, rng: Stream) -> None:
    """Put a value of any type somewhere."""
    holder, key = _somewhere(state, rng)
    holder[key] = rng.choice(ODDITIES)


@spoiler
def another_number(state: State, rng: Stream) -> None:
    """Replace a number by an odd one."""
    for _ in range(50):
        holder, key = _somewhere(state, rng)
        if type(holder[key]) in (int, float):
            holder[key] = rng.choice(NUMBERS)
            return


@spoiler
def a_number_as_text(state: State, rng: Stream) -> None:
    """Write a number as text, or an integer as a float."""
    for _ in range(50):
        holder, key = _somewhere(state, rng)
        if type(holder[key]) is int:
            holder[key] = rng.choice([str(holder[key]), float(holder[key]), holder[key] + 0.5])
            return


@spoiler
def pools(state: State, rng: Stream) -> None:
    """Corrupt somebody's hit points, mana, level, experience or gold."""
    _, found = row(state, "pools", rng)
    names = ("hp", "max_hp", "mana", "max_mana", "level", "xp", "gold")
    found[rng.choice(names)] = rng.choice(NUMBERS)


@spoiler
def attributes_and_skills(state: State, rng: Stream) -> None:
    """Corrupt an attribute or a skill of somebody."""
    _, found = row(state, rng.choice(["attributes", "skills"]), rng)
    found[rng.choice(list(found))] = rng.choice(NUMBERS)


@spoiler
def hunger(state: State, rng: Stream) -> None:
    """Set the hunger clock to any number of turns, and sometimes to any state."""
    _, found = row(state, "hunger_clock", rng)
    found["turns"] = rng.choice(NUMBERS)
    if rng.chance(50):
        found["state"] = rng.choice(["Well Fed", "Normal", "Hungry", "Starving", "Full", ""])


@spoiler
def the_clock(state: State, rng: Stream) -> None:
    """Corrupt turn, tick, next id, depth or player."""
    names = ("turn", "now", "next_id", "depth", "player")
    state["rules"][rng.choice(names)] = rng.choice([*NUMBERS, any_id(state, rng)])


@spoiler
def schedules(state: State, rng: Stream) -> None:
    """Corrupt when somebody, or everybody, acts next; or schedule an arbitrary entity."""
    rows = table(state, "initiative")
    match rng.below(4):
        case 0:
            row(state, "initiative", rng)[1]["due"] = rng.choice(NUMBERS)
        case 1:
            row(state, "initiative", rng)[1]["acts"] = rng.choice(NUMBERS)
        case 2:
            due = rng.choice([0, 1, -1, 10**9, state["rules"]["now"], state["rules"]["now"] - 1])
            for each in rows:
                each[1]["due"] = due
        case _:
            rows.append([any_id(state, rng), {"due": rng.choice(NUMBERS), "acts": 0}])


@spoiler
def chance(state: State, rng: Stream) -> None:
    """Corrupt the state of the random stream of play."""
    words = state["rules"]["rng"]
    match rng.below(4):
        case 0:
            words.pop()
        case 1:
            words[rng.below(len(words))] = rng.choice(NUMBERS)
        case 2:
            words[:] = [0] * len(words)
        case _:
            words[-1] = rng.choice([-1, 0, 624, 625, 10**9])


@spoiler
def flags(state: State, rng: Stream) -> None:
    """Set a flag: the player is dead, a wizard, victorious, or somebody is a god."""
    match rng.below(4):
        case 0:
            state["rules"]["fallen"] = True
        case 1:
            state["rules"]["wizard"] = True
        case 2:
            quest = {
                "stirred": [rng.choice(NUMBERS)],
                "hunted_at": rng.choice(NUMBERS),
                "evaded_at": [[rng.choice(NUMBERS) for _ in range(3)]],
                "won": rng.chance(50),
            }
            table(state, "quest").append([state["rules"]["player"], quest])
        case _:
            row(state, "pools", rng)[1]["god_mode"] = True


@spoiler
def words(state: State, rng: Stream) -> None:
    """Corrupt names that are looked up: identified, encountered, hidden, of factions."""
    rules = state["rules"]
    odd = rng.choice(["", "No Such Thing", "x" * 3_000, "\x1b]0;x\x07", "Health Potion", "{1}"])
    match rng.below(5):
        case 0:
            rules["identified"].append(odd)
        case 1:
            rules["encountered"] += [odd] * 20
        case 2:
            rules["hidden_names"][odd] = odd
        case 3:
            rules["standing"][odd] = rng.choice(NUMBERS)
        case _:
            state["met"].append(odd)


@spoiler
def the_log(state: State, rng: Stream) -> None:
    """Add a corrupt line to the log."""
    line = {"template": "x", "args": [], "tone": "", "turn": 1, "entities": [], "why": []}
    line[rng.choice(["template", "tone"])] = rng.choice(
        [
            "{1}",
            "{9}",
            "[s]",
            "[7:a|b]",
            "{1's} {1a}",
            "",
            " ",
            "\x1b[31m",
            "\u202e",
            "{",
            "y" * 9_000,
        ]
    )
    if rng.chance(50):
        line["args"] = rng.choice(
            [[10**50], ["{1}"], [None], [{"name": "x", "entity": 10**40}], list(range(2_000))]
        )
    state["log"].extend([line] * rng.choice([1, 1, 1, 300]))
