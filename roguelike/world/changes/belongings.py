"""What somebody has and knows."""

import esper

from roguelike.components.actors import DerivedStats
from roguelike.components.items import Curse, Magic, Pack
from roguelike.components.magic import KnownSpells
from roguelike.core.geometry import Point
from roguelike.core.records import State
from roguelike.world.derived_stats import put_back, stale
from roguelike.world.game import Cause, Game
from roguelike.world.names import shown_name, true_name


class PackChanged(State):
    """The contents of a pack, or what is worn from it, became another."""

    owner: int
    before: tuple[tuple[int, ...], tuple[tuple[str, int], ...]]
    after: tuple[tuple[int, ...], tuple[tuple[str, int], ...]]
    cause: Cause
    verb: str = ""
    item: int = 0
    dropped: DerivedStats | None = None

    def apply(self, game: Game) -> None:
        """Fill the pack."""
        self._fill(self.after)
        self.dropped = stale(self.owner)

    def undo(self, game: Game) -> None:
        """Fill it as it was."""
        self._fill(self.before)
        put_back(self.owner, self.dropped)

    def _fill(self, contents: tuple[tuple[int, ...], tuple[tuple[str, int], ...]]) -> None:
        """Set loose and worn things."""
        pack = esper.component_for_entity(self.owner, Pack)
        pack.items[:] = contents[0]
        pack.worn.clear()
        pack.worn.update(contents[1])


def repack(
    game: Game,
    owner: int,
    items: list[int],
    worn: dict[str, int],
    cause: Cause,
    verb: str = "",
    item: int = 0,
) -> None:
    """Give a creature's pack other contents by way of a change; `verb` says what it did with `item`."""
    pack = esper.component_for_entity(owner, Pack)
    before = (tuple(pack.items), tuple(pack.worn.items()))
    after = (tuple(items), tuple(worn.items()))
    game.change(PackChanged(owner, before, after, cause, verb, item))


class SpellLearned(State):
    """Somebody learned a spell."""

    entity: int
    spell: str
    cause: Cause

    def apply(self, game: Game) -> None:
        """Add it at the end of the book."""
        esper.component_for_entity(self.entity, KnownSpells).names.append(self.spell)

    def undo(self, game: Game) -> None:
        """Forget it."""
        esper.component_for_entity(self.entity, KnownSpells).names.remove(self.spell)


class Identified(State):
    """The player got to know a kind of thing."""

    name: str
    hidden: str
    cause: Cause

    def apply(self, game: Game) -> None:
        """Know it."""
        game.identified.add(self.name)

    def undo(self, game: Game) -> None:
        """Know it no more."""
        game.identified.discard(self.name)


class Uncursed(State):
    """A curse was lifted from one item."""

    item: int
    cause: Cause

    def apply(self, game: Game) -> None:
        """Lift it."""
        esper.component_for_entity(self.item, Curse).lifted = True

    def undo(self, game: Game) -> None:
        """Lay it again."""
        esper.component_for_entity(self.item, Curse).lifted = False


class Mapped(State):
    """The player came to know the lie of the land."""

    points: tuple[Point, ...]
    cause: Cause

    def apply(self, game: Game) -> None:
        """Remember the tiles."""
        for point in self.points:
            game.level.explored[point] = True

    def undo(self, game: Game) -> None:
        """Forget them."""
        for point in self.points:
            game.level.explored[point] = False


def get_to_know(game: Game, item: int, cause: Cause) -> None:
    """Let the player know a kind of thing, and by elimination the last of its like that is still unknown."""
    magic = esper.try_component(item, Magic)
    name = true_name(item)
    if magic is None or name in game.identified:
        return
    game.change(Identified(name, shown_name(game, item), cause))
    if (last := last_unknown(game, magic.naming)) is not None:
        hidden = game.hidden_names.get(last, magic.naming)
        game.change(Identified(last, hidden, cause.then("elimination", "deduction")))


def last_unknown(game: Game, naming: str) -> str | None:
    """Return the one kind of thing, of all that are called so while unknown, that the player does not know."""
    unknown = [kind for kind in game.content.named_alike(naming) if kind not in game.identified]
    return unknown[0] if len(unknown) == 1 else None
