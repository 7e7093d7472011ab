"""Whether a place lies still and clear: the one rule for whoever looks at the table, pure.

Small pictures of a zone, or of the whole mat, are compared from look to look. What moved is waited for; what came in
over it since its last still picture, and looks like a hand, is waited for, too, unless it lies there as still as a
piece.
"""

from dataclasses import dataclass, field, replace

from companion.table.signals import Stillness
from vision.motion.change import changed_cells, still
from vision.motion.occlusion import covered
from vision.observation import Unseen
from vision.registration.patches import Picture

CALM_S = 0.5  # a still picture is taken once nothing has moved for this long
HAND_RESTS_S = 4.0  # what looks like a hand but lies still for this long is a piece; each cell's doubt remains
PARTS = 24  # a mat is compared with its last still picture in so many parts each way …
OTHER = 1.0  # … of which one that changes by this is another piece


@dataclass(frozen=True)
class Rest:
    """What is known of a place's rest. `thumb` is the last look at it, None while it is not seen; `since_s` since when
    it is as it is; `moved` whether it was otherwise a look ago; `why` what is in the way; `taken` the look of its last
    still picture; `margin_px` how much around the place is looked at."""

    thumb: Picture | None = field(default=None, repr=False)
    since_s: float = 0.0
    moved: bool = True
    why: Unseen | None = None
    taken: Picture | None = field(default=None, repr=False)
    margin_px: int = 0

    @property
    def stillness(self) -> Stillness:
        """How the zone looks now."""
        if self.thumb is None:
            return Stillness.UNSEEN
        if self.why is not None:
            return Stillness.COVERED
        return Stillness.MOVING if self.moved else Stillness.STILL

    @property
    def is_otherwise(self) -> bool:
        """Whether the zone looks otherwise than on its last still picture, or was on none."""
        if self.taken is None or self.thumb is None or self.taken.shape != self.thumb.shape:
            return True
        return bool(changed_cells(self.taken, self.thumb, PARTS, PARTS).max() >= OTHER)

    def inner(self, look: Picture | None) -> Picture | None:
        """Return of one of its looks the place itself, without the margin."""
        margin = slice(self.margin_px, -self.margin_px or None)
        return None if look is None else look[margin, margin]

    def is_calm(self, at_s: float) -> bool:
        """Return whether the zone is still and clear, and has been still for long enough to be read."""
        return self.thumb is not None and self.why is None and at_s - self.since_s >= CALM_S


def looked(rest: Rest, thumb: Picture, at_s: float, blocked: Unseen | None = None, margin_px: int = 0) -> Rest:
    """Return the rest after another look at `at_s`, (h, w, 3) BGR in small. `blocked` says what surely lies over the
    zone: however still that lies, it is no piece."""
    moved = rest.thumb is None or not still(rest.thumb, thumb)
    since_s = at_s if moved else rest.since_s
    why = blocked or covered(thumb, rest.taken)
    if blocked is None and at_s - since_s >= HAND_RESTS_S:
        why = None
    return replace(rest, thumb=thumb, since_s=since_s, moved=moved, why=why, margin_px=margin_px)


def photographed(thumb: Picture, at_s: float, blocked: Unseen | None = None, margin_px: int = 0) -> Rest:
    """Return the rest of a place on a photo that was taken at `at_s`: as still as it ever will be, clear unless
    something is seen to lie over it. Another look follows no photo, so a hand is not told from pieces."""
    return Rest(thumb, at_s - CALM_S, moved=True, why=blocked, margin_px=margin_px)


def blind(rest: Rest) -> Rest:
    """Return the rest while the zone is not seen: it begins anew."""
    return replace(rest, thumb=None, moved=True, why=None)


def taken(rest: Rest) -> Rest:
    """Return the rest once it was taken in a still picture."""
    return replace(rest, taken=rest.thumb)
