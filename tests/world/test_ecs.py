"""The module that owns esper: what it asks of the library, joins, the one thread; and the order of turns."""

import itertools
from collections.abc import Callable
from threading import Thread
from types import SimpleNamespace
from typing import Any

import esper
import pytest

from roguelike.components import actors, spatial
from roguelike.engine.loading import DataLoader
from roguelike.engine.play.commands import Pass
from roguelike.engine.session import Session
from roguelike.world import ecs
from roguelike.world.game import TurnQueue
from tests.rooms import Draw, component

DATA = DataLoader()


def library(**changed: Any) -> Any:
    """Stand in for an esper that has changed."""
    parts = {
        "__version__": "3.9",
        "_entities": {},
        "_components": {},
        "_get_component_cache": {},
        "_entity_count": itertools.count(1),
    }
    return SimpleNamespace(**(parts | changed))


def test_the_esper_that_is_installed_will_do() -> None:
    ecs.check_esper(esper)
    ecs.check_esper(library(__version__="3.9.4"))


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"__version__": "3.10"}, "3.10"),
        ({"__version__": "4.0.1"}, "4.0.1"),
        ({"_entities": None}, "3.9"),
        ({"_components": []}, "3.9"),
        ({"_get_component_cache": []}, "3.9"),
        ({"_entity_count": 7}, "3.9"),
    ],
)
def test_another_esper_is_named_beside_the_one_wanted(changed: dict[str, Any], found: str) -> None:
    with pytest.raises(ImportError, match=f"esper {found} is installed.*needs esper 3.9"):
        ecs.check_esper(library(**changed))


def test_a_join_lists_those_that_have_both_by_id(draw: Draw) -> None:
    arena = draw("#######\n#@g.g!#\n#######")
    arena.game.enter()
    found = ecs.with_both(actors.Initiative, spatial.Position)
    assert [entity for entity, _, _ in found] == sorted(entity for entity, _, _ in found)
    assert {entity for entity, _, _ in found} == {
        e for e, _ in ecs.with_component(actors.Initiative)
    }
    assert all(place is ecs.get(entity, spatial.Position) for entity, _, place in found)


def refusals(*steps: Callable[[], object]) -> list[str]:
    """Take steps in a second thread; return what each that was refused said."""
    raised: list[str] = []

    def take() -> None:
        for step in steps:
            try:
                step()
            except RuntimeError as error:
                raised.append(str(error))

    thread = Thread(target=take)
    thread.start()
    thread.join()
    return raised


def test_a_second_thread_is_refused(draw: Draw) -> None:
    arena = draw("####\n#@.#\n####")
    raised = refusals(arena.game.enter, ecs.new_world)
    assert len(raised) == 2
    assert all("one thread" in text for text in raised)
    assert arena.position(arena.player) == (1, 1)


def test_a_game_goes_on_after_a_second_thread_was_refused() -> None:
    session = Session.start("7", DATA.catalog())
    raised = refusals(lambda: session.do(Pass()), session.flush_save, session.map)
    assert len(raised) == 3
    assert session.do(Pass()).acted
    ecs.drop_world(session.game.world)


def test_entities_that_are_created_at_once_are_found_like_all_others(draw: Draw) -> None:
    arena = draw("###\n#@#\n###")
    arena.game.enter()
    first = ecs.next_id()
    made = {first + n: {spatial.Position: spatial.Position(n, 1, 1)} for n in range(3)}
    ecs.create_all(made)
    ecs.set_next_id(first + 3)
    assert [each for each, _ in ecs.with_component(spatial.Position) if each >= first] == list(made)
    ecs.attach(first, actors.Initiative(5))
    assert (first, actors.Initiative(5), spatial.Position(0, 1, 1)) in ecs.with_both(
        actors.Initiative, spatial.Position
    )
    with pytest.raises(KeyError, match="exist already"):
        ecs.create_all({first: {spatial.Position: spatial.Position(7, 7, 1)}})
    ecs.delete(first)
    assert first not in ecs.entities()


def test_whoever_does_not_exist_has_no_components_in_any_world(draw: Draw) -> None:
    first, second = draw("###\n#@#\n###").game, draw("###\n#@#\n###").game
    for game in (first, second, first):
        game.enter()
        assert ecs.row(game.player)[spatial.Position] is ecs.get(game.player, spatial.Position)
        stranger = ecs.next_id()
        assert not ecs.row(stranger)
        with pytest.raises(KeyError, match=f"entity {stranger} has no Position"):
            ecs.get(stranger, spatial.Position)
        assert stranger not in ecs.rows()
    ecs.drop_world(second.world)
    assert not ecs.row(second.player)
    first.enter()
    assert spatial.Position in ecs.row(first.player)


ROOM = "#######\n#@.gkb#\n#######"


def order(queue: TurnQueue) -> list[tuple[int, int]]:
    """Take everybody out."""
    return [(due, entity) for due, entity, _ in queue.coming()]


def test_the_earliest_comes_first_and_ties_go_by_id(draw: Draw) -> None:
    arena = draw(ROOM)
    folk = [arena.player, *(arena.find(name) for name in ("Goblin", "Kobold", "Bat"))]
    queue = TurnQueue()
    for entity, due in zip(folk, (9, 4, 9, 4), strict=True):
        component(entity, actors.Initiative).due = due
    queue.rebuild(list(reversed(folk)))
    assert order(queue) == [(4, folk[1]), (4, folk[3]), (9, folk[0]), (9, folk[2])]


def test_only_the_latest_turn_of_an_entity_counts(draw: Draw) -> None:
    arena = draw(ROOM)
    goblin = arena.find("Goblin")
    queue = TurnQueue()
    for due in (5, 3, 8, 3, 7):
        component(goblin, actors.Initiative).due = due
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
