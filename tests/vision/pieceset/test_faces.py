"""A taught piece set on disk: kept whole, never forgetting, and clear about what is wrong with it."""

import errno
import json
import os
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.pieceset import faces, set_archive, set_index
from vision.pieceset.set_index import INDEX, UNTOLD, Exemplar, FacesError
from vision.registration.patches import PATCH_PX

TOLD = {
    "white_bgr": (180.0, 200.0, 210.0),
    "black_bgr": (20.0, 25.0, 30.0),
    "patches_bgr": {"red": (40.0, 50.0, 180.0)},
}


def example(label: str, seed: int) -> Exemplar:
    patch = np.random.default_rng(seed).integers(0, 255, (PATCH_PX, PATCH_PX, 3), np.uint8)
    return Exemplar(label, patch, (200.0, 210.0, 190.0), 0.655, False, "evening.jpg")


def test_what_was_added_is_there_again_after_loading(tmp_path: Path) -> None:
    faces.add(faces.load_or_new(tmp_path / "set"), [example("Ä/1", 1), example("gold 2", 2)])
    loaded = faces.load(tmp_path / "set")
    assert loaded.labels == ("gold 2", "Ä/1")
    first = loaded.of("Ä/1")[0]
    assert np.array_equal(first.patch, example("Ä/1", 1).patch)
    assert (first.lamp_bgr, first.ratio, first.turned, first.picture) == (
        (200.0, 210.0, 190.0),
        0.655,
        False,
        "evening.jpg",
    )


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_what_root_teaches_belongs_to_whom_the_folder_belongs(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1234)
    taught = faces.add(faces.load_or_new(tmp_path / "pieces" / "set"), [example("a", 1)])
    faces.add(taught, [example("a", 2), example("b", 3)])
    made = list((tmp_path / "pieces").rglob("*"))
    assert len(made) == 1 + 1 + 2 + 3, "the set, its index, two faces, three pictures"
    assert {path.stat().st_uid for path in (tmp_path / "pieces", *made)} == {1234}


def test_the_light_that_markers_and_patches_told_is_kept(tmp_path: Path) -> None:
    told = {
        "white_bgr": (180.5, 200.0, 210.25),
        "black_bgr": (20.0, 0.01, 30.0),
        "patches_bgr": {"red": (40.0, 50.0, 180.0)},
    }
    faces.add(faces.load_or_new(tmp_path), [example("a", 1), replace(example("b", 2), **told)])
    plain, lit = faces.load(tmp_path).examples
    assert {name: getattr(lit, name) for name in told} == told
    assert (plain.white_bgr, plain.black_bgr, plain.patches_bgr) == (UNTOLD, UNTOLD, {})
    first, second = json.loads((tmp_path / INDEX).read_text("utf-8"))["examples"]
    assert second.keys() - first.keys() == told.keys()


@pytest.mark.parametrize("broken", [None, [1, 2], [0, 0, 0], ["a", 2, 3], 7])
def test_a_light_that_makes_no_sense_is_none(tmp_path: Path, broken: object) -> None:
    told = {
        "white_bgr": (180.0, 200.0, 210.0),
        "black_bgr": (20.0, 25.0, 30.0),
        "patches_bgr": {"red": (40.0, 50.0, 180.0)},
    }
    faces.add(faces.load_or_new(tmp_path), [replace(example("a", 1), **told)])
    index = json.loads((tmp_path / INDEX).read_text("utf-8"))
    index["examples"][0] |= {"black_bgr": broken, "patches_bgr": {"red": broken}}
    (tmp_path / INDEX).write_text(json.dumps(index), encoding="utf-8")
    (found,) = faces.load(tmp_path).examples
    assert (found.white_bgr, found.black_bgr, found.patches_bgr) == (UNTOLD, UNTOLD, {})


def test_teaching_again_keeps_what_was_taught_and_adds_nothing_twice(tmp_path: Path) -> None:
    once = faces.add(faces.load_or_new(tmp_path), [example("a", 1)])
    again = faces.add(once, [example("a", 1), example("a", 2), example("b", 1)])
    assert [(e.label, e.file) for e in again.examples[:1]] == [(once.examples[0].label, once.examples[0].file)]
    assert len(again.examples) == 3
    assert len(faces.load(tmp_path).examples) == 3


