"""What the player knows: of items by kind, of creatures and spells, and of what factions think of them.

Of creatures and spells they know more with every one that is met, killed or watched. Factions without a label, such as
beasts, have no standing.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Literal

from roguelike.components import actors, items, magic, vitals
from roguelike.components.looks import Described
from roguelike.core.grammar import capital
from roguelike.core.rng import Stream
from roguelike.engine.views.records import DiscoveryView, StandingView
from roguelike.engine.views.use_text import use_text
from roguelike.world import factions, perception
from roguelike.world.game import Game, Lore

UNKNOWN = "?"
State = Literal["known", "met"]
_BEST_KNOWN_FIRST = attrgetter("group", "state", "name")
"""In each group; the words for the states follow the alphabet."""


def discovery_views(game: Game) -> tuple[DiscoveryView, ...]:
    """List the kinds of magic items by group: identified ones by name, seen ones by look, others as question marks."""
    views = []
    for name in game.content.names("items"):
        parts = {type(part): part for part in game.content.templates("items", name)}
        its_magic = parts.get(items.Magic)
        if its_magic is None or name in game.content.generated:
            continue
        group = _group(its_magic.naming, parts)
        if name in game.identified:
            views.append(DiscoveryView(group, name, "known", tuple(_lines(game, parts))))
        elif name in game.encountered:
            views.append(DiscoveryView(group, perception.hidden_name(game, name, its_magic), "met"))
        else:
            views.append(DiscoveryView(group, UNKNOWN, "unknown"))
    return tuple(sorted(views, key=_BEST_KNOWN_FIRST))


def _lines(game: Game, parts: dict[type, object]) -> Iterator[str]:
    """Yield what a kind of item is and does."""
    described, use = parts.get(Described), parts.get(magic.Use)
    if isinstance(described, Described) and described.text:
        yield described.text
    if isinstance(use, magic.Use):
        yield f"Used: {use_text(use, game.content)}."


def _group(naming: str, parts: dict[type, object]) -> str:
    """Return the group of a kind of magic item: its heading on the page."""
    if naming.lower() in ("potion", "scroll"):
        return f"{naming.capitalize()}s"
    if magic.Use in parts:
        return "Rods and staffs"
    item = parts.get(items.Item)
    return "Worn and wielded" if isinstance(item, items.Item) and item.slot else "Others"


def beast_views(game: Game) -> tuple[DiscoveryView, ...]:
    """List the kinds of creatures: those met by name, the rest as question marks."""
    views = []
    for name in game.content.names("mobs"):
        lore = game.lore.get(name)
        if lore is None:
            views.append(DiscoveryView("Creatures", UNKNOWN, "unknown"))
        else:
            lines = tuple(_beast_lines(game, name, lore))
            views.append(DiscoveryView("Creatures", name, "known", lines))
    return tuple(sorted(views, key=_BEST_KNOWN_FIRST))


def _beast_lines(game: Game, name: str, lore: Lore) -> Iterable[str]:
    """Yield what is known about a kind of creature."""
    content = game.content
    parts = {type(part): part for part in content.templates("mobs", name)}
    born = content.fresh("mobs", name, Stream(game.seed, "bestiary"), game.spells)
    described, body = parts.get(Described), parts.get(items.NaturalDefence)
    if described is not None and described.text:
        yield described.text
    for pools in (part for part in born if isinstance(part, vitals.Pools)):
        yield f"Level {pools.level}, about {pools.max_hp} health."
    for attack in body.attacks if body is not None else ():
        yield f"Its {attack.name} takes {attack.damage}."
    tricks = parts[magic.Tricks].tricks if magic.Tricks in parts else ()
    yield from (f"{capital(trick.does)}." for trick in tricks)
    shares = parts[items.Resistances].shares if items.Resistances in parts else ()
    for element, share in sorted(shares):
        if share != 1:
            how = "Immune to" if share <= 0 else "Resists" if share < 1 else "Weak to"
            yield f"{how} {element}."
    if lore.spells:
        yield f"Seen to cast: {', '.join(sorted(lore.spells))}."
    yield f"You have killed {lore.killed or 'none'} of them."


def spell_lore(game: Game) -> tuple[DiscoveryView, ...]:
    """List the spells by school: those the player knows, those seen cast by others, and the rest as question marks."""
    known = set(perception.known_names(game.player))
    seen = {spell for lore in game.lore.values() for spell in lore.spells}
    views = []
    for name, spell in game.content.spells.items():
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
    return tuple(sorted(views, key=_BEST_KNOWN_FIRST))


def names(game: Game, section: Literal["items", "mobs", "spells"]) -> Sequence[str]:
    """List the "items" or "mobs" that wizard mode can create, or the "spells" that it can teach."""
    content = game.content
    return sorted(content.spells if section == "spells" else content.names(section))


def standing_views(game: Game) -> tuple[StandingView, ...]:
    """List the factions met that have a label, those with the best opinion of the player first."""
    known = game.met | game.standing.keys()
    views = [_view(game, side) for side in known if game.content.called(side) != side]
    return tuple(sorted(views, key=lambda view: (-view.points, view.name)))


def _view(game: Game, side: str) -> StandingView:
    """Return the view of one faction."""
    points, treats = game.standing.get(side, 0), factions.stance(game, side, actors.PLAYER_FACTION)
    name = game.content.called(side)
    name = capital(name)
    hates = game.content.reaction(side, actors.PLAYER_FACTION) == "attack"
    return StandingView(name, points, treats, _words(points, hates=hates))


def _words(points: int, *, hates: bool) -> str:
    """Describe what a standing means, and at how many points that changes."""
    if hates:
        if points >= factions.FRIENDLY:
            return "let you be"
        return f"attack you until you gain {factions.FRIENDLY - points} points"
    if points <= factions.HOSTILE:
        return "will not forget what you did"
    if points < 0:
        return f"are wary of you; {points - factions.HOSTILE} points less, and they will not forgive you"
    return "think well of you" if points else "neither for nor against you"
