"""Aiming: shows what a spell, scroll or wand would do at the tile under the cursor.

The one decision: this screen commits nothing. It closes with the aimed command, which the play screen performs like
any other; the figures shown are the forecast of that very command. It asks before a command that would harm a friend
or the peaceful, and points at first where firing does most good, never where a second press would do harm. What
differs between a command that is aimed at a tile and one that finds its targets by itself is an `Aiming`; the screen
is the same, with the same keys in the same panel.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import groupby, islice
from math import ceil

from tcod.console import Console

from roguelike.core.geometry import Point, distance, steps_between
from roguelike.core.grammar import capital, counted
from roguelike.core.records import replace
from roguelike.engine.foreseeing.aiming import (
    FULL,
    ROUGHEST,
    Forecast,
    Foresight,
    Precision,
    aimable,
    harms_own_side,
    hurts_oneself,
    hurts_only_oneself,
    takes_one_there,
    telling_aims,
)
from roguelike.engine.play.commands import Action
from roguelike.engine.views.records import CreatureView
from roguelike.engine.views.use_text import elements_of, seen_labels, throw_words
from roguelike.toolkit import widgets
from roguelike.toolkit.asked import Asked, Nth
from roguelike.toolkit.kept import Kept
from roguelike.toolkit.rows import EMPTY, Line
from roguelike.toolkit.screen import Pop, Push, Screen, Stay, Transition
from roguelike.toolkit.sections import heading
from roguelike.ui.panels.board import Board
from roguelike.ui.panels.fates import UNBOUNDED, Aim, aim_rows, dying, forecast_lines
from roguelike.ui.panels.marks import creature_marks
from roguelike.ui.panels.scene import Overlay, Pointed, Scene
from roguelike.ui.program import Program
from roguelike.ui.screens.harm import Agreed, ForPlan, doubts_of, question_before, waste_question
from roguelike.ui.screens.look import CursorScreen
from roguelike.ui.screens.unfolded import Unfolded
from roguelike.ui.stage.stage import Stage

MOST_TRIED = 8
"""How many tiles are tried at first, if no enemy is in reach."""
MOST_RINGS = 6
"""How many distances are tried at first, if no enemy is in view."""
THEN = "Then"
AS_IF_WAITING = "Then, as if you waited"
"""The heading of the reply to using something unidentified: it is that to waiting, without even the noise."""
OUT_OF_REACH = "No enemy can be aimed at."
EDGE_ALONE = "Its blast reaches enemies, but none can be aimed at."
OUT_OF_VIEW = "No enemy is in view."


class FirstAim:
    """The choice of the first aim of a command."""

    def __init__(
        self,
        program: Program,
        action: Action,
        scene: Scene,
        stops: Sequence[Point],
        area: Collection[Point],
        foresee: Callable[[Action, Precision], Forecast],
    ) -> None:
        """Choose for `action` among all tiles in reach (`area`); `stops` are the useful ones, best first.

        Many tiles may be tried, and again: `foresee` should cache.
        """
        self.game, self.action, self._foresee = program.game, action, foresee
        self.scene, self.stops, self.area = scene, stops, area
        self._leads_away = self.game.ask(takes_one_there, action)
        """Whether the player moves to the target: then the aim starts at the safest tile, not next to an enemy."""
        self._is_unknown = not self.game.ask(action.is_known)
        """Whether nobody can tell what it would do: then the aim starts as far away as it reaches."""

    def find(self, prefer: int | None, best: Point | None = None) -> Point:
        """Return the `best` tile or the preferred creature's if that is safe, or one in reach that harms no friend."""
        scene = self.scene
        if best is not None and best in self.area and self._is_useful(best) and self._is_safe(best):
            return best
        wanted = scene.creature(prefer) if prefer is not None else None
        if wanted is not None and wanted.point in self.stops and self._is_safe(wanted.point):
            return wanted.point
        useful = [stop for stop in self.stops if self._is_useful(stop)]
        spares = (stop for stop in useful if not self._hits_me(stop))
        if useful:
            return next(spares, useful[0])
        foes = [c for c in scene.nearest if c.hostile]
        if foes and self._leads_away:
            return self._away([foe.point for foe in foes])
        found = self._toward(foes[0].point) if foes else self._harmless()
        return found if self._is_useful(found) else self._telling() or found

    def _telling(self) -> Point | None:
        """Return any tile where it has an effect and harms nobody on the player's side; None without one."""
        spots = self.game.ask(telling_aims, set(self.area), self.scene.map.player)
        return next((each for each in spots if self._is_useful(each) and self._is_safe(each)), None)

    def _away(self, foes: Sequence[Point]) -> Point:
        """Return the tile in reach farthest from the nearest enemy, among those where the action has an effect."""
        here = self.scene.map.player
        far = sorted(
            self.area, key=lambda p: (-min(distance(foe, p) for foe in foes), distance(here, p), p)
        )
        return next(filter(self._is_useful, far[:MOST_TRIED]), here)

    def _toward(self, foe: Point) -> Point:
        """Return the tile in reach nearest to an enemy out of reach, preferably one where the action has an effect.

        Firing there never hurts anybody on the player's own side.
        """
        here = self.scene.map.player
        tiles = (point for point in self.area if point != here)
        near = sorted(tiles, key=lambda p: (distance(foe, p), distance(here, p), p))
        safe = None
        for point in filter(self._is_safe, near[:MOST_TRIED]):
            if self._is_useful(point):
                return point
            safe = safe or point
        return safe or self._harmless()

    def _harmless(self) -> Point:
        """Return the nearest tile, in a straight line, where it would not hurt the player's own side.

        A tile where it has an effect is preferred. With nobody in view, pressing a spell's key twice must not set its
        caster on fire; of tiles equally far away one is enough to tell that. What is unknown goes to the farthest tile.
        """
        here = self.scene.map.player
        lines = [p for p in self.area if 0 in (p[0] - here[0], p[1] - here[1])]
        nearest = sorted(lines, key=lambda p: (distance(here, p), p), reverse=self._is_unknown)
        rings = groupby(nearest, key=lambda p: distance(here, p))
        useful = (
            next(filter(self._is_useful, ring), None) for _, ring in islice(rings, MOST_RINGS)
        )
        found = next((p for p in useful if p is not None and self._is_safe(p)), None)
        return found or next(filter(self._is_safe, nearest), here)

    def _is_safe(self, point: Point) -> bool:
        """Return whether firing at a tile would hurt nobody on the player's own side, by a rough look first."""
        looks = (self._foreseen(point, precision) for precision in (ROUGHEST, FULL))
        return not any(self.game.ask(harms_own_side, look) for look in looks)

    def _hits_me(self, point: Point) -> bool:
        """Return whether firing at a tile would hurt the player, by a rough look."""
        seen = self._foreseen(point, ROUGHEST)
        return self.game.ask(hurts_oneself, seen)

    def _is_useful(self, point: Point) -> bool:
        """Return whether firing at a tile would have an effect."""
        return self._foreseen(point, ROUGHEST).refused is None

    def _foreseen(self, point: Point, precision: Precision) -> Forecast:
        """Return what firing at a tile would do."""
        return self._foresee(self.action.at(point), precision)


