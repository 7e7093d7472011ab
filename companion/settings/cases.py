"""“It was wrong here”: readings are put into the case file by whoever sits at the table; the host looks through it."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

import cv2
import numpy as np
from msgspec.structs import replace

from companion.game import GameError, registry
from companion.game.record import RecordError
from companion.language.message import say, say_count
from companion.settings.requests import KeepCase, RemoveCase
from companion.showing import replay
from companion.store.cases import Case, CaseCell, CaseFile
from companion.store.database import Store
from companion.store.errors import StoreError
from companion.table.requests import understood
from companion.table.signals import Reply
from web.contract import CaseShown, WrongReading
from web.shown import Role


class Cases:
    """See the module. `playing` returns the id of the game on the table. It runs in the page's threads."""

    names: Mapping[str, Role] = {"keep_case": Role.LET_IN, "remove_case": Role.HOST}

    def __init__(self, kept: CaseFile, store: Store, playing: Callable[[], str | None]) -> None:
        self._kept, self._store, self._playing = kept, store, playing

    def do(self, request: Mapping[str, object]) -> Reply:
        """Keep or remove a case; a RequestError says what can't be understood."""
        asked = understood(request, KeepCase | RemoveCase)
        try:
            if isinstance(asked, RemoveCase):
                return Reply(self._kept.remove(asked.name))
            return self._keep(asked)
        except OSError as error:
            return Reply(False, say("Not kept: {error}", error=error.strerror or "?"))

    def _keep(self, asked: KeepCase) -> Reply:
        game = asked.game or self._playing()
        try:
            stored = None if game is None else self._store.game(game)
        except StoreError as error:
            return Reply(False, error.message)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            case = None if stored is None else replay.case(stored, self._store, asked.line, asked.seat, asked.cell, now)
        except (GameError, RecordError):  # its game is not installed any more
            case = None
        if stored is None or case is None:
            return Reply(False, say("There is no picture of it"))
        if asked.label:
            if asked.label not in replay.labels(stored, asked.line):
                return Reply(False, say("“{label}” is nothing that can lie there", label=asked.label))
            known = next((one for one in self._kept.all() if one.name == case.name and one.jpeg == case.jpeg), case)
            case = replace(case, cells=known.cells).with_truth(asked.cell, asked.label)
        cell = case.cells[asked.cell]
        if cell.read == cell.truth and cell.sure:
            return Reply(False, say("Say first what really lies there, then tap here again"))
        self._kept.keep(case)
        count = len(self._kept.all())
        return Reply(
            True, say_count("Kept on this device: {count} case", "Kept on this device: {count} cases", count=count)
        )

    def all(self) -> list[CaseShown]:
        """Return the cases as the page shows them, newest first."""
        return [
            CaseShown(
                case.name,
                registry.title(case.game),
                case.at,
                tuple(WrongReading(cell.read, cell.truth, cell.sure) for cell in _wrong(case)),
            )
            for case in self._kept.all()
        ]

    def picture(self, name: str) -> bytes | None:
        """Return a case's zone as JPEG, what was wrong framed."""
        case = next((one for one in self._kept.all() if one.name == name), None)
        return None if case is None else _framed(case)

    def whole(self) -> bytes:
        """Return all cases as one file."""
        return self._kept.whole()


def _wrong(case: Case) -> list[CaseCell]:
    """Return what was read otherwise than it is, and what somebody said was wrong."""
    return [cell for at, cell in enumerate(case.cells) if cell.read != cell.truth or at == case.cell]


def _framed(case: Case) -> bytes:
    picture = cv2.imdecode(np.frombuffer(case.jpeg, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        return case.jpeg
    height, width = picture.shape[:2]
    for left, top, right, bottom in (cell.box for cell in _wrong(case)):
        corners = (round(left * width), round(top * height)), (round(right * width), round(bottom * height))
        for thick, colour in ((7, (255, 255, 255)), (3, (0, 60, 200))):
            cv2.rectangle(picture, *corners, colour, thick)
    return bytes(cv2.imencode(".jpg", picture)[1])
