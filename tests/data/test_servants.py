"""The charmed and the summoned: whom they serve, for how long, and whose their kills are."""

import pytest

from roguelike.components.growth import Talents
from roguelike.world import ecs
from tests.halls import Stage, named


def test_the_charmed_change_sides_until_the_status_ends(stage: Stage) -> None:
    arena = stage("##########\n#@..g.o..#\n##########", minds=True)
    arena.teach("Beguile")
    goblin, orc = arena.find("Goblin"), arena.find("Orc")
    arena.cast("Beguile", (4, 1))
    arena.wait(5)
    assert arena.hp(orc) < 200 or arena.hp(goblin) < 200
    assert arena.hp(arena.player) == 200
    arena.wait(15)
    assert "Charmed" not in arena.statuses(goblin)
    assert arena.hp(arena.player) < 200


def test_the_summoned_fight_and_vanish_in_the_end(stage: Stage) -> None:
    arena = stage("##########\n#@...g...#\n##########", minds=True)
    arena.teach("Rat Chorus")
    arena.cast("Rat Chorus")
    assert len(named(arena, "Rat")) == 3
    xp = arena.xp(arena.player)
    arena.wait(20)
    assert named(arena, "Rat") == []
    assert arena.hp(arena.find("Goblin")) < 200
    assert arena.xp(arena.player) == xp


def test_killing_ones_own_servants_gives_no_experience(stage: Stage) -> None:
    arena = stage("##########\n#@.......#\n##########")
    arena.teach("Wolf at the Door")
    arena.teach("Falling Sky")
    arena.cast("Wolf at the Door")
    wolf = arena.find("Mangy Wolf")
    arena.set_pools(wolf, hp=1)
    assert arena.cast("Falling Sky", arena.position(wolf)).refused is None
    assert not arena.alive(wolf)
    assert arena.xp(arena.player) == 0
    with pytest.raises(LookupError):
        arena.find("Meat")


def test_who_was_called_lends_no_mana(stage: Stage) -> None:
    """Three rats cost 3 mana; their 12 drunk up again would be mana without end."""
    arena = stage("##########\n#@.......#\n##########")
    arena.teach("Rat Chorus")
    arena.teach("Borrowed Cup")
    arena.cast("Rat Chorus")
    (near,) = (rat for rat in named(arena, "Rat") if arena.position(rat) == (2, 1))
    reason = "What was called has no mana of its own."
    assert arena.forecast("Borrowed Cup", (2, 1)).refused == reason
    assert arena.cast("Borrowed Cup", (2, 1)).refused == reason
    assert arena.mana(near) > 0


def test_what_stays_makes_way_for_the_next_call_and_what_fades_does_not(stage: Stage) -> None:
    for studied, left in ((2, 6), (3, 3)):
        arena = stage("######\n#@...#\n#....#\n#....#\n######")
        arena.teach("Rat Chorus")
        ecs.get(arena.player, Talents).taken = ("Study of Nature",) * studied
        arena.cast("Rat Chorus")
        before = named(arena, "Rat")
        foreseen = arena.forecast("Rat Chorus")
        assert all((rat in foreseen.outcomes) == (left == 3) for rat in before)
        arena.cast("Rat Chorus")
        assert len(named(arena, "Rat")) == left
        assert any(arena.alive(rat) for rat in before) == (left == 6)


def test_one_changes_places_with_those_who_serve(stage: Stage) -> None:
    arena = stage("#####\n#@g.#\n#####")
    arena.teach("Beguile")
    goblin = arena.find("Goblin")
    arena.cast("Beguile", (2, 1))
    arena.move(1, 0)
    assert arena.position(arena.player) == (2, 1)
    assert arena.position(goblin) == (1, 1)
    assert arena.hp(goblin) == 200


def test_what_a_servant_kills_counts_for_its_master(stage: Stage) -> None:
    arena = stage("########\n#@.gk..#\n########")
    arena.teach("Beguile")
    goblin, kobold = arena.find("Goblin"), arena.find("Kobold")
    arena.cast("Beguile", (3, 1))
    arena.set_pools(kobold, hp=1)
    for _ in range(40):
        if arena.alive(kobold):
            arena.melee(kobold, by=goblin)
    assert not arena.alive(kobold)
    assert arena.xp(arena.player) == 100
