"""The camera loop: capture → where does the mat lie? → is each of its zones still and clear? → a still picture.

A cheap look at a small picture tells movement; a full picture is taken only when whoever looks asks for one, so a quiet
table costs next to nothing. The game and the teach walk are the two who look, each at its own mat; what they make of a
still picture is theirs.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

from companion.camera import photo_check, stillness, which_mat
from companion.camera.light_change import Lightmeter
from companion.camera.repeats import Repeats
from companion.camera.stillness import Rest
from companion.camera.viewfinder import Viewfinder
from hardware.camera import Came, Camera, DrawnCamera, Frame, smaller, unheard
from hardware.errors import CameraGone, CameraMissing, HardwareError, PhotoAwaited
from hardware.phone_camera import PhoneCamera
from hardware.recorded_camera import FilmCamera, FolderCamera
from vision.layout import Layout
from vision.observation import PictureAwaited, Unseen
from vision.registration import exposure
from vision.registration.lens import Lens
from vision.registration.locate import CUT_OFF, Located, locate, one_of
from vision.registration.markers import find_markers
from vision.registration.patches import Picture
from vision.registration.rectify import warp
from vision.registration.unmoved import Anchor, anchor, holds

IDLE = Unseen("no game's mat is looked for")
THUMB_PX = 72  # the longer side of a zone in small, in which movement is looked for …
WHOLE_PX = 180  # … and of the whole mat
WHOLE = "the whole mat"
MARGIN = 0.11  # around a zone, in parts of its longer side, …
MARGIN_MM = 12.0  # … and at most: pieces do not reach there, high and seen askew though they are, hands do
SMALLER = Unseen(
    "the mat is cut off at the picture's edge, or a smaller one lies there: move the camera or the mat, or lay the mat "
    "again that lay there before"
)
RELIT = Unseen("the light has changed: the camera adapts to it")
REPEATED = Unseen("the same picture comes again and again: start the camera anew")
UNREADABLE = Unseen("this picture could not be looked at: take it again")
OPENS_S = 15.0  # a camera that is away is looked for and opened by this much later than one that is there answers
Asking = Callable[[float], AbstractContextManager[Came]]
"""In what a camera is waited for; by how many seconds later than usual it may answer."""
AWAITED = PictureAwaited("the table's picture is taken with a phone, when the page asks for it")


@dataclass
class WatchedMat:
    """A mat that is looked for, one of `layouts`, likeliest first: which one lies there, how its zones rest, and where
    it lay in pictures of each size, seen through `lens`. `whole`: it rests as one, named WHOLE, for a sheet of pieces
    is laid all over it; else zone by zone. `anew`: another one may lie there by now. `photo` is the number of the photo
    that it was seen on, 0 where it is looked at all the time."""

    layouts: tuple[Layout, ...] = ()
    whole: bool = False
    layout: Layout | None = None
    rests: dict[str, Rest] = field(default_factory=dict)
    anchors: dict[tuple[int, ...], Anchor] = field(default_factory=dict, repr=False)
    lens: Lens | None = None
    anew: bool = False
    photo: int = 0

    def taken(self, name: str) -> None:
        """What lies there was taken in a still picture."""
        self.rests[name] = stillness.taken(self.rests[name])


@dataclass(frozen=True)
class Glance:
    """One look: which mat lies there, and how its zones rest. `photo`: on a photo, which nobody will move on."""

    at_s: float
    layout: Layout
    zones: dict[str, Rest]
    photo: bool = False


@dataclass(frozen=True)
class Blind:
    """One look at which no mat was seen, and why. `relit`: only because the camera adapts to another light."""

    at_s: float
    why: Unseen

    @property
    def relit(self) -> bool:
        """Whether the mat lies as it lay, in another light."""
        return self.why == RELIT


@dataclass(frozen=True)
class StillPicture:
    """A full picture of the mat, and where the mat and its zones are in it."""

    frame: Frame = field(repr=False)
    layout: Layout
    located: Located = field(repr=False)
    lens: Lens | None = None


class Loop:
    """See the module. One thread calls `look` and `take`; `use` may be called from others, and `viewfinder` hands them
    the camera's picture."""

    def __init__(
        self,
        camera: Camera,
        *,
        clock: Callable[[], float] = time.monotonic,
        lens: Lens | None = None,
        there: bool = True,
    ) -> None:
        """`there`: the camera is connected already, and not only awaited."""
        self.camera = camera
        self.photos = camera if isinstance(camera, PhoneCamera) else None
        self.folder = camera if isinstance(camera, FolderCamera) else None
        self.viewfinder = Viewfinder()
        self.there = there
        self.picture: Picture | None = None  # the last one, in small where the camera has such
        self.asking: Asking = lambda _: nullcontext(unheard)  # in what it waits for the camera, which may never answer
        self.trouble: Unseen | None = None  # why it gives no picture now, or none in which anything could be seen
        self._clock = clock
        self._lens = lens
        self._lightmeter = Lightmeter()
        self._repeats = None if isinstance(camera, FolderCamera | FilmCamera | DrawnCamera) else Repeats()
        self._adapts = False
        self._opens = not isinstance(camera, FolderCamera | FilmCamera)
        self._away = self._opens and not there  # it is opened before it gives a picture

    @property
    def lens(self) -> Lens | None:
        """The camera's lens, where it was measured."""
        return self._lens

    def use(self, lens: Lens) -> None:
        """Look through a lens that was measured anew."""
        self._lens = lens

    def close(self) -> None:
        """Give the camera back."""
        self.camera.close()

    def look(self, mat: WatchedMat) -> Glance | Blind:
        """Take one look. A camera that is away is a problem in words, not an exception."""
        try:
            return self._looked(mat)
        except HardwareError as error:
            return self._gone(mat, error)

    def blind(self, mat: WatchedMat, why: Unseen, at_s: float | None = None) -> Blind:
        """Return a look at nothing: whatever was still begins its rest anew."""
        mat.rests = {name: stillness.blind(rest) for name, rest in mat.rests.items()}
        return Blind(self._clock() if at_s is None else at_s, why)

    def take(self, mat: WatchedMat) -> StillPicture | Unseen:
        """Take a full picture of the mat that was seen a moment ago."""
        if mat.layout is None:
            return IDLE
        try:
            frame = self._capture(full=True)
        except HardwareError as error:
            return self._gone(mat, error).why
        located = self._where(frame, mat, mat.layout)
        if isinstance(located, Unseen):
            return located
        return StillPicture(frame, mat.layout, located, self._lens_of(frame))

    def ask(self, look: str | None) -> None:
        """Say at which look a folder's pictures are acted on, see there."""
        if self.folder is not None:
            with self._asked():
                self.folder.ask(look)

    def serve(self) -> None:
        """Take the pictures that others wait for."""
        with self._asked():
            self.viewfinder.serve(self.camera)

    def _capture(self, *, full: bool) -> Frame:
        with self._asked():
            frame = self.camera.capture(full)
        self._away = False
        return frame

    def _asked(self) -> AbstractContextManager[Came]:
        """Return in what to ask the camera: a drawn one may take its time, and one that is away is opened first."""
        if isinstance(self.camera, DrawnCamera):
            return nullcontext(unheard)
        return self.asking(OPENS_S if self._away else 0.0)

    def _lens_of(self, frame: Frame) -> Lens | None:
        """Return the lens that a frame was taken through, as far as it was measured: a phone's never was."""
        return None if frame.photo else self._lens

    def _gone(self, mat: WatchedMat, error: HardwareError) -> Blind:
        self.there = not isinstance(error, CameraMissing)
        self._away = self._opens and isinstance(error, CameraGone | CameraMissing)
        if isinstance(error, PhotoAwaited):
            self.trouble = None
            return self.blind(mat, PictureAwaited(error.why, error.values))
        self.trouble = Unseen(error.why, error.values)
        return self.blind(mat, self.trouble)

    def _looked(self, mat: WatchedMat) -> Glance | Blind:
        if self._adapts:
            self._adapts = False
            with self._asked() as came:
                self.camera.settle(came)
        frame = self._capture(full=self.photos is not None)
        self.there = True
        if self.photos is not None:
            return self._photographed(self.photos, frame, mat)
        self.picture = frame.image_bgr
        if self._lightmeter.has_changed(frame.image_bgr, frame.time_s):
            self._adapts = True  # in the next look: this one says so first
            return self.blind(mat, RELIT, frame.time_s)
        self.trouble = None if frame.trouble is None else Unseen(frame.trouble.why, frame.trouble.values)
        found = self._found(frame, mat)
        if isinstance(found, Unseen):
            useless = exposure.useless(frame.image_bgr)
            self.trouble = useless or self.trouble
            return self.blind(mat, useless or found, frame.time_s)
        if self._repeats is not None and self._repeats.are_seen(frame.image_bgr, frame.time_s):
            self.trouble = REPEATED
            return self.blind(mat, REPEATED, frame.time_s)
        layout, located = found
        thumbs = _thumbs(frame, layout, located, mat)
        mat.rests = {
            name: stillness.looked(mat.rests.get(name, Rest()), thumb, frame.time_s, blocked, margin_px)
            for name, (thumb, blocked, margin_px) in thumbs.items()
        }
        return Glance(frame.time_s, layout, mat.rests)

    def _photographed(self, photos: PhoneCamera, frame: Frame, mat: WatchedMat) -> Glance | Blind:
        """Look at a photo: once, and whoever took it is told what became of it. One that can't be used is forgotten,
        and the one before it stands."""
        if mat.photo != frame.number or mat.layout is None:
            why: Unseen | None = UNREADABLE
            try:
                why = self._judged(frame, mat)
            finally:
                photos.judge(frame.number, why)
            if why is not None:
                return self._looked(mat)
        else:
            mat.rests = {name: replace(rest, moved=False) for name, rest in mat.rests.items()}
        assert mat.layout is not None
        return Glance(self._clock(), mat.layout, mat.rests, photo=True)

    def _judged(self, frame: Frame, mat: WatchedMat) -> Unseen | None:
        """Return why a photo can't be used; where it can, the mat is seen on it."""
        mat.anew = True
        before = mat.layout, mat.rests
        found = self._found(frame, mat)
        if isinstance(found, Unseen):
            mat.layout, mat.rests = before
            return photo_check.why_not_found(frame.image_bgr, mat.layouts, found)
        why = photo_check.wrong_with(frame.image_bgr, *found)
        if why is not None:
            mat.layout, mat.rests = before
            return why
        self.picture, mat.photo = smaller(frame.image_bgr), frame.number
        mat.rests = {
            name: stillness.photographed(thumb, frame.time_s, blocked, margin_px)
            for name, (thumb, blocked, margin_px) in _thumbs(frame, *found, mat).items()
        }
        return None

    def _found(self, frame: Frame, mat: WatchedMat) -> tuple[Layout, Located] | Unseen:
        """Find the mat; while it is not known which one lies there, try each and keep the one that fits."""
        if mat.layout is not None and not mat.anew:
            located = self._where(frame, mat, mat.layout)
            few = isinstance(located, Unseen) or which_mat.share(mat.layout, located) < which_mat.LEAST_SHARE
            found = self._another(frame, mat, mat.layout) if few else IDLE
            if located == CUT_OFF and found == SMALLER:
                return SMALLER
            if isinstance(found, Unseen):
                return located if isinstance(located, Unseen) else (mat.layout, located)
        elif not mat.layouts:
            return IDLE
        else:
            found = which_mat.find(frame.image_bgr, mat.layouts, self._lens_of(frame))
        if not isinstance(found, Unseen):
            located = self._one_of(found[1])
            if isinstance(located, Unseen):
                return located
            if found[0] != mat.layout:
                mat.layout, mat.rests, mat.anchors = found[0], {}, {}
            mat.anew = False
        return found

    def _another(self, frame: Frame, mat: WatchedMat, known: Layout) -> tuple[Layout, Located] | Unseen:
        """Find another mat that lies there by now, all of it in view, with as many places or more: of one that is half
        covered or cut off, a smaller one may seem to be in view, so that is only told."""
        seen = find_markers(frame.image_bgr, thorough=False).keys()  # at a glance: mostly it is a hand that lies there
        others = [each for each in mat.layouts if each != known and which_mat.is_likely(each, seen)]
        others.sort(key=lambda each: -len(each.zones))
        found = which_mat.find(frame.image_bgr, others, self._lens_of(frame)) if others else IDLE
        if isinstance(found, Unseen) or which_mat.share(*found) < 1:
            return IDLE
        return found if len(found[0].zones) >= len(known.zones) else SMALLER

    def _where(self, frame: Frame, mat: WatchedMat, layout: Layout) -> Located | Unseen:
        """Find the mat that is known to lie there: mostly it lies where it lay in pictures of that size."""
        picture, lens = frame.image_bgr, self._lens_of(frame)
        if mat.lens is not lens:
            mat.lens, mat.anchors = lens, {}
        known = mat.anchors.pop(picture.shape, None)
        if known is None or not holds(known, picture):
            located = self._one_of(locate(picture, layout, lens=lens))
            if isinstance(located, Unseen):
                return located
            known = anchor(picture, located, layout)
            if known is None:
                return located
        mat.anchors[picture.shape] = known
        return known.located

    def _one_of(self, located: Located | Unseen) -> Located | Unseen:
        """Return where the mat lies, or that two alike are in view; of a photo its taker is told so anyway."""
        return one_of(located) if self.photos is None else located


