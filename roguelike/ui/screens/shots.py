"""Shooting and casting again by a key: at whom, without the aim screen."""

from typing import TYPE_CHECKING

from roguelike.core.records import replace
from roguelike.engine import commands
from roguelike.ui.panels.creature_rows import nearest_first
from roguelike.ui.screen import Transition

if TYPE_CHECKING:  # it makes this
    from roguelike.ui.screens.commanding import Commanding

Shot = commands.Cast | commands.UseItem | commands.Throw | commands.Shoot
"""What can be done again at somebody else."""
NOTHING_YET = "There is nothing to repeat yet: cast, shoot or throw something first."
GONE = "You have none of that left."


class Shots:
    """The enemy that is marked, and the last thing that was aimed."""

    def __init__(self, screen: "Commanding") -> None:
        """Serve a screen that carries out commands; nobody is marked yet."""
        self.screen = screen
        self.target: int | None = None
        self.last: Shot | None = None

    def note(self, action: commands.Action) -> None:
        """Remember what was done, if it can be done again."""
        match action:
            case commands.Shoot() | commands.Cast():
                self.last = action
            case commands.UseItem() | commands.Throw() if action.target is not None:
                self.last = action

    def fire(self) -> Transition:
        """Shoot at the marked enemy; where that one is out of reach, at the nearest who is not."""
        enemies = self._enemies()
        if self.target in enemies:
            enemies.sort(key=lambda enemy: enemy != self.target)
        session = self.screen.session
        within = (e for e in enemies if session.forecast(commands.Shoot(e)).refused is None)
        aim = next(within, enemies[0] if enemies else 0)
        action = commands.Shoot(aim)
        question = self.screen.ask_first(action)
        if question is not None:
            return question
        report = session.do(action)
        if report.acted:
            self.target = aim
            self.note(action)
        return self.screen.show(report)

    def repeat(self) -> Transition:
        """Do what was aimed last again, where it does most; where that would harm a friend, aim first."""
        last, session = self.last, self.screen.session
        match last:
            case None:
                return self.screen.say(NOTHING_YET)
            case commands.Shoot():
                return self.fire()
            case commands.Cast(target=None):
                return self.screen.preview(last, "repeat")
            case commands.UseItem(item) | commands.Throw(item) if not self._has(item):
                return self.screen.say(GONE)
        aims = session.best_aims(last)
        if aims:
            best = session.aimed_at(last, aims[0])
            if not session.harms_own_side(session.forecast(best)):
                return self.screen.perform(best)
        return self.screen.perform(replace(last, target=None))

    def _has(self, item: int) -> bool:
        """Return whether the player still carries a thing."""
        return any(view.entity == item for view in self.screen.session.pack())

    def mark_next(self, way: int) -> Transition:
        """Mark the next enemy in view."""
        enemies, session = self._enemies(), self.screen.session
        if not enemies:
            return self.screen.say("There is no enemy in view.")
        if self.target in enemies:
            self.target = enemies[(enemies.index(self.target) + way) % len(enemies)]
        else:
            self.target = enemies[0 if way > 0 else -1]
        return self.screen.say(f"Target: {session.creature(self.target).called}.")

    def _enemies(self) -> list[int]:
        """List the enemies in view, near ones first."""
        session = self.screen.session
        seen = nearest_first(session.creatures(), session.here)
        return [creature.entity for creature in seen if creature.hostile]
