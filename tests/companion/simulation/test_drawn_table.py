"""The simulated table: the mat as printed is found again where it lies, and pieces are drawn as the game says."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.game import registry
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate, lay
from companion.games.shipshape.table import LAYER_MM, layout
from companion.simulation import drawn_table
from companion.simulation.kept_textures import BYTES_A_PX, KeptTextures
from vision.drawing.camera_pose import seen_at
from vision.drawing.render import CameraView, render
from vision.drawing.scene import Scene, Texture
from vision.drawing.views import Hardness, everyday, random_view
from vision.layout import Layout
from vision.registration.locate import Located, locate

GOLDEN = Path(__file__).parents[2] / "golden"
SIZE_PX = (2304, 1296)


def docks(seats: int) -> dict[str, Dock]:
    """Every seat's hold of voyage 2 with three crates, turned, flipped and a little askew."""
    return {
        f"dock {seat + 1}": Dock(
            HOLDS[6 + seat],
            tuple(
                LaidCrate(CRATES[3 * seat + turn], seat + turn, turn == 1, (0.6 - 0.4 * turn, 0.3), 0.5 * turn)
                for turn in range(3)
            ),
        )
        for seat in range(seats)
    }


def off_mm(seen: Located, view: CameraView, mat: Layout) -> float:
    """Return how far, at most, a zone's corner is thought to lie from where it is drawn."""
    worst = 0.0
    for zone in mat.zones:
        x, y, width, height = zone.rect_mm
        corners = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
        plane = seen.zones[zone.name]
        thought = cv2.perspectiveTransform(corners[None], plane.mm_to_px)[0]
        thought = plane.lens.bent(thought) if plane.lens else thought
        true = seen_at(view.pose, view.optics.lens(SIZE_PX), corners)
        worst = max(worst, float(np.linalg.norm(thought - true, axis=1).max()) / seen.px_per_mm)
    return worst


@pytest.mark.parametrize("seats", [1, 3, 4, 6])
@pytest.mark.parametrize("hardness", list(Hardness))
def test_the_drawn_mat_is_located_to_a_third_of_a_millimetre(seats: int, hardness: Hardness) -> None:
    rng = np.random.default_rng(seats)
    mat = layout(seats)
    view = random_view(rng, mat.size_mm, SIZE_PX, hardness)
    picture = render(drawn_table.scene(mat, lay(mat, docks(seats))), view, SIZE_PX, rng)
    seen = locate(picture, mat, lens=view.optics.lens(SIZE_PX))
    assert isinstance(seen, Located)
    assert off_mm(seen, view, mat) < 0.3


@pytest.mark.parametrize("slip_mm", [(2.0, 0.0), (-2.0, 0.0), (0.0, 2.0), (1.4, -1.4)])
def test_a_mat_of_two_sheets_glued_two_millimetres_off_still_shows_every_dock(slip_mm: tuple[float, float]) -> None:
    mat, px_per_mm = layout(6), drawn_table.PX_PER_MM
    whole = drawn_table.mat_texture(mat).bgr
    cut = round(mat.size_mm[0] / 2 * px_per_mm) - round(0.25 * 110 * px_per_mm) - round(45 * px_per_mm)
    slip = np.array([[1.0, 0.0, slip_mm[0] * px_per_mm], [0.0, 1.0, slip_mm[1] * px_per_mm]])
    glued = whole.copy()
    moved = cv2.warpAffine(whole, slip, (whole.shape[1], whole.shape[0]), borderValue=(255, 255, 255))
    glued[:, cut:] = moved[:, cut:]
    view = everyday(mat.size_mm, SIZE_PX)
    picture = render(Scene(Texture(glued, px_per_mm)), view, SIZE_PX, np.random.default_rng(1))
    seen = locate(picture, mat)
    assert isinstance(seen, Located)
    cut_mm = cut / px_per_mm
    for zone in mat.zones:
        x, y, width, height = zone.rect_mm
        slipped = np.array(slip_mm) if x > cut_mm else np.zeros(2)
        corners = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
        plane = seen.zones[zone.name]
        thought = cv2.perspectiveTransform(corners[None], plane.mm_to_px)[0]
        thought = plane.lens.bent(thought) if plane.lens else thought
        true = seen_at(view.pose, view.optics.lens(SIZE_PX), corners + slipped)
        assert np.linalg.norm(thought - true, axis=1).max() / seen.px_per_mm < 2.2, zone.name


def test_crates_lie_one_on_another_turned_about_their_dock_s_middle() -> None:
    mat = layout(2)
    pieces = lay(mat, {"dock 2": Dock(HOLDS[0], (LaidCrate(CRATES[0], 1), LaidCrate(CRATES[1], 3, offset_mm=(1, 2))))})
    x, y, width, height = mat.zone("dock 2").rect_mm
    middle = (x + width / 2, y + height / 2)
    assert [piece.center_mm for piece in pieces] == [middle, middle, (middle[0] + 1, middle[1] + 2)]
    assert [piece.angle_deg for piece in pieces] == [0, 90, 270]
    assert pieces[2].bottom_mm - pieces[1].bottom_mm == pytest.approx(LAYER_MM)


