"""SHA-256 by Python's own module: that of `hashlib` is faster, but OpenSSL takes 4 MB with it."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        if sys.version_info >= (3, 12):
            from _sha2 import sha256
        else:
            from _sha256 import sha256
    except ImportError:  # a Python built without it
        from hashlib import sha256

__all__ = ["sha256"]
