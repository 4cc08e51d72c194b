"""Writing boards as the text of their files, so that they can be generated and shared."""

from roguelike.mapgen.boards import Board, Hero
from roguelike.mapgen.tasks import Task

OWN = ("order", "grade", "won", "solution", "tempting")
"""Keys that are left out when sharing: they give the puzzle away, or matter only in one's own folder."""


def written(board: Board, *, shared: bool = False) -> str:
    """Return the text of a board's file; `parse_board` reads it back."""
    task = _task_lines(board.task) if board.task is not None else {}
    lines: dict[str, object] = {
        "name": board.name,
        "kind": board.kind,
        "order": board.order or "",
        "text": board.text,
        "goal": board.goal,
        "won": board.won,
        "theme": "" if board.theme == "default" else board.theme,
        "light": "" if board.lit else "dark",
        "asleep": _letters(board.asleep),
        "under": ", ".join(f"{letter} {sign}" for letter, sign in sorted(board.under.items())),
        **_hero_lines(board.hero),
        **task,
    }
    said = {key: text for key, text in lines.items() if text != "" and not (shared and key in OWN)}
    head = [f"{key}: {text}" for key, text in said.items()]
    head += [f"{sign}: {' '.join(thing)}" for sign, thing in sorted(board.legend.items())]
    return "\n".join((*head, "", *(row.rstrip() for row in board.rows), ""))


def _hero_lines(hero: Hero) -> dict[str, object]:
    """Return the fields of the hero."""
    return {
        "hp": hero.hp or "",
        "mana": hero.mana or "",
        "spells": ", ".join(hero.spells),
        "wears": ", ".join(hero.wears),
        "carries": ", ".join(hero.carries),
    }


def _task_lines(task: Task) -> dict[str, object]:
    """Return the fields that make a board a puzzle."""
    return {
        "acts": task.acts,
        "clock": task.clock,
        "kill": _letters(task.kill),
        "spare": _letters(task.spare),
        "life": ", ".join(f"{letter} {hp}" for letter, hp in sorted(task.life.items())),
        "grade": task.grade,
        "solution": "; ".join(map(str, task.solution)),
        "tempting": task.tempting or "",
    }


def _letters(letters: frozenset[str]) -> str:
    """Return letters in order, separated by blanks."""
    return " ".join(sorted(letters))
