"""The state of one game: its levels, clock, log, effect queue and the changes that may befall it."""
