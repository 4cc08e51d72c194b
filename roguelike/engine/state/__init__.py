"""A whole game as one typed record and back, and the hash of it. Nothing here knows of files."""
