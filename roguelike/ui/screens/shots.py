"""Chooses targets for shooting and casting again by a key, without the aim screen."""

from typing import TYPE_CHECKING

from roguelike.core.records import State
from roguelike.engine.foreseeing.aiming import harms_own_side, worth
from roguelike.engine.play import commands
from roguelike.ui.panels.creature_rows import nearest_first

if TYPE_CHECKING:  # a session is passed in
    from roguelike.core.geometry import Point
    from roguelike.engine.session import Session

NOBODY_LEFT = "There is no enemy in view."
MOST_COMPARED = 6
"""Number of aims among which the one at the weakest enemy is sought."""


class Shots(State):
    """The marked enemy, and the last aimed command."""

    target: int | None = None
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
        if action.foe:
            self.target = action.foe

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


def _at_the_worst_hurt(last: commands.Action, aims: "list[Point]", session: "Session") -> "Point":
    """Return the best aim; among equals, the one at the enemy with the fewest hit points, so that it falls first."""
    left = {each.point: each.hp for each in session.creatures() if each.hostile}

    def value(aim: "Point") -> float:
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
