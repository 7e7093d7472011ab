from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.layout import Grid, Layout, Marker, Pieces
from vision.observation import Unseen
from vision.registration.consensus import stacked
from vision.registration.homography import project
from vision.registration.lens import Lens
from vision.registration.locate import (
    TWICE,
    Located,
    _badly_told,
    _judged,
    _nearby,
    _side_mm,
    corners_mm,
    locate,
    one_of,
)
from vision.registration.markers import find_markers, refined
from vision.registration.plane import fit
from vision.registration.rectify import to_mm, to_px

STRAIGHT = [[150.0, 40.0], [1000.0, 52.0], [1020.0, 610.0], [130.0, 600.0]]
TILTED = [[300.0, 60.0], [860.0, 40.0], [1060.0, 600.0], [90.0, 620.0]]
GRID = np.stack(np.meshgrid(np.linspace(0, 420, 9), np.linspace(0, 297, 7)), axis=-1).reshape(-1, 2)


def blank(size_px):
    return np.full((size_px[1], size_px[0], 3), 128, np.uint8)


def off_mm(located, shot):
    return float(np.linalg.norm(to_mm(located.plane, project(shot.mm_to_px, GRID)) - GRID, axis=1).max())


@pytest.mark.parametrize("corners", [STRAIGHT, TILTED, STRAIGHT[2:] + STRAIGHT[:2]])
def test_the_mat_is_located_to_a_tenth_of_a_millimetre(mat, shoot, corners):
    shot = shoot(mat, corners)
    located = locate(shot.picture, mat)
    assert isinstance(located, Located)
    assert off_mm(located, shot) < 0.2
    assert located.error_mm < 0.2
    assert located.markers == (0, 1, 2, 3, 4, 5)
    assert not located.doubtful


@pytest.mark.parametrize("hidden", [{0}, {0, 1}, {4, 5}, {0, 2}, {1, 2, 4}])
def test_any_markers_that_span_the_mat_suffice(mat, shoot, hidden):
    shot = shoot(mat, STRAIGHT, hidden=frozenset(hidden))
    located = locate(shot.picture, mat)
    assert isinstance(located, Located)
    assert set(located.markers) == set(range(6)) - hidden
    assert off_mm(located, shot) < 1.0


def test_the_error_that_is_stated_covers_the_true_one(mat, shoot):
    within, cases = 0, 0
    for seed in range(12):
        hidden = frozenset([{1, 2, 3, 4, 5}, {2, 3, 4, 5}, {1, 3, 4}][seed % 3])
        shot = shoot(mat, STRAIGHT, hidden=hidden, seed=seed)
        layout = replace(mat, markers=tuple(m for m in mat.markers if m.id not in hidden))
        located = locate(shot.picture, layout)
        if isinstance(located, Unseen):
            continue
        truth = to_mm(located.plane, project(shot.mm_to_px, GRID)) - GRID
        stated = located.plane.error_mm(GRID)
        within += int((np.linalg.norm(truth, axis=1) < 3 * stated + 0.05).sum())
        cases += len(GRID)
    assert cases > 300
    assert within / cases > 0.97


def test_a_single_marker_serves_what_lies_beside_it(mat, shoot):
    corners = (np.array(STRAIGHT) * 2).tolist()
    shot = shoot(mat, corners, hidden=frozenset({1, 2, 3, 4, 5}), size_px=(2304, 1296))
    near = Layout("one dock", mat.size_mm, (Grid("dock", (30.0, 30.0, 60.0, 60.0), 2, 2),), mat.markers)
    located = locate(shot.picture, near)
    assert isinstance(located, Located)
    assert located.markers == (0,)
    point = np.array([[60.0, 60.0]])
    assert to_mm(located.zones["dock"], project(shot.mm_to_px, point)) == pytest.approx(point, abs=1.5)
    far = Layout("one dock", mat.size_mm, (Grid("dock", (330.0, 200.0, 60.0, 60.0), 2, 2),), mat.markers)
    why = locate(shot.picture, far)
    assert isinstance(why, Unseen)
    assert str(why) == "markers 1, 2, 3, 4, 5 are hidden"


