"""The player's choices in the options screen, stored between games as plain JSON.

What the player was shown, has learned, solved and drawn, over all games: plain JSON next to the settings.

It is separate from the settings because nobody chooses it: losing the file means at worst hearing a hint twice.
"""

import re
from typing import Any

import msgspec

from roguelike.core.data_path import MOST_PACKS, PACK_NAME
from roguelike.core.records import State, field
from roguelike.toolkit.keymap import Keymap, KeymapError

ANIMATION_SPEEDS = ("off", "fast", "normal", "slow")
ANIMATION_FACTORS = {"off": 0.0, "fast": 0.5, "normal": 1.0, "slow": 2.0}
TILE_SCALES = ("fit", "small", "compact", "normal", "big", "large", "huge")
SWITCH = ("off", "on")
LOUDNESS = ("off", "quiet", "normal", "loud")


class SettingsError(ValueError):
    """The settings file has an unknown entry; the message names it and what would be valid."""


class Settings(State):
    """The player's settings, as the settings file holds them."""

    animation: str = "normal"
    flicker: str = "on"
    """Whether fires flicker and water flows, if the program has its own window."""
    shake: str = "off"
    """Whether hard hits shake the view."""
    palette: str = "default"
    scale: str = "fit"
    """The size of letters in a window; "fit" lets the window choose by the display."""
    cast_at_once: str = "off"
    """Whether spells that need no aim are cast, and things used in a fight, without a preview."""
    rest_first: str = "off"
    """Whether exploring rests first if the player is hurt."""
    sound: str = "normal"
    """The volume of sounds, if there are any."""
    hints: str = "on"
    """Whether newcomers get hints, each once, when they need them."""
    counsel: str = "off"
    """Whether the table of all possible actions may be opened."""
    packs: tuple[str, ...] = ()
    """Names of the content packs of new games, the lowest first."""
    keymap: Keymap = field(default_factory=Keymap)

    @property
    def animation_factor(self) -> float:
        """By how much animation times are multiplied; 0 for none."""
        return ANIMATION_FACTORS[self.animation]

    def to_json(self) -> str:
        """Write the settings as JSON text."""
        import json  # see below

        values = {name: getattr(self, name) for name in _allowed()}
        return json.dumps({**values, "packs": self.packs, "keys": self.keymap.to_dict()}, indent=2)

    @classmethod
    def from_json(cls, text: str) -> "Settings":
        """Read settings; raises SettingsError, which says what is wrong."""
        import json  # a first start, which has no settings, does not wait for this import

        try:
            data = json.loads(text)
            if not isinstance(data, dict):
                raise SettingsError("it holds no object of options")
            keys = Keymap.from_dict(data.pop("keys", {}))
        except (ValueError, RecursionError, KeymapError) as fault:
            raise SettingsError(str(fault)) from fault
        packs = data.pop("packs", [])
        _check_packs(packs)
        for name, value in data.items():
            _check(name, value, _allowed())
        return cls(**data, packs=tuple(packs), keymap=keys)


def _allowed() -> dict[str, tuple[str, ...]]:
    """Return the valid values of each option."""
    from roguelike.toolkit.palette import VARIANTS

    return {
        "animation": ANIMATION_SPEEDS,
        "flicker": SWITCH,
        "shake": SWITCH,
        "palette": VARIANTS,
        "scale": TILE_SCALES,
        "cast_at_once": SWITCH,
        "rest_first": SWITCH,
        "sound": LOUDNESS,
        "hints": SWITCH,
        "counsel": SWITCH,
    }


def _check_packs(packs: object) -> None:
    """Raise SettingsError unless this is a list of pack names."""
    if not isinstance(packs, list) or len(packs) > MOST_PACKS:
        raise SettingsError(f"packs must be a list of at most {MOST_PACKS} names")
    for name in packs:
        if not isinstance(name, str) or not re.fullmatch(PACK_NAME, name):
            raise SettingsError(f"packs cannot hold {name!r}; a pack is called by its name")


def _check(name: str, value: Any, allowed: dict[str, tuple[str, ...]]) -> None:
    """Raise SettingsError for an unknown option or value."""
    if name not in allowed:
        raise SettingsError(f"{name!r} is no option; there are {', '.join(allowed)}")
    if value not in allowed[name]:
        raise SettingsError(f"{name} cannot be {value!r}; choose from {', '.join(allowed[name])}")


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

    def to_json(self) -> bytes:
        """Write it as JSON text."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2)

    @classmethod
    def from_json(cls, text: bytes) -> "Progress":
        """Read progress from JSON text; ValueError says what is wrong."""
        try:
            return msgspec.json.decode(text.decode("utf-8"), type=cls)
        except RecursionError as fault:
            raise ValueError(str(fault)) from fault
