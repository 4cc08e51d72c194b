"""Laws that hold whatever happens: bounds, room, refusals, repetition, undoing."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st

from roguelike.components import vitals
from roguelike.core import trial_rolls
from roguelike.effects.foresight.rehearsal import rehearse
from roguelike.engine.session import Session
from roguelike.store import invariants
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.game import Cause, Several, Single, Spot
from tests.boards import Board, aims, any_spell, any_usable, boards, creatures, spells, usable
from tests.goldens import TESTS
from tests.lengths import law
from tests.rooms import effect, fingerprint, inflict, room

ROWS = json.loads((TESTS / "fixtures" / "effects.json").read_text(encoding="utf-8"))
EFFECTS = ROWS["of the rules"]


def push_some(arena: Arena, rng: Random, count: int) -> Callable[[], str | None]:
    """Choose some effects and targets; return what pushes them."""
    game = arena.game
    chosen = []
    folk = creatures(arena)
    spots = sorted(game.level.at)
    for _ in range(count):
        row = rng.choice(EFFECTS)
        source = rng.choice(folk)
        goal = rng.choice(
            (Single(rng.choice(folk)), Several(tuple(rng.sample(folk, min(3, len(folk))))),
             Spot(rng.choice(spots)))
        )  # fmt: skip
        chosen.append((effect(**row), goal, source, Cause(row["kind"], source)))

    def push() -> str | None:
        """Push them all."""
        for each in chosen:
            game.push(*each)
        return None

    return push


@law(boards(), st.integers(0, 100_000), st.integers(1, 40), few=10, many=2_000)
def test_whatever_is_rehearsed_is_taken_back(board: Board, seed: int, count: int) -> None:
    with board.arena() as arena:
        push = push_some(arena, Random(seed), count)
        before = fingerprint(arena)
        numbers = [repr(ecs.get(each, vitals.Pools)) for each in creatures(arena)]
        for chance in (
            trial_rolls.ExtremeRolls(high=True, lucky=True),
            trial_rolls.ExtremeRolls(high=False, lucky=False),
        ):
            happened = rehearse(arena.game, push, chance, lambda refusal, changes: len(changes))
            assert happened >= 0
            assert fingerprint(arena) == before
        assert [repr(ecs.get(each, vitals.Pools)) for each in creatures(arena)] == numbers


def brawl(arena: Arena, rng: Random, turns: int) -> None:
    """Do this and that for some turns."""
    for spell in spells():
        arena.teach(spell)
    player = arena.player
    for name in rng.sample(usable(), 6):
        arena.give(player, name)
    for _ in range(turns):
        if not arena.alive(player):
            return
        roll = rng.random()
        spots = sorted(arena.game.level.at)
        if roll < 0.4:
            arena.cast(rng.choice(spells()), rng.choice(spots))
        elif roll < 0.6:
            arena.move(rng.randint(-1, 1), rng.randint(-1, 1))
        elif roll < 0.8:
            from roguelike.components.items import Pack

            carried = ecs.get(player, Pack).items
            if carried:
                arena.use(rng.choice(carried), rng.choice(spots))
        else:
            arena.pick_up()
        assert invariants.faults(arena.game) == []
        arena.wait()
        assert invariants.faults(arena.game) == []


@law(boards(ground="." * 30 + '#",'), st.integers(0, 100_000), few=10, many=1_000)
def test_pools_and_positions_stay_within_their_bounds(board: Board, seed: int) -> None:
    with board.arena(minds=True) as arena:
        arena.set_pools(arena.player, max_hp=80, hp=80, max_mana=60, mana=60)
        brawl(arena, Random(seed), 10)


@law(boards(), st.integers(0, 100_000), few=6, many=500)
def test_the_same_seed_and_deeds_make_the_same_game(board: Board, seed: int) -> None:
    ends = []
    for _ in range(2):
        with board.arena(minds=True) as arena:
            arena.set_pools(arena.player, max_hp=80, hp=80, max_mana=60, mana=60)
            brawl(arena, Random(seed), 6)
            ends.append((arena.state_hash(), tuple(arena.log)))
    assert ends[0] == ends[1]


@law(boards(), any_spell, st.data(), few=10, many=3_000)
def test_a_refused_spell_changes_nothing(board: Board, spell: str, data: st.DataObject) -> None:
    with board.arena() as arena:
        arena.set_pools(arena.player, mana=data.draw(st.integers(0, 2)))
        if data.draw(st.booleans()):
            arena.teach(spell)
        before = fingerprint(arena)
        result = arena.cast(spell, data.draw(aims(arena)))
        if result.refused is not None:
            assert result.refused.endswith((".", "?", "!"))
            assert fingerprint(arena) == before
            assert (list(result.trace), list(result.log)) == ([], [])


@law(boards(), any_usable, st.data(), few=10, many=3_000)
def test_a_refused_use_keeps_the_thing(board: Board, name: str, data: st.DataObject) -> None:
    with board.arena() as arena:
        item = arena.give(arena.player, name)
        shown, charges = arena.shown_name(item), arena.charges(item)
        before = fingerprint(arena)
        aim = data.draw(st.one_of(st.none(), aims(arena)))
        foreseen = arena.forecast(item, aim)
        assert fingerprint(arena) == before
        result = arena.use(item, aim)
        # Of a thing that nobody knows it is asked where to point it; the arena answers, and it may need no aim at all.
        is_asked = aim is None and (foreseen.refused or "").startswith("Where?")
        assert foreseen.refused == result.refused or (is_asked and result.refused is None)
        if result.refused is not None:
            assert fingerprint(arena) == before
            assert (arena.shown_name(item), arena.charges(item)) == (shown, charges)


@law(boards(), st.integers(0, 100_000), few=6, many=200)
def test_a_saved_fight_goes_on_as_it_would_have(board: Board, seed: int) -> None:
    with board.arena(minds=True) as arena:
        arena.set_pools(arena.player, max_hp=200, hp=200, max_mana=60, mana=60)
        brawl(arena, Random(seed), 3)
        saved, digest = arena.save(), arena.state_hash()
        with Arena.load(saved) as again:
            assert again.state_hash() == digest
            assert again.save() == saved or again.state_hash() == digest
            for one in (arena, again):
                for _ in range(4):
                    one.wait()
            assert again.state_hash() == arena.state_hash()
            assert list(again.log)[-5:] == list(arena.log)[-5:]


PROGRAM = """
from random import Random
from tests.laws.test_play import brawl
from tests.rooms import room
drawing = '''
############
#@..g.k.o.F#
#..b..D...S#
#.r.....f.P#
#.^.m*.w.+.#
############
'''
with room(drawing, seed=11, minds=True) as arena:
    arena.set_pools(arena.player, max_hp=400, hp=400, max_mana=90, mana=90)
    brawl(arena, Random(5), 15)
    print(arena.state_hash())
