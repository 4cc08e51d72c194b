"""Monsters' own magic, and those whom magic makes serve: whom, for how long, and whose their kills are."""

import pytest

from roguelike.actions import melee, senses
from roguelike.components import growth, magic, vitals
from roguelike.effects import displacement
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import changes, ecs, factions
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import nature_of
from roguelike.world.terrain import Tile
from tests.halls import HALL, LANE, Stage, afflict, named
from tests.rooms import do, inflict


def test_the_charmed_change_sides_until_the_status_ends(stage: Stage) -> None:
    arena = stage("##########\n#@..g.o..#\n##########", minds=True, knows="Beguile")
    goblin, orc = arena.find("Goblin"), arena.find("Orc")
    arena.cast("Beguile", (4, 1))
    arena.wait(5)
    assert arena.hp(orc) < 200 or arena.hp(goblin) < 200
    assert arena.hp(arena.player) == 200
    arena.wait(15)
    assert "Charmed" not in arena.statuses(goblin)
    assert arena.hp(arena.player) < 200


def test_the_summoned_fight_and_vanish_in_the_end(stage: Stage) -> None:
    arena = stage("##########\n#@...g...#\n##########", minds=True, knows="Rat Chorus")
    arena.cast("Rat Chorus")
    assert len(named(arena, "Rat")) == 3
    xp = arena.xp(arena.player)
    arena.wait(20)
    assert named(arena, "Rat") == []
    assert arena.hp(arena.find("Goblin")) < 200
    assert arena.xp(arena.player) == xp


def test_who_was_called_lends_no_mana(stage: Stage) -> None:
    """Three rats cost 3 mana; their 12 drunk up again would be mana without end."""
    arena = stage("##########\n#@.......#\n##########", knows=("Rat Chorus", "Borrowed Cup"))
    arena.cast("Rat Chorus")
    (near,) = (rat for rat in named(arena, "Rat") if arena.position(rat) == (2, 1))
    reason = "What was called has no mana of its own."
    assert arena.forecast("Borrowed Cup", (2, 1)).refused == reason
    assert arena.cast("Borrowed Cup", (2, 1)).refused == reason
    assert arena.mana(near) > 0


def test_what_stays_makes_way_for_the_next_call_and_what_fades_does_not(stage: Stage) -> None:
    for studied, left in ((1, 6), (2, 3)):
        arena = stage("######\n#@...#\n#....#\n#....#\n######", knows="Rat Chorus")
        ecs.get(arena.player, growth.Talents).taken = ("Study of Nature",) * studied
        arena.cast("Rat Chorus")
        before = named(arena, "Rat")
        foreseen = arena.forecast("Rat Chorus")
        assert all((rat in foreseen.outcomes) == (left == 3) for rat in before)
        arena.cast("Rat Chorus")
        assert len(named(arena, "Rat")) == left
        assert any(arena.alive(rat) for rat in before) == (left == 6)


@pytest.mark.parametrize(
    ("status", "refused"),
    [
        ("", None),
        ("Stunned", None),
        ("Frozen", "They cannot move while frozen."),
        ("Held", "They cannot move while held."),
    ],
)
def test_one_changes_places_with_those_who_serve_unless_they_are_held(
    stage: Stage, status: str, refused: str | None
) -> None:
    """Who is stunned is dragged along; other games forbid that, and the manual says that this one does not."""
    arena = stage("#####\n#@g.#\n#####", knows="Beguile")
    goblin = arena.find("Goblin")
    arena.cast("Beguile", (2, 1))
    if status:
        inflict(arena, "status", goblin, status=status, turns=5)
    assert arena.move(1, 0).refused == refused
    assert arena.position(arena.player) == ((1, 1) if refused else (2, 1))
    assert arena.position(goblin) == ((2, 1) if refused else (1, 1))
    assert arena.hp(goblin) == 200


def test_the_death_of_who_was_charmed_brings_no_experience(stage: Stage) -> None:
    arena = stage("#####\n#@g.#\n#####", knows="Beguile")
    goblin = arena.find("Goblin")
    arena.cast("Beguile", (2, 1))
    arena.set_pools(goblin, hp=1)
    while arena.alive(goblin):
        arena.melee(goblin)
    assert arena.xp(arena.player) == 0


def test_whom_somebody_called_stays_after_their_death_and_serves_nobody(stage: Stage) -> None:
    arena = stage("##########\n#@...g...#\n#........#\n##########")
    goblin = arena.find("Goblin")
    arena.teach("Rat Chorus", goblin)
    arena.set_pools(goblin, mana=50, max_mana=50)
    assert arena.cast("Rat Chorus", by=goblin).refused is None
    rats = named(arena, "Rat")
    assert {factions.master_of(rat) for rat in rats} == {goblin}
    arena.set_pools(goblin, hp=1)
    arena.teach("Zap")
    arena.cast("Zap", (5, 1))
    arena.wait()
    assert not arena.alive(goblin)
    assert rats == named(arena, "Rat")
    assert {factions.lord_of(rat) for rat in rats} == {*rats}
    arena.wait(30)
    assert named(arena, "Rat") == [], "their time is up"


