"""Correcting what was scored: the line rewritten, everything after it replayed, and what that changes in words."""

from typing import Any

from companion import match as matches
from companion.game import refuse
from companion.match import Match
from companion.message import Message, say
from companion.record import Line


def corrected(match: Match, line: int, seat: str, cell: int, label: str) -> dict[str, Any]:
    """Return event `line` (1 is the first) with one cell of a seat corrected; a RuleError where that can't be."""
    if not 1 <= line < len(match.lines) or "cells" not in match.lines[line]:
        raise refuse("line {line} holds no reading that could be corrected", line=line)
    cells = match.lines[line]["cells"]
    if seat not in cells or not 0 <= cell < len(cells[seat]):
        raise refuse("{seat} has no square {cell} in this reading", seat=seat, cell=cell)
    return dict(match.game.corrected(match.lines[line], seat, cell, label))


def rewritten(match: Match, line: int, value: dict[str, Any]) -> tuple[Match, tuple[int, ...]]:
    """Return the match with event `line` rewritten, and which lines changed.

    Whatever came after stays as it really happened: a hold that was dealt stays dealt.
    """
    after = Match(match.game, match.lines[:line], match.states[:line], match.answers[:line])
    after = matches.play(after, Line(line + 1, value))
    changed = [line]
    for number in range(line + 1, len(match.lines)):
        kept = dict(match.game.as_happened(match.lines[number], match.answers[number]))
        after = matches.play(after, Line(number + 1, kept))
        if kept != match.lines[number]:
            changed.append(number)
    return after, tuple(changed)


def difference(before: Match, after: Match) -> Message:
    """Return whose score changes and how, in words."""
    old = {place.player: place.score for place in before.standings}
    new = {place.player: place.score for place in after.standings}
    changes = tuple(
        say("{seat} {old} → {new}", seat=matches.shown(after, seat), old=old[seat], new=new[seat])
        for seat in after.seats
        if old[seat] != new[seat]
    )
    return say("{changes}", changes=changes) if changes else say("no score changes")
