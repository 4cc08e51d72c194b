"""Cross-checks of runes, schools and level offers."""

from collections.abc import Iterable, Iterator
from typing import Any

from roguelike.components.magic import Ability, Recipe, Use
from roguelike.components.runes import Assign, Rune
from roguelike.raws.faults import Place, Suggestion
from roguelike.raws.mentions import MEANINGS, Mentions
from roguelike.raws.runes import effects_in, fits_none
from roguelike.world.rewriting import UnfitError, mastered, rewritten


class RuneReferences(Mentions):
    """The checks of what rewrites spells, and of what levels offer."""

    def _runes(self) -> None:
        """Check that each rune fits a spell, and the elements and runes that are named outside effects."""
        compiled = self._compiled
        words: dict[str, str] = {}
        for placed in self._tables.each("items"):
            for rune in runes_of(compiled.entries["items"][placed.row.name].templates):
                place = placed.place.under("rune")
                other = words.setdefault(rune.word, placed.row.name)
                if other != placed.row.name:
                    problem = f"{rune.word!r} is the word of {other!r} too"
                    place.under("word").fault(problem, "spells are named by it: take another")
                for index, each in enumerate(rune.rewrites):
                    if isinstance(each, Assign):
                        self._meant(each, place.under("rewrites", index, "to"))
                whole = len(rune.rewrites) == len(placed.row.rune.rewriting_rows)
                if whole and (reason := fits_none(rune, compiled.spells)):
                    remedy = f"rewrite what a spell has, or need less. Of the last spell it says: {reason}"
                    place.under("rewrites").fault("fits no spell there is", remedy)
        for placed in self._tables.each("mobs"):
            for index, ability in enumerate(placed.row.abilities):
                self._inscribed(ability, placed.place.under("abilities", index, "runes"))

    def _schools(self) -> None:
        """Check the steps of mastery."""
        compiled = self._compiled
        for placed in self._tables.each("schools"):
            for index, step in enumerate(compiled.schools[placed.row.name].steps):
                at = placed.place.under("steps", index)
                self._use(Use(effects=tuple(effects_in(step))), at)
                taught = [
                    each for each in compiled.spells.values() if each.school == placed.row.name
                ]
                if (
                    step.rewrites
                    and taught
                    and all(mastered(each, step) == each for each in taught)
                ):
                    remedy = "rewrite what its spells have, or need less"
                    at.under("rewrites").fault("fits no spell of the school", remedy)
                for number, each in enumerate(step.rewrites):
                    if isinstance(each, Assign):
                        self._meant(each, at.under("rewrites", number, "to"))

    def _growth(self) -> None:
        """Check that offers give something, and that their schools and spells and the schools of spells exist."""
        for placed in self._tables.each("offers"):
            offer, place = placed.row, placed.place
            if not offer.gives:
                place.fault("offers nothing", "say what it gives: attributes, skills, max_hp ...")
            if offer.teaches is not None:
                self._name("spells", offer.teaches, place.under("teaches"))
            if offer.school is not None:
                self._name("schools", offer.school, place.under("school"))
            elif offer.study:
                place.under("school").fault("is missing", "study is of a school: say of which")
        for placed in self._tables.each("spells"):
            if placed.row.school and self._known["schools"]:
                self._name("schools", placed.row.school, placed.place.under("school"))

    def _meant(self, rewriting: Assign, place: Place) -> None:
        """Check a name that a rune writes into an effect: an element, a status."""
        section = MEANINGS.get(rewriting.what.partition(".")[2])
        if section is not None and rewriting.to:
            self._name(section, str(rewriting.to), place)

    def _inscribed(self, ability: Ability, place: Place) -> None:
        """Check the runes on a creature's spell: that they are runes, and fit it one after another."""
        compiled, spell = self._compiled, self._compiled.spells.get(ability.spell)
        for index, name in enumerate(ability.runes):
            entry = compiled.entries["items"].get(name)
            found = list(runes_of(entry.templates)) if entry else []
            if not found:
                known = [
                    item
                    for item, each in compiled.entries["items"].items()
                    if list(runes_of(each.templates))
                ]
                place.under(index).fault(f"there is no rune {name!r}", Suggestion(name, known))
            elif spell is not None:
                try:
                    spell = rewritten(spell, found[0], Recipe(ability.spell, ability.runes[:index]))
                except UnfitError as error:
                    place.under(index).fault(f"{name!r} does not fit: {error}", "leave it out")
                    return


def runes_of(templates: Iterable[Any]) -> Iterator[Rune]:
    """Yield the rune in some components, if there is one."""
    return (part for part in templates if isinstance(part, Rune))
