"""Shooting with a missile weapon: the same roll to hit as in melee, at a distance.

Throwing a carried item: a potion breaks over whoever stands there, a weapon strikes, everything makes a noise.

What does not break stays where it landed and can be picked up again. The noise is heard from there and not from where
the item was thrown, so creatures that hunt by sound go there.
"""

from collections.abc import Iterator
from typing import Self

import esper

from roguelike.actions import acting, carrying, item_use, melee, paying, senses
from roguelike.components import items, magic, spatial
from roguelike.components.looks import Flash, Renderable
from roguelike.core.geometry import Point
from roguelike.core.records import replace
from roguelike.effects import particles, shapes, targeting, unleash
from roguelike.world import changes, ecs, inventory, known_level, perception, space
from roguelike.world.derived_stats import MIGHT, stats_of
from roguelike.world.game import Cause, Game, Several, Single, Spot

MISSILE = Flash("*", (0, 255, 255), 50)
"""A shot in flight, 50 ms a tile (source game, 3.5)."""


class Shoot(acting.Assault, tag="shoot"):
    """Shoots at a creature in sight."""

    harms = repeats = True
    order, heading, does = "shoot", "Shoot", "shoots"

    @classmethod
    def options(cls, game: Game, /) -> Iterator[Self]:
        """Yield a shot at every enemy in range who is not adjacent, if a missile weapon is ready."""
        attack, player = missile_attack(game.player), game.player
        reach = (attack.weapon.reach_tiles if attack is not None else None) or 0
        for foe in senses.hostiles_in_view(game) if reach else ():
            if not space.is_adjacent(player, foe) and senses.distance_between(player, foe) <= reach:
                yield cls(foe)

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Shoot if a missile weapon is ready and the target is alive, in range and in sight."""
        attack = missile_attack(actor)
        if attack is None or attack.weapon.reach_tiles is None:
            return acting.Refused(_unready(actor, game))
        if actor == game.player and not perception.sees(game, self.target):
            return acting.Refused(
                "You see nobody there."
            )  # the same whether or not somebody unseen is there
        if not melee.is_opponent(game, actor, self.target):
            return acting.Refused("There is nobody to shoot at.")
        if senses.distance_between(actor, self.target) > attack.weapon.reach_tiles:
            return acting.Refused(
                f"That is out of range: your {attack.name} reaches {attack.weapon.reach_tiles}."
            )
        path = line_of_fire(game, actor, self.target)
        if not path:
            return acting.Refused("You cannot see that.")
        cause = Cause(attack.name, actor, "missile")
        game.push(particles.Projectile(path, MISSILE), Single(self.target), actor, cause)
        melee.strike(game, actor, self.target, attack, "missile")
        return acting.Done()


def missile_attack(shooter: int) -> melee.Attack | None:
    """Return the missile weapon that a creature has ready; None without one."""
    pack = esper.try_component(shooter, items.Pack)
    for item in pack.worn.values() if pack else ():
        weapon = _missile_weapon(item)
        if weapon is not None:
            return melee.Attack(perception.true_name(item), weapon, item)
    return None


def _missile_weapon(item: int) -> items.Weapon | None:
    """Return the weapon of an item, if it is one that shoots."""
    weapon = esper.try_component(item, items.Weapon)
    return None if weapon is None or weapon.reach_tiles is None else weapon


def _unready(shooter: int, game: Game) -> str:
    """Return the refusal for a creature with no missile weapon ready; it mentions one in the pack."""
    pack = esper.try_component(shooter, items.Pack)
    carried = next(filter(_missile_weapon, pack.items if pack else ()), None)
    if carried is None:
        return "You have no missile weapon ready."
    return f"Your {perception.shown_name(game, carried)} is in the pack: take it in hand first."


def line_of_fire(game: Game, actor: int, target: int) -> tuple[Point, ...]:
    """Return the line from an actor to the nearest tile that it sees of somebody; none if it sees none."""
    struck = senses.seen_tile(game, actor, target)
    here = None if struck is None else space.vantage(game.level, actor, struck)
    return () if struck is None or here is None else shapes.way_to(game.level, here, struck)


USUAL_TILES, LEAST_TILES, MOST_TILES = 7, 2, 10
"""Range of a weightless item thrown with average might, and the least and greatest range of anything."""
LBS_PER_TILE = 4
"""How many pounds reduce the range by a tile."""
BURST_TILES = 1
"""How far a potion splashes."""
FETCHING = 1.0
"""The worth in hit points of fetching a thrown item."""
NOISE_STEPS = 8
"""How many steps away the landing of an item is heard; a blow is heard 5 steps away."""


class Throw(acting.Aimed, tag="throw"):
    """Throws a carried or worn item at a tile; without a tile it asks where."""

    item: int
    target: Point | None = None
    harms = repeats = flies = True
    verb = "throw"

    @classmethod
    def options(cls, game: Game, /) -> Iterator[Self]:
        """Yield the throw of one item of each identified kind of potion or loose blade."""
        for item in item_use.one_of_each(game):
            weapon = esper.try_component(item, items.Weapon)
            if shatters(item) or (weapon is not None and weapon.reach_tiles is None):
                yield cls(item)

    def words(self, game: Game) -> str:
        """Name the item, and whom or what it is aimed at."""
        return f"throw {acting.the_thing(game, self.item)}{acting.at_words(game, self.target)}"

    def title(self, game: Game) -> str:
        """Return the thrown item's name as the player knows it."""
        return perception.shown_name(game, self.item)

    @property
    def used_item(self) -> int:
        """The item that leaves the pack."""
        return self.item

    def delivery(self, game: Game) -> magic.Delivery:
        """Return the item's flight from the player's hand."""
        return flight_of(game.player, self.item)

    def is_known(self, game: Game) -> bool:
        """Return whether the item is identified, or its kind makes no difference: it neither breaks nor strikes."""
        tells = shatters(self.item) or items.Weapon in ecs.row(self.item)
        return perception.is_known(game, self.item) or not tells

    def spends(self, healed: float) -> float:
        """Return what the item is worth if it breaks; else what it is worth to fetch it again."""
        return item_use.THING_WORTH if shatters(self.item) else FETCHING

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Let the item fly as far as the tile or the first creature on the line, and apply its effect there."""
        item = self.item
        pack = inventory.pack_with(actor, item)
        if pack is None:
            return acting.Refused(inventory.NOT_HELD)
        if reason := carrying.why_stuck(game, item, pack):
            return acting.Refused(reason)
        cause = Cause(perception.true_name(item), actor, "missile")
        flight = flight_of(actor, item)
        called = perception.shown_name(game, item)
        plural = perception.is_plural(game, perception.true_name(item))
        payment = paying.Payment(
            actor, magic.Use(flight), cause, self.target, _free, called, plural=plural
        )
        with known_level.as_known(game, actor):
            fault = paying.aim_fault(payment, self.target, game)
        if fault is not None:
            return fault
        path = shapes.reach(flight, actor, self.target, Single(actor), game).path
        changes.take_from_pack(game, actor, item, cause, "throw[s]")
        looks = esper.try_component(item, Renderable) or Renderable()
        flash = replace(MISSILE, glyph=looks.glyph, fg=looks.fg)
        game.push(particles.Projectile(path, flash), Single(actor), actor, cause)
        _come_down(game, actor, item, path[-1], cause)
        return acting.Done()


def _free() -> None:
    """Pay nothing: a throw costs no more than the turn."""


def flight_of(actor: int, item: int) -> magic.Delivery:
    """Return how an item flies when an actor throws it: might increases the range, weight reduces it."""
    kind = esper.try_component(item, items.Item) or items.Item()
    tiles = USUAL_TILES + stats_of(actor).bonuses[MIGHT] - int(kind.weight_lbs / LBS_PER_TILE)
    return magic.Delivery("lob", max(LEAST_TILES, min(MOST_TILES, tiles)))


def shatters(item: int) -> bool:
    """Return whether an item breaks on landing and releases the effect of drinking it."""
    kind, charges = esper.try_component(item, items.Item), esper.try_component(item, items.Charges)
    has_use = magic.Use in ecs.row(item) and (charges is None or charges.left > 0)
    return kind is not None and kind.shatters and has_use


def _come_down(game: Game, actor: int, item: int, at: Point, cause: Cause) -> None:
    """Let the item break; or let it drop, and strike a creature there if it is a weapon."""
    if shatters(item):
        use = ecs.get(item, magic.Use)
        if game.level.visible[at]:
            changes.get_to_know(game, item, cause)
        game.change(changes.Removed(item, cause))
        game.push(unleash.Unleash(burst_of(use), at), Several(()), actor, cause)
        return
    game.change(changes.Moved(item, (0, 0, spatial.NOWHERE), (*at, game.depth), cause))
    game.change(changes.Sounded(cause, at, NOISE_STEPS))
    weapon = esper.try_component(item, items.Weapon)
    struck = [each for each in targeting.creatures_in(game, Spot(at), actor) if each != actor]
    if struck and weapon is not None and weapon.reach_tiles is None:
        melee.strike(game, actor, struck[0], melee.Attack(cause.what, weapon, item), "missile")


def burst_of(use: magic.Use) -> magic.Use:
    """Return the use of an item that breaks when thrown: the same effects on everyone who is splashed."""
    radius = max(BURST_TILES, use.delivery.radius)
    return replace(use, delivery=magic.Delivery("smite", MOST_TILES, radius))
