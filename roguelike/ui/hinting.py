"""Shows hints in the log, each once per player, with the player's own keys."""

from roguelike.ui.program import Program

SIGN = "» "
"""Stands before every hint, since colour alone is no signal."""


def tell_hint(program: Program) -> None:
    """Show the hint for the present moment, if there is one and the player wants hints.

    An automatic walk comes to its end first: on the way a hint would be on screen for some frames only. In practice
    there are none: its boards have texts of their own.
    """
    if program.settings.hints != "on" or program.game.is_practice or program.game.automatic:
        return
    hint = program.game.hint(program.progress.hints)
    if hint is None:
        return
    program.progress.hints.append(hint.name)
    program.host.keep_progress_soon(program.progress)
    program.game.tell(SIGN + program.keymap.in_words(hint.text), "info")
