"""Counsel: the table of everything that could be done now, sorted by its cost.

The one decision: it is worked out while the player looks at it, and once the cursor has been moved the rows keep their
places, so that nobody chooses a row that has just slipped under the cursor. Choosing a row carries it out, aimed as
the row says; what would harm the wrong ones is asked about like anything else.

The first figure is the sort key: the total cost, including items used up and blows only postponed. Each row is one
line, cut with an ellipsis if needed; the full text of the row under the cursor stands below the table.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from tcod.console import Console

from roguelike.core.grammar import counted
from roguelike.core.records import replace
from roguelike.engine.foreseeing.aiming import Outcome
from roguelike.engine.foreseeing.counsel import PIECE, Advice
from roguelike.engine.foreseeing.counsel import Counsel as Rough
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.play.commands import Action, Rest
from roguelike.engine.telling import outcomes
from roguelike.engine.views.records import CreatureView
from roguelike.engine.views.use_text import ailment_labels
from roguelike.toolkit import widgets
from roguelike.toolkit.inputs import Input
from roguelike.toolkit.page import ListPage
from roguelike.toolkit.palette import Palette
from roguelike.toolkit.rows import cells_of, paint
from roguelike.toolkit.screen import Pop, Transition
from roguelike.ui.panels.board import Board
from roguelike.ui.panels.fates import Fate, joined, suffered
from roguelike.ui.panels.reply import reply_lines
from roguelike.ui.panels.scene import Scene
from roguelike.ui.program import Program
from roguelike.ui.replies import answer_of
from roguelike.ui.screens.harm import ForPlan

COST_COLUMNS, DEATH_COLUMNS = 11, 7
LEAST_WORDS = 30
"""The least width of the column for the command."""
HEADINGS = ("You", "Hp in all", "You lose", "Dead", "They")
NOTHING = "nothing"


class Columns(NamedTuple):
    """The widths of the table's columns; the rest of `width` is for what others suffer."""

    words: int
    loss: int
    death: int
    """0 while no row risks death."""
    width: int

    @property
    def others(self) -> int:
        """The width of the last column."""
        return self.width - self.words - COST_COLUMNS - self.loss - self.death


def columns_of(rows: Sequence[Advice], width: int, others: int) -> Columns:
    """Give the commands as much room as the longest needs, but leave `others` columns for what others suffer."""
    ways = Counter(_kind(row.action) for row in rows)
    longest = max((len(_alike(row, ways[_kind(row.action)] - 1)) for row in rows), default=0)
    death = DEATH_COLUMNS if any(row.reply.death for row in rows) else 0
    loss = 2 + max(len(words) for words in (HEADINGS[2], *(_loss(row)[0] for row in rows)))
    room = max(LEAST_WORDS, width - COST_COLUMNS - loss - death - others - 1)
    return Columns(min(room, max(LEAST_WORDS, longest)) + 1, loss, death, width)


def heading_row(columns: Columns, colours: Palette) -> list[widgets.Segment]:
    """Return the names of the columns."""
    what, cost, loss, death, they = HEADINGS
    text = (
        f"{what:<{columns.words}}{cost:>{COST_COLUMNS - 2}}  {loss:<{columns.loss}}"
        f"{_death_cell(death, columns)}{widgets.clip(they, columns.others)}"
    )
    return [(text, colours.heading)]


def advice_row(
    cost: int,
    advice: Advice,
    columns: Columns,
    others: Sequence[widgets.Segment],
    colours: Palette,
) -> list[widgets.Segment]:
    """Return one row: the command, its cost in all, the hit points lost, the chance of death, what others suffer."""
    lost, role = _loss(advice)
    left: list[widgets.Segment] = [
        _command_cell(advice, 0, columns, colours),
        (f"{cost:>{COST_COLUMNS - 2}}  ", colours.text),
        (lost.ljust(columns.loss), getattr(colours, role)),
        (_death_cell(death_column(advice.reply), columns), colours.bad),
    ]
    return [*left, *widgets.clip_segments(others, columns.others)]


