from functools import cache

import cv2
import numpy as np
import pytest
from support import drawn_tables

from vision.detection.face_likeness import known_faces, likeness
from vision.detection.free_pieces import cut, find_pieces
from vision.detection.rectangles import Rectangles, corners
from vision.layout import Pieces

AREA_MM = (260.0, 190.0)


def zone_of(table):
    return Pieces("pieces", (0.0, 0.0, *AREA_MM), table.piece_mm)


def matched(table, found):
    """Return how many pieces were found, how many found are none, and the errors in mm and degrees."""
    period = 90.0 if table.piece_mm[0] == table.piece_mm[1] else 180.0
    left = list(found)
    errors_mm, errors_deg = [], []
    for piece in table.pieces:
        near = sorted(left, key=lambda each: np.hypot(*np.subtract(each.center_mm, piece.center_mm)))
        if near and np.hypot(*np.subtract(near[0].center_mm, piece.center_mm)) < 0.25 * min(table.piece_mm):
            left.remove(near[0])
            turn = (near[0].angle_deg - piece.angle_deg + period / 2) % period - period / 2
            errors_mm.append(float(np.hypot(*np.subtract(near[0].center_mm, piece.center_mm))))
            errors_deg.append(abs(float(turn)))
    invented = [
        each for each in left if all(np.hypot(*np.subtract(each.center_mm, p.center_mm)) > 8 for p in table.half_hidden)
    ]
    return len(errors_mm), len(invented), errors_mm, errors_deg


@cache
def drawn(seed, **options):
    return drawn_tables.table(np.random.default_rng(seed), area_mm=AREA_MM, **options)


@pytest.mark.parametrize("kind", ["wood", "cloth", "paper", "dark", "flowers"])
@pytest.mark.parametrize("style", ["tile", "picture"])
def test_pieces_apart_are_found_by_their_outline_alone(kind, style):
    table = drawn(len(kind) + len(style), kind=kind, style=style, arrangement="apart", count=9)
    found, invented, errors_mm, errors_deg = matched(table, find_pieces(table.picture, zone_of(table), table.px_per_mm))
    assert (found, invented) == (len(table.pieces), 0)
    assert max(errors_mm) < 2.0
    assert max(errors_deg) < 3.0


@pytest.mark.parametrize("kind", ["wood", "flowers", "stripes"])
@pytest.mark.parametrize("arrangement", ["groups", "overlapping"])
def test_touching_and_overlapping_pieces_are_told_apart_by_their_faces(kind, arrangement):
    total, right = 0, 0
    for seed in range(2):
        table = drawn(40 + seed, kind=kind, style="tile", arrangement=arrangement, count=9)
        known = known_faces(table.faces, table.piece_mm)
        found, invented, errors_mm, _ = matched(
            table, find_pieces(table.picture, zone_of(table), table.px_per_mm, known)
        )
        assert invented == 0
        assert np.mean(errors_mm) < 1.0
        total, right = total + len(table.pieces), right + found
    assert right >= 0.97 * total


@pytest.mark.parametrize("kind", ["cloth", "flowers"])
def test_pieces_over_which_a_shadow_s_edge_runs_are_found(kind):
    for seed in range(2):
        table = drawn(60 + seed, kind=kind, style="tile", arrangement="groups", count=9)
        seen = drawn_tables.in_a_shadow(np.random.default_rng(seed), table.picture)
        known = known_faces(table.faces, table.piece_mm)
        found, invented, _, _ = matched(table, find_pieces(seen, zone_of(table), table.px_per_mm, known))
        assert (found, invented) == (len(table.pieces), 0)


