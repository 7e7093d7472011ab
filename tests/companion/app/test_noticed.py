"""What breaks is told within two seconds, whatever the table waits for: on the page, the wall and the small display;
and that it is well again, too. The service's own threads, in a time that is turned by hand."""

import os
import shutil
from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from support.turned_time import TurnedTime

from companion.app import service as service_module
from companion.app import supervision
from companion.app.page import Door
from companion.app.service import Leaves, Service
from companion.camera.loop import OPENS_S
from companion.camera.play import Target, Watch
from companion.config import Folders, RoomSection
from companion.display import screens
from companion.game import mat_layouts
from companion.language.message import say
from companion.machine import facts, vitals
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.seats import MACHINE
from companion.table.signals import Key, Pressed, Submitted
from companion.table.snapshot import Health, Step
from hardware import recorded_camera
from hardware.awaited_camera import AwaitedCamera
from hardware.burn_in import SLEEP_AFTER_S
from hardware.camera import DrawnCamera
from hardware.display import LumaDisplay, luma_builder
from hardware.pods import ScriptedPods
from hardware.recorded_camera import FilmCamera, FolderCamera
from web.app import create_app

NOTICED_S = 2.0
SIZE = (128, 64)
NOISE = np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8)


class Wire:
    """A bus with a display on it that can be unplugged."""

    plugged = True
    hangs = staticmethod(lambda: None)

    def command(self, *_):
        self.hangs()
        if not self.plugged:
            raise OSError(121, "Remote I/O error")

    data = command

    def cleanup(self):
        """Nothing is kept."""


class Hub:
    """A broker that hears all and answers nobody."""

    hangs = staticmethod(lambda: None)

    def __init__(self, time):
        self._time = time

    def connect(self, *_):
        """Be there."""

    def publish(self, *_, **__):
        return SimpleNamespace(is_published=lambda: True)

    def step(self, timeout_s):
        self._time.wait(timeout_s)
        self.hangs()
        return []

    def close(self):
        """Nothing is kept."""


class Evening:
    """A service whose camera is a folder or a film, with a display on a bus, in a turned time."""

    def __init__(self, tmp_path, monkeypatch):
        self.time = TurnedTime()
        monkeypatch.setattr(service_module, "threading", self.time)
        monkeypatch.setattr(service_module, "queue", self.time)
        monkeypatch.setattr(service_module, "BEAT_S", 0.1)  # no lamps are stepped here
        monkeypatch.setattr(recorded_camera, "time", SimpleNamespace(time=self.time, monotonic=self.time))
        self.folder, self.wire, self.pods, self.broker = tmp_path / "camera", Wire(), ScriptedPods(3), Hub(self.time)
        self.folder.mkdir()
        self._data = tmp_path / "data"
        self._data.mkdir()

    def save(self, name, picture):
        data = picture if isinstance(picture, bytes) else cv2.imencode(".png", picture)[1].tobytes()
        (self.folder / name).write_bytes(data)
        os.utime(self.folder / name, (self.time.now_s, self.time.now_s))

    def begin(self, camera, there=True):
        watch = Watch(
            camera,
            lambda game, seats: Target((mat_layouts.layout_for(game, seats),), lambda: None),
            clock=self.time,
            there=there,
        )
        display = LumaDisplay(lambda: self.wire, luma_builder("ssd1306", SIZE), SIZE, clock=self.time)
        self.service = Service(
            Folders(self._data),
            Leaves(self.pods, display, watch),
            Equipment(pods=3, camera=there, display=True),
            clock=self.time,
            room=RoomSection(broker="127.0.0.1", port=1, name="Table 7"),
        )
        self.service._publisher._broker = self.broker
        self.service._publisher.pair("4711 0815")
        feed = self.service.feed
        feed.wait = self._wait
        keeper = self.service.supervisor
        keeper.stopped = self.time.ended
        keeper.run = lambda name, job: self.time.run(name, lambda _: keeper._keep(name, job))
        self.service.start()
        self.time.until(lambda: bool(self.snapshot.health), 5)

    def _wait(self, after, timeout_s):
        feed = self.service.feed
        self.time.wait(timeout_s, lambda: feed.latest[0] > after)
        return feed.latest[0]

    @property
    def snapshot(self):
        return self.service.feed.latest[1].snapshot

    def broken(self):
        return {part.part: str(part.text) for part in self.snapshot.health if part.state == "broken"}

    def texts(self, part):
        return [str(one.text) for one in self.snapshot.health if one.part == part]

    def ask(self, request):
        _, reply = self.service.session.step(Submitted(MACHINE, request, self.time.now_s))
        assert reply.ok, reply.text

    def press(self, pod, key):
        for pressed in (True, False):
            self.service.session.step(Pressed(pod, key, pressed, self.time.now_s))

    def to(self, step):
        """Play until the table waits for this."""
        if step is Step.OVER:
            self.ask(requests.NewGame("alcatraz", ["Ana", "Rui"]))
            while self.snapshot.step is not Step.OVER:
                self.ask(requests.Enter({"do": "end_round"}))
        elif step is not Step.JOIN:
            self.ask(requests.NewGame("shipshape", ["Ana", "Rui", "Mia"]))
        if step in (Step.BIDS, Step.REVEAL):
            self.ask(requests.GoOn())
        if step is Step.REVEAL:
            for pod in range(3):
                for _ in range(pod + 3):
                    self.press(pod, Key.ADD)
                self.press(pod, Key.OK)
        assert self.time.until(lambda: self.snapshot.step is step, 5) is not None

    def noticed_s(self, part):
        return self.time.until(lambda: part in self.broken(), 60)

    def well_s(self):
        return self.time.until(lambda: not self.broken(), 60)


