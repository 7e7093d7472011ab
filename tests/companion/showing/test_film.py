"""A film: photos one after the other, few of many, whole, and without what else their files hold."""

from io import BytesIO

import pytest
from PIL import Image

from companion.showing.film import EACH_MS, LAST_MS, MOST, SIDE_PX, film


def jpeg(shade: int, size: tuple[int, int] = (300, 300)) -> bytes:
    made = BytesIO()
    exif = Image.Exif()
    exif[0x010F] = "where I live"
    Image.new("RGB", size, (shade, shade, shade)).save(made, "JPEG", exif=exif.tobytes())
    return made.getvalue()


def frames(moving: bytes) -> list[tuple[int, int]]:
    """The shade of each picture, and how long it is shown."""
    with Image.open(BytesIO(moving)) as picture:
        found = []
        for number in range(picture.n_frames):
            picture.seek(number)
            found.append((picture.convert("L").getpixel((SIDE_PX // 2, SIDE_PX // 2)), picture.info["duration"]))
        return found


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_do_not_move(count: int) -> None:
    assert film([jpeg(0)] * count) is None


def test_they_come_in_their_order_and_the_last_stays_longest() -> None:
    moving = film([jpeg(shade) for shade in (0, 80, 160)])
    assert [shade for shade, _ in frames(moving)] == pytest.approx([0, 80, 160], abs=6)
    assert [shown for _, shown in frames(moving)] == [EACH_MS, EACH_MS, LAST_MS]
    assert b"where I live" not in moving


def test_of_many_the_first_and_the_last_are_there() -> None:
    shades = [shade for shade, _ in frames(film([jpeg(2 * number) for number in range(100)]))]
    assert len(shades) == MOST
    assert (shades[0], shades[-1]) == (pytest.approx(0, abs=6), pytest.approx(198, abs=6))


def test_a_wide_zone_is_shown_whole() -> None:
    with Image.open(BytesIO(film([jpeg(0, (600, 200)), jpeg(10, (600, 200))]))) as picture:
        assert picture.size == (SIDE_PX, SIDE_PX)
        assert picture.convert("L").getpixel((5, SIDE_PX // 2)) < 20
        assert picture.convert("L").getpixel((SIDE_PX // 2, 5)) > 200
