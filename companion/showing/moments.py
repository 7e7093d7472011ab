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
    """Return who leads, and since the end of which chapter nobody else did, not even on the way through another; None
    where several lead, or none is finished."""
    first, began = _first(match, len(match.states) - 1), len(match.states)
    if len(first) != 1 or match.over or not chapters:
        return None
    while began > match.chapter_lines[0] and _first(match, began - 1) == first:
        began -= 1
    ends = zip(chapters, match.chapter_lines, strict=True)
    since = next((chapter.title for chapter, line in ends if line >= began), None)
    return None if since is None else say("{who} leads since: {since}", who=match.shown(first[0]), since=since)


def _first(match: Match, line: int) -> list[str]:
    return [place.player for place in match.game.standings(match.states[line]) if place.rank == 1]
