"""Mending at the start: the store is checked, and where anything in it reads otherwise than it was written, a whole
file takes its place: with every undamaged game row by row, and each damaged one from its record or the last copy.

What can't be restored is set aside: what of its record could be read lies in `damaged`, and so does the file as it was
found. A file of a newer release is left alone. Nothing of it is in use meanwhile: whoever mends has the folder alone.
"""

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from companion.game import record
from companion.game.match import Match
from companion.game.record import Line
from companion.language.message import Message, name, say
from companion.store import checksum
from companion.store.copies import Copies
from companion.store.damaged_file import ReadableFile, as_far_as_it_goes, lines_of, name_of, readable, what_can_be_read
from companion.store.database import Store
from companion.store.errors import DamagedError, StoreError, of_disk
from companion.store.record_files import RecordFile, RecordFiles
from companion.store.rows import GameRows, Told
from companion.store.rows import text as text_of
from vision import durable

log = logging.getLogger("companion")
LOOKED_THROUGH = 64 * 1024 * 1024
"""A file as large as that is looked through page by page at each start; of a larger one only what decides."""
_KEPT_FILES = 2  # files as they were found


def mend(path: Path) -> tuple[Message, ...]:
    """Check the store and mend it; return what was found, in words: nothing where all is well."""
    try:
        _end_of_last(path)
        _roll_back(path)
        found = () if _is_well(path) else _Mending(path).done()
        _marked(path).unlink(missing_ok=True)
        return found
    except StoreError:
        raise
    except OSError as error:
        raise of_disk(path, error) from None


def mark(path: Path) -> None:
    """Have the store mended at the next start, for something in it was found damaged while it is in use."""
    durable.write(_marked(path), b"")


def _is_well(path: Path) -> bool:
    known = RecordFiles(path.parent / "records").games()
    for copy in Copies(path.parent / "copies").files()[:1]:
        with suppress(StoreError), closing(Store(copy, to_read=True)) as last:
            known |= {*last.games()}
    if not path.exists() or not path.stat().st_size:
        return not known
    if not _has_sound_header(path):
        return False
    try:
        with closing(Store(path, to_read=True)) as store:
            if _name_without_log(path) not in ("", store.name):
                return False  # the log is another file's
            if store.mislabelled or store.version == 0:
                return not (known or store.mislabelled)
            if _marked(path).exists() or store.version < 4 or path.stat().st_size < LOOKED_THROUGH:
                store.look_through()
            games = store.games()
            for game in games if store.version >= 4 else ():
                if not _agrees(store.rows(game), RecordFiles(path.parent / "records")):
                    return False
            known |= {*store.sealed()}
            if not store.outbox_is_whole():
                return False
            return known <= {*games} and all(store.setting(one) is not None for one in store.settings())
    except DamagedError:
        return False


def _roll_back(path: Path) -> None:
    """Have SQLite undo what a power cut left half done in its journal, for it can't be read before: there is one only
    while an older release's file is changed to one with a log."""
    if path.with_name(f"{path.name}-journal").exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as raw:
            raw.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _name_without_log(path: Path) -> str:
    """Return the name of the store as it lies in the file alone; "" where that can't be read, as while the log is being
    merged into it."""
    with suppress(StoreError), closing(Store(path, to_read=True, how="immutable=1")) as store:
        return store.name
    return ""


def _agrees(rows: GameRows, records: RecordFiles) -> bool:
    """Whether a game that is whole has all that its record has. A record may lag by what was stored while the power
    went: it is written anew. Where it has more, the file has lost what it was told last."""
    game = rows.head[0]
    kept = records.kept(game)
    if (kept is None and game not in records.games()) or (kept is not None and kept.store == rows.digest):
        return True
    if kept is not None and all(rows.until(end).digest != kept.store for end in range(len(rows.changes))):
        return False
    records.write(game, lines_of(rows), rows.digest)
    return True


def _has_sound_header(path: Path) -> bool:
    """Whether the file begins as SQLite's do (https://www.sqlite.org/fileformat.html#the_database_header): where its
    versions are damaged it can be read, and not written."""
    with path.open("rb") as file:
        head = file.read(24)
    return head[:16] == b"SQLite format 3\0" and {*head[18:20]} <= {1, 2} and head[20:24] == bytes((0, 64, 32, 32))


