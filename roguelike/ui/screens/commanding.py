"""What each command of the play screen does, by its name in the key table.

The one decision: keys, buttons, rows of the side panel and the results of other screens all name the same commands, so
a command is carried out in one place and its outcome is shown in one place. Here, too, are the screens on which a
command's questions are answered, the targets of shooting and casting again by a key, without the aim screen, and the
hints, each told once per player. What is different where nothing counts (on a board for practice, in a turn of a
replay) is said by the `Room` in which the game is played.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from roguelike.core.geometry import Point
from roguelike.core.records import State
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.aiming import (
    ONLY_THE_PEACEFUL,
    ROUGHEST,
    harms_own_side,
    why_no_aim,
    worth,
)
from roguelike.engine.play import commands
from roguelike.engine.play.commands import Ask
from roguelike.engine.play.hints import unread_books
from roguelike.engine.views.records import ItemView
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Asked, Give, Nth, OpenItem, Picked, Run, Walk, WalkTo
from roguelike.toolkit.keymap import asked_by
from roguelike.toolkit.page import Confirm, ListPopup
from roguelike.toolkit.screen import Clear, Push, Replace, Screen, Stay, Transition
from roguelike.ui.panels.bar import WORDS, Words
from roguelike.ui.panels.creature_rows import nearest_first
from roguelike.ui.program import Program, UserError
from roguelike.ui.replies import Outlook
from roguelike.ui.screens.harm import Agreed, ForPlan, question_before, question_before_walk
from roguelike.ui.screens.inventory import item_row
from roguelike.ui.screens.play_view import PlayView
from roguelike.ui.screens.unfolded import Clicked, Unfolded

if TYPE_CHECKING:
    from roguelike.engine.session import Report, Session


SIGN = "» "
"""Stands before every hint, since colour alone is no signal."""


def tell_hint(program: Program) -> None:
    """Show the hint for the present moment, if there is one and the player wants hints.

    An automatic walk comes to its end first: on the way a hint would be on screen for some frames only. In practice
    there are none: its boards have texts of their own.
    """
    if program.settings.hints != "on" or program.game.is_practice or program.game.automatic:
        return
    hint = program.game.hint(program.progress.hints, program.game.missed_hints)
    if hint is None:
        return
    program.progress.hints.append(hint.name)
    program.host.keep_progress_soon(program.progress)
    program.game.tell(SIGN + program.keymap.in_words(hint.text), "info")


class ItemChooser(ListPopup[Program, Picked]):
    """A popup of items; closes with the chosen one."""

    name: str = "Choose"
    columns: ClassVar[int] = 60

    def __init__(self, program: Program, prompt: str, items: Sequence[int]) -> None:
        """Offer those of `items` that the player carries or stands on, in the order given."""
        self.title, self._items = prompt, items
        super().__init__(program)
        self.note = "" if self.menu.rows else "You have nothing of the kind."

    def listed(self) -> list[widgets.Row[Picked]]:
        """Return the items that are at hand."""
        game = self.program.game
        known = {item.entity: item for item in (*game.pack(), *game.underfoot())}
        offered: list[ItemView] = [known[each] for each in self._items if each in known]
        return [item_row(item, self.program, Picked(item.entity)) for item in offered]

    @property
    def rows(self) -> int:
        """The rows of the list and the edges."""
        return min(len(self.menu.rows), 30) + 6


def screen_that_asks(ask: Ask, program: Program) -> Screen | None:
    """Make the screen that answers a command's question; None for a tile, which is chosen on the map."""
    from roguelike.ui.screens.growth import Bargain, Inscription, Shop

    match ask.what:
        case "item":
            return ItemChooser(program, ask.prompt, ask.items)
        case "spell":
            return Inscription(program, ask.items[0], ask.prompt)
        case "trade":
            return Shop(program, ask.items[0])
        case "bargain":
            return Bargain(program, ask.items[0])
    return None


NOBODY_LEFT = "There is no enemy in view."
MOST_COMPARED = 6
"""Number of aims among which the one at the weakest enemy is sought."""


