"""How uses reach their targets: shapes, corners, and each creature once."""

import pytest
from hypothesis import strategies as st

from roguelike.components import magic
from roguelike.core import sight
from roguelike.core.geometry import Point
from roguelike.effects import dispatch, shapes
from roguelike.testing import Arena
from roguelike.world import changes
from roguelike.world.game import Area, Cause, Several, Single, Spot, Targets
from tests.halls import afflict
from tests.lengths import law
from tests.rooms import Draw, effect, lost, of, rules, unchanged

HALL = """
    ############
    #..........#
    #@.g.k.o...#
    #..........#
    ############
"""


def hit(arena: Arena, spell: str, aim: tuple[int, int] | None, *names: str) -> list[str]:
    """Cast and tell which of some creatures were hurt."""
    arena.teach(spell)
    found = {name: arena.find(name) for name in names}
    result = arena.cast(spell, aim)
    assert result.refused is None
    return [name for name, entity in found.items() if lost(result.trace, entity)]


ALL = ("Goblin", "Kobold", "Ogre")


@pytest.mark.parametrize(
    ("spell", "aim", "expected"),
    [
        ("Zap", (7, 2), ["Ogre"]),
        ("Smite", (7, 2), ["Ogre"]),
        ("Arc", (7, 2), ["Goblin"]),
        ("Lance", (3, 2), ["Goblin", "Kobold", "Ogre"]),
        ("Seek", None, ["Goblin"]),
        ("Glare", None, ["Goblin", "Kobold"]),
        ("Fan", (3, 2), ["Goblin", "Kobold"]),
        ("Leap", (3, 2), ["Goblin", "Kobold", "Ogre"]),
        ("Ricochet", (3, 2), ["Goblin", "Kobold", "Ogre"]),
    ],
)
def test_each_shape_reaches_its_own(
    draw: Draw, spell: str, aim: tuple[int, int] | None, expected: list[str]
) -> None:
    assert hit(draw(HALL), spell, aim, *ALL) == expected


def test_touch_reaches_one_step_any_way(draw: Draw) -> None:
    arena = draw("#####\n#g..#\n#.@.#\n#...#\n#####")
    assert hit(arena, "Slap", (1, 1), "Goblin") == ["Goblin"]
    arena = draw("######\n#@.g.#\n######", knows="Slap")
    assert "out of range" in str(arena.cast("Slap", (3, 1)).refused)


def test_a_bolt_stops_where_somebody_stands_even_a_friend(draw: Draw) -> None:
    arena = draw("########\n#@.f.g.#\n########")
    assert hit(arena, "Arc", (5, 1), "Friend", "Goblin") == ["Friend"]
    arena = draw("########\n#@.f.g.#\n########", knows="Arc")
    foreseen = arena.forecast("Arc", (5, 1))
    assert arena.find("Goblin") not in foreseen.outcomes
    assert foreseen.path[-1] == (3, 1)


def test_a_beam_goes_on_to_its_range_and_stops_at_walls(draw: Draw) -> None:
    arena = draw("#########\n#@g..O.k#\n#########")
    assert hit(arena, "Lance", (2, 1), "Goblin", "Kobold") == ["Goblin"]


def test_a_ray_comes_back_from_a_wall(draw: Draw) -> None:
    arena = draw("######\n#.g.@#\n######", knows="Ricochet")
    assert arena.cast("Ricochet", (4, 1)).refused == "There is nothing there to affect."
    arena = draw("######\n#g.@.#\n######")
    assert hit(arena, "Ricochet", (4, 1), "Goblin") == ["Goblin"]


def test_everyone_on_a_path_is_hit_once(draw: Draw) -> None:
    arena = draw("######\n#.@D.#\n#....#\n######", knows="Ricochet")
    giant = arena.find("Giant")
    assert lost(arena.cast("Ricochet", (3, 1)).trace, giant) == 4


