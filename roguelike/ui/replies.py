"""The reply to what the player is choosing, worked out while they think; and the list page whose rows have one each.

The one decision: no turn is simulated before the player has paused, and then for a few milliseconds per frame, so a key
never waits for it. The result is dropped when the choice or anything else on the screen changes.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar, TypeVar

from roguelike.core.geometry import Point, steps_between
from roguelike.core.records import replace
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.aiming import Outcome, facts
from roguelike.engine.foreseeing.counsel import PIECE, Advice, Counsel
from roguelike.engine.foreseeing.played_turns import Reply, into_the_dark
from roguelike.engine.foreseeing.reply import Estimate
from roguelike.engine.play.commands import Action, Cast, Rest, Shoot, Step, UseItem
from roguelike.engine.session import Session
from roguelike.engine.views.records import CreatureView, ItemView, SpellView
from roguelike.engine.views.use_text import ailment_labels, gravity_of, seen_labels
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Asked, Nth
from roguelike.toolkit.kept import Kept, Same
from roguelike.toolkit.page import Act, ListPage
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import EMPTY, Line, word_rows
from roguelike.ui.panels.board import Board
from roguelike.ui.panels.creature_rows import is_bystander, order_line, tempo_lines
from roguelike.ui.panels.reply import (
    AIMED_WORDS,
    ASIDE_WORDS,
    MOST_ASIDE,
    ROOMY_ASIDE,
    WAIT,
    Answer,
    brief_rows,
    doings_of,
    fight_rows,
    figure_words,
    further_deeds,
    reply_lines,
)
from roguelike.ui.panels.scene import NO_LETTERS, Doing, Scene, Waiting
from roguelike.ui.program import Program
from roguelike.ui.stage.stage import Mark

PAUSE_SECONDS = 0.05
"""How long a choice must stay the same; a held key repeats sooner."""
MOST_DEEDS, ROOMY = 5, 30
"""How many creatures are listed with their actions, and the rows that a panel must have for that."""
ROWS_PER_DEED = 3
"""How many more rows a panel must have for each further creature listed."""
UNKNOWN = "Working it out."


def meant_by(what: Point | Asked | int | None, scene: Scene) -> Action | None:
    """Return the command meant by a tile, a creature, or a row of the side panel with this value.

    Next to the player it is the step or blow there, farther off a shot at an enemy if a bow is at hand; for rows, the
    use or cast of what needs no aim. Returns None for everything else, and for unidentified items.
    """
    match what:
        case int():
            creature = scene.creature(what)
            return meant_by(creature.point, scene) if creature is not None else None
        case (x, y):
            return _at_tile((x, y), scene)
        case Nth() if (spell := scene.spell(what)) is not None:
            return cast_of(spell)
        case Nth() if (item := scene.thing(what)) is not None:
            return use_of(item)
    return None


def _at_tile(point: Point, scene: Scene) -> Action | None:
    """Return the step or blow onto an adjacent tile, or the shot at an enemy farther off."""
    here, creature = scene.map.player, scene.creature_at(point)
    if steps_between(here, point) == 1:
        return Step.between(here, point)
    has_bow = any(item.slot == "Missile" for item in scene.hud.worn)
    if creature is not None and creature.hostile and has_bow:
        return Shoot(creature.entity)
    return None


def cast_of(spell: SpellView) -> Action | None:
    """Return the cast of a spell that needs no aim and is affordable; None for any other."""
    return Cast(spell.name) if spell.affordable and not spell.aimed else None


def use_of(item: ItemView) -> Action | None:
    """Return the use of an item that is identified and needs no aim; None for any other."""
    return UseItem(item.entity) if item.usable and item.known and not item.aimed else None


def rehearsed(game: Session, action: Action | None) -> Action | None:
    """Return a command if its reply can be predicted: not one that must be aimed first."""
    return None if action is None or game.ask(action.lacks_aim) else action


def answer_of(
    game: Session,
    reply: Reply,
    creatures: Sequence[CreatureView],
    told: Collection[int] = (),
    letters: Mapping[int, str] = NO_LETTERS,
) -> Answer:
    """Return a reply with the creatures in view and what is needed to put it into words.

    `told` are creatures whose death other rows tell, `letters` theirs on the map.
    """
    straying = game.ask(into_the_dark, reply)
    labels = game.ask(seen_labels, reply)
    gravity = game.ask(gravity_of, reply)
    return Answer(reply, creatures, labels, game.absent_enemies, straying, told, gravity, letters)


def if_words(program: Program, action: Action) -> str:
    """Return the heading of the reply to a command that nothing else names: "If you wear the Iron Cap, then:".

    An unidentified item is taken to do nothing.
    """
    game = program.game
    unknown = "" if game.ask(action.is_known) else ", as if you waited"
    return f"If you {game.ask(action.words)}, then{unknown}:"


MOST_IN_ORDER = 4
"""Of how many the panel shows the order of turns."""


def _strip(said: Reply, scene: Scene, width: int, colours: Palette) -> list[Line]:
    """Return the order of turns of a fight, if anybody acts twice, or may; of many, what they do says more."""
    fighting = [each for each in scene.creatures if not is_bystander(each)]
    acts = Counter(each for each in said.order if any(each == one.entity for one in fighting))
    is_usual = all(each <= 1 for each in acts.values())
    if not scene.is_fight or is_usual or len(acts) > MOST_IN_ORDER:
        return []
    return [order_line(said.order, fighting, width, colours, (), said.certain)]


def _cost_rows(
    made: Callable[..., list[Line]], least: int
) -> tuple[tuple[Line, ...], tuple[Line, ...] | None]:
    """Return the rows on what a choice costs, as `brief_rows` made them, and fewer for a small panel; None if few."""
    roomy = tuple(made(least=least, most=ROOMY_ASIDE))
    return roomy, tuple(made(least=least)) if len(roomy) > 1 + (least or MOST_ASIDE) else None


class Replies:
    """Keeps the estimate for one choice; it looks ahead for those that show what everybody does."""

    def __init__(self, program: Program, *, looks_ahead: bool = True) -> None:
        self.program, self._looks_ahead = program, looks_ahead
        self._chosen, self._threat = Kept[None](), Kept[bool]()
        self._action: Action | None = None
        self._estimate: Estimate | None = None
        self._reply: Reply | None = None
        self._waited = 0.0
        self._rows = 0
        self._shown = Kept[list[Line]]()
        self._told = Kept[Waiting]()
        self._doings: dict[int, Doing] = {}

    def choose(self, action: Action | None, scene: Scene) -> None:
        """Set the current choice, or None. Nothing is predicted while nothing threatens the player."""
        game = self.program.game
        if action is not None and not self._threat.of(game.moment, game.is_threatened):
            action = None
        key = action, scene.hud, scene.creatures, scene.map.player
        self._chosen.of(key, lambda: self._begin(action))

    def _begin(self, action: Action | None) -> None:
        """Begin anew with another choice."""
        self._action = action
        self._estimate = self._reply = None
        self._waited = 0.0
        self._shown.drop()
        self._told.drop()

    @property
    def reply(self) -> Reply | None:
        """The reply to the choice, as far as it is known; None before that, and if the choice would be refused."""
        return self._reply if self._reply is None or self._reply.refused is None else None

    @property
    def is_asked(self) -> bool:
        """Whether there is a choice whose reply can be predicted."""
        return self._action is not None

    @property
    def is_telling(self) -> bool:
        """Whether there is a first estimate, or it is known that the choice would be refused."""
        return self._reply is not None

    @property
    def is_thinking(self) -> bool:
        """Whether the prediction is still unfinished."""
        if self._action is None:
            return False
        if self._estimate is None or not self._estimate.is_finished or self._is_looking:
            return True
        return self.reply is not None and not self._estimate.is_sharp

    @property
    def only_sharpens(self) -> bool:
        """Whether all is told but for truer chances of death, which can wait until whatever else is to be told is."""
        return self._estimate is not None and self._estimate.is_finished and not self._is_looking

    @property
    def _is_looking(self) -> bool:
        """Whether it is still to be worked out what everybody does in the turns after this one."""
        reply = self.reply
        if not self._looks_ahead or self._estimate is None or reply is None:
            return False
        return bool(reply.intents) and not self._estimate.has_looked_ahead

    def lines(
        self, scene: Scene, room: widgets.Rect, *, deeds: bool = True, told: Collection[int] = ()
    ) -> list[Line]:
        """Return the rows on the choice: the order of turns, its cost, what everybody does; [] without a choice.

        `room` is that of the whole panel; without `deeds` another list shows what everybody does; `told` are
        creatures whose death other rows tell. Until there is something to show, the number of rows stays the same.
        """
        if self._action is None or (self._reply is not None and self._reply.refused is not None):
            return []
        key = room, deeds, frozenset(told), self.program.palette.variant
        rows = room.height - ROOMY
        most = MOST_DEEDS + rows // ROWS_PER_DEED if deeds and rows >= 0 else 0
        return self._shown.of(key, lambda: self._lines(scene, room, most, told))

    def at_length(self, scene: Scene, width: int) -> Waiting:
        """Return the same as `brief`, with all rows on the choice, and what else everybody may do."""
        found, room = self.brief(scene, width), widgets.Rect(0, 0, width, ROOMY)
        further = further_deeds(self._reply, scene.creatures) if self._reply is not None else {}
        return replace(found, lines=tuple(self.lines(scene, room, deeds=False)), further=further)

    def brief(
        self,
        scene: Scene,
        width: int,
        label: str = WAIT,
        outcomes: Mapping[int, Outcome] | None = None,
        labels: facts.Labels = facts.NO_LABELS,
        elements: Collection[str] = (),
    ) -> Waiting:
        """Return what the panel tells of the choice, in as many rows as before while it is being worked out.

        `outcomes` are known before the reply: what the act itself does to whom.
        """
        # What is aimed takes a row more than the fight and leaving it do.
        least = scene.is_fight * (MOST_ASIDE - (outcomes is not None))
        if self._action is None or (self._reply is not None and self._reply.refused is not None):
            known = outcomes, labels, elements
            return self._told.of(
                (scene.moment, least, *map(Same, known)),
                lambda: Waiting(
                    (EMPTY,) * (1 + least) * scene.is_fight,
                    doings=doings_of(Reply(), scene.creatures, *known),
                ),
            )
        colours, reply = self.program.palette, self._reply

        def made() -> Waiting:
            """Put the reply into the rows of a panel."""
            said, answer = reply or Reply(order=scene.order), None
            doings = doings_of(said, scene.creatures, outcomes, labels, elements, scene.letters)
            if reply is not None:
                told = {each for each in doings if doings[each].suffers} | {*(outcomes or ())}
                seen, letters = scene.creatures, scene.letters
                answer = answer_of(self.program.game, reply, seen, told, letters)
            strip = _strip(said, scene, width, colours) if outcomes is None else []
            words = ASIDE_WORDS if outcomes is None else AIMED_WORDS
            brief = partial(brief_rows, label, answer, strip, width, colours, words=words)
            rows, short = _cost_rows(brief, least)
            self._doings = doings = doings if reply is not None else self._as_before(doings)
            is_known, aimed = reply is not None, None
            if reply is not None and outcomes is not None and self._action is not None:
                aimed = self._action.at(None), reply, labels
            return Waiting(rows, short, aimed=aimed, doings=doings, is_known=is_known)

        key = width, label, reply, Same(outcomes), scene.is_fight, colours.variant
        return self._told.of(key, made)

    def _as_before(self, doings: Mapping[int, Doing]) -> dict[int, Doing]:
        """Return what happens to each with what it did before, until more is known: that says who shares a row."""
        return {
            each: replace(self._doings.get(each, doing), suffers=doing.suffers)
            for each, doing in doings.items()
        }

    @property
    def _dead(self) -> set[int]:
        """Whoever will have died for sure."""
        outcomes = self._reply.outcomes.items() if self._reply is not None else ()
        return {entity for entity, outcome in outcomes if outcome.kill >= 1}

    def _lines(
        self, scene: Scene, room: widgets.Rect, deeds: int, dying: Collection[int]
    ) -> list[Line]:
        """Make the rows on the choice, with what some creatures do: the order first, or the loss in a small panel."""
        colours, width = self.program.palette, room.width
        is_roomy = room.height >= ROOMY
        order, tempo = list[Line](), list[Line]()
        if scene.is_fight:
            said = self._reply or Reply(order=scene.order)
            coming = (said.order, scene.creatures, width, colours, scene.tempo, said.certain)
            order = [order_line(*coming)]
            living = [each for each in scene.tempo if each.entity not in self._dead]
            tempo = tempo_lines(living, scene.creatures, width, colours, others=is_roomy)
        if self._reply is None:
            told = [Line(((UNKNOWN, colours.dim),))]
        else:
            answer = answer_of(self.program.game, self._reply, scene.creatures, dying)
            told = reply_lines(answer, width, colours, deeds, is_brief=not is_roomy)
        lines = [*order, *told, *tempo] if is_roomy else [*told, *order, *tempo]
        if self._reply is None:
            return lines + [EMPTY] * (self._rows - len(lines))
        self._rows = len(lines)
        return lines

    def short_lines(self, scene: Scene, width: int, heading: str = "") -> list[Line]:
        """Return the rows on the cost of the choice, without what everybody does; [] until it is known.

        They stand below `heading`, if the reader could not tell otherwise what they are about.
        """
        if self._reply is None or self._reply.refused is not None:
            return []
        colours = self.program.palette
        answer = answer_of(self.program.game, self._reply, scene.creatures)
        # A click on somebody farther off walks there, so it must not seem to be what this is about.
        is_shot = self._action is not None and self._action.foe
        words = heading or ("If you shoot:" if is_shot else "Then:")
        then = word_rows([[(words, colours.heading)]], width)
        return [*then, *reply_lines(answer, width, colours, 0, is_brief=True)]

    def update(self, seconds: float) -> bool:
        """Simulate some more turns; return whether there is something new to show."""
        if not self.is_thinking or self._action is None:
            return False
        self._waited += seconds
        if self._waited < PAUSE_SECONDS:
            return False
        if self._estimate is None:
            self._estimate = self.program.game.estimate(self._action)
        if self._estimate.is_finished and self._reply is not None:
            further = self._estimate.looking_ahead if self._is_looking else self._estimate.sharpened
            better = further(self.program.more_time())
            if better is not None:
                self._reply = better
                self._shown.drop()
            return better is not None
        is_telling = self._estimate.refine(more=self.program.more_time())
        if is_telling:
            self._reply = self._estimate.told()
            self._shown.drop()
        return is_telling


class Outlook:
    """Foresees the fight in view, and what each spell and thing at hand would bring.

    It thinks after the replies, but before their chances are made truer.
    """

    only_sharpens: ClassVar[bool] = False

    def __init__(self, program: Program) -> None:
        self._program = program
        self._chosen = Kept[None]()
        self._estimate: planning.FightEstimate | None = None
        self._evened: Counsel | None = None
        """The table of the estimate, with every row looked at as closely, once the fight is foreseen."""
        self._is_fight, self._hit_points = False, 0
        self._waited = 0.0

    def choose(self, scene: Scene, *, wanted: bool) -> None:
        """Set the moment; nothing is foreseen while no enemy in view is awake."""
        key = wanted and scene.is_fight, scene.hud, scene.creatures, scene.map.player
        self._chosen.of(key, lambda: self._begin(scene.hud.hp, is_fight=key[0]))

    def _begin(self, hit_points: int, *, is_fight: bool) -> None:
        """Begin anew with another moment."""
        self._hit_points, self._is_fight = hit_points, is_fight
        self._estimate, self._evened, self._waited = None, None, 0.0

    @property
    def is_thinking(self) -> bool:
        """Whether there is more to be worked out."""
        if self._evened is not None:
            return not self._evened.is_finished
        return self._is_fight and (self._estimate is None or not self._estimate.is_finished)

    def update(self, seconds: float) -> bool:
        """Work on for a moment; return whether there is something new to show."""
        self._waited += seconds
        if not self.is_thinking or self._waited < PAUSE_SECONDS:
            return False
        if self._estimate is None:
            game = self._program.game
            self._estimate = game.fight(game.absent_enemies)
        has_time = self._program.more_time()
        self._estimate.refine(has_time)
        if self._estimate.is_finished and self._estimate.counsel.has_first_rows:
            self._evened = self._evened or self._estimate.evened()
            while has_time() and not self._evened.is_finished:
                self._evened.refine(PIECE, has_time)
        return True

    @property
    def counsel(self) -> Counsel | None:
        """The table of what could be done now, with its first rows; None before that."""
        estimate = self._estimate
        if estimate is None or estimate.first is None:
            return None
        return self._evened or estimate.counsel

    def lines(self) -> tuple[Line, ...]:
        """Return the rows on the fight: how it would end and what it costs; () without one that goes on to its end."""
        if not self._is_fight or self._program.game.counts_acts:
            return ()
        told = self._estimate.told if self._estimate is not None else None
        return fight_rows(told, self._hit_points, self._program.palette)

    def plan(self) -> tuple[Line, ...]:
        """Return the rows on the plan whose end is shown; () without one."""
        return ()

    @property
    def anyway(self) -> Reply | None:
        """What comes of waiting; None while that is not known."""
        if self._estimate is None:
            return None
        advice = (self._evened or self._estimate.counsel).advice_on(Rest())
        return advice.reply if advice is not None else None

    def best(self) -> dict[Action, Advice]:
        """Return the advice on the best use of each spell and thing, by the action without its aim.

        Of all steps it is the safest.
        """
        estimate = self._estimate
        if not self._is_fight or estimate is None or not estimate.counsel.has_first_rows:
            return {}
        found: dict[Action, Advice] = {}
        table = [advice for _, advice in (self._evened or estimate.counsel).table]
        steps = [advice for advice in table if advice.action.step]
        safest = min(steps, key=lambda advice: advice.danger, default=None)
        for advice in table:
            action = advice.action.at(None)
            if action not in found and (advice is safest or advice not in steps):
                found[action] = advice
        return found

    def figures(
        self, creatures: Sequence[CreatureView], waits: Reply | None
    ) -> dict[Action, tuple[str, str]]:
        """Return what each best use would bring and cost now, beside what is told of waiting."""
        ask, anyway = self._program.game.ask, self.anyway
        return {
            action: figure_words(
                each.reply, creatures, anyway, waits, ask(ailment_labels, each.reply)
            )
            for action, each in self.best().items()
        }


class Dangers:
    """Works out what each tile near by would cost, the nearest first, as long as that is shown."""

    only_sharpens: ClassVar[bool] = False

    def __init__(self, program: Program) -> None:
        self._program = program
        self._danger: planning.Danger | None = None

    @property
    def is_shown(self) -> bool:
        """Whether the costs are shown."""
        return self._danger is not None

    def show(self) -> None:
        """Begin to work them out, unless they are shown already."""
        self._danger = self._danger or self._program.game.danger()

    def hide(self) -> bool:
        """End showing them; return whether they were shown."""
        was_shown, self._danger = self.is_shown, None
        return was_shown

    @property
    def is_thinking(self) -> bool:
        """Whether there are tiles left."""
        return self._danger is not None and not self._danger.is_finished

    def update(self, _seconds: float) -> bool:
        """Work on for a moment; return whether there is something new to show."""
        if self._danger is None or self._danger.is_finished:
            return False
        self._danger.refine(self._program.more_time())
        return True

    def marks(self, here: Point, waiting: Reply | None) -> list[Mark]:
        """Return what is known so far as marks of the tiles: of one's own, what the panel says of waiting."""
        found = dict(self._danger.found) if self._danger is not None else {}
        if here in found and waiting is not None:
            found[here] = waiting.you
        return [
            Mark("danger", (tile,), amount=you.damage[1], chance=1 - you.kill)
            for tile, you in found.items()
        ]


