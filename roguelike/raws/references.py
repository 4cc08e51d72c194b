"""Cross-checks: every name that a row mentions must belong to a row, no magic calls itself, and rows must make sense.

A field that names a row says so where it is declared: `Annotated[Name, Refers("loot_tables")]`. One walk over rows, and
over what is compiled from them, finds all such names. What is missing, what goes in circles, what nobody ever names
and what editors offer are questions to this walk; nothing that asks them knows the fields by name.

Faulty rows count as known (their own faults are reported already), and if a file could not be read at all nothing is
checked, so that one mistake is one line of the report. What a name alone cannot tell, that a row contradicts others or
itself, one function checks for each section.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import roguelike.effects  # noqa: F401  (importing the package declares every effect)
from roguelike.components import actors, growth, hazards, items, magic
from roguelike.components.places import MOST_BUILDINGS, Group, Quarter, Region, Shelf
from roguelike.components.puzzles import TAKEN, PuzzleRecipe, PuzzleThing
from roguelike.components.statuses import StatusTemplate
from roguelike.core.effect import EFFECTS, Effect
from roguelike.core.flags import FLAGS, declared
from roguelike.core.formula import Dice
from roguelike.core.records import Refers, State, Struct, Template, field, field_names
from roguelike.effects import elements, learning, summoning
from roguelike.effects.runes import LaySpell, PlaceRune
from roguelike.raws import rows
from roguelike.raws.bridge import key_of
from roguelike.raws.compiling import check_payable, check_sentence
from roguelike.raws.faults import Place, Suggestion
from roguelike.raws.reading import Placed, Tables
from roguelike.raws.runes import fits_none
from roguelike.world.catalog import Catalog
from roguelike.world.circumstances import TOOK_AMULET
from roguelike.world.rewriting import UnfitError, mastered, rewritten

Path = tuple[str | int, ...]
EFFECTS_AT: Path = ("effects",)


class Mention(NamedTuple):
    """The name of a row: what it is said to be, where in the data it stands, and the record that has it."""

    refers: Refers
    name: str
    path: Path
    holder: Struct


def all_mentions(tables: Tables, compiled: Catalog) -> Iterator[tuple[str, Placed, Mention]]:
    """Yield every name of a row in all rows, and in the effects compiled from them, with section and row."""
    for section in rows.SECTIONS:
        for placed in tables.each(section):
            for each in _of_row(section, placed.row, compiled):
                yield section, placed, each
    if tables.player is not None:
        for each in mentions(tables.player.row):
            yield "player", tables.player, each


def _of_row(section: str, row: Any, compiled: Catalog) -> Iterator[Mention]:
    """Yield the names in a row; what it writes as effects is only records once it is compiled."""
    yield from mentions(row)
    for part, at, effects in _compiled_from(section, row.name, compiled):
        found = mentions(part, at, effects)
        yield from (each for each in found if isinstance(each.holder, Effect | magic.Assign))


def _compiled_from(
    section: str, name: str, compiled: Catalog
) -> Iterator[tuple[Struct, Path, Path]]:
    """Yield what a row is compiled to, with its path in the data and that of its effects."""
    match section:
        case "spells":
            yield compiled.spells[name], (), EFFECTS_AT
        case "weapon_traits":
            yield from ((each, (), EFFECTS_AT) for each in compiled.traits if each.name == name)
        case "schools":
            for index, step in enumerate(compiled.schools[name].steps):
                yield step, ("steps", index), ("steps", index, *EFFECTS_AT)
        case "items" | "mobs" | "props" | "hazards":
            for part in compiled.entries[section][name].templates:
                yield part, ("rune",) if isinstance(part, magic.Rune) else (), EFFECTS_AT


def mentions(record: Struct, at: Path = (), effects: Path = EFFECTS_AT) -> Sequence[Mention]:
    """Return every name of a row in a record, and in all records inside it."""
    found: list[Mention] = []
    _in_record(record, at, effects, found)
    return found


def _in_record(record: Struct, at: Path, effects: Path, found: list[Mention]) -> None:
    """Add the names in a record's fields.

    Effects stand in many places and forms; theirs are told of under `effects`, by their kind: `effects.summon.mob`.
    """
    if isinstance(record, magic.Assign) and (written := _written_by(record)) is not None:
        found.append(Mention(written, str(record.to), (*at, "to"), record))
    for name, key, refers in _marked(type(record)):
        if not (value := getattr(record, name)):
            continue  # most fields are as nobody has written them
        if refers is None:
            _in_value(value, (*at, key), effects, found)
        else:
            named = _named(value, (*at, key))
            found += [Mention(refers, each, where, record) for where, each in named]


def _in_value(value: object, at: Path, effects: Path, found: list[Mention]) -> None:
    """Add the names in a record, or in each of a list or an object."""
    if isinstance(value, Struct):
        if isinstance(value, Effect):
            at = (*effects, value.key)
        _in_record(value, at, effects, found)
    elif isinstance(value, tuple | dict):
        pairs = enumerate(value) if isinstance(value, tuple) else value.items()
        for step, each in pairs:
            _in_value(each, (*at, step), effects, found)


def _named(value: Any, at: Path) -> Iterator[tuple[Path, str]]:
    """Yield the names that a marked field gives: itself, each of a list, the first of each pair, or each key."""
    if isinstance(value, str):
        yield at, value
    elif isinstance(value, dict):
        yield from (((*at, key), key) for key in value)
    else:
        for index, each in enumerate(value):  # pairs are written as an object
            yield ((*at, index), each) if isinstance(each, str) else ((*at, each[0]), each[0])


@cache
def _marked(kind: type[Struct]) -> tuple[tuple[str, str, Refers | None], ...]:
    """Return the fields of a record that name rows, and with None those that may hold records that do; their keys."""
    hints = get_type_hints(kind, include_extras=True)
    marks = {name: refers_of(hints[name]) for name in field_names(kind)}
    return tuple(
        (name, key_of(name), mark)
        for name, mark in marks.items()
        if mark or _holds_records(hints[name])
    )


def refers_of(hint: object) -> Refers | None:
    """Return what a field with this annotation refers to; None if it names no row."""
    notes = getattr(hint, "__metadata__", ())
    return next((note for note in notes if isinstance(note, Refers)), None)


def _holds_records(hint: object) -> bool:
    """Return whether a value of this type may be a record, or have one inside."""
    if get_origin(hint) is Annotated:
        return _holds_records(get_args(hint)[0])
    is_record = isinstance(hint, type) and issubclass(hint, Struct)
    return is_record or any(map(_holds_records, get_args(hint)))


def _written_by(rewriting: magic.Assign) -> Refers | None:
    """Return what a rune's new value for a field of effects refers to; a field means the same in all of them."""
    wanted = rewriting.what.partition(".")[2]
    marks = (mark for kind in EFFECTS.values() for name, _, mark in _marked(kind) if name == wanted)
    return next(filter(None, marks), None) if rewriting.to else None


