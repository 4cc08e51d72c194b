"""The state of one game: its levels, clock, log and effect queue, and the changes that can be made to it."""