def test_a_chain_leaps_to_enemies_only_and_to_each_once(draw: Draw) -> None:
    arena = draw("##########\n#@.g.f.k.#\n#........#\n##########")
    assert hit(arena, "Leap", (3, 1), "Goblin", "Friend", "Kobold") == ["Goblin"]
    arena = draw("##########\n#@.gf.k..#\n#........#\n##########")
    assert hit(arena, "Leap", (3, 1), "Goblin", "Friend", "Kobold") == ["Goblin", "Kobold"]


def test_a_fence_stands_across(draw: Draw) -> None:
    arena = draw("#########\n#.......#\n#.......#\n#@..g...#\n#.......#\n#.......#\n#########")
    arena.teach("Fence")
    foreseen = arena.forecast("Fence", (4, 3))
    assert set(foreseen.cells) == {(4, y) for y in range(1, 6)}


def test_a_seeking_spell_with_nobody_near_is_refused(draw: Draw) -> None:
    arena = draw("###########\n#@.......g#\n###########", knows="Seek")
    with unchanged(arena):
        assert arena.cast("Seek").refused == "No enemy is in sight within 5 tiles."
    arena.teach("Glare")
    assert arena.cast("Glare").refused is not None


def test_a_seeking_spell_finds_the_nearest_enemy_not_friend(draw: Draw) -> None:
    arena = draw("########\n#@fr.g.#\n########")
    assert hit(arena, "Seek", None, "Friend", "Rat", "Goblin") == ["Rat"]


@pytest.mark.parametrize("spell", ["Seek", "Glare"])
def test_a_spell_that_picks_its_targets_picks_among_those_its_caster_sees(
    draw: Draw, spell: str
) -> None:
    """The forecast named the goblin, and the invisible rat before it was struck."""
    arena = draw("########\n#@.r.g.#\n########")
    rat, goblin = arena.find("Rat"), arena.find("Goblin")
    afflict(arena, rat, "Invisible", 9)
    arena.teach(spell)
    assert set(arena.forecast(spell).outcomes) - {arena.player} == {goblin}
    result = arena.cast(spell)
    touched = {each.entity for each in of(result.trace, changes.PoolChanged) if each.pool == "hp"}
    touched |= {each.target for each in of(result.trace, changes.StatusBegan)}
    assert touched - {arena.player} == {goblin}


def test_an_invisible_player_is_not_picked_by_those_who_do_not_see_them(draw: Draw) -> None:
    arena = draw("########\n#@.f.g.#\n########")
    afflict(arena, arena.player, "Invisible", 9)
    goblin = arena.find("Goblin")
    arena.teach("Seek", goblin)
    arena.set_pools(goblin, mana=20, max_mana=20)
    before = arena.hp(arena.player)
    arena.cast("Seek", by=goblin)
    assert arena.hp(arena.player) == before


def test_a_seeking_spell_needs_a_clear_line(draw: Draw) -> None:
    arena = draw("######\n#@#g.#\n######", knows="Seek")
    assert arena.cast("Seek").refused is not None


@pytest.mark.parametrize(
    "name", ["Zap", "Arc", "Lance", "Ricochet", "Leap", "Fan", "Smite", "Fence"]
)
@pytest.mark.parametrize("aim", [(1, 2), (1, 1), (10, 3), (2, 3)])
def test_no_shape_fails_at_an_odd_aim(draw: Draw, name: str, aim: tuple[int, int]) -> None:
    arena = draw(HALL, knows=name)
    foreseen = arena.forecast(name, aim)
    result = arena.cast(name, aim)
    assert result.refused == foreseen.refused
    level = arena.game.level
    for x, y in (*foreseen.cells, *foreseen.path):
        assert level.contains((x, y))


def test_every_shape_has_a_spell_among_the_rules() -> None:
    uses = [spell["effects"] for spell in rules()["spells"]]
    assert {use["delivery"]["shape"] for use in uses if "delivery" in use} == set(shapes.SHAPES)


def test_a_large_source_aims_from_its_corner(draw: Draw) -> None:
    arena = draw("########\n#D...@.#\n#......#\n########")
    giant = arena.find("Giant")
    arena.teach("Lance", giant)
    result = arena.cast("Lance", (5, 1), by=giant)
    assert lost(result.trace, arena.player) == 4
    assert lost(result.trace, giant) == 0


