"""The bytes of a save: whole or refused, in the player's language, and old ones for ever.

A save is believed when it holds: what breaks an invariant is a damaged save, whatever its checksum says.
"""

import json
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roguelike import __version__
from roguelike.components import actors, items
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.store import container, migrations, save_file
from roguelike.store.folder import SaveFolder
from roguelike.store.migrations import State
from roguelike.store.recording import Recording
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game
from roguelike.world.terrain import Tile

Look = Callable[[Game], dict[int, dict[str, object]]]


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


Tables = dict[str, Any]
Spoil = Callable[[Tables], object]


def spoilt(data: bytes, spoil: Spoil) -> bytes:
    """Spoil the state of a save and put it under a checksum that fits."""
    header, body = container.unframe(data, "here")
    state = json.loads(zlib.decompress(body))
    spoil(state)
    return container.frame(json.dumps(header).encode(), zlib.compress(json.dumps(state).encode()))


def renaming(*names: str) -> Spoil:
    """Return what gives the first items other names."""

    def spoil(state: Tables) -> None:
        kinds = [kind for _, kind in state["rules"]["components"]["kind"]]
        items = (kind for kind in kinds if kind["section"] == "items")
        for kind, name in zip(items, names, strict=False):
            kind["name"] = name

    return spoil


def test_missing_content_is_named(catalog: Catalog, data: bytes) -> None:
    renamed = spoilt(data, renaming(*(f"Gadget {number}" for number in range(8))))
    before = ecs.entities()
    with pytest.raises(SaveError) as caught:
        save_file.decode(renamed, "a.save").open(catalog)
    assert caught.value.kind == "missing content"
    assert "Gadget 0, Gadget 1, Gadget 2, Gadget 3, Gadget 4 and 3 more" in caught.value.message
    assert ecs.entities() == before


def test_a_name_that_is_no_line_of_text_is_no_missing_content(
    catalog: Catalog, data: bytes
) -> None:
    with pytest.raises(SaveError) as caught:
        save_file.decode(spoilt(data, renaming("Gadget\x1b[2J")), "a.save").open(catalog)
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
    "header",
    [
        *("{}", "[]", "nonsense", '{"schema_version": "1"}', '{"schema_version": 1}'),
        *("[" * 100_000, '{"a":' * 100_000),
    ],
    ids=lambda header: header[:20],
)
def test_a_header_must_make_sense(header: str) -> None:
    assert fault_of(container.frame(header.encode(), zlib.compress(b"{}"))).kind == "damaged"


def test_the_fault_of_a_state_is_told_with_its_place(data: bytes, catalog: Catalog) -> None:
    with pytest.raises(SaveError, match=r"pools.*gold: expected a number, not text"):
        save_file.decode(spoilt(data, set_to("pools.gold", "much")), "a.save").open(catalog)


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


def table(state: Tables, name: str) -> Any:
    """Return a table as {id: component}, the components being those of the state."""
    return dict(state["rules"]["components"][name])


def player(state: Tables, name: str) -> Any:
    """Return a component of the player."""
    return table(state, name)[state["rules"]["player"]]


def twice(state: Tables) -> None:
    """Let the player carry twice what they wear."""
    pack = player(state, "pack")
    pack["items"].append(next(iter(pack["worn"].values())))


def overdue(state: Tables) -> None:
    """Let everybody make up for a thousand turns before the player is up."""
    for _, initiative in state["rules"]["components"]["initiative"]:
        initiative["due"] = 1


def elsewhere(*, wait: int) -> Spoil:
    """Return what lets everybody who is not on the player's level wait for so many ticks."""

    def spoil(state: Tables) -> None:
        rules, places = state["rules"], table(state, "position")
        for entity, initiative in rules["components"]["initiative"]:
            if places[entity]["depth"] != rules["depth"]:
                initiative["due"] = rules["now"] + wait

    return spoil


def set_to(path: str, value: object) -> Spoil:
    """Return what sets a field of a component of the player: "pools.hp"."""
    name, key = path.split(".")
    return lambda state: player(state, name).__setitem__(key, value)


