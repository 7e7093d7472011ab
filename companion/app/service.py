"""The composition root: the only file that names every leaf. Threads put signals; the session's thread alone steps.

Each device has one thread: the session's (with the lamps), the camera's, the display's; the page brings its own.
"""

import logging
import math
import queue
import secrets
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Protocol

from companion.app.asking_thread import Asker
from companion.app.camera_thread import Lookout
from companion.app.display_thread import Screen
from companion.app.health_thread import VITALS_S, HealthWatch
from companion.app.key_guard import KeyGuard
from companion.app.page import Door
from companion.app.supervision import Supervisor, all_ended
from companion.camera.play import Watch
from companion.config import Folders, RoomSection
from companion.language.catalogue import translator
from companion.language.message import Message, say
from companion.machine import health, vitals
from companion.machine.wiring_test import WiringTest
from companion.publishing.broker import Address
from companion.publishing.publisher import PART, Manner, Publisher
from companion.publishing.results import PeopleInRoom, restated
from companion.session import Chance, Published, Session, learning
from companion.session.table import HIDDEN
from companion.settings.installation import Premises
from companion.settings.page import SettingsPage
from companion.showing.projection import with_health
from companion.store.database import Store
from companion.store.upkeep import Upkeep
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.feed import Feed
from companion.table.signals import (
    Announced,
    Chattered,
    Effect,
    Flash,
    Key,
    NewBaseline,
    PinShown,
    Pressed,
    ReadAnew,
    Refuse,
    Reply,
    Signal,
    Submitted,
    Surroundings,
    Teach,
    Tick,
    Untaught,
    Unteach,
)
from companion.table.snapshot import Health, Snapshot, Step
from companion.teaching.page import WalkDoor
from companion.teaching.shelf import Shelf
from companion.teaching.walker import Walker
from companion.teaching.worker import Teacher
from hardware.camera import Came, unheard
from hardware.display import Display
from hardware.errors import HardwareError
from hardware.lamp import LampPattern
from hardware.pods import PodKey, Pods
from web.contract import Bench

log = logging.getLogger("companion")
BEAT_S = 0.02  # lamps are stepped this often
TICK_S = 0.1
REPLY_S = 10.0
STOP_S = 7.0  # all that ends has so long together …
LOOK_S = 5.0  # … of which a look that has begun is let end
DISK_S, KEYS_S = 0.25, 0.5  # disk and keys are asked so often: what hangs is told within two seconds
UPKEEP_S = 600.0
LATE_S = 0.25  # a session that has not come round for so long is not waited for, to tell how the parts do
DEAF_S = 2.0  # a session that was away for so long has answered no key: who waited pressed again, and may have given up
LAMPS_REST_S = 1.0  # lamps that can't be written are tried again after this
GAME_SILENT = say("The game does not answer; where that lasts, start the companion again: it is kept")
PODS_SILENT = say("The pods' pins do not answer; where that lasts, start the companion again: the game is kept")
ROOM_SILENT = say("What tells the room does not come round; games go on, and the room hears of them later")
PAGE_SILENT = say("The page does not answer; where that lasts, start the companion again: the game is kept")


class _Closes(Protocol):
    """A device or a worker that can be given back."""

    def close(self) -> bool | None:
        """Give it back; False where what it does has not ended."""
        ...


@dataclass(frozen=True)
class Leaves:
    """What is connected; whatever is missing is played without. `no_lens`: why the lens that was measured here can't be
    used."""

    pods: Pods | None = None
    display: Display | None = None
    watch: Watch | None = None
    bench: Bench | None = None
    walker: Walker | None = None
    teacher: Teacher | None = None
    faults: tuple[HardwareError, ...] = ()
    no_lens: Message | None = None
    shelf: Shelf | None = None
    premises: Premises | None = None