def test_a_place_that_is_named_anew_has_the_new_name_alone(tmp_path: Path) -> None:
    shown, elsewhere = example("6", 1), replace(example("6", 1), label="8", picture="another.jpg")
    faces.add(faces.load_or_new(tmp_path / "set"), [shown, elsewhere, example("9", 2)])
    faces.add(faces.load(tmp_path / "set"), [replace(shown, label="9")])
    kept = faces.load(tmp_path / "set")
    assert sorted((each.label, each.picture) for each in kept.examples) == [
        ("8", "another.jpg"),
        ("9", "evening.jpg"),
        ("9", "evening.jpg"),
    ]
    assert len(list((tmp_path / "set").rglob("*.png"))) == 3


def test_two_names_of_one_teaching_both_stay(tmp_path: Path) -> None:
    both = [example("bare", 1), replace(example("bare", 1), label="blank")]
    faces.add(faces.load_or_new(tmp_path), both)
    faces.add(faces.load(tmp_path), both)
    assert faces.load(tmp_path).labels == ("bare", "blank")


def test_an_older_export_does_not_undo_a_correction(tmp_path: Path) -> None:
    old = faces.add(faces.load_or_new(tmp_path / "set"), [example("6", 1), example("1", 2)])
    set_archive.export(old, tmp_path / "old.zip")
    faces.add(old, [replace(example("6", 1), label="9")])
    set_archive.import_zip(faces.load(tmp_path / "set"), tmp_path / "old.zip")
    assert faces.load(tmp_path / "set").labels == ("1", "9")


def test_who_changes_a_set_keeps_others_out_until_it_is_written(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="Windows locks no folder")
    folder = tmp_path / "set"
    with faces.alone(folder):
        assert not folder.exists(), "nothing is made where nothing is to be written"
    with faces.alone(folder, make=True):
        other = os.open(folder, os.O_RDONLY)
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(other)


def test_who_waits_for_another_that_changes_a_set_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    fcntl = pytest.importorskip("fcntl", reason="Windows locks no folder")
    other = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)

    def let_go(_: object) -> bool:
        os.close(other)
        return True

    caplog.handler.addFilter(let_go)
    with faces.alone(tmp_path):
        caplog.handler.removeFilter(let_go)
    assert caplog.messages == [f"{tmp_path}: waiting for another process that changes it"]


@pytest.mark.parametrize("made", [True, False])
def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path, made: bool) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "set" if made else tmp_path / "file"
    with (
        pytest.raises(FacesError, match="can't be written" if made else "this is a file"),
        faces.alone(folder, make=True),
    ):
        faces.load_or_new(folder)


def test_labels_that_look_alike_as_file_names_stay_apart(tmp_path: Path) -> None:
    labels = ["a b", "a/b", "A b", "..", "日本", "本日"]
    made = faces.add(faces.load_or_new(tmp_path), [example(label, k) for k, label in enumerate(labels)])
    assert len({e.file.lower() for e in made.examples}) == len(labels)
    assert set(faces.load(tmp_path).labels) == set(labels)


def test_rename_joins_and_remove_forgets_one_picture_or_all(tmp_path: Path) -> None:
    made = faces.add(faces.load_or_new(tmp_path), [example("a", 1), example("a", 2), example("b", 3)])
    joined = faces.rename(made, "b", "a")
    assert joined.labels == ("a",)
    fewer = faces.remove(joined, "a", joined.examples[0].file)
    assert not (tmp_path / joined.examples[0].file).exists()
    assert len(faces.load(tmp_path).examples) == len(fewer.examples) == 2
    assert faces.remove(fewer, "a").examples == ()
    with pytest.raises(FacesError, match="is empty"):
        faces.load_to_read(tmp_path)
    assert faces.load_if_taught(tmp_path) is None


