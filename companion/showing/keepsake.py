"""The keepsake of a finished game: what each has a badge for, and the photo of what won it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.game import Chapter
from companion.game.match import Match
from companion.language.message import Message, say
from companion.showing.evidence import laid_boxes, photo_key
from companion.table.evening import Evening
from companion.table.evidence.placement import Box

CLOSE = 2  # points between the first two that make it close
Badge = tuple[str, Message]
"""A seat, and what it is remembered for."""


def badges(match: Match, chapters: Sequence[Chapter]) -> tuple[Badge, ...]:
    """Return what people of a game that is over are remembered for: how it was won, and who earned most at once."""
    winners = match.game.winners(match.state)
    found = [(winner, text) for winner in winners if len(winners) == 1 for text in _won(match, winner)]
    return (*found[:1], *_most_at_once(match, chapters))


def _won(match: Match, winner: str) -> Iterator[Message]:
    """Yield how somebody alone has won, what is rarest first."""
    ranks = [_ranks(match, line) for line in match.chapter_lines[:-1]]
    if len(ranks) > 1 and all([seat for seat, rank in each.items() if rank == 1] == [winner] for each in ranks):
        yield say("Led from the first to the last")
    if ranks and ranks[-1][winner] == len(match.seats) > 2:
        yield say("Last before the end, and first after it")
    scores = sorted(place.score for place in match.standings if place.player not in match.game.cannot_win)
    if len(scores) > 1 and 0 < scores[-1] - scores[-2] <= CLOSE:
        yield say("By a nose: {points} ahead", points=scores[-1] - scores[-2])


def _ranks(match: Match, line: int) -> dict[str, int]:
    return {place.player: place.rank for place in match.game.standings(match.states[line])}


def _most_at_once(match: Match, chapters: Sequence[Chapter]) -> Iterator[Badge]:
    """Yield who alone earned most in one chapter, of several."""
    earned = [
        (result.earned, result.seat, chapter.title)
        for chapter in chapters
        for result in chapter.results
        if result.seat not in match.game.cannot_win
    ]
    if len(chapters) < 2 or not earned:
        return
    most = max(points for points, _, _ in earned)
    best = [(seat, title) for points, seat, title in earned if points == most > 0]
    if len(best) == 1:
        yield best[0][0], say("Most at once: {points} ({chapter})", points=most, chapter=best[0][1])


@dataclass(frozen=True)
class LaidPhoto:
    """The photo of what somebody laid: its key, the line of its event, and where in it something lies in a cell, in
    parts of its width and height; nothing where pieces lie free."""

    key: str
    line: int
    boxes: tuple[Box, ...] = ()


def photos(evening: Evening, seat: str) -> Iterator[LaidPhoto]:
    """Yield the photos of what a seat laid, the best first: that of its best chapter, or the newest look."""
    match = evening.match
    chapters = zip(match.game.view(match.state).chapters, match.chapter_lines, strict=True)
    earned = {line: result.earned for one, line in chapters for result in one.results if result.seat == seat}
    laid = [line for line in range(1, len(match.lines)) if seat in match.game.cells(match.lines[line])]
    for line in sorted(laid, key=lambda line: (earned.get(line, 0), line), reverse=True):
        yield LaidPhoto(photo_key(evening, line, seat), line, laid_boxes(match, line, seat))
    for line, look in sorted(evening.looks.items(), reverse=True):
        if look.first != line or line >= len(match.lines):
            continue
        zones = [match.game.zone(match.states[line], one, look.shared) for one in match.seats]
        zone = zones[match.seats.index(seat)]
        kept, alone = look.zones.get(zone), zones.count(zone) == 1
        if kept is not None and kept.photo and (alone or match.game.whose(match.lines[line]) == seat):
            yield LaidPhoto(photo_key(evening, kept.photo, zone), kept.photo)
