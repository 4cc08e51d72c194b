"""Blue Mana: a terminal roguelike whose heart is magic.

The version is written here and nowhere else: the build reads it from this file, and asking the installed metadata for
it would cost the title screen fifteen milliseconds.
"""

__version__ = "0.1.0"
