"""What happens by itself each turn. The one visible order of a turn is in `roguelike.engine.turn`."""
