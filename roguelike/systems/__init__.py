"""What happens automatically each turn. The order of a turn is in `roguelike.engine.play.turn`."""
