"""Whether a piece that people told of lies there still: its place in the photo now, and in the one that is kept."""

from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from companion.session import presence
from companion.session.table import Table
from companion.table.evidence.kept_look import KeptLook, KeptPiece, KeptZone
from companion.table.signals import Stillness, ZoneLook

HIGH, WIDE = 120, 200
BOX = (0.3, 0.4, 0.5, 0.7)  # of the zone: 40 by 36 pixels
AT_MM = (50.0, 25.0)
COLOUR = (50, 70, 190)  # nearly a piece's own
KEY = ("place 1", AT_MM)


def photo(
    piece: tuple[int, int, int] | None = (40, 60, 200), box: Any = BOX, size: tuple[int, int] = (HIGH, WIDE)
) -> Any:
    """A zone with a pattern and, perhaps, a piece in its box."""
    rows, cols = np.mgrid[: size[0], : size[1]]
    grey = (110 + 25 * np.sin(rows / 9.0) + 25 * np.cos(cols / 11.0)).astype(np.uint8)
    picture = np.repeat(grey[..., None], 3, axis=2)
    if piece is not None:
        left, top, right, bottom = (round(at * by) for at, by in zip(box, (WIDE, HIGH) * 2, strict=True))
        picture[max(0, top) : bottom, max(0, left) : right] = piece
    return picture