def test_a_barkeep_who_is_nobody_s_servant_any_more_bears_no_grudge(stage: Stage) -> None:
    """It was said of him that he remembers old enmities, which he never had."""
    arena = stage("##########\n#@..b....#\n##########", legend={"b": "Barkeep"}, minds=True)
    arena.teach("Beguile")
    barkeep = arena.find("Barkeep")
    arena.cast("Beguile", (4, 1))
    assert "Charmed" in arena.statuses(barkeep)
    arena.wait(20)
    assert "Charmed" not in arena.statuses(barkeep)
    assert "The barkeep is nobody's servant any more." in arena.log
    assert not senses.is_hostile(arena.game, barkeep)


def test_what_a_servant_kills_counts_for_its_master(stage: Stage) -> None:
    arena = stage("########\n#@.gk..#\n########", knows="Beguile")
    goblin, kobold = arena.find("Goblin"), arena.find("Kobold")
    arena.cast("Beguile", (3, 1))
    arena.set_pools(kobold, hp=1)
    for _ in range(40):
        if arena.alive(kobold):
            arena.melee(kobold, by=goblin)
    assert not arena.alive(kobold)
    assert arena.xp(arena.player) == 100


def test_a_silenced_or_empty_caster_casts_nothing(stage: Stage) -> None:
    for hindrance in ("Silenced", ""):
        arena = stage(HALL.replace("o", "."), {"g": "Dragon Wyrmling"}, minds=True)
        caster = arena.find("Dragon Wyrmling")
        if hindrance:
            afflict(arena, caster, hindrance, 100)
        else:
            arena.set_pools(caster, mana=0)
        assert not any("casts" in line for line in arena.wait(20).log)


def test_a_healer_heals_only_when_hurt(stage: Stage) -> None:
    arena = stage(HALL.replace("o", "."), {"g": "Cirro Dark Priestess"}, minds=True)
    assert not any("Patch Up" in line for line in arena.wait(8).log)


def test_blinded_creatures_cannot_aim_either(stage: Stage) -> None:
    arena = stage(LANE)
    goblin = arena.find("Goblin")
    arena.teach("Zap", goblin)
    afflict(arena, goblin, "Blinded", 5)
    assert arena.cast("Zap", (2, 1), by=goblin).refused == "You cannot see that."


def test_what_a_called_thief_took_is_given_back_when_it_fades(stage: Stage) -> None:
    arena = stage("#####\n#@k.#\n#####", {"k": "Shadow Footpad"})
    thief, purse = arena.find("Shadow Footpad"), ecs.get(arena.player, vitals.Pools)
    afflict(arena, thief, "Summoned", 3, 1)
    purse.gold = 500.0
    for _ in range(30):
        do(arena, melee.Steal(arena.player), thief)
    assert purse.gold < 250
    arena.wait(4)
    assert not arena.alive(thief)
    assert purse.gold == 500


CATALOG = catalog_for(None)
PLAZA = "\n".join(("#" * 24, "#@" + "." * 21 + "#", *["#" + "." * 22 + "#"] * 8, "#" * 24))
STALE = 40
"""Turns within which somebody with full mana and every reason casts."""
TOUGH = 10**5


def abilities_of(name: str) -> magic.Abilities:
    parts = CATALOG.templates("mobs", name)
    return next((part for part in parts if isinstance(part, magic.Abilities)), magic.Abilities())


CASTERS = [
    (name, each)
    for name in CATALOG.names("mobs")
    for each in dict.fromkeys(abilities_of(name).cast)
]
NOT_FOR_PLAYERS = {"Beguile"}
"""The player, whom nobody can command, would only be let off."""


def hide_the_player(arena: Arena) -> None:
    """Wall the player's corner off."""
    arena.game.level.tiles[1:3, 2] = arena.game.level.tiles[2, 1] = Tile.WALL
    arena.game.level.ground_changed()


def dig_moat(arena: Arena, tiles: int) -> None:
    """Part the hall, so that whoever likes it close has to stay where its spell is wanted."""
    arena.game.level.tiles[2 : 2 + tiles, 1:10] = Tile.DEEP_WATER
    arena.game.level.ground_changed()


