"""Statuses that forbid: the feared, silenced, blind, stunned and frozen do not do what they may not."""

from roguelike.world.names import sees
from tests.halls import LANE, Stage, afflict

NEAR = "###########\n#.@g......#\n###########"


def test_the_feared_run_and_do_not_strike(stage: Stage) -> None:
    arena = stage(NEAR, minds=True)
    goblin = arena.find("Goblin")
    afflict(arena, goblin, "Feared", 30)
    arena.wait(8)
    where = arena.position(goblin)
    assert where is not None
    assert where[0] > 5
    assert arena.hp(arena.player) == 200


def test_the_cornered_and_feared_still_dare_nothing(stage: Stage) -> None:
    arena = stage("#####\n##@g#\n#####", minds=True)
    afflict(arena, arena.find("Goblin"), "Feared", 30)
    arena.wait(6)
    assert arena.hp(arena.player) == 200


def test_a_feared_player_dares_no_blow(stage: Stage) -> None:
    arena = stage(NEAR)
    afflict(arena, arena.player, "Feared", 5)
    assert arena.melee(arena.find("Goblin")).refused == "You dare not, while afraid."


def test_the_silenced_cast_nothing(stage: Stage) -> None:
    arena = stage(LANE)
    arena.teach("Zap")
    afflict(arena, arena.player, "Silenced", 5)
    assert arena.cast("Zap", (6, 1)).refused == "You cannot cast while silenced."


def test_the_blind_see_only_what_they_touch(stage: Stage) -> None:
    arena = stage(LANE)
    arena.teach("Zap")
    goblin = arena.find("Goblin")
    afflict(arena, arena.player, "Blinded", 5)
    arena.wait(1)
    assert not sees(arena.game, goblin)
    assert arena.cast("Zap", (6, 1)).refused == "You cannot see that."


def test_stunned_and_frozen_players_lose_their_turns(stage: Stage) -> None:
    from roguelike.actions.moving import Step
    from roguelike.engine.play.turn import play

    for name in ("Stunned", "Frozen", "Asleep"):
        arena = stage(LANE)
        afflict(arena, arena.player, name, 3, 1)
        arena.game.enter()
        play(arena.game, Step(1, 0), lambda game, depth: None, minds=False)
        assert arena.position(arena.player) == (2, 1)
        assert arena.statuses(arena.player) == {name: 2}
