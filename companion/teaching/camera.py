"""How the walk looks through the camera: quick looks until the mat lies still, then one full picture of it."""

from collections.abc import Callable, Sequence

from companion.teaching import sheet_reading, stillness
from companion.teaching.sheet_reading import Shot
from companion.teaching.stillness import Rest
from hardware.camera import Camera
from hardware.errors import HardwareError
from vision.layout import Layout
from vision.observation import Unseen
from vision.registration.lens import Lens


class SheetCamera:
    """See the module. Used by the camera's thread alone; `name` gives each picture its own name."""

    def __init__(self, layouts: Sequence[Layout], name: Callable[[], str], lens: Lens | None = None) -> None:
        self._layouts, self._name, self._lens = tuple(layouts), name, lens
        self._rest = Rest()

    def look(self, camera: Camera, due: Callable[[bool], bool]) -> Shot | Unseen | None:
        """Look once. Returns the full picture where the mat lies still and one is `due` (told whether it looks
        otherwise than on the last), why there is none to be had, or None while people are at it."""
        try:
            return self._looked(camera, due)
        except HardwareError as error:
            self._rest = stillness.blind(self._rest)
            return Unseen(error.why, error.values)

    def _looked(self, camera: Camera, due: Callable[[bool], bool]) -> Shot | Unseen | None:
        frame = camera.capture(full=False)
        found = sheet_reading.find(frame.image_bgr, self._layouts, self._lens)
        if isinstance(found, Unseen):
            self._rest = stillness.blind(self._rest)
            return found
        self._rest = stillness.looked(self._rest, sheet_reading.thumb(frame.image_bgr, *found), frame.time_s)
        why = next(iter(found[1].doubtful.values()), None) or self._rest.why
        if why is not None:
            return why
        if not stillness.calm(self._rest, frame.time_s) or not due(stillness.otherwise(self._rest)):
            return None
        return self._shot(camera, found[0])

    def _shot(self, camera: Camera, layout: Layout) -> Shot | Unseen:
        frame = camera.capture(full=True)
        found = sheet_reading.find(frame.image_bgr, (layout,), self._lens)
        if isinstance(found, Unseen):
            return found
        self._rest = stillness.taken(self._rest)
        return Shot(frame.image_bgr.copy(), *found, self._lens, self._name())
