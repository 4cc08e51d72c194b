"""Every rune on every spell: inscribed or refused with a reason, and then the cast is the one that was foreseen."""

from functools import cache

import pytest
from hypothesis import strategies as st

from roguelike.actions import spell_use
from roguelike.components import magic
from roguelike.engine.foreseeing.reply import reply
from roguelike.engine.play.turn import bury
from roguelike.testing import Arena
from tests.boards import Board, aims, boards, creatures, own_catalog
from tests.foreseeing import hold as hold_act
from tests.laws.test_forecast import OWN_GROUND
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


def hold(board: Board, spell: str, inscribed: list[str], data: st.DataObject) -> None:
    """Inscribe what fits on a spell, foresee one cast, do it, and compare."""
    with board.arena() as arena:
        arena.set_level(arena.player, data.draw(st.sampled_from([1, 12])))
        for other in data.draw(st.lists(any_own_spell, max_size=6)):
            arena.teach(other)
        arena.set_pools(arena.player, max_mana=60, mana=60)
        arena.teach(spell)
        for rune in inscribed:
            arena.inscribe(spell, rune)
        hold_act(arena, spell_use.Cast(spell, data.draw(aims(arena))), arena.player)
        for caster in creatures(arena):
            here = arena.position(caster)
            if caster != arena.player and here is not None and not board.seed % 4:
                arena.move(0, 1, by=caster)  # over what was laid there


@law(
    boards(ground=OWN_GROUND, own=True),
    any_own_spell,
    st.lists(any_rune, min_size=1, max_size=3),
    st.data(),
    few=60,
    many=5_000,
)
def test_inscribed_spells_do_what_was_foreseen(
    board: Board, spell: str, inscribed: list[str], data: st.DataObject
) -> None:
    hold(board, spell, inscribed, data)


@law(boards(own=True), any_own_spell, any_rune, st.data(), few=12, many=1_000)
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
