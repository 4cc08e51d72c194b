"""Compile all rows to components, once, in an order in which rows come after those that they refer to.

What makes no sense within one row is reported here: bargains that never end, sentences that the log cannot say. The
formulas of figures that depend on level are parsed, and tried at every possible level.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from roguelike.components import actors, bargains, growth, hazards, items, magic, spatial, vitals
from roguelike.components.looks import Described, Plural, Renderable
from roguelike.components.statuses import StatusTemplate
from roguelike.core.formula import Formula, FormulaError, parse_formula
from roguelike.core.records import Template, astuple, replace
from roguelike.effects import healing, learning
from roguelike.effects.statuses import GrantAttributes
from roguelike.raws import rows
from roguelike.raws.bridge import component
from roguelike.raws.deliveries import ends_with_use, read_use
from roguelike.raws.faults import Place, shown
from roguelike.raws.reading import Tables
from roguelike.raws.runes import compile_rune, compile_school
from roguelike.world import figures
from roguelike.world.catalog import (
    CURSE,
    USUAL_WEIGHT,
    Catalog,
    Enchanted,
    Entry,
    Faction,
    ItemState,
    MobState,
    PropState,
    Reaction,
    Start,
    WeaponTraitTemplate,
    depth_of,
    weight_of,
)
from roguelike.world.spawn_table import Category, SpawnEntry, SpawnKind

SENTENCE_MARKS = re.compile(r"\{1('s)?\}|\{2\}|\[(?:1:)?[^\[\]{}|]*(?:\|[^\[\]{}|]*)?\]")
BUILT_IN = (
    StatusTemplate(
        "Confusion",
        "confused",
        "C",
        stacking="strongest",
        flags=("staggers",),
        controls=True,
        begins="{1} [is|are] confused.",
        ends="{1} [is|are] no longer confused.",
    ),
    StatusTemplate(
        "Slowed",
        "slowed",
        "S",
        stacking="strongest",
        cancels=("Hasted",),
        slows=True,
        begins="{1} slow[s] down.",
        ends="{1} [is|are] no longer slowed.",
    ),
    StatusTemplate(
        "Hasted",
        "hasted",
        "H",
        stacking="strongest",
        cancels=("Slowed",),
        slows=True,
        good=True,
        begins="{1} speed[s] up.",
        ends="{1} [is|are] no longer hasted.",
    ),
    StatusTemplate(
        "Damage Over Time",
        "poisoned",
        "P",
        stacking="extend",
        tick="damage",
        begins="{1} [is|are] poisoned.",
        ends="The poison in {1} is spent.",
    ),
    StatusTemplate(
        "Healing Over Time",
        "mending",
        "Y",
        stacking="extend",
        tick="healing",
        good=True,
        begins="{1} begin[s] to mend.",
        ends="What mended {1} is spent.",
    ),
    StatusTemplate(
        "Summoned",
        "summoned",
        "T",
        serves=True,
        flags=("dismisses",),
        good=True,
        begins="{1} answer[s] the call.",
        ends="{1} [is|are] gone again.",
    ),
    StatusTemplate(
        "Sworn",
        "sworn",
        "a",
        serves=True,
        good=True,
        begins="{1} [is|are] sworn to serve.",
        ends="{1} [is|are] free of the oath.",
    ),
)
"""Statuses that the rules' own effects start. Data may reword and recolour them; data without them still plays."""


def compile_status(row: StatusTemplate, place: Place) -> StatusTemplate:
    """Complete a status, checking its sentences against the log's grammar."""
    for field, text in (("begins", row.begins), ("ends", row.ends)):
        remedy = "{1} is its bearer, [third|second] agrees: {1} [is|are] confused."
        check_sentence(text, place.under(field), remedy)
    return row if row.label else replace(row, label=row.name.lower())


def check_sentence(text: str, place: Place, remedy: str) -> None:
    """Report a text with marks that the log's grammar does not have."""
    if re.search(r"[\[\]{}|]", SENTENCE_MARKS.sub("", text)):
        place.fault(f"{shown(text)} is not a sentence of the log", remedy)


