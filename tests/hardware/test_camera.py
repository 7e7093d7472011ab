"""Cameras without a camera: the drawn one, folders, films, and the real classes over scripted vendors."""

import os
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from hardware.awaited_camera import AwaitedCamera
from hardware.camera import DrawnCamera, Picture, every_second, smaller
from hardware.cameras import open_camera
from hardware.errors import CameraError, CameraGone, CameraMissing, PhotoAwaited
from hardware.exposure_settling import at_rest
from hardware.pixel_formats import from_jpeg, in_rows, to_bgr
from hardware.recorded_camera import FilmCamera, FolderCamera


class Hand:
    """A clock turned by hand."""

    now_s = 50.0

    def __call__(self) -> float:
        return self.now_s


def flat(blue: int, green: int, red: int, width: int = 64, height: int = 48) -> np.ndarray:
    picture = np.zeros((height, width, 3), np.uint8)
    picture[:] = (blue, green, red)
    return picture


def test_a_drawn_camera_counts_times_and_shrinks() -> None:
    clock = Hand()
    camera = DrawnCamera(lambda: flat(1, 2, 3), clock=clock)
    first = camera.capture()
    clock.now_s = 51.0
    second = camera.capture(full=False)
    assert (first.number, first.time_s, first.image_bgr.shape) == (1, 50.0, (48, 64, 3))
    assert (second.number, second.time_s, second.image_bgr.shape) == (2, 51.0, (24, 32, 3))
    camera.close()
    with pytest.raises(CameraError, match="closed"):
        camera.capture()


def folder_of(tmp_path: Path, *shades: int) -> Path:
    for index, shade in enumerate(shades):
        cv2.imwrite(str(tmp_path / f"{index}.png"), flat(shade, shade, shade))
    return tmp_path


def test_a_folder_shows_each_picture_for_its_time_and_the_last_for_good(tmp_path: Path) -> None:
    clock = Hand()
    camera = FolderCamera(folder_of(tmp_path, 10, 20, 30), every_s=5, clock=clock)
    shades = []
    for now_s in (50, 54.9, 55, 60, 500):
        clock.now_s = now_s
        shades.append(int(camera.capture().image_bgr[0, 0, 0]))
    assert shades == [10, 10, 20, 30, 30]


def test_a_picture_that_is_added_is_shown_in_its_turn(tmp_path: Path) -> None:
    clock = Hand()
    camera = FolderCamera(folder_of(tmp_path, 10), every_s=5, clock=clock)
    clock.now_s = 70.0
    assert camera.capture().image_bgr[0, 0, 0] == 10
    cv2.imwrite(str(tmp_path / "9.png"), flat(90, 90, 90))
    assert camera.capture().image_bgr[0, 0, 0] == 90


@pytest.mark.parametrize("look", [None, "", "first"])
def test_of_pictures_that_come_faster_than_they_are_shown_the_last_is_what_lies_there(
    tmp_path: Path, look: str | None
) -> None:
    clock = Hand()
    camera = FolderCamera(folder_of(tmp_path, 10, 20, 30), every_s=5, clock=clock)
    assert camera.capture().image_bgr[0, 0, 0] == 10
    camera.ask(look)
    for shade in range(40, 60):
        clock.now_s += 1.0
        cv2.imwrite(str(tmp_path / f"{shade}.png"), flat(shade, shade, shade))
        assert camera.capture().image_bgr[0, 0, 0] == shade


def test_a_picture_that_answered_one_look_answers_no_other(tmp_path: Path) -> None:
    clock = Hand()
    camera = FolderCamera(tmp_path, every_s=5, clock=clock)
    camera.ask("")  # a game is on
    folder_of(tmp_path, 10)

    def seen(look: str) -> int:
        camera.ask(look)
        clock.now_s += 10.0
        return int(camera.capture().image_bgr[0, 0, 0])

    assert [seen(""), seen("first"), seen("first")] == [10, 10, 10]
    with pytest.raises(PhotoAwaited):
        seen("")
    assert seen("first") == 10  # somebody took it back
    for look in ("", "second", "", "third"):
        with pytest.raises(PhotoAwaited, match="put a new picture beside it"):
            seen(look)
    cv2.imwrite(str(tmp_path / "9.png"), flat(90, 90, 90))
    assert [seen("third"), seen("third")] == [90, 90]
    with pytest.raises(PhotoAwaited):
        seen("fourth")


