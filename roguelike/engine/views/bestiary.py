"""What the player knows about creatures and spells: more with every one that is met, killed or watched."""

from collections.abc import Iterable, Sequence
from typing import Literal

from roguelike.components.combat import NaturalDefence, Resistances
from roguelike.components.looks import Described
from roguelike.components.vitals import Pools
from roguelike.core.grammar import capital
from roguelike.core.rng import Stream
from roguelike.engine.views.records import DiscoveryView
from roguelike.engine.views.use_text import use_text
from roguelike.raws.catalog import Catalog
from roguelike.world.game import Game, Lore
from roguelike.world.spell_names import known_names

UNKNOWN = "?"
State = Literal["known", "met"]


def beast_views(game: Game) -> tuple[DiscoveryView, ...]:
    """List the kinds of creatures: those met by name, the rest as question marks."""
    if not isinstance(game.content, Catalog):
        return ()
    views = []
    for name in game.content.names("mobs"):
        lore = game.lore.get(name)
        if lore is None:
            views.append(DiscoveryView("Creatures", UNKNOWN, "unknown"))
        else:
            lines = tuple(_beast_lines(game, name, lore))
            views.append(DiscoveryView("Creatures", name, "known", lines))
    return tuple(sorted(views, key=lambda view: (view.state, view.name)))


def _beast_lines(game: Game, name: str, lore: Lore) -> Iterable[str]:
    """Yield what is known about a kind of creature."""
    content = game.content
    parts = {type(part): part for part in content.templates("mobs", name)}
    born = content.fresh("mobs", name, Stream(game.seed, "bestiary"), game.spells)
    described, body = parts.get(Described), parts.get(NaturalDefence)
    if described is not None and described.text:
        yield described.text
    for pools in (part for part in born if isinstance(part, Pools)):
        yield f"Level {pools.level}, about {pools.max_hp} hit points."
    for attack in body.attacks if body is not None else ():
        yield f"Its {attack.name} takes {attack.damage}."
    shares = parts[Resistances].shares if Resistances in parts else ()
    for element, share in sorted(shares):
        if share != 1:
            how = "Immune to" if share <= 0 else "Resists" if share < 1 else "Weak to"
            yield f"{how} {element}."
    if lore.spells:
        yield f"Seen to cast: {', '.join(sorted(lore.spells))}."
    yield f"You have killed {lore.killed or 'none'} of them."


def spell_lore(game: Game) -> tuple[DiscoveryView, ...]:
    """List the spells by school: those the player knows, those seen cast by others, and the rest as question marks."""
    if not isinstance(game.content, Catalog):
        return ()
    known = set(known_names(game.player))
    seen = {spell for lore in game.lore.values() for spell in lore.spells}
    views = []
    for name, spell in game.content.compiled.spells.items():
        group = (spell.school or "no school").capitalize()
        if name not in known | seen:
            views.append(DiscoveryView(group, UNKNOWN, "unknown"))
            continue
        by = sorted(kind for kind, lore in game.lore.items() if name in lore.spells)
        does = use_text(spell.use, game.content)
        lines = [spell.text, f"{capital(does)}.", f"Costs {spell.mana_cost:g} mana."]
        if by:
            lines.append(f"Seen cast by: {', '.join(by)}.")
        state: State = "known" if name in known else "met"
        views.append(DiscoveryView(group, name, state, tuple(filter(None, lines))))
    order = {"known": 0, "met": 1, "unknown": 2}
    return tuple(sorted(views, key=lambda view: (view.group, order[view.state], view.name)))


def names(game: Game, section: Literal["items", "mobs", "spells"]) -> Sequence[str]:
    """List the "items" or "mobs" that wizard mode can create, or the "spells" that it can teach."""
    content = game.content
    assert isinstance(content, Catalog)
    return sorted(content.spells if section == "spells" else content.names(section))
