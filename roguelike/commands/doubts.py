"""Warnings about data that can be played but is probably a mistake: `roguelike check-data` adds them to the faults.

Each doubt has the form of a fault: file, line, entry, field, what is odd, and what to do about it.

Among them are files of packs that nothing reads, drawings that are never placed, and rows that do nothing, or less than
nothing where nothing comes of that.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from string import ascii_letters
from typing import Any

from roguelike.commands.level_contents import count_seed
from roguelike.commands.pricing import FACTOR, prices
from roguelike.components import actors, bargains, magic
from roguelike.components.looks import Renderable
from roguelike.core import data_path
from roguelike.core.effect import Effect
from roguelike.core.formula import NO_POWER, Dice, Formula, as_dice
from roguelike.effects import portals
from roguelike.effects.statuses import Afflict
from roguelike.engine.play.story import HUNTER
from roguelike.mapgen import prefab
from roguelike.raws.building import Built
from roguelike.raws.faults import Fault, Place, Report, Suggestion
from roguelike.raws.packs import PARTS, THE_GAME, Taken, taken
from roguelike.raws.references import SPAWNING, all_mentions
from roguelike.world.catalog import Catalog

BUILT_SEEDS = tuple("123456789")
"""Dungeons that are generated to see what the program places without any row that says so, as many as it takes."""
Named = tuple[str, str]
"""A section of the data and a name."""
REMEDIES: dict[actors.Section, str] = {
    "items": "give it a row in spawn_table, a seller, a loot table, or a place in a vault",
    "mobs": "give it a row in spawn_table, a group, or a place in a vault",
    "props": "give it a row in spawn_table, or a place in a vault",
    "spells": "let a creature cast it, or a book teach it",
}
STRONG = dict.fromkeys(NO_POWER, 40.0)
"""The power of an advanced caster, for whom most formulas give something."""
MET: tuple[actors.Section, ...] = ("items", "mobs", "props", "hazards")
"""Sections whose rows turn up in a dungeon, where they have a glyph and things to do."""


def doubts(built: Built, catalog: Catalog, checked: Sequence[Path]) -> list[Fault]:
    """Return the doubts about the files of the `checked` folders; those of the rows are noted in what was built."""
    doubt_unread(built.report, checked)
    _glyphs(built)
    _letters(built)
    _wares(built)
    doubt_idle(built)
    _out_of_reach(built)
    _prices(built, catalog)
    _never(built, catalog, checked)
    doubt_unplaced(built.report, checked)
    _overlaps(built.report, taken(_packs(checked)))
    found = [each for each in built.report.located() if _is_of(each.file, checked)]
    if untold := built.report.untold:
        found.append(Fault(str(checked[-1]), "", "", f"{untold} more doubts are not told"))
    return found


def _is_of(file: str, folders: Sequence[Path]) -> bool:
    """Return whether a file is in one of some folders, or is one of them."""
    return any(Path(file).is_relative_to(folder) for folder in folders)


# --- what cannot be shown, told apart or sold


def _glyphs(built: Built) -> None:
    """Report glyphs that the window's font lacks."""
    index = json.loads(
        (data_path.data_folder() / "fonts" / "fonts.json").read_text(encoding="utf-8")
    )
    known = set(map(int, index["codepoints"]))
    for section in MET:
        for placed in built.tables.each(section):
            templates = built.compiled.entries[section][placed.row.name].templates
            for glyph in _drawn(templates):
                _doubt_glyph(glyph, known, placed.place)
    for placed in built.tables.each("spells"):
        for glyph in _drawn((built.compiled.spells[placed.row.name].use,)):
            _doubt_glyph(glyph, known, placed.place)
    for placed in built.tables.each("statuses"):
        _doubt_glyph(placed.row.letter, known, placed.place.under("letter"))