class Shots(State):
    """The marked enemy, and the last aimed command."""

    target: int | None = None
    is_chosen: bool = False
    """Whether the player marked them: then aims begin there, even if others promise more."""
    last: commands.Action | None = None
    before: commands.Action | None = None
    """The last spell or shot: repeated in place of a thing that is used up."""

    def note(self, action: commands.Action) -> None:
        """Remember a command that can be repeated; whoever was shot at is marked."""
        if not action.repeats or (action.used_item and action.aim is None):
            return
        self.last = action
        if not action.used_item:
            self.before = action
        if action.foe and action.foe != self.target:
            self.target, self.is_chosen = action.foe, False

    def repeatable(self, session: "Session") -> commands.Action | None:
        """Return the last command; the last spell or shot if a thing is used up; None if there is nothing to repeat."""
        item = self.last.used_item if self.last is not None else 0
        is_gone = item and all(view.entity != item for view in session.pack())
        return self.before if is_gone else self.last

    def next_shot(self, session: "Session") -> commands.Shoot:
        """Return a shot at the marked enemy or, if that one is out of reach, at the nearest who is not."""
        enemies = enemies_in_view(session)
        if self.target in enemies:
            enemies.sort(key=lambda enemy: enemy != self.target)
        shots = [commands.Shoot(enemy) for enemy in enemies] or [commands.Shoot(0)]
        return next((shot for shot in shots if session.forecast(shot).refused is None), shots[0])

    def mark_next(self, session: "Session", way: int) -> str:
        """Mark the next enemy in view, and return a notice that names them."""
        enemies = enemies_in_view(session)
        if not enemies:
            return NOBODY_LEFT
        self.is_chosen = True
        if self.target in enemies:
            self.target = enemies[(enemies.index(self.target) + way) % len(enemies)]
        else:
            self.target = enemies[0 if way > 0 else -1]
        return f"Target: {session.creature(self.target).called}."


def aimed_anew(last: commands.Action, session: "Session") -> commands.Action | None:
    """Return the last command with the best aim, or without an aim if that would harm a friend.

    Returns None if there is nobody in view to aim at.
    """
    aims = session.best_aims(last)
    if aims:
        best = last.at(_at_the_worst_hurt(last, aims, session))
        if not session.ask(harms_own_side, session.forecast(best)):
            return best
    return last.at(None) if enemies_in_view(session) else None


def _at_the_worst_hurt(last: commands.Action, aims: list[Point], session: "Session") -> Point:
    """Return the best aim; among equals, the one at the enemy with the fewest hit points, so that it falls first."""
    left = {each.point: each.hp for each in session.creatures() if each.hostile}

    def value(aim: Point) -> float:
        """Return the value of an aim."""
        return session.ask(worth, session.forecast(last.at(aim)))

    best = aims[0]
    for aim in aims[1:MOST_COMPARED]:
        if aim in left and best in left and left[aim] < left[best] and value(aim) >= value(best):
            best = aim
    return best


def enemies_in_view(session: "Session") -> list[int]:
    """List the enemies in view, near ones first."""
    seen = nearest_first(session.creatures(), session.here)
    return [creature.entity for creature in seen if creature.hostile]


ORDINALS = (
    "",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
)
OUT_OF_VIEW = "That one is out of view now."
ONLY_ON_BOARDS = "Only puzzles have that: see the title's menu."
NOTHING_TO_REPEAT = "There is nothing to repeat yet: cast, shoot or throw first."
NONE_LEFT = "You have none of that left."
ONLY_IN_PRACTICE = "A turn can be taken back only in practice ({practice}) or in a plan ({plan})."
NO_PLAN = "Nothing is planned. {plan} lines up acts, and shows what they would come to."


