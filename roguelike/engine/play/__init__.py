"""A game being played: the session that takes commands, the turn in its one visible order, the story, the autopilot."""