def gift(name: str, turns: int, *, good: bool) -> StatusTemplate:
    """Make the status that a potion of changed attributes leaves, if the data does not describe it."""
    return StatusTemplate(
        name,
        name.lower(),
        "+" if good else "-",
        stacking="extend",
        begins="{1} feel[s] different.",
        ends="{1} feel[s] ordinary again.",
        good=good,
        turns=turns,
    )


DEEPEST_PAYER = 30
"""The depth whose heroes must be able to pay: twice as deep as the Abyss, so that no price is rejected in error."""
_FIGURES: Mapping[str, growth.Figure] = {
    "hp": "hero hp",
    "max_hp": "hero hp",
    "mana": "hero mana",
    "max_mana": "hero mana",
    "melee": "hero melee",
    "defense": "hero defense",
    "magic": "hero magic",
}


def compile_bargain(
    found: rows.BargainRow, name: str, place: Place, *, blocks: bool
) -> bargains.Bargain:
    """Compile what a fixture or a person of this name offers; faults are reported at `place`, its bargain's."""
    if not blocks:
        place.fault("is offered by what nobody walks up to", "say blocks_tile: true as well")
    _bargain_contradictions(found, name, place)
    deals = tuple(
        _deal(each, place.under("deals", index)) for index, each in enumerate(found.deals)
    )
    for index, each in enumerate(found.greetings):
        _can_hold(each.when, place.under("greetings", index, "when"))
    return bargains.Bargain(deals, found.text, found.asks, found.forgone, found.greetings)


def compile_talk(row: rows.MobRow, place: Place) -> bargains.Bargain:
    """Compile what a person says and offers; a deal that would turn them into a fixture is a fault."""
    assert row.bargain is not None
    for index, deal in enumerate(row.bargain.deals):
        if deal.becomes is not None:
            at = place.under("deals", index, "becomes")
            at.fault("is for fixtures: nobody becomes one", "say what it is remembered as: deed")
    return compile_bargain(row.bargain, row.name, place, blocks=row.blocks_tile)


def _deal(row: rows.DealRow, place: Place) -> bargains.Deal:
    """Compile one deal; one that gives nothing and changes nothing is a fault."""
    use = magic.Use()
    if row.effects is not None:
        use = _unaimed(row.effects, place.under("effects"), "a deal")
    check_sentence(row.told, place.under("told"), "{1} is the player: {1} [is|are] whole again.")
    if not use.effects and row.becomes is None and row.deed is None:
        place.fault("offers nothing", "give it effects, or say what the fixture becomes")
    _can_hold(row.when, place.under("when"), row.deed)
    return bargains.Deal(
        row.name, row.text, row.told, row.price, use, row.becomes, row.deed or "", row.when
    )


def _can_hold(when: bargains.Circumstances, place: Place, own: str | None = None) -> None:
    """Report circumstances that can never hold; `own` is the deed of the deal that they are for, and ends it."""
    for index, deed in enumerate(when.undone):
        if deed in when.done:
            at = place.under("undone", index)
            at.fault(f"{deed!r} is among the done too, and it cannot be both", "leave it in one")
    for index, deed in enumerate(when.done):
        if deed == own:
            at = place.under("done", index)
            at.fault(f"{deed!r} is its own deed, which ends the offer", "name what comes before it")
    if when.at_least > when.at_most:
        problem = f"{when.at_least} is more than at_most {when.at_most}"
        place.under("at_least").fault(problem, "swap the two")
    if when.people_of is None and (when.at_least, when.at_most) != (-100, 100):
        place.fault("says not whose opinion counts", "name one of them: people_of")


def _bargain_contradictions(row: rows.BargainRow, fixture: str, place: Place) -> None:
    """Report deals of one name, a question with nothing to choose, and offers that never end."""
    names = [each.name for each in row.deals]
    for index, deal in enumerate(row.deals):
        at = place.under("deals", index)
        if deal.name in names[:index]:
            at.under("name").fault(f"{deal.name!r} is offered twice", "give it a name of its own")
        if deal.becomes is None and deal.deed is None and is_free(deal.price):
            at.fault(
                "is free and never used up", "give it a price, or say what it becomes, or its deed"
            )
        if deal.becomes == fixture:
            at.under("becomes").fault("is what it is already", "leave it out, or name another")
    if row.forgone == fixture:
        problem = "is what it is already, and would be offered on"
        place.under("forgone").fault(problem, "name what is left of it when another is taken")
    if not row.asks and len(row.deals) > 1:
        place.under("asks").fault(
            f"is false, but there are {len(row.deals)} deals to choose from", "leave one of them"
        )


