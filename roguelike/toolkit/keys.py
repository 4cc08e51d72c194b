"""Rebinding: which key does what, and how to change it.

The one decision: a change is never refused silently and never steals silently. If a key already has a meaning, the
screen asks which action gets it; and the few actions that every menu needs keep at least one key.
"""

from typing import ClassVar, Final

from tcod.console import Console

from roguelike.core.records import Record
from roguelike.toolkit import widgets
from roguelike.toolkit.application import Application
from roguelike.toolkit.inputs import Input, Key, Mouse
from roguelike.toolkit.keymap import ACTIONS, GROUPS, KeymapError, action_named, shown_key
from roguelike.toolkit.page import Confirm, ListPage, Page
from roguelike.toolkit.screen import Pop, Push, Stay, Transition

ESSENTIAL: Final = frozenset(
    {"menu_up", "menu_down", "menu_choose", "menu_back", "aim_cancel", "menu"}
)
"""Actions that must keep a key: without them a player with only a keyboard would be stuck."""

_RESET: Final = "reset"
_ADD: Final = "add"


class Wanted(Record):
    """A key to be given to an action."""

    action: str
    key: str
    steal: bool = False


class KeyBindings(ListPage[Application, str]):
    """All actions by group, with their keys; choosing one opens its keys."""

    opaque: ClassVar[bool] = True
    name: str = "Keys"
    title: str = "Key bindings"
    columns: ClassVar[int] = 90

    letters: ClassVar[bool] = False

    def __init__(self, program: Application) -> None:
        super().__init__(program, widgets.Button("[Reset all]", self._reset, "R"))

    @property
    def rows(self) -> None:
        """As many rows as there are."""
        return

    def listed(self) -> list[widgets.Row[str]]:
        """Return all actions by group."""
        return _rows(self.program)

    def on_choice(self, value: str) -> Transition:
        """Open the keys of one action."""
        return Push(ActionKeys(self.program, value))

    def _reset(self) -> Transition:
        """Ask before resetting all keys to the defaults."""
        text = "Every action gets its default keys back. Your own bindings are forgotten."
        return Push(
            Confirm(self.program, "Reset all keys?", text, _RESET, yes="Reset", no="Keep mine")
        )

    def on_result(self, result: object) -> Transition:
        """Show what has changed; reset if the player agreed."""
        if result == _RESET:
            self.program.keymap.reset()
            self.note = keep(self.program)
        self.refresh()
        return Stay()


