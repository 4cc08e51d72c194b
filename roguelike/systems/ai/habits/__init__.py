"""What creatures do besides fighting. Importing this package registers every habit.

A habit is a function here. It is one of all creatures, or of those whose row names it or has its figure: see
`systems.ai.actor.habit`. To add one, add a module; the mind finds it through the registry.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
