"""What the player sees and presses: backends, the screen stack, key bindings, palettes and widgets.

The one decision: screens draw on a tcod console, take plain inputs, and know no backend. So the window, the terminal
and the tests run the very same screens.
"""
