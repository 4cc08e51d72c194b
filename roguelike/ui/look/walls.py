"""How walls join: each is drawn as lines toward the neighbours in which it continues."""

import numpy as np
from numpy.typing import NDArray

JOINED = 32
"""Codes from here on are joined walls: JOINED + mask of linked neighbours (north 1, south 2, west 4, east 8)."""


def join(codes: NDArray[np.uint16], walls: NDArray[np.bool_], known: NDArray[np.bool_]) -> None:
    """Turn the walls that the player knows into codes of lines; solid rock inside stays blank.

    Two adjacent walls are linked only if there is known open ground along their link, so that the two faces of a thick
    wall run side by side instead of growing rungs:

        ║║ not ╠╣        ═╗  not ╦╗
        ║║     ╠╣         ╚═     ╚╩

    A wall without links, at the edge of what is known, is drawn along the ground that it borders.
    """
    rock = walls & known
    open_ground = known & ~walls
    east = _links(rock, open_ground)
    south = _links(rock.T, open_ground.T).T
    mask = np.zeros(codes.shape, np.uint16)
    mask[:, :-1] += east * np.uint16(8)
    mask[:, 1:] += east * np.uint16(4)
    mask[:-1] += south * np.uint16(2)
    mask[1:] += south * np.uint16(1)
    alone = rock & (mask == 0)
    mask += alone * (_faces(open_ground) * np.uint16(12) + _faces(open_ground.T).T * np.uint16(3))
    mask[alone & (mask == 15)] = 0
    touched = _faces(open_ground) | _faces(open_ground.T).T
    np.add(codes, mask + np.uint16(JOINED), out=codes, where=rock & (touched | (mask > 0)))


def _faces(open_ground: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where there is open ground directly above or below."""
    faces = np.zeros(open_ground.shape, np.bool_)
    faces[1:] = open_ground[:-1]
    faces[:-1] |= open_ground[1:]
    return faces


def _links(rock: NDArray[np.bool_], open_ground: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where a wall is linked to its right-hand neighbour: one column fewer than the map has."""
    beside = open_ground[:, :-1] | open_ground[:, 1:]
    flanked = np.zeros(beside.shape, np.bool_)
    flanked[1:] |= beside[:-1]
    flanked[:-1] |= beside[1:]
    return rock[:, :-1] & rock[:, 1:] & flanked
