"""What flies on where nobody has looked: told so, and of nothing else."""

import pytest

from roguelike.components import actors
from roguelike.effects.foresight.facts import BurnsOn, Dark
from roguelike.effects.foresight.sampler import EXACT
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.foreseeing.played_turns import into_the_dark
from roguelike.engine.foreseeing.reply import Estimate
from roguelike.engine.play.commands import Action, Cast, Pass, UseItem
from roguelike.testing import Arena
from roguelike.world import changes, ecs
from roguelike.world.game import Cause
from roguelike.world.known_level import Darkness
from roguelike.world.terrain import Tile
from tests.foreseeing import hold
from tests.halls import Stage, afflict, set_ground

WHY = Cause("the test")

HALL = """
##########
#........#
#.@...o..#
#........#
##########
"""
AIM = (6, 2)
BEAM, BOUNCE, BOLT, BLAST = "Rime Lance", "Ricochet", "Zap", "Falling Sky"


def hall(stage: Stage, spell: str, *, seen_to: int = 10, drawing: str = HALL) -> Arena:
    """Draw a hall of which the player has seen so many columns, and teach them a spell."""
    arena = stage(drawing, knows=spell)
    level = arena.game.level
    level.explored[seen_to:] = False
    level.visible = level.visible & level.explored
    return arena


def told(arena: Arena, action: Action) -> bool:
    """Return whether it is told that something hangs on the dark."""
    return Dark() in foresee(arena.game, arena.player, action).facts


@pytest.mark.parametrize(
    ("spell", "seen_to", "is_told"),
    [
        (BEAM, 10, False),
        (BEAM, 7, True),
        (BOUNCE, 10, False),
        (BOUNCE, 8, True),
        (BOLT, 7, False),
        (BLAST, 7, True),
    ],
)
def test_what_flies_on_into_ground_never_seen_is_told_so(
    stage: Stage,
    spell: str,
    seen_to: int,
    is_told: bool,  # noqa: FBT001
) -> None:
    arena = hall(stage, spell, seen_to=seen_to)
    assert told(arena, Cast(spell, AIM)) is is_told


def test_what_ends_for_its_range_is_not(stage: Stage) -> None:
    arena = stage("\n" + "\n".join(row[:5] + row[5] * 20 + row[-1] for row in HALL.split()))
    arena.teach(BEAM)
    arena.spawn("Orc", *AIM)
    end = arena.forecast(BEAM, AIM).path[-1]
    delivery = Cast(BEAM).delivery(arena.game)
    assert end[0] == 2 + (delivery.range or 0)
    assert not told(arena, Cast(BEAM, AIM))
    level = arena.game.level
    level.explored[end[0] :] = False
    level.visible = level.visible & level.explored
    assert told(arena, Cast(BEAM, AIM)), "now it is the darkness that ends it"


def test_of_a_thing_not_known_it_tells_nothing(stage: Stage) -> None:
    arena = hall(stage, BEAM, seen_to=7)
    scroll = arena.give(arena.player, "Fireball Scroll")
    assert not told(arena, UseItem(scroll, AIM))


def test_what_the_ground_is_like_that_was_never_seen_tells_nothing(stage: Stage) -> None:
    drawings = (HALL, HALL.replace("o..#", "o#.#"))
    halls = [hall(stage, BEAM, seen_to=7, drawing=each) for each in drawings]
    assert [told(each, Cast(BEAM, AIM)) for each in halls] == [True, True]


@pytest.mark.parametrize(("seen_to", "is_told"), [(10, False), (7, True)])
def test_who_may_flee_into_the_dark_is_told_to_do_so(
    seen_to: int,
    is_told: bool,  # noqa: FBT001
) -> None:
    """The reply took ground never seen for wall: a dark elf came nearer, and stepped back into the dark."""
    with Arena.from_ascii(HALL, {"o": "Orc"}, minds=True) as arena:
        level, orc = arena.game.level, arena.find("Orc")
        afflict(arena, orc, "Feared", 9)
        level.explored[seen_to:] = False
        level.visible = level.visible & level.explored
        found = arena.reply("wait")
        assert (orc in into_the_dark(arena.game, found)) is is_told
        assert sum(found.ends[orc].values()) == pytest.approx(1.0)


PUSH = "Rude Gesture"
LONG = "\n".join(row[:-1] + 12 * row[-2] + row[-1] for row in HALL.split())


