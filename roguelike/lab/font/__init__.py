"""Draw the font sheets in `data/fonts`: for developers, never used in play."""
