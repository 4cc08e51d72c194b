"""Wrong beings and things: each part of them is as the schema wants it, but together they cannot be.

They are carried twice, stand in rock, serve themselves, have statuses of extreme strength, or are thousands.
"""

from typing import Any

from roguelike.core.rng import Stream
from roguelike.lab.campaigns.spoiling.spoilers import (
    NUMBERS,
    State,
    any_id,
    component,
    creatures,
    items,
    spoiler,
    table,
)

TRAPS = ("Bear Trap", "Landmine")
CROWDS = (
    ("props", (*TRAPS, "Brazier", "Table")),
    ("hazards", ("Fire", "Poison Gas")),
    ("items", ("Dagger", "Torch", "Health Potion")),
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
    for _ in range(rng.choice([20, 500, 3_000])):
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
