"""A fit is kept beside its set, is never stale, and is made anew where it can't be read."""

import errno
import itertools
import shutil
import threading
import zipfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import numpy as np
import pytest
from support.drawn_faces import LAMP, drawn, photo, taught

from vision.pieceset import faces
from vision.recognition import fit_cache, odds, reading
from vision.recognition.recogniser import Recogniser

SHAPES = [(shape, drawn(shape)) for shape in ("disc", "flag", "cross")]


@pytest.fixture
def known(tmp_path: Path) -> faces.Faces:
    return faces.add(faces.load_or_new(tmp_path / "set"), taught(*SHAPES, shots=1))


@pytest.fixture(scope="module")
def made() -> Recogniser:
    return fit_cache.fit(taught(*SHAPES, shots=1), 1, complete=False)


@pytest.fixture
def fits(made: Recogniser, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """One fit for all that is asked, and how often it was: whether complete."""
    asked: list[bool] = []

    def fit(*_: object, complete: bool, **__: object) -> Recogniser:
        asked.append(complete)
        return made

    monkeypatch.setattr(fit_cache, "fit", fit)
    return asked


def kept(known: faces.Faces) -> list[Path]:
    return sorted(known.folder.glob(".fit-*.npz"))


def test_the_kept_fit_reads_as_the_fit_that_was_kept(known: faces.Faces) -> None:
    made = fit_cache.fitted(known.folder, known.examples, 4, complete=True)
    again = fit_cache.fitted(known.folder, known.examples, 4, complete=True)
    assert len(kept(known)) == 1
    assert again is not made
    assert again.complete
    patches = np.stack([photo(cell, 90 + k) for k, (_, cell) in enumerate(SHAPES)])
    assert reading.read(made, patches, LAMP) == reading.read(again, patches, LAMP)
    assert made.second is not None
    assert again.second is not None
    for name, values in fit_cache.flattened(made.second):
        np.testing.assert_array_equal(dict(fit_cache.flattened(again.second))[name], values)


def test_it_is_read_and_not_made_again(known: faces.Faces, fits: list[bool]) -> None:
    for complete in (True, True, False, True):
        fit_cache.fitted(known.folder, known.examples, 1, complete=complete)
    assert fits == [True, False]


@pytest.mark.usefixtures("fits")
def test_another_pixel_another_name_or_another_lamp_is_another_fit(known: faces.Faces) -> None:
    first, *others = known.examples
    pixel = first.patch.copy()
    pixel[5, 5] ^= 1
    for other in (first, replace(first, patch=pixel), replace(first, label="x"), replace(first, lamp_bgr=(1, 2, 3))):
        fit_cache.fitted(known.folder, [other, others[0]], 1, complete=False)
    assert len(kept(known)) == 4


@pytest.mark.usefixtures("fits")
def test_other_fitted_numbers_are_another_fit(
    known: faces.Faces, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit_cache.fitted(known.folder, known.examples, 1, complete=False)
    other = tmp_path / "calibration.json"
    other.write_text(odds.NUMBERS.read_text(encoding="utf-8") + " ", encoding="utf-8")
    monkeypatch.setattr(odds, "NUMBERS", other)
    fit_cache._program.cache_clear()
    fit_cache.fitted(known.folder, known.examples, 1, complete=False)
    fit_cache._program.cache_clear()
    assert len(kept(known)) == 2


@pytest.mark.usefixtures("fits")
def test_only_the_newest_are_kept(known: faces.Faces) -> None:
    for turns, complete in itertools.product((1, 2, 4), (False, True)):
        fit_cache.fitted(known.folder, known.examples[:1], turns, complete=complete)
    assert len(kept(known)) == 4


@pytest.mark.parametrize("spoilt", [b"", b"PK nothing", None])
def test_one_that_is_broken_is_made_anew(known: faces.Faces, fits: list[bool], spoilt: bytes | None) -> None:
    fit_cache.fitted(known.folder, known.examples, 1, complete=False)
    file = kept(known)[0]
    whole = file.read_bytes()
    file.write_bytes(whole[:2000] if spoilt is None else spoilt)
    assert fit_cache.fitted(known.folder, known.examples, 1, complete=False).labels == ("cross", "disc", "flag")
    assert fits == [False, False]
    fit_cache.fitted(known.folder, known.examples, 1, complete=False)
    assert fits == [False, False]  # it was written anew, too


def bits(file: Path) -> list[int]:
    """Where a bit is flipped: of the checksum, of what says how an array is packed and what it is, of its numbers, and
    of its name in the directory of the archive."""
    data = file.read_bytes()
    with zipfile.ZipFile(file) as archive:
        directory, first = archive.start_dir, archive.infolist()[0]
    at = first.header_offset
    shape, name = data.index(b"'shape'", at), data.rindex(first.filename.encode())
    return [0, at + 6, shape, shape + 500, directory + 8, name, *range(directory, len(data), 997)]


def test_one_flipped_bit_anywhere_is_noticed_and_the_set_fitted_anew(known: faces.Faces, fits: list[bool]) -> None:
    fit_cache.fitted(known.folder, known.examples, 1, complete=False)
    file = kept(known)[0]
    whole = file.read_bytes()
    places = bits(file)
    for at in places:
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        fit_cache.fitted(known.folder, known.examples, 1, complete=False)
        assert len(kept(known)) == 1
    assert len(fits) == 1 + len(places)


def test_one_that_reads_as_it_was_written_and_is_no_fit_is_made_anew(
    known: faces.Faces, fits: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    fit_cache.fitted(known.folder, known.examples, 1, complete=False)

    def no_fit(*_: object) -> None:
        raise NotImplementedError("compressed in a way that nobody knows")

    with monkeypatch.context() as patch:
        patch.setattr(fit_cache, "built", no_fit)
        fit_cache.fitted(known.folder, known.examples, 1, complete=False)
    fit_cache.fitted(known.folder, known.examples, 1, complete=False)
    assert fits == [False, False]


@pytest.mark.usefixtures("fits")
def test_a_full_card_keeps_no_fit_and_no_draft_of_one(known: faces.Faces, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: IO[bytes], **_: object) -> None:
        file.write(bytes(5000))
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    fit_cache.fitted(known.folder, known.examples, 1, complete=False)
    assert list(known.folder.glob(".fit-*")) == []


@pytest.mark.usefixtures("fits")
@pytest.mark.parametrize(("times", "many"), [(3, 0), (5, 1)])
def test_a_fit_takes_a_small_share_of_the_free_room_and_no_more(
    known: faces.Faces, made: Recogniser, monkeypatch: pytest.MonkeyPatch, times: int, many: int
) -> None:
    free = times * sum(array.nbytes for _, array in fit_cache.flattened(made))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    fit_cache.fitted(known.folder, known.examples, 1, complete=False)
    assert len(kept(known)) == many


@pytest.mark.usefixtures("fits")
@pytest.mark.parametrize("free", [0, 1 << 40])
def test_what_was_being_written_when_the_power_went_is_gone_with_the_next_fit(
    known: faces.Faces, monkeypatch: pytest.MonkeyPatch, free: int
) -> None:
    (known.folder / ".fit-0123.npz.41-1389.part").write_bytes(bytes(5000))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    fit_cache.fitted(known.folder, known.examples, 1, complete=False)
    assert list(known.folder.glob(".fit-*.part")) == []


@pytest.mark.usefixtures("fits")
def test_two_that_are_written_at_once_are_both_kept(known: faces.Faces) -> None:
    writers = [
        threading.Thread(
            target=fit_cache.fitted, args=(known.folder, known.examples, turns), kwargs={"complete": False}
        )
        for turns in (1, 2, 4)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(kept(known)) == 3


@pytest.mark.usefixtures("fits")
def test_nothing_is_kept_where_there_is_no_set(tmp_path: Path) -> None:
    fit_cache.fitted(tmp_path, taught(*SHAPES), 1, complete=False)
    assert list(tmp_path.iterdir()) == []
