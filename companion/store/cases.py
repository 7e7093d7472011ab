"""The case file: readings that were wrong, each with its rectified zone, what was read and what lies there.

One file a case, beside the games; at most `MOST`, the oldest go. Nothing leaves the device by itself: the host hands
the cases on as one file of JSON lines, which `companion evaluate --cases` measures a set on.
"""

import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from vision import durable

VERSION = 1
MOST = 200
LARGEST = 64 * 1024 * 1024  # of a file of cases that is read
Numbers4 = tuple[float, float, float, float]


class CasesError(ValueError):
    """Cases that can't be read; the message names file and line."""


class CaseCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """One cell, or one free piece (`at_mm` is then its middle on the mat): what was `read`, "" where the camera found
    nothing, and the `truth`; the likeliest labels with their probabilities, and where in the picture it lies."""

    read: str
    sure: bool
    truth: str
    ranking: tuple[tuple[str, float], ...] = ()
    box: Numbers4 = (0.0, 0.0, 1.0, 1.0)
    at_mm: tuple[float, float] | None = None
    angle_deg: float = 0.0


class Case(msgspec.Struct, frozen=True, omit_defaults=True):
    """One zone as the camera saw it. `cell` is the one of which somebody said that it was wrong; `jpeg` the zone seen
    from straight above. Free pieces lie in `rect_mm` of the mat and are `piece_mm` large; cells have neither."""

    version: int
    game: str
    game_id: str
    at: str
    line: int
    zone: str
    cell: int
    cells: tuple[CaseCell, ...]
    jpeg: bytes
    rect_mm: Numbers4 | None = None
    piece_mm: tuple[float, float] | None = None

    @property
    def name(self) -> str:
        """The case's name: one zone of one event is one case, however often it is said."""
        kept = "".join(letter if letter.isalnum() else "_" for letter in self.zone)
        return f"{self.game_id}-{self.line}-{kept}"

    def with_truth(self, cell: int, label: str) -> "Case":
        """Return the case with what really lies in a cell."""
        cells = (replace(one, truth=label) if at == cell else one for at, one in enumerate(self.cells))
        return replace(self, cells=tuple(cells))


class CaseFile:
    """See the module. Any thread may use it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def keep(self, case: Case) -> None:
        """Keep a case in the place of what was kept of the same zone; raise an OSError where it can't be kept."""
        with self._lock:
            durable.folder(self._folder)
            durable.write(self._folder / f"{case.name}.json", msgspec.json.encode(case), mode=0o600)
            others = [one for one in self._all() if one.name != case.name]  # by a clock set back it may be the oldest
            for old in others[MOST - 1 :]:
                durable.remove(self._folder / f"{old.name}.json")

    def all(self) -> tuple[Case, ...]:
        """Return the cases, newest first; one that can't be read is left out."""
        with self._lock:
            return self._all()

    def _all(self) -> tuple[Case, ...]:
        found = []
        for file in self._folder.glob("*.json"):
            try:
                found.append(_case(file.read_bytes(), str(file)))
            except (OSError, CasesError):
                continue
        return tuple(sorted(found, key=lambda case: (case.at, case.name), reverse=True))

    def remove(self, name: str) -> bool:
        """Remove a case; return whether there was one."""
        with self._lock:
            known = next((case for case in self._all() if case.name == name), None)
            if known is not None:
                durable.remove(self._folder / f"{known.name}.json")
            return known is not None

    def whole(self) -> bytes:
        """Return all cases as one file, a line each."""
        return b"".join(msgspec.json.encode(case) + b"\n" for case in self.all())


def read(path: Path) -> Sequence[Case]:
    """Return the cases of a folder, or of a file that was handed on; raise a CasesError."""
    try:
        if path.is_dir():
            return [_case(file.read_bytes(), str(file)) for file in sorted(path.glob("*.json"))]
        if path.stat().st_size > LARGEST:
            raise CasesError(f"{path}: it is larger than {LARGEST // 2**20} MB; give fewer cases")
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise CasesError(f"{path}: {error.strerror}") from None
    return [_case(line, f"{path}, line {number}") for number, line in enumerate(lines, 1) if line.strip()]


def _case(data: bytes, where: str) -> Case:
    try:
        case = msgspec.json.decode(data, type=Case)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise CasesError(f"{where}: this is no case ({error})") from None
    if case.version > VERSION:
        raise CasesError(f"{where}: it is of version {case.version}, this companion knows {VERSION}; update it")
    return case
