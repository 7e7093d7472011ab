"""Faults injected: each device and each thread of a running service is broken and mended again; how long until health
tells it on every page, and until it does its work again."""

import http.client
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

import cv2
import numpy as np

from companion.app.service import PAGE_SILENT, Leaves, Service
from companion.camera.play import Target, Watch
from companion.config import Folders, RoomSection
from companion.game import mat_layouts
from companion.language.message import say
from companion.machine import facts
from companion.publishing.broker import Heard
from companion.store.errors import StoreError
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.seats import MACHINE
from hardware.display import LumaDisplay, luma_builder
from hardware.lamp import LampPattern
from hardware.pods import PodKey, ScriptedPods
from hardware.recorded_camera import FolderCamera
from web import listening
from web.app import create_app
from web.listening import LoopWatch
from web.serving import Server

NOTICED_S = 2.0
AGAIN_S = 10.0
LONGEST_S = 40.0
SIZE = (128, 64)


class Wire:
    """A bus with a display on it that can be unplugged."""

    def __init__(self) -> None:
        self.plugged = True
        self.pictures = 0

    def command(self, *_: int) -> None:
        """Take a command."""
        if not self.plugged:
            raise OSError(121, "Remote I/O error")

    def data(self, _: Any) -> None:
        """Take a picture."""
        self.command()
        self.pictures += 1

    def cleanup(self) -> None:
        """Keep nothing."""


class Hub:
    """A broker that takes all and says nothing."""

    def connect(self, *_: Any) -> None:
        """Be there."""

    def publish(self, *_: Any, **__: Any) -> Any:
        """Take a message."""
        return SimpleNamespace(is_published=lambda: True)

    def step(self, timeout_s: float) -> list[Heard]:
        """Wait."""
        threading.Event().wait(timeout_s)
        return []

    def close(self) -> None:
        """Keep nothing."""


class Lamps(ScriptedPods):
    """Pods whose lamps may refuse."""

    broken = False

    def _write(self, seat_index: int, level: float) -> None:
        if self.broken:
            raise OSError("GPIO busy")
        super()._write(seat_index, level)


class Table:
    """A running service with its page; a folder of pictures is its camera, and a display hangs on a bus."""

    def __init__(self, folder: Path) -> None:
        self.camera, self.spare = folder / "camera", folder / "camera.away"
        self.camera.mkdir(parents=True)
        (folder / "data").mkdir()
        noise = np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)
        self.picture = cv2.imencode(".png", noise)[1].tobytes()
        self.black = cv2.imencode(".png", np.zeros_like(noise))[1].tobytes()
        self.show(self.picture)
        self.wire, self.pods = Wire(), Lamps(3)
        watch = Watch(
            FolderCamera(self.camera, every_s=0.05),
            lambda game, seats: Target((mat_layouts.layout_for(game, seats),), lambda: None),
        )
        display = LumaDisplay(lambda: self.wire, luma_builder("ssd1306", SIZE), SIZE)
        self.service = Service(
            Folders(folder / "data"),
            Leaves(self.pods, display, watch),
            Equipment(pods=3, camera=True, display=True),
            room=RoomSection(broker="127.0.0.1", name="Table 7"),
        )
        told: Any = self.service._publisher
        told._broker = Hub()
        supervisor = self.service.supervisor
        self.server = Server(
            create_app(self.service.door),
            "127.0.0.1",
            watched=LoopWatch(
                failed=partial(supervisor.failed, "page"), round=partial(supervisor.awaiting, "page", PAGE_SILENT)
            ),
        )
        self.service.start()
        self.server.start()
        assert self.service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia"])).ok
        assert self.service.submit(MACHINE, requests.GoOn()).ok
        assert self.until(lambda: bool(self.service.feed.latest[1].snapshot.health), 10) is not None

    def close(self) -> None:
        """End all of it."""
        self.server.close()
        self.service.stop()

    def show(self, data: bytes) -> None:
        """Put one more picture before the camera."""
        number = len([*self.camera.iterdir()])
        draft = self.camera / f".{number:06}"
        draft.write_bytes(data)
        draft.rename(self.camera / f"{number:06}.png")

    def broken(self) -> set[str]:
        """Return the parts of which health says that they are broken."""
        return {part.part for part in self.service.feed.latest[1].snapshot.health if part.state == "broken"}

    def until(self, holds: Callable[[], bool], limit_s: float) -> float | None:
        """Return after how many seconds something holds, None where it does not within the limit."""
        began_s, pause = time.monotonic(), threading.Event()
        while not holds():
            if time.monotonic() - began_s > limit_s:
                return None
            pause.wait(0.005)
        return time.monotonic() - began_s

    def answers(self) -> bool:
        """Whether the session and its store answer."""
        return self.service.submit(MACHINE, requests.Teaching(on=True)).ok

    def serves(self) -> bool:
        """Whether the page does."""
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=5)
        with closing(line), suppress(OSError, http.client.HTTPException):
            line.request("GET", "/health")
            with line.getresponse() as answer:
                return answer.status == 200
        return False

    def looks(self) -> Callable[[], bool]:
        """Return whether the camera's thread has looked again since now."""
        lookout: Any = self.service._lookout
        before = lookout.sight
        return lambda: lookout.sight is not before and lookout.sight.trouble is None

    def draws(self) -> Callable[[], bool]:
        """Return whether the display has got another picture since now."""
        before = self.wire.pictures
        return lambda: self.wire.pictures > before

    def lights(self) -> bool:
        """Whether lamps can be written."""
        self.pods.show(0, LampPattern.STEADY)
        return self.pods.levels[0] == 1.0


