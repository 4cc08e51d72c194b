"""The screens: each draws itself, takes the player's inputs and answers which screen comes next."""
