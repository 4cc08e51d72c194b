"""Every status of the data: what it does, to the player and to monsters alike, what it forbids, and how it ends."""

import pytest

from roguelike.actions.moving import STAGGERS, staggers
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world.derived_stats import stats_of
from tests.halls import HALL, LANE, Stage, afflict

CATALOG = catalog_for(None)
STATUSES = CATALOG.names("statuses")


@pytest.mark.parametrize("who", ["player", "goblin"])
@pytest.mark.parametrize("name", STATUSES)
def test_whoever_has_a_status_has_what_its_row_says(stage: Stage, name: str, who: str) -> None:
    arena = stage(HALL)
    entity = arena.player if who == "player" else arena.find("Goblin")
    says, usual = CATALOG.status(name), stats_of(entity)
    arena.set_pools(entity, hp=100)
    afflict(arena, entity, name, 4, 3)
    assert arena.statuses(entity) == {name: 4}
    stats = stats_of(entity)
    for trait in ("forbids", "flags", "damage_share"):
        assert getattr(stats.status, trait) == getattr(says, trait), trait
    assert staggers(entity) is (STAGGERS in says.flags)
    assert stats.penalty - usual.penalty == (3 if says.slows else 0)
    for element, share in says.resistances:
        assert stats.resistances[element] == usual.resistances.get(element, 1.0) * share
    arena.wait()
    assert 100 - arena.hp(entity) == {"damage": 3, "healing": -3}.get(says.tick, 0)


@pytest.mark.parametrize("who", ["player", "goblin"])
@pytest.mark.parametrize("name", STATUSES)
def test_statuses_end_in_time_and_say_so(stage: Stage, name: str, who: str) -> None:
    arena = stage(HALL)
    entity = arena.player if who == "player" else arena.find("Goblin")
    dismisses = "dismisses" in CATALOG.status(name).flags
    if dismisses and who == "player":
        return
    afflict(arena, entity, name, 3, 1)
    arena.wait(2)
    assert arena.statuses(entity) == {name: 1}
    log = arena.wait(1).log
    if dismisses:
        assert not arena.alive(entity)
    else:
        assert arena.statuses(entity) == {}
    if who == "player" or "unseen" not in CATALOG.status(name).flags:
        assert log


@pytest.mark.parametrize("name", STATUSES)
def test_nothing_but_the_living_is_afflicted(stage: Stage, name: str) -> None:
    arena = stage("######\n#@.+.#\n######")
    door = arena.find("Door")
    afflict(arena, door, name, 4, 1)
    assert arena.statuses(door) == {}


@pytest.mark.parametrize(
    ("first", "second"), [("Slowed", "Hasted"), ("Hasted", "Slowed"), ("Burning", "Frozen")]
)
def test_opposites_cancel(stage: Stage, first: str, second: str) -> None:
    arena = stage(HALL)
    afflict(arena, arena.player, first, 5, 2)
    afflict(arena, arena.player, second, 5, 2)
    assert arena.statuses(arena.player) == {}


def test_sleepers_wake_when_hurt(stage: Stage) -> None:
    arena = stage(LANE, minds=True)
    goblin = arena.find("Goblin")
    arena.teach("Zap")
    afflict(arena, goblin, "Asleep", 30)
    arena.wait(3)
    assert arena.position(goblin) == (6, 1)
    arena.cast("Zap", (6, 1))
    assert arena.statuses(goblin) == {}
    arena.wait(2)
    assert arena.position(goblin) != (6, 1)


@pytest.mark.parametrize(
    ("name", "element"), [("Burning", "water"), ("Burning", "cold"), ("Frozen", "fire")]
)
def test_elements_end_statuses(stage: Stage, name: str, element: str) -> None:
    from roguelike.core.formula import Dice
    from roguelike.effects.damage import Damage
    from roguelike.effects.dispatch import drain
    from roguelike.world.game import NOBODY, Cause, Single

    arena = stage(HALL)
    goblin = arena.find("Goblin")
    afflict(arena, goblin, name, 9, 1)
    arena.game.push(Damage(Dice(bonus=1), element), Single(goblin), NOBODY, Cause("a test"))
    drain(arena.game)
    assert arena.statuses(goblin) == {}


@pytest.mark.parametrize("name", ["Shielded", "Invisible", "Feared", "Fireproof"])
def test_a_warning_comes_before_the_end(stage: Stage, name: str) -> None:
    arena = stage(HALL)
    afflict(arena, arena.player, name, 4, 5)
    assert len(arena.wait(1).log) == 0
    assert len(arena.wait(1).log) == 1


def test_who_steps_into_water_burns_no_longer(stage: Stage) -> None:
    arena = stage("#########\n#@.g,...#\n#########")
    goblin = arena.find("Goblin")
    afflict(arena, goblin, "Burning", 5, 2)
    arena.wait(1)
    assert (arena.hp(goblin), arena.statuses(goblin)) == (198, {"Burning": 4})
    assert "The goblin is no longer on fire." in arena.move(1, 0, by=goblin).log
    arena.wait(1)
    assert (arena.hp(goblin), arena.statuses(goblin)) == (198, {})


def test_nobody_is_set_on_fire_in_water(stage: Stage) -> None:
    arena = stage("#########\n#@.,....#\n#########")
    goblin = arena.spawn("Goblin", 3, 1)
    arena.teach("Slow Match")
    assert arena.cast("Slow Match", (3, 1)).refused == "The ground there is too wet."
    assert arena.statuses(goblin) == {}


def test_a_weak_smoulder_does_not_draw_out_a_strong_one() -> None:
    def taken(*spells: str) -> int:
        """Return what some slow-burning spells take, each three turns after the one before."""
        with Arena.from_ascii("########\n#@..o..#\n########", {"o": "Orc"}, seed=2) as arena:
            arena.set_level(arena.player, 12)
            arena.set_pools(arena.player, max_mana=90, mana=90)
            orc = arena.find("Orc")
            arena.set_pools(orc, max_hp=900, hp=900)
            for spell in spells:
                arena.teach(spell)
                arena.inscribe(spell, "Slow-Burning Rune")
                arena.cast(spell, (4, 1))
                arena.wait(3)
            arena.wait(12)
            return 900 - arena.hp(orc)

    strong, weak, both = taken("Falling Sky"), taken("Zap"), taken("Falling Sky", "Zap")
    half_a_turn = strong / 4 / 2  # turns are whole ones
    assert abs(both - (strong + weak)) <= half_a_turn


def test_stunned_and_frozen_players_lose_their_turns(stage: Stage) -> None:
    from roguelike.actions.moving import Step
    from roguelike.engine.play.turn import play

    for name in ("Stunned", "Frozen", "Asleep"):
        arena = stage(LANE)
        afflict(arena, arena.player, name, 3, 1)
        arena.game.enter()
        play(arena.game, Step(1, 0), lambda game, depth: None, minds=False)
        assert arena.position(arena.player) == (2, 1)
        assert arena.statuses(arena.player) == {name: 2}
