"""Saving games: snapshots and their hash, the save document, the folder of saves, journals and replays."""
