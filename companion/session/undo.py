"""Undo, redo and corrections."""

from dataclasses import replace

from companion.game import GameError
from companion.game.record import Line, RecordError
from companion.language.message import Message, say
from companion.session import kept_looks as witnesses
from companion.session import learning, taking
from companion.session.ledger import Ledger
from companion.showing.prompts import label_message
from companion.table import requests
from companion.table.evening import Evening
from companion.table.evidence import corrections
from companion.table.evidence.corrections import Correction
from companion.table.signals import Reply


def undo(ledger: Ledger, evening: Evening) -> Reply:
    """Take the last event back; it can be played again until something else is."""
    try:
        match = evening.match.undo()
    except GameError as error:
        return Reply(False, error.message)
    with ledger.store.together():
        ledger.store.undo(evening.game_id, ledger.chance.now())
        ledger.keep_standing(evening, match)
    last = evening.match.lines[-1]
    ledger.on_table(evening, match, undone=(*evening.undone, last))
    learning.taken_back(ledger, len(match.lines))
    _after_rewind(ledger, say("Taken back: {what}", what=match.called(last)), lies=True)
    return Reply(True)


def redo(ledger: Ledger, evening: Evening) -> Reply:
    """Play again what was taken back last."""
    if not evening.undone:
        return Reply(False, say("There is nothing to play again"))
    *rest, value = evening.undone
    match = evening.match.play(Line(len(evening.match.lines) + 1, value))
    with ledger.store.together():
        ledger.store.play(evening.game_id, ledger.chance.now(), value, redo=True)
        ledger.keep_standing(evening, match)
    ledger.on_table(evening, match, undone=tuple(rest))
    _after_rewind(ledger, say("Played again: {what}", what=match.called(value)), lies=bool(rest))
    return Reply(True)


def _after_rewind(ledger: Ledger, text: Message, *, lies: bool) -> None:
    """`lies`: what was taken in this step was laid before somebody went back, and lies there still."""
    if ledger.evening is not None:
        evening = replace(ledger.evening, camera_waits=True, laid=frozenset(), before=(), answers={})
        ledger.evening = taking.rewound(evening) if lies else evening
    ledger.say(text)


def correct(ledger: Ledger, evening: Evening, request: requests.Correct) -> Reply:
    """Correct one cell of a score, or a piece that a turn was read from."""
    try:
        correction = corrections.correction(
            evening.match, evening.looks, request.line, request.seat, request.cell, request.label
        )
        witness = witnesses.of(ledger, evening, request.line, request.seat, request.cell)
        reply = _put_right(ledger, evening, correction, confirmed=request.confirm)
        if reply.ok and witness is not None and learning.corrected(ledger, evening, witness, request.label):
            return replace(reply, ask="teach")
        return reply
    except (GameError, RecordError) as error:
        return Reply(False, error.message)


def add(ledger: Ledger, evening: Evening, request: requests.Add) -> Reply:
    """Take people's word for a piece that the camera did not find in a turn."""
    try:
        correction = corrections.addition(
            evening.match, evening.looks, request.line, request.zone, request.at, request.label
        )
        return _put_right(ledger, evening, correction, confirmed=request.confirm)
    except (GameError, RecordError) as error:
        return Reply(False, error.message)


def _put_right(ledger: Ledger, evening: Evening, correction: Correction, *, confirmed: bool) -> Reply:
    """Put a correction in place. Before anything earlier than what was scored last is touched, say what it would
    change."""
    if correction.end < len(evening.match.lines) and not confirmed:
        after, _ = corrections.rewritten(evening.match, correction)
        return Reply(False, _told(correction, corrections.difference(evening.match, after)), ask="confirm")
    reply = ledger.correct(_forgotten(evening, correction), correction, _called(correction))
    return reply if reply.text is None else replace(reply, text=_told(correction, reply.text))


def _called(correction: Correction) -> Message:
    """Return what is corrected, in words."""
    if correction.place is None:
        return say("Corrected")
    if not correction.old:
        return say("{new} added ({place})", place=correction.place, new=label_message(correction.new))
    return say(
        "{old} → {new} ({place})",
        place=correction.place,
        old=label_message(correction.old),
        new=label_message(correction.new),
    )


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