def dark_face(px=120):
    """A face as dark to its very edge as its neighbour in a row, with a pale thing on it."""
    face = np.full((px, px, 3), (45, 38, 36), np.uint8)
    cv2.circle(face, (px // 2, px // 2), px // 3, (225, 235, 240), -1)
    cv2.line(face, (px // 3, px // 2), (2 * px // 3, 3 * px // 5), (45, 38, 36), px // 12)
    cv2.circle(face, (px // 2, px // 3), px // 12, (45, 38, 36), -1)
    return face


@pytest.mark.parametrize("count", [3, 5, 7])
def test_pieces_between_which_no_edge_is_seen_are_found_in_their_row(count):
    picture = np.full((300, 660, 3), (205, 208, 212), np.uint8)
    small = cv2.resize(dark_face(), (60, 60), interpolation=cv2.INTER_AREA)
    picture[120:180, 60 : 60 + 60 * count] = np.concatenate([small] * count, axis=1)
    noise = np.random.default_rng(count).normal(0, 2, picture.shape)
    seen = cv2.GaussianBlur(np.clip(picture + noise, 0, 255).astype(np.uint8), (0, 0), 1.5)
    zone = Pieces("pieces", (0.0, 0.0, 330.0, 150.0), (30.0, 30.0))
    found = find_pieces(seen, zone, 2.0, known_faces([dark_face()], zone.piece_mm))
    middles = sorted(each.center_mm for each in found)
    assert middles == [pytest.approx((45.0 + 30 * number, 75.0), abs=1.5) for number in range(count)]


def test_cards_keep_their_longer_side():
    table = drawn(5, kind="cloth", style="card", arrangement="apart", piece_mm=(36.0, 56.0), count=5)
    found, invented, errors_mm, errors_deg = matched(
        table, find_pieces(table.picture, zone_of(table), table.px_per_mm, known_faces(table.faces, table.piece_mm))
    )
    assert (found, invented) == (len(table.pieces), 0)
    assert max(errors_mm) < 2.0
    assert max(errors_deg) < 3.0


@pytest.mark.parametrize("foreign", ["coin", "die", "pen", "other card", "hand"])
@pytest.mark.parametrize("taught", [True, False])
def test_foreign_things_are_no_pieces(foreign, taught):
    table = drawn(11, kind="wood", style="tile", arrangement="apart", count=4, foreign=(foreign,))
    known = known_faces(table.faces, table.piece_mm) if taught else None
    found, invented, _, _ = matched(table, find_pieces(table.picture, zone_of(table), table.px_per_mm, known))
    assert (found, invented) == (len(table.pieces), 0)


@pytest.mark.parametrize("kind", drawn_tables.TABLES)
def test_a_bare_table_holds_no_pieces(kind):
    table = drawn(3, kind=kind, count=0)
    assert find_pieces(table.picture, zone_of(table), table.px_per_mm, known_faces(table.faces, table.piece_mm)) == ()


def test_a_piece_that_was_never_taught_is_found_all_the_same():
    table = drawn(21, kind="wood", style="tile", arrangement="apart", count=6)
    other = drawn(22, kind="wood", style="picture", count=1)
    found, invented, _, _ = matched(
        table, find_pieces(table.picture, zone_of(table), table.px_per_mm, known_faces(other.faces, table.piece_mm))
    )
    assert (found, invented) == (len(table.pieces), 0)


def test_a_piece_is_cut_out_upright():
    table = drawn(8, kind="wood", style="tile", arrangement="apart", count=5, noise=1.0, blur_px=0.4)
    zone = zone_of(table)
    for each in find_pieces(table.picture, zone, table.px_per_mm):
        piece = min(table.pieces, key=lambda p: np.hypot(*np.subtract(p.center_mm, each.center_mm)))
        seen = cut(table.picture, each, zone, table.px_per_mm, px=40).astype(float)
        face = np.rot90(table.faces[piece.face], -round((piece.angle_deg - each.angle_deg) / 90)).astype(float)
        face = face[np.linspace(0, len(face) - 1, 40).astype(int)][:, np.linspace(0, len(face) - 1, 40).astype(int)]
        alike = [np.corrcoef(seen.ravel(), np.rot90(face, turns).ravel())[0, 1] for turns in range(4)]
        assert alike[0] == max(alike) > 0.8
        around = cut(table.picture, each, zone, table.px_per_mm, px=40, margin=0.25)
        assert around.shape == (60, 60, 3)


def test_places_are_in_the_areas_millimetres():
    table = drawn(8, kind="wood", style="tile", arrangement="apart", count=5)
    here = find_pieces(table.picture, zone_of(table), table.px_per_mm)
    moved = Pieces("pieces", (100.0, 50.0, *AREA_MM), table.piece_mm)
    there = find_pieces(table.picture, moved, table.px_per_mm)
    assert [each.center_mm for each in there] == [
        pytest.approx((each.center_mm[0] + 100, each.center_mm[1] + 50)) for each in here
    ]


def test_a_zone_smaller_than_a_piece_or_of_few_pixels_is_empty():
    zone = Pieces("pieces", (0.0, 0.0, 20.0, 20.0), (30.0, 30.0))
    assert find_pieces(np.full((40, 40, 3), 90, np.uint8), zone, 2.0) == ()
    assert find_pieces(np.zeros((3, 3, 3), np.uint8), zone, 0.15) == ()


def test_corners_run_clockwise_from_the_pieces_own_top_left():
    one = Rectangles(np.array([[50.0, 40.0]]), np.array([90.0]), np.ones(1))
    assert corners(one, (20.0, 10.0))[0] == pytest.approx(np.array([[55, 30], [55, 50], [45, 50], [45, 30]]))


def test_thin_pieces_are_looked_for_however_many_places_there_are() -> None:
    """More rows of theirs than OpenCV's remap takes at once: 300 each."""
    rng = np.random.default_rng(4)
    crowded, stick = (rng.integers(0, 255, (*size, 3), np.uint8) for size in ((290, 420), (300, 20)))
    size_px, places = (4.0, 60.0), 130
    sticks = known_faces([stick], size_px)
    found = Rectangles(rng.uniform(60, 230, (places, 2)), rng.uniform(0, 180, places), np.ones(places))
    together = likeness(crowded, found, size_px, sticks)
    apart = [likeness(crowded, found.chosen(np.array([one])), size_px, sticks) for one in range(places)]
    assert sticks.size_px[1] * places > 32_766
    assert together.value == pytest.approx(np.concatenate([each.value for each in apart]), abs=1e-6)
    assert together.best.tolist() == [int(each.best[0]) for each in apart]
