"""Enemies out of sight that the player has reason to reckon with, and those of whom they know nothing."""

import pytest

from roguelike.components import spatial
from roguelike.engine.play.commands import Cast, Pass, Rest, Step
from roguelike.engine.play.heard import TURNS, Absentees
from roguelike.engine.session import Session
from roguelike.engine.telling.sentences import is_seen
from roguelike.systems.visibility import look_around
from roguelike.world import changes, ecs
from roguelike.world.game import NOBODY, Cause
from tests.rooms import Draw, inflict

CORNER = """
##########
#@....F..#
#.########
#.#
###
"""
"""A hero who sees something that never moves, until they step round the corner."""
ROUND, BACK = Step(0, 1), Step(0, -1)


def test_who_goes_out_of_sight_is_reckoned_with_for_some_turns(draw: Draw) -> None:
    session = Session(draw(CORNER).game)
    session.do(Rest())
    assert session.absent_enemies == 0
    session.do(ROUND)
    assert session.absent_enemies == 1
    for _ in range(TURNS - 1):
        session.do(Rest())
        assert session.absent_enemies == 1
    session.do(Rest())
    assert session.absent_enemies == 0


def test_also_who_was_in_view_when_the_game_was_continued(draw: Draw) -> None:
    """Somebody faded in the first turn after loading, and the panel said that the fight was won without them."""
    session = Session(draw(CORNER).game)
    session.do(ROUND)
    assert session.absent_enemies == 1


def test_who_is_seen_again_is_not(draw: Draw) -> None:
    session = Session(draw(CORNER).game)
    for step, absent in ((Rest(), 0), (ROUND, 1), (BACK, 0)):
        session.do(step)
        assert session.absent_enemies == absent


def test_who_is_seen_to_die_is_not(draw: Draw) -> None:
    arena = draw(CORNER, knows="Zap")
    mushroom = arena.find("Firecap Mushroom")
    arena.set_pools(mushroom, hp=1)
    session = Session(arena.game)
    session.do(Rest())
    session.do(Cast("Zap", arena.position(mushroom)))
    assert not arena.alive(mushroom)
    assert session.absent_enemies == 0


@pytest.mark.parametrize(("by_hero", "absent"), [(True, 0), (False, 1)])
def test_whom_ones_own_poison_kills_out_of_sight_is_not(
    draw: Draw,
    by_hero: bool,  # noqa: FBT001
    absent: int,
) -> None:
    """Its gold and experience were there, and for ten turns the panel warned of an enemy out of view."""
    arena = draw(CORNER)
    mushroom = arena.find("Firecap Mushroom")
    arena.set_pools(mushroom, hp=2)
    by = arena.player if by_hero else NOBODY
    session = Session(arena.game)
    session.do(Rest())
    inflict(arena, "status", mushroom, status="Bleeding", turns=9, strength=1, by=by)
    session.do(ROUND)
    for _ in range(3):
        session.do(Rest())
    assert not arena.alive(mushroom)
    assert session.absent_enemies == absent


def test_who_is_won_over_in_view_is_not(draw: Draw) -> None:
    """A charmed orc fought beside the hero, and the panel said for ten turns that an enemy was out of view."""
    arena = draw(CORNER)
    session = Session(arena.game)
    session.do(Rest())
    mushroom = arena.find("Firecap Mushroom")
    inflict(arena, "status", mushroom, status="Charmed", turns=20, by=arena.player)
    session.do(Rest())
    assert session.absent_enemies == 0
    session.do(ROUND)
    assert session.absent_enemies == 0


def test_what_bursts_in_view_is_not(draw: Draw) -> None:
    arena = draw("###########\n#@.....F..#\n###########", minds=True)
    arena.set_pools(arena.player, hp=300, max_hp=300)
    mushroom = arena.find("Firecap Mushroom")
    session, turns = Session(arena.game), 0
    while arena.alive(mushroom):
        session.do(Step(1, 0))
        turns += 1
    assert turns > 1, "it was in view before"
    assert session.absent_enemies == 0


def test_who_dies_on_another_level_is_not_looked_for_on_this_one(draw: Draw) -> None:
    """Somebody died on a wide level as the hero left it for a narrow one: the game ended with an error."""
    arena = draw(CORNER)
    game, mushroom = arena.game, arena.find("Firecap Mushroom")
    place = ecs.get(mushroom, spatial.Position)
    for x, depth, in_view in (
        (6, game.depth, True),
        (76, game.depth + 1, False),
        (6, game.depth + 1, False),
    ):
        place.x, place.depth = x, depth
        game.dead.add(mushroom)
        assert is_seen(game, mushroom) is in_view
        absentees = Absentees(game)
        absentees.witness(game, [changes.Died(mushroom, Cause("a fall", NOBODY, "hunger"))])
        assert not game.absent


def test_whoever_strikes_unseen_is(draw: Draw) -> None:
    arena = draw("#########\n#@...a..#\n#########", {"a": "Archer"}, minds=True)
    arena.set_pools(arena.player, hp=300, max_hp=300)
    inflict(arena, "status", arena.find("Archer"), status="Invisible", turns=99)
    session = Session(arena.game)
    look_around(arena.game)
    assert session.creatures() == ()
    for _ in range(TURNS):
        session.do(Pass())
    assert session.absent_enemies == 1


ALCOVE = """
########
#@...F.#
#.####.#
#....#g#
########
"""


@pytest.mark.parametrize(("spell", "aim", "absent"), [("Balm", (6, 1), 1), ("Mend", None, 0)])
def test_whom_the_log_tells_of_as_of_something_is(
    draw: Draw, spell: str, aim: tuple[int, int] | None, absent: int
) -> None:
    """For turns on end something cast Bind Wounds, and the panel said that nobody was out of sight."""
    arena = draw(ALCOVE, hp=90)
    game, goblin, absentees = arena.game, arena.find("Goblin"), Absentees(arena.game)
    for each in (goblin, arena.find("Firecap Mushroom")):
        arena.set_pools(each, hp=50)
    arena.teach(spell, goblin)
    arena.set_pools(goblin, mana=9, max_mana=9)
    log, start = len(arena.log), len(game.trace)
    assert arena.cast(spell, aim, by=goblin).refused is None
    absentees.witness(game, game.trace[start:])
    assert ("Something casts" in " ".join(arena.log[log:])) is bool(absent)
    assert len(game.absent) == absent


@pytest.mark.parametrize(("victim", "absent"), [((5, 1), 1), ((4, 3), 0)])
def test_whoever_is_seen_to_strike_others_from_out_of_sight_is(
    draw: Draw, victim: tuple[int, int], absent: int
) -> None:
    arena = draw(ALCOVE)
    game, goblin, absentees = arena.game, arena.find("Goblin"), Absentees(arena.game)
    struck, why = arena.spawn("Rat", *victim), Cause("a claw", goblin, "melee")
    absentees.witness(game, [changes.Missed(why, attacker=goblin, target=struck)])
    assert len(game.absent) == absent


def test_of_whom_nothing_was_seen_nothing_is_said(draw: Draw) -> None:
    arena = draw("#######\n#@#..r#\n#######", minds=True)
    session = Session(arena.game)
    for _ in range(5):
        session.do(Pass())
    assert session.absent_enemies == 0


def test_the_peaceful_are_no_enemies(draw: Draw) -> None:
    session = Session(draw(CORNER, {"F": "Barkeep"}).game)
    session.do(Rest())
    session.do(ROUND)
    assert session.absent_enemies == 0
