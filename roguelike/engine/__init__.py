"""The headless game: commands in; events and views out. Never draws, sleeps or reads the clock."""
