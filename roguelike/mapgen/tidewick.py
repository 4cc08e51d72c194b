"""How the town is made, where a game begins: apart, so that its first frame waits for no other depth's builders."""

from roguelike.mapgen.chain import Chain
from roguelike.mapgen.metas.townsfolk import Townsfolk
from roguelike.mapgen.starters.town import Town

TIDEWICK = Chain("The Town of Tidewick", "town", (Town(),), (Townsfolk(),))
