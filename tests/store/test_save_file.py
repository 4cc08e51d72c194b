"""The bytes of a save: whole or refused, in the player's language, and old ones for ever."""

import json
import random
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from roguelike import __version__
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.store import container, migrations, save_file
from roguelike.store.migrations import State
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game

Look = Callable[[Game], dict[int, dict[str, object]]]

FIXTURES = Path(__file__).parents[1] / "fixtures" / "saves"


@pytest.fixture
def data(game: Game) -> bytes:
    """A small save."""
    return save_file.encode(game, run="r1", created="2031-02-03T04:05:06+00:00")


def fault_of(data: bytes) -> SaveError:
    """Return what is said of unreadable bytes."""
    with pytest.raises(SaveError) as caught:
        save_file.decode(data, "saves/game-000001.save")
    assert "saves/game-000001.save" in str(caught.value)
    return caught.value


def test_a_game_comes_back(game: Game, catalog: Catalog, data: bytes, everything: Look) -> None:
    again = save_file.decode(data).open(catalog)
    assert everything(again) == everything(game)
    assert state_hash(again) == state_hash(game)


def test_saving_twice_gives_the_same_bytes(catalog: Catalog, data: bytes) -> None:
    again = save_file.decode(data).open(catalog)
    assert save_file.encode(again, run="r1", created="2031-02-03T04:05:06+00:00") == data


def test_the_header_says_whose_save_it_is(game: Game, catalog: Catalog, data: bytes) -> None:
    header = save_file.decode(data).header
    assert header == save_file.header_of(game, "r1", "2031-02-03T04:05:06+00:00")
    assert header.version == __version__
    assert header.data_hash == catalog.data_hash
    assert (header.seed, header.turn, header.depth, header.run) == ("a seed", 41, 1, "r1")
    assert header.summary == "Level 1, 25/30 health, Hall 1, turn 41"


def test_the_header_can_be_read_by_eye(data: bytes) -> None:
    mark, line, _ = data.split(b"\n", 2)
    assert mark.startswith(b"blue-mana-save ")
    assert json.loads(line)["seed"] == "a seed"


def test_every_truncation_is_noticed(data: bytes) -> None:
    lengths = {*range(120), *range(120, len(data), 37), len(data) - 1}
    assert {fault_of(data[:length]).kind for length in lengths} == {"damaged", "foreign"}
    assert fault_of(b"").kind == "foreign"
    assert {fault_of(data[:length]).kind for length in lengths - {0}} == {"damaged"}


def test_every_flipped_bit_is_noticed(data: bytes) -> None:
    rng = random.Random(7)
    places = [*range(0, 400, 7), *(rng.randrange(len(data)) for _ in range(150))]
    for place in places:
        spoilt = bytearray(data)
        spoilt[place] ^= 1 << rng.randrange(8)
        assert fault_of(bytes(spoilt)).kind in ("damaged", "foreign")


def test_added_bytes_are_noticed(data: bytes) -> None:
    assert fault_of(data + b"\0").kind == "damaged"


@pytest.mark.parametrize("stranger", [b"PNG\x89", b"{}", b"\0" * 1000, b"SQLite format 3\0"])
def test_foreign_files_are_told_from_damaged_ones(stranger: bytes) -> None:
    assert fault_of(stranger).kind == "foreign"


def test_a_newer_save_is_refused(data: bytes) -> None:
    header, body = container.unframe(data, "here")
    header |= {"schema_version": container.SCHEMA + 1, "version": "9.1.0", "flavour": "new"}
    error = fault_of(container.frame(json.dumps(header).encode(), body))
    assert error.kind == "newer"
    assert "9.1.0" in error.message
    assert __version__ in error.message


def test_missing_content_is_named(catalog: Catalog, data: bytes) -> None:
    header, body = container.unframe(data, "here")
    state = json.loads(zlib.decompress(body))
    kinds = state["rules"]["components"]["kind"]
    items = [kind for _, kind in kinds if kind["section"] == "items"]
    for number, kind in enumerate(items[:8]):
        kind["name"] = f"Gadget {number}"
    spoilt = container.frame(json.dumps(header).encode(), zlib.compress(json.dumps(state).encode()))
    before = ecs.entities()
    with pytest.raises(SaveError) as caught:
        save_file.decode(spoilt, "a.save").open(catalog)
    assert caught.value.kind == "missing content"
    assert "Gadget 0, Gadget 1, Gadget 2, Gadget 3, Gadget 4 and 3 more" in caught.value.message
    assert ecs.entities() == before