class _Mending:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._records = RecordFiles(path.parent / "records")
        self._copies = Copies(path.parent / "copies").files()
        self._aside = path.parent / "damaged"
        self._said: list[Message] = []
        self._lost = False  # an event of a game that is not over, so what was answered may not be so

    def done(self) -> tuple[Message, ...]:
        """Write the whole file and put it in place of the damaged one."""
        where = str(self._aside)
        self._said.append(say("The file of the games was damaged; as it was found it lies in {folder}", folder=where))
        found = what_can_be_read(self._path, "mode=ro")
        older = [what_can_be_read(self._path, "immutable=1")]  # without what stands in the log beside it
        if name_of(older[0]) not in ("", name_of(found)):
            found = older[0]  # the log is another file's
        older += [what_can_be_read(copy, "mode=ro") for copy in self._copies]
        draft = self._path.with_name(f"{self._path.name}.mending")
        _removed(draft)
        try:
            self._write(draft, found, older)
        except BaseException:
            _removed(draft)  # where the disk is full, it takes none of the room that is made
            raise
        durable.place(draft, _mended(self._path))
        _end_of_last(self._path)
        for said in self._said:
            log.warning("%s", said)
        return tuple(self._said)

    def _write(self, draft: Path, found: ReadableFile, older: Sequence[ReadableFile]) -> None:
        """Write the whole file, all of it or nothing."""
        with closing(Store(draft, alone=True)) as store, store.together():
            for rows in self._games(found, older):
                store.put(rows)
                if self._records.kept(rows.head[0]) is not None:
                    self._records.write(rows.head[0], lines_of(rows), rows.digest)
            for key, value in self._settings(found, older).items():
                store.set(key, value)
            for view in (found, *older):
                _take_witnesses(store, view)
                _take_told(store, view)
            if not self._lost:
                _take_answers(store, found)

    def _games(self, found: ReadableFile, older: Sequence[ReadableFile]) -> Iterator[GameRows]:
        known = dict.fromkeys([*found.games, *(key for kind, key, _, _ in found.digests if kind == "game")])
        for view in older[1:]:
            known |= dict.fromkeys(view.whole)
        known |= dict.fromkeys(sorted(self._records.games()))
        for game in known:
            whole = game in found.whole and (
                _agrees(found.games[game], self._records) or (not found.digests and self._was_played_on(found, game))
            )
            rows = found.games[game] if whole else self._restored(game, found, older)
            if rows is not None:
                yield rows

    def _was_played_on(self, found: ReadableFile, game: str) -> bool:
        """Whether a game in an older release's file is another than its record, for somebody went back to that release
        and played on."""
        kept = self._records.kept(game)
        return kept is not None and not kept.goes_on_from(lines_of(found.games[game]))

    def _restored(self, game: str, found: ReadableFile, older: Sequence[ReadableFile]) -> GameRows | None:
        kept = [view.games[game] for view in older if game in view.whole]
        match = _replayed(self._records.kept(game))
        if match is not None:
            same = [rows for rows in kept if lines_of(rows) == match.lines]
            self._said.append(
                say("{game} was damaged and is restored from its record, whole", game=_called(match.lines))
            )
            if same:
                return max(same, key=lambda rows: len(rows.changes))
            seed = next((rows.head[3] for rows in [*kept, *_near(found, game)]), uuid4().hex)
            begun = next((rows.head[1] for rows in [*kept, *_near(found, game)]), "")
            return _rows(game, match, begun, seed)
        self._lost = self._lost or not any(rows.standing[0] for rows in (*kept, *_near(found, game)))
        if kept:
            lines = lines_of(kept[0])
            self._said.append(
                say(
                    "{game} was damaged and is restored from a copy, as it stood after event {event}",
                    game=_called(lines),
                    event=len(lines) - 1,
                )
            )
            return kept[0]
        self._set_aside(game, found)
        return None

    def _set_aside(self, game: str, found: ReadableFile) -> None:
        """Keep what can be read of a game that can't be restored, as far as its rules allow it."""
        match = as_far_as_it_goes(found.games[game]) if game in found.games else None
        if match is None:
            self._said.append(
                say("A game ({id}) was damaged so that nothing of it can be read, and no copy has it", id=game)
            )
            return
        file = self._aside / f"{game}.jsonl"
        durable.folder(self._aside)
        durable.write(file, "".join(record.write(line) + "\n" for line in match.lines).encode(), mode=0o600)
        self._said.append(
            say(
                "{game} was damaged and no copy has it: it could be read up to event {event}; "
                "`companion import {file}` takes it back",
                game=_called(match.lines),
                event=len(match.lines) - 1,
                file=str(file),
            )
        )

    def _settings(self, found: ReadableFile, older: Sequence[ReadableFile]) -> dict[str, str]:
        kept, lost = dict(found.settings), set(found.lost_settings)
        if len(older) > 1 and name_of(older[1]) not in ("", name_of(found)):  # nothing is left, or a file made since
            lost |= older[1].settings.keys() - kept.keys()
        for view in older:
            for key, value in view.settings.items():
                if key in lost and key not in kept:
                    kept[key] = value
        for key in sorted(lost):
            if key in kept:
                self._said.append(
                    say("What is kept as “{setting}” was damaged and is restored from a copy", setting=key)
                )
            else:
                self._said.append(say("What was kept as “{setting}” was damaged and is asked for anew", setting=key))
        return kept


