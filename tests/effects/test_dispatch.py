"""The one queue: first in, first out, always emptied, and chains that end with a word."""

from typing import Any

import pytest

from roguelike.commands.schema import schema_of
from roguelike.core.effect import EFFECTS
from roguelike.effects import dispatch
from roguelike.raws.deliveries import kinds
from roguelike.world import changes
from roguelike.world.game import Area, Cause, Several, Single, Spot
from tests.rooms import Draw, deaths, effect, inflict, lost, of

PAIR = "######\n#@o..#\n######"
NAMES = {
    "status": "Rooted", "spell": "Zap", "hazard": "Blaze", "element": "heat", "mob": "Goblin",
    "item": "Health Potion", "prop": "Crate",
}  # fmt: skip


def sample(key: str) -> dict[str, Any]:
    """Fill in what data must say of an effect."""
    found: dict[str, Any] = {}
    schema = schema_of(EFFECTS[key])
    for name in schema.get("required", ()):
        field = schema["properties"][name]
        if "enum" in field:
            found[name] = field["enum"][0]
        else:
            found[name] = NAMES[name] if field.get("type") == "string" else "2"
    return found


def test_effects_happen_in_the_order_in_which_they_were_pushed(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre, game = arena.find("Ogre"), arena.game
    for amount in (3, 1, 2):
        game.push(effect("damage", amount=amount), Single(ogre), 0, Cause("x"))
    dispatch.drain(game)
    wounds = [c for c in of(game.trace, changes.PoolChanged, ogre) if c.pool == "hp"]
    assert [c.before - c.after for c in wounds] == [3, 1, 2]


def test_draining_stops_at_the_first_hit_that_is_enough(draw: Draw) -> None:
    """So whether a cast would do anything is known once one of a crowd is hurt."""
    arena = draw("######\n#@oo.#\n######")
    game, all_tiles = arena.game, Area(tuple((x, 1) for x in range(1, 5)))
    for _ in range(2):
        game.push(effect("damage", amount=1), all_tiles, 0, Cause("x"))
    dispatch.drain(game, until=lambda: bool(of(game.trace, changes.PoolChanged)))
    assert len(of(game.trace, changes.PoolChanged)) == 1
    assert len(game.queue) == 1


def writable() -> list[str]:
    """List the keys of the effects that data may write."""
    return sorted(kinds())


@pytest.mark.parametrize("key", writable())
def test_every_effect_bears_every_kind_of_target(draw: Draw, key: str) -> None:
    for where in ("single", "several", "spot", "area", "thing", "nothing"):
        arena = draw("#######\n#@o!+D#\n#.....#\n#######")
        targets = {
            "single": Single(arena.find("Ogre")),
            "several": Several((arena.player, arena.find("Giant"), arena.find("Door"))),
            "spot": Spot((2, 1)),
            "area": Area(((1, 1), (2, 1), (3, 1), (4, 1))),
            "thing": Single(arena.find("Health Potion")),
            "nothing": Single(99_999),
        }[where]
        arena.game.push(
            effect(key, **sample(key)), targets, arena.player, Cause("a test", arena.player)
        )
        dispatch.drain(arena.game)
        assert not arena.game.queue, where
        arena.state_hash()
        arena.wait()


def row_of_mushrooms(count: int) -> str:
    """Draw mushrooms two tiles apart, so that each burst reaches the next."""
    inside = "@...." + ".F" * count + "....g"
    return f"{'#' * (len(inside) + 2)}\n#{inside}#\n{'#' * (len(inside) + 2)}"


def test_mushrooms_set_each_other_off(draw: Draw) -> None:
    arena = draw("###############\n#@....F..S..g#\n###############")
    fire, spore = arena.find("Firecap Mushroom"), arena.find("Sporecap Mushroom")
    trace = inflict(arena, "damage", fire, by=arena.player, amount=99)
    assert deaths(trace) == [fire, spore]
    assert arena.statuses(arena.find("Goblin")) == {"Confusion": 4}
    assert arena.hp(arena.player) == 30


def test_a_chain_credits_whoever_began_it_once_per_victim(draw: Draw) -> None:
    arena = draw(row_of_mushrooms(5))
    first = min(e for e in arena.game.level.blockers.values() if arena.hp(e) == 9)
    arena.set_pools(arena.player, max_hp=500, hp=500)
    trace = inflict(arena, "damage", first, by=arena.player, amount=99)
    assert len(deaths(trace)) == len(set(deaths(trace))) == 5
    assert arena.xp(arena.player) == 500


def test_a_long_chain_is_broken_off_and_says_so(draw: Draw) -> None:
    arena = draw(row_of_mushrooms(70), knows="Zap")
    caps = sorted(e for e in arena.game.level.blockers.values() if arena.max_hp(e) == 9)
    nearest = min(caps, key=lambda e: arena.position(e) or (0, 0))
    arena.set_pools(nearest, hp=1)
    target = arena.position(nearest)
    assert target is not None
    result = arena.cast("Zap", target)
    died = deaths(result.trace)
    assert dispatch.MOST_LINKS <= len(died) < 71
    assert sum("spends itself" in line for line in result.log) == 1
    assert not arena.game.queue


def test_a_broken_chain_leaves_nobody_between_life_and_death(draw: Draw) -> None:
    arena = draw(row_of_mushrooms(70))
    first = min(e for e in arena.game.level.blockers.values() if arena.max_hp(e) == 9)
    trace = inflict(arena, "damage", first, by=arena.player, amount=99)
    walking = {e for e in arena.game.level.blockers.values() if arena.max_hp(e)}
    assert [e for e in walking if arena.hp(e) < 1] == []
    assert arena.xp(arena.player) == 100 * len(deaths(trace))


def test_two_long_chains_lose_no_experience(draw: Draw) -> None:
    inside = "." + "F." * 36
    arena = draw(
        "\n".join(
            ["#" * 75, f"#{inside}#", f"#{'.' * 73}#", f"#@{'.' * 72}#", f"#{inside}#", "#" * 75]
        )
    )
    arena.set_pools(arena.player, max_hp=9000, hp=9000)
    caps = sorted(e for e in arena.game.level.blockers.values() if arena.max_hp(e) == 9)
    trace = inflict(arena, "damage", (caps[0], caps[36]), by=arena.player, amount=99)
    assert arena.xp(arena.player) == 100 * len(deaths(trace))
    walking = {e for e in arena.game.level.blockers.values() if arena.max_hp(e)}
    assert [e for e in walking if arena.hp(e) < 1] == []


def test_a_chain_hurts_through_the_links_that_it_has(draw: Draw) -> None:
    arena = draw("###########\n#@..F..F..#\n###########")
    first = min(e for e in arena.game.level.blockers.values() if arena.max_hp(e) == 9)
    trace = inflict(arena, "damage", first, by=arena.player, amount=99)
    assert lost(trace, arena.player) == 20
    causes = [c.cause.chain() for c in of(trace, changes.PoolChanged) if c.pool == "hp"]
    assert causes[-1][-1] == "a test"
    assert max(len(chain) for chain in causes) == 2


def test_the_bound_on_breadth_leaves_nobody_between_life_and_death(
    draw: Draw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roguelike.effects.dispatch.MOST_ENTRIES", 3)
    arena = draw("########\n#@gkgk.#\n#.rrrr.#\n########")
    folk = tuple(e for e in sorted(arena.game.level.blockers.values()) if e != arena.player)
    trace = inflict(arena, "damage", folk, by=arena.player, amount=99)
    assert sorted(deaths(trace)) == sorted(folk)
    assert arena.xp(arena.player) == 100 * len(folk)
    assert not arena.game.queue
