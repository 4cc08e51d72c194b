"""Content packs: folders laid out like the data folder, with a manifest, that are loaded over the game's own data.

    pack.json       the manifest: name, version, requirements, authors, licence
    spawns.json     rows; each is added, or replaces the row of its section and name in the data or a pack below it
    hints.json      likewise sounds.json, title.json, prefabs/*.txt, boards/*.txt, puzzles/*.txt, manual/*.md: files,
                    hints and sounds replace others of the same name, or are added

A pack is data from a stranger: none of it is executed, nothing outside its folder is read, and its size is limited. A
folder without a manifest is a pack too; it takes its name from the folder and has no version.
"""

import os
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from msgspec import MsgspecError, json

from roguelike import __version__
from roguelike.core import data_path
from roguelike.core.plain_words import quotable
from roguelike.core.records import Meta, Record, field
from roguelike.core.scalars import Text
from roguelike.core.sha256 import sha256

PARTS = (
    data_path.MANIFEST,
    data_path.SPAWNS,
    "hints.json",
    "sounds.json",
    "title.json",
    "prefabs/*.txt",
    "boards/*.txt",
    "puzzles/*.txt",
    "manual/*.md",
)
"""The parts of a folder that belong to the pack; everything else (readme, editor settings) is ignored."""
MOST_FILES, MOST_BYTES, MOST_MANIFEST_BYTES = 2_000, 32_000_000, 100_000
DIGEST_DIGITS = 16
Version = Annotated[
    str,
    Meta(
        max_length=30, pattern=data_path.VERSION, description='a version: numbers with dots, "1.0"'
    ),
]


class Manifest(Record, kw_only=True):
    """`pack.json`: who a pack is, and what it needs."""

    name: Annotated[
        str,
        Meta(
            max_length=40,
            pattern=data_path.PACK_NAME,
            description="what saves and options call it: letters, digits, hyphens",
        ),
    ]
    version: Version
    title: Annotated[Text, Meta(description="what people call it")] = ""
    text: Text = ""
    needs: Annotated[
        dict[str, Version],
        Meta(
            description=f"least versions of the game ({data_path.GAME}) and of packs that must lie below it"
        ),
    ] = field(default_factory=dict)
    authors: Annotated[tuple[Text, ...], Meta(max_length=50, description="who made it")] = ()
    licence: Annotated[Text, Meta(description="under which licence others may use it")] = ""


def refuse_links(folder: Path) -> None:
    """Raise DataFolderError if a file of a pack, or a folder on the way to one, is a link: it may lead anywhere."""
    for part in PARTS:
        for path in (folder / part.partition("/")[0], *folder.glob(part)):
            if path.is_symlink():
                raise data_path.DataFolderError(
                    f"{quotable(str(path))} is no plain file but a link; a pack holds nothing else."
                )


def files_of(folder: Path) -> Iterator[Path]:
    """Yield the files of a pack, in a fixed order.

    Raises:
        DataFolderError: a file is a link or not a regular one, or there is more than a pack may have.
    """
    refuse_links(folder)
    count = size = 0
    for part in PARTS:
        for file in sorted(folder.glob(part)):
            if not file.is_file():
                raise data_path.DataFolderError(
                    f"{quotable(str(file))} is no plain file; a pack holds nothing else."
                )
            count, size = count + 1, size + file.stat().st_size
            if count > MOST_FILES or size > MOST_BYTES:
                raise data_path.DataFolderError(
                    f"The pack {folder} is too large: at most {MOST_FILES:,} files and {MOST_BYTES:,} bytes."
                )
            yield file


