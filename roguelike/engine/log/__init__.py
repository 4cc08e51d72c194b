"""From what changed to the sentences of the log: one reader of the trace, and a teller for each kind of change."""