@pytest.fixture
def evening(tmp_path, monkeypatch):
    found = Evening(tmp_path, monkeypatch)
    yield found
    found.time.end()
    found.service.stop()


STEPS = pytest.mark.parametrize("step", [Step.JOIN, Step.DRAW, Step.BIDS, Step.REVEAL, Step.OVER])


def broken_in(evening, step, break_it, mend_it, part, says):
    evening.to(step)
    evening.time.until(lambda: False, 3.7)
    assert evening.broken() == {}
    break_it()
    assert evening.noticed_s(part) <= NOTICED_S
    assert says in evening.broken()[part]
    if mend_it is not None:
        evening.time.until(lambda: False, 3.7)
        mend_it()
        assert evening.well_s() <= 2 * NOTICED_S


@STEPS
def test_a_folder_of_pictures_that_is_gone(evening, step):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))

    def back():
        evening.folder.mkdir()
        evening.save("1.png", NOISE)

    broken_in(evening, step, lambda: shutil.rmtree(evening.folder), back, "camera", "put the folder back")


@STEPS
@pytest.mark.parametrize(
    ("name", "picture", "says"),
    [
        ("2.png", np.zeros_like(NOISE), "too dark"),
        ("2.jpg", b"no picture at all", "no picture that can be read"),
        ("2.png", cv2.imencode(".png", NOISE)[1].tobytes()[:-2000], "is not whole yet"),
    ],
    ids=["black", "unreadable", "torn"],
)
def test_a_picture_that_shows_nothing(evening, step, name, picture, says):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, every_s=0.1, clock=evening.time))
    broken_in(
        evening,
        step,
        lambda: evening.save(name, picture),
        lambda: evening.save("3.png", NOISE),
        "camera",
        says,
    )


@STEPS
def test_a_film_that_has_ended(evening, step, tmp_path):
    writer = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 1, (160, 120))
    for _ in range(12):
        writer.write(NOISE)
    writer.release()
    evening.begin(FilmCamera(tmp_path / "film.avi", clock=evening.time))
    evening.to(step)
    evening.time.until(lambda: evening.time.now_s >= 12.0, 60)
    assert evening.broken() == {}
    assert evening.noticed_s("camera") <= NOTICED_S
    assert "has ended and its last picture stands" in evening.broken()["camera"]


