"""The table of campaigns that `roguelike campaign` can run."""

from collections.abc import Mapping

from roguelike.lab.campaigns.campaign import Campaign
from roguelike.lab.campaigns.every_depth import BOTS_EVERYWHERE
from roguelike.lab.campaigns.foresight_laws import FORESIGHT
from roguelike.lab.campaigns.hostile_commands import HOSTILE_COMMANDS
from roguelike.lab.campaigns.hostile_files import FILES
from roguelike.lab.campaigns.hostile_saves import SAVES
from roguelike.lab.campaigns.inputs import INPUTS_TOGETHER
from roguelike.lab.campaigns.kills import KILL
from roguelike.lab.campaigns.mutated_data import DATA
from roguelike.lab.campaigns.planted_faults import FAULTS
from roguelike.lab.campaigns.power_cuts import POWER
from roguelike.lab.campaigns.same_game import DETERMINISM
from roguelike.lab.campaigns.ways import WAYS

_ALL = (
    SAVES,
    FILES,
    HOSTILE_COMMANDS,
    FAULTS,
    INPUTS_TOGETHER,
    KILL,
    POWER,
    DATA,
    DETERMINISM,
    BOTS_EVERYWHERE,
    FORESIGHT,
    WAYS,
)
CAMPAIGNS: Mapping[str, Campaign] = {each.name: each for each in _ALL}
