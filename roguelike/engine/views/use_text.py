"""The words for what a use does, and explanations of the statuses, fires and clouds that it causes.

A spell's page names them ("marked for 5 turns"); the explanations say what that means. All are made from the rows,
their effects and deliveries, so that they always match the rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import ge

import esper

from roguelike.actions import acting, shooting, spell_use
from roguelike.components import actors, hazards, items, magic, vitals
from roguelike.components.statuses import FORBIDDEN, TICKS, StatusEffect, StatusTemplate
from roguelike.core.effect import Effect, mean_of, tiles_words
from roguelike.core.formula import NO_POWER
from roguelike.core.grammar import capital, counted, listed
from roguelike.core.records import replace, words_of
from roguelike.effects import elements, shapes, standing, unleash
from roguelike.effects.runes import LaySpell, PlaceRune, laid_by
from roguelike.effects.statuses import Afflict, Cleanse, Slow
from roguelike.engine.foreseeing.aiming import Forecast, status_labels
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.views.records import SpellView
from roguelike.world import perception
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game, template_of
from roguelike.world.spells import spell_of
from roguelike.world.terrain import GROUND, Tile

SPARED = {"friends": "friends", "self": "its caster"}
"""Whom a delivery spares, where that is worth mentioning."""
CAUSES = {"impact": "being driven into something", "blow": "a blow"}
"""Descriptions of damage sources that are stored as elements but are not."""


def use_text(use: magic.Use, content: Catalog) -> str:
    """Describe what a use does and how far it reaches: "2d6 (2-12) fire damage, range 6, radius 2"."""
    return ", ".join(use_parts(use, content))


def use_parts(use: magic.Use, content: Catalog) -> list[str]:
    """List what a use does and how far it reaches, part by part."""
    shown = [effect for effect in use.effects if not _is_outdone(effect, use.effects)]
    words = [effect_words(effect, content) for effect in shown]
    return [*words, *_delivery_words(use.delivery)]


def effect_words(effect: Effect, content: Catalog) -> str:
    """Describe an effect with statuses and factions as players know them: "afraid for 4 turns" for Feared."""
    match effect:
        case Afflict(status=name) | Cleanse(status=name) if name:
            return replace(effect, status=called(content.statuses[name])).words()
        case standing.MoveStanding():
            return effect.words_of(content.called(standing.faction_of(content, effect)))
        case _:
            return effect.words()


def called(status: StatusTemplate) -> str:
    """Return the name of a status within a sentence."""
    return status.label or status.name.lower()


def _is_outdone(effect: Effect, effects: Sequence[Effect]) -> bool:
    """Return whether an effect is made useless by another of the same use, as a slow by a worse one."""
    match effect:
        case Slow(penalty, turns):
            mine = mean_of(penalty), turns
            slows = [(mean_of(each.penalty), each.turns) for each in effects if type(each) is Slow]
            return any(all(map(ge, other, mine)) and other != mine for other in slows)
        case Afflict(status, turns, strength) if not mean_of(strength):
            lasting = [each for each in effects if type(each) is Afflict and each.status == status]
            return any(each.turns > turns for each in lasting)
        case _:
            return False


def _delivery_words(delivery: magic.Delivery) -> list[str]:
    """Describe shape, range and radius, in tiles."""
    words = [shapes.SHAPE_WORDS[delivery.shape]] if delivery.shape in shapes.SHAPE_WORDS else []
    if delivery.range is not None and not delivery.on_user:
        words.append(f"range {delivery.range}")
    words += _size_words(delivery)
    if delivery.forks:
        words.append(
            "and at the nearest other enemy" + (f" x{delivery.forks}" * (delivery.forks > 1))
        )
    if delivery.spares in SPARED:
        words.append(f"spares {SPARED[delivery.spares]}")
    if delivery.silent:
        words.append("silent")
    return words


def _size_words(delivery: magic.Delivery) -> list[str]:
    """Describe the size: for a chain how many it strikes and how far it leaps, for a wall its width."""
    if delivery.shape == "chain":
        return [f"{delivery.count} at most, each within {tiles_words(delivery.radius)} of the last"]
    if delivery.shape == "wall":
        return [f"{tiles_words(2 * delivery.radius + 1)} wide"]
    return [f"radius {delivery.radius}"] if delivery.radius else []


def throw_words(game: Game, item: int) -> tuple[str, ...]:
    """Describe how far a carried item would fly, and its effect as far as the player knows it."""
    words = [f"Flies {counted(shooting.flight_of(game.player, item).range or 0, 'tile')}."]
    use = esper.try_component(item, magic.Use)
    weapon = esper.try_component(item, items.Weapon)
    if not perception.is_known(game, item):
        words.append("Nobody knows what will come of it.")
    elif use is not None and shooting.shatters(item):
        words.append(f"Breaks: {use_text(shooting.burst_of(use), game.content)}.")
    elif weapon is not None and weapon.reach_tiles is None:
        words.append("Strikes as in your hand, and lies there.")
    else:
        words.append("Lies where it comes down.")
    return tuple(words)


def rune_words(rune: magic.Rune) -> str:
    """Describe a rune and its effect on the price: "a blast that goes a tile farther; half as dear again"."""
    parts = []
    if rune.mana_share != 1:
        parts.append(f"its price times {rune.mana_share:g}")
    if rune.mana_plus:
        parts.append(f"{rune.mana_plus} mana more")
    if not parts and not any(isinstance(each, magic.Bleed) for each in rune.rewrites):
        parts.append("its price as it was")
    return "; ".join([f"{rune.word}: {rune.does}", *filter(None, [" and ".join(parts)])])


def explanations(game: Game, use: magic.Use) -> list[str]:
    """Explain each status, fire and cloud that a use causes, as in "Marked: takes 1.5 times all harm.", once."""
    lines = []
    for effect in use.effects:
        if isinstance(effect, Afflict):
            status = game.content.statuses[effect.status]
            word = called(status)
            lines.append(f"{capital(word)}: {status_text(game, status)}.")
        elif isinstance(effect, elements.Kindle | PlaceRune):
            turns = effect.turns or game.content.hazards[effect.hazard].turns
            power = effect.power if isinstance(effect, PlaceRune) else NO_POWER
            words = hazard_text(game, effect.hazard, power)
            lines.append(f"{effect.hazard}, {counted(turns, 'turn')}: {words}.")
        elif isinstance(effect, LaySpell):
            lines += explanations(game, laid_by(game, effect))
    return list(dict.fromkeys(lines))


def with_power(use: magic.Use, power: Mapping[str, float]) -> magic.Use:
    """Return a use with its formulas evaluated."""
    return replace(use, effects=tuple(unleash.empowered(each, power) for each in use.effects))


def status_text(game: Game, status: StatusTemplate, effect: StatusEffect | None = None) -> str:
    """Describe what a status does to its bearer, with the numbers of `effect`: "cannot act; any harm ends it"."""
    bonuses = zip(vitals.ATTRIBUTES, effect.bonuses if effect else (), strict=False)
    parts = [
        *_what_it_does(status, f"{effect.strength:g}" if effect else "that much"),
        *(f"{name} {bonus:+d}" for name, bonus in bonuses if bonus),
        *(_reaction_text(game, row) for row in _reactions_of(game, status.name)),
    ]
    ends = [("any harm" if what == "damage" else what) for what in status.ended_by]
    ends += [GROUND[Tile(ground)].name for ground in status.quenches]
    if ends:
        parts.append(f"{listed(ends, 'or')} ends it")
    return "; ".join(parts) or "does nothing by itself"


def _what_it_does(status: StatusTemplate, amount: str) -> Iterator[str]:
    """Yield what a status does each turn, or as long as it lasts."""
    if status.forbids:
        yield f"cannot {listed((FORBIDDEN[what] for what in status.forbids), 'or')}"
    if status.tick:
        element = f" ({status.element})" if status.element else ""
        yield TICKS[status.tick].format(amount) + element
    if status.slows:
        yield "acts sooner" if status.good else "acts later"
    if status.absorbs:
        yield f"takes no harm until {amount} of it is used up"
    if status.damage_share != 1:
        yield f"takes {_times(status.damage_share)} all harm"
    yield from (f"takes {_times(share)} all harm by {what}" for what, share in status.resistances)
    yield from words_of(status)


def _reactions_of(game: Game, status: str) -> list[hazards.Reaction]:
    """List the rows of the reaction table about the bearers of a status."""
    rows = (row for found in game.content.creature_reactions.values() for row in found)
    return [row for row in rows if row.status == status]


def _reaction_text(game: Game, row: hazards.Reaction) -> str:
    """Describe what an element does to a status' bearer: "lightning does 1.5 times its harm and leaps to others"."""
    does = []
    if row.damage_share != 1:
        does.append(f"does {_times(row.damage_share)} its harm")
    if row.begins is not None:
        does.append(f"leaves it {called(game.content.statuses[row.begins])}")
    if row.conducts:
        does.append("leaps to others like it beside it")
    if row.ends:
        does.append("ends it")
    least = f" of {row.least_damage} or more" if row.least_damage else ""
    return f"{CAUSES.get(row.element, row.element)}{least} {listed(does)}"


