"""Which spell a mage casts: what is running already is no gain, and strangers stand in nobody's way."""

import pytest

from roguelike.components import actors, magic
from roguelike.engine.play.commands import Cast
from roguelike.engine.session import Session
from roguelike.lab.bots import fighting, spellcasting
from roguelike.testing import Arena
from roguelike.world import ecs, perception
from roguelike.world.spells import inscribed_on
from tests.lab.bots.playing import LUCK, played

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
            ecs.get(arena.find("Goblin"), actors.Mind).target = arena.player
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


ROOM = "#######\n#@....#\n#######"
SPELLS = ("Itch", "Drench", "Open Window", "Zap", "Ember Dart", "Rude Gesture", "Storm's Favourite")


def test_what_is_worth_most_is_ready_whenever_it_was_learned() -> None:
    with Arena.from_ascii(ROOM) as arena:
        for name in SPELLS:
            arena.teach(name)
        ecs.get(arena.player, magic.KnownSpells).ready = 3
        played(arena, 8, spellcasting.Attunement().attune)
        ready = perception.ready_names(arena.player)
        assert len(ready) < len(perception.known_names(arena.player)), (
            "there are fewer places than spells"
        )
        worth = {name: spellcasting._worth(arena.game, name) for name in SPELLS}
        assert sorted(ready) == sorted(sorted(SPELLS, key=worth.__getitem__)[-len(ready) :])


def test_with_an_enemy_in_view_nothing_is_changed() -> None:
    with Arena.from_ascii("#######\n#@...g#\n#######", {"g": "Goblin"}) as arena:
        for name in SPELLS:
            arena.teach(name)
        ecs.get(arena.player, magic.KnownSpells).ready = 3
        session = Session(arena.game)
        assert not list(spellcasting.Attunement().attune(session, arena.game.rng))


def test_a_rune_goes_on_the_spell_that_gains_most() -> None:
    with Arena.from_ascii(ROOM) as arena:
        for name in ("Zap", "Storm's Favourite"):
            arena.teach(name)
        rune = arena.give(arena.player, "Thrifty Rune")
        gains = {
            name: spellcasting._gain(arena.game, name, "Thrifty Rune")
            for name in ("Zap", "Storm's Favourite")
        }
        played(arena, 1, spellcasting.inscribe)
        best = max(gains, key=gains.__getitem__)
        assert (inscribed_on(arena.player, best) == ("Thrifty Rune",)) == (gains[best] > 0)
        assert (rune in arena.inventory()) is False
