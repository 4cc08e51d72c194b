"""Wrong data, prefabs and packs: each is refused with its faults named, or a game with it can be played."""

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from roguelike.core import data_path
from roguelike.core.rng import Stream
from roguelike.engine.session import Session
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.campaign import Verdict, campaign
from roguelike.lab.campaigns.spoilt_files import garbled, spoilt
from roguelike.mapgen import prefab
from roguelike.practice.boards import boards
from roguelike.raws.catalog import load_catalog, sources_for
from roguelike.raws.faults import DataError
from roguelike.raws.packs import files_of
from roguelike.store import invariants
from roguelike.toolkit.manual import setting
from roguelike.world.catalog import Catalog

TURNS = 8


@campaign("data", "mutated data, prefabs and packs, played afterwards", 600, 4)
def trial(seed: str, rng: Stream, number: int) -> Verdict:
    """Corrupt a row of the data, a prefab, or a file of a pack."""
    own = data_path.data_folder()
    match number % 4:
        case 2:
            return _drawn(rng.choice(sorted((own / "prefabs").glob("*.txt"))), rng)
        case 3:
            return _packed(rng)
    data = json.loads((own / "spawns.json").read_text(encoding="utf-8"))
    return _played(_spoil(data, rng), lambda: load_catalog((data,)), rng)


def _spoil(data: dict[str, Any], rng: Stream) -> str:
    """Replace or remove one value in one row; return the section."""
    section = rng.choice(
        sorted(name for name, rows in data.items() if rows and isinstance(rows, list))
    )
    rows = data[section]
    index = rng.below(len(rows))
    rows[index] = spoilt(rows[index], rng, rows)
    return section


def _played(tried: str, load: Callable[[], Catalog], rng: Stream) -> Verdict:
    """Load corrupted data; if it is accepted, play a game with it."""
    try:
        session = Session.start(str(rng.below(1000)), load())
        for _ in islice(make_bot("greedy", "1").turns(session), TURNS):
            if wrong := invariants.faults(session.game):
                return Verdict(tried, "broke", wrong[0])
    except (DataError, data_path.DataFolderError, prefab.PrefabError):
        return Verdict(tried, "refused")
    return Verdict(tried, "played")


def _packed(rng: Stream) -> Verdict:
    """Corrupt a file of the example pack, load it over the game's data, and play."""
    with TemporaryDirectory(prefix="blue-mana-pack-") as place:
        folder = Path(place) / "pack"
        copytree(data_path.data_folder() / "packs" / "lamplighters", folder)
        file = rng.choice(sorted(files_of(folder)))
        if file.name == data_path.SPAWNS and rng.chance(70):
            data = json.loads(file.read_text(encoding="utf-8"))
            _spoil(data, rng)
            file.write_text(json.dumps(data), encoding="utf-8")
        else:
            file.write_text(garbled(file.read_text(encoding="utf-8"), rng), encoding="utf-8")
        return _played(f"pack: {file.name}", lambda: _laid_over(folder), rng)


def _laid_over(folder: Path) -> Catalog:
    """Load a pack with all its drawings, and read its manual pages."""
    catalog = load_catalog(sources_for([folder]))
    prefab.library(catalog.folders)
    boards("practice", catalog.folders)
    setting.topics(catalog.folders)
    return catalog


def _drawn(path: Path, rng: Stream) -> Verdict:
    """Corrupt the text of a prefab and parse it."""
    try:
        prefab.parse(garbled(path.read_text(encoding="utf-8"), rng), path.name)
    except prefab.PrefabError:
        return Verdict("prefab", "refused")
    return Verdict("prefab", "read")
