"""Puzzles as short codes to send to a friend: the text of the board, compressed, with a version and a checksum.

A code is trusted no more than a file: sizes are limited before anything is unpacked, and the text goes through the
parser of boards.

The puzzle of a day: made from the date, so that it is the same for all who play this version.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from random import Random
from zlib import compressobj, crc32, decompressobj
from zlib import error as NotPressed  # noqa: N812  (zlib's own name says what it is not)

from roguelike.components.puzzles import quick
from roguelike.core.records import replace
from roguelike.mapgen import prefab
from roguelike.practice.boards import Board, boards, parse_board, written
from roguelike.puzzles.making import make
from roguelike.world.catalog import Catalog

VERSION = "BM1-"
"""Prefix of every code of this version."""
MOST_CODE, MOST_TEXT = 2000, 8000
"""The most characters of a code, and of the text in it."""
_CODE = re.compile(r"^[A-Za-z0-9_-]+$")
_KNOWN = (
    b"mobs Mangy Wolf mobs Dwarf Shade mobs Drowned Miner mobs Goblin Archer mobs Goblin Warlord mobs Peasant "
    b"mobs Firecap Mushroom props Acid Spout props Frost Plate props Spore Vent props Watch Fire props Fire Rune "
    b"props Door props Brazier props Landmine props Stonefall Trap props Bear Trap mobs Kobold mobs Orc mobs Goblin "
    b"Rune of Reproach, Silk Across, Hoarfrost, Slow Match, Ring the Bell, Pipe Smoke, Make Haste, Blue Carapace, "
    b"Dread, Lullaby, Grave Sip, Dawn's Rebuke, Vitriol, Soul Tithe, Noon, Corroding Touch, Paper Cuts, Side Door, "
    b"Miasma, Quarrelsome Spark, Lamp Oil, Hoarfrost, Winter's Yawn, Rime Lance, Curtain of Embers, Kindling, "
    b"Cinder Breath, Ember Dart, Long Shadow, Ricochet, Storm's Favourite, Change Partners, Drench, Open Window, "
    b"Fishhook, Rude Gesture\nacts: 3\nclock: runs\nkill: c\nspare: p\nlife: a 6, b 4, c 9, p 4\n"
    b"\n\n#########\n##........#\n#..~..#\n#...........#\n##########\n#.......#\n############\n"
    b"name: The \nkind: puzzle\ngoal: save\ngoal: cross\ngoal: clear\nhp: 20\nmana: 3\nspells: acts: 2\nclock: still\n"
)
"""A compression dictionary with typical texts of puzzles, which codes then need not contain. It must never change in
this version."""


class CodeError(Exception):
    """A text is not a valid code of a puzzle; the message is one line for the player."""


def code_of(board: Board) -> str:
    """Return the code of a puzzle, without its solution."""
    return code_of_text(written(board, shared=True))


def code_of_text(text: str) -> str:
    """Return the code of a text, whether it is a puzzle or not."""
    press = compressobj(9, zdict=_KNOWN)
    packed = press.compress(text.encode()) + press.flush()
    return VERSION + urlsafe_b64encode(packed).decode().rstrip("=")


def board_of(code: str) -> Board:
    """Return the puzzle of a code; CodeError says what is wrong with it, in one line."""
    try:
        board = parse_board(text_of(code), "the code")
    except prefab.PrefabError as fault:
        raise CodeError(f"This code holds no puzzle: {str(fault).splitlines()[0]}.") from fault
    if board.kind != "puzzle":
        raise CodeError("This code holds no puzzle: it is a board of another kind.")
    return replace(board, key=f"shared-{crc32(written(board, shared=True).encode()):08x}")


def text_of(code: str) -> str:
    """Return the text of a code; CodeError says what is wrong with the code, in one line."""
    code = "".join(code.split())
    if not code.startswith("BM"):
        raise CodeError(f"A puzzle's code begins with {VERSION}; this one does not.")
    if not code.startswith(VERSION):
        raise CodeError(f"This code is of another version: here they begin with {VERSION}.")
    if len(code) > MOST_CODE:
        raise CodeError(f"This code is longer than any puzzle's: {MOST_CODE} characters at most.")
    return _unpacked(code.removeprefix(VERSION))


def recognised(board: Board) -> Board:
    """Return the game's own puzzle if a friend sent one of those, so that it counts as solved; else the board."""
    text = written(board, shared=True)
    try:
        return next(
            (each for each in boards("puzzle") if written(each, shared=True) == text), board
        )
    except prefab.PrefabError:  # errors in other files do not matter here
        return board


def _unpacked(packed: str) -> str:
    """Return the text of a code; CodeError if it was mistyped or cut off."""
    wrong = CodeError("This code is not whole: a character is wrong, or some are missing.")
    if not _CODE.match(packed):
        raise wrong
    press = decompressobj(zdict=_KNOWN)
    try:
        raw = press.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MOST_TEXT)
        text = raw.decode("utf-8")
    except (NotBase64, NotPressed, UnicodeDecodeError) as fault:
        raise wrong from fault
    if not press.eof or press.unused_data:
        raise wrong
    return text


def daily_key(day: str) -> str:
    """Return the key under which the puzzle of a day is recorded as solved."""
    return f"daily-{day}"


def named_daily(board: Board, day: str) -> Board:
    """Return the puzzle of a day under its key, named after the day."""
    return replace(board, key=daily_key(day), name=day)


MOST_BOARDS = 300
"""The most boards that are drawn; if none of them is a puzzle, one of those that come with the game is used."""
MOST_TRIED = 600
"""How many acts judging one board may try: a player who waits sees progress in between."""


class Daily:
    """The making of a day's puzzle, one drawn board at a time."""

    def __init__(self, day: str, catalog: Catalog) -> None:
        """Prepare the puzzle of a day, written as 2026-11-22."""
        self.day, self._catalog = day, catalog
        self._recipes = quick(catalog.puzzle_recipes.values())
        self.drawn = 0
        """Boards drawn so far."""
        self.board: Board | None = None
        """The puzzle, once it is found."""

    def work(self) -> bool:
        """Draw one more board; return whether the puzzle is found."""
        if self.board is None:
            number, self.drawn = self.drawn, self.drawn + 1
            rng = Random(f"daily/{self.day}/{number}")
            recipe = rng.choice(self._recipes) if self._recipes else None
            found = make(rng, recipe, self._catalog, MOST_TRIED) if recipe is not None else None
            # One that the first forecasts give away is a puzzle for a list of sixty, but not for a day.
            is_good = found is not None and not found.verdict.is_apart
            board = found.draft.board() if found is not None and is_good else None
            if board is None and (recipe is None or self.drawn >= MOST_BOARDS):
                board = self._one_of_ours()
            self.board = named_daily(board, self.day) if board is not None else None
        return self.board is not None

    def _one_of_ours(self) -> Board | None:
        """Return one of the puzzles that come with the game."""
        ours = boards("puzzle")
        return ours[crc32(self.day.encode()) % len(ours)] if ours else None
