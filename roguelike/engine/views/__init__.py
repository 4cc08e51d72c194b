"""Building views from the world: the only code that knows both."""