class Service:
    """A running companion. `start` it, hand `door` to the page, `stop` it."""

    def __init__(
        self,
        folders: Folders,
        leaves: Leaves,
        table: Equipment,
        clock: Callable[[], float] = time.monotonic,
        language: str = "en",
        beat: Callable[[str], None] = lambda _: None,
        mended: tuple[Message, ...] = (),
        room: RoomSection | None = None,
    ) -> None:
        self._leaves = leaves
        self._beat = beat  # told whenever a loop has come round, so that one that hangs is noticed
        self._clock = clock
        self._signals: queue.Queue[tuple[Signal, Future[Reply] | None]] = queue.Queue()
        self._mended = mended  # what was found wrong with the store before it was opened
        self._upkeep = Upkeep(folders.games, clock)
        self._ailing = threading.Event()  # something fails that was well: health is not to wait for its turn
        self.supervisor = Supervisor(self._ailing.set, clock)
        self._keys = KeyGuard(lambda pod, key, at_s: self.put(Chattered(pod, Key(key.value), at_s)))
        silent = say("{path} does not answer; look at its disk or card", path=str(folders.data))
        store = Store(folders.games)
        asks_disk = partial(vitals.disk, folders.data, store.is_there)
        self._askers = {
            "disk": Asker("disk", asks_disk, DISK_S, self.supervisor, silent),
            "machine": Asker("machine", vitals.machine, VITALS_S, self.supervisor),
            "pods": Asker("pods", self._keys_health, KEYS_S, self.supervisor, PODS_SILENT),
        }
        self._deaf_until_s = -math.inf  # keys that went down before it were answered by no lamp
        self._came_round_s = clock()  # the session's loop …
        self._came_round: Came = unheard  # … which is watched from the start on
        nothing = Snapshot(0, Step.JOIN, say("The companion is starting"))
        self.feed: Feed[Published] = Feed(Published(nothing, {}, {}))
        self._surroundings, self._surrounding = Surroundings(), threading.Lock()
        self._health = HealthWatch(self._vitals, lambda said: self.surround(health=said), self.supervisor, self._ailing)
        self._folders = folders
        self._wiring = WiringTest(leaves.pods, self._playing, clock)
        self._lookout, self._screen = self._looking(there=table.camera), self._showing(language)
        self._publisher = None if room is None else self._told_room(room, store, language)
        table = replace(table, room=room is not None)
        self.session = Session(store, chance(), table, self._published, mended=bool(mended))
        self.door = self._opened(store, teach=table.teach)

    def _looking(self, *, there: bool) -> Lookout | None:
        """Return who looks through the camera; `there`: there is one from the start."""
        leaves = self._leaves
        if leaves.watch is None:
            return None
        eyes = (leaves.watch, leaves.walker, leaves.teacher)
        return Lookout(*eyes, self.feed, self.put, there, self._beat, self.supervisor)

    def _showing(self, language: str) -> Screen | None:
        """Return what keeps the display."""
        if self._leaves.display is None:
            return None
        words = translator(language)
        return Screen(self._leaves.display, self.feed, self._wiring, words, self._clock, self.supervisor)

    def _told_room(self, room: RoomSection, store: Store, language: str) -> Publisher:
        """Return what tells a room of this table."""
        if self._mended:
            restated(store, chance().now(), chance().new_id, hidden=store.setting(HIDDEN) == "on")
        address = Address(room.broker, room.port, room.user, room.password, room.ca)
        manner = Manner(room.name, room.names, room.standings, room.home_assistant, language)

        def newest() -> Snapshot:
            return self.feed.latest[1].snapshot

        def people() -> PeopleInRoom:
            return self.door.for_room()

        told = Publisher(address, manner, store, newest, chance().now, self._clock, people=people)
        told.asking = partial(self.supervisor.awaiting, PART, ROOM_SILENT)
        return told

    def _opened(self, store: Store, *, teach: bool) -> Door:
        """Return the page's door; `teach` says whether play teaches where nobody has chosen."""
        leaves, folders = self._leaves, self._folders
        self._upkept = upkeep = SettingsPage(
            leaves.shelf or Shelf(folders.pieces),
            leaves.watch,
            leaves.premises or Premises(folders.data, folders.lens),
            lambda: learning.is_on(store, default=teach),
            store.set,
            wiring=self._wiring,
            room=self._publisher,
        )
        upkeep.pin = lambda: self.session.pin
        photos = None if leaves.watch is None else leaves.watch.loop.photos
        walk, beside = self._walk_door(), folders.games.parent
        door = Door(self.feed, store, self.submit, leaves.bench, upkeep, walk, beside, photos)
        if self._publisher is not None:
            door.offered = self._publisher.offer
        return door

    def _walk_door(self) -> WalkDoor | None:
        if self._leaves.walker is None:
            return None
        return WalkDoor(
            self._leaves.walker,
            lambda: self.feed.latest[1].snapshot,
            lambda device: self.door.own(device).role,
            self._folders.data,
            for_all=self._leaves.bench is not None,
        )

    def start(self) -> None:
        """Start the threads."""
        if self._leaves.pods is not None:
            self._leaves.pods.listen(self._heard)
        if self._leaves.teacher is not None:
            self._leaves.teacher.forgotten = lambda sources: self.put(Untaught(self._clock(), sources))
        jobs: list[tuple[str, Callable[[threading.Event], None]]] = [("session", self._session_loop)]
        if self._lookout is not None:
            jobs.append(("camera", self._lookout.run))
        if self._leaves.walker is not None:
            jobs.append(("walk", self._leaves.walker.reader.work))
        if self._screen is not None:
            jobs.append(("display", self._screen.run))
        if self._publisher is not None:
            jobs.append(("room", self._publisher.run))
        jobs += [(part, asker.run) for part, asker in self._askers.items()]
        jobs += [("vitals", self._health.ask), ("silence", self._health.listen), ("upkeep", self._upkeep_loop)]
        self._came_round_s = self._clock()
        self._came_round = self.supervisor.watched("session", GAME_SILENT, LATE_S)
        for name, job in jobs:
            self.supervisor.run(name, job)

    def stop(self) -> bool:
        """Stop the threads and give the devices back, in STOP_S at most; return whether every thread has ended."""
        until_s = self._clock() + STOP_S
        self.supervisor.stopped.set()
        self._ailing.set()
        ended = self.supervisor.stop(LOOK_S)
        one, said = self._leaves, list[bool]()
        devices = (one.pods, one.display)  # a display may hang on the pods' own pins
        together = (devices, (one.teacher,), (self._upkept,), (one.watch,))

        def close(leaves: Iterable[_Closes | None]) -> None:
            ends = [leaf.close() for leaf in leaves if leaf is not None]
            said.append(False not in ends)

        closing = [threading.Thread(target=close, args=(leaves,), daemon=True) for leaves in together]
        for thread in closing:
            thread.start()
        return all_ended(closing, until_s, self._clock) and ended and said == [True] * len(closing)

    def put(self, signal: Signal) -> None:
        """Hand the session a signal, from any thread."""
        self._signals.put((signal, None))

    def tell(self, text: Message) -> None:
        """Tell everybody at the table something, until the next event. From any thread."""
        self.put(Announced(self._clock(), text))

    def surround(self, join: Mapping[str, str] | None = None, health: tuple[Health, ...] | None = None) -> None:
        """Tell how to join, how every part does, or both; what is left out stays. From any thread."""
        with self._surrounding:
            before = self._surroundings
            self._surroundings = now = Surroundings(
                self._clock(), before.join if join is None else join, before.health if health is None else health
            )
            self.put(now)
            if now.health != before.health and self._silent_s() > LATE_S:
                self.feed.change(lambda one: replace(one, snapshot=with_health(one.snapshot, now.health)))

    def _silent_s(self) -> float:
        return self._clock() - self._came_round_s

    def _playing(self) -> bool:
        snapshot = self.feed.latest[1].snapshot
        return snapshot.game is not None and snapshot.step is not Step.OVER

    def _published(self, published: Published) -> None:
        self.feed.put(published)
        pods = self._leaves.pods
        if pods is not None and self._wiring.now is None:
            lamps = {seat.number - 1: LampPattern(seat.lamp.value) for seat in published.snapshot.seats}
            for pod in range(pods.count):  # also of one that nobody plays with any more
                self._on("pods", partial(pods.show, pod, lamps.get(pod, LampPattern.OFF)))

    def _on(self, part: str, act: Callable[[], None]) -> bool:
        """Have a device do something; where it fails that is told, and the game goes on. Returns whether it did."""
        try:
            with self.supervisor.awaiting(part, PODS_SILENT) if part == "pods" else nullcontext():
                act()
        except Exception as error:
            self.supervisor.failed(part, error)
            return False
        return True

    def submit(self, device: str, request: requests.Request, request_id: str = "", *, again: bool = False) -> Reply:
        """Put a page's request to the session and wait for its reply. With the same id, it may be put again."""
        answer: Future[Reply] = Future()
        self._signals.put((Submitted(device, request, self._clock(), request_id, again), answer))
        try:
            return answer.result(REPLY_S)
        except TimeoutError:
            answer.cancel()  # what is not begun by now is not done later, beside the second try
            return Reply(False, say("The companion does not answer; try again"), ask="again")

    def _heard(self, pod: int, key: PodKey, pressed: bool, at_s: float) -> None:
        passed = self._keys.heard(pod, key, pressed, at_s)
        if passed is not None and self._screen is not None:
            self._screen.wake()
        if passed is not None and not self._wiring.heard(pod, key, passed):
            self.put(Pressed(pod, Key(key.value), passed, at_s))

    def _session_loop(self, stopped: threading.Event) -> None:
        next_tick_s = next_lamps_s = self._clock()
        while not stopped.is_set():
            before_s, self._came_round_s = self._came_round_s, self._clock()
            if self._came_round_s - before_s >= DEAF_S:
                self._deaf_until_s = self._came_round_s
            self._came_round(LATE_S)
            try:
                signal, answer = self._signals.get(timeout=BEAT_S)
                if isinstance(signal, Pressed) and signal.down and signal.at_s < self._deaf_until_s:
                    self._do(Refuse(signal.pod))  # or a bid would count what was pressed twice
                elif answer is None or answer.set_running_or_notify_cancel():
                    self._step(signal, answer)
            except queue.Empty:
                pass
            now_s = self._clock()
            if now_s >= next_tick_s:
                next_tick_s = now_s + TICK_S
                self._step(Tick(now_s), None)
            if self._leaves.pods is not None and now_s >= next_lamps_s:
                done = self._on("pods", partial(self._leaves.pods.tick, now_s))
                next_lamps_s = now_s if done else now_s + LAMPS_REST_S
            self._beat("session")

    def _step(self, signal: Signal, answer: Future[Reply] | None) -> None:
        reply = Reply(False, say("This could not be done; the game goes on where it was"))
        try:
            effects, said = self.session.step(signal)
            reply = said or Reply(True)
            for effect in effects:
                self._do(effect)
        except Exception as error:  # one bad signal must not end the evening; the next ones are still heard
            log.error("a %s could not be handled", type(signal).__name__)
            self.supervisor.failed("session", error)
        finally:
            if answer is not None:
                answer.set_result(reply)

    def _do(self, effect: Effect) -> None:
        pods, watch, teacher = self._leaves.pods, self._leaves.watch, self._leaves.teacher
        match effect:
            case Flash(pod) if pods is not None:
                self._on("pods", partial(pods.show, pod, LampPattern.FLASH))
            case Refuse(pod) if pods is not None:
                self._on("pods", partial(pods.show, pod, LampPattern.REFUSED))
            case NewBaseline(number) if watch is not None:
                self._on("camera", partial(watch.rebase, number))
            case ReadAnew() if watch is not None:
                self._on("camera", watch.read_anew)
            case Teach(game, seats, lessons) if teacher is not None and watch is not None:
                self._on("teaching", lambda: teacher.teach(game, watch.mats_of(game, seats), lessons))
            case Unteach(game, sources) if teacher is not None:
                self._on("teaching", partial(teacher.forget, game, sources))
            case PinShown() if self._screen is not None:
                self._screen.show_pin(self.session.pin)

    def _upkeep_loop(self, stopped: threading.Event) -> None:
        """Once after the start, for a table may be unplugged after each game; then in idle hours."""
        stopped.wait(VITALS_S)
        while not stopped.is_set():
            try:
                self._upkeep.once()
            except Exception as error:
                self.supervisor.failed("upkeep", error)
            stopped.wait(UPKEEP_S)
            while self._playing() and not stopped.is_set():
                stopped.wait(UPKEEP_S)

    def _vitals(self) -> tuple[Health, ...]:
        """Return how every part does. Nothing is waited for here: each part is asked by a thread of its own."""
        leaves, lookout = self._leaves, self._lookout
        games = (*self._mended, *self._upkeep.found)
        said = vitals.vitals(
            sight=None if lookout is None else lookout.sight,
            pods=leaves.pods.count if leaves.pods is not None else 0,
            display=leaves.display,
            faults=leaves.faults,
            disk=self._askers["disk"].health(),
            machine=self._askers["machine"].health(),
        )
        room = () if self._publisher is None else self._publisher.health()
        people = self.door.people()
        measured = leaves.watch is not None and leaves.watch.lens is not None  # again, since the start
        lens = () if leaves.no_lens is None or measured else (health.worth("camera", leaves.no_lens),)
        told = (*lens, *room, *(() if people is None else people.health()))
        said = (*said, *told, *(health.worth("games", "{what}", what=what) for what in games))
        return vitals.with_failures(said, self._askers["pods"].health())

    def _keys_health(self) -> tuple[Health, ...]:
        pods = self._leaves.pods
        if pods is None or self._wiring.now is not None:
            return ()
        return self._keys.health(pods.held(), self._clock())


def chance() -> Chance:
    """Return where a real table's games get their id, seed and time from."""
    return Chance(
        new_id=lambda: uuid.uuid4().hex[:12],
        new_seed=lambda: secrets.token_hex(16),
        now=lambda: datetime.now(UTC).isoformat(timespec="seconds"),
    )
