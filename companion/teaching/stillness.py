"""Whether the mat lies still and clear, and whether it looks otherwise than when its last picture was taken: pure."""

from dataclasses import dataclass, replace

from vision.motion.change import changed_cells, still
from vision.motion.occlusion import covered
from vision.observation import Unseen
from vision.registration.patches import Picture

CALM_S = 1.0  # a picture is taken once the mat has been still for this long
HAND_RESTS_S = 4.0  # what looks like a hand but lies still for this long is a piece
_PARTS = 24  # the mat is compared in so many parts each way …
OTHER = 1.0  # … of which one that changes by this is another piece


@dataclass(frozen=True)
class Rest:
    """`thumb`: the last look; `since_s`: since when it is still; `taken`: the look of the last picture."""

    thumb: Picture | None = None
    since_s: float = 0.0
    taken: Picture | None = None
    why: Unseen | None = None


def looked(rest: Rest, thumb: Picture, at_s: float) -> Rest:
    """Return what is known after another look."""
    moved = rest.thumb is None or not still(rest.thumb, thumb)
    since_s = at_s if moved else rest.since_s
    why = covered(thumb, rest.taken)
    if at_s - since_s >= HAND_RESTS_S:
        why = None
    return replace(rest, thumb=thumb, since_s=since_s, why=why)


def calm(rest: Rest, at_s: float) -> bool:
    """Return whether a picture can be taken now."""
    return rest.thumb is not None and rest.why is None and at_s - rest.since_s >= CALM_S


def otherwise(rest: Rest) -> bool:
    """Return whether the mat looks otherwise than when its last picture was taken."""
    if rest.taken is None or rest.thumb is None or rest.taken.shape != rest.thumb.shape:
        return True
    return bool(changed_cells(rest.taken, rest.thumb, _PARTS, _PARTS).max() >= OTHER)


def taken(rest: Rest) -> Rest:
    """Return what is known once a picture was taken."""
    return replace(rest, taken=rest.thumb)


def blind(rest: Rest) -> Rest:
    """Return what is known after the mat was not seen: the rest begins anew."""
    return replace(rest, thumb=None)
