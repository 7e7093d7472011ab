"""What teaches the set, what is left out, and what is taken back: with the practice set and its own drawn pictures."""

import errno
import random
import shutil
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.camera.aside import at_once
from companion.game import mat_layouts
from companion.language.message import english
from companion.simulation import drawn_table, simulated_table
from companion.table.signals import Lesson
from companion.table.snapshot import Learnt
from companion.teaching import evening_set, feedback
from companion.teaching.shelf import Shelf
from companion.teaching.worker import Teacher
from vision import durable
from vision.drawing.render import render
from vision.observation import Reading
from vision.pieceset import faces
from vision.pieceset.set_index import Exemplar
from vision.registration.locate import locate
from vision.registration.patches import PATCH_PX
from vision.registration.rectify import warp

LAYOUT = mat_layouts.layout_for("shipshape", 6)
COLOURS = {"gold 2": (40, 180, 230), "rat 1": (60, 90, 150), "cannon 4": (120, 120, 120), "empty": (200, 210, 220)}
LABELS = ("gold 2", "rat 1", "empty", "cannon 4", "empty", "gold 2", "rat 1", "empty", "cannon 4")


class ByColour:
    """Stands for what fits and reads, which needs seconds: the nearest colour, sure where no other is near."""

    def fit(self, examples, turns, complete=False):  # noqa: ARG002 (stands for another)
        return list(examples)

    def read(self, known, patches, lamp_bgr):  # noqa: ARG002 (stands for another)
        return tuple(self._read(known, patch) for patch in patches)

    def _read(self, known, patch):
        def middle(image):
            return image[40:56, 40:56].reshape(-1, 3).mean(axis=0)

        away = {}
        for example in known:
            distance = float(np.abs(middle(example.patch) - middle(patch)).sum())
            away[example.label] = min(away.get(example.label, 1e9), distance)
        order = sorted(away, key=away.get)
        clear = len(order) < 2 or away[order[1]] > away[order[0]] + 40
        return Reading(order[0], 0.9, clear, tuple((label, 0.5) for label in order))


@pytest.fixture
def by_colour(monkeypatch):
    monkeypatch.setattr(feedback, "reading", ByColour())
    monkeypatch.setattr(feedback, "fit", ByColour().fit)


def plain(label, shade=0):
    patch = np.full((PATCH_PX, PATCH_PX, 3), 230, np.uint8)
    patch[20:76, 20:76] = np.clip(np.array(COLOURS[label]) + shade, 0, 255)
    return Exemplar(label, patch, (230.0, 230.0, 230.0), picture=f"taught {shade}")


@pytest.fixture
def drawn():
    """Each dock's picture, and what lies in it."""
    image = np.full((360, 360, 3), 230, np.uint8)
    for cell, label in enumerate(LABELS):
        row, col = divmod(cell, 3)
        image[row * 120 + 8 : row * 120 + 112, col * 120 + 8 : col * 120 + 112] = COLOURS[label]
    jpeg = cv2.imencode(".jpg", image)[1].tobytes()
    names = [zone.name for zone in LAYOUT.zones]
    return dict.fromkeys(names, jpeg), dict.fromkeys(names, LABELS)


@pytest.fixture
def folder(tmp_path, by_colour):
    examples = [plain(label, shade) for label in COLOURS for shade in (-6, 0, 6)]
    faces.add(faces.load_or_new(tmp_path / "shipshape"), examples)
    return tmp_path / "shipshape"


def lesson(drawn, dock, cell, label=None, line=9, **more):
    pictures, labels = drawn
    zone = f"dock {dock}"
    return Lesson("game-1", line, zone, zone, cell, label or labels[zone][cell], pictures[zone], **more)


def from_play(folder):
    assert not [one for one in faces.load_or_new(folder).examples if one.picture.startswith("play/")]
    return [one.label for one in evening_set.waiting(folder).examples if one.picture.startswith("play/")]


def test_what_is_right_is_learnt_with_where_it_is_from(folder, drawn):
    right = lesson(drawn, 1, 0)
    assert feedback.learn(folder, LAYOUT, (right,))[0] == ()
    (added,) = evening_set.waiting(folder).examples
    assert (added.label, added.picture) == (right.label, f"play/game-1/9/dock 1/{right.cell}")


def test_a_second_word_about_the_same_cell_takes_the_firsts_place(folder, drawn):
    for _ in range(2):
        feedback.learn(folder, LAYOUT, (lesson(drawn, 1, 0),))
    assert len(from_play(folder)) == 1


