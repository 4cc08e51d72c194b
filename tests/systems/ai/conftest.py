"""Rooms whose creatures think."""

from tests.systems.ai.menagerie import pen

__all__ = ["pen"]
