"""Poise: control is certain and counted; it is shrugged off, lands, and poise comes back."""

from typing import Any

import pytest

from roguelike.components import vitals
from roguelike.store import invariants
from roguelike.testing import Arena
from tests.rooms import Draw, begun, component, inflict, rules, unchanged

HALL = "##########\n#..@C....#\n##########"
LEGEND = {"C": "Captain"}
CONTROL = ("Stunned", "Asleep", "Afraid", "Frozen", "Silenced", "Charmed", "Confusion")


@pytest.mark.parametrize("status", CONTROL)
def test_what_controls_is_shrugged_off_as_often_as_there_is_poise_and_then_lands(
    draw: Draw, status: str
) -> None:
    arena = draw(HALL, LEGEND)
    captain = arena.find("Captain")
    counted = []
    for _ in range(3):
        counted.append(arena.poise(captain))
        inflict(arena, "status", captain, by=arena.player, status=status)
    assert counted == [2, 1, 0]
    assert list(arena.statuses(captain)) == [status]


def test_what_does_not_control_lands_at_once(draw: Draw) -> None:
    arena = draw(HALL, LEGEND)
    captain = arena.find("Captain")
    inflict(arena, "slow", captain, by=arena.player, penalty=3)
    assert arena.poise(captain) == 2
    assert "Slowed" in arena.statuses(captain)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("knockback", {"tiles": 3}),
        ("knockback", {"tiles": 9, "damage": 5}),
        ("teleport", {"tiles": 4}),
        ("swap", {}),
    ],
)
def test_being_moved_is_shrugged_off_and_no_wall_hurts(
    draw: Draw, kind: str, fields: dict[str, Any]
) -> None:
    arena = draw(HALL, LEGEND)
    captain = arena.find("Captain")
    hp = arena.hp(captain)
    for left in (1, 0):
        inflict(arena, kind, captain, by=arena.player, **fields)
        assert (arena.poise(captain), arena.position(captain)) == (left, (4, 1))
    assert arena.hp(captain) == hp
    inflict(arena, kind, captain, by=arena.player, **fields)
    assert arena.position(captain) != (4, 1)


def test_who_cannot_be_moved_at_all_spends_no_poise(draw: Draw) -> None:
    arena = draw("#####\n#@C##\n#####", LEGEND)
    inflict(arena, "knockback", arena.find("Captain"), by=arena.player, tiles=2)
    assert arena.poise(arena.find("Captain")) == 2


def test_what_would_add_nothing_spends_no_poise(draw: Draw) -> None:
    raws = rules()
    stunned = next(row for row in raws["statuses"] if row["name"] == "Stunned")
    stunned["stacking"] = "strongest"
    arena = draw(HALL, LEGEND, raws=raws)
    captain = arena.find("Captain")
    for _ in range(3):
        inflict(arena, "status", captain, by=arena.player, status="Stunned", turns=9)
    arena.wait(3)
    assert arena.poise(captain) == 1
    inflict(arena, "status", captain, by=arena.player, status="Stunned", turns=2)
    assert arena.poise(captain) == 1
    inflict(arena, "status", captain, by=arena.player, status="Stunned", turns=20)
    assert (arena.poise(captain), arena.statuses(captain)["Stunned"]) == (0, 6)


def test_nobody_shrugs_off_what_they_do_to_themselves(draw: Draw) -> None:
    arena = draw(HALL, LEGEND)
    captain = arena.find("Captain")
    inflict(arena, "teleport", captain, by=captain, tiles=4)
    assert (arena.poise(captain), arena.position(captain) == (4, 1)) == (2, False)


def test_poise_comes_back_by_one_every_few_turns(draw: Draw) -> None:
    arena = draw(HALL, LEGEND)
    captain = arena.find("Captain")
    for _ in range(2):
        inflict(arena, "status", captain, by=arena.player, status="Stunned")
    counted = []
    for _ in range(7):
        counted.append(arena.poise(captain))
        arena.wait()
    assert counted == [0, 0, 0, 1, 1, 1, 2]
    assert invariants.faults(arena.game) == []


