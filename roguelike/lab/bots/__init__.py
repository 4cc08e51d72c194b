"""Players that need no person: they play whole games by the same commands, and so find what breaks in them."""
