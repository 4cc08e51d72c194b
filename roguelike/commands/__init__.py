"""The commands of the command line that players and pack authors use, each loaded when it is given."""
