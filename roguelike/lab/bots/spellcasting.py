"""Habits of a mage in battle: the spell with the best forecast for its mana, healing in time, haste and shields.

Every spell is judged by its own forecast and by its price. The greater the danger, the less mana is worth: there is no
point in saving it when one may die.

Habits about known spells: which are ready, and what is inscribed on them, by their worth.
"""

from collections.abc import Iterator
from math import sqrt

import esper

from roguelike.actions import spell_use
from roguelike.commands.pricing import worth_of
from roguelike.components import items, magic, vitals
from roguelike.core.effect import Effect
from roguelike.core.rng import Stream
from roguelike.effects import healing, portals, summoning
from roguelike.effects.foresight import sampler
from roguelike.effects.statuses import running
from roguelike.engine.foreseeing.aiming import Forecast, harms_own_side, worth
from roguelike.engine.play.commands import Action, Attune, Cast, Inscribe, UseItem
from roguelike.engine.session import Session
from roguelike.engine.views import choices
from roguelike.lab.bots import appraisal, item_habits
from roguelike.lab.bots.fighting import aimed_items, by_promise, zap
from roguelike.lab.bots.taste import USUAL, Taste, of_spell
from roguelike.systems.ai.abilities import KILL_WORTH_HP, STATUS_WORTH_HP
from roguelike.world import ecs, factions, figures, perception
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game
from roguelike.world.spells import inscribed_on, ready_spells, spell_of, spell_with

HURT, DESPERATE = 0.5, 0.3
"""Shares of hit points below which the bot heals itself, and below which it tries anything."""
THREATENED, IMPERILLED = 0.35, 0.7
"""Estimated costs of a fight, in shares of hit points, above which the bot prepares, and spares nothing."""
MANA_WORTH = 1.2
"""Hit points of enemies that a point of mana should take, in a fight that costs nothing else."""
LIKED = 0.2
"""The share of its worth that each point of liking adds to a spell."""
AIMS = 2
CALL_WORTH = 12.0
"""Worth of having an ally in front."""


def affordable(game: Game) -> list[str]:
    """List the ready spells that there is mana for."""
    pools = ecs.get(game.player, vitals.Pools)
    return [
        spell.name for spell in ready_spells(game, game.player) if spell_use.affords(pools, spell)
    ]


def affordable_with(game: Game, kind: type[Effect]) -> list[Cast]:
    """List casts of affordable spells that have an effect of a kind."""
    spells = (spell_of(game, game.player, name) for name in affordable(game))
    return [
        Cast(spell.name)
        for spell in spells
        if any(isinstance(effect, kind) for effect in spell.use.effects)
    ]


def wield_magic(session: Session, rng: Stream, taste: Taste = USUAL) -> Iterator[Action]:
    """Cast the spell whose forecast, less the current worth of its mana, is best; spells that are liked seem better."""
    game = session.game
    enemies = appraisal.near_enemies(game)
    if not enemies:
        return
    price = (
        MANA_WORTH
        * taste.mana_worth
        * max(0.2, 1 - appraisal.danger(game, appraisal.hunting(game)))
    )
    spells = [spell_of(game, game.player, name) for name in affordable(game)]
    yield from by_promise(
        (_promise(session, action) * _favour(spell, taste) - price * spell.mana_cost, action)
        for spell in spells
        for action in _aimed(session, Cast(spell.name), aimed=spell.use.delivery.aimed)
    )


def _favour(spell: magic.SpellTemplate, taste: Taste) -> float:
    """Return by how much more a spell seems to promise to who likes it: up to twice as much."""
    return 1.0 if taste is USUAL else 1 + max(0.0, min(1.0, LIKED * taste.liking(of_spell(spell))))


def _aimed(session: Session, action: Action, *, aimed: bool) -> list[Action]:
    """Return a cast or use with its best aims."""
    if not aimed:
        return [action]
    return [action.at(aim) for aim in session.best_aims(action)[:AIMS]]


def _promise(session: Session, action: Action) -> float:
    """Return the worth of an action's forecast; below 0 if it would hurt the player's side."""
    seen = session.forecast(action, sampler.BRIEF)
    if session.ask(harms_own_side, seen) or _may_hit_neighbours(session.game, seen):
        return -1.0
    called = CALL_WORTH if _calls(session.game, action) else 0.0
    return worth(session.game, seen) - _in_vain(session.game, seen) + called


def _may_hit_neighbours(game: Game, seen: Forecast) -> bool:
    """Return whether a spell in town reaches tiles out of sight, where it may hit townspeople, who forgive nothing."""
    return game.depth == portals.TOWN and not all(game.level.visible[cell] for cell in seen.cells)


def _in_vain(game: Game, seen: Forecast) -> float:
    """Return the excess of a forecast's promised later damage to enemies over its worth, in hit points.

    Effects that are running already are no gain, nor is what would come after death; and an enemy that suffers later
    strikes until then.
    """
    found = 0.0
    for foe in appraisal.near_enemies(game):
        outcome, coming = seen.outcomes.get(foe), appraisal.running_out(foe)
        if outcome is None or not (outcome.later[1] or coming):
            continue
        renewed = sum(
            chance for name, (chance, _) in outcome.statuses.items() if running(foe, name)
        )
        left = ecs.get(foe, vitals.Pools).hp - outcome.damage[1]
        later = outcome.later[1]
        found += (
            STATUS_WORTH_HP * renewed
            + later
            - appraisal.TICKING * min(later, max(0.0, left - coming))
        )
        if coming >= left:
            found += KILL_WORTH_HP * outcome.dies_later
    return found


