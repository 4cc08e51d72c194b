"""Enchantments that work as time passes: worn items that restore hit points or mana, staffs that recharge."""

from roguelike.components.items import Blessing, Charges, Pack, Recharging
from roguelike.components.vitals import Pools
from roguelike.core.dice import Dice
from roguelike.effects.dispatch import drain
from roguelike.effects.healing import Heal
from roguelike.effects.mana import RestoreMana
from roguelike.world import ecs
from roguelike.world.changes import alter
from roguelike.world.game import Cause, Game, Single
from roguelike.world.names import true_name
from roguelike.world.presence import present

ONE = Dice(bonus=1)


def run_enchantments(game: Game) -> None:
    """Run one turn of all enchantments on the level."""
    _recharge(game)
    if any(_gives_back(blessing) for _, blessing in ecs.with_component(Blessing)):
        for owner, pack in present(game, Pack):
            if pack.worn and owner not in game.dead:
                _bless(game, owner, pack)


def _gives_back(blessing: Blessing) -> bool:
    """Return whether a worn item restores anything as time passes."""
    return bool(blessing.health_turns or blessing.mana_turns)


def _bless(game: Game, owner: int, pack: Pack) -> None:
    """Restore a point for each worn item that is due, up to the maximum."""
    for item in pack.worn.values():
        blessing: Blessing | None = ecs.row(item).get(Blessing)
        if blessing is None:
            continue
        pools = ecs.get(owner, Pools)
        cause = Cause(true_name(item), owner, "rest")
        if _is_due(game.turn, blessing.health_turns) and pools.hp < pools.max_hp:
            game.push(Heal(ONE), Single(owner), owner, cause)
        if _is_due(game.turn, blessing.mana_turns) and pools.mana < pools.max_mana:
            game.push(RestoreMana(ONE), Single(owner), owner, cause)
    if game.queue:
        drain(game)


def _is_due(turn: int, every: int) -> bool:
    """Return whether something that happens every `every` turns happens on this turn; never for 0."""
    return every > 0 and turn % every == 0


def _recharge(game: Game) -> None:
    """Bring every used staff one turn nearer to its next charge."""
    for item, recharging, charges in ecs.with_both(Recharging, Charges):
        if item in game.dead:
            continue
        charges.progress = 0 if charges.left >= charges.most else charges.progress + 1
        if charges.progress >= recharging.turns:
            charges.progress = 0
            cause = Cause(true_name(item), 0, "rest")
            alter(game, item, Charges, "left", charges.left + 1, cause)