CREATURES = ("status", "material", "mob")
"""Fields of a reaction that identify a reacting creature; the others are for ground, or things on it."""
REACTS = ("ground", "hazard", "prop", *CREATURES)
READ_OF: Mapping[str, tuple[str, ...]] = {
    "becomes": ("ground", "hazard", "prop"),
    "ends": ("hazard", "prop", "status"),
    "conducts": ("ground", *CREATURES),
    "begins": CREATURES,
    "damage_share": CREATURES,
    "least_damage": CREATURES,
}
"""Fields of a reaction, and what must react for them to apply: a share of the damage means nothing to grass."""
_PLAIN = {name: getattr(hazards.Reaction("", ""), name) for name in READ_OF}
"""The default values of those fields."""


class _Others(State):
    """What a row is held against: all rows, what they are compiled to, and what was found in the rows before it."""

    tables: Tables
    compiled: Catalog
    words: dict[str, str] = field(default_factory=dict)
    """The item that has each rune's word."""
    letters: dict[str, str] = field(default_factory=lambda: dict(TAKEN))
    """Whose each letter on the boards of puzzles is."""
    reached: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Depths at which each thing spawns by earlier rows."""
    claimed: dict[int, str] = field(default_factory=dict)
    """The region of each depth."""

    def row(self, section: str, name: str | None) -> Any:
        """Return the row of a name; None if there is none."""
        found = self.tables.rows[section].get(name or "")
        return found[0].row if found else None


def check_sense(tables: Tables, compiled: Catalog) -> None:
    """Report every row that contradicts others, or itself."""
    others = _Others(tables, compiled)
    for section, check in _CHECKS.items():
        for placed in tables.each(section):
            check(placed.row, placed.place, others)
    if (player := tables.player) is not None:
        _are_once(player.row.spells, player.place, "spells")
    _check_materials(tables)


def _is_some(count: Dice, place: Place, what: str = "is never anybody") -> None:
    """Report a number of things or people that is never more than none."""
    if count.most < 1:
        place.under("count").fault(what, "let it come to 1 at least")


def _are_depths(row: rows.SpawnRow | Region | Group | Shelf, place: Place) -> None:
    """Report a range of depths that is empty."""
    if row.min_depth > row.max_depth:
        problem = f"{row.min_depth} is deeper than max_depth {row.max_depth}"
        place.under("min_depth").fault(problem, "swap the two")


# --- things and creatures


def _item(row: rows.ItemRow, place: Place, others: _Others) -> None:
    """Check that a rune has a word of its own, and fits a spell."""
    for rune in _runes_of(row.name, others.compiled):
        at = place.under("rune")
        _is_its_own(rune.word, row.name, at, others)
        whole = row.rune is not None and len(rune.rewrites) == len(row.rune.rewriting_rows)
        if whole and (reason := fits_none(rune, others.compiled.spells)):
            remedy = f"rewrite what a spell has, or need less. Of the last spell it says: {reason}"
            at.under("rewrites").fault("fits no spell there is", remedy)


def _upgrade(row: rows.UpgradeRow, place: Place, others: _Others) -> None:
    """Check that an upgrade has a word of its own."""
    _is_its_own(row.word, row.name, place, others)


def _is_its_own(word: str, name: str, place: Place, others: _Others) -> None:
    """Check that nothing else names spells by the word of a rune or upgrade."""
    owner = others.words.setdefault(word, name)
    if owner != name:
        problem = f"{word!r} is the word of {owner!r} too"
        place.under("word").fault(problem, "spells are named by it: take another")


def _are_once(names: Sequence[str], place: Place, field: str, others: Sequence[str] = ()) -> None:
    """Report every name of a field that stands there before, or among others that go with it."""
    for index, name in enumerate(names):
        if name in (*others, *names[:index]):
            place.under(field, index).fault(f"{name!r} is there twice", "leave one of them out")


def _spell(row: rows.SpellRow, place: Place, others: _Others) -> None:
    """Check that each upgrade is another, and finds something to change in the spell."""
    _are_once(row.upgrades, place, "upgrades")
    for index, name in enumerate(row.upgrades):
        at, upgrade = place.under("upgrades", index), others.row("upgrades", name)
        if upgrade is None:
            continue  # which is a fault already
        change = others.compiled.upgrades[f"{row.name}: {name}"].change
        if len(change.rewrites) < len(upgrade.rewriting_rows):
            continue  # likewise
        try:
            rewritten(others.compiled.spells[row.name], change, magic.Recipe(row.name))
        except UnfitError as error:
            problem = f"is an upgrade of what the spell has not: {error}"
            at.fault(problem, "rewrite what the spell has")


def _runes_of(item: str, compiled: Catalog) -> Iterator[magic.Rune]:
    """Yield the rune that an item is, if it is one."""
    entry = compiled.entries["items"].get(item)
    yield from (part for part in (entry.templates if entry else ()) if isinstance(part, magic.Rune))


def _prop(row: rows.PropRow, place: Place, others: _Others) -> None:
    """Check what a fixture asks for."""
    if row.bargain is not None:
        _bargain(row.bargain, place.under("bargain"), others)


def _bargain(row: rows.BargainRow, place: Place, others: _Others) -> None:
    """Check that somebody can pay."""
    for index, deal in enumerate(row.deals):
        check_payable(deal.price, others.compiled.figures, place.under("deals", index, "price"))


def _mob(row: rows.MobRow, place: Place, others: _Others) -> None:
    """Check the company of a creature, its hoard, its stock, its spells and its bargain."""
    if row.hoard is not None:
        _is_some(row.hoard.count, place.under("hoard"), "is never anything")
    for index, follower in enumerate(row.company):
        at = place.under("company", index)
        _is_some(follower.count, at)
        if follower.name == row.name:
            remedy = "name others, or make them a group: groups"
            at.under("name").fault("is in its own company", remedy)
    _are_no_books(row.equipped, place, "equipped", others)
    if row.stock is not None:
        _staples(row, place.under("stock"), others)
    for index, ability in enumerate(row.abilities):
        _inscribed(ability, place.under("abilities", index, "runes"), others.compiled)
    if row.bargain is not None:
        _bargain(row.bargain, place.under("bargain"), others)


def _staples(row: rows.MobRow, place: Place, others: _Others) -> None:
    """Check that a vendor trades in what it always has."""
    assert row.stock is not None
    if not row.vendor:
        place.fault("is of no use to one that is no vendor", "say what it trades in: vendor")
    for index, name in enumerate(row.stock.staples):
        item: rows.ItemRow | None = others.row("items", name)
        if row.vendor and item is not None and item.vendor_category not in row.vendor:
            place.under("staples", index).fault(
                f"{name!r} is of the vendor category {item.vendor_category!r}, not of this vendor's",
                f"one of {', '.join(row.vendor)}",
            )


def _inscribed(ability: magic.Ability, place: Place, compiled: Catalog) -> None:
    """Check that the runes on a creature's spell fit it one after another."""
    spell = compiled.spells.get(ability.spell)
    if spell is None:
        return
    for index, name in enumerate(ability.runes):
        for rune in _runes_of(name, compiled):
            try:
                spell = rewritten(spell, rune, magic.Recipe(ability.spell, ability.runes[:index]))
            except UnfitError as error:
                place.under(index).fault(f"{name!r} does not fit: {error}", "leave it out")
                return


