"""Which mat lies under the camera: told by the markers in view, whatever game is played or none."""

from collections.abc import Sequence

from vision.layout import Layout
from vision.observation import Unseen
from vision.registration.lens import Lens
from vision.registration.locate import Located, locate
from vision.registration.markers import find_markers
from vision.registration.patches import Picture

_TRIED = 4
_MOST = 0.8  # of the markers in view must lie as on the mat, then no other mat is tried


def lying(picture: Picture, mats: Sequence[Layout], lens: Lens | None = None) -> tuple[Layout, Located] | Unseen:
    """Return the mat that lies in the picture and where, or why none is found: of the few that have the markers in
    view and hardly any other, the one on which most of them lie as they should; of mats alike, that with most places.
    """
    seen = set(find_markers(picture, thorough=False))
    likely = sorted((mat for mat in mats if seen & _ids(mat)), key=lambda mat: (len(seen ^ _ids(mat)), -len(mat.zones)))
    found: tuple[Layout, Located] | None = None
    why = None
    for mat in likely[:_TRIED]:
        located = locate(picture, mat, lens=lens)
        if isinstance(located, Unseen):
            why = why or located
        elif found is None or len(located.markers) > len(found[1].markers):
            found = (mat, located)
        if found is not None and len(found[1].markers) >= _MOST * len(seen):
            break
    return found or why or _nothing(picture, mats, lens)


def _ids(mat: Layout) -> set[int]:
    return {marker.id for marker in mat.markers}


def _nothing(picture: Picture, mats: Sequence[Layout], lens: Lens | None) -> Unseen:
    why = locate(picture, mats[0], lens=lens)
    return why if isinstance(why, Unseen) else Unseen("no mat is in view")
