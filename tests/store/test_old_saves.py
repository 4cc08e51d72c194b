"""Saves from before the log of a run: the commands since are in journals, each beside its save. They load for ever.

Saves of every schema there ever was, which load for ever.

`GOLDEN=write pytest tests/store/test_old_saves.py` writes the fixture of today's schema; those of older ones are
never written again. Beside each stands what is in it, to be read on a change.
"""

import json
import os
import shutil
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from roguelike.components import actors, items, magic, vitals
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.runs.resuming import Resumption
from roguelike.store import container, generations, jsonl, save_file
from roguelike.store.folder import SaveFolder
from roguelike.store.log import MOST_REPEATED
from roguelike.store.old_journals import journals
from roguelike.store.replay import read_replay
from roguelike.world import ecs, perception
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game
from tests.person import small_catalog

KEPT = Path(__file__).parents[1] / "fixtures" / "saves" / "journals"
"""A game of fourteen turns as it was left by a kill: saved at its beginning and at turn nine."""
BASE = "the checksum of a save"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A copy of the folder."""
    return Path(shutil.copytree(KEPT, tmp_path / "saves"))


@pytest.fixture
def then() -> Catalog:
    """The small world under its hash of that time: it says the same, but flags of statuses are written otherwise."""
    catalog = copy(small_catalog())
    catalog.data_hash = "18c6d15f03e53be0"
    return catalog


def gone_on(path: Path, catalog: Catalog) -> tuple[Session, list[str]]:
    """Go on with the game by one command; return it, and what is said."""
    with SaveFolder(path) as folder:
        loaded = folder.read(catalog)
        work = Resumption(loaded, catalog, path)
        assert work.work(100)
        folder.append(work.recording)
        return work.session, loaded.notes


@pytest.mark.parametrize("lost", ["nothing", "the newer save", "the recording"])
def test_an_old_game_goes_on_where_it_was(path: Path, lost: str, then: Catalog) -> None:
    (recording,) = path.glob("*.recording")
    told = generations.summary(path)
    assert told.line == "Level 1, 30/30 hit points, The Town of Tidewick, turn 14"
    match lost:
        case "the newer save":
            (path / "game-000002.save").write_bytes(b"")
        case "the recording":
            recording.unlink()
    session, notes = gone_on(path, then)
    assert session.game.turn == 14
    assert bool(notes) == (lost == "the newer save") or "The machine stopped" in notes[0]
    replay = read_replay(recording.read_bytes())
    assert len(replay.commands) == (5 if lost == "the recording" else 14)
    assert bool(replay.start) == (lost == "the recording")
    assert gone_on(path, then)[0].game.turn == 14, "and goes on as games do now"


def test_a_torn_journal_loses_its_tail_alone_and_one_with_whole_lines_behind_is_kept(
    path: Path, then: Catalog
) -> None:
    journal = path / "game-000002.journal"
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-5])
    session, notes = gone_on(Path(shutil.copytree(path, path.parent / "torn")), then)
    assert session.game.turn == 13
    assert (
        notes[0]
        == "The end of the journal was damaged and was dropped: the game goes on a little earlier."
    )
    journal.write_bytes(whole.replace(b'"dx":0,"dy":1', b'"dx":1,"dy":1'))
    session, notes = gone_on(path, then)
    assert session.game.turn == 10
    assert notes[0].endswith("All of it is kept as damaged/game-000002.journal.")


@pytest.mark.parametrize("lines", [[{"next": 5}], [{"base": "?"}, {"do": "pass"}], [{"base": 5}]])
def test_a_journal_of_another_save_is_kept_and_told(
    path: Path, lines: list[dict[str, object]], then: Catalog
) -> None:
    data = b"".join(map(jsonl.write_line, lines))
    (path / "game-000002.journal").write_bytes(data)
    session, notes = gone_on(path, then)
    assert session.game.turn == 9
    assert notes[0] == (
        "game-000002.journal belongs to another save. It was kept as damaged/game-000002.journal."
    )
    assert (path / "damaged" / "game-000002.journal").read_bytes() == data


@pytest.mark.parametrize(
    "said", [5, None, "x", [], [1], [2, 3], [True, "x"], [1, "x"], [0, "x"], {"a": 1}, [2, "x", 3]]
)
def test_a_successor_that_cannot_be_ends_the_journal(tmp_path: Path, said: object) -> None:
    lines: list[dict[str, object]] = [{"base": BASE}, {"do": "pass"}, {"next": said}]
    (tmp_path / "1").write_bytes(b"".join(map(jsonl.write_line, lines)))
    (found,) = journals(lambda number: tmp_path / str(number), 1, BASE)
    assert (found.commands, found.successor, found.torn) == ([{"do": "pass"}], None, True)


def test_a_journal_that_leads_to_itself_or_is_endless_comes_to_an_end(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    lines: list[dict[str, object]] = [{"base": BASE}, *[{"do": "pass"}] * (MOST_REPEATED + 5)]
    for following in (7, 3):
        data = b"".join(map(jsonl.write_line, [*lines, {"next": [following, BASE]}]))
        path.write_bytes(data)
        (found,) = journals(lambda number: path, 7, BASE)
        assert len(found.commands) == MOST_REPEATED
        assert len(jsonl.read_lines(data)[0]) > MOST_REPEATED


FIXTURES = Path(__file__).parents[1] / "fixtures" / "saves"
FIXED = sorted(path.stem for path in FIXTURES.glob("version-*.save"))
"""`version-1`, and `version-1-late` for one written by the last code of that schema."""


def contents(game: Game) -> dict[str, Any]:
    """Say what is in a game, in terms that no schema changes."""
    game.enter()
    pools = ecs.get(game.player, vitals.Pools)
    return {
        "seed": game.seed,
        "turn": game.turn,
        "now": game.now,
        "depth": game.depth,
        "player": [pools.hp, pools.max_hp, pools.mana, pools.max_mana, pools.gold],
        "worn": {
            slot: ecs.get(item, actors.Kind).name
            for slot, item in ecs.get(game.player, items.Pack).worn.items()
        },
        "identified": sorted(game.identified),
        "log": [line.text for line in game.log],
        "levels": [
            [level.name, *level.tiles.shape, int(level.explored.sum())]
            for level in game.levels.values()
        ],
        "things": {
            str(entity): kind.name
            for entity, kind in ecs.with_component(actors.Kind)
            if kind.section != "spells"
        },
        "spells": {
            str(entity): perception.known_names(entity)
            for entity, known in ecs.with_component(magic.KnownSpells)
            if known.spells
        },
        "next id": ecs.next_id(),
        "next roll": game.rng.below(10**6),
    }


def write_the_fixture(game: Game) -> None:
    """Write a save of today's schema, and what is in it."""
    path = FIXTURES / f"version-{container.SCHEMA}"
    path.with_suffix(".save").write_bytes(
        save_file.encode(game, run="fixture", created="2031-02-03T04:05:06+00:00")
    )
    text = json.dumps(contents(game), indent=1, ensure_ascii=False) + "\n"
    path.with_suffix(".json").write_text(text, encoding="utf-8")


def test_every_schema_has_its_fixture(dungeon: Callable[..., Game]) -> None:
    if os.environ.get("GOLDEN") == "write":
        write_the_fixture(dungeon())
    schemas = {int(path.stem.split("-")[1]) for path in FIXTURES.glob("version-*.save")}
    assert schemas == set(range(1, container.SCHEMA + 1))


@pytest.mark.parametrize("name", FIXED)
def test_old_saves_load(name: str, catalog: Catalog) -> None:
    path = FIXTURES / f"{name}.save"
    document = save_file.decode(path.read_bytes(), path.name)
    assert document.header.schema_version == int(name.split("-")[1])
    game = document.open(catalog)
    again = save_file.decode(save_file.encode(game)).open(catalog)
    assert state_hash(again) == state_hash(game)
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    found = contents(game)
    assert found | expected == found
    assert contents(again) == found