UP, FLOOR = (chr(ord("0") + tile) for tile in (Tile.UP_STAIRS, Tile.FLOOR))
WRONG: dict[str, Spoil] = {
    "hit points below 0": set_to("pools.hp", -5),
    "hit points that are no number": set_to("pools.hp", float("nan")),
    "endless gold": set_to("pools.gold", float("inf")),
    "a number without end": set_to("pools.xp", 10**30),
    "more than all hit points": set_to("pools.hp", 9_999),
    "in a wall": lambda state: player(state, "position").update(x=0, y=0),
    "off the map": lambda state: player(state, "position").update(x=900, y=900),
    "on a level that is not": lambda state: player(state, "position").update(depth=9),
    "one thing carried twice": twice,
    "a thing that is not": lambda state: player(state, "pack")["items"].append(999_999),
    "a creature in a pack": lambda state: player(state, "pack")["items"].append(state["rules"]["player"]),
    "no minds": lambda state: state["rules"]["components"].pop("mind"),
    "no positions": lambda state: state["rules"]["components"].pop("position"),
    "no kinds": lambda state: state["rules"]["components"].pop("kind"),
    "a status on nobody": lambda state: state["rules"]["components"]["status_effect"][0][1].update(target=77_777),
    "the blame on a status": lambda state: state["rules"]["components"]["status_effect"][0][1].update(
        source=state["rules"]["components"]["status_effect"][0][0]
    ),
    "overdue": overdue,
    "a level that nobody can come to": lambda state: state["rules"]["levels"][0].update(
        entry=[0, 0], tiles=state["rules"]["levels"][0]["tiles"].replace(UP, FLOOR)
    ),
    "an open edge": lambda state: state["rules"]["levels"][0].update(
        tiles="1" + state["rules"]["levels"][0]["tiles"][1:]
    ),
    "two levels of one depth": lambda state: state["rules"]["levels"].append(state["rules"]["levels"][0]),
    "a stain off the map": lambda state: state["rules"]["levels"][0]["stains"].append([900, 1]),
    "an id to come": lambda state: state["rules"].update(next_id=2),
    "a line that cannot be told": lambda state: state["log"][0].update(template="{9}"),
    "a line that is no text": lambda state: state["log"][0].update(template="\x1b[2J"),
    "a field left out": lambda state: player(state, "pools").pop("gold"),
    "more turns than anybody plays": lambda state: state["rules"].update(turn=10**9),
    "a clock at its end": lambda state: state["rules"].update(now=10**9 - 3),
    "more acts than anybody does": set_to("initiative.acts", 10**9),
    "more gold than anybody finds": set_to("pools.gold", 1e9),
    "more hurt than anybody suffers": lambda state: state["rules"]["tallies"].update(damage_taken=10**9),
    "more dead than there ever were": lambda state: state["lore"].update(Rat={"killed": 10**9, "spells": []}),
    "more sold than anybody buys": lambda state: state["rules"]["components"].setdefault("stock", []).append(
        [state["rules"]["player"], {"delivery": 0, "sold": {"1": 10**9}}]
    ),
    "a fear that ended years ago": lambda state: state["rules"]["components"]["mind"][0][1].update(fear_turns=-(10**9)),
    "a search without end": lambda state: state["rules"]["components"]["mind"][0][1].update(search_turns=10**9),
    "hunger in a million years": set_to("hunger_clock.turns", 10**9),
    "a status without end": lambda state: state["rules"]["components"]["duration"][0][1].update(turns=10**9),
    "a faction's boundless hatred": lambda state: state["rules"]["standing"].update(Goblins=-(10**9)),
    "more might than anybody gets": set_to("attributes.might", 1_000),
    "more skill than anybody learns": set_to("skills.melee", 1_000),
    "a level that nobody reaches": set_to("pools.level", 1_000),
    "a choice of nothing": set_to("talents.waiting", [{"level": 2, "offers": []}]),
    "somebody elsewhere who waits for years": elsewhere(wait=10**6),
    "deeds without end": set_to("player.deeds", ["x"] * 20_000),
    "turns taken back without end": set_to("player.taken_back", [1] * 20_000),
    "a round without end": lambda state: state["rules"]["components"]["mind"][0][1].update(round=[[1, 1]] * 20_000),
    "stock without end": lambda state: state["rules"]["components"].setdefault("stock", []).append(
        [state["rules"]["components"]["mind"][0][0], {"delivery": 0, "sold": {str(each): 1 for each in range(20_000)}}]
    ),
    "a spell left out": lambda state: state["rules"]["components"]["kind"].pop(0),
    "a mind for the player": lambda state: state["rules"]["components"]["mind"].append(
        [state["rules"]["player"], state["rules"]["components"]["mind"][0][1]]
    ),
}  # fmt: skip


def test_written_by_another_hand_a_sound_save_is_believed(
    game: Game, data: bytes, catalog: Catalog
) -> None:
    again = save_file.decode(spoilt(data, lambda state: None)).open(catalog)
    assert state_hash(again) == state_hash(game)


@pytest.mark.parametrize("what", WRONG)
def test_what_does_not_hold_is_a_damaged_save(what: str, data: bytes, catalog: Catalog) -> None:
    before = ecs.entities()
    with pytest.raises(SaveError) as caught:
        save_file.decode(spoilt(data, WRONG[what]), "a.save").open(catalog)
    assert caught.value.kind == "damaged"
    assert caught.value.message.startswith(
        "a.save is damaged: it is whole, but what it holds makes no sense"
    )
    assert ecs.entities() == before, "nothing of it is left in the world"


def test_a_refusal_does_not_repeat_what_a_save_holds(data: bytes, catalog: Catalog) -> None:
    def shout(state: Tables) -> None:
        state["rules"]["\x1b[2J" + "x" * 9_000] = 1

    with pytest.raises(SaveError) as caught:
        save_file.decode(spoilt(data, shout), "a.save").open(catalog)
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 500


def test_it_is_set_aside_and_the_older_one_tried(
    game: Game, data: bytes, catalog: Catalog, tmp_path: Path
) -> None:
    with SaveFolder(tmp_path) as folder:
        folder.write(Recording(game))
    newer = tmp_path / "game-000002.save"
    newer.write_bytes(spoilt(data, WRONG["hit points below 0"]))
    with SaveFolder(tmp_path) as folder:
        loaded = folder.read(catalog)
    assert state_hash(loaded.game) == state_hash(game)
    assert "game-000002.save is damaged" in loaded.notes[0]
    assert (tmp_path / "damaged" / "game-000002.save").exists()
    assert not newer.exists()


def test_with_other_data_things_have_the_state_of_their_rows(data: bytes, catalog: Catalog) -> None:
    mind = 0

    def spoil(state: Tables) -> None:
        nonlocal mind
        components = state["rules"]["components"]
        components["charges"] = [[state["rules"]["player"], {"left": 1}]]
        mind, _ = components["mind"].pop()

    header, body = container.unframe(spoilt(data, spoil), "here")
    header["data_hash"] = "older data"
    again = save_file.decode(container.frame(json.dumps(header).encode(), body)).open(catalog)
    again.enter()
    assert ecs.get(mind, actors.Mind) == actors.Mind(), "what its row has, it has"
    assert not ecs.row(again.player).get(items.Charges), "what its row has not, it has not"
