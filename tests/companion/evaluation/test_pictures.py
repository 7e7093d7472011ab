"""Pictures from files: what can't be used is told in one sentence."""

import struct
import tempfile

import cv2
import numpy as np
import pytest

from companion.evaluation.pictures import PictureError, load_picture


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "no such file"),
        (b"", "the file is empty; copy it again"),
        (b"\0\0\0\x18ftypheic" + bytes(200), "this is a HEIC or AVIF, whatever it is called"),
        (b"no picture", "not a picture"),
        ("tiny", "too small"),
        ("torn", "breaks off; copy it again"),
    ],
)
def test_what_is_no_usable_picture_is_told(tmp_path, data, words):
    picture = np.random.default_rng(1).integers(0, 256, (90, 120, 3), np.uint8)
    coded = cv2.imencode(".jpg", picture)[1].tobytes()
    of = {"tiny": cv2.imencode(".png", picture[:8])[1].tobytes(), "torn": coded[: len(coded) // 2]}
    file = tmp_path / "picture.jpg"
    if data is not None:
        file.write_bytes(of.get(data, data))
    with pytest.raises(PictureError, match=words):
        load_picture(file)
    file.write_bytes(coded)
    assert load_picture(file).shape == picture.shape


@pytest.mark.parametrize(
    ("ending", "spoil", "words"),
    [
        (".png", lambda data: data[:8], "breaks off"),
        (".png", lambda data: data[: len(data) // 2], "breaks off"),
        (".png", lambda data: data[:-12], "breaks off"),
        (".png", lambda data: data[:-2], "breaks off"),
        (".png", lambda data: data[:2000] + bytes(2000) + data[4000:], "is damaged; copy it again"),
        (".bmp", lambda data: data[: len(data) // 2], "not a picture"),
        (".jpg", lambda data: data[:5000] + bytes(500) + data[5500:], "is damaged; copy it again"),
        (".jpg", lambda data: data[:5000] + data[5500:], "is damaged; copy it again"),
        (".jpg", lambda data: data[:-2] + data[5000:5500] + data[-2:], "is damaged; copy it again"),
    ],
)
def test_of_a_damaged_picture_its_decoder_says_nothing_itself(tmp_path, capfd, ending, spoil, words):
    picture = np.random.default_rng(1).integers(0, 256, (90, 120, 3), np.uint8)
    file = tmp_path / f"picture{ending}"
    file.write_bytes(spoil(cv2.imencode(ending, picture)[1].tobytes()))
    with pytest.raises(PictureError, match=words):
        load_picture(file)
    assert capfd.readouterr().err == ""


def test_a_whole_png_with_something_behind_it_is_opened(tmp_path):
    picture = np.random.default_rng(1).integers(0, 256, (90, 120, 3), np.uint8)
    (tmp_path / "a.png").write_bytes(cv2.imencode(".png", picture)[1].tobytes() + b"what a program added")
    assert (load_picture(tmp_path / "a.png") == picture).all()


def test_a_few_bytes_before_its_end_as_webcams_put_there_damage_no_picture(tmp_path):
    picture = np.random.default_rng(1).integers(0, 256, (90, 120, 3), np.uint8)
    coded = cv2.imencode(".jpg", picture)[1].tobytes()
    (tmp_path / "a.jpg").write_bytes(coded[:-2] + bytes(4) + coded[-2:])
    (tmp_path / "b.jpg").write_bytes(coded)
    assert (load_picture(tmp_path / "a.jpg") == load_picture(tmp_path / "b.jpg")).all()


def test_pictures_are_opened_where_no_disk_takes_what_their_decoder_says(tmp_path, monkeypatch):
    picture = np.random.default_rng(1).integers(0, 256, (90, 120, 3), np.uint8)
    (tmp_path / "a.png").write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(tempfile, "tempdir", str(tmp_path / "none"))
        opened = load_picture(tmp_path / "a.png")
    assert (opened == picture).all()


def with_exif(webp, tiff):
    """A WebP with this behind it as its EXIF."""
    behind = b"EXIF" + struct.pack("<L", len(tiff)) + tiff + b"\0" * (len(tiff) % 2)
    return b"RIFF" + struct.pack("<L", len(webp) - 8 + len(behind)) + webp[8:] + behind


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("orientation", range(10))
def test_a_webp_is_turned_upright_as_a_jpeg_is(tmp_path, order, orientation):
    picture = cv2.resize(np.random.default_rng(1).integers(0, 256, (3, 4, 3), np.uint8), (120, 90))
    tiff = struct.pack(
        f"{order}2sHLHHHLHHL", b"II" if order == "<" else b"MM", 42, 8, 1, 0x0112, 3, 1, orientation, 0, 0
    )
    webp = cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 100])[1].tobytes()
    app1 = b"Exif\0\0" + tiff
    (tmp_path / "a.webp").write_bytes(with_exif(webp, tiff))
    (tmp_path / "a.jpg").write_bytes(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(app1) + 2) + app1 + jpeg[2:])
    seen, wanted = load_picture(tmp_path / "a.webp"), load_picture(tmp_path / "a.jpg")
    assert seen.shape == wanted.shape
    assert np.abs(seen.astype(int) - wanted).mean() < 5


@pytest.mark.parametrize("tiff", [b"", b"II", b"II*\0\xff\xff\xff\xff", b"Exif\0\0MM\0*\0\0\0\x08\xff\xff"])
def test_a_webp_with_a_broken_exif_is_opened_as_it_lies(tmp_path, tiff):
    webp = cv2.imencode(".webp", np.full((90, 120, 3), 99, np.uint8))[1].tobytes()
    (tmp_path / "a.webp").write_bytes(with_exif(webp, tiff))
    assert load_picture(tmp_path / "a.webp").shape == (90, 120, 3)


@pytest.mark.parametrize("ending", [".png", ".jpg"])
def test_a_picture_that_would_fill_the_memory_is_refused_by_its_header(tmp_path, ending, monkeypatch):
    coded = bytearray(cv2.imencode(ending, np.zeros((90, 120, 3), np.uint8))[1].tobytes())
    if ending == ".png":
        coded[16:24] = struct.pack(">LL", 26667, 15000)
    else:
        at = coded.index(b"\xff\xc0") + 5
        coded[at : at + 4] = struct.pack(">HH", 15000, 26667)
    file = tmp_path / f"a{ending}"
    file.write_bytes(coded)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(PictureError, match=r"too large \(26667×15000\); shrink it"):
        load_picture(file)