@pytest.mark.parametrize("is_wall", [True, False])
def test_whoever_is_driven_into_the_dark_may_hit_a_wall_there_or_not(
    stage: Stage,
    is_wall: bool,  # noqa: FBT001
) -> None:
    """It was said to die for certain, and lived in 49 of 187 pushes on arrival at real levels."""
    drawing = LONG.replace("o...", "o.##") if is_wall else LONG
    arena = hall(stage, PUSH, seen_to=8, drawing=drawing)
    orc = arena.find("Orc")
    arena.set_pools(orc, hp=1)
    for told in (arena.forecast(PUSH, AIM).outcomes[orc], arena.reply(PUSH, AIM).outcomes[orc]):
        assert told.dark == (0.0, 1.0)
        assert told.kill == 0.0, "the worse of the two for the player"
        assert (told.damage[0], told.damage[2]) == (0, 1)
        assert told.notes["into the dark"] == 1.0
        assert {round(chance, 3) for chance in told.facts.values()} <= {0.5, 1.0}
    arena.cast(PUSH, AIM)
    assert arena.alive(orc) is not is_wall


def test_what_hangs_on_the_dark_but_a_death_is_told_too(stage: Stage) -> None:
    arena = hall(stage, PUSH, seen_to=8, drawing=LONG)
    orc = arena.find("Orc")
    arena.set_pools(orc, hp=50, max_hp=50)
    assert arena.forecast(PUSH, AIM).outcomes[orc].dark == (0.0, 0.0)


def test_somebody_out_of_view_may_stop_whoever_is_driven_over_ground_that_is_remembered(
    stage: Stage,
) -> None:
    arena = hall(stage, PUSH, seen_to=22, drawing=LONG)
    orc, level = arena.find("Orc"), arena.game.level
    arena.set_pools(orc, hp=1)
    level.explored[:] = True
    level.visible = level.explored.copy()
    assert arena.forecast(PUSH, AIM).outcomes[orc].dark is None
    level.visible[8:] = False
    assert arena.forecast(PUSH, AIM).outcomes[orc].dark == (0.0, 1.0)


def test_an_act_that_is_refused_is_so_whatever_is_out_of_view(stage: Stage) -> None:
    """Only on open ground was it done and paid for, and so a plan went on as no turn could."""
    arena = hall(stage, PUSH, seen_to=8, drawing=LONG)
    arena.teach("Patch Up")
    arena.set_pools(arena.player, mana=9, max_mana=9)
    healed, pushed = arena.plan([("Patch Up", None), (PUSH, AIM)])
    assert pushed.outcomes[arena.find("Orc")].dark == (0.0, 0.0)
    assert healed.refused == "You are already at full health."
    assert pushed.you.mana == (-1, -1.0, -1)


def test_one_may_step_into_the_dark(stage: Stage) -> None:
    arena = hall(stage, BOLT, seen_to=3)
    assert "into the dark" in arena.forecast("step", (3, 2)).notes
    assert arena.reply("step", (3, 2)).refused is None
    assert arena.forecast("step", (2, 1)).notes == {}


def test_a_burst_of_one_s_own_that_comes_back_from_the_dark_is_told_at_its_worst(
    stage: Stage,
) -> None:
    """Whoever flies on may come back: the player's own death is the likelier of the two."""
    arena = hall(stage, BOUNCE, seen_to=8, drawing=LONG)
    arena.set_pools(arena.player, hp=1)
    told = arena.forecast(BOUNCE, AIM)
    you = told.outcomes[arena.player]
    assert you.kill == you.dark[1] > you.dark[0]
    reply = arena.reply(BOUNCE, AIM)
    assert reply.you.dark is not None
    assert reply.death == reply.you.kill == reply.you.dark[1]


GAP = """
############
#..........#
#.@.gxxx.o.#
#..........#
############
"""


def gap(stage: Stage, tile: Tile, spell: str, *, unseen: bool) -> Arena:
    """Draw a strip of ground that leads to an orc, of which one row of tiles across was perhaps never seen."""
    arena = stage(GAP.replace("x", "."))
    level = arena.game.level
    for x in (4, 5, 6, 7, 8, 9):
        arena.game.change(changes.TileChanged((x, 2), Tile.FLOOR, tile, WHY))
    if unseen:
        level.explored[6:8] = False
        level.visible = level.visible & level.explored
    arena.teach(spell)
    arena.precision = EXACT  # a fire leads across it at times only
    return arena


