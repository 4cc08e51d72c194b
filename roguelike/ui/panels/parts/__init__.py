"""The sections of the side panel. Importing this package registers every one.

A section is a function that makes rows of what it reads from the scene, which holds the game: to add one, add a module.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
