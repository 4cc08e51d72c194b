"""Devices that show a console and report the player's input: the window, the terminal, and one in memory."""
