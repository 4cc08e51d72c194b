"""What is foreseen besides numbers: facts, each with the words for it.

Rules, bots and screens match a fact by its type and its fields; words are made of it only where somebody reads them.
The template says how: `{1}` is whom it is about, `{2}` the first field, and so on. A row of a list, which names its
subject elsewhere, leaves the subject out; a sentence has it. `core.grammar` conjugates: "the orc wakes", "you wake". A
template without `{1}` is about nobody: ground, things, factions. A fact has a type of its own where somebody asks for
it, or soon will; of any other it is enough to say it: `Does`, `Says`.

Two facts are the same if their fields are equal, so no field holds a figure that only tells them apart for a reader.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Literal

from roguelike.core.grammar import Argument, Noun, clause
from roguelike.core.records import Record, astuple

SELF = -1
"""The id of the subject within a fact: whoever it is, "itself" is meant by a second mention."""
SOMEBODY = Noun("somebody", SELF)
YOU = Noun("you", SELF, is_you=True)
Labels = Mapping[str, str]
"""The displayed names of statuses: "afraid" for Feared."""
NO_LABELS: Labels = MappingProxyType({})


class Fact(Record):
    """Something that happens to a creature, or to nobody."""

    template: ClassVar[str]
    in_rows: ClassVar[str] = ""
    """What a row says of it, if that is not the template without its subject."""
    is_about_nobody: ClassVar[bool] = False
    """Whether `{1}` is not whom it is about, but belongs to the sentence of somebody else."""

    def filled(self, about: Noun, labels: Labels) -> tuple[str, tuple[Argument, ...]]:
        """Return the template, and what fills it: the subject, then the fields."""
        return self.template, (about, *astuple(self))


# --- statuses, life and death


class Dies(Fact):
    """It dies in the turns to come; the chance of a death at once is a number of its own."""

    template = "{1} then [dies|die]"


class Begins(Fact):
    """A status begins in the turns to come; those that begin at once have numbers of their own."""

    template = "{1} [is|are] then {2}"
    status: str

    def filled(self, about: Noun, labels: Labels) -> tuple[str, tuple[Argument, ...]]:
        """Call the status as it is displayed."""
        return self.template, (about, labels.get(self.status, self.status))


class Ends(Fact):
    """A status ends, by itself or taken off."""

    template = "{1} [loses|lose] {2}"
    displayed = "{1} [is|are] no longer {2}"
    status: str

    def filled(self, about: Noun, labels: Labels) -> tuple[str, tuple[Argument, ...]]:
        """Call the status as it is displayed, by an adjective; its name in the data is none."""
        if self.status in labels:
            return self.displayed, (about, labels[self.status])
        return self.template, (about, self.status)


class Wakes(Fact):
    """A sleeper wakes, whatever woke it."""

    template = "{1} wake[s]"


# --- places


class Driven(Fact):
    """It is driven away so far."""

    template = "{1} [is|are] driven {2} tile[2:|s]"
    tiles: int


class Drawn(Fact):
    """It is drawn nearer so far."""

    template = "{1} [is|are] drawn {2} tile[2:|s]"
    tiles: int


class Displaced(Fact):
    """It is moved elsewhere, in no direction that means anything."""

    template = "{1} move[s] elsewhere"


class Swaps(Fact):
    """It changes places with somebody."""

    template = "{1} change[s] places with {2}"
    other: Argument


class Stuck(Fact):
    """It would be moved farther, and there is no room."""

    template = "{1} cannot be moved any farther"


class Vanishes(Fact):
    """It is gone, without dying."""

    template = "{1} vanish[es|]"


class Leaves(Fact):
    """It leaves the level alive, by whatever way."""

    template = "{1} leave[s] this level"


# --- goods


class Robs(Fact):
    """It steals what nobody sees before."""

    template = "{1} steal[s] something"


class Pays(Fact):
    """It loses gold, whoever gets it."""

    template = "{1} [loses|lose] {2} gold"
    gold: int


# --- about nobody


class _Counted(Fact):
    """Things of one name, so many of them."""

    what: Argument
    count: int = 1

    def filled(self, about: Noun, labels: Labels) -> tuple[str, tuple[Argument, ...]]:
        """Tell the count of several."""
        template = f"{self.template} ×{{3}}" if self.count > 1 else self.template
        return template, (about, self.what, self.count)


class Appears(_Counted):
    """Creatures or things appear that were not there before."""

    template = "{2a} appears"


class Left(_Counted):
    """Fires or clouds are left behind."""

    template = "leaves {2}"


class BurnsOn(Fact):
    """What the act sets alight, or what drifts from it, is still there after as many turns as were followed."""

    template = "burns on after {2} turns"
    turns: int


class Minds(Fact):
    """A faction turns for or against the player, or thinks better or worse of them."""

    template = "{2} {3}"
    faction: str
    how: Literal[
        "will attack you",
        "will let you be",
        "will attack you again",
        "think better of you",
        "think worse of you",
    ]


# --- what nobody can tell


class Dark(Fact):
    """Something about it hangs on ground never seen, or on who may stand out of view."""

    template = "what becomes of {1} leads into the dark"
    in_rows = "into the dark"


# --- carriers


class Does(Fact):
    """What the log will say of it: the sentence, and what fills it besides the subject."""

    sentence: str
    others: tuple[Argument, ...] = ()

    def filled(self, about: Noun, labels: Labels) -> tuple[str, tuple[Argument, ...]]:
        """Return the log's own template."""
        return self.sentence, (about, *self.others)


class Says(Does):
    """What the log will say of nobody, or of somebody who is no creature."""

    is_about_nobody = True

    def filled(self, about: Noun, labels: Labels) -> tuple[str, tuple[Argument, ...]]:
        """Return the log's own template, which has its subject among what fills it."""
        return self.sentence, self.others


class Then(Fact):
    """A fact about nobody that holds in the turns to come."""

    template = "then {2}"
    fact: Fact

    def filled(self, about: Noun, labels: Labels) -> tuple[str, tuple[Argument, ...]]:
        """Tell the fact itself after "then"."""
        return self.template, (about, row(self.fact, about, labels))


class Loses(Fact):
    """It was hit, and lost so many hit points: for whoever works out how many blows it takes."""

    template = "{1} [loses|lose] {2}"
    hp: int


class More(Fact):
    """Something happens besides numbers: enough for a rule that only asks whether."""

    template = "more"


# --- in words


def row(fact: Fact, about: Noun = SOMEBODY, labels: Labels = NO_LABELS) -> str:
    """Return a fact for a row that names elsewhere whom it is about: "loses Hasted", "driven 3 tiles"."""
    template, args = fact.filled(about, labels)
    return fact.in_rows or clause(template, args, has_subject=fact.is_about_nobody)


def sentence(fact: Fact, about: Noun, labels: Labels = NO_LABELS) -> str:
    """Return a fact with its subject, as a sentence to begin with a capital: "the orc is driven 3 tiles"."""
    return clause(*fact.filled(about, labels))


def in_words(facts: Mapping[Fact, float]) -> dict[str, float]:
    """Return facts as rows, each with its chance; the chances of facts that read alike are added."""
    told: dict[str, float] = {}
    for fact, chance in facts.items():
        words = row(fact)
        told[words] = min(1.0, told.get(words, 0.0) + chance)
    return told
