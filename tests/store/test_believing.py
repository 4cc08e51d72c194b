"""A save is believed when it holds: what breaks an invariant is a damaged save, whatever its checksum says."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roguelike.components import actors, items
from roguelike.engine.state.errors import SaveError
from roguelike.engine.state.snapshot import state_hash
from roguelike.store import container, save_file
from roguelike.store.folder import SaveFolder
from roguelike.store.recording import Recording
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game
from roguelike.world.terrain import Tile

State = dict[str, Any]
Spoil = Callable[[State], object]


def spoilt(data: bytes, spoil: Spoil) -> bytes:
    """Spoil the state of a save and put it under a checksum that fits."""
    header, body = container.unframe(data, "here")
    state = json.loads(zlib.decompress(body))
    spoil(state)
    return container.frame(json.dumps(header).encode(), zlib.compress(json.dumps(state).encode()))


def table(state: State, name: str) -> Any:
    """Return a table as {id: component}, the components being those of the state."""
    return dict(state["rules"]["components"][name])


def player(state: State, name: str) -> Any:
    """Return a component of the player."""
    return table(state, name)[state["rules"]["player"]]


def twice(state: State) -> None:
    """Let the player carry twice what they wear."""
    pack = player(state, "pack")
    pack["items"].append(next(iter(pack["worn"].values())))


def overdue(state: State) -> None:
    """Let everybody make up for a thousand turns before the player is up."""
    for _, initiative in state["rules"]["components"]["initiative"]:
        initiative["due"] = 1


def elsewhere(*, wait: int) -> Spoil:
    """Return what lets everybody who is not on the player's level wait for so many ticks."""

    def spoil(state: State) -> None:
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


@pytest.fixture
def data(game: Game) -> bytes:
    """A sound save."""
    return save_file.encode(game, run="r1", created="2031-02-03T04:05:06+00:00")


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
    def shout(state: State) -> None:
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
    header, body = container.unframe(data, "here")
    state = json.loads(zlib.decompress(body))
    state["rules"]["components"]["charges"] = [[state["rules"]["player"], {"left": 1}]]
    mind, _ = state["rules"]["components"]["mind"].pop()
    header["data_hash"] = "older data"
    again = save_file.decode(
        container.frame(json.dumps(header).encode(), zlib.compress(json.dumps(state).encode()))
    ).open(catalog)
    again.enter()
    assert ecs.get(mind, actors.Mind) == actors.Mind(), "what its row has, it has"
    assert not ecs.row(again.player).get(items.Charges), "what its row has not, it has not"


@pytest.mark.parametrize("header", ["[" * 100_000, '{"a":' * 100_000])
def test_a_header_nested_without_end_is_refused(header: str) -> None:
    with pytest.raises(SaveError) as caught:
        save_file.decode(container.frame(header.encode(), b""), "a.save")
    assert caught.value.kind == "damaged"