def test_what_was_there_before_a_game_answers_none_of_its_looks(tmp_path: Path) -> None:
    clock = Hand()
    camera = FolderCamera(folder_of(tmp_path, 10), every_s=5, clock=clock)
    clock.now_s = 70.0
    camera.ask(None)
    cv2.imwrite(str(tmp_path / "8.png"), flat(80, 80, 80))
    for look in ("", "first"):
        camera.ask(look)
        with pytest.raises(PhotoAwaited, match="what lay there before"):
            camera.capture()
    cv2.imwrite(str(tmp_path / "9.png"), flat(90, 90, 90))
    assert camera.capture().image_bgr[0, 0, 0] == 90
    camera.ask(None)
    assert camera.capture().image_bgr[0, 0, 0] == 90  # nobody plays: it is tried, or taught
    camera.ask("first")
    with pytest.raises(PhotoAwaited):
        camera.capture()


@pytest.mark.parametrize("before", ["first", None])
def test_what_was_on_its_way_when_a_look_was_over_answers_no_later_one(tmp_path: Path, before: str | None) -> None:
    clock = Hand()
    camera = FolderCamera(tmp_path, every_s=5, clock=clock)
    clock.now_s = 70.0
    camera.ask(before)
    whole = bytes(cv2.imencode(".jpg", flat(60, 60, 60, 640, 480))[1])
    (tmp_path / "a.jpg").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CameraMissing):
        camera.capture()
    camera.ask("")
    (tmp_path / "a.jpg").write_bytes(whole)
    camera.ask("second")
    with pytest.raises(PhotoAwaited, match="what lay there before"):
        camera.capture()
    (tmp_path / "b.jpg").write_bytes(whole)
    assert camera.capture().image_bgr.shape == (480, 640, 3)


def test_a_picture_that_is_saved_again_is_read_again_but_at_no_later_look(tmp_path: Path) -> None:
    camera = FolderCamera(tmp_path)
    camera.ask("first")
    for at_s, grey in enumerate((10, 20)):
        cv2.imwrite(str(tmp_path / "a.png"), flat(grey, grey, grey))
        os.utime(tmp_path / "a.png", (at_s, at_s))
        assert camera.capture().image_bgr[0, 0, 0] == grey
    camera.ask("second")
    cv2.imwrite(str(tmp_path / "a.png"), flat(30, 30, 30))
    with pytest.raises(PhotoAwaited, match="put a new picture beside it"):
        camera.capture()


def test_what_was_there_stays_refused_though_the_folder_was_gone_when_a_look_was_over(tmp_path: Path) -> None:
    clock, photos = Hand(), tmp_path / "photos"
    photos.mkdir()
    camera = FolderCamera(photos, every_s=5, clock=clock)
    clock.now_s = 70.0
    camera.ask("first")
    folder_of(photos, 10)
    assert camera.capture().image_bgr[0, 0, 0] == 10
    photos.rename(tmp_path / "unplugged")
    for look in ("", "second"):
        camera.ask(look)
        with pytest.raises(CameraGone):
            camera.capture()
    (tmp_path / "unplugged").rename(photos)
    camera.ask("second")
    with pytest.raises(PhotoAwaited):
        camera.capture()


def test_a_phones_large_photos_come_down_to_twelve_megapixels_and_a_heic_is_told(tmp_path: Path) -> None:
    clock = Hand()
    camera = FolderCamera(tmp_path, every_s=5, clock=clock)
    clock.now_s = 70.0
    (tmp_path / "1.HEIC").write_bytes(b"\0\0\0\x18ftypheic")
    with pytest.raises(CameraError, match="is a HEIC"):
        camera.capture()
    cv2.imwrite(str(tmp_path / "2.jpg"), flat(10, 20, 30, 8000, 6000))
    assert camera.capture().image_bgr.shape[:2] == (3000, 4000)
    (tmp_path / "3.heic").write_bytes(b"\0\0\0\x18ftypheic")
    with pytest.raises(CameraError, match="is a HEIC"):
        camera.capture()


