"""Every row of the data speaks in sentences: each status, creature and thing, of you, of it, of them."""

import json
import re
from collections import defaultdict
from collections.abc import Mapping

import pytest

from roguelike.components.items import Item, Pack
from roguelike.components.magic import Use
from roguelike.core.data_path import data_folder
from roguelike.core.grammar import Message, Noun
from roguelike.testing.catalogs import catalog_for
from roguelike.world.derived_stats import drop_stats, stats_of
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
    for name, status in CATALOG.compiled.statuses.items():
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
            bears = component(item, Item).weight_lbs <= stats_of(arena.player).capacity
            assert len(lines) == (2 if bears else 4), name
            found += [(line, faults(line)) for line in lines if faults(line)]
        arena.pick_up()
        arena.game.level.at.clear()
        component(arena.player, Pack).items.clear()
        drop_stats(arena.player)
        arena.game.level.at[1, 1] = [arena.player]
    assert found == []


def test_all_gear_is_put_on_and_tells_what_it_is_in_sentences(draw: Draw) -> None:
    found = []
    arena = draw("###\n#@#\n###", raws=None)
    for name in CATALOG.names("items"):
        facts = next(part for part in CATALOG.templates("items", name) if isinstance(part, Item))
        cursed = any(getattr(part, "cursed", False) for part in CATALOG.templates("items", name))
        used = any(isinstance(part, Use) for part in CATALOG.templates("items", name))
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
        )
        arena.set_pools(arena.player, max_hp=900, hp=400, max_mana=90, mana=80)
        arena.teach(name)
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
    document = json.loads((data_folder() / "spawns.json").read_text(encoding="utf-8"))
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
