"""What the player sees, remembers and notices."""

from roguelike.components.spatial import Hidden
from tests.rooms import Draw, component

HALL = "############\n#@.........#\n############"


def test_eight_tiles_are_seen(draw: Draw) -> None:
    arena = draw(HALL)
    visible = arena.game.level.visible
    assert visible[9, 1]
    assert not visible[10, 1]
    assert visible[5, 0]


def test_what_was_seen_is_remembered(draw: Draw) -> None:
    arena = draw(HALL)
    for _ in range(9):
        arena.move(1, 0)
    level = arena.game.level
    assert not level.visible[1, 1]
    assert level.explored[1, 1]
    assert level.explored[10, 1]


def test_hidden_things_are_noticed_one_time_in_twenty_four(draw: Draw) -> None:
    found = 0
    for seed in range(12):
        arena = draw("##########\n#@......u#\n##########", {"u": "Rune"}, seed=seed)
        rune = arena.find("Rune")
        for _ in range(20):
            arena.wait()
            if component(rune, Hidden).found:
                found += 1
                break
    assert 3 <= found <= 11


def test_noticing_is_told_once(draw: Draw) -> None:
    arena = draw("#####\n#@^.#\n#####")
    lines = [line for _ in range(300) for line in arena.wait().log if "notice" in line]
    assert lines == ["You notice a bear trap."]


def test_out_of_sight_is_never_noticed(draw: Draw) -> None:
    arena = draw("######\n#@#^.#\n######")
    arena.wait(200)
    assert not component(arena.find("Bear Trap"), Hidden).found


def test_a_closed_door_hides_and_an_open_one_shows(draw: Draw) -> None:
    arena = draw("########\n#@+....#\n########")
    assert not arena.game.level.visible[4, 1]
    arena.move(1, 0)
    assert arena.game.level.visible[4, 1]
