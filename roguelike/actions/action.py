"""Actions, their results, and how actions are performed.

A performer checks first and changes nothing if it refuses. `Instead` lets a step become an attack or the opening of a
door without any of them knowing the others' rules. Results are compared by type, never by truth value.
"""

from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeVar, final

from roguelike.core.records import Record, State
from roguelike.effects.dispatch import drain
from roguelike.world.game import Game


class Action(Record, tag_field="do", forbid_unknown_fields=True):
    """Base of every action: a record that replays store under its tag, {"do": "step", "dx": 1, "dy": 0}."""


class Done(State):
    """The action was carried out; `takes_turn` says whether it used up the actor's turn."""

    takes_turn: bool = True


FREE = Done(takes_turn=False)
"""The result of an action that takes no turn."""


class Refused(State):
    """The action was refused: it changed nothing and cost nothing. The player is told the reason."""

    reason: str


@final
class Instead(State):
    """The action turns into another: a step into a closed door becomes OpenDoor."""

    action: Action


class Ask(Record):
    """Something must be chosen first: a tile, an item, what to trade, a spell, a deal.

    It does not say on which screen.
    """

    what: Literal["target", "item", "trade", "spell", "bargain"]
    prompt: str
    items: tuple[int, ...] = ()


Result = Done | Refused | Instead | Ask
Final = Done | Refused | Ask

A = TypeVar("A", bound=Action)
A_contra = TypeVar("A_contra", bound=Action, contravariant=True)


class Performer(Protocol[A_contra]):
    """A function that carries an action out or says why not."""

    def __call__(self, action: A_contra, actor: int, game: Game, /) -> Result:
        """Check, then make changes and push effects."""


ACTIONS: dict[str, type[Action]] = {}
"""Every action by its name in commands and replays."""
PERFORMERS: dict[type[Action], Performer[Any]] = {}
MOST_INSTEADS = 4


def action(kind: type[A]) -> type[A]:
    """Declare the class below as an action that commands and replays may name by its tag."""
    ACTIONS[tag_of(kind)] = kind
    return kind


def tag_of(kind: type[Action]) -> str:
    """Return the name of an action in commands and replays."""
    return str(kind.__struct_config__.tag)


def performs(kind: type[A]) -> Callable[[Performer[A]], Performer[A]]:
    """Register the function below as the performer of `kind`."""

    def register(performer: Performer[A]) -> Performer[A]:
        PERFORMERS[kind] = performer
        return performer

    return register


def attempt(chosen: Action, actor: int, game: Game) -> Final:
    """Perform an action and whatever it turns into; leave its effects in the queue."""
    result = PERFORMERS[type(chosen)](chosen, actor, game)
    if type(result) is not Instead:  # isinstance is slow here: see `core.records`
        return result
    for _ in range(MOST_INSTEADS - 1):
        chosen = result.action
        result = PERFORMERS[type(chosen)](chosen, actor, game)
        if not isinstance(result, Instead):
            return result
    raise RuntimeError(f"{chosen!r} turns into others without end")


def refusal_of(result: Final) -> str | None:
    """Return why an action was refused, or what has to be chosen first; None if it was done."""
    match result:
        case Refused(reason) | Ask(_, reason):
            return reason
        case Done():
            return None


def perform(chosen: Action, actor: int, game: Game) -> Final:
    """Perform an action and drain the queue."""
    result = attempt(chosen, actor, game)
    if game.queue:
        drain(game)
    return result