def check_payable(
    price: bargains.Price, numbers: Mapping[growth.Figure, Formula], place: Place
) -> None:
    """Report a price that no hero can ever pay; `place` is the price's.

    Payers must survive paying hit points, current or maximum.
    """
    level = figures.worked_out(numbers["hero level"], depth=DEEPEST_PAYER)
    for name in bargains.PRICED:
        formula = numbers[_FIGURES[name]]  # with usual attributes
        most = figures.worked_out(
            formula, **{each: level if each == "level" else 0 for each in formula.names}
        )
        most -= name in ("hp", "max_hp")
        asked = getattr(price, name)
        if asked > most:
            place.under(name).fault(
                f"{asked} is more than any hero has: at level {level} they can give {most}",
                f"ask for {most} at most, better for much less",
            )


def is_free(price: bargains.Price) -> bool:
    """Return whether a price takes nothing."""
    return not (price.gold or price.item or any(getattr(price, name) for name in bargains.PRICED))


MELEE, MISSILE = "Melee", "Missile"
"""Slots of weapons: one for melee and one for shooting, so that neither does the other's damage."""


def compile_item(row: rows.ItemRow, place: Place) -> Entry:
    """Compile an item; faults are reported at its place."""
    _contradictions(row, place)
    weapon, worn, used = row.weapon, row.worn, row.consumable
    parts = (
        *looks(row.renderable, text=row.text),
        replace(component(items.Item, row), slot=_slot(row)),
        weapon and component(items.Weapon, weapon),
        weapon and _proc(weapon, place.under("weapon")),
        worn and component(items.Blessing, worn),
        worn and worn.resistances and items.Resistances(worn.resistances),
        row.rune and compile_rune(row.rune, place.under("rune")),
        row.relic and items.Relic(),
        row.plural and Plural(),
        row.wearable,
        row.light,
        row.magic,
        _consumable_use(row, place) if used else row.attributes,
        used and used.recharge_turns and items.Recharging(used.recharge_turns),
    )
    return Entry(tuple(filter(None, parts)), _item_state(row))


def _slot(row: rows.ItemRow) -> str | None:
    """Return the slot where an item is worn or wielded, if any."""
    if row.weapon:
        return MISSILE if row.weapon.reach_tiles else MELEE
    return row.wearable.slot if row.wearable else None


def _contradictions(row: rows.ItemRow, place: Place) -> None:
    """Report combinations that an item cannot have."""
    if row.weapon and row.wearable:
        place.fault("is both a weapon and a wearable", "keep one of the two")
    if row.rune and (row.consumable or row.weapon or row.wearable):
        place.under("rune").fault("is a thing of another use as well", "a rune is only inscribed")
    if row.worn and not (row.weapon or row.wearable):
        place.under("worn").fault("is of no use", "make it a wearable or a weapon")
    template = row.template_magic
    if template and template.bonus_min > template.bonus_max:
        place.under("template_magic", "bonus_min").fault("is more than bonus_max", "swap the two")


def looks(
    row: rows.RenderableRow | None,
    *,
    text: str = "",
    blocks: bool = False,
    blocks_sight: bool = False,
    opens: bool = False,
    fixed: bool = False,
) -> list[Any]:
    """Make the components of a thing's looks: glyph, description, and a body if it is large or blocks anything."""
    row = row or rows.RenderableRow(glyph="?")
    parts: list[Any] = [component(Renderable, row)]
    if text:
        parts.append(Described(text))
    if blocks or blocks_sight or row.x_size * row.y_size > 1:
        parts.append(spatial.Body(row.x_size, row.y_size, blocks, blocks_sight, opens, fixed))
    return parts


