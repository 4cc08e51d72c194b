"""Sentences of the log: one template works for you, it and them.

  "{1} hit[s] {2} for {3}."   ->  "You hit the rat for 5."  "The rat hits you for 2."

`{n}` is the nth argument, `{n's}` its possessive, `{na}` introduces it as something new: "a rat". `[third|second]`
agrees with argument 1 and `[s]` is short for `[s|]`; `[2:is|are]` agrees with argument 2, noun or number. A noun that
occurs twice becomes "yourself" or "itself". A line is rendered only when somebody reads it: nobody reads most lines of
the games that bots play.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

from roguelike.core.records import Meta, Record, State
from roguelike.core.scalars import Id, Line, Signed, Tally

_PARTS = {"Shield": "arm", "Ring": "finger", "Amulet": "neck"}
UNCOUNTED = (" armor", " mail", "meat")
"""Endings of mass nouns, which take "some" instead of "a"."""
MOST_PARTS = 1_000
"""The most arguments, creatures or causes that one message may have."""
FOR_GOOD_TURNS = 1_000
"""Durations from this many turns on are called "for good": nobody lives to see their end."""
Segment = tuple[str, str]
"""A run of text and the role that decides its colour: "", "creature", "item", "number", "good", "bad" ..."""

_MARKS = re.compile(r"\{(\d)('s|a)?\}|\[(?:(\d):)?([^\]|]*)(?:\|([^\]]*))?\]")
_SUBJECT = re.compile(r"\{1('s)?\} (\[is\|are\] )?")
"""What a row that names its subject leaves out at the beginning of a template."""


class Noun(Record):
    """Somebody or something mentioned in a sentence."""

    name: Line
    entity: Id = 0
    is_you: bool = False
    proper: bool = False
    plural: bool = False
    role: Line = "creature"

    @property
    def phrase(self) -> str:
        """The name within a sentence, with its article."""
        if self.is_you:
            return "you"
        return self.name if self.proper else f"the {self.name}"

    @property
    def introduced(self) -> str:
        """The name when a sentence mentions the thing for the first time."""
        if self.is_you or self.proper:
            return self.phrase
        return self.name if self.plural else a_or_an(self.name)

    @property
    def possessive(self) -> str:
        """The possessive: "your", "the rat's", "the wolves'"."""
        if self.is_you:
            return "your"
        return self.phrase + ("'" if self.plural and self.name.endswith("s") else "'s")

    @property
    def reflexive(self) -> str:
        """The reflexive: "yourself", "itself", "themselves"."""
        return "yourself" if self.is_you else "themselves" if self.plural else "itself"


Argument = Noun | Line | Signed


class Deed(Record):
    """What a spell or thing did to an enemy, recorded so that one cast on many can be told in one line.

    `what` did it, `by` whom and to which `victim` (ids); `lost` is in hit points, 0 if it was not a wound.
    """

    what: Line
    by: Id
    victim: Id
    lost: Tally = 0
    died: bool = False


class Message(State):
    """One line of the log, not yet rendered."""

    template: Line
    args: Annotated[tuple[Argument, ...], Meta(max_length=MOST_PARTS)] = ()
    tone: Line = ""
    turn: Tally = 0
    entities: Annotated[tuple[Id, ...], Meta(max_length=MOST_PARTS)] = ()
    why: Annotated[tuple[Line, ...], Meta(max_length=MOST_PARTS)] = ()
    """What led to it, latest first: the roll, the spell, and the causes before that."""
    deed: Deed | None = None
    """What it reports about a cast on an enemy."""

    @property
    def text(self) -> str:
        """The whole sentence as plain text."""
        return "".join(text for text, _ in self.segments)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The sentence as coloured runs."""
        return render(self.template, self.args, self.tone)


@lru_cache(maxsize=4096)
def render(template: str, args: tuple[Argument, ...], tone: str = "") -> tuple[Segment, ...]:
    """Fill in a template; the first letter is capitalised."""
    segments = _filled(template, args, tone, set())
    if segments:
        text, role = segments[0]
        segments[0] = (capital(text), role)
    return tuple(segments)