# --- magic


def _school(row: rows.SchoolRow, place: Place, others: _Others) -> None:
    """Check that each step of mastery rewrites a spell of the school."""
    spells = others.compiled.spells.values()
    taught = [each for each in spells if each.school == row.name]
    for index, step in enumerate(others.compiled.schools[row.name].steps):
        if step.rewrites and taught and all(mastered(each, step) == each for each in taught):
            remedy = "rewrite what its spells have, or need less"
            place.under("steps", index, "rewrites").fault("fits no spell of the school", remedy)


def _origin(row: rows.OriginRow, place: Place, others: _Others) -> None:
    """Check that an origin has a life, a weakness, something to read and something to strike with."""
    if row.name == actors.PLAYER:
        place.fault(
            f"cannot be called {actors.PLAYER!r}", "games know the usual player by that name"
        )
    for name, what in (("text", "a line about their life"), ("weakness", "what they are worse at")):
        if not getattr(row, name):
            place.under(name).fault("is missing", f"write {what}: players choose by it")
    start, has = others.compiled.origins[row.name], others.compiled.has
    _are_once(row.spells, place, "spells", start.spells[: -len(row.spells)] if row.spells else ())
    if not all(has("items", name) for name in (*start.carried, *start.equipped)):
        return  # which is a fault already, and what it was to be is not known
    if not (start.spells or any(_is_book(name, others) for name in start.carried)):
        problem, remedy = "has no book: nobody begins without a spell", "one that teaches a spell"
        place.under("carried").fault(problem, remedy)
    worn = _parts(start.equipped, others)
    if not any(isinstance(part, items.Weapon) and part.reach_tiles is None for part in worn):
        problem, remedy = "has no weapon to strike with", "one whose range is melee"
        place.under("equipped").fault(problem, remedy)


