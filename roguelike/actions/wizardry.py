"""Wizard mode: its powers are actions, so that replays contain them. A game that uses one stays marked."""

from roguelike.actions import acting
from roguelike.components import items, spatial, vitals
from roguelike.core import sight
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.effects import experience
from roguelike.world import changes, ecs, figures, perception, space, spawning
from roguelike.world.game import Cause, Game, Single
from roguelike.world.level import covered


def _cause(actor: int, game: Game) -> Cause:
    """Mark the game as a wizard's, and return the cause for what follows."""
    game.wizard = True
    return Cause("wizardry", actor, "wizard")


class Power(acting.Action):
    """A power of wizard mode. Powers are never foreseen: they mark the game, and what they make is not undone."""

    foreseen = False
    is_deed = False


class Heal(Power, tag="wizard_heal"):
    """Restores all hit points and mana, and sets hunger to Well Fed."""

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Set the pools to their maximum, and hunger to Well Fed."""
        cause, pools = _cause(actor, game), ecs.get(actor, vitals.Pools)
        for pool, most in (("hp", pools.max_hp), ("mana", pools.max_mana)):
            if getattr(pools, pool) < most:
                game.change(changes.PoolChanged(actor, pool, getattr(pools, pool), most, cause))
        changes.alter(game, actor, vitals.HungerClock, "state", "Well Fed", cause)
        return acting.FREE


class Reveal(Power, tag="wizard_reveal"):
    """Reveals the whole level, hidden traps included."""

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Mark every tile of the level as explored and every hidden thing as found."""
        cause = _cause(actor, game)
        dark = sight.points(~game.level.explored)
        if dark:
            game.change(changes.Mapped(tuple(dark), cause))
        for thing, hidden in ecs.with_component(spatial.Hidden):
            if not hidden.found:
                changes.alter(game, thing, spatial.Hidden, "found", after=True, cause=cause)
        return acting.FREE


class ToggleGod(Power, tag="wizard_god"):
    """Turns invulnerability on or off."""

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Turn on or off that nothing takes the player's hit points (`Pools.god_mode`). It takes no turn."""
        changes.alter(
            game,
            actor,
            vitals.Pools,
            "god_mode",
            not ecs.get(actor, vitals.Pools).god_mode,
            _cause(actor, game),
        )
        return acting.FREE


class Travel(Power, tag="wizard_travel"):
    """Takes the player to any depth."""

    depth: int

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Leave for that depth; refused if there is no such depth."""
        if not 1 <= self.depth <= 100:
            return acting.Refused("Depths go from 1 to 100.")
        game.change(changes.Departed(_cause(actor, game), actor, self.depth))
        return acting.Done()


class Watch(Power, tag="wizard_watch"):
    """Opens the map viewer, which shows levels that the player has not seen."""

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Only mark the game: the viewer reveals the levels below."""
        _cause(actor, game)
        return acting.FREE


class Give(Power, tag="wizard_give"):
    """Creates an item in the player's pack."""

    item: str

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Create the item; refused if the raws have no item of that name."""
        if not game.content.has("items", self.item):
            return acting.Refused(f"There is no item called {self.item}.")
        cause = _cause(actor, game)
        made = spawning.make(game, "items", self.item, game.rng)
        changes.put_in_pack(game, actor, made, cause, "conjure[s]")
        return acting.FREE


class Spawn(Power, tag="wizard_spawn"):
    """Creates a creature next to the player."""

    mob: str

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Create the creature on a free adjacent tile; refused if there is no such kind or no room."""
        here = space.point_of(actor)
        if here is None or not game.content.has("mobs", self.mob):
            return acting.Refused(f"There is no creature called {self.mob}.")
        free = _room_beside(game, here, self.mob)
        if free is None:
            return acting.Refused("There is no room for it.")
        _cause(actor, game)
        spawning.spawn(game, "mobs", self.mob, free, game.depth)
        return acting.FREE


def _room_beside(game: Game, here: Point, mob: str) -> Point | None:
    """Return where a creature would stand, next to a tile and on free ground with its whole body; None if nowhere."""
    body = game.content.body("mobs", mob)
    beside = [(here[0] + dx, here[1] + dy) for dx, dy in DIRECTIONS]
    corners = ((x - i, y - j) for x, y in beside for i, j in covered((0, 0), body))
    return next((spot for spot in corners if game.level.has_room(body, spot)), None)


class Learn(Power, tag="wizard_learn"):
    """Teaches the player a spell."""

    spell: str

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Learn the spell; refused if it is known already or does not exist."""
        if self.spell not in game.spells:
            return acting.Refused(f"There is no spell called {self.spell}.")
        if self.spell in perception.known_names(actor):
            return acting.Refused(f"You already know {self.spell}.")
        game.change(changes.SpellLearned(actor, self.spell, _cause(actor, game)))
        return acting.FREE


class IdentifyAll(Power, tag="wizard_identify"):
    """Identifies everything carried and worn."""

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Identify the kind of each item that is still unknown."""
        cause, pack = _cause(actor, game), ecs.get(actor, items.Pack)
        for item in (*pack.worn.values(), *pack.items):
            if not perception.is_known(game, item):
                changes.get_to_know(game, item, cause)
        return acting.FREE


class Advance(Power, tag="wizard_advance"):
    """Raises the player's level by one."""

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Queue the experience missing to the next level."""
        pools = ecs.get(actor, vitals.Pools)
        missing = max(0, figures.experience_to_leave(game.content, pools.level) - pools.xp)
        game.push(experience.GainExperience(missing), Single(actor), actor, _cause(actor, game))
        return acting.FREE
