"""Several own acts are foreseen as they come: plans, tiles and fights. The campaign `plans` plays them on levels."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.actions import acting, item_use, moving, spell_use
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.rng import FixedRolls, Stream
from roguelike.core.trial_rolls import Strata, StratifiedRolls
from roguelike.effects.foresight import foreseen
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.reply import OwnAct
from roguelike.engine.session import Session
from roguelike.lab.campaigns.foresight_law import reveal
from roguelike.lab.campaigns.plans import present, twin_fault
from roguelike.practice.room import Draft
from roguelike.testing import Arena, Fight
from roguelike.world import perception
from tests.boards import Board, any_spell, boards

HALL = "###########\n#.........#\n#.@....o..#\n#......o..#\n#.........#\n###########"
ORCS = {"o": "Orc"}


def knows_all(arena: Arena, spell: str) -> bool:
    """Let the player know a spell and all that is hidden; return whether they see everybody, too."""
    arena.teach(spell)
    arena.game.level.explored[:] = True
    reveal(arena.game)
    return all(perception.sees(arena.game, each) for each in present(arena.game))


@given(boards(), any_spell, st.data())
def test_a_plan_rehearsed_with_the_real_dice_is_the_plan_played(
    board: Board, spell: str, data: st.DataObject
) -> None:
    with board.arena(minds=True) as arena:
        game = arena.game
        if not knows_all(arena, spell):
            return
        steps: list[acting.Action] = [moving.Step(dx, dy) for dx, dy in DIRECTIONS]
        casts: list[acting.Action] = [
            spell_use.Cast(spell, spot) for spot in sorted(game.level.at)[:6]
        ]
        some: list[OwnAct] = [moving.Pass(), *steps, *casts, planning.Habit(game)]
        acts = [data.draw(st.sampled_from(some)) for _ in range(3)]
        assert twin_fault(game, acts) == ""


@given(boards(), any_spell, st.data())
def test_where_dice_are_fixed_the_board_of_a_plan_is_the_board_played(
    board: Board, spell: str, data: st.DataObject
) -> None:
    with board.arena(minds=True) as arena:
        game = arena.game
        if not knows_all(arena, spell):
            return
        game.rng = FixedRolls()
        session, before = Session(game), arena.state_hash()
        draft = Draft(session)
        steps: list[acting.Action] = [moving.Step(dx, dy) for dx, dy in DIRECTIONS]
        casts: list[acting.Action] = [
            spell_use.Cast(spell, spot) for spot in sorted(game.level.at)[:6]
        ]
        for _ in range(3):
            draft.do(data.draw(st.sampled_from([moving.Pass(), *steps, *casts])))
        assert arena.state_hash() == before
        for act in draft.acts:
            assert session.do(act).refused is None
        whose = [*present(game), game.player]
        here, there = planning.standing(game, whose), draft.ask(planning.standing, whose)
        draft.close()
        assert here == there


def test_the_first_act_of_a_plan_is_its_reply() -> None:
    with Arena.from_ascii(HALL, ORCS, minds=True) as arena:
        arena.set_pools(arena.player, hp=200, max_hp=200)
        arena.turn("wait")
        arena.turn("wait")
        alone = arena.reply("step", (3, 2))
        planned = arena.plan([("step", (3, 2)), ("wait", None), ("wait", None)])
        assert len(planned) == 3
        assert planned[0].you.damage[1] == pytest.approx(alone.you.damage[1], abs=1.5)
        lost = [reply.you.damage[1] for reply in planned]
        assert lost == sorted(lost)
        assert lost[-1] > 0


def test_an_act_that_cannot_be_done_is_waited_out() -> None:
    with Arena.from_ascii(HALL, ORCS, minds=True) as arena:
        arena.teach("Zap")
        arena.set_pools(arena.player, mana=1)
        aim = ("Zap", (7, 2))
        first, second, third = arena.plan([aim, aim, ("wait", None)])
        assert first.refused is None
        assert second.refused == "Zap costs 1 mana: you have 0."
        assert third.refused is None
        refused, after = arena.plan([("step", (2, 0)), ("wait", None)])
        assert refused.refused
        assert after.refused is None
        assert after.samples


def test_what_is_aimed_at_in_a_plan_is_seen_from_where_the_acts_before_it_lead() -> None:
    with Arena.from_ascii("#######\n#@....#\n#.....#\n#######") as arena:
        ways = [(2, 2), (3, 1), (4, 1)]
        for way, told in zip(ways, arena.plan([("step", way) for way in ways]), strict=True):
            assert told.refused is None
            assert told.ends[arena.player] == {way: 1.0}


def test_who_comes_to_a_tile_within_a_plan_is_struck_there() -> None:
    for seed in range(8):
        with Arena.from_ascii("######\n#@.o.#\n######", ORCS, minds=True, seed=seed) as arena:
            acts = [("wait", None), ("melee", (2, 1))]
            strikes = arena.plan(acts)[-1].refused is None
            assert strikes == [arena.turn(*act).refused is None for act in acts][-1]


def test_no_foresight_of_several_acts_leaves_a_mark() -> None:
    with Arena.from_ascii(HALL, ORCS, minds=True) as arena:
        arena.teach("Zap")
        before = arena.state_hash()
        arena.plan([("Zap", (7, 2)), ("step", (3, 2)), ("melee", (7, 2))])
        arena.danger(2)
        arena.fight()
        assert arena.state_hash() == before


def test_one_step_of_danger_is_the_reply_to_it() -> None:
    with Arena.from_ascii(HALL, ORCS, minds=True) as arena:
        arena.set_pools(arena.player, hp=200, max_hp=200)
        for _ in range(3):
            arena.turn("wait")
        told = {**arena.danger(1)}
        x, y = arena.position(arena.player) or (0, 0)
        assert told.pop((x, y)) == arena.reply("wait").you
        assert told == {tile: arena.reply("step", tile).you for tile in told}
        assert all(max(abs(x - tile[0]), abs(y - tile[1])) <= 1 for tile in told)
        assert not any(arena.at(*tile) for tile in told)


def test_danger_is_the_same_however_little_time_there_is_at_once() -> None:
    with Arena.from_ascii(HALL, ORCS, minds=True) as arena:
        arena.turn("wait")
        bit_by_bit = planning.Danger(arena.game, 2)
        while not bit_by_bit.is_finished:
            bit_by_bit.refine(lambda: False)
        assert bit_by_bit.found == arena.danger(2)


def test_what_was_weighed_in_an_equal_rehearsal_would_be_found_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Arena.from_ascii(HALL, {"o": "Lizard Shaman"}, minds=True, depth=6) as arena:
        arena.set_pools(arena.player, hp=60, max_hp=60)
        arena.turn("wait")
        told = arena.danger(2), arena.fight(samples=8), arena.reply("wait")
        monkeypatch.setattr(foreseen, "MOST_CHANGES", -1)
        assert (arena.danger(2), arena.fight(samples=8), arena.reply("wait")) == told


def test_a_fight_without_enemies_is_won() -> None:
    with Arena.from_ascii("#####\n#.@.#\n#####", minds=True) as arena:
        assert arena.fight() == Fight(won=1.0)


@pytest.mark.parametrize(("hp", "foes"), [(200, 1), (6, 3)])
def test_a_fight_tells_who_will_most_likely_win(hp: int, foes: int) -> None:
    drawing = HALL if foes > 1 else HALL.replace("o", ".", 1)
    with Arena.from_ascii(drawing, ORCS, minds=True, depth=4) as arena:
        arena.set_pools(arena.player, hp=hp, max_hp=200)
        for orc in present(arena.game):
            arena.set_pools(orc, hp=12, max_hp=12)
        told = arena.fight()
        assert told == arena.fight(), "it depends on no clock"
        assert told.won + told.death <= 1
        assert (told.won > told.death) == (hp == 200)
        assert told.leaving == hp, "nobody gets out of a closed room"
        assert told.loss[0] <= told.loss[1] <= told.loss[2] <= hp


class Free(Strata):
    """Samples that throw their dice freely."""

    def sample(self, number: int, key: Callable[[], int] | None = None) -> StratifiedRolls:
        """Return the dice of one of them."""
        stream = Stream(number)
        return StratifiedRolls(iter(lambda: stream.below(10**6) / 10**6, None))


@pytest.mark.parametrize(
    ("kind", "hp"), [("Goblin", 20), pytest.param("Grey Wolf", 30, marks=pytest.mark.soak)]
)
def test_a_fight_is_foreseen_as_free_dice_would_have_it(
    kind: str, hp: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of eight futures a blow in twenty never fell, nor in any further eight: deaths were told 12 in 100 off."""
    with Arena.from_ascii(HALL, {"o": kind}, minds=True, depth=4) as arena:
        arena.equip(arena.player, "Longsword")
        arena.set_pools(arena.player, hp=hp, max_hp=hp)
        told = arena.fight(samples=320)
        monkeypatch.setattr(planning, "trial_rolls", SimpleNamespace(Strata=Free))
        free = arena.fight(samples=320)
        assert told.death == pytest.approx(free.death, abs=0.05)
        assert told.loss[1] == pytest.approx(free.loss[1], abs=1)


