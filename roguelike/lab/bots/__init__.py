"""Programs that play whole games with the same commands that people have."""
