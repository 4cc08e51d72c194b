"""Cross-checks: every name that a row mentions must belong to a row.

Faulty rows count as known (their own faults are reported already), and if a file could not be read at all nothing is
checked, so that one mistake is one line of the report.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from roguelike.components.actors import Section
from roguelike.components.bargains import Bargain, Circumstances
from roguelike.components.hazards import Reaction
from roguelike.components.magic import Use
from roguelike.components.runes import Rune
from roguelike.raws.bargains import check_payable
from roguelike.raws.cycles import check_cycles
from roguelike.raws.faults import Place, Suggestion
from roguelike.raws.mentions import REACTING, SPAWNING
from roguelike.raws.models.creatures import MobRow
from roguelike.raws.place_references import PlaceReferences
from roguelike.raws.runes import effects_in
from roguelike.raws.statuses import check_sentence
from roguelike.world.circumstances import TOOK_AMULET

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


class References(PlaceReferences):
    """All names there are, and the checks of names that are mentioned."""

    def check(self) -> None:
        """Check everything; if a file could not be read, whose rows may have the names, only that names are unique."""
        self._unambiguous()
        if self._tables.complete:
            self._mobs()
            self._tables_of_names()
            self._spawns()
            self._player()
            self._effects()
            self._bargains()
            self._runes()
            self._schools()
            self._growth()
            self._regions()
            self._groups()
            check_cycles(self._tables, self._compiled)

    def _unambiguous(self) -> None:
        """Check that each name on maps is in one section only."""
        first: dict[str, str] = {}
        for section in SPAWNING:
            for placed in self._tables.each(section):
                other = first.setdefault(placed.row.name, section)
                if other != section:
                    placed.place.fault(
                        f"is the name of one of the {other} too", "rename one of them"
                    )

    def _mobs(self) -> None:
        """Check what creatures wear, cast, leave behind, sell and belong to."""
        trade = {
            placed.row.name: placed.row.vendor_category for placed in self._tables.each("items")
        }
        wares = set(trade.values()) - {None}
        for placed in self._tables.each("mobs"):
            row, place = placed.row, placed.place
            self._name("faction_table", row.faction, place.under("faction"))
            self._names("items", row.equipped, place.under("equipped"))
            if row.loot_table is not None:
                self._name("loot_tables", row.loot_table, place.under("loot_table"))
            self._brought(row, place)
            self._abilities(row, place)
            self._names("elements", dict(row.resistances), place.under("resistances"))
            for index, category in enumerate(row.vendor):
                if category not in wares:
                    at = place.under("vendor", index)
                    at.fault(
                        f"no item is of the vendor category {category!r}",
                        Suggestion(category, wares),
                    )
            if row.stock is not None:
                self._staples(row, place.under("stock"), trade)

    def _brought(self, row: MobRow, place: Place) -> None:
        """Check the company of a creature, and its hoard."""
        if row.hoard is not None:
            at = place.under("hoard")
            self._name("loot_tables", row.hoard.loot_table, at.under("loot_table"))
            if row.hoard.count.most < 1:
                at.under("count").fault("is never anything", "let it come to 1 at least")
        for index, follower in enumerate(row.company):
            at = place.under("company", index)
            self._name("mobs", follower.name, at.under("name"))
            if follower.count.most < 1:
                at.under("count").fault("is never anybody", "let it come to 1 at least")
            if follower.name == row.name:
                remedy = "name others, or make them a group: groups"
                at.under("name").fault("is in its own company", remedy)

    def _staples(self, row: MobRow, place: Place, trade: Mapping[str, str | None]) -> None:
        """Check what a vendor always has in stock."""
        assert row.stock is not None
        if not row.vendor:
            place.fault("is of no use to one that is no vendor", "say what it trades in: vendor")
        self._names("items", row.stock.staples, place.under("staples"))
        for index, name in enumerate(row.stock.staples):
            if row.vendor and name in trade and trade[name] not in row.vendor:
                at = place.under("staples", index)
                at.fault(
                    f"{name!r} is of the vendor category {trade[name]!r}, not of this vendor's",
                    f"one of {', '.join(row.vendor)}",
                )

    def _abilities(self, row: MobRow, place: Place) -> None:
        """Check the spells that a creature casts, alive and on death."""
        for field, abilities in (("abilities", row.abilities), ("on_death", row.on_death)):
            for index, ability in enumerate(abilities):
                self._name("spells", ability.spell, place.under(field, index, "spell"))

    def _tables_of_names(self) -> None:
        """Check loot, factions, and statuses that cancel each other."""
        for placed in self._tables.each("loot_tables"):
            for index, drop in enumerate(placed.row.drops):
                self._name("items", drop.name, placed.place.under("drops", index))
        self._factions()
        for placed in self._tables.each("statuses"):
            self._names("statuses", placed.row.cancels, placed.place.under("cancels"))
            if placed.row.name in placed.row.cancels:
                at = placed.place.under("cancels")
                at.fault("is itself one of those that it cancels", "name its opposites only")
            ended_by = [name for name in placed.row.ended_by if name != "damage"]
            self._names("elements", ended_by, placed.place.under("ended_by"))
            self._names("elements", dict(placed.row.resistances), placed.place.under("resistances"))
            if placed.row.element:
                self._name("elements", placed.row.element, placed.place.under("element"))
        self._ground()
        self._reactions()

    def _ground(self) -> None:
        """Check the elements that hazards mention, and that each hazard that spreads has one."""
        for placed in self._tables.each("hazards"):
            row, place = placed.row, placed.place
            if row.element is not None:
                self._name("elements", row.element, place.under("element"))
            elif row.spread_percent:
                place.under("element").fault("is missing", "what spreads does so by its element")

    def _reactions(self) -> None:
        """Check the names in the reaction table, and that each row says what reacts, and how."""
        materials = self._materials()
        for placed in self._tables.each("reactions"):
            row, place = placed.row, placed.place
            self._name("elements", row.element, place.under("element"))
            for field, section in REACTING.items():
                name = getattr(row, field)
                if name is not None:
                    self._name(section, name, place.under(field))
            if row.material is not None and row.material not in materials:
                at = place.under("material")
                at.fault(f"no item is of {row.material!r}", Suggestion(row.material, materials))
            _check_reaction(row, place)

    def _materials(self) -> set[str]:
        """Return the materials of all items; report those that no reaction names, unless one names an unknown one."""
        reacting = {placed.row.material for placed in self._tables.each("reactions")} - {None}
        items = [placed for placed in self._tables.each("items") if placed.row.material]
        found = {placed.row.material for placed in items}
        for placed in items if reacting <= found else ():  # a misspelt reaction is one fault
            if placed.row.material not in reacting:
                at = placed.place.under("material")
                problem = f"nothing happens to what is of {placed.row.material!r}"
                at.fault(problem, Suggestion(placed.row.material, reacting))
        return found

    def _factions(self) -> None:
        """Check the factions that a faction reacts to, and the one that it speaks for, which speaks for itself."""
        rows = {placed.row.name: placed.row for placed in self._tables.each("faction_table")}
        for placed in self._tables.each("faction_table"):
            for toward in placed.row.responses:
                if toward != "Default":
                    self._name("faction_table", toward, placed.place.under("responses", toward))
            above = placed.row.speaks_for
            if above is None:
                continue
            at = placed.place.under("speaks_for")
            self._name("faction_table", above, at)
            if above in rows and (above == placed.row.name or rows[above].speaks_for is not None):
                at.fault(f"{above!r} does not speak for itself", "name one that speaks for nobody")

    def _spawns(self) -> None:
        """Check the spawn table: known names, sensible depths, no depth twice."""
        known = set().union(*(self._known[section] for section in SPAWNING))
        reached: dict[str, list[tuple[int, int]]] = {}
        for placed in self._tables.each("spawn_table"):
            row, place = placed.row, placed.place
            if row.name not in known:
                place.fault(
                    "there is no item, mob or prop of this name", Suggestion(row.name, known)
                )
            if row.min_depth > row.max_depth:
                problem = f"{row.min_depth} is deeper than max_depth {row.max_depth}"
                place.under("min_depth").fault(problem, "swap the two")
            others = reached.setdefault(row.name, [])
            if any(row.min_depth <= high and low <= row.max_depth for low, high in others):
                problem = f"depths {row.min_depth} to {row.max_depth} overlap those of another row"
                place.fault(problem, "join the two, or keep their depths apart")
            else:  # which keeps the list shorter than the number of depths, however many rows there are
                others.append((row.min_depth, row.max_depth))

    def _player(self) -> None:
        """Check what the player begins with."""
        placed = self._tables.player
        if placed is None:
            return
        row, place = placed.row, placed.place
        self._names("items", row.equipped, place.under("equipped"))
        self._names("items", row.carried, place.under("carried"))
        self._names("spells", row.spells, place.under("spells"))
        names = [status.name for status in row.statuses]
        self._names("statuses", names, place.under("statuses"))

    def _effects(self) -> None:
        """Check the names that effects mention: the spell of a book, the status of a curse."""
        compiled = self._compiled
        for placed in self._tables.each("items"):
            if placed.row.worn is not None:
                worn, place = placed.row.worn, placed.place.under("worn")
                self._names("statuses", worn.proof, place.under("proof"))
                self._names("elements", dict(worn.resistances), place.under("resistances"))
        sections: tuple[Section, ...] = ("items", "props", "hazards", "mobs")
        for section in sections:
            for placed in self._tables.each(section):
                for use in uses_of(compiled.entries[section][placed.row.name].templates):
                    self._use(use, placed.place)
        for placed in self._tables.each("spells"):
            self._use(compiled.spells[placed.row.name].use, placed.place)
        for placed, trait in zip(self._tables.each("weapon_traits"), compiled.traits, strict=True):
            self._use(trait.proc.use, placed.place)
        for placed in self._tables.each("hazards"):
            self._use(Use(effects=compiled.hazards[placed.row.name].effects), placed.place)

    def _bargains(self) -> None:
        """Check the prices of bargains, and what fixtures become by them."""
        deeds = self._deeds()
        for placed in self._tables.each("faction_table"):
            for index, deed in enumerate(placed.row.avenges):
                self._deed(deed, deeds, placed.place.under("avenges", index))
        for placed in (*self._tables.each("props"), *self._tables.each("mobs")):
            row, place = placed.row.bargain, placed.place.under("bargain")
            if row is None:
                continue
            for index, greeting in enumerate(row.greetings):
                at = place.under("greetings", index, "when")
                self._circumstances(greeting.when, deeds, at)
            if row.forgone is not None:
                self._name("props", row.forgone, place.under("forgone"))
            for index, deal in enumerate(row.deals):
                at = place.under("deals", index)
                if deal.becomes is not None:
                    self._name("props", deal.becomes, at.under("becomes"))
                check_payable(deal.price, self._compiled.figures, at.under("price"))
                if deal.price.item is not None:
                    self._name("items", deal.price.item, at.under("price", "item"))
                self._circumstances(deal.when, deeds, at.under("when"))

    def _deeds(self) -> set[str]:
        """Return every deed that a deal or a death is remembered as, and the deed of the story."""
        mobs = list(self._tables.each("mobs"))
        rows = (*self._tables.each("props"), *mobs)
        bargains = (placed.row.bargain for placed in rows if placed.row.bargain is not None)
        deals = (deal for bargain in bargains for deal in bargain.deals)
        deaths = {placed.row.slain_deed for placed in mobs} - {None}
        return {TOOK_AMULET, *deaths, *(deal.deed for deal in deals if deal.deed)}

    def _deed(self, deed: str, deeds: set[str], place: Place) -> None:
        """Check one mention of a deed."""
        if deed not in deeds:
            problem = f"no deal or death is remembered as {deed!r}"
            place.fault(problem, Suggestion(deed, deeds))

    def _circumstances(self, when: Circumstances, deeds: set[str], place: Place) -> None:
        """Check that a condition can be met: the deeds, fixtures and people that it names exist."""
        for field in ("done", "undone"):
            for index, deed in enumerate(getattr(when, field)):
                self._deed(deed, deeds, place.under(field, index))
        if when.near is not None:
            self._name("props", when.near, place.under("near"))
        if when.people_of is not None:
            self._name("mobs", when.people_of, place.under("people_of"))


def _check_reaction(row: Reaction, place: Place) -> None:
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


_PLAIN = {name: getattr(Reaction("", ""), name) for name in READ_OF}
"""The default values of those fields."""


def uses_of(templates: Iterable[Any]) -> Iterator[Use]:
    """Yield every use in some components: their own, a trigger's, a proc's, what a rune adds to a spell."""
    for part in templates:
        if isinstance(part, Use):
            yield part
        elif isinstance(part, Rune):
            yield Use(effects=tuple(effects_in(part)))
        elif isinstance(part, Bargain):
            yield from (deal.use for deal in part.deals)
        elif isinstance(getattr(part, "use", None), Use):
            yield part.use
