"""The pipeline: forecasts, the best aims, and effects from the queue to the log."""

from collections.abc import Callable
from functools import cache

from roguelike.actions import wizardry
from roguelike.components import actors, vitals
from roguelike.core import data_path
from roguelike.core.formula import Dice
from roguelike.core.garbage_collection import tune_collector
from roguelike.core.records import replace
from roguelike.effects import damage, dispatch, healing
from roguelike.effects.foresight import sampler
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.aiming import best_aims, foresee
from roguelike.engine.foreseeing.intents import HORIZON_TURNS
from roguelike.engine.foreseeing.reply import SAMPLES, Estimate, reply
from roguelike.engine.play.commands import Cast, Rest
from roguelike.engine.telling.sentences import narrate
from roguelike.lab.benchmark.hall import DEATHLESS, Hall
from roguelike.lab.benchmark.row import PER_STANDARD, STANDARD, Effort, Figure, row, standard_ms
from roguelike.lab.benchmark.turn_rows import own_catalog
from roguelike.raws.catalog import load_catalog
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause, Game, Single
from roguelike.world.terrain import Tile

CROWD, SKIRMISH = 20, 6
STORM = {
    "name": "Benchmark Storm",
    "mana_cost": 1,
    "effects": {"ranged": "6", "area_of_effect": "5", "damage": "3d6"},
}
"""Too many rolls to try them all, so the forecast samples."""
FIRE = "Hearth Unbound"
MORTAL = 10
"""Hit points of creatures most of which die: a Storm takes 10.5 on average."""
ROUNDS = 25
TURNS_A_FRAME = 4
"""Turns by which a screen refines a reply each frame."""


@cache
def _storm_catalog() -> Catalog:
    """Load the data with one more spell, once, as the program does."""
    catalog = load_catalog((data_path.data_folder(), {"spells": [STORM]}))
    tune_collector()
    return catalog


def stage(
    spell: str, *, hit_points: int = DEATHLESS, ground: Tile = Tile.FLOOR
) -> tuple[Hall, Cast]:
    """Return a hall with a player who knows a spell and a crowd with `hit_points` each, and a cast at the middle."""
    hall = Hall(_storm_catalog(), ground=ground)
    hall.session.do(wizardry.Learn(spell))
    ecs.get(hall.game.player, vitals.Pools).max_mana = DEATHLESS
    hall.session.do(wizardry.Heal())
    hall.crowd(CROWD)
    for creature, _ in ecs.with_component(actors.Mind):
        ecs.get(creature, vitals.Pools).hp = hit_points
    return hall, Cast(spell, hall.middle)


def forecast(effort: Effort, hall: Hall, cast: Cast) -> Figure:
    """Measure what the aim screen does at every move of the cursor, before it is refined while the player looks."""
    game = hall.game
    seen = foresee(game, game.player, cast, sampler.FIRST)
    assert seen.refused is None, seen.refused
    deaths = sum(outcome.kill for outcome in seen.outcomes.values())
    found = standard_ms(
        lambda: foresee(game, game.player, cast, sampler.FIRST), effort.of(50, least=10)
    )
    return replace(found, note=f"{len(seen.outcomes)} touched, {deaths:.1f} die; {found.note}")


@row(f"forecast, {CROWD} creatures in the blast, all living", STANDARD, at_most=4)
def forecast_of_wounds(effort: Effort) -> Figure:
    """Measure a blast that kills nobody."""
    return forecast(effort, *stage("Benchmark Storm"))


@row(f"forecast, {CROWD} in the blast, most dying", STANDARD, at_most=6)
def forecast_of_deaths(effort: Effort) -> Figure:
    """Measure a blast that kills half of them or more."""
    return forecast(effort, *stage("Benchmark Storm", hit_points=MORTAL))


