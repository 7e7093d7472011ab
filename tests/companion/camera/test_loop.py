"""The camera loop on a drawn table: what moves, what is covered, what has changed, and what is read, by hand-turned
time and through the real vision code."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.camera import loop as watch_module
from companion.camera import play
from companion.camera.play import Target, Watch
from companion.game import mat_layouts
from companion.games.shipshape.practice import laying
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate
from companion.simulation import drawn_table, simulated_table
from companion.table.evidence.set_change import SetChange
from companion.table.signals import Stillness
from hardware.camera import DrawnCamera
from hardware.errors import CameraGone
from vision.drawing.render import render
from vision.drawing.scene import Hand
from vision.drawing.views import everyday
from vision.registration.lens import Lens

LAYOUT = mat_layouts.layout_for("shipshape", 3)
SIZE_PX = (2304, 1296)
LENS = Lens(SIZE_PX, (2000.0, 2000.0, 1151.5, 647.5), (0.0,) * 5)


class DrawnTable:
    """A table that a test lays, a camera over it, and the watch; `look` lets a moment pass first."""

    def __init__(self, faces):
        self.now_s = 0.0
        self.docks = {f"dock {n}": Dock(HOLDS[n]) for n in (1, 2, 3)}
        self.hand = None
        self.gone = False
        self.lamp = 1.0
        self._view = everyday(LAYOUT.size_mm, SIZE_PX)
        self._noise = np.random.default_rng(5)
        camera = DrawnCamera(self._picture, clock=lambda: self.now_s)
        self.faces = faces
        target = Target((LAYOUT,), lambda: self.faces)
        self.watch = Watch(camera, lambda _game, _seats: target, clock=lambda: self.now_s)
        self.watch.expect("shipshape", 3)
        self.watch.rebase(1)

    def _picture(self):
        if self.gone:
            raise CameraGone("the camera is unplugged; plug it in again")
        scene = drawn_table.scene(LAYOUT, laying.lay(LAYOUT, self.docks), self.hand)
        frame = render(scene, self._view, SIZE_PX, self._noise)
        return frame if self.lamp == 1.0 else cv2.convertScaleAbs(frame, alpha=self.lamp)

    def look(self, times=1):
        for _ in range(times):
            self.now_s += 0.3
            looked = self.watch.look()
        return looked

    def lay(self, dock, *numbers):
        crates = tuple(LaidCrate(CRATES[number], quarters=number % 4) for number in numbers)
        self.docks[dock] = replace(self.docks[dock], crates=crates)


@pytest.fixture
def table(practice_set):
    return DrawnTable(practice_set)


def labels(look):
    return [reading.label for row in look.seen.cells for reading in row]


def test_a_table_at_rest_is_read_once_and_has_not_changed(table):
    looked = table.look(8)
    assert {look.stillness for look in looked.zones.values()} == {Stillness.STILL}
    assert not any(look.changed for look in looked.zones.values())
    for name, look in looked.zones.items():
        sure = [reading for row in look.seen.cells for reading in row if reading.sure]
        truth = table.docks[name].labels
        assert all(read.label == truth[cell] for cell, read in enumerate(sum(look.seen.cells, ())) if read.sure)
        assert len(sure) >= 5


def test_a_laid_crate_is_a_change_of_its_own_dock_only(table):
    table.look(8)
    table.watch.rebase(2)
    table.lay("dock 2", 7)
    looked = table.look(8)
    assert looked.plan == 2
    assert {name: look.changed for name, look in looked.zones.items()} == {
        "dock 1": False,
        "dock 2": True,
        "dock 3": False,
    }
    assert looked.zones["dock 2"].picture is not None


def test_people_who_bid_before_the_holds_were_read_are_seen_laying_their_crates(table):
    table.look(2)
    table.watch.rebase(2)
    table.lay("dock 1", 3)
    looked = table.look(9)
    assert looked.zones["dock 1"].changed
    assert not looked.zones["dock 3"].changed


def test_people_who_bid_as_the_camera_adapts_to_a_lamp_are_seen_laying_their_crates(table):
    table.look(8)
    table.now_s += 60.0
    table.lamp = 0.5
    assert any(table.look().problem is not None for _ in range(40))
    table.watch.rebase(2)
    table.lay("dock 1", 3)
    looked = table.look(8)
    assert {name for name, look in looked.zones.items() if look.changed} == {"dock 1"}


def test_a_hand_over_a_dock_is_said_and_the_others_are_read(table):
    table.look(8)
    x_mm, y_mm, width, height = LAYOUT.zone("dock 1").rect_mm
    table.hand = Hand((x_mm + width / 2, y_mm + height / 2), from_deg=90)
    looked = table.look(2)
    assert looked.zones["dock 1"].stillness in (Stillness.COVERED, Stillness.MOVING)
    assert looked.zones["dock 1"].seen is None
    assert looked.zones["dock 3"].stillness is Stillness.STILL
    table.hand = None
    assert table.look(9).zones["dock 1"].seen is not None


def test_a_camera_that_is_unplugged_just_as_it_reads_is_a_problem_in_words_too(table, monkeypatch):
    capture = table.watch.loop.camera.capture

    def small_only(full=True):
        table.gone = full
        return capture(full)

    monkeypatch.setattr(table.watch.loop.camera, "capture", small_only)
    assert "plug it in again" in str([table.look().problem for _ in range(4)])


def test_a_camera_that_is_away_is_said_in_words_and_comes_back(table):
    table.look(8)
    table.gone = True
    looked = table.look()
    assert "plug it in again" in str(looked.problem)
    assert all(look.stillness is Stillness.UNSEEN for look in looked.zones.values())
    table.gone = False
    assert table.look(8).problem is None


def test_no_mat_in_view_is_said_in_words(table):
    blank = DrawnCamera(lambda: np.full((1296, 2304, 3), 120, np.uint8), clock=lambda: 1.0)
    watch = Watch(blank, lambda _game, _seats: Target((LAYOUT,), lambda: None), clock=lambda: 1.0)
    watch.expect("shipshape", 3)
    assert str(watch.look().problem)


def test_without_a_game_nothing_is_looked_for(table):
    table.watch.expect(None, 0)
    assert "no game" in str(table.look().problem)


def test_the_simulated_set_is_taught_only_once(practice_set):
    assert simulated_table.teach("shipshape", practice_set.folder).labels == practice_set.labels


def test_what_lies_over_a_dock_is_no_piece_however_still_it_lies(table):
    table.look(8)
    drawn = table._picture

    def with_a_cloth():
        picture = np.array(drawn())
        picture[:, : round(0.36 * SIZE_PX[0])] = (60, 80, 100)
        return picture

    table.watch.loop.camera._draw = with_a_cloth
    looked = table.look(20)  # six seconds
    assert looked.zones["dock 1"].stillness is Stillness.COVERED
    assert looked.zones["dock 1"].seen is None
    assert "something lies on the mat there" in str(looked.zones["dock 1"].why)
    assert looked.zones["dock 3"].seen is not None


def test_a_lens_that_comes_while_the_mat_is_looked_for_counts_from_the_next_look_on(table, monkeypatch):
    used, found = [], watch_module.locate

    def locate(picture, layout, *, lens):
        if not used:
            table.watch.use(LENS)
        used.append((picture.shape, lens))
        return found(picture, layout, lens=lens)

    table.look()  # which mat it is
    monkeypatch.setattr(watch_module, "locate", locate)
    table.look(3)
    (shape, before), *later = used
    assert before is None
    assert (shape, LENS) in later


class Later:
    """Jobs that wait until somebody does them."""

    def __init__(self):
        self.jobs = []

    def __call__(self, job):
        self.jobs.append(job)

    def do(self):
        while self.jobs:
            self.jobs.pop(0)()


def test_a_crate_that_is_laid_while_the_set_is_still_being_fitted_is_seen_once_it_is(practice_set):
    table, later = DrawnTable(practice_set), Later()
    table.watch._aside = later
    table.watch.expect(None, 0)
    table.watch.expect("shipshape", 3)
    assert "made ready" in str(table.look(2).problem)
    table.watch.rebase(2)
    table.look()
    table.lay("dock 1", 3)
    waited = table.look(4)
    assert {look.stillness for look in waited.zones.values()} == {Stillness.STILL}
    assert {look.unclear_s for look in waited.zones.values()} == {None}, "it waits for the set, and not for hands"
    later.do()
    assert {look.unclear_s for look in table.look().zones.values()} == {table.now_s}
    looked = table.look(4)
    assert looked.problem is None
    assert {name for name, look in looked.zones.items() if look.changed} == {"dock 1"}


def test_a_crate_that_lay_there_before_the_first_look_can_not_be_told_and_that_is_said(table):
    table.lay("dock 1", 3)
    begun = table.look()
    looked = table.look(8)
    assert looked.zones["dock 1"].seen is not None
    assert not looked.zones["dock 1"].changed
    assert looked.zones["dock 1"].unclear_s == begun.at_s
    table.watch.rebase(2)
    assert table.look().zones["dock 1"].unclear_s is None


def test_what_could_not_be_read_for_a_while_is_pictured_once_and_read_anew_when_asked(table, monkeypatch):
    monkeypatch.setattr(play, "UNCLEAR_S", 1.0)
    table.lay("dock 1", 3)
    table.look(8)
    table.watch.rebase(2)
    x_mm, y_mm, width, height = LAYOUT.zone("dock 1").rect_mm

    def wave(turn):
        table.hand = Hand((x_mm + width / 2 + 8 * (turn % 3), y_mm + height / 2), from_deg=90)
        return table.look().zones["dock 1"]

    unread = [wave(turn) for turn in range(8)]
    assert len({look.picture for look in unread}) == 2  # as it was read last, and the look that failed
    table.hand = None
    assert table.look(9).zones["dock 1"].seen is not None
    table.watch.read_anew()
    assert table.look().zones["dock 1"].seen is None
    assert table.look(9).zones["dock 1"].seen is not None


def test_pieces_that_lie_there_have_their_faces_new_name_and_nothing_seems_laid(table):
    label = next(filter(None, CRATES[7].cells))
    table.lay("dock 2", 7)
    before = table.look(8)
    assert label in labels(before.zones["dock 2"])
    called = {label: "gold 77"}
    table.faces = replace(
        table.faces,
        examples=tuple(replace(one, label=called.get(one.label, one.label)) for one in table.faces.examples),
    )
    table.watch.relearn("shipshape")
    looked = table.look()
    assert labels(looked.zones["dock 2"]) == [called.get(one, one) for one in labels(before.zones["dock 2"])]
    assert not any(look.changed for look in looked.zones.values())
    assert looked.change.names == called
    assert table.look().change.names == {}, "it is said once"


def test_what_was_read_by_a_face_that_is_forgotten_is_read_anew_and_all_else_stands(table):
    table.lay("dock 2", 7)
    before = table.look(8)
    forgotten = next(filter(None, CRATES[7].cells))
    left = tuple(one for one in table.faces.examples if one.label != forgotten)
    table.faces = replace(table.faces, examples=left, complete=False)
    table.watch.relearn("shipshape")
    looked = table.look()
    assert looked.zones["dock 2"].seen is None
    sure = [name for name, look in before.zones.items() if all(one.sure for one in look.seen.readings)]
    assert all(looked.zones[name].seen == before.zones[name].seen for name in sure if name != "dock 2")
    again = table.look(9)
    assert forgotten not in labels(again.zones["dock 2"])
    assert not any(look.changed for look in again.zones.values())  # it reads otherwise, and nobody has laid anything


def test_a_name_that_was_fitted_before_anybody_looked_is_not_lost_with_the_next_one(table):
    label, aside = next(filter(None, CRATES[7].cells)), Later()
    target = Target((LAYOUT,), lambda: table.faces)
    camera = DrawnCamera(table._picture, clock=lambda: table.now_s)
    table.watch = Watch(camera, lambda _game, _seats: target, clock=lambda: table.now_s, aside=aside)
    table.watch.expect("shipshape", 3)
    table.watch.rebase(1)
    table.lay("dock 2", 7)
    table.look(2)
    aside.do()
    before = labels(table.look(8).zones["dock 2"])
    for old, new in ((label, "gold 77"), ("rat 9", "rat 99")):
        named = tuple(replace(one, label=new if one.label == old else one.label) for one in table.faces.examples)
        table.faces = replace(table.faces, examples=named)
        table.watch.relearn("shipshape")
        table.watch._relearn = False
        table.watch._aim("shipshape", 3)
        table.watch._set.on(LAYOUT)
        aside.do()
    looked = table.look()
    assert looked.change.names == {label: "gold 77"}
    assert labels(looked.zones["dock 2"]) == ["gold 77" if one == label else one for one in before]


def test_a_set_that_another_process_has_written_is_read_with(table):
    label, written = next(filter(None, CRATES[7].cells)), [1]
    target = Target((LAYOUT,), lambda: table.faces, lambda: written[0])
    camera = DrawnCamera(table._picture, clock=lambda: table.now_s)
    table.watch = Watch(camera, lambda _game, _seats: target, clock=lambda: table.now_s)
    table.watch.expect("shipshape", 3)
    table.lay("dock 2", 7)
    before = labels(table.look(10).zones["dock 2"])
    named = tuple(replace(one, label="gold 77" if one.label == label else one.label) for one in table.faces.examples)
    table.faces = replace(table.faces, examples=named)
    assert table.look().change == SetChange()
    written[0] = 2
    looked = table.look()
    assert looked.change.names == {label: "gold 77"}
    assert labels(looked.zones["dock 2"]) == ["gold 77" if one == label else one for one in before]
    assert table.look().change == SetChange()


def test_what_never_lies_still_is_unclear_since_it_began_and_what_was_read_as_before_is_not(table):
    before = table.look(8)
    table.watch.rebase(2)
    table.look()
    x_mm, y_mm, width, height = LAYOUT.zone("dock 1").rect_mm
    for turn in range(6):
        table.hand = Hand((x_mm + width / 2 + 8 * turn, y_mm + height / 2), from_deg=90)
        looked = table.look()
    assert looked.zones["dock 1"].unclear_s == pytest.approx(before.at_s + 0.6)
    assert looked.zones["dock 3"].unclear_s is None
    table.hand = None
    looked = table.look(9)
    assert looked.zones["dock 1"].seen is not None
    assert looked.zones["dock 1"].unclear_s is None
