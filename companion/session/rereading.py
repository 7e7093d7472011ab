"""An area that changes after its score is read again; what a person said stands for a piece that did not change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.game import GameError, Phase
from companion.game.record import RecordError
from companion.language.label import label_message
from companion.language.message import say
from companion.session import kept_looks
from companion.session.laying import STILL_S
from companion.session.table import Table
from companion.table.deeds import Doer
from companion.table.evidence import kept_look
from companion.table.evidence.corrections import Correction
from companion.table.evidence.kept_look import KeptPiece
from companion.table.signals import Stillness, ZoneLook
from vision.observation import GridSeen, Reading


@dataclass(frozen=True)
class ScoredCell:
    """A cell as it was scored: what counted, what the camera had read there (None: people entered it), and whether a
    person had said it."""

    label: str
    read: str | None
    said: bool


def read_again(table: Table, at_s: float) -> Table:
    """Read a zone again that changed after its event and before the next step, and say so."""
    evening, last = table.playing, len(table.playing.match.lines) - 1
    if evening.phase not in (None, Phase.CHANCE) or last == 0 or evening.equipment.one_area:
        return table
    for seat in evening.match.game.cells(evening.match.lines[last]):
        look = evening.look_at(seat)
        if look is None or not look.changed or look.stillness is not Stillness.STILL:
            continue
        if at_s - look.since_s >= STILL_S:
            table, done = _read_again(table, last, seat, look)
            if done:
                return table
    return table


def _read_again(table: Table, line: int, seat: str, look: ZoneLook) -> tuple[Table, bool]:
    """Return also whether the event of a seat has been read anew."""
    evening = table.playing
    game, whose = evening.match.game, evening.match.shown(seat)
    before = evening.before[-1].get(seat) if evening.before else None
    if not isinstance(look.seen, GridSeen):
        return table, False
    value = evening.match.lines[line]
    kept = evening.looks[line].zones.get(seat) if line in evening.looks else None
    scored = _scored(game.cells(value)[seat], () if kept is None else kept.pieces)
    now = standing(scored, look.seen.readings)
    labels = [cell.label for cell in scored]
    lay = before.with_readings(_lay(before.readings, scored, now)) if isinstance(before, GridSeen) else None
    earlier = evening.before[-2].get(seat) if len(evening.before) > 1 else None
    if game.cleared(lay, look.seen.with_readings(now), labels, earlier=earlier):
        return table, False
    doubt = say("{seat}: something changed after the score and can't be read for sure: correct it", seat=whose)
    # Where nobody saw what lay there before the last crate, it may be another piece as well.
    if lay is None or not all(reading.sure for reading in now):
        return table.say_once(doubt), False
    changed = [cell for cell, reading in enumerate(now) if reading.label != labels[cell]]
    if not changed:
        return table, False
    what = say("{seat}: something changed after the score; it was read again", seat=whose)
    try:
        for cell in changed:
            value = dict(game.corrected(value, seat, cell, now[cell].label))
        table, _ = table.correct(Correction(line, (value,)), what, what, Doer())
    except (GameError, RecordError):  # the rules know of no such piece: the camera misread it, for sure as it was
        return table.say_once(doubt), False
    for cell in (cell for cell in changed if scored[cell].said):
        lies, word = label_message(now[cell].label), label_message(labels[cell])
        text = say("{seat}: a square said to be “{said}” now shows “{label}”", seat=whose, label=lies, said=word)
        table = table.say(text)
    said = {cell for cell, was in enumerate(scored) if was.said} - {*changed}
    zone = kept_look.counted_zone(look, line, game.cells(value)[seat], said)
    table = kept_looks.keep_cells(table, line, {seat: zone}, {seat: look.picture})
    return table.rebased(), True  # turned back, it is a change again


def _scored(labels: Sequence[str], kept: Sequence[KeptPiece]) -> list[ScoredCell]:
    """Return the cells of a seat as they were scored. Where the camera's readings are not kept, people entered it."""
    if not kept:
        return [ScoredCell(label, None, said=True) for label in labels]
    return [
        ScoredCell(label, was.read, was.said is not None or label != was.label)
        for label, was in zip(labels, kept, strict=True)
    ]


def standing(scored: Sequence[ScoredCell], now: Sequence[Reading]) -> list[Reading]:
    """Return what lies in each cell now. It is what was scored where the camera reads what it read then, and where a
    person had said it and the camera is not sure of anything else. What the camera had misread may be misread again
    where it lies now, so it is not sure. Nor is anything else than what people entered whole: nobody knows whether the
    piece or only the reading is another."""
    misread = {was.read: was.label for was in scored if was.said and was.label != was.read}
    return [_stands(was, reading, misread) for was, reading in zip(scored, now, strict=True)]


def _stands(was: ScoredCell, now: Reading, misread: Mapping[str | None, str]) -> Reading:
    if now.label in (was.read, was.label) or (was.said and not now.sure):
        return replace(now, label=was.label, sure=True)
    if was.read is None or now.label in misread:
        return replace(now, label=misread.get(now.label, now.label), sure=False)
    return now


def _lay(before: Sequence[Reading], scored: Sequence[ScoredCell], now: Sequence[Reading]) -> list[Reading]:
    """Return what lay there when the turn began, with what people said since of pieces that lay there already. Where it
    was in doubt and looks now as it was scored, it lies deep, and lay there then."""
    return [
        replace(old, label=was.label)
        if (was.said and old.label == was.read) or (not old.sure and new.label == was.label)
        else old
        for old, was, new in zip(before, scored, now, strict=True)
    ]