def _proc(row: rows.WeaponRow, place: Place) -> magic.Proc | None:
    """Make what a weapon may do besides its damage."""
    if row.proc_effects is None and row.proc_chance is None:
        return None
    if row.proc_effects is None or row.proc_chance is None:
        missing = "proc_chance" if row.proc_chance is None else "proc_effects"
        place.under(missing).fault("is missing", "proc_effects and proc_chance go together")
        return None
    use = read_use(row.proc_effects, "proc", place.under("proc_effects"))
    return magic.Proc(use, row.proc_chance, row.proc_target == "self")


def _consumable_use(row: rows.ItemRow, place: Place) -> magic.Use:
    """Read what using an item does; its attributes become a status named after it."""
    assert row.consumable
    use = read_use(row.consumable.effects, "item", place.under("consumable", "effects"))
    if row.attributes:
        granted = GrantAttributes(row.name, *astuple(row.attributes))
        return magic.Use(use.delivery, (*use.effects, granted), use.burst, use.trail)
    return use


def _item_state(row: rows.ItemRow) -> ItemState:
    """Return the initial state: a full set of charges, and the curse of a cursed item."""
    charges = row.consumable.charges if row.consumable else 0
    return ItemState(charges, row.magic is not None and row.magic.cursed)


def compile_prop(row: rows.PropRow, place: Place) -> Entry:
    """Compile a prop; a trap whose use consumes it works only once."""
    looks_like = looks(
        row.renderable,
        text=row.text,
        blocks=row.blocks_tile,
        blocks_sight=row.blocks_visibility,
        opens=row.door_open is not None,
        fixed=row.blocks_tile and row.door_open is None,
    )
    trap, offer, at = row.entry_trigger, row.bargain, place.under("bargain")
    parts = (
        *looks_like,
        row.plural and Plural(),
        row.light,
        row.glow,
        row.sign,
        trap and _trigger(trap.effects, place.under("entry_trigger", "effects")),
        row.in_wall and bargains.Walled(),
        offer and compile_bargain(offer, row.name, at, blocks=row.blocks_tile),
    )
    return Entry(tuple(filter(None, parts)), PropState(row.door_open, row.hidden))


def _trigger(raw: rows.Effects, place: Place) -> magic.Trigger:
    """Read what happens to whoever steps on it."""
    return magic.Trigger(_unaimed(raw, place, "a trap"), once=ends_with_use(raw))


def _unaimed(raw: rows.Effects, place: Place, what: str) -> magic.Use:
    """Read the effects of `what` nobody aims; a range is a fault."""
    use = read_use(raw, "trigger", place)
    if use.delivery.aimed:
        place.fault("is aimed", f"nobody aims {what}: leave the range out")
    return use


PLAYER_LOOK = rows.RenderableRow(glyph="@", fg=(255, 255, 0), order=0)


def compile_mob(row: rows.MobRow, place: Place, numbers: Mapping[growth.Figure, Formula]) -> Entry:
    """Compile a mob, with pools and skills by the formulas unless its row says; faults are reported at its place."""
    if row.clan and row.clan not in row.name.split():
        place.under("clan").fault(
            f'"{row.clan}" is no word of its name', "write it as the name does"
        )
    _check_ranges(row.abilities, place.under("abilities"))
    _check_ranges(row.on_death, place.under("on_death"))
    tricks = tuple(_trick(each, place.under("tricks", at)) for at, each in enumerate(row.tricks))
    parts = (
        *looks(row.renderable, text=row.text, blocks=row.blocks_tile),
        component(actors.Nature, row),
        row.vendor and (row.stock or items.Supply()),
        row.natural,
        row.resistances and items.Resistances(row.resistances),
        (row.abilities or row.on_death) and magic.Abilities(row.abilities, row.on_death),
        tricks and magic.Tricks(tricks),
        row.company and actors.Company(row.company),
        row.light,
        row.bargain and compile_talk(row, place.under("bargain")),
    )
    return Entry(tuple(filter(None, parts)), _mob_state(row, numbers))