def test_zones_too_far_from_the_one_marker_are_named(mat, shoot):
    shot = shoot(mat, STRAIGHT, hidden=frozenset({1, 2, 3, 4, 5}))
    located = locate(shot.picture, mat)
    assert isinstance(located, Unseen) or "dock 6" in located.doubtful


def test_the_hidden_marker_is_named(mat, shoot):
    two = replace(mat, markers=mat.markers[:2], zones=(Grid("far", (330.0, 200.0, 60.0, 60.0), 6, 6),))
    why = locate(shoot(mat, STRAIGHT, hidden=frozenset({1})).picture, two)
    assert isinstance(why, Unseen)
    assert str(why) == "marker 1 is hidden"
    assert why.values == {"id": 1}


@pytest.mark.parametrize(
    ("spoil", "moved_px", "words"),
    [
        (lambda picture: picture, 300, "the mat is cut off at the picture's edge"),
        (lambda picture: cv2.GaussianBlur(picture, (0, 0), 1.7), 0, "too blurred or too small: focus the camera"),
        (lambda picture: cv2.resize(picture, None, fx=0.32, fy=0.32, interpolation=cv2.INTER_AREA), 0, "too small"),
        (lambda picture: picture // 5, 0, "too dark: put a light on"),
    ],
)
def test_nothing_is_said_to_hide_a_marker_that_could_not_be_read(mat, shoot, spoil, moved_px, words):
    two = replace(mat, markers=mat.markers[:2], zones=(Grid("far", (330.0, 200.0, 60.0, 60.0), 4, 4),))
    corners = np.add(STRAIGHT, (moved_px, 0)).tolist()
    why = locate(spoil(shoot(mat, corners, hidden=frozenset({1})).picture), two)
    assert isinstance(why, Unseen)
    assert words in str(why)


@pytest.mark.parametrize(
    "zone", [Grid("board", (0.0, 0.0, 150.0, 150.0), 15, 15), Pieces("tiles", (0.0, 0.0, 150.0, 150.0), (10.0, 10.0))]
)
@pytest.mark.parametrize(("beyond_px", "found"), [(14.0, True), (40.0, False), (120.0, False)])
def test_a_picture_that_lacks_a_place_in_one_corner_is_cut_off(zone, beyond_px, found):
    turned = np.array([[500.0, 0.0], [1000.0, 500.0], [500.0, 1000.0], [0.0, 500.0]]) - (0.0, beyond_px)
    picture = np.random.default_rng(0).integers(0, 255, (1001, 1001, 3), np.uint8)
    located = locate(picture, Layout("a board", (150.0, 150.0), (zone,)), corners_px=turned)
    assert isinstance(located, Located) if found else str(located).startswith(f"“{zone.name}” is cut off")


def test_a_zone_beyond_the_area_that_somebody_showed_is_named(mat):
    picture = np.random.default_rng(0).integers(0, 255, (300, 420, 3), np.uint8)
    aside = replace(mat, zones=(Grid("dock 1", (390.0, 200.0, 60.0, 60.0), 2, 2),))
    assert str(locate(picture, aside, rectified=True)).startswith("“dock 1” is cut off at the picture's edge: check")


def test_with_corners_nothing_is_said_of_markers(mat):
    tiny = np.random.default_rng(0).integers(0, 255, (80, 80, 3), np.uint8)
    fine = replace(mat, zones=(Grid("fine", (30.0, 30.0, 200.0, 200.0), 100, 100),))
    assert "the picture is too small: bring the camera closer" in str(locate(tiny, fine, rectified=True))


def test_a_marker_that_lies_elsewhere_is_left_out(mat, shoot):
    moved = tuple(replace(m, corner_mm=(90.0, 150.0)) if m.id == 2 else m for m in mat.markers)
    shot = shoot(replace(mat, markers=moved), STRAIGHT)
    located = locate(shot.picture, mat)
    assert isinstance(located, Located)
    assert 2 not in located.markers
    assert off_mm(located, shot) < 0.3


def test_markers_that_contradict_each_other_are_not_believed(mat, shoot):
    two = replace(mat, markers=mat.markers[:2])
    swapped = replace(mat, markers=(Marker(0, (395.0, 5.0), 20.0), Marker(1, (5.0, 5.0), 20.0)))
    why = locate(shoot(swapped, STRAIGHT).picture, two)
    assert isinstance(why, Unseen)
    assert str(why).startswith("markers 0, 1 do not lie as on this mat")


def test_a_mirrored_picture_is_read_the_right_way_round(mat, shoot):
    shot = shoot(mat, STRAIGHT)
    located = locate(np.ascontiguousarray(shot.picture[:, ::-1]), mat)
    assert isinstance(located, Located)
    mirrored = project(shot.mm_to_px, GRID) * (-1, 1) + (shot.picture.shape[1] - 1, 0)
    assert to_mm(located.plane, mirrored) == pytest.approx(GRID, abs=0.3)


@pytest.mark.parametrize("in_both", [{0: 8}, {3: 17}, {0: 8, 2: 9}, {0: 8, 1: 9, 2: 17, 3: 47}])
def test_markers_that_read_as_themselves_in_the_mirror_do_not_hide_that_a_picture_is_mirrored(mat, shoot, in_both):
    changed = replace(mat, markers=tuple(replace(m, id=in_both.get(m.id, m.id)) for m in mat.markers))
    shot = shoot(changed, STRAIGHT)
    located = locate(np.ascontiguousarray(shot.picture[:, ::-1]), changed)
    assert isinstance(located, Located)
    assert set(located.markers) == {marker.id for marker in changed.markers}
    mirrored = project(shot.mm_to_px, GRID) * (-1, 1) + (shot.picture.shape[1] - 1, 0)
    assert to_mm(located.plane, mirrored) == pytest.approx(GRID, abs=0.3)


def test_sheets_glued_two_millimetres_off_still_read(mat, shoot):
    shifted = tuple(
        replace(m, corner_mm=(m.corner_mm[0] + 2.0, m.corner_mm[1] + 1.0)) if m.corner_mm[0] > 250 else m
        for m in (*mat.markers, Marker(6, (260.0, 138.0), 20.0), Marker(7, (140.0, 138.0), 20.0))
    )
    seven = replace(mat, markers=(*mat.markers, Marker(6, (260.0, 138.0), 20.0), Marker(7, (140.0, 138.0), 20.0)))
    shot = shoot(replace(seven, markers=shifted), STRAIGHT)
    located = locate(shot.picture, seven)
    assert isinstance(located, Located)
    for dock, shift in (("dock 1", (0.0, 0.0)), ("dock 3", (2.0, 1.0)), ("dock 6", (2.0, 1.0))):
        x, y, width, height = seven.zone(dock).rect_mm
        middle = np.array([[x + width / 2, y + height / 2]])
        seen = to_mm(located.zones[dock], project(shot.mm_to_px, middle + shift))
        assert np.linalg.norm(seen - middle) < 1.2


def test_what_lies_on_a_sheet_that_slipped_is_not_read(mat, shoot):
    aside = (Marker(1, (350.0, 25.0), 20.0), Marker(2, (345.0, 276.0), 20.0))
    picture = shoot(replace(mat, markers=(mat.markers[0], *aside, *mat.markers[3:])), STRAIGHT).picture
    located = locate(picture, mat)
    assert isinstance(located, Located)
    assert {"dock 3", "dock 6"} <= located.doubtful.keys()
    assert {"dock 1", "dock 4"}.isdisjoint(located.doubtful)
    assert str(located.doubtful["dock 3"]).startswith("a sheet of the mat lies aside (marker 1)")
    assert str(located.doubtful["dock 6"]).startswith("a sheet of the mat lies aside (marker 2)")
    right = replace(mat, zones=tuple(zone for zone in mat.zones if zone.name in {"dock 3", "dock 6"}))
    assert str(locate(picture, right)).startswith("a sheet of the mat lies aside")


def test_where_markers_are_wrong_in_a_row_no_zone_between_them_is_read(mat, shoot):
    aside = tuple(replace(m, corner_mm=(350.0, m.corner_mm[1])) if m.id in {1, 2} else m for m in mat.markers)
    why = locate(shoot(replace(mat, markers=aside), STRAIGHT).picture, mat)
    assert str(why).startswith("a sheet of the mat lies aside (marker 4)")  # the four corners look like a narrower mat


def test_a_marker_elsewhere_that_is_none_of_a_sheet_makes_no_zone_doubtful(mat, shoot):
    shot = shoot(mat, STRAIGHT, hidden=frozenset({1}))
    spare = replace(mat, markers=(replace(mat.markers[1], corner_mm=(5.0, 120.0)),))
    small = cv2.resize(shoot(spare, STRAIGHT).picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    picture = np.hstack([shot.picture, blank((small.shape[1], shot.picture.shape[0]))])
    picture[: small.shape[0], shot.picture.shape[1] :] = small
    located = locate(picture, mat)
    assert isinstance(located, Located)
    assert 1 not in located.markers
    assert not located.doubtful


def test_a_bent_picture_is_straightened_by_its_markers_alone(mat, shoot):
    shot = shoot(mat, STRAIGHT)
    height, width = shot.picture.shape[:2]
    u, v = np.meshgrid(np.arange(width), np.arange(height))
    x, y = (u - (width - 1) / 2) / (width / 2), (v - (height - 1) / 2) / (width / 2)
    bend = -0.04
    straight_x, straight_y = x.copy(), y.copy()
    for _ in range(20):
        radial = 1 + bend * (straight_x**2 + straight_y**2)
        straight_x, straight_y = x / radial, y / radial
    maps = (straight_x * width / 2 + (width - 1) / 2, straight_y * width / 2 + (height - 1) / 2)
    bent = cv2.remap(shot.picture, maps[0].astype(np.float32), maps[1].astype(np.float32), cv2.INTER_CUBIC)
    located = locate(bent, mat)
    assert isinstance(located, Located)
    truth = project(shot.mm_to_px, GRID)
    scaled = (truth - ((width - 1) / 2, (height - 1) / 2)) / (width / 2)
    seen = scaled * (1 + bend * (scaled**2).sum(axis=1, keepdims=True)) * (width / 2) + (
        (width - 1) / 2,
        (height - 1) / 2,
    )
    assert np.linalg.norm(to_mm(located.plane, seen) - GRID, axis=1).max() < 0.8


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda p: p // 60, "too dark"),
        (lambda p: np.full_like(p, 254), "too bright"),
        (lambda p: np.full_like(p, 120), "of one colour"),
        (lambda p: cv2.GaussianBlur(p, (0, 0), 25), "blurred"),
        (lambda p: p[:40, :40], "too small"),
    ],
)
def test_what_hides_the_mat_is_said(mat, shoot, change, words):
    why = locate(change(shoot(mat, STRAIGHT).picture), mat)
    assert isinstance(why, Unseen)
    assert words in str(why)