def _is_book(name: str, others: _Others) -> bool:
    """Return whether an item teaches a spell."""
    return any(
        isinstance(part, magic.Use) and learning.taught_by(part) for part in _parts([name], others)
    )


def _loot(row: rows.LootTableRow, place: Place, others: _Others) -> None:
    """Check that nobody is given a book: of those one chooses."""
    _are_no_books([drop.name for drop in row.drops], place, "drops", others)


def _are_no_books(names: Sequence[str], place: Place, field: str, others: _Others) -> None:
    """Report every book among what the dead leave."""
    for index, name in enumerate(names):
        if others.compiled.has("items", name) and _is_book(name, others):
            problem = f"{name!r} is a book, which is chosen and not left"
            remedy = "shelve it: shelves"
            place.under(field, index).fault(problem, remedy)


def _parts(things: Iterable[str], others: _Others) -> list[Template]:
    """List the templates of items."""
    entry = others.compiled.entry
    return [part for name in things for part in entry("items", name).templates]


def _offer(row: growth.Offer, place: Place, _: _Others) -> None:
    """Check that an offer gives something, and that what is studied has a school."""
    if not row.gives:
        place.fault("offers nothing", "say what it gives: attributes, skills, max_hp ...")
    if row.school is None and row.study:
        place.under("school").fault("is missing", "study is of a school: say of which")


