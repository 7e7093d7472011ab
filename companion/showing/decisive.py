"""The decisive line of a finished game: the part of the scores in which the winner was furthest ahead of the next."""

from collections.abc import Sequence

from companion.game import Chapter
from companion.game.match import Match
from companion.language.message import Message, say


def decisive(match: Match, chapters: Sequence[Chapter]) -> Message | None:
    """Return what decided a game that is over, in words; None where several win, nobody follows, or nothing
    stands out. A tie-break decides where it had to."""
    winners = tuple(match.game.winners(match.state))
    others = [place for place in match.standings if place.player not in (*winners, *match.game.cannot_win)]
    if not match.over or len(winners) != 1 or not others:
        return None
    (winner,), next_best = winners, min(others, key=lambda place: place.rank)
    first = next(place for place in match.standings if place.player == winner)
    if first.score == next_best.score:
        return first.why
    ours, theirs = _by_part(chapters, winner), _by_part(chapters, next_best.player)
    ahead = {part: ours.get(part, 0) - theirs.get(part, 0) for part in {**ours, **theirs}}
    part = max(ahead, key=lambda one: ahead[one], default=None)
    if part is None or ahead[part] <= 0:
        return None
    return say(
        "It was decided by {part}: {winner} {ours}, {other} {theirs}",
        part=_names(chapters)[part],
        winner=match.shown(winner),
        ours=ours.get(part, 0),
        other=match.shown(next_best.player),
        theirs=theirs.get(part, 0),
    )


def _by_part(chapters: Sequence[Chapter], seat: str) -> dict[str, int]:
    """Return what a seat earned in the whole game, by what it is called in English."""
    found: dict[str, int] = {}
    for chapter in chapters:
        for result in chapter.results:
            for part in result.parts if result.seat == seat else ():
                found[str(part.name)] = found.get(str(part.name), 0) + part.value
    return found


def _names(chapters: Sequence[Chapter]) -> dict[str, Message]:
    return {str(part.name): part.name for one in chapters for result in one.results for part in result.parts}
