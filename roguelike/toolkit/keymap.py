"""The player's actions with their default keys, and the keys in force: the defaults with the player's changes.

The one decision: a screen asks for an *action* ("fire", "menu_down"), never for a key, so that every key can be
rebound and the help screen lists them all from one table. An action belongs to contexts; a key may mean different
things in different contexts, but only one in each.

Shifted digits arrive as "shift+2" from a window and as "@" from a terminal with a US keyboard. Only the first five of
those characters are bound, since the others are on other digits of other keyboards ("&" is shift+6 on a German one); 2
to 9 have f2 to f9, which every terminal sends. Where shift types something else with a digit that is bound, that is
what is meant: "+" is shift+1 on a Swiss keyboard. Plain digits cast too, because many terminals send "1" for ctrl+1.
Numpad keys without NumLock reach a terminal as home, end, page_up and page_down: those step diagonally.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from roguelike.core.records import Record
from roguelike.toolkit.asked import Asked, Give, Nth, Run, Walk
from roguelike.toolkit.inputs import SHIFTED_DIGITS, Key, canonical

CONTEXTS = ("play", "aim", "menu", "replay")
_PLAY, _AIM, _MENU, _REPLAY = (frozenset({context}) for context in CONTEXTS)
_MAP, _ALL = _PLAY | _AIM, frozenset(CONTEXTS)
_SHOW = _PLAY | _REPLAY
"""Contexts in which information pages can be opened, including those without commands."""


class Action(Record):
    """Something the player can do with a key: its name in files, where it works, and how help shows it.

    What is given at once, with nothing but itself to choose, `asks` for its action by its name in saves: such a command
    needs its module in `roguelike/actions` and its row here.
    """

    name: str
    group: str
    label: str
    contexts: frozenset[str]
    keys: tuple[str, ...]
    asks: Asked = ""


_DIRECTIONS: tuple[tuple[str, str, tuple[int, int], tuple[str, ...], tuple[str, ...]], ...] = (
    ("north", "north", (0, -1), ("k", "up", "kp_8"), ("K", "shift+up", "shift+kp_8")),
    ("south", "south", (0, 1), ("j", "down", "kp_2"), ("J", "shift+down", "shift+kp_2")),
    ("west", "west", (-1, 0), ("h", "left", "kp_4"), ("H", "shift+left", "shift+kp_4")),
    ("east", "east", (1, 0), ("l", "right", "kp_6"), ("L", "shift+right", "shift+kp_6")),
    ("north_west", "north-west", (-1, -1), ("y", "kp_7", "home"), ("Y", "shift+kp_7", "shift+home")),
    ("north_east", "north-east", (1, -1), ("u", "kp_9", "page_up"), ("U", "shift+kp_9", "shift+page_up")),
    ("south_west", "south-west", (-1, 1), ("b", "kp_1", "end"), ("B", "shift+kp_1", "shift+end")),
    ("south_east", "south-east", (1, 1), ("n", "kp_3", "page_down"), ("N", "shift+kp_3", "shift+page_down")),
)  # fmt: skip

STEPS: dict[str, tuple[int, int]] = {f"move_{name}": step for name, _, step, _, _ in _DIRECTIONS}
"""The step (dx, dy) of each movement action."""
RUNS: dict[str, tuple[int, int]] = {f"run_{name}": step for name, _, step, _, _ in _DIRECTIONS}
"""The direction of each running action; while aiming, of each jump of the cursor."""

_SENT_FOR_DIGITS = (
    ("!",),
    *((f"f{digit}", sign) for digit, sign in enumerate("@#$%", 2)),
    *((f"f{digit}",) for digit in range(6, 10)),
)
"""Stand for shift with each digit in terminals, which cannot send that: function keys, which every keyboard has and
nobody takes for things beside a list of them, and the characters it types, if keyboards agree."""
NOT_IN_MOST_TERMINALS = frozenset(f"ctrl+{digit}" for digit in range(1, 10))
"""Keys that only terminals with the kitty protocol send."""
NOT_IN_ANY_TERMINAL = frozenset(f"shift+{digit}" for digit in range(1, 10))
"""Keys for which every terminal sends the typed character instead: shift+6 is "^" on some keyboards, "&" on others."""

ACTIONS: tuple[Action, ...] = (
    *(
        Action(f"move_{name}", "Moving", f"Step {words} (or attack)", _MAP, keys, Walk(step))
        for name, words, step, keys, _ in _DIRECTIONS
    ),
    *(
        Action(f"run_{name}", "Moving", f"Run {words}", _MAP, keys, Run(step))
        for name, words, step, _, keys in _DIRECTIONS
    ),
    Action("explore", "Moving", "Explore until something happens", _PLAY, ("o",)),
    Action("descend", "Moving", "Take the stairs down, or go to them", _PLAY, (">",)),
    Action("ascend", "Moving", "Take the stairs up, or go to them", _PLAY, ("<",)),
    Action("disarm", "Moving", "Disarm a trap beside you", _PLAY, ("T",), Give("disarm")),
    Action("close_door", "Moving", "Close a door beside you", _PLAY, ("c",), Give("close")),
    Action("wait", "Moving", "Wait one turn", _PLAY, (".", "s", "space", "kp_5"), Give("rest")),
    Action("rest", "Moving", "Rest until healed", _PLAY, ("R",)),
    Action("get", "Things", "Pick up what lies here", _PLAY, ("g", ","), Give("pick_up")),
    Action("inventory", "Things", "Inventory: what you carry and wear", _SHOW, ("i",)),
    Action("use", "Things", "Drink, read, eat, zap or inscribe something", _PLAY, ("q", "a")),
    Action("wear", "Things", "Wear or wield something", _PLAY, ("w",)),
    Action("remove", "Things", "Take something off", _PLAY, ("r",)),
    Action("drop", "Things", "Drop something", _PLAY, ("d",)),
    Action("throw", "Things", "Throw something", _PLAY, ("F",)),
    *(
        Action(
            f"use_{n}",
            "Things",
            f"Use thing {n} at hand",
            _MAP,
            (f"shift+{n}", *_SENT_FOR_DIGITS[n - 1]),
            Nth("use", n),
        )
        for n in range(1, 10)
    ),
    *(
        Action(
            f"cast_{n}",
            "Magic",
            f"Cast spell {n}",
            _MAP,
            (f"ctrl+{n}", f"{n}", f"alt+{n}"),
            Nth("cast", n),
        )
        for n in range(1, 10)
    ),
    Action("spells", "Magic", "Your spells", _SHOW, ("Z", "z")),
    Action("fire", "Fighting", "Shoot", _PLAY, ("f",)),
    Action("repeat", "Fighting", "Cast or shoot again, where it does most", _PLAY, ("e",)),
    Action("next_target", "Fighting", "Next target", _MAP, ("v", "tab")),
    Action("previous_target", "Fighting", "Previous target", _MAP, ("V", "shift+tab")),
    Action("aim_fire", "Fighting", "Aiming: go ahead", _AIM, ("enter", "space", "f", "kp_5", ".")),
    Action("aim_self", "Fighting", "Aiming: at yourself", _AIM, ("s",)),
    Action("aim_cancel", "Fighting", "Aiming: never mind", _AIM, ("escape",)),
    Action("look", "Knowing", "Look around: what is that?", _SHOW, ("x", ";")),
    Action("counsel", "Knowing", "Counsel: what you could do, and its cost", _PLAY, ("t",)),
    Action("panel", "Knowing", "More: what the panel has no room for", _MAP | _REPLAY, ("m", "]")),
    Action("zoom_in", "Knowing", "A larger map", _MAP, ("+", "=")),
    Action("zoom_out", "Knowing", "A smaller map", _MAP, ("-",)),
    Action("discoveries", "Knowing", "Discoveries: what you have met", _SHOW, ("D",)),
    Action("log", "Knowing", "Message log, and why it happened", _SHOW, ("M", "ctrl+p")),
    Action("character", "Knowing", "Character sheet", _SHOW, ("C",)),
    Action("practice", "Knowing", "Practise on a board; nothing counts", _PLAY, ("P",)),
    Action("danger", "Knowing", "While held: what tiles near you would cost", _PLAY, ("X",)),
    Action("plan", "Knowing", "Plan: line up acts, and see what comes", _MAP, ("W",)),
    Action("plan_play", "Knowing", "In a plan: play it", _PLAY, ("enter",)),
    Action("undo", "Knowing", "Practice, plans: take the last turn back", _PLAY, ("backspace",)),
    Action("redo", "Knowing", "Practice, plans: do it again", _PLAY, ("ctrl+r", "ctrl+y")),
    Action("again", "Knowing", "Practice, plans: start again", _PLAY, ("A",)),
    Action("next_board", "Knowing", "In puzzles and lessons: on to the next", _PLAY, ("G",)),
    Action("board_code", "Knowing", "In puzzles: the code, for a friend", _PLAY, ("E",)),
    Action("grow", "Knowing", "Choose what your new level gives", _PLAY, ("p",)),
    Action("help", "Knowing", "Help and all keys", _ALL, ("?", "f1")),
    Action("menu", "Program", "Game menu", _PLAY, ("escape", "f10")),
    Action("options", "Program", "Options", _SHOW, ("O",)),
    Action("save_quit", "Program", "Save and quit", _PLAY, ("Q", "S", "ctrl+s")),
    Action("wizard", "Program", "Wizard mode", _PLAY, ("\\", "ctrl+w")),
    Action("fullscreen", "Program", "Fullscreen on and off", _ALL, ("f11", "alt+enter")),
    Action("font_larger", "Program", "Larger letters", _ALL, ("ctrl+=", "ctrl++", "ctrl+shift+=")),
    Action("font_smaller", "Program", "Smaller letters", _ALL, ("ctrl+-",)),
    Action("screenshot", "Program", "Save a picture of the screen", _ALL, ("f12",)),
    Action("replay_pause", "Replays", "Pause, and play on", _REPLAY, ("space", "kp_5")),
    Action("replay_next", "Replays", "A turn forward", _REPLAY, ("right", "l", "kp_6")),
    Action("replay_back", "Replays", "A turn back", _REPLAY, ("left", "h", "kp_4")),
    Action("replay_leap", "Replays", "Fifty turns forward", _REPLAY, ("page_down", "kp_3", "n")),
    Action("replay_leap_back", "Replays", "Fifty turns back", _REPLAY, ("page_up", "kp_9", "b")),
    Action("replay_first", "Replays", "To the beginning", _REPLAY, ("home", "kp_7")),
    Action("replay_last", "Replays", "To the end", _REPLAY, ("end", "kp_1")),
    Action("replay_turn", "Replays", "To a turn of your choice", _REPLAY, ("g", "t")),
    Action("replay_faster", "Replays", "Faster", _REPLAY, ("up", "+", "k", "kp_8")),
    Action("replay_slower", "Replays", "Slower", _REPLAY, ("down", "-", "j", "kp_2")),
    Action("replay_fork", "Replays", "Play on from here; nothing counts", _REPLAY, ("f",)),
    Action("replay_leave", "Replays", "Leave the replay", _REPLAY, ("escape", "q", "Q")),
    Action("menu_up", "Menus", "Line up", _MENU, ("up", "kp_8")),
    Action("menu_down", "Menus", "Line down", _MENU, ("down", "kp_2")),
    Action("menu_page_up", "Menus", "Page up", _MENU, ("page_up", "kp_9")),
    Action("menu_page_down", "Menus", "Page down", _MENU, ("page_down", "kp_3")),
    Action("menu_first", "Menus", "First line", _MENU, ("home", "kp_7")),
    Action("menu_last", "Menus", "Last line", _MENU, ("end", "kp_1")),
    Action("menu_choose", "Menus", "Choose", _MENU, ("enter", "space", "kp_5")),
    Action("menu_back", "Menus", "Back", _MENU, ("escape",)),
    Action("menu_next", "Menus", "Next page or value", _MENU, ("tab", "right", "kp_6")),
    Action(
        "menu_previous", "Menus", "Previous page or value", _MENU, ("shift+tab", "left", "kp_4")
    ),
)
"""Every action, in the order in which help lists them."""

GROUPS: tuple[str, ...] = tuple(dict.fromkeys(action.group for action in ACTIONS))

_ASKED: dict[Asked, Asked] = {action.name: action.asks for action in ACTIONS if action.asks}


def asked_by(asked: Asked) -> Asked:
    """Return what a name in the key table asks for: itself, if nothing else is said there."""
    return _ASKED.get(asked, asked)


_SHORT = (("Shift+", "⇧"), ("Ctrl+", "^"))
"""Signs for modifiers where there is little room."""
_NAMED = re.compile(r"\{(\w+)\}")
_BY_NAME: dict[str, Action] = {action.name: action for action in ACTIONS}


class KeymapError(ValueError):
    """An invalid key file or rebinding; `problems` has one sentence for each fault."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class Keymap:
    """The keys in force: the defaults with the player's changes."""

    def __init__(self, changes: Mapping[str, Iterable[str]] | None = None) -> None:
        """Use `changes` (action name to all its keys); what is wrong with them loses itself, not the rest.

        Keys in `changes` are removed from the spare defaults of other actions, so that older key files still work.
        """
        self._keys: dict[str, tuple[str, ...]] = {action.name: action.keys for action in ACTIONS}
        self.problems: list[str] = []
        """What was wrong with the changes, one sentence for each fault."""
        used = {name for name, keys in (changes or {}).items() if self._take(name, keys)}
        self._give_way(frozenset(used))
        self._lookup: dict[str, dict[str, str]] = {}
        self.revision = 0
        """Raised by one whenever hints may have changed."""
        self._lacking: frozenset[str] = frozenset()
        self._shifted: Mapping[str, str] = {}
        self._index(self.problems)

    @classmethod
    def from_dict(cls, data: object) -> "Keymap":
        """Read what to_dict() wrote, as much of it as is valid; `problems` says what is not."""
        if isinstance(data, dict):
            return cls(data)
        keymap = cls()
        keymap.problems.append("keys must be an object of action names, each with a list of keys")
        return keymap

    def _take(self, name: str, keys: Iterable[str]) -> bool:
        """Give an action those of some keys that exist, if any of them does; return whether it has them now."""
        try:
            action_named(name)
        except KeymapError as error:
            self.problems += error.problems
            return False
        if not isinstance(keys, list | tuple):
            self.problems.append(f"{name}: keys must be a list of key names, not {keys!r:.60}")
            return False
        found: list[str] = []
        for key in keys:
            try:
                found.append(_canonical_key(name, key))
            except KeymapError as error:
                self.problems += error.problems
        if keys and not found:
            return False
        self._keys[name] = tuple(dict.fromkeys(found))
        return True

    def to_dict(self) -> dict[str, list[str]]:
        """Return only what differs from the defaults, as plain JSON values."""
        return {
            name: list(keys) for name, keys in self._keys.items() if keys != _BY_NAME[name].keys
        }

    def action(self, context: str, key: str) -> str | None:
        """Return the action of a key in a context, one of CONTEXTS; None if it has none."""
        return self._lookup[context].get(key)

    def meant(self, key: Key) -> Key:
        """Return a key as what it types, if that is bound and is not what the name stands for: "+" for shift+1."""
        is_meant = key.text != key.name and self._beats(key.name, key.text)
        return Key(key.text, key.text) if is_meant else key

    def _beats(self, name: str, typed: str) -> bool:
        """Tell whether a bound character wins over the name of the key that types it.

        Digits do not: French keyboards type them with shift, and there they use things as everywhere.
        """
        if name.startswith("shift+") and (typed == SHIFTED_DIGITS.get(name[-1]) or typed.isdigit()):
            return False
        is_in_doubt = name[:-1] == "shift+" or (len(name) == 1 and not typed.isascii())
        return is_in_doubt and any(typed in keys for keys in self._lookup.values())

    def keys(self, name: str) -> tuple[str, ...]:
        """Return an action's keys, the main one first. Raises KeymapError for an unknown action."""
        return self._keys[action_named(name).name]

    def hint(self, name: str) -> str:
        """Return an action's main key in readable form ("Ctrl+1"); "" if it has none."""
        hint = self._hints.get(name)
        if hint is None:
            keys = self.keys(name)
            best = next((key for key in keys if self._is_sent(key)), *keys[:1] or ("",))
            hint = self._hints[name] = shown_key(best) if best else ""
        return hint

    def hint_of(self, name: str) -> str:
        """Return an action's main key in readable form; "" for what is no action."""
        return self.hint(name) if name in _BY_NAME else ""

    def short_hint(self, name: str) -> str:
        """Return an action's main key in short form: "⇧6" for "Shift+6", "^1" for "Ctrl+1"."""
        hint = self.hint(name)
        for word, sign in _SHORT:
            hint = hint.replace(word, sign)
        return hint

    def in_words(self, text: str) -> str:
        """Replace each action's name in braces by its main key: "{look}" becomes "x"."""
        return _NAMED.sub(
            lambda found: self.hint(found[1]) if found[1] in _BY_NAME else found[0], text
        )

    def _is_sent(self, key: str) -> bool:
        """Tell whether the player's device sends a key, and it means what its name says."""
        return key not in self._lacking and not self._beats(key, self._shifted.get(key, ""))

    def lack(self, keys: frozenset[str], shifted: Mapping[str, str] = MappingProxyType({})) -> None:
        """Avoid in hints, if an action has another key, the keys that the player's device cannot send.

        `shifted` is what shift types with each digit, by the key's name.
        """
        self._lacking, self._shifted = keys, shifted
        self._forget_hints()

    def conflicts(self, name: str, key: str) -> list[Action]:
        """List the other actions that have this key in a context where `name` would use it."""
        action, key = action_named(name), _canonical_key(name, key)
        found = {self._lookup[context].get(key) for context in action.contexts}
        return [other for other in ACTIONS if other.name in found and other is not action]

    def rebind(self, name: str, keys: Iterable[str], *, steal: bool = False) -> None:
        """Give an action these keys, in any spelling, instead of its own.

        `steal` takes them from the actions that have them. Otherwise raises KeymapError naming each action that already
        has one. Also raises it for unknown actions and keys. If it raises, nothing has changed.
        """
        wanted = _canonical_keys(name, keys)
        owners = {key: self.conflicts(name, key) for key in wanted}
        if not steal and any(owners.values()):
            raise KeymapError(
                [
                    f"{shown_key(key)} already means: {other.label}"
                    for key, others in owners.items()
                    for other in others
                ]
            )
        for key, others in owners.items():
            for other in others:
                self._keys[other.name] = tuple(k for k in self._keys[other.name] if k != key)
        self._keys[name] = wanted
        self._index([])

    def reset(self, name: str | None = None) -> None:
        """Restore the default keys of one action (stealing them back) or of all."""
        if name is not None:
            self.rebind(name, action_named(name).keys, steal=True)
            return
        self._keys = {action.name: action.keys for action in ACTIONS}
        self._index([])

    def _give_way(self, changed: frozenset[str]) -> None:
        """Remove the spare keys of unchanged actions that the changed actions use."""
        chosen = [(_BY_NAME[name].contexts, self._keys[name]) for name in changed & _BY_NAME.keys()]
        for action in ACTIONS:
            taken = {key for contexts, keys in chosen if contexts & action.contexts for key in keys}
            if taken and action.name not in changed:
                main, *spare = self._keys[action.name]
                self._keys[action.name] = (main, *(key for key in spare if key not in taken))

    def _forget_hints(self) -> None:
        """Forget how keys are written in hints, so that they are written again."""
        self.revision += 1
        self._hints: dict[str, str] = {}

    def _index(self, problems: list[str]) -> None:
        """Rebuild the lookup; of two actions that claim a key in one context one loses it, as is reported.

        It is the one that was changed, or else the second.
        """
        self._forget_hints()
        self._lookup = {context: {} for context in CONTEXTS}
        for action in sorted(ACTIONS, key=lambda each: self._keys[each.name] != each.keys):
            wanted = self._keys[action.name]
            taken = {key: holder for key in wanted if (holder := self._holder(action, key))}
            if taken:
                problems += [
                    f"key {key!r} is bound to both {holder} and {action.name}"
                    for key, holder in taken.items()
                ]
                left = [key for key in wanted if key not in taken]
                left = left or [key for key in action.keys if not self._holder(action, key)]
                self._keys[action.name] = tuple(left)
            for context in action.contexts:
                self._lookup[context].update(dict.fromkeys(self._keys[action.name], action.name))

    def _holder(self, action: Action, key: str) -> str:
        """Return the action that has a key where another would use it; "" if none."""
        tables = (self._lookup[context] for context in action.contexts)
        return next((table[key] for table in tables if key in table), "")


