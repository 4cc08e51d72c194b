"""What can happen to a target. Importing this package declares every effect and registers every handler.

Each module holds effect records and, next to each, the handler that carries it out. To add an effect, add a module
here; the raws, saves, tooltips, wizard mode and forecast find it through the registry.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
