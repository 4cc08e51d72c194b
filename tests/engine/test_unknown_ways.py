"""What flies on where nobody has looked: told so, and of nothing else."""

import pytest

from roguelike.effects.foresight.facts import Dark
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.foreseeing.played_turns import into_the_dark
from roguelike.engine.play.commands import Action, Cast, UseItem
from roguelike.testing import Arena
from tests.halls import Stage, afflict

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
