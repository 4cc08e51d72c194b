"""Set up a drawn room: creatures, items, spells, pools."""

from roguelike.actions.action import perform
from roguelike.actions.growing import ChooseOffer
from roguelike.components.actors import Kind
from roguelike.components.growth import Talents
from roguelike.components.items import Item, Magic, Pack
from roguelike.components.magic import KnownSpells
from roguelike.components.vitals import Attributes, Pools
from roguelike.effects.dispatch import drain
from roguelike.effects.experience import rise
from roguelike.engine.play.dungeon import rise_to
from roguelike.raws.catalog import Catalog
from roguelike.raws.faults import Suggestion
from roguelike.systems.visibility import look_around
from roguelike.testing.asking import Asking
from roguelike.testing.catalogs import ON_MAPS, no_such
from roguelike.world import ecs, spawning
from roguelike.world.changes import last_unknown
from roguelike.world.derived_stats import drop_stats
from roguelike.world.figures import experience_to_leave, hero_pools, hero_skills
from roguelike.world.game import Cause, Game, template_of
from roguelike.world.inventory import slot_for
from roguelike.world.names import known_names


class Staging(Asking):
    """The part of an Arena that changes the game before a test acts."""

    def spawn(self, name: str, x: int, y: int) -> int:
        """Create an item, mob, prop, or a fire or cloud, on a tile and return it."""
        game = self._entered()
        section = _content(game).section_of(name)
        if section is None:
            raise ValueError(no_such(_content(game), name, *ON_MAPS))
        if not game.level.contains((x, y)):
            raise ValueError(f"there is no tile ({x}, {y}) to put {name!r} on")
        entity = (
            spawning.start_hazard(game, name, (x, y), game.depth)
            if section == "hazards"
            else spawning.spawn(game, section, name, (x, y), game.depth)
        )
        look_around(game)
        return entity

    def give(self, entity: int, item: str) -> int:
        """Put a new item, unidentified as the player would find it, in an entity's pack and return the item."""
        _require_creature(entity)
        made = self._make_item(item)
        spawning.pocket(entity, made)
        return made

    def equip(self, entity: int, item: str) -> int:
        """Equip an entity with a new item, replacing what its slot holds, and return the item.

        The player identifies what they wear.
        """
        kind = self._kind_of(item)
        if kind.slot is None:
            raise ValueError(f"{item!r} is not to be worn or wielded")
        _require_creature(entity)
        made = self._make_item(item)
        pack = ecs.get(entity, Pack)
        before = pack.worn.pop(slot_for(pack, kind.slot), None)
        if before is not None:
            pack.items.append(before)
        spawning.put_on(entity, made)
        if entity == self.player:
            self.identify(item)
        return made

    def _kind_of(self, item: str) -> Item:
        """Return the data shared by all items of a name. Raises ValueError if there is no such item."""
        game = self._entered()
        if not game.content.has("items", item):
            raise ValueError(no_such(_content(game), item, "items"))
        parts = game.content.templates("items", item)
        return next(part for part in parts if isinstance(part, Item))

    def _make_item(self, item: str) -> int:
        """Create an item that is nowhere yet. Raises ValueError if there is no such item."""
        game = self._entered()
        if not game.content.has("items", item):
            raise ValueError(no_such(_content(game), item, "items"))
        return spawning.make(game, "items", item, game.rng)

    def teach(self, spell: str, entity: int | None = None) -> None:
        """Teach the player (or another) a spell and make it ready, even beyond what they could keep attuned."""
        game = self._entered()
        if spell not in game.spells:
            meant = Suggestion(spell, game.spells)
            raise ValueError(f"the raws have no spell called {spell!r} ({meant})")
        owner = game.player if entity is None else entity
        _require_creature(owner)
        if spell not in known_names(owner):
            known = ecs.get(owner, KnownSpells)
            ready = len(known.spells) if known.ready is None else known.ready
            known.spells.insert(ready, game.spells[spell])
            known.ready = None if known.ready is None else ready + 1

    def set_level(self, entity: int, level: int) -> None:
        """Set an entity's level, with the pools and skills that others of its kind have at that level.

        The player starts from level 1 and rises level by level, taking the first offer at each choice.
        """
        if level < 1:
            raise ValueError(f"level is {level}: the lowest is 1")
        game = self._entered()
        _require_creature(entity)
        if entity == game.player:
            _rise_anew(game, level)
        else:
            rise_to(entity, level, _content(game))
        drop_stats(entity)

    def identify(self, item: str) -> None:
        """Identify this kind of item for the player, and by elimination the last unknown kind of its sort."""
        game = self._entered()
        if not game.content.has("items", item):
            raise ValueError(no_such(_content(game), item, "items"))
        magic = template_of(game.content, Kind("items", item), Magic)
        if magic is not None:
            game.identified.add(item)
            game.identified.update(filter(None, [last_unknown(game, magic.naming)]))

    def set_pools(
        self,
        entity: int,
        *,
        hp: int | None = None,
        mana: int | None = None,
        max_hp: int | None = None,
        max_mana: int | None = None,
    ) -> None:
        """Set pools; a current value is cut to its maximum. Raises ValueError below 1 hit point or 0 mana."""
        for name, least, value in (
            ("hp", 1, hp),
            ("max_hp", 1, max_hp),
            ("mana", 0, mana),
            ("max_mana", 0, max_mana),
        ):
            if value is not None and value < least:
                raise ValueError(f"{name} is {value}: whoever lives has at least {least}")
        self._entered()
        _require_creature(entity)
        pools = ecs.get(entity, Pools)
        pools.max_hp = pools.max_hp if max_hp is None else max_hp
        pools.max_mana = pools.max_mana if max_mana is None else max_mana
        pools.hp = min(pools.max_hp, pools.hp if hp is None else hp)
        pools.mana = min(pools.max_mana, pools.mana if mana is None else mana)


