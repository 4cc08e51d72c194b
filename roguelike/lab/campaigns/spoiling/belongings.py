"""Wrong belongings: carried twice, by nobody, by themselves; statuses on nobody; minds with dangling ids."""

from roguelike.core.rng import Stream
from roguelike.lab.campaigns.spoiling.spoilers import (
    NUMBERS,
    State,
    any_id,
    component,
    creatures,
    items,
    row,
    spoiler,
    table,
)

SLOTS = ("Melee", "Missile", "Ring", "Ring 2", "Torso", "Head", "Shield", "Nose")


@spoiler
def carried_twice(state: State, rng: Stream) -> None:
    """Let one item be carried twice, in one pack or in two."""
    things = items(state)
    _, pack = row(state, "pack", rng)
    if things:
        pack["items"] += [rng.choice(things)] * rng.choice([1, 2])


@spoiler
def carried_and_lying(state: State, rng: Stream) -> None:
    """Put a carried item on the map, or take a lying one off it."""
    things = items(state)
    where = component(state, "position", rng.choice(things) if things else 0)
    where["depth"] = 0 if where.get("depth") else state["rules"]["depth"]


@spoiler
def dangling_ids(state: State, rng: Stream) -> None:
    """Put an arbitrary id where there is a reference."""
    there = any_id(state, rng)
    match rng.below(8):
        case 0:
            row(state, "pack", rng)[1]["items"].append(there)
        case 1:
            row(state, "pack", rng)[1]["worn"][rng.choice(SLOTS)] = there
        case 2:
            row(state, "statuses", rng)[1]["entities"].append(there)
        case 3:
            row(state, "known_spells", rng)[1]["spells"].append(there)
        case 4:
            row(state, "mind", rng)[1][rng.choice(["target", "leader", "loot"])] = there
        case 5:
            row(state, "status_effect", rng)[1][rng.choice(["target", "source"])] = there
        case 6:
            row(state, "hazard", rng)[1]["source"] = there
        case _:
            state["rules"]["player"] = there


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
        row(state, "pack", rng)[1]["items"].append(rng.choice(folk))


@spoiler
def worn_elsewhere(state: State, rng: Stream) -> None:
    """Wear an item in the wrong slot."""
    _, pack = row(state, "pack", rng)
    for slot, thing in list(pack["worn"].items())[:1]:
        del pack["worn"][slot]
        pack["worn"][rng.choice(SLOTS)] = thing


@spoiler
def dropped_out(state: State, rng: Stream) -> None:
    """Remove an item from a pack, so that it is nowhere."""
    packs = [pack for _, pack in table(state, "pack") if pack["items"] or pack["worn"]]
    if packs:
        pack = rng.choice(packs)
        if pack["items"]:
            pack["items"].pop()
        else:
            pack["worn"].popitem()


@spoiler
def statuses(state: State, rng: Stream) -> None:
    """Add a status, often a wrong one: on nobody, unlisted, without a duration, of no kind, of extreme strength."""
    target, number = any_id(state, rng), state["rules"]["next_id"]
    name = rng.choice(
        ["Slowed", "Confusion", "Charmed", "Summoned", "Hasted", "No Such Status", "Invisible"]
    )
    state["rules"]["next_id"] += rng.below(2)
    if rng.chance(80):
        table(state, "kind").append([number, {"section": "statuses", "name": name}])
    effect = {"target": target, "name": name, "strength": rng.choice(NUMBERS), "bonuses": [0, 0, 0, 0],
              "source": any_id(state, rng), "origin": ""}  # fmt: skip
    table(state, "status_effect").append([number, effect])
    if rng.chance(80):
        table(state, "duration").append([number, {"turns": rng.choice(NUMBERS)}])
    if rng.chance(80):
        component(state, "statuses", target).setdefault("entities", []).append(number)


