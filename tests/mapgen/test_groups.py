"""Groups of creatures on the drawing board: together, apart from whom they are at odds with, on a round."""

from itertools import pairwise

from roguelike.components.actors import Follower
from roguelike.components.places import Group, Region
from roguelike.core.formula import Dice
from roguelike.core.geometry import steps_between
from roguelike.core.rng import Stream
from roguelike.mapgen.blueprint import Blueprint, Section
from roguelike.mapgen.metas.population import LEG_STEPS, TOGETHER_STEPS, AreaSpawning
from roguelike.world.terrain import Tile

THREE = (Follower("Captain"), Follower("Soldier", Dice(bonus=2)))


class Table:
    """A table on which only groups are found."""

    def __init__(self, *groups: Group, tiles_per_mob: int = 100) -> None:
        self._groups = groups
        self._tiles = tiles_per_mob

    def roll(self, kind: Section, depth: int, rng: Stream) -> str | None:
        return "Hermit" if kind == "mobs" else None

    def region(self, depth: int) -> Region:
        return Region("here", tiles_per_mob=self._tiles, grouped=1.0)

    def groups(self, depth: int) -> tuple[Group, ...]:
        return self._groups


def filled(*groups: Group, seed: int = 1, tiles_per_mob: int = 100) -> Blueprint:
    """Fill one great hall."""
    plan = Blueprint(60, 30, 5)
    plan.tiles[1:-1, 1:-1] = Tile.FLOOR
    plan.enter_at((2, 2))
    table = Table(*groups, tiles_per_mob=tiles_per_mob)
    AreaSpawning().populate(plan, Stream(seed), table)
    return plan


def names(plan: Blueprint) -> list[str]:
    return [spawn.name for spawn in plan.spawns]


def test_a_group_stands_together_with_its_leader_first() -> None:
    for seed in range(20):
        plan = filled(Group("Watch", THREE), seed=seed, tiles_per_mob=600)
        [band] = plan.bands
        leader, *others = band.members
        found = {spawn.point: spawn.name for spawn in plan.spawns}
        assert found[leader] == "Captain"
        assert [found[point] for point in others] == ["Soldier", "Soldier"]
        assert all(steps_between(leader, point) <= TOGETHER_STEPS for point in others), seed


def test_what_groups_do_not_fill_others_do() -> None:
    for seed in range(20):
        plan = filled(Group("Watch", THREE), seed=seed)
        assert names(plan).count("Captain") == 1
        assert 10 <= names(plan).count("Hermit") <= 17, seed


def test_no_group_is_there_twice() -> None:
    plan = filled(Group("Watch", THREE), Group("Pack", (Follower("Wolf"),)), tiles_per_mob=20)
    assert names(plan).count("Captain") == names(plan).count("Wolf") == 1


def test_a_round_goes_out_and_back_in_short_legs() -> None:
    for seed in range(20):
        plan = filled(Group("Watch", THREE, activity="rounds"), seed=seed, tiles_per_mob=600)
        [band] = plan.bands
        assert band.round[0] == band.members[0]
        assert len(band.round) >= 2
        for here, there in pairwise((*band.round, band.round[0])):
            assert LEG_STEPS[0] <= steps_between(here, there) <= LEG_STEPS[1], seed


def test_a_camp_keeps_its_place_and_a_watch_does_not_stir() -> None:
    camp = filled(Group("Camp", THREE, props=("Fire",)), tiles_per_mob=600)
    assert camp.bands[0].round == camp.bands[0].members[:1]
    assert "Fire" in names(camp)
    watch = filled(Group("Watch", THREE, activity="watch"), tiles_per_mob=600)
    assert watch.bands[0].round == ()


def test_those_at_odds_stand_near_one_another_but_not_together() -> None:
    ours = Group("Ours", (Follower("Red"),), against="Theirs")
    theirs = Group("Theirs", (Follower("Blue"),), against="Ours")
    for seed in range(20):
        plan = filled(ours, theirs, seed=seed, tiles_per_mob=1500)
        one, other = (band.members[0] for band in plan.bands)
        assert 7 <= steps_between(one, other) <= 10, seed
