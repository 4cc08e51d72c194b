"""A Gymnasium environment, in the extra `gym`: `gymnasium.make("roguelike.lab.environment:BlueMana-v0")`.

Gymnasium imports what stands before the colon; whoever has imported it already can say `"BlueMana-v0"` alone. Since its
version 1.0, Gymnasium looks for environments in no other way.
"""

import gymnasium

ID = "BlueMana-v0"

gymnasium.register(
    ID,
    entry_point="roguelike.lab.environment.environment:BlueManaEnv",
    # A refused action passes no turn: the environment counts its own end.
    max_episode_steps=None,
)
