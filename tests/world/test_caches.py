"""Cached answers: what a rehearsal may use of the real game's, and what it must look up itself."""

from roguelike.core.records import State
from roguelike.core.rng import Stream
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.systems.ai.sightings import factions_of
from roguelike.world.caches import Caches, Derived
from roguelike.world.changes import Removed
from roguelike.world.game import Cause
from tests.rooms import room


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
        game.change(Removed(kobold, Cause("a test")))
        assert all(kobold not in members for members in factions_of(game).members.values())
    assert factions_of(game) is before
