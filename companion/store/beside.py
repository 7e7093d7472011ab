"""What lies beside the store: each game's record and copies of the whole, kept after each change that is on disk."""

import logging
import mmap
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.store import rows
from companion.store.copies import Copies
from companion.store.errors import DamagedError, StoreError, of_disk
from companion.store.record_files import RecordFiles
from vision import durable

log = logging.getLogger("companion")

_PLAYED = ("play", "redo")


class Beside:
    """The records and copies in a store's folder, and what of them is to be kept anew once that is on disk; with no
    store's file nothing lies anywhere."""

    def __init__(self, store: Path | None) -> None:
        self._store = store
        self.records = None if store is None else RecordFiles(store.parent / "records")
        self.touched: dict[str, list[rows.LineChange] | None] = {}  # games: what was done, None for all their lines
        self._deleted: set[str] = set()

    def changed(self, game: str, kind: str, line: int | None, value: Mapping[str, Any] | None) -> None:
        """Note that a line of a game was played, taken back or rewritten."""
        changes = self.touched.setdefault(game, [])
        if changes is not None:
            changes.append((kind, line, value))

    def rewritten(self, game: str) -> None:
        """Note that a game's lines are others."""
        self.touched[game] = None

    def of_older(self, game: str, lines: Sequence[Mapping[str, Any]]) -> None:
        """Note a game's lines as an older release has them, which keeps no record: where one lies here that does not go
        on from them, somebody went back to that release and played on."""
        kept = None if self.records is None else self.records.kept(game)
        if kept is not None and not kept.goes_on_from(lines):
            self.rewritten(game)

    def deleted(self, game: str) -> None:
        """Note that a game is gone."""
        self._deleted.add(game)

    def clear(self) -> None:
        """Forget what was noted: it was not kept."""
        self.touched.clear()
        self._deleted.clear()

    def keep(self, sealed: Callable[[str], str], record: Callable[[str], Sequence[Mapping[str, Any]]]) -> None:
        """Put what was noted into the records, each with its game's checksum; a record that can't be written is none
        rather than an old one."""
        touched, self.touched = self.touched, {}
        deleted, self._deleted = self._deleted, set()
        if self.records is None:
            return
        for game in deleted:  # a copy that was being made meanwhile may have it
            try:
                self.forget(game)
            except StoreError as error:  # it is deleted all the same: nobody may be told that nothing was kept
                log.warning("what lies beside the store may still hold the deleted game %s: %s", game, error)
        for game, changes in touched.items():
            if game in deleted:
                continue
            try:
                digest = sealed(game)
                played = _played(changes)
                if played is None or not self.records.append(game, played, digest):
                    self.records.write(game, self._lines(game, changes, record), digest)
            except OSError as error:
                log.warning("the record of game %s can't be kept beside it: %s", game, error)
                with suppress(OSError):
                    self.records.remove(game)

    def _lines(
        self, game: str, changes: Sequence[rows.LineChange] | None, record: Callable[[str], Sequence[Mapping[str, Any]]]
    ) -> Sequence[Mapping[str, Any]]:
        """Return a game's lines as the store has them; of one that is damaged by now, which only its record restores,
        those of the record with what was done since."""
        try:
            return record(game)
        except DamagedError:
            kept = None if self.records is None else self.records.kept(game)
            if kept is None or changes is None:
                raise
            return rows.changed(kept.lines, changes)

    def forget(self, game: str) -> None:
        """Remove what speaks of a game; raise a StoreError where the disk does not let that be."""
        if self._store is None or self.records is None:
            return
        try:
            Copies(self._store.parent / "copies").forget(game)
            self.records.remove(game)
            for beside in ("damaged", "cases"):
                _forget_in(self._store.parent / beside, game)
        except OSError as error:
            raise of_disk(str(self._store), error) from None


def _played(changes: Sequence[rows.LineChange] | None) -> list[Mapping[str, Any]] | None:
    """Return the lines that were played, where nothing else was done."""
    played = [value for kind, _, value in changes or () if kind in _PLAYED and value is not None]
    return played if changes is not None and len(played) == len(changes) else None


def _forget_in(folder: Path, game: str) -> None:
    """Remove what lies aside and speaks of a game."""
    for file in folder.iterdir() if folder.is_dir() else ():
        with file.open("rb") as opened:
            if file.stat().st_size and mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ).find(game.encode()) < 0:
                continue
        durable.remove(file)