def pack_in(folder: Path) -> data_path.ContentPack:
    """Return the pack that a folder holds. The contents of its manifest are checked elsewhere.

    Raises:
        DataFolderError: there is no such folder, or it cannot be read or is too large.
    """
    if not folder.is_dir():
        raise data_path.DataFolderError(
            f"There is no content pack {folder}: it is not a folder. "
            "Name a folder, or a pack that `roguelike pack list` shows."
        )
    try:
        digest = sha256()
        for file in files_of(folder):
            text = _said_by(file)
            name = file.relative_to(folder).as_posix()
            digest.update(f"{name} {len(text)}\n".encode(errors="surrogateescape") + text)
        said = manifest_in(folder)
    except OSError as error:
        raise data_path.DataFolderError(
            f"The pack {folder} cannot be read: {error.strerror or error}."
        ) from error
    # A name may have bytes that are not text, which no save could hold.
    called = os.fsencode(folder.absolute().name).decode("utf-8", "replace").replace("\ufffd", "?")
    name, version = (said.name, said.version) if said else (called[:40], "")
    return data_path.ContentPack(name, version, digest.hexdigest()[:DIGEST_DIGITS])


def _said_by(file: Path) -> bytes:
    """Return a file's content, independent of layout and line ends, which differ from one machine to the next."""
    text = file.read_bytes().replace(b"\r\n", b"\n")
    if file.suffix == ".json":
        with suppress(ValueError, RecursionError):
            return json.encode(json.decode(text.removeprefix(BOM_UTF8)), order="sorted")
    return text


def manifest_in(folder: Path) -> Manifest | None:
    """Return the manifest of a pack; None if there is none, or none that can be read.

    Every installed pack is read by this, before anything of it is checked: a pipe, for example, would block forever.
    """
    file = folder / data_path.MANIFEST
    try:
        if file.is_symlink() or not file.is_file() or file.stat().st_size > MOST_MANIFEST_BYTES:
            return None
        return json.decode(file.read_bytes().removeprefix(BOM_UTF8), type=Manifest)
    except (OSError, ValueError, RecursionError, MsgspecError):
        return None


def check_count(folders: Sequence[Path]) -> None:
    """Raise DataFolderError for more packs than can be loaded at one time."""
    if len(folders) > data_path.MOST_PACKS:
        raise data_path.DataFolderError(
            f"At most {data_path.MOST_PACKS} content packs can be loaded at one time."
        )


def packs_in(folders: Sequence[Path]) -> tuple[data_path.ContentPack, ...]:
    """Return the packs of folders, in order. Raises DataFolderError as `pack_in`, or for too many or duplicates."""
    check_count(folders)
    found = tuple(map(pack_in, folders))
    names: dict[str, str] = {}
    for pack in found:
        other = names.setdefault(same_name(pack.name), pack.name)
        if other != pack.name:
            raise data_path.DataFolderError(
                f"The packs {other} and {pack.name} have one name on some systems: load one of them."
            )
    for name in names.values():
        if [pack.name for pack in found].count(name) > 1:
            raise data_path.DataFolderError(f"The pack {name} is named twice; one of it is enough.")
    return found


def same_name(name: str) -> str:
    """Return a form of a pack's name that is the same for names that some systems take for one: Inks and inks."""
    return name.casefold()


def lacking(
    manifest: Manifest, below: Sequence[data_path.ContentPack], others: Sequence[Manifest] = ()
) -> Iterator[tuple[str, str, str]]:
    """Yield (name, problem, remedy) for what a pack needs and lacks, given the packs below it, and all of them."""
    here = {data_path.GAME: __version__, **{same_name(pack.name): pack.version for pack in below}}
    for needed, version in manifest.needs.items():
        name = same_name(needed)
        if way := _way(name, same_name(manifest.name), others):
            spelt = {same_name(each.name): each.name for each in others}
            circle = " needs ".join(spelt.get(each, each) for each in (*way, way[0]))
            yield needed, f"goes in a circle: {circle}", "let one of them do without the others"
        elif name not in here:
            remedy = f"load the pack {name} first: --data {name}, before --data {manifest.name}"
            yield name, f"needs {name} {version}, which does not lie below it", remedy
        elif data_path.numbers_of(here[name]) < data_path.numbers_of(version):
            yield (
                name,
                f"needs {name} {version}, and this is {here[name] or 'without a version'}",
                (f"get a later {name}"),
            )


