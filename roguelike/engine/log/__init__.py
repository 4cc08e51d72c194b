"""The log: the narrator reads the trace, and each kind of change has a function that words it."""
