"""Components of the world: records of data without rules, by theme.

There are two sorts. *State* (Pools, Position, ...) changes during play, is saved and hashed. *Templates* (Renderable,
Weapon, Use, ...) are frozen, shared by all entities of a kind, and come from the raws by the entity's `Kind` on load.
"""
