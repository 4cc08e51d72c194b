"""What the player knows is in forecasts, and what they do not know is not betrayed: the unseen, traps, lurkers."""

import numpy as np
import pytest

from roguelike.actions import acting, carrying, melee, moving, shooting
from roguelike.actions.spell_use import Cast
from roguelike.components import actors, spatial
from roguelike.core.rng import Stream
from roguelike.effects.foresight import facts
from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.foreseeing.aiming import foresee, mixed
from roguelike.engine.foreseeing.reply import reply
from roguelike.systems.visibility import look_around
from roguelike.testing import Arena
from roguelike.world import changes, ecs, known_level, perception
from roguelike.world.terrain import Tile
from tests.foreseeing import of_goblin, of_player
from tests.halls import ROW, Stage, afflict
from tests.rooms import Draw, fingerprint, inflict, lives, lost, of, unchanged

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


def test_a_beam_into_unseen_walls_is_refused_on_no_board(stage: Stage) -> None:
    """It was, as nothing to affect, on a board on which the dark is what it really is."""
    arena = stage(
        """
############
#.......,..#
#..,.......#
#...~".....#
##.....#.,.#
#.,.,.....@#
#.........~#
############
"""
    )
    game = arena.game
    arena.teach("Withering Gaze")
    arena.set_pools(arena.player, max_mana=40, mana=40)
    walls = np.full_like(game.level.tiles, Tile.WALL)
    with (
        known_level.level_as_known(game),
        known_level.in_the_dark(game, ground=walls),
        rehearsing(game, Stream("act")),
    ):
        cast = Cast("Withering Gaze", (4, 4))
        assert acting.attempt(cast, arena.player, game) == acting.Done()
    assert arena.forecast("Withering Gaze", (4, 4)).refused is None
    assert arena.cast("Withering Gaze", (4, 4)).refused is None


def test_who_stands_past_a_pillar_sees_the_player_too(stage: Stage) -> None:
    arena = stage("################\n#....@.........#\n#.......#..o...#\n################")
    game = arena.game
    assert not game.level.explored[9, 2]
    for ends in (((11, 2), (5, 1)), ((5, 1), (11, 2))):
        assert game.level.clear_between(*ends)
        with known_level.level_as_known(game):
            assert game.level.clear_between(*ends)


def test_who_is_called_is_told_to_the_blind(stage: Stage) -> None:
    arena = stage("########\n#......#\n#..@...#\n#......#\n########", knows="Wolf at the Door")
    arena.set_pools(arena.player, mana=20, max_mana=20)
    afflict(arena, arena.player, "Blinded", 5)
    arena.wait()
    assert set(arena.forecast("Wolf at the Door").notes) == {"a mangy wolf appears"}
    arena.cast("Wolf at the Door")
    assert arena.find("Mangy Wolf")


def test_what_becomes_of_the_ground_is_told_to_the_blind(stage: Stage) -> None:
    arena = stage("########\n#......#\n#..@~~~#\n#......#\n########", knows="Rime Lance")
    arena.set_pools(arena.player, mana=20, max_mana=20)
    seeing = arena.forecast("Rime Lance", (4, 2)).notes
    afflict(arena, arena.player, "Blinded", 5)
    arena.wait()
    assert arena.forecast("Rime Lance", (4, 2)).notes == seeing != {}


def test_the_confused_are_told_of_all_that_a_random_step_may_come_to() -> None:
    """A pool to the east burns one time in nine; the orc beside them only stops a step."""
    legend = {"o": "Orc", "~": "Acid Pool"}
    with Arena.from_ascii("#######\n#.....#\n#.o@~.#\n#.....#\n#######", legend) as arena:
        arena.teach("Zap")
        burn = arena.forecast("step", (4, 2)).outcomes[arena.player].damage
        afflict(arena, arena.player, "Confusion", 9)
        for what in ("Zap", "wait"):
            told = arena.forecast(what, (2, 2) if what == "Zap" else None)
            mean = pytest.approx(burn[1] / 9, abs=1e-5)
            assert told.outcomes[arena.player].damage == (0, mean, burn[2])
            assert told.notes["you are confused: a random step instead"] == 1.0
            assert arena.find("Orc") not in told.outcomes


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