@pytest.mark.parametrize(
    ("kind", "hp", "seed"),
    [
        ("Rat", 16, 1),
        pytest.param("Kobold", 30, 0, marks=pytest.mark.soak),
        pytest.param("Orc", 50, 3, marks=pytest.mark.soak),
    ],
)
def test_a_close_fight_is_not_told_by_the_first_few_futures(kind: str, hp: int, seed: int) -> None:
    """Eight of eight were won, which was said to be all; of two hundred nine in a hundred were lost."""
    with Arena.from_ascii(HALL, {"o": kind}, minds=True, depth=4, seed=seed) as arena:
        arena.equip(arena.player, "Longsword")
        arena.set_pools(arena.player, hp=hp, max_hp=hp)
        estimate = planning.FightEstimate(arena.game)
        estimate.refine()
        assert estimate.told.death == pytest.approx(arena.fight(samples=320).death, abs=0.04)


def test_whoever_leaves_walks_to_stairs_that_they_reach_first() -> None:
    """They were taken only by who stood on them: four steps from the way out it was said that there was none."""
    drawing = """
##################
#..>...@....o....#
#...........o....#
##################"""
    with Arena.from_ascii(drawing.strip(), ORCS, minds=True, depth=4) as arena:
        arena.set_pools(arena.player, hp=60, max_hp=60)
        told = arena.fight()
        assert told.leaving is not None
        assert told.leaving < 30


def test_nobody_leaves_by_stairs_behind_the_enemy() -> None:
    drawing = """
##################
#......@....o...>#
#...........o....#
##################"""
    with Arena.from_ascii(drawing.strip(), ORCS, minds=True, depth=4) as arena:
        assert arena.fight().leaving == arena.hp(arena.player)


def test_a_fight_whose_enemies_only_flee_is_told_so() -> None:
    """Because of a Panic Scroll in the pack four demons at arm's length were "won 100%", with nothing lost."""
    with Arena.from_ascii(HALL.replace("@....o", "@o...."), ORCS, minds=True, depth=4) as arena:
        arena.set_pools(arena.player, hp=60, max_hp=60)
        for orc in present(arena.game):
            arena.set_pools(orc, hp=90, max_hp=90)
        assert arena.fight(samples=8).fled == 0.0
        read = item_use.UseItem(arena.give(arena.player, "Panic Scroll"))
        arena.identify("Panic Scroll")
        estimate = planning.FightEstimate(arena.game, 8, first=read)
        estimate.refine()
        told = estimate.told
        assert told.won == told.fled == 1.0
