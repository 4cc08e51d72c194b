"""How things appear: palettes, the theme of each kind of place, fonts, pictures and animation."""
