"""The content packs on this machine that can be loaded by name, and the data that a save or recording needs.

A name alone loads a pack from only two places: `packs/` in the folder of saves, and `packs/` in the game's own data.
Whatever a file from a stranger names, nothing else is ever opened for it.
"""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from roguelike.core import data_path
from roguelike.core.records import Record
from roguelike.engine.state.errors import SaveError
from roguelike.mapgen import prefab
from roguelike.mapgen.prefab import PrefabError
from roguelike.raws.catalog import load_catalog, sources_for
from roguelike.raws.packs import manifest_in, pack_in, same_name
from roguelike.world.catalog import Catalog

__all__ = ["PrefabError"]

FOLDER = "packs"
MOST_INSTALLED = 500
"""The most folders that are examined in each place."""


class InstalledPack(Record):
    """A pack that can be loaded by name: the content of its manifest, and its folder."""

    name: str
    version: str
    title: str
    text: str
    authors: str
    licence: str
    folder: Path


def installed(saves: Path) -> dict[str, InstalledPack]:
    """Return the packs of this machine by name, in alphabetical order: the player's own, then those of the game."""
    found: dict[str, InstalledPack] = {}
    for place in _places(saves):
        for folder in _folders_in(place):
            said = manifest_in(folder)
            if said is not None and same_name(said.name) not in map(same_name, found):
                authors = ", ".join(said.authors)
                found[said.name] = InstalledPack(
                    said.name, said.version, said.title or said.name, said.text, authors, said.licence, folder
                )  # fmt: skip
    return dict(sorted(found.items()))


def passed_over(saves: Path) -> list[str]:
    """List the folders among the installed packs that cannot be loaded by name, and why."""
    reasons = []
    here = {same_name(pack.name): pack for pack in installed(saves).values()}
    for place in _places(saves):
        for folder in _folders_in(place):
            said = manifest_in(folder)
            other = here[same_name(said.name)] if said else None
            if said and other and other.name != said.name:
                why = f"{said.name} and {other.name} have one name on some systems."
                reasons.append(f"{folder} is not among them: {why}")
            if said is None:
                why = f"it has no {data_path.MANIFEST}."
                if (folder / data_path.MANIFEST).is_file():
                    why = f"its {data_path.MANIFEST} is faulty; `roguelike check-data` says how."
                reasons.append(f"{folder} is not among them: {why}")
    return reasons


def _places(saves: Path) -> list[Path]:
    """Return the places where packs are installed: the player's own, then the game's."""
    places = [saves / FOLDER]
    with suppress(data_path.DataFolderError):
        places.append(data_path.data_folder() / FOLDER)
    return places


def _folders_in(place: Path) -> Sequence[Path]:
    """Return at most MOST_INSTALLED folders in a place; none if it cannot be read."""
    try:
        return sorted(each for each in place.iterdir() if each.is_dir())[:MOST_INSTALLED]
    except OSError:
        return ()


def folder_of(called: str, saves: Path) -> Path:
    """Return the folder of a pack given by its path or its name. Raises DataFolderError when there is none."""
    path = data_path.typed_path(called)
    if called and (path.is_dir() or path.is_file()):
        if os.pathsep in str(
            path.absolute()
        ):  # this character separates paths in the environment variable
            raise data_path.DataFolderError(
                f"The path of a content pack cannot hold {os.pathsep!r}: rename {path}."
            )
        return path.absolute()
    known = installed(saves)
    for name, pack in known.items():
        if same_name(name) == same_name(called):
            return pack.folder
    raise data_path.DataFolderError(
        f"There is no content pack {called!r}: it is no folder, and no pack of that name is installed "
        f"(there are {', '.join(known) or 'none'}; packs are installed in {saves / FOLDER})."
    )


def catalog_with(
    wanted: tuple[data_path.ContentPack, ...], at_hand: Catalog, saves: Path
) -> Catalog:
    """Return the data that a save or recording was made with: that already loaded, or other packs of this machine.

    Raises:
        SaveError: missing content; it says which pack is absent or has changed.
        DataError, PrefabError: the data has errors.
    """
    if wanted == at_hand.packs:
        return at_hand
    loaded = dict(zip((pack.name for pack in at_hand.packs), at_hand.folders[1:], strict=False))
    places = {name: pack.folder for name, pack in installed(saves).items()} | loaded
    folders = [_place_of(pack, places, saves) for pack in wanted]
    catalog = load_catalog(sources_for(folders))
    prefab.library(catalog.folders)
    if unlike := data_path.difference(wanted, catalog.packs):
        raise SaveError("missing content", f"It cannot be played: {unlike}.")
    return catalog


def _place_of(pack: data_path.ContentPack, places: Mapping[str, Path], saves: Path) -> Path:
    """Return the folder of exactly the pack that is wanted. Raises SaveError when it is absent or has changed."""
    folder = places.get(pack.name)
    if folder is None:
        raise SaveError(
            "missing content",
            f"It was played with the content pack {pack}, which is not here: put it into "
            f"{saves / FOLDER}, or name its folder with --data. Nothing was changed.",
        )
    try:
        found = pack_in(folder)
    except data_path.DataFolderError as fault:
        raise SaveError("missing content", str(fault)) from fault
    if unlike := data_path.difference((pack,), (found,)):
        raise SaveError(
            "missing content",
            f"It cannot be played with the content pack in {folder}: {unlike}. "
            "Put the pack back as it was; nothing was changed.",
        )
    return folder
