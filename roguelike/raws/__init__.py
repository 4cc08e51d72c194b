"""The data of the game: `data/spawns.json` and content packs, read once into templates that the rules share.

Text becomes typed rows (`models`), rows become components (`compiling`), and all that is wrong is said at once
(`faults`). Nothing later sees a string that means something else. Importing `roguelike.raws.catalog` imports pydantic,
so the title screen must not.
"""
