"""The host: what the program's screens ask of this machine."""

from roguelike.host.local_host import LocalHost

__all__ = ["LocalHost"]
