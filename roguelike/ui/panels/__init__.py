"""The parts of the play screen: the map, the side panel, the log, the title line and the command bar.

The one decision: a panel paints ready-made rows of cells instead of printing text. Each row is rendered once for each
text that it shows and cached, so a turn that changes two lines of forty renders two lines.
"""
