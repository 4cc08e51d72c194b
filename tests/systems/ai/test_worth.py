"""Which casts are worth their mana: no second shield, no haste for the hasted, no friend's death for a scratch."""

from typing import Any

import pytest

from roguelike.actions import spell_use
from roguelike.core.records import replace
from roguelike.effects.foresight import coming
from roguelike.effects.foresight.facts import Dies
from roguelike.effects.foresight.forecast import Outcome
from roguelike.effects.statuses import NO_BONUSES
from roguelike.systems.ai.abilities import harm_of, is_worth_it
from roguelike.testing import Arena
from roguelike.world import changes, factions
from roguelike.world.game import Cause
from tests.rooms import Draw, inflict, lost, rules, unchanged

HALL = "##########\n#@...m...#\n##########"
BRINK = 1


def casters(**abilities: Any) -> dict[str, Any]:
    """Return the rules' catalogue in which a Mage casts one spell whenever it can."""
    data = rules()
    [mage] = [row for row in data["mobs"] if row["name"] == "Mage"]
    mage["abilities"] = [{"chance": 1, "range_tiles": 8, **abilities}]
    return data


def casts(arena: Arena, turns: int) -> int:
    """Let turns pass and count what is cast; nobody wants for mana or dies."""
    found = 0
    for _ in range(turns):
        arena.set_pools(arena.player, max_hp=999, hp=999)
        arena.set_pools(arena.find("Mage"), max_mana=99, mana=99)
        found += sum(isinstance(change, changes.Unleashed) for change in arena.wait().trace)
    return found


