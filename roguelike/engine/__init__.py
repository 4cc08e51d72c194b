"""The headless game: commands in, events and views out. It never draws, sleeps or reads the clock."""
