"""The running service: threads, queue and devices, with the twins; what is on disk before it is shown."""

import socket
import sqlite3
import threading
import time
from contextlib import closing

import numpy as np
import pytest
from support.upkept_table import patch

from companion.app import service as service_module
from companion.app.service import Leaves, Service
from companion.camera.aside import at_once
from companion.camera.play import Target, Watch
from companion.config import Folders, RoomSection
from companion.game import mat_layouts
from companion.publishing import broker
from companion.store.database import Store
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.seats import MACHINE
from companion.table.signals import Lesson, Submitted, Teach, Unteach
from companion.table.snapshot import Lamp, Step
from companion.teaching import evening_set
from companion.teaching.shelf import Shelf
from companion.teaching.worker import Teacher
from hardware.awaited_camera import AwaitedCamera
from hardware.camera import DrawnCamera
from hardware.display import PictureDisplay
from hardware.pods import PodKey, ScriptedPods
from vision.pieceset.set_index import Exemplar


@pytest.fixture
def running(tmp_path):
    pods, display = ScriptedPods(6), PictureDisplay()
    service = Service(Folders(tmp_path), Leaves(pods, display), Equipment(pods=6))
    service.start()
    yield service, pods, display
    service.stop()


def until(service, holds, timeout_s=30.0):
    """Wait for the first snapshot that `holds`; the feed wakes us, nothing sleeps."""
    number, _ = service.feed.latest
    deadline = time.monotonic() + timeout_s
    while not holds(service.feed.latest[1].snapshot):
        assert time.monotonic() < deadline, service.feed.latest[1].snapshot
        number = service.feed.wait(number, 0.5)
    return service.feed.latest[1].snapshot


def click(pods, pod, key, times=1):
    for _ in range(times):
        pods.press(pod, key)
        pods.release(pod, key)


def test_a_pods_key_wakes_the_display(running, monkeypatch):
    service, pods, _ = running
    woken = []
    monkeypatch.setattr(service._screen, "wake", lambda: woken.append(True))
    click(pods, 0, PodKey.ADD)
    assert woken


