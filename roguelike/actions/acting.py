"""Actions, what they say of themselves, their results, and how they are performed.

Whatever anybody has to know about a kind of action stands in its own class: what it is called, where it may be aimed,
what it uses up, whether it may harm, and how it is carried out. Nobody else asks which kind it is.

An action checks first and changes nothing if it is refused. `Instead` lets a step become an attack or the opening of a
door without any of them knowing the others' rules. Results are compared by type, never by truth value.

How the words for commands call somebody, something or some place, as the player sees it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Literal, Self, final

from roguelike.actions import senses
from roguelike.components import magic
from roguelike.core import trial_rolls
from roguelike.core.geometry import Point, exactly_where, whereabouts
from roguelike.core.grammar import capital
from roguelike.core.records import Record, State, replace
from roguelike.effects import dispatch
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.world import perception, space
from roguelike.world.game import Game
from roguelike.world.spells import spell_of


def whom(game: Game, entity: int) -> str:
    """Name a creature, by its letter on the map or by how far off and where it is if several have the same name.

    The distance is always told: these words are read in tables, without the map beside them.
    """
    if entity == game.player:
        return "yourself"
    phrase = perception.noun(game, entity).phrase if perception.sees(game, entity) else "something"
    if entity in game.caches.letters:
        return f"{phrase} ({game.caches.letters[entity]})"
    point = space.point_of(entity)
    namesakes = [
        place
        for other in senses.seen_creatures(game)
        if perception.noun(game, other).phrase == phrase
        and (place := space.point_of(other)) is not None
    ]
    if len(namesakes) < 2 or point is None:
        return phrase
    here = space.point_of(game.player) or (0, 0)
    where = whereabouts(here, point)
    if sum(whereabouts(here, each) == where for each in namesakes) > 1:
        where = exactly_where(here, point)
    return f"{phrase} ({where})"


def at_words(game: Game, aim: Point | None) -> str:
    """Describe the creature or tile aimed at: " at the rat"; "" if there is no aim."""
    if aim is None:
        return ""
    there = game.level.blockers.get(aim)
    if there is not None and (there == game.player or senses.is_seen_creature(game, there)):
        return f" at {whom(game, there)}"
    return f" at the tile {exactly_where(space.point_of(game.player) or (0, 0), aim)}"


def the_thing(game: Game, item: int) -> str:
    """Name an item with its article; a book goes by its title."""
    name = perception.shown_name(game, item)
    return name if perception.noun(game, item).proper else f"the {name}"


def spell_title(game: Game, caster: int, name: str) -> str:
    """Return a spell's title with the caster's runes; its name if the data have no such spell."""
    return spell_of(game, caster, name).title if name in game.content.spells else name


CALLS: Mapping[str, Callable[[Game, int], str]] = {
    "target": whom,
    "other": whom,
    "item": the_thing,
    "trap": the_thing,
    "rune": the_thing,
}
"""How to call what a field of an action holds, by the field's name."""


class Deed(Record):
    """What a creature does: a verb ("casts"), to whom if to anybody, and what else belongs to it ("Web")."""

    verb: str
    target: int | None = None
    what: str = ""

    @property
    def words(self) -> str:
        """The verb with what belongs to it: "casts Web"."""
        return f"{self.verb} {self.what}" if self.what else self.verb

    @property
    def possible(self) -> str:
        """What it is if it may be done: "may cast Web"."""
        verb = self.verb.removesuffix("s")
        return f"may {verb} {self.what}" if self.what else f"may {verb}"


DECLARED: list[type["Action"]] = []
"""Every class of actions, in the order of their declaration."""


