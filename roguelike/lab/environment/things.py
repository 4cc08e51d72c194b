"""The known things on a level in numbers: written again only when one of them has changed.

Things in view are shown as they are, things out of view as they were last seen. Both are kept as arrays of the whole
level, and an observation takes from each the tiles where it applies.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from roguelike.components import actors, items, spatial, vitals
from roguelike.components.looks import Renderable
from roguelike.core import sight
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.raws.catalog import catalog_in_force
from roguelike.world import ecs
from roguelike.world.game import Game, template_of
from roguelike.world.level import Level, Remembered

# --- The numbers of kinds and spells in observations: their places in the data, 0 for nothing.


SECTIONS: tuple[actors.Section, ...] = ("items", "mobs", "props", "hazards")


class Numbering(Record):
    """Number of each kind of thing, of each spell and of each level offer, from 1."""

    kinds: dict[str, int]
    spells: dict[str, int]
    offers: dict[str, int]


@cache
def numbers() -> Numbering:
    """Number every kind of thing, spell and offer, in the order of the data."""
    data = catalog_in_force()
    names = [name for section in SECTIONS for name in data.names(section)]
    kinds = {name: place for place, name in enumerate(dict.fromkeys(names), 1)}
    spells = {name: place for place, name in enumerate(data.spells, 1)}
    return Numbering(kinds, spells, {name: place for place, name in enumerate(data.offers, 1)})


OPEN = 1 << 14
"""Added to the kind of an open door."""
Numbers = NDArray[np.int16]


class Things:
    """The numbers of one game's things: of their kinds, or of their looks while unidentified."""

    def __init__(self, game: Game, shape: tuple[int, int]) -> None:
        """Start observing a game; arrays have this shape (rows, columns)."""
        self._shape = shape
        self._numbers: dict[actors.Kind, int] = {}
        self._named = 0, 0
        self._memory: Numbers = np.zeros(shape, np.int16)
        self._memory_for = (0, 0, -1)
        self._noted: dict[Point, tuple[Remembered, ...]] = {}
        """The remembered things that `_memory` was written from."""
        self._there: Numbers = np.zeros(shape, np.int16)
        self._there_for: tuple[Level | None, int, int] = (None, 0, 0)
        self._doors: list[spatial.Door] = []
        self._hidden: list[spatial.Hidden] = []
        self._turned: tuple[list[bool], list[bool]] = ([], [])
        """Which doors of `_there` were open, and which of its hidden things found: both change in place."""
        self._known: Numbers = self._there
        self._known_for: tuple[object, object, object] = (None, None, None)
        self.as_bytes = b""
        """The last result of `known`, as bytes."""
        looks = sorted(game.hidden_names.values())
        self._looks = {look: len(numbers().kinds) + place for place, look in enumerate(looks, 1)}

    @property
    def named(self) -> tuple[int, int]:
        """The depth, and how many kinds are identified: the numbers are valid for these."""
        return self._named

    def number(self, game: Game, kind: actors.Kind) -> int:
        """Return the number of a kind, or of its looks while unidentified; cached until something is identified."""
        number = self._numbers.get(kind)
        if number is None:
            table = numbers().kinds
            magic = template_of(game.content, kind, items.Magic) is not None
            if magic and kind.name not in game.identified:
                number = self._looks.get(game.hidden_names.get(kind.name, ""), len(table))
            else:
                number = table.get(kind.name, 0)
            self._numbers[kind] = number
        return number

    def known(self, game: Game, true: sight.Mask) -> Numbers:
        """Return the number of the topmost thing on each known tile, as drawn, without creatures.

        `true` are the tiles [x, y] that the player takes to be as they are; it must be the same object while they stay
        the same. The returned array is cached: do not write to it.
        """
        named = game.depth, len(game.identified)
        if self._named != named:
            self._named, self._numbers = named, {}
        remembered, there = self._remembered(game), self._as_they_are(game)
        before = self._known_for
        if before[0] is not true or before[1] is not self._memory_for or before[2] is not there:
            self._known_for = (true, self._memory_for, there)
            rows, columns = self._shape
            shown = true.T[:rows, :columns]
            within = np.s_[: shown.shape[0], : shown.shape[1]]
            found = self._known = remembered.copy()
            np.copyto(found[within], there[within], where=shown & (there[within] != 0))
            self.as_bytes = found.tobytes()
        return self._known

    def _remembered(self, game: Game) -> Numbers:
        """Return the things out of sight, as last seen; updated only where the memory has changed."""
        memory = game.level.remembered
        stamp = (*self._named, memory.revision)
        if self._memory_for != stamp:
            if self._memory_for[:2] != self._named:
                self._memory, self._noted = np.zeros(self._shape, np.int16), {}
            noted = memory.things.copy()
            for x, y in self._noted.keys() - noted.keys():
                self._memory[y, x] = 0
            for point, things in noted.items():
                if self._noted.get(point) is not things:
                    self._memory[point[1], point[0]] = self._last_of(game, things)
            self._memory_for, self._noted = stamp, noted
        return self._memory

    def _last_of(self, game: Game, things: Sequence[Remembered]) -> int:
        """Return the number of the topmost of the things remembered on a tile."""
        last = things[-1]
        return self.number(game, last.kind) | _open(last.door)

    def _as_they_are(self, game: Game) -> Numbers:
        """Return the level's things as they are; updated only when one came, went, opened, closed or was found."""
        level = game.level
        stamp = (level, level.laid, len(game.identified))
        if self._there_for != stamp or self._turned != self._turned_now():
            self._there_for, self._there = stamp, np.zeros(self._shape, np.int16)
            self._doors, self._hidden = [], []
            for (x, y), entities in level.at.items():
                alone = len(entities) == 1
                for entity in entities if alone else sorted(entities, key=_depth, reverse=True):
                    if number := self._drawn(game, entity):
                        self._there[y, x] = number
            self._turned = self._turned_now()
        return self._there

    def _turned_now(self) -> tuple[list[bool], list[bool]]:
        """Return which doors are open now, and which hidden things are found."""
        return [door.open for door in self._doors], [each.found for each in self._hidden]

    def _drawn(self, game: Game, entity: int) -> int:
        """Return the number of a thing as drawn; 0 for creatures, which are drawn later, and for hidden things."""
        row = ecs.row(entity)
        if Renderable not in row or vitals.Pools in row:
            return 0
        hidden: spatial.Hidden | None = row.get(spatial.Hidden)
        door: spatial.Door | None = row.get(spatial.Door)
        if door is not None:
            self._doors.append(door)
        if hidden is not None:
            self._hidden.append(hidden)
            if not hidden.found:
                return 0
        return self.number(game, row[actors.Kind]) | _open(door)


def _open(door: spatial.Door | None) -> int:
    """Return the number to add for an open door, else 0."""
    return OPEN if door is not None and door.open else 0


def _depth(entity: int) -> int:
    """Return a thing's drawing order."""
    looks = ecs.row(entity).get(Renderable)
    return looks.order if looks is not None else 0
