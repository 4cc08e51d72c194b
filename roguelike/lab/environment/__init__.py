"""A Gymnasium environment, in the extra `gym`: `gymnasium.make("roguelike.lab.environment:BlueMana-v0")`.

Gymnasium imports the part before the colon; after importing it yourself, `"BlueMana-v0"` alone is enough. Since version
1.0, Gymnasium finds environments in no other way.
"""

import gymnasium

ID = "BlueMana-v0"

gymnasium.register(
    ID,
    entry_point="roguelike.lab.environment.environment:BlueManaEnv",
    # Refused actions pass no turn, so the environment truncates episodes itself.
    max_episode_steps=None,
)