Broken = Iterator[None]
Works = Callable[[Table], Callable[[], bool]]


@dataclass(frozen=True)
class Fault:
    """Something that breaks while its context lasts; `part` is what health calls it, None where whoever asks is told;
    `works` returns what says that it does its work again. `within_s` is what is promised."""

    broken: Callable[[Table], Any]
    part: str | None
    works: Works
    within_s: float = NOTICED_S


@contextmanager
def _folder_gone(table: Table) -> Broken:
    table.camera.rename(table.spare)
    yield
    shutil.rmtree(table.camera, ignore_errors=True)
    table.spare.rename(table.camera)


def _picture(which: Callable[[Table], bytes]) -> Callable[[Table], Any]:
    @contextmanager
    def shown(table: Table) -> Broken:
        table.show(which(table))
        yield
        table.show(table.picture)

    return shown


@contextmanager
def _unplugged(table: Table) -> Broken:
    table.wire.plugged = False
    yield
    table.wire.plugged = True


@contextmanager
def _lamps_refuse(table: Table) -> Broken:
    table.pods.broken = True
    table.pods.press(0, PodKey.ADD)
    table.pods.release(0, PodKey.ADD)
    yield
    table.pods.broken = False


def _fails(where: Callable[[Table], Any], name: str, error: Exception | None = None) -> Callable[[Table], Any]:
    """Return a context in which a method fails at each call."""

    def of(table: Table) -> Any:
        return mock.patch.object(where(table), name, side_effect=error or RuntimeError("a fault, injected"))

    return of


def _ends(where: Callable[[Table], Any], name: str) -> Callable[[Table], Any]:
    """Return a context in which a method that is called outside of what its loop catches fails twice: its thread
    ends."""

    def of(table: Table) -> Any:
        whole, left = getattr(where(table), name), iter((1, 2))

        def fails(*given: Any) -> Any:
            if next(left, None) is not None:
                raise RuntimeError("a fault, injected")
            return whole(*given)

        return mock.patch.object(where(table), name, fails)

    return of


def _hangs(where: Callable[[Table], Any], name: str) -> Callable[[Table], Any]:
    """Return a context while which a method that is called does not return."""

    @contextmanager
    def of(table: Table) -> Broken:
        whole, over = getattr(where(table), name), threading.Event()

        def waits(*given: Any, **more: Any) -> Any:
            over.wait(LONGEST_S)
            return whole(*given, **more)

        with mock.patch.object(where(table), name, waits):
            table.service.supervisor.changed()  # what asks now and then asks now
            yield
        over.set()

    return of


@contextmanager
def _no_list(table: Table) -> Broken:
    with mock.patch.object(table.service._health, "_asked", side_effect=OSError("a fault, injected")):
        table.service.supervisor.changed()  # nothing fails before it is looked at
        yield


@contextmanager
def _page_fails(table: Table) -> Broken:
    with mock.patch("web.listening.loop", side_effect=OSError("a fault, injected")):
        yield


def _service(table: Table) -> Any:
    return table.service


def _broker(table: Table) -> Any:
    told: Any = table.service._publisher
    return told._broker