def test_a_table_without_the_mat_says_so(mat, shoot):
    bare = replace(mat, markers=(), zones=())
    why = locate(shoot(bare, STRAIGHT).picture, mat)
    assert isinstance(why, Unseen)
    assert "no mat in view" in str(why)
    other = replace(mat, markers=tuple(replace(m, id=m.id + 30) for m in mat.markers))
    why = locate(shoot(other, STRAIGHT).picture, mat)
    assert "belong to another mat" in str(why)


def test_a_mat_cut_off_names_only_the_docks_that_are_cut(mat, shoot):
    shifted = (np.array(STRAIGHT) - (330, 0)).tolist()
    located = locate(shoot(mat, shifted).picture, mat)
    assert isinstance(located, Located)
    assert set(located.doubtful) == {"dock 1", "dock 4"}
    assert "cut off" in str(located.doubtful["dock 1"])


def test_cells_of_a_few_pixels_are_too_small(mat, shoot):
    fine = replace(mat, zones=(Grid("fine", (30.0, 30.0, 200.0, 200.0), 80, 80),))
    why = locate(shoot(mat, STRAIGHT).picture, fine)
    assert isinstance(why, Unseen)
    assert "too small" in str(why)


def test_a_mat_seen_from_the_side_is_tilted_too_far(mat):
    corners = np.array([[420.0, 300.0], [720.0, 300.0], [1100.0, 390.0], [40.0, 390.0]])
    why = locate(np.random.default_rng(0).integers(0, 255, (648, 1152, 3), dtype=np.uint8), mat, corners_px=corners)
    assert isinstance(why, Unseen)
    assert "tilted" in str(why) or "too small" in str(why)


