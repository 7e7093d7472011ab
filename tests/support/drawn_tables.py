"""Drawn tables with free pieces, seen from straight above: what was laid is known, so finding can be measured.

Everything is by chance from the generator that is handed in: the table (wood, cloth, checks, flowers, paper), the
pieces' kind (tiles with a thing drawn on them, cards, pictures to the edge), how they lie (apart, in touching rows
and blocks, overlapping), the light, shadows and noise, and foreign things among them.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

FINE = 3
"""Drawn this many times finer than seen."""

TABLES = ("wood", "cloth", "checks", "flowers", "paper", "dark", "stripes")
HUES = ((40, 40, 210), (30, 120, 240), (40, 200, 230), (60, 150, 50), (190, 90, 30), (150, 50, 120))


@dataclass(frozen=True)
class Lying:
    """A piece: its label (number of the face), middle in mm and turn in degrees clockwise."""

    face: int
    center_mm: tuple[float, float]
    angle_deg: float


@dataclass(frozen=True)
class Table:
    """A drawn table: the picture seen from above, its scale, the piece's size, what lies there, the faces upright."""

    picture: np.ndarray
    px_per_mm: float
    piece_mm: tuple[float, float]
    pieces: tuple[Lying, ...]
    faces: tuple[np.ndarray, ...] = field(repr=False)
    foreign: tuple[str, ...] = ()
    half_hidden: tuple[Lying, ...] = ()
    kind: str = ""
    style: str = ""