def _near(found: ReadableFile, game: str) -> list[GameRows]:
    return [found.games[game]] if game in found.games else []


def _replayed(kept: RecordFile | None) -> Match | None:
    try:
        return None if kept is None else Match.replay(Line(n, line) for n, line in enumerate(kept.lines, 1))
    except Exception:  # it is no record, its game's rules forbid it, or that game's own code fails
        return None


def _rows(game: str, match: Match, begun: str, seed: str) -> GameRows:
    """Return the rows of a game that only its record knows."""
    begun = begun if isinstance(begun, str) and begun else str(match.lines[0].get("at", ""))
    changes = tuple((None, str(line.get("at", begun)), "play", None, text_of(line)) for line in match.lines[1:])
    head = (game, begun, text_of(match.lines[0]), seed if isinstance(seed, str) else uuid4().hex)
    return GameRows(head, (int(match.over), text_of(match.final)), changes)


def _called(lines: Sequence[Any]) -> Message:
    """Return what people know a game by: who played it, and when."""
    header = lines[0]
    players = name(", ".join(str(player) for player in header.get("players", ())))
    at = str(header.get("at", ""))[:10]
    if not at:
        return say("The game of {players}", players=players)
    return say("The game of {players} ({day})", players=players, day=at)


def _take_witnesses(store: Store, view: ReadableFile) -> None:
    """Take the photos, readings and looks that are whole, of the lines that their games have."""
    known = {game: len(store.game(game).lines) for game in store.games()}
    for kind, columns in (("photo", "seat, jpeg"), ("reading", "seat, cells"), ("look", "'', value")):
        for game, line, seat, value in readable(view, kind, f"game, line, {columns}"):
            if not (isinstance(line, int) and isinstance(seat, str) and isinstance(value, bytes | str)):
                continue  # what damage left of a row
            whole = not view.digests or view.digests.get((kind, game, line, seat)) == checksum.of_kept(value)
            if whole and line <= known.get(game, -1):
                store.take_witness(kind, game, line, seat, value)


def _take_told(store: Store, view: ReadableFile) -> None:
    """Take what the room is to be told, where it is whole. Of what an older file says the room has nothing is
    believed: it answers anew."""
    for number, told, game, value in readable(view, "outbox", "number, id, game, value", since=6):
        if view.digests.get(("outbox", game, 0, told)) == checksum.of(told, value):
            store.take_told(Told(number, told, game, value, False))


def _take_answers(store: Store, view: ReadableFile) -> None:
    """Take what became of the last requests, so that one which comes again is not done twice."""
    for request, reply in readable(view, "answer", "request, reply", since=5):
        store.answer(str(request), str(reply))


# ---- one file in place of another


def _end_of_last(path: Path) -> None:
    """Put a mended file into its place, also where a power cut came in between."""
    if _mended(path).exists():
        durable.folder(path.parent / "damaged")
        aside = path.parent / "damaged"
        numbers = sorted(int(file.stem[6:]) for file in aside.glob("games-*.db") if file.stem[6:].isdecimal())
        target = aside / f"games-{numbers[-1] + 1 if numbers else 1}.db"
        for file, kept in reversed([*zip(_with_companions(path), _with_companions(target), strict=True)]):
            if file.exists():
                durable.move(file, kept)
        durable.move(_mended(path), path)
        for old in numbers[: 1 - _KEPT_FILES]:
            for file in _with_companions(aside / f"games-{old}.db"):
                durable.remove(file)


def _removed(path: Path) -> None:
    for file in _with_companions(path):
        file.unlink(missing_ok=True)


def _with_companions(path: Path) -> tuple[Path, ...]:
    return (path, *(path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm", "-journal")))


def _mended(path: Path) -> Path:
    return path.with_name(f"{path.name}.mended")


def _marked(path: Path) -> Path:
    return path.with_name(f"{path.name}.damaged")