@pytest.mark.parametrize("tile", [Tile.FLOOR, Tile.GRASS, Tile.SHALLOW_WATER])
@pytest.mark.parametrize(
    ("spell", "leads"), [("Kindling", Tile.GRASS), ("Quarrelsome Spark", Tile.SHALLOW_WATER)]
)
def test_what_burns_or_carries_lightning_may_lead_on_through_the_dark(
    stage: Stage, tile: Tile, spell: str, leads: Tile
) -> None:
    """The fire that came to an orc over grass never seen was told of nobody."""
    arena = gap(stage, tile, spell, unseen=False)
    orc = arena.find("Orc")
    known = arena.forecast(spell, (4, 2)).outcomes.get(orc)
    assert (known is not None) is (tile == leads)
    arena = gap(stage, tile, spell, unseen=True)
    orc = arena.find("Orc")
    told = arena.forecast(spell, (4, 2)).outcomes.get(orc)
    if tile == leads:
        assert told.dark is not None
        assert told.damage[2] > 0
        assert "into the dark" in told.notes
    replied = arena.reply(spell, (4, 2)).outcomes.get(orc)
    assert (replied is not None) is (told is not None)
    for seed in range(3):
        arena = gap(stage, tile, spell, unseen=True)
        hold(arena, Cast(spell, (4, 2)), arena.player, seed=seed)


def test_who_burns_and_is_driven_into_the_dark_may_come_to_water(stage: Stage) -> None:
    arena = hall(stage, PUSH, seen_to=8, drawing=LONG)
    orc = arena.find("Orc")
    afflict(arena, orc, "Burning", 4, 3.0)
    told = arena.forecast(PUSH, AIM).outcomes[orc]
    assert told.later[0] == 0, "water puts it out"
    assert 0 < told.statuses["Wet"][0] < 0.1


def test_a_reply_stands_after_each_rehearsal_whatever_kind_of_dark_comes_next(stage: Stage) -> None:
    """Counsel broke off where time ran out before anything was played in the second of two further kinds."""
    arena = gap(stage, Tile.GRASS, BOUNCE, unseen=True)
    goblin, orc = arena.find("Goblin"), arena.find("Orc")
    for each in (arena.player, goblin, orc):
        arena.set_pools(each, hp=5, max_hp=5)
    estimate = Estimate(arena.game, Cast(BOUNCE, (4, 2)))
    told = estimate.refined(1)
    assert told.outcomes[goblin].damage[2] > 0, "what was played is told at once"
    while not estimate.is_finished:
        told = estimate.refined(1)
    assert told.outcomes[orc].dark is not None


def test_samples_alone_tell_of_the_dark_too(stage: Stage) -> None:
    """What tiles near by would cost ended with an error where a further plan, without extremes, hung on the dark."""
    arena = hall(stage, PUSH, seen_to=8, drawing=LONG)
    (pushed,) = planning.Plan(arena.game, (Cast(PUSH, AIM),), 8, corners=0).refined()
    assert pushed.outcomes[arena.find("Orc")].dark is not None


@pytest.mark.parametrize(("flees", "asks"), [(False, False), (True, True)])
def test_who_walks_straight_on_asks_nothing_of_the_dark_beside_them(
    stage: Stage,
    flees: bool,  # noqa: FBT001
    asks: bool,  # noqa: FBT001
) -> None:
    """All that was done beside ground never seen was rehearsed with that open as well: it came to the same."""
    arena = stage(HALL, minds=True)
    arena.game.level.explored[7:] = False
    arena.game.level.visible = arena.game.level.visible & arena.game.level.explored
    orc = arena.find("Orc")
    mind = ecs.get(orc, actors.Mind)
    mind.target, mind.last_seen, mind.fear_turns = arena.player, (2, 2), 9 * flees
    estimate = Estimate(arena.game, Pass())
    told = estimate.refined()
    assert {intent.does for intent in told.intents[orc]} == {"flees" if flees else "moves"}
    assert estimate._sampler.is_dark is asks
    assert (into_the_dark(arena.game, told) == {orc}) is asks


MOAT = """
###########
#@~~o.....#
#.#######.#
#.........#
###########
"""


