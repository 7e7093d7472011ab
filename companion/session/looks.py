"""What the camera saw: whose piece is done, and which dock is read again after the score."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion import evening as evenings
from companion import match as matches
from companion.evening import Evening
from companion.game import Bids, Draw, Look, Take, Turn
from companion.message import say
from companion.session.ledger import Ledger
from companion.signals import Looked, Stillness
from vision.observation import GridSeen


def looked(ledger: Ledger, signal: Looked) -> None:
    """Take in what the camera saw of the zones: it may finish what people do, or change what was scored."""
    evening = ledger.evening
    if evening is None:
        return
    if signal.plan != evening.plan:  # it was compared with an older base: only the picture is news
        zones = {name: replace(look, changed=False) for name, look in signal.zones.items()}
    else:
        zones = dict(signal.zones)
    moved = [name for name, look in zones.items() if look.stillness is not Stillness.STILL]
    seats = {evenings.zone_of(evening, seat): seat for seat in evening.match.seats}
    gone = {seats[name] for name in moved if name in seats and not evening.table.shared_dock}
    answers = {key: label for key, label in evening.answers.items() if key[0] not in {*gone, *moved}}
    for text in signal.said:
        ledger.say(text)
    table = evening.table
    if zones and isinstance(evening.awaited, Look | Take | Bids | Turn):
        table = replace(table, shared_dock=len(zones) == 1 < len(evening.match.seats))
    evening = replace(evening, zones=zones, problem=signal.problem, answers=answers, table=table)
    ledger.evening = _with_done(evening, signal.at_s)
    _read_again(ledger, ledger.evening, signal.at_s)


def _with_done(evening: Evening, at_s: float) -> Evening:
    if not isinstance(evening.awaited, Take | Look):
        return evening
    done = {seat for seat in evenings.waiting(evening) if evenings.is_done(evening, seat, at_s)}
    if done and evening.camera_waits and isinstance(evening.awaited, Look):
        done = set(evening.awaited.seats)  # the table has changed: the camera acts by itself again
    return replace(evening, laid=evening.laid | done) if done else evening


def _read_again(ledger: Ledger, evening: Evening, at_s: float) -> None:
    """A dock that changes after the score and before the next voyage is read again, and that is said."""
    last = len(evening.match.lines) - 1
    if evening.awaited is not None and not isinstance(evening.awaited, Draw):
        return
    if last == 0 or evening.table.shared_dock or "cells" not in evening.match.lines[last]:
        return
    for seat in evening.match.seats:
        whose = matches.shown(evening.match, seat)
        look, before = evenings.look_at(evening, seat), evening.before.get(seat)
        if look is None or before is None or not isinstance(look.seen, GridSeen) or not look.changed:
            continue
        if look.stillness is not Stillness.STILL or at_s - look.since_s < evenings.STILL_S:
            continue
        line = evening.match.lines[last]
        if not evening.match.game.rereads(before, look.seen, line["cells"][seat]):
            continue
        readings = [reading for row in look.seen.cells for reading in row]
        if not all(reading.sure for reading in readings):
            ledger.say_once(
                say("{seat}'s hold changed after the score; it can't be read for sure: correct it", seat=whose)
            )
            continue
        value: Mapping[str, Any] = line
        for cell, reading in enumerate(readings):
            if value["cells"][seat][cell] != reading.label:
                value = evening.match.game.corrected(value, seat, cell, reading.label)
        if value is not line:
            ledger.rewrite(
                evening, last, value, say("{seat}'s hold changed after the score: it was read again", seat=whose)
            )
            ledger.new_plan()  # turned back, it is a change again
            return