def _letters(built: Built) -> None:
    """Report letters that two statuses share: nothing else beside a creature says which one it has."""
    owners: dict[str, str] = {}
    for placed in built.tables.each("statuses"):
        owner = owners.setdefault(placed.row.letter, placed.row.name)
        if owner != placed.row.name:
            free = sorted(
                {*ascii_letters} - {each.row.letter for each in built.tables.each("statuses")}
            )
            placed.place.under("letter").fault(
                f"{placed.row.letter!r} is the letter of {owner!r}, too", f"free: {' '.join(free)}"
            )


def _drawn(templates: Sequence[Any]) -> Iterator[str]:
    """Yield the characters that a thing, or a use, is drawn with."""
    for part in templates:
        match part:
            case Renderable(glyph=glyph):
                yield glyph
            case magic.Use(burst=burst, trail=trail):
                yield from (flash.glyph for flash in (burst, trail) if flash is not None)


def _doubt_glyph(glyph: str, known: set[int], place: Place) -> None:
    """Report a glyph that the font lacks."""
    if ord(glyph) not in known:
        place.fault(
            f"the window's font lacks {glyph!r} (U+{ord(glyph):04X})",
            "take one of code page 437, or of the box drawing, arrow and symbol blocks",
        )


def _wares(built: Built) -> None:
    """Report vendor categories that nobody sells."""
    sold = _sold(built)
    for placed in built.tables.each("items"):
        category = placed.row.vendor_category
        if category is not None and category not in sold:
            placed.place.under("vendor_category").fault(
                f"nobody sells the vendor category {category!r}", Suggestion(category, sold)
            )


def _sold(built: Built) -> set[str]:
    """Return the vendor categories in which somebody trades."""
    return {name for placed in built.tables.each("mobs") for name in placed.row.vendor}


def _prices(built: Built, catalog: Catalog) -> None:
    """Report spells that give far more or far less for their mana than others, at the level where this is worst."""
    farthest = sorted(prices(catalog), key=lambda price: price.distance)
    off = {price.spell: price for price in farthest if price.is_off}
    for placed in built.tables.each("spells"):
        if price := off.get(placed.row.name):
            least, most = price.law / FACTOR, price.law * FACTOR
            placed.place.under("mana_cost").fault(
                str(price), f"between {least:.1f} and {most:.1f}: other amounts, turns or mana"
            )


# --- what nobody comes to


def _out_of_reach(built: Built) -> None:
    """Report steps of mastery that need more spells than a school has, including all that can be studied of it."""
    schools = Counter(spell.school for spell in built.compiled.spells.values())
    for placed in built.tables.each("offers"):
        if placed.row.school is not None:
            schools[placed.row.school] += placed.row.study * placed.row.most
    for placed in built.tables.each("schools"):
        for index, step in enumerate(placed.row.step_rows):
            if step.spells > schools[placed.row.name]:
                placed.place.under("steps", index, "spells").fault(
                    f"is out of reach: of {placed.row.name} there are {schools[placed.row.name]}, studies included",
                    "ask for fewer, or offer more to study",
                )


def _never(built: Built, catalog: Catalog, checked: Sequence[Path]) -> None:
    """Report items, creatures, props and spells that can never be met."""
    named = {*_named_by_rows(built), *_named_elsewhere(catalog)}
    lost = [
        (section, placed)
        for section in REMEDIES
        for placed in built.tables.each(section)
        if (section, placed.row.name) not in named and _is_of(placed.place.file, checked)
    ]
    # The program places things, not spells, on some levels that no row names: only generating them tells.
    missing = {(section, placed.row.name) for section, placed in lost if section != "spells"}
    for seed in BUILT_SEEDS:
        if missing:
            missing.difference_update(_standing(seed, catalog))
    for section, placed in lost:
        if section == "spells" or (section, placed.row.name) in missing:
            placed.place.fault("never turns up", REMEDIES[section])


