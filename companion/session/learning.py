"""What people say about a reading teaches the camera: once its event has stood, and unless that is switched off."""

from collections.abc import Iterator
from dataclasses import replace

from companion.language.message import say
from companion.session.kept_looks import Witness, witness_of
from companion.session.table import Kept, Table
from companion.store.database import Store
from companion.table import requests
from companion.table.evidence.kept_look import KeptLook, labels_at, number_at
from companion.table.signals import Lesson, Reply, Teach, Unteach, ZoneLook, source_of
from vision.observation import PiecesSeen

SWITCH = "teach"  # the setting: "on" or "off"; without it, what the configuration says
_UNTAUGHT = "untaught "  # so begin the settings that name sources of which something may be left


def is_on(kept: Kept, *, default: bool) -> bool:
    """Return whether what people correct teaches, as it was set last."""
    setting = kept.setting(SWITCH)
    return default if setting is None else setting == "on"


def _teaches(table: Table) -> bool:
    """Whether what people say teaches: nothing of a practice stays."""
    practised = table.evening is not None and table.evening.game_id == table.practice
    return not practised and is_on(table.kept, default=table.equipment.teach)


def switch(table: Table, *, on: bool) -> tuple[Table, Reply]:
    """Let corrections teach from now on, or not."""
    table = table.set(SWITCH, "on" if on else "off")
    if not on and table.evening is not None:
        table = table.with_evening(replace(table.evening, lessons=()))
    return table, Reply(True, say("Corrections teach the camera") if on else say("Corrections teach nothing"))


def answered(table: Table, key: str, cell: int, label: str, look: ZoneLook | None) -> Table:
    """Remember what somebody answered about a cell of the look that is about to make an event."""
    if look is None or look.picture is None:
        return table
    evening = table.playing
    zone = evening.zone_of(key) if key in evening.match.seats else key
    at_mm = look.seen.pieces[cell].center_mm if isinstance(look.seen, PiecesSeen) else None
    lesson = Lesson(evening.game_id, len(evening.match.lines), zone, key, cell, label, look.picture, at_mm)
    return _remembered(table, lesson)


def _remembered(table: Table, lesson: Lesson) -> Table:
    """Remember a lesson until its event has stood; what was said before of the same cell is forgotten."""
    if not _teaches(table):
        return table
    evening = table.playing
    others = tuple(one for one in evening.lessons if one.source != lesson.source)
    return table.with_evening(replace(evening, lessons=(*others, lesson)))


def placed(table: Table, line: int) -> Table:
    """The look of event `line` is kept: what was answered about its free pieces is known by their numbers in it. Pieces
    are found in no order, and an answer may be older than the look."""
    look = table.playing.looks.get(line)
    if look is None:
        return table
    lessons = tuple(_numbered(one, look) if one.line == line else one for one in table.playing.lessons)
    return table.with_evening(replace(table.playing, lessons=lessons))


def _numbered(lesson: Lesson, look: KeptLook) -> Lesson:
    zone = look.zones.get(lesson.whose)
    number = None if zone is None or lesson.at_mm is None else number_at(zone, lesson.at_mm)
    return lesson if number is None else replace(lesson, cell=number)


def corrected(table: Table, witness: Witness, label: str) -> tuple[Table, bool]:
    """A cell of an event was corrected: remember it. Return also whether people must be asked first, since the camera
    had been sure of something else."""
    if witness.picture is None or not _teaches(table):
        return table, False
    lesson = _lesson(table, witness, witness.picture, label)
    table = _forgotten(table, lesson)
    if witness.sure:
        return table, witness.read != label  # put right again, there is nothing to learn
    return _remembered(table, lesson), False


def _lesson(table: Table, witness: Witness, picture: bytes, label: str, *, wished: bool = False) -> Lesson:
    return Lesson(
        table.playing.game_id,
        witness.line,
        witness.zone,
        witness.whose,
        witness.cell,
        label,
        picture,
        witness.at_mm,
        wished,
    )


