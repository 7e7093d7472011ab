"""What the teach walk needs of ShipShape: its squares, and how crates and holds are told from one another."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.game.tally import Labels, Piece, Tally
from companion.game.teaching import Progress, Size
from companion.games.shipshape.pieces import CELLS, CRATES, CRATES_A_SEAT, HOLDS, VOYAGES, Kind
from companion.games.shipshape.practice.box import Cells, flip, turn
from companion.games.shipshape.sighting import labels
from companion.games.shipshape.table import HOLD_MM
from companion.language.message import Message, say

LABELS = labels()
BARE: str | None = None
SIZE = Size(say("How wide is a hold, from edge to edge?"), HOLD_MM, 40.0, 400.0)
_CRATES, _HOLDS = "crates", "holds"
_NOTHING: Labels = (None,) * CELLS
_GOODS = (Kind.GOLD, Kind.CANNON, Kind.CONTRABAND)
_ENOUGH = 3  # crates that agree on their total


def lay() -> Message:
    """Return what people lay on the mat."""
    return say("Lay holds or crates on the docks, one on each, as many as fit")


def shown(tally: Tally, zones: Mapping[str, Labels]) -> Tally:
    """Return the tally with the holds and crates of a settled sheet."""
    pieces: list[Piece] = []
    ground = dict(tally.ground)
    for zone, now in zones.items():
        lowest = _ground(tally.ground.get(zone, _NOTHING), now)
        items = _items(lowest, now)
        if _is_crate(items):
            pieces.append((_CRATES, _look(items)))
        elif any(items):
            lowest = now
            pieces.append((_HOLDS, _look(now)))
        ground[zone] = lowest
    return replace(tally.with_pieces(pieces), ground=ground)


def renamed(tally: Tally, names: Mapping[str, str]) -> Tally:
    """Return the tally with faces under other names, by which a piece may be turned otherwise to have its look."""

    def look(old: str) -> str:
        cells = tuple(names.get(label, label) or None for label in old.split("/"))
        return _look(cells) if len(cells) == CELLS else old

    return tally.renamed(names, look)


def progress(tally: Tally) -> tuple[Progress, ...]:
    """Return how many crates and holds were shown."""
    crates, holds = tally.shown(_CRATES), tally.shown(_HOLDS)
    all_holds = VOYAGES * len(HOLDS)
    return (
        Progress(say("{shown} of {total} crates", shown=crates, total=CRATES), crates, CRATES),
        Progress(say("{shown} of {total} holds", shown=holds, total=all_holds), holds, all_holds),
    )


def odd(tally: Tally, zone: str, labels: Labels) -> Message | None:
    """Return what is wrong with a crate's total: "the total of the cargo of each crate is the same"."""
    items = _items(_ground(tally.ground.get(zone, _NOTHING), labels), labels)
    if not _is_crate(items) or sum(item is not None for item in items) != CRATES_A_SEAT:
        return None
    sums = Counter(_total(look.split("/")) for look in tally.most.get(_CRATES, ()) if look.count(" ") == CRATES_A_SEAT)
    total, count = sums.most_common(1)[0] if sums else (0, 0)
    if count < _ENOUGH or 2 * count <= sums.total() or _total(items) == total:
        return None
    return say("This crate adds up to {sum}, the others to {total}: look again", sum=_total(items), total=total)


def _ground(before: Labels, now: Labels) -> Labels:
    """Return what lies lowest: the hold from before, or the bare mat where most of that hold is gone."""
    gone = sum(old is not None and new is None for old, new in zip(before, now, strict=True))
    return _NOTHING if gone >= CRATES_A_SEAT else before


def _items(ground: Labels, now: Labels) -> Labels:
    return tuple(new if new != old else None for old, new in zip(ground, now, strict=True))


def _is_crate(items: Labels) -> bool:
    found = [item for item in items if item is not None]
    return 0 < len(found) <= CRATES_A_SEAT and all(item.split()[0] in _GOODS for item in found)


def _look(cells: Cells) -> str:
    """Return the same text for a piece however it is turned or flipped."""
    ways = [turn(side, quarters) for side in (cells, flip(cells)) for quarters in range(4)]
    return min("/".join(label or "" for label in way) for way in ways)


def _total(labels: Labels | list[str]) -> int:
    return sum(int(number) for label in labels if label and (number := label.rpartition(" ")[2]).isdecimal())
