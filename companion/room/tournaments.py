"""Tournaments as the book keeps them: one at a time, the fold of its events; scores come from what tables told.

The hall calls this under its lock and within the book's transaction, so that an event is on disk with what brought it.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

import msgspec

from companion.language.message import say
from companion.room.book import Book, TournamentLine
from companion.room.ranking import Names
from companion.room.told_games import heard
from companion.room.tournament import Tournament, TournamentError, as_known, begun
from companion.room.tournament_events import AnyEvent, Begun, Cleared, Event, Moved

log = logging.getLogger("companion")
MOST_HELD = 1000  # of which walls are told later; of more the last ones are told as one
_decoder = msgspec.json.Decoder(AnyEvent)


@dataclass(frozen=True, slots=True)
class Happened:
    """An event with when it happened and who did it, "" for a table."""

    at: str
    who: str
    event: Event


class Tournaments:
    """See the module. `now` is the one that began last, None where none did."""

    def __init__(self, book: Book, at: Callable[[], str]) -> None:
        self._book, self._at = book, at
        self.names: Callable[[], Names] = dict  # of the room's cards
        self.number = 0
        self.now: Tournament | None = None
        self._shown: tuple[Tournament, Tournament | None, Tournament] | None = None
        self._known: tuple[int, Tournament | None] = 0, None
        self._held: deque[tuple[float, int, Tournament | None]] = deque()
        self._changed = True
        self._started = False
        self.know()

    def know(self) -> None:
        """Read the tournament from the book. An event that can't be (any more) is left out, and said in the log."""
        self.number, self._changed = self._book.tournament(), True
        self.now = self._folded(self._book.events(self.number))

    def _folded(self, lines: Iterable[TournamentLine]) -> Tournament | None:
        found: Tournament | None = None
        for line in lines:
            try:
                found = _after(found, _decoder.decode(line.value))
            except (msgspec.DecodeError, TournamentError) as error:
                log.warning("an event of tournament %d is left out: %s", self.number, error)
        return found

    def history(self) -> list[Happened]:
        """Return what happened in this tournament, the newest first, as far as it can be read."""
        found: list[Happened] = []
        for line in reversed(self._book.events(self.number)):
            with suppress(msgspec.DecodeError):
                found.append(Happened(line.at, line.who, _decoder.decode(line.value)))
        return found

    def begin(self, terms: Begun, who: str) -> None:
        """Begin a tournament. Raises a TournamentError while another one goes on."""
        if self.now is not None and not self.now.ended:
            raise TournamentError(say("A tournament goes on: put it away before another one begins"))
        begun(terms)
        self.number, self.now = self.number + 1, None
        self.do(terms, who)

    def do(self, event: Event, who: str) -> None:
        """Let something happen, and keep it. Raises a TournamentError for what can't be, and nothing has happened."""
        after = _after(self.now, event)
        self._book.add_event(self.number, TournamentLine(self._at(), who, msgspec.json.encode(event).decode()))
        self.now, self._changed = after, True

    def rename(self, names: Mapping[str, str], who: str) -> None:
        """Let the pairings of the last round know what their tables are called now, by their ids."""
        now = self.now
        if now is None or now.ended or not now.rounds:
            return
        for at, pairing in enumerate(now.rounds[-1].pairings, 1):
            name = names.get(pairing.table, pairing.name)
            if name != pairing.name:
                self.do(Moved(round=len(now.rounds), pairing=at, table=pairing.table, name=name), who)

    def turn(self, now_s: float, delay_s: float) -> None:
        """Note what is told just now, and what has waited long enough to be known: scores are so many seconds late,
        and what was known before the room was started again is known still."""
        if not self._started:
            by = (datetime.fromisoformat(self._at()) - timedelta(seconds=delay_s)).isoformat(timespec="seconds")
            before = takewhile(lambda line: line.at <= by, self._book.events(self.number))
            self._known, self._started = (self.number, self._folded(before)), True
        if self._changed:
            if len(self._held) >= MOST_HELD:
                self._held.pop()
            self._held.append((now_s, self.number, self.now))
            self._changed = False
        while self._held and self._held[0][0] + delay_s <= now_s:
            self._known = self._held.popleft()[1:]

    @property
    def shown(self) -> Tournament | None:
        """What guests may see of it: who sits where, and the scores that are known by now."""
        now, (number, before) = self.now, self._known
        if now is None or (number == self.number and now is before):
            return now
        made = self._shown
        if made is None or made[0] is not now or made[1] is not before:
            made = self._shown = now, before, as_known(now, before if number == self.number else None)
        return made[2]

    def look(self, tables: Iterable[str] | None = None) -> None:
        """Take the scores of what these tables have told; without them, of those whose scores are awaited."""
        now = self.now
        if now is None or now.ended or not now.rounds:
            return
        each = [(one.since, pairing) for one in now.rounds for pairing in one.pairings]
        if tables is None:
            found = {pairing.table for _, pairing in each if not pairing.score}
            since = min((since for since, pairing in each if not pairing.score), default=0)
        else:
            concerned = {table for _, pairing in each for table in (pairing.table, pairing.told_by)}
            found, since = concerned & {*tables}, now.rounds[0].since
        opened = False
        for table in sorted(found - {""}):
            for game, first, ended in self._book.told_since(table, since):
                if self.now is None:
                    return
                counts = game.result.over and not game.struck and game.evening > 0
                event = heard(self.now, table, game.result, self.names(), counts=counts, first=first, ended=ended)
                if event is not None:
                    self.do(event, "")
                    opened |= isinstance(event, Cleared)
        if opened:  # they may have played again at another table, to which they were moved
            self.look()


def _after(now: Tournament | None, event: Event) -> Tournament:
    if now is None:
        if not isinstance(event, Begun):
            raise TournamentError(say("No tournament has begun"))
        return begun(event)
    return now.after(event)