def _trick(row: rows.TrickRow, place: Place) -> magic.Trick:
    """Compile a trick; a phase without the share at which it begins, or a share of anything else, is a fault."""
    use = _unaimed(row.effect_rows, place.under("effects"), "a trick")
    if row.when == "is worn down" and row.at is None:
        place.under("at").fault("is missing", "say at which share of its hit points: 0.5 is half")
    if row.when != "is worn down" and row.at is not None:
        place.under("at").fault("is only for a phase", "leave it out, or write: is worn down")
    check_sentence(row.text, place.under("text"), "{1} is the creature: {1} divide[s] in two.")
    return replace(component(magic.Trick, row), use=use, on_self=row.on_self or row.at is not None)


def _check_ranges(abilities: Sequence[magic.Ability], place: Place) -> None:
    """Report empty ranges of distance."""
    for index, each in enumerate(abilities):
        if each.min_range_tiles > each.range_tiles:
            problem = f"{each.min_range_tiles:g} is more than the range of {each.range_tiles:g}"
            place.under(index, "min_range_tiles").fault(problem, "swap the two")


def _mob_state(row: rows.MobRow, numbers: Mapping[growth.Figure, Formula]) -> MobState:
    """Return the initial state of a mob: full pools, and skills by the formulas."""
    skill, level = row.skills.get, row.level
    born = vitals.Attributes(*astuple(row.attributes))
    hp, mana = figures.creature_pools(numbers, level, born)
    usual = figures.creature_skills(numbers, level)
    return MobState(
        hp=row.hp if row.hp is not None else hp,
        mana=row.mana if row.mana is not None else mana,
        level=level,
        gold=row.gold,
        attributes=astuple(row.attributes),
        skills=(
            skill("Melee", usual.melee),
            skill("Defense", usual.defense),
            skill("Magic", usual.magic),
        ),
        spells=tuple(dict.fromkeys(ability.spell for ability in row.abilities)),
        ambush=row.ambush_tiles > 0,
    )


def compile_player(row: rows.PlayerRow) -> list[Template]:
    """Compile what all players share; the engine makes their state."""
    parts = looks(row.renderable or PLAYER_LOOK, text=row.text, blocks=True)
    nature = actors.Nature(
        faction=actors.PLAYER_FACTION,
        vision_tiles=row.vision_tiles,
        poise=row.poise,
        poise_turns=row.poise_turns,
        levels_per_poise=row.levels_per_poise,
    )
    parts.append(nature)
    if row.light:
        parts.append(row.light)
    return parts


def compile_origin(row: rows.OriginRow, player: rows.PlayerRow) -> Start:
    """Compile what a player of an origin begins with: what everybody does, and then their own."""
    return Start(
        row.text,
        row.weakness,
        player.equipped + row.equipped,
        player.carried + row.carried,
        player.spells + row.spells,
        player.statuses + row.statuses,
        player.gold + row.gold,
        row.welcome or player.welcome,
        astuple(row.attributes),
    )


USUAL_POWER = "intelligence + magic"
"""The default power of a spell: Intelligence bonus and Magic skill; 1 at the start."""
MOST_VARIANTS = 50_000
"""Most enchanted items that are generated: more would take too long."""
SPAWNING: tuple[SpawnKind, ...] = ("items", "mobs", "props")


def compile_all(tables: Tables) -> Catalog:
    """Compile every row; faults are reported at the places of the rows."""
    out = Catalog()
    _magic(tables, out)
    _things(tables, out)
    _statuses(tables, out)
    _people(tables, out)
    for name, row in tables.named("loot_tables").items():
        out.loot[name] = tuple((drop.name, drop.weight) for drop in row.drops)
    _factions(tables.named("faction_table"), out)
    out.shares = {name: row.share for name, row in tables.named("item_shares").items()}
    out.regions, out.shelves, out.groups, out.furniture, out.town = (
        [*tables.named(section).values()]
        for section in ("regions", "shelves", "groups", "furniture", "town")
    )
    out.puzzle_things = tables.named("puzzle_things")
    out.puzzle_recipes = tables.named("puzzle_recipes")
    out.spawns = list(_spawns(tables, out))
    out.alike = _alike(out)
    return out


