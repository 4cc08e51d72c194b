"""A Gymnasium environment: `pip install 'bluemana[gym]'`, then `gymnasium.make("BlueMana-v0")`."""

ID = "BlueMana-v0"


def register() -> None:
    """Register the environment; Gymnasium calls this when it is imported (entry point `gymnasium.envs`)."""
    import gymnasium

    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="roguelike.lab.environment.environment:BlueManaEnv",
            # A refused action passes no turn: the environment counts its own end.
            max_episode_steps=None,
        )