@spoiler
def strong_statuses(state: State, rng: Stream) -> None:
    """Put a valid status of any strength on a creature: if it loads, the game must cope with it."""
    folk = creatures(state)
    target, source, number = rng.choice(folk), rng.choice(folk), state["rules"]["next_id"]
    names = [
        "Slowed",
        "Hasted",
        "Confusion",
        "Charmed",
        "Summoned",
        "Burning",
        "Bleeding",
        "Regenerating",
        "Shielded",
    ]
    name = rng.choice(names)
    state["rules"]["next_id"] += 1
    table(state, "kind").append([number, {"section": "statuses", "name": name}])
    strength = rng.choice([0.0, 1.5, -40.0, 1e3, 1e6, 1e9, -1e9])
    bonus = rng.choice([0, 5, -1000, 1000])
    effect = {"target": target, "name": name, "strength": strength, "bonuses": [bonus] * 4, "source": source,
              "origin": "x"}  # fmt: skip
    table(state, "status_effect").append([number, effect])
    table(state, "duration").append([number, {"turns": rng.choice([1, 2, 10**6, 10**9])}])
    component(state, "statuses", target)["entities"].append(number)


@spoiler
def circles_of_masters(state: State, rng: Stream) -> None:
    """Let two creatures lead and serve each other, or one itself."""
    folk = [entity for entity, _ in table(state, "mind")]
    if len(folk) < 2:
        return
    one, other = rng.choice(folk), rng.choice(folk)
    for entity, master in ((one, other), (other, one)):
        component(state, "mind", entity)["leader"] = master
        number = state["rules"]["next_id"]
        state["rules"]["next_id"] += 1
        table(state, "kind").append([number, {"section": "statuses", "name": "Charmed"}])
        effect = {"target": entity, "name": "Charmed", "strength": 0.0, "bonuses": [0] * 4,
                  "source": master, "origin": ""}  # fmt: skip
        table(state, "status_effect").append([number, effect])
        table(state, "duration").append([number, {"turns": 9}])
        component(state, "statuses", entity)["entities"].append(number)


@spoiler
def minds(state: State, rng: Stream) -> None:
    """Corrupt what a creature's mind is up to."""
    _, mind = row(state, "mind", rng)
    match rng.below(4):
        case 0:
            mind["last_seen"] = rng.choice(
                [[0, 0], [999, 999], [-1, 3], [3], [10**9, 10**9], "here"]
            )
        case 1:
            mind["waypoint"] = rng.choice([[0, 0], [999, 999], [1, 1], [500, 2]])
            mind["awake"] = True
        case 2:
            mind[rng.choice(["quips_said", "search_turns", "fear_turns"])] = rng.choice(NUMBERS)
        case _:
            mind["target"] = rng.choice(creatures(state))
            mind["awake"] = rng.chance(50)


@spoiler
def spells(state: State, rng: Stream) -> None:
    """Know a spell twice, or something that is not one; duplicate or remove the entity of one."""
    known = row(state, "known_spells", rng)[1]["spells"]
    kinds = [each for each in table(state, "kind") if each[1]["section"] == "spells"]
    match rng.below(4):
        case 0:
            known += [rng.choice(kinds)[0]] * 2
        case 1:
            table(state, "kind").append([-9_000, dict(rng.choice(kinds)[1])])
        case 2:
            table(state, "kind").remove(rng.choice(kinds))
        case _:
            rng.choice(kinds)[0] = rng.choice([1, 5, 10**9, -(10**12)])


@spoiler
def charges_and_stock(state: State, rng: Stream) -> None:
    """Corrupt charges, curses or a vendor's stock, or give them to entities that have none."""
    match rng.below(4):
        case 0:
            row(state, "charges", rng)[1][rng.choice(["left", "most", "progress"])] = rng.choice(
                NUMBERS
            )
        case 1:
            table(state, "charges").append(
                [any_id(state, rng), {"left": 1, "most": 1, "progress": 0}]
            )
        case 2:
            stock = {
                "delivery": rng.choice(NUMBERS),
                "sold": {"Health Potion": rng.choice(NUMBERS), "No": 3},
            }
            table(state, "stock").append([rng.choice(creatures(state)), stock])
        case _:
            table(state, "curse").append([any_id(state, rng), {"lifted": False}])