def test_a_new_picture_never_takes_the_place_of_a_kept_one(tmp_path: Path) -> None:
    made = faces.add(faces.load_or_new(tmp_path), [example("a", k) for k in range(3)])
    fewer = faces.remove(made, "a", made.examples[0].file)
    more = faces.add(fewer, [example("a", 9)])
    assert len({e.file for e in more.examples}) == 3
    assert np.array_equal(faces.load(tmp_path).examples[0].patch, example("a", 1).patch)


def test_an_exported_set_comes_back_whole_and_imports_twice_without_doubling(tmp_path: Path) -> None:
    made = faces.add(faces.load_or_new(tmp_path / "one"), [example("a", 1), example("b", 2)])
    set_archive.export(made, tmp_path / "set.zip")
    back = set_archive.import_zip(faces.load_or_new(tmp_path / "two"), tmp_path / "set.zip")
    twice = set_archive.import_zip(back, tmp_path / "set.zip")
    assert [(e.label, e.ratio) for e in twice.examples] == [(e.label, e.ratio) for e in made.examples]


def test_a_set_is_exported_by_a_clock_that_stands_in_1970(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = faces.add(faces.load_or_new(tmp_path / "one"), [example("a", 1)])
    os.utime(made.folder / made.examples[0].file, (100.0, 100.0))
    monkeypatch.setattr(time, "time", lambda: 100.0)
    set_archive.export(made, tmp_path / "set.zip")
    assert set_archive.import_zip(faces.load_or_new(tmp_path / "two"), tmp_path / "set.zip").labels == ("a",)


def test_what_a_full_disk_has_no_room_for_leaves_nothing_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = faces.add(faces.Faces(tmp_path / "set", ()), [example("a", 1)])
    there = {path: path.read_bytes() for path in before.folder.rglob("*") if path.is_file()}
    write_bytes, room = Path.write_bytes, iter((True, False))

    def with_little_room(path: Path, data: bytes) -> int:
        if next(room):
            return write_bytes(path, data)
        write_bytes(path, data[:100])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", with_little_room)
    with pytest.raises(FacesError, match="is full"):
        faces.add(before, [example("a", 2), example("b", 3)])
    assert {path: path.read_bytes() for path in before.folder.rglob("*") if path.is_file()} == there


def test_where_a_full_disk_has_no_room_for_the_index_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = faces.add(faces.Faces(tmp_path / "set", ()), [example("a", 1)])
    there = {path: path.read_bytes() for path in before.folder.rglob("*") if path.is_file()}

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(faces.durable, "write", full)
        with pytest.raises(FacesError, match="is full"):
            faces.add(before, [example("a", 2), example("b", 3)])
    assert {path: path.read_bytes() for path in before.folder.rglob("*") if path.is_file()} == there
    with monkeypatch.context() as patched:
        patched.setattr(faces.durable, "sync", full)  # the index lies there by now
        with pytest.raises(FacesError, match="is full"):
            faces.add(before, [example("b", 3)])
    assert (faces.load(before.folder).labels, faces.load(before.folder).damaged) == (("a", "b"), ())


def test_a_set_is_exported_to_what_a_link_leads_to(tmp_path: Path) -> None:
    made = faces.add(faces.Faces(tmp_path / "one", ()), [example("a", 1)])
    (tmp_path / "link.zip").symlink_to(tmp_path / "set.zip")
    set_archive.export(made, tmp_path / "link.zip")
    assert (tmp_path / "link.zip").is_symlink()
    assert len(set_archive.contents(tmp_path / "set.zip").examples) == 1


def test_where_no_export_can_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    made = faces.add(faces.Faces(tmp_path / "one", ()), [example("a", 1)])
    with pytest.raises(FacesError, match=r"can't be written \(Is a directory\)"):
        set_archive.export(made, Path())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one"]


def test_strays_without_an_entry_are_ignored(tmp_path: Path) -> None:
    made = faces.add(faces.load_or_new(tmp_path), [example("a", 1)])
    (tmp_path / "faces.json.part").write_text("half an ind")
    (tmp_path / made.examples[0].file).with_name("0099.png").write_bytes(b"half a picture")
    assert faces.load(tmp_path).labels == ("a",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not the index of a piece set"),
        ("[]", "not the index of a piece set"),
        *(
            (
                '{"format": "table-companion faces", "version": 1, "examples": '
                f'[{{"label": "{label}", "file": "{file}/1.png", "picture": "{picture}", "lamp_bgr": [1, 1, 1]}}]}}',
                words,
            )
            for label, file, picture, words in (
                (r"\ud800", "a", "p", "not the index of a piece set"),
                ("a", r"\udfff", "p", "not the index of a piece set"),
                ("a", "a", r"\ud800", "not the index of a piece set"),
                ("a", r"\u0000", "p", "lacks its label"),
            )
        ),
        ('{"format": "table-companion faces", "version": 2, "examples": []}', "version 2 is newer"),
        ('{"format": "table-companion faces", "version": 1, "examples": [{"label": "a"}]}', "lacks its label"),
        (
            '{"format": "table-companion faces", "version": 1, "examples": '
            '[{"label": "a", "file": "../x.png", "lamp_bgr": [1, 1, 1]}]}',
            "lacks its label",
        ),
        *(
            (
                '{"format": "table-companion faces", "version": 1, "examples": '
                f'[{{"label": "a", "file": "a/1.png", "lamp_bgr": [1, 1, {level}]}}]}}',
                "lacks its label",
            )
            for level in ("0", "1001", "Infinity", "NaN", "1" + 400 * "0")
        ),
    ],
)
def test_a_broken_index_is_said_to_be_broken(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / INDEX).write_text(text)
    with pytest.raises(FacesError, match=words):
        faces.load(tmp_path)
    with pytest.raises(FacesError, match=words):
        faces.load_if_taught(tmp_path)


