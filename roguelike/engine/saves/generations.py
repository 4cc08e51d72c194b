"""The files of a folder of saves: which generations there are, whose they are, and where they go when they are bad.

Nothing here unpacks a save, so the title screen can ask what there is without loading pydantic.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from roguelike.core.records import dataclass
from roguelike.engine.saves.errors import SaveError
from roguelike.engine.saves.files import set_aside
from roguelike.engine.saves.frame import refuse_newer, unframe

Sort = Literal["save", "journal"]
_NAME = re.compile(r"game-(\d+)\.(save|journal)")


@dataclass(frozen=True, slots=True)
class Summary:
    """What the title screen says of a save; with a `fault`, why it cannot be played."""

    line: str
    seed: str = ""
    turn: int = 0
    depth: int = 0
    version: str = ""
    created: str = ""
    wizard: bool = False
    fault: str = ""


class Generations:
    """Numbered saves and journals; the highest number is the latest."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, number: int, sort: Sort) -> Path:
        """Return the path of a generation's save or journal."""
        return self.folder / f"game-{number:06}.{sort}"

    def numbers(self, *sorts: Sort) -> list[int]:
        """List the generations that have files of these sorts, oldest first."""
        with suppress(OSError):
            names = [_NAME.fullmatch(each.name) for each in self.folder.iterdir()]
            return sorted({int(name[1]) for name in names if name and name[2] in sorts})
        return []

    @property
    def next_number(self) -> int:
        """The number of the generation to come: no file bears it yet."""
        return max(self.numbers("save", "journal"), default=0) + 1

    def headers(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the generations whose header can be read, latest first."""
        for number in reversed(self.numbers("save")):
            with suppress(SaveError, OSError):
                path = self.file(number, "save")
                yield number, unframe(path.read_bytes(), str(path))[0]

    def summary(self) -> Summary | None:
        """Say whose save would be loaded; None when there is none."""
        for number, header in self.headers():
            fault = ""
            try:
                refuse_newer(header, str(self.file(number, "save")))
            except SaveError as error:
                fault = error.message
            return Summary(
                line=header.get("summary", ""),
                seed=header.get("seed", ""),
                turn=header.get("turn", 0),
                depth=header.get("depth", 0),
                version=header.get("version", ""),
                created=header.get("created", ""),
                wizard=header.get("wizard", False),
                fault=fault,
            )
        if self.numbers("save"):
            return Summary("", fault=f"The saves in {self.folder} are damaged.")
        return None

    def forget_before(self, kept: int) -> None:
        """Remove generations that are too old to be of use."""
        for number in self.numbers("save", "journal"):
            if number < kept:
                self._remove(number)

    def replace_before(self, kept: int) -> None:
        """Move what was saved of another game to `replaced/`."""
        sorts: tuple[Sort, ...] = ("save", "journal")
        for sort in sorts:
            for number in self.numbers(sort):
                if number < kept:
                    set_aside(self.file(number, sort), self.folder / "replaced")

    def put_away(self, number: int) -> str:
        """Move a bad save to `damaged/` and say so."""
        try:
            target = set_aside(self.file(number, "save"), self.folder / "damaged")
        except OSError:
            return "It could not be moved out of the way."
        return f"It was moved to {target.parent.name}/{target.name}."

    def remove_run(self, run: str) -> None:
        """Remove the saves of a run and the journals that belong to them."""
        own = [number for number, header in self.headers() if header.get("run") == run]
        for number in self.numbers("save", "journal"):
            if own and number >= min(own):
                self._remove(number)

    def _remove(self, number: int) -> None:
        """Remove one generation, the save first: a journal alone is nothing."""
        self.file(number, "save").unlink(missing_ok=True)
        self.file(number, "journal").unlink(missing_ok=True)