def no_foe(scene: Scene, seen: Forecast) -> str:
    """Say why there is no enemy to aim at; "" if none is in view and the aim, foreseen as `seen`, is useful anyway."""
    foes = [each for each in scene.nearest if each.hostile]
    if not foes:
        return "" if seen.refused is None else OUT_OF_VIEW
    far = how_far(scene.map.player, foes[0].point)
    is_touched = any(foe.entity in seen.outcomes for foe in foes)
    return f"{EDGE_ALONE if is_touched else OUT_OF_REACH} The nearest, {foes[0].called}, is {far}."


def landing_words(scene: Scene, path: Sequence[Point], cursor: Point) -> str:
    """Say where what flies along a path comes down, if not at the cursor; "" if it does, or if there is no path."""
    if not path or path[-1] == cursor:
        return ""
    here, landing = scene.map.player, path[-1]
    if landing == here:
        return ": comes down at your own feet"
    stopper = scene.creature_at(landing)
    at = f"at {stopper.called}, " if stopper is not None else ""
    return f": comes down {at}{how_far(here, landing)}"


def how_far(here: Point, point: Point) -> str:
    """Say how far a tile is, as ranges are measured: six steps can be seven tiles; an adjacent one is "beside you"."""
    if steps_between(here, point) == 1:
        return "beside you"
    return f"{counted(ceil(distance(here, point)), 'tile')} away"


