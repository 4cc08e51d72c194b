"""The turn order: earliest first, ties by id, stale notes skipped."""

from roguelike.components.actors import Initiative
from roguelike.world import ecs
from roguelike.world.game import TurnQueue
from tests.rooms import Draw, component

ROOM = "#######\n#@.gkb#\n#######"


def order(queue: TurnQueue) -> list[tuple[int, int]]:
    """Take everybody out."""
    return [(due, entity) for due, entity, _ in queue.coming()]


def test_the_earliest_comes_first_and_ties_go_by_id(draw: Draw) -> None:
    arena = draw(ROOM)
    folk = [arena.player, *(arena.find(name) for name in ("Goblin", "Kobold", "Bat"))]
    queue = TurnQueue()
    for entity, due in zip(folk, (9, 4, 9, 4), strict=True):
        component(entity, Initiative).due = due
    queue.rebuild(list(reversed(folk)))
    assert order(queue) == [(4, folk[1]), (4, folk[3]), (9, folk[0]), (9, folk[2])]


def test_only_the_latest_turn_of_an_entity_counts(draw: Draw) -> None:
    arena = draw(ROOM)
    goblin = arena.find("Goblin")
    queue = TurnQueue()
    for due in (5, 3, 8, 3, 7):
        component(goblin, Initiative).due = due
        queue.note(goblin)
        queue.note(goblin)
        if due == 8:
            assert next(queue.coming())[:2] == (8, goblin)
    assert order(queue) == [(7, goblin)]


def test_who_is_gone_takes_no_turn(draw: Draw) -> None:
    arena = draw(ROOM)
    goblin, kobold = arena.find("Goblin"), arena.find("Kobold")
    queue = TurnQueue()
    queue.rebuild([goblin, kobold])
    queue.note(goblin)
    ecs.delete(goblin)
    queue.drop(goblin)
    assert [entity for _, entity in order(queue)] == [kobold]
    assert order(queue) == []


def test_a_turn_of_an_entity_that_is_gone_is_passed_over(draw: Draw) -> None:
    arena = draw(ROOM)
    arena.game.enter()
    queue = TurnQueue()
    queue.note(99_999)
    assert order(queue) == []
