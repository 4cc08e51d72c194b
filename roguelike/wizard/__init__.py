"""Wizard mode: what testers of the game and authors of content may do, and the viewer of how levels are made."""
