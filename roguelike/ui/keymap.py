"""The keys in force: the defaults of the key table, with the player's changes.

The one decision: a screen asks for an *action* ("fire", "menu_down"), never for a key, so that every key can be rebound
and the help screen lists them all from one table.
"""

import re
from collections.abc import Iterable, Mapping

from roguelike.ui.inputs import canonical
from roguelike.ui.key_table import ACTIONS, CONTEXTS, Action

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
        """Use `changes` (action name to all its keys). Raises KeymapError with everything wrong with them.

        Keys in `changes` are removed from the spare defaults of other actions, so that older key files still work.
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
        """Raised by one whenever hints may have changed."""
        self._lacking: frozenset[str] = frozenset()
        self._index(problems)
        if problems:
            raise KeymapError(problems)

    @classmethod
    def from_dict(cls, data: object) -> "Keymap":
        """Read what to_dict() wrote. Raises KeymapError with everything wrong with it."""
        if not isinstance(data, dict):
            raise KeymapError(["keys must be an object of action names, each with a list of keys"])
        return cls(data)

    def to_dict(self) -> dict[str, list[str]]:
        """Return only what differs from the defaults, as plain JSON values."""
        return {
            name: list(keys) for name, keys in self._keys.items() if keys != _BY_NAME[name].keys
        }

    def action(self, context: str, key: str) -> str | None:
        """Return the action of a key in a context, one of CONTEXTS; None if it has none."""
        return self._lookup[context].get(key)

    def keys(self, name: str) -> tuple[str, ...]:
        """Return an action's keys, the main one first. Raises KeymapError for an unknown action."""
        return self._keys[action_named(name).name]

    def hint(self, name: str) -> str:
        """Return an action's main key in readable form ("Ctrl+1"); "" if it has none."""
        hint = self._hints.get(name)
        if hint is None:
            keys = self.keys(name)
            best = next((key for key in keys if key not in self._lacking), *keys[:1] or ("",))
            hint = self._hints[name] = shown_key(best) if best else ""
        return hint

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

    def lack(self, keys: frozenset[str]) -> None:
        """Avoid in hints, if an action has another key, the keys that the player's device cannot send."""
        self._lacking = keys
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
    if isinstance(keys, str) or not isinstance(keys, Iterable):
        raise KeymapError([f"{name}: keys must be a list of key names, not {keys!r}"])
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
