"""The renderer against geometry: what it draws lies where the camera's equations say, lit and noisy as asked."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.drawing import render as rendering
from vision.drawing.camera_pose import Optics, Pose, overhead, seen_at
from vision.drawing.light import Light, Sensor
from vision.drawing.render import CameraView, render
from vision.drawing.scene import FlatPiece, Hand, Picture, Scene, Texture
from vision.drawing.views import Hardness, everyday, random_view

SIZE_MM = (400.0, 300.0)
SIZE_PX = (960, 720)
CLEAN = Sensor(blur=0, noise=0)
EVEN = Light(gradient=0, vignette=0)


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def white(width_mm: float, height_mm: float, px_per_mm: float = 4.0) -> Picture:
    return np.full((round(height_mm * px_per_mm), round(width_mm * px_per_mm), 3), 255, np.uint8)


def mat() -> Texture:
    return Texture(white(*SIZE_MM), 4.0)


def dotted(size_mm: float = 60.0) -> Texture:
    """A white piece with a black dot in its middle."""
    picture = white(size_mm, size_mm)
    middle = picture.shape[0] // 2
    cv2.circle(picture, (middle * 16 - 8, middle * 16 - 8), 16 * 16, (0, 0, 0), cv2.FILLED, cv2.LINE_AA, 4)
    return Texture(picture, 4.0)


def framed() -> Texture:
    """A red piece of 60 mm with a hole of 40 mm."""
    picture = white(60, 60)
    picture[:] = (40, 40, 200)
    alpha = np.full(picture.shape[:2], 255, np.uint8)
    alpha[40:200, 40:200] = 0
    return Texture(picture, 4.0, alpha)


def middle_of_dark(picture: Picture, near: np.ndarray) -> np.ndarray:
    """Return the weighted middle of the dark spot near a point."""
    x, y = (round(float(at)) for at in near)
    part = 255.0 - cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[y - 20 : y + 21, x - 20 : x + 21]
    part = np.clip(part - 128, 0, None)
    rows, cols = np.mgrid[y - 20 : y + 21, x - 20 : x + 21]
    return np.array([(cols * part).sum(), (rows * part).sum()]) / part.sum()


POSES = [
    Pose((200, 150), 420.0),
    Pose((190, 160), 450.0, 10.0, 30.0, 5.0),
    Pose((210, 140), 480.0, 14.0, 200.0, -8.0),
]


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("optics", [Optics(66), Optics(70, -0.12, 0.02), Optics(60, 0.05)])
@pytest.mark.parametrize("top_mm", [0.0, 9.6])
def test_a_board_is_drawn_where_the_camera_must_see_it(pose: Pose, optics: Optics, top_mm: float) -> None:
    spots = np.array([[100.0, 90.0], [290.0, 80.0], [200.0, 150.0], [120.0, 230.0], [310.0, 220.0]])
    texture = dotted()
    pieces = tuple(FlatPiece(texture, (x, y), 17.0, max(0.0, top_mm - 3.2), min(3.2, top_mm)) for x, y in spots)
    picture = render(Scene(mat(), pieces), CameraView(pose, optics, EVEN, CLEAN), SIZE_PX, rng())
    expected = seen_at(pose, optics.lens(SIZE_PX), spots, top_mm)
    found = np.array([middle_of_dark(picture, point) for point in expected])
    assert np.abs(found - expected).max() < 0.15


@pytest.mark.parametrize(("height_mm", "shifts_mm"), [(400.0, (1.2, 2.4, 3.6)), (300.0, (1.6, 3.3, 4.9))])
def test_a_stack_of_three_shifts_against_the_mat(height_mm: float, shifts_mm: tuple[float, ...]) -> None:
    pose, lens = Pose((0, 0), height_mm), Optics(80).lens(SIZE_PX)
    off_axis = np.array([[50.0, 0.0], [100.0, 0.0], [150.0, 0.0]])
    low, high = seen_at(pose, lens, off_axis), seen_at(pose, lens, off_axis, 9.5)
    px_per_mm = lens.matrix[0] / height_mm
    assert (high - low)[:, 0] / px_per_mm == pytest.approx(shifts_mm, abs=0.06)


def test_through_a_hole_one_sees_what_lies_below_darker_at_its_walls() -> None:
    pose = Pose((200, 150), 420.0)
    scene = Scene(mat(), (FlatPiece(framed(), (260, 150), 0.0, 0.0, 3.2),))
    picture = render(scene, CameraView(pose, Optics(66), EVEN, CLEAN), SIZE_PX, rng())
    lens = Optics(66).lens(SIZE_PX)

    def at(x_mm: float, z_mm: float) -> np.ndarray:
        ((x, y),) = seen_at(pose, lens, np.array([[x_mm, 150.0]]), z_mm).round().astype(int)
        return picture[y, x].astype(int)

    bare, floor, beside, rim = at(120, 0), at(260, 0), at(279, 0), at(235, 3.2)
    assert floor.min() > 0.85 * bare.min()  # the mat, hardly shaded in the hole's middle
    assert beside.mean() < floor.mean() - 15  # darker beside the wall
    assert rim[2] > 2 * rim[0]  # the piece itself is red


def test_the_wall_farther_from_the_camera_is_seen_the_nearer_one_is_not() -> None:
    pose, optics = Pose((200, 150), 420.0), Optics(66)
    grey = FlatPiece(framed(), (320, 150), 0.0, 0.0, 9.6, edge=(0, 255, 0))
    picture = render(Scene(mat(), (grey,)), CameraView(pose, optics, EVEN, CLEAN), SIZE_PX, rng())
    lens = optics.lens(SIZE_PX)
    (top_px,) = seen_at(pose, lens, np.array([[340.0, 150.0]]), 9.6)
    (low_px,) = seen_at(pose, lens, np.array([[340.0, 150.0]]), 0.0)
    assert top_px[0] > low_px[0] + 5
    y, x = round(top_px[1]), round((top_px[0] + low_px[0]) / 2)
    far = picture[y, x].astype(int)
    assert far[1] > far[0] + 80
    (near_px,) = seen_at(pose, lens, np.array([[300.0, 150.0]]), 9.6)
    near = picture[y, round(near_px[0]) + 4].astype(int)
    assert abs(near[1] - near[0]) < 30


def test_the_same_chance_gives_the_same_picture_remembered_or_not() -> None:
    scene = Scene(
        mat(), (FlatPiece(dotted(), (150, 120), 20.0, 0.0, 3.2), FlatPiece(framed(), (150, 120), 5.0, 3.2, 3.2))
    )
    view = random_view(rng(), SIZE_MM, SIZE_PX, Hardness.HARD)
    first = render(scene, view, SIZE_PX, rng())
    again = render(scene, view, SIZE_PX, rng())
    rendering.forget()
    fresh = render(scene, view, SIZE_PX, rng())
    assert np.array_equal(first, again)
    assert np.array_equal(first, fresh)
    assert not np.array_equal(first, render(scene, view, SIZE_PX, np.random.default_rng(8)))


def test_a_board_laid_later_is_painted_as_if_it_had_been_there() -> None:
    pieces = tuple(FlatPiece(framed(), (x, 120), 9.0, 0.0, 3.2) for x in (100, 190, 280))
    view = CameraView(Pose((200, 150), 430.0, 5.0), Optics(66), EVEN, CLEAN)
    table = Scene(mat())
    rendering.forget()
    for count in range(1, 4):
        step = render(replace(table, pieces=pieces[:count]), view, SIZE_PX, rng())
    rendering.forget()
    assert np.array_equal(step, render(replace(table, pieces=pieces), view, SIZE_PX, rng()))


def test_a_board_taken_away_leaves_nothing_behind() -> None:
    view = CameraView(Pose((200, 150), 430.0), Optics(66), EVEN, CLEAN)
    table = Scene(mat())
    bare = render(table, view, SIZE_PX, rng())
    render(replace(table, pieces=(FlatPiece(framed(), (100, 120), 0.0, 0.0, 3.2),)), view, SIZE_PX, rng())
    assert np.array_equal(bare, render(table, view, SIZE_PX, rng()))


def test_what_comes_goes_or_lies_otherwise_is_painted_as_if_all_were_painted_afresh() -> None:
    chance, view = np.random.default_rng(3), CameraView(Pose((200, 150), 430.0, 5.0), Optics(66), EVEN, CLEAN)
    table, textures = Scene(mat()), (dotted(), framed(), dotted(30.0))
    anywhere = [
        FlatPiece(textures[k % 3], (float(x), float(y)), float(x) * 7, 3.2 * (k % 2), 3.2 * (k % 4 > 0))
        for k, (x, y) in enumerate(chance.uniform((-20, -20), (420, 320), (12, 2)))
    ]
    tables = []
    for _ in range(25):
        picked = chance.permutation(12)[: chance.integers(0, 9)]
        lying = tuple(anywhere[k] for k in (picked if chance.random() < 0.3 else np.sort(picked)))
        tables.append(replace(table, pieces=lying + lying[:1] * int(chance.integers(0, 2))))  # one lies there twice
    rendering.forget()
    stepwise = [render(each, view, SIZE_PX, rng()) for each in tables]
    for each, step in zip(tables, stepwise, strict=True):
        rendering.forget()
        assert np.array_equal(step, render(each, view, SIZE_PX, rng()))


def test_a_hand_covers_what_is_below_its_fingertips_and_nothing_far_off() -> None:
    view = CameraView(Pose((200, 150), 430.0), Optics(66), EVEN, CLEAN)
    hand = Hand((250.0, 150.0), from_deg=20.0)
    bare = render(Scene(mat()), view, SIZE_PX, rng())
    seen = render(Scene(mat(), hand=hand), view, SIZE_PX, rng())
    ((x, y),) = (
        seen_at(view.pose, Optics(66).lens(SIZE_PX), np.array([hand.tip_mm]), hand.height_mm).round().astype(int)
    )
    skin = seen[y, x + 4].astype(int)
    assert skin[2] > skin[0] + 40
    changed = (seen != bare).any(axis=2)
    assert 0.05 < changed.mean() < 0.5
    assert not changed[:, : SIZE_PX[0] // 3].any()


def shot(scene: Scene, light: Light, sensor: Sensor) -> Picture:
    """Return a picture that the mat fills."""
    return render(scene, CameraView(Pose((200, 150), 300.0), Optics(50), light, sensor), SIZE_PX, rng())


def test_light_is_as_strong_and_as_warm_as_asked() -> None:
    view = CameraView(Pose((200, 150), 300.0), Optics(50), EVEN, CLEAN)

    def level(light: Light) -> np.ndarray:
        return render(Scene(mat()), replace(view, light=light), SIZE_PX, rng()).reshape(-1, 3).mean(axis=0)

    assert level(EVEN) == pytest.approx([220, 220, 220], abs=3)
    assert level(replace(EVEN, strength=0.5)) == pytest.approx([110, 110, 110], abs=3)
    blue, _, red = level(replace(EVEN, strength=0.7, warmth=0.3))
    assert red > 1.25 * blue
    cold_blue, _, cold_red = level(replace(EVEN, strength=0.7, warmth=-0.3))
    assert cold_blue > 1.2 * cold_red


def test_a_window_across_the_lamp_is_colder_than_the_lamp() -> None:
    sheet = shot(Scene(mat()), replace(EVEN, from_deg=180.0, mixed=0.3), CLEAN)
    left, middle, right = (
        float(part[..., 2].mean() / part[..., 0].mean()) for part in (sheet[:, :40], sheet[:, 460:500], sheet[:, -40:])
    )
    assert left > 1.15
    assert middle == pytest.approx(1.0, abs=0.05)
    assert right < 0.9


def test_behind_a_post_lies_a_strip_of_shadow_and_nowhere_else() -> None:
    behind = replace(EVEN, from_deg=180.0, post=0.6, post_at=(0.5, 0.5), post_size=0.1)
    sheet = shot(Scene(mat()), behind, CLEAN)[..., 1].astype(float) / 220
    assert sheet[360, 600:].mean() == pytest.approx(0.4, abs=0.03)
    assert sheet[:, :400].mean() == pytest.approx(1.0, abs=0.02)
    assert sheet[:200, 600:].mean() == pytest.approx(1.0, abs=0.02)
    assert (sheet[:, 520] < 0.9).sum() == pytest.approx(0.1 * SIZE_PX[0], abs=12)


def test_haze_lifts_black_and_leaves_white() -> None:
    black = Texture(np.zeros((240, 240, 3), np.uint8), 4.0)
    sheet = shot(Scene(mat(), (FlatPiece(black, (200.0, 150.0)),)), replace(EVEN, haze=0.1), CLEAN)
    assert sheet[360, 480].tolist() == pytest.approx([22, 22, 22], abs=1)
    assert sheet[100, 100].tolist() == pytest.approx([220, 220, 220], abs=1)


def test_a_sharpened_step_is_overdone_on_both_sides() -> None:
    grey = Texture(np.full((240, 240, 3), 128, np.uint8), 4.0)
    step = shot(Scene(mat(), (FlatPiece(grey, (200.0, 150.0)),)), EVEN, replace(CLEAN, sharpening=1.0))[360, :, 1]
    assert step.max() > 225
    assert step.min() < 105


def test_a_camera_has_its_tone() -> None:
    colours = Texture(np.full((240, 240, 3), (40, 90, 180), np.uint8), 4.0)
    scene = Scene(mat(), (FlatPiece(colours, (200.0, 150.0)),))

    def seen(**tone: float) -> np.ndarray:
        return shot(scene, EVEN, replace(CLEAN, **tone))[360, 480].astype(float)

    plain = seen()
    assert (seen(gamma=0.8) > plain + 5).all()
    darker, _, brighter = seen(contrast=0.5) - plain
    assert darker < -5 < 5 < brighter
    assert np.ptp(seen(saturation=1.3)) == pytest.approx(1.3 * np.ptp(plain), abs=3)
    assert seen(saturation=1.3) @ (0.0722, 0.7152, 0.2126) == pytest.approx(plain @ (0.0722, 0.7152, 0.2126), abs=2)


def test_noise_and_blur_are_as_strong_as_asked() -> None:
    view = CameraView(Pose((200, 150), 300.0), Optics(50), replace(EVEN, strength=0.6), Sensor(blur=0, noise=5.0))
    noisy = render(Scene(mat()), view, SIZE_PX, rng())
    assert noisy[200:500, 200:700].std() == pytest.approx(5.0, abs=0.4)
    dot = Scene(mat(), (FlatPiece(dotted(), (200, 150)),))
    sharp = render(dot, replace(view, sensor=CLEAN), SIZE_PX, rng())
    soft = render(dot, replace(view, sensor=Sensor(blur=3.0, noise=0)), SIZE_PX, rng())

    def steepest(picture: Picture) -> float:
        return float(np.abs(np.diff(picture[:, :, 1].astype(int), axis=1)).max())

    assert steepest(soft) < 0.4 * steepest(sharp)


@pytest.mark.parametrize("hardness", list(Hardness))
@pytest.mark.parametrize("size_px", [(2304, 1296), (1536, 1152)])
def test_every_view_by_chance_shows_the_whole_area(hardness: Hardness, size_px: tuple[int, int]) -> None:
    chance = rng()
    corners = np.array([[0, 0], [SIZE_MM[0], 0], SIZE_MM, [0, SIZE_MM[1]]], np.float64)
    views = [random_view(chance, SIZE_MM, size_px, hardness) for _ in range(300)] + [everyday(SIZE_MM, size_px)]
    for view in views:
        seen = seen_at(view.pose, view.optics.lens(size_px), corners)
        assert (seen > 0).all()
        assert (seen < size_px).all()


def test_overhead_fills_the_picture() -> None:
    pose = overhead(SIZE_MM, Optics(66), SIZE_PX, 1.0)
    seen = seen_at(pose, Optics(66).lens(SIZE_PX), np.array([[0.0, 0.0], SIZE_MM]))
    assert seen[0] == pytest.approx([-0.5, -0.5], abs=0.01)
    assert seen[1] == pytest.approx([959.5, 719.5], abs=0.01)


def test_hard_light_has_now_and_then_what_homes_have_and_everyday_light_has_not() -> None:
    hard = [random_view(np.random.default_rng(n), SIZE_MM, SIZE_PX, Hardness.HARD) for n in range(40)]
    for share in ("mixed", "post", "glare"):
        assert 5 < sum(getattr(view.light, share) > 0 for view in hard) < 35, share
    assert all(view.light.haze > 0 and view.sensor.sharpening > 0 for view in hard)
    usual = [random_view(np.random.default_rng(n), SIZE_MM, SIZE_PX) for n in range(40)]
    assert {(v.light.mixed, v.light.post, v.light.haze, v.sensor.sharpening) for v in usual} == {(0.0,) * 4}
