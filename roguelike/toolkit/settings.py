"""The player's choices in the options screen, stored between games as plain JSON.

What the player was shown, has learned, solved and drawn, over all games: plain JSON next to the settings.

It is separate from the settings because nobody chooses it: losing the file means at worst hearing a hint twice.
"""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from roguelike.core import data_path
from roguelike.core.colour import VARIANTS
from roguelike.core.records import State, field, field_names
from roguelike.toolkit.keymap import Keymap

ANIMATION_SPEEDS = ("off", "fast", "normal", "slow")
ANIMATION_FACTORS = {"off": 0.0, "fast": 0.5, "normal": 1.0, "slow": 2.0}
FIT = "fit"
ZOOMS = (FIT, "16", "24", "32", "48", "64")
"""Sides of the map's tiles in pixels; the whole map if that is larger."""
PICTURES = "pictures"
TILES = (PICTURES, "letters")
TILE_SCALES = ("fit", "small", "compact", "normal", "big", "large", "huge")
SWITCH = ("off", "on")
LOUDNESS = ("off", "quiet", "normal", "loud")
CHOICES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "animation": (
        "Animation speed",
        ANIMATION_SPEEDS,
        "How long spells and missiles take to fly. Off shows only the result.",
    ),
    "palette": (
        "Colours",
        VARIANTS,
        "For eyes that see colours differently, for bright rooms, or all in grey.",
    ),
    "scale": (
        "Letter size",
        TILE_SCALES,
        (
            "The size of the letters in the window. Fit: the largest that show a whole level. "
            "A terminal has its own."
        ),
    ),
    "zoom": (
        "Size of the map",
        ZOOMS,
        (
            "The side of a tile in pixels, more where the map fits. Fit: 24, in a low window 20. "
            "In a terminal any size makes tiles two letters wide."
        ),
    ),
    "cast_at_once": (
        "Cast and use at once",
        SWITCH,
        "Off: a key that needs no aim first shows what would happen; again, or Enter, does it.",
    ),
    "rest_first": (
        "Exploring rests first",
        SWITCH,
        "On: if you are hurt and nobody is near, exploring begins with a rest.",
    ),
    "sound": (
        "Sound",
        LOUDNESS,
        "How loud blows, spells and doors are. In a terminal there is no sound.",
    ),
    "hints": (
        "Hints",
        SWITCH,
        "On: each is told once, when it matters. Off and on again tells them anew.",
    ),
    "flicker": (
        "Flickering fires",
        SWITCH,
        "On: fires flicker and water flows. In a terminal they keep still.",
    ),
    "shake": ("Shaking", SWITCH, "On: a heavy blow shakes the view for a moment."),
    "tiles": (
        "Ground and things",
        TILES,
        "Pictures, with letters for creatures; or letters alone, as in a terminal.",
    ),
}
"""The label of each option, its valid values, and what it does."""


class SettingsError(ValueError):
    """What should be the settings file is none; the message says why."""


class Settings(State):
    """The player's settings, as the settings file holds them; for what the options do see `CHOICES`."""

    animation: str = "normal"
    flicker: str = "on"
    shake: str = "off"
    palette: str = "default"
    scale: str = "fit"
    """The size of letters in a window; "fit" lets the window choose by the display."""
    zoom: str = FIT
    tiles: str = PICTURES
    cast_at_once: str = "off"
    rest_first: str = "off"
    sound: str = "normal"
    hints: str = "on"
    packs: tuple[str, ...] = ()
    """Names of the content packs of new games, the lowest first."""
    keymap: Keymap = field(default_factory=Keymap)

    @property
    def animation_factor(self) -> float:
        """By how much animation times are multiplied; 0 for none."""
        return ANIMATION_FACTORS[self.animation]

    @property
    def tile_side(self) -> int:
        """The least side of the map's tiles in pixels; 0 if it does not matter."""
        return 0 if self.zoom == FIT else int(self.zoom)

    def to_json(self) -> str:
        """Write the settings as JSON text."""
        import json  # see below

        values = {name: getattr(self, name) for name in CHOICES}
        return json.dumps({**values, "packs": self.packs, "keys": self.keymap.to_dict()}, indent=2)

    @classmethod
    def from_json(cls, text: str) -> "tuple[Settings, Sequence[str]]":
        """Read settings; return them, and what is wrong with entries, each of which is lost without the rest.

        Raises SettingsError, which says why, if nothing can be read.
        """
        import json  # a first start, which has no settings, does not wait for this import

        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as fault:
            raise SettingsError(str(fault)) from fault
        if not isinstance(data, dict):
            raise SettingsError("it holds no object of options")
        keys = Keymap.from_dict(data.pop("keys", {}))
        packs, lost = _packs(data.pop("packs", []))
        wrong = {name: why for name, value in data.items() if (why := _why_not(name, value))}
        chosen = {name: value for name, value in data.items() if name not in wrong}
        return cls(**chosen, packs=packs, keymap=keys), [*wrong.values(), *lost, *keys.problems]


def _packs(packs: object) -> tuple[tuple[str, ...], list[str]]:
    """Return the names of packs in a list, as many as may be, and what is wrong with it."""
    if not isinstance(packs, list):
        return (), [f"packs must be a list of at most {data_path.MOST_PACKS} names"]
    named = [
        each for each in packs if isinstance(each, str) and re.fullmatch(data_path.PACK_NAME, each)
    ]
    wrong = [
        f"packs cannot hold {each!r:.60}; a pack is called by its name"
        for each in packs
        if each not in named
    ]
    if len(named) > data_path.MOST_PACKS:
        wrong.append(f"packs must be a list of at most {data_path.MOST_PACKS} names")
    return tuple(named[: data_path.MOST_PACKS]), wrong


def _why_not(name: str, value: object) -> str:
    """Return what is wrong with an option; "" if nothing."""
    if name not in CHOICES:
        names = (each for each in field_names(Settings) if each in CHOICES)
        return f"{name!r:.60} is no option; there are {', '.join(names)}"
    values = CHOICES[name][1]
    return (
        ""
        if value in values
        else f"{name} cannot be {value!r:.60}; choose from {', '.join(values)}"
    )


class Progress(State, forbid_unknown_fields=False):
    """Hints shown, lessons won and puzzles solved, by name; the player's own board as text; the last daily puzzle."""

    hints: list[str] = field(default_factory=list)
    lessons: list[str] = field(default_factory=list)
    drawing: str = ""
    puzzles: list[str] = field(default_factory=list)
    day: str = ""
    """The day of the last daily puzzle; `daily` is its code, so that it is made only once."""
    daily: str = ""

    def note_won(self, kind: str, key: str) -> bool:
        """Note that a board of a kind is won; return whether that is new."""
        won = {"lesson": self.lessons, "puzzle": self.puzzles}.get(kind)
        if won is None or key in won:
            return False
        won.append(key)
        return True

    def to_json(self) -> str:
        """Write it as JSON text."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode()

    @classmethod
    def from_json(cls, text: str) -> "tuple[Progress, Sequence[str]]":
        """Read progress; return it, and what is wrong with entries, each of which is lost without the rest.

        ValueError says why nothing can be read.
        """
        try:
            data = msgspec.json.decode(text, type=dict[str, Any])
        except RecursionError as fault:
            raise ValueError(str(fault)) from fault
        found, wrong = cls(), []
        for each in msgspec.structs.fields(cls):
            try:
                if each.name in data:
                    setattr(found, each.name, msgspec.convert(data[each.name], each.type))
            except msgspec.ValidationError as fault:
                wrong.append(f"{each.name}: {fault}")
        return found, wrong