def test_corners_and_whole_pictures_are_refused_only_when_useless(mat):
    dim = np.random.default_rng(0).integers(0, 60, (300, 420, 3), dtype=np.uint8)
    assert isinstance(locate(dim, mat, rectified=True), Located)
    assert isinstance(locate(dim, mat, corners_px=np.array([[0, 0], [419, 0], [419, 299], [0, 299]])), Located)
    assert "too dark" in str(locate(np.zeros_like(dim), mat, rectified=True))


def test_a_layout_without_markers_asks_for_corners(mat, shoot):
    why = locate(shoot(mat, STRAIGHT).picture, replace(mat, markers=()))
    assert "no markers" in str(why)


@pytest.mark.parametrize(("seen", "why"), [(1, "no mat in view"), (2, "belong to another mat")])
def test_two_markers_of_another_mat_are_named_and_one_may_be_anything(mat, shoot, seen, why):
    shot = shoot(mat, STRAIGHT, hidden=frozenset(range(6 - seen)))
    other = replace(mat, markers=tuple(replace(marker, id=marker.id + 20) for marker in mat.markers))
    assert why in str(locate(shot.picture, other))


@pytest.mark.parametrize(
    ("hidden", "smaller", "ids", "twice"),
    [
        (set(), 1.0, 0, True),
        ({0, 1, 2}, 1.0, 0, True),  # the other one is half in view
        ({0, 1, 2, 3}, 1.0, 0, False),
        (set(), 0.5, 0, False),  # a screen on the table that shows it
        (set(), 1.0, 20, False),  # another mat
    ],
)
def test_a_mat_lies_twice_in_a_picture_where_another_print_of_it_is_in_view(mat, shoot, hidden, smaller, ids, twice):
    beside = replace(mat, markers=tuple(replace(marker, id=marker.id + ids) for marker in mat.markers))
    shot = shoot(mat, STRAIGHT)
    other = shoot(beside, STRAIGHT, hidden=frozenset(number + ids for number in hidden)).picture
    other = cv2.resize(other, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
    picture = blank((shot.picture.shape[1] + other.shape[1], shot.picture.shape[0]))
    picture[:, : shot.picture.shape[1]] = shot.picture
    picture[: other.shape[0], shot.picture.shape[1] :] = other
    located = locate(picture, mat)
    assert isinstance(located, Located)
    assert located.twice == twice
    assert not locate(shot.picture, mat).twice


@pytest.mark.parametrize(
    ("size_px", "distortion", "why"),
    [
        ((960, 720), (0.0, 0.0, 0.0, 0.0, 0.0), "was calibrated for 960×720 pictures"),
        (None, (0.25, -10.8, 0.0, 0.0, 0.0), "the lens was measured badly"),
    ],
)
def test_a_lens_that_does_not_fit_is_why_nothing_is_seen(mat, shoot, size_px, distortion, why):
    shot = shoot(mat, STRAIGHT)
    height, width = shot.picture.shape[:2]
    size_px = (width, height) if size_px is None else size_px
    lens = Lens(size_px, (0.95 * width, 0.95 * width, size_px[0] / 2, size_px[1] / 2), distortion)
    seen = locate(shot.picture, mat, lens=lens)
    assert isinstance(seen, Unseen)
    assert why in str(seen)


def test_a_second_mat_lies_where_a_badly_measured_lens_is_none(mat, shoot):
    shot = shoot(mat, STRAIGHT)
    height, width = shot.picture.shape[:2]
    picture = blank((3 * width, 3 * height))
    picture[height : 2 * height, width : 2 * width] = shot.picture
    lens = Lens((3 * width, 3 * height), (2.85 * width, 2.85 * width, 1.5 * width, 1.5 * height), (0.25, 10.8, 0, 0, 0))
    assert isinstance(one_of(locate(picture, mat, lens=lens)), Located)
    picture[:height, :width] = shot.picture
    assert isinstance(locate(picture, mat, lens=lens), Located)
    assert one_of(locate(picture, mat, lens=lens)) == TWICE


def test_cells_are_too_small_by_their_shorter_side(mat, shoot):
    shot = shoot(mat, STRAIGHT)
    narrow = replace(mat, zones=(Grid("rows", (45.0, 45.0, 300.0, 99.0), 1, 75),))
    assert "too small" in str(locate(shot.picture, narrow))


def test_a_marker_that_the_quick_look_missed_is_looked_for_where_it_should_be(mat, shoot, monkeypatch):
    shot, first = shoot(mat, STRAIGHT), []

    def hasty(picture, seen, ids):
        first.append(False)
        return {number: corners for number, corners in refined(picture, seen, ids).items() if number != 3}

    def thorough(picture, ids, **_):
        first.append(True)
        return find_markers(picture, ids)

    monkeypatch.setattr("vision.registration.locate.refined", hasty)
    monkeypatch.setattr("vision.registration.locate.find_markers", thorough)
    located = locate(shot.picture, mat)
    assert isinstance(located, Located)
    assert located.markers == (0, 1, 2, 3, 4, 5)
    assert first == [False]


def test_a_zone_is_laid_by_the_markers_near_it():
    size_px, around = (1300, 900), {0: (0.0, 0.0), 1: (90.0, 0.0), 2: (0.0, 90.0), 3: (90.0, 90.0), 4: (150.0, 150.0)}
    printed = {number: corners_mm(Marker(number, corner, 20.0)) for number, corner in around.items()}
    seen = {number: 2.0 * corners + 20.0 for number, corners in printed.items()}
    seen[4] = seen[4] + (1.0, -1.0)  # its sheet is glued half a millimetre askew
    ids = tuple(around)
    plane = fit(np.concatenate([printed[n] for n in ids]), np.concatenate([seen[n] for n in ids]), size_px)
    zone = Grid("near", (25.0, 25.0, 60.0, 60.0), 2, 2)
    middle = np.array([[55.0, 55.0]])
    near = _nearby(zone, plane, ids, printed, seen, size_px)
    assert np.abs(to_px(near, middle) - (130.0, 130.0)).max() < 0.01


def test_a_far_sheet_askew_makes_no_zone_doubtful_that_has_its_markers_around_it():
    size_px, around = (1300, 900), {0: (0.0, 0.0), 1: (90.0, 0.0), 2: (0.0, 90.0), 3: (90.0, 90.0), 4: (400.0, 150.0)}
    printed = {number: corners_mm(Marker(number, corner, 20.0)) for number, corner in around.items()}
    seen = {number: 2.0 * corners + 20.0 for number, corners in printed.items()}
    seen[4] = seen[4] + (12.0, -9.0)
    ids = tuple(around)
    plane = fit(stacked(ids, printed), stacked(ids, seen), size_px)
    zone = Grid("near", (25.0, 25.0, 60.0, 60.0), 2, 2)
    near = _nearby(zone, plane, ids, printed, seen, size_px)
    assert np.abs(to_px(near, np.array([[55.0, 55.0]])) - (130.0, 130.0)).max() < 0.1
    assert near.error_mm(np.array([[25.0, 25.0], [85.0, 85.0]])).max() < 0.4


@pytest.mark.parametrize("seed", range(3))
def test_in_a_soft_picture_the_plane_stays_that_of_all_markers(seed):
    """Five markers around three zones, their corners a little more than a pixel off: the outer zones, told by the two
    or three markers near them, were refused as too blurred to be read."""
    size_px, corners = (1640, 1232), ((5.0, 5.0), (387.0, 5.0), (5.0, 257.0), (387.0, 257.0), (196.0, 5.0))
    markers = tuple(Marker(number, corner, 28.0) for number, corner in enumerate(corners))
    zones = tuple(Grid(f"stall {k}", (40.0 + 122.0 * k, 97.0, 96.0, 96.0), 3, 3) for k in range(3))
    printed = {marker.id: corners_mm(marker) for marker in markers}
    noise = np.random.default_rng(seed)
    seen = {n: 2.08 * at + (380.0, 300.0) + noise.normal(0, 1.3, (4, 2)) for n, at in printed.items()}
    ids = tuple(seen)
    plane = fit(stacked(ids, printed), stacked(ids, seen), size_px)
    assert plane.rms_px > 1.0
    located = _judged(blank(size_px), plane, seen, Layout("market", (420.0, 290.0), zones, markers), ids)
    assert isinstance(located, Located)
    assert not located.doubtful
    for zone in zones:
        middle = np.array([zone.rect_mm[:2]]) + 48.0
        assert np.abs(to_px(located.zones[zone.name], middle) - (2.08 * middle + (380.0, 300.0))).max() < 2.08


def test_no_zone_is_laid_by_all_markers_where_those_near_it_lie_far_from_their_plane():
    """Two sheets that lie askew by more than half a cell: the plane of all misses a zone beside the joint by a third of
    a cell, and its own error does not say so."""
    size_px, corners = (1640, 1232), ((5, 5), (387, 5), (5, 257), (387, 257), (165, 5), (227, 257))
    markers = tuple(Marker(number, corner, 28.0) for number, corner in enumerate(corners))
    seen = {each.id: 2.0 * corners_mm(each) + (380.0, 300.0) for each in markers}
    seen |= {number: seen[number] - 20.0 for number in (1, 3, 5)}
    zone = Grid("beside the joint", (230.0, 120.0, 40.0, 60.0), 3, 2)
    layout = Layout("two sheets", (420.0, 290.0), (zone,), markers)
    ids = tuple(seen)
    plane = fit(stacked(ids, {each.id: corners_mm(each) for each in markers}), stacked(ids, seen), size_px)
    assert isinstance(_judged(blank(size_px), plane, seen, layout, ids), Unseen)


@pytest.mark.parametrize(("error_mm", "read"), [(1.4, True), (2.5, True), (2.6, False)])
def test_where_markers_are_hidden_a_zone_is_read_while_its_cells_are_surely_cut_out_with_their_faces(error_mm, read):
    zone = Grid("stall", (40.0, 97.0, 96.0, 96.0), 3, 3)
    assert _badly_told(zone, error_mm) is not read


@pytest.mark.parametrize(("px_per_mm", "most_px"), [(1.5, 1.0), (5.0, 2.0)])
def test_a_mat_of_one_sheet_is_one_plane_and_only_what_misfits_more_than_noise_is_laid_by_nearby_markers(
    mat, px_per_mm, most_px
):
    """Corners are 0.25 px off, four times that is told from noise; so are 0.4 mm between sheets where they are more."""
    size_px = (round(450 * px_per_mm), round(330 * px_per_mm))
    seen = {marker.id: px_per_mm * (corners_mm(marker) + 10.0) for marker in mat.markers}
    ids = tuple(seen)
    plane = fit(stacked(ids, {m.id: corners_mm(m) for m in mat.markers}), stacked(ids, seen), size_px)

    def planes(rms_px, of=ids):
        located = _judged(blank(size_px), replace(plane, rms_px=rms_px), {n: seen[n] for n in of}, mat, of)
        assert isinstance(located, Located)
        return {id(zone) for zone in located.zones.values()}

    assert len(planes(0.9 * most_px)) == 1
    assert len(planes(1.1 * most_px)) == len(mat.zones)
    assert len(planes(1.1 * most_px, ids[:2])) == 1  # of two markers none can be told to lie askew


@pytest.mark.parametrize("wide", [True, False])
def test_a_zones_cells_are_as_large_as_their_shorter_side(wide):
    rect_mm, rows, cols = ((0.0, 0.0, 120.0, 60.0), 2, 3) if wide else ((0.0, 0.0, 60.0, 120.0), 3, 2)
    assert _side_mm(Grid("cells of 40 by 30", rect_mm, rows, cols)) == 30.0
