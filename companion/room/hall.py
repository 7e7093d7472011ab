"""The hall: listens to every table through one connection to the broker, keeps their results and confirms them.

A result is confirmed once it is on the room's own disk; a table offers it until then, so nothing is lost while the
room is away, and kept once, however often it comes. `run` is for a thread of its own.
"""

import logging
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta

import msgspec

from companion.language.message import Message, say
from companion.publishing import pairing
from companion.publishing.broker import Address, Broker, BrokerError, Heard, Mqtt
from companion.publishing.messages import (
    LONGEST_NAME,
    Confirmed,
    Gone,
    Offer,
    OfferedPairing,
    Report,
    ResultsDigest,
    TableResult,
    Topic,
    is_signed,
    mark,
    named,
    read,
    topic,
    written,
)
from companion.room.book import Book, Disclosed, Paired
from companion.room.brought import is_brought
from companion.room.confirmations import Confirmations
from companion.room.delay import Delay
from companion.room.digests import Digests, Programme, Tile
from companion.room.floor import Floor, Presence
from companion.room.offers import Offers
from companion.room.pairing_codes import PairingCodes
from companion.room.ranking import Ranked, natural, ranking, spelt
from companion.room.register import Register
from companion.room.timer import RoomClock, Timer, running_s, system_start
from companion.room.tournament_events import Event
from companion.room.tournaments import Tournaments
from companion.store.errors import StoreError

log = logging.getLogger("companion")
STEP_S = 0.05
DIGEST_S = 1.0  # between two digests …
SMALL, SMALL_S = 40, 0.25  # … and with so few tables
LOOK_S = 5.0  # how often it is looked who has fallen silent
FIRST_REST_S, LONGEST_REST_S = 0.5, 10.0