def test_the_player_has_poise_by_gear_too_and_is_told(draw: Draw) -> None:
    arena = draw(HALL, LEGEND)
    arena.equip(arena.player, "Steady Boots")
    assert arena.poise(arena.player) == 1
    captain = arena.find("Captain")
    arena.teach("Shove", captain)
    arena.set_pools(captain, max_mana=9, mana=9)
    told = arena.cast("Shove", arena.position(arena.player), by=captain).log
    assert "You shrug off being moved: poise 1, then 0." in told
    assert arena.position(arena.player) == (3, 1)


def test_the_player_grows_steadier_by_level() -> None:
    with Arena.from_ascii("####\n#@.#\n####") as arena:
        found = []
        for level in (1, 4, 5, 9, 10, 14):
            component(arena.player, vitals.Pools).level = level
            found.append(arena.poise(arena.player))
    assert found == [0, 0, 1, 1, 2, 2]


def test_the_forecast_tells_poise_in_words_and_leaves_it(draw: Draw) -> None:
    arena = draw(HALL, LEGEND, hp=40, knows="Shove")
    captain = arena.find("Captain")
    with unchanged(arena):
        told = arena.forecast("Shove", (4, 1)).outcomes[captain]
        assert told.notes == {"poise 2, then 1": 1.0}
        assert told.damage == (0, 0.0, 0)
    arena.cast("Shove", (4, 1))
    arena.cast("Shove", (4, 1))
    assert "driven 3 tiles" in arena.forecast("Shove", (4, 1)).outcomes[captain].notes


def test_two_shoves_of_one_act_are_told_together(draw: Draw) -> None:
    raws = rules()
    shove = next(row for row in raws["spells"] if row["name"] == "Shove")
    shove["effects"]["effects"] *= 2
    arena = draw(HALL, LEGEND, hp=40, raws=raws, knows="Shove")
    told = arena.forecast("Shove", (4, 1)).outcomes[arena.find("Captain")]
    assert told.notes == {"poise 2, then 0": 1.0}


def test_lost_poise_is_saved_and_a_save_without_it_is_steady(draw: Draw) -> None:
    arena = draw(HALL, LEGEND)
    captain = arena.find("Captain")
    inflict(arena, "status", captain, by=arena.player, status="Stunned")
    with type(arena).load(arena.save()) as again:
        assert again.poise(captain) == 1
        assert again.state_hash() == arena.state_hash()


@pytest.mark.parametrize("who", ["player", "Goblin"])
@pytest.mark.parametrize("again", ["Stunned", "Asleep", "Frozen"])
def test_whoever_was_kept_from_acting_is_not_so_again_for_three_turns(
    draw: Draw, who: str, again: str
) -> None:
    arena = draw("######\n#@.g.#\n######", raws=None, hp=90)
    entity = arena.player if who == "player" else arena.find(who)

    def is_held(status: str) -> bool:
        """Return whether a status takes hold."""
        return bool(begun(inflict(arena, "status", entity, by=0, status=status, turns=2)))

    held = [is_held("Frozen")]
    for _ in range(6):
        held.append(is_held(again))
        arena.wait()
    assert held == [True, False, False, False, False, False, True]


def test_a_sleeper_who_is_woken_is_braced_from_then_on_and_can_still_be_frightened(
    draw: Draw,
) -> None:
    arena = draw("######\n#@.g.#\n######", raws=None)
    goblin = arena.find("Goblin")
    inflict(arena, "status", goblin, by=arena.player, status="Asleep", turns=50)
    inflict(arena, "damage", goblin, by=arena.player, amount=1)
    assert arena.statuses(goblin) == {}
    assert not begun(inflict(arena, "status", goblin, by=arena.player, status="Stunned"))
    assert begun(inflict(arena, "status", goblin, by=arena.player, status="Feared"))
    arena.wait(3)
    assert begun(inflict(arena, "status", goblin, by=arena.player, status="Stunned"))


def test_who_is_braced_is_foreseen_and_said_to_be(draw: Draw) -> None:
    arena = draw("########\n#@.g...#\n########", raws=None, hp=50, knows="Winter's Yawn")
    goblin = arena.find("Goblin")
    arena.set_pools(arena.player, mana=40, max_mana=40)
    arena.set_pools(goblin, hp=99, max_hp=99)
    arena.cast("Winter's Yawn", (3, 1))
    told = arena.forecast("Winter's Yawn", (3, 1)).outcomes[goblin]
    assert (told.statuses, told.notes) == ({}, {"braced against it": 1.0})
    assert "The goblin is braced against it." in arena.cast("Winter's Yawn", (3, 1)).log
