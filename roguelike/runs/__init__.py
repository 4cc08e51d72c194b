"""What the command line does with runs that ended: lists them, prints one, plays it again, films it."""