"""


@pytest.mark.parametrize(
    "runs", [("4242",), pytest.param(("0", "1", "77", "4242", "99999"), marks=pytest.mark.soak)]
)
def test_the_order_of_sets_does_not_matter(
    runs: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    root = Path(__file__).resolve().parents[2]
    exec(PROGRAM, {})  # noqa: S102  (here hashes are as they happen to be)
    digests = {capsys.readouterr().out.strip()}
    for hash_seed in runs:
        paths = os.pathsep.join([*sys.path, str(root)])
        done = subprocess.run(
            [sys.executable, "-P", "-c", PROGRAM],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        digests.add(done.stdout.strip())
    assert len(digests) == 1


def test_two_games_side_by_side_do_not_meet() -> None:
    drawing = "########\n#@.g.k.#\n########"
    ends = []
    with room(drawing, minds=True) as alone:
        for _ in range(10):
            alone.wait()
        ends.append(alone.state_hash())
    with room(drawing, minds=True) as one, room(drawing, minds=True) as other:
        for _ in range(10):
            one.wait()
            other.wait()
            other.forecast("Zap", (3, 1))
        ends += [one.state_hash(), other.state_hash()]
    assert len(set(ends)) == 1


FIRES = ("Fire", "Burning Gas", "Poison Gas", "Ice Mist", "Acid Pool", "Oil", "Smoke")


@law(st.integers(0, 10**6), many=400, few=12)
def test_nothing_that_goes_on_by_itself_kills_who_did_not_insist(number: int) -> None:
    """One key walked a poisoned hero to death: whatever the room, each command stops while there is time."""
    rng = Random(number)
    tiles = [["." for _ in range(14)] for _ in range(7)]
    for letter in "aabbccm":
        tiles[rng.randrange(7)][rng.randrange(14)] = letter
    tiles[3][7] = "@"
    rows = ["#" * 16, *(f"#{''.join(row)}#" for row in tiles), "#" * 16]
    legend = dict(zip("abc", rng.sample(FIRES, 3), strict=True), m="Meat")
    with Arena.from_ascii("\n".join(rows), legend, seed=number) as arena:
        arena.game.level.explored[rng.randrange(3, 12) :, :] = False
        arena.set_pools(arena.player, hp=rng.randrange(1, 14), max_hp=40)
        for status in rng.sample(("Burning", "Bleeding", "Smouldering", "Confusion"), 2):
            inflict(arena, "status", arena.player, status=status, turns=rng.randrange(1, 9))
        inflict(arena, "damage_over_time", arena.player, damage=rng.randrange(3), turns=6)
        session, there = Session(arena.game), (rng.randrange(1, 15), rng.randrange(1, 8))
        orders = [
            session.explore,
            session.rest,
            lambda: session.walk_to(there),
            lambda: session.run(1, 0),
        ]
        for order in rng.sample(orders, 4):
            order()
            while session.go_on() is not None:
                pass
            assert arena.hp(arena.player) > 0
