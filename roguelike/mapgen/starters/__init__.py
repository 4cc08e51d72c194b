"""Builders that begin a level: from solid wall to rooms, caves or passages."""
