"""What creatures do besides their turns: as their blow lands, as they are wounded, as they are worn down."""

import pytest

from roguelike.components import actors, magic, spatial
from roguelike.engine.play.commands import Cast
from roguelike.engine.session import Session
from roguelike.engine.views.creatures import creatures_view
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs
from tests.halls import CLOSE, HALL, Stage, named
from tests.rooms import begun, component, inflict, lost

CATALOG = catalog_for(None)
TRICKSTERS = [
    name
    for name in CATALOG.names("mobs")
    if any(isinstance(part, magic.Tricks) for part in CATALOG.templates("mobs", name))
]


def test_most_creatures_of_the_depths_have_a_trick() -> None:
    assert len(TRICKSTERS) >= 32


@pytest.mark.parametrize("name", TRICKSTERS)
def test_a_card_tells_every_trick_in_a_few_words(stage: Stage, name: str) -> None:
    arena = stage(HALL.replace(".o.", "..."), {"g": name})
    for hidden in [each for each, _ in ecs.with_component(spatial.Hidden)]:
        component(hidden, spatial.Hidden).found = True
    (view,) = creatures_view(arena.game)
    for part in CATALOG.templates("mobs", name):
        for trick in part.tricks if isinstance(part, magic.Tricks) else ():
            assert trick.does in view.traits
            assert len(trick.does.split()) <= 14


@pytest.mark.parametrize("name", TRICKSTERS)
def test_what_a_trick_does_lies_within_what_was_foreseen(stage: Stage, name: str) -> None:
    """The forecast of a wound plays the answer to it, whatever it is."""
    arena = stage(CLOSE, {"g": name}, hp=60, knows="Storm's Favourite")
    (foe,) = [each for each in arena.game.level.blockers.values() if each != arena.player][:1]
    arena.set_pools(foe, max_hp=60, hp=35)
    seen = Session(arena.game).forecast(Cast("Storm's Favourite", None))
    trace = arena.cast("Storm's Favourite").trace
    for each in (foe, arena.player):
        told = seen.outcomes.get(each)
        least, _, most = told.damage if told is not None else (0, 0, 0)
        assert least <= lost(trace, each) <= most, (name, each)


def test_who_divides_makes_two_of_what_is_left(stage: Stage) -> None:
    arena = stage(HALL, {"g": "Gelatinous Cube"}, hp=60)
    cube = arena.find("Gelatinous Cube")
    inflict(arena, "damage", cube, amount=20, by=arena.player)
    assert sorted(arena.hp(each) for each in named(arena, "Gelatinous Cube")) == [20, 20]


def test_what_burns_does_not_divide(stage: Stage) -> None:
    arena = stage(HALL, {"g": "Gelatinous Cube"}, hp=60)
    cube = arena.find("Gelatinous Cube")
    inflict(arena, "status", cube, status="Burning", strength=3, turns=3, by=arena.player)
    arena.wait(2)
    assert named(arena, "Gelatinous Cube") == [cube]


def test_an_imp_casts_back_the_spell_that_wounds_it_and_nothing_else(stage: Stage) -> None:
    taken = 0
    for seed in range(12):
        arena = stage(HALL, {"g": "Imp"}, seed=seed, knows="Zap")
        imp = arena.find("Imp")
        assert lost(inflict(arena, "damage", imp, amount=5, by=arena.player), arena.player) == 0
        hp = arena.hp(arena.player)
        arena.cast("Zap", (7, 3))
        taken += arena.hp(arena.player) < hp
    assert 1 <= taken <= 11


def test_no_trick_answers_a_trick(stage: Stage) -> None:
    arena = stage(CLOSE, {"g": "Gargoyle"})
    gargoyle = arena.find("Gargoyle")
    other = arena.spawn("Gargoyle", 5, 2)
    arena.set_pools(other, max_hp=200, hp=200)
    trace = inflict(arena, "damage", gargoyle, amount=10, by=other)
    assert lost(trace, other) > 0
    assert lost(trace, gargoyle) == 10


def test_the_keeper_changes_at_two_thirds_and_at_a_third(stage: Stage) -> None:
    arena = stage(
        "#" * 17 + ("\n#" + "." * 15 + "#") * 3 + "\n#...@.g........#" + ("\n#" + "." * 15 + "#") * 4
        + "\n" + "#" * 17,
        {"g": "The Keeper of the Last Door"},
        hp=300,
    )  # fmt: skip
    keeper = arena.find("The Keeper of the Last Door")
    assert not lost(inflict(arena, "damage", keeper, amount=90, by=arena.player), arena.player)
    trace = inflict(arena, "damage", keeper, amount=30, by=arena.player)
    assert lost(trace, arena.player) > 0
    assert not named(arena, "Cinder Hound")
    trace = inflict(arena, "damage", keeper, amount=90, by=arena.player)
    assert "Hasted" in begun(trace, keeper)
    assert len(named(arena, "Cinder Hound")) == 2


def test_whoever_is_caught_asleep_takes_double_once(stage: Stage) -> None:
    arena = stage(HALL, knows="Zap")
    goblin = arena.find("Goblin")
    awake = arena.forecast("Zap", (7, 3)).outcomes[goblin].damage[1]
    component(goblin, actors.Mind).awake = False
    seen = arena.forecast("Zap", (7, 3)).outcomes[goblin]
    assert seen.damage[1] == pytest.approx(2 * awake)
    assert {"caught asleep", "wakes"} <= seen.notes.keys()
    trace = [
        *inflict(arena, "damage", goblin, amount=5),
        *inflict(arena, "damage", goblin, amount=5),
    ]
    assert lost(trace, goblin) == 15
    inflict(arena, "status", goblin, status="Asleep", turns=4)
    again = [
        *inflict(arena, "damage", goblin, amount=5),
        *inflict(arena, "damage", goblin, amount=5),
    ]
    assert lost(again, goblin) == 15


def test_what_one_keeps_who_divides_is_no_damage(stage: Stage) -> None:
    arena = stage(HALL, {"g": "Gelatinous Cube"}, hp=60, knows="Storm's Favourite")
    cube = arena.find("Gelatinous Cube")
    told = arena.forecast("Storm's Favourite").outcomes[cube]
    assert told.damage[2] < arena.hp(cube) / 2
    assert told.notes["divides in two"] == 1.0
    trace = arena.cast("Storm's Favourite").trace
    assert told.damage[0] <= lost(trace, cube) <= told.damage[2]
    assert sum(arena.hp(each) for each in named(arena, "Gelatinous Cube")) == 60 - lost(trace, cube)