def test_what_the_set_is_sure_of_otherwise_is_left_out(folder, drawn):
    wrong = lesson(drawn, 1, 0, "rat 1")
    (left_out,), _ = feedback.learn(folder, LAYOUT, (wrong,))
    assert (left_out.lesson, left_out.worse) == (wrong, False)
    assert from_play(folder) == []


def test_a_face_that_was_cut_out_wider_than_its_place_is_known_to_its_lessons(tmp_path, drawn, by_colour):
    wide = [replace(plain(label, 6), ratio=1.5 if label == "rat 1" else 1.0) for label in COLOURS]
    faces.add(faces.load_or_new(tmp_path), wide, complete=True)
    assert feedback.learn(tmp_path, LAYOUT, (lesson(drawn, 1, 1),))[0] == ()
    assert from_play(tmp_path) == ["rat 1"]


def test_what_makes_the_set_worse_on_its_own_pictures_is_left_out_though_it_was_wished(folder, drawn):
    good, bad = lesson(drawn, 1, 0), lesson(drawn, 2, 1, "cannon 4", wished=True)
    (left_out,), _ = feedback.learn(folder, LAYOUT, (good, bad))
    assert (left_out.lesson, left_out.worse) == (bad, True)
    assert from_play(folder) == ["gold 2"]


def test_what_was_wished_and_harms_nothing_is_learnt(folder, drawn, monkeypatch):
    monkeypatch.setattr(feedback, "_worse", lambda *_: False)
    assert feedback.learn(folder, LAYOUT, (lesson(drawn, 2, 1, "cannon 4", wished=True),))[0] == ()
    assert from_play(folder) == ["cannon 4"]


@pytest.mark.slow
def test_the_real_recogniser_learns_what_is_right_and_nothing_that_it_is_sure_of_otherwise(practice_set, tmp_path):
    shutil.copytree(practice_set.folder, tmp_path / "shipshape")
    laid, labels = simulated_table.pretending("shipshape").lessons(LAYOUT, random.Random(8))[0]
    evening = simulated_table.evening(LAYOUT, 8)
    scene = drawn_table.scene(LAYOUT, laid, None, evening.printed)
    frame = render(scene, evening.view, simulated_table.SIZE_PX, np.random.default_rng(8))
    located = locate(frame, LAYOUT)
    flat = warp(frame, located.zones["dock 1"], LAYOUT.zone("dock 1").rect_mm, 360 / 110)
    drawn = {"dock 1": cv2.imencode(".jpg", flat)[1].tobytes()}, labels
    cell = labels["dock 1"].index("gold 5")
    assert feedback.learn(tmp_path / "shipshape", LAYOUT, (lesson(drawn, 1, cell),))[0] == ()
    assert from_play(tmp_path / "shipshape") == ["gold 5"]
    (left_out,), _ = feedback.learn(tmp_path / "shipshape", LAYOUT, (lesson(drawn, 1, cell, "gold 9", line=12),))
    assert not left_out.worse


def test_a_first_face_is_learnt_by_an_empty_set(tmp_path, drawn, by_colour):
    assert feedback.learn(tmp_path / "new", LAYOUT, (lesson(drawn, 1, 0),))[0] == ()
    assert len(from_play(tmp_path / "new")) == 1


def test_a_picture_that_can_not_be_read_teaches_nothing(folder, drawn):
    broken = replace(lesson(drawn, 1, 0, "gold 2"), picture=b"no picture")
    assert feedback.learn(folder, LAYOUT, (broken,))[0] == ()
    assert from_play(folder) == []


@pytest.mark.parametrize(
    ("source", "left"), [("play/game-1/9/", 0), ("play/game-1/9/dock 1/", 0), ("play/game-1/8/", 1)]
)
def test_what_was_taught_is_taken_back_by_where_it_is_from(folder, drawn, source, left):
    feedback.learn(folder, LAYOUT, (lesson(drawn, 1, 0),))
    assert feedback.forget(folder, [source]) is (left == 0)
    assert len(from_play(folder)) == left
    assert len(faces.load(folder).examples) == 3 * len(COLOURS)


@pytest.mark.parametrize(("source", "left"), [("play/game-1/9/", 0), ("play/game-1/8/", 1)])
def test_what_was_kept_is_taken_back_too(folder, drawn, source, left):
    feedback.learn(folder, LAYOUT, (lesson(drawn, 1, 0),))
    evening_set.keep(faces.load(folder))
    assert feedback.forget(folder, [source]) is (left == 0)
    assert len(faces.load(folder).examples) == 3 * len(COLOURS) + left