class ActionKeys(ListPage[Application, str]):
    """A popup with the keys of one action: add one, remove one, go back to the defaults."""

    name: str = "Action keys"
    columns: ClassVar[int] = 58
    other_rows: int = 8

    def __init__(self, program: Application, action: str) -> None:
        self.action = action
        super().__init__(program)

    def listed(self) -> list[widgets.Row[str]]:
        """Return what can be done to its keys."""
        return _key_rows(self.program, self.action)

    @property
    def heading(self) -> str:
        """The action's description, as in the help."""
        return action_named(self.action).label

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the list with room for a warning of two rows."""
        rows = len(self.menu.rows)
        self.menu.draw(
            console, widgets.Rect(rect.x, rect.y + 1, rect.width, rows), self.program.palette
        )
        self.warn(console, widgets.Rect(rect.x, rect.y + rows + 2, rect.width, 3), self.note)

    def close(self) -> Transition:
        """Close, and let the list of actions show what has changed."""
        return Pop(self.action)

    def on_choice(self, value: str) -> Transition:
        """Ask for another key, remove one, or go back to the defaults."""
        keymap = self.program.keymap
        if value == _ADD:
            return Push(PressKey(self.program, self.action))
        if value == _RESET:
            if keymap.keys(self.action) == action_named(self.action).keys:
                return Stay(redraw=False)
            keymap.reset(self.action)
            return self._changed()
        left = [key for key in keymap.keys(self.action) if key != value]
        if not left and self.action in ESSENTIAL:
            self.note = "That is its last key, and no menu works without it. Add another first."
            return Stay()
        keymap.rebind(self.action, left)
        return self._changed()

    def on_result(self, result: object) -> Transition:
        """Give the action the key that was pressed, asking first if another action has it."""
        match result:
            case Wanted(action, key, steal):
                return self._take(action, key, steal=steal)
        return Stay()

    def _take(self, action: str, key: str, *, steal: bool) -> Transition:
        """Add a key to the action; ask about a conflict, and refuse to leave an essential action without keys."""
        keymap = self.program.keymap
        others = keymap.conflicts(action, key)
        bereft = [o for o in others if o.name in ESSENTIAL and keymap.keys(o.name) == (key,)]
        if bereft:
            self.note = f"{shown_key(key)} is the last key of: {bereft[0].label}. It needs one."
            return Stay()
        if others and not steal:
            return self._ask(key, [other.label for other in others])
        try:
            keymap.rebind(action, [*keymap.keys(action), key], steal=steal)
        except KeymapError as error:
            self.note = str(error)
            return Stay()
        return self._changed()

    def _ask(self, key: str, owners: list[str]) -> Transition:
        """Ask which action a key should have."""
        wanted = Wanted(self.action, key, steal=True)
        text = f"{shown_key(key)} already means: {'; '.join(owners)}."
        label = action_named(self.action).label
        yes = f"From now on: {label}"
        return Push(
            Confirm(self.program, "That key is taken", text, wanted, yes=yes, no="Leave it")
        )

    def _changed(self) -> Transition:
        """Save the new keys and show them."""
        self.note = keep(self.program)
        self.refresh()
        return Stay()


class PressKey(Page[Application]):
    """A popup that waits for one key; Escape and a right click cancel. Closes with Wanted."""

    name: str = "Press a key"
    title: str = "Press the new key"
    columns: ClassVar[int] = 54
    rows: int = 9

    def __init__(self, program: Application, action: str) -> None:
        super().__init__(program)
        self.action = action

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw what the key will do."""
        palette = self.program.palette
        words: list[widgets.Segment] = [
            (action_named(self.action).label, palette.title),
            (
                "\n\nAny key, with Ctrl, Alt or Shift if you like. Escape changes nothing.",
                palette.text,
            ),
        ]
        widgets.print_wrapped(console, rect.x, rect.y + 1, words, rect.width, rect.height - 2)

    def on_input(self, event: Input) -> Transition:
        """Close with the key pressed; Escape and a right click close without one."""
        match event:
            case Key("escape") | Mouse("press", button="right"):
                return self.close()
            case Key(name):
                return Pop(Wanted(self.action, name))
        return super().on_input(event)


def keep(program: Application) -> str:
    """Write the settings; return what went wrong, "" if nothing."""
    return program.host.keep_settings(program.settings) or ""


def _shown(program: Application, action: str) -> str:
    """Return all keys of an action in readable form."""
    return "  ".join(shown_key(key) for key in program.keymap.keys(action)) or "(no key)"


def _rows(program: Application) -> list[widgets.Row[str]]:
    """List all actions by group; an asterisk marks those that the player has changed."""
    changed = program.keymap.to_dict()
    rows: list[widgets.Row[str]] = []
    for group in GROUPS:
        rows.append(widgets.Row(group, "", heading=True))
        for action in ACTIONS:
            if action.group == group:
                star = "* " if action.name in changed else ""
                rows.append(
                    widgets.Row(
                        star + action.label, action.name, right=_shown(program, action.name)
                    )
                )
    return rows


def _key_rows(program: Application, action: str) -> list[widgets.Row[str]]:
    """List what can be done to the keys of one action."""
    default = "  ".join(shown_key(key) for key in action_named(action).keys)
    rows = [widgets.Row("Add a key", _ADD)]
    rows += [widgets.Row(f"Remove {shown_key(key)}", key) for key in program.keymap.keys(action)]
    return [*rows, widgets.Row("Back to the default", _RESET, right=default)]
