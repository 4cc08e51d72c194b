"""What blows and shots would do, found by rehearsing the strike itself."""

import esper
import pytest

from roguelike.components import spatial
from roguelike.core.rng import Stream
from roguelike.engine.session import Session
from roguelike.engine.views.creatures import duel_view
from roguelike.testing import Arena

HALL = """
    ############
    #..........#
    #.@..wa....#
    #....b..d..#
    ############
"""
LEGEND = {"w": "Wild Boar", "a": "Bandit Archer", "b": "Barkeep", "d": "Deer"}


def hits_of(arena: Arena, attacker: int, target: int, tries: int) -> tuple[float, set[int]]:
    """Strike many times for real, the victim's wounds healed each time."""
    full, lost = arena.max_hp(target), []
    for _ in range(tries):
        arena.set_pools(target, hp=full)
        arena.melee(target, by=attacker)
        lost.append(full - arena.hp(target))
    return sum(loss > 0 for loss in lost) / tries, {loss for loss in lost if loss}


def test_it_tells_what_blows_really_do() -> None:
    with Arena.from_ascii("#####\n#@w.#\n#####", {"w": "Wild Boar"}, seed=4) as arena:
        boar, player = arena.find("Wild Boar"), arena.player
        for each in (boar, player):
            arena.set_pools(each, hp=200, max_hp=200)
        before = arena.state_hash()
        duel = duel_view(arena.game, boar)
        assert arena.state_hash() == before
        for blow, one, other in ((duel.your_blow, player, boar), (duel.their_blow, boar, player)):
            share, losses = hits_of(arena, one, other, 400)
            assert abs(share - blow.hits) < 0.1
            assert losses <= set(range(blow.damage[0], blow.damage[1] + 1))
            assert blow.kills_in is not None


def test_a_blow_is_told_as_if_beside_and_a_shot_only_in_range() -> None:
    with Arena.from_ascii(HALL, LEGEND) as arena:
        archer = arena.find("Bandit Archer")
        duel = duel_view(arena.game, archer)
        assert duel.your_blow is not None
        assert duel.your_shot is None
        assert duel.their_shot is not None
        arena.equip(arena.player, "Shortbow")
        near = duel_view(arena.game, arena.find("Wild Boar"))
        assert near.your_shot is not None
        assert near.their_shot is None


def test_there_is_no_duel_with_the_peaceful_nor_with_oneself() -> None:
    with Arena.from_ascii(HALL, LEGEND) as arena:
        session = Session(arena.game)
        assert session.ask(duel_view, arena.find("Barkeep")) is None
        assert session.ask(duel_view, arena.player) is None


def test_a_weapon_that_is_not_known_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with Arena.from_ascii(HALL, LEGEND) as arena:
        arena.equip(arena.player, "Dagger")
        monkeypatch.setattr("roguelike.world.perception.is_known", lambda game, item: False)
        before = arena.state_hash()
        duel = duel_view(arena.game, arena.find("Wild Boar"))
        assert duel.your_blow is None
        assert duel.their_blow is not None
        assert arena.state_hash() == before


def test_a_blow_whose_poison_kills_later_is_told_like_any_other() -> None:
    with Arena.from_ascii("#####\n#@w.#\n#####", {"w": "Mangy Wolf"}) as arena:
        arena.equip(arena.player, "Venomous Dagger +1")
        arena.set_pools(arena.find("Mangy Wolf"), hp=11, max_hp=11)
        duel = duel_view(arena.game, arena.find("Mangy Wolf"))
        assert duel.your_blow.hits > 0
        assert duel.your_blow.damage[0] > 0


def test_whom_one_blow_will_likely_kill_is_not_promised_another_turn() -> None:
    drawing = "#######\n#@.D..#\n#.....#\n#######"
    with Arena.from_ascii(drawing, {"D": "Black Dragon"}) as arena:
        arena.set_pools(arena.player, hp=14)
        duel = duel_view(arena.game, arena.find("Black Dragon"))
        assert duel.their_blow.damage == (20, 31)
        assert 0.9 < duel.their_blow.hits < 1
        assert duel.their_blow.kills_in == 1


def blows_to_kill(arena: Arena, attacker: int, target: int, tries: int) -> float:
    """Strike a creature to death many times for real, with new rolls each time; return the mean number of blows."""
    data, blows = arena.save(), 0
    for seed in range(tries):
        with Arena.load(data) as fight:
            fight.game.rng = Stream(seed, "a test")
            while fight.alive(target):
                fight.melee(target, by=attacker)
                blows += 1
    return blows / tries


@pytest.mark.parametrize("hp", [2, 4, 9])
def test_it_tells_how_many_blows_it_takes_to_kill(hp: int) -> None:
    with Arena.from_ascii("#####\n#@o.#\n#####", {"o": "Orc"}) as arena:
        orc = arena.find("Orc")
        arena.equip(arena.player, "Longsword")
        arena.set_pools(orc, hp=hp)
        duel = duel_view(arena.game, orc)
        assert duel.your_blow.kills_in is not None
        assert abs(duel.your_blow.kills_in - blows_to_kill(arena, arena.player, orc, 150)) < 0.8


def test_the_frightened_strike_nobody() -> None:
    with Arena.from_ascii(HALL, LEGEND) as arena:
        arena.teach("Dread")
        arena.set_pools(arena.player, mana=9, max_mana=9)
        arena.cast("Dread")
        boar = arena.find("Wild Boar")
        assert "Feared" in arena.statuses(boar)
        duel = duel_view(arena.game, boar)
        assert duel.their_blow is None


# Steps

TRAP = "######\n#....#\n#.@^.#\n#....#\n######"


def test_a_step_onto_a_trap_is_foreseen_once_it_is_known() -> None:
    with Arena.from_ascii(TRAP, {"^": "Bear Trap"}) as arena:
        session, (x, y) = Session(arena.game), arena.position(arena.player) or (0, 0)
        trap, beside = arena.find("Bear Trap"), (x + 1, y)
        hidden = esper.component_for_entity(trap, spatial.Hidden)
        hidden.found = False
        unknown = session.step_forecast(beside)
        assert unknown == session.step_forecast((x - 1, y))
        hidden.found = True
        seen = session.step_forecast(beside)
        assert seen.outcomes[arena.player].damage[0] > 0
        assert not seen.outcomes[arena.player].notes


def test_only_steps_are_foreseen() -> None:
    with Arena.from_ascii(TRAP.replace("^", "w"), {"w": "Wild Boar"}) as arena:
        session, (x, y) = Session(arena.game), arena.position(arena.player) or (0, 0)
        assert session.step_forecast((x + 1, y)) is None
        assert session.step_forecast((x + 2, y)) is None
        assert session.step_forecast((x, y)) is None
        plain = session.step_forecast((x - 1, y))
        assert not plain.outcomes[arena.player].notes