def test_what_comes_anyway_comes_after_the_steps_of_the_confused_that_do_not_touch_it_too() -> None:
    """Who stood in a fire lost nothing after eight steps of nine: one alone, onto a mine, told of it."""
    dies = {facts.Dies(): 1.0}
    mine = Outcome(damage=(6, 6.0, 6), kill=1.0, anyway=(6, 6.0, 6), besides=dies)
    told = mixed([Forecast(outcomes={4: mine}), Forecast()]).outcomes[4]
    assert told.kill == 0.5
    assert told.later == told.staying == (0, 3.0, 6)
    assert told.anyway == (6, 6.0, 6)
    assert told.dies_later == 0.5


def test_an_unknown_thing_tells_no_more_than_its_flight(draw: Draw) -> None:
    arena = draw("#######\n#@..g.#\n#######")
    scroll = arena.give(arena.player, "Fireball Scroll")
    foreseen = arena.forecast(scroll, (4, 1))
    assert foreseen.refused is None
    assert dict(foreseen.outcomes) == {}
    arena.identify("Fireball Scroll")
    assert arena.forecast(scroll, (4, 1)).outcomes


def test_the_unseen_are_not_shown(draw: Draw) -> None:
    arena = draw("########\n#@..g..#\n###.####\n###k####\n########", knows="Blast")
    kobold = arena.find("Kobold")

    assert not perception.sees(arena.game, kobold)
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
        arena = draw(f"##########\n{row}\n##########", knows=spell)
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


RINGS = ("Ring of Wit", "Ring of Butterfingers", "Ring of Embers", "Ring of Mending")


# --- blows and shots at those whom nobody sees


def test_a_shot_at_the_unseen_is_refused_and_leaves_no_second_shadow(stage: Stage) -> None:
    arena = stage("########\n#@..r..#\n########", {"r": "Rat"}, hp=1)
    rat = arena.find("Rat")
    arena.equip(arena.player, "Shortbow")
    afflict(arena, rat, "Invisible", 9)
    before = fingerprint(arena)
    assert foresee(arena.game, arena.player, shooting.Shoot(rat)).refused == "You see nobody there."
    assert arena.forecast("shoot", (4, 1)).refused == "You see nobody there."
    assert fingerprint(arena) == before
    assert arena.game.level.at[4, 1] == [rat]


def test_a_blow_at_the_unseen_is_refused_by_command_forecast_and_reply(stage: Stage) -> None:
    arena = stage("#####\n#@G.#\n#####", {"G": "Gargoyle"})
    lurking = arena.find("Gargoyle")
    with unchanged(arena):
        told = {
            arena.forecast("melee", (2, 1)).refused,
            foresee(arena.game, arena.player, melee.Melee(lurking)).refused,
            arena.reply("melee", (2, 1)).refused,
            arena.turn("melee", (2, 1)).refused,
            arena.melee(lurking).refused,
            arena.melee(999).refused,
        }
        assert told == {"There is nobody to strike."}


def test_a_step_runs_into_the_unseen_and_strikes_them_as_no_forecast_can_know(stage: Stage) -> None:
    arena = stage("#####\n#@G.#\n#####", {"G": "Gargoyle"})
    told = arena.forecast("step", (2, 1))
    assert told.refused is None
    assert arena.find("Gargoyle") not in told.outcomes
    assert of(arena.turn("step", (2, 1)).trace, changes.Rolled)
    assert arena.position(arena.player) == (1, 1)


def test_whoever_stands_on_a_tile_is_entered_there_once(stage: Stage) -> None:
    arena = stage()
    goblin = arena.find("Goblin")
    spot = arena.position(goblin)
    assert spot is not None
    with pytest.raises(ValueError, match="twice"):
        arena.game.level.place(goblin, spot, ecs.get(goblin, spatial.Body))


# --- every command


def test_every_command_can_be_foreseen_by_its_name(stage: Stage) -> None:
    arena = stage("######\n#@g..#\n######")
    arena.equip(arena.player, "Shortbow")
    goblin = arena.find("Goblin")
    assert arena.forecast("wait").outcomes == {}
    blow = arena.forecast("melee", (2, 1)).outcomes[goblin]
    assert blow.damage[2] > 0
    assert arena.forecast("step", (2, 1)).outcomes[goblin] == blow  # bumping is striking
    assert arena.forecast("shoot", (2, 1)).outcomes[goblin].damage[2] > 0
    assert arena.forecast("melee", (1, 1)).refused
    assert arena.forecast("melee", (4, 1)).refused
    assert arena.forecast("step", (4, 1)).refused == "That is more than a step away."
    potion = arena.give(arena.player, "Health Potion")
    arena.identify("Health Potion")
    arena.set_pools(arena.player, hp=5)
    assert arena.forecast(potion).outcomes[arena.player].healing[2] > 0
    assert arena.forecast("melee", (1, 1), by=goblin).outcomes[arena.player].damage[2] > 0
    with pytest.raises(ValueError, match="tile"):
        arena.forecast("step")