class Alternatives:
    """Keeps an estimate for each of several commands; the first is worked out first."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._each: dict[Action, Replies] = {}

    def choose(self, actions: Sequence[Action], scene: Scene) -> None:
        """Set the commands in question."""
        before = self._each
        self._each = {
            action: before.get(action) or Replies(self.program, looks_ahead=False)
            for action in actions
        }
        for action, replies in self._each.items():
            replies.choose(action, scene)

    @property
    def is_thinking(self) -> bool:
        """Whether any prediction is still unfinished."""
        return any(each.is_thinking for each in self._each.values())

    def update(self, seconds: float) -> bool:
        """Simulate some more turns; return whether there is something new to show."""
        thinking = next((each for each in self._each.values() if each.is_thinking), None)
        return thinking is not None and thinking.update(seconds)

    def lines(self, scene: Scene, width: int, *, waits: bool = False) -> list[Line]:
        """Return the rows on the cost of each command, below its name, without those that would be refused.

        With `waits`, one that is not worked out yet has a row that says so.
        """
        return [line for rows in self._rows(scene, width, waits=waits) for line in rows]

    def _rows(self, scene: Scene, width: int, *, waits: bool) -> Iterator[list[Line]]:
        """Yield the rows on each command."""
        colours = self.program.palette
        for action, replies in self._each.items():
            if not replies.is_asked:
                continue
            heading = if_words(self.program, action)
            if waits and not replies.is_telling:
                words = [[(heading, colours.heading)], [(UNKNOWN, colours.dim)]]
                yield word_rows(words, width)
            else:
                yield replies.short_lines(scene, width, heading)


class RepliesThere(Replies):
    """Keeps an estimate for what a click means, and for whatever else could be done about the same tile."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._besides = Alternatives(program)

    def point_at(self, what: Point | Asked | int | None, scene: Scene) -> None:
        """Set what the player points at: a tile, a creature or a row of the side panel; None for nothing."""
        self.choose(meant_by(what, scene), scene)
        there = self.program.game.doable_at(what) if isinstance(what, tuple) else []
        self._besides.choose(there, scene)

    @property
    def is_thinking(self) -> bool:
        """Whether any prediction is still unfinished."""
        return super().is_thinking or self._besides.is_thinking

    @property
    def only_sharpens(self) -> bool:
        """Whether all is told but for truer chances of death."""
        return super().only_sharpens and not self._besides.is_thinking

    def update(self, seconds: float) -> bool:
        """Simulate some more turns, first of what a click means; return whether there is something new to show."""
        is_first = super().is_thinking
        return super().update(seconds) if is_first else self._besides.update(seconds)

    def lines_there(self, scene: Scene, width: int) -> list[Line]:
        """Return the rows on the cost of each; if there are several, or the click means nothing, each is named."""
        others = self._besides.lines(scene, width)
        heading = if_words(self.program, self._action) if others and self._action else ""
        return [*self.short_lines(scene, width, heading), *others]


