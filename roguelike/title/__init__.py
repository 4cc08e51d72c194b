"""The title: how a game is begun or gone on with, and the picture behind the title, the grave and the victory."""
