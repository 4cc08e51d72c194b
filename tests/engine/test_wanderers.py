"""Resting calls those who live here, as long as it gives anything; waiting, walking, or being seen does not."""

from typing import Any

import pytest

from roguelike.actions.acting import Action
from roguelike.components import actors, spatial, vitals
from roguelike.core.geometry import steps_between
from roguelike.engine.play import wanderers
from roguelike.engine.play.commands import Pass, Rest, Step
from roguelike.engine.play.dungeon import (
    HATED,
    NEAREST_STEPS,
    build_level,
    new_game,
    rise_to,
    travel,
    usual_level,
)
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.raws.catalog import load_catalog
from roguelike.store import invariants
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs, perception, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game
from tests.rooms import component, inflict

# The stairs are round two corners, and some twenty steps away.
WARREN = """
#############
#@..........#
###########.#
#...........#
#.###########
#.........>.#
#############
"""
# The stairs are farther off than creatures take turns.
LONG_WAY = f"""
{"#" * 60}
#@{"." * 5}{"#" * 53}
#{"#" * 5}.{"#" * 53}
#{"#" * 5}{"." * 52}>#
{"#" * 60}
"""
SURE = 100_000.0


def creatures(arena: Arena) -> list[int]:
    return [entity for entity, _ in ecs.with_component(actors.Mind) if arena.alive(entity)]


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let somebody come at the first chance."""
    monkeypatch.setattr(wanderers, "PERCENT", SURE)


def hurt(arena: Arena) -> Session:
    arena.set_pools(arena.player, hp=5)
    return Session(arena.game)


@pytest.mark.usefixtures("often")
def test_who_rests_is_found_by_a_group_that_lives_there() -> None:
    kinds = set()
    for seed in range(6):
        with Arena.from_ascii(WARREN, seed=seed, depth=8) as arena:
            session = hurt(arena)
            session.do(Rest())
            found = creatures(arena)
            if not found:
                continue  # nobody who would come has room
            names = {perception.true_name(each) for each in found}
            groups = arena.game.content.spawn_table.groups(8)  # type: ignore[attr-defined]
            assert any(names <= {each.name for each in group.members} for group in groups)
            minds = [ecs.get(each, actors.Mind) for each in found]
            assert all((mind.awake, mind.target) == (True, arena.player) for mind in minds)
            assert not any(arena.game.level.visible[arena.position(each)] for each in found)
            told = wanderers.HEARD if len(found) == 1 else wanderers.HEARD_BY_MORE
            assert any(told in line.text for line in session.log)
            kinds.add(frozenset(names))
    assert len(kinds) > 1


def test_who_comes_from_far_away_arrives() -> None:
    """At the stairs they would be too far away to take turns."""
    for seed in range(4):
        with Arena.from_ascii(LONG_WAY, seed=seed, depth=4) as arena:
            session = hurt(arena)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(wanderers, "PERCENT", SURE)
                session.do(Rest())
            found = creatures(arena)
            starts = [arena.position(each) for each in found]
            assert starts
            assert not any(arena.game.level.visible[start] for start in starts)
            turns = 0
            while all((arena.position(each) or (0, 0))[1] == 3 for each in found):
                session.do(Pass())
                turns += 1
                assert turns < 120, starts


@pytest.mark.parametrize("names", [["Pit Warden", "Imp", "Imp"], ["Imp", "Pit Warden", "Imp"]])
def test_those_who_come_together_have_room_beside_one_of_several_tiles(names: list[str]) -> None:
    """Before: an imp was set down on the next tile, which the warden before it covers."""
    with Arena.from_ascii("########\n#@.....#\n#......#\n#......#\n########", raws=None) as arena:
        spots = [(x, y) for x in range(3, 7) for y in (1, 2, 3)]
        made = spawning.spawn_together(arena.game, names, spots, arena.game.depth, arena.game.rng)
        assert [perception.true_name(each) for each in made] == names
        assert not list(invariants.faults(arena.game))


def test_who_finds_no_room_does_not_come() -> None:
    with Arena.from_ascii("#####\n#@..#\n#####", raws=None) as arena:
        names, spots = ["Pit Warden", "Imp", "Imp", "Imp"], [(2, 1), (3, 1)]
        made = spawning.spawn_together(arena.game, names, spots, arena.game.depth, arena.game.rng)
        assert [perception.true_name(each) for each in made] == ["Imp", "Imp"]


def test_the_large_are_called_where_they_have_room() -> None:
    with Arena.from_ascii("######\n#@...#\n#....#\n######", raws=None) as arena:
        inflict(arena, "summon", arena.player, mob="Pit Warden", count=3)
        assert [perception.true_name(each) for each in creatures(arena)] == ["Pit Warden"]
        assert not list(invariants.faults(arena.game))


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize(("hp", "command"), [(5, Step(1, 0)), (30, Pass())])
def test_who_walks_or_is_whole_is_not(hp: int, command: Action) -> None:
    with Arena.from_ascii(WARREN, seed=3, depth=4) as arena:
        arena.set_pools(arena.player, hp=hp)
        Session(arena.game).do(command)
        assert not creatures(arena)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize(
    ("room", "depth"),
    [
        (WARREN, 1),
        (WARREN.replace(">", "."), 4),
        ("###########\n#@.......>#\n###########", 4),
    ],
)
def test_in_town_and_without_stairs_out_of_sight_nobody_comes(room: str, depth: int) -> None:
    with Arena.from_ascii(room, seed=3, depth=depth) as arena:
        hurt(arena).do(Rest())
        assert not creatures(arena)


def test_a_long_rest_brings_somebody_and_the_same_seed_the_same() -> None:
    def rested(seed: int) -> list[tuple[int, str]]:
        """Return the turns of a long rest in which somebody came, and who."""
        with Arena.from_ascii(WARREN, seed=seed, depth=4) as arena:
            session = hurt(arena)
            arena.set_pools(arena.player, hp=1, max_hp=10_000)
            for turn in range(400):
                session.do(Rest())
                if found := creatures(arena):
                    return [(turn, perception.true_name(found[0]))]
            return []

    came = [rested(seed) for seed in range(6)]
    assert came == [rested(seed) for seed in range(6)]
    assert any(came)
    assert len({each[0][0] for each in came if each}) > 1


SENT = "have sent somebody"
WRONGED = "stood with Barbo"


def arrive(catalog: Catalog, depth: int, deed: str = "", **standing: int) -> Game:
    game = new_game("grudge", catalog)
    ecs.get(game.player, actors.Player).deeds = (deed,) if deed else ()
    game.standing.update(standing)
    travel(game, depth)
    return game


def coming(game: Game, entry: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
    """List the creatures that are on their way to where the player came in, and where they stand."""
    return [
        (kind.name, (place.x, place.y))
        for entity, kind, place in ecs.with_both(actors.Kind, spatial.Position)
        if place.depth == game.depth
        and (mind := ecs.row(entity).get(actors.Mind)) is not None
        and mind.last_seen == entry
    ]


def test_who_is_hated_is_waited_for(catalog: Catalog) -> None:
    game = arrive(catalog, 10, WRONGED, DarkElfC=HATED)
    level = game.level
    found = coming(game, level.entry)
    assert [name for name, _ in found] == [
        "Cirro Weaver",
        "Cirro Dark Elf",
        "Cirro Spider",
        "Cirro Spider",
    ]
    field = level.toward(level.entry)
    assert all((field.distance(point) or 0) >= NEAREST_STEPS for _, point in found)
    assert all(steps_between(found[0][1], point) <= 6 for _, point in found)
    assert any(SENT in line.text and "clan Cirro" in line.text for line in game.log)


@pytest.mark.parametrize(
    ("depth", "deed", "standing"),
    [
        (10, WRONGED, {"DarkElfC": HATED + 1}),
        (9, WRONGED, {"DarkElfC": -100}),
        (10, "", {"DarkElfC": -100}),
        (10, "stood with Cirro", {"DarkElfC": -100}),
    ],
)
def test_nobody_is_sent_for_less_for_nothing_or_beyond_their_depths(
    catalog: Catalog, depth: int, deed: str, standing: dict[str, int]
) -> None:
    game = arrive(catalog, depth, deed, **standing)
    assert not coming(game, game.level.entry)
    assert not any(SENT in line.text for line in game.log)


def test_they_are_sent_once_to_a_level(catalog: Catalog) -> None:
    game = arrive(catalog, 10, WRONGED, DarkElfC=-100)
    travel(game, 9)
    travel(game, 10)
    assert sum(SENT in line.text for line in game.log) == 1


def test_the_same_game_sends_the_same(catalog: Catalog) -> None:
    games = [arrive(catalog, 11, "stood with Cirro", DarkElfB=-80) for _ in range(2)]
    assert state_hash(games[0]) == state_hash(games[1])


HARDER = {"growth": [{"name": "creature level", "formula": "level+max(0,depth-home)/2"}]}


WEAKER = {"growth": [{"name": "creature level", "formula": "max(1,level/2)"}]}
OGRE = {
    "mobs": [{"name": "Ogre", "level": 4}, {"name": "Djinn", "level": 4}],
    "spawn_table": [
        {"name": "Ogre", "weight": 1, "min_depth": 5, "max_depth": 6},
        {"name": "Ogre", "weight": 2, "min_depth": 3, "max_depth": 4},
    ],
}


@pytest.mark.parametrize(
    ("name", "depth", "growth", "level"),
    [
        ("Ogre", 1, HARDER, 4),  # a level for each two depths below home
        ("Ogre", 3, HARDER, 4),
        ("Ogre", 4, HARDER, 4),
        ("Ogre", 5, HARDER, 5),
        ("Ogre", 9, HARDER, 7),
        ("Djinn", 12, HARDER, 4),  # it is in no spawn table
        ("Ogre", 12, {}, 4),  # where the data says nothing, nobody is seasoned
        ("Ogre", 3, WEAKER, 4),  # a formula never makes anybody weaker
    ],
)
def test_creatures_are_seasoned_by_the_formula(
    name: str, depth: int, growth: dict[str, Any], level: int
) -> None:
    assert usual_level(name, depth, load_catalog([OGRE, growth])) == level


def test_rising_gives_pools_and_skills_of_the_level() -> None:
    with Arena.from_ascii("#####\n#@o.#\n#####", {"o": "Orc"}) as arena:
        orc = arena.find("Orc")
        hp, magic = arena.max_hp(orc), component(orc, vitals.Skills).magic
        rise_to(orc, 5, catalog_for(None))
        assert (component(orc, vitals.Pools).level, arena.hp(orc)) == (5, hp + 32)
        assert component(orc, vitals.Skills).melee > 1
        assert component(orc, vitals.Skills).magic > magic


def test_a_new_level_is_full_of_the_seasoned() -> None:
    with Arena.from_ascii("####\n#@.#\n####", seed=5) as arena:
        game, catalog = arena.game, catalog_for(None)
        game.enter()
        build_level(game, 8)
        there = [
            entity
            for entity, _ in ecs.with_component(actors.Nature)
            if entity != game.player and ecs.get(entity, spatial.Position).depth == 8
        ]
        names = {entity: ecs.get(entity, actors.Kind).name for entity in there}
        levels = {entity: ecs.get(entity, vitals.Pools).level for entity in there}
        assert levels == {each: usual_level(names[each], 8, catalog) for each in there}
        raised = [each for each in there if levels[each] > usual_level(names[each], 1, catalog)]
        assert raised
