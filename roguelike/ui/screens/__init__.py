"""The screens: each draws itself, takes the player's inputs and says which screen comes next."""
