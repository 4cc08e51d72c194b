"""The result of one command, for whatever gave it: a screen, a bot, a test."""

from collections.abc import Sequence

from roguelike.actions.action import Ask
from roguelike.core.records import Record
from roguelike.engine.play.screen_events import ScreenEvent


class Report(Record):
    """The result of a command: why it was refused, what must be chosen first, and what the screen may animate."""

    refused: str | None = None
    """The reason for the refusal; a command in braces, "{descend}", stands for its key."""
    ask: Ask | None = None
    events: Sequence[ScreenEvent] = ()
    acted: bool = False
    sounds: Sequence[str] = ()
    """Names of the sounds heard."""
