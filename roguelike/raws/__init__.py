"""The data of the game: `data/spawns.json` and content packs, read once into templates that the rules share.

Text becomes typed rows (`models`), rows become components (`compiling`), and everything that is wrong is reported at
once (`faults`). After that no string is left that stands for something else. Importing `roguelike.raws.catalog` imports
pydantic, so the title screen must not.
"""
