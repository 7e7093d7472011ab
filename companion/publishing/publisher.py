"""The publisher: tells the room of one table, in a thread of its own.

A birth with the whole state, then an update where something changed, at most one a second and none before the last one
is written: a broker that is dead, slow or wrong slows this thread and nobody else. Results wait in the store's outbox
until the room has confirmed them from its own disk; what is not confirmed is offered again at each connection.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

import msgspec

from companion.language.catalogue import translator
from companion.language.message import Message, say, say_count
from companion.publishing import home_assistant, pairing, results
from companion.publishing.broker import Address, Broker, BrokerError, Mqtt, Sent, Will
from companion.publishing.messages import (
    AT_ONCE,
    LARGEST,
    LAST_IDS,
    Confirmed,
    Gone,
    Offer,
    OfferedPairing,
    Report,
    ResultsDigest,
    State,
    TableResult,
    Topic,
    is_signed,
    read,
    topic,
    written,
)
from companion.publishing.state import state
from companion.store.rows import Told
from companion.table.snapshot import Health, Snapshot

log = logging.getLogger("companion")
LEAST_S = 1.0  # between two updates
BEAT_S = 20.0  # an update comes so often, though nothing has changed: whoever is silent for longer is not there
STEP_S = 0.1
OFFERED_AGAIN_S = 10.0
UNANSWERED_S = 35.0  # after as many offers as can be lost by chance
FIRST_REST_S, LONGEST_REST_S = 1.0, 30.0
SOUND_S = 60.0  # a connection that lasted so long is taken up again at once
OVERTAKEN = 2  # later sessions than its own that a table hears of: the first may be its own, before it was set back
LOOKED_S = 5.0  # the outbox is looked into so often, whatever the snapshots say
RESERVED = 1_000_000  # sessions that are the table's own before the next is kept
SETTING = "room"  # its pairing, in the store
PART = str(say("room"))


class OutboxStore(Protocol):
    """The store, as far as it is asked for here."""

    def setting(self, name: str) -> str | None:
        """Return a kept setting."""
        ...

    def set(self, name: str, value: str) -> None:
        """Keep a setting."""
        ...

    def outbox(self) -> tuple[Told, ...]:
        """Return all that the room was or is to be told, the oldest first."""
        ...

    def outbox_size(self) -> tuple[int, int]:
        """Return its highest number and its length."""
        ...

    def confirm(self, told: list[str], *, confirmed: bool = True) -> None:
        """Keep that the room has these, or has them no more."""
        ...

    def tell_beyond(self, number: int) -> None:
        """Let later numbers be higher than this one."""
        ...


@dataclass(frozen=True, slots=True)
class Manner:
    """What of the table is told, under which name, and whether Home Assistant is told, too, in which language."""

    name: str
    full_names: bool = True
    standings: bool = True
    home_assistant: bool = False
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Offered:
    """What the room offers, and when its timer ends by this table's clock: None where that is not known."""

    pairing: OfferedPairing
    ends_s: float | None


class _Kept(msgspec.Struct, frozen=True):
    """What is kept of the pairing: the table's own id, its key in hexadecimal, the highest session it may have had."""

    table: str = ""
    key: str = ""
    session: int = 0


@dataclass(slots=True)
class _Session:
    """One connection: how far it is."""

    number: int
    began_s: float
    updates: int = 0
    state: State | None = None
    told_s: float = 0.0
    last: Sent | None = None
    offered: frozenset[str] = frozenset()
    offered_s: float = 0.0
    digest: tuple[str, ...] | None = None
    announced_s: float = float("-inf")  # to Home Assistant …
    announced: bool = False  # … which has not started anew since
    buried: bool = True  # the broker keeps a last will, though this session lives
    shown: home_assistant.Now | None = None


