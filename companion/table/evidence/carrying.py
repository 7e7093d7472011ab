"""Carrying: which cell or free piece of an earlier look is which of a later one, so that what people said of it stays
with it."""

from collections.abc import Mapping
from math import dist

from companion.table.evidence.kept_look import SAME_PLACE_MM
from vision.observation import GridSeen, PiecesSeen, ZoneSeen


def carried(said: Mapping[int, str], before: ZoneSeen, now: ZoneSeen) -> dict[int, str]:
    """Return what people said, by its number `before`, by its number `now`: pieces are found in no order, and each is
    what lies at its place. What is gone from there is left out."""
    if isinstance(before, GridSeen) or isinstance(now, GridSeen):
        return dict(said)
    found: dict[int, str] = {}
    for number, label in said.items():
        if number >= len(before.pieces):  # one that people told of comes after all that are found
            found[number - len(before.pieces) + len(now.pieces)] = label
        elif (place := _at(now, before.pieces[number].center_mm)) is not None:
            found[place] = label
    return found


def reads_alike(before: ZoneSeen, now: ZoneSeen) -> bool:
    """Return whether two looks at a zone read the same everywhere."""
    if isinstance(before, GridSeen) or isinstance(now, GridSeen):
        return [each.label for each in before.readings] == [each.label for each in now.readings]
    places = [_at(now, piece.center_mm) for piece in before.pieces]
    return len(before.pieces) == len(now.pieces) == len(set(places)) and all(
        at is not None and now.pieces[at].reading.label == piece.reading.label
        for at, piece in zip(places, before.pieces, strict=True)
    )


def _at(seen: PiecesSeen, at_mm: tuple[float, float]) -> int | None:
    """Return the number of the piece that lies nearest to a place, where that is the same place."""
    near = [(dist(piece.center_mm, at_mm), number) for number, piece in enumerate(seen.pieces)]
    away_mm, number = min(near, default=(SAME_PLACE_MM + 1, -1))
    return number if away_mm <= SAME_PLACE_MM else None
