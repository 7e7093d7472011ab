"""Stored games as records, and records as stored games."""

import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime

from companion.game import record
from companion.game.match import Match
from companion.game.record import Line, RecordError
from companion.language.message import say
from companion.store.database import Store
from companion.store.rows import Stored


def as_record(stored: Stored) -> str:
    """Return a stored game as the text of a record."""
    return "".join(record.write(line) + "\n" for line in (stored.header, *stored.lines))


def take_in(store: Store, data: bytes) -> str:
    """Store the record in `data` and return its id; raise the error of its first bad line, or of a full disk, with
    nothing stored."""
    match = Match.replay(_shown(record.lines(data)))
    game_id, now = uuid.uuid4().hex[:12], datetime.now(UTC).isoformat(timespec="seconds")
    with store.together():
        store.begin(game_id, now, match.lines[0], uuid.uuid4().hex)
        for line in match.lines[1:]:
            store.play(game_id, now, line)
        store.finish(game_id, match.over, match.final)
    return game_id


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