class Publisher:
    """See the module. `run` is for a thread of its own; the rest may be called from any."""

    def __init__(
        self,
        address: Address,
        manner: Manner,
        store: OutboxStore,
        newest: Callable[[], Snapshot],
        now: Callable[[], str],
        clock: Callable[[], float] = time.monotonic,
        broker: Callable[[], Broker] = Mqtt,
        people: Callable[[], results.PeopleInRoom] = results.PeopleInRoom,
    ) -> None:
        self._address, self._manner, self._store, self._people = address, manner, store, people
        self._newest, self._now, self._clock = newest, now, clock
        self._broker = broker()
        self.asking: Callable[[], AbstractContextManager[object]] = nullcontext  # what may never answer
        known = msgspec.json.decode(store.setting(SETTING) or "{}", type=_Kept)
        self.table = known.table or secrets.token_hex(8)
        self._key = bytes.fromhex(known.key) or None
        self._reserved = self._session_number = known.session
        self._rows: dict[str, Told] = {}
        self._size = (-1, -1)
        self._looked_s = 0.0
        self._pairing = threading.Lock()
        self._paired_anew = threading.Event()
        self._connected = self._answered = False
        self._problem: Message | None = None
        self._offered: Offered | None = None
        self._asked_s: float | None = None  # since when results have been offered to a room that does not answer
        self._overtaken = 0  # how often the room had heard a later session than this one's

    # ---- from any thread

    def offer(self) -> OfferedPairing | None:
        """Return what the room offers just now, None for nothing: `left_s` is what is left of the timer by now."""
        offered = self._offered
        if offered is None or not offered.pairing.seats:
            return None
        pairing, ends_s = offered.pairing, offered.ends_s
        if not pairing.runs:
            return pairing
        left_s = None if ends_s is None else max(0, round(ends_s - self._clock()))
        return msgspec.structs.replace(pairing, left_s=left_s)

    def pair(self, code: str) -> bool:
        """Pair the table with the room that shows this code; False for what is no code. Kept before this returns."""
        if not pairing.plain(code):
            return False
        with self._pairing:
            self._key = pairing.key_of(code, self.table)
            self._offered, self._answered = None, False
            self._keep()
        self._paired_anew.set()
        return True

    @property
    def paired(self) -> bool:
        """Whether the room has answered in the words of this pairing since the start."""
        return self._answered

    def health(self) -> tuple[Health, ...]:
        """Return how the table and its room stand, in words."""
        waiting = [row for row in [*self._rows.values()] if not row.confirmed]
        text = self._standing()
        fine = say("The room hears this table") if self._key is not None else say("Home Assistant hears this table")
        parts = [Health(PART, "ok" if text is None else "attention", text or fine)]
        if waiting and self._key is not None:
            told = say_count(
                "{count} result waits for the room", "{count} results wait for the room", count=len(waiting)
            )
            parts.append(Health(PART, "ok" if text is None else "attention", told))
        return tuple(parts)

    def _standing(self) -> Message | None:
        if self._overtaken >= OVERTAKEN:
            return say(
                "Another companion speaks as this table, for its folder was copied. No game is lost; begin one of the "
                "two with an empty folder, and pair it anew"
            )
        if self._problem is not None:
            return say("The broker can't be used: {why}. Games go on; the room hears of them later", why=self._problem)
        if not self._connected:
            return say("The broker is being called")
        if self._key is None and self._manner.home_assistant:
            return None  # it may have no room
        if self._key is None:
            return say("This table is not paired with the room: type the room's code in the settings")
        if not self._answered:
            return say("The room has not answered yet. Is it running, and was its code typed right?")
        asked_s = self._asked_s
        if asked_s is not None and self._clock() - asked_s > UNANSWERED_S:
            return say("The room answers no more. Is it running, and is this table still paired there?")
        return None

    # ---- the thread

    def run(self, stopped: threading.Event) -> None:
        """Tell the room of the table until `stopped`."""
        rest_s = FIRST_REST_S
        while not stopped.is_set():
            began_s = self._clock()
            try:
                self._serve(stopped)
                rest_s = FIRST_REST_S
            except BrokerError as error:
                self._problem = error.message
                log.info("the room is not told: %s", error)
                rest_s = FIRST_REST_S if self._clock() - began_s > SOUND_S else min(2 * rest_s, LONGEST_REST_S)
                stopped.wait(rest_s * (0.5 + secrets.randbelow(1000) / 1000))  # not all tables at once
            finally:
                self._connected = False
                self._broker.close()

    def _serve(self, stopped: threading.Event) -> None:
        """Tell of the table over one connection, until it has to be made anew."""
        self._paired_anew.clear()
        session = _Session(self._next_session(), self._clock())
        self._look(self._clock())
        self._connect(session)
        while not stopped.is_set() and not self._paired_anew.is_set():
            if self._clock() - session.began_s > SOUND_S:
                self._overtaken = 0
            with self.asking():
                if not self._go_on(session):
                    return
        self._broker.publish(*self._sealed(Topic.GONE, Gone(session.number)), retain=True)

    def _go_on(self, session: _Session) -> bool:
        """Hear what has come, and tell what is new; return whether this session goes on."""
        for name, payload, kept in self._broker.step(STEP_S):
            if name == topic(self.table, Topic.CONFIRMED) and not self._heard(session, payload):
                return False
            if name == topic(self.table, Topic.PAIRING):
                self._take_offer(payload, kept=kept)
            if name == home_assistant.STATUS and payload == home_assistant.STARTED and not kept:
                session.announced = False
            if name == topic(self.table, Topic.GONE) and payload != self._living()[1]:
                session.buried = True
        self._tell_state(session)
        if self._manner.home_assistant:
            self._announce(session)
        if self._key is not None:
            self._tell_results(session)
        return True

    def _connect(self, session: _Session) -> None:
        will = Will(*self._sealed(Topic.GONE, Gone(session.number)))
        wanted = [topic(self.table, Topic.CONFIRMED), topic(self.table, Topic.PAIRING)]
        if self._manner.home_assistant:
            wanted += [home_assistant.STATUS, topic(self.table, Topic.GONE)]
        self._broker.connect(self._address, f"table-{self.table}"[:23], will, wanted)  # 23: MQTT 3.1.1, 3.1.3.1
        self._connected, self._problem, self._asked_s = True, None, None
        self._tell_state(session)

    def _tell_state(self, session: _Session) -> None:
        """Send the state where it has changed, or was not told for a while."""
        now_s = self._clock()
        birth = session.state is None
        if not birth and (now_s - session.told_s < LEAST_S or not (session.last and session.last.is_published())):
            return
        manner, newest, people = self._manner, self._newest(), self._people()
        new = state(
            newest,
            manner.name,
            full_names=manner.full_names and people.known,
            standings=manner.standings,
            withheld=people.withheld,
        )
        if new == session.state and now_s - session.told_s < BEAT_S:
            return
        session.updates += not birth
        report = Report(session.number, session.updates, self._now(), new)
        sealed = self._sealed(Topic.BIRTH if birth else Topic.UPDATE, report)
        session.last = self._broker.publish(*sealed, retain=True, sure=birth)
        if self._manner.home_assistant:
            self._tell_home(session, new)
        session.state, session.told_s = new, now_s

    def _tell_home(self, session: _Session, new: State) -> None:
        """Send what Home Assistant's sensors show where that has changed, and what has ended since the last state."""
        shown = home_assistant.now(new)
        if shown != session.shown:
            where = topic(self.table, home_assistant.OwnTopic.NOW)
            self._broker.publish(where, msgspec.json.encode(shown), retain=True)
            session.shown = shown
        event = None if session.state is None else home_assistant.happened(session.state, new)
        if event is not None:
            self._broker.publish(topic(self.table, home_assistant.OwnTopic.EVENT), msgspec.json.encode(event))

    def _announce(self, session: _Session) -> None:
        """Tell Home Assistant which sensors there are, anew where it has started, and that the table is there, anew
        where a will of an earlier session came late."""
        now_s = self._clock()
        if (session.announced and not session.buried) or now_s - session.announced_s < LEAST_S:
            return
        if not session.announced:
            name = session.state.name if session.state is not None else self._manner.name
            self._broker.publish(
                *home_assistant.announcement(self.table, name, translator(self._manner.language)), retain=True
            )
        self._broker.publish(*self._living(), retain=True)
        session.announced, session.buried, session.announced_s = True, False, now_s

    def _living(self) -> tuple[str, bytes]:
        """Return what is said in the place of a last will: no session has ended."""
        return self._sealed(Topic.GONE, Gone(0))

    def _tell_results(self, session: _Session) -> None:
        now_s = self._clock()
        if now_s - self._looked_s >= LOOKED_S or session.told_s >= self._looked_s or session.digest is None:
            self._look(now_s)
        ids = tuple([*self._rows][-LAST_IDS:])
        if session.digest != ids:
            self._broker.publish(
                *self._sealed(Topic.DIGEST, ResultsDigest(session.number, len(self._rows), ids)), retain=True
            )
            session.digest = ids
        waiting = [row for row in self._rows.values() if not row.confirmed]
        if not waiting or (session.offered and now_s - session.offered_s < OFFERED_AGAIN_S):
            return
        offered = self._fitting(waiting)
        if offered:
            self._asked_s = now_s if self._asked_s is None else self._asked_s
            self._broker.publish(*self._sealed(Topic.RESULTS, Offer(session.number, offered, self._now())))
        session.offered, session.offered_s = frozenset(one.id for one in offered), now_s

    def _look(self, now_s: float) -> None:
        """Read what stands in the outbox, where it is otherwise than when it was read last."""
        self._looked_s = now_s
        size = self._store.outbox_size()
        if size != self._size:
            self._rows = {row.id: row for row in self._store.outbox()}
            self._size = size

    def _fitting(self, waiting: list[Told]) -> tuple[TableResult, ...]:
        """Return the oldest of these, as many as a message holds. One that has not the form, which a game of somebody's
        own may bring about, is left out: the room would refuse the others with it."""
        taken: list[TableResult] = []
        people = self._people()
        full_names = self._manner.full_names and people.known
        room = LARGEST - 1024
        for row in waiting:
            one = results.result(row, people) if full_names else results.initials(results.result(row))
            encoded = msgspec.json.encode(one)
            if read(encoded, TableResult) is None:
                continue
            room -= len(encoded) + 1
            if (room < 0 and taken) or len(taken) == AT_ONCE:
                break
            taken.append(one)
        return tuple(taken)

    def _take_offer(self, payload: bytes, *, kept: bool) -> None:
        """Take what the room offers; what the broker had kept of it does not tell how late it is."""
        where, key = topic(self.table, Topic.PAIRING), self._key
        said = read(payload, OfferedPairing) if key is not None and is_signed(where, payload, key) else None
        if said is not None:
            timed = said.runs and said.left_s is not None and not kept
            self._offered = Offered(said, self._clock() + (said.left_s or 0) if timed else None)

    def _heard(self, session: _Session, payload: bytes) -> bool:
        """Take what the room says that it has; return whether this session goes on."""
        where, key = topic(self.table, Topic.CONFIRMED), self._key
        said = read(payload, Confirmed) if key is not None and is_signed(where, payload, key) else None
        if said is None:
            return True
        self._answered, self._asked_s = True, None
        if said.session > session.number:  # this store is an older copy: the room knows later sessions
            self._session_number = max(self._session_number, said.session)
            self._overtaken += 1
            return False
        has = {*said.ids}
        new = [row.id for row in self._rows.values() if row.id in has and not row.confirmed]
        gone = [one for one in [*self._rows][-LAST_IDS:] if self._rows[one].confirmed and one not in has]
        if gone or said.count < sum(
            row.confirmed for row in self._rows.values()
        ):  # the room has an older copy of its own
            gone = [row.id for row in self._rows.values() if row.confirmed and row.id not in has]
        if new or gone:
            self._store.confirm(new)
            self._store.confirm(gone, confirmed=False)
            self._size = (-1, -1)
            self._look(self._clock())
        if said.last > self._size[0]:
            self._store.tell_beyond(said.last)
        if session.offered <= has or gone:
            session.offered = frozenset()
        return True

    def _sealed(self, kind: Topic, message: msgspec.Struct) -> tuple[str, bytes]:
        where = topic(self.table, kind)
        return where, written(where, message, self._key)

    # ---- what is kept

    def _next_session(self) -> int:
        """Return a number that no session of this table had, though its store may be an older copy; the next start's
        are higher."""
        with self._pairing:
            self._session_number += 1 + secrets.randbelow(1000)
            if self._session_number >= self._reserved:
                self._reserved = self._session_number + RESERVED
                self._keep()
            return self._session_number

    def _keep(self) -> None:
        known = _Kept(self.table, (self._key or b"").hex(), self._reserved)
        self._store.set(SETTING, msgspec.json.encode(known).decode())
