"""Stored games as pages show them: the list, totals, any moment, what is kept of a finished one, and their photos."""

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import cv2
import msgspec
import numpy as np

from companion.game import edition, registry
from companion.language.message import Message, Translate, words
from companion.showing import replay
from companion.showing.film import Filling, film
from companion.showing.honours import honours
from companion.store.archive import as_record
from companion.store.database import Store
from companion.store.errors import DamagedError, StoreError
from companion.store.practice import counted, practised
from companion.store.rows import Stored
from companion.table.evidence import kept_look, missed_pieces, placement
from companion.table.evidence.placement import Box, around
from web.contract import Badge, GameTotals, Keepsake, StoredGame, StoredPlace
from web.shown import LookShown, Scoreboard

T = TypeVar("T")
log = logging.getLogger("companion")


class PastGames:
    """The games of a store, each in the words that `translator` has for a language. Any thread may ask."""

    def __init__(self, store: Store, translator: Callable[[str], Translate]) -> None:
        self._store = store
        self._translator = translator
        self._known: dict[str, tuple[str, StoredGame]] = {}  # the stored games with their checksums
        self._developing = threading.Lock()  # one after the other: a decoded photo takes 36 MB

    def history(self) -> list[StoredGame]:
        """Return the stored games, newest first; one that is damaged waits for the next start, which restores it."""
        digests, known = self._store.digests(), self._known
        found: dict[str, tuple[str, StoredGame]] = {}
        for game_id in counted(self._store):
            digest = digests.get(game_id, "")
            if digest and known.get(game_id, ("", None))[0] == digest:
                found[game_id] = known[game_id]
                continue
            with suppress(DamagedError):
                found[game_id] = digest, _told(self._store.game(game_id))
        self._known = found
        return [game for _, game in found.values()]

    def _honours(self, game_id: str) -> tuple[tuple[str, Message], ...]:
        """Return who is honoured for what at the end of a game."""
        games = self.history()
        at = next((number for number, game in enumerate(games) if game.id == game_id), None)
        return () if at is None else honours(games[at], games[at + 1 :])

    def record(self, game_id: str) -> bytes | None:
        """Return a stored game as a record; not before it is over, for it holds every spent card."""
        stored = self._finished(game_id)
        return None if stored is None else as_record(stored).encode()

    def totals(self, game_id: str, language: str) -> GameTotals | None:
        """Return a finished game's totals after each chapter; None when there is none or it is not over yet. Of a game
        that is no longer there, or is another by now, nobody knows the chapters."""
        stored = self._finished(game_id)
        if stored is None:
            return None
        told = _played_anew(stored, lambda: replay.totals(stored, self._translator(language)))
        return told or GameTotals(len(stored.lines))

    def moment(self, game_id: str, step: int, language: str) -> Scoreboard[str] | None:
        """Return the public snapshot of a finished game as it was after `step` events; None where it can't be played
        anew: its package is gone, or was changed since."""
        stored = self._finished(game_id)
        if stored is None:
            return None
        say = self._translator(language)
        return _played_anew(stored, lambda: replay.moment(stored, self._looks(game_id), step, say))

    def keepsake(self, game_id: str, language: str) -> Keepsake | None:
        """Return what is kept of a finished game."""
        stored = self._finished(game_id)
        end = None if stored is None else self.moment(game_id, len(stored.lines), language)
        if stored is None or end is None:
            return None
        badges, laid = replay.remembered(stored, self._looks(game_id), self._translator(language))
        kept = [one.key for one in laid if self.picture(one.key) is not None]
        badges = (*badges, *self._honoured(game_id, language))
        return Keepsake(end, badges, kept[0] if kept else None, film=len(kept) > 1)

    def film(self, game_id: str) -> bytes | None:
        """Return the photos of what the winner of a finished game laid, one after the other, each filling up."""
        stored = self._finished(game_id)
        if stored is None:
            return None
        say = self._translator("en")
        told = _played_anew(stored, lambda: replay.remembered(stored, self._looks(game_id), say))
        if told is None:
            return None
        _, laid = told
        pictures = [(self.picture(one.key), one.boxes) for one in sorted(laid, key=lambda one: one.line)]
        with self._developing:
            return film([Filling(jpeg, boxes) for jpeg, boxes in pictures if jpeg is not None])

    def _honoured(self, game_id: str, language: str) -> list[Badge]:
        say = self._translator(language)
        return [Badge(seat, words(text, say)) for seat, text in self._honours(game_id)]

    def look(self, game_id: str, line: int, language: str) -> LookShown[str] | None:
        """Return what the camera saw in the turn of event `line`."""
        stored = self._stored(game_id)
        if stored is None:
            return None
        say = self._translator(language)
        return _played_anew(stored, lambda: replay.look(stored, self._looks(game_id), line, say))

    def _looks(self, game_id: str) -> Mapping[int, Any]:
        return self._store.looks(game_id)

    def _stored(self, game_id: str) -> Stored | None:
        try:
            return self._store.game(game_id)
        except StoreError:
            return None

    def _finished(self, game_id: str) -> Stored | None:
        """Return a game that is over, and counts."""
        stored = self._stored(game_id) if game_id != practised(self._store) else None
        return stored if stored is not None and stored.over else None

    def picture(self, key: str) -> bytes | None:
        """Return the JPEG of a photo ("photo/GAME/LINE/SEAT"), or of a piece in it that was seen in a turn
        ("piece/GAME/LINE/ZONE/CELL"; or of where one lies that was not, X,Y in parts of the photo in place of the
        cell)."""
        kind, *parts = key.split("/", 3)
        if len(parts) != 3:
            return None
        line = parts[1].partition(".")[0]  # what follows says which photo of that line it is, to whoever keeps pictures
        if kind == "photo" and is_number(line):
            return self._store.photo_of(parts[0], int(line), parts[2])
        if kind == "piece" and is_number(line):
            return self._piece(parts[0], int(line), *parts[2].rpartition("/")[::2])
        return None

    def _piece(self, game_id: str, line: int, zone: str, cell: str) -> bytes | None:
        kept, jpeg = self._store.looks(game_id).get(line), self._store.photo_of(game_id, line, zone)
        seen = None if kept is None else kept_look.read(kept).zones.get(zone)
        if seen is None or jpeg is None:
            return None
        if is_number(cell) and int(cell) < len(seen.pieces):
            return cut(jpeg, around(seen.pieces[int(cell)].box, seen.seen))
        at = placement.point(cell)
        unseen = None if at is None else missed_pieces.piece(seen, at, "")
        return None if unseen is None else cut(jpeg, around(unseen.box, seen.seen))