def cast_within(turns: int, name: str, ability: magic.Ability, seed: int) -> bool:
    """Give a creature an enemy in range and the occasion for an ability, and see whether it uses it."""
    with Arena.from_ascii(PLAZA, minds=True, seed=seed) as arena:
        away = max(1, min(int(ability.range_tiles), int(ability.min_range_tiles) + 1))
        if not any(
            isinstance(each, displacement.Charge)
            for each in CATALOG.spells[ability.spell].use.effects
        ):
            dig_moat(arena, away - 1)
        arena.set_pools(arena.player, hp=TOUGH, max_hp=TOUGH, mana=50, max_mana=50)
        caster = arena.spawn(name, 1 + away, 1)
        # Who talks attacks only those who have wronged their people.
        arena.game.standing[factions.faction(caster)] = factions.HOSTILE
        share = 3 if ability.when == "self hurt" or ability.below_share < 1 else 1
        if ability.when == "enemy near" and not senses.is_hostile(arena.game, caster):
            arena.set_pools(arena.spawn("Orc", 1, 2), hp=TOUGH, max_hp=TOUGH)
        if ability.spell in NOT_FOR_PLAYERS:
            hide_the_player(arena)
            arena.set_pools(arena.spawn("Orc", 1, 3), hp=TOUGH, max_hp=TOUGH)
        friend = arena.spawn(name, 5, 3) if ability.when == "hurt ally" else caster
        for _ in range(turns):
            arena.set_pools(caster, hp=TOUGH // share, max_hp=TOUGH, mana=999, max_mana=999)
            if ability.when == "hurt ally":
                arena.set_pools(friend, hp=TOUGH // 3, max_hp=TOUGH)
            if ability.when == "self ailing":
                inflict(arena, "status", caster, status="Bleeding", turns=9, strength=1)
            for change in arena.wait().trace:
                if isinstance(change, changes.Unleashed) and change.cause.what == ability.spell:
                    return True
    return False


@pytest.mark.parametrize(
    "name", [name for name, ability in CASTERS if ability.spell in NOT_FOR_PLAYERS]
)
def test_nobody_charms_the_player(name: str) -> None:
    with Arena.from_ascii(PLAZA, minds=True) as arena:
        arena.set_pools(arena.player, hp=TOUGH, max_hp=TOUGH)
        dig_moat(arena, 2)
        caster = arena.spawn(name, 4, 1)
        for _ in range(STALE):
            arena.set_pools(caster, hp=TOUGH, max_hp=TOUGH, mana=999, max_mana=999)
            arena.wait()
            assert "Charmed" not in arena.statuses(arena.player)


@pytest.mark.parametrize(
    ("name", "ability"), CASTERS, ids=lambda each: getattr(each, "spell", each)
)
def test_each_creature_uses_each_of_its_spells(name: str, ability: magic.Ability) -> None:
    assert any(cast_within(STALE, name, ability, seed) for seed in range(3))


MINE_ALONE = {"Yesterday": "Only the player's turns can be taken back."}
"""Spells that no creature casts, and why."""


def test_somebody_casts_each_spell_of_the_book() -> None:
    cast = {ability.spell for _, ability in CASTERS}
    cast |= {each.spell for name in CATALOG.names("mobs") for each in abilities_of(name).on_death}
    assert set(CATALOG.spells) - cast == set(MINE_ALONE)


DEMONS = [name for name in CATALOG.names("mobs") if nature_of(CATALOG, name).faction == "Demons"]
LIGHT = "Dawn's Rebuke"


def resisted(name: str, element: str) -> float:
    """Return the share of an element's harm that one of a kind takes."""
    with Arena.from_ascii("######\n#@...#\n#....#\n######") as arena:
        return stats_of(arena.spawn(name, 2, 1)).resistances.get(element, 1.0)


@pytest.mark.parametrize("element", ["fire", "cold", "lightning", "acid", "holy", "arcane"])
def test_no_element_is_what_half_of_them_cannot_bear(element: str) -> None:
    weak = [name for name in DEMONS if resisted(name, element) > 1]
    assert len(weak) < len(DEMONS) / 2, weak


def test_those_who_lead_are_not_undone_by_light() -> None:
    leaders = [name for name in DEMONS if nature_of(CATALOG, name).poise > 2]
    assert len(leaders) == 2
    for name in leaders:
        assert resisted(name, "holy") < 1, name


def test_one_rebuke_does_not_take_the_same_from_all_who_come_together() -> None:
    with Arena.from_ascii("########\n#@.hCv.#\n#......#\n########", {
        "h": "Cinder Hound", "C": "Chaplain of Flies", "v": "Velvet Fiend",
    }) as arena:  # fmt: skip
        arena.set_level(arena.player, 13)
        arena.set_pools(arena.player, mana=60, max_mana=60)
        arena.teach(LIGHT)
        seen = arena.forecast(LIGHT, None).outcomes
        hound, chaplain, fiend = (
            seen[arena.find(each)].damage[1]
            for each in ("Cinder Hound", "Chaplain of Flies", "Velvet Fiend")
        )
        assert chaplain < fiend < hound
        assert chaplain * 4 < hound
