"""Every rune on every spell: inscribed or refused with a reason; the cast is held by the law of the forecast."""

from functools import cache

import pytest
from hypothesis import strategies as st

from roguelike.components import magic
from roguelike.engine.foreseeing.reply import reply
from roguelike.engine.play.turn import bury
from roguelike.testing import Arena
from tests.boards import Board, boards, own_catalog
from tests.laws.test_reply import drawn_action
from tests.lengths import law
from tests.rooms import fingerprint, unchanged


@cache
def runes() -> tuple[str, ...]:
    """List every rune of the game's data."""
    catalog = own_catalog()
    return tuple(
        name
        for name in catalog.names("items")
        if any(isinstance(part, magic.Rune) for part in catalog.templates("items", name))
    )


any_rune = st.deferred(lambda: st.sampled_from(runes()))
any_own_spell = st.deferred(lambda: st.sampled_from(sorted(own_catalog().spells)))


@pytest.mark.parametrize("rune", runes())
def test_a_rune_is_inscribed_on_any_spell_or_refused_with_a_reason(rune: str) -> None:
    fits = 0
    for spell in sorted(own_catalog().spells):
        with Arena.from_ascii("#######\n#@.o..#\n#######", {"o": "Orc"}) as arena:
            arena.teach(spell)
            before = fingerprint(arena)
            refused = arena.inscribe(spell, rune).refused
            assert arena.known_spells() == [spell]
            if refused is None:
                fits += 1
            else:
                assert refused.startswith(own_catalog().spells[spell].title)
                assert refused.endswith(".")
                assert fingerprint(arena) == before
    assert fits


@law(boards(own=True), any_own_spell, any_rune, st.data(), few=6, many=1_000)
def test_a_reply_to_an_inscribed_spell_leaves_no_mark(
    board: Board, spell: str, rune: str, data: st.DataObject
) -> None:
    with board.arena(minds=True) as arena:
        arena.teach(spell)
        arena.inscribe(spell, rune)
        action = drawn_action(arena, spell, data)
        bury(arena.game)
        with unchanged(arena):
            first = reply(arena.game, action, samples=4)
        assert reply(arena.game, action, samples=4) == first