def _status(row: StatusTemplate, place: Place, _: _Others) -> None:
    """Check that a status does not end itself."""
    if row.name in row.cancels:
        problem = "is itself one of those that it cancels"
        place.under("cancels").fault(problem, "name its opposites only")


def _hazard(row: rows.HazardRow, place: Place, _: _Others) -> None:
    """Check that what spreads has an element."""
    if row.element is None and row.spread_percent:
        place.under("element").fault("is missing", "what spreads does so by its element")


def _reaction(row: hazards.Reaction, place: Place, _: _Others) -> None:
    """Check that a row names exactly one thing that reacts, and does something to it."""
    reacting = [name for name in REACTS if getattr(row, name) is not None]
    if len(reacting) != 1:
        place.fault(
            "says of no one thing what reacts",
            "give ground, hazard, prop, status, material or mob, one of them",
        )
    deeds = (row.becomes, row.starts, row.ends, row.conducts, row.begins)
    if not any(deeds) and row.damage_share == 1:
        place.fault("does nothing", "say what it becomes, starts, ends or begins")
    for name, of in READ_OF.items():
        if len(reacting) == 1 and getattr(row, name) != _PLAIN[name] and reacting[0] not in of:
            remedy = f"leave it out: it is for {', '.join(of)}"
            place.under(name).fault(f"does nothing to a {reacting[0]}", remedy)
    if row.strength and not row.begins:
        place.under("strength").fault("is of no status", "say which begins, or leave it out")
    check_sentence(row.text, place.under("text"), "{1} is who reacts: Steam hisses off {1}.")


def _check_materials(tables: Tables) -> None:
    """Report items of materials that no reaction names, unless one names an unknown one: that is one fault."""
    reacting = {placed.row.material for placed in tables.each("reactions")} - {None}
    things = [placed for placed in tables.each("items") if placed.row.material]
    for placed in things if reacting <= {placed.row.material for placed in things} else ():
        if placed.row.material not in reacting:
            problem = f"nothing happens to what is of {placed.row.material!r}"
            remedy = Suggestion(placed.row.material, reacting)
            placed.place.under("material").fault(problem, remedy)


# --- where things are, and who lives there


def _spawn(row: rows.SpawnRow, place: Place, others: _Others) -> None:
    """Check the depths of a row of the spawn table, and that it shares none with another of its name."""
    _are_depths(row, place)
    before = others.reached.setdefault(row.name, [])
    if any(row.min_depth <= high and low <= row.max_depth for low, high in before):
        problem = f"depths {row.min_depth} to {row.max_depth} overlap those of another row"
        place.fault(problem, "join the two, or keep their depths apart")
    else:  # which keeps the list shorter than the number of depths, however many rows there are
        before.append((row.min_depth, row.max_depth))


