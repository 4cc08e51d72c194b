"""Where to aim best, and what counts as harm."""

import pytest

from roguelike.actions import acting
from roguelike.effects.foresight import sampler
from roguelike.effects.foresight.facts import Begins, Driven
from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.engine.foreseeing import aiming
from roguelike.engine.foreseeing.aiming import best_aims
from roguelike.engine.play.commands import Cast, UseItem
from roguelike.testing import Arena
from roguelike.world.game import Game
from tests.rooms import inflict

PAIR = """
    ###############
    #.............#
    #.@...g...g...#
    #.............#
    ###############
"""
LEGEND = {"g": "Goblin", "b": "Barkeep"}


def test_the_gap_between_two_enemies_is_the_best_aim() -> None:
    with Arena.from_ascii(PAIR, LEGEND) as arena:
        arena.teach("Falling Sky")
        arena.set_pools(arena.player, mana=20, max_mana=20)
        aims = best_aims(arena.game, Cast("Falling Sky"))
        x, y = arena.position(arena.player) or (0, 0)
        seen = arena.forecast("Falling Sky", aims[0])
        assert aims[0] == (x + 6, y)
        assert len(seen.outcomes) == 2
        assert (x + 4, y) in aims


def test_a_gap_where_the_player_stands_too_is_not_better() -> None:
    drawing = "########\n#....g.#\n#......#\n#..@...#\n#......#\n#....g.#\n########"
    with Arena.from_ascii(drawing, LEGEND) as arena:
        arena.teach("Falling Sky")
        arena.set_pools(arena.player, mana=20, max_mana=20)
        aims = best_aims(arena.game, Cast("Falling Sky"))
        assert set(aims) == {(5, 1), (5, 5)}


def test_a_large_body_is_aimed_at_where_it_is_in_reach() -> None:
    drawing = "#####\n#D..#\n#...#\n#...#\n#...#\n#...#\n#...#\n#...#\n#@..#\n#####"
    with Arena.from_ascii(drawing, {"D": "Black Dragon"}) as arena:
        arena.teach("Zap")
        corner = arena.position(arena.find("Black Dragon"))
        aims = best_aims(arena.game, Cast("Zap"))
        assert corner == (1, 1)
        assert aims == [(1, 2)]


def test_a_cone_is_aimed_between_two_enemies_where_it_reaches_both() -> None:
    drawing = "#######\n#..g..#\n#.....#\n#@....#\n#.....#\n#..g..#\n#######"
    with Arena.from_ascii(drawing, LEGEND) as arena:
        arena.teach("Cinder Breath")
        arena.set_pools(arena.player, mana=20, max_mana=20)
        aims = best_aims(arena.game, Cast("Cinder Breath"))
        assert len(arena.forecast("Cinder Breath", aims[0]).outcomes) == 2


def test_an_unidentified_item_gives_no_radius_away() -> None:
    with Arena.from_ascii(PAIR.replace("@...g...g", "@..g.g..."), LEGEND) as arena:
        scroll = arena.give(arena.player, "Fireball Scroll")
        aims = best_aims(arena.game, UseItem(scroll))
        goblins = {
            point for point, there in arena.game.level.blockers.items() if there != arena.player
        }
        assert set(aims) <= goblins


def test_aims_are_ranked_by_rough_forecasts(monkeypatch: pytest.MonkeyPatch) -> None:
    with Arena.from_ascii(PAIR, LEGEND) as arena:
        arena.teach("Falling Sky")
        arena.set_pools(arena.player, mana=20, max_mana=20)
        asked: list[object] = []
        whole = aiming.foresee

        def counted(
            game: Game, actor: int, action: acting.Action, precision: sampler.Precision
        ) -> Forecast:
            asked.append(precision)
            return whole(game, actor, action, precision)

        monkeypatch.setattr(aiming, "foresee", counted)
        before = arena.state_hash()
        best_aims(arena.game, Cast("Falling Sky"))
        assert asked
        assert set(asked) == {sampler.ROUGHEST}
        assert arena.state_hash() == before


