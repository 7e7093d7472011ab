"""No thread dies: what fails is reported, started anew and shown in health, and the game goes on."""

import logging
import re
import threading
import time
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.turned_time import TurnedTime

from companion.app import service as service_module
from companion.app import supervision
from companion.app.service import Leaves, Service
from companion.app.supervision import Supervisor
from companion.commands import run
from companion.config import Folders
from companion.language.message import say
from companion.settings.installation import Premises
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.seats import MACHINE
from companion.table.snapshot import Health
from hardware.display import PictureDisplay
from hardware.pods import PodKey, ScriptedPods
from web import listening

PLAYERS = ["Ana", "Rui", "Mia"]


class Hand:
    now_s = 0.0

    def __call__(self):
        return self.now_s


class BrokenLamps(ScriptedPods):
    """Pods whose lamp of seat 2 can't be written."""

    mended = False

    def _write(self, seat_index, level):
        if seat_index == 1 and not self.mended:
            raise OSError("GPIO busy")
        super()._write(seat_index, level)


def until(service, holds, timeout_s=30.0):
    number, deadline = service.feed.latest[0], time.monotonic() + timeout_s
    while not holds(service.feed.latest[1].snapshot):
        assert time.monotonic() < deadline, service.feed.latest[1].snapshot.health
        number = service.feed.wait(number, 0.5)
    return service.feed.latest[1].snapshot


def told_of(snapshot, part):
    return [(one.state, str(one.text)) for one in snapshot.health if one.part == part]


def test_a_lamp_that_can_not_be_written_ends_no_game(tmp_path, caplog):
    pods = BrokenLamps(3)
    service = Service(Folders(tmp_path), Leaves(pods), Equipment(pods=3))
    service.start()
    try:
        assert service.submit(MACHINE, requests.NewGame("shipshape", PLAYERS)).ok
        assert service.submit(MACHINE, requests.GoOn()).ok
        for _ in range(3):
            pods.press(1, PodKey.ADD)
            pods.release(1, PodKey.ADD)
        assert service.submit(MACHINE, requests.ShowJoin()).ok
        shown = until(service, lambda snapshot: "broken" in dict(told_of(snapshot, "pods")), 2.0)
        assert told_of(shown, "pods")[0][1].startswith("pods: it failed and was started anew")
        assert "GPIO busy" in told_of(shown, "pods")[0][1]
    finally:
        service.stop()
    assert caplog.text.count("Traceback") == 1


def test_the_lamps_beside_it_go_on_and_it_is_tried_again():
    clock = Hand()
    pods = BrokenLamps(3, clock=clock)
    for seat in (0, 2):
        pods.show(seat, service_module.LampPattern.STEADY)
    with pytest.raises(OSError, match="busy"):
        pods.show(1, service_module.LampPattern.STEADY)
    with pytest.raises(OSError, match="busy"):
        pods.tick(clock())
    assert pods.levels == (1.0, 0.0, 1.0)
    pods.mended = True
    pods.tick(clock())
    assert pods.levels == (1.0, 1.0, 1.0)


def test_a_session_that_fails_answers_and_its_loop_goes_on(tmp_path, monkeypatch):
    service = Service(Folders(tmp_path), Leaves(), Equipment())
    service.start()
    try:
        with monkeypatch.context() as broken:
            broken.setattr(service.session, "step", lambda _: 1 / 0)
            assert "goes on where it was" in str(service.submit(MACHINE, requests.NewGame("shipshape", PLAYERS)).text)
        assert service.submit(MACHINE, requests.NewGame("shipshape", PLAYERS)).ok
        assert told_of(until(service, lambda snapshot: told_of(snapshot, "game")), "game")[0][0] == "broken"
    finally:
        service.stop()


def test_a_camera_thread_and_a_display_thread_that_end_are_started_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(supervision, "FIRST_REST_S", 0.01)
    began, drawn = [], threading.Event()
    service = Service(Folders(tmp_path), Leaves(display=PictureDisplay()), Equipment(display=True))

    def run(stopped):
        began.append(1)
        if len(began) < 3:
            raise RuntimeError("gone")
        drawn.set()

    monkeypatch.setattr(service._screen, "run", run)
    service.start()
    try:
        assert drawn.wait(5)
        state, text = told_of(until(service, lambda snapshot: told_of(snapshot, "display")), "display")[0]
        assert (state, "gone" in text) == ("broken", True)
    finally:
        assert service.stop()


def test_a_device_that_never_answers_keeps_nobody_from_ending(tmp_path, monkeypatch):
    monkeypatch.setattr(service_module, "STOP_S", 0.05)
    answers, display = threading.Event(), PictureDisplay()
    monkeypatch.setattr(display, "close", answers.wait)
    service = Service(Folders(tmp_path), Leaves(display=display), Equipment(display=True))
    service.start()
    assert not service.stop()
    answers.set()


