"""Halls of magic."""

from tests.magic.halls import stage

__all__ = ["stage"]