def softened(picture, sigma_x, sigma_y=None):
    """Blur a float32 picture as a Gaussian does; a wide one at a coarser scale, which shows the same and is quick."""
    sigma_y = sigma_y or sigma_x
    by_x, by_y = max(int(sigma_x / 4), 1), max(int(sigma_y / 4), 1)
    height, width = picture.shape[:2]
    coarse = picture
    if by_x > 1 or by_y > 1:
        size = (max(width // by_x, 2), max(height // by_y, 2))
        coarse = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    coarse = cv2.GaussianBlur(coarse, (0, 0), max(sigma_x / by_x, 0.3), sigmaY=max(sigma_y / by_y, 0.3))
    return coarse if coarse.shape == picture.shape else cv2.resize(coarse, (width, height))


def smooth(rng, shape, sigma_x, sigma_y=None):
    """Return smooth chance of that shape, mean 0, deviation 1."""
    small = max(int(min(sigma_x, sigma_y or sigma_x) / 3), 1)
    size = (max(shape[1] // small, 2), max(shape[0] // small, 2))
    rough = rng.normal(0, 1, (size[1], size[0])).astype(np.float32)
    rough = softened(rough, sigma_x / small, (sigma_y or sigma_x) / small)
    rough = cv2.resize(rough, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    return (rough - rough.mean()) / max(float(rough.std()), 1e-6)


def ground(rng, kind, shape, px_per_mm):
    """Return a table's surface (h, w, 3) float32."""
    h, w = shape
    y, x = np.mgrid[0:h, 0:w].astype(np.float32) / px_per_mm
    colour = rng.uniform(40, 215, 3)
    picture = np.empty((h, w, 3), np.float32)
    if kind in ("wood", "dark"):
        base = np.array([55, 95, 145]) * rng.uniform(0.35, 1.35) if kind == "wood" else rng.uniform(18, 45, 3)
        strength = rng.uniform(6, 16) if kind == "wood" else rng.uniform(1, 5)
        grain = smooth(rng, shape, 60 * px_per_mm, 1.2 * px_per_mm) + 0.6 * smooth(
            rng, shape, 20 * px_per_mm, 0.5 * px_per_mm
        )
        picture[:] = base + grain[..., None] * strength * np.array([0.8, 1.0, 1.1])
        if kind == "wood":
            plank = rng.uniform(70, 150)
            picture *= np.where((y % plank) < 0.8, 0.55, 1.0)[..., None]
    elif kind == "cloth":
        thread = rng.uniform(0.6, 1.5)
        weave = np.sin(x * 2 * np.pi / thread) * np.sin(y * 2 * np.pi / thread)
        picture[:] = (
            colour + (weave * rng.uniform(3, 14) + smooth(rng, shape, 30 * px_per_mm) * rng.uniform(3, 14))[..., None]
        )
    elif kind in ("checks", "stripes"):
        pitch = rng.uniform(9, 24)
        angle = rng.uniform(0, np.pi)
        u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        one, two = (u % pitch < pitch / 2), (v % pitch < pitch / 2)
        amount = (one * 0.5 + two * 0.5) if kind == "checks" else one * 1.0
        other = colour + rng.uniform(-90, 90, 3)
        picture[:] = colour + (np.clip(other, 10, 245) - colour) * amount[..., None]
        picture += (smooth(rng, shape, 1.0 * px_per_mm) * 3)[..., None]
    elif kind == "flowers":
        picture[:] = colour
        for _ in range(int(h * w / px_per_mm**2 / 700)):
            at = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
            hue = tuple(float(v) for v in rng.uniform(20, 240, 3))
            for petal in range(6):
                spot = (at[0] + int(5 * px_per_mm * np.cos(petal)), at[1] + int(5 * px_per_mm * np.sin(petal)))
                cv2.circle(picture, spot, int(rng.uniform(2, 4) * px_per_mm), hue, -1, cv2.LINE_AA)
    else:
        picture[:] = rng.uniform(200, 245)
        picture += (smooth(rng, shape, 0.6 * px_per_mm) * 1.5)[..., None]
    return picture


def drawing(rng, size, colour, which):
    """Draw one simple thing, `which` of eight, in the middle of a (h, w, 3) picture."""
    h, w = size.shape[:2]
    r = int(min(h, w) * 0.3)
    c = (w // 2, h // 2)
    bgr = tuple(float(v) for v in colour)
    n = [0, 3, 4, 5, 6, 10, 0, 2][which % 8]
    if n >= 3:
        angle = np.arange(n) * 2 * np.pi / n - np.pi / 2
        reach = np.where(np.arange(n) % 2, 0.45, 1.0) if n == 10 else np.ones(n)
        points = np.stack([c[0] + r * reach * np.cos(angle), c[1] + r * reach * np.sin(angle)], 1)
        cv2.fillPoly(size, [points.astype(np.int32)], bgr, cv2.LINE_AA)
    elif which % 8 == 0:
        cv2.circle(size, c, r, bgr, -1, cv2.LINE_AA)
    elif which % 8 == 6:
        cv2.circle(size, c, r, bgr, max(r // 3, 2), cv2.LINE_AA)
    else:
        cv2.ellipse(size, c, (r, r // 2), 30, 0, 360, bgr, -1, cv2.LINE_AA)


def write(face, number, share, size):
    """Write a number on a (h, w, 3) float32 face; `share` is its lower left in parts of the face."""
    h, w = face.shape[:2]
    # OpenCV 5 writes on 8-bit pictures only.
    page = np.clip(face, 0, 255).astype(np.uint8)
    at = (int(w * share[0]), int(h * share[1]))
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(page, str(number), at, font, size, (12, 12, 12), max(w // 46, 1), cv2.LINE_AA)
    face[:] = page


def faces_of(rng, style, piece_px, count=12):
    """Return `count` upright faces (h, w, 3) float32 of one style."""
    w, h = piece_px
    base = rng.uniform(175, 250) * np.array([rng.uniform(0.8, 1), rng.uniform(0.92, 1), 1.0])
    if rng.random() < 0.2:
        base = rng.uniform(30, 200, 3)
    faces = []
    for number in range(count):
        face = np.empty((h, w, 3), np.float32)
        face[:] = base
        if style == "picture":
            low = rng.normal(0, 1, (6, 6, 3)).astype(np.float32)
            face = np.clip(
                cv2.resize(low, (w, h), interpolation=cv2.INTER_CUBIC) * 45 + rng.uniform(60, 190, 3), 5, 250
            )
            face = np.ascontiguousarray(face, dtype=np.float32)
        if style == "framed":
            inset = int(0.09 * min(w, h))
            cv2.rectangle(
                face, (inset, inset), (w - 1 - inset, h - 1 - inset), HUES[number % 6], max(inset // 2, 2), cv2.LINE_AA
            )
        drawing(rng, face, HUES[number % 6], number // 3 + int(rng.integers(3)))
        if style == "card":
            write(face, number, (0.06, 0.17), w / 160)
        write(face, number, (0.7, 0.93), w / 140)
        faces.append(face)
    return faces


def layout_of(rng, count, area_mm, piece_mm, arrangement):
    """Return (x, y, angle) of about `count` pieces; groups touch within half a millimetre."""
    w, h = piece_mm
    placed, taken = [], []
    overlap = arrangement == "overlapping"
    for _ in range(400):
        if len(placed) >= count:
            break
        rows, cols = (1, 1) if arrangement == "apart" else rng.integers(1, [4, 5])
        if overlap:
            rows, cols = 1, int(rng.integers(2, 4))
        angle = rng.uniform(-180, 180) if rng.random() < 0.8 else rng.normal(0, 3)
        radius = 0.5 * np.hypot(rows * h, cols * w) + (1.5 if arrangement != "apart" else 2.5)
        if 2 * radius > min(area_mm) - 4:
            continue
        middle = rng.uniform(radius + 1, np.array(area_mm) - radius - 1)
        if any(np.hypot(*(middle - other)) < radius + reach for other, reach in taken):
            continue
        taken.append((middle, radius))
        cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        for row in range(rows):
            for col in range(cols):
                if len(placed) >= count:
                    break
                gap = rng.uniform(0, 0.5, 2)
                u = (col - (cols - 1) / 2) * (
                    w * (1 - rng.uniform(0.06, 0.13) if overlap else 1) + (0 if overlap else gap[0])
                )
                v = (row - (rows - 1) / 2) * (h + gap[1])
                jog = rng.normal(0, 0.4, 2) if not overlap else rng.normal(0, 1.0, 2)
                turn = (
                    angle + rng.normal(0, 0.6) + (90 * int(rng.integers(4)) if w == h else 180 * int(rng.integers(2)))
                )
                placed.append(
                    (middle[0] + cos * u - sin * v + jog[0] * 0.3, middle[1] + sin * u + cos * v + jog[1] * 0.3, turn)
                )
    return placed, taken


def matrix_for(face_px, scale, x_mm, y_mm, angle, px_per_mm):
    """Return the (2, 3) map from a face's pixels to the table's."""
    cos, sin = np.cos(np.radians(angle)) * scale, np.sin(np.radians(angle)) * scale
    w, h = face_px
    cx, cy = x_mm * px_per_mm - 0.5, y_mm * px_per_mm - 0.5
    return np.array(
        [
            [cos, -sin, cx - cos * (w - 1) / 2 + sin * (h - 1) / 2],
            [sin, cos, cy - sin * (w - 1) / 2 - cos * (h - 1) / 2],
        ]
    )


def lay(picture, face, mask, matrix, shadow):
    """Lay a face on the picture with its shadow; `shadow` is (dx, dy, blur, darkness) in pixels."""
    size = picture.shape[1::-1]
    solid = cv2.warpAffine(mask, matrix, size, flags=cv2.INTER_AREA)
    dx, dy, blur, dark = shadow
    cast = cv2.GaussianBlur(np.roll(solid, (int(dy), int(dx)), (0, 1)), (0, 0), max(blur, 0.5))
    picture *= 1 - dark * cast[..., None]
    colour = cv2.warpAffine(face, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    picture += (colour - picture) * solid[..., None]


def local(picture, face, mask, matrix, shadow):
    """As `lay`, touching only the part of the picture around the face."""
    h, w = face.shape[:2]
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]]) @ matrix[:, :2].T + matrix[:, 2]
    margin = 12 + 3 * int(shadow[2])
    low = np.maximum(np.floor(corners.min(0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + margin, picture.shape[1::-1])
    if (high <= low + 2).any():
        return
    part = np.ascontiguousarray(picture[low[1] : high[1], low[0] : high[0]])
    moved = matrix.copy()
    moved[:, 2] -= low
    lay(part, face, mask, moved, shadow)
    picture[low[1] : high[1], low[0] : high[0]] = part


def rounded(w, h, radius):
    """Return the mask (h, w) float32 of a piece with rounded corners."""
    mask = np.zeros((h, w), np.float32)
    r = int(radius)
    cv2.rectangle(mask, (r, 0), (w - 1 - r, h - 1), 1, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - 1 - r), 1, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(mask, (x, y), r, 1, -1)
    return mask


def add_foreign(rng, picture, what, piece_mm, scale, taken, shadow):
    """Draw a foreign thing where nothing lies; return whether there was room."""
    h, w = picture.shape[:2]
    area = np.array([w, h]) / scale
    size = {
        "coin": (24, 24),
        "die": (16, 16),
        "pen": (9, 120),
        "other card": (piece_mm[0] * rng.choice([0.72, 1.35]), piece_mm[1] * rng.choice([0.72, 1.35])),
        "hand": (0, 0),
    }[what]
    if what == "hand":
        skin = np.array([120, 150, 205]) * rng.uniform(0.45, 1.1)
        mask = np.zeros((h, w), np.float32)
        side = rng.uniform(0.2, 0.8) * w
        tip = np.array([side + rng.uniform(-40, 40) * scale, h - rng.uniform(45, 80) * scale])
        cv2.line(mask, (int(side), h + 10), (int(tip[0]), int(tip[1] + 30 * scale)), 1, int(55 * scale))
        for finger in (-1.5, -0.5, 0.5, 1.5):
            end = tip + np.array([finger * 17, -8 * (2 - abs(finger))]) * scale
            cv2.line(
                mask,
                (int(tip[0] + finger * 12 * scale), int(tip[1] + 35 * scale)),
                (int(end[0]), int(end[1])),
                1,
                int(15 * scale),
            )
        mask = cv2.GaussianBlur(mask, (0, 0), 0.7 * scale)
        picture *= 1 - 0.3 * softened(mask, 6 * scale)[..., None]
        round_ = softened(mask, 7 * scale)
        picture += (skin * (0.65 + 0.45 * round_)[..., None] - picture) * mask[..., None]
        return mask
    for _ in range(60):
        reach = np.hypot(*size) / 2 + 1
        middle = rng.uniform(reach, np.maximum(area - reach, reach + 1))
        if all(np.hypot(*(middle - other)) > reach + r for other, r in taken):
            break
    else:
        return None
    taken.append((middle, reach))
    face = np.empty((round(size[1] * scale), round(size[0] * scale), 3), np.float32)
    face[:] = rng.uniform(60, 230, 3)
    mask = np.ones(face.shape[:2], np.float32)
    if what == "coin":
        mask[:] = 0
        r = face.shape[0] // 2
        cv2.circle(mask, (r, r), r - 1, 1, -1)
        face[:] = np.array([60, 140, 185]) * rng.uniform(0.7, 1.2)
        cv2.circle(face, (r, r), int(r * 0.8), (90, 170, 215), 3, cv2.LINE_AA)
    elif what == "die":
        face[:] = 235
        for px, py in ((0.25, 0.25), (0.75, 0.75), (0.5, 0.5), (0.25, 0.75), (0.75, 0.25)):
            cv2.circle(
                face,
                (int(px * face.shape[1]), int(py * face.shape[0])),
                int(1.4 * scale),
                (20, 20, 20),
                -1,
                cv2.LINE_AA,
            )
    elif what == "other card":
        drawing(rng, face, HUES[int(rng.integers(6))], int(rng.integers(8)))
    local(picture, face, mask, matrix_for(face.shape[1::-1], 1.0, *middle, rng.uniform(0, 360), scale), shadow)
    return None


def table(
    rng,
    *,
    kind="wood",
    style="tile",
    arrangement="groups",
    count=12,
    area_mm=(260.0, 190.0),
    piece_mm=(30.0, 30.0),
    px_per_mm=2.5,
    foreign=(),
    blur_px=0.8,
    noise=3.0,
    gain=None,
):
    """Return a drawn Table."""
    scale = px_per_mm * FINE
    shape = (round(area_mm[1] * scale), round(area_mm[0] * scale))
    picture = ground(rng, kind, shape, scale)
    face_px = (round(piece_mm[0] * scale), round(piece_mm[1] * scale))
    faces = faces_of(rng, style, face_px)
    mask = rounded(*face_px, rng.uniform(0, 0.1) * min(face_px))
    direction = rng.uniform(0, 2 * np.pi)
    height = rng.uniform(0.3, 2.5)
    shadow = (
        height * np.cos(direction) * scale,
        height * np.sin(direction) * scale,
        rng.uniform(0.2, 1.2) * scale,
        rng.uniform(0.15, 0.5),
    )
    placed, taken = layout_of(rng, count, area_mm, piece_mm, arrangement)
    lying = []
    for x, y, angle in placed:
        face = int(rng.integers(len(faces)))
        local(picture, faces[face], mask, matrix_for(face_px, 1.0, x, y, angle, scale), shadow)
        lying.append(Lying(face, (float(x), float(y)), float((angle + 180) % 360 - 180)))
    under, hidden = None, []
    for what in foreign:
        covering = add_foreign(rng, picture, what, piece_mm, scale, taken, shadow)
        under = covering if covering is not None else under
    if under is not None:
        hidden = [p for p in lying if _covered(p, under, scale, piece_mm)]
        lying = [p for p in lying if p not in hidden]
    size = (round(area_mm[0] * px_per_mm), round(area_mm[1] * px_per_mm))
    seen = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    slope = rng.normal(0, 0.18, 2)
    lamp = 1 + slope[0] * (x / size[0] - 0.5) + slope[1] * (y / size[1] - 0.5)
    if rng.random() < 0.3:
        lamp *= 1 - rng.uniform(0.2, 0.45) / (
            1
            + np.exp(
                -((x * np.cos(direction) + y * np.sin(direction)) - rng.uniform(0.3, 0.7) * size[0])
                / rng.uniform(3, 25)
            )
        )
    tint = np.exp(rng.normal(0, 0.08, 3)) * (gain or rng.uniform(0.55, 1.05))
    seen = cv2.GaussianBlur(seen, (0, 0), max(blur_px, 0.2)) * lamp[..., None] * tint
    seen = np.clip(seen + rng.normal(0, noise, seen.shape), 0, 255).astype(np.uint8)
    return Table(
        seen,
        px_per_mm,
        piece_mm,
        tuple(lying),
        tuple(np.clip(f, 0, 255).astype(np.uint8) for f in faces),
        tuple(foreign),
        tuple(hidden),
        kind,
        style,
    )


def in_a_shadow(rng, picture):
    """Return the picture with the shadow of a post across it, soft at its edges, that leaves an eighth to a half of the
    light."""
    height, width = picture.shape[:2]
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    away = (across - width * rng.uniform(0.25, 0.75)) * np.cos(angle)
    away += (down - height * rng.uniform(0.25, 0.75)) * np.sin(angle)
    half, soft = rng.uniform(0.05, 0.12) * width, rng.uniform(0.01, 0.05) * width
    light = 1 - (1 - rng.uniform(0.12, 0.5)) / (1 + np.exp((np.abs(away) - half) / soft))
    noise = rng.normal(0, 2, picture.shape)
    return np.clip(picture * light[..., None] * rng.uniform(0.6, 1.1) + noise, 0, 255).astype(np.uint8)


def _covered(piece, mask, scale, piece_mm):
    x, y = (int(v * scale) for v in piece.center_mm)
    r = int(0.5 * min(piece_mm) * scale)
    window = mask[max(y - r, 0) : y + r, max(x - r, 0) : x + r]
    return window.size and float(window.mean()) > 0.04