def _factions(written: Mapping[str, rows.FactionRow], out: Catalog) -> None:
    """Compile each faction's reactions to the others; with a truce, they ignore those they do not name."""
    for name, row in written.items():
        peace: dict[str, Reaction] = {
            other: "ignore" for other, each in written.items() if row.truce or each.truce
        }
        responses = {**peace, **row.responses}
        out.factions[name] = Faction(
            responses, row.label, row.avengers, row.avenges, row.speaks_for
        )


def _magic(tables: Tables, out: Catalog) -> None:
    """Compile formulas, spells, offers, schools and weapon traits, then hazards and reactions."""
    out.figures = {**figures.SOURCE} | {
        placed.row.name: compile_curve(placed.row, placed.place) for placed in tables.each("growth")
    }
    changes = {
        placed.row.name: compile_rune(placed.row, placed.place)
        for placed in tables.each("upgrades")
    }
    for placed in tables.each("spells"):
        row: rows.SpellRow = placed.row
        use = read_use(row.effect_rows, "spell", placed.place.under("effects"))
        power = _power(row.power_formula, placed.place.under("power"))
        out.spells[row.name] = replace(component(magic.SpellTemplate, row), use=use, power=power)
        out.upgrades.update((each.name, each) for each in _upgrades(row, changes, tables))
    out.common_offers = tables.named("offers")
    for placed in tables.each("schools"):
        out.schools[placed.row.name] = compile_school(placed.row, placed.place)
    for placed in tables.each("weapon_traits"):
        trait: rows.WeaponTraitRow = placed.row
        use = read_use(trait.effect_rows, "proc", placed.place.under("effects"))
        proc = magic.Proc(use, trait.proc_chance, on_self=trait.proc_target == "self")
        out.traits.append(replace(component(WeaponTraitTemplate, trait), proc=proc))
    _ground(tables, out)


def _power(text: str | None, place: Place) -> Formula | None:
    """Parse a spell's power formula, or the usual one if it has none of its own; None if faulty."""
    try:
        formula = _formula_of_power(text or USUAL_POWER)
    except FormulaError as error:
        place.fault_of(error)
        return None
    return formula


@cache
def _formula_of_power(text: str) -> Formula:
    """Parse a power formula, cached because many spells share it; it may not contain dice."""
    formula = parse_formula(text, ("intelligence", "magic", "level"))
    formula.number(dict.fromkeys(formula.names, 1))
    return formula


def _ground(tables: Tables, out: Catalog) -> None:
    """Compile fires, clouds and the reaction table."""
    dangers = out.entries["hazards"] = {}
    for placed in tables.each("hazards"):
        row: rows.HazardRow = placed.row
        effects = read_use(row.effect_rows, "trigger", placed.place.under("effects")).effects
        template = replace(component(hazards.HazardTemplate, row), effects=effects)
        out.hazards[row.name] = template
        trap, at = row.entry_trigger, placed.place.under("entry_trigger", "effects")
        parts = (
            template,
            Renderable(row.glyph, row.colour, order=2, icon=row.icon),
            Described(row.text),
            row.light,
            row.glow,
            magic.Trigger(read_use(trap.effects, "trigger", at), once=True) if trap else None,
        )
        dangers[row.name] = Entry(tuple(filter(None, parts)))
    out.ground_lights = tuple(tables.named("ground_lights").values())
    out.icons = {name: row.rows for name, row in tables.named("icons").items()}
    for placed in tables.each("reactions"):
        found: hazards.Reaction = placed.row
        is_alive = found.status or found.material or found.mob
        table = out.creature_reactions if is_alive else out.ground_reactions
        table.setdefault(found.element, []).append(found)


