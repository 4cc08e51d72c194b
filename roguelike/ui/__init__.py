"""What the player sees and presses of the game: how the ground looks, the panels, the screens.

The one decision: screens see the engine's views and are made of the toolkit's parts. So the window, the terminal and
the tests run the very same screens.
"""
