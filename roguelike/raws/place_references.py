"""Cross-checks of regions and of the groups that live in them."""

from roguelike.components.places import Group, Region
from roguelike.raws.faults import Place, Suggestion
from roguelike.raws.rune_references import RuneReferences


class PlaceReferences(RuneReferences):
    """Checks regions and groups: the inhabitants of each depth, and what is found there."""

    def _regions(self) -> None:
        """Check that regions do not overlap, have no more sentences than depths, and favour only what exists."""
        favoured = self._favourable()
        claimed: dict[int, str] = {}
        for placed in self._tables.each("regions"):
            row: Region = placed.row
            depths = range(row.min_depth, row.max_depth + 1)
            self._depths(row.min_depth, row.max_depth, placed.place)
            if others := {claimed[depth] for depth in depths if depth in claimed}:
                problem = f"has depths that belong to {', '.join(sorted(others))} too"
                placed.place.fault(problem, "keep their depths apart")
            claimed |= dict.fromkeys(depths, row.name)
            per_depth = (
                ("arrivals", "sentences", row.arrivals),
                ("crowding", "numbers", row.crowding),
            )
            for field, what, given in per_depth:
                if depths and len(given) > len(depths):
                    problem = f"has {len(given)} {what} for {len(depths)} depths"
                    placed.place.under(field).fault(problem, "one for each depth, or fewer")
            for name in row.favours:
                if name not in favoured:
                    at = placed.place.under("favours", name)
                    problem = "is no school, item, weapon trait or category of finds"
                    at.fault(problem, Suggestion(name, favoured))

    def _favourable(self) -> set[str]:
        """Return the names of everything that a region may favour."""
        sections = ("schools", "items", "weapon_traits", "item_shares")
        return set().union(*(self._known[section] for section in sections))

    def _groups(self) -> None:
        """Check the members of groups, the props around them, and their enemies."""
        groups = {placed.row.name: placed.row for placed in self._tables.each("groups")}
        for placed in self._tables.each("groups"):
            self._group(placed.row, groups, placed.place)
        for placed in self._tables.each("faction_table"):
            if placed.row.avengers is not None:
                self._group(placed.row.avengers, groups, placed.place.under("avengers"))
            if bool(placed.row.avenges) != (placed.row.avengers is not None):
                problem = "and avengers belong together"
                placed.place.under("avenges").fault(problem, "say who comes, and for which deeds")

    def _group(self, row: Group, groups: dict[str, Group], place: Place) -> None:
        """Check that a group's members, props and enemies exist, and that it always has a leader."""
        self._depths(row.min_depth, row.max_depth, place)
        for index, member in enumerate(row.members):
            self._name("mobs", member.name, place.under("members", index))
            if index and member.count.most < 1:
                at = place.under("members", index, "count")
                at.fault("is never anybody", "let it come to 1 at least")
        if row.members[0].count.least < 1:
            at = place.under("members", 0, "count")
            at.fault("may be nobody, and the first of a group leads it", "at least 1")
        self._names("props", row.props, place.under("props"))
        if row.against is not None:
            self._at_odds(row, groups, place.under("against"))

    def _at_odds(self, row: Group, groups: dict[str, Group], place: Place) -> None:
        """Check that two groups at odds are different, and share at least one depth."""
        self._name("groups", row.against or "", place)
        other = groups.get(row.against or "")
        if other is row:
            place.fault("is the group itself", "name another one")
        elif other is not None and (
            other.min_depth > row.max_depth or row.min_depth > other.max_depth
        ):
            place.fault(f"never meets it: {other.name!r} lives at other depths", "let them overlap")

    def _depths(self, least: int, most: int, place: Place) -> None:
        """Check that a range of depths is not empty."""
        if least > most:
            place.under("min_depth").fault(
                f"{least} is deeper than max_depth {most}", "swap the two"
            )