class Action(Record, tag_field="do", forbid_unknown_fields=True):
    """Base of every action: a record that replays store under its tag, {"do": "step", "dx": 1, "dy": 0}.

    What is said of it is said of a command of the player, except for its `deed`.
    """

    harms: ClassVar[bool] = False
    """Whether it may harm its giver or bystanders, so that it is foreseen before it is given."""
    foreseen: ClassVar[bool] = True
    """Whether it can be foreseen: not if undoing it would leave something behind."""
    is_deed: ClassVar[bool] = True
    """Whether it is the player who does it: whoever cannot act, or staggers, does something else instead."""
    backfires: ClassVar[bool] = False
    """Whether even a small chance to die of it is worth a question."""
    repeats: ClassVar[bool] = False
    """Whether a key gives it again, at whoever is the best target then."""
    waits: ClassVar[bool] = False
    """Whether it only lets the turn pass."""
    leaves: ClassVar[bool] = False
    """Whether it leads off the level."""
    flies: ClassVar[bool] = False
    """Whether the item that it uses flies where it is aimed, and comes down there."""
    verb: ClassVar[str] = "go ahead"
    """The word for the key that gives it."""
    order: ClassVar[str] = ""
    """The words for it; its own name if they are empty."""
    about: ClassVar[str] = ""
    """Its field that holds whom or what it is about, which is named after these words."""
    heading: ClassVar[str] = ""
    """The heading of what is shown or asked about it, if that is not its words."""
    does: ClassVar[str] = "acts"
    """What others see somebody do by it: "strikes"."""

    def __init_subclass__(cls) -> None:
        """Note the class."""
        super().__init_subclass__()
        DECLARED.append(cls)

    nothing_at_hand: ClassVar[str] = ""
    """Why its key gives nothing where nothing is at hand; without such words the key gives it all the same."""

    def perform(self, actor: int, game: Game) -> "Result":
        """Carry it out or say why not: check, then make changes and push effects."""
        raise NotImplementedError

    def words(self, game: Game) -> str:
        """Describe it as an order: "step north"."""
        order = self.order or type(self).__name__.lower()
        if not self.about:
            return order
        return f"{order} {CALLS[self.about](game, getattr(self, self.about))}"

    def row(self, game: Game, words: str = "") -> str:
        """Name it as a row of a table begins; by its words, if whoever asks has them."""
        return capital(words or self.words(game))

    def title(self, game: Game) -> str:
        """Return the heading of what is shown or asked about it: the spell or item that is used, or "Strike"."""
        return self.heading or capital(self.words(game))

    def deed(self, actor: int, game: Game) -> Deed:
        """Return what a creature does by it, as others see it, and to whom."""
        return Deed(self.does, self.foe or None)

    @property
    def foe(self) -> int:
        """The creature that it is an attack on; 0 if it names none."""
        return 0

    @property
    def used_item(self) -> int:
        """The carried item that it uses or throws; 0 for none."""
        return 0

    @classmethod
    def at_hand(cls, _game: Game, /) -> Iterator[tuple[Point, Self]]:
        """Yield those that concern the player's tile or one beside it, each with that tile; the likeliest first."""
        yield from ()

    @classmethod
    def by_key(cls, game: Game, /) -> Self | str:
        """Return what its key, which leaves nothing to choose, gives the player now; or why there is nothing."""
        for _, found in cls.at_hand(game):
            return found
        return cls.nothing_at_hand or cls()

    @classmethod
    def options(cls, _game: Game, /) -> Iterator[Self]:
        """Yield those of its kind that counsel weighs now, not yet aimed; some may turn out to be refused."""
        yield from ()

    @property
    def step(self) -> tuple[int, int] | None:
        """The step that it takes, of -1..1 each; None if it takes none."""
        return None

    def goal(self, actor: int) -> Point | None:
        """Return the tile to which its step leads an actor; None if it takes none, or from an actor that is nowhere."""
        here, step = space.point_of(actor), self.step
        return None if here is None or step is None else (here[0] + step[0], here[1] + step[1])

    # Magic

    @property
    def used_spell(self) -> str:
        """The spell that it casts; "" for none."""
        return ""

    @property
    def aim(self) -> Point | None:
        """The tile at which it is aimed, if it is."""
        return None

    def at(self, point: Point | None) -> Self:
        """Return the same action aimed at a tile, or not yet aimed; itself if it takes no aim."""
        return self

    def choosing(self, item: int) -> Self:
        """Return the same action with an item that it is used on; itself if it needs none."""
        return self

    def delivery(self, game: Game) -> magic.Delivery | None:
        """Return how it reaches its targets, as far as the player knows; None if it lets nothing loose."""
        return None

    def use(self, game: Game) -> magic.Use | None:
        """Return what it lets loose from its user; None if that is nothing, or nothing that the player knows."""
        return None

    def is_known(self, game: Game) -> bool:
        """Return whether the player knows what it would do: not if something unidentified decides that."""
        return self.foreseen

    def lacks_aim(self, game: Game) -> bool:
        """Return whether a tile must still be chosen, so that nothing can be foreseen of it."""
        delivery = self.delivery(game) if self.aim is None else None
        return delivery is not None and delivery.aimed

    def may_harm(self, game: Game) -> bool:
        """Return whether it may harm the player or the peaceful, as far as can be told without foreseeing it."""
        return self.harms and not self.lacks_aim(game)

    def begins_little(self, game: Game) -> bool:
        """Return whether it may be looked at briefly first: what it begins at once shows whether it harms anybody.

        Of a step, say: a great fire beside it burns on all the same, and following that takes long.
        """
        return False

    # Costs

    def waste(self, game: Game) -> str:
        """Return a sentence about what it would waste; "" if nothing, or if it is refused."""
        return ""

    def mana(self, game: Game) -> int:
        """Return the mana that it takes."""
        return 0

    def spends(self, healed: float) -> float:
        """Return the worth in hit points of the item that it uses up, given how much it heals."""
        return 0.0