@pytest.mark.parametrize("is_seen", [True, False])
def test_what_hangs_on_the_dark_is_no_chance_and_it_is_taken_for_open_first(
    stage: Stage,
    is_seen: bool,  # noqa: FBT001
) -> None:
    """A shaman was told to leave view with 50%, as of dice: it would where the dark was open, and nowhere else."""
    arena = stage(MOAT, minds=True)
    orc, here, way_round = arena.find("Orc"), (4, 1), (5, 1)
    level, mind = arena.game.level, ecs.get(orc, actors.Mind)
    mind.target, mind.last_seen = arena.player, (1, 1)
    level.explored[:] = True
    if not is_seen:
        level.explored[6:] = level.explored[:, 3:] = False
        level.visible = level.visible & level.explored
    told = arena.reply("wait")
    kinds = [intent.dark for intent in told.intents[orc]]
    if is_seen:
        assert (kinds, told.ends[orc], told.probable) == ([None], {way_round: 1.0}, {})
    else:
        assert kinds == [Darkness.OPEN, Darkness.SHUT]
        assert told.ends[orc] == {here: pytest.approx(0.5), way_round: pytest.approx(0.5)}
        assert told.probable == {orc: way_round}
    arena.wait(1)
    assert arena.position(orc) == way_round


WIDE = "\n".join(["#" * 24, *["#" + "." * 22 + "#"] * 11, "#" * 24])
WIDE = WIDE[: 6 * 25 + 3] + "@" + WIDE[6 * 25 + 4 :]


@pytest.mark.parametrize(
    ("wall", "aim", "spot"), [(11, (7, 8), (5, 11)), (12, (6, 5), (7, 2)), (12, (7, 7), (7, 9))]
)
def test_whom_a_flight_may_hit_that_turns_back_somewhere_in_the_dark_is_told(
    stage: Stage, wall: int, aim: tuple[int, int], spot: tuple[int, int]
) -> None:
    """It comes back as from no wall where the dark begins or ends: in 39 of 43 halls nothing was told."""
    rows = [f"{row[:wall]}{'#' * (len(row) - wall)}" for row in WIDE.split()]
    arena = stage("\n".join(rows))
    arena.set_pools(arena.spawn("Orc", *spot), hp=8)
    level = arena.game.level
    level.explored[8:] = False
    level.visible = level.visible & level.explored
    arena.teach(BOUNCE)
    told = arena.forecast(BOUNCE, aim)
    least, most = told.outcomes[arena.find("Orc")].deaths
    assert least == 0 < most < 0.5
    hold(arena, Cast(BOUNCE, aim), arena.player)
    assert arena.hp(arena.find("Orc")) < 8


def test_no_death_is_certain_that_somebody_unseen_may_sway_its_bringer_from() -> None:
    """A mushroom does not burst upon its friends, and one may grow around the corner."""
    drawing = "########\n####.###\n####.###\n#@..F###\n########"
    with Arena.from_ascii(drawing, {"F": "Firecap Mushroom"}, minds=True) as arena:
        arena.set_pools(arena.player, hp=1)
        level = arena.game.level
        told = arena.reply("wait")
        assert 0.99 < told.death < 1
        assert told.you.dark is not None
        assert "into the dark" in told.you.notes
        level.explored[:] = True
        level.visible = level.explored.copy()
        assert arena.reply("wait").death == 1


GARDEN = '''
############
#"""""""#.##
#"""""""#.##
#"""""""#.##
#"""""""..##
#""""""W#.##
#"""""""#.##
#"""""""#.##
#"""""""#.##
#"""""""#@##
############
'''


def test_a_curtain_of_fire_may_reach_a_window_where_nobody_has_looked(stage: Stage) -> None:
    """A pane is reached like the walls beside it, around a corner: the garden behind it burnt down untold."""
    arena = stage(GARDEN.replace("W", "."))
    set_ground(arena, "a window", (7, 5))
    arena.teach("Curtain of Embers")
    level = arena.game.level
    level.explored[:8] = level.explored[8, 4] = False
    level.visible = level.visible & level.explored
    told = arena.forecast("Curtain of Embers", (9, 5)).facts
    assert any(type(fact) is BurnsOn for fact in told)
    assert Dark() in told
    hold(arena, Cast("Curtain of Embers", (9, 5)), arena.player)