@pytest.mark.parametrize("ratio", [0, -1, 1e9, float("inf"), float("nan"), pytest.param(10**400, id="endless"), "2"])
def test_a_shape_that_no_face_has_counts_as_square(tmp_path: Path, ratio: object) -> None:
    made = faces.add(faces.load_or_new(tmp_path), [example("a", 1)])
    index = json.loads((tmp_path / INDEX).read_text())
    index["examples"][0]["ratio"] = ratio
    (tmp_path / INDEX).write_text(json.dumps(index))
    assert faces.load(tmp_path).of("a")[0].ratio == 1.0 != made.examples[0].ratio


def missing(file: Path) -> None:
    file.unlink()


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def torn(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-30])


def a_bit_flipped(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def damaged(folder: Path, label: str, picture: int = 0) -> str:
    """Empty one picture of a face; return its file."""
    file = faces.load(folder).of(label)[picture].file
    emptied(folder / file)
    return file


@pytest.fixture
def whole(tmp_path: Path) -> faces.Faces:
    """A complete set: two pictures of “a”, one of “b”."""
    made = faces.add(faces.load_or_new(tmp_path / "set"), [example("a", 1), example("a", 2), example("b", 3)])
    return faces.declare(made, complete=True)


@pytest.mark.parametrize("damage", [missing, emptied, torn, a_bit_flipped, a_folder])
def test_a_set_is_read_without_a_damaged_picture_which_is_named(
    damage: Callable[[Path], None], whole: faces.Faces, caplog: pytest.LogCaptureFixture
) -> None:
    file = whole.of("a")[0].file
    damage(whole.folder / file)
    found = faces.load_to_read(whole.folder)
    assert [(one.label, one.file) for one in found.examples] == [(one.label, one.file) for one in whole.examples[1:]]
    assert [(one.label, one.file, one.picture) for one in found.damaged] == [("a", file, "evening.jpg")]
    assert found.complete
    assert f"left out: {file} of “a”" in caplog.text


def test_a_set_that_is_changed_while_it_is_read_misses_nothing(
    whole: faces.Faces, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = set_index.entries

    def meanwhile(index: Path, text: str) -> object:
        monkeypatch.setattr(set_index, "entries", entries)
        faces.remove(whole, "a", whole.of("a")[0].file)
        return entries(index, text)

    monkeypatch.setattr(set_index, "entries", meanwhile)
    found = faces.load(whole.folder)
    assert (len(found.of("a")), found.damaged) == (1, ())


def test_a_damaged_picture_is_missed_whatever_is_written_and_comes_back(whole: faces.Faces) -> None:
    png = (whole.folder / whole.of("a")[0].file).read_bytes()
    file = damaged(whole.folder, "a")
    faces.add(faces.load(whole.folder), [example("c", 4)])
    faces.rename(faces.load(whole.folder), "a", "d")
    assert [(one.label, one.file) for one in faces.load(whole.folder).damaged] == [("d", file)]
    (whole.folder / file).write_bytes(png)
    back = faces.load(whole.folder)
    assert (back.damaged, len(back.of("d"))) == ((), 2)
    found = next(one for one in back.examples if one.file == file)
    assert found == replace(whole.of("a")[0], label="d")
    assert np.array_equal(found.patch, example("a", 1).patch)


def test_a_face_that_is_taught_again_no_longer_misses_its_damaged_picture(whole: faces.Faces) -> None:
    file = damaged(whole.folder, "a")
    again = faces.add(faces.load(whole.folder), [example("a", 9)])
    assert again.damaged == faces.load(whole.folder).damaged == ()
    assert [one.file == file for one in faces.load(whole.folder).of("a")] == [False, False]
    assert not (whole.folder / file).exists()


def test_a_complete_set_that_has_lost_a_face_is_open_until_it_is_declared_anew(whole: faces.Faces) -> None:
    damaged(whole.folder, "b")
    found = faces.load(whole.folder)
    assert (found.labels, found.lost, found.complete) == (("a",), ("b",), False)
    assert not faces.declare(found, complete=True).complete
    assert not faces.add(found, [example("c", 4)], complete=True).complete
    again = faces.add(faces.load(whole.folder), [example("b", 5)])
    assert (again.lost, again.complete) == ((), False)
    assert faces.declare(again, complete=True).complete
    assert faces.load(whole.folder).complete


@pytest.mark.parametrize(
    ("label", "picture", "complete"), [("a", None, False), ("a", 0, True), ("b", None, False), ("b", 0, False)]
)
def test_forgetting_the_last_picture_of_a_face_takes_the_declaration_back(
    label: str, picture: int | None, complete: bool, whole: faces.Faces
) -> None:
    left = faces.remove(whole, label, None if picture is None else whole.of(label)[picture].file)
    assert (left.complete, faces.load(whole.folder).complete) == (complete, complete)


def test_a_name_put_right_leaves_a_set_complete(whole: faces.Faces) -> None:
    faces.add(whole, [replace(whole.of("b")[0], label="c")])
    assert (faces.load(whole.folder).labels, faces.load(whole.folder).complete) == (("a", "c"), True)


@pytest.mark.parametrize(("declared", "complete"), [(None, False), (True, True)])
def test_a_last_picture_that_shows_a_known_face_leaves_one_that_the_set_may_lack(
    declared: bool | None, complete: bool, whole: faces.Faces
) -> None:
    left = faces.add(whole, [replace(whole.of("b")[0], label="a")], complete=declared)
    assert (left.labels, left.complete, faces.load(whole.folder).complete) == (("a",), complete, complete)


def test_a_set_without_a_face_is_never_complete(tmp_path: Path) -> None:
    assert not faces.declare(faces.load_or_new(tmp_path / "set"), complete=True).complete
    assert not faces.load(tmp_path / "set").complete


def test_one_of_two_pictures_put_right_leaves_a_set_complete(whole: faces.Faces) -> None:
    assert faces.add(whole, [replace(whole.of("a")[0], label="b")]).complete


@pytest.mark.parametrize(("name", "complete"), [("a", False), ("b", True), ("c", True)])
def test_a_face_that_another_takes_in_is_one_that_the_set_may_lack(
    name: str, complete: bool, whole: faces.Faces
) -> None:
    renamed = faces.rename(whole, "b", name)
    assert (renamed.complete, faces.load(whole.folder).complete) == (complete, complete)


def test_a_lost_face_can_be_renamed_and_forgotten(whole: faces.Faces) -> None:
    file = damaged(whole.folder, "b")
    renamed = faces.rename(faces.load(whole.folder), "b", "c")
    assert renamed.lost == faces.load(whole.folder).lost == ("c",)
    assert faces.remove(renamed, "c", file).entries == whole.of("a")
    assert faces.load(whole.folder).damaged == ()


def test_a_face_is_forgotten_with_its_damaged_pictures(whole: faces.Faces) -> None:
    damaged(whole.folder, "a")
    faces.remove(faces.load(whole.folder), "a")
    assert [one.label for one in faces.load(whole.folder).entries] == ["b"]


def test_a_new_picture_never_takes_the_place_of_a_damaged_one(whole: faces.Faces) -> None:
    file = damaged(whole.folder, "b")
    faces.rename(faces.load(whole.folder), "b", "c")
    assert faces.add(faces.load(whole.folder), [example("b", 6)]).of("b")[0].file != file


def test_a_kept_file_brings_damaged_pictures_back(whole: faces.Faces, tmp_path: Path) -> None:
    set_archive.export(whole, tmp_path / "set.zip")
    damaged(whole.folder, "a")
    damaged(whole.folder, "b")
    set_archive.import_zip(faces.load(whole.folder), tmp_path / "set.zip")
    back = faces.load(whole.folder)
    assert back.damaged == ()
    patches = {(one.label, one.patch.tobytes()) for one in back.examples}
    assert patches == {(one.label, one.patch.tobytes()) for one in whole.examples}


def test_a_kept_file_does_not_undo_the_correction_of_a_damaged_picture(whole: faces.Faces, tmp_path: Path) -> None:
    set_archive.export(whole, tmp_path / "old.zip")
    faces.rename(whole, "b", "c")
    damaged(whole.folder, "c")
    set_archive.import_zip(faces.load(whole.folder), tmp_path / "old.zip")
    back = faces.load(whole.folder)
    assert (back.labels, back.damaged) == (("a", "c"), ())


def test_a_set_whose_pictures_are_all_damaged_is_not_called_untaught(whole: faces.Faces, tmp_path: Path) -> None:
    assert faces.load_if_taught(tmp_path / "nowhere") is None
    for label, picture in (("a", 0), ("a", 0), ("b", 0)):
        damaged(whole.folder, label, picture)
    for load in (faces.load_to_read, faces.load_if_taught):
        with pytest.raises(FacesError, match="all taught pictures are missing or damaged"):
            load(whole.folder)


def test_where_there_is_no_set_or_no_such_face_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(FacesError, match="there is no piece set here"):
        faces.load(tmp_path / "nowhere")
    made = faces.add(faces.load_or_new(tmp_path), [example("a", 1)])
    with pytest.raises(FacesError, match="no face is called “b”; there are a"):
        faces.remove(made, "b")
    with pytest.raises(FacesError, match="must not be empty"):
        faces.rename(made, "a", " ")


def test_a_file_that_is_no_export_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"no zip")
    with pytest.raises(FacesError, match="not an exported piece set"):
        set_archive.import_zip(faces.load_or_new(tmp_path / "s"), tmp_path / "x.zip")
    with zipfile.ZipFile(tmp_path / "y.zip", "w") as archive:
        archive.writestr(
            INDEX,
            json.dumps(
                {
                    "format": "table-companion faces",
                    "version": 1,
                    "examples": [{"label": "a", "file": "a/1.png", "lamp_bgr": [9, 9, 9]}],
                }
            ),
        )
    with pytest.raises(FacesError, match="is missing in it"):
        set_archive.import_zip(faces.load_or_new(tmp_path / "s"), tmp_path / "y.zip")
    assert not (tmp_path / "s").exists()


def test_a_set_is_complete_only_while_somebody_says_so(tmp_path: Path) -> None:
    made = faces.add(faces.load_or_new(tmp_path), [example("a", 1)])
    assert not faces.load(tmp_path).complete
    faces.declare(made, complete=True)
    faces.add(faces.load(tmp_path), [example("b", 2)])
    assert faces.load(tmp_path).complete
    faces.declare(faces.load(tmp_path), complete=False)
    assert not faces.load(tmp_path).complete
    assert faces.load(tmp_path).labels == ("a", "b")
