"""Chances in forecasts, held against many real executions, with the game's own data."""

from collections import Counter

import pytest

from roguelike.actions import acting, melee, spell_use
from roguelike.components import vitals
from roguelike.core.rng import Stream
from roguelike.effects import dispatch
from roguelike.effects.foresight.coming import Luck
from roguelike.effects.foresight.facts import BurnsOn, Driven
from roguelike.effects.foresight.forecast import Outcome
from roguelike.effects.foresight.rehearsal import rehearsing, run_prefix
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.lab.campaigns.foresight_law import WAYS_OF_LUCK, happened, passed, reveal
from roguelike.testing import Arena
from roguelike.world import changes, ecs, figures
from tests.foreseeing import foes, of_goblin
from tests.halls import Stage
from tests.rooms import Draw, lives

SQUARE = """
############
#..........#
#....oo....#
#.@..oo....#
#..........#
############
"""


@pytest.mark.parametrize(
    ("spell", "share"), [("Falling Sky", 0.4), ("Brimstone Rain", 0.5), ("Ricochet", 0.6)]
)
def test_chances_to_kill_are_those_of_real_executions(
    stage: Stage, spell: str, share: float
) -> None:
    arena = stage(SQUARE, knows=spell)
    least, _, most = of_orcs(arena, spell)[0].damage
    for orc in foes(arena):
        arena.set_pools(orc, hp=round(least + (most - least) * share))
    foreseen = arena.forecast(spell, (5, 3)).outcomes
    died = executions(arena, spell, (5, 3), 2000)
    for orc, outcome in foreseen.items():
        assert outcome.kill == pytest.approx(died[orc] / 2000, abs=0.03)