T = TypeVar("T")


class DeedPage(ListPage[Program, T]):
    """Works the reply to the command of the row under the cursor out while the page is open."""

    names_them: ClassVar[bool] = False
    """Whether the page itself names the commands, so that the reply need not."""

    def __init__(self, program: Program, *buttons: widgets.Button[Act]) -> None:
        self._replies = Replies(program, looks_ahead=False)
        self._told = Kept[tuple[Scene, list[Line]]]()
        super().__init__(program, *buttons)

    def deed_of(self, value: T) -> Action | None:
        """Return the command of a row; None if its reply is not to be told."""
        raise NotImplementedError

    def told_of(self, value: T) -> Sequence[Sequence[widgets.Segment]]:
        """Return what is known of the command itself, to stand above the reply."""
        return ()

    def below(self, width: int) -> Sequence[Line]:
        """Return the rows on the command under the cursor: what is known of it, then the reply to it.

        If nothing is known of it, it is named above the reply, unless the page `names_them` all.
        """
        value = self.menu.value
        if value is None or (action := self.deed_of(value)) is None:
            return ()
        scene, words = self._told.of(
            (action, width, self.program.game.hud()),
            lambda: (Board(self.program).scene(), word_rows(self.told_of(value), width)),
        )
        self._replies.choose(action, scene)
        if self._replies.reply is None:
            return words
        heading = "" if self.names_them or words else if_words(self.program, action)
        return [*words, *self._replies.short_lines(scene, width, heading)]

    @property
    def animating(self) -> bool:
        """Whether the reply is still being worked out."""
        return self._replies.is_thinking

    def update(self, seconds: float) -> bool:
        """Work the reply out further; return whether there is anything new to show."""
        return self._replies.update(seconds)
