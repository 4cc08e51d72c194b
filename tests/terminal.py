"""Output that is a terminal, as far as a program can tell."""

from io import StringIO


class Screen(StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True
