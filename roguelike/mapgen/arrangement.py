"""What a drawn piece says about its things besides where they are: choices, prices, locks and keys.

  one of: h m s         Taking one of these loses the others; further groups after a semicolon.
  price: h 30, m 45     What a thing costs, in gold.
  shut: D               Fixtures that bar the way until they are opened. What is behind them is sealed.
  elsewhere: Iron Key   Things that are not drawn: each is somewhere else on the level, where one can walk to.
  carries: O Iron Key   A creature, and a thing that it has in its pack; further ones after a semicolon.

Each letter is one of the legend, each thing an item of the raws.
"""

from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from roguelike.core.geometry import Point
from roguelike.core.records import Record, field
from roguelike.mapgen.drawn_text import GROUND, KEEP, Head, PrefabError
from roguelike.mapgen.reach import reached
from roguelike.world.terrain import WALKABLE, Tile

KEYS = "one of, price, shut, elsewhere, carries"
DEAREST = 10_000


class Arrangement(Record):
    """What the head of a piece says about its letters and about undrawn things; `where` is the place of each key."""

    groups: tuple[str, ...] = ()
    prices: dict[str, int] = field(default_factory=dict)
    shut: str = ""
    elsewhere: tuple[str, ...] = ()
    carries: tuple[tuple[str, str], ...] = ()
    where: dict[str, str] = field(default_factory=dict)

    def group_of(self, letter: str) -> int:
        """Return the number of a letter's group, from 1; 0 for a letter without a group."""
        return next((n for n, group in enumerate(self.groups, 1) if letter in group), 0)

    def carried_by(self, letter: str) -> tuple[str, ...]:
        """Return the names of the items that a creature carries."""
        return tuple(thing for mob, thing in self.carries if mob == letter)

    def undrawn(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each undrawn item, with the place in the file that names it."""
        for thing in self.elsewhere:
            yield thing, self.where["elsewhere"]
        for _, thing in self.carries:
            yield thing, self.where["carries"]


def read_arrangement(head: Head, rows: tuple[str, ...]) -> Arrangement:
    """Parse what a head says about its letters. PrefabError says what is wrong, and where."""
    drawn = Counter(sign for row in rows for sign in row)
    for key in KEYS.split(", "):
        if key in head.fields and not head.fields[key][0]:
            raise PrefabError(
                f"{head.fields[key][1]}: {key}: names nothing: say what, or leave the line out"
            )
    said: tuple[str, ...] = ("elsewhere", "carries")
    where = {key: head.fields[key][1] for key in said if key in head.fields}
    return Arrangement(
        _groups(head, drawn),
        dict(_prices(head)),
        _letters(head, "shut", ("props",)),
        tuple(_parts(head.take("elsewhere")[0])),
        tuple(_carried(head)),
        where,
    )


def _parts(text: str) -> Iterator[str]:
    """Yield the parts between semicolons."""
    return (part.strip() for part in text.split(";") if part.strip())


def _letters(head: Head, key: str, sections: tuple[str, ...]) -> str:
    """Parse the letters of a key, separated by blanks, each from one of these sections."""
    text, where = head.take(key)
    return _checked(head, key, text, where, sections)


def _checked(head: Head, key: str, text: str, where: str, sections: tuple[str, ...]) -> str:
    """Return letters separated by blanks as one string; PrefabError for one that is not of these sections."""
    letters = text.split()
    for letter in letters:
        if letter not in head.legend:
            raise PrefabError(f"{where}: {key}: '{letter}' is no letter of the legend")
        if head.legend[letter][0] not in sections:
            wanted = " or ".join(sections)
            raise PrefabError(
                f"{where}: {key}: '{letter}' should be {wanted}, and is {head.legend[letter][0]}"
            )
    return "".join(letters)


def _groups(head: Head, drawn: Counter[str]) -> tuple[str, ...]:
    """Parse the groups of which only one thing may be taken; each must leave a choice, and no letter is in two."""
    text, where = head.take("one of")
    groups: list[str] = []
    for part in _parts(text):
        group = _checked(head, "one of", part, where, ("items", "props"))
        if sum(drawn[letter] for letter in set(group)) < 2:
            raise PrefabError(
                f"{where}: one of: '{part}' leaves no choice: draw two things or more of it"
            )
        twice = set(group).intersection("".join(groups))
        if twice:
            raise PrefabError(f"{where}: one of: '{min(twice)}' is in two groups")
        groups.append(group)
    return tuple(groups)


def _prices(head: Head) -> Iterator[tuple[str, int]]:
    """Parse prices: pairs of a letter and gold, separated by commas."""
    text, where = head.take("price")
    for part in text.split(",") if text else ():
        letter, _, gold = part.strip().partition(" ")
        _checked(head, "price", letter, where, ("items",))
        if not gold.strip().isdecimal() or not 0 < int(gold) <= DEAREST:
            raise PrefabError(
                f"{where}: price '{part.strip()}' should be a letter and gold, like h 30"
            )
        yield letter, int(gold)


def _carried(head: Head) -> Iterator[tuple[str, str]]:
    """Parse what creatures carry: pairs of a creature's letter and an item's name, separated by semicolons."""
    text, where = head.take("carries")
    for part in _parts(text):
        letter, _, thing = part.partition(" ")
        _checked(head, "carries", letter, where, ("mobs",))
        if not thing.strip():
            raise PrefabError(f"{where}: carries: '{letter}' should be followed by what it carries")
        yield letter, thing.strip()


def closed_off(rows: tuple[str, ...], bars: Callable[[str], bool]) -> frozenset[Point]:
    """Return the tiles of a piece that cannot be reached from outside when some signs bar the way, with the bars.

    In the piece below `D` bars the way to four tiles, including itself:

        #####
        #...#
        ##D##
        .....
    """
    width, height = len(rows[0]), len(rows)
    ground = np.ones((width + 2, height + 2), dtype=np.bool_)
    open_to_all = ground.copy()
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            tile = GROUND.get(sign, Tile.FLOOR)
            ground[x + 1, y + 1] = sign == KEEP or WALKABLE[tile]
            open_to_all[x + 1, y + 1] = ground[x + 1, y + 1] and not bars(sign)
    # A flood must not reach the edge of its array.
    framed = np.pad(open_to_all, 1)
    outside = reached(framed, (1, 1))[1:-1, 1:-1]
    shut = ground & ~outside
    return frozenset((int(x) - 1, int(y) - 1) for x, y in np.argwhere(shut))
