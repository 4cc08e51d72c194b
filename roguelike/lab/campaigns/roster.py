"""Which campaigns there are."""

from collections.abc import Mapping

from roguelike.lab.campaigns.campaign import Campaign
from roguelike.lab.campaigns.hostile_saves import SAVES
from roguelike.lab.campaigns.power_cuts import POWER

CAMPAIGNS: Mapping[str, Campaign] = {each.name: each for each in (SAVES, POWER)}
