"""Foreseeing: the pipeline is run on the real world, read, and undone."""
