"""Which spell a mage casts: what is running already is no gain, and strangers stand in nobody's way."""

import pytest

from roguelike.components.actors import Mind
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Cast
from roguelike.engine.session import Session
from roguelike.lab.bots import fighting, spellcasting
from roguelike.testing import Arena
from roguelike.world import ecs

LUCK = Stream("1", "test")
HALL = "##########\n#@...g...#\n##########"


def test_who_is_poisoned_to_death_is_not_poisoned_again() -> None:
    with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
        arena.teach("Venom")
        arena.set_pools(arena.player, mana=20, max_mana=20)
        goblin = arena.find("Goblin")
        session, venom = Session(arena.game), Cast("Venom", (5, 1))
        fresh = spellcasting._promise(session, venom)
        arena.cast("Venom", (5, 1))
        arena.set_pools(goblin, hp=2)
        assert spellcasting._promise(session, venom) <= 0 < fresh


def test_unknown_rods_and_scrolls_are_not_tried_where_others_stand_by() -> None:
    for stranger, tried in ((False, True), (True, False)):
        with Arena.from_ascii(HALL, {"g": "Goblin"}) as arena:
            arena.give(arena.player, "Fireball Scroll")
            if stranger:
                arena.spawn("Barkeep", 7, 1)
            ecs.get(arena.find("Goblin"), Mind).target = arena.player
            assert bool(list(fighting.zap(Session(arena.game), LUCK))) is tried


@pytest.mark.parametrize("depth", [1, 2])
def test_no_spell_reaches_around_the_corners_of_the_town(depth: int) -> None:
    """Somebody died there whom the mage could not see, and no shop served it again: it starved, rich."""
    corner = "##########\n#........#\n#@......g#\n########.#\n##########"
    with Arena.from_ascii(corner, {"g": "Goblin"}, depth=depth) as arena:
        arena.teach("Hearth Unbound")
        arena.set_pools(arena.player, mana=20, max_mana=20)
        arena.game.level.explored[:] = True
        cast = Cast("Hearth Unbound", (8, 2))
        assert (8, 3) in Session(arena.game).forecast(cast).cells
        assert not arena.game.level.visible[8, 3]
        assert (spellcasting._promise(Session(arena.game), cast) > 0) is (depth > 1)