def _named_by_rows(built: Built) -> Iterator[Named]:
    """Yield what rows and their effects bring into a game by naming it; a loot table only if somebody leaves it."""
    mentioned = list(all_mentions(built.tables, built.compiled))
    left = {each.name for _, _, each in mentioned if each.refers.to == "loot_tables"}
    for section, placed, each in mentioned:
        if each.refers.brings and (section != "loot_tables" or placed.row.name in left):
            sections = SPAWNING if each.refers.to == "placed" else (each.refers.to,)
            yield from ((section, each.name) for section in sections)
    sold = _sold(built)
    for placed in built.tables.each("items"):
        if placed.row.vendor_category in sold or placed.row.template_magic:
            yield "items", placed.row.name


def _named_elsewhere(catalog: Catalog) -> Iterator[Named]:
    """Yield what hand-drawn map pieces contain, and what the story and the rules add."""
    for piece in prefab.library(catalog.folders).values():
        yield from piece.legend.values()
        yield from (("items", name) for name, _ in piece.arranged.undrawn())
    yield from (("mobs", HUNTER), ("props", portals.GATE))


def _standing(seed: str, catalog: Catalog) -> Iterator[Named]:
    """Yield what is found on the levels of a dungeon."""
    for holding in count_seed(seed, catalog):
        yield from (("props", name) for name in holding.props)
        yield from (("mobs", name) for name in holding.creatures)
        for names in (holding.lying, holding.carried, holding.sold, holding.loot):
            yield from (("items", name) for name in names)


def replaced(checked: Sequence[Path]) -> list[Fault]:
    """Return what packs take from the game itself: it is what packs are for, so it is told only where asked for."""
    report = Report()
    packs = _packs(checked)
    _overlaps(report, [each for each in taken(packs, own=True) if each.lower == THE_GAME])
    return list(report.located())


def _packs(folders: Sequence[Path]) -> list[Path]:
    """Return those that are folders."""
    return [folder for folder in folders if folder.is_dir()]


def _overlaps(report: Report, found: Iterable[Taken]) -> None:
    """Report what one pack takes from another: their authors may not know of each other."""
    for each in found:
        entry = "" if each.kind == "file" else each.name
        section = "" if each.kind == "file" else each.kind
        report.at(each.file, section, entry).fault(f"{each.upper} lies over {each.lower}")


def doubt_unread(report: Report, folders: Sequence[Path]) -> None:
    """Report files and folders of packs that are named almost like one that is read, or hold misplaced drawings."""
    read = {part.partition("/")[0] for part in PARTS}
    for folder in folders:
        for path in sorted(folder.glob("[!.]*")) if (folder / data_path.MANIFEST).exists() else ():
            alike = get_close_matches(path.name, sorted(read), n=1, cutoff=0.75)
            if path.name in read or not (alike or any(path.glob("*.txt"))):
                continue
            remedy = Suggestion(path.name, read) if alike else f"Known: {', '.join(sorted(read))}"
            report.at(str(path)).fault("is not read: packs have no part of this name", remedy)


def doubt_unplaced(report: Report, folders: Sequence[Path]) -> None:
    """Report drawn pieces with a fixed place that the program does not know: it places such pieces by name."""
    known = prefab.read_all(data_path.data_folder() / prefab.FOLDER, prefab.parse)[0]
    for folder in folders:
        for name, piece in prefab.read_all(folder / prefab.FOLDER, prefab.parse)[0].items():
            if piece.place is not None and name not in known:
                report.at(str(folder / prefab.FOLDER / f"{name}.txt")).fault(
                    "never turns up: a piece with a place of its own is put there by its file's name",
                    "write `place: anywhere`, or replace a piece of the game",
                )