def test_six_pods_pressed_at_once_lose_nothing(running):
    service, pods, _ = running
    players = ["Ana", "Rui", "Mia", "Teo", "Eva", "Ivo"]
    assert service.submit(MACHINE, requests.NewGame("shipshape", players)).ok
    assert service.submit(MACHINE, requests.GoOn()).ok
    start = threading.Barrier(6)

    def bid(pod):
        start.wait()
        click(pods, pod, PodKey.ADD, pod + 3)
        click(pods, pod, PodKey.OK)

    threads = [threading.Thread(target=bid, args=(pod,)) for pod in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    shown = until(service, lambda snapshot: snapshot.reveal is not None)
    assert shown.reveal.cards == {name: pod + 3 for pod, name in enumerate(players)}


def test_pods_that_nobody_plays_with_any_more_are_dark(running):
    service, pods, _ = running
    assert service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia", "Teo"])).ok
    assert service.submit(MACHINE, requests.GoOn()).ok
    click(pods, 3, PodKey.ADD)
    click(pods, 3, PodKey.OK)
    until(service, lambda snapshot: snapshot.seats[3].lamp is Lamp.LOCKED)
    assert service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia"])).ok
    until(service, lambda snapshot: len(snapshot.seats) == 3)
    pods.tick(time.monotonic() + 1)  # once its answer to the key is over
    assert pods.levels[3:] == (0.0,) * 3


def test_keys_that_no_lamp_answered_count_nothing_once_the_companion_comes_round_again(running, monkeypatch):
    service, pods, _ = running
    monkeypatch.setattr(service_module, "DEAF_S", 0.5)
    assert service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia"])).ok
    assert service.submit(MACHINE, requests.GoOn()).ok
    hangs, goes_on, keep = threading.Event(), threading.Event(), service.session._store.set

    def slowly(*given):
        hangs.set()
        goes_on.wait(30)
        keep(*given)

    monkeypatch.setattr(service.session._store, "set", slowly)  # a card that stalls
    service.put(Submitted(MACHINE, requests.HideStandings(True), time.monotonic()))
    assert hangs.wait(30)
    click(pods, 0, PodKey.ADD, 3)
    time.sleep(0.6)
    goes_on.set()
    assert service.submit(MACHINE, requests.HideStandings(False)).ok  # after the keys
    click(pods, 0, PodKey.ADD, 4)
    for pod in range(3):
        click(pods, pod, PodKey.ADD, 1)
        click(pods, pod, PodKey.OK)
    shown = until(service, lambda snapshot: snapshot.reveal is not None)
    assert shown.reveal.cards == {"Ana": 5, "Rui": 1, "Mia": 1}


def test_what_is_shown_is_on_disk(running, tmp_path):
    service, _, _ = running
    assert service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia"])).ok
    assert service.submit(MACHINE, requests.GoOn()).ok
    until(service, lambda snapshot: snapshot.step is Step.BIDS)
    other = sqlite3.connect(tmp_path / "games.db")
    rows = other.execute("SELECT value FROM change").fetchall()
    other.close()
    assert len(rows) == 1
    assert '"holds"' in rows[0][0]


def test_a_bad_request_is_answered_and_the_evening_goes_on(running):
    service, _, _ = running
    assert not service.submit(MACHINE, requests.NewGame("chess", ["Ana", "Rui"])).ok
    assert service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui"])).ok


def test_what_was_not_answered_in_time_is_not_done_later(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.app.service.REPLY_S", 0.05)
    service = Service(Folders(tmp_path), Leaves(), Equipment())
    assert "try again" in str(service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui"])).text)
    monkeypatch.setattr("companion.app.service.REPLY_S", 5.0)
    service.start()
    assert service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui"])).ok
    service.stop()
    assert len(service.session._store.games()) == 1


def test_a_disk_that_does_not_answer_once_ends_no_list_of_how_every_part_does(tmp_path, monkeypatch):
    asked = iter((OSError("input/output error"),))

    def free_bytes(_folder):
        for error in asked:
            raise error
        return 10**10

    monkeypatch.setattr("companion.machine.facts.free_bytes", free_bytes)
    service = Service(Folders(tmp_path), Leaves(), Equipment())
    service.start()
    assert until(service, lambda snapshot: any("MB are free" in str(part.text) for part in snapshot.health), 5.0)
    service.stop()


def test_a_camera_that_is_plugged_in_later_is_taken_up_without_a_restart(tmp_path):
    there = threading.Event()
    blank = DrawnCamera(lambda: np.full((648, 1152, 3), 120, np.uint8))
    camera = AwaitedCamera(lambda: blank if there.is_set() else None, every_s=0.0)
    watch = Watch(camera, lambda game, seats: Target((mat_layouts.layout_for(game, seats),), lambda: None), there=False)
    service = Service(Folders(tmp_path), Leaves(watch=watch), Equipment(camera=False))
    service.start()
    try:
        assert service.submit(MACHINE, requests.NewGame("allaboard", ["Ana", "Rui"])).ok
        assert not until(service, lambda snapshot: snapshot.step is Step.TURN).can_look
        shown = until(service, lambda snapshot: any(part.part == "camera" for part in snapshot.health))
        (camera_health,) = [part for part in shown.health if part.part == "camera"]
        assert "one that is plugged in is found by itself" in str(camera_health.text)
        there.set()
        shown = until(service, lambda snapshot: snapshot.can_look)
        assert "There is a camera now" in str(shown.notices[-1].text)
    finally:
        service.stop()


def test_where_what_people_chose_can_t_be_read_that_is_said_and_a_room_is_told_initials(tmp_path):
    (tmp_path / "people").mkdir()
    (tmp_path / "people" / "people.json").write_bytes(b'{"version": 1, "people": {"Ana": {"with')
    service = Service(Folders(tmp_path), Leaves(), Equipment())
    service.start()
    assert service.submit(MACHINE, requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    shown = until(service, lambda snapshot: any(part.part == "players" for part in snapshot.health))
    assert ["initials alone" in str(part.text) for part in shown.health if part.part == "players"] == [True]
    assert not service.door.for_room().known
    service.stop()


class Heard:
    """Stands for the teacher: what it is told."""

    def __init__(self):
        self.told = []

    def teach(self, *given):
        self.told.append(given)

    forget = teach


def test_what_was_settled_is_taught_and_taken_back_though_the_camera_has_not_found_the_mat_yet(tmp_path):
    blank = DrawnCamera(lambda: np.full((648, 1152, 3), 120, np.uint8))
    watch = Watch(blank, lambda game, seats: Target((mat_layouts.layout_for(game, seats),), lambda: None))
    teacher = Heard()
    service = Service(Folders(tmp_path), Leaves(watch=watch, teacher=teacher), Equipment(camera=True))
    lesson = Lesson("game-1", 4, "dock 2", "Rui", 0, "gold 2", b"")
    for looked_for in (None, "alcatraz"):  # a walk has the camera; another game has begun
        watch.expect(looked_for, 3)
        service._do(Teach("shipshape", 3, (lesson,)))
        service._do(Unteach("shipshape", (lesson.source,)))
    mats = (mat_layouts.layout_for("shipshape", 3),)
    assert teacher.told == [("shipshape", mats, (lesson,)), ("shipshape", (lesson.source,))] * 2


def test_what_was_taken_back_just_before_the_end_is_taken_back_at_the_next_start(tmp_path):
    folders = Folders(tmp_path)
    shelf, taught, at_work = Shelf(folders.pieces), folders.pieces("shipshape"), Equipment(camera=True)
    busy = Service(folders, Leaves(teacher=Teacher(shelf, aside=lambda _: None)), at_work)
    busy.start()
    assert busy.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia"])).ok
    game = busy.session.evening.game_id
    assert busy.submit(MACHINE, requests.GoOn()).ok
    evening_set.add(taught, [Exemplar("gold 2", patch(3), (230.0, 230.0, 230.0), picture=f"play/{game}/1/dock 2/0")])
    assert busy.submit(MACHINE, requests.Undo()).ok
    busy.stop()
    assert len(evening_set.waiting(taught).examples) == 1
    again = Service(folders, Leaves(teacher=Teacher(shelf, aside=at_once)), at_work)
    again.session.resume()
    again.start()
    for on in (False, True):  # by the second the session has heard of what came of the first
        assert again.submit(MACHINE, requests.Teaching(on)).ok
    again.stop()
    assert evening_set.waiting(taught).examples == ()
    with closing(Store(folders.games, to_read=True)) as store:
        assert [name for name in store.settings() if game in name] == []


def test_the_display_shows_the_newest_snapshot(running):
    service, _, display = running
    before = display.image.tobytes()
    assert service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia"])).ok
    deadline = time.monotonic() + 30
    number = -1
    while display.image.tobytes() == before:
        assert time.monotonic() < deadline
        number = service.feed.wait(number, 0.05)


def test_a_game_goes_on_in_a_new_process(tmp_path):
    service = Service(Folders(tmp_path), Leaves(), Equipment())
    service.start()
    assert service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia"])).ok
    assert service.submit(MACHINE, requests.GoOn()).ok
    holds = service.session.evening.match.state.holds
    service.stop()
    again = Service(Folders(tmp_path), Leaves(), Equipment())
    again.session.resume()
    again.start()
    shown = until(again, lambda snapshot: snapshot.game is not None)
    again.stop()
    assert shown.step is Step.BIDS
    assert again.session.evening.match.state.holds == holds


def test_the_wiring_is_tested_on_page_and_display_and_no_game_hears_of_it(running):
    service, pods, display = running
    upkeep, before = service.door.upkeep(), display.image.tobytes()
    assert upkeep.do({"do": "test_wiring", "on": True}).ok
    assert upkeep.wiring("en").line == "Pod 1, its lamp is lit: press add"
    assert pods.levels[0] == 1
    click(pods, 0, PodKey.ADD)
    assert (upkeep.wiring("en").line, upkeep.wiring("en").done) == ("Pod 1, its lamp is lit: press ok", 1)
    deadline, number = time.monotonic() + 30, -1
    while display.image.tobytes() == before:
        assert time.monotonic() < deadline
        number = service.feed.wait(number, 0.05)
    assert service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui"])).ok
    assert upkeep.wiring("en").line == ""
    refused = upkeep.do({"do": "test_wiring", "on": True})
    assert not refused.ok
    assert "A game is on the table" in str(refused.text)


def test_no_room_is_told_where_none_is_named(running):
    assert "room" not in {thread.name for thread in threading.enumerate()}
    assert running[0].session._table.equipment.room is False


def test_a_broker_that_never_answers_slows_nobody_and_is_said(tmp_path, monkeypatch):
    def is_said(words):
        return until(service, lambda snapshot: any(words in str(part.text) for part in snapshot.health))

    monkeypatch.setattr(broker, "CONNECT_S", 3600.0)  # whoever waited for it would be given no answer
    with socket.create_server(("127.0.0.1", 0)) as silent:
        room = RoomSection(broker="127.0.0.1", port=silent.getsockname()[1], name="Table 7")
        service = Service(Folders(tmp_path), Leaves(), Equipment(), room=room)
        service.start()
        for number in range(5):
            assert service.submit(MACHINE, requests.NewGame("alcatraz", ["Ana", f"Rui {number}"])).ok
            assert service.submit(MACHINE, requests.Enter({"do": "end_round"})).ok
        is_said("The broker is being called")
        assert len(service.session._store.outbox()) == 5
        service.door.people()._kept.change("Ana", card="abcdefgh")
        assert service._publisher._people().cards == {"Ana": "abcdefgh"}
        monkeypatch.setattr(broker, "CONNECT_S", 0.01)  # it is called again, in vain, while the service ends
        silent.accept()[0].close()
        is_said("The broker can't be used")
        assert service.stop()
