"""The crash file: the traceback, and everything needed to replay the game up to the error."""

from pathlib import Path

from roguelike import __version__


def crash_report(crash: Exception, folder: Path, facts: dict[str, object]) -> str:
    """Write a crash file into `folder`; return a sentence saying where it is, or why none could be written."""
    import json
    import traceback

    story = {"version": __version__, **facts, "traceback": traceback.format_exception(crash)}
    number = 1
    try:
        folder.mkdir(parents=True, exist_ok=True)
        while (path := folder / f"crash-{number}.json").exists():
            number += 1
        path.write_text(json.dumps(story, indent=2), encoding="utf-8")
    except OSError as fault:
        return f"roguelike: an unforeseen fault ({crash!r}), and no crash file could be written: {fault.strerror}."
    saved = (
        ", and the game goes on from before the turn in which it came" if facts.get("seed") else ""
    )
    again = (
        f" `roguelike replay {path}` shows the run up to there, `roguelike verify {path}` checks it."
        if facts.get("replay")
        else ""
    )
    return (
        f"roguelike: an unforeseen fault ended the program{saved}. "
        f"What happened is in {path}; please send it along with a word on what you did.{again}"
    )
