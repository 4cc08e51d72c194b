"""Programs that play whole games by the commands that a person has."""
