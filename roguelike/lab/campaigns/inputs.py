"""Inputs as they really come: bursts of keys, pastes, clicks, wheels and resizes, on every screen of the program.

Everything goes through the production loop on a device in memory. Some cases only look for errors and broken
invariants. The others are held to the one law of bursts: keys that come together, with no frame between them, lead
where the same keys lead one by one. What the counsel lists depends on how long it has been looked at, so both wait
there for the whole of it: a burst ends with the key that opens it.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from roguelike.actions import wizardry
from roguelike.core.rng import Stream
from roguelike.devices.headless import Hands, Headless
from roguelike.devices.running import Running, started
from roguelike.engine.loading import DataLoader
from roguelike.engine.play.commands import Action
from roguelike.engine.state.snapshot import state_hash
from roguelike.host import LocalHost
from roguelike.lab.campaigns.campaign import Verdict, campaign
from roguelike.mapgen.depths import DEPTHS
from roguelike.store import invariants
from roguelike.toolkit.inputs import (
    NAMED_KEYS,
    Input,
    Key,
    KeyboardChanged,
    Mouse,
    Pasted,
    Released,
    Resized,
)
from roguelike.toolkit.keymap import ACTIONS
from roguelike.toolkit.screen import Screen
from roguelike.ui.program import Program
from roguelike.ui.screens.play import Play

GAMES = 40
INPUTS, MOST_IN_A_BURST, MOST_PASTED = 60, 8, 120
"""Inputs of a case, and how many of them come together at most."""
KEYS_OF_THE_LAW = 24
SIZES = ((80, 24), (80, 25), (100, 30), (132, 43), (160, 50), (200, 60))
PATIENCE_SECONDS = (0.0, 0.0, 0.02, 0.3)
SETTLED_SECONDS = 2.0
PASTES = (
    "git log --oneline | head -20 && make test   # rerun the failing job, please",
    "https://example.org/a?b=1",
    "?\r\x1b",
    "The quick brown fox jumps over the lazy dog. 0123456789 <>[]{}!@#$%^&*()",
)
FREQUENT = (
    "enter",
    "escape",
    "down",
    "up",
    "tab",
    "space",
    "page_down",
    "?",
    "i",
    "Z",
    "a",
    "b",
    "ctrl+1",
    "ctrl+2",
)
"""Keys that open and leave most screens; every third key is one of them."""
SPELLS = ("Zap", "Web", "Fireball", "Rime Lance", "Wolf at the Door")
THINGS, MORE_SPELLS, MOST_STRANGERS = 8, 4, 5
"""What a hero is given to try, and how many people come besides those who live there."""
LAYOUT = tuple("0123456789+-/()_äщ€")


@cache
def _data() -> DataLoader:
    """Load the data once for all cases of a process."""
    return DataLoader()


@cache
def _keys() -> tuple[str, ...]:
    """List every key that the game or a keyboard knows by name."""
    bound = {key for action in ACTIONS for key in action.keys}
    hotkeys = {f"{held}+{digit}" for held in ("ctrl", "alt", "shift") for digit in range(1, 10)}
    return tuple(sorted(bound | NAMED_KEYS | hotkeys | {*LAYOUT}))


@campaign(
    "inputs",
    "bursts of keys, pastes, clicks and new sizes on every screen, through the production loop",
    2_000,
    3,
)
def trial(seed: str, rng: Stream, number: int) -> Verdict:
    """Try one case: every third is held to the law of bursts."""
    return _bursts(rng, seed, number) if number % 3 == 2 else _storm(rng, seed, number)


class _SameEachTime(LocalHost):
    """A host whose random seeds are the same each time, so that what two programs came to can be compared."""

    def random_seed(self) -> str:
        """Return what a random seed might be."""
        return "271828"


class _Played:
    """A program that plays in memory, in a folder of its own."""

    def __init__(self, folder: Path, seed: str, size: tuple[int, int], depth: int) -> None:
        """Begin at the title, or with a hero who knows some spells on a depth of 1 or more."""
        self.device = Headless(*size, stays=True)
        self.host = _SameEachTime(folder, _data(), seed=seed)
        self._depth = depth
        self.running = self._started()

    def _started(self) -> Running:
        """Start the program before its first screen, on a clock that only waiting moves."""
        return started(
            self.host, self.device, self.host.saves, self.host.after_frame, self._first,
            clock=lambda: self.device.now,
        )  # fmt: skip

    def _first(self, program: Program) -> tuple[Screen, ...]:
        """Open the title, or a new game over it."""
        if not self._depth:
            return (program.open("title"),)
        seed = self.host.chosen_seed() or "1"
        program.session = self.host.start(seed)
        for command in (
            *map(wizardry.Learn, SPELLS),
            wizardry.Travel(self._depth),
            *_to_try(Stream(seed, "hero")),
        ):
            program.session.do(command)
        return (program.open("play"),)

    def give(self, *inputs: Input) -> None:
        """Let inputs come together, and start again if they ended the program."""
        if not self.running.stack.running:
            self.running = self._started()
        self.hands.give(*inputs)

    @property
    def hands(self) -> Hands:
        """The hands at the keys."""
        return Hands(self.device, self.running.loop)

    def cells(self) -> list[tuple[int, int]]:
        """List the cells on which somebody in view stands; none unless the game is on top."""
        top = self.running.stack.screens[-1:]
        if not (top and isinstance(top[0], Play)):
            return []
        seen = top[0].session.creatures()
        return [cell for each in seen if (cell := top[0].view.cell_of_map(each.point)) is not None]

    def fault(self) -> str:
        """Return what is wrong with the game; "" if nothing is."""
        session = self.running.program.session
        return (
            ""
            if session is None or session.is_over
            else next(iter(invariants.faults(session.game)), "")
        )

    def state(self) -> str:
        """Return the open screens, with the hash of the game if there is one."""
        session = self.running.program.session
        game = state_hash(session.game) if session is not None else "no game"
        return f"{' '.join(self.running.stack.names)}, {game}"

    def close(self) -> None:
        """Close the program and drop its game."""
        self.running.stack.close()
        self.host.close()


def _to_try(rng: Stream) -> Iterator[Action]:
    """Yield the commands that give a hero a lot to try, company, and perhaps a life that does not end."""
    content = _data().catalog()
    yield from (wizardry.Learn(rng.choice(sorted(content.spells))) for _ in range(MORE_SPELLS))
    yield from (wizardry.Give(rng.choice(content.names("items"))) for _ in range(THINGS))
    yield from (
        wizardry.Spawn(rng.choice(content.names("mobs")))
        for _ in range(rng.below(MOST_STRANGERS + 1))
    )
    yield from [wizardry.ToggleGod()] if rng.chance(60) else ()


@contextmanager
def _playing(seed: str, size: tuple[int, int], depth: int) -> Iterator[_Played]:
    """Play in a folder that is removed afterwards."""
    with TemporaryDirectory(prefix="blue-mana-inputs-") as folder:
        played = _Played(Path(folder), seed, size, depth)
        try:
            yield played
        finally:
            played.close()


def _storm(rng: Stream, seed: str, number: int) -> Verdict:
    """Let anything come, many at a time."""
    size, screens = rng.choice(SIZES), dict[str, int]()
    with _playing(f"{seed}/{number % GAMES}", size, _depth(rng)) as played:
        left = INPUTS
        while left > 0:
            burst = _burst(rng, played)
            left -= len(burst)
            top = (played.running.stack.names or ["closed"])[-1]
            screens[top] = screens.get(top, 0) + len(burst)
            played.give(*burst)
            played.hands.wait(rng.choice(PATIENCE_SECONDS))
            if failure := played.fault():
                return Verdict(top, "failed", failure, screens)
    return Verdict("storms", "played", counts=screens)


def _depth(rng: Stream) -> int:
    """Draw a depth to begin on; 0 for the title."""
    return 0 if rng.chance(20) else rng.between(1, max(DEPTHS))


def _burst(rng: Stream, played: _Played) -> tuple[Input, ...]:
    """Draw inputs that come together."""
    device = played.device
    match rng.below(13):
        case 0:
            text = rng.choice(PASTES)[: rng.between(1, MOST_PASTED)]
            # Terminals that do not put it in brackets send it as keys.
            return (Pasted(text),) if rng.chance(50) else tuple(map(_typed, text))
        case 1:
            columns, rows = rng.choice(SIZES)
            device.resize(columns, rows)
            return (Resized(columns, rows), *(_key(rng) for _ in range(rng.below(3))))
        case 2:
            return _key(rng), Released() if rng.chance(50) else KeyboardChanged(), _key(rng)
        case 3 | 4 | 5:
            return tuple(_mouse(rng, played) for _ in range(rng.between(1, 3)))
        case _:
            keys = (_key(rng) for _ in range(rng.between(1, MOST_IN_A_BURST)))
            return tuple(_mouse(rng, played) if rng.chance(10) else key for key in keys)


def _key(rng: Stream) -> Key:
    """Draw a key, every third time one that people press most."""
    return Key(rng.choice(FREQUENT if rng.below(3) == 0 else _keys()))


def _typed(letter: str) -> Key:
    """Return the key that a terminal reports for a pasted character."""
    return Key({" ": "space", "\r": "enter", "\x1b": "escape"}.get(letter, letter))


def _mouse(rng: Stream, played: _Played) -> Mouse:
    """Draw something that a mouse does: at somebody, or anywhere, now and then beside the console.

    Beside it, because that is where it is while a window is made smaller.
    """
    device, cells = played.device, played.cells()
    x, y = rng.between(-1, device.columns), rng.between(-1, device.lines)
    if cells and rng.chance(40):
        x, y = rng.choice(cells)
    match rng.below(5):
        case 0:
            return Mouse("move", x, y)
        case 2:
            return Mouse("pinch", x, y, "", rng.choice((-1, 1)))
        case 1:
            return Mouse("wheel", x, y, "", rng.choice((-3, -1, 1, 3)))
        case _:
            return Mouse("press", x, y, rng.choice(("left", "left", "right", "middle")))


def _bursts(rng: Stream, seed: str, number: int) -> Verdict:
    """Give the same keys one by one and together, and compare where they lead."""
    size, depth = rng.choice(SIZES), _depth(rng)
    keys = [_key(rng) for _ in range(KEYS_OF_THE_LAW)]
    cuts = [rng.between(2, MOST_IN_A_BURST) for _ in keys]
    one_by_one, ends = _led([[key] for key in keys], seed, number, size, depth)
    together, _ = _led(_cut(keys, cuts, ends), seed, number, size, depth)
    failure = "" if one_by_one == together else f"{one_by_one}; together: {together}"
    return Verdict("bursts", "failed" if failure else "led to the same", failure)


def _led(
    bursts: Iterable[Sequence[Key]], seed: str, number: int, size: tuple[int, int], depth: int
) -> tuple[str, list[int]]:
    """Return where bursts of keys lead, and after how many keys the counsel was opened, and waited for."""
    given, opened, before = 0, list[int](), ""
    with _playing(f"{seed}/{number % GAMES}", size, depth) as played:
        for burst in bursts:
            played.give(*burst)
            given += len(burst)
            if not played.running.stack.running:
                break
            top = played.running.stack.names[-1]
            if top == "Counsel" != before:
                opened.append(given)
                played.hands.wait(SETTLED_SECONDS)
            before = top
        played.hands.wait(SETTLED_SECONDS)
        return played.state(), opened


def _cut(keys: Sequence[Key], sizes: Sequence[int], ends: Sequence[int]) -> Iterator[Sequence[Key]]:
    """Cut keys into bursts of the given sizes, and wherever one has to end."""
    start = 0
    for size in sizes:
        cuts = [start, *(end for end in ends if start < end < start + size), start + size]
        yield from (keys[one:other] for one, other in pairwise(cuts) if keys[one:other])
        start += size