TELLING = ("Used", "Charges")
"""How the lines of an item's description begin that are shown while it is aimed."""

ONLY_YOU = "It would hurt nobody but you."
ON_YOURSELF = "It would hurt you."
BARRED = "It cannot be aimed there."


class Aiming:
    """A command that is aimed at a tile: where, what it then is, and what is asked before it is given."""

    name = "Targeting"
    hint = "Mouse or movement keys aim; a left click goes ahead, a right click goes back."
    moves = True
    """Whether there is a tile to choose."""
    fires_by_click = True

    def __init__(self, program: Program, action: Action) -> None:
        self.program, self.action = program, action

    @property
    def deed(self) -> str:
        """The word for what the key that goes ahead does."""
        return self.action.verb

    def reach(self) -> tuple[list[Point], frozenset[Point]]:
        """Return the useful tiles, best first, and all tiles in reach."""
        game = self.program.game
        return game.best_aims(self.action), frozenset(game.ask(aimable, self.action))

    def at(self, point: Point) -> Action:
        """Return the command aimed at a tile."""
        return self.action.at(point)

    def answered(self, action: Action) -> Action | None:
        """Return the command whose reply is told: the aimed one."""
        return action

    def facts(self, scene: Scene) -> tuple[str, ...]:
        """Return what a spell does and costs; for an item, what its description says about its use."""
        item, hud = self.action.used_item, scene.hud
        if self.action.flies:
            return self.program.game.ask(throw_words, item)
        spell = next((each for each in hud.spells if each.name == self.spell), None)
        if spell is not None:
            return f"{capital(spell.summary)}.", spell.price_of(hud.mana, hud.hp)
        details = (view.details for view in self.program.game.pack() if view.entity == item)
        return tuple(line for lines in details for line in lines if line.startswith(TELLING))

    @property
    def spell(self) -> str:
        """The name of the aimed spell; empty for an item, and if the player would stumble instead of casting."""
        return "" if self.program.game.stumbles else self.action.used_spell

    def question(self, action: Action, seen: Forecast, title: str) -> Screen | None:
        """Return what to ask before an aimed command, foreseen as `seen`; None if nothing.

        It also asks if the aim is at somebody else but only the player would be hurt: a fire near them may not reach
        them.
        """
        game = self.program.game
        question = doubts_of(self.program, action, seen)
        marks = {each.point for each in game.creatures() if not each.is_player}
        if question is None and action.aim in marks and game.ask(hurts_only_oneself, seen):
            return waste_question(self.program, action, title, ONLY_YOU)
        return question

    def fired(self, action: Action, seen: Forecast, title: str) -> Transition:
        """Close with the aimed command, or ask first, so that nobody asks again; stay open if it is refused."""
        if seen.refused is not None:
            return Stay(redraw=False)
        question = self.question(action, seen, title)
        return Push(question) if question is not None else Pop(Agreed(action, frozenset()))

    def as_if(self) -> AbstractContextManager[object]:
        """Make the game, while it is looked at, what the command is aimed in."""
        return nullcontext()