# --- what nobody knows yet


def test_unknown_rings_are_put_on_alike_as_far_as_the_player_is_told() -> None:
    told = set()
    for name in RINGS:
        with Arena.from_ascii(ROW, {"g": "Goblin", "o": "Orc"}, minds=True) as arena:
            arena.set_pools(arena.player, hp=10)
            wear = carrying.Equip(arena.give(arena.player, name))
            seen = foresee(arena.game, arena.player, wear)
            assert seen.refused is None
            assert seen.outcomes == {}
            told.add(repr(reply(arena.game, wear, samples=8)))
            arena.identify(name)
            assert foresee(arena.game, arena.player, wear).outcomes
    assert len(told) == 1


def test_what_a_scroll_would_tell_of_a_thing_is_not_told_before_it_is_read() -> None:
    with Arena.from_ascii(ROW, {"g": "Goblin", "o": "Orc"}) as arena:
        arena.identify("Identify Scroll")
        scroll = arena.give(arena.player, "Identify Scroll")
        potion = arena.give(arena.player, "Poison Potion")
        called = arena.shown_name(potion).lower()
        seen = arena.forecast(scroll)
        assert seen.notes == {f"you learn what the {called} is": 1.0}
        assert seen.outcomes == {}
        assert arena.use(scroll).log == (f"The {called} is a poison potion.",)


WIDE = """
##################
#................#
#................#
#..@.....o.......#
#................#
#................#
##################
"""


@pytest.mark.parametrize("aim", [(4, 2), (4, 4), (5, 3)])
def test_a_flight_that_leaves_known_ground_does_not_turn_back_from_it(
    stage: Stage, aim: tuple[int, int]
) -> None:
    arena = stage(WIDE, knows="Ricochet")
    arena.set_pools(arena.player, mana=20, max_mana=20)
    told = arena.forecast("Ricochet", aim)
    flown = next(each.path for each in arena.cast("Ricochet", aim).trace if hasattr(each, "path"))
    assert told.path == flown[: len(told.path)]


@pytest.mark.parametrize(
    ("drawing", "aim", "whom"),
    [
        # Open, the dark lets it fly on to nobody: as if that were refused, nothing was told of it.
        ("#######\n##...##\n##.#.##\n#@g..##\n#######", (2, 2), "Goblin"),
        ("#######\n##...##\n##.#.##\n#@g..##\n#######", (2, 2), None),
        # It turns at walls beside the dark, some of which is shut and some open.
        ("########\n#..@#..#\n#......#\n###g...#\n########", (4, 3), "Goblin"),
        ("########\n#.#@...#\n##.##..#\n#.....g#\n########", (5, 2), None),
    ],
)
def test_whom_a_flight_strikes_that_may_turn_at_walls_never_seen_may_be_spared(
    stage: Stage, drawing: str, aim: tuple[int, int], whom: str | None
) -> None:
    arena = stage(drawing, knows="Ricochet")
    arena.set_pools(arena.player, mana=20, max_mana=20)
    who = arena.find(whom) if whom else arena.player
    told = arena.forecast("Ricochet", aim)
    assert lost(arena.cast("Ricochet", aim).trace, who) == told.outcomes[who].damage[0] == 0
    assert told.outcomes[who].damage[2] > 0
    assert told.outcomes[who].dark is not None


def test_a_step_goes_without_saying(stage: Stage) -> None:
    assert of_player(stage(ROW), "step", (2, 1)) == Outcome()


def test_lost_haste_and_broken_shields_are_told(stage: Stage) -> None:
    arena = stage(ROW)
    afflict(arena, arena.find("Goblin"), "Hasted", 9, -3.0)
    found = of_goblin(arena, "Web")
    assert (found.notes, found.statuses) == ({"loses Hasted": 1.0}, {})
    arena = stage(ROW)
    afflict(arena, arena.find("Goblin"), "Shielded", 9, 3.0)
    assert of_goblin(arena, "Zap").notes == {"shield breaks": 1.0}
    arena = stage(ROW)
    afflict(arena, arena.find("Goblin"), "Shielded", 9, 30.0)
    assert of_goblin(arena, "Zap").notes == {"shield weakens": 1.0}


