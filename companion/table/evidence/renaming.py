"""Renaming: a face that gets a new name in the set has it in what was read before, too, for no piece has moved."""

from collections.abc import Mapping
from dataclasses import replace

from vision.observation import PiecesSeen, Reading, ZoneSeen

Names = Mapping[str, str]
"""New names of faces, by the old ones."""


def renamed(seen: ZoneSeen, names: Names) -> ZoneSeen:
    """Return what was read of a zone with the faces' new names."""
    if not names:
        return seen
    if isinstance(seen, PiecesSeen):
        return replace(seen, pieces=tuple(replace(one, reading=_named(one.reading, names)) for one in seen.pieces))
    return replace(seen, cells=tuple(tuple(_named(reading, names) for reading in row) for row in seen.cells))


def _named(reading: Reading, names: Names) -> Reading:
    ranking = tuple((names.get(label, label), chance) for label, chance in reading.ranking)
    return replace(reading, label=names.get(reading.label, reading.label), ranking=ranking)
