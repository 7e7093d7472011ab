"""The game's look at the table: zones that have come to rest are read, settled over several pictures, and compared with
what lay there when the turn began. Nothing here decides what a look means; that is the session's."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2

from companion.camera.aside import OneByOne, at_once
from companion.camera.fitted_set import FITTING, FittedSet
from companion.camera.loop import IDLE, Blind, Glance, Loop, StillPicture, WatchedMat
from companion.camera.stillness import Rest
from companion.camera.viewfinder import Viewfinder
from companion.camera.zone_memory import (
    Watched,
    changed,
    forgotten,
    has_failed,
    in_other_light,
    looked,
    rebased,
    settled,
    unseen,
    with_set,
)
from companion.table.evening import UNCLEAR_S
from companion.table.evidence import set_change
from companion.table.evidence.placement import boxes
from companion.table.evidence.set_change import Looks, SetChange
from companion.table.signals import Looked, Stillness, ZoneLook
from hardware.camera import Camera
from vision.layout import Grid, Layout, Zone
from vision.observation import Unseen
from vision.observe import Trained, observe_located
from vision.pieceset.faces import Faces
from vision.registration.lens import Lens
from vision.registration.patches import Picture
from vision.registration.rectify import warp

PICTURE_PX = 360
PIECES_PX = 720  # free pieces are small in their place, and what people say of them teaches


@dataclass(frozen=True)
class Target:
    """What is looked for: the mats that may lie there, likeliest first, how the taught set is loaded, None where there
    is none, and what is another once it was `written` since."""

    layouts: tuple[Layout, ...]
    load: Callable[[], Faces | None]
    written: Callable[[], object] = lambda: None


class Watch:
    """See the module. One thread calls `look`; `rebase`, `expect`, `relearn` and `use` may be called from others."""

    def __init__(
        self,
        camera: Camera,
        target_of: Callable[[str, int], Target],
        *,
        clock: Callable[[], float] = time.monotonic,
        lens: Lens | None = None,
        there: bool = True,
        aside: OneByOne | None = None,
    ) -> None:
        """`there`: the camera is connected already, and not only awaited. `aside` is where sets are fitted, without it
        at once."""
        self.loop = Loop(camera, clock=clock, lens=lens, there=there)
        self._target_of = target_of
        self._aside = aside
        self._expected: tuple[str, int] | None = None
        self._mat = WatchedMat()
        self._set: FittedSet | None = None
        self._looks: Looks | None = None  # what the zones were read with
        self._wanted_plan = 0
        self._plan = 0
        self._zones: dict[str, Watched] = {}
        self._relearn = False
        self._written: Callable[[], object] = lambda: None
        self._known: object = None  # when the set was written, as it is read with
        self._again = False

    @property
    def viewfinder(self) -> Viewfinder:
        """Where others get the camera's picture."""
        return self.loop.viewfinder

    @property
    def picture(self) -> Picture | None:
        """The camera's last picture, in small where it has such; None before the first."""
        return self.loop.picture

    @property
    def lens(self) -> Lens | None:
        """The camera's lens, where it was measured."""
        return self.loop.lens

    @property
    def by_photo(self) -> bool:
        """Whether phones take its pictures, when they are asked."""
        return self.loop.photos is not None

    @property
    def game(self) -> str | None:
        """The game whose mat is looked for."""
        return None if self._expected is None else self._expected[0]

    @property
    def layout(self) -> Layout | None:
        """The mat that was found last of those looked for; None while none is."""
        return self._mat.layout

    def mats_of(self, game: str, seats: int) -> tuple[Layout, ...]:
        """Return the mats that may lie there at a game of so many seats, likeliest first, be it looked for or not: the
        one that was found last, then those that are known. From any thread."""
        found = self._mat.layout if game == self.game else None
        known = self._target_of(game, seats).layouts
        return known if found is None else (found, *known)

    def relearn(self, game: str) -> None:
        """Somebody changed this game's piece set: read with the new one as soon as it is fitted."""
        self._relearn = self._relearn or (self._expected is not None and self._expected[0] == game)

    def use(self, lens: Lens) -> None:
        """Look through a lens that was measured anew."""
        self.loop.use(lens)

    def close(self) -> bool:
        """Give the camera back, and fit nothing more; return whether what was being fitted has ended."""
        self.loop.close()
        return self._aside is None or self._aside.close()

    def away(self, why: Unseen) -> Looked:
        """Return a look at nothing, for the camera serves something else; what turns are compared with is kept."""
        self.loop.serve()
        return replace(self._unseen(self.loop.blind(self._mat, why)), game=None)

    def rebase(self, plan: int) -> None:
        """From the next look on, compare with what lies there at its moment."""
        self._wanted_plan = plan

    def read_anew(self) -> None:
        """Read once more what lies there, compared with the same base."""
        self._again = True

    def expect(self, game: str | None, seats: int) -> None:
        """Look for this game's mat and pieces; None looks for nothing."""
        wanted = None if game is None else (game, seats)
        if wanted != self._expected:
            self._expected, self._relearn = wanted, False
            self._mat, self._set, self._looks, self._zones = WatchedMat(), None, None, {}
            if wanted is not None:
                self._aim(*wanted)

    def look(self) -> Looked:
        """Take one look at the table. A camera that is away is a problem in words, not an exception."""
        if self._expected is not None and (self._relearn or self._written() != self._known):
            self._relearn = False
            self._aim(*self._expected)
        if self._wanted_plan != self._plan:
            self._plan = self._wanted_plan
            self._zones = {name: rebased(zone, self._rest(name)) for name, zone in self._zones.items()}
        if self._again:
            self._again = False
            self._zones = {name: forgotten(zone) for name, zone in self._zones.items()}
        looked = self._looked()
        self.loop.serve()
        return looked

    def _aim(self, game: str, seats: int) -> None:
        """Look for a game's mats and read with its set, as they are now; another process may change it, too."""
        target = self._target_of(game, seats)
        if target.layouts != self._mat.layouts:
            self._mat = WatchedMat(target.layouts)
        self._written, self._known = target.written, target.written()
        self._set = FittedSet(target.load, self._aside or at_once, self._set)

    def _looked(self) -> Looked:
        glance = self.loop.look(self._mat)
        if isinstance(glance, Blind) or self._set is None:
            return self._unseen(glance if isinstance(glance, Blind) else Blind(glance.at_s, IDLE))
        fitted = self._set.on(glance.layout)
        ready = fitted is not FITTING
        self._zones = {
            name: looked(self._zones.get(name, Watched()), rest, glance.at_s, ready=ready)
            for name, rest in glance.zones.items()
        }
        change = self._with_set(self._set.looks)
        problem = fitted if isinstance(fitted, Unseen) else self._read(fitted, glance)
        self._picture_failed(glance)
        shown = {zone.name: self._shown(zone) for zone in glance.layout.zones}
        there = self.loop.there
        return Looked(
            glance.at_s,
            self._plan,
            shown,
            problem,
            camera=there,
            game=self.game or "",
            change=change,
        )

    def _with_set(self, looks: Looks | None) -> SetChange:
        """Take in what is read with from now on; return how that has changed."""
        before, self._looks = self._looks, looks or self._looks
        if before is None or looks is None or looks is before:
            return SetChange()
        change = set_change.between(before, looks)
        self._zones = {name: with_set(zone, self._rest(name), change) for name, zone in self._zones.items()}
        return change

    def _unseen(self, blind: Blind) -> Looked:
        """Nothing is seen: whatever was read is read anew."""
        lost = in_other_light if blind.relit else unseen
        self._zones = {name: lost(zone) for name, zone in self._zones.items()}
        looks = {name: ZoneLook(Stillness.UNSEEN) for name in self._zones}
        return Looked(blind.at_s, self._plan, looks, blind.why, camera=self.loop.there, game=self.game or "")

    def _read(self, trained: Trained, glance: Glance) -> Unseen | None:
        """Read the zones that have come to rest since they were read last; return why they can't be seen."""
        calm = [name for name, rest in glance.zones.items() if rest.is_calm(glance.at_s)]
        due = [name for name in calm if self._zones[name].seen is None]
        still = self.loop.take(self._mat) if due else None
        if not isinstance(still, StillPicture):
            return still
        part = replace(still.layout, zones=tuple(zone for zone in still.layout.zones if zone.name in due))
        for name, seen in observe_located(still.frame.image_bgr, still.located, part, trained).zones.items():
            if seen.covered is None:
                self._zones[name] = settled(self._zones[name], self._mat.rests[name], seen, single=still.frame.photo)
            if self._zones[name].seen is not None:
                self._mat.taken(name)
                self._zones[name] = replace(self._zones[name], picture=_jpeg(still, part.zone(name)))
        return None

    def _picture_failed(self, glance: Glance) -> None:
        """Take one picture of the zones that could not be read for a while, for people to see what is wrong."""
        failed = [name for name in glance.zones if has_failed(self._zones[name], glance.at_s, UNCLEAR_S)]
        still = self.loop.take(self._mat) if failed else None
        if isinstance(still, StillPicture):
            for name in failed:
                picture = _jpeg(still, still.layout.zone(name))
                self._zones[name] = replace(self._zones[name], picture=picture, failed=True)

    def _rest(self, name: str) -> Rest:
        return self._mat.rests.get(name, Rest())

    def _shown(self, zone: Zone) -> ZoneLook:
        known, rest = self._zones[zone.name], self._rest(zone.name)
        other = changed(known, rest)
        return ZoneLook(
            rest.stillness,
            rest.since_s,
            other,
            known.seen,
            rest.why,
            known.picture,
            () if known.seen is None else boxes(zone, known.seen),
            zone,
            None if other else known.unclear_s,
        )


def _jpeg(still: StillPicture, zone: Zone) -> bytes:
    """Return a zone as it looks from straight above."""
    scale = (PICTURE_PX if isinstance(zone, Grid) else PIECES_PX) / max(zone.rect_mm[2:])
    plane = still.located.zones.get(zone.name, still.located.plane)
    area = warp(still.frame.image_bgr, plane, zone.rect_mm, scale)
    return bytes(cv2.imencode(".jpg", area, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])
