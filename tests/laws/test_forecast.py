"""The preview is the pipeline: what happens lies within what was foreseen, and foreseeing leaves no mark."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from roguelike.components.spatial import Hidden
from roguelike.components.statuses import Duration, StatusEffect
from roguelike.effects.foresight.forecast import Forecast
from roguelike.systems.confusion import staggers
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.changes import Altered, StatusBegan, StatusEnded
from tests.boards import (
    Board,
    aims,
    any_spell,
    any_usable,
    boards,
    creatures,
    seen_by_player,
)
from tests.rooms import deaths, fingerprint, gained, lost, of


def check_within(foreseen: Forecast, seen: set[int], trace: Sequence[Any]) -> None:
    """Hold what happened to the creatures in view against what was foreseen."""
    dead = set(deaths(trace))
    for entity in sorted(seen):
        harm, cure = lost(trace, entity), gained(trace, entity)
        began = [(each.name, each.turns) for each in of(trace, StatusBegan, entity)]
        outcome = foreseen.outcomes.get(entity)
        if outcome is None:
            assert (harm, cure, began, entity in dead) == (0, 0, [], False)
            continue
        least, mean, most = outcome.damage
        assert least <= harm <= most
        assert least <= mean <= most
        assert outcome.healing[0] <= cure <= outcome.healing[2]
        assert 0.0 <= outcome.kill <= 1.0
        if entity in dead:
            assert outcome.kill > 0.0
        else:
            assert outcome.kill < 1.0
        over = {each.name for each in of(trace, StatusEnded, entity)}
        for name, turns in began:
            if name in over and f"loses {name}" in outcome.notes:
                continue  # begun and ended by the same act, as when a blast thaws whom it froze
            chance, longest = outcome.statuses[name]
            assert chance > 0.0
            assert turns <= longest
        for name, (chance, _) in outcome.statuses.items():
            if chance == 1.0 and entity not in dead:
                assert name in arena_statuses(trace, entity)


def arena_statuses(trace: Sequence[Any], entity: int) -> set[str]:
    """Return the statuses that began or were renewed on an entity."""
    names = {each.name for each in of(trace, StatusBegan, entity)}
    for each in of(trace, Altered):
        if each.component is Duration:
            state = ecs.get(each.entity, StatusEffect)
            if state.target == entity:
                names.add(state.name)
    return names


def foresee_and_do(arena: Arena, what: str | int, target: tuple[int, int], by: int) -> None:
    """Foresee, hold the game against its fingerprint, act, and hold the outcome against the forecast."""
    # What the player does not know, a forecast leaves out: then it cannot hold.
    for _, hidden in ecs.with_component(Hidden):
        hidden.found = True
    before = fingerprint(arena)
    seen, known = seen_by_player(arena), set(creatures(arena))
    foreseen = arena.forecast(what, target, by=by)
    assert fingerprint(arena) == before
    if staggers(by):
        assert dict(foreseen.outcomes) == {}
        return
    do = arena.cast if isinstance(what, str) else arena.use
    result = do(what, target, by=by)
    assert result.refused == foreseen.refused
    if result.refused is not None:
        assert fingerprint(arena) == before
        assert not result.trace
        assert not result.log
        return
    if seen >= known:
        check_within(foreseen, seen, result.trace)


@given(boards(), any_spell, st.data())
def test_spells_of_the_player_do_what_was_foreseen(
    board: Board, spell: str, data: st.DataObject
) -> None:
    with board.arena() as arena:
        arena.teach(spell)
        foresee_and_do(arena, spell, data.draw(aims(arena)), arena.player)


@given(boards(), any_spell, st.data())
def test_spells_of_monsters_do_what_was_foreseen(
    board: Board, spell: str, data: st.DataObject
) -> None:
    with board.arena() as arena:
        caster = data.draw(st.sampled_from(creatures(arena)))
        arena.teach(spell, caster)
        foresee_and_do(arena, spell, data.draw(aims(arena)), caster)


@given(boards(), any_usable, st.data())
def test_items_do_what_was_foreseen(board: Board, name: str, data: st.DataObject) -> None:
    with board.arena() as arena:
        item = arena.give(arena.player, name)
        arena.identify(name)
        foresee_and_do(arena, item, data.draw(aims(arena)), arena.player)