def _region(row: Region, place: Place, others: _Others) -> None:
    """Check that regions do not overlap, have no more sentences than depths, and name the lights they ask for."""
    depths = range(row.min_depth, row.max_depth + 1)
    _are_depths(row, place)
    if owners := {others.claimed[depth] for depth in depths if depth in others.claimed}:
        problem = f"has depths that belong to {', '.join(sorted(owners))} too"
        place.fault(problem, "keep their depths apart")
    others.claimed.update(dict.fromkeys(depths, row.name))
    for name, what, given in (
        ("arrivals", "sentences", row.arrivals),
        ("crowding", "numbers", row.crowding),
        ("gloom_tiles", "numbers", row.gloom_tiles),
    ):
        if depths and len(given) > len(depths):
            problem = f"has {len(given)} {what} for {len(depths)} depths"
            place.under(name).fault(problem, "one for each depth, or fewer")
    for name, wanted in (
        ("arrival_lights", row.arrival_lights),
        ("tiles_per_light", row.tiles_per_light),
    ):
        if wanted and not row.lights:
            place.under(name).fault(
                "asks for lights, and none is named", "say in `lights` what shines"
            )


def _shelf(row: Shelf, place: Place, others: _Others) -> None:
    """Check that a shelf is a choice, of books."""
    _are_depths(row, place)
    if min(row.choice, len(set(row.books))) < 2:
        problem = "is a shelf of one, which is no choice"
        place.fault(problem, "name two books at least, and let two lie there")
    elif row.choice > len(set(row.books)):
        problem = f"lays out {row.choice} of {len(set(row.books))} books"
        place.under("choice").fault(problem, "name more books, or lay out fewer")
    for index, name in enumerate(row.books):
        if others.compiled.has("items", name) and not _is_book(name, others):
            problem, remedy = f"{name!r} is no book", "name one that teaches a spell"
            place.under("books", index).fault(problem, remedy)


def _group(row: Group, place: Place, others: _Others) -> None:
    """Check that a group always has a leader, and meets those with whom it is at odds."""
    _are_depths(row, place)
    for index, member in enumerate(row.members):
        at = place.under("members", index)
        if index:
            _is_some(member.count, at)
        elif member.count.least < 1:
            problem = "may be nobody, and the first of a group leads it"
            at.under("count").fault(problem, "at least 1")
    other: Group | None = others.row("groups", row.against)
    if other is row:
        place.under("against").fault("is the group itself", "name another one")
    elif other is not None and (other.min_depth > row.max_depth or row.min_depth > other.max_depth):
        problem = f"never meets it: {other.name!r} lives at other depths"
        place.under("against").fault(problem, "let them overlap")


def _faction(row: rows.FactionRow, place: Place, others: _Others) -> None:
    """Check who speaks for a faction, and who avenges what."""
    above: rows.FactionRow | None = others.row("faction_table", row.speaks_for)
    if above is not None and (above is row or above.speaks_for is not None):
        problem = f"{above.name!r} does not speak for itself"
        place.under("speaks_for").fault(problem, "name one that speaks for nobody")
    if row.avengers is not None:
        _group(row.avengers, place.under("avengers"), others)
    if bool(row.avenges) != (row.avengers is not None):
        problem = "and avengers belong together"
        place.under("avenges").fault(problem, "say who comes, and for which deeds")


def _quarter(row: Quarter, place: Place, others: _Others) -> None:
    """Check that each building with a row of its own finds one, and that there is one kind of hovel and of ruin."""
    alike = [each for each in others.tables.each("town") if each.row.where == row.where]
    at = place.under("where")
    if row.where == "building" and row in [each.row for each in alike[MOST_BUILDINGS:]]:
        at.fault("finds no building: there are eleven besides the ruin", "override another row")
    elif row.where in ("hovel", "ruin") and alike[0].row is not row:
        at.fault(f"is what {alike[0].row.name!r} is already", "override that row by its name")
    if bool(row.strollers) != (row.where in ("piers", "streets")):
        problem = "is for those out of doors, and they need it"
        place.under("strollers").fault(problem, "give it to piers and streets alone")


# --- puzzles


def _puzzle_thing(row: PuzzleThing, place: Place, others: _Others) -> None:
    """Check that a thing has a letter of its own."""
    owner = others.letters.setdefault(row.letter, row.name)
    if owner != row.name:
        problem = f"{row.letter!r} is the sign of {owner}"
        place.under("letter").fault(problem, "take one that is free")