def jpeg(**asked: Any) -> bytes:
    return cv2.imencode(".jpg", photo(**asked), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


KEPT, BARE = jpeg(), jpeg(piece=None)


def told(at_mm: tuple[float, float] | None = AT_MM, box: Any = BOX, found: bool = False) -> KeptPiece:
    return KeptPiece("red coins" if found else "", False, (), box, "red coins", at_mm)


def table(
    *pieces: KeptPiece,
    kept: bytes | None = KEPT,
    line: int = 3,
    before: bytes | None = None,
    gone: frozenset[Any] = frozenset(),
    later: KeptLook | None = None,
) -> Table:
    """A table at whose event 3 people told of these pieces in place 1; `before` is what was seen there last."""
    looks = {line: KeptLook(line, zones={"place 1": KeptZone(pieces or (told(),), photo=line)})}
    looks |= {} if later is None else {4: later}
    zones = {} if before is None else {"place 1": look(before)}
    match = SimpleNamespace(lines=[{}] * 4)
    evening = SimpleNamespace(looks=looks, match=match, gone=gone, zones=zones, game_id="g")
    asked: dict[tuple[str, int, str], bytes | None] = {("g", line, "place 1"): kept}
    return cast(Table, SimpleNamespace(playing=evening, kept=SimpleNamespace(photo_of=lambda *key: asked[key])))


def look(picture: bytes | None) -> ZoneLook:
    return ZoneLook(Stillness.STILL, 0.0, False, None, None, picture)


def gone(at: Table, now: bytes | None = BARE) -> frozenset[Any]:
    return presence.gone(at, {"place 1": look(now)})


def test_a_piece_whose_place_is_bare_lies_there_no_more() -> None:
    assert gone(table()) == {KEY}


def test_a_piece_whose_place_looks_as_it_did_lies_there() -> None:
    darker = cv2.convertScaleAbs(photo(), alpha=0.8)
    assert gone(table(), cv2.imencode(".jpg", darker)[1].tobytes()) == frozenset()
    assert gone(table(), KEPT) == frozenset()


def test_what_happens_elsewhere_in_its_zone_is_nothing_to_it() -> None:
    corner = photo()
    corner[:20, :30] = (200, 40, 40)
    assert gone(table(), cv2.imencode(".jpg", corner)[1].tobytes()) == frozenset()


def test_each_piece_is_judged_by_its_own_place() -> None:
    other = (0.7, 0.1, 0.9, 0.3)
    both = photo()
    both[12:36, 140:180] = (40, 160, 40)
    one = photo(piece=None)
    one[12:36, 140:180] = (40, 160, 40)
    kept, now = (cv2.imencode(".jpg", picture)[1].tobytes() for picture in (both, one))
    assert gone(table(told(), told((80.0, 10.0), other), kept=kept), now) == {KEY}


@pytest.mark.parametrize("piece", [told(found=True), told(at_mm=None)], ids=["found", "nowhere"])
def test_of_what_has_no_place_that_people_told_of_nothing_is_said(piece: KeptPiece) -> None:
    assert gone(table(piece)) == frozenset()


def test_without_a_photo_kept_or_one_that_can_be_read_it_lies_there_still() -> None:
    assert gone(table(kept=None)) == frozenset()
    assert gone(table(kept=b"no picture")) == frozenset()
    assert gone(table(), b"no picture") == frozenset()
    assert gone(table(), None) == frozenset()
    small = cv2.imencode(".jpg", photo(piece=None)[:90])[1].tobytes()
    assert gone(table(), small) == frozenset()  # another size: it can't be compared


def test_a_zone_that_nobody_told_of_is_not_looked_at() -> None:
    assert presence.gone(table(), {"place 2": look(BARE)}) == frozenset()
    assert presence.gone(table(line=9), {"place 1": look(BARE)}) == frozenset()  # no look is known so far back


def test_a_look_that_was_taken_back_tells_nothing() -> None:
    taken_back = KeptLook(4, zones={"place 1": KeptZone((told(found=True),), photo=4)})
    assert gone(table(later=taken_back)) == {KEY}


def test_the_photo_of_before_is_not_compared_again_and_another_one_is() -> None:
    assert gone(table(before=BARE, gone=frozenset({KEY})), BARE) == {KEY}
    assert gone(table(before=BARE), BARE) == frozenset()  # as it was judged then
    assert gone(table(before=KEPT), BARE) == {KEY}
    assert gone(table(before=BARE, gone=frozenset({KEY})), KEPT) == frozenset()  # it was put back


def test_what_is_gone_elsewhere_stays_gone() -> None:
    elsewhere = ("place 2", (1.0, 1.0))
    assert gone(table(gone=frozenset({elsewhere}))) == {KEY, elsewhere}


@pytest.mark.parametrize(
    "box", [(0.0, 0.0, 0.2, 0.2), (-0.1, -0.1, 0.1, 0.1), (0.8, 0.8, 1.0, 1.0), (0.9, 0.9, 1.1, 1.1)]
)
def test_a_piece_at_the_edge_of_its_zone_is_judged_as_well(box: Any) -> None:
    kept = cv2.imencode(".jpg", photo(box=box), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    assert gone(table(told(box=box), kept=kept)) == {KEY}
    assert gone(table(told(box=box), kept=kept, before=BARE), kept) == frozenset()


def test_the_room_of_a_piece_is_three_by_three_of_its_boxes() -> None:
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    picture[48:84, 60:100] = 255  # the box
    room = presence._room(picture, BOX)
    assert room.shape == (72, 72, 3)
    assert (room[24:48, 24:48] == 255).all()
    assert room.sum() == 24 * 24 * 3 * 255  # and nothing else of it
    assert presence._room(picture, (0.5, 0.5, 0.5, 0.5)).shape == (72, 72, 3)  # a pixel at least


def test_what_comes_right_beside_a_piece_is_nothing_to_it() -> None:
    for top, left in ((48, 102), (48, 18), (86, 60), (10, 60)):
        beside = photo()
        beside[top : top + 34, left : left + 40] = (30, 160, 30)
        assert gone(table(), cv2.imencode(".jpg", beside)[1].tobytes()) == frozenset(), (top, left)


def test_a_piece_that_is_another_in_its_colour_alone_is_told() -> None:
    assert gone(table(), jpeg(piece=COLOUR)) == {KEY}


@pytest.mark.parametrize(
    "box", [(0.0, 0.5, 0.2, 0.7), (0.5, 0.0, 0.7, 0.2), (0.8, 0.5, 1.0, 0.7), (0.5, 0.8, 0.7, 1.0)]
)
def test_the_room_of_a_piece_at_an_edge_is_framed(box: Any) -> None:
    room = presence._room(photo(box=box), box)
    assert (abs(room[24:48, 24:48].astype(int) - (40, 60, 200)) < 3).all()
