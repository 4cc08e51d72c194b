"""What flies on where nobody has looked: told so, and of nothing else."""

import pytest

from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.foreseeing.perils import beside_the_unknown, leads_into_the_unknown
from roguelike.engine.play.commands import Action, Cast, UseItem
from roguelike.testing import Arena
from tests.halls import Stage

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
    arena = stage(drawing)
    arena.teach(spell)
    level = arena.game.level
    level.explored[seen_to:] = False
    level.visible = level.visible & level.explored
    return arena


def told(arena: Arena, action: Action) -> bool:
    """Return whether it is told that the way beyond is unknown."""
    return leads_into_the_unknown(arena.game, action, foresee(arena.game, arena.player, action))


@pytest.mark.parametrize(
    ("spell", "seen_to", "is_told"),
    [
        (BEAM, 10, False),
        (BEAM, 7, True),
        (BOUNCE, 10, False),
        (BOUNCE, 8, True),
        (BOLT, 7, False),
        (BLAST, 7, False),
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
    end = arena.forecast(BEAM, AIM).path[-1]
    delivery = Cast(BEAM).delivery(arena.game)
    assert delivery is not None
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


@pytest.mark.parametrize(("seen_to", "is_told"), [(10, False), (8, False), (7, True)])
def test_who_stands_beside_ground_never_seen_is_known(
    stage: Stage,
    seen_to: int,
    is_told: bool,  # noqa: FBT001
) -> None:
    """The reply takes ground never seen for wall: a dark elf came nearer, and stepped back into the dark."""
    arena = hall(stage, BOLT, seen_to=seen_to)
    orc = arena.find("Orc")
    assert beside_the_unknown(arena.game, [orc]) == ({orc} if is_told else set())


def test_what_has_roots_goes_nowhere(stage: Stage) -> None:
    """A mushroom at the edge of the dark "may go where you have not seen"."""
    arena = hall(stage, BOLT)
    orc, mushroom = arena.find("Orc"), arena.spawn("Sporecap Mushroom", 6, 3)
    arena.game.level.explored[7:] = False
    assert beside_the_unknown(arena.game, [orc, mushroom]) == {orc}
