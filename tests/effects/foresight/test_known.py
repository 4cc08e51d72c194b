"""What the player knows is in forecasts, and what they do not know is not betrayed: the unseen, traps, lurkers."""

import pytest

from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.engine.foreseeing.aiming import mixed
from roguelike.world.known_level import level_as_known
from tests.halls import Stage, afflict
from tests.rooms import Draw

PAST_A_PILLAR = """
##########
#...#..o.#
#.@..r...#
##########
"""
"""The orc is in view, though the tile beside the pillar, between them, is not."""


def test_what_reaches_all_in_view_reaches_those_past_a_pillar(stage: Stage) -> None:
    arena = stage(PAST_A_PILLAR)
    level, orc = arena.game.level, arena.find("Orc")
    assert level.visible[7, 1]
    assert not level.explored[5, 1]
    arena.teach("Dread")
    told = arena.forecast("Dread", (5, 2))
    assert told.outcomes[orc].statuses["Feared"][0] > 0
    assert (7, 1) in told.cells
    arena.cast("Dread", (5, 2))
    assert "Feared" in arena.statuses(orc)


def test_a_beam_at_somebody_in_view_is_foreseen_over_tiles_that_were_never_seen(
    stage: Stage,
) -> None:
    """The line to the orc leads over two tiles behind a corner; it was foreseen to end before them."""
    arena = stage(
        """
############
#.......,..#
#..,.......#
#...~".....#
##..o..#.,.#
#.,.,.....@#
#.........~#
############
"""
    )
    level, orc = arena.game.level, arena.find("Orc")
    assert level.visible[4, 4]
    assert not level.explored[6, 4]
    arena.teach("Withering Gaze")
    arena.set_pools(arena.player, max_mana=40, mana=40)
    arena.set_pools(orc, hp=1)
    told = arena.forecast("Withering Gaze", (4, 4))
    assert told.outcomes[orc].kill == 1.0
    assert told.cells == ((9, 5), (8, 5), (7, 5), (4, 4), (3, 4)), "unknown ground is not told"
    assert arena.reply("Withering Gaze", (4, 4)).outcomes[orc].kill == 1.0
    assert arena.cast("Withering Gaze", (4, 4)).refused is None
    assert not arena.alive(orc)


def test_who_stands_past_a_pillar_sees_the_player_too(stage: Stage) -> None:
    arena = stage("################\n#....@.........#\n#.......#..o...#\n################")
    game = arena.game
    assert not game.level.explored[9, 2]
    for ends in (((11, 2), (5, 1)), ((5, 1), (11, 2))):
        assert game.level.clear_between(*ends)
        with level_as_known(game):
            assert game.level.clear_between(*ends)


def test_who_is_called_is_told_to_the_blind(stage: Stage) -> None:
    arena = stage("########\n#......#\n#..@...#\n#......#\n########")
    arena.teach("Wolf at the Door")
    arena.set_pools(arena.player, mana=20, max_mana=20)
    afflict(arena, arena.player, "Blinded", 5)
    arena.wait()
    assert set(arena.forecast("Wolf at the Door").notes) == {"a mangy wolf appears"}
    arena.cast("Wolf at the Door")
    assert arena.find("Mangy Wolf")


def test_what_becomes_of_the_ground_is_told_to_the_blind(stage: Stage) -> None:
    arena = stage("########\n#......#\n#..@~~~#\n#......#\n########")
    arena.teach("Rime Lance")
    arena.set_pools(arena.player, mana=20, max_mana=20)
    seeing = arena.forecast("Rime Lance", (4, 2)).notes
    afflict(arena, arena.player, "Blinded", 5)
    arena.wait()
    assert arena.forecast("Rime Lance", (4, 2)).notes == seeing != {}


def test_the_confused_are_told_of_all_that_a_random_step_may_come_to(stage: Stage) -> None:
    arena = stage("#######\n#.....#\n#..@o.#\n#.....#\n#######")
    arena.teach("Zap")
    orc = arena.find("Orc")
    blow = arena.forecast("melee", (4, 2)).outcomes[orc].damage
    afflict(arena, arena.player, "Confusion", 9)
    for what in ("Zap", "wait"):
        told = arena.forecast(what, (4, 2) if what == "Zap" else None)
        assert told.outcomes[orc].damage == (0, pytest.approx(blow[1] / 9, abs=1e-5), blow[2])
        assert told.notes["you are confused: a random step instead"] == 1.0
        assert arena.player not in told.outcomes


def test_what_one_step_of_the_confused_takes_at_once_is_told_beside_what_another_takes_later() -> (
    None
):
    """A step into embers hurts at once, one into spores only in coming turns."""
    embers = Forecast(outcomes={1: Outcome(damage=(1, 1.0, 1))})
    spores = Forecast(outcomes={1: Outcome(damage=(0, 0.0, 14), later=(0, 7.0, 14))})
    told = mixed([embers, spores, Forecast()]).outcomes[1]
    assert told.at_once == (0, pytest.approx(1 / 3, abs=1e-5), 1)
    assert told.later == (0, pytest.approx(7 / 3, abs=1e-5), 14)
    assert told.damage[2] == 15


def test_an_unknown_thing_tells_no_more_than_its_flight(draw: Draw) -> None:
    arena = draw("#######\n#@..g.#\n#######")
    scroll = arena.give(arena.player, "Fireball Scroll")
    foreseen = arena.forecast(scroll, (4, 1))
    assert foreseen.refused is None
    assert dict(foreseen.outcomes) == {}
    arena.identify("Fireball Scroll")
    assert arena.forecast(scroll, (4, 1)).outcomes


def test_the_unseen_are_not_shown(draw: Draw) -> None:
    arena = draw("########\n#@..g..#\n###.####\n###k####\n########")
    arena.teach("Blast")
    kobold = arena.find("Kobold")
    from roguelike.world.names import sees

    assert not sees(arena.game, kobold)
    outcomes = arena.forecast("Blast", (3, 1)).outcomes
    assert kobold not in outcomes
    assert arena.find("Goblin") in outcomes


def same(one: Forecast, other: Forecast) -> bool:
    """Return whether two forecasts tell the same."""
    return (one.refused, sorted(one.cells), list(one.path), dict(one.outcomes)) == (
        other.refused, sorted(other.cells), list(other.path), dict(other.outcomes),
    )  # fmt: skip


@pytest.mark.parametrize(
    "spell", ["Blast", "Zap", "Shove", "Singe", "Spring", "Kindle", "Dissolve"]
)
def test_a_hidden_trap_is_not_betrayed(draw: Draw, spell: str) -> None:
    forecasts = []
    for row in ("#@...g...#", "#@...g^..#", "#@...gm..#"):
        arena = draw(f"##########\n{row}\n##########")
        arena.teach(spell)
        forecasts.append([arena.forecast(spell, (x, 1)) for x in (4, 5, 6)])
    for one, *others in zip(*forecasts, strict=True):
        assert all(same(one, other) for other in others)


@pytest.mark.parametrize("spell", ["Blast", "Web", "Ruin", "Volley", "Nova"])
@pytest.mark.parametrize("lurker", ["k", "F", "P"])
def test_a_lurker_around_the_corner_is_not_betrayed(draw: Draw, spell: str, lurker: str) -> None:
    forecasts = []
    for mark in (".", lurker):
        arena = draw(f"########\n#@.....#\n###.####\n###.####\n###{mark}####\n########")
        arena.teach(spell)
        forecasts.append([arena.forecast(spell, (x, 1)) for x in (2, 4, 6)])
    assert all(same(one, other) for one, other in zip(*forecasts, strict=True))
