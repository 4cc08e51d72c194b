"""What a creature is up to, as far as its bearing shows, and in words on its card."""

from collections.abc import Callable

import esper
import pytest

from roguelike.components.actors import Mind
from roguelike.engine.session import Session
from roguelike.testing import Arena
from tests.rooms import RULES

ROOM = "###########\n#@.......x#\n###########"


def change_nothing(mind: Mind) -> None:
    pass


def sleep(mind: Mind) -> None:
    mind.awake = False


def hunt(mind: Mind) -> None:
    mind.target = 1


def search(mind: Mind) -> None:
    mind.last_seen = (3, 1)


def fear(mind: Mind) -> None:
    mind.target, mind.fear_turns = 1, 5


def rob(mind: Mind) -> None:
    mind.loot = 99


@pytest.mark.parametrize(
    ("name", "change", "mood", "words"),
    [
        ("Goblin", change_nothing, "unaware", "has not noticed you"),
        ("Goblin", sleep, "asleep", "asleep"),
        ("Goblin", hunt, "hunting", "hunting"),
        ("Goblin", search, "hunting", "hunting"),
        ("Goblin", fear, "fleeing", "running away"),
        ("Goblin", rob, "fleeing", "running away"),
        ("Barkeep", change_nothing, "", ""),
        ("Barkeep", hunt, "", ""),
        ("Barkeep", sleep, "asleep", "asleep"),
    ],
)
def test_moods(name: str, change: Callable[[Mind], None], mood: str, words: str) -> None:
    with Arena.from_ascii(ROOM, {"x": name}, minds=True, raws=RULES) as arena:
        session = Session(arena.game)
        (creature,) = session.creatures()
        change(esper.component_for_entity(creature.entity, Mind))
        (creature,) = session.creatures()
        assert creature.mood == mood
        assert not words or words in creature.traits
