"""How a game identifies a content pack that it is played with: well enough to recognise exactly the same one."""

from typing import Annotated

from roguelike.core.records import Meta, Record
from roguelike.core.scalars import ONE_LINE

MOST_PACKS = 16
"""The most packs that may be laid over the game's data at once."""
PACK_NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]*$"
VERSION = r"^[0-9]{1,6}(\.[0-9]{1,6}){0,3}$"
GAME = "blue-mana"
"""The name of the game itself among the requirements of a pack."""


class ContentPack(Record, forbid_unknown_fields=False):
    """A content pack: its name, its version ("" if it states none), and a digest of its contents."""

    name: Annotated[str, Meta(max_length=40, pattern=ONE_LINE)]
    version: Annotated[str, Meta(max_length=30, pattern=ONE_LINE)] = ""
    digest: Annotated[str, Meta(max_length=64, pattern=ONE_LINE)] = ""

    def __str__(self) -> str:
        """Return the name and version as shown to people: "lanterns 1.2"."""
        return f"{self.name} {self.version}".rstrip()


Packs = Annotated[tuple[ContentPack, ...], Meta(max_length=MOST_PACKS)]
"""The content packs of one game, in the order in which they are laid over the data."""


def difference(wanted: tuple[ContentPack, ...], found: tuple[ContentPack, ...]) -> str:
    """Describe how the packs found differ from those wanted; "" when they are the same, in the same order."""
    if wanted == found:
        return ""
    here = {pack.name: pack for pack in found}
    for pack in wanted:
        other = here.get(pack.name)
        if other is None:
            return f"the pack {pack} is not loaded"
        if other.version != pack.version:
            return f"it wants the pack {pack}, and the one at hand is {other.version or 'without a version'}"
        if other.digest != pack.digest:
            return f"the pack {pack} has been changed since, though its version is the same"
    names = {pack.name for pack in wanted}
    more = [str(pack) for pack in found if pack.name not in names]
    if more:
        return f"it was played without the pack {more[0]}, which is loaded"
    return "the same packs are loaded in another order: " + ", ".join(map(str, found))


def numbers_of(version: str) -> tuple[int, ...]:
    """Return a version as numbers for comparison: "1.10" is later than "1.9", and "1.0" equals "1"."""
    numbers = [int(part) for part in version.split(".") if part.isdecimal()]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)
