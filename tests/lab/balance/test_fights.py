"""The at-level table of fights."""

from io import StringIO

import pytest

from roguelike.components import actors, magic, spatial
from roguelike.core.records import replace
from roguelike.engine.session import Session
from roguelike.lab.balance import fights as duel_hall
from roguelike.lab.balance.fights import Fight, fight, groups_of, parts_of, table
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs, figures

_ORCS = Fight(
    3, 2, "seer", "Orc", survived=True, won=True, hp_lost=0.5, mana_used=0.5, turns=6,
    lives="Orcs on watch",
)  # fmt: skip


@pytest.mark.parametrize("depth", [3, pytest.param(7, marks=pytest.mark.soak)])
def test_the_same_seed_is_the_same_fight(depth: int) -> None:
    catalog = catalog_for(None)
    first = fight("5", depth, "mage", catalog)
    assert first == fight("5", depth, "mage", catalog)
    assert first.group
    assert 0 <= first.hp_lost <= 1
    assert 0 < first.turns <= 70


def test_who_knows_nothing_but_zap_meets_the_same_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel_hall, "MOST_TURNS", 0)  # whom one meets is known before the first blow
    catalog = catalog_for(None)
    assert fight("6", 9, "zap", catalog).group == fight("6", 9, "seer", catalog).group


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_group_is_fought_with_all_its_members_and_nobody_else(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once in 25 fights somebody from deeper down stood in the hall as well."""
    monkeypatch.setattr(duel_hall, "MOST_TURNS", 0)
    catalog = catalog_for(None)
    group = groups_of(catalog)["A pack let out"]
    fought = fight(str(seed), 13, "seer", catalog, group)
    assert fought.lives == "A pack let out"
    *hounds, master = fought.group.split(", ")
    assert master == "Houndmaster"
    assert set(hounds) == {"Cinder Hound"}
    assert 2 <= len(hounds) <= 5  # one or two, and one to three who follow any houndmaster


def test_groups_have_a_line_for_each_of_their_depths() -> None:
    fights = [
        replace(_ORCS, survived=survived, hp_lost=lost, depth=depth)
        for survived, lost, depth in [(True, 0.5, 3), (False, 1.0, 3), (True, 0.0, 5)]
    ]
    rows = [" ".join(line.split()) for line in table(fights).splitlines()[3:]]
    assert rows == [
        "Orcs on watch 3 2 50% (9%-91%) won 100% 75% 6",
        "Orcs on watch 5 2 100% (21%-100%) won 100% 0% 6",
    ]


def test_every_group_is_fought_once_at_its_first_and_once_at_its_last_depth() -> None:
    parts = parts_of(catalog_for(None), ("1", "2"), ())
    assert len(parts) == len(set(parts))
    assert [part for part in parts if part[0] == "A pack let out"] == [
        ("A pack let out", depth, "seer", seed) for seed in ("1", "2") for depth in (13, 15)
    ]
    assert ("Orcs sent ahead", 4, "seer", "1") in parts


def test_a_worker_that_is_to_give_up_fights_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seer's fight may take a minute, for which whoever pressed ctrl+c would wait."""
    monkeypatch.setattr("roguelike.commands.processes.stopped", lambda: True)
    assert fight("5", 9, "seer", catalog_for(None)).turns == 0


@pytest.mark.parametrize(("depth", "level"), [(1, 1), (5, 4), (15, 14), (40, 39)])
def test_each_depth_has_its_level(depth: int, level: int) -> None:
    assert figures.hero_level(catalog_for(None), depth) == level


def test_the_table_has_a_line_for_each_depth_and_names_the_deadliest() -> None:
    fights = [
        Fight(3, 2, "seer", "Orc", survived=True, won=True, hp_lost=0.25, mana_used=0.5, turns=6),
        Fight(3, 2, "seer", "Ogre", survived=False, won=False, hp_lost=1.0, mana_used=1.0, turns=8),
        Fight(3, 2, "zap", "Orc", survived=True, won=True, hp_lost=0.5, mana_used=1.0, turns=9),
    ]
    out = StringIO(table(fights)).read().splitlines()
    row = next(line for line in out if line.startswith("    3     2"))
    seer, zap = "50% (9%-91%) won 50% 62% 75% 7", "100% (21%-100%) won 100% 50% 100% 9"
    assert " ".join(row.split()) == f"3 2 {seer} {zap}"
    assert "    3  died      Ogre" in out


def test_who_lies_in_wait_is_fought_in_the_open() -> None:
    """Awake and still unseen, a fungal beast bit a resting bot for 140 turns, and the table believed it."""
    catalog = catalog_for(None)
    game = Session.start("5", catalog).game
    assert "Fungal Beast" in duel_hall.gather(game, catalog, 7, 6, None)
    lurking = [
        hidden for _, mind, hidden in ecs.with_both(actors.Mind, spatial.Hidden) if mind.awake
    ]
    assert lurking
    assert all(hidden.found for hidden in lurking)
    ecs.drop_world(game.world)


def test_who_keeps_to_a_kind_knows_such_spells_alone_besides_zap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(duel_hall, "MOST_TURNS", 0)
    known: list[list[str]] = []

    def note(session: Session, *_: object) -> Fight:
        """Note what the hero knows before the first blow."""
        spells = ecs.get(session.game.player, magic.KnownSpells).spells
        known.append([ecs.get(each, magic.SpellTemplate).name for each in spells])
        return _ORCS

    monkeypatch.setattr(duel_hall, "_play", note)
    for depth, word in ((5, "cold"), (13, "summon")):
        fight("5", depth, word, catalog_for(None))
    assert known == [
        ["Zap", "Hoarfrost", "Rime Lance", "Winter's Yawn"],
        ["Zap", "Rat Chorus", "Wolf at the Door", "Open the Pit"],
    ]