FULL = StoreError(say("{path}: {reason}; free some space on the disk, then try again", path="x", reason="full"))
FAULTS: Mapping[str, Fault] = {
    "camera: its folder is gone": Fault(_folder_gone, "camera", Table.looks),
    "camera: black pictures": Fault(_picture(lambda table: table.black), "camera", Table.looks),
    "camera: unreadable pictures": Fault(_picture(lambda _: b"no picture"), "camera", Table.looks),
    "camera: each look fails": Fault(_fails(lambda t: t.service._lookout, "look"), "camera", Table.looks),
    "camera: its thread ends": Fault(_ends(lambda t: t.service._lookout, "_beat"), "camera", Table.looks),
    "display: it is dead": Fault(_unplugged, "display", Table.draws),
    "display: no picture can be drawn": Fault(_fails(lambda t: t.service._screen, "_picture"), "display", Table.draws),
    "display: its thread ends": Fault(_ends(lambda t: t.service._screen, "_clock"), "display", Table.draws),
    "pods: lamps refuse": Fault(_lamps_refuse, "pods", lambda t: t.lights),
    "session: each step fails": Fault(_fails(lambda t: t.service.session, "step"), None, lambda t: t.answers),
    "session: its thread ends": Fault(_ends(_service, "_beat"), "game", lambda t: t.answers),
    "session: a step does not end": Fault(_hangs(lambda t: t.service.session, "step"), "game", lambda t: t.answers),
    "store: the disk is full": Fault(
        _fails(lambda t: t.service.session._store, "together", FULL), None, lambda t: t.answers
    ),
    "disk: it fails": Fault(
        _fails(lambda _: facts, "free_bytes", OSError("input/output error")), "disk", lambda t: t.answers
    ),
    "disk: it does not answer": Fault(_hangs(lambda _: facts, "free_bytes"), "disk", lambda t: t.answers),
    "health: no look at it succeeds": Fault(_no_list, "list of health", lambda t: t.answers),
    "page: its loop fails": Fault(_page_fails, "page", lambda t: t.serves),
    "camera: its driver hangs": Fault(_hangs(lambda _: FolderCamera, "capture"), "camera", Table.looks),
    "display: its bus hangs": Fault(_hangs(lambda t: t.wire, "command"), "display", Table.draws),
    "pods: a lamp hangs": Fault(_hangs(lambda t: t.pods, "tick"), "pods", lambda t: t.answers),
    "pods: a key hangs": Fault(_hangs(lambda t: t.pods, "held"), "pods", lambda t: t.answers),
    "page: its loop hangs": Fault(_hangs(lambda _: listening, "loop"), "page", lambda t: t.serves),
    "room: its broker hangs": Fault(_hangs(_broker, "step"), "room", lambda t: t.answers),
}


class Faults:
    """One case is one fault, in turn. The seed says when it comes, and for how long. `patience` is by how much what is
    promised may take longer, on a machine that is busy."""

    def __init__(self, seed: int, folder: Path, patience: float = 1.0) -> None:
        self._seed, self._patience = seed, patience
        self._folder = folder
        self._table: Table | None = None

    def case(self, number: int) -> tuple[Mapping[str, int], list[str]]:
        """Break something, wait until it is told, mend it, and wait until it works."""
        rng = Random(f"{self._seed}/{number}")
        if self._table is None:
            self._table = Table(self._folder / "table")
        table, (name, fault) = self._table, [*FAULTS.items()][number % len(FAULTS)]
        table.until(lambda: False, rng.uniform(0.2, 1.2))
        wrong: list[str] = []
        with fault.broken(table):
            noticed = table.until(lambda: _is_told(table, fault.part), LONGEST_S)
            table.until(lambda: False, rng.uniform(0.0, 0.5))
            works = fault.works(table)
        again = table.until(works, LONGEST_S)
        for what, took_s, most_s in (("told", noticed, fault.within_s), ("works again", again, AGAIN_S)):
            if took_s is None or took_s > self._patience * most_s:
                wrong.append(f"{name}: {what} after {'never' if took_s is None else f'{took_s:.1f} s'}")
        table.service.supervisor._failures.clear()
        table.service.supervisor.changed()
        if table.until(lambda: not table.broken(), LONGEST_S) is None:
            wrong.append(f"{name}: health says still that {table.broken()} are broken")
        counts = {f"{name}: times": 1}
        for what, took_s in (("told", noticed), ("works again", again)):
            took_ms = max(1, round(1000 * (LONGEST_S if took_s is None else took_s)))
            counts |= {f"{name}: {what}, ms": took_ms, f"most {name}: {what}, ms": took_ms}
        return counts, wrong

    def close(self) -> None:
        """End the service."""
        if self._table is not None:
            self._table.close()


def _is_told(table: Table, part: str | None) -> bool:
    return part in table.broken() if part is not None else not table.answers()


def table(counts: Mapping[str, int]) -> str:
    """Return the figures as a table for docs/reliability.md."""
    rows = ["| what breaks | times | told after: mean, most | works again after: mean, most |", "|---|---|---|---|"]
    for name in FAULTS:
        times = counts.get(f"{name}: times", 0)
        if times:
            told, again = (
                f"{counts[f'{name}: {what}, ms'] / times / 1000:.2f}, {counts[f'most {name}: {what}, ms'] / 1000:.2f} s"
                for what in ("told", "works again")
            )
            rows.append(f"| {name} | {times} | {told} | {again} |")
    return "\n".join(rows)