@pytest.mark.parametrize("spell", ["Dawn's Rebuke", "Falling Sky", "Brimstone Rain"])
def test_what_hits_all_alike_is_shown_alike(stage: Stage, spell: str) -> None:
    arena = stage(SQUARE, knows=spell)
    least, _, most = of_orcs(arena, spell)[0].damage
    for orc in foes(arena):
        arena.set_pools(orc, hp=(least + most) // 2)
    first, *others = of_orcs(arena, spell)
    assert 0 < first.kill < 1
    assert len(others) == 3
    assert all((other.kill, other.damage) == (first.kill, first.damage) for other in others)


def of_orcs(arena: Arena, spell: str) -> list[Outcome]:
    """Return what a spell amid four orcs does to each that it reaches."""
    outcomes = arena.forecast(spell, (5, 3)).outcomes
    return [outcomes[orc] for orc in foes(arena) if orc in outcomes]


def executions(arena: Arena, spell: str, aim: tuple[int, int], times: int) -> Counter[int]:
    """Cast a spell so many times with honest dice, taking it back each time; count who died how often."""
    game, rng = arena.game, Stream("executions")
    died: Counter[int] = Counter()

    def act() -> None:
        acting.attempt(spell_use.Cast(spell, aim), arena.player, game)

    with rehearsing(game, rng):
        prefix = run_prefix(game, act)
        for _ in range(times):
            died.update(
                prefix.play(
                    rng, lambda _, trace: [c.entity for c in trace if type(c) is changes.Died]
                )
            )
    return died


def test_the_most_healing_includes_a_kill_by_what_the_weapon_drinks(stage: Stage) -> None:
    arena = stage("######\n#@g..#\n######")
    player, goblin = arena.player, arena.find("Goblin")
    arena.equip(player, "Thirsty Longsword +1")
    arena.set_pools(player, hp=2)
    arena.set_pools(goblin, hp=9)
    pools = ecs.get(player, vitals.Pools)
    pools.xp = figures.experience_to_leave(arena.game.content, pools.level) - 1
    told = arena.forecast("melee", (2, 1)).outcomes[player].healing
    rng = Stream("thirst")
    most = 0
    for _ in range(600):
        with rehearsing(arena.game, rng):
            acting.attempt(melee.Melee(goblin), player, arena.game)
            dispatch.drain(arena.game)
            most = max(most, arena.hp(player) - 2)
    assert most == told[2]


def test_a_few_hundred_rolls_are_all_tried(stage: Stage) -> None:
    arena = stage("######\n#@g..#\n######")
    arena.equip(arena.player, "Longsword")
    arena.set_pools(arena.find("Goblin"), hp=5)
    of = of_goblin(arena, "melee", (2, 1))
    assert of.kill * 20 * 8 == pytest.approx(round(of.kill * 20 * 8), abs=1e-6)


@pytest.mark.parametrize(
    ("weapon", "hp", "status"),
    [("Numbing Shortsword +1", 4, "Stunned"), ("Barbed War Axe +2", 5, "Bleeding")],
)
def test_a_status_that_only_a_middling_blow_can_bring_is_named(
    weapon: str, hp: int, status: str
) -> None:
    with Arena.from_ascii("####\n#@m#\n####", {"m": "Deathcap Mushroom"}) as arena:
        mushroom = arena.find("Deathcap Mushroom")
        arena.equip(arena.player, weapon)
        arena.set_pools(mushroom, hp=hp)
        arena.set_pools(arena.player, hp=30)
        found = arena.forecast("melee", (2, 1)).outcomes[mushroom].statuses
        assert 0 < found[status][0] < 0.1


def test_that_a_meadow_burns_on_is_told_as_often_as_it_does(draw: Draw) -> None:
    """The chance comes from turns that were followed: extremes, which count for nearly nothing, told 1 in 1,000."""
    rows = ["#" * 24, *["#" + '"' * 22 + "#"] * 14, "#" * 24]
    rows[7] = "#." + "@." + '"' * 20 + "#"
    arena = draw("\n".join(rows), raws=None, hp=99, knows="Kindling")
    told = foresee(arena.game, arena.player, spell_use.Cast("Kindling", (7, 7))).facts.get(
        BurnsOn(10), 0.0
    )
    came = 0
    for again in lives(arena, 12):
        assert again.cast("Kindling", (7, 7)).refused is None
        for _ in range(10):
            again.wait()
        came += bool(again.game.level.hazards)
    assert told == pytest.approx(came / 12, abs=0.2)
    assert told > 0.5


@pytest.mark.parametrize(
    ("spell", "spot", "things", "sample"),
    [
        ("Hoarfrost", (5, 1), [("Fire", 5, 1), ("Fire", 9, 1)], 2),
        ("Kindling", (7, 1), [("Fire", 4, 1), ("Oil", 9, 1)], 31),
    ],
)
def test_what_lives_on_what_an_act_has_spared_is_told_to_burn_on(
    draw: Draw, spell: str, spot: tuple[int, int], things: list[tuple[str, int, int]], sample: int
) -> None:
    """Mist puts one of two fires out that would have met, or grass is burnt on which a fire would have come to oil.

    That is rare, and not among the few samples.
    """
    arena = draw('###########\n#@..."""""#\n###########', raws=None, hp=30, knows=spell)
    cast, luck = spell_use.Cast(spell, spot), Luck(sample=sample, count=WAYS_OF_LUCK)
    for thing in things:
        arena.spawn(*thing)
    told = foresee(arena.game, arena.player, cast).facts
    ends = []
    for again, acts in zip(lives(arena, 2), (False, True), strict=True):
        if acts:
            assert acting.attempt(cast, again.player, again.game)
            dispatch.drain(again.game)
        ends.append(passed(again.game, luck, 10).is_whole)
    assert ends == [True, False]
    assert told.get(BurnsOn(10), 0) > 0


@pytest.mark.parametrize("hp", [5, 7, 9])
def test_what_comes_of_an_act_is_as_likely_where_it_leads_into_a_fire(hp: int) -> None:
    found = []
    for behind in ".f":
        drawing = f"#######\n#.{behind}@a.#\n#######"
        with Arena.from_ascii(drawing, {"a": "Bandit Archer", "f": "Fire"}) as arena:
            archer = arena.find("Bandit Archer")
            arena.set_pools(archer, hp=hp, max_hp=12)
            arena.equip(arena.player, "Miring Longsword +1")
            told = foresee(arena.game, arena.player, melee.Melee(archer))
            found.append(told.outcomes[arena.player].facts[Driven(tiles=1)])
    assert found[1] == pytest.approx(found[0], abs=0.02)


def test_a_new_level_heals_more_after_what_few_dice_take(draw: Draw) -> None:
    """The hardest dice kill who would hit back, the mildest kill nobody: few take much, and kill somebody after all."""
    arena = draw(
        "#######\n#.dc..#\n#..@a.#\n#.....#\n#######",
        {"a": "Fungus Man", "d": "Arbat Dark Elf", "c": "Gargoyle"},
        raws=None,
        hp=200,
        knows="Hearth Unbound",
        seed=65,
    )
    game, player = arena.game, arena.player
    for name, hp in (("Fungus Man", 17), ("Arbat Dark Elf", 5), ("Gargoyle", 10)):
        arena.set_pools(arena.find(name), max_hp=90, hp=hp)
    arena.set_pools(player, hp=63)
    pools = ecs.get(player, vitals.Pools)
    pools.level, pools.xp = 8, figures.experience_to_leave(game.content, 8) - 1
    reveal(game)
    healed, told = [], ()
    for again in lives(arena, 25):
        told = told or again.forecast("Hearth Unbound", (4, 2)).outcomes[player].healing
        start = len(again.game.trace)
        assert acting.attempt(spell_use.Cast("Hearth Unbound", (4, 2)), player, again.game)
        dispatch.drain(again.game)
        healed.append(happened(again.game.trace[start:]).healed[player])
    assert told[0] <= min(healed) < max(healed) <= told[2]
