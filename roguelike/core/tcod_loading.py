"""Importing tcod without the parser of C that comes with it.

tcod tells cffi of one C function, by which its build for Windows looks for SDL. For that sentence cffi loads and runs a
whole parser: a tenth of the time until a window shows its first frame, and two megabytes. Elsewhere nobody asks cffi
for that function, and the rest of tcod does not need cffi's Python side at all.
"""

import sys
from types import SimpleNamespace
from typing import Any, cast


class _Unheard:
    """Stands for `cffi.FFI` while tcod is imported."""

    def cdef(self, declarations: str) -> None:
        """Take declarations that nobody will ask for."""


def load_tcod() -> None:
    """Import tcod, without cffi where that is of no use; nothing happens if either is there already."""
    if sys.platform == "win32" or "cffi" in sys.modules or "tcod" in sys.modules:
        return
    sys.modules["cffi"] = cast(Any, SimpleNamespace(FFI=_Unheard))
    try:
        import tcod.cffi  # noqa: F401
    finally:
        del sys.modules["cffi"]