class ByItself(Aiming):
    """A command that finds its targets by itself: there is no tile to choose."""

    name = "Preview"
    hint = "It needs no aim; a left click goes ahead, a right click goes back."
    moves = False

    def reach(self) -> tuple[list[Point], frozenset[Point]]:
        """Return no tiles, since what aims by itself marks none."""
        return [], frozenset()

    def at(self, point: Point) -> Action:
        """Return the command as it is."""
        return self.action

    def question(self, action: Action, seen: Forecast, title: str) -> Screen | None:
        """Return what its key asks where nothing is previewed."""
        return question_before(self.program, action)


class Targeting(CursorScreen):
    """Shows what a command would do, and chooses its tile if it needs one.

    It closes with the aimed command, or with nothing at no cost.
    """

    def __init__(
        self,
        aiming: Aiming,
        hotkey: Asked | None = None,
        *,
        board: Board | None = None,
        prefer: int | None = None,
        best: Point | None = None,
        at: Point | None = None,
    ) -> None:
        """Aim; a second press of `hotkey`, or a click where the row of what needs no aim was drawn, goes ahead.

        `prefer` is a creature to aim at if that is useful, `best` a tile that comes before it, as the list of what each
        spell would bring tells of that one, and `at` a tile to aim at even if others are better.
        """
        program, game = aiming.program, aiming.program.game
        super().__init__(program, game.here, board)
        self.aiming, self.action, self.hotkey, self.name = (
            aiming,
            aiming.action,
            hotkey,
            aiming.name,
        )
        self._forecasts = Kept[dict[tuple[Action, Precision], Forecast]]()
        self._foresights = Kept[dict[Action, Foresight]]()
        with aiming.as_if():
            self.title = game.ask(self.action.title)
            # Without an aim, everything but an unidentified item is refused.
            self.unknown = not game.ask(self.action.is_known)
            scene = self.board.scene()
            with game.foreseeing():
                self.stops, self.area = aiming.reach()
                if aiming.moves:
                    self.cursor = at or self._first_aim(scene, prefer, best)
                    others = [stop for stop in self.stops if stop != self.cursor]
                    if len(others) < len(self.stops):
                        self.stops = [
                            self.cursor,
                            *others,
                        ]  # from there one goes on to the next best

    # Where to aim

    def _first_aim(self, scene: Scene, prefer: int | None, best: Point | None) -> Point:
        """Return the tile where the cursor starts."""

        def foresee(command: Action, precision: Precision) -> Forecast:
            """Return what a command would do."""
            return self._forecast_of(command, scene, precision)

        first = FirstAim(self.program, self.action, scene, self.stops, self.area, foresee)
        return first.find(prefer, best)

    def _forecast_of(self, command: Action, scene: Scene, precision: Precision = FULL) -> Forecast:
        """Return what a command would do, cached until something changes.

        The first aim is tried before it is drawn, and the cursor may return to earlier tiles.
        """
        key = scene.hud, scene.creatures
        if precision != FULL:
            seen, asked = self._forecasts.of(key, dict), (command, precision)
            if asked not in seen:
                seen[asked] = self.program.game.forecast(command, precision)
            return seen[asked]
        foresights = self._foresights.of(key, dict)
        if command not in foresights:
            foresights[command] = self.program.game.foresight(command)
        self._foresight = foresights[command]
        return self._foresight.told

    _foresight: Foresight | None = None
    """The one looked at last."""

    @property
    def animating(self) -> bool:
        """Whether the forecast or the reply is still being worked out."""
        return super().animating or self._is_unsure

    @property
    def _is_unsure(self) -> bool:
        """Whether the forecast is to become more exact."""
        return self._foresight is not None and not self._foresight.is_finished

    def update(self, seconds: float) -> bool:
        """Work out the reply, then the forecast more exactly, and let fires flicker."""
        if not super().animating and self._foresight is not None and self._is_unsure:
            return self._foresight.refine(self.program.more_time()) | self.board.flicker(seconds)
        return super().update(seconds)

    # Drawing

    def draw(self, console: Console) -> Stage:
        """Draw the board, the reach, the cells that would be hit, and the forecast in place of the side panel."""
        with self.aiming.as_if():
            return self._draw(console)

    def _draw(self, console: Console) -> Stage:
        """Draw what would be if the command were aimed here."""
        scene = self.board.scene()
        seen = self.forecast(scene)
        own_side = self.program.game.ask(harms_own_side, seen)
        self.board.arrange(console, scene, self.cursor)
        self._replies.choose(self.aiming.answered(self.aimed()), scene)
        aim, colours = self._aim(scene, seen, own_side), self.program.palette
        width = self.board.layout.side.width
        outcomes = seen.outcomes if seen.refused is None else {}
        waiting = self._replies.brief(scene, width, THEN, outcomes, aim.labels, aim.elements)
        rows = tuple(aim_rows(aim, width, colours))
        short = None if waiting.short is None else (*rows, *waiting.short)
        pointed, at = self.pointed, scene.creature_at(self.cursor)
        pointed = Pointed(None if at is None else at.entity, pointed.hovered or self.hotkey)
        stage = self.board.draw(
            console,
            scene,
            focus=self.cursor,
            notice=self.answer or aim.lack,
            pointed=pointed,
            waiting=replace(waiting, lines=(*rows, *waiting.lines), short=short),
            overlay=Overlay(keys=tuple(self._buttons()), hint=self.aiming.hint),
        )
        self._mark(stage, scene, seen, own_side)
        replies = self._replies
        stage.marks += creature_marks(scene, replies.reply, outcomes, thinking=replies.is_thinking)
        return stage

    def _told_in_full(self, width: int) -> list[Line]:
        """Return everything there is to say about the aim, however many rows that takes."""
        with self.aiming.as_if():
            return self._told(width)

    def _told(self, width: int) -> list[Line]:
        """Return it as if the command were aimed here."""
        scene = self.board.scene()
        seen = self.forecast(scene)
        aim = self._aim(scene, seen, self.program.game.ask(harms_own_side, seen))
        room = widgets.Rect(0, 0, width, UNBOUNDED)
        reply = self._replies.lines(scene, room, told=dying(seen))
        colours = self.program.palette
        then = AS_IF_WAITING if self.unknown else THEN
        told = [EMPTY, heading(then, width, colours), *reply] if reply else []
        return [*forecast_lines(aim, width, colours), *told]

    def forecast(self, scene: Scene) -> Forecast:
        """Return what firing at the cursor would do."""
        if self.unknown and self.aiming.moves and self.cursor not in self.area:
            # An unidentified item gets no forecast, not even of a refusal.
            return Forecast(refused=BARRED)
        return self._forecast_of(self.aimed(), scene)

    def _mark(self, stage: Stage, scene: Scene, seen: Forecast, own_side: list[int]) -> None:
        """Mark the reach, the path, the blast, creatures that should not be hit, and the cursor."""
        stage.reach = self.area
        if seen.refused is None:
            stage.path(seen.path[1:], strong=True)
            touched = [each.point for each in scene.creatures if each.entity in seen.outcomes]
            stage.area(dict.fromkeys((*seen.cells, *touched)))
            for entity in own_side:
                stage.cursor(self.program.game.creature(entity).point, "spared")
        if self.aiming.moves:
            stage.cursor(self.cursor, "good" if seen.refused is None else "bad")

    def aimed(self) -> Action:
        """Return the command aimed at the cursor."""
        return self.aiming.at(self.cursor)

    def _aim(self, scene: Scene, seen: Forecast, own_side: list[int]) -> Aim:
        """Return what the panel shows."""
        views: dict[int, CreatureView] = {c.entity: c for c in scene.creatures}
        for entity in seen.outcomes:
            if entity not in views:
                views[entity] = self.program.game.creature(entity)
        return Aim(
            self.title,
            self.aiming.facts(scene),
            self._place_words(scene, seen),
            seen,
            tuple(views.values()),
            frozenset(own_side),
            self.unknown,
            next((spell.cost for spell in scene.hud.spells if spell.name == self.aiming.spell), 0),
            self.program.game.ask(seen_labels, seen),
            "" if self.stops or not self.area else no_foe(scene, seen),
            self.program.game.ask(elements_of, self.action, seen),
        )

    def _place_words(self, scene: Scene, seen: Forecast) -> str:
        """Return the name and distance of the tile under the cursor, and where a throw at it comes down before it."""
        here = scene.map.player
        if not self.aiming.moves:
            return ""
        if self.cursor == here:
            return "your own feet"
        creature = scene.creature_at(self.cursor)
        name = (
            creature.called if creature is not None else self.program.game.place(self.cursor).ground
        )
        if creature is None or not scene.is_fight:  # in a fight every word is of the fight
            name = f"{name}, {how_far(here, self.cursor)}"
        path = seen.path if self.action.flies else ()
        return f"{name}{landing_words(scene, path, self.cursor)}"

    def _buttons(self) -> list[widgets.Button[str]]:
        """List the keys of this screen as clickable words."""
        hint = self.program.keymap.hint
        buttons = [widgets.Button(self.aiming.deed, "aim_fire", hint("aim_fire"))]
        if self.stops:
            place = f"{self.stops.index(self.cursor) + 1} " if self.cursor in self.stops else ""
            words = f"next aim ({place}of {len(self.stops)})"
            buttons.append(widgets.Button(words, "next_target", hint("next_target")))
        return [
            *buttons,
            widgets.Button("more", "panel", hint("panel")),
            widgets.Button("never mind", "aim_cancel", hint("aim_cancel")),
        ]

    # Input

    def takes(self, value: Asked) -> bool:
        """Tell whether a click on a panel row that asks for this means anything: another spell or thing does."""
        return super().takes(value) or isinstance(value, Nth)

    def on_action(self, action: Asked) -> Transition:
        """Fire, aim at oneself, close the screen, or switch to another spell."""
        match action:
            case "aim_fire":
                return self.fire()
            case "aim_self":
                return Stay(redraw=self.point_at(self.program.game.here))
            case "panel":
                return Push(Unfolded(self.program, self.title, self._told_in_full, self._replies))
            case "plan":
                return self._plan()
            case "aim_cancel" | "menu":
                return Pop()
        if action == self.hotkey:
            return self.fire()
        if isinstance(action, Nth):
            return Pop(action)
        return Stay(redraw=False)

    def point_at(self, point: Point) -> bool:
        """Put the cursor on a tile, if there is one to choose."""
        return self.aiming.moves and super().point_at(point)

    def on_click(self, point: Point) -> Transition:
        """Fire at the clicked tile; a click on oneself that would hurt may be a slip, so it asks first."""
        game = self.program.game
        if not self.aiming.fires_by_click:
            return Stay()
        seen = self.forecast(self.board.scene())
        if point != game.here or seen.refused is not None or not game.ask(hurts_oneself, seen):
            return self.fire()
        action = self.aimed()
        doubts = doubts_of(self.program, action, seen)
        return Push(doubts or waste_question(self.program, action, self.title, ON_YOURSELF))

    def fire(self) -> Transition:
        """Close with the aimed command, or ask about it first."""
        seen = self.forecast(self.board.scene())
        fired = self.aiming.fired(self.aimed(), seen, self.title)
        return self.say(seen.refused) if seen.refused and fired == Stay(redraw=False) else fired

    def _plan(self) -> Transition:
        """Close with the aimed command as the first act of a plan."""
        seen = self.forecast(self.board.scene())
        return Pop(ForPlan(self.aimed())) if seen.refused is None else self.say(seen.refused)

    def on_result(self, result: object) -> Transition:
        """Close with the command when the player agreed to it."""
        return Pop(result) if isinstance(result, Agreed) else Stay()
