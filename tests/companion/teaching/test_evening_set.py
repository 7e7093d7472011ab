"""What play taught is read with on its evening, and stays by the host's word alone."""

import errno
import os
import time
from types import SimpleNamespace

import pytest
from support.upkept_table import patch

from companion.teaching import evening_set, feedback
from vision import durable
from vision.pieceset import faces
from vision.pieceset.set_index import INDEX, Exemplar, FacesError, UnwrittenError

HOUR_S = 3600.0


def example(label, seed, source="taught"):
    return Exemplar(label, patch(seed), (230.0, 230.0, 230.0), picture=source)


@pytest.fixture
def folder(tmp_path):
    faces.add(faces.load_or_new(tmp_path), [example("gold 2", 1), example("rat 1", 2)], complete=True)
    evening_set.begin(tmp_path)
    learnt = [example("gold 2", 3, "play/game/1/dock 1/0"), example("gold 3", 4, "play/game/1/dock 1/1")]
    faces.add(evening_set.waiting(tmp_path), learnt)
    return tmp_path


def later(folder, hours):
    """Make the evening's last lesson so much older."""
    index = evening_set.folder_of(folder) / INDEX
    os.utime(index, (time.time() - hours * HOUR_S,) * 2)


def read_with(folder):
    return [one.label for one in evening_set.with_tonight(faces.load(folder), folder).examples]


def test_what_play_taught_is_read_with_on_its_evening_and_is_no_part_of_the_set(folder):
    assert read_with(folder) == ["gold 2", "rat 1", "gold 2", "gold 3"]
    assert [one.label for one in faces.load(folder).examples] == ["gold 2", "rat 1"]
    assert evening_set.with_tonight(faces.load(folder), folder).complete


@pytest.mark.parametrize(("hours", "read"), [(11, 4), (13, 2), (-13, 2)])
def test_another_evening_reads_without_it_and_it_still_waits(folder, hours, read):
    later(folder, hours)
    assert len(read_with(folder)) == read
    assert len(evening_set.waiting(folder).examples) == 2


def test_another_evening_s_lessons_begin_anew(folder):
    evening_set.begin(folder)
    assert len(evening_set.waiting(folder).examples) == 2
    later(folder, 13)
    evening_set.begin(folder)
    assert evening_set.waiting(folder).examples == ()


def test_a_clock_that_is_set_meanwhile_makes_this_run_s_lessons_no_other_evening_s(folder, monkeypatch):
    evening_set.add(folder, [example("rat 2", 5, "play/game/2/dock 1/0")])
    later(folder, 24 * 7)  # a Pi begins where it ended a week ago, until a network sets its clock
    evening_set.begin(folder)
    assert (len(evening_set.waiting(folder).examples), len(read_with(folder))) == (3, 5)
    begun_s = evening_set._running_s()
    monkeypatch.setattr(evening_set, "_running_s", lambda: begun_s + 13 * HOUR_S)
    assert len(read_with(folder)) == 2


def test_lessons_that_can_not_be_read_are_in_nobody_s_way(folder, caplog):
    (evening_set.folder_of(folder) / INDEX).write_text("{")
    evening_set.begin(folder)
    assert evening_set.waiting(folder).examples == ()
    assert "are lost" in caplog.text


def test_what_is_kept_is_in_the_set_and_waits_no_longer(folder):
    kept = evening_set.keep(faces.load(folder))
    assert kept == faces.load(folder)
    assert [one.label for one in kept.examples] == ["gold 2", "rat 1", "gold 2", "gold 3"]
    assert kept.complete
    assert not evening_set.folder_of(folder).exists()
    assert read_with(folder) == [one.label for one in kept.examples]


def test_what_is_kept_twice_is_there_once(folder):
    """The power may go between both."""
    faces.add(faces.load(folder), evening_set.waiting(folder).examples)
    assert len(evening_set.keep(faces.load(folder)).examples) == 4


def test_what_is_dropped_is_gone(folder):
    evening_set.drop(folder)
    assert len(read_with(folder)) == 2
    assert not evening_set.folder_of(folder).exists()
    evening_set.drop(folder)


