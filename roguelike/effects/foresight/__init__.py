"""Foreseeing: the pipeline run on the real world, read, and taken back."""
