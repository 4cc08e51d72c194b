"""Shooting with a missile weapon: the same roll to hit as in melee, at a distance."""

import esper

from roguelike.actions.action import Action, Deed, Done, Refused, Result, action, performs
from roguelike.actions.calling import whom
from roguelike.actions.melee import Attack, is_opponent, strike
from roguelike.actions.senses import can_see, distance_between
from roguelike.components.combat import Weapon
from roguelike.components.items import Pack
from roguelike.components.looks import Flash
from roguelike.core.geometry import distance_squared, steps_between
from roguelike.effects.particles import Projectile
from roguelike.effects.shapes import open_way
from roguelike.world.game import Cause, Game, Single
from roguelike.world.names import sees, shown_name, true_name
from roguelike.world.space import cells_of, point_of

MISSILE = Flash("*", (0, 255, 255), 50)
"""A shot in flight, 50 ms a tile (source game, 3.5)."""


@action
class Shoot(Action, tag="shoot"):
    """Shoots at a creature in sight."""

    target: int
    harms = repeats = True

    def words(self, game: Game) -> str:
        """Name the creature."""
        return f"shoot {whom(game, self.target)}"

    def title(self, game: Game) -> str:
        """Return the heading without the creature's name."""
        return "Shoot"

    def deed(self, actor: int, game: Game) -> Deed:
        """Return who is shot."""
        return "shoots", self.target

    @property
    def foe(self) -> int:
        """The creature that is shot at."""
        return self.target


def missile_attack(shooter: int) -> Attack | None:
    """Return the missile weapon that a creature has ready; None without one."""
    pack = esper.try_component(shooter, Pack)
    for item in pack.worn.values() if pack else ():
        weapon = _missile_weapon(item)
        if weapon is not None:
            return Attack(true_name(item), weapon, item)
    return None


def _missile_weapon(item: int) -> Weapon | None:
    """Return the weapon of an item, if it is one that shoots."""
    weapon = esper.try_component(item, Weapon)
    return None if weapon is None or weapon.reach_tiles is None else weapon


def _unready(shooter: int, game: Game) -> str:
    """Return the refusal for a creature with no missile weapon ready; it mentions one in the pack."""
    pack = esper.try_component(shooter, Pack)
    carried = next(filter(_missile_weapon, pack.items if pack else ()), None)
    if carried is None:
        return "You have no missile weapon ready."
    return f"Your {shown_name(game, carried)} is in the pack: take it in hand first."


@performs(Shoot)
def shoot(action: Shoot, actor: int, game: Game) -> Result:
    """Shoot if a missile weapon is ready and the target is alive, in range and in sight."""
    attack = missile_attack(actor)
    if attack is None or attack.weapon.reach_tiles is None:
        return Refused(_unready(actor, game))
    cells = cells_of(action.target)
    here = point_of(actor)
    if actor == game.player and not sees(game, action.target):
        return Refused("You see nobody there.")  # the same whether or not somebody unseen is there
    if not is_opponent(game, actor, action.target) or here is None:
        return Refused("There is nobody to shoot at.")
    if distance_between(actor, action.target) > attack.weapon.reach_tiles:
        return Refused(
            f"That is out of range: your {attack.name} reaches {attack.weapon.reach_tiles}."
        )
    seen = [cell for cell in cells if can_see(game, actor, cell)]
    if not seen:
        return Refused("You cannot see that.")
    struck = min(seen, key=lambda cell: distance_squared(here, cell))
    path = (here, *open_way(game.level, here, struck, steps_between(here, struck)))
    cause = Cause(attack.name, actor, "missile")
    game.push(Projectile(path, MISSILE), Single(action.target), actor, cause)
    strike(game, actor, action.target, attack, "missile")
    return Done()
