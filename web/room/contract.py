"""What the room's page needs of the room behind it, stated as a protocol and values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from web.contract import Done, StoredGame
from web.language import Translate
from web.shown import Role


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
    paired, what is played, the parts that want attention, in words, and whether another one is called so here."""

    id: str
    name: str
    own_name: str
    presence: str
    paired: bool
    title: str
    ailing: tuple[str, ...]
    twin: bool


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


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A player at a table: `rank` is 0 as long as nothing is known of how they finished."""

    id: str
    name: str
    rank: int
    score: int | None


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A `game` that is not taken for a score, and why: others play it, or another game (others); all are called as in
    the draw, but by their cards it can't be told who is who (names); it was played by those of the draw at another
    `table`, called `name` (elsewhere); or somebody had entered another score before (otherwise)."""

    game: str
    why: str
    table: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class PairingShown:
    """A table of a round, in the order of its seats. `told` by its companion, `ruled` by a director; what was only
    `suggested` stands in the seats, for a director alone, as does a game that was finished meanwhile and that is not
    taken for the score (`passed_over`), and why its companion can't tell one now (`away`: silent, gone, unpaired)."""

    round: int
    number: int
    table: str
    name: str
    seats: tuple[TableSeat, ...]
    scored: bool
    ruled: bool
    told: bool
    suggested: bool
    suggested_by: str
    passed_over: PassedOver | None = None
    away: str = ""

    @property
    def places_follow(self) -> bool:
        """Whether the places are those that the scores alone make, the highest first: what is put right is a score."""
        scores = [seat.score for seat in self.seats if seat.score is not None]
        return len(scores) == len(self.seats) and all(
            seat.rank == 1 + sum(other > seat.score for other in scores)
            for seat in self.seats
            if seat.score is not None
        )


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round, and who has a bye in it."""

    number: int
    pairings: tuple[PairingShown, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A place in a tournament: what each criterion came to, as it is written."""

    rank: int
    id: str
    name: str
    values: tuple[str, ...]
    here: bool


@dataclass(frozen=True, slots=True)
class EntrantShown:
    """Somebody who has entered: whether they are drawn, and whether they sit the next round out."""

    id: str
    name: str
    here: bool
    excused: bool


@dataclass(frozen=True, slots=True)
class TimerShown:
    """The timer: the seconds that are left while it is paused, else when it ends, by the room's clock (since 1970)."""

    left_s: float
    ends_s: float | None

    @property
    def runs(self) -> bool:
        """Whether it runs."""
        return self.ends_s is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentView:
    """A tournament, its name "" where none has begun. `standings` are hidden from guests where the director hides
    them, one a group; `log` and `tables` (id, name) are for directors. `number` is another where it says otherwise."""

    timer: TimerShown | None
    hidden: bool
    ways: tuple[str, ...]
    criteria_known: tuple[tuple[str, str], ...]
    games: tuple[tuple[str, str], ...] = ()
    name: str = ""
    way: str = ""
    awaits: str = ""
    ended: bool = False
    rounds: int = 0
    drawn: tuple[RoundShown, ...] = ()
    criteria: tuple[str, ...] = ()
    standings: tuple[tuple[PlaceShown, ...], ...] = ()
    players: tuple[EntrantShown, ...] = ()
    log: tuple[ChangeShown, ...] = ()
    tables: tuple[tuple[str, str], ...] = ()
    number: int = 0

    @property
    def goes_on(self) -> bool:
        """Whether a tournament has begun and was not put away."""
        return bool(self.name) and not self.ended

    def seat_of(self, player: str) -> tuple[PairingShown, int] | None:
        """Return where a player sits in the last round: the table, and the number of the seat."""
        for pairing in self.drawn[-1].pairings if self.drawn else ():
            for number, seat in enumerate(pairing.seats, 1):
                if seat.id == player:
                    return pairing, number
        return None


@dataclass(frozen=True, slots=True)
class RatedShown:
    """A place among the ratings over all evenings; `elo` is None of who has played no game of two."""

    rank: int
    name: str
    games: int
    skill: float
    elo: int | None


@dataclass(frozen=True, slots=True)
class CardShown:
    """A player's card: the id, and how people read it; the place in the evening's ranking, 0 where walls show none."""

    id: str
    spelt: str
    name: str
    rank: int = 0
    games: int = 0
    wins: int = 0
    points: str = ""


class Room(Protocol):
    """The room as its page sees it. `device` is the page's own random token (a cookie), `language` a code like "pt"."""

    @property
    def languages(self) -> Mapping[str, str]:
        """The languages that it speaks: code → what the language calls itself."""
        ...

    def translator(self, language: str) -> Translate:
        """Return what says the page's sentences in a language."""
        ...

    def role(self, device: str) -> Role:
        """Return who a device is: a guest, or a host, who is a director here."""
        ...

    def addresses(self) -> Sequence[str]:
        """Return where the page is, for whoever asked for it under another name."""
        ...

    def clock_s(self) -> float:
        """Return the seconds since 1970 by the room's clock, by which its timer ends."""
        ...

    def submit(self, device: str, language: str, request: Mapping[str, object]) -> Done:
        """Take a request: {"do": …}; see companion/room/desk.py."""
        ...

    def director(self, language: str) -> DirectorView:
        """Return what a director looks after."""
        ...

    def tournament(self, language: str, *, director: bool) -> TournamentView:
        """Return the tournament, as a guest or a director may see it."""
        ...

    def tournament_json(self) -> bytes:
        """Return what happened in the tournament, as JSON."""
        ...

    def ratings(self) -> tuple[RatedShown, ...]:
        """Return the ratings over all evenings, as late as walls, without what is hidden."""
        ...

    def player(self, player: str) -> CardShown | None:
        """Return a player's card by the id, None where there is none."""
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