def hazard_text(game: Game, name: str, power: Mapping[str, float] = NO_POWER) -> str:
    """Describe what a fire, cloud or rune does to whoever enters it: "2 poison damage each turn; drifts"."""
    hazard = game.content.hazards[name]
    each_turn = use_text(magic.Use(effects=hazard.effects), game.content)
    parts = [f"{each_turn} each turn"] if each_turn else []
    if hazard.spread_percent:
        parts.append(f"spreads, {hazard.spread_percent:g}% a turn, to whatever burns beside it")
    if hazard.drifts:
        parts.append("drifts")
    if (
        trigger := template_of(game.content, actors.Kind("hazards", name), magic.Trigger)
    ) is not None:
        does = use_text(with_power(trigger.use, power), game.content)
        parts.append(f"to whoever treads on it: {does}")
    return "; ".join(parts) or "harms nobody by itself"


def _times(share: float) -> str:
    """Return a factor in words: "half", "twice", "1.5 times"."""
    return {0.25: "a quarter of", 0.5: "half", 2: "twice"}.get(share, f"{share:g} times")


def explanations_of(game: Game, spell: SpellView) -> list[str]:
    """Explain the statuses, fires and clouds that one of the player's spells causes."""
    found = spell_of(game, game.player, spell.name)
    return explanations(game, with_power(found.use, spell_use.power_of(found, game.player)))


