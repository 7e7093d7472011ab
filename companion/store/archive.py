"""Stored games as records, and records as stored games."""

import json
import uuid
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime

from companion.game import record
from companion.game.match import Match
from companion.game.record import Line, RecordError
from companion.language.message import say
from companion.store.database import Store
from companion.store.errors import DamagedError, StoredAlreadyError
from companion.store.rows import Stored


def as_record(stored: Stored) -> str:
    """Return a stored game as the text of a record."""
    return "".join(record.write(line) + "\n" for line in (stored.header, *stored.lines))


def take_in(store: Store, data: bytes) -> str:
    """Store the record in `data`, begun when its header says, and return its id; raise the error of its first bad line,
    of a game that is stored already, or of a full disk, with nothing stored."""
    match = Match.replay(_shown(record.lines(data)))
    known = _known(store, match)
    if known is not None:
        raise StoredAlreadyError(known)
    game_id, now = uuid.uuid4().hex[:12], datetime.now(UTC)
    with store.together():
        store.begin(game_id, _at(_begun(match, now)), match.lines[0], uuid.uuid4().hex)
        for line in match.lines[1:]:
            store.play(game_id, _at(now), line)
        store.finish(game_id, match.over, match.final)
    return game_id


def _known(store: Store, match: Match) -> str | None:
    """Return the id of the stored game that has the same record; None where there is none."""
    for game in store.begun_with(match.lines[0]):
        with suppress(DamagedError):
            if store.game(game).record == tuple(match.lines):
                return game
    return None


def _begun(match: Match, now: datetime) -> datetime:
    """Return when the header says that the game was begun; `now` where it says no moment, or one to come."""
    try:
        at = datetime.fromisoformat(str(match.lines[0].get("at")))
        return now if at.tzinfo is None or at > now else at.astimezone(UTC)
    except (ValueError, OverflowError):  # the latter: a moment that no calendar has in another zone
        return now


def _at(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _shown(lines: Iterator[Line]) -> Iterator[Line]:
    """Yield the lines; raise a RecordError for half a surrogate pair, which no page can show and no file can hold."""
    for line in lines:
        try:
            json.dumps(line.value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            half = f"\\u{ord(error.object[error.start]):04x}"
            raise RecordError(
                line.number, say("{half} is half a character: put a whole one there", half=half)
            ) from None
        yield line
