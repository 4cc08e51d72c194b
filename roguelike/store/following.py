"""What happened after a save: the commands of its journal, and of those of later saves that were lost."""

from roguelike.actions.action import Action
from roguelike.store.atomic import keep_copy, read_bounded, set_aside
from roguelike.store.generations import Generations
from roguelike.store.journal import found_in
from roguelike.store.journal_lines import MOST_BYTES, JournalLines

TORN = "The end of the journal was damaged and was dropped: the game goes on a little earlier."
CHANGED = "The game has changed since it was saved, so the last {count} commands are not repeated."


def commands_after(
    files: Generations, number: int, base: str, *, same_rules: bool
) -> tuple[list[Action], list[str]]:
    """Return the commands since a save, and notes on journals that are damaged or belong to another save.

    Commands given under other rules (`same_rules` false) would have other results, and are left out.
    """
    commands: list[Action] = []
    notes: list[str] = []
    for each in files.journals(number, base):
        found = found_in(each)
        commands += found.commands
        if each.is_strange:
            notes.append(_kept(files, each.number))
        elif found.torn:
            notes.append(" ".join(filter(None, (TORN, _copied(files, each, len(found.commands))))))
            break
    if commands and not same_rules:
        notes.append(CHANGED.format(count=len(commands)))
        commands = []
    return commands, notes


def _copied(files: Generations, journal: JournalLines, followed: int) -> str:
    """Keep a copy of a journal from which whole lines were dropped; return a note, "" if only its end was torn."""
    path = files.file(journal.number, "journal")
    used = 1 + followed if journal.lines else 0
    try:
        if read_bounded(path, MOST_BYTES).count(b"\n") <= used:
            return ""
        kept = keep_copy(path, files.folder / "damaged")
    except OSError:  # so it cannot be copied either
        try:
            kept = set_aside(path, files.folder / "damaged")
        except OSError:
            return ""
    return f"All of it is kept as {kept.parent.name}/{kept.name}."


def _kept(files: Generations, number: int) -> str:
    """Move a journal that belongs to another save out of the way; return a note."""
    path = files.file(number, "journal")
    try:
        target = set_aside(path, files.folder / "damaged")
    except OSError:
        return f"{path.name} belongs to another save, and could not be moved out of the way."
    return (
        f"{path.name} belongs to another save. It was kept as {target.parent.name}/{target.name}."
    )