class Hall:
    """See the module. What is not `run` may be called from any thread."""

    def __init__(
        self,
        book: Book,
        address: Address,
        now: Callable[[], str],
        clock: Callable[[], float] = running_s,
        broker: Callable[[], Broker] = Mqtt,
        start: Callable[[], str] = system_start,
    ) -> None:
        self.book, self.digests, self.floor, self.delay = book, Digests(), Floor(), Delay()
        self._tiles: dict[str, Tile] = {}
        self.tournaments = Tournaments(book, now)
        self.register = Register(book)
        self.tournaments.names = lambda: self.register.called
        self._address, self._now, self._clock = address, now, clock
        self.room_clock = RoomClock(now, clock, start(), book.setting("timer's clock"))
        self._broker = broker()
        self._lock = threading.RLock()
        self._paired: dict[str, Paired] = {}
        self.twins: frozenset[str] = frozenset()  # paired tables that have one name
        self._codes = PairingCodes(clock)
        self._confirmations = Confirmations()
        self._sessions: dict[str, int] = {}  # to be kept
        self._offers = Offers()
        self._withdrawn: dict[str, bytes] = {}  # the keys of tables that are paired no more, until that is told
        self._ranked_anew = True
        self._digest_s = self._look_s = float("-inf")
        self.problem: Message | None = say("The broker is being called")
        self._know()
        if self.timer is not None:
            with suppress(StoreError):  # of a full disk other sentences tell
                self.time(self.timer)  # by this clock from here on, which may be that of another start of the machine

    def _know(self) -> None:
        """Read what the book keeps of the room itself."""
        self.evening = int(self.book.setting("evening") or 1)
        self.hidden = self.book.setting("hidden") == "1"
        self.hidden_since = int(self.book.setting("hidden since") or self.evening)
        timer = self.book.setting("timer")
        self.timer = msgspec.json.decode(timer, type=Timer).possible(self.room_clock()) if timer else None
        self.delay.seconds = int(self.book.setting("delay") or 0)
        self._paired = self.book.paired()
        self.floor.known({table: one.session for table, one in self._paired.items()})
        self._tell_apart()

    # ---- from any thread

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep what is changed inside together, or nothing of it; the listener waits meanwhile."""
        with self._lock:
            tournament, called = (self.tournaments.number, self.tournaments.now), self.register.called
            try:
                with self.book.together():
                    yield
            except BaseException:
                self.tournaments.number, self.tournaments.now = tournament
                self.register.called = called
                self._know()
                raise

    def open_code(self) -> str:
        """Return a fresh code that pairs one table, for a while; the oldest gives way where there are many."""
        code = pairing.new_code()
        secret = pairing.secret_of(code)
        with self._lock:
            self._codes.open(code, secret)
        return code

    def admit(self, table: str) -> str:
        """Pair a table by its id at once, and return the code that does so on its side; for tables of this machine."""
        code = pairing.new_code()
        key = pairing.key_of(code, table)
        with self._lock:
            self._pair(table, key)
        return code

    def codes(self) -> tuple[str, ...]:
        """Return the codes that pair a table just now."""
        with self._lock:
            return self._codes.still_open()

    def unpair(self, table: str) -> None:
        """Forget a table's key; it is shown as unpaired when it is heard again, and offered nobody any more."""
        with self._lock:
            paired = self._paired.get(table)
            self.book.unpair(table)
            if paired is not None:
                self._withdrawn[table] = paired.key
            self.floor.forget(table)
            self._know()

    def call(self, table: str, name: str, who: str = "") -> None:
        """Call a table otherwise than it calls itself; "" for its own name. Whom the tournament sends to a table
        is sent there by its new name."""
        with self.together():
            self.book.call(table, name)
            self._know()
            known = (one for one in self._paired if self.plain_name(one))
            self.tournaments.rename({one: self.name_of(one) for one in known}, who)

    def strike(self, table: str, game: str, *, struck: bool) -> None:
        """Let a game count nothing, or count again."""
        with self.together():
            self.book.strike(table, game, struck=struck)
            self.tournaments.look([table])
            self._ranked_anew = True

    def hide(self, *, hidden: bool) -> None:
        """Show no standings on walls, or show them again."""
        with self._lock:
            if hidden and not self.hidden:
                self.book.set("hidden since", str(self.evening))
                self.hidden_since = self.evening
            self.book.set("hidden", str(int(hidden)))
            self.hidden = hidden

    def lag(self, seconds: int) -> None:
        """Let walls and overlay show what happened so many seconds ago."""
        with self._lock:
            self.book.set("delay", str(seconds))
            self.delay.seconds = seconds

    @property
    def tells_at_once(self) -> bool:
        """Whether guests see how all stand as soon as the director does."""
        return not (self.hidden or self.delay.seconds)

    def told_games(self) -> Disclosed:
        """Return what guests may know of the games by now."""
        with self._lock:
            late = timedelta(seconds=self.delay.seconds)
            by = (datetime.fromisoformat(self._now()) - late).isoformat(timespec="seconds") if late else None
            return Disclosed(by, self.hidden_since if self.hidden else None)

    def tables(self) -> Mapping[str, Tile]:
        """Return all tables as they are now, whatever walls show."""
        with self._lock:
            return dict(self._tiles)

    def begin_evening(self) -> None:
        """Begin another evening: what is heard of from now on counts for it."""
        with self._lock:
            self.book.set("evening", str(self.evening + 1))
            self.evening += 1
            self._ranked_anew = True

    def happen(self, *events: Event, who: str) -> None:
        """Let this happen in the tournament, all or nothing; what tables have told already is taken. Raises a
        TournamentError for what can't be."""
        with self.together():
            for event in events:
                self.tournaments.do(event, who)
            self.tournaments.look()

    def time(self, timer: Timer | None) -> None:
        """Show this timer everywhere; None for none."""
        with self._lock, self.book.together():
            self.book.set("timer's clock", self.room_clock.kept)
            self.book.set("timer", "" if timer is None else msgspec.json.encode(timer).decode())
            self.timer = timer

    def there(self) -> list[tuple[str, str]]:
        """Return the paired tables that have not said farewell, as people sort their names, those that are not heard
        just now last: id and name."""
        now_s = self._clock()
        with self._lock:
            found = [
                (heard.presence(now_s), table, self.name_of(table))
                for table, heard in self.floor.tables.items()
                if heard.paired and heard.state is not None and heard.presence(now_s) is not Presence.GONE
            ]
        found.sort(key=lambda one: (one[0] is not Presence.THERE, natural(one[2])))
        return [(table, name) for _, table, name in found]

    def rank_anew(self) -> None:
        """Make the ranking anew: somebody is called otherwise."""
        with self._lock:
            self._ranked_anew = True

    def paired(self) -> Mapping[str, Paired]:
        """Return who is paired."""
        with self._lock:
            return dict(self._paired)

    def name_of(self, table: str) -> str:
        """Return what a table is called in this room: its id where nobody knows, and with a mark where another paired
        one has the same name. It is no longer than names are, for a tournament keeps it."""
        with self._lock:
            marked = f" · {mark(table)}" if table in self.twins else ""
            called = self.plain_name(table) or table
            return called[: LONGEST_NAME - len(marked)] + marked

    def plain_name(self, table: str) -> str:
        """Return what the director calls a table, else what it calls itself, as others may be called, too; "" where
        that is not known."""
        with self._lock:
            paired, heard = self._paired.get(table), self.floor.tables.get(table)
            own = heard.state.name if heard is not None and heard.state is not None else ""
            return paired.name if paired is not None and paired.name else own

    def _tell_apart(self) -> None:
        """See which paired tables have the name of another one."""
        called = {table: spelt(self.plain_name(table)) for table in self._paired}
        count = Counter(called.values())
        twins = frozenset(table for table, name in called.items() if name and count[name] > 1)
        self.floor.changed |= twins ^ self.twins
        self.twins = twins

    def standings(self) -> tuple[Ranked, ...]:
        """Return the evening's ranking."""
        return ranking(
            ((one.source, one.result) for one in self.book.games(self.evening) if one.result.over and not one.struck),
            self.register.called,
        )

    # ---- the thread

    def run(self, stopped: threading.Event) -> None:
        """Listen until `stopped`."""
        rest_s, logged = FIRST_REST_S, None
        while not stopped.is_set():
            try:
                self._broker.connect(self._address, f"room-{secrets.token_hex(4)}", None, self._wanted())
                self.problem, rest_s = None, FIRST_REST_S
                self._offers = Offers()  # a broker that was begun anew has kept none
                while not stopped.is_set():
                    self.turn(STEP_S)
            except (BrokerError, StoreError) as error:
                self.problem = error.message
                if isinstance(error, StoreError):  # what is not kept is not confirmed, and offered again
                    rest_s = LONGEST_REST_S
                else:
                    self.problem = say(
                        "The broker can't be used: {why}. Tables play on; the room hears of them later",
                        why=error.message,
                    )
                if self.problem != logged:
                    log.warning("%s", self.problem)
                    logged = self.problem
                with self._lock:
                    self.floor.deaf()
                self.tell_walls()
                stopped.wait(rest_s)
                rest_s = min(2 * rest_s, LONGEST_REST_S)
            finally:
                self._broker.close()

    @staticmethod
    def _wanted() -> list[str]:
        return [topic("+", kind) for kind in Topic if kind not in (Topic.CONFIRMED, Topic.PAIRING)]

    def turn(self, timeout_s: float) -> None:
        """Take what has come, confirm what was kept, and let walls know when it is time."""
        heard = self._broker.step(timeout_s)
        now_s = self._clock()
        with self._lock:
            offers = [offer for one in heard if (offer := self._take(one, now_s)) is not None]
            self._keep(offers)
            self._offer(now_s)
        self.tell_walls()

    def _take(self, heard: Heard, now_s: float) -> tuple[str, Offer] | None:
        """Take one message; return a table's offer, to be kept with the others that have come."""
        name, payload, kept = heard
        where = named(name)
        if where is None:
            return None
        table, kind = where
        signed = self._is_signed(table, name, payload)
        match kind:
            case Topic.BIRTH | Topic.UPDATE:
                report = read(payload, Report)
                if report is not None:
                    self._reported(table, report, signed=signed, kept=kept, now_s=now_s)
            case Topic.GONE:
                gone = read(payload, Gone)
                if gone is not None:
                    self.floor.ended(table, gone, signed=signed, now_s=now_s)
            case Topic.DIGEST if signed:
                digest = read(payload, ResultsDigest)
                if digest is not None:
                    self._confirmations.named(table, digest.ids)
                    self._confirm(table, now_s)
            case Topic.RESULTS if signed:
                offer = read(payload, Offer)
                if offer is not None:
                    return table, offer
        return None

    def _reported(self, table: str, report: Report, *, signed: bool, kept: bool, now_s: float) -> None:
        counts = self.floor.reported(table, report, signed=signed, kept=kept, now_s=now_s)
        if not signed:
            return
        known = max(self._sessions.get(table, 0), self._paired[table].session)
        if counts and report.session > known:
            self._sessions[table] = report.session
        elif not counts and not kept and report.session < known:
            self._confirm(table, now_s, again=True)  # its store is an older copy: it is told of its later sessions

    def _keep(self, offers: list[tuple[str, Offer]]) -> None:
        """Keep what was offered, then say so."""
        if not offers and not self._sessions:
            return
        with self.together():
            for table, offer in offers:
                for one in offer.results:
                    now = self._now()
                    self.book.take(table, (one,), now, self._evening_of(table, offer, one, now))
            self.tournaments.look(table for table, _ in offers)
            self.book.heard(self._sessions.items())
        for table, session in self._sessions.items():
            before = self._paired.get(table)
            if before is not None:
                self._paired[table] = replace(before, session=max(session, before.session))
        self._sessions.clear()
        now_s = self._clock()
        for table, offer in offers:
            self._confirmations.offered(table, (one.id for one in offer.results))
            self._confirm(table, now_s, again=True)
            self._ranked_anew = True

    def _evening_of(self, table: str, offer: Offer, result: TableResult, now: str) -> int:
        """Return the evening for which a result counts; 0, none, where it was brought along. What follows a result
        that counts was not: its age is that of a clock that was set since."""
        paired_at = self._paired[table].at
        follows = self.book.told_before(table, result.number, min(paired_at, now))
        return self.evening if follows or not is_brought(offer, result, paired_at, now) else 0

    def _confirm(self, table: str, now_s: float, *, again: bool = False) -> None:
        """Tell a table what is on the disk of what it named; nothing where it knows, unless it asks `again`."""
        paired = self._paired[table]

        def kept(ids: tuple[str, ...]) -> Confirmed:
            return Confirmed(paired.session, *self.book.count(table), self.book.has(table, ids))

        told = self._confirmations.due(table, kept, now_s, again=again)
        if told is None:
            return
        where = topic(table, Topic.CONFIRMED)
        self._broker.publish(where, written(where, told, paired.key), retain=True)

    def _offer(self, now_s: float) -> None:
        """Offer each table who is to play there, and nobody to one that is paired no more."""
        for table, key in [*self._withdrawn.items()]:
            where = topic(table, Topic.PAIRING)
            if table not in self._paired:
                self._broker.publish(where, written(where, OfferedPairing(), key), retain=True)
            del self._withdrawn[table]
        timer = self.timer
        left_s = 0.0 if timer is None else timer.left(self.room_clock())
        for table, one in self._offers.due(self.tournaments.now, timer, left_s, self._paired, now_s):
            where = topic(table, Topic.PAIRING)
            self._broker.publish(where, written(where, one, self._paired[table].key), retain=True)

    def tell_walls(self) -> None:
        """Put a digest where it is time for one."""
        now_s = self._clock()
        with self._lock:
            if now_s - self._digest_s < (SMALL_S if len(self.floor.tables) <= SMALL else DIGEST_S):
                return
            self._digest_s = now_s
            if now_s - self._look_s >= LOOK_S:
                self._look_s = now_s
                self.floor.look(now_s)
            if self.floor.changed:
                self._tell_apart()
            looked_at = {table: self._tile(table, now_s) for table in self.floor.take_changed()}
            tiles = {table: tile for table, tile in looked_at.items() if tile != self._tiles.get(table)}
            ranked = self.standings() if self._ranked_anew else None
            self._ranked_anew = False
            for table, tile in tiles.items():
                if tile is None:
                    self._tiles.pop(table, None)
                else:
                    self._tiles[table] = tile
            self.delay.add(now_s, tiles, ranked)
            for changed, ranking_then in self.delay.due(now_s):
                self.digests.put(changed, ranking_then, hidden=self.hidden)
            self.tournaments.turn(now_s, self.delay.seconds)
            programme = Programme(self.tournaments.shown, self.timer)
            self.digests.put(
                {}, None, hidden=self.hidden, programme=programme
            )  # nobody waits for standings to be hidden

    def _tile(self, table: str, now_s: float) -> Tile | None:
        heard = self.floor.tables.get(table)
        if heard is None:
            return None
        return Tile(self.name_of(table), heard.presence(now_s), heard.paired, heard.state)

    # ---- who is paired

    def _is_signed(self, table: str, where: str, payload: bytes) -> bool:
        """Whether a message is its table's; where a code is open, one that was signed with it pairs its table."""
        paired = self._paired.get(table)
        if paired is not None and is_signed(where, payload, paired.key):
            return True
        found = self._codes.that_signed(table, where, payload)
        if found is None:
            return False
        code, key = found
        self._pair(table, key)
        self._codes.spend(code)
        return True

    def _pair(self, table: str, key: bytes) -> None:
        """Pair a table by its key: whatever it was told by another one it is told again."""
        self.book.pair(table, key, self._now())
        self._confirmations.forget(table)
        self._offers.forget(table)
        self._know()
