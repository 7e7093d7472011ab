"""A dock that changes after its score is read again; what a person said stands for a piece that did not change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Phase
from companion.language.message import say
from companion.session import kept_looks
from companion.session.ledger import Ledger
from companion.showing.prompts import label_message
from companion.table.evening import STILL_S, Evening, readings
from companion.table.signals import Stillness, ZoneLook
from vision.observation import GridSeen, Reading


@dataclass(frozen=True)
class Scored:
    """A cell as it was scored: what counted, what the camera had read there (None: people entered it), and whether a
    person had said it."""

    label: str
    read: str | None
    said: bool


def read_again(ledger: Ledger, evening: Evening, at_s: float) -> None:
    """Read a dock again that changed after the score and before the next voyage, and say so."""
    last = len(evening.match.lines) - 1
    if evening.phase not in (None, Phase.CHANCE):
        return
    if last == 0 or evening.table.shared_dock or not evening.match.game.cells(evening.match.lines[last]):
        return
    for seat in evening.match.seats:
        look = evening.look_at(seat)
        if look is None or not look.changed or look.stillness is not Stillness.STILL:
            continue
        if at_s - look.since_s >= STILL_S and _read_again(ledger, evening, last, seat, look):
            return


def _read_again(ledger: Ledger, evening: Evening, line: int, seat: str, look: ZoneLook) -> bool:
    """Return whether the score of a seat has been read anew."""
    before = evening.before[-1].get(seat) if evening.before else None
    whose = evening.match.shown(seat)
    if not isinstance(look.seen, GridSeen) or not isinstance(before, GridSeen):
        return False
    value: Mapping[str, Any] = evening.match.lines[line]
    scored = _scored(evening.match.game.cells(value)[seat], ledger.store.readings_of(evening.game_id, line, seat))
    now = standing(scored, readings(look.seen))
    labels = [cell.label for cell in scored]
    earlier = _lay(readings(before), scored, now)
    if not evening.match.game.rereads(_like(before, earlier), _like(look.seen, now), labels):
        return False
    if not all(reading.sure for reading in now):
        ledger.say_once(say("{seat}'s hold changed after the score; it can't be read for sure: correct it", seat=whose))
        return False
    changed = [cell for cell, reading in enumerate(now) if reading.label != labels[cell]]
    if not changed:
        return False
    for cell in changed:
        value = evening.match.game.corrected(value, seat, cell, now[cell].label)
    ledger.rewrite(evening, line, value, say("{seat}'s hold changed after the score: it was read again", seat=whose))
    for cell in (cell for cell in changed if scored[cell].said):
        lies, word = label_message(now[cell].label), label_message(labels[cell])
        ledger.say(say("{seat}: a square said to be “{said}” now shows “{label}”", seat=whose, label=lies, said=word))
    said = {cell for cell, was in enumerate(scored) if was.said} - {*changed}
    kept_looks.keep_cells(ledger, evening, line, seat, look, evening.match.game.cells(value)[seat], said)
    ledger.new_plan()  # turned back, it is a change again
    return True


def _scored(labels: Sequence[str], kept: Sequence[Mapping[str, Any]]) -> list[Scored]:
    """Return the cells of a seat as they were scored. Where the camera's readings are not kept, people entered it."""
    if not kept:
        return [Scored(label, None, said=True) for label in labels]
    return [
        Scored(label, was["label"], was.get("said", False) or label != was.get("counted", was["label"]))
        for label, was in zip(labels, kept, strict=True)
    ]


def standing(scored: Sequence[Scored], now: Sequence[Reading]) -> list[Reading]:
    """Return what lies in each cell now. It is what was scored where the camera reads what it read then, and where a
    person had said it and the camera is not sure of anything else. What the camera had misread may be misread again
    where it lies now, so it is not sure. Nor is anything else than what people entered whole: nobody knows whether the
    piece or only the reading is another."""
    misread = {was.read: was.label for was in scored if was.said and was.label != was.read}
    return [_stands(was, reading, misread) for was, reading in zip(scored, now, strict=True)]


def _stands(was: Scored, now: Reading, misread: Mapping[str | None, str]) -> Reading:
    if now.label in (was.read, was.label) or (was.said and not now.sure):
        return replace(now, label=was.label, sure=True)
    if was.read is None or now.label in misread:
        return replace(now, label=misread.get(now.label, now.label), sure=False)
    return now


def _lay(before: Sequence[Reading], scored: Sequence[Scored], now: Sequence[Reading]) -> list[Reading]:
    """Return what lay there when the turn began, with what people said since of pieces that lay there already. Where it
    was in doubt and looks now as it was scored, it lies deep, and lay there then."""
    return [
        replace(old, label=was.label)
        if (was.said and old.label == was.read) or (not old.sure and new.label == was.label)
        else old
        for old, was, new in zip(before, scored, now, strict=True)
    ]


def _like(seen: GridSeen, readings: Sequence[Reading]) -> GridSeen:
    cols = len(seen.cells[0])
    return replace(seen, cells=tuple(tuple(readings[at : at + cols]) for at in range(0, len(readings), cols)))