def _things(tables: Tables, out: Catalog) -> None:
    """Compile items, list their enchanted variants, and compile props."""
    things = out.entries["items"] = {}
    for placed in tables.each("items"):
        row = placed.row
        things[row.name] = compile_item(row, placed.place)
        out.categories[row.name] = _category(things[row.name])
        if row.vendor_category is not None:
            out.vendor_categories[row.name] = row.vendor_category
    for placed in tables.each("items"):
        if len(out.generated) > MOST_VARIANTS:
            placed.place.fault(
                f"would be one of more than {MOST_VARIANTS:,} enchanted items",
                "let fewer items have enchanted variants (template_magic), or drop some weapon traits",
            )
            break
        for made in enchanted(placed.row, out.traits):
            # A row of the data is never overwritten by a generated item of the same name.
            if made.name not in things:
                out.generated[made.name] = made
    out.entries["props"] = {
        placed.row.name: compile_prop(placed.row, placed.place) for placed in tables.each("props")
    }


def _category(item: Entry) -> Category:
    """Return the category of an item."""
    if any(isinstance(part, magic.Rune) for part in item.templates):
        return "rune"
    use = next((part for part in item.templates if isinstance(part, magic.Use)), None)
    if use is None:
        return "gear"
    if any(isinstance(effect, healing.Feed) for effect in use.effects):
        return "food"
    return "book" if learning.taught_by(use) else "consumable"


def enchanted(row: rows.ItemRow, traits: Iterable[WeaponTraitTemplate]) -> Iterator[Enchanted]:
    """Yield every variant that an item's template asks for."""
    template = row.template_magic
    if template is None:
        return
    curses = [CURSE] if template.include_cursed else []
    for bonus in [*curses, *range(template.bonus_min, template.bonus_max + 1)]:
        name, naming = f"{row.name} {bonus:+d}", template.unidentified_name
        yield Enchanted(name, row.name, bonus, naming, weight_of(bonus), depth_of(bonus))
        for trait in traits if row.weapon and bonus > 0 else ():
            # Slightly rarer, and from one depth deeper.
            weight = max(1, round((weight_of(bonus) - 1) * trait.weight / USUAL_WEIGHT))
            depth = max(depth_of(bonus) + 1, trait.min_depth)
            yield Enchanted(
                f"{trait.name} {name}", row.name, bonus, naming, weight, depth, trait.name
            )


def _statuses(tables: Tables, out: Catalog) -> None:
    """Compile statuses: the built-in ones, those of the data, and those that potions leave."""
    for template in BUILT_IN:
        out.statuses[template.name] = template
    for placed in tables.each("statuses"):
        out.statuses[placed.row.name] = compile_status(placed.row, placed.place)
    for name, granted in _gifts(out):
        if name not in out.statuses:
            good = granted.might + granted.fitness + granted.quickness + granted.intelligence >= 0
            out.statuses[name] = gift(name, granted.turns, good=good)
    for status in out.statuses.values():
        out.laid_by_ground.update(dict.fromkeys(status.begins_on, status.name))
    out.entries["statuses"] = {name: Entry((status,)) for name, status in out.statuses.items()}


def _upgrades(
    row: rows.SpellRow, changes: Mapping[str, magic.Rune], tables: Tables
) -> Iterator[growth.Upgrade]:
    """Yield the offers of new levels that change a spell, called after the spell."""
    written = tables.named("upgrades")
    for each in [written[name] for name in row.upgrades if name in written]:
        yield growth.Upgrade(
            f"{row.name}: {each.name}",
            "upgrade",
            f"{each.text} {row.name} {each.does}.".lstrip(),
            weight=each.weight,
            most=1,
            spell=row.name,
            change=changes[each.name],
        )


def _gifts(out: Catalog) -> Iterator[tuple[str, GrantAttributes]]:
    """Yield items that change their consumer's attributes, with the effect that grants the status of that name."""
    for name, entry in out.entries["items"].items():
        for part in entry.templates:
            if isinstance(part, magic.Use):
                for effect in part.effects:
                    if isinstance(effect, GrantAttributes) and effect.status == name:
                        yield name, effect


def _people(tables: Tables, out: Catalog) -> None:
    """Compile mobs and the player."""
    mobs = out.entries["mobs"] = {}
    for placed in tables.each("mobs"):
        mobs[placed.row.name] = compile_mob(placed.row, placed.place, out.figures)
        out.equipment[placed.row.name] = placed.row.equipped
    _players(tables, out)