def _puzzle_recipe(row: PuzzleRecipe, place: Place, _: _Others) -> None:
    """Check that the numbers of a recipe can be drawn, and that it says who is to be spared."""
    for name in ("crowd", "clutter", "choice"):
        least, most = getattr(row, name)
        if least > most:
            place.under(name).fault(f"{least} is more than {most}", "swap the two")
    if row.choice[1] > len(row.spells):
        problem = f"takes {row.choice[1]} of {len(row.spells)} spells"
        place.under("choice").fault(problem, "name more spells, or take fewer")
    if row.friend and row.captive is None:
        place.under("captive").fault("is missing", "say who is to be spared")


_CHECKS: Mapping[str, Callable[[Any, Place, _Others], None]] = {
    "mobs": _mob,
    "statuses": _status,
    "hazards": _hazard,
    "reactions": _reaction,
    "faction_table": _faction,
    "spawn_table": _spawn,
    "props": _prop,
    "items": _item,
    "upgrades": _upgrade,
    "spells": _spell,
    "schools": _school,
    "offers": _offer,
    "origins": _origin,
    "regions": _region,
    "shelves": _shelf,
    "loot_tables": _loot,
    "groups": _group,
    "town": _quarter,
    "puzzle_things": _puzzle_thing,
    "puzzle_recipes": _puzzle_recipe,
}
"""The check of each section that needs one, in the order in which they are reported."""


EVERYONE_KNOWS = (actors.PLAYER_FACTION, "Mindless")
"""Factions that need no row: without a row or a Default they ignore everybody."""
SPAWNING = ("items", "mobs", "props")
"""Sections whose rows can stand on a map; a name may occur in only one of them."""
FAVOURABLE = ("schools", "items", "weapon_traits", "item_shares")
"""Sections whose rows a region may favour."""
MISSING = {
    "schools": "there is no school {!r}",
    "spells": "there is no spell {!r}",
    "upgrades": "there is no upgrade {!r}",
    "statuses": "there is no status {!r}",
    "items": "there is no item {!r}",
    "mobs": "there is no mob {!r}",
    "props": "there is no prop {!r}",
    "hazards": "there is no hazard {!r}",
    "elements": "there is no element {!r}",
    "icons": "there is no icon {!r}",
    "loot_tables": "there is no loot table {!r}",
    "faction_table": "there is no faction {!r}",
    "groups": "there is no group {!r}",
    "puzzle_things": "there is no thing of puzzles {!r}",
    "runes": "there is no rune {!r}",
    "placed": "there is no item, mob or prop of this name",
    "wares": "no item is of the vendor category {!r}",
    "materials": "no item is of {!r}",
    "status_flags": "no rule reads a flag {!r} of statuses",
    "habits": "there is no habit {!r}",
    "deeds": "no deal or death is remembered as {!r}",
    "favoured": "is no school, item, weapon trait or category of finds",
}
"""Every set of names that data may refer to, and what is said of a name that is not in it."""
TOLD_WHOLE = ("drops", "members", "statuses")
"""Lists whose rows are hardly more than a name: of a wrong one the row is told."""


def names_to_mention(tables: Tables, compiled: Catalog) -> Mapping[str, set[str]]:
    """Return each set of names that data may refer to: rows, what is made from them, and what rows say."""
    known = {section: set(names) for section, names in tables.known.items()}
    known["items"] |= compiled.generated.keys()
    known["statuses"] |= compiled.statuses.keys()
    known["faction_table"].update(EVERYONE_KNOWS)
    known["placed"] = set().union(*(known[section] for section in SPAWNING))
    known["favoured"] = set().union(*(tables.known[section] for section in FAVOURABLE))
    known["runes"] = {
        name
        for name, entry in compiled.entries["items"].items()
        if any(isinstance(part, magic.Rune) for part in entry.templates)
    }
    things = tables.named("items").values()
    known["wares"] = {row.vendor_category for row in things if row.vendor_category}
    known["materials"] = {row.material for row in things if row.material}
    known["deeds"] = {TOOK_AMULET, *_deeds(tables)}
    return known | {kind: declared(kind) for kind in FLAGS}


