"""Correcting what was scored: the event rewritten, everything after it replayed, and what that changes in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from companion.game import Game, RuleError, record, refuse, same_name
from companion.game.match import Match
from companion.game.record import Line
from companion.language.message import Message, say
from companion.table.evidence import kept_look, missed_pieces
from companion.table.evidence.kept_look import KeptLook, Looks


@dataclass(frozen=True)
class Correction:
    """What stands in place of events: from `line` (1 is the first) on, `values` in place of `many`. Of a look in a turn
    also the piece that was read otherwise: where it lies in words, its zone and number, what it was said to be (""
    where it was not found) and what it is; and `looks`, the kept looks that change with it."""

    line: int
    values: tuple[dict[str, Any], ...]
    many: int = 1
    place: Message | None = None
    zone: str = ""
    cell: int = 0
    old: str = ""
    new: str = ""
    looks: Mapping[int, KeptLook] = field(default_factory=dict)

    @property
    def end(self) -> int:
        """The number of the first event that stays as it is."""
        return self.line + self.many


def correction(match: Match, looks: Looks, line: int, whose: str, cell: int, label: str) -> Correction:
    """Return what it means that a cell, or a free piece, of event `line` was really `label`; `whose` is the seat whose
    reading the event holds, else the zone that the camera looked at. A RuleError where that can't be."""
    if 1 <= line < len(match.lines) and match.game.cells(match.lines[line]):
        return Correction(line, (corrected(match, line, whose, cell, label),))
    if not 1 <= line < len(match.lines) or line not in looks:
        raise refuse("line {line} holds no reading that could be corrected", line=line)
    zone = looks[looks[line].first].zones.get(whose)
    if zone is None or not 0 <= cell < len(zone.pieces):
        raise refuse("{zone} has no piece {cell} in this look", zone=whose, cell=cell)
    return _seen_otherwise(match, looks, line, whose, cell, label)


def corrected(match: Match, line: int, seat: str, cell: int, label: str) -> dict[str, Any]:
    """Return event `line`, which holds every cell, with one of a seat's corrected; a RuleError where that can't be."""
    cells = match.game.cells(match.lines[line])
    written = next((name for name in cells if same_name(name) == same_name(seat)), seat)  # maybe not as in the header
    if not 0 <= cell < len(cells.get(written, ())):
        raise refuse("{seat} has no square {cell} in this reading", seat=seat, cell=cell)
    return dict(match.game.corrected(match.lines[line], written, cell, label))


def addition(
    match: Match, looks: Looks, line: int, zone: str, at: tuple[float, float] | None, label: str
) -> Correction:
    """Return what it means that a free piece lay in a zone's photo `at` a point where the camera found none (see
    `companion.table.evidence.missed_pieces`), or anywhere in the zone. A RuleError where that can't be."""
    if not 1 <= line < len(match.lines) or line not in looks:
        raise refuse("line {line} holds no reading that could be corrected", line=line)
    first = looks[line].first
    seen = looks[first].zones.get(zone)
    _known(match, first, label)
    piece = None if seen is None else missed_pieces.piece(seen, at, label)
    if piece is None:
        raise refuse("Nothing more can lie there")
    return _told_anew(
        match, looks, missed_pieces.told(looks, first, zone, piece), Correction(first, (), zone=zone, new=label)
    )


def _seen_otherwise(match: Match, looks: Looks, line: int, zone: str, cell: int, label: str) -> Correction:
    """Return what happened where a piece of a look was really something else."""
    first, cell = kept_look.origin(looks, line, zone, cell)
    _known(match, first, label)
    changed = kept_look.told(looks, first, zone, cell, label)
    old = looks[first].zones[zone].pieces[cell].label
    return _told_anew(match, looks, changed, Correction(first, (), zone=zone, cell=cell, old=old, new=label))


def _known(match: Match, first: int, label: str) -> None:
    if label not in match.game.labels(match.states[first - 1]):
        raise refuse("“{label}” is nothing that can lie there", label=label)


