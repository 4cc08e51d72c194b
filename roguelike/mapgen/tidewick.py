"""The town, where a game begins; in its own module so that the first frame does not wait for other levels' builders."""

from roguelike.mapgen.chain import Chain
from roguelike.mapgen.metas.townsfolk import Townsfolk
from roguelike.mapgen.starters.town import Town

TIDEWICK = Chain("The Town of Tidewick", "town", (Town(),), (Townsfolk(),))