def test_a_dock_s_labels_are_what_is_drawn_there() -> None:
    """Each square of a drawn dock has the ground colour of the label that is said to be in sight."""
    mat = layout(1)
    grounds = {"gold": (39, 185, 242), "cannon": (173, 163, 151), "contraband": (159, 79, 122), "empty": (82, 138, 192)}
    grounds["rat"] = grounds["empty"]
    for number in range(0, 54, 3):
        dock = Dock(
            HOLDS[number % 18],
            tuple(LaidCrate(CRATES[number + i], number + i, i == 1) for i in range(3)),
            quarters=number % 4,
        )
        view = everyday(mat.size_mm, (640, 640))
        picture = render(drawn_table.scene(mat, lay(mat, {"dock 1": dock})), view, (640, 640), np.random.default_rng(1))
        x, y, width, _ = mat.zone("dock 1").rect_mm
        for square, label in enumerate(dock.labels):
            # in the square's corners, where nothing but its ground is drawn
            spot = np.array([[x + (square % 3 + 0.5) * width / 3, y + (square // 3 + 0.5) * width / 3]])
            around = [spot + np.array([across, down]) for across in (-12.8, 12.8) for down in (-12.8, 12.8)]
            seen = seen_at(view.pose, view.optics.lens((640, 640)), np.concatenate(around), 5.0).round().astype(int)
            colour = np.median(picture[seen[:, 1], seen[:, 0]], axis=0)
            kind = min(
                grounds,
                key=lambda name: float(
                    np.abs(colour / colour.max() - np.array(grounds[name]) / max(grounds[name])).sum()
                ),
            )
            assert grounds[kind] == grounds[label.split()[0]], (number, square, label, colour)


def test_the_simulated_table_looks_as_it_did() -> None:
    """A golden picture; draw it anew with `GOLDEN` removed, and look at it."""
    mat = layout(3)
    size_px = (768, 432)
    view = everyday(mat.size_mm, size_px)
    picture = render(drawn_table.scene(mat, lay(mat, docks(3))), view, size_px, np.random.default_rng(1))
    golden = GOLDEN / "shipshape-table.png"
    if not golden.exists():
        cv2.imwrite(str(golden), picture)
        pytest.fail(f"{golden.name} was missing and has been drawn: look at it")
    known = cv2.imread(str(golden))
    assert known.shape == picture.shape
    off = np.abs(known.astype(int) - picture)
    assert off.mean() < 1.0
    assert (off > 60).mean() < 0.002


@pytest.mark.parametrize(
    "printed",
    [drawn_table.Print((225, 244, 255), (40, 20, 10), 0.8), drawn_table.Print((255, 246, 238), (6, 6, 44), 1.12)],
)
def test_a_print_shifts_colours_within_its_ink_and_paper(printed: drawn_table.Print) -> None:
    piece = lay(layout(1), {"dock 1": Dock(HOLDS[0])})[0].art
    plain, other = drawn_table.texture(piece), drawn_table.texture(piece, printed)
    assert other.bgr.shape == plain.bgr.shape
    assert (other.bgr.min(axis=(0, 1)) >= np.array(printed.ink) - 1).all()
    assert (other.bgr.max(axis=(0, 1)) <= np.array(printed.paper) + 1).all()
    assert np.abs(other.bgr.astype(int) - plain.bgr).mean() > 2


def test_a_marker_in_a_picture_is_as_large_as_the_layout_says() -> None:
    mat = layout(1)
    texture = drawn_table.mat_texture(mat)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(texture.bgr)
    assert sorted(ids.ravel()) == [marker.id for marker in mat.markers]
    found = {int(number): corner[0] for number, corner in zip(ids.ravel(), corners, strict=True)}
    for marker in mat.markers:
        x, y = (at * texture.px_per_mm - 0.5 for at in marker.corner_mm)
        edge = marker.size_mm * texture.px_per_mm
        assert found[marker.id] == pytest.approx(
            np.array([[x, y], [x + edge, y], [x + edge, y + edge], [x, y + edge]]), abs=1.1
        )


def test_what_is_kept_of_textures_is_bounded_by_its_bytes_and_the_last_asked_for_stay():
    kept, made = KeptTextures(4 * 100 * BYTES_A_PX), []

    def ask(name, side_px=10):
        def make():
            made.append(name)
            return Texture(np.zeros((side_px, side_px, 3), np.uint8), 1.0)

        return kept.of(name, make)

    for name in "abcd":
        ask(name)
    ask("a")
    ask("e")  # and b goes
    assert kept.bytes == 4 * 100 * BYTES_A_PX
    assert ask("a") is ask("a")
    ask("b")
    assert made == list("abcdeb")
    ask("larger than all", side_px=100)
    assert kept.bytes == 100 * 100 * BYTES_A_PX
    assert ask("larger than all") is ask("larger than all")
    ask("a")
    assert kept.bytes == 100 * BYTES_A_PX


def test_the_fullest_tables_pieces_are_kept_from_frame_to_frame():
    for name in registry.names():
        artwork = registry.manifest(name).art
        if artwork is None:
            continue
        pieces = [art for batch in artwork.batches() for art in batch.fronts]
        largest = sorted((size for art in pieces for size in [np.prod(art.drawing.size_mm)]), reverse=True)[:54]
        assert sum(largest) * drawn_table.PX_PER_MM**2 * BYTES_A_PX < 192 * drawn_table.MIB, name
