"""What the command line does with finished runs: lists them, prints one, plays it again, films it."""