@row("forecast of a great fire on grass, first estimate", STANDARD, at_most=12)
def forecast_of_fire(effort: Effort) -> Figure:
    """Measure a fire spell in a crowd of the same size on a meadow, where everything burns."""
    hall, cast = stage(FIRE, ground=Tile.GRASS)
    return forecast(effort, hall, replace(cast, target=best_aims(hall.game, cast)[0]))


@row(f"opening an aim screen among {CROWD}", STANDARD, at_most=12)
def aim_screen(effort: Effort) -> Figure:
    """Measure finding the best aims of a blast that kills many: what opening the screen waits for."""
    hall, cast = stage("Benchmark Storm", hit_points=MORTAL)
    return standard_ms(lambda: best_aims(hall.game, cast), effort.of(20, least=5))


def replies(effort: Effort, creatures: int, ask: Callable[[Game], object]) -> Figure:
    """Measure the reply of a number of hunters close by to a wait."""
    hall = Hall(own_catalog())
    hall.crowd(creatures)
    return standard_ms(lambda: ask(hall.game), effort.of(20, least=5))


@row(f"reply of {SKIRMISH} awake, {SAMPLES} samples", STANDARD, at_most=15)
def reply_in_full(effort: Effort) -> Figure:
    """Measure a reply at its full accuracy, extremes included."""
    return replies(effort, SKIRMISH, lambda game: reply(game, Rest()))


@row(f"reply of {CROWD} awake, first estimate", STANDARD, at_most=15)
def reply_at_once(effort: Effort) -> Figure:
    """Measure what a screen plays, some turns a frame, before it shows anything."""

    def ask(game: Game) -> None:
        """Refine an estimate until it can be shown."""
        estimate = Estimate(game, Rest())
        while not estimate.refine(TURNS_A_FRAME):
            pass
        estimate.told()

    return replies(effort, CROWD, ask)


@row(f"horizon of {HORIZON_TURNS} turns for a reply of {SKIRMISH} awake", STANDARD, at_most=15)
def horizon(effort: Effort) -> Figure:
    """Measure what is played besides a reply, in idle frames, to tell what comes after the turn."""

    def ask(game: Game) -> None:
        """Look ahead once there is a turn to go on from."""
        estimate = Estimate(game, Rest())
        estimate.refined(1)
        estimate.looking_ahead()

    return replies(effort, SKIRMISH, ask)


@row("what each tile within three steps would cost", STANDARD, at_most=200)
def danger(effort: Effort) -> Figure:
    """Measure what is worked out in idle frames for the marks on the tiles around the player, with six close by."""
    return replies(effort, SKIRMISH, lambda game: planning.Danger(game, 3).refine())


@row("the fight foreseen to its end", STANDARD, at_most=250)
def fight_to_its_end(effort: Effort) -> Figure:
    """Measure a fight with six in all its futures, the counsel that it begins with included."""
    return replies(effort, SKIRMISH, planning.fight)


@row("effects: queue, handler, change, message", PER_STANDARD, at_least=150)
def effects_done(effort: Effort) -> Figure:
    """Measure wounds and healing of creatures in view, each logged."""
    hall = Hall(own_catalog())
    game = hall.game
    hall.crowd(CROWD)
    creatures = [entity for entity, _ in ecs.with_component(actors.Mind)]
    for creature in creatures:
        ecs.get(creature, vitals.Pools).hp = DEATHLESS // 2
    cause = Cause("Benchmark", game.player, "spell")
    effects = (damage.Damage(Dice(2, 6)), healing.Heal(Dice(1, 6, 2)))

    def work() -> None:
        """Wound and heal everybody for some rounds."""
        for _ in range(ROUNDS):
            game.trace.clear()
            for creature in creatures:
                for effect in effects:
                    game.push(effect, Single(creature), game.player, cause)
            dispatch.drain(game)
            narrate(game, 0)

    worth = ROUNDS * len(creatures) * len(effects)
    found = standard_ms(work, effort.of(120, least=20))
    return Figure(worth / found.value, f"{worth} effects a sample", found.spread)
