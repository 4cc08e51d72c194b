"""The figures file: versioned JSON, identical for identical games; every field is checked on reading.

Where a report goes: the page, the JSON of its figures next to it, and a text for every game that broke.
"""

import json
from pathlib import Path
from typing import Annotated, Any

import msgspec

from roguelike import __version__
from roguelike.core.plain_words import plain_words
from roguelike.core.records import Meta, Record, field
from roguelike.lab.balance.record import GameRecord
from roguelike.lab.balance.tables import figures_of
from roguelike.lab.output_file import try_to_write
from roguelike.store import atomic

FORMAT, FORMAT_VERSION = "blue-mana-balance", 1
MOST_BYTES = 200_000_000
UNREADABLE = "is not a file of figures that `roguelike balance` has written"


class BalanceError(Exception):
    """The command cannot be carried out; the message says why."""


class Games(Record):
    """The games of one report, by bot and seed, and the settings they were played with. `whole` unless interrupted."""

    seeds: str
    turns: Annotated[int, Meta(ge=1)]
    bots: tuple[str, ...]
    data_hash: str
    records: tuple[GameRecord, ...] = field(name="games")
    whole: bool = True
    game_version: str = __version__

    def of(self, bot: str) -> list[GameRecord]:
        """Return a bot's games that did not break."""
        return [each for each in self.records if each.bot == bot and each.end != "broken"]

    def broken(self) -> list[GameRecord]:
        """Return the games that broke."""
        return [each for each in self.records if each.end == "broken"]


def written(games: Games) -> str:
    """Return the JSON text of a file with these games, and with all figures of each bot."""
    story = {"format": FORMAT, "format_version": FORMAT_VERSION, **msgspec.to_builtins(games)}
    records = story.pop("games")
    story["figures"] = {bot: msgspec.to_builtins(figures_of(games.of(bot))) for bot in games.bots}
    # One line per game: there are hundreds, and one line per number would be unreadable.
    head = json.dumps(story, indent=1, ensure_ascii=False).removesuffix("\n}")
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in records)
    return f'{head},\n "games": [\n{lines}\n ]\n}}\n'


def read(path: Path) -> Games:
    """Read a figures file.

    Raises:
        BalanceError: it cannot be read, or is not a figures file; the message names the file and the fault.
    """
    story = _parsed(path)
    if not isinstance(story, dict) or story.pop("format", None) != FORMAT:
        raise BalanceError(f"{path} {UNREADABLE}.")
    version = story.pop("format_version", None)
    if version != FORMAT_VERSION:
        raise BalanceError(
            f"{path} is written in format {version!r}, and this version reads {FORMAT_VERSION}."
        )
    story.pop("figures", None)
    if isinstance(story.get("seeds"), list):  # as files of 0.1.0 have it
        story["seeds"] = "-".join(map(str, story["seeds"]))
    try:
        games = msgspec.convert(story, Games, str_keys=True)
    except msgspec.ValidationError as fault:
        raise BalanceError(f"{path} {UNREADABLE}: {plain_words(fault)}.") from fault
    strangers = {record.bot for record in games.records} - {*games.bots}
    if strangers:
        raise BalanceError(f"{path} {UNREADABLE}: a game of {min(strangers)!r} is no bot's of it.")
    return games


def _parsed(path: Path) -> Any:
    """Return the parsed JSON. Raises BalanceError if the file is unreadable, too large or not JSON."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BalanceError(f"{path} {UNREADABLE}: it is far too large.")
        return msgspec.json.decode(path.read_bytes())
    except OSError as fault:
        raise BalanceError(f"{path} cannot be read: {fault.strerror}.") from fault
    except (ValueError, RecursionError) as fault:
        raise BalanceError(f"{path} {UNREADABLE}: it is not JSON.") from fault


PAGES, FIGURES = (".html", ".htm"), ".json"


class Files(Record):
    """The paths of one report: its figures, and the page next to them if there is one."""

    figures: Path
    page: Path | None

    def broken(self, record: GameRecord) -> Path:
        """Return the path for the traceback of a game that broke."""
        return self.figures.with_name(f"{self.figures.stem}-{record.bot}-{record.seed}.txt")


def figures_at(out: Path, name: str) -> Files:
    """Determine where a report goes, and check before any work that it can be written.

    `out` is a page, a JSON file if no page is wanted, or a folder for both, with `name` as the file name.

    Raises:
        BalanceError: nothing can be written.
    """
    is_file = out.suffix.lower() in (*PAGES, FIGURES)
    page = out if is_file else out / f"{name}{PAGES[0]}"
    try:
        try_to_write(page, folder=None if is_file else out)
    except OSError as fault:
        raise BalanceError(f"No report can be written to {page}: {fault.strerror}.") from fault
    return Files(page.with_suffix(FIGURES), None if out.suffix.lower() == FIGURES else page)


def write(path: Path, text: str) -> None:
    """Write a file; if that fails, any old one stays intact. Raises BalanceError then."""
    try:
        atomic.write_whole(path, text.encode())
    except OSError as fault:
        raise BalanceError(f"{path} cannot be written: {fault.strerror}.") from fault
