"""People's colours and faces: one file of all, and each photo in a file of its own, beside the games and in no copy of
them. What is deleted is gone."""

import errno
import secrets
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from vision import durable

VERSION = 1
MOST = 500


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody chose: a colour "#rrggbb" and a drawn face, "" for those by the name; the `photo`'s key, and the id
    of their `card` in a room, "" where there is none; `withheld`: the room is told initials."""

    colour: str = ""
    face: str = ""
    photo: str = ""
    card: str = ""
    withheld: bool = False


class People(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everybody who chose something, by name. `everywhere`: photos are shown on wall, overlay and keepsakes, too."""

    version: int = VERSION
    people: dict[str, Person] = {}
    everywhere: bool = False


class PeopleFile:
    """See the module. Any thread may use it; every change raises the OSError of what could not be kept. Where the file
    can't be read, or a newer companion wrote it, nobody has chosen anything, and it stays as it is: a change would lose
    what stands there. Once it was moved away, or mended, the next change is kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        read = self._read()
        self._known = read is not None
        self._now = read or People()
        self.changes = 0
        if read is not None:
            with suppress(OSError):  # what a power cut left is removed with the next change
                self._sweep()

    @property
    def unread(self) -> Path | None:
        """The file, where it can't be read or a newer companion wrote it: nobody knows what was chosen."""
        return None if self._known else self._folder / "people.json"

    @property
    def now(self) -> People:
        """Everybody as it stands."""
        return self._now

    def _read(self) -> People | None:
        """Return what is kept; None of a file that can't be read, or of a newer version."""
        file = self._folder / "people.json"
        try:
            read = msgspec.json.decode(file.read_bytes(), type=People)
        except FileNotFoundError:
            return People()
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        return read if read.version <= VERSION else None

    def change(self, name: str, **what: Any) -> bool:
        """Keep what somebody chose, the rest as it was, and nobody of whom nothing is left; return whether there was
        room."""
        with self._changing():
            return self._change(name, **what)

    def _change(self, name: str, **what: Any) -> bool:
        if name not in self._now.people and len(self._now.people) >= MOST:
            return False
        person = msgspec.structs.replace(self._now.people.get(name, Person()), **what)
        people = {**self._now.people, name: person}
        self._write({one: kept for one, kept in people.items() if kept != Person()})
        return True

    def photo(self, name: str, jpeg: bytes) -> bool:
        """Keep somebody's photo in the place of the last; return whether there was room."""
        key = secrets.token_hex(8)
        with self._changing():
            durable.folder(self._folder)
            try:
                durable.write(self._folder / f"{key}.jpg", jpeg, mode=0o600)
                return self._change(name, photo=key)
            finally:
                self._sweep()

    def photo_of(self, key: str) -> bytes | None:
        """Return the photo of that key, as somebody has it now."""
        if not key or key not in {person.photo for person in self._now.people.values()}:
            return None
        try:
            return (self._folder / f"{key}.jpg").read_bytes()
        except OSError:
            return None

    def forget_photo(self, name: str) -> None:
        """Remove somebody's photo; what else was chosen stays."""
        with self._changing():
            if name in self._now.people:
                self._change(name, photo="")

    def forget(self, name: str) -> None:
        """Remove all that somebody chose."""
        with self._changing():
            if name in self._now.people:
                self._write({other: kept for other, kept in self._now.people.items() if other != name})

    def show_everywhere(self, *, on: bool) -> None:
        """Let wall, overlay and keepsakes show photos, too, or not."""
        with self._changing():
            self._write(self._now.people, everywhere=on)

    def _write(self, people: Mapping[str, Person], *, everywhere: bool | None = None) -> None:
        shown = self._now.everywhere if everywhere is None else everywhere
        now = People(VERSION, dict(people), shown)
        durable.folder(self._folder)
        durable.write(self._folder / "people.json", msgspec.json.encode(now), mode=0o600)
        self._now = now
        self.changes += 1
        self._sweep()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """One change after the other, of what is known; a file that can't be read is looked at again first."""
        with self._lock:
            if not self._known:
                read = self._read()
                if read is None:
                    told = "people.json is damaged or of a newer companion; move it away"
                    raise OSError(errno.EEXIST, told, self._folder)
                self._now, self._known = read, True
            yield

    def _sweep(self) -> None:
        """Remove every photo that is nobody's, and every draft that was cut short, of the file of all, too: whoever was
        deleted stands there still."""
        kept = {f"{person.photo}.jpg" for person in self._now.people.values()}
        for file in (*self._folder.glob("*.jpg*"), *self._folder.glob("people.json*.part")):
            if file.name not in kept:
                durable.remove(file)
