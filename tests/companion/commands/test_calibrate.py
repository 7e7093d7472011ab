import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
from support.printed_board import photo

from companion.commands.calibrate import calibrate
from vision.registration import lens


def shot(path, rotation_deg, height_mm):
    """Write a photo of the board."""
    cv2.imwrite(str(path), photo(rotation_deg, height_mm))
    return str(path)


def test_photos_of_the_board_make_a_camera_file(tmp_path):
    poses = [((0, 0, 0), 420), ((25, 0, 20), 430), ((-25, 5, 90), 440), ((0, 28, 200), 430), ((10, -28, 300), 450)]
    names = [shot(tmp_path / f"{i}.png", *pose) for i, pose in enumerate(poses)]
    out, err = io.StringIO(), io.StringIO()
    assert calibrate(names, tmp_path / "camera.toml", out=out, err=err) == 0, err.getvalue()
    found = lens.load(tmp_path / "camera.toml")
    assert found.size_px == (960, 720)
    assert abs(found.matrix[0] - 900) < 20
    assert "0.png: 54 of 54 corners" in out.getvalue()


def refused(tmp_path, names):
    out, err = io.StringIO(), io.StringIO()
    assert calibrate(names, tmp_path / "camera.toml", out=out, err=err) == 2
    assert not (tmp_path / "camera.toml").exists()
    assert err.getvalue().count("\n") == 1
    return err.getvalue()


def test_bad_input_is_named_in_one_line(tmp_path):
    assert "nowhere.jpg: no such file" in refused(tmp_path, [str(tmp_path / "nowhere.jpg")])
    (tmp_path / "words.jpg").write_text("no picture")
    assert "words.jpg: this is not a picture" in refused(tmp_path, [str(tmp_path / "words.jpg")])
    (tmp_path / "empty.jpg").write_bytes(b"")
    assert "empty.jpg: this is not a picture" in refused(tmp_path, [str(tmp_path / "empty.jpg")])
    assert "no file can be called so" in refused(tmp_path, ["a\0.jpg"])
    assert "no such file" in refused(tmp_path, ["two\nlines.jpg"])
    whole = shot(tmp_path / "whole.jpg", (0, 0, 0), 420)
    (tmp_path / "half.jpg").write_bytes(Path(whole).read_bytes()[:9000])
    assert "half.jpg: the picture breaks off" in refused(tmp_path, [str(tmp_path / "half.jpg")])


def test_a_picture_that_says_it_is_larger_than_any_is_refused(tmp_path):
    def chunk(kind, data):
        return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))

    header = struct.pack(">2L5B", 40_000, 30_000, 8, 2, 0, 0, 0)
    packed = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    (tmp_path / "vast.png").write_bytes(b"\x89PNG\r\n\x1a\n" + packed)
    assert "vast.png: the picture is too large (40000×30000)" in refused(tmp_path, [str(tmp_path / "vast.png")])


def test_pictures_of_several_sizes_are_refused(tmp_path):
    for name, size in (("a.png", (60, 80)), ("b.png", (80, 60))):
        cv2.imwrite(str(tmp_path / name), np.zeros(size, np.uint8))
    words = refused(tmp_path, [str(tmp_path / "a.png"), str(tmp_path / "b.png")])
    assert "b.png: it is 60×80, the first picture 80×60" in words


def test_pictures_without_the_board_are_refused(tmp_path):
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((480, 640), 128, np.uint8))
    assert "seen well in 0 of 1 pictures" in refused(tmp_path, [str(tmp_path / "grey.png")])


def test_a_folder_that_can_not_be_written_is_named(tmp_path):
    names = [shot(tmp_path / f"{i}.png", (8 * i - 16, 12 - 6 * i, 40 * i), 430) for i in range(5)]
    out, err = io.StringIO(), io.StringIO()
    assert calibrate(names, tmp_path / "no" / "camera.toml", out=out, err=err) == 2
    assert "No such file" in err.getvalue()
