"""Marker ids: which of the fifty printed ArUco markers (DICT_4X4_50) lie where on the mat of which game.

Games share them: only the mat that is expected is looked for, and which one lies there is told by the arrangement,
which id is where. A game's ids follow from its name alone, so a printed mat reads whatever other games are installed.
"""

from dataclasses import replace
from functools import cache
from hashlib import sha256

from vision.layout import Layout

MARKERS = 50  # in DICT_4X4_50

_FIRST = {"shipshape": 0, "stingy": 16, "alcatraz": 28, "allaboard": 36}
"""The first id of mats that were printed before ids were dealt: there they count on from it."""


@cache
def dealt(game: str) -> tuple[int, ...]:
    """Return the fifty ids in the order in which a game's mats use them: shuffled by its name, each game otherwise."""
    if game in _FIRST:
        return tuple((_FIRST[game] + number) % MARKERS for number in range(MARKERS))
    return tuple(sorted(range(MARKERS), key=lambda number: sha256(f"{game} {number}".encode()).digest()))


def deal(game: str, planned: Layout) -> Layout:
    """Return a planned mat, whose markers are numbered from 0, with the ids of that game; a ValueError where it has
    more markers than there are."""
    numbers = [marker.id for marker in planned.markers]
    if len(set(numbers)) < len(numbers) or not set(numbers) <= set(range(MARKERS)):
        raise ValueError(f"{planned.name}: its markers must be numbered 0 to {MARKERS - 1}, each once")
    ids = dealt(game)
    return replace(planned, markers=tuple(replace(marker, id=ids[marker.id]) for marker in planned.markers))
