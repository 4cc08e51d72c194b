"""The tables of all keys, as the manual's page on keys has them: made from the table that the game itself uses."""

from collections.abc import Iterator

from roguelike.ui.key_table import ACTIONS, GROUPS
from roguelike.ui.keymap import Keymap
from roguelike.ui.manual.setting import all_keys


def key_tables() -> str:
    """Return a table in Markdown for each group of actions, with the keys that the game comes with."""
    return "\n".join(line for group in GROUPS for line in _table(group))


def _table(group: str) -> Iterator[str]:
    """Yield the lines of one group's table."""
    keymap = Keymap()
    yield from (f"## {group}", "", "| Keys | What they do |", "|---|---|")
    for action in ACTIONS:
        if action.group == group:
            keys = "  ".join(all_keys(keymap, action.name))
            yield f"| `{keys}`<!--keys {action.name}--> | {action.label} |"
    yield ""
