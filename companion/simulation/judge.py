"""What was read against what really lay there, and the scores against those of the record as it really was."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game.match import Match
from companion.game.record import Line
from companion.practice.people import Truth
from companion.table.evidence import corrections
from vision.observation import GridSeen, PiecesSeen, Reading, ZoneSeen

Places = Collection[tuple[int, str, int]]
"""Cells that people were asked about: the event that was to come, the seat or zone, the cell."""


@dataclass
class ReadingTally:
    """Of one reading: cells, those read right without asking, those asked about, and those sure but wrong."""

    cells: int = 0
    right: int = 0
    asked: int = 0
    sure_wrong: int = 0


def of_record(match: Match, truth: Truth, asked: Places) -> ReadingTally:
    """Return the tally of an event that holds every cell."""
    tally = ReadingTally()
    for seat, labels in truth.cells.items():
        for cell, label in enumerate(labels):
            read, doubted = match.game.cells(match.lines[truth.line])[seat][cell], (truth.line, seat, cell) in asked
            tally.cells += 1
            tally.asked += doubted
            tally.right += read == label and not doubted
            tally.sure_wrong += read != label
    return tally


def of_looks(seen: Mapping[str, ZoneSeen], truth: Truth, asked: Places, *, refused: bool = False) -> ReadingTally:
    """Return the tally of the zones that were looked at for an event. What was not read but entered by hand (its zone
    is not in `seen`) counts as asked; so does a free piece that was not found where the look was `refused` as nothing
    that can be, and people laid it anew. What lies half covered and was asked about does not count."""
    tally = ReadingTally()
    for name, labels in truth.cells.items():
        zone = seen.get(name)
        doubted = [cell for line, place, cell in asked if (line, place) == (truth.line, name)]
        right, wrong, missed = 0, 0, 0
        if isinstance(zone, GridSeen):
            right, wrong = _cells(zone.readings, labels, doubted)
        elif isinstance(zone, PiecesSeen):
            right, wrong = _pieces(zone.readings, labels, doubted)
            missed = max(0, len(labels) - len(zone.pieces))
        asked_about = len(labels) if zone is None else len(doubted) + (missed if refused else 0)
        excused = min(asked_about, truth.covered.get(name, 0))
        tally.cells += len(labels) - excused
        tally.asked += asked_about - excused
        tally.right += right
        tally.sure_wrong += wrong + (0 if refused else missed)
    return tally


def _cells(readings: Sequence[Reading], labels: Sequence[str], doubted: Collection[int]) -> tuple[int, int]:
    undoubted = [
        reading.label == label
        for cell, (reading, label) in enumerate(zip(readings, labels, strict=True))
        if cell not in doubted
    ]
    return sum(undoubted), len(undoubted) - sum(undoubted)


def _pieces(readings: Sequence[Reading], labels: Sequence[str], doubted: Collection[int]) -> tuple[int, int]:
    """Return how many of the pieces lying free were read right without asking; and how many wrong, or found where there
    is none."""
    read = Counter(reading.label for number, reading in enumerate(readings) if number not in doubted)
    really = Counter(labels)
    return (read & really).total(), (read - really).total()


def true_final(match: Match, truths: Sequence[Truth]) -> dict[str, Any]:
    """Return how the game ends by what really happened: of the true events, or of the record with every cell that was
    read otherwise corrected."""
    events = [dict(truth.event) for truth in truths if truth.event is not None]
    if events and len(events) == len(truths):
        lines = (match.lines[0], *events)
        return Match.replay(Line(number, value) for number, value in enumerate(lines, 1)).final
    true = match
    for truth in truths:
        for seat, labels in truth.cells.items():
            for cell, label in enumerate(labels):
                if match.game.cells(match.lines[truth.line])[seat][cell] != label:
                    correction = corrections.correction(true, {}, truth.line, seat, cell, label)
                    true, _ = corrections.rewritten(true, correction)
    return true.final
