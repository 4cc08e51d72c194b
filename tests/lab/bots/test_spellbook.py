"""Which spells are ready, and what is inscribed on them: by what they are worth."""

from roguelike.components.magic import KnownSpells
from roguelike.engine.session import Session
from roguelike.lab.bots import spellcasting
from roguelike.lab.bots.bot import Bot
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.names import known_names, ready_names
from roguelike.world.spells import inscribed_on

ROOM = "#######\n#@....#\n#######"
SPELLS = ("Itch", "Drench", "Open Window", "Zap", "Ember Dart", "Rude Gesture", "Storm's Favourite")


def playing(arena: Arena, habit: object, turns: int) -> None:
    """Let a habit alone play a drawn room for some turns."""
    session, bot = Session(arena.game), Bot("test", (habit,), "1")
    for _ in range(turns):
        bot.take_turn(session)


def test_what_is_worth_most_is_ready_whenever_it_was_learned() -> None:
    with Arena.from_ascii(ROOM) as arena:
        for name in SPELLS:
            arena.teach(name)
        ecs.get(arena.player, KnownSpells).ready = 3
        playing(arena, spellcasting.Attunement().attune, 8)
        ready = ready_names(arena.player)
        assert len(ready) < len(known_names(arena.player)), "there are fewer places than spells"
        worth = {name: spellcasting._worth(arena.game, name) for name in SPELLS}
        assert sorted(ready) == sorted(sorted(SPELLS, key=worth.__getitem__)[-len(ready) :])


def test_with_an_enemy_in_view_nothing_is_changed() -> None:
    with Arena.from_ascii("#######\n#@...g#\n#######", {"g": "Goblin"}) as arena:
        for name in SPELLS:
            arena.teach(name)
        ecs.get(arena.player, KnownSpells).ready = 3
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
        playing(arena, spellcasting.inscribe, 1)
        best = max(gains, key=gains.__getitem__)
        assert (inscribed_on(arena.player, best) == ("Thrifty Rune",)) == (gains[best] > 0)
        assert (rune in arena.inventory()) is False
