"""What happens lies within what was forecast: every spell of the book, scroll and rod on random boards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.components.magic import Use
from roguelike.effects.forecast import Outcome
from roguelike.raws.catalog import load_catalog
from tests.magic.halls import Stage
from tests.scenario.boards import Board, aims, boards, creatures
from tests.scenario.test_forecast_law import foresee_and_do

CATALOG = load_catalog()
SPELLS = sorted(CATALOG.spells)
ITEMS = sorted(
    name
    for name in CATALOG.names("items")
    if any(isinstance(part, Use) for part in CATALOG.templates("items", name))
)
GROUND = "." * 20 + '""""###,,~'


def hold(board: Board, spell: str, data: st.DataObject, *, by_monster: bool) -> None:
    """Foresee one cast, do it, and compare."""
    with board.arena() as arena:
        arena.set_pools(arena.player, max_mana=20, mana=20)
        caster = data.draw(st.sampled_from(creatures(arena))) if by_monster else arena.player
        arena.set_pools(caster, max_mana=20, mana=20)
        arena.teach(spell, caster)
        foresee_and_do(arena, spell, data.draw(aims(arena)), caster)


@given(boards(ground=GROUND), st.sampled_from(SPELLS), st.booleans(), st.data())
@settings(max_examples=150)
def test_spells_do_what_was_foreseen(
    board: Board,
    spell: str,
    by_monster: bool,  # noqa: FBT001
    data: st.DataObject,
) -> None:
    hold(board, spell, data, by_monster=by_monster)


@given(boards(ground=GROUND), st.sampled_from(ITEMS), st.data())
@settings(max_examples=80)
def test_items_do_what_was_foreseen(board: Board, name: str, data: st.DataObject) -> None:
    with board.arena() as arena:
        item = arena.give(arena.player, name)
        arena.identify(name)
        foresee_and_do(arena, item, data.draw(aims(arena)), arena.player)


@pytest.mark.soak
@given(boards(ground=GROUND), st.sampled_from(SPELLS), st.booleans(), st.data())
@settings(max_examples=5_000)
def test_spells_do_what_was_foreseen_for_long(
    board: Board,
    spell: str,
    by_monster: bool,  # noqa: FBT001
    data: st.DataObject,
) -> None:
    hold(board, spell, data, by_monster=by_monster)


@pytest.mark.parametrize("spell", ["Kindling", "Curtain of Embers", "Ember Dart"])
def test_whoever_a_fire_may_reach_in_its_first_turns_is_warned(stage: Stage, spell: str) -> None:
    burnt = []
    for seed in range(30):
        arena = stage('############\n#@.."""""".#\n#..."""""".#\n############', seed=seed)
        near = [arena.spawn("Goblin", *spot) for spot in ((7, 1), (8, 2))]
        for goblin in near:
            arena.set_pools(goblin, max_hp=200, hp=200)
        arena.teach(spell)
        outcomes = arena.forecast(spell, (6, 1)).outcomes
        arena.cast(spell, (6, 1))
        arena.wait(3)
        lost = [200 - arena.hp(goblin) for goblin in near]
        for goblin, hit_points in zip(near, lost, strict=True):
            foreseen = outcomes.get(goblin, Outcome())
            assert foreseen.damage[0] + foreseen.later[0] <= hit_points <= foreseen.damage[2]
        burnt.append(lost[0] > 0)
    assert any(burnt)
    if spell == "Kindling":
        assert not all(burnt)