@pytest.mark.parametrize(("spell", "turns"), [("Blue Carapace", 10), ("Make Haste", 6)])
def test_what_it_has_already_is_not_cast_again(draw: Draw, spell: str, turns: int) -> None:
    arena = draw(HALL, {"m": "Mage"}, minds=True, raws=casters(spell=spell))
    first = casts(arena, turns // 2 - 1)
    assert first == 1
    assert casts(arena, 2 * turns) >= 2, "it is cast again once most of it is over"


def test_what_can_only_harm_enemies_is_not_played_on(
    draw: Draw, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plays_on(*_: object) -> None:
        """Fail: the turns to come are played."""
        raise AssertionError

    arena = draw(HALL, {"m": "Mage"}, raws=casters(spell="Venom"))
    mage = arena.find("Mage")
    arena.set_pools(mage, max_mana=99, mana=99)
    monkeypatch.setattr(coming, "play_on", plays_on)
    assert is_worth_it(arena.game, mage, spell_use.Cast("Venom", (1, 1)))


def test_a_friend_is_not_killed_for_a_scratch_to_an_enemy(draw: Draw) -> None:
    drawing = "#########\n#@k..m..#\n#.......#\n#########"
    arena = draw(drawing, {"m": "Mage", "k": "Bandit"}, raws=casters(spell="Blast"))
    mage, friend = arena.find("Mage"), arena.find("Bandit")
    arena.set_pools(arena.player, max_hp=999, hp=999)
    arena.set_pools(mage, max_mana=99, mana=99)
    arena.set_pools(friend, max_hp=99, hp=BRINK)
    with unchanged(arena):
        blast = spell_use.Cast("Blast", arena.position(arena.player))
        seen = arena.forecast("Blast", arena.position(arena.player), by=mage)
        assert seen.outcomes[friend].kill == 1.0
        assert seen.outcomes[arena.player].damage[1] > seen.outcomes[friend].damage[1]
        assert not is_worth_it(arena.game, mage, blast)


def test_an_enemy_is_killed_though_a_friend_is_scorched(draw: Draw) -> None:
    drawing = "#########\n#@k..m..#\n#.......#\n#########"
    arena = draw(drawing, {"m": "Mage", "k": "Bandit"}, raws=casters(spell="Blast"))
    mage, friend = arena.find("Mage"), arena.find("Bandit")
    arena.set_pools(arena.player, hp=BRINK)
    arena.set_pools(mage, max_mana=99, mana=99)
    arena.set_pools(friend, max_hp=99, hp=99)
    assert is_worth_it(arena.game, mage, spell_use.Cast("Blast", arena.position(arena.player)))


def test_what_only_moves_somebody_is_worth_it(draw: Draw) -> None:
    arena = draw(HALL, {"m": "Mage"}, raws=casters(spell="Elsewhere"))
    mage = arena.find("Mage")
    arena.set_pools(mage, max_mana=99, mana=99)
    assert is_worth_it(arena.game, mage, spell_use.Cast("Elsewhere"))


def test_nobody_bursts_where_nobody_is_hurt(draw: Draw) -> None:
    near, far = "#######\n#@m...#\n#######", "##########\n#@......m#\n##########"
    for drawing, worth in ((near, True), (far, False)):
        arena = draw(drawing, {"m": "Martyr"})
        martyr = arena.find("Martyr")
        assert is_worth_it(arena.game, martyr, spell_use.Cast("Explode")) is worth


def test_a_sure_kill_is_worth_no_less_than_poison_that_kills_later(draw: Draw) -> None:
    """Poison beyond the last hit point takes nothing, and the dead do not itch."""
    arena = draw(HALL, {"m": "Mage"})
    mage = arena.find("Mage")
    arena.set_pools(mage, hp=4)
    killed = Outcome(damage=(4, 4.0, 4), kill=1.0)
    poisoned = Outcome(later=(12, 12.0, 12), statuses={"Stunned": (1.0, 6)}, facts={Dies(): 1.0})
    assert harm_of(arena.game, mage, killed) >= harm_of(arena.game, mage, poisoned)
    arena.set_pools(mage, hp=40, max_hp=40)
    assert harm_of(arena.game, mage, replace(poisoned, facts={})) > 12


def charm(arena: Arena, entity: int, turns: int = 60) -> None:
    """Let a creature serve the player."""
    cause = Cause("Beguile", arena.player, "spell")
    arena.game.enter()
    arena.game.change(changes.StatusBegan(entity, "Charmed", turns, 0.0, NO_BONUSES, cause))


COURT = "#############\n#...........#\n#a.@...o....#\n#...........#\n#############"


@pytest.mark.parametrize("seed", range(1, 13))
def test_a_charmed_magus_never_takes_its_master_along(seed: int) -> None:
    """In seven of twenty of these fights it burnt its master for some twenty hit points."""
    legend = {"a": "Court Magus", "o": "Orc"}
    with Arena.from_ascii(COURT, legend, seed=seed, minds=True, depth=14) as arena:
        arena.set_level(arena.player, 14)
        arena.set_pools(arena.player, hp=300, max_hp=300)
        arena.set_pools(arena.find("Orc"), hp=300, max_hp=300)
        magus = arena.find("Court Magus")
        charm(arena, magus)
        done = [each for _ in range(8) for each in arena.wait().trace if each.cause.by == magus]
        assert done
        assert lost(done, arena.player) == 0


@pytest.mark.parametrize(("hp", "is_saved"), [(4, True), (2, False), (90, False)])
def test_a_servant_hurts_its_master_only_to_save_them(
    draw: Draw, hp: int, *, is_saved: bool
) -> None:
    """The blast takes two: too much for two hit points, and not worth it where the blow would not kill."""
    data = casters(spell="Blast")
    [blast] = [row for row in data["spells"] if row["name"] == "Blast"]
    blast["effects"] = {"ranged": "8", "damage": "2", "area_of_effect": "1"}
    [row] = [row for row in data["mobs"] if row["name"] == "Orc"]
    row["natural"] = {"attacks": [{"name": "fist", "damage": "2d6+2", "hit_bonus": 8}]}
    row.pop("equipped", None)
    arena = draw(
        "#########\n#@b..m..#\n#########", {"m": "Mage", "b": "Orc"}, raws=data, minds=True
    )
    mage, brute = arena.find("Mage"), arena.find("Orc")
    arena.set_pools(brute, hp=2)
    arena.set_pools(mage, max_mana=99, mana=99)
    arena.set_pools(arena.player, hp=hp, max_hp=99)
    charm(arena, mage)
    assert is_worth_it(arena.game, mage, spell_use.Cast("Blast", arena.position(brute))) is is_saved
    told = arena.reply("wait")
    assert (told.taken.get(mage, 0.0) > 0) is is_saved, "the reply says when they might"
    assert any("Blast" in each.does for each in told.intents.get(mage, ())) is is_saved


def test_whom_a_charmed_weaver_calls_serves_the_charmer_as_well(draw: Draw) -> None:
    """The whole chain of masters counts, for sides and for credit; once it breaks, so do both."""
    arena = draw("#######\n#.@.m.#\n#.....#\n#######", {"m": "Mage"})
    mage = arena.find("Mage")
    before = set(arena.game.level.blockers.values())
    charm(arena, mage, turns=3)
    inflict(arena, "summon", mage, by=mage, mob="Bandit")
    [called] = set(arena.game.level.blockers.values()) - before
    assert factions.masters_of(called) == [mage, arena.player]
    assert factions.are_friends(arena.game, called, arena.player)
    assert factions.acts_for_player(arena.game, called)
    arena.wait(3)
    assert "Charmed" not in arena.statuses(mage)
    assert factions.masters_of(called) == [mage]
    assert not factions.are_friends(arena.game, called, arena.player)
