"""Every row of the data speaks in sentences: each status, creature and thing, of you, of it, of them.

Every status of the data: what it does, to the player and to monsters alike, what it forbids, and how it ends.
"""

import json
import re
from collections import defaultdict
from collections.abc import Mapping

import pytest

from roguelike.actions import moving
from roguelike.components import items, magic
from roguelike.core import data_path
from roguelike.core.formula import Dice
from roguelike.core.grammar import Message, Noun
from roguelike.effects import damage, dispatch
from roguelike.engine.play.turn import play
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world.derived_stats import drop_stats, stats_of
from roguelike.world.game import NOBODY, Cause, Single
from tests.halls import HALL, LANE, Stage, afflict
from tests.rooms import Draw, component, inflict
from tests.sentences import faults

CATALOG = catalog_for(None)
SUBJECTS = (
    Noun("you", 1, is_you=True),
    Noun("goblin", 2),
    Noun("Mom", 3, proper=True),
    Noun("wolves", 4, plural=True),
)
SIGNED_ALIKE = {"under it", "in a clerk's hand", "one each"}
"""What a pair of hatches says of both."""
OPEN = "##########\n#@.......#\n#........#\n#........#\n##########"


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda noun: noun.name)
def test_every_status_begins_warns_and_ends_in_sentences(subject: Noun) -> None:
    found = {}
    for name, status in CATALOG.statuses.items():
        for template in (status.begins, status.ends, status.warning):
            if template:
                line = Message(template, (subject, status.label or name)).text
                if faults(line):
                    found[name] = (line, faults(line))
    assert found == {}


def test_every_thing_is_picked_up_and_dropped_in_sentences(draw: Draw) -> None:
    arena = draw("###\n#@#\n###", raws=None)
    arena.game.enter()
    found = []
    for name in CATALOG.names("items"):
        if " +" in name or " -" in name:
            continue
        item = arena.spawn(name, 1, 1)
        for known in (False, True):
            if known:
                arena.identify(name)
            lines = [*arena.pick_up().log, *arena.drop(item).log]
            bears = component(item, items.Item).weight_lbs <= stats_of(arena.player).capacity
            assert len(lines) == (2 if bears else 4), name
            found += [(line, faults(line)) for line in lines if faults(line)]
        arena.pick_up()
        arena.game.level.at.clear()
        component(arena.player, items.Pack).items.clear()
        drop_stats(arena.player)
        arena.game.level.at[1, 1] = [arena.player]
    assert found == []


def test_all_gear_is_put_on_and_tells_what_it_is_in_sentences(draw: Draw) -> None:
    found = []
    arena = draw("###\n#@#\n###", raws=None)
    for name in CATALOG.names("items"):
        facts = next(
            part for part in CATALOG.templates("items", name) if isinstance(part, items.Item)
        )
        cursed = any(getattr(part, "cursed", False) for part in CATALOG.templates("items", name))
        used = any(isinstance(part, magic.Use) for part in CATALOG.templates("items", name))
        if facts.slot is None or cursed or used:
            continue
        item = arena.give(arena.player, name)
        lines = [*arena.use(item).log, *arena.drop(item).log]
        assert len(lines) >= 2, name
        found += [(line, faults(line)) for line in lines if faults(line)]
    assert found == []


def test_every_creature_is_fought_and_dies_in_sentences(draw: Draw) -> None:
    found = []
    for name in CATALOG.names("mobs"):
        arena = draw(OPEN, raws=None)
        arena.equip(arena.player, "Dagger")
        arena.set_pools(arena.player, max_hp=9000, hp=9000)
        creature = arena.spawn(name, 2, 1)
        lines = []
        for _ in range(3):
            lines += [*arena.melee(creature).log, *arena.melee(arena.player, by=creature).log]
        inflict(arena, "damage", creature, amount=9999, by=arena.player)
        lines += list(arena.wait().log)
        assert lines
        found += [(name, line, faults(line)) for line in lines if faults(line)]
    assert found == []


def test_every_prop_is_stepped_on_in_sentences(draw: Draw) -> None:
    found = []
    for name in CATALOG.names("props"):
        arena = draw(OPEN, raws=None)
        arena.set_pools(arena.player, max_hp=900, hp=400)
        arena.spawn(name, 2, 1)
        lines = [*arena.move(1, 0).log, *arena.wait(3).log]
        found += [(name, line, faults(line)) for line in lines if faults(line)]
    assert found == []


