"""Keeping a game: save document, folder of saves with its generations, recording, what a crash leaves."""
