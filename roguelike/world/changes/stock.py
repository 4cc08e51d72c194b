"""Changes of a vendor's stock."""

import esper

from roguelike.components.items import Stock
from roguelike.core.records import Brief
from roguelike.world import ecs
from roguelike.world.game import Cause, Game


class StockSold(Brief):
    """A vendor sold one piece of a kind from a delivery."""

    vendor: int
    kind: str
    delivery: int
    cause: Cause
    before: Stock | None = None

    def apply(self, game: Game) -> None:
        """Count one more piece as sold; the sales of earlier deliveries are dropped."""
        self.before = esper.try_component(self.vendor, Stock)
        now = self.before is not None and self.before.delivery == self.delivery
        sold = dict(self.before.sold) if self.before is not None and now else {}
        sold[self.kind] = sold.get(self.kind, 0) + 1
        ecs.attach(self.vendor, Stock(self.delivery, sold))

    def undo(self, game: Game) -> None:
        """Restore the former sales."""
        if self.before is None:
            ecs.detach(self.vendor, Stock)
        else:
            ecs.attach(self.vendor, self.before)