@STEPS
@pytest.mark.parametrize("asleep", [False, True])
def test_a_display_that_is_dead(evening, step, asleep):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    evening.to(step)
    evening.time.now_s += SLEEP_AFTER_S if asleep else 0.0
    evening.time.until(lambda: False, 3.7)
    evening.wire.plugged = False
    assert evening.noticed_s("display") <= NOTICED_S
    assert "look at its four wires" in evening.broken()["display"]
    evening.time.until(lambda: False, 3.7)
    evening.wire.plugged = True
    assert evening.well_s() <= 2 * NOTICED_S


@STEPS
def test_what_is_broken_stands_on_page_wall_and_display(evening, step):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    evening.to(step)
    shutil.rmtree(evening.folder)
    evening.noticed_s("camera")
    untold = replace(evening.snapshot, health=(), notes=(), stall=None)
    told, before = ([page.tobytes() for page in screens.all_pages(shown, SIZE)] for shown in (evening.snapshot, untold))
    assert told != before  # a page of its own, or a note of the line's where that tells it
    door = evening.service.door
    assert isinstance(door, Door)
    client = create_app(door).test_client()
    for path in ("/", "/wall", "/health"):
        assert client.get(path).text.count("put the folder back") == 1, path


@pytest.mark.parametrize("phase", range(8))
def test_it_is_so_whenever_it_breaks(evening, phase):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, every_s=0.1, clock=evening.time))
    evening.to(Step.BIDS)
    evening.time.until(lambda: False, 2.0 + phase * 0.16)
    evening.save("2.png", cv2.imencode(".png", NOISE)[1].tobytes()[:-2000])
    assert evening.noticed_s("camera") <= NOTICED_S


@STEPS
@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_of_the_games_that_was_removed_or_replaced(evening, step, replaced):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    games = evening.service._folders.games
    away = games.with_name("away")

    def broken():
        games.rename(away)
        if replaced:
            shutil.copy(away, games)

    broken_in(evening, step, broken, lambda: away.replace(games), "games", "was removed or replaced")


@STEPS
@pytest.mark.parametrize(
    ("breaks", "says"),
    [
        ("gone", "No such file"),
        ("read only", "can't be written"),
        ("failing", "input/output"),
        ("silent", "not answer"),
    ],
)
def test_a_disk_that_is_gone_or_does_not_answer(evening, step, breaks, says, monkeypatch):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    folder, well = evening.service._folders.data, []

    def asked(_):
        if breaks == "failing" and not well:
            raise OSError("input/output error")
        evening.time.wait(3600 if breaks == "silent" else 0, lambda: bool(well) or evening.time.ended.is_set())
        return 10**10

    def broken():
        if breaks == "gone":
            folder.rename(folder.with_name("away"))
        elif breaks == "read only":
            monkeypatch.setattr(vitals.os, "access", lambda *_: bool(well))
        else:
            monkeypatch.setattr(facts, "free_bytes", asked)

    def mended():
        well.append(True)
        if breaks == "gone":
            folder.with_name("away").rename(folder)

    broken_in(evening, step, broken, mended, "disk", says)


@STEPS
def test_a_session_that_does_not_come_round(evening, step):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    evening.to(step)
    evening.time.until(lambda: False, 3.7)
    assert evening.broken() == {}
    whole, well = evening.service._beat, []

    def beat(part):
        if part == "session" and not well:
            evening.time.wait(3600, lambda: bool(well) or evening.time.ended.is_set())
        whole(part)

    evening.service._beat = beat
    assert evening.noticed_s("game") <= NOTICED_S
    assert "start the companion again" in evening.broken()["game"]
    shutil.rmtree(evening.folder)
    assert evening.noticed_s("camera") <= NOTICED_S
    well.append(True)
    evening.folder.mkdir()
    evening.save("2.png", NOISE)
    assert evening.well_s() <= 2 * NOTICED_S


def test_a_session_that_ended_and_rests_before_it_is_started_anew(evening, monkeypatch):
    monkeypatch.setattr(supervision, "FIRST_REST_S", 20.0)
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    whole, left = evening.service._beat, [1]

    def beat(part):
        if part == "session" and left:
            left.clear()
            raise RuntimeError("a fault, injected")
        whole(part)

    evening.service._beat = beat
    assert evening.noticed_s("game") <= NOTICED_S
    told = evening.time.until(lambda: any("does not answer" in text for text in evening.texts("game")), 60)
    assert told <= NOTICED_S
    assert evening.time.until(lambda: not any("does not answer" in text for text in evening.texts("game")), 25)


