"""What happens by itself, turn by turn. The one visible order is in `roguelike.engine.turn`."""