class Assault(Action):
    """Base of actions against one creature."""

    target: int
    about = "target"

    @property
    def foe(self) -> int:
        """The creature that it is an attack on."""
        return self.target


class Aimed(Action):
    """Base of actions that have a field for the tile at which they are aimed."""

    @property
    def target(self) -> Point | None:
        """The tile; every such action has a field of this name."""
        raise NotImplementedError

    @property
    def aim(self) -> Point | None:
        """The tile at which it is aimed, if it is."""
        return self.target

    def at(self, point: Point | None) -> Self:
        """Return the same action aimed at a tile, or not yet aimed."""
        return replace(self, target=point)


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


ACTIONS: dict[str, type[Action]] = {}
"""Every action by its name in commands and replays."""
MOST_INSTEADS = 4


def leaves() -> Iterator[type[Action]]:
    """Yield the kinds of action that can be given: those that are no base of others."""
    return (kind for kind in DECLARED if not kind.__subclasses__())


def tag_of(kind: type[Action]) -> str:
    """Return the name of an action in commands and replays."""
    return str(kind.__struct_config__.tag)


DEAD = "The dead do not act."


def attempt(chosen: Action, actor: int, game: Game) -> Final:
    """Perform an action and whatever it turns into; leave its effects in the queue. The dead do nothing."""
    if actor in game.dead:
        return Refused(DEAD)
    result = chosen.perform(actor, game)
    if type(result) is not Instead:  # isinstance is slow here: see `core.records`
        return result
    for _ in range(MOST_INSTEADS - 1):
        chosen = result.action
        result = chosen.perform(actor, game)
        if not isinstance(result, Instead):
            return result
    raise RuntimeError(f"{chosen!r} turns into others without end")


def refusal_of(result: Final) -> str | None:
    """Return why an action was refused, or what has to be chosen first; None if it was done."""
    match result:
        case Done():  # first, since to be no other kind of record takes long to find
            return None
        case Refused(reason) | Ask(_, reason):
            return reason


def perform(chosen: Action, actor: int, game: Game) -> Final:
    """Perform an action and drain the queue."""
    result = attempt(chosen, actor, game)
    if game.queue:
        dispatch.drain(game)
    return result


def answered(chosen: Action, actor: int, game: Game) -> Action:
    """Choose the first item if an action asks for one: there is nobody to ask."""
    with rehearsing(game, trial_rolls.ExtremeRolls(high=True, lucky=True)):
        match attempt(chosen, actor, game):
            case Ask("item", _, (first, *_)):
                return chosen.choosing(first)
            case _:
                return chosen
