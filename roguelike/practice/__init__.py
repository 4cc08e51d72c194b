"""Practice: boards drawn by hand, lessons, and rooms in which turns are taken back and nothing counts."""
