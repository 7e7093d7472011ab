"""What people say about a reading teaches the camera: once its score has stood, and unless that is switched off."""

from dataclasses import replace

from companion.language.message import say
from companion.session import kept_looks as witnesses
from companion.session.kept_looks import Witness
from companion.session.ledger import Ledger
from companion.store.database import Store
from companion.table import requests
from companion.table.evening import Evening
from companion.table.signals import Lesson, Reply, Teach, Unteach, ZoneLook, source_of
from vision.observation import PiecesSeen

SWITCH = "teach"  # the setting: "on" or "off"; without it, what the configuration says


def teaches(ledger: Ledger) -> bool:
    """Return whether what people correct teaches."""
    return is_on(ledger.store, default=ledger.table.teach)


def is_on(store: Store, *, default: bool) -> bool:
    """Return whether the switch is on, as it was set last."""
    kept = store.setting(SWITCH)
    return default if kept is None else kept == "on"


def switch(ledger: Ledger, *, on: bool) -> Reply:
    """Let corrections teach from now on, or not."""
    ledger.store.set(SWITCH, "on" if on else "off")
    if not on and ledger.evening is not None:
        ledger.evening = replace(ledger.evening, lessons=())
    return Reply(True, say("Corrections teach the camera") if on else say("Corrections teach nothing"))


def answered(ledger: Ledger, evening: Evening, key: str, cell: int, label: str, look: ZoneLook | None) -> None:
    """Remember what somebody answered about a cell of the look that is about to be scored."""
    if look is None or look.picture is None:
        return
    zone = evening.zone_of(key) if key in evening.match.seats else key
    at_mm = look.seen.pieces[cell].center_mm if isinstance(look.seen, PiecesSeen) else None
    remember(ledger, Lesson(evening.game_id, len(evening.match.lines), zone, key, cell, label, look.picture, at_mm))


def remember(ledger: Ledger, lesson: Lesson) -> None:
    """Remember a lesson until its score has stood; what was said before of the same cell is forgotten."""
    evening = ledger.evening
    if evening is None or not teaches(ledger):
        return
    others = tuple(one for one in evening.lessons if one.source != lesson.source)
    ledger.evening = replace(evening, lessons=(*others, lesson))


def corrected(ledger: Ledger, evening: Evening, witness: Witness, label: str) -> bool:
    """A cell of a score was corrected: remember it. Return whether people must be asked first, since the camera had
    been sure of something else."""
    if witness.picture is None or not teaches(ledger):
        return False
    lesson = _lesson(evening, witness, witness.picture, label)
    _forget(ledger, lesson)
    if witness.sure:
        return witness.read != label  # put right again, there is nothing to learn
    remember(ledger, lesson)
    return False


def _lesson(evening: Evening, witness: Witness, picture: bytes, label: str, *, wished: bool = False) -> Lesson:
    return Lesson(
        evening.game_id,
        witness.line,
        witness.zone,
        witness.whose,
        witness.cell,
        label,
        picture,
        witness.at_mm,
        wished,
    )


def learn(ledger: Ledger, evening: Evening, request: requests.Learn) -> Reply:
    """Remember a correction that contradicts what the camera was sure of: somebody wishes it."""
    witness = witnesses.of(ledger, evening, request.line, request.seat, request.cell)
    if witness is None or witness.picture is None:
        return Reply(False, say("There is no picture of it"))
    remember(ledger, _lesson(evening, witness, witness.picture, witness.label, wished=True))
    if evening.match.game.cells(evening.match.lines[witness.line]):
        return Reply(True, say("It is learnt once the score has stood to the next bid"))
    return Reply(True, say("It is learnt once the turn has stood to the next ok"))


def stood(ledger: Ledger) -> None:
    """The table has gone on from what was scored: it may teach."""
    evening = ledger.evening
    if evening is None:
        return
    scored = tuple(lesson for lesson in evening.lessons if lesson.line < len(evening.match.lines))
    if scored and teaches(ledger):
        ledger.effects.append(Teach(scored))
    if scored:
        ledger.evening = replace(evening, lessons=tuple(one for one in evening.lessons if one not in scored))


def taken_back(ledger: Ledger, line: int) -> None:
    """Event `line` was undone: so is what people taught by it."""
    if ledger.evening is not None:
        kept = tuple(lesson for lesson in ledger.evening.lessons if lesson.line < line)
        ledger.evening = replace(ledger.evening, lessons=kept)
        ledger.effects.append(Unteach((source_of(ledger.evening.game_id, line),)))


def _forget(ledger: Ledger, lesson: Lesson) -> None:
    """What was taught, or was to be taught, of the same cell no longer holds."""
    if ledger.evening is not None:
        kept = tuple(one for one in ledger.evening.lessons if one.source != lesson.source)
        ledger.evening = replace(ledger.evening, lessons=kept)
        ledger.effects.append(Unteach((lesson.source,)))