def test_every_spell_is_cast_in_sentences(draw: Draw) -> None:
    found = []
    for name in sorted(CATALOG.spells):
        arena = draw(
            '##########\n#@.gf.o..#\n#.."",,..#\n#........#\n##########',
            {"f": "Mangy Wolf", "o": "Orc"},
            raws=None,
            knows=name,
        )
        arena.set_pools(arena.player, max_hp=900, hp=400, max_mana=90, mana=80)
        for aim in ((3, 1), (4, 1), (2, 1), (1, 1)):
            result = arena.cast(name, aim)
            if result.refused is not None:
                assert result.refused.endswith((".", "?", "!")), (name, result.refused)
                found += [
                    (name, result.refused, fault)
                    for fault in faults(result.refused)
                ]  # fmt: skip
            lines = [*result.log, *arena.wait().log]
            found += [(name, line, faults(line)) for line in lines if faults(line)]
    assert found == []


def texts_of(*sections: str) -> dict[tuple[str, str], str]:
    """Return what the data says of each row of some sections."""
    document = json.loads((data_path.data_folder() / "spawns.json").read_text(encoding="utf-8"))
    return {
        (section, row["name"]): row["text"]
        for section in sections
        for row in document[section]
        if row.get("text")
    }


def shared(texts: Mapping[tuple[str, str], str], parted_by: str) -> dict[str, list[str]]:
    """Map what is said of more than one to the names of whom it is said; a single word is nobody's own."""
    said: dict[str, list[str]] = defaultdict(list)
    for (_, name), text in texts.items():
        for part in {each.strip().lower() for each in re.split(parted_by, text)}:
            if " " in part:
                said[part].append(name)
    return {part: names for part, names in said.items() if len(names) > 1}


def test_no_two_creatures_props_or_grounds_share_a_joke() -> None:
    found = shared(texts_of("mobs", "props", "hazards"), r"[.,;:!?](?:\s+and\b|\s|$)")
    assert {part: who for part, who in found.items() if part not in SIGNED_ALIKE} == {}


def test_no_two_rows_share_a_sentence() -> None:
    sections = ("mobs", "props", "hazards", "items", "spells", "schools", "regions")
    found = shared(texts_of(*sections), r"[.!?](?:\s|$)")
    assert found == {}


STATUSES = CATALOG.names("statuses")


@pytest.mark.parametrize("who", ["player", "goblin"])
@pytest.mark.parametrize("name", STATUSES)
def test_whoever_has_a_status_has_what_its_row_says(stage: Stage, name: str, who: str) -> None:
    arena = stage(HALL)
    entity = arena.player if who == "player" else arena.find("Goblin")
    says, usual = CATALOG.statuses[name], stats_of(entity)
    arena.set_pools(entity, hp=100)
    afflict(arena, entity, name, 4, 3)
    assert arena.statuses(entity) == {name: 4}
    stats = stats_of(entity)
    for trait in ("forbids", "flags", "damage_share"):
        assert getattr(stats.status, trait) == getattr(says, trait), trait
    assert moving.staggers(entity) is (moving.STAGGERS in says.flags)
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
    dismisses = "dismisses" in CATALOG.statuses[name].flags
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
    if who == "player" or "unseen" not in CATALOG.statuses[name].flags:
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


@pytest.mark.parametrize(
    ("name", "element"), [("Burning", "water"), ("Burning", "cold"), ("Frozen", "fire")]
)
def test_elements_end_statuses(stage: Stage, name: str, element: str) -> None:
    arena = stage(HALL)
    goblin = arena.find("Goblin")
    afflict(arena, goblin, name, 9, 1)
    arena.game.push(damage.Damage(Dice(bonus=1), element), Single(goblin), NOBODY, Cause("a test"))
    dispatch.drain(arena.game)
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
    for name in ("Stunned", "Frozen", "Asleep"):
        arena = stage(LANE)
        afflict(arena, arena.player, name, 3, 1)
        arena.game.enter()
        play(arena.game, moving.Step(1, 0), lambda game, depth: None, minds=False)
        assert arena.position(arena.player) == (2, 1)
        assert arena.statuses(arena.player) == {name: 2}
