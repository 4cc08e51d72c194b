"""Importing tcod without what it brings along and nobody here uses, an eighth of the time until the first frame.

- It tells cffi of one C function, by which its build for Windows looks for SDL. For that sentence cffi loads and runs a
  parser of C. Elsewhere nobody asks for the function, and the rest of tcod does not need cffi's Python side at all.
- It loads the interface that it had before (libtcodpy), for those who still take names from `tcod` itself.
"""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any, cast


class _Unheard:
    """Stands for `cffi.FFI` while tcod is imported."""

    def cdef(self, declarations: str) -> None:
        """Take declarations that nobody will ask for."""


def load_tcod() -> None:
    """Import tcod, without these where that is of no use; nothing happens if tcod or cffi is there already."""
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