def _calls(game: Game, action: Action) -> bool:
    """Return whether a spell summons an ally while the player has none, in danger."""
    use = action.use(game) if action.used_spell else None
    if use is None or not any(isinstance(each, summoning.Summon) for each in use.effects):
        return False
    others = set(game.level.blockers.values()) - {game.player}
    return appraisal.danger(game, appraisal.hunting(game)) > THREATENED and not any(
        factions.master_of(other) == game.player for other in others
    )


def expend(session: Session, rng: Stream) -> Iterator[Action]:
    """In danger, use wands and scrolls."""
    game = session.game
    if appraisal.danger(game, appraisal.hunting(game)) < IMPERILLED:
        return
    yield from by_promise(
        (_promise(session, action), action)
        for item in aimed_items(game)
        for action in _aimed(session, UseItem(item), aimed=True)[:1]
    )


def mend(session: Session, rng: Stream) -> Iterator[Action]:
    """When hurt with enemies near, drink or cast healing."""
    game = session.game
    if appraisal.health(game) > HURT or not appraisal.hunting(game):
        return
    yield from (UseItem(item) for item in item_habits.known_uses(game, healing.Heal))
    yield from affordable_with(game, healing.Heal)


def gamble(session: Session, rng: Stream) -> Iterator[Action]:
    """About to die, use unidentified potions and the like."""
    if appraisal.health(session.game) <= DESPERATE and appraisal.pressing(session.game, 2):
        yield from (UseItem(item) for item in item_habits.unknown_potions(session.game))


def find_out(session: Session, rng: Stream) -> Iterator[Action]:
    """In an easy fight, try unidentified items on enemies: a turn is cheap, and many of them do harm."""
    if 0 < appraisal.danger(session.game, appraisal.hunting(session.game)) < THREATENED:
        yield from zap(session, rng)


def try_out(session: Session, rng: Stream) -> Iterator[Action]:
    """In danger, aim unidentified things at the enemies."""
    if appraisal.danger(session.game, appraisal.hunting(session.game)) > IMPERILLED:
        yield from zap(session, rng)


UNWEIGHED = 8.0
"""Worth of a spell without damage: one that summons, moves or hastens."""


class Attunement:
    """Keeps the most valuable spells ready, and compares spells again only after something has changed."""

    def __init__(self, taste: Taste = USUAL) -> None:
        """Start with nothing compared: `_weighed` is the state of the spells when nothing was left to improve."""
        self._taste = taste
        self._weighed: object = None

    def attune(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Attune to spells while there is room, and swap worse spells for better ones."""
        game = session.game
        if appraisal.near_enemies(game):
            return
        known = [
            (name, inscribed_on(game.player, name)) for name in perception.known_names(game.player)
        ]
        weighed = (
            known,
            perception.ready_names(game.player),
            figures.places_of(game, game.player),
            _skill(game),
        )
        if weighed == self._weighed:
            return
        yield from attunements(game, self._taste)
        self._weighed = weighed


def attunements(game: Game, taste: Taste = USUAL) -> Iterator[Action]:
    """Yield the attunement to the best spell that is not ready, if there is room or a worse one is ready."""
    ready = perception.ready_names(game.player)
    dormant = [name for name in perception.known_names(game.player) if name not in ready]
    if not dormant:
        return

    def worth(name: str) -> float:
        """Return the worth of having a spell ready, for who likes what they like."""
        return _worth(game, name) * _favour(spell_of(game, game.player, name), taste)

    best = max(dormant, key=lambda name: (worth(name), name))
    if len(ready) < figures.places_of(game, game.player):
        yield Attune(best)
        return
    worst = min(ready, key=lambda name: (worth(name), name))
    if worth(best) > worth(worst):
        yield Attune(best, worst)


def inscribe(session: Session, rng: Stream) -> Iterator[Action]:
    """Inscribe each rune on the spell that gains most from it, if any does."""
    game = session.game
    if appraisal.near_enemies(game):
        return
    for rune in ecs.get(game.player, items.Pack).items:
        if esper.try_component(rune, magic.Rune) is None:
            continue
        fit = [
            view.before.name
            for view in session.ask(choices.inscription_views, rune)
            if view.after is not None
        ]
        gains = {name: _gain(game, name, perception.true_name(rune)) for name in fit}
        best = max(gains, key=lambda name: (gains[name], name), default="")
        if best and gains[best] > 0:
            yield Inscribe(rune, best)


def _gain(game: Game, name: str, rune: str) -> float:
    """Return how much more a known spell is worth with one more rune."""
    runes = (*inscribed_on(game.player, name), rune)
    return _value(game, spell_with(game, game.player, name, runes)) - _worth(game, name)


def _worth(game: Game, name: str) -> float:
    """Return the worth of having a known spell ready."""
    return _value(game, spell_of(game, game.player, name))


def _value(game: Game, spell: magic.SpellTemplate) -> float:
    """Return a spell's worth, a compromise between effect per cast (turns are scarce) and per mana (mana is, too)."""
    skill, level = _skill(game)
    worth = worth_of(game.content, spell, skill, level) or UNWEIGHED
    return worth / sqrt(max(1, spell.mana_cost))


def _skill(game: Game) -> tuple[int, int]:
    """Return the player's Magic and level."""
    skill = ecs.get(game.player, vitals.Skills).magic + stats_of(game.player).blessing.magic
    return int(skill), ecs.get(game.player, vitals.Pools).level
