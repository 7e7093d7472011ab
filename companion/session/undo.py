"""Undo, redo and corrections."""

from dataclasses import replace

from companion.game import GameError
from companion.game.record import Line, RecordError
from companion.language.message import Message, say
from companion.session import learning, taking
from companion.session.kept_looks import witness_of
from companion.session.table import Table, standing
from companion.showing.prompts import label_message
from companion.table import requests
from companion.table.evening import Evening
from companion.table.evidence import corrections
from companion.table.evidence.corrections import Correction
from companion.table.signals import Reply


def undo(table: Table) -> tuple[Table, Reply]:
    """Take the last event back; it can be played again until something else is."""
    evening, now = table.playing, table.now
    try:
        match = evening.match.undo()
    except GameError as error:
        return table, Reply(False, error.message)
    last = evening.match.lines[-1]
    table = table.keep(lambda store: store.undo(evening.game_id, now), standing(evening.game_id, match))
    table = table.on_from(match, undone=(*evening.undone, last))
    table = learning.taken_back(table, len(match.lines))
    return _rewound(table, say("Taken back: {what}", what=match.called(last)), lies=True), Reply(True)


def redo(table: Table) -> tuple[Table, Reply]:
    """Play again what was taken back last."""
    evening, now = table.playing, table.now
    if not evening.undone:
        return table, Reply(False, say("There is nothing to play again"))
    *rest, value = evening.undone
    match = evening.match.play(Line(len(evening.match.lines) + 1, value))
    game = evening.game_id
    table = table.keep(lambda store: store.play(game, now, value, redo=True), standing(game, match))
    table = table.on_from(match, undone=tuple(rest))
    return _rewound(table, say("Played again: {what}", what=match.called(value)), lies=bool(rest)), Reply(True)


def _rewound(table: Table, text: Message, *, lies: bool) -> Table:
    """`lies`: what was taken in this step was laid before somebody went back, and lies there still."""
    evening = replace(table.playing, camera_waits=True, laid=frozenset(), before=(), answers={})
    return table.with_evening(taking.rewound(evening) if lies else evening).say(text)


def correct(table: Table, request: requests.Correct) -> tuple[Table, Reply]:
    """Correct one cell of a score, or a piece that a turn was read from."""
    evening = table.playing
    try:
        correction = corrections.correction(
            evening.match, evening.looks, request.line, request.seat, request.cell, request.label
        )
        witness = witness_of(table, request.line, request.seat, request.cell)
        table, reply = _put_right(table, correction, confirmed=request.confirm)
    except (GameError, RecordError) as error:
        return table, Reply(False, error.message)
    if not reply.ok or witness is None:
        return table, reply
    table, ask_first = learning.corrected(table, witness, request.label)
    return table, replace(reply, ask="teach") if ask_first else reply


def add(table: Table, request: requests.Add) -> tuple[Table, Reply]:
    """Take people's word for a piece that the camera did not find in a turn."""
    evening = table.playing
    try:
        correction = corrections.addition(
            evening.match, evening.looks, request.line, request.zone, request.at, request.label
        )
        return _put_right(table, correction, confirmed=request.confirm)
    except (GameError, RecordError) as error:
        return table, Reply(False, error.message)


def _put_right(table: Table, correction: Correction, *, confirmed: bool) -> tuple[Table, Reply]:
    """Put a correction in place. Before anything earlier than what was scored last is touched, say what it would
    change."""
    match = table.playing.match
    if correction.end < len(match.lines) and not confirmed:
        after, _ = corrections.rewritten(match, correction)
        return table, Reply(False, _told(correction, corrections.difference(match, after)), ask="confirm")
    forgotten = table.with_evening(_forgotten(table.playing, correction))
    table, reply = forgotten.correct(correction, _called(correction))
    return table, reply if reply.text is None else replace(reply, text=_told(correction, reply.text))


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