def test_a_name_that_is_no_line_of_text_is_no_missing_content(
    catalog: Catalog, data: bytes
) -> None:
    header, body = container.unframe(data, "here")
    state = json.loads(zlib.decompress(body))
    kinds = state["rules"]["components"]["kind"]
    next(kind for _, kind in kinds if kind["section"] == "items")["name"] = "Gadget\x1b[2J"
    spoilt = container.frame(json.dumps(header).encode(), zlib.compress(json.dumps(state).encode()))
    with pytest.raises(SaveError) as caught:
        save_file.decode(spoilt, "a.save").open(catalog)
    assert caught.value.kind == "damaged"
    assert caught.value.message.isprintable()


@pytest.mark.parametrize(
    "body",
    [b"", b"not zlib", zlib.compress(b"not json"), zlib.compress(b"[1, 2]"), zlib.compress(b"{}")],
)
def test_a_checksum_alone_makes_no_save(data: bytes, catalog: Catalog, body: bytes) -> None:
    header, _ = container.unframe(data, "here")
    with pytest.raises(SaveError) as caught:
        save_file.decode(container.frame(json.dumps(header).encode(), body), "a.save").open(catalog)
    assert caught.value.kind == "damaged"


@pytest.mark.parametrize(
    "header", ["{}", "[]", "nonsense", '{"schema_version": "1"}', '{"schema_version": 1}']
)
def test_a_header_must_make_sense(header: str) -> None:
    assert fault_of(container.frame(header.encode(), zlib.compress(b"{}"))).kind == "damaged"


def test_the_fault_of_a_state_is_told_with_its_place(data: bytes, catalog: Catalog) -> None:
    header, body = container.unframe(data, "here")
    state = zlib.decompress(body).replace(b'"gold":12.5', b'"gold":"much"')
    spoilt = container.frame(json.dumps(header).encode(), zlib.compress(state))
    with pytest.raises(SaveError, match=r"pools.*gold: expected a number, not text"):
        save_file.decode(spoilt, "a.save").open(catalog)


def test_a_state_without_end_is_not_unpacked(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    header, body = container.unframe(data, "here")
    bomb = container.frame(json.dumps(header).encode(), zlib.compress(b"[" * 10_000_000))
    monkeypatch.setattr(save_file, "MOST_BYTES", 1_000_000)
    assert "longer than 1000000 bytes" in fault_of(bomb).message
    assert save_file.decode(data).state == zlib.decompress(body)


def test_a_state_of_many_pieces_comes_back(
    game: Game, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = save_file.decode(data).state
    for size in (100, len(state), len(state) - 1):
        monkeypatch.setattr(save_file, "_PIECE", size)
        assert save_file.decode(save_file.encode(game)).state == state


def test_a_state_nested_without_end_is_refused(data: bytes, catalog: Catalog) -> None:
    header, _ = container.unframe(data, "here")
    for version in (1, container.SCHEMA):
        old = json.dumps(header | {"schema_version": version}).encode()
        for deep in (b"[" * 100_000, b'{"log":' + b"[" * 100_000):
            with pytest.raises(SaveError) as caught:
                save_file.decode(container.frame(old, zlib.compress(deep)), "a.save").open(catalog)
            assert caught.value.kind == "damaged"


def test_old_versions_are_led_up_step_by_step(
    catalog: Catalog, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rename(state: State) -> State:
        return {**state, "rules": {**state["rules"], "seed": f"{state['rules']['seed']}!"}}

    written = container.SCHEMA
    monkeypatch.setattr(container, "SCHEMA", written + 2)
    monkeypatch.setattr(migrations, "MIGRATIONS", {written: rename, written + 1: rename})
    assert save_file.decode(data).open(catalog).seed == "a seed!!"


def test_a_version_without_a_step_is_not_half_loaded(
    data: bytes, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container, "SCHEMA", container.SCHEMA + 1)
    with pytest.raises(SaveError) as caught:
        save_file.decode(data).open(catalog)
    assert caught.value.kind == "damaged"


def test_there_is_a_step_from_every_old_version() -> None:
    assert sorted(migrations.MIGRATIONS) == list(range(1, container.SCHEMA))
