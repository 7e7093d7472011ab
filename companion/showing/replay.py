"""A game that is over, told again: its chapters' totals for a chart, and every moment of it as it was seen then."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game.match import Match
from companion.game.record import Line
from companion.language.message import Translate, words
from companion.showing import cases, evidence, keepsake, projection
from companion.showing.keepsake import LaidPhoto
from companion.store.cases import Case
from companion.store.database import Store
from companion.store.rows import Stored
from companion.table.evening import Equipment, Evening
from companion.table.evidence import kept_look
from companion.table.seats import Seating
from companion.table.signals import Surroundings
from companion.table.snapshot import worded
from web.contract import Badge, ChapterTotals, GameTotals
from web.shown import LookShown, Scoreboard


def totals(stored: Stored, say: Translate) -> GameTotals:
    """Return everybody's total after each chapter, and the way there step by step."""
    match = _match(stored, len(stored.lines))
    chapters = zip(match.game.view(match.state).chapters, match.chapter_lines, strict=True)
    return GameTotals(
        len(stored.lines),
        tuple(
            ChapterTotals(words(chapter.title, say), {one.seat: one.total for one in chapter.results}, line)
            for chapter, line in chapters
        ),
        tuple({place.player: place.score for place in match.game.standings(state)} for state in match.states[1:]),
        tuple(words(evidence.title(match, line), say) for line in range(1, len(match.lines))),
    )


def moment(stored: Stored, looks: Mapping[int, Any], step: int, say: Translate) -> Scoreboard[str] | None:
    """Return the public snapshot as it was after `step` events (0: before the first); None for a step there is not.
    `looks` are the stored looks of its turns.

    Its number is the step. Nothing can be asked of it: no forms, nothing to undo.
    """
    if not 0 <= step <= len(stored.lines):
        return None
    shown = projection.snapshot(_evening(stored, looks, step), Seating(), Surroundings(), (), False)
    still = replace(
        shown, number=step, forms=(), to_take_back=(), to_do_again=(), can_go_on=False, by_hand=False, can_look=False
    )
    return worded(still, say)


def look(stored: Stored, looks: Mapping[int, Any], line: int, say: Translate) -> LookShown[str] | None:
    """Return what the camera saw in the turn of event `line`; None where it did not look."""
    evening = _evening(stored, looks, len(stored.lines))
    if not 0 < line <= len(stored.lines) or line not in evening.looks or evening.looks[line].first != line:
        return None
    return worded(evidence.look(evening, line), say)


def remembered(stored: Stored, looks: Mapping[int, Any], say: Translate) -> tuple[Sequence[Badge], Sequence[LaidPhoto]]:
    """Return what the players of a game that is over are remembered for, and the photos of what won it, the best
    first."""
    evening = _evening(stored, looks, len(stored.lines))
    match = evening.match
    badges = keepsake.badges(match, match.game.view(match.state).chapters)
    laid = [one for winner in match.game.winners(match.state)[:1] for one in keepsake.photos(evening, winner)]
    return tuple(Badge(seat, words(text, say)) for seat, text in badges), laid


def labels(stored: Stored, line: int) -> Sequence[str]:
    """Return what can lie there in event `line` of a game."""
    match = _match(stored, len(stored.lines))
    return match.game.labels(match.states[line - 1])


def case(stored: Stored, store: Store, line: int, whose: str, cell: int, at: str) -> Case | None:
    """Return what was read in the zone of a cell, or free piece, of event `line`, and what lies there; None where
    nothing is kept of it."""
    match = _match(stored, len(stored.lines))
    if not 0 < line < len(match.lines):
        return None
    if whose in match.game.cells(match.lines[line]):
        jpeg, kept = store.photo_of(stored.id, line, whose), store.readings_of(stored.id, line, whose)
        found = None if jpeg is None else cases.of_cells(match, stored.id, at, line, whose, cell, kept, jpeg)
    else:
        look = store.looks(stored.id).get(line)
        zone = None if look is None else kept_look.read(look).zones.get(whose)
        jpeg = None if zone is None else store.photo_of(stored.id, zone.photo, whose)
        if zone is None or jpeg is None:
            return None
        found = cases.of_zone(match, stored.id, at, line, whose, cell, zone, jpeg)
    return found if found is not None and 0 <= cell < len(found.cells) else None


def _evening(stored: Stored, looks: Mapping[int, Any], steps: int) -> Evening:
    kept = {line: kept_look.read(value) for line, value in looks.items()}
    return Evening(stored.id, stored.seed, _match(stored, steps), Equipment(), looks=kept)


def _match(stored: Stored, steps: int) -> Match:
    lines = (stored.header, *stored.lines[:steps])
    return Match.replay(Line(number, value) for number, value in enumerate(lines, 1))
