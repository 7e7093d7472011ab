"""The director's desk: what the room's page is handed, who may ask for what, and the log of what was changed.

A guest sees walls. A director is whoever gave the room's PIN, and said who it is: the log names them. A device
that gives wrong PINs waits, and all guests together after more of them; the key that the start prints waits for nobody,
for nobody guesses it.
"""

import csv
import hmac
import io
import json
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import is_
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.language import catalogue
from companion.language.catalogue import translator
from companion.language.message import Message, Translate, name, pack, say, unpack, words
from companion.publishing import pairing
from companion.publishing.messages import fit
from companion.room import ratings, register_desk, tournament_desk, tournament_view
from companion.room.book import Book, BookedGame
from companion.room.delay import LONGEST_S
from companion.room.hall import Hall
from companion.room.ranking import natural
from companion.room.register import RegisterError
from companion.room.tournament import TournamentError
from companion.store.errors import StoreError
from companion.table import answers
from companion.table.pin_guesses import STRANGERS, PinGuesses
from companion.table.requests import PageRequest, RequestError, understood
from web.contract import Done, StoredGame, StoredPlace
from web.language import WORDS, separator
from web.room.contract import (
    CardShown,
    ChangeShown,
    DirectorView,
    GameResult,
    RankedShown,
    RatedShown,
    TableShown,
    TournamentView,
)
from web.shown import Role

MOST_DIRECTORS = 20
LONGEST_ID = 64


class Pin(PageRequest, frozen=True, tag="pin"):
    """Become a director, by the room's PIN or its key; `name` stands in the log."""

    pin: str
    name: str = ""


class OpenCode(PageRequest, frozen=True, tag="open_code"):
    """Show a code that pairs one table."""


class Unpair(PageRequest, frozen=True, tag="unpair"):
    """Let a table be a stranger again; its results stay."""

    table: str


class Call(PageRequest, frozen=True, tag="call"):
    """Call a table otherwise in this room; "" for its own name."""

    table: str
    name: str


class StrikeGame(PageRequest, frozen=True, tag="strike"):
    """Let a game count nothing, or count again."""

    table: str
    game: str
    struck: bool


class Hide(PageRequest, frozen=True, tag="hide"):
    """Show no standings on walls, or show them again."""

    hidden: bool


class Lag(PageRequest, frozen=True, tag="lag"):
    """Show on walls and overlay what happened so many seconds ago."""

    seconds: Annotated[int, Meta(ge=0, le=LONGEST_S)]


class BeginEvening(PageRequest, frozen=True, tag="begin_evening"):
    """Begin another evening, with a ranking of its own."""


Asked = (
    Pin
    | OpenCode
    | Unpair
    | Call
    | StrikeGame
    | Hide
    | Lag
    | BeginEvening
    | register_desk.Asked
    | tournament_desk.Asked
)
NEEDS: Mapping[type[PageRequest], Role] = {
    Pin: Role.GUEST,
    tournament_desk.Suggest: Role.GUEST,
    register_desk.EnterPlayer: Role.GUEST,
    register_desk.CallPlayer: Role.GUEST,
}
"""What a guest may ask; all else is a director's."""


