"""What happens lies within what was forecast: spells, things that are used, weapons and traps on random boards."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from roguelike.actions.action import Action, Ask, Done, Refused, perform
from roguelike.actions.melee import Melee
from roguelike.actions.moving import Step
from roguelike.components.actors import Section
from roguelike.components.magic import Proc, Trigger, Use
from roguelike.components.spatial import Hidden
from roguelike.effects.foresight.forecast import Outcome
from roguelike.engine.aiming import foresee
from roguelike.raws.catalog import load_catalog
from roguelike.systems.confusion import staggers
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from tests.boards import Board, aims, boards, creatures, seen_by_player
from tests.halls import Stage
from tests.laws.test_forecast import check_within, foresee_and_do
from tests.rooms import fingerprint

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


@given(boards(ground=GROUND, own=True), st.sampled_from(SPELLS), st.booleans(), st.data())
@settings(max_examples=150)
def test_spells_do_what_was_foreseen(
    board: Board,
    spell: str,
    by_monster: bool,  # noqa: FBT001
    data: st.DataObject,
) -> None:
    hold(board, spell, data, by_monster=by_monster)


@given(boards(ground=GROUND, own=True), st.sampled_from(ITEMS), st.data())
@settings(max_examples=80)
def test_items_do_what_was_foreseen(board: Board, name: str, data: st.DataObject) -> None:
    apply(board, name, data)


def with_part(section: Section, kind: type[object]) -> list[str]:
    """List the rows of a section that have a component."""
    return sorted(
        name
        for name in CATALOG.names(section)
        if any(isinstance(part, kind) for part in CATALOG.templates(section, name))
    )


WEAPONS = with_part("items", Proc)
"""Those that do something beside their damage, each trait on each base among them."""
TRAPS = with_part("props", Trigger)


def hold_action(arena: Arena, action: Action) -> None:
    """Foresee what the player is about to do by hand or foot, do it, and compare."""
    game = arena.game
    for _, hidden in ecs.with_component(Hidden):
        hidden.found = True
    before = fingerprint(arena)
    seen, known = seen_by_player(arena), set(creatures(arena))
    helpless = staggers(arena.player) or "act" in stats_of(arena.player).forbids
    foreseen = foresee(game, arena.player, action)
    assert fingerprint(arena) == before
    start = len(game.trace)
    match perform(action, arena.player, game):
        case Refused(reason) | Ask(_, reason):
            assert foreseen.refused == (None if helpless else reason)
            assert fingerprint(arena) == before
            return
        case Done():
            pass
    assert foreseen.refused is None
    if helpless:
        assert dict(foreseen.outcomes) == {}
        return
    if seen >= known:
        check_within(foreseen, seen, game.trace[start:])


def beside(arena: Arena, data: st.DataObject) -> tuple[int, int]:
    """Choose a direction with free ground, or at least ground, beside the player."""
    here = arena.position(arena.player)
    assert here is not None
    ways = [
        (dx, dy)
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (dx or dy) and arena.game.level.is_free((here[0] + dx, here[1] + dy))
    ]
    assume(ways)
    return data.draw(st.sampled_from(ways))


def strike(board: Board, weapon: str, data: st.DataObject) -> None:
    """Let the player strike a goblin with a weapon."""
    with board.arena() as arena:
        dx, dy = beside(arena, data)
        x, y = arena.position(arena.player) or (0, 0)
        goblin = arena.spawn("Goblin", x + dx, y + dy)
        arena.set_pools(goblin, hp=data.draw(st.integers(1, 9)))
        arena.equip(arena.player, weapon)
        hold_action(arena, Melee(goblin))


def tread(board: Board, trap: str, data: st.DataObject) -> None:
    """Let the player step on a trap."""
    with board.arena() as arena:
        dx, dy = beside(arena, data)
        x, y = arena.position(arena.player) or (0, 0)
        arena.spawn(trap, x + dx, y + dy)
        hold_action(arena, Step(dx, dy))


def apply(board: Board, name: str, data: st.DataObject) -> None:
    """Let the player use a thing."""
    with board.arena() as arena:
        item = arena.give(arena.player, name)
        arena.identify(name)
        foresee_and_do(arena, item, data.draw(aims(arena)), arena.player)


def test_there_are_traits_rods_staffs_and_traps_among_them() -> None:
    traits = {trait.name for trait in CATALOG.compiled.traits}
    assert len(traits) >= 12
    assert all(any(name.startswith(trait) for name in WEAPONS) for trait in traits)
    assert {"Bear Trap", "Landmine", "Altar"} <= set(TRAPS)
    for kind in ("Potion", "Scroll", "Rod", "Staff"):
        assert any(kind in name for name in ITEMS), kind


@given(boards(ground=GROUND, own=True), st.sampled_from(WEAPONS), st.data())
@settings(max_examples=80)
def test_weapons_do_what_was_foreseen(board: Board, weapon: str, data: st.DataObject) -> None:
    strike(board, weapon, data)


@given(boards(ground=GROUND, own=True), st.sampled_from(TRAPS), st.data())
@settings(max_examples=60)
def test_traps_do_what_was_foreseen(board: Board, trap: str, data: st.DataObject) -> None:
    tread(board, trap, data)


@pytest.mark.soak
@given(boards(ground=GROUND, own=True), st.sampled_from(WEAPONS), st.data())
@settings(max_examples=1_000)
def test_weapons_do_what_was_foreseen_for_long(
    board: Board, weapon: str, data: st.DataObject
) -> None:
    strike(board, weapon, data)


@pytest.mark.soak
@given(boards(ground=GROUND, own=True), st.sampled_from(TRAPS), st.data())
@settings(max_examples=600)
def test_traps_do_what_was_foreseen_for_long(board: Board, trap: str, data: st.DataObject) -> None:
    tread(board, trap, data)


@pytest.mark.soak
@given(boards(ground=GROUND, own=True), st.sampled_from(ITEMS), st.data())
@settings(max_examples=1_000)
def test_items_do_what_was_foreseen_for_long(board: Board, name: str, data: st.DataObject) -> None:
    apply(board, name, data)


@pytest.mark.soak
@given(boards(ground=GROUND, own=True), st.sampled_from(SPELLS), st.booleans(), st.data())
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
