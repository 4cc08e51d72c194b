"""Reading a folder of saves while another program plays there: nothing is locked, moved or written."""

from contextlib import suppress
from pathlib import Path

from roguelike.engine.state.errors import SaveError
from roguelike.store.atomic import read_bounded
from roguelike.store.container import MOST_FILE_BYTES, checksum
from roguelike.store.generations import Generations
from roguelike.store.journal import found_in
from roguelike.store.loaded import Loaded
from roguelike.store.save_file import decode
from roguelike.world.content import Content


def look_on(folder: Path, content: Content) -> Loaded:
    """Load the game as it is saved now; SaveError when there is none that can be loaded."""
    files = Generations(folder)
    for number in reversed(files.numbers("save")):
        with suppress(SaveError, OSError):
            path = files.file(number, "save")
            data = read_bounded(path, MOST_FILE_BYTES)
            game = decode(data, str(path)).open(content)
            journals = files.journals(number, checksum(data))
            commands = [command for each in journals for command in found_in(each).commands]
            return Loaded(game, commands, [], data)
    raise SaveError("absent", f"There is no save in {folder} that can be looked at.")
