"""What the room's page needs of the room behind it, stated as a protocol and values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from web.contract import Done, StoredGame
from web.language import Translate
from web.shown import Standing


@dataclass(frozen=True, slots=True)
class RankedShown:
    """A place in the evening's ranking, points as they are written."""

    rank: int
    name: str
    games: int
    wins: int
    points: str


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table for the director: what it is called here and by itself, whether it is there (there, silent, gone) and
    paired, what is played, and the parts that want attention, in words."""

    id: str
    name: str
    own_name: str
    presence: str
    paired: bool
    title: str
    ailing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game as its table told last of it. `standings` are (player, score, rank)."""

    table: str
    table_name: str
    game: str
    title: str
    at: str
    rounds: int
    over: bool
    struck: bool
    standings: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class ChangeShown:
    """What a director changed: when, who, and what in words."""

    at: str
    who: str
    what: str


@dataclass(frozen=True, slots=True)
class DirectorView:
    """Everything that a director looks after. `codes` are those that pair a table just now; `trouble` says what is
    wrong with the broker; `delay_s` is how far walls lag behind."""

    trouble: str
    hidden: bool
    delay_s: int
    evening: int
    codes: tuple[str, ...]
    tables: tuple[TableShown, ...]
    ranking: tuple[RankedShown, ...]
    games: tuple[GameResult, ...]
    changes: tuple[ChangeShown, ...]


class Room(Protocol):
    """The room as its page sees it. `device` is the page's own random token (a cookie), `language` a code like "pt"."""

    @property
    def languages(self) -> Mapping[str, str]:
        """The languages that it speaks: code → what the language calls itself."""
        ...

    def translator(self, language: str) -> Translate:
        """Return what says the page's sentences in a language."""
        ...

    def standing(self, device: str) -> Standing:
        """Return who a device is: a guest, or a host, who is a director here."""
        ...

    def addresses(self) -> Sequence[str]:
        """Return where the page is, for whoever asked for it under another name."""
        ...

    def submit(self, device: str, language: str, request: Mapping[str, object]) -> Done:
        """Take a request: {"do": …}; see companion/room/desk.py."""
        ...

    def director(self, language: str) -> DirectorView:
        """Return what a director looks after."""
        ...

    def whole(self, language: str) -> tuple[int, bytes]:
        """Return all that a wall shows, as JSON, and the number of the digest that it is as new as."""
        ...

    def change(self, number: int, language: str) -> bytes | None:
        """Return the digest of that number, as JSON: what changed since the one before. None where it is too old."""
        ...

    def wait(self, after: int, timeout_s: float) -> int:
        """Wait until there is a digest after that number, or the time is up; return the newest number."""
        ...

    def as_csv(self, language: str) -> str:
        """Return the evening's results as a table of comma-separated values."""
        ...

    def as_json(self) -> bytes:
        """Return the evening's results as JSON."""
        ...

    def finished(self, table: str, game: str) -> StoredGame | None:
        """Return a finished game as its table told last of it, None where it is not there or not over."""
        ...
