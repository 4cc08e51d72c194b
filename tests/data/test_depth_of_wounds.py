"""What makes the wound of a spell shallower or deeper: shells and marks."""

from tests.halls import Stage
from tests.rooms import inflict, lost

FOE = (7, 3)


def test_a_shell_takes_six_points_of_wounds(stage: Stage) -> None:
    arena = stage()
    arena.teach("Blue Carapace")
    arena.cast("Blue Carapace")
    inflict(arena, "damage", arena.player, amount=5)
    assert arena.hp(arena.player) == 200
    inflict(arena, "damage", arena.player, amount=5)
    assert arena.hp(arena.player) == 196
    assert "Shielded" not in arena.statuses(arena.player)


def test_a_mark_makes_wounds_half_as_deep_again(stage: Stage) -> None:
    arena = stage()
    arena.teach("Long Shadow")
    goblin = arena.find("Goblin")
    arena.cast("Long Shadow", FOE)
    assert lost(inflict(arena, "damage", goblin, amount=6), goblin) == 9