def _told(game: Stored) -> StoredGame:
    final = game.final or {}
    return StoredGame(
        id=game.id,
        game=game.header["game"],
        title=registry.title(game.header["game"]),
        gone=_is_gone(game),
        players=tuple(game.header["players"]),
        begun=game.begun,
        over=game.over,
        winners=tuple(final.get("winners", ())),
        standings=_standings(final.get("standings", ())),
        provisional=edition.is_guess(game.header),
    )


def _standings(kept: object) -> tuple[StoredPlace, ...]:
    """Return the ranking as it was kept; none where it is no such thing, for other games are to be told."""
    try:
        return msgspec.convert(kept, tuple[StoredPlace, ...])
    except msgspec.ValidationError as error:
        log.warning("a kept ranking can't be told: %s", error)
        return ()


def _played_anew(stored: Stored, tell: Callable[[], T]) -> T | None:
    """Return what is told of a stored game that is played through once more; None where its package is gone, or was
    changed since so that it can't be."""
    if _is_gone(stored):
        return None
    try:
        return tell()
    except StoreError:
        raise
    except Exception as error:  # the game's rules forbid now what was played, or its code fails
        log.warning("the game %s of %s can't be played anew: %s", stored.id, stored.header["game"], error)
        return None


def _is_gone(stored: Stored) -> bool:
    """Return whether a stored game's package is no longer there."""
    return stored.header["game"] not in registry.names()


def is_number(text: str) -> bool:
    """Whether a text names a line or a cell; nothing has as many as ten digits could count."""
    return text.isdecimal() and len(text) < 10


def cut(jpeg: bytes, box: Box) -> bytes | None:
    """Cut one place out of the picture of its zone."""
    zone = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if zone is None:
        return None
    height, width = zone.shape[:2]
    rows = slice(round(box[1] * height), round(box[3] * height))
    cols = slice(round(box[0] * width), round(box[2] * width))
    done, data = cv2.imencode(".jpg", zone[rows, cols], [cv2.IMWRITE_JPEG_QUALITY, 85])
    return data.tobytes() if done else None
