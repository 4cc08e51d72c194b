"""Everything that asks what would come: aims, the reply, counsel, bounds, intents, and what a turn costs."""