def test_what_is_refused_after_a_keep_that_was_cut_short_is_in_neither(folder, monkeypatch):
    before = faces.load(folder)
    with monkeypatch.context() as power, pytest.raises(KeyboardInterrupt):
        power.setattr(evening_set, "drop", interrupted)
        evening_set.keep(before)
    assert evening_set.refuse(faces.load(folder)).examples == before.examples
    assert read_with(folder) == [one.label for one in before.examples]


def interrupted(_folder):
    raise KeyboardInterrupt


def test_an_owner_without_a_set_reads_with_what_play_taught(folder, tmp_path):
    (folder / INDEX).unlink()
    alone = evening_set.with_tonight(None, tmp_path)
    assert [one.label for one in alone.examples] == ["gold 2", "gold 3"]
    evening_set.drop(folder)
    assert evening_set.with_tonight(None, tmp_path) is None


def test_a_broken_one_hides_no_set(folder, caplog):
    (evening_set.folder_of(folder) / INDEX).write_text("{")
    assert read_with(folder) == ["gold 2", "rat 1"]
    assert "left out" in caplog.text
    with pytest.raises(FacesError):
        evening_set.waiting(folder)


def labels(folder):
    """The owner's faces, and those that wait."""
    return faces.load(folder).labels, evening_set.waiting(folder).labels


def test_renaming_and_removing_a_face_is_meant_for_both(folder):
    evening_set.rename(faces.load(folder), "gold 2", "gold 4")
    assert labels(folder) == (("gold 4", "rat 1"), ("gold 3", "gold 4"))
    with pytest.raises(FacesError):
        evening_set.rename(faces.load(folder), "no such", "gold 9")
    evening_set.remove(faces.load(folder), "gold 4")
    assert labels(folder) == (("rat 1",), ("gold 3",))
    with pytest.raises(FacesError):
        evening_set.remove(faces.load(folder), "gold 4")
    with pytest.raises(FacesError):
        evening_set.remove(faces.load(folder), "gold 3", "evening/gold-3/0007.png")
    (evening_set.folder_of(folder) / INDEX).write_text("{")
    evening_set.remove(faces.load(folder), "rat 1")  # broken: no reason not to forget the owner's
    assert faces.load(folder).labels == ()


@pytest.mark.parametrize("cut_short", range(2), ids=["before any index", "between the two"])
@pytest.mark.parametrize(
    "change",
    [
        lambda owners: evening_set.rename(owners, "gold 2", "gold 4"),
        lambda owners: evening_set.remove(owners, "gold 2"),
    ],
    ids=["renamed", "removed"],
)
def test_what_was_cut_short_can_be_asked_for_again(folder, monkeypatch, change, cut_short):
    written = []

    def full(path, data, **how):
        if len(written) == cut_short:
            raise OSError(errno.ENOSPC, "No space left on device")
        written.append(path)
        durable.write(path, data, **how)

    with monkeypatch.context() as disk:
        disk.setattr(faces, "durable", SimpleNamespace(**{**vars(durable), "write": full}))
        with pytest.raises(UnwrittenError):
            change(faces.load(folder))
    change(faces.load(folder))
    assert "gold 2" not in read_with(folder)


def test_what_is_put_right_in_an_earlier_evening_s_lessons_makes_them_no_lessons_of_this_one(folder):
    later(folder, 24)
    evening_set.rename(faces.load(folder), "gold 2", "gold 4")
    (third,) = evening_set.waiting(folder).of("gold 3")
    evening_set.remove(faces.load(folder), "gold 3", evening_set.file_of(third))
    assert feedback.forget(folder, ["play/game/1/dock 1/1"]) is False
    assert labels(folder) == (("gold 4", "rat 1"), ("gold 4",))
    assert read_with(folder) == ["gold 4", "rat 1"]


def test_what_is_written_by_whoever_is_noticed_a_lesson_that_is_taken_back_too(folder):
    stamps = [evening_set.written(folder)]
    assert evening_set.written(folder) == stamps[0]
    faces.rename(faces.load(folder), "rat 1", "rat 2")
    stamps.append(evening_set.written(folder))
    feedback.forget(folder, ["play/game/1/dock 1/0"])
    stamps.append(evening_set.written(folder))
    evening_set.drop(folder)
    stamps.append(evening_set.written(folder))
    assert len({*stamps}) == 4
    assert evening_set.written(folder / "none") == (None, None)
