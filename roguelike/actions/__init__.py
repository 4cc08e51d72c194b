"""What an actor can choose to do. An action may be refused, turn into another or ask for a choice; effects may not.

Importing this package registers every action.
"""

from importlib import import_module
from pkgutil import iter_modules

from roguelike.actions import acting

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
acting.ACTIONS.update((acting.tag_of(kind), kind) for kind in acting.leaves())
