"""Wrong levels: of another size than they say, without walls, with creatures in rock."""

from typing import Any

from roguelike.core.rng import Stream
from roguelike.lab.campaigns.spoiling.spoilers import (
    NUMBERS,
    State,
    component,
    creatures,
    row,
    spoiler,
    table,
)


def _level(state: State, rng: Stream) -> dict[str, Any]:
    """Pick one of the levels in a saved state."""
    found: dict[str, Any] = rng.choice(state["rules"]["levels"])
    return found


@spoiler
def sizes(state: State, rng: Stream) -> None:
    """Give a level a wrong size."""
    level = _level(state, rng)
    width, height = level["size"]
    level["size"] = rng.choice(
        [
            [height, width],
            [width + 1, height],
            [1, width * height],
            [0, 0],
            [-1, 5],
            [10**6, 10**6],
            [width],
            "big",
        ]
    )


@spoiler
def ground(state: State, rng: Stream) -> None:
    """Change tiles, to valid kinds or not, at the edge or anywhere, one or all."""
    level = _level(state, rng)
    tiles = list(level["tiles"])
    for _ in range(rng.choice([1, 1, 50, len(tiles)])):
        tiles[rng.below(len(tiles))] = rng.choice("0123456789:;<=>?az\x7fÿ€")
    level["tiles"] = "".join(tiles)[: len(tiles) - rng.choice([0, 0, 0, 1, 100])]


@spoiler
def open_edges(state: State, rng: Stream) -> None:
    """Open the wall around a level."""
    level = _level(state, rng)
    height = level["size"][1]
    spot = rng.choice([0, height // 2, len(level["tiles"]) - 2])
    level["tiles"] = level["tiles"][:spot] + "1" + level["tiles"][spot + 1 :]


@spoiler
def walled_in(state: State, rng: Stream) -> None:
    """Turn a whole level to rock, or the ground under a creature."""
    level = _level(state, rng)
    if rng.chance(30):
        level["tiles"] = "0" * len(level["tiles"])
        return
    where = component(state, "position", rng.choice(creatures(state)))
    spot = where["x"] + where["y"] * level["size"][0]
    level["tiles"] = level["tiles"][:spot] + "0" + level["tiles"][spot + 1 :]


@spoiler
def masks(state: State, rng: Stream) -> None:
    """Corrupt what is known of a level."""
    level = _level(state, rng)
    name = rng.choice(["explored", "visible"])
    text = level[name]
    level[name] = rng.choice(
        [text[:-2], text + "00", "f" * len(text), "0" * len(text), "zz", text.upper(), text[:-1]]
    )


@spoiler
def words_of_a_level(state: State, rng: Stream) -> None:
    """Corrupt a level's name, theme, light, entry, stains, or the turn when it was left."""
    level = _level(state, rng)
    match rng.below(6):
        case 0:
            level["name"] = rng.choice(["", "\x1b[2J", "x" * 9_000, "{1}"])
        case 1:
            level["theme"] = rng.choice(
                ["", "nowhere", "a|b|c|d", "limestone|99999999999|abyss", "\x00", "cave|²|abyss"]
            )
        case 2:
            level["lit"] = not level["lit"]
        case 3:
            level["entry"] = rng.choice([[0, 0], [-1, -1], [10**9, 1], [500, 500]])
        case 4:
            level["stains"] = rng.choice(
                [[[-1, -1]], [[999, 999]], [[1, 1]] * 5, [[1]], [[0.5, 1]]]
            )
        case _:
            level["left"] = rng.choice(NUMBERS)


@spoiler
def depths(state: State, rng: Stream) -> None:
    """Remove a level, duplicate one, or change a depth."""
    levels = state["rules"]["levels"]
    match rng.below(3):
        case 0:
            levels.remove(rng.choice(levels))
        case 1:
            levels.append(dict(rng.choice(levels)))
        case _:
            rng.choice(levels)["depth"] = rng.choice([0, 1, 2, 3, 4, 999, *NUMBERS])


@spoiler
def creatures_in_walls(state: State, rng: Stream) -> None:
    """Put a creature in a wall, off the map, on another level, or on another creature."""
    entity = rng.choice(creatures(state))
    where = component(state, "position", entity)
    match rng.below(4):
        case 0:
            where["x"], where["y"] = rng.choice([(0, 0), (999, 2), (-1, 4), (1000, 1000), (3, 0)])
        case 1:
            where["depth"] = rng.choice([0, 1, 2, 3, 15, 999, -1])
        case 2:
            other = component(state, "position", rng.choice(creatures(state)))
            where.update(other)
        case _:
            where["x"] += rng.between(-6, 6)
            where["y"] += rng.between(-6, 6)


@spoiler
def things_in_walls(state: State, rng: Stream) -> None:
    """Put anything on any tile, also in walls and off the map."""
    _, where = row(state, "position", rng)
    where["x"], where["y"] = rng.between(-2, 82), rng.between(-2, 52)


@spoiler
def doors_and_gates(state: State, rng: Stream) -> None:
    """Open or close a door, hide a creature, or open a portal to nowhere."""
    match rng.below(3):
        case 0:
            _, door = row(state, "door", rng)
            door["open"] = not door.get("open")
        case 1:
            table(state, "hidden").append([rng.choice(creatures(state)), {"found": False}])
        case _:
            gate = {"x": rng.choice(NUMBERS), "y": 1, "depth": rng.choice([0, 1, 5, 999])}
            entity = state["rules"]["next_id"]
            state["rules"]["next_id"] += 1
            table(state, "kind").append([entity, {"section": "props", "name": "Town Portal"}])
            spot = dict(component(state, "position", state["rules"]["player"]))
            table(state, "position").append([entity, spot])
            table(state, "gate").append([entity, gate])


@spoiler
def a_sound_gate(state: State, rng: Stream) -> None:
    """Open a portal back to where the player stands: if it loads, it must work."""
    entity, here = state["rules"]["next_id"], component(state, "position", state["rules"]["player"])
    state["rules"]["next_id"] += 1
    table(state, "kind").append([entity, {"section": "props", "name": "Town Portal"}])
    table(state, "position").append([entity, dict(here)])
    table(state, "gate").append([entity, dict(here)])