def _told_anew(match: Match, looks: Looks, changed: dict[int, KeptLook], wanted: Correction) -> Correction:
    """Return what is `wanted` with the events that its look tells once it is `changed`."""
    first, state = wanted.line, match.states[wanted.line - 1]
    many = min(kept_look.steps(looks, first), len(match.lines) - first)
    events = _happened(match.game, state, changed[first])
    if len(events) != many and first + many < len(match.lines):
        raise refuse(
            "The steps of this turn would then be {now} instead of {before}, but the game has gone on: "
            "undo back to it, and enter it by hand",
            now=len(events),
            before=many,
        )
    read = [piece.read for piece in looks[first].zones[wanted.zone].pieces if piece.found]
    return replace(
        wanted,
        values=_noted(match, match.lines[first : first + many], events, {wanted.zone: read}),
        many=many,
        place=match.game.place(state, wanted.zone, changed[first].shared),
        looks=changed,
    )


def _happened(game: Game[Any], state: Any, look: KeptLook) -> list[dict[str, Any]]:
    """Return the events that a look tells from `state` on, one after another."""
    zones = {name: zone.seen for name, zone in look.zones.items()}
    seats = {seat: game.zone(state, seat, look.shared) for seat in game.seats(state)}
    now = zones | {seat: zones[zone] for seat, zone in seats.items() if zone in zones}
    events: list[dict[str, Any]] = []
    more = True
    while more:
        proposal = game.propose(state, (), now, look.asked)
        if proposal.doubts and proposal.wrong is None:
            raise refuse("Say first what lies here: {places}", places=tuple(doubt.where for doubt in proposal.doubts))
        if proposal.event is None:
            raise RuleError(proposal.wrong or say("With this the look tells nothing that can be played"))
        events.append(dict(proposal.event))
        more = proposal.more
        if more:
            state, _ = game.apply(state, record.event(game, Line(0, events[-1])))
    return events


def _noted(
    match: Match, old: Sequence[dict[str, Any]], events: Sequence[dict[str, Any]], read: Mapping[str, Any]
) -> tuple[dict[str, Any], ...]:
    """Return the events as lines: with what was noted on those whose place they take, and with what the camera had
    read on those that say something else now; on the first, if none does."""
    lines = [{**event, **_notes(match.game, old[min(at, len(old) - 1)])} for at, event in enumerate(events)]
    other = [at for at, line in enumerate(lines) if at >= len(old) or line != old[at]]
    for at in other or [0]:
        lines[at]["seen"] = {**lines[at].get("seen", {}), **read}
    return tuple(lines)


def _notes(game: Game[Any], line: Mapping[str, Any]) -> dict[str, Any]:
    """Return what stands on a line beside its event: when it was, what the camera had read."""
    kind = type(record.event(game, Line(0, dict(line))))
    names = {"do", *(each.encode_name for each in msgspec.structs.fields(kind))}
    return {key: value for key, value in line.items() if key not in names}


def rewritten(match: Match, correction: Correction) -> tuple[Match, tuple[int, ...]]:
    """Return the match with events rewritten, and which of its lines are other ones than before.

    Whatever came after stays as it really happened: a hold that was dealt stays dealt. What can't follow any more is a
    RuleError that names it.
    """
    line = correction.line
    after = match.until(line)
    for value in correction.values:
        after = after.play(Line(len(after.lines) + 1, value))
    changed = list(range(line, len(after.lines)))
    for number in range(correction.end, len(match.lines)):
        kept = dict(match.game.as_happened(match.lines[number], match.answers[number]))
        after = played_again(after, number, kept)
        if kept != match.lines[number]:
            changed.append(number)
    return after, tuple(changed)


def played_again(match: Match, number: int, value: dict[str, Any]) -> Match:
    """Return the match with event `number` of one whose beginning was another; a RuleError that names the event where
    it can't follow."""
    try:
        return match.play(Line(number + 1, value))
    except RuleError as error:
        raise refuse(
            "Then step {step} ({what}) can't be: {why}. Nothing was changed",
            step=number,
            what=match.called(value),
            why=error.message,
        ) from None


def difference(before: Match, after: Match) -> Message:
    """Return whose score changes and how, in words."""
    old = {place.player: place.score for place in before.standings}
    new = {place.player: place.score for place in after.standings}
    changes = tuple(
        say("{seat} {old} → {new}", seat=after.shown(seat), old=old[seat], new=new[seat])
        for seat in after.seats
        if old[seat] != new[seat]
    )
    return say("{changes}", changes=changes) if changes else say("no score changes")