class Desk:
    """See the module; any thread may use it. `addresses` says where the page is."""

    def __init__(
        self,
        book: Book,
        hall: Hall,
        now: Callable[[], str],
        addresses: Callable[[], Sequence[str]] = lambda: (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        catalogue.add(WORDS)
        self._book, self._hall, self._now, self._clock = book, hall, now, clock
        self.addresses = addresses
        self._rated: tuple[object, tuple[ratings.Rated, ...]] | None = None
        self._register = register_desk.RegisterDesk(hall, now, clock)
        self._lock, self._once = threading.Lock(), threading.Lock()
        self._done: dict[str, Done] = {}  # what came of requests by their names, the newest last
        self._guesses = PinGuesses()
        self._guests: dict[str, tuple[tuple[object, ...], TournamentView]] = {}
        self._directors: dict[str, str] = json.loads(book.setting("directors") or "{}")
        self.key = pairing.new_code()
        self.pin = book.setting("pin") or ""
        if not self.pin:
            self.pin = f"{secrets.randbelow(1_000_000):06}"
            book.set("pin", self.pin)

    @property
    def languages(self) -> Mapping[str, str]:
        """See `web.room.contract.Room`."""
        return catalogue.LANGUAGES

    def translator(self, language: str) -> Translate:
        """See `web.room.contract.Room`."""
        return translator(language)

    def role(self, device: str) -> Role:
        """Return who a device is."""
        return Role.HOST if device in self._directors else Role.GUEST

    def clock_s(self) -> float:
        """See `web.room.contract.Room`."""
        return self._hall.room_clock()

    def submit(self, device: str, language: str, request: Mapping[str, object]) -> Done:
        """Take a request and say what became of it. Its "id" is the device's own: what comes again is done once, and
        answered as it was the first time."""
        request_id = request.get("id")
        if not isinstance(request_id, str) or not 0 < len(request_id) <= LONGEST_ID:
            return self._submitted(device, language, request)
        name = answers.name_of(device, request_id)
        with self._once:
            done = self._done.get(name)
            if done is None:
                done = self._done[name] = self._submitted(device, language, request)
                for oldest in list(self._done)[: -answers.MOST]:
                    del self._done[oldest]
        return done

    def _submitted(self, device: str, language: str, request: Mapping[str, object]) -> Done:
        try:
            asked: Asked = understood(
                {key: value for key, value in request.items() if key not in ("id", "again")}, Asked
            )
        except RequestError as error:
            return Done(False, str(error))
        if self.role(device) < NEEDS.get(type(asked), Role.HOST):
            return Done(
                False, words(say("Only a director may do this: give the room's PIN"), translator(language)), "pin"
            )
        try:
            if isinstance(asked, register_desk.OfCard):
                return Done(True, value=self._entered(device, asked))
            done, text = self._pin(device, asked) if isinstance(asked, Pin) else self._do(device, asked)
        except (StoreError, TournamentError, RegisterError) as error:
            done, text = False, error.message
        return Done(done, words(text, translator(language)))

    def _pin(self, device: str, asked: Pin) -> tuple[bool, Message]:
        with self._lock:
            if not hmac.compare_digest(pairing.plain(asked.pin), pairing.plain(self.key)):
                guesses, at_s = self._guesses, self._clock()
                self._guesses, right, wait_s = guesses.guess(device, STRANGERS, asked.pin, self.pin, at_s)
                if wait_s > 0:
                    return False, say(
                        "Too many wrong PINs: wait {seconds} s, or give the key that was shown when the room began",
                        seconds=round(wait_s) + 1,
                    )
                if not right:
                    return False, say("That is not the room's PIN")
            directors = {**self._directors, device: fit(" ".join(asked.name.split()), 30)}
            for old in [*directors][:-MOST_DIRECTORS]:
                del directors[old]
            self._book.set("directors", json.dumps(directors))
            self._directors = directors
        return True, say("You are a director here")

    def _do(self, device: str, asked: Asked) -> tuple[bool, Message]:
        hall = self._hall
        match asked:
            case OpenCode():
                return True, name(hall.open_code())
            case Unpair(table) if table in hall.paired():
                what = say("{table} is paired no more", table=hall.name_of(table))
                self._noted(device, what, lambda: hall.unpair(table))
            case Call(table, wanted) if table in hall.paired():
                called = fit(" ".join(wanted.split()), 40)
                before = hall.name_of(table)
                what = say("{table} is called {name}", table=before, name=called or "–")
                self._noted(device, what, lambda: hall.call(table, called, self._directors.get(device, "")))
            case StrikeGame(table, game, struck) if self._game(table, game) is not None:
                title = say("{game} at {table}", game=self._title(table, game), table=hall.name_of(table))
                what = say("{what} counts nothing", what=title) if struck else say("{what} counts again", what=title)
                self._noted(device, what, lambda: hall.strike(table, game, struck=struck))
            case Hide(hidden):
                what = say("Standings are hidden") if hidden else say("Standings are shown")
                self._noted(device, what, lambda: hall.hide(hidden=hidden))
            case Lag(seconds):
                what = say("Walls show what happens {seconds} s later", seconds=seconds)
                if not seconds:
                    what = say("Walls show what happens at once")
                self._noted(device, what, lambda: hall.lag(seconds))
            case BeginEvening():
                what = say("Another evening has begun")
                self._noted(device, what, hall.begin_evening)
            case tournament_desk.OfTournament():
                return True, tournament_desk.submit(hall, asked, self._directors.get(device, ""), self._now())
            case _:
                return False, say("This is not there any more")
        return True, what

    def _entered(self, device: str, asked: register_desk.Asked) -> str:
        director = self.role(device) >= Role.HOST
        return self._register.submit(asked, director=director, who=self._directors.get(device, ""))

    def ratings(self) -> tuple[RatedShown, ...]:
        """See `web.room.contract.Room`."""
        hall = self._hall
        told = hall.told_games()
        known = (self._book.state(told), hall.register.called)
        if self._rated is None or self._rated[0] != known:
            games = self._book.games(told=told)
            counted = ((one.source, one.result) for one in games if one.result.over and not one.struck)
            self._rated = known, ratings.ratings(counted, hall.register.called)
        return tuple(RatedShown(one.rank, one.name, one.games, one.skill, one.elo) for one in self._rated[1])

    def player(self, player: str) -> CardShown | None:
        """See `web.room.contract.Room`."""
        return self._register.shown(player)

    def _noted(self, device: str, what: Message, act: Callable[[], None]) -> None:
        """Do something, and keep who did it and when; both or nothing."""
        with self._hall.together():
            act()
            self._book.note(self._now(), self._directors.get(device, ""), json.dumps(pack(what)))

    def _game(self, table: str, game: str) -> BookedGame | None:
        return next(
            (one for one in self._book.games() if (one.source, one.result.game) == (table, game)),
            None,
        )

    def _title(self, table: str, game: str) -> str:
        found = self._game(table, game)
        return "" if found is None else f"{found.result.title} ({', '.join(found.result.players)})"

    def director(self, language: str) -> DirectorView:
        """Return what a director looks after."""
        translate, hall = translator(language), self._hall
        paired = hall.paired()
        tables = []
        for table, tile in hall.tables().items():
            renamed = table in paired and paired[table].name
            own = tile.state.name if renamed and tile.state is not None else ""
            ailing = tuple(translate(part) for part in tile.state.ailing) if tile.state is not None else ()
            title = tile.state.title if tile.state is not None else ""
            twin = table in hall.twins
            tables.append(TableShown(table, tile.name, own, tile.presence, table in paired, title, ailing, twin))
        return DirectorView(
            trouble="" if hall.problem is None else words(hall.problem, translate),
            hidden=hall.hidden,
            delay_s=round(hall.delay.seconds),
            evening=hall.evening,
            codes=hall.codes(),
            tables=tuple(sorted(tables, key=lambda one: (not one.paired, natural(one.name)))),
            ranking=tuple(RankedShown(one.rank, one.name, one.games, one.wins, one.points) for one in hall.standings()),
            games=tuple(self._shown(one) for one in reversed(self._book.games(hall.evening))),
            changes=tuple(
                ChangeShown(one.at, one.who, words(unpack(json.loads(one.what)), translate))
                for one in self._book.changes()
            ),
        )

    def _shown(self, game: BookedGame) -> GameResult:
        result = game.result
        return GameResult(
            game.source,
            self._hall.name_of(game.source),
            result.game,
            result.title,
            result.at,
            result.rounds,
            result.over,
            game.struck,
            tuple((place.player, place.score, place.rank) for place in result.standings),
        )

    def tournament(self, language: str, *, director: bool) -> TournamentView:
        """See `web.room.contract.Room`. What guests are shown is made once for all of them."""
        hall = self._hall
        if director:
            return tournament_view.view(hall, language, director=True)
        with self._lock:
            of = (hall.tournaments.shown, hall.hidden, hall.timer)
            kept = self._guests.get(language)
            if kept is None or not all(map(is_, kept[0], of)):
                made = tournament_view.view(hall, language, director=False)
                kept = self._guests[language] = of, replace(made, number=time.time_ns())
            return kept[1]

    def tournament_json(self) -> bytes:
        """See `web.room.contract.Room`."""
        return tournament_view.as_json(self._hall)

    def whole(self, language: str) -> tuple[int, bytes]:
        """See `Digests.whole`."""
        return self._hall.digests.whole(language)

    def change(self, number: int, language: str) -> bytes | None:
        """See `Digests.change`."""
        return self._hall.digests.change(number, language)

    def wait(self, after: int, timeout_s: float) -> int:
        """See `Digests.wait`."""
        return self._hall.digests.wait(after, timeout_s)

    def finished(self, table: str, game: str) -> StoredGame | None:
        """See `web.room.contract.Room`."""
        found = self._game(table, game)
        if found is None or not found.result.over:
            return None
        result = found.result
        return StoredGame(
            id=f"{table}/{game}",
            game=result.played,
            title=result.title,
            gone=False,
            players=result.players,
            begun=result.at,
            over=True,
            winners=result.winners,
            standings=tuple(StoredPlace(place.player, place.score, place.rank) for place in result.standings),
            provisional=False,
        )

    def as_csv(self, language: str) -> str:
        """Return the evening's results, a line a player, headed in a language."""
        translate, out = translator(language), io.StringIO()
        headings = (
            say("table"),
            say("game"),
            say("when"),
            say("over"),
            say("counts"),
            say("rank"),
            say("player"),
            say("score"),
        )
        rows = csv.writer(out, delimiter=separator(language))
        rows.writerow([words(one, translate) for one in headings])
        for game in map(self._shown, self._book.games(self._hall.evening)):
            for player, score, rank in game.standings:
                named = (_cell(game.table_name), _cell(game.title), game.at)
                rows.writerow([*named, int(game.over), int(game.over and not game.struck), rank, _cell(player), score])
        return out.getvalue()

    def as_json(self) -> bytes:
        """Return the evening's results, as the tables told them."""
        games = self._book.games(self._hall.evening)
        return msgspec.json.encode(
            {
                "evening": self._hall.evening,
                "games": [
                    {
                        "table": one.source,
                        "called": self._hall.name_of(one.source),
                        "struck": one.struck,
                        "result": one.result,
                    }
                    for one in games
                ],
            }
        )


def _cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
