"""A film: photos one after the other, few of many, whole, and without what else their files hold."""

from io import BytesIO

import pytest
from PIL import Image

from companion.showing.film import EACH_MS, FILL_MS, LAST_MS, MOST, MOST_FRAMES, SIDE_PX, Filling, film


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
    assert film([Filling(jpeg(0))] * count) is None


def test_they_come_in_their_order_and_the_last_stays_longest() -> None:
    moving = film([Filling(jpeg(shade)) for shade in (0, 80, 160)])
    assert [shade for shade, _ in frames(moving)] == pytest.approx([0, 80, 160], abs=6)
    assert [shown for _, shown in frames(moving)] == [EACH_MS, EACH_MS, LAST_MS]
    assert b"where I live" not in moving


def test_of_many_the_first_and_the_last_are_there() -> None:
    shades = [shade for shade, _ in frames(film([Filling(jpeg(2 * number)) for number in range(100)]))]
    assert len(shades) == MOST
    assert (shades[0], shades[-1]) == (pytest.approx(0, abs=6), pytest.approx(198, abs=6))


def test_a_wide_zone_is_shown_whole() -> None:
    with Image.open(BytesIO(film([Filling(jpeg(0, (600, 200))), Filling(jpeg(10, (600, 200)))]))) as picture:
        assert picture.size == (SIDE_PX, SIDE_PX)
        assert picture.convert("L").getpixel((5, SIDE_PX // 2)) < 20
        assert picture.convert("L").getpixel((SIDE_PX // 2, 5)) > 200


def test_what_lies_there_fills_up_piece_by_piece() -> None:
    halves = Filling(jpeg(0), ((0.0, 0.0, 0.25, 1.0), (0.25, 0.0, 1.0, 1.0)))
    moving = frames(film([halves, Filling(jpeg(80))]))
    assert [shown for _, shown in moving] == [FILL_MS, FILL_MS, EACH_MS, LAST_MS]
    empty, quarter, whole, last = (shade for shade, _ in moving)
    assert (empty, quarter) == (pytest.approx(quarter, abs=6), pytest.approx(205, abs=12))  # the middle is paper still
    assert (whole, last) == (pytest.approx(0, abs=6), pytest.approx(80, abs=6))


def test_a_large_board_fills_up_in_few_steps_to_the_last() -> None:
    cells = tuple((at % 15 / 15, at // 15 / 15, (at % 15 + 1) / 15, (at // 15 + 1) / 15) for at in range(225))
    moving = frames(film([Filling(jpeg(0), cells)] * 8))
    assert len(moving) <= MOST_FRAMES
    assert [shade for shade, shown in moving if shown == EACH_MS] == pytest.approx([0] * 7, abs=6)
