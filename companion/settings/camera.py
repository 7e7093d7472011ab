"""What the chores need of the camera loop."""

from typing import Protocol

from vision.layout import Layout
from vision.registration.lens import Lens
from vision.registration.patches import Picture


class Finder(Protocol):
    """Hands out the camera's picture; see `companion.camera.viewfinder`."""

    def picture(self, *, full: bool = True) -> Picture:
        """Return a picture taken now."""
        ...


class CameraLoop(Protocol):
    """The camera loop as the chores see it; see `companion.camera.loop`."""

    @property
    def viewfinder(self) -> Finder:
        """Where its picture is had."""
        ...

    @property
    def lens(self) -> Lens | None:
        """The camera's lens, where it was measured."""
        ...

    @property
    def by_photo(self) -> bool:
        """Whether phones take its pictures, when they are asked."""
        ...

    @property
    def layout(self) -> Layout | None:
        """The mat that was found, while a game is played."""
        ...

    def relearn(self, game: str) -> None:
        """Read with this game's set as it is now."""
        ...

    def use(self, lens: Lens) -> None:
        """Look through a lens that was measured anew."""
        ...
