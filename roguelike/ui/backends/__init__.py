"""Devices that show a console and hear the player: the window, the terminal, and one that nobody sees."""