def seen_labels(game: Game, seen: Forecast | Reply) -> dict[str, str]:
    """Map the statuses of a forecast or reply to their labels in play: "afraid" for Feared."""
    outcomes = [*seen.outcomes.values(), *([seen.you] if isinstance(seen, Reply) else [])]
    return status_labels(game, outcomes)


def gravity_of(game: Game, seen: Forecast | Reply) -> dict[str, int]:
    """Map the statuses of a forecast or reply to how much they matter: least of all those that harm nobody."""
    kinds = {name: game.content.statuses[name] for name in seen_labels(game, seen)}
    return {name: GRAVE if kind.controls else kind.is_bad for name, kind in kinds.items()}


GRAVE = 2
"""The gravity of a status that takes turns; of others that are bad it is 1."""


def ailment_labels(game: Game, seen: Forecast | Reply) -> dict[str, str]:
    """Map the statuses of a forecast or reply that are not good to their labels in play."""
    labels = seen_labels(game, seen)
    return {name: label for name, label in labels.items() if not game.content.statuses[name].good}


def elements_of(game: Game, action: acting.Action, seen: Forecast) -> frozenset[str]:
    """Return the elements of the damage that a command and the statuses of its forecast would do."""
    use = action.use(game)
    names = {name for outcome in seen.outcomes.values() for name in outcome.statuses}
    kinds = {game.content.statuses[name].element for name in names}
    kinds |= {getattr(each, "element", "") for each in (use.effects if use else ())}
    return frozenset(kinds - {""})
