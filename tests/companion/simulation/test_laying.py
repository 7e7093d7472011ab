"""How practice pieces lie: tiles never over one another, cards in their cells, and what a camera should read there."""

import itertools
import random

import cv2
import numpy as np
import pytest

from companion.bases.free_pieces import laying as tiles
from companion.bases.free_pieces.mat import areas
from companion.games.alcatraz.practice import laying as cards
from companion.games.alcatraz.table import layout as alcatraz_layout
from companion.games.allaboard.pieces import Animal
from companion.games.allaboard.practice import laying as boats
from companion.games.allaboard.table import layout as boats_layout
from companion.games.stingy.pieces import COLOURS, kinds
from companion.games.stingy.practice.artwork import art
from companion.games.stingy.table import layout as stingy_layout
from companion.prints.piece import CARD_MM, Drop
from vision.layout import Grid, Pieces

BAG = [kind.tile for kind in kinds(COLOURS).values() for _ in range(kind.size)]


def corners(laid: tiles.LaidPiece, size_mm: float) -> np.ndarray:
    box = cv2.boxPoints((laid.center_mm, (size_mm, size_mm), laid.angle_deg))
    return np.asarray(box, np.float32)


@pytest.mark.parametrize("count", [0, 1, 6, 13, 24, 40])
def test_tiles_lie_inside_their_place_and_never_over_one_another(count: int) -> None:
    zone = stingy_layout(3).zones[1]
    assert isinstance(zone, Pieces)
    for seed in range(12):
        dice = random.Random(seed)
        drawn = dice.sample(BAG, count)
        laid = tiles.spread(drawn, zone, dice)
        assert sorted(one.label for one in laid) == sorted(drawn)
        boxes = [corners(one, zone.piece_mm[0]) for one in laid]
        for box in boxes:
            assert box.min() > -0.6
            assert (box.max(axis=0) < np.array(zone.rect_mm[2:]) + 0.6).all()
        for one, other in itertools.combinations(boxes, 2):
            shared, _ = cv2.intersectConvexConvex(one, other)
            assert shared < 0.02 * zone.piece_mm[0] ** 2


@pytest.mark.parametrize("count", [1, 5, 11, 18])
def test_cards_that_are_no_squares_lie_inside_their_area_and_never_over_one_another(count: int) -> None:
    (zone,) = areas("Cards", 1, (30.0, 50.0), (6, 3)).zones
    assert isinstance(zone, Pieces)
    turned = set()
    for seed in range(12):
        laid = tiles.spread(BAG[:count], zone, random.Random(seed))
        turned |= {round(one.angle_deg / 90) % 4 for one in laid}
        boxes = [np.asarray(cv2.boxPoints((one.center_mm, zone.piece_mm, one.angle_deg)), np.float32) for one in laid]
        for box in boxes:
            assert box.min() > -1
            assert (box.max(axis=0) < np.array(zone.rect_mm[2:]) + 1).all()
        for one, other in itertools.combinations(boxes, 2):
            shared, _ = cv2.intersectConvexConvex(one, other)
            assert shared < 0.02 * zone.piece_mm[0] * zone.piece_mm[1]
    assert turned == {0, 2}  # along their rows


def test_where_there_is_room_for_few_a_lesson_shows_few() -> None:
    labels = [f"card {number}" for number in range(7)]
    for room, most in (((1, 1), 1), ((2, 2), 2), ((5, 2), 5), ((8, 5), 9)):
        mat = areas("Cards", 2, (30.0, 50.0), room)
        tables = tiles.lessons(mat, labels, 3, random.Random(1), lambda *_: art("pirate flag"))
        shown = [placed for _, zones in tables for placed in zones.values()]
        assert max(map(len, shown)) == most
        assert sorted(label for placed in shown for label, _, _ in placed) == sorted(labels * 3)


def test_more_tiles_than_fit_are_refused() -> None:
    zone = stingy_layout(3).zones[0]
    assert isinstance(zone, Pieces)
    with pytest.raises(ValueError, match="41 pieces do not fit into place 1"):
        tiles.spread(BAG[:41], zone, random.Random(1))


def test_tiles_are_laid_beside_their_place_s_corner() -> None:
    mat = stingy_layout(2)
    x, y, _, _ = mat.zone("place 2").rect_mm
    (piece,) = tiles.lay(mat, {"place 2": [tiles.LaidPiece("pirate flag", (20.0, 30.0), 15.0)]}, art)
    assert piece.center_mm == (x + 20, y + 30)
    assert piece.angle_deg == 15


def test_a_claim_s_cards_lie_in_their_places_with_others_over_them() -> None:
    mat = alcatraz_layout(1)
    zones = {
        "objectives": [cards.LaidCard(12), None, None],
        "claim": [cards.LaidCard(-3), cards.LaidCard(14, (5, 2)), None],
    }
    assert cards.labels(zones) == {
        "objectives": ("objective 12", "empty", "empty"),
        "claim": ("cat -3", "cat 14", "empty"),
    }
    pieces = cards.lay(mat, zones)
    assert len(pieces) == 5
    x, y, width, height = mat.zone("claim").rect_mm
    low, over, top = pieces[2:]
    assert low.center_mm == pytest.approx((x + width / 2, y + height / 2))
    assert over.center_mm[1] > low.center_mm[1] + 0.4 * low.art.drawing.size_mm[1]
    assert [piece.bottom_mm for piece in (low, over, top)] == pytest.approx([0, CARD_MM, 2 * CARD_MM])


def test_boats_say_what_lies_at_each_place() -> None:
    mat = boats_layout(3)
    afloat = {
        2: boats.LaidBoat(12, (("red", Animal.MOUSE), ("blue", Animal.ELEPHANT)), 16, (Drop((1.0, 0.0), 2.0, 2),))
    }
    assert boats.labels(afloat) == {
        "boat 2": ("boat 12", "boat 16"),
        "aboard 2": ("red mouse", "blue elephant", "empty"),
    }
    first, *others = boats.lay(mat, afloat)
    zone = mat.zone("boat 2")
    assert isinstance(zone, Grid)
    assert first.center_mm[0] == pytest.approx(zone.rect_mm[0] + zone.rect_mm[2] / 4 + 1)
    assert first.angle_deg == 182
    assert len(others) == 3
