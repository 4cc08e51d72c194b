"""New creatures and things, as a forecast describes them."""

from collections import Counter
from collections.abc import Iterable, Sequence

from roguelike.components.actors import Kind
from roguelike.world.changes import Spawned
from roguelike.world.game import NOBODY, Change, Game
from roguelike.world.names import kind_of_creature, kind_of_thing


def arrivals(game: Game, changes: Sequence[Change]) -> Iterable[tuple[int, str]]:
    """List what appears on ground that the player knows: "leaves fire", "a rat appears ×3".

    What wind drives there is no arrival: it was there before, and is said to be blown away.
    """
    winds = {change.cause.parent for change in changes if change.cause.kind == "wind"}
    made = (
        _kind_seen(change, game)
        for change in changes
        if type(change) is Spawned and not (winds and change.cause.parent in winds)
    )
    told: Counter[str] = Counter()
    for kind, count in Counter(kind for kind in made if kind is not None).items():
        told[_arrival(game, kind)] += 1 if kind.section == "hazards" else count
    return [(NOBODY, words if count == 1 else f"{words} ×{count}") for words, count in told.items()]


def _arrival(game: Game, kind: Kind) -> str:
    """Describe an arrival; fires and clouds, which are not counted, are "left" behind."""
    if kind.section == "hazards":
        return f"leaves {kind.name.lower()}"
    kind_of = kind_of_creature if kind.section == "mobs" else kind_of_thing
    return f"{kind_of(game, kind.name).introduced} appears"


def _kind_seen(change: Spawned, game: Game) -> Kind | None:
    """Return the kind of what appears; None in a pack, and where the player never saw the place."""
    if change.depth != game.depth or not game.level.explored[change.point]:
        return None
    for part in change.components:
        if type(part) is Kind:
            return part
    return None
