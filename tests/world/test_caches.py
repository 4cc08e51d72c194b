"""Cached answers and figures: fresh whenever anything changes, and what a rehearsal may use of them."""

import pytest

from roguelike.components import actors, spatial, vitals
from roguelike.core.records import State
from roguelike.core.rng import Stream
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.systems.ai.sightings import factions_of
from roguelike.world import changes, space, spawning
from roguelike.world.derived_stats import attribute_bonus, drop_stats, stats_of
from roguelike.world.game import Caches, Cause, Derived
from tests.rooms import Draw, component, room


class Count(Derived):
    """An answer that follows from its revision."""

    number: int


class Notes(State):
    """An answer that is written to."""

    lines: list[str]


def test_a_rehearsal_has_only_the_answers_that_nobody_writes_to() -> None:
    """Of two answers of the real game, the rehearsal's caches hold the derived one, at the same revision."""
    caches = Caches(population=3, sleep=4)
    count = caches.keep(3, Count(7))
    caches.keep(3, Notes(["a"]))
    pretended = caches.for_rehearsal()
    assert (pretended.population, pretended.sleep) == (3, 4)
    assert pretended.get(Count, 3) is count
    assert pretended.get(Notes, 3) is None
    pretended.keep(4, Count(8))
    assert caches.get(Count, 3) is count


def test_sides_are_counted_anew_after_a_removal_and_the_old_count_holds_again_once_it_is_undone() -> (
    None
):
    """A creature removed in a rehearsal is in no faction there; afterwards the first count is still the one used."""
    arena = room("#####\n#@.o#\n#####")
    game = arena.game
    before = factions_of(game)
    (kobold,) = (each for each in game.level.blockers.values() if each != game.player)
    with rehearsing(game, Stream(1, "test")):
        assert factions_of(game) is before
        game.change(changes.Removed(kobold, Cause("a test")))
        assert all(kobold not in members for members in factions_of(game).members.values())
    assert factions_of(game) is before


ALONE = "####\n#@.#\n####"


@pytest.mark.parametrize(
    ("value", "bonus"),
    [
        (11, 0),
        (10, 0),
        (12, 1),
        (13, 1),
        (14, 2),
        (9, 0),
        (8, -1),
        (7, -1),
        (3, -3),
        (1, -4),
        (20, 5),
    ],
)
def test_bonuses_are_cut_toward_zero(value: int, bonus: int) -> None:
    assert attribute_bonus(value) == bonus


def test_half_points_of_armor_round_up(draw: Draw) -> None:
    arena = draw(ALONE)
    bare = stats_of(arena.player).armor_class
    arena.equip(arena.player, "Fez")
    assert stats_of(arena.player).armor_class == bare + 1


def test_figures_are_kept_until_something_changes(draw: Draw) -> None:
    arena = draw(ALONE)
    first = stats_of(arena.player)
    component(arena.player, vitals.Attributes).might = 20
    assert stats_of(arena.player).bonuses[0] == 0
    assert stats_of(arena.player) is first
    drop_stats(arena.player)
    assert stats_of(arena.player).bonuses[0] == 5


ROOM = """
    #########
    #@.D..o.#
    #.....#.#
    #########
"""
CAUSE = Cause("a test")


def test_all_that_have_a_component_are_listed_once_by_id(draw: Draw) -> None:
    arena = draw(ROOM)
    giant, ogre = arena.find("Giant"), arena.find("Ogre")
    assert space.present(arena.game, actors.Mind) == [
        (each, component(each, actors.Mind)) for each in sorted((giant, ogre))
    ]
    assert {each for each, _ in space.present(arena.game, vitals.Pools)} == {
        arena.player,
        giant,
        ogre,
    }


def test_who_comes_and_who_dies_is_noticed_and_who_walks_stays(draw: Draw) -> None:
    arena = draw(ROOM)
    game, ogre = arena.game, arena.find("Ogre")
    before = space.present(game, actors.Mind)
    changes.move(game, ogre, (7, 1), CAUSE)
    assert space.present(game, actors.Mind) is before
    rat = arena.spawn("Rat", 1, 2)
    assert rat in dict(space.present(game, actors.Mind))
    game.change(changes.Died(ogre, CAUSE))
    assert ogre not in dict(space.present(game, actors.Mind))


def test_what_is_carried_or_on_another_level_is_left_out(draw: Draw) -> None:
    arena = draw(ROOM)
    game, ogre = arena.game, arena.find("Ogre")
    food = arena.give(arena.player, "Rations")
    assert food not in dict(space.present(game, spatial.Position))
    space.take_up(game, ogre)
    component(ogre, spatial.Position).depth = 9
    assert ogre not in dict(space.present(game, actors.Mind))


def test_a_rehearsal_leaves_the_list_as_it_was(draw: Draw) -> None:
    arena = draw(ROOM)
    game, ogre = arena.game, arena.find("Ogre")
    before = space.present(game, actors.Mind)
    with rehearsing(game, game.rng):
        game.change(changes.Died(ogre, CAUSE))
        assert ogre not in dict(space.present(game, actors.Mind))
    assert space.present(game, actors.Mind) is before


def test_sides_are_counted_anew_when_a_creature_comes_and_not_when_a_thing_does() -> None:
    """A thing that lies down beside the player is on no side; a second orc is."""
    game = room("#####\n#@.o#\n#####").game
    before = factions_of(game)
    spawning.spawn(game, "items", "Dagger", (2, 1), game.depth)
    assert factions_of(game) is before
    orc = spawning.spawn(game, "mobs", "Orc", (2, 1), game.depth)
    assert any(orc in members for members in factions_of(game).members.values())
