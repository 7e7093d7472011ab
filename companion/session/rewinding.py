"""Undo, redo and corrections."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion import correcting, requests
from companion import match as matches
from companion.evening import Evening
from companion.game import Game, GameError
from companion.message import Message, say
from companion.record import Line, RecordError
from companion.session import learning, taking
from companion.session.ledger import Ledger
from companion.signals import Reply


def undo(ledger: Ledger, evening: Evening) -> Reply:
    """Take the last event back; it can be played again until something else is."""
    try:
        match = matches.undo(evening.match)
    except GameError as error:
        return Reply(False, error.message)
    ledger.store.undo(evening.game_id, ledger.chance.now())
    last = evening.match.lines[-1]
    ledger.on_table(evening, match, undone=(*evening.undone, last))
    learning.taken_back(ledger, len(match.lines))
    _after_rewind(ledger, say("Taken back: {what}", what=_what(match.game, last)), lies=True)
    return Reply(True)


def redo(ledger: Ledger, evening: Evening) -> Reply:
    """Play again what was taken back last."""
    if not evening.undone:
        return Reply(False, say("There is nothing to play again"))
    *rest, value = evening.undone
    match = matches.play(evening.match, Line(len(evening.match.lines) + 1, value))
    ledger.store.play(evening.game_id, ledger.chance.now(), value, redo=True)
    ledger.on_table(evening, match, undone=tuple(rest))
    _after_rewind(ledger, say("Played again: {what}", what=_what(match.game, value)), lies=bool(rest))
    return Reply(True)


def _after_rewind(ledger: Ledger, text: Message, *, lies: bool) -> None:
    """`lies`: what was taken in this step was laid before somebody went back, and lies there still."""
    if ledger.evening is not None:
        evening = replace(ledger.evening, camera_waits=True, laid=frozenset(), before={}, answers={})
        ledger.evening = taking.rewound(evening) if lies else evening
    ledger.say(text)


def correct(ledger: Ledger, evening: Evening, request: requests.Correct) -> Reply:
    """Correct one cell of a score. Before an earlier voyage is touched, say what it would change."""
    try:
        value = correcting.corrected(evening.match, request.line, request.seat, request.cell, request.label)
        later = request.line < len(evening.match.lines) - 1
        if later and not request.confirm:
            after, _ = correcting.rewritten(evening.match, request.line, value)
            return Reply(False, correcting.difference(evening.match, after), ask="confirm")
        reply = ledger.rewrite(evening, request.line, value, say("Corrected"))
        if learning.corrected(ledger, evening, request):
            return replace(reply, ask="teach")
        return reply
    except GameError as error:
        return Reply(False, error.message)
    except RecordError as error:
        return Reply(False, say("{error}", error=str(error)))


def _what(game: Game[Any], line: Mapping[str, Any]) -> Message:
    do = str(line.get("do", ""))
    return game.called.get(do, say("{do}", do=do))