@lru_cache(maxsize=4096)
def clause(template: str, args: tuple[Argument, ...], *, has_subject: bool = True) -> str:
    """Return a sentence as part of another or of a list, without a capital and a full stop.

    Without its subject, the first argument, it is for a row that names that elsewhere: "driven 3 tiles".
    """
    rest, seen = template.rstrip(".!"), set[int]()
    subject = None if has_subject else _SUBJECT.match(rest)
    if subject is not None:
        rest = rest[subject.end() :]
        seen.update(each.entity for each in args[:1] if isinstance(each, Noun))
    else:
        rest = rest[:1].lower() + rest[1:]
    return "".join(text for text, _ in _filled(rest, args, "", seen))


def _filled(template: str, args: tuple[Argument, ...], tone: str, seen: set[int]) -> list[Segment]:
    """Fill in a template; `seen` are the entities mentioned before."""
    out: list[Segment] = []
    end = 0
    for match in _MARKS.finditer(template):
        out.append((template[end : match.start()], tone))
        out.append(_mark(match, args, seen, tone))
        end = match.end()
    out.append((template[end:], tone))
    return [segment for segment in out if segment[0]]


def _mark(match: re.Match[str], args: tuple[Argument, ...], seen: set[int], tone: str) -> Segment:
    """Render one `{}` or `[]` of a template."""
    number, form, subject, third, second = match.groups()
    if number is None:
        return _agree(args[int(subject or 1) - 1], third, second), tone
    argument = args[int(number) - 1]
    if not isinstance(argument, Noun):
        return str(argument), "number" if isinstance(argument, int) else tone
    if form is not None:
        return argument.possessive if form == "'s" else argument.introduced, argument.role
    if argument.entity and argument.entity in seen:
        return argument.reflexive, argument.role
    seen.add(argument.entity)
    return argument.phrase, argument.role


def _agree(subject: Argument, third: str, second: str | None) -> str:
    """Choose the verb form or ending for a subject, or the ending for a number of things."""
    if isinstance(subject, Noun):
        others = subject.is_you or subject.plural
    else:
        others = isinstance(subject, int) and subject != 1
    return (second or "") if others else third


def capital(words: str) -> str:
    """Return words as a sentence begins with them: "Wide Web" for "wide Web"."""
    return words[:1].upper() + words[1:]


def conjugated(verb: str) -> str:
    """Return a verb for a template, in the forms for others and for you: "slash" -> "[slashes|slash]"."""
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return f"[{verb}es|{verb}]"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"[{verb[:-1]}ies|{verb}]"
    return f"[{verb}s|{verb}]"


def a_or_an(name: str) -> str:
    """Return the name with "a" or "an", or with "some" for a mass noun."""
    if name.partition(" of ")[0].rstrip("0123456789+- ").lower().endswith(UNCOUNTED):
        return f"some {name}"
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


def listed(names: Iterable[str], joined: str = "and") -> str:
    """Return at least one name as a list in a sentence: "a", "a and b", "a, b and c"; or `joined` by "or"."""
    *others, last = names
    return f"{', '.join(others)} {joined} {last}" if others else last


def counted(count: float, noun: str, plural: str = "") -> str:
    """Return a count of something: "1 tile", "2 tiles"; `plural` is given where adding an s is wrong."""
    return f"{count:g} {noun}" if count == 1 else f"{count:g} {plural or noun + 's'}"


def plural(name: str) -> str:
    """Return the plural of a name: "rats", "grey wolves", "fungus men"."""
    for end, many in (("wolf", "wolves"), ("elf", "elves"), ("man", "men"), ("y", "ies")):
        if name.endswith(end) and not (end == "y" and name[-2:-1] in tuple("aeiou")):
            return name.removesuffix(end) + many
    return name + ("es" if name.endswith(("s", "x", "ch", "sh")) else "s")


def body_part(slot: str) -> str:
    """Return the part of the body where an item of a slot is worn: "torso", or "arm" for a shield."""
    return _PARTS.get(slot, slot.lower())


def coins(amount: float) -> str:
    """Format an amount of gold: "60", "1,234.5"."""
    return f"{amount:,.1f}".removesuffix(".0")


def turns_words(turns: int) -> str:
    """Format a duration: "1 turn", "6 turns", "for good"."""
    return "for good" if turns >= FOR_GOOD_TURNS else counted(turns, "turn")


def for_turns(turns: int) -> str:
    """Format how long something lasts: "for 1 turn", "for 6 turns", "for good"."""
    return turns_words(turns) if turns >= FOR_GOOD_TURNS else f"for {turns_words(turns)}"