def _command_cell(
    advice: Advice, others: int, columns: Columns, colours: Palette
) -> widgets.Segment:
    """Return the text in the column for commands; so many `others` of its kind come to the same."""
    words = _fitting(_alike(advice, others), columns.words - 1)
    return words.ljust(columns.words), colours.text


def _alike(advice: Advice, others: int) -> str:
    """Name a command, and say how many others come to the same."""
    return f"{advice.row} or {counted(others, 'other way')}" if others else advice.row


def _kind(action: Action) -> object:
    """Return what may stand in one row with an action: all steps, all aims of a spell or thing, or nothing else."""
    return "step" if action.step else action.used_spell or action.used_item or action


def _fitting(words: str, room: int) -> str:
    """Cut the words of a command: first the articles, and last the target's position, which tells namesakes apart."""
    if len(words) > room:
        words = words.replace(" the ", " ")
    whom, gap, where = words.rpartition(" (")
    if len(words) <= room or not gap:
        return widgets.clip(words, room)
    return f"{widgets.clip(whom, room - len(gap + where))}{gap}{where}"


def _death_cell(words: str, columns: Columns) -> str:
    """Return the text in the column for deaths; "" if the table has none."""
    return f"{words:>{columns.death - 2}}  " if columns.death else ""


def _loss(advice: Advice) -> tuple[str, str]:
    """Return the hit points that a row costs, and a role for the colour: "4.7 (0-11)", "gain 4.5", "robbed 75%"."""
    you = advice.reply.you
    if advice.loss <= -outcomes.LEAST_TOLD:
        return f"gain {outcomes.rounded(-advice.loss)}", "heal"
    if you.at_once[2]:
        return outcomes.amount((you.at_once[0], max(0.0, advice.loss), you.at_once[2])), "damage"
    if advice.reply.robbed:
        return f"robbed{outcomes.odds(advice.reply.robbed)}", "warn"
    return NOTHING, "dim"


def death_column(reply: Reply) -> str:
    """Format the chance of death: "33%", "<3%" if only the worst luck kills, "100%", "" if none."""
    if not reply.death:
        return ""
    return outcomes.odds(reply.death, reply.samples).strip() or outcomes.percent(reply.death)


def others_words(
    reply: Reply,
    creatures: Mapping[int, CreatureView],
    labels: Mapping[str, str],
    colours: Palette,
    *,
    is_brief: bool = False,
) -> list[widgets.Segment]:
    """Summarise what others suffer: deaths, hit points, statuses; friends and the peaceful after a sign.

    Only statuses with a label count: helpful ones are what creatures put on themselves, whatever the player does.
    """
    told = [
        (creatures[each], outcome)
        for each, outcome in reply.outcomes.items()
        if each in creatures and not creatures[each].is_player
    ]
    fates = [_fate(*each, labels) for each in told]
    return joined(suffered(fates, is_brief=is_brief), colours)


def beyond(reply: Reply, anyway: Reply) -> Reply:
    """Return a reply of which others suffer only what they would not suffer anyway."""
    nothing = Outcome()
    foreseen = {
        each: _more(outcome, anyway.outcomes.get(each, nothing))
        for each, outcome in reply.outcomes.items()
    }
    return replace(reply, outcomes=foreseen)


LEAST_CHANCE = 0.05
"""By how much likelier a death or status must be to be told."""


def _more(outcome: Outcome, anyway: Outcome) -> Outcome:
    """Return by how much more happens to a creature on the mean; what it is spared counts against what others lose."""
    harm, kill = outcome.damage[1] - anyway.damage[1], outcome.kill - anyway.kill
    begun = {
        name: (chance - anyway.statuses.get(name, (0.0, 0))[0], turns)
        for name, (chance, turns) in outcome.statuses.items()
    }
    is_likelier = kill >= LEAST_CHANCE
    return replace(
        outcome,
        damage=(0, harm, outcome.damage[2] if harm > 0 else 0),
        kill=kill if is_likelier else 0.0,
        dark=outcome.dark if is_likelier else None,
        statuses={name: many for name, many in begun.items() if many[0] >= LEAST_CHANCE},
    )