@pytest.mark.parametrize(
    ("outcome", "is_harm"),
    [
        (Outcome(), False),
        (Outcome((0, 0.2, 1)), True),
        (Outcome(kill=0.1), True),
        (Outcome((0, 0.0, 4), later=(0, 2.0, 4)), True),
        (Outcome(statuses={"Blinded": (0.2, 1)}), True),
        (Outcome(statuses={"Hasted": (1.0, 3)}), False),
        (Outcome(facts={Begins("Blinded"): 0.5}), True),
        (Outcome(facts={Begins("Hasted"): 0.5}), False),
        (Outcome(facts={Driven(3): 1.0}), False),
        (Outcome(healing=(1, 2.0, 3)), False),
    ],
)
def test_what_counts_as_harm(outcome: Outcome, *, is_harm: bool) -> None:
    with Arena.from_ascii("#####\n#@b.#\n#####", LEGEND) as arena:
        barkeep = arena.find("Barkeep")
        seen = Forecast(outcomes={barkeep: outcome})
        assert (aiming.harms_own_side(arena.game, seen) == [barkeep]) is is_harm


def test_whom_a_cast_turns_against_the_player_is_foretold() -> None:
    with Arena.from_ascii("#######\n#@.b..#\n#######", LEGEND) as arena:
        arena.teach("Zap")
        arena.set_pools(arena.player, mana=20, max_mana=20)
        before = arena.state_hash()
        told = arena.forecast("Zap", (3, 1)).notes
        assert told == {"word goes round: the townsfolk will not forget what you did": 1.0}
        assert arena.state_hash() == before
        assert any("will not forget" in line for line in arena.cast("Zap", (3, 1)).log)
        assert arena.forecast("Zap", (3, 1)).notes == {}, "they are enemies by now"


def test_what_another_lacks_nothing_of_is_not_called_the_players() -> None:
    with Arena.from_ascii("#######\n#@.b..#\n#######", LEGEND) as arena:
        arena.teach("Bind Wounds")
        arena.set_pools(arena.player, mana=20, max_mana=20, hp=3)
        seen = arena.forecast("Bind Wounds", (3, 1))
        assert seen.refused == "There are no wounds there to close."


def test_whom_a_kindness_would_win_over_is_foretold() -> None:
    with Arena.from_ascii("#######\n#@.g..#\n#######", LEGEND) as arena:
        arena.teach("Bind Wounds")
        arena.set_pools(arena.player, mana=20, max_mana=20)
        arena.set_pools(arena.find("Goblin"), hp=1)
        assert not arena.forecast("Bind Wounds", (3, 1)).notes
        arena.game.standing["Cave Goblins"] = 28
        told = arena.forecast("Bind Wounds", (3, 1)).notes
        assert [note for note in told if note.endswith("will let you be")]
        log = arena.cast("Bind Wounds", (3, 1)).log
        assert any("will let you be" in line for line in log)


@pytest.mark.parametrize("spell", ["Paper Cuts", "Itch", "Venom", "Slow Match"])
def test_what_will_hurt_the_peaceful_later_is_known_to_turn_them(spell: str) -> None:
    drawing = "#######\n#@.p..#\n#######"
    with Arena.from_ascii(drawing, {"p": "Priest"}) as arena:
        arena.teach(spell)
        before, notes = arena.state_hash(), arena.forecast(spell, (3, 1)).notes
        assert arena.state_hash() == before
        assert notes == {"then word goes round: the townsfolk will not forget what you did": 1.0}
        log = [*arena.cast(spell, (3, 1)).log, *arena.wait().log]
        assert "Word goes round: the townsfolk will not forget what you did." in log


def test_what_burns_beside_the_peaceful_is_known_to_turn_them_if_it_reaches_them() -> None:
    drawing = '#########\n#@."""""#\n#########'
    with Arena.from_ascii(drawing) as arena:
        arena.spawn("Priest", 3, 1)
        arena.teach("Kindling")
        notes = arena.forecast("Kindling", (4, 1)).notes
        assert 0 < notes["then word goes round: the townsfolk will not forget what you did"] <= 1


def test_what_hurts_the_peaceful_anyway_turns_nobody_against_the_player() -> None:
    with Arena.from_ascii("#######\n#@.p..#\n#######", {"p": "Priest"}) as arena:
        inflict(arena, "damage_over_time", arena.find("Priest"), damage=1, turns=4)
        arena.teach("Gag Order")
        assert arena.forecast("Gag Order", (3, 1)).notes == {}
