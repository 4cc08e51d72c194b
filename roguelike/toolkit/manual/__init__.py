"""The manual: topics in Markdown next to the data, shown on screen and in the terminal, and readable on the web."""
