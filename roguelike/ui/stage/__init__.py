"""The map as data, with what moves on it: every device shows it in its own way, in pixels or in cells."""