@pytest.mark.parametrize(
    ("row", "spell", "aim", "words"),
    [
        ("#@..~~~g.#", "Rime Lance", (5, 1), "ice closes over the deep"),
        ('#@.."""".#', "Kindling", (4, 1), "the grass catches fire"),
    ],
)
def test_what_becomes_of_the_ground_is_told(
    stage: Stage, row: str, spell: str, aim: tuple[int, int], words: str
) -> None:
    arena = stage(f"##########\n{row}\n##########", knows=spell)
    assert arena.forecast(spell, aim).notes[words] == 1.0


@pytest.mark.parametrize("in_view", [True, False])
def test_followers_lose_heart_for_a_leader_of_whose_death_the_player_knows(
    draw: Draw, *, in_view: bool
) -> None:
    """Ghosts of those who fought one another stood where nobody went: their leader had died, and they fled."""
    arena = draw("##########\n#........#\n##########\n#@...g...#\n##########", minds=True)
    leader, follower = arena.spawn("Rat", 4, 3 if in_view else 1), arena.find("Goblin")
    ecs.get(follower, actors.Mind).leader = leader
    arena.set_pools(leader, hp=1)
    arena.teach("Zap")
    if in_view:
        arena.cast("Zap", (4, 3))
    else:
        inflict(arena, "damage", leader, amount=1)
    assert not arena.alive(leader)
    told = reply(arena.game, moving.Pass()).ends[follower]
    assert told == {(6, 3) if in_view else (4, 3): 1.0}
    for again in lives(arena, 4):
        again.turn("wait")
        assert again.position(follower) == (6, 3)


LIT_FROM_AFAR = """
##################################
#................#...#...........#
#.....................#..........#
#..........................gw....#
#.@..................#...........#
#.................#..............#
#................................#
#...#.....#..........#..#........#
##################################
"""
A_CORNER_ON_THE_WAY = """
##################################
#.........#......................#
#...#...........#.#......gw.#....#
#...................#............#
#.@..........#..................##
#................................#
#..........#.....................#
#.#.......................#......#
##################################
"""
A_FIRE_OUT_OF_VIEW = """
##################################
#.....................#..........#
#.#.................#......gw..#.#
#....................#....#.....##
#.@..........#...................#
#............#....#............#.#
#................................#
#................................#
##################################
"""


@pytest.mark.parametrize(
    ("drawing", "step", "is_told"),
    [
        (LIT_FROM_AFAR, (0, 1), True),
        (A_CORNER_ON_THE_WAY, (-1, 1), True),
        (A_FIRE_OUT_OF_VIEW, (0, -1), True),
        (A_FIRE_OUT_OF_VIEW, (0, 0), False),
    ],
)
def test_who_mends_unseen_beyond_ground_never_seen_is_told_as_it_may_be(
    stage: Stage,
    drawing: str,
    step: tuple[int, int],
    is_told: bool,  # noqa: FBT001
) -> None:
    """Whether one who stands in the light of a fire far off is seen from another tile hangs on what lies between."""
    arena = stage(drawing, {"w": "Watch Fire"})
    level, goblin = arena.game.level, arena.find("Goblin")
    level.lit, level.explored[:] = False, False
    look_around(arena.game)
    assert level.visible[arena.position(goblin)]
    ecs.get(goblin, actors.Mind).target = 0
    arena.set_pools(goblin, max_hp=60, hp=12)
    afflict(arena, goblin, "Bleeding", 30, 1)
    told = foresee(arena.game, arena.player, moving.Step(*step)).outcomes.get(goblin)
    taken = lost(arena.move(*step).trace, goblin)
    while arena.alive(goblin):
        taken += lost(arena.wait().trace, goblin)
    assert (told is not None) is is_told
    if told is None:
        assert taken == 12
    else:
        assert facts.Dark() in told.facts
        assert told.later[0] <= taken <= told.later[2]


def test_who_is_seen_by_a_lantern_alone_is_not_seen_once_that_is_taken_off(stage: Stage) -> None:
    arena = stage(f"{'#' * 22}\n#@{'.' * 15}g...#\n{'#' * 22}")
    lantern = arena.equip(arena.player, "Lantern")
    level, goblin = arena.game.level, arena.find("Goblin")
    level.lit = False
    look_around(arena.game)
    assert level.visible[arena.position(goblin)]
    ecs.get(goblin, actors.Mind).target = 0
    arena.set_pools(goblin, max_hp=60, hp=12)
    afflict(arena, goblin, "Bleeding", 30, 1)
    told = foresee(arena.game, arena.player, carrying.TakeOff(lantern)).outcomes[goblin]
    assert told.later[1] > told.anyway[1] == 12