WIDTH = 21
HERE = (10, 10)
PILLARS = st.frozensets(st.tuples(st.integers(1, 19), st.integers(1, 19)), max_size=160)


@law(PILLARS, few=40, many=2_000)
def test_what_is_seen_is_reached_by_bolt_beam_and_bounce(pillars: frozenset[Point]) -> None:
    with Arena.from_ascii(drawn(pillars)) as arena:
        game = arena.game
        bolt, *piercing = (
            magic.Delivery(shape=each, range=8) for each in ("bolt", "beam", "bounce")
        )
        for cell in set(sight.points(game.level.view(HERE, 8))) - {HERE}:
            if game.level.transparent[cell]:
                assert shapes.reach(bolt, arena.player, cell, Several(()), game).path[-1] == cell
                for each in piercing:
                    assert cell in shapes.reach(each, arena.player, cell, Several(()), game).path


def drawn(pillars: frozenset[Point]) -> str:
    """Draw a hall with the player in its middle, and walls on some tiles."""
    inner = range(1, WIDTH - 1)
    signs = {
        HERE: "@",
        **{(x, y): "." for x in inner for y in inner if (x, y) not in pillars | {HERE}},
    }
    every = range(WIDTH)
    return "\n".join("".join(signs.get((x, y), "#") for x in every) for y in every)


ROOM = """
    #########
    #@.g.k..#
    #..D..f.#
    #.......#
    #########
"""


GOBLIN, KOBOLD, GIANT, FRIEND, YOU = FOLK = ("Goblin", "Kobold", "Giant", "Friend", "you")
EVERYWHERE = tuple((x, y) for x in range(1, 8) for y in range(1, 4))
GONE = 99_999


@pytest.mark.parametrize(
    ("by", "targets", "hurt"),
    [
        ("", (GOBLIN,), {GOBLIN}),
        ("", (GOBLIN, KOBOLD, GOBLIN), {GOBLIN, KOBOLD}),
        ("", Spot((3, 1)), {GOBLIN}),
        ("", Spot((2, 1)), set()),
        *(("", Spot(cell), {GIANT}) for cell in ((3, 2), (4, 2), (3, 3), (4, 3))),
        ("", Area(EVERYWHERE), {*FOLK}),
        ("", Area(EVERYWHERE * 3), {*FOLK}),
        (GOBLIN, Area(EVERYWHERE, "self"), {*FOLK} - {GOBLIN}),
        (YOU, Area(EVERYWHERE, "friends"), {GOBLIN, KOBOLD, GIANT}),
        (GOBLIN, Area(EVERYWHERE, "friends"), {FRIEND, YOU}),
        ("", Spot((50, 50)), set()),
        ("", Area(((-1, -1), (3, 1))), {GOBLIN}),
        ("", Several(()), set()),
        ("", Area(()), set()),
        ("", Single(GONE), set()),
        ("", Several((0, -1, GONE)), set()),
    ],
)
def test_each_of_the_targets_is_hurt_once_and_nobody_else(
    draw: Draw, by: str, targets: Targets | tuple[str, ...], hurt: set[str]
) -> None:
    arena = draw(ROOM)
    folk = {name: arena.player if name == YOU else arena.find(name) for name in FOLK}
    game, source = arena.game, folk.get(by, 0)
    named = isinstance(targets, tuple)
    aimed = Several(tuple(folk[name] for name in targets)) if named else targets
    game.push(effect("damage", amount=2), aimed, source, Cause("a test", source))
    dispatch.drain(game)
    assert {name: lost(game.trace, folk[name]) for name in FOLK} == {
        name: 2 if name in hurt else 0 for name in FOLK
    }


def test_an_effect_on_tiles_reaches_the_ground_under_an_entity(draw: Draw) -> None:
    arena = draw(ROOM)
    game = arena.game
    game.push(effect("bloodstain"), Several((arena.find("Giant"), arena.player)), 0, Cause("x"))
    dispatch.drain(game)
    assert game.level.stains == {(1, 1), (3, 2), (4, 2), (3, 3), (4, 3)}
