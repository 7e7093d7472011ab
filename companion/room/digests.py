"""Digests: what has changed on the floor, made once for all walls. The fan-out to walls is what saturates first in a
large room; a wall that is behind is sent the whole anew."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from companion.language.catalogue import translator
from companion.language.message import DECIMAL, Translate
from companion.publishing.messages import State
from companion.room.floor import Presence
from companion.room.ranking import Ranked
from companion.room.timer import Timer
from companion.room.tournament import Tournament
from web.shown import Step

KEPT = 10  # a second each in a large room
MOST_RANKED = 100


@dataclass(frozen=True, slots=True)
class Tile:
    """A table as walls show it; `name` is what it is called in this room."""

    name: str
    presence: Presence
    paired: bool
    state: State | None


@dataclass(frozen=True, slots=True)
class Programme:
    """What all play together: the tournament, and the timer."""

    tournament: Tournament | None = None
    timer: Timer | None = None


@dataclass(frozen=True, slots=True)
class Digest:
    """What has changed since the digest before: tables by id, None for one that is gone for good; the ranking and the
    programme where they are others; whether standings are hidden."""

    number: int
    tables: Mapping[str, Tile | None]
    ranking: tuple[Ranked, ...] | None
    hidden: bool
    programme: Programme | None = None


class Digests:
    """See the module: one thread puts, any number read."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._whole = Digest(0, {}, (), False, Programme())
        self._kept: OrderedDict[int, Digest] = OrderedDict()
        self._writing = threading.Lock()
        self._written: dict[tuple[int, str, bool], bytes] = {}

    @property
    def newest(self) -> Digest:
        """The whole, as of the newest digest."""
        with self._changed:
            return self._whole

    def put(
        self,
        tables: Mapping[str, Tile | None],
        ranking: tuple[Ranked, ...] | None,
        *,
        hidden: bool,
        programme: Programme | None = None,
    ) -> None:
        """Put a digest, unless it says nothing."""
        with self._changed:
            before = self._whole
            ranking = None if ranking == before.ranking else ranking
            programme = None if programme == before.programme else programme
            if not tables and ranking is None and programme is None and hidden == before.hidden:
                return
            if hidden != before.hidden:
                tables, ranking = {**before.tables, **tables}, before.ranking if ranking is None else ranking
                programme = programme or before.programme
            number = before.number + 1
            known = {table: tile for table, tile in {**before.tables, **tables}.items() if tile is not None}
            ranked = before.ranking if ranking is None else ranking
            self._whole = Digest(number, known, ranked, hidden, programme or before.programme)
            self._kept[number] = Digest(number, dict(tables), ranking, hidden, programme)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            self._changed.notify_all()

    def wait(self, after: int, timeout_s: float) -> int:
        """Wait for a digest after that number, or until the time is up; return the newest number."""
        with self._changed:
            self._changed.wait_for(lambda: self._whole.number > after, timeout_s)
            return self._whole.number

    def whole(self, language: str) -> tuple[int, bytes]:
        """Return all that walls show, as JSON, and its number."""
        digest = self.newest
        return digest.number, self._text((digest.number, language, True), lambda: _written(digest, language))

    def change(self, number: int, language: str) -> bytes | None:
        """Return one digest as JSON; None where it is no longer kept."""
        with self._changed:
            digest = self._kept.get(number)
        if digest is None:
            return None
        return self._text((number, language, False), lambda: _written(digest, language))

    def _text(self, key: tuple[int, str, bool], write: Callable[[], bytes]) -> bytes:
        """Return what is written once for all walls; who asks meanwhile waits for it."""
        with self._writing:
            if key not in self._written:
                newest = self.newest.number
                fresh = (one for one in self._written if one[0] > newest - KEPT and (not one[2] or one[0] == newest))
                self._written = {one: self._written[one] for one in fresh} | {key: write()}
            return self._written[key]


def _written(digest: Digest, language: str) -> bytes:
    said: dict[str, object] = {
        "number": digest.number,
        "hidden": digest.hidden,
        "tables": {
            table: None if tile is None else _tile(tile, language, hidden=digest.hidden)
            for table, tile in digest.tables.items()
        },
    }
    if digest.ranking is not None:
        ranked = () if digest.hidden else digest.ranking[:MOST_RANKED]
        said["ranking"] = [[one.rank, one.name, one.games, one.wins, one.points] for one in ranked]
    if digest.programme is not None:
        said["timer"] = digest.programme.timer
        said["tournament"] = _tournament(digest.programme.tournament, translator(language), hidden=digest.hidden)
    return msgspec.json.encode(said)


def _tournament(now: Tournament | None, translate: Translate, *, hidden: bool) -> dict[str, object] | None:
    """Return a tournament as a wall is told of it: the last round's tables, and how all stand unless that is hidden."""
    if now is None or now.ended:
        return None
    last = now.rounds[-1] if now.rounds else None
    places = () if hidden or last is None else now.standings()[:MOST_RANKED]
    return {
        "name": now.terms.name,
        "round": len(now.rounds),
        "rounds": now.terms.rounds,
        "pairings": [
            [one.name, [now.players[seat].name for seat in one.seats], bool(one.score)]
            for one in (last.pairings if last else ())
        ],
        "byes": [now.players[one].name for one in (last.byes if last else ())],
        "places": [[one.rank, now.players[one.player].name, points(one.values[0], translate)] for one in places],
    }


def points(value: Fraction, translate: Translate) -> str:
    """Return a criterion's value as a language writes it: 3, 3½, 2.33."""
    whole, part = divmod(value, 1)
    if part in (0, Fraction(1, 2)):
        return f"{whole or ('' if part else 0)}{'½' if part else ''}"
    hundredths = round(100 * value)
    return translate(DECIMAL).format(whole=hundredths // 100, part=f"{hundredths % 100:02d}")


def _tile(tile: Tile, language: str, *, hidden: bool) -> dict[str, object]:
    """Return a table as a wall is told of it; where standings are hidden, nothing that tells them."""
    told: dict[str, object] = {"name": tile.name, "presence": tile.presence, "paired": tile.paired}
    state = tile.state
    if state is None:
        return told
    ends = state.step in (Step.SCORE, Step.OVER)
    return told | {
        "title": state.title,
        "step": state.step,
        "line": "" if hidden and ends else line(state, language),
        "seats": [
            [seat.name, seat.colour, seat.lamp, *((None, None) if hidden else (seat.score, seat.rank))]
            for seat in state.seats
        ],
        "cards": state.cards,
        "over": state.over,
        "winners": [] if hidden else state.winners,
    }


def line(state: State, language: str) -> str:
    """Return what a table does, in a language, else as its wider language says it, else in English."""
    for known in (language, language.partition("_")[0], "en"):
        if known in state.line:
            return state.line[known]
    return ""
