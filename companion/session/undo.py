"""Undo, redo and corrections."""

from dataclasses import replace

from companion.game import GameError, Phase
from companion.game.match import Match
from companion.game.record import Line, RecordError
from companion.language.label import label_message
from companion.language.message import Message, name, say
from companion.session import learning, taking
from companion.session.kept_looks import Witness, witness_of
from companion.session.table import Table, standing
from companion.showing import deeds, evidence
from companion.table import requests
from companion.table.deeds import NOBODY, Doer, Rewrite, SeatChange, TakenBack
from companion.table.evening import Evening
from companion.table.evidence import corrections
from companion.table.evidence.corrections import Correction
from companion.table.evidence.kept_look import Looks
from companion.table.signals import Reply

LATE = say("That came too late: something else was done last")


def undo(table: Table, doer: Doer = NOBODY, deed: str = "") -> tuple[Table, Reply]:
    """Take a deed back, the newest where none is named: an event, a correction or who sits where. It can be done again
    until something else is."""
    evening, now = table.playing, table.now
    names = evening.undoable
    if deed and deed not in names:
        return table, Reply(False, LATE)
    if evening.seat_changes and deed in ("", next(iter(names))):
        return _unseated(table, evening.seat_changes[-1], doer)
    if evening.corrected_last:
        return _correction_undone(table, evening.rewrites[-1], doer)
    try:
        match = evening.match.undo()
    except GameError as error:
        return table, Reply(False, error.message)
    number = len(match.lines)
    last = TakenBack(
        evening.match.lines[-1],
        evening.doers.get(number, NOBODY),
        passed=evening.passed,
        laid=evening.laid,
        by_hand=evening.by_hand,
    )
    table = table.keep(lambda store: store.undo(evening.game_id, now), standing(evening.game_id, match))
    table = table.on_from(match, undone=(*evening.undone, last))
    table = learning.taken_back(table, number)
    return _rewound(table, _taken_back(doer, deeds.called(match, last)), lies=True), Reply(True)


def redo(table: Table, doer: Doer = NOBODY, deed: str = "") -> tuple[Table, Reply]:
    """Do again what was taken back last, where that is the deed that is named, if one is."""
    evening, now = table.playing, table.now
    if deed and deed not in evening.redoable:
        return table, Reply(False, LATE)
    if not evening.undone:
        return table, Reply(False, say("There is nothing to play again"))
    *rest, last = evening.undone
    told = _done_again(doer, deeds.called(evening.match, last))
    if isinstance(last, SeatChange):
        table = table.reseated(table.seating.held_by(last.seat, last.after), last.seat, last.doer)
        return table.with_evening(replace(table.playing, undone=tuple(rest))).say(told), Reply(True)
    if isinstance(last, Rewrite):
        table = _swapped(table, last.looks_before, last.looks_after, last.after)
        now_done = replace(table.playing, undone=tuple(rest), rewrites=(*evening.rewrites, last))
        return table.with_evening(now_done).say(told), Reply(True)
    number = len(evening.match.lines)
    match = evening.match.play(Line(number + 1, last.value))
    game, kept, value = evening.game_id, last.kept, last.value
    table = table.keep(lambda store: store.play(game, now, value, redo=kept), standing(game, match))
    table = table.with_evening(replace(evening, doers={**evening.doers, number: last.doer}))
    table = table.on_from(match, undone=tuple(rest))
    if any(isinstance(one, TakenBack) for one in rest):
        return _rewound(table, told, lies=True), Reply(True)
    table = _rewound(table, told, lies=False)
    return table.with_evening(taking.resumed(table.playing, last)), Reply(True)


def _unseated(table: Table, change: SeatChange, doer: Doer) -> tuple[Table, Reply]:
    evening = table.playing
    undone = (*evening.undone, replace(change, doer=doer))  # or whoever was turned out would sit down again by redo
    changes, number = evening.seat_changes[:-1], table.number + 1
    table = table.with_evening(replace(evening, seat_changes=changes, undone=undone, reseated=number))
    table = table.seated(table.seating.held_by(change.seat, change.before), change.seat)
    return table.say(_taken_back(doer, deeds.called(evening.match, change))), Reply(True)


def _correction_undone(table: Table, rewrite: Rewrite, doer: Doer) -> tuple[Table, Reply]:
    evening = table.playing
    table = _swapped(table, rewrite.looks_after, rewrite.looks_before, rewrite.before)
    # a rewritten line ends what the store could play again
    later = tuple(replace(one, kept=False) if isinstance(one, TakenBack) else one for one in evening.undone)
    table = table.with_evening(
        replace(table.playing, undone=(*later, rewrite), rewrites=evening.rewrites[:-1], answers={})
    )
    table = learning.forgotten(table, rewrite.source) if rewrite.source else table
    if evening.phase in (None, Phase.CHANCE):
        table = table.rebased()  # or the camera would read at once what it had read again
    difference = table.difference(rewrite.after, rewrite.before)
    told = say("{what}: {difference}", what=_taken_back(doer, rewrite.text), difference=difference)
    return table.say(told), Reply(True, difference)


