"""Every sentence about what happened: from a trace of changes to the log."""
