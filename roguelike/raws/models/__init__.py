"""The shape of `spawns.json`: one record for each sort of row, holding the records that components are.

A row of a creature is a `Nature` and more; that of an item holds a `Weapon`. Their field names are those of the data,
so they are part of what modders rely on. Only `Document` becomes a validator, once.
"""
