"""The tools that screens are made of: inputs and keys, widgets, pages and popups, colours, settings, the manual.

The one decision: they know nothing of the game. Screens draw on a tcod console, take plain inputs and know no device;
what a page shows of the game it gets from whoever makes it.
"""