@pytest.mark.parametrize("phase", range(0, 20, 3))
def test_a_machine_that_stood_still_has_no_game_that_hangs(evening, phase):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    evening.time.until(lambda: False, 3.0 + phase / 100)
    evening.time.now_s += 5.0
    assert evening.time.until(lambda: bool(evening.broken()), 1.0) is None


def test_whoever_looks_on_reads_it_while_the_session_does_not_come_round(evening):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    door, over, whole = evening.service.door, [], evening.service._beat
    before = door.snapshot("en")
    evening.service._beat = lambda part: (
        evening.time.wait(3600, lambda: bool(over) or evening.time.ended.is_set()) if part == "session" else None,
        whole(part),
    )
    evening.noticed_s("game")
    told = door.snapshot("en")
    assert any("start the companion again" in part.text for part in told.health)
    assert told.number > before.number
    assert told.number == evening.service.feed.latest[0], "a stream has nothing newer to send, and rests"
    over.append(True)
    evening.well_s()
    well = door.snapshot("en")
    assert all(part.state != "broken" for part in well.health)
    assert well.number == evening.service.feed.latest[0]


def test_who_claimed_the_table_stands_there_while_the_session_does_not_come_round(evening):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    claimed = Health("rights", "attention", say("A phone claimed this table"))
    evening.service.feed.change(lambda one: replace(one, snapshot=replace(one.snapshot, health=(claimed,))))
    evening.service._beat = lambda _: evening.time.wait(3600, evening.time.ended.is_set)
    evening.noticed_s("game")
    assert claimed in evening.snapshot.health


class Hang:
    """Something that does not come back before it is `over`."""

    def __init__(self, evening):
        self.over, self._time = False, evening.time

    def __call__(self, *_):
        if not self.over and not self._time.ended.is_set():
            self._time.wait(3600, lambda: self.over or self._time.ended.is_set())


def camera_hangs(evening, hang, monkeypatch):
    whole = FolderCamera.capture
    monkeypatch.setattr(FolderCamera, "capture", lambda *given, **more: (hang(), whole(*given, **more))[1])


def folder_hangs(evening, hang, monkeypatch):
    """When it is asked what is there by now, for another look begins."""
    whole = FolderCamera.ask
    monkeypatch.setattr(FolderCamera, "ask", lambda *given: (hang(), whole(*given))[1])


def display_hangs(evening, hang, monkeypatch):
    evening.wire.hangs = hang


def lamps_hang(evening, hang, monkeypatch):
    whole = evening.pods.tick
    monkeypatch.setattr(evening.pods, "tick", lambda now_s: (hang(), whole(now_s)))


def keys_hang(evening, hang, monkeypatch):
    whole = evening.pods.held
    monkeypatch.setattr(evening.pods, "held", lambda: (hang(), whole())[1])


def broker_hangs(evening, hang, monkeypatch):
    evening.broker.hangs = hang


@STEPS
@pytest.mark.parametrize(
    ("hangs", "part", "says"),
    [
        (camera_hangs, "camera", "The camera does not answer"),
        (folder_hangs, "camera", "The camera does not answer"),
        (display_hangs, "display", "The display's bus does not answer"),
        (lamps_hang, "pods", "The pods' pins do not answer"),
        (keys_hang, "pods", "The pods' pins do not answer"),
        (broker_hangs, "room", "does not come round"),
    ],
)
def test_a_thread_that_hangs(evening, step, hangs, part, says, monkeypatch):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    hang = Hang(evening)
    broken_in(evening, step, lambda: hangs(evening, hang, monkeypatch), None, part, says)
    others = {"game"} if hangs is lamps_hang else set()
    evening.time.until(lambda: False, 30)
    assert set(evening.broken()) == {part} | others, "and of nothing that does answer"
    if part != "camera":
        shutil.rmtree(evening.folder)
        assert evening.noticed_s("camera") <= NOTICED_S
        evening.folder.mkdir()
        evening.save("2.png", NOISE)
    if part != "display":
        evening.wire.plugged = False
        assert evening.noticed_s("display") <= NOTICED_S
        evening.wire.plugged = True
    full = [True]
    monkeypatch.setattr(facts, "free_bytes", lambda _: 1000 if full else 10**10)
    assert evening.noticed_s("disk") <= NOTICED_S
    full.clear()
    hang.over = True
    assert evening.well_s() <= 2 * NOTICED_S