def test_an_empty_folder_is_awaited_and_what_is_half_written_waits(tmp_path: Path) -> None:
    camera = FolderCamera(tmp_path)
    with pytest.raises(CameraMissing, match=f"^“{tmp_path.name}” holds no picture"):
        camera.capture()
    whole = {kind: bytes(cv2.imencode(kind, flat(60, 60, 60, 640, 480))[1]) for kind in (".jpg", ".png")}
    for kind, data in whole.items():
        (tmp_path / f"a{kind}").write_bytes(data[: len(data) * 2 // 3])
        (tmp_path / f".sent{kind}").write_bytes(data)
        with pytest.raises(CameraMissing):
            camera.capture()
    for kind, data in whole.items():
        (tmp_path / f"a{kind}").write_bytes(data)
        assert camera.capture().image_bgr[0, 0, 0] == pytest.approx(60, abs=1)
    assert len(list(tmp_path.iterdir())) == 4, "nothing is deleted"


@pytest.mark.parametrize("set_by_s", [3600.0, -3600.0])
def test_a_picture_on_its_way_waits_though_the_machines_clock_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_by_s: float
) -> None:
    clock, path = Hand(), tmp_path / "a.jpg"
    whole = bytes(cv2.imencode(".jpg", flat(60, 60, 60, 640, 480))[1])
    camera = FolderCamera(tmp_path, clock=clock)
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CameraMissing):
        camera.capture()
    machines_s = path.stat().st_mtime + set_by_s
    monkeypatch.setattr("hardware.recorded_camera.time", SimpleNamespace(time=lambda: machines_s))
    with pytest.raises(CameraMissing):
        camera.capture()  # half of it would be read, and the other half grey
    path.write_bytes(whole)
    assert camera.capture().image_bgr[-1, -1, 0] == pytest.approx(60, abs=1)
    (tmp_path / "b.jpg").write_bytes(whole[: len(whole) // 2])
    camera.capture()
    clock.now_s += 1.0
    assert "is not whole yet" in str(camera.capture().trouble), "told though the clock was set"


def test_a_missing_folder_and_a_broken_picture_are_told(tmp_path: Path) -> None:
    with pytest.raises(CameraGone, match="put the folder back"):
        FolderCamera(tmp_path / "none")
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    long_ago_s = (tmp_path / "a.jpg").stat().st_mtime - 60
    os.utime(tmp_path / "a.jpg", (long_ago_s, long_ago_s))
    with pytest.raises(CameraError, match=r"^“a\.jpg” is no picture"):
        FolderCamera(tmp_path).capture()
    (tmp_path / "a.jpg").write_bytes(b"")
    os.utime(tmp_path / "a.jpg", (long_ago_s, long_ago_s))
    with pytest.raises(CameraError, match="no picture that can be read"):
        FolderCamera(tmp_path).capture()
    (tmp_path / "a.jpg").unlink()
    clock = Hand()
    camera = FolderCamera(tmp_path, clock=clock)
    (tmp_path / "a.jpg").mkdir()  # can't be read, whoever tries
    with pytest.raises(CameraMissing):
        camera.capture()
    clock.now_s += 11
    with pytest.raises(CameraError, match="no picture that can be read"):
        camera.capture()


def test_a_folder_that_was_emptied_is_gone_and_comes_back(tmp_path: Path) -> None:
    camera = FolderCamera(folder_of(tmp_path, 10))
    (tmp_path / "0.png").unlink()
    with pytest.raises(CameraGone):
        camera.capture()
    folder_of(tmp_path, 77)
    assert camera.capture().image_bgr[0, 0, 0] == 77


def film_of(path: Path, shades: list[int]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for shade in shades:
        writer.write(flat(shade, shade, shade))
    writer.release()
    return path


def test_a_film_runs_by_the_clock_and_stands_at_its_end(tmp_path: Path) -> None:
    clock = Hand()
    camera = open_camera(str(film_of(tmp_path / "film.avi", [0, 40, 80, 120, 160])), clock=clock)
    shades = []
    for now_s in (50, 50.05, 50.21, 50.42, 80):
        clock.now_s = now_s
        shades.append(round(int(camera.capture().image_bgr[0, 0, 0]) / 40) * 40)
    assert shades == [0, 0, 80, 160, 160]
    camera.close()
    with pytest.raises(CameraError, match="closed"):
        camera.capture()


def test_a_film_that_is_jumped_over_its_end_shows_its_last_picture(tmp_path: Path) -> None:
    clock = Hand()
    camera = FilmCamera(film_of(tmp_path / "film.avi", [0, 40, 200]), clock=clock)
    clock.now_s = 500.0
    assert camera.capture().image_bgr[0, 0, 0] == pytest.approx(200, abs=3)


def test_what_is_no_camera_is_told(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="“nothing” is no camera"):
        open_camera("nothing")
    (tmp_path / "letter.txt").write_text("Dear table")
    with pytest.raises(CameraError, match=r"^“letter\.txt” is no film that can be read"):
        open_camera(str(tmp_path / "letter.txt"))


def test_a_number_and_a_device_that_do_not_exist_are_told_by_us_alone(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraError, match="no camera answers as /dev/video63"):
        open_camera("63")
    with pytest.raises(CameraError, match="no camera answers as /dev/video62"):
        open_camera("/dev/video62")
    assert capfd.readouterr() == ("", ""), "OpenCV has nothing to add"


def test_smaller_keeps_the_shape() -> None:
    assert smaller(np.zeros((1296, 2304, 3), np.uint8)).shape == (648, 1152, 3)
    assert smaller(np.zeros((480, 640, 3), np.uint8)).shape == (480, 640, 3)


# ---- formats: whatever a camera gives, the colours come out right

COLOUR = (30, 90, 200)  # blue, green, red


def padded(rows: np.ndarray, stride: int) -> np.ndarray:
    flat_rows = rows.reshape(rows.shape[0], -1)
    full = np.full((rows.shape[0], stride), 77, np.uint8)
    full[:, : flat_rows.shape[1]] = flat_rows
    return full.reshape(-1)


def nv12(bgr: np.ndarray) -> np.ndarray:
    i420 = cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)
    height, width = bgr.shape[:2]
    quarter = height // 2 * width // 2
    flat_planes = i420.reshape(-1)
    u, v = flat_planes[-2 * quarter : -quarter], flat_planes[-quarter:]
    both = np.stack([u, v], axis=1).reshape(height // 2, width)
    return np.concatenate([i420[:height], both])


@pytest.mark.parametrize("padding", [0, 16])
@pytest.mark.parametrize("pixel_format", ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "NV12", "YUV420", "YUYV"])
def test_every_format_gives_the_same_colours(pixel_format: str, padding: int) -> None:
    bgr = flat(*COLOUR)
    bgr[:24, :32] = (200, 60, 20)
    if pixel_format == "YUV420":
        i420 = cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420).reshape(-1)
        bright = padded(i420[: 64 * 48].reshape(48, 64), 64 + padding)
        colours = padded(i420[64 * 48 :].reshape(48, 32), (64 + padding) // 2)
        buffer, stride = np.concatenate([bright, colours]), 64 + padding
    else:
        rows = {
            "RGB888": bgr,
            "BGR888": bgr[:, :, ::-1].copy(),
            "XRGB8888": cv2.cvtColor(bgr, cv2.COLOR_BGR2BGRA),
            "XBGR8888": cv2.cvtColor(bgr, cv2.COLOR_BGR2RGBA),
            "NV12": nv12(bgr),
            "YUYV": yuyv(bgr),
        }[pixel_format]
        stride = rows.reshape(rows.shape[0], -1).shape[1] + padding
        buffer = padded(rows, stride)
    seen = to_bgr(in_rows(buffer, pixel_format, (64, 48), stride), pixel_format, (64, 48))
    assert seen.shape == (48, 64, 3)
    assert np.abs(seen[40, 60].astype(int) - COLOUR).max() <= 4
    assert np.abs(seen[5, 5].astype(int) - (200, 60, 20)).max() <= 4


def yuyv(bgr: np.ndarray) -> np.ndarray:
    yuv = cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)
    height, width = bgr.shape[:2]
    y = yuv[:height]
    flat_planes = yuv.reshape(-1)
    quarter = height * width // 4
    u = flat_planes[height * width : height * width + quarter].reshape(height // 2, width // 2).repeat(2, axis=0)
    v = flat_planes[height * width + quarter :].reshape(height // 2, width // 2).repeat(2, axis=0)
    packed = np.empty((height, width, 2), np.uint8)
    packed[:, :, 0] = y
    packed[:, 0::2, 1], packed[:, 1::2, 1] = u, v
    return packed


def test_the_camera_own_order_is_not_copied() -> None:
    buffer = flat(*COLOUR).reshape(-1)
    assert np.shares_memory(to_bgr(in_rows(buffer, "RGB888", (64, 48), 192), "RGB888", (64, 48)), buffer)


def test_an_unknown_format_is_told() -> None:
    with pytest.raises(CameraError, match="“Y10”; known are"):
        to_bgr(np.zeros((4, 4, 3), np.uint8), "Y10", (4, 4))


def test_a_jpeg_is_decoded_whole_or_half_and_a_torn_one_is_told() -> None:
    data = cv2.imencode(".jpg", flat(*COLOUR))[1]
    assert from_jpeg(data).shape == (48, 64, 3)
    assert from_jpeg(data.reshape(1, -1), 2).shape == (24, 32, 3)
    with pytest.raises(CameraError, match="breaks off"):
        from_jpeg(np.zeros(10, np.uint8))


def test_light_is_at_rest_when_it_no_longer_moves() -> None:
    assert not at_rest([1, 2, 3])
    assert not at_rest([10, 20, 40, 80, 100, 101, 100])
    assert at_rest([10, 80, 100, 101, 100, 100, 99.5])
    assert at_rest([0, 0, 0, 0, 0])


def test_a_camera_that_is_plugged_in_after_the_start_is_found() -> None:
    clock, there, tries = Hand(), list[DrawnCamera](), list[float]()

    def find() -> DrawnCamera | None:
        tries.append(clock.now_s)
        if len(tries) == 2:
            raise CameraError("{name} is used by chat", name="/dev/video0")
        return there[0] if there else None

    camera = AwaitedCamera(find, every_s=3.0, clock=clock)
    for _ in range(2):
        with pytest.raises(CameraMissing, match="plug one in, it is then found by itself"):
            camera.capture()
    assert tries == []  # not at every picture
    for clock.now_s, said in ((53.0, "plug one in"), (56.0, "/dev/video0 is used by chat"), (57.0, "used by chat")):
        with pytest.raises(CameraMissing, match=said):
            camera.settle()
    there.append(DrawnCamera(lambda: flat(1, 2, 3), clock=clock))
    clock.now_s = 59.0
    assert camera.capture().image_bgr.shape == (48, 64, 3)
    camera.settle()
    assert tries == [53.0, 56.0, 59.0]
    camera.close()
    with pytest.raises(CameraError, match="closed"):
        there[0].capture()


def test_a_camera_that_comes_back_under_another_number_is_found() -> None:
    clock, there = Hand(), list[DrawnCamera]()

    def no_picture() -> Picture:
        raise CameraGone("the camera {name} is away", name="/dev/video0")

    pulled = DrawnCamera(no_picture, clock=clock)
    camera = AwaitedCamera(lambda: there[0] if there else None, there=pulled, every_s=3.0, clock=clock)
    named = AwaitedCamera(lambda: there[0] if there else None, there=pulled, by_name=True, clock=clock)
    clock.now_s += 10.0
    with pytest.raises(CameraGone):
        camera.capture()
    there.append(DrawnCamera(lambda: flat(1, 2, 3), clock=clock))
    clock.now_s += 2.0
    with pytest.raises(CameraGone):
        camera.capture()  # not at every picture
    clock.now_s += 1.0
    with pytest.raises(CameraGone):
        camera.capture()
    assert camera.capture().image_bgr.shape == (48, 64, 3)
    for _ in range(2):
        with pytest.raises(CameraGone):
            named.capture()


def test_what_is_closed_before_it_was_found_looks_no_more() -> None:
    clock = Hand()
    camera = AwaitedCamera(lambda: DrawnCamera(lambda: flat(1, 2, 3)), clock=clock)
    camera.close()
    clock.now_s = 1000.0
    with pytest.raises(CameraMissing):
        camera.capture()


@pytest.mark.parametrize("size", [(48, 64), (5, 7)])
def test_every_second_pixel_is_picked_and_not_mixed(size: tuple[int, int]) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (*size, 3), np.uint8)
    assert np.array_equal(every_second(picture), picture[::2, ::2][: size[0] // 2, : size[1] // 2])
