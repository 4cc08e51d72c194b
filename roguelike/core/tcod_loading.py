"""Import tcod without two unneeded parts, which saves an eighth of the time to the first frame.

- tcod declares one C function to cffi, by which its build for Windows looks for SDL. For that, cffi loads and runs a C
  parser. On other systems nobody calls the function, and the rest of tcod does not need cffi's Python side at all.
- tcod loads its older interface (libtcodpy), for code that still takes names from `tcod` itself.

tcod has no switch for either, so both are replaced in `sys.modules` while it loads, and given back at once: whoever
imports cffi or libtcodpy afterwards gets the real ones (a test does). It stays because of what it saves: importing
numpy and the parts of tcod that a window needs took 202 ms of CPU with it and 249 without (medians of 15, in turn;
numpy alone is 116).
"""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any, cast


class _Unheard:
    """Replaces `cffi.FFI` while tcod is imported."""

    def cdef(self, declarations: str) -> None:
        """Ignore declarations that nobody will use."""


def load_tcod() -> None:
    """Import tcod, without these parts where they are not needed; do nothing if tcod or cffi is loaded already."""
    if sys.platform == "win32" or "cffi" in sys.modules or "tcod" in sys.modules:
        return
    stand_ins = {
        "cffi": cast(Any, SimpleNamespace(FFI=_Unheard)),
        "tcod.libtcodpy": ModuleType("tcod.libtcodpy"),
    }
    sys.modules |= stand_ins
    try:
        import tcod  # noqa: F401
    finally:
        for name in stand_ins:
            del sys.modules[name]