Thumbs = dict[str, tuple[Picture, Unseen | None, int]]
"""Places in small by their names, what surely lies over each, and how wide the margin around it is."""


def _thumbs(frame: Frame, layout: Layout, located: Located, mat: WatchedMat) -> Thumbs:
    return _whole(frame, layout, located) if mat.whole else _by_zone(frame, layout, located)


def _by_zone(frame: Frame, layout: Layout, located: Located) -> Thumbs:
    """Return each zone with a margin around it: a hand comes across that."""
    thumbs: Thumbs = {}
    for zone in layout.zones:
        x_mm, y_mm, width, height = zone.rect_mm
        margin_mm = min(MARGIN * max(width, height), MARGIN_MM)
        around = (x_mm - margin_mm, y_mm - margin_mm, width + 2 * margin_mm, height + 2 * margin_mm)
        plane = located.zones.get(zone.name, located.plane)
        blocked = located.doubtful.get(zone.name) or which_mat.over(zone, layout, located.markers)
        px_per_mm = THUMB_PX / max(around[2:])
        thumb = warp(frame.image_bgr, plane, around, px_per_mm)
        thumbs[zone.name] = thumb, blocked, round(margin_mm * px_per_mm)
    return thumbs


def _whole(frame: Frame, layout: Layout, located: Located) -> Thumbs:
    """Return the mat as one place."""
    thumb = warp(frame.image_bgr, located.plane, (0.0, 0.0, *layout.size_mm), WHOLE_PX / max(layout.size_mm))
    return {WHOLE: (thumb, next(iter(located.doubtful.values()), None), 0)}