def _fate(creature: CreatureView, outcome: Outcome, labels: Mapping[str, str]) -> Fate:
    """Return a creature's fate; whoever is no enemy and is hurt should not be."""
    is_hurt = bool(outcome.damage[2] or outcome.deaths[1])
    return Fate(creature, outcome, is_hurt and not creature.hostile, labels=labels)


def cost_words(cost: int, advice: Advice) -> str:
    """Say of what a total cost consists, unless it is only what is lost: "In all 7 hp: 2 lost, 5 used up."."""
    lost, used = round(advice.loss), round(advice.spent)
    parts = (lost, "lost"), (used, "used up"), (cost - lost - used, "in mana and blows put off")
    told = [f"{share} {words}" for share, words in parts if share > 0]
    return f"In all {cost} hp: {', '.join(told)}." if cost > 0 and cost != lost else ""


MOST_DETAIL_ROWS, FEWEST_DETAIL_ROWS = 9, 5
EDGES = 8
"""Rows of the page outside the table and the details of one row: edges, buttons, headings."""
FEWEST_ROWS = 24
"""Rows of the table that the page reserves from the start, if the console has room."""
DETAIL_COLUMNS = 60
WEIGHING = "Weighing what you could do …"
FIRST_WEIGHED = "Everything is weighed first; then you can choose."


