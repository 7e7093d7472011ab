"""The outbox: results that wait in the store until the room has confirmed them."""

from collections.abc import Iterable

from companion.store import checksum
from companion.store.rows import Told
from companion.store.sealed_file import SealedFile


class Outbox(SealedFile):
    """What the room is to be told, kept with the games that it speaks of; files of schema 5 and older have none."""

    version: int

    def tell(self, game: str, told: str, value: str) -> None:
        """Put what the room is to be told of a game into the outbox; `told` is its id, `value` JSON."""
        with self._whole():
            self._write("INSERT INTO outbox (id, game, value) VALUES (?, ?, ?)", (told, game, value))
            self._seal("outbox", game, checksum.of(told, value), seat=told)

    def take_told(self, told: Told) -> None:
        """Keep a row of another store's outbox, unless there is one of that id, or its game is gone."""
        with self._whole():
            known = self._row("SELECT 1 FROM outbox WHERE id = ?", (told.id,)) is not None
            if known or self._row("SELECT 1 FROM game WHERE id = ?", (told.game,)) is None:
                return
            taken = self._row("SELECT 1 FROM outbox WHERE number = ?", (told.number,)) is not None
            self._write(
                "INSERT INTO outbox VALUES (?, ?, ?, ?, ?)",
                (None if taken else told.number, told.id, told.game, told.value, int(told.confirmed)),
            )
            self._seal("outbox", told.game, checksum.of(told.id, told.value), seat=told.id)

    def outbox(self, game: str | None = None) -> tuple[Told, ...]:
        """Return what the room was or is to be told, of all games or of one, the oldest first; what reads otherwise
        than it was written is left out."""
        if self.version < 6:
            return ()
        which, values = ("WHERE o.game = ?", (game,)) if game is not None else ("", ())
        rows = self._rows(
            "SELECT o.number, o.id, o.game, o.value, o.confirmed, c.digest FROM outbox o LEFT JOIN checksum c "
            f"ON c.kind = 'outbox' AND c.game = o.game AND c.line = 0 AND c.seat = o.id {which} ORDER BY o.number",
            values,
        )
        return tuple(
            Told(number, told, of_game, value, bool(confirmed))
            for number, told, of_game, value, confirmed, digest in rows
            if digest == checksum.of(told, value)
        )

    def outbox_size(self) -> tuple[int, int]:
        """Return the outbox's highest number and how many rows it has: whether there is something new or gone."""
        last, count = self._row("SELECT coalesce(max(number), 0), count(*) FROM outbox", ())
        return int(last), int(count)

    def outbox_is_whole(self) -> bool:
        """Return whether all that was put into the outbox reads as it was written."""
        if self.version < 6:
            return True
        kept = self._row("SELECT count(*) FROM checksum WHERE kind = 'outbox'", ())[0]
        return bool(kept == len(self.outbox()) == self._row("SELECT count(*) FROM outbox", ())[0])

    def confirm(self, told: Iterable[str], *, confirmed: bool = True) -> None:
        """Keep that the room has, or has no more, what these ids name."""
        with self._whole():
            for one in told:
                self._write("UPDATE outbox SET confirmed = ? WHERE id = ?", (int(confirmed), one))

    def tell_beyond(self, number: int) -> None:
        """Let what is told from now on have higher numbers than this one: the room has heard of it already."""
        with self._whole():
            if self._row("SELECT 1 FROM sqlite_sequence WHERE name = 'outbox'", ()) is None:
                self._write("INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', 0)", ())
            self._write("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'outbox'", (number,))