def learn(table: Table, request: requests.Learn) -> tuple[Table, Reply]:
    """Remember a correction that contradicts what the camera was sure of: somebody wishes it."""
    if not _teaches(table):
        return table, Reply(False, say("Corrections teach nothing"))
    witness = witness_of(table, request.line, request.seat, request.cell)
    if witness is None or witness.picture is None:
        return table, Reply(False, say("There is no picture of it"))
    table = _remembered(table, _lesson(table, witness, witness.picture, witness.label, wished=True))
    match = table.playing.match
    if table.playing.phase is None:
        return table, Reply(True, say("It is being learnt"))
    if match.game.cells(match.lines[witness.line]):
        return table, Reply(True, say("It is learnt once the score has stood to the next bid"))
    return table, Reply(True, say("It is learnt once the turn has stood to the next ok"))


def stood(table: Table) -> Table:
    """The table has gone on from what was played: it may teach."""
    evening = table.evening
    if evening is None:
        return table
    scored = tuple(lesson for lesson in evening.lessons if lesson.line < len(evening.match.lines))
    if not scored:
        return table
    true = tuple(lesson for lesson in scored if _counts(table, lesson))
    if true and _teaches(table):
        match = evening.match
        table = table.do(Teach(match.game.name, len(match.seats), true))
    return table.with_evening(replace(evening, lessons=tuple(one for one in evening.lessons if one not in scored)))


def _counts(table: Table, lesson: Lesson) -> bool:
    """Whether what was said is what counts: an answer by slip may have been put right, by hand or by laying anew,
    before anything was scored."""
    if lesson.at_mm is None:
        witness = witness_of(table, lesson.line, lesson.whose, lesson.cell)
        return witness is None or witness.label == lesson.label
    look = table.playing.looks.get(lesson.line)
    zone = None if look is None else look.zones.get(lesson.whose)
    return zone is None or lesson.label in labels_at(zone, lesson.at_mm)


def taken_back(table: Table, line: int) -> Table:
    """Event `line` was undone: so is what people taught by it."""
    evening = table.playing
    kept = tuple(lesson for lesson in evening.lessons if lesson.line < line)
    return _untaught(table, kept, source_of(evening.game_id, line))


def source(table: Table, witness: Witness) -> str:
    """Return where a lesson about a cell is from."""
    return f"{source_of(table.playing.game_id, witness.line)}{witness.whose}/{witness.cell}"


def forgotten(table: Table, source: str) -> Table:
    """What was taught, or was to be taught, by a correction is taken back with it."""
    kept = tuple(one for one in table.playing.lessons if one.source != source)
    return _untaught(table, kept, source)


def _untaught(table: Table, kept: tuple[Lesson, ...], source: str) -> Table:
    """What was taught from this source is taken back, which waits for what is being taught, and is kept until then; of
    what was to be taught, `kept` remains."""
    evening = replace(table.playing, lessons=kept)
    game = evening.match.game.name
    if table.equipment.camera:
        table = table.set(f"{_UNTAUGHT}{source}", game)
    return table.with_evening(evening).do(Unteach(game, (source,)))


def nothing_left(table: Table, sources: tuple[str, ...]) -> Table:
    """What was taught from these sources has been taken back."""

    def keep(store: Store) -> None:
        for source in sources:
            store.unset(f"{_UNTAUGHT}{source}")

    return table.keep(keep)


def to_take_back(store: Store) -> Iterator[Unteach]:
    """Yield what was to be taken back when the companion ended."""
    for name in store.settings():
        game = store.setting(name) if name.startswith(_UNTAUGHT) else None
        if game is not None:
            yield Unteach(game, (name.removeprefix(_UNTAUGHT),))


def _forgotten(table: Table, lesson: Lesson) -> Table:
    """What was taught, or was to be taught, of the same cell no longer holds."""
    return forgotten(table, lesson.source)
