"""The parts of the play screen: the map, the side panel, the log, the title line and the command bar.

The one decision: a panel paints ready-made rows of cells instead of printing text. A row is rendered once for each
thing it can say and remembered, so a turn that changes two lines of forty renders two lines.
"""