class Counsel(ListPage[Program, Action]):
    """The table, and below it the details of the row under the cursor."""

    title: str = "What you could do now. In all: health, mana and things, as hp"
    columns: ClassVar[int] = 132
    other_rows: int = MOST_DETAIL_ROWS + EDGES
    deed: str = "Do it"

    def __init__(self, program: Program, rough: Rough | None = None) -> None:
        self._counsel = program.game.counsel(rough)
        self._is_open = self._counsel.has_listed_all
        """Whether a row may be chosen: all were there before the last piece of work, and could be seen."""
        self._scene: Scene = Board(program).scene()
        self._kept: list[Action] = []
        """The order of the rows, set when the cursor is first moved."""
        self._apart = frozenset[Action]()
        """The commands that had rows of their own then."""
        self._width = 0
        self._columns = columns_of((), 0, 0)
        super().__init__(program, self.of_row("[Plan it]", self._plan, program.keymap.hint("plan")))

    @property
    def rows(self) -> int:
        """The rows of the table and of everything else, and of what may still be found."""
        least = 0 if self._counsel.has_listed_all else FEWEST_ROWS
        return max(len(self.menu.rows), least) + self.other_rows

    # Working it out

    @property
    def animating(self) -> bool:
        """Whether more can be worked out."""
        return not (self._counsel.is_finished and self._is_open)

    def update(self, seconds: float) -> bool:
        """Work it out a little further."""
        if not self.animating:
            return False
        self._is_open = self._counsel.has_listed_all
        has_time = self.program.more_time()
        while not self._counsel.is_finished and has_time():
            self._counsel.refine(PIECE, has_time)
        self.refresh()
        return True

    def _table(self) -> list[tuple[int, Advice]]:
        """Return the rows with their costs: by cost, or in the order they had when the cursor was first moved."""
        table = self._counsel.table
        if not self._kept:
            return table
        place = {action: number for number, action in enumerate(self._kept)}
        return sorted(table, key=lambda row: place[row[1].action])

    def listed(self) -> Iterator[widgets.Row[Action]]:
        """Yield the rows so far, steps or aims that come to the same in one; the cursor stays on the first."""
        if not self._width:  # it is not drawn yet
            return
        game = self.program.game
        creatures = {each.entity: each for each in self._scene.creatures}
        blocked = "" if self._is_open else FIRST_WEIGHED
        waiting = self._counsel.advice_on(Rest())
        anyway = waiting.reply if waiting is not None else Reply()
        colours, alike = self.program.palette, dict[object, list[Advice]]()
        others: dict[Action, list[widgets.Segment]] = {}
        for each in self._counsel.rows:
            labels, reply = game.ask(ailment_labels, each.reply), beyond(each.reply, anyway)
            others[each.action] = others_words(reply, creatures, labels, colours, is_brief=True)
        widest = max(map(widgets.length_of, others.values()), default=0)
        self._columns = columns = columns_of(self._counsel.rows, self._width, widest)
        rows: dict[Action, list[widgets.Segment]] = {}
        for cost, advice in self._table():
            action = advice.action
            rows[action] = advice_row(cost, advice, columns, others[action], colours)
            verb = advice.row.partition(" ")[0] if action.step else ""
            same = (_kind(action), verb, *rows[action][1:])
            is_apart = same in alike and action in self._apart
            alike.setdefault(action if is_apart else same, []).append(advice)
        for first, *same_ways in alike.values():
            named = _command_cell(first, len(same_ways), columns, colours)
            yield widgets.Row([named, *rows[first.action][1:]], first.action, blocked=blocked)

    # Drawing

    def draw_body(self, console: Console, rect: widgets.Rect) -> None:
        """Draw the headings, the table, and the details of the row under the cursor."""
        palette = self.program.palette
        if self._width != rect.width - 4:
            self._width = rect.width - 4
            self.refresh()
        detail = MOST_DETAIL_ROWS if rect.height >= 30 else FEWEST_DETAIL_ROWS
        if self._counsel.has_listed_all:  # the rows stay, and the details stand right below them
            detail = max(detail, rect.height - 4 - len(self.menu.rows))
        split = rect.y + rect.height - detail - 2
        head = heading_row(self._columns, palette)
        widgets.print_segments(console, rect.x + 4, rect.y, head, self._width)
        super().draw_body(console, widgets.Rect(rect.x, rect.y + 1, rect.width, split - rect.y - 1))
        if not self._is_open and not self.note:
            console.print(rect.x, split - 1, WEIGHING, fg=palette.dim)
        for cost, advice in self._counsel.table:
            if advice.action == self.menu.value:
                self.rule(console, rect, split, advice.row)
                room = widgets.Rect(rect.x, split + 1, rect.width, detail)
                self._draw_detail(console, room, cost, advice)

    def _draw_detail(self, console: Console, rect: widgets.Rect, cost: int, advice: Advice) -> None:
        """Describe the outcome of one command and what everybody does; what does not fit is counted.

        Of what its cost consists and what others suffer come first, if the table does not tell all of it.
        """
        palette, game = self.program.palette, self.program.game
        creatures = {each.entity: each for each in self._scene.creatures}
        labels = game.ask(ailment_labels, advice.reply)
        if words := cost_words(cost, advice):
            console.print(rect.x, rect.y, words, fg=palette.text)
            rect = rect._replace(y=rect.y + 1, height=rect.height - 1)
        others, brief = (
            others_words(advice.reply, creatures, labels, palette, is_brief=is_brief)
            for is_brief in (False, True)
        )
        if others != brief or widgets.length_of(brief) > self._columns.others:
            told = [("They: ", palette.dim), *others]
            taken = widgets.print_wrapped(console, rect.x, rect.y, told, rect.width, rect.height)
            rect = rect._replace(y=rect.y + taken, height=rect.height - taken)
        width = min(rect.width, DETAIL_COLUMNS)
        answer = answer_of(game, advice.reply, self._scene.creatures)
        for most in range(rect.height, -1, -1):
            lines = reply_lines(answer, width, palette, most)
            if len(lines) <= rect.height:
                break
        paint(cells_of(console), rect.x, rect.y, width, lines[: rect.height])

    # Choosing

    def on_body(self, event: Input) -> Transition:
        """Move the cursor, after which the rows keep their places; choose, or close."""
        cursor = self.menu.cursor
        answer = super().on_body(event)
        if self.menu.cursor != cursor and not self._kept and self._counsel.has_listed_all:
            rows = [row.value for row in self.menu.rows]
            self._apart = frozenset(rows)
            others = (advice.action for _, advice in self._counsel.table)
            self._kept = [*rows, *(each for each in others if each not in self._apart)]
        return answer

    def _plan(self, value: Action) -> Transition:
        """Close with an action as the next act of a plan."""
        return Pop(ForPlan(value))
