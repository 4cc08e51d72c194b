"""The pipeline: a forecast of a blast, and effects from the queue to the log."""

from roguelike.components.actors import Mind
from roguelike.components.magic import KnownSpells
from roguelike.components.vitals import Pools
from roguelike.core.data_path import data_folder
from roguelike.core.dice import Dice
from roguelike.effects.damage import Damage
from roguelike.effects.dispatch import drain
from roguelike.effects.healing import Heal
from roguelike.engine.aiming import foresee
from roguelike.engine.commands import Cast
from roguelike.engine.log.narrator import narrate
from roguelike.lab.benchmark.hall import DEATHLESS, Hall
from roguelike.lab.benchmark.row import Effort, Figure, median_ms, pace, row
from roguelike.lab.benchmark.turn_rows import own_catalog
from roguelike.raws.catalog import load_catalog
from roguelike.world import ecs
from roguelike.world.game import Cause, Single

CROWD = 20
STORM = {
    "name": "Benchmark Storm",
    "mana_cost": 1,
    "effects": {"ranged": "6", "area_of_effect": "5", "damage": "3d6"},
}
"""More rolls than can be tried one by one, so that the forecast samples."""
ROUNDS = 25


@row(f"forecast with {CROWD} creatures in the blast", "ms", at_most=8)
def forecast_of_a_blast(effort: Effort) -> Figure:
    """Measure what the aim screen does at every move of the cursor."""
    hall = Hall(load_catalog((data_folder(), {"spells": [STORM]})), near=0)
    game = hall.game
    hall.crowd(CROWD)
    ecs.get(game.player, KnownSpells).names.append(STORM["name"])  # type: ignore[arg-type]
    storm = Cast(str(STORM["name"]), hall.middle)
    touched = len(foresee(game, game.player, storm).outcomes)
    found = median_ms(lambda: foresee(game, game.player, storm), effort.of(50, least=20))
    hall.close()
    return Figure(found.value, f"{touched} creatures, {found.note}")


@row("effects: queue, handler, change, message", "effects/s", at_least=250_000)
def effects_a_second(effort: Effort) -> Figure:
    """Measure wounds and healing of creatures in view, each told."""
    hall = Hall(own_catalog(), near=0)
    game = hall.game
    hall.crowd(CROWD)
    creatures = [entity for entity, _ in ecs.with_component(Mind)]
    for creature in creatures:
        ecs.get(creature, Pools).hp = DEATHLESS // 2
    cause = Cause("Benchmark", game.player, "spell")
    effects = (Damage(Dice(2, 6)), Heal(Dice(1, 6, 2)))

    def work() -> None:
        """Wound and heal everybody for some rounds."""
        for _ in range(ROUNDS):
            game.trace.clear()
            for creature in creatures:
                for effect in effects:
                    game.push(effect, Single(creature), game.player, cause)
            drain(game)
            narrate(game, 0)

    worth = ROUNDS * len(creatures) * len(effects)
    found = pace(work, worth, effort.of(120, least=60))
    hall.close()
    return Figure(found, f"{worth} effects a sample")