class Room:
    """Where a game is played: the commands it has of its own, and how it is ended and left."""

    name = "Play"
    words: Words = WORDS
    """The buttons of the bar."""
    outlook: type[Outlook] = Outlook
    """What foresees more than the next turn."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def commands(self, does: "Commands") -> Mapping[str, Callable[[], Transition]]:
        """Return the commands that differ from room to room."""
        in_words = self.program.keymap.in_words
        only_in_practice = lambda: does.say(in_words(ONLY_IN_PRACTICE))  # noqa: E731
        return {
            "undo": only_in_practice,
            "redo": only_in_practice,
            "again": only_in_practice,
            "plan_play": lambda: does.say(in_words(NO_PLAN)),
            "next_board": lambda: does.say(ONLY_ON_BOARDS),
            "board_code": lambda: does.say(ONLY_ON_BOARDS),
            "save_quit": self._save_and_quit,
            "leave_unsaved": self._leave,
        }

    def begin(self, does: "Commands") -> None:
        """Say what there is to say when the screen opens."""

    def took(self, result: object, does: "Commands") -> Transition | None:
        """Answer the result of a screen that only this room opens; None for any other."""
        return None

    def over(self, does: "Commands") -> Transition:
        """Close the game and open the last page."""
        return Replace(self.program.open("victory" if self.program.game.is_won else "game_over"))

    def close(self) -> None:
        """Save the game: the program is being closed from outside."""
        session = self.program.session
        if session is not None and not session.is_over:
            with suppress(UserError):  # the host reports it after the window has closed
                session.save("quit")

    def _save_and_quit(self) -> Transition:
        """Save and go to the title screen; if saving fails, stay in the game."""
        try:
            self.program.game.save("quit")
        except UserError as error:
            yes, no = "Leave anyway", "Stay in the game"
            text = f"{error}\n\nIf you leave now, what happened since the last save is lost."
            return Push(Confirm(self.program, "Not saved", text, "leave_unsaved", yes=yes, no=no))
        return self._leave()

    def _leave(self) -> Transition:
        """Leave the game for the title screen."""
        self.program.session = None
        return Clear(self.program.open("title"))


class Commands:
    """Carries out commands and shows their results."""

    def __init__(self, program: Program, view: PlayView, room: Room) -> None:
        self.program, self.view, self.room = program, view, room
        self.notice = ""
        self._said, self._times = "", 0
        """What was answered last, and how many times in a row."""
        self.shots = Shots()
        self.clicked: Asked | None = None
        self._asked: commands.Action | None = None
        self._commands: dict[str, Callable[[], Transition]] = {
            "rest": lambda: self.show(self.session.rest()),
            "explore": self._explore,
            "descend": lambda: self.show(self.session.travel_stairs(1)),
            "ascend": lambda: self.show(self.session.travel_stairs(-1)),
            "fire": lambda: self.perform(self.shots.next_shot(self.session)),
            "repeat": self._repeat,
            "next_target": lambda: self.say(self.shots.mark_next(self.session, 1)),
            "previous_target": lambda: self.say(self.shots.mark_next(self.session, -1)),
            "look": self.look_at,
            "counsel": self._ask_counsel,
            "danger": self._show_danger,
            "panel": self._unfold,
            **room.commands(self),
        }

    @property
    def session(self) -> "Session":
        """The session of the game in progress."""
        return self.program.game

    def command(self, asked: Asked) -> Transition:
        """Carry out what a key, a button or a row asks for; its key closes the page that it opens."""
        answer = self._carry_out(asked)
        keymap = self.program.keymap
        if isinstance(asked, str) and isinstance(answer, Push) and keymap.hint_of(asked):
            answer.screen.opened_by(frozenset(keymap.keys(asked)[:1]))
        return answer

    def _carry_out(self, asked: Asked) -> Transition:
        """Carry out what a key, a button or a row asks for."""
        match asked_by(asked):
            case Walk(step):
                return self.perform(commands.Step(*step))
            case Run(step):
                question = self.ask_first(commands.Step(*step))
                return question or self.show(self.session.run(*step))
            case Nth("cast", number):
                return self._cast(number)
            case Nth(_, number):
                return self._use(number)
            case Give(tag):
                given = self.session.given(tag)
                return self.say(given) if isinstance(given, str) else self.perform(given)
            case OpenItem(item):
                return Push(self.program.open("inventory", "all", item))
            case "zoom_in" | "zoom_out" as name:
                return self.say(self.view.board.zoom(1 if name == "zoom_in" else -1))
            case str() as name if name in self._commands:
                return self._commands[name]()
            case str() as name:
                return Stay() if self.program.obey(name) else self._open(name)

    def _open(self, name: str) -> Transition:
        """Open a screen by its name, if there is one."""
        screen = self.program.find(name)
        return Push(screen) if screen is not None else Stay(redraw=False)

    def on_result(self, result: object) -> Transition:
        """Carry out the result of another screen: a command, or what a row or key there asks for."""
        taken = self.room.took(result, self)
        if taken is not None:
            return taken
        match result:
            case commands.Action():
                return self.perform(result)
            case Agreed(action, harmed):
                self.session.may_harm |= harmed
                return self.perform(action, agreed=True)
            case str() | Nth():
                return self.command(result)
            case Clicked(value):
                return self.on_row(value)
            case Picked(item) if self._asked is not None:
                action, self._asked = self._asked, None
                return self.perform(action.choosing(item))
            case ForPlan(action):
                return Push(self.program.open("plan", action))
            case planning.Course():
                return self.show(self.session.follow(result))
            case WalkTo(goal, agreed):
                return (
                    self.show(self.session.walk_to(goal, agreed=True))
                    if agreed
                    else self.walk(goal)
                )
        return Stay()

    def on_row(self, value: Asked | int) -> Transition:
        """Look at the creature of a row, or carry out what it asks for; something to drink or eat needs a second click.

        In a fight the first click shows what it would do, as its key does.
        """
        before, self.clicked = self.clicked, None
        if isinstance(value, int):
            return self.look_at_whom(value)
        used = self.view.board.scene().thing(value) if isinstance(value, Nth) else None
        swallowed = used is not None and self.session.is_swallowed(used.entity)
        if used is not None and swallowed and before != value and not self._looks_first:
            self.clicked = value
            return self.say(f"Click again to use this: {used.name}.")
        return self.command(value)

    # Carrying out and showing

    def preview(self, action: commands.Action, hotkey: Asked) -> Transition:
        """Preview a spell or thing that needs no tile; perform it at once if it is refused, to tell why."""
        from roguelike.ui.screens.targeting import ByItself, Targeting

        if self.session.forecast(action, ROUGHEST).refused is not None:
            return self.perform(action, hotkey)
        return Push(Targeting(ByItself(self.program, action), hotkey, board=self.view.board))

    def perform(
        self, action: commands.Action, hotkey: Asked | None = None, *, agreed: bool = False
    ) -> Transition:
        """Carry out a command; one that needs a tile opens the aim screen.

        A command that harms the peaceful or wastes something asks first, unless the player has already agreed to it.
        """
        question = None if agreed else self.ask_first(action)
        if question is not None:
            return question
        report = self.session.do(action)
        if report.ask is not None and report.ask.what == "target":
            idle = self.session.ask(why_no_aim, action)
            if idle and not idle == self._said == ONLY_THE_PEACEFUL:
                return self.say(idle)
            from roguelike.ui.screens.targeting import Aiming, Targeting

            aiming = Aiming(self.program, action)
            prefer = self.shots.target
            best = None if self.shots.is_chosen else self.view.best_aim(action)
            return Push(Targeting(aiming, hotkey, board=self.view.board, prefer=prefer, best=best))
        if report.ask is not None and report.ask.what == "item":
            self._asked = action
        if report.acted:
            self.shots.note(action)
        return self.show(report)

    def ask_first(self, action: commands.Action) -> Transition | None:
        """Ask before a command that the player may not want to have given; None if there is nothing to ask."""
        question = question_before(self.program, action)
        return Push(question) if question is not None else None

    def walk(self, goal: Point) -> Transition:
        """Walk to a tile; ask first if something is known to be there that would harm the player."""
        question = question_before_walk(self.program, goal)
        return Push(question) if question is not None else self.show(self.session.walk_to(goal))

    def show(self, report: "Report") -> Transition:
        """Show the result of a command: why it was refused, or what happened."""
        if report.refused is not None:
            return self.say(self.program.keymap.in_words(report.refused))
        if report.ask is not None:
            return self._ask(report.ask)
        self.program.play(report.sounds)
        self.view.animation.start(report.events, self.program.settings.animation_factor)
        if self.session.is_over:  # how it ends is shown before what it comes to
            return Stay() if self.view.animation.active else self.room.over(self)
        tell_hint(self.program)
        return self.say(" ".join(self.program.host.notices()))

    def _ask(self, ask: commands.Ask) -> Transition:
        """Open the screen that asks for what a command needs to know; without such a screen, show the prompt."""
        if ask.what == "item" and self._asked is None:
            return self.say(ask.prompt)
        screen = screen_that_asks(ask, self.program)
        return Push(screen) if screen is not None else self.say(ask.prompt)

    def hush(self) -> None:
        """Take the last notice away, before the next input is answered."""
        self._said = self._said if self.notice else ""
        self.notice = ""

    def say(self, notice: str) -> Transition:
        """Show the player a notice that does not belong in the game's log; one given again at once is counted."""
        self._times = self._times + 1 if notice == self._said else 1
        self._said = notice
        self.notice = f"{notice} ×{self._times}" if notice and self._times > 1 else notice
        return Stay()

    def forget(self) -> None:
        """Drop predictions, animations and the target, which no longer apply: turns were taken back."""
        self.view.animation.skip()
        self.shots.target = None
        self.view.foresee_anew()

    # Single commands

    def _cast(self, number: int) -> Transition:
        """Cast the nth known spell: open the aim screen, or preview whom it would affect."""
        spells = self.session.hud().spells
        if not spells:
            return self.say(self._no_spell_yet(number))
        if number > len(spells):
            return self.say(f"You know no {ORDINALS[number]} spell.")
        spell, hotkey = spells[number - 1], Nth("cast", number)
        action = commands.Cast(spell.name)
        if spell.aimed and self.session.forecast(action).refused is not None:
            return self.perform(action, hotkey, agreed=True)  # the aim screen forecasts it and asks
        if self.program.settings.cast_at_once == "on":
            return self.perform(action, hotkey)
        return self.preview(action, hotkey)

    def _no_spell_yet(self, number: int) -> str:
        """Tell a player who knows no spells how to learn one."""
        none = f"You know no {ORDINALS[number]} spell." if number > 1 else "You know no spell yet."
        hint, books = self.program.keymap.hint, self.session.ask(unread_books)
        for item in self.session.hud().consumables:
            if item.entity in books:
                keys = f"{hint(Nth('use', item.hotkey).name)}, or {hint('inventory')}"
                return f"{none} Read {item.name} ({keys})."
        return f"{none} Books (¶) teach them: look for one, or buy one in town."

    def _repeat(self) -> Transition:
        """Repeat the last aimed command at the best aim; without a good one, aim by hand if an enemy is in view.

        With nobody in view it only says so: a player who presses the key once too often has no screen to close.
        """
        last = self.shots.repeatable(self.session)
        if last is None:
            return self.say(NONE_LEFT if self.shots.last else NOTHING_TO_REPEAT)
        if last.foe:
            return self.command("fire")
        if last.aim is None:
            return self.preview(last, "repeat")
        anew = aimed_anew(last, self.session)
        return self.say(NOBODY_LEFT) if anew is None else self.perform(anew)

    def _explore(self) -> Transition:
        """Explore; a wounded player rests first if the setting says so."""
        hud = self.session.hud()
        hurt = hud.hp < hud.max_hp or hud.mana < hud.max_mana
        if hurt and self.program.settings.rest_first == "on":
            report = self.session.rest()
            if report.acted:
                return self.show(report)
        return self.show(self.session.explore())

    @property
    def _looks_first(self) -> bool:
        """Whether a thing is previewed before it is used: in a fight, unless the player has chosen otherwise."""
        return self.program.settings.cast_at_once == "off" and self.view.board.scene().is_fight

    def _use(self, number: int) -> Transition:
        """Use the consumable with this number; in a fight, first show what it would do."""
        for item in self.session.hud().consumables:
            if item.hotkey == number:
                look = self.preview if self._looks_first else self.perform
                return look(commands.UseItem(item.entity), Nth("use", number))
        return self.say(
            f"You carry nothing that {self.program.keymap.hint(Nth('use', number).name)} uses."
        )

    def use_underfoot(self) -> Transition:
        """Pick up what lies on the player's tile, or take its stairs, or wait."""
        if self.session.underfoot():
            return self.perform(commands.PickUp())
        way = self.session.way_underfoot
        return self.show(self.session.travel_stairs(way)) if way else self.perform(commands.Rest())

    def look_at(self, point: Point | None = None) -> Transition:
        """Open the look screen at a tile, or at the player."""
        from roguelike.ui.screens.look import Look

        return Push(Look(self.program, point, self.view.board, self.view.waiting))

    def look_at_whom(self, entity: int) -> Transition:
        """Open the look screen at a creature whose row was clicked, if it is still in view."""
        seen = (each.point for each in self.session.creatures() if each.entity == entity)
        point = next(seen, None)
        return self.look_at(point) if point is not None else self.say(OUT_OF_VIEW)

    def _ask_counsel(self) -> Transition:
        """Open the table of possible actions."""
        from roguelike.ui.screens.counsel import Counsel

        return Push(Counsel(self.program, self.view.weighed()))

    def _show_danger(self) -> Transition:
        """Show what each tile near the player would cost, until the key is let go, or something else is done."""
        self.view.dangers.show()
        return self.say("On each tile: the hit points that standing there next turn would cost.")

    def _unfold(self) -> Transition:
        """Open the page with everything that the panels could show, what each creature does, and every command."""
        title, view = "Everything at a glance", self.view
        return Push(Unfolded(self.program, title, view.everything, view.waiting))