def _require_creature(entity: int) -> None:
    """Raise ValueError unless an id is a creature's, dead or alive."""
    if Pools not in ecs.row(entity):
        raise ValueError(f"{entity} is no creature")


def _rise_anew(game: Game, level: int) -> None:
    """Start the player again at level 1 and raise them to another, taking the first offer each time."""
    player = game.player
    _forget_choices(game)
    for part in (Attributes(), hero_skills(game.content, 1), Talents()):
        ecs.attach(player, part)
    born, pools = ecs.get(player, Attributes), ecs.get(player, Pools)
    pools.level, pools.xp = 1, 0
    pools.max_hp, pools.max_mana = pools.hp, pools.mana = hero_pools(game.content, 1, born)
    start = len(game.trace)
    while pools.level < level:
        pools.xp = experience_to_leave(game.content, pools.level)
        rise(game, player, Cause("a test", player, "level"))
        drain(game)
        talents = ecs.get(player, Talents)
        for choice in talents.waiting:
            perform(ChooseOffer(choice.offers[0]), player, game)
    pools.hp, pools.mana = pools.max_hp, pools.max_mana
    del game.trace[start:]


def _forget_choices(game: Game) -> None:
    """Make the player forget the spells that earlier level choices taught."""
    known = ecs.get(game.player, KnownSpells)
    taught = [game.content.offers[name].teaches for name in ecs.get(game.player, Talents).taken]
    for spell in (game.spells[name] for name in taught if name is not None):
        if spell in known.spells:
            if known.ready is not None and known.spells.index(spell) < known.ready:
                known.ready -= 1
            known.spells.remove(spell)
    if known.ready == len(known.spells):
        known.ready = None  # all of them


def _content(game: Game) -> Catalog:
    """Return the catalog behind an arena's game. Raises TypeError if there is none."""
    if not isinstance(game.content, Catalog):
        raise TypeError("an arena plays with a catalog")
    return game.content