def test_what_is_taught_to_a_set_that_can_t_be_read_is_told_and_nothing_is_read_with_it(tmp_path, drawn):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "faces.json").write_text("{")
    teacher = Teacher(Shelf(lambda _: tmp_path / "broken"), aside=at_once)
    teacher.forget("shipshape", ("play/game-1/",))
    assert teacher.said() == ()
    teacher.teach("shipshape", (LAYOUT,), (lesson(drawn, 1, 0),))
    (told,) = teacher.said()
    assert "this is not the index of a piece set" in english(told)


def test_the_teacher_says_what_was_left_out_and_tells_who_reads(folder, drawn):
    shelf, told = Shelf(lambda game: folder.parent / game), []
    shelf.changed = told.append
    teacher = Teacher(shelf, aside=lambda job: job())
    teacher.teach("shipshape", (LAYOUT,), (lesson(drawn, 1, 0, "rat 1"),))
    assert told == []
    assert [english(text) for text in teacher.said()] == [
        "“rat 1” was not learnt: the set is sure that this picture shows something else"
    ]
    assert teacher.said() == ()
    teacher.teach("shipshape", (LAYOUT,), (lesson(drawn, 1, 0),))
    teacher.forget("shipshape", ("play/game-1/9/",))
    teacher.forget("shipshape", ("play/game-1/9/",))
    assert told == ["shipshape", "shipshape"]
    teacher.close()


def test_what_waits_for_the_host_is_told_of_one_game_or_of_any(folder, drawn):
    teacher = Teacher(Shelf(lambda game: folder.parent / game), aside=lambda job: job())
    assert teacher.learnt(None) is None
    teacher.teach("shipshape", (LAYOUT,), (lesson(drawn, 1, 0),))
    assert teacher.learnt(None) == teacher.learnt("shipshape") == Learnt("shipshape", "ShipShape", 1)
    assert teacher.learnt("stingy") is None
    teacher.close()


def test_what_a_left_out_correction_takes_the_place_of_is_gone_and_who_reads_is_told(folder, drawn):
    shelf, told = Shelf(lambda game: folder.parent / game), []
    shelf.changed = told.append
    teacher = Teacher(shelf, aside=lambda job: job())
    teacher.teach("shipshape", (LAYOUT,), (lesson(drawn, 1, 0),))
    teacher.teach("shipshape", (LAYOUT,), (lesson(drawn, 1, 0, "rat 1"),))
    assert len(teacher.said()) == 1
    assert from_play(folder) == []
    assert told == ["shipshape", "shipshape"]
    teacher.close()


@pytest.mark.parametrize(
    ("zone", "at_mm", "seats"),
    [
        ("place 2", (300.0, 90.0), 3),
        ("place 3", (600.0, 90.0), 3),
        ("place 3", (100.0, 250.0), 4),  # there in the second row
        ("place 5", None, 5),
        ("nowhere", None, 3),
    ],
)
def test_what_lay_on_a_mat_that_is_out_of_view_is_cut_out_where_it_lay(drawn, zone, at_mm, seats):
    mats = mat_layouts.candidates("stingy", 3)
    settled = replace(lesson(drawn, 1, 0), zone=zone, at_mm=at_mm)
    assert feedback.mat_of(mats, (settled,)) == mat_layouts.layout_for("stingy", seats)


@pytest.mark.parametrize(
    ("chore", "said"),
    [
        (
            lambda teacher, one: teacher.teach("shipshape", (LAYOUT,), (one,)),
            "What was corrected could not be learnt: ",
        ),
        (
            lambda teacher, one: teacher.forget("shipshape", (one.source,)),
            "What was learnt could not be taken back yet: ",
        ),
    ],
    ids=["taught", "taken back"],
)
def test_what_a_full_disk_keeps_from_being_done_is_told(folder, drawn, monkeypatch, chore, said):
    taught = lesson(drawn, 1, 0)
    feedback.learn(folder, LAYOUT, (taught,))

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    teacher = Teacher(Shelf(lambda _: folder), aside=at_once)
    monkeypatch.setattr(durable, "write", full)
    chore(teacher, taught)
    (told,) = teacher.said()
    assert english(told).startswith(f"{said}the disk of {evening_set.folder_of(folder)} is full")
    assert from_play(folder) == [taught.label]


def test_a_job_that_fails_does_not_end_the_teacher(tmp_path, drawn, caplog):
    shelf = Shelf(lambda game: tmp_path / game)
    teacher = Teacher(shelf)
    teacher.teach("shipshape", (LAYOUT,), (replace(lesson(drawn, 1, 0, "gold 2"), zone="nowhere"),))
    teacher.forget("shipshape", ("play/",))
    teacher.close()
    assert "could not be taught" in caplog.text
    assert not teacher._own._thread.is_alive()
