"""A sieve for sentences of the log: what no sentence may hold, whatever it tells."""

import re

BAD = [
    re.compile(pattern)
    for pattern in (
        r"\b[Tt]he (the|a|an|you|your)\b|\b[Aa]n? (the|an?|your?)\b",
        r"\bthe (something|somebody)\b",
        r"[{}\[\]|]",
        r"  ",
        r"^You (is|has|\w+[^s']s)\b",
        r"^(The|A|An|Something) (?:[\w'-]+ )*?(are|take|hit|miss|die|cast|shoot|recover)\b(?!s)",
        r"\ba [aeiou]\w+",
        r"\ban [^aeiouAEIOU]",
        r"\b(dungeon|None|NaN)\b",
        r"\b0 (damage|health)\b",
        r" [.,!]",
        r"^[a-z]",
        r"(?i)\b(\w+) \1\b",
    )
]
ENDS = (".", "!", "”", "?")
PLURAL_SUBJECT = re.compile(r"^The (?:[\w'-]+ )*?\w+[^s\W]s \w*[^s\W] ")


def faults(line: str) -> list[str]:
    """Return what is wrong with a sentence."""
    found = [pattern.pattern for pattern in BAD if pattern.search(line)]
    if PLURAL_SUBJECT.match(line):
        found = [each for each in found if not each.startswith("^(The")]
    if not line.endswith(ENDS):
        found.append("no end")
    return found