def _way(start: str, goal: str, packs: Sequence[Manifest]) -> tuple[str, ...]:
    """Return packs that need each other from a pack to another, which is the first of them; () if there is no way."""
    needs = {same_name(each.name): [*map(same_name, each.needs)] for each in packs}
    ways: list[tuple[str, ...]] = [(goal, start)]
    seen = {start}
    for way in ways:
        if way[-1] == goal:
            return way[:-1]
        fresh = [name for name in needs.get(way[-1], ()) if name not in seen]
        seen.update(fresh)
        ways += [(*way, name) for name in fresh]
    return ()


THE_GAME = "the game"


class Taken(Record):
    """Something of one pack in whose place a pack above it puts its own: a row, a hint, a sound or a file."""

    kind: str
    name: str
    upper: str
    lower: str
    file: str

    def __str__(self) -> str:
        """Say it in a line."""
        return f"{self.kind} {self.name}: {self.upper} lies over {self.lower}"


def taken(folders: Sequence[Path], *, own: bool = False) -> list[Taken]:
    """Return what packs take from each other, given from the lowest to the highest; with `own` from the game, too."""
    holders: dict[tuple[str, str], str] = {}
    found: list[Taken] = []
    game = data_path.data_folder()
    for folder in ([game] if own else []) + [each for each in folders if each != game]:
        said = manifest_in(folder)
        called = f"{said.name} {said.version}" if said else folder.name
        called = THE_GAME if folder == game else called
        held = _contents(folder)
        found += [
            Taken(kind, name, called, holders[kind, name], file)
            for kind, name, file in held
            if (kind, name) in holders
        ]
        holders.update({(kind, name): called for kind, name, _ in held})
    return found


def _contents(folder: Path) -> list[tuple[str, str, str]]:
    """Return what a pack holds, by kind and name, and in which file; nothing for one that cannot be read."""
    try:
        files = [file for file in files_of(folder) if file.name != data_path.MANIFEST]
        found = [each for file in files for each in _held(file, folder)]
    except (OSError, data_path.DataFolderError):
        return []
    return list(dict.fromkeys(found))


def _held(file: Path, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the kinds and names of what a file of a pack holds: named rows, or the file itself."""
    data: object = None
    if file.suffix == ".json":
        with suppress(ValueError, RecursionError):
            data = json.decode(file.read_bytes().removeprefix(BOM_UTF8))
    kind = {"hints.json": "hint", "sounds.json": "sound"}.get(file.name, "")
    sections = data if isinstance(data, dict) else {kind: data}
    rows = [
        (kind or str(section), row["name"], str(file))
        for section, listed in sections.items()
        if isinstance(listed, list)
        for row in listed
        if isinstance(row, dict) and isinstance(row.get("name"), str)
    ]
    if isinstance(sections.get("player"), dict):
        rows.append(("player", "", str(file)))
    is_of_rows = kind or file.name == data_path.SPAWNS
    yield from rows if is_of_rows else [("file", file.relative_to(folder).as_posix(), str(file))]


WHOLE = {"items", "mobs", "props", "spells", "spawn_table", "loot_tables", "faction_table"}
"""Sections that only a whole game has all of."""


def stands_alone(folder: Path) -> bool:
    """Return whether a folder has no manifest and all sections of a game; also True if it cannot be read."""
    path = folder / data_path.SPAWNS if folder.is_dir() else folder
    if (folder / data_path.MANIFEST).exists() or (folder / data_path.SPAWNS).is_symlink():
        return False
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            return path.exists()
        data = json.decode(path.read_bytes().removeprefix(BOM_UTF8))
    except (OSError, ValueError, RecursionError):
        return path.exists()
    return not isinstance(data, dict) or data.keys() >= WHOLE
