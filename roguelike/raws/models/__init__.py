"""Pydantic models of every section and field of `spawns.json`: what may be written, and nothing else.

The field names are those of the data, so they are part of what modders rely on. Building is deferred: only the whole
`Document` becomes a validator, once, which is a good deal faster than twenty of them.
"""