def action_named(name: str) -> Action:
    """Return an action by name. Raises KeymapError with the most similar names."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    import difflib

    near = difflib.get_close_matches(str(name), _BY_NAME, 3)
    advice = f": did you mean {', '.join(near)}?" if near else ""
    raise KeymapError([f"unknown action {name!r}{advice}"])


def _canonical_key(name: str, key: object) -> str:
    """Return the canonical name of an action's key. Raises KeymapError naming both."""
    try:
        if isinstance(key, str):
            return canonical(key)
    except ValueError as error:
        raise KeymapError([f"{name}: {error}"]) from None
    raise KeymapError([f"{name}: {key!r} is not a key name"])


def _canonical_keys(name: str, keys: Iterable[str]) -> tuple[str, ...]:
    """Return the canonical names of an action's keys, each once. Raises KeymapError for keys that do not exist."""
    action_named(name)
    return tuple(dict.fromkeys(_canonical_key(name, key) for key in keys))


_SHOWN = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "page_up": "Page Up", "page_down": "Page Down",
    "escape": "Esc",
}  # fmt: skip


def shown_key(key: str) -> str:
    """Write a key in readable form: "ctrl+1" as "Ctrl+1", "kp_5" as "Keypad 5", "D" as "D"."""
    if len(key) == 1:
        return key
    *modifiers, base = key.split("+") if not key.endswith("+") else [*key[:-2].split("+"), "+"]
    if base.startswith("kp_"):
        word = f"Keypad {base[3:]}"
    elif len(base) == 1:
        word = base.upper()
    else:
        word = _SHOWN.get(base, base.replace("_", " ").title())
    return "+".join([*(modifier.title() for modifier in modifiers), word])
