"""The game in a real terminal: the same screens over ssh, in tmux, or on a machine without a display.

The one decision: everything that can go wrong is pure. The decoder turns bytes into inputs, the painter turns two
consoles into bytes; only terminal.py touches the device, and its one duty is to leave it as it was found.
"""

from roguelike.devices.terminal.decoder import Decoder
from roguelike.devices.terminal.painter import Painter
from roguelike.devices.terminal.terminal import Terminal, TerminalError

__all__ = ["Decoder", "Painter", "Terminal", "TerminalError"]
