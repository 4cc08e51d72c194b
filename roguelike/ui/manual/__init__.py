"""The manual: topics in Markdown beside the data, set for the screen, the terminal, and read as they are on the web."""