def _players(tables: Tables, out: Catalog) -> None:
    """Compile a kind of player for each origin; the first has the name that the only one had before there were any."""
    player = tables.player.row if tables.player else rows.PlayerRow()
    parts = compile_player(player)
    written = tables.named("origins") or {"": rows.OriginRow("")}
    out.growth, out.origins = player.growth, {}
    kinds = out.entries["game"] = {}
    for name, row in written.items():
        out.origins[name] = compile_origin(row, player)
        own = (items.Resistances(row.resistances),) if row.resistances else ()
        kinds[name if kinds else actors.PLAYER] = Entry((*parts, *own))


def _spawns(tables: Tables, out: Catalog) -> Iterator[SpawnEntry]:
    """Yield the entries of the spawn table: the data's rows, then the generated items."""
    for placed in tables.each("spawn_table"):
        row = placed.row
        kind = next((kind for kind in SPAWNING if row.name in out.entries[kind]), None)
        if kind is not None:
            category = out.categories[row.name] if kind == "items" else ""
            yield SpawnEntry(
                row.name,
                kind,
                row.weight,
                row.min_depth,
                row.max_depth,
                category,
                row.add_map_depth_to_weight,
                _tags(out, row.name) if category else (),
            )
    for made in out.generated.values():
        tags = (made.name, made.base, *([made.trait] if made.trait else ()))
        yield SpawnEntry(
            made.name, "items", made.weight, made.min_depth, category="enchanted", tags=tags
        )


def _tags(out: Catalog, item: str) -> tuple[str, ...]:
    """Return the names by which a region may favour an item: its own, and the schools of the spells that it teaches."""
    uses = (part for part in out.entries["items"][item].templates if isinstance(part, magic.Use))
    taught = learning.taught_by(next(uses, None))
    return (item, *(out.spells[spell].school or "" for spell in taught if spell in out.spells))


def _alike(out: Catalog) -> dict[str, tuple[str, ...]]:
    """Group the names of magic items by their name while unidentified: all potions, all scrolls."""
    found: dict[str, list[str]] = {}
    for name, entry in out.entries["items"].items():
        for part in entry.templates:
            if isinstance(part, items.Magic):
                found.setdefault(part.naming.lower(), []).append(name)
    for made in out.generated.values():
        found.setdefault(made.naming.lower(), []).append(made.name)
    return {naming: tuple(names) for naming, names in found.items()}


def compile_curve(row: growth.Curve, place: Place) -> Formula:
    """Parse a formula; if it is faulty, report it and return the source game's instead."""
    at = place.under("formula")
    try:
        formula = parse_formula(row.formula, figures.LAWS[row.name].names)
        dice = formula.dice(dict.fromkeys(formula.names, 1))
    except FormulaError as error:
        at.fault_of(error)
        return figures.SOURCE[row.name]
    if dice.count:
        at.fault(f"{row.formula!r} has dice", "no die decides how anybody grows: write a number")
        return figures.SOURCE[row.name]
    _check(row.name, formula, at)
    return formula


def _check(name: growth.Figure, formula: Formula, place: Place) -> None:
    """Try a formula at every level, with usual attributes; report the first thing that is wrong."""
    law = figures.LAWS[name]
    numbers = [_at(formula, level) for level in range(1, figures.MOST_LEVEL + 1)]
    for level, figure in enumerate(numbers, start=1):
        if not law.least <= figure <= law.most:
            place.fault(
                f"gives {figure} at level {level}", f"keep it from {law.least} to {law.most}"
            )
            return
    for level, (one, other) in enumerate(pairwise(numbers), start=1):
        if other < one + (law.way == "rises") and law.way != "any":
            place.fault(
                f"gives {one} at level {level} and {other} at level {level + 1}",
                "let it rise with every level" if law.way == "rises" else "let it never fall",
            )
            return


def _at(formula: Formula, level: int) -> int:
    """Evaluate a formula at a level, with usual attributes and for a victim of the same level."""
    variables = {
        "level": level,
        "own": level,
        "depth": level,
        "home": level,
        "fitness": 0,
        "intelligence": 0,
    }
    return figures.worked_out(formula, **{name: variables[name] for name in formula.names})