def _deeds(tables: Tables) -> Iterator[str]:
    """Yield every deed that a deal or a death is remembered as."""
    mobs = list(tables.each("mobs"))
    yield from (placed.row.slain_deed for placed in mobs if placed.row.slain_deed)
    for placed in (*tables.each("props"), *mobs):
        deals = placed.row.bargain.deals if placed.row.bargain is not None else ()
        yield from (deal.deed for deal in deals if deal.deed)


def check_references(tables: Tables, compiled: Catalog) -> None:
    """Check everything; if a file could not be read, whose rows may have the names, only that names are unique."""
    _unambiguous(tables)
    if not tables.complete:
        return
    known = names_to_mention(tables, compiled)
    found = list(all_mentions(tables, compiled))
    untriggered = {
        placed.row.name for placed in tables.each("hazards") if placed.row.entry_trigger is None
    }
    for _, placed, mention in found:
        _check_name(mention, known[mention.refers.to], placed.place)
        if isinstance(mention.holder, PlaceRune | LaySpell) and mention.name in untriggered:
            problem = f"{mention.name!r} never goes off under anybody"
            place = placed.place.under(*_told_at(mention.path))
            place.fault(problem, "give that hazard an entry_trigger, or name one that has")
    check_sense(tables, compiled)
    _check_circles(found)
    _check_kindling(tables, compiled)


def _unambiguous(tables: Tables) -> None:
    """Check that each name on maps is in one section only."""
    first: dict[str, str] = {}
    for section in SPAWNING:
        for placed in tables.each(section):
            other = first.setdefault(placed.row.name, section)
            if other != section:
                placed.place.fault(f"is the name of one of the {other} too", "rename one of them")


def _told_at(path: Path) -> Path:
    """Return where in a row a wrong name is reported: of what is hardly more than a name, the whole."""
    is_whole = path[-1] == "name" and (len(path) == 1 or path[-3] in TOLD_WHOLE)
    return path[:-1] if is_whole else path


def _check_name(mention: Mention, known: set[str], row: Place) -> None:
    """Report one mention, in a row, of another that nobody defined, with the names nearest to it."""
    refers, name = mention.refers, mention.name
    if name not in known and name not in refers.besides and (known or not refers.if_any):
        place = row.under(*_told_at(mention.path))
        place.fault(MISSING[refers.to].format(name), Suggestion(name, known))


# --- magic without end: chain reactions are capped in play, and data that always runs into the cap is a mistake


def _check_circles(found: list[tuple[str, Placed, Mention]]) -> None:
    """Report every ring of creatures that summon each other, alive or on death."""
    called: dict[str, list[str]] = {}
    for section, placed, mention in found:
        if section == "spells" and isinstance(mention.holder, summoning.Summon):
            called.setdefault(placed.row.name, []).append(mention.name)
    calls: dict[str, list[tuple[str, Place]]] = {}
    for section, placed, mention in found:
        if section == "mobs" and mention.refers.to == "spells" and mention.path[-1] == "spell":
            place = placed.place.under(*mention.path)
            mobs = called.get(mention.name, ())
            calls.setdefault(placed.row.name, []).extend((mob, place) for mob in mobs)
    for mob, others in calls.items():
        for other, place in others:
            if ring := _way(calls, other, mob):
                problem = f"summons without end: {' > '.join([mob, *ring])}"
                place.fault(problem, "let one of them cast a spell that calls nobody")


def _way(calls: Mapping[str, list[tuple[str, Place]]], start: str, goal: str) -> list[str]:
    """Return the chain of summons from one creature to another; empty if there is none."""
    ways = [[start]]
    seen = {start}
    for way in ways:
        if way[-1] == goal:
            return way
        for other, _ in calls.get(way[-1], ()):
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    return []


def _check_kindling(tables: Tables, compiled: Catalog) -> None:
    """Report every hazard that starts itself."""
    for placed in tables.each("hazards"):
        template = compiled.hazards[placed.row.name]
        for index, effect in enumerate(template.effects):
            if isinstance(effect, elements.Kindle | PlaceRune) and effect.hazard == template.name:
                at = placed.place.under("effects", index, "hazard")
                at.fault("starts itself without end", "give it more turns instead")
