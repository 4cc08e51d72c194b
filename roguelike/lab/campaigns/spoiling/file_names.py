"""Files in a folder of saves with names that the game would not give them."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from roguelike.core.rng import Stream

NAMES: Sequence[str] = (
    "game-1.save", "game-9.journal", "game-٠٠٠٠٠٩.save", f"game-{'9' * 20}.save", f"game-{'9' * 240}.journal",
    f"game-{'9' * 240}.save", "game-000000.save", "game--1.save", "game-.save", "game-000009.save.new", "game-+9.save",
    "game-999999.journal", "game-999999999.save", ".recording", "x.recording", f"{'y' * 240}.recording",
    "crash-x.json", "settings.damaged", "history.jsonl.new", "heroes", "heroes/x\ny/game-000001.save",
    "heroes/\x1b[2J/game-000001.save", "heroes/Anna/game-000001.save", "heroes/Anna/game-9.save", "packs/x",
    "packs/\x1b[2J/pack.json", "packs/x/pack.json", "runs/x.replay.gz", "runs/.json", "damaged", "replaced",
    "damaged/settings.json", "damaged/game-000001.save",
)  # fmt: skip


def odd_names(folder: Path, rng: Stream) -> None:
    """Add files, or folders, with some of these names; the contents are those of a save, or arbitrary."""
    saves = sorted(folder.glob("game-*.save"))
    for _ in range(1 + rng.below(3)):
        path = folder / rng.choice(NAMES)
        with suppress(OSError):  # already there, or not a possible name on this system
            path.parent.mkdir(parents=True, exist_ok=True)
            if rng.chance(20):
                path.mkdir()
            elif not path.exists():
                path.write_bytes(saves[0].read_bytes() if rng.chance(40) else b"x")