def _swapped(table: Table, out: Looks, back: Looks, match: Match) -> Table:
    """Return the table with a match as it was, and with the looks that a correction had changed."""
    changed = {number for number in {*out, *back} if out.get(number) != back.get(number)}
    now = {number: look for number, look in table.playing.looks.items() if number not in changed}
    return table.rewritten(match, now | {number: back[number] for number in changed if number in back})


def _taken_back(doer: Doer, what: Message) -> Message:
    if not doer.seat:
        return say("Taken back: {what}", what=what)
    return say("{who} took back: {what}", who=name(doer.seat), what=what)


def _done_again(doer: Doer, what: Message) -> Message:
    if not doer.seat:
        return say("Played again: {what}", what=what)
    return say("{who} played again: {what}", who=name(doer.seat), what=what)


def _rewound(table: Table, text: Message, *, lies: bool) -> Table:
    """`lies`: what was taken in this step was laid before somebody went back, and lies there still. What was told since
    was told of what stands no more."""
    evening = replace(table.playing, camera_waits=True, laid=frozenset(), before=(), answers={})
    table = replace(table, notices=())
    return table.with_evening(taking.rewound(evening) if lies else evening).say(text)


def correct(table: Table, request: requests.Correct, doer: Doer = NOBODY) -> tuple[Table, Reply]:
    """Correct one cell of a score, or a piece that a turn was read from."""
    evening = table.playing
    try:
        correction = corrections.correction(
            evening.match, evening.looks, request.line, request.seat, request.cell, request.label
        )
        witness = witness_of(table, request.line, request.seat, request.cell)
        what = _called(correction, evening.match, request, witness)
        table, reply = _put_right(table, correction, what, doer, confirmed=request.confirm)
    except (GameError, RecordError) as error:
        return table, Reply(False, error.message)
    if not reply.ok or witness is None:
        return table, reply
    table, ask_first = learning.corrected(table, witness, request.label)
    *before, last = table.playing.rewrites
    source = learning.source(table, witness)
    table = table.with_evening(replace(table.playing, rewrites=(*before, replace(last, source=source))))
    if not ask_first:
        return table, reply
    line = min(request.line, len(table.playing.match.lines) - 1)  # the look may tell of fewer events now
    return table, replace(reply, ask="teach", value=evidence.event_name(table.playing, line))


def add(table: Table, request: requests.Add, doer: Doer = NOBODY) -> tuple[Table, Reply]:
    """Take people's word for a piece that the camera did not find in a turn."""
    evening = table.playing
    try:
        correction = corrections.addition(
            evening.match, evening.looks, request.line, request.zone, request.at, request.label
        )
        return _put_right(table, correction, _called(correction), doer, confirmed=request.confirm)
    except (GameError, RecordError) as error:
        return table, Reply(False, error.message)


def _put_right(
    table: Table, correction: Correction, what: Message, doer: Doer, *, confirmed: bool
) -> tuple[Table, Reply]:
    """Put a correction in place. Before anything earlier than what was scored last is touched, say what it would
    change."""
    match = table.playing.match
    if correction.end < len(match.lines) and not confirmed:
        after, _ = corrections.rewritten(match, correction)
        return table, Reply(False, _told(correction, table.difference(match, after)), ask="confirm")
    forgotten = table.with_evening(_forgotten(table.playing, correction))
    deed = say("{who}'s correction ({what})", who=name(doer.seat), what=what) if doer.seat else what
    told = say("Corrected") if correction.place is None else what
    table, reply = forgotten.correct(correction, told, deed, doer)
    return table, reply if reply.text is None else replace(reply, text=_told(correction, reply.text))


def _called(
    correction: Correction,
    match: Match | None = None,
    request: requests.Correct | None = None,
    witness: Witness | None = None,
) -> Message:
    """Return what is corrected, in words."""
    place, old, new = correction.place, correction.old, correction.new
    if place is None and match is not None and request is not None and witness is not None:
        place, old, new = match.shown(request.seat), witness.label, request.label
    if place is None:
        return say("Corrected")
    if not old:
        return say("{new} added ({place})", place=place, new=label_message(new))
    return say("{old} → {new} ({place})", place=place, old=label_message(old), new=label_message(new))


def _told(correction: Correction, difference: Message) -> Message:
    """Return what a correction changes; of a piece in a turn, which often changes no score, also what it is now."""
    if correction.place is None:
        return difference
    return say("{what}: {difference}", what=_called(correction), difference=difference)


def _forgotten(evening: Evening, correction: Correction) -> Evening:
    """Return the evening without what people answered about a zone in which they correct a piece now: what they said of
    those that lie there still stands in the look that is kept. A look that somebody asked for begins anew: what was
    taken away is told by comparing with that look."""
    answers = {key: label for key, label in evening.answers.items() if key[0] != correction.zone}
    zones = evening.zones if evening.asked is None else {}
    return replace(evening, answers=answers, gone=frozenset(), zones=zones)
