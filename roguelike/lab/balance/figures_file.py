"""The figures file: versioned JSON, identical for identical games; every field is checked on reading."""

import json
from pathlib import Path
from typing import Annotated, Any

import msgspec

from roguelike import __version__
from roguelike.core.plain_words import plain_words
from roguelike.core.records import Meta, Record
from roguelike.lab.balance.record import GameRecord
from roguelike.lab.balance.summaries import Figures, figures_of

FORMAT, FORMAT_VERSION = "blue-mana-balance", 1
MOST_BYTES = 200_000_000
UNREADABLE = "is not a file of figures that `roguelike balance` has written"


class BalanceError(Exception):
    """The command cannot be carried out; the message says why."""


class Games(Record):
    """The games of one report, by bot and seed, and the settings they were played with. `whole` unless interrupted."""

    seeds: tuple[int, int]
    turns: Annotated[int, Meta(ge=1)]
    bots: tuple[str, ...]
    data_hash: str
    records: tuple[GameRecord, ...]
    whole: bool = True
    game_version: str = __version__

    @property
    def seeds_told(self) -> str:
        """The seeds as the user writes them."""
        first, last = self.seeds
        return f"{first}-{last}"

    def figures(self) -> dict[str, Figures]:
        """Compute the figures of each bot."""
        return {bot: figures_of(bot, self.records, self.turns) for bot in self.bots}


def written(games: Games, figures: dict[str, Figures]) -> str:
    """Return the JSON text of a file with these games and figures."""
    story = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game_version": games.game_version,
        "data_hash": games.data_hash,
        "seeds": list(games.seeds),
        "turns": games.turns,
        "bots": list(games.bots),
        "whole": games.whole,
        "figures": msgspec.to_builtins(figures),
    }
    # One line per game: there are hundreds, and one line per number would be unreadable.
    head = json.dumps(story, indent=1, ensure_ascii=False).removesuffix("\n}")
    lines = ",\n".join(
        json.dumps(msgspec.to_builtins(each), ensure_ascii=False) for each in games.records
    )
    return f'{head},\n "games": [\n{lines}\n ]\n}}\n'


def read(path: Path) -> Games:
    """Read a figures file.

    Raises:
        BalanceError: it cannot be read, or is not a figures file; the message names the file and the fault.
    """
    story = _parsed(path)
    if not isinstance(story, dict) or story.get("format") != FORMAT:
        raise BalanceError(f"{path} {UNREADABLE}.")
    version = story.get("format_version")
    if version != FORMAT_VERSION:
        raise BalanceError(
            f"{path} is written in format {version!r}, and this version reads {FORMAT_VERSION}."
        )
    return _checked(path, story)


def _parsed(path: Path) -> Any:
    """Return the parsed JSON. Raises BalanceError if the file is unreadable, too large or not JSON."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BalanceError(f"{path} {UNREADABLE}: it is far too large.")
        return json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_number)
    except OSError as fault:
        raise BalanceError(f"{path} cannot be read: {fault.strerror}.") from fault
    except (ValueError, RecursionError) as fault:
        raise BalanceError(f"{path} {UNREADABLE}: it is not JSON.") from fault


def _no_number(text: str) -> float:
    """Reject NaN and infinities, which JSON does not have."""
    raise ValueError(f"{text} is not JSON")


def _checked(path: Path, story: dict[str, Any]) -> Games:
    """Convert the JSON to games, checking every field. Raises BalanceError."""
    wanted = {name: story.get(name) for name in ("seeds", "turns", "bots", "data_hash", "whole")}
    wanted |= {"game_version": story.get("game_version"), "records": story.get("games")}
    try:
        games = msgspec.convert(wanted, Games, str_keys=True)
    except msgspec.ValidationError as fault:
        told = plain_words(fault).replace("records", "games", 1)
        raise BalanceError(f"{path} {UNREADABLE}: {told}.") from fault
    strangers = {record.bot for record in games.records} - {*games.bots}
    if strangers:
        raise BalanceError(f"{path} {UNREADABLE}: a game of {min(strangers)!r} is no bot's of it.")
    return games
