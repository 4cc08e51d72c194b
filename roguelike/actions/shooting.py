"""Shooting with a missile weapon: the same roll to hit as in melee, at a distance."""

from collections.abc import Iterator
from typing import Self

import esper

from roguelike.actions.action import Assault, Done, Refused, Result, action, performs
from roguelike.actions.melee import Attack, is_adjacent, is_opponent, strike
from roguelike.actions.senses import can_see, distance_between, hostiles_in_view
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
class Shoot(Assault, tag="shoot"):
    """Shoots at a creature in sight."""

    harms = repeats = True
    order, heading, does = "shoot", "Shoot", "shoots"

    @classmethod
    def options(cls, game: Game, /) -> Iterator[Self]:
        """Yield a shot at every enemy in range who is not adjacent, if a missile weapon is ready."""
        attack, player = missile_attack(game.player), game.player
        reach = (attack.weapon.reach_tiles if attack is not None else None) or 0
        for foe in hostiles_in_view(game) if reach else ():
            if not is_adjacent(player, foe) and distance_between(player, foe) <= reach:
                yield cls(foe)


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