def test_a_practice_set_that_is_being_drawn_is_waited_for_or_told(tmp_path, monkeypatch):
    """Python's tidying up beside a thread that is in a network's own code ends in an abort."""
    monkeypatch.setattr(service_module, "STOP_S", 0.05)
    draws, drawn = threading.Event(), threading.Event()

    def draw(_game):
        draws.set()
        drawn.wait()
        return ()

    premises = Premises(tmp_path, tmp_path / "camera.toml", draws=draw)
    service = Service(Folders(tmp_path), Leaves(premises=premises), Equipment())
    service.start()
    assert service.door.upkeep().do({"do": "teach_practice", "game": "shipshape"}).ok
    assert draws.wait(30)
    assert not service.stop()
    drawn.set()


def test_a_loop_that_fails_again_and_again_is_never_gone_for_long():
    time, began = TurnedTime(), []
    supervisor = Supervisor(clock=time)
    supervisor.stopped = time.ended

    def fails(_):
        began.append(time())
        raise RuntimeError("again")

    time.run("game", lambda _: supervisor._keep("game", fails))
    time.until(lambda: False, 100.0)
    time.end()
    rests_s = [after - before for before, after in pairwise(began)]
    assert rests_s[:3] == [0.5, 1.0, 2.0]
    assert max(rests_s) == rests_s[-1] == 8.0


@pytest.mark.parametrize(("ends_s", "all_ended"), [(3600.0, False), (0.5, True)])
def test_all_that_hangs_is_waited_for_together(tmp_path, monkeypatch, ends_s, all_ended):
    clock, pods, display = Hand(), ScriptedPods(3), PictureDisplay()

    class Slow:
        """A thread that ends `ends_s` after it began."""

        def __init__(self, target=lambda: None, args=(), **_):
            self._target, self._args, self._ends_s = target, args, clock.now_s + ends_s

        def start(self):
            if ends_s < 1:
                self._target(*self._args)

        def join(self, timeout):
            clock.now_s = min(clock.now_s + timeout, max(clock.now_s, self._ends_s))

        def is_alive(self):
            return clock.now_s < self._ends_s

    service = Service(Folders(tmp_path), Leaves(pods, display), Equipment(pods=3), clock=clock)
    service.supervisor._threads += [Slow() for _ in range(9)]
    monkeypatch.setattr(service_module, "threading", SimpleNamespace(Thread=Slow))
    began_s = clock.now_s
    assert service.stop() is all_ended
    assert clock.now_s - began_s <= service_module.STOP_S


def test_systemd_waits_for_longer_than_an_ending_takes():
    unit = (Path(__file__).parents[3] / "systemd" / "companion.service").read_text()
    (said,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    page_s = listening._ENDED_S + listening._LOOP_ENDS_S
    assert run.LISTEN_EVERY_S + page_s + service_module.STOP_S <= 0.8 * int(said)


def looks(supervisor, clock, until_s):
    """Return what is told until then, by looks ten times a second."""
    while clock.now_s < until_s - 0.05:
        clock.now_s += 0.1
        silent = supervisor.silent()
    return [str(part.text) for part in silent]


def test_who_gets_no_answer_is_shown_while_that_is_so():
    clock = Hand()
    supervisor, silent = Supervisor(clock=clock), say("The camera does not answer")
    with supervisor.awaiting("camera", silent) as came:
        assert looks(supervisor, clock, 0.9) == []
        came()
        assert looks(supervisor, clock, 1.8) == []
        assert looks(supervisor, clock, 2.1) == [str(silent)]
        came(5.0)
        assert looks(supervisor, clock, 8.0) == []
        assert looks(supervisor, clock, 8.3) == [str(silent)]
        assert supervisor.silent() == (Health("camera", "broken", silent),)
    assert supervisor.silent() == ()
    with supervisor.awaiting("camera", silent, 0.5):
        assert looks(supervisor, clock, 9.7) == []
        assert looks(supervisor, clock, 10.0) == [str(silent)]


def test_a_machine_that_is_busy_is_not_taken_for_one_that_hangs():
    clock = Hand()
    supervisor = Supervisor(clock=clock)
    with supervisor.awaiting("page", say("The page does not answer")):
        for clock.now_s in (1.5, 3.0, 4.5, 6.0):  # who looks does not come round either
            assert supervisor.silent() == ()
        assert looks(supervisor, clock, 7.0) != []


def test_what_failed_is_shown_as_broken_then_as_worth_attention_then_forgotten():
    clock, told = Hand(), []
    supervisor = Supervisor(lambda: told.append(1), clock)
    supervisor.failed("camera", OSError("no such device"))
    states = []
    for clock.now_s in (1.0, supervision.BROKEN_S + 1, supervision.TOLD_S + 1):
        states.append([part.state for part in supervisor.health()])
    assert states == [["broken"], ["attention"], []]
    assert told == [1]


def test_what_fails_all_the_time_does_not_fill_the_log(caplog):
    clock = Hand()
    supervisor = Supervisor(clock=clock)
    with caplog.at_level(logging.ERROR):
        for step in range(50 * 120):  # two minutes of a lamp
            clock.now_s = step / 50
            supervisor.failed("pods", OSError("GPIO busy"))
    assert len(caplog.records) == 2
    assert "6000" in str(supervisor.health()[0].text.values)
