"""The keys in force: the defaults of the key table with the player's changes over them.

The one decision: a screen asks for an *action* ("fire", "menu_down"), never for a key, so that every key can be
rebound and the help screen lists them all from the one table.
"""

import re
from collections.abc import Iterable, Mapping

from roguelike.ui.inputs import canonical
from roguelike.ui.key_table import ACTIONS, CONTEXTS, Action

_SHORT = (("Shift+", "⇧"), ("Ctrl+", "^"))
"""What stands for the words of modifiers where there is little room."""
_NAMED = re.compile(r"\{(\w+)\}")
_BY_NAME: dict[str, Action] = {action.name: action for action in ACTIONS}


class KeymapError(ValueError):
    """A key file or a rebinding that cannot be; `problems` has one sentence for each thing wrong."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class Keymap:
    """The keys in force: the defaults with the player's changes over them."""

    def __init__(self, changes: Mapping[str, Iterable[str]] | None = None) -> None:
        """Take `changes` (action name to all its keys). Raises KeymapError listing everything wrong with them.

        What they use is taken from the spare defaults of others: so keys chosen before there were these still work.
        """
        self._keys: dict[str, tuple[str, ...]] = {action.name: action.keys for action in ACTIONS}
        problems: list[str] = []
        for name, keys in (changes or {}).items():
            try:
                self._keys[action_named(name).name] = _canonical_keys(name, keys)
            except KeymapError as error:
                problems += error.problems
        self._give_way(frozenset(changes or ()))
        self._lookup: dict[str, dict[str, str]] = {}
        self.revision = 0
        """Raised whenever hints may have changed."""
        self._lacking: frozenset[str] = frozenset()
        self._index(problems)
        if problems:
            raise KeymapError(problems)

    @classmethod
    def from_dict(cls, data: object) -> "Keymap":
        """Read what to_dict() wrote. Raises KeymapError listing everything wrong with it."""
        if not isinstance(data, dict):
            raise KeymapError(["keys must be an object of action names, each with a list of keys"])
        return cls(data)

    def to_dict(self) -> dict[str, list[str]]:
        """Return only what differs from the defaults, as plain JSON values."""
        return {
            name: list(keys) for name, keys in self._keys.items() if keys != _BY_NAME[name].keys
        }

    def action(self, context: str, key: str) -> str | None:
        """Name the action that this key has in this context, one of CONTEXTS."""
        return self._lookup[context].get(key)

    def keys(self, name: str) -> tuple[str, ...]:
        """Return an action's keys, the main one first. Raises KeymapError for an unknown action."""
        return self._keys[action_named(name).name]

    def hint(self, name: str) -> str:
        """Return an action's main key as a person reads it ("Ctrl+1"); empty when it has none."""
        hint = self._hints.get(name)
        if hint is None:
            keys = self.keys(name)
            best = next((key for key in keys if key not in self._lacking), *keys[:1] or ("",))
            hint = self._hints[name] = shown_key(best) if best else ""
        return hint

    def short_hint(self, name: str) -> str:
        """Return an action's main key for where there is little room: "⇧6" for "Shift+6", "^1" for "Ctrl+1"."""
        hint = self.hint(name)
        for word, sign in _SHORT:
            hint = hint.replace(word, sign)
        return hint

    def in_words(self, text: str) -> str:
        """Put the main key of each action in place of its name in braces: "{look}" becomes "x"."""
        return _NAMED.sub(
            lambda found: self.hint(found[1]) if found[1] in _BY_NAME else found[0], text
        )

    def lack(self, keys: frozenset[str]) -> None:
        """Leave out of hints, where an action has another key, those that the player's device cannot send."""
        self._lacking = keys
        self._forget_hints()

    def conflicts(self, name: str, key: str) -> list[Action]:
        """List the other actions that have this key where `name` would use it too."""
        action, key = action_named(name), _canonical_key(name, key)
        found = {self._lookup[context].get(key) for context in action.contexts}
        return [other for other in ACTIONS if other.name in found and other is not action]

    def rebind(self, name: str, keys: Iterable[str], *, steal: bool = False) -> None:
        """Give an action these keys instead of its own, any spelling.

        `steal` takes them from whoever has them. Otherwise raises KeymapError naming each action that has one
        already, as it does for unknown actions and keys; then nothing has changed.
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
        """Go back to the default keys, of one action (stealing them back) or of all."""
        if name is not None:
            self.rebind(name, action_named(name).keys, steal=True)
            return
        self._keys = {action.name: action.keys for action in ACTIONS}
        self._index([])

    def _give_way(self, changed: frozenset[str]) -> None:
        """Take from the actions that the player did not change those spare keys that the changed ones use."""
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
        """Rebuild the lookup, and report every key that two actions claim in one context."""
        self._forget_hints()
        self._lookup = {context: {} for context in CONTEXTS}
        for action in ACTIONS:
            for key in self._keys[action.name]:
                holders = {
                    self._lookup[context].setdefault(key, action.name)
                    for context in action.contexts
                }
                problems += [
                    f"key {key!r} is bound to both {holder} and {action.name}"
                    for holder in sorted(holders - {action.name})
                ]


def action_named(name: str) -> Action:
    """Find an action. Raises KeymapError with the nearest known names."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    import difflib

    near = difflib.get_close_matches(str(name), _BY_NAME, 3)
    advice = f": did you mean {', '.join(near)}?" if near else ""
    raise KeymapError([f"unknown action {name!r}{advice}"])


def _canonical_key(name: str, key: object) -> str:
    """Read one key of an action. Raises KeymapError naming both."""
    try:
        if isinstance(key, str):
            return canonical(key)
    except ValueError as error:
        raise KeymapError([f"{name}: {error}"]) from None
    raise KeymapError([f"{name}: {key!r} is not a key name"])


def _canonical_keys(name: str, keys: Iterable[str]) -> tuple[str, ...]:
    """Read an action's keys, each once. Raises KeymapError for those that do not exist."""
    action_named(name)
    if isinstance(keys, str) or not isinstance(keys, Iterable):
        raise KeymapError([f"{name}: keys must be a list of key names, not {keys!r}"])
    return tuple(dict.fromkeys(_canonical_key(name, key) for key in keys))


_SHOWN = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "page_up": "Page Up", "page_down": "Page Down",
    "escape": "Esc",
}  # fmt: skip


def shown_key(key: str) -> str:
    """Write a key as a person reads it: "ctrl+1" as "Ctrl+1", "kp_5" as "Keypad 5", "D" as "D"."""
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
