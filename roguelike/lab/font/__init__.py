"""Drawing the font sheets in `data/fonts`: for developers, never at play."""
