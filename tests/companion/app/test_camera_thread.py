"""Who looks through the camera: what a folder of pictures is told of the table."""

from itertools import count
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest
from support import phone_photos
from support.turned_time import TurnedTime

from companion.app.camera_thread import Lookout
from companion.app.supervision import Supervisor
from companion.camera.play import Target, Watch
from companion.game import mat_layouts
from companion.games.shipshape.practice import laying
from companion.session import Published
from companion.table.feed import Feed
from companion.table.signals import Looked
from companion.table.snapshot import Learnt, Snapshot, Step
from hardware.recorded_camera import FolderCamera
from vision.pieceset.faces import Faces
from web.shown import GameShown

LAYOUT = mat_layouts.layout_for("shipshape", 3)
LEARNT = Learnt("shipshape", "ShipShape", 3)
GAME = GameShown("g", "shipshape", "ShipShape", ("Ana", "Rui", "Eva"), {})


@pytest.fixture
def lookout(tmp_path: Path, practice_set: Faces) -> Lookout:
    seconds = count(1.0)
    camera = FolderCamera(tmp_path, every_s=0.5, clock=lambda: next(seconds))
    watch = Watch(camera, lambda _game, _seats: Target((LAYOUT,), lambda: practice_set))
    nothing = [].append
    return Lookout(watch, None, None, None, nothing, True, nothing, Supervisor())  # type: ignore[arg-type]


def seen(lookout: Lookout, look: str) -> Looked:
    """Return what is seen at a look after some seconds."""
    return watched(lookout, Snapshot(1, Step.LOOK, "", GAME, look=look))  # type: ignore[arg-type]


def watched(lookout: Lookout, at: Snapshot) -> Looked:
    return [lookout.look(at) for _ in range(8)][-1]


def is_read(looked: Looked) -> bool:
    return bool(looked.zones) and all(zone.seen is not None for zone in looked.zones.values())


def test_no_voyage_is_read_from_the_picture_of_the_one_before(lookout: Lookout, tmp_path: Path) -> None:
    photo = phone_photos.taken(LAYOUT, laying.lay(LAYOUT, {}), 2)
    seen(lookout, "")
    cv2.imwrite(str(tmp_path / "1.jpg"), photo)
    assert is_read(seen(lookout, "voyage 1"))
    for look in ("", "voyage 2"):
        refused = seen(lookout, look)
        assert "shows what lay there before" in str(refused.problem)
        assert all(zone.seen is None for zone in refused.zones.values())
    cv2.imwrite(str(tmp_path / "2.jpg"), photo)
    assert is_read(seen(lookout, "voyage 2"))


def test_a_look_says_whose_mat_it_looked_for(lookout: Lookout, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lookout.look(Snapshot(1, Step.JOIN, "", None)).game == ""  # type: ignore[arg-type]
    assert seen(lookout, "").game == "shipshape"
    monkeypatch.setattr(lookout, "_walker", SimpleNamespace(active=True, look=lambda _loop: None))
    assert seen(lookout, "").game is None  # whatever is played, it serves the walk


@pytest.mark.parametrize("began", [False, True], ids=["a game begins", "it starts in the middle of one"])
def test_what_lay_there_before_the_game_is_no_voyage(began: bool, lookout: Lookout, tmp_path: Path) -> None:
    photo = phone_photos.taken(LAYOUT, laying.lay(LAYOUT, {}), 2)
    cv2.imwrite(str(tmp_path / "tried.jpg"), photo)
    if not began:
        nobody_plays = watched(lookout, Snapshot(1, Step.JOIN, "", None))  # type: ignore[arg-type]
        assert "before" not in str(nobody_plays.problem)
    for look in ("", "voyage 1"):
        assert "shows what lay there before" in str(seen(lookout, look).problem)
    cv2.imwrite(str(tmp_path / "voyage.jpg"), photo)
    assert is_read(seen(lookout, "voyage 1"))


def test_a_picture_that_was_taught_from_in_the_middle_of_a_game_is_no_voyage(
    lookout: Lookout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = phone_photos.taken(LAYOUT, laying.lay(LAYOUT, {}), 2)
    seen(lookout, "")
    with monkeypatch.context() as walk:
        walk.setattr(lookout, "_walker", SimpleNamespace(active=True, look=lambda _loop: None))
        cv2.imwrite(str(tmp_path / "taught.jpg"), photo)
        seen(lookout, "")
    for look in ("", "voyage 1"):
        assert "shows what lay there before" in str(seen(lookout, look).problem)


@pytest.mark.parametrize("rested_s", [0.1, 0.3, 0.5, 0.65])
@pytest.mark.parametrize("new", [True, False])
def test_what_comes_after_a_request_is_new_however_long_the_camera_rests(
    tmp_path: Path, practice_set: Faces, rested_s: float, new: bool
) -> None:
    time, looks = TurnedTime(), list[Looked]()
    camera = FolderCamera(tmp_path, every_s=0.5, clock=time)
    watch = Watch(camera, lambda _game, _seats: Target((LAYOUT,), lambda: practice_set), clock=time)
    feed = Feed(published(Snapshot(1, Step.JOIN, "", None)))  # type: ignore[arg-type]

    def wait(after: int, timeout_s: float) -> int:
        time.wait(timeout_s, lambda: feed.latest[0] > after)
        return feed.latest[0]

    feed.wait = wait  # type: ignore[method-assign]
    nothing = [].append
    lookout = Lookout(watch, None, None, feed, looks.append, True, nothing, Supervisor(clock=time))  # type: ignore[arg-type]

    def drop() -> None:
        cv2.imwrite(str(tmp_path / "1.jpg"), phone_photos.taken(LAYOUT, laying.lay(LAYOUT, {}), 2))

    time.run("camera", lookout.run)
    time.until(lambda: len(looks) == 3, 60)
    time.until(lambda: False, rested_s)
    if not new:
        drop()
    feed.put(published(Snapshot(2, Step.DRAW, "", GAME)))  # type: ignore[arg-type]
    time.until(lambda: False, 0.01)
    if new:
        drop()
    feed.put(published(Snapshot(3, Step.LOOK, "", GAME, look="voyage 1")))  # type: ignore[arg-type]
    time.until(lambda: False, 10.0)
    time.end()
    assert is_read(looks[-1]) is new
    assert ("shows what lay there before" in str(looks[-1].problem)) is not new


def published(snapshot: Snapshot) -> Published:
    return Published(snapshot, {}, {})


class Taught:
    """Stands for the teacher: of ShipShape, three pictures of play wait for the host."""

    def learnt(self, game: str | None) -> Learnt | None:
        return LEARNT if game in (None, "shipshape") else None

    def said(self) -> tuple[()]:
        return ()


@pytest.mark.parametrize(("step", "learnt"), [(Step.LOOK, None), (Step.OVER, LEARNT), (Step.JOIN, LEARNT)])
def test_while_nobody_plays_it_says_how_many_pictures_play_taught(
    lookout: Lookout, step: Step, learnt: Learnt | None
) -> None:
    lookout._teacher = Taught()  # type: ignore[assignment]
    game = None if step is Step.JOIN else GAME
    assert lookout.look(Snapshot(1, step, "", game)).learnt == learnt  # type: ignore[arg-type]
