"""The commands of the laboratory, which the command line hangs in where this folder is installed.

Each is imported only when it is given, so that players need not wait for it.
"""

from roguelike.commands.command_line import Command

HERE = "roguelike.lab"
COMMANDS = (
    Command(
        "simulate",
        "let a bot play whole games, checking every turn",
        f"{HERE}.simulate",
        "run_simulate",
    ),
    Command("benchmark", "measure the game against its budgets", f"{HERE}.benchmark", "run"),
    Command(
        "balance",
        "let bots play hundreds of games and report the results",
        f"{HERE}.balance",
        "run_balance",
    ),
    Command(
        "campaign",
        "test saves, data and play against hundreds of mishaps",
        f"{HERE}.campaigns.campaign_command",
        "run_campaign",
    ),
)
