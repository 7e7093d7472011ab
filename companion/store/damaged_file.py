"""What can still be read of a store's file that may be damaged, of an older release, or a copy."""

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.game.match import Match
from companion.game.record import Line
from companion.store import checksum
from companion.store.database import Store
from companion.store.errors import DamagedError, StoreError
from companion.store.rows import GameRows
from companion.store.rows import text as text_of

_KEY = "kind, game, line, seat"


@dataclass
class ReadableFile:
    """What can be read of one file: games by their ids, which of them are whole, and the settings that are. `digests`
    are the checksums that stand in it, none in a file of an older release."""

    path: Path
    how: str
    digests: dict[tuple[Any, ...], str] = field(default_factory=dict)
    games: dict[str, GameRows] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)
    settings: dict[str, str] = field(default_factory=dict)
    lost_settings: set[str] = field(default_factory=set)


def what_can_be_read(path: Path, how: str) -> ReadableFile:
    """Return what can be read of a file; nothing of one that can't be opened."""
    view = ReadableFile(path, how)
    with suppress(StoreError), closing(Store(path, to_read=True, how=how)) as store:
        old = store.version < 4
        if not old:
            view.digests = {tuple(row[:4]): row[4] for row in store.readable("checksum", f"{_KEY}, digest")}
        changes: dict[Any, dict[Any, tuple[Any, ...]]] = {}
        for number, game, *change in store.readable("change", "number, game, at, kind, line, value"):
            changes.setdefault(game, {})[number] = (number, *change)
        for game, begun, header, seed, over, final in store.readable("game", "id, begun, header, seed, over, final"):
            if not isinstance(game, str):
                continue
            ordered: Any = tuple(row for _, row in sorted(changes.get(game, {}).items()))
            rows = GameRows((game, begun, header, seed), (over, final), ordered)
            rows = _standing_again(rows, view.digests.get(("standing", game, 0, "")))
            view.games[game] = rows
            if _reads_well(rows) and (old or _is_as_written(rows, view.digests.get(("game", game, 0, "")))):
                view.whole.add(game)
        for key, value in store.readable("setting", "name, value"):
            if old or view.digests.get(("setting", key, 0, "")) == checksum.of(key, value):
                view.settings[key] = value
            else:
                view.lost_settings.add(str(key))
        view.lost_settings |= {str(key) for kind, key, _, _ in view.digests if kind == "setting"} - {*view.settings}
    return view


def name_of(view: ReadableFile) -> str:
    """Return what tells one store from another; "" where it can't be read, or is of an older release."""
    return view.digests.get(("store", "", 0, ""), "")


def readable(view: ReadableFile, table: str, columns: str, *, since: int = 0) -> Iterator[tuple[Any, ...]]:
    """Yield what can be read of a table that there is `since` a version; nothing of a file that can't be opened."""
    try:
        found = Store(view.path, to_read=True, how=view.how)
    except StoreError:
        return
    with closing(found):
        if found.version >= since:
            yield from found.readable(table, columns)


def _reads_well(rows: GameRows) -> bool:
    try:
        rows.stored()
    except DamagedError:
        return False
    return True


def _is_as_written(rows: GameRows, digest: str | None) -> bool:
    """Whether rows are those of their checksum, or begin so and go on by the rules: then an older release, which writes
    none, was running on the file when it was brought to this schema, and has played on."""
    if rows.digest == digest:
        return True
    if all(rows.until(end).digest != digest for end in range(len(rows.changes))):
        return False
    match = as_far_as_it_goes(rows)
    return match is not None and len(match.lines) == len(lines_of(rows))


def _standing_again(rows: GameRows, digest: str | None) -> GameRows:
    """Return the rows with how the game stands worked out anew, where that is damaged."""
    if digest in (None, checksum.of(*rows.standing)):
        return rows
    match = as_far_as_it_goes(rows)
    if match is None:
        return GameRows(rows.head, (0, None), rows.changes)
    return GameRows(rows.head, (int(match.over), text_of(match.final)), rows.changes)


def as_far_as_it_goes(rows: GameRows) -> Match | None:
    """Return the game as far as its rows can be read and its rules allow them."""
    best: Match | None = None
    for end in range(len(rows.changes), -1, -1):
        try:
            lines = lines_of(rows.until(end))
            best = Match.begin(Line(1, lines[0]))
            break
        except Exception:  # damaged, forbidden by its game's rules, or that game's own code fails
            continue
    if best is None:
        return None
    with suppress(Exception):
        for number, line in enumerate(lines[1:], 2):
            best = best.play(Line(number, line))
    return best


def lines_of(rows: GameRows) -> tuple[dict[str, Any], ...]:
    """Return all lines of a game that reads well, the header first."""
    return rows.stored().record