def doubt_idle(built: Built) -> None:
    """Report effects that do nothing, uses without any effect, blows that never wound, and gold that is none."""
    _weapons_and_gold(built)
    compiled = built.compiled
    for section in MET:
        for placed in built.tables.each(section):
            templates = compiled.entries[section][placed.row.name].templates
            for path, use in _written(templates):
                _doubt_use(use, placed.place.under(*path), built)
                # A deal may do no more than turn one thing into another; a bound spell fills the hazard that it leaves.
                if not use.effects and section != "hazards" and path[0] != "bargain":
                    placed.place.fault("its use does nothing", "give it an effect")
    for placed in built.tables.each("hazards"):
        for effect in compiled.hazards[placed.row.name].effects:
            _doubt_effect(effect, placed.place.under("effects"), built)
    for placed in built.tables.each("spells"):
        use = compiled.spells[placed.row.name].use
        at = placed.place.under("effects")
        if not use.effects:
            at.fault("the spell does nothing", "give it an effect")
        _doubt_use(use, at, built)
    for placed, trait in zip(built.tables.each("weapon_traits"), compiled.traits, strict=True):
        _doubt_use(trait.proc.use, placed.place.under("effects"), built)


def _weapons_and_gold(built: Built) -> None:
    """Report blows that never wound, and gold that never comes to a piece."""
    for placed in built.tables.each("items"):
        if placed.row.weapon is not None:
            _doubt_blow(placed.row.weapon.base_damage, placed.place.under("weapon", "base_damage"))
    for placed in built.tables.each("mobs"):
        attacks = placed.row.natural.attacks if placed.row.natural is not None else ()
        for index, attack in enumerate(attacks):
            _doubt_blow(attack.damage, placed.place.under("natural", "attacks", index, "damage"))
        if placed.row.gold is not None and placed.row.gold.most <= 0:
            placed.place.under("gold").fault(
                "is never more than nothing", "write dice that come to more than 0, or leave it out"
            )


def _doubt_blow(damage: Dice, place: Place) -> None:
    """Report a blow that never takes a hit point."""
    if damage.most <= 0:
        place.fault("never wounds", "write dice that come to more than 0")


def _written(templates: Iterable[Any]) -> Iterator[tuple[tuple[str | int, ...], magic.Use]]:
    """Yield the uses in some components, each with the field of the row that it was read from.

    A rune's are left out: they take their strength from the spell that it is inscribed on.
    """
    for part in templates:
        match part:
            case magic.Use():
                yield ("consumable", "effects"), part
            case magic.Proc(use=use):
                yield ("weapon", "proc_effects"), use
            case magic.Trigger(use=use):
                yield ("entry_trigger", "effects"), use
            case bargains.Bargain(deals=deals):
                for index, deal in enumerate(deals):
                    yield ("bargain", "deals", index, "effects"), deal.use


def _doubt_use(use: magic.Use, place: Place, built: Built) -> None:
    """Report each effect of a use, written at this place, that does nothing."""
    for effect in use.effects:
        _doubt_effect(effect, place, built)


def _doubt_effect(effect: Effect, place: Place, built: Built) -> None:
    """Report an effect that does nothing, or whose amount has the wrong sign."""
    at = place.under(effect.key)
    if isinstance(effect, Afflict):
        status = built.compiled.statuses.get(effect.status)
        needs = status is not None and (status.tick or status.absorbs or status.slows)
        if needs and not any(_bounds(effect.strength)):
            at.fault(f"{effect.status} without a strength does nothing", "give it a strength")
        return
    amounts = [_bounds(getattr(effect, name)) for name in effect.amount_fields]
    if not amounts or any(most > 0 for _, most in amounts):
        return
    if all(least == most == 0 for least, most in amounts):
        at.fault("does nothing: it is 0", "give it an amount, or leave it out")
    elif not effect.negative_reverses:
        at.fault(
            "does nothing: it is below 0, and does not do the opposite then",
            "healing mends, damage hurts; a negative damage_over_time mends",
        )


def _bounds(amount: Any) -> tuple[float, float]:
    """Return the minimum and maximum of a number, dice or formula, for weak and strong casters."""
    if not isinstance(amount, Dice | Formula):
        return float(amount), float(amount)
    both = [as_dice(amount, values) for values in (NO_POWER, STRONG)]
    return min(dice.least for dice in both), max(dice.most for dice in both)
