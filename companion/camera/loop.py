"""The camera loop: capture → locate → is each zone still and clear? → read it once it is → settle → signal.

A cheap look at a small picture tells movement; the full picture is read only when a zone has come to rest anew, so a
quiet table costs next to nothing. Nothing here decides what a look means; that is the session's.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2

from companion.camera import which_mat
from companion.camera.light_change import Lightmeter
from companion.camera.viewfinder import Viewfinder
from companion.camera.zone_memory import MARGIN, Watched, differs, in_other_light, rebased, settled
from companion.table.evidence.placement import boxes
from companion.table.signals import Lesson, Looked, Stillness, ZoneLook
from companion.teaching.worker import Teacher
from hardware.camera import Camera, Frame
from hardware.errors import CameraMissing, HardwareError
from vision.layout import Grid, Layout, Zone
from vision.motion.change import still
from vision.motion.occlusion import covered
from vision.observation import Unseen
from vision.observe import Trained, observe_located, train
from vision.pieceset.faces import Faces
from vision.registration.lens import Lens
from vision.registration.locate import Located, locate
from vision.registration.patches import Picture
from vision.registration.rectify import warp
from vision.registration.unmoved import Anchor, anchor, holds

CALM_S = 0.5  # a zone is read once it has been still for this long
THUMB_PX = 72
PICTURE_PX = 360
PIECES_PX = 720  # free pieces are small in their place, and what people say of them teaches
HAND_RESTS_S = 4.0  # what looks like a hand but lies still for this long is a piece; each cell's doubt remains


@dataclass
class Target:
    """What is looked for: the mats that may lie there, and the taught set."""

    layouts: tuple[Layout, ...]
    faces: Faces | None
    trained: dict[str, Trained] = field(default_factory=dict)


IDLE = Unseen("no game's mat is looked for")


class Watch:
    """See the module. One thread calls `look`; `rebase`, `expect`, `teach`, `forget`, `relearn` and `use` may be
    called from others, and `viewfinder` hands them the camera's picture."""

    def __init__(
        self,
        camera: Camera,
        sight_of: Callable[[str, int], Target],
        *,
        clock: Callable[[], float] = time.monotonic,
        lens: Lens | None = None,
        teacher: Teacher | None = None,
        there: bool = True,
    ) -> None:
        """`there`: the camera is connected already, and not only awaited."""
        self._camera = camera
        self._sight_of = sight_of
        self._clock = clock
        self._lens = lens
        self._teacher = teacher
        self._there = there
        self._expected: tuple[str, int] | None = None
        self._sight: Target | None = None
        self._layout: Layout | None = None
        self._anchors: dict[tuple[int, ...], Anchor] = {}
        self._wanted_plan = 0
        self._plan = 0
        self._zones: dict[str, Watched] = {}
        self._relearn = False
        self._viewfinder = Viewfinder()
        self._lightmeter = Lightmeter()
        self._adapts = False
        self._picture: Picture | None = None

    @property
    def viewfinder(self) -> Viewfinder:
        """Where others get the camera's picture."""
        return self._viewfinder

    @property
    def picture(self) -> Picture | None:
        """The camera's last picture, in small where it has such; None before the first."""
        return self._picture

    @property
    def lens(self) -> Lens | None:
        """The camera's lens, where it was measured."""
        return self._lens

    @property
    def layout(self) -> Layout | None:
        """The mat that was found last of those looked for; None while none is."""
        return self._layout

    def relearn(self, game: str) -> None:
        """Somebody changed this game's piece set: read with the new one from the next look on."""
        self._relearn = self._relearn or (self._expected is not None and self._expected[0] == game)

    def use(self, lens: Lens) -> None:
        """Look through a lens that was measured anew."""
        self._lens = lens
        self._anchors = {}

    def close(self) -> None:
        """Give the camera back, and teach nothing more."""
        if self._teacher is not None:
            self._teacher.close()
        self._camera.close()

    @property
    def camera(self) -> Camera:
        """The camera, for whoever looks in this watch's stead, in its thread."""
        return self._camera

    def away(self, why: Unseen) -> Looked:
        """Return a look at nothing, for the camera serves something else; what turns are compared with is kept."""
        self._viewfinder.serve(self._camera)
        return self._blind(self._clock(), why)

    def rebase(self, plan: int) -> None:
        """From the next look on, compare with what lies there at its moment."""
        self._wanted_plan = plan

    def expect(self, game: str | None, seats: int) -> None:
        """Look for this game's mat and pieces; None looks for nothing."""
        wanted = None if game is None else (game, seats)
        if wanted != self._expected:
            self._expected = wanted
            self._sight = None if wanted is None else self._sight_of(*wanted)
            self._layout = None
            self._anchors, self._zones = {}, {}

    def teach(self, lessons: tuple[Lesson, ...]) -> None:
        """Let the set learn lessons that have stood."""
        if self._teacher is not None and self._expected is not None and self._layout is not None:
            self._teacher.teach(self._expected[0], self._layout, lessons)

    def forget(self, sources: tuple[str, ...]) -> None:
        """Let the set forget what it was taught from these sources."""
        if self._teacher is not None and self._expected is not None:
            self._teacher.forget(self._expected[0], sources)

    def look(self) -> Looked:
        """Take one look at the table. A camera that is away is a problem in words, not an exception."""
        self._viewfinder.serve(self._camera)  # before a set is fitted, which takes seconds, and after
        said = self._teacher.said() if self._teacher is not None else ()
        if self._relearn and self._expected is not None:
            self._relearn = False
            self._see_anew(*self._expected)
        try:
            looked = self._looked()
        except HardwareError as error:
            self._there = not isinstance(error, CameraMissing)
            looked = self._blind(self._clock(), Unseen(error.why, error.values))
        looked = replace(looked, said=said)
        self._viewfinder.serve(self._camera)
        return looked

    def _see_anew(self, game: str, seats: int) -> None:
        """Take the piece set as it is now."""
        self._sight = self._sight_of(game, seats)
        self._layout, self._anchors = None, {}  # found anew, and its zones fitted to what was learnt

    def _looked(self) -> Looked:
        if self._wanted_plan != self._plan:
            self._plan = self._wanted_plan
            self._zones = {name: rebased(zone) for name, zone in self._zones.items()}
        if self._adapts:
            self._adapts = False
            self._camera.settle()
        frame = self._camera.capture(full=False)
        self._there = True
        self._picture = frame.image_bgr
        if self._lightmeter.has_changed(frame.image_bgr, frame.time_s):
            self._adapts = True  # in the next look: this one says so first
            self._zones = {name: in_other_light(zone) for name, zone in self._zones.items()}
            return self._unseen(frame.time_s, Unseen("the light has changed: the camera adapts to it"))
        located = self._locate(frame)
        if isinstance(located, Unseen):
            return self._blind(frame.time_s, located)
        if self._sight is None or self._layout is None:
            return self._blind(frame.time_s, IDLE)
        if self._sight.faces is None:
            return self._blind(frame.time_s, Unseen("the pieces are not taught yet: see “companion teach”"))
        looks = {zone.name: self._glance(zone, frame, located) for zone in self._layout.zones}
        due = [name for name, (_, why) in looks.items() if why is None and self._is_due(name, frame.time_s)]
        if due:
            self._read(due)
        shown = {name: self._shown(name, stillness, why) for name, (stillness, why) in looks.items()}
        return Looked(frame.time_s, self._plan, shown)

    def _blind(self, at_s: float, problem: Unseen) -> Looked:
        """Nothing is seen: whatever was still begins its rest anew."""
        self._zones = {
            name: replace(zone, thumb=None, readings=(), seen=None, lay=None) for name, zone in self._zones.items()
        }
        return self._unseen(at_s, problem)

    def _unseen(self, at_s: float, problem: Unseen) -> Looked:
        return Looked(
            at_s, self._plan, {name: ZoneLook(Stillness.UNSEEN) for name in self._zones}, problem, camera=self._there
        )

    def _locate(self, frame: Frame) -> Located | Unseen:
        """Find the mat; while it is not known which one lies there, try each and keep the one that fits."""
        if self._sight is None:
            return IDLE
        if self._layout is not None:
            return self._where(frame, self._layout)
        found = which_mat.find(frame.image_bgr, self._sight.layouts, self._lens)
        if isinstance(found, Unseen):
            return found
        self._layout, located = found
        if self._sight.faces is not None:
            self._sight.trained[self._layout.name] = train(self._sight.faces, self._layout)
        return located

    def _where(self, frame: Frame, layout: Layout) -> Located | Unseen:
        """Find the mat that is known to lie there: mostly it lies where it lay in pictures of that size."""
        picture = frame.image_bgr
        anchors = self._anchors  # of the lens until now: another one, which may come meanwhile, brings its own
        known = anchors.pop(picture.shape, None)
        if known is None or not holds(known, picture):
            located = locate(picture, layout, lens=self._lens)
            if isinstance(located, Unseen):
                return located
            known = anchor(picture, located, layout)
            if known is None:
                return located
        anchors[picture.shape] = known
        return known.located

    def _glance(self, zone: Zone, frame: Frame, located: Located) -> tuple[Stillness, Unseen | None]:
        """Look at one zone in the small picture: is it clear, and as it was a moment ago?"""
        known = self._zones.get(zone.name, Watched())
        plane = located.zones.get(zone.name, located.plane)
        x_mm, y_mm, width, height = zone.rect_mm
        margin_mm = MARGIN * max(width, height)
        around = (x_mm - margin_mm, y_mm - margin_mm, width + 2 * margin_mm, height + 2 * margin_mm)
        area = warp(frame.image_bgr, plane, around, THUMB_PX / max(around[2:]))
        moved = known.thumb is None or not still(known.thumb, area)
        lay = known.lay if known.thumb is None or not moved else None
        known = replace(known, thumb=area, since_s=frame.time_s if moved else known.since_s, lay=lay)
        blocked = located.doubtful.get(zone.name) or self._hidden(zone, located)
        why = blocked or covered(area, known.rested)
        if why is not None and (blocked or frame.time_s - known.since_s < HAND_RESTS_S):
            self._zones[zone.name] = replace(known, readings=(), seen=None, lay=None)
            return Stillness.COVERED, why
        self._zones[zone.name] = replace(known, readings=(), seen=None) if moved else known
        return (Stillness.MOVING if moved else Stillness.STILL), None

    def _hidden(self, zone: Zone, located: Located) -> Unseen | None:
        return None if self._layout is None else which_mat.over(zone, self._layout, located.markers)

    def _is_due(self, name: str, now_s: float) -> bool:
        zone = self._zones[name]
        return zone.seen is None and now_s - zone.since_s >= CALM_S

    def _read(self, due: list[str]) -> None:
        """Read the zones that have come to rest, in the full picture."""
        layout = self._layout
        trained = self._sight.trained.get(layout.name) if self._sight is not None and layout is not None else None
        if layout is None or trained is None:
            return
        frame = self._camera.capture(full=True)
        located = self._where(frame, layout)
        if isinstance(located, Unseen):
            return
        part = replace(layout, zones=tuple(zone for zone in layout.zones if zone.name in due))
        for name, zone_seen in observe_located(frame.image_bgr, located, part, trained).zones.items():
            if zone_seen.covered is None:
                self._zones[name] = settled(self._zones[name], zone_seen)
            if self._zones[name].seen is not None:
                self._zones[name] = replace(self._zones[name], picture=_jpeg(frame, located, layout.zone(name)))

    def _shown(self, name: str, stillness: Stillness, why: Unseen | None) -> ZoneLook:
        zone = self._zones[name]
        changed = zone.seen is not None and differs(zone.base_seen, zone.seen, zone.base, zone.thumb)
        place = None if self._layout is None else self._layout.zone(name)
        where = () if zone.seen is None or place is None else boxes(place, zone.seen)
        return ZoneLook(stillness, zone.since_s, changed, zone.seen, why, zone.picture, where, place)


def _jpeg(frame: Frame, located: Located, zone: Zone) -> bytes:
    scale = (PICTURE_PX if isinstance(zone, Grid) else PIECES_PX) / max(zone.rect_mm[2:])
    area = warp(frame.image_bgr, located.zones.get(zone.name, located.plane), zone.rect_mm, scale)
    return bytes(cv2.imencode(".jpg", area, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])