@pytest.mark.parametrize("trouble", ["ended", "gone", "black"])
def test_a_camera_that_hangs_while_it_shows_nothing_anyway(evening, trouble, monkeypatch, tmp_path):
    if trouble == "ended":
        writer = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 1, (160, 120))
        writer.write(NOISE)
        writer.release()
        evening.begin(FilmCamera(tmp_path / "film.avi", clock=evening.time))
    else:
        evening.save("1.png", np.zeros_like(NOISE) if trouble == "black" else NOISE)
        evening.begin(FolderCamera(evening.folder, clock=evening.time))
        if trouble == "gone":
            shutil.rmtree(evening.folder)
    evening.noticed_s("camera")
    assert not any("does not answer" in text for text in evening.texts("camera"))
    hang, kind = Hang(evening), type(evening.service._lookout._watch.loop.camera)
    whole = kind.capture
    monkeypatch.setattr(kind, "capture", lambda *given, **more: (hang(), whole(*given, **more))[1])
    took_s = evening.time.until(lambda: any("does not answer" in text for text in evening.texts("camera")), 60)
    assert took_s is not None and took_s <= NOTICED_S
    hang.over = True


def test_a_camera_that_never_opens_is_told_of_but_not_one_that_takes_its_time(evening):
    opening_s = [10.0, 3600.0]

    def find():
        evening.time.wait(opening_s.pop(0), evening.time.ended.is_set)

    evening.begin(AwaitedCamera(find, clock=evening.time), there=False)
    assert evening.time.until(lambda: len(opening_s) == 0 or bool(evening.broken()), 60) is not None
    assert evening.broken() == {}
    took_s = evening.noticed_s("camera")
    assert took_s is not None and OPENS_S < took_s <= OPENS_S + NOTICED_S


def test_a_clock_that_is_asked_for_long_keeps_no_news(evening, monkeypatch):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    hang = Hang(evening)
    vitals._set_by_network.cache_clear()
    monkeypatch.setattr(facts, "clock_synchronised", hang)
    evening.time.until(lambda: False, 15)
    evening.wire.plugged = False
    assert evening.noticed_s("display") <= NOTICED_S
    evening.wire.plugged = hang.over = True
    assert evening.well_s() <= 2 * NOTICED_S
    vitals._set_by_network.cache_clear()


def test_a_camera_that_adapts_is_told_of_only_where_no_picture_comes(evening, monkeypatch):
    evening.save("1.png", NOISE)
    evening.begin(FolderCamera(evening.folder, clock=evening.time))
    loop, pictures = evening.service._lookout._watch.loop, []

    def settle(_camera, came):
        for _ in range(12):
            evening.time.wait(0.5 if len(pictures) < 12 else 3600, evening.time.ended.is_set)
            pictures.append(1)
            came()

    monkeypatch.setattr(FolderCamera, "settle", settle)
    loop._adapts = True
    assert evening.time.until(lambda: len(pictures) == 12 or bool(evening.broken()), 60) is not None
    assert evening.broken() == {}
    loop._adapts = True
    assert evening.noticed_s("camera") <= NOTICED_S


def test_a_drawn_camera_may_take_its_time(evening):
    def draw():
        evening.time.wait(3.0, evening.time.ended.is_set)
        return np.tile(NOISE, (2, 2, 1))

    evening.begin(DrawnCamera(draw, clock=evening.time))
    assert evening.time.until(lambda: bool(evening.broken()), 20) is None
