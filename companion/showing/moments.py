"""The scoring moment: what was scored last, as every screen shows it when it happens."""

from collections.abc import Sequence
from dataclasses import replace

from companion.game import Chapter
from companion.game.match import Match
from companion.language.message import Message, say


def newest(match: Match, chapters: Sequence[Chapter]) -> Chapter | None:
    """Return what was scored last, with its line: as its game shows it at once, else the last of the finished
    `chapters`."""
    last = chapters[-1] if chapters else None
    for number in range(len(match.lines) - 1, last.line - 1 if last is not None else 0, -1):
        found = match.game.moment(match.states[number - 1], match.states[number])
        if found is not None:
            return replace(found, line=number)
    return last


def leads(match: Match, chapters: Sequence[Chapter]) -> Message | None:
    """Return who leads, and since which chapter nobody else did; None where several lead, or none is finished."""
    first = [place.player for place in match.standings if place.rank == 1]
    since = None
    for chapter in reversed(chapters):
        most = max(result.total for result in chapter.results)
        if [result.seat for result in chapter.results if result.total == most] != first:
            break
        since = chapter.title
    if len(first) != 1 or since is None or match.over:
        return None
    return say("{who} leads since: {since}", who=match.shown(first[0]), since=since)
