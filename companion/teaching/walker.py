"""The walk's edge: the camera's thread looks, the page's threads name, a reader reads; one lock holds them apart.

Whoever may change the set has it alone first, and takes the lock then: the set may be busy for seconds with what is
taught from play, and nobody who waits for it keeps the others waiting. Whatever changes raises `number`, by which a
page notices that it must be drawn again.

Whoever reads with the set is told each time it was written, for nobody says when a page is closed. That costs the walk
nothing: the set is fitted for the game when the game looks again.
"""

import logging
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.camera.fitted_set import looks_of
from companion.camera.loop import AWAITED, WHOLE, Blind, Loop, WatchedMat
from companion.game import mat_layouts
from companion.game.registry import walking
from companion.game.teaching import TeachingContract
from companion.language.message import Message
from companion.table.evidence import set_change
from companion.teaching import lessons, progress, sheet_reading, walk
from companion.teaching.advice import Slip, one_more_picture, slips
from companion.teaching.lessons import Taught
from companion.teaching.places import Mark, Readings, Sheet
from companion.teaching.progress import KeptWalk
from companion.teaching.reader import Job, Reader
from companion.teaching.sheet_reading import Shot
from companion.teaching.shelf import Shelf
from companion.teaching.walk import Stage, Walk, WalkError
from vision.layout import Layout
from vision.observation import Unseen
from vision.pieceset import faces as piece_sets
from vision.pieceset.set_index import INDEX, FacesError
from vision.registration.patches import Picture
from web.shown import PhotoAsked

log = logging.getLogger("companion")

PHOTO_OF_WALK = "walk-"  # so begin the names of the photos that a walk asks for
NOTHING_LIES = Unseen("nothing new lies on the mat: lay pieces, then take the picture")
HEARD_S = 60.0  # a page that was not heard for this long has gone: the camera is the game's again


@dataclass(frozen=True)
class WalkSurroundings:
    """What a walk needs: the taught sets, a game's file of what was shown, the mats that may lie there, a clock, a name
    for each picture, and of which games a printed layout tells the pieces' size."""

    shelf: Shelf
    shown: Callable[[str], Path]
    layouts: Callable[[str], Sequence[Layout]]
    clock: Callable[[], float]
    name: Callable[[], str]
    sized: Callable[[str], bool] = lambda _: False


@dataclass(frozen=True)
class WalkState:
    """What the page draws. `taught` are the faces of the set, `advice` says of which of them one more picture would
    help most, `slips` which of its pictures were perhaps named by a slip, `problem` why the mat is not seen. `covered`:
    the mat was said to be bare and does not look so."""

    walk: Walk
    game: TeachingContract
    taught: tuple[str, ...]
    number: int
    problem: Unseen | None
    busy: bool
    advice: Message | None = None
    photo: PhotoAsked | None = None  # which picture somebody is to take, where phones do
    slips: tuple[Slip, ...] = ()
    covered: bool = False


class Walker:
    """See the module."""

    def __init__(self, around: WalkSurroundings) -> None:
        self._around = around
        self._lock = threading.RLock()
        self.reader = Reader(self._read)
        self._walk: Walk | None = None
        self._taught = Taught(piece_sets.Faces(Path(), ()))
        self._written: int | None = None  # when the set was, as far as the walk knows
        self._mat = WatchedMat(whole=True)
        self._shot: Shot | None = None
        self._jpeg = b""
        self._bare: Picture | None = None
        self._problem: Unseen | None = None
        self._untaught: Unseen | None = None  # why the last picture could not be taught
        self._number = 0
        self._heard_s = 0.0
        self._owner = ""
        self._wanted = False  # somebody asked for a picture: of the bare mat, or once more
        self._covered = False  # the mat did not look bare
        self._trusted = False  # it is bare however it looks, somebody says
        self._name = ""  # of this walk, and how many pictures were taken in it, for photos
        self._shots = 0
        self._photo = ""  # what the next photo must answer to

    @property
    def active(self) -> bool:
        """Whether the camera is the walk's just now."""
        with self._lock:
            going = self._walk is not None and self._walk.stage is not Stage.DONE
            return going and self._around.clock() - self._heard_s < HEARD_S

    def is_sized(self, game: str) -> bool:
        """Return whether the size of this game's pieces is known from a printed layout."""
        return self._around.sized(game)

    def state(self) -> WalkState | None:
        """Return what the page draws, None while there is no walk."""
        with self._lock:
            if self._walk is None:
                return None
            game, faces = walking(self._walk.game), self._taught.faces
            photo = PhotoAsked(self._photo, again=self._walk.stage is Stage.NAME) if self._photo else None
            # While pieces were never shown, these would help more.
            advice = one_more_picture(faces) if walk.whole(self._walk, game) else None
            seen = self._number, self._problem, self.reader.busy
            told = slips(faces, self.reader.set_aside)
            return WalkState(self._walk, game, faces.labels, *seen, advice, photo, told, self._covered)

    def picture(self, name: str) -> bytes | None:
        """Return the JPEG of the sheet of that name, None where another one lies there."""
        with self._lock:
            sheet = self._walk.sheet if self._walk is not None else None
            return self._jpeg if sheet is not None and sheet.name == name else None

    def owned_by(self, device: str) -> bool:
        """Return whether this device began the walk."""
        with self._lock:
            return self._walk is not None and self._owner == device

    # ---- the camera's thread

    def look(self, loop: Loop) -> None:
        """Look at the mat once, and take a picture where it lies still and one is due; a photo always is."""
        if loop.photos is not None:
            self._asked(loop.photos.ask(self.photo_wanted))
        mat = self._mat
        seen = self._looked(loop, mat)
        with self._lock:
            why = seen if isinstance(seen, Unseen) else self._untaught
            if seen == AWAITED:
                why = self._problem  # the last picture's
            if why != self._problem:
                self._problem = why
                self._number += 1
        if isinstance(seen, Shot):
            with self._with_set():
                if self._walk is not None and self._mat is mat:  # no other walk has begun meanwhile
                    self._wanted = False
                    self._shots += 1
                    self._untaught = None
                    try:
                        if self._walk.stage is Stage.CLEAR:
                            self._problem = self._untaught = self._cleared(seen)
                            self._covered = self._problem is not None
                        else:
                            self._problem = None if self._laid(seen) or loop.photos is None else NOTHING_LIES
                    except FacesError as error:
                        self._problem = self._untaught = Unseen(error.why, error.values)
                    self._number += 1

    @property
    def photo_wanted(self) -> str:
        """The name of the picture that somebody is to take, where phones do: each one taken makes room for another."""
        with self._lock:
            return f"{PHOTO_OF_WALK}{self._name}-{self._shots}"

    def _asked(self, request: str) -> None:
        with self._lock:
            if request != self._photo:
                self._photo = request
                self._number += 1

    def _looked(self, loop: Loop, mat: WatchedMat) -> Shot | Unseen | None:
        """Return a picture, why there is none to be had, or None while people are at it."""
        glance = loop.look(mat)
        if isinstance(glance, Blind):
            mat.anew = True
            return glance.why
        rest = glance.zones[WHOLE]
        if not glance.photo and (not rest.is_calm(glance.at_s) or not self._due(rest.is_otherwise)):
            return rest.why
        still = loop.take(mat)
        if isinstance(still, Unseen):
            return still
        mat.taken(WHOLE)
        return Shot(still.frame.image_bgr.copy(), still.layout, still.located, still.lens, self._around.name())

    def _due(self, otherwise: bool) -> bool:
        with self._lock:
            laying = self._walk is not None and self._walk.stage is Stage.LAY
            return self._wanted or (laying and otherwise)

    def _cleared(self, shot: Shot) -> Unseen | None:
        """The bare mat: whatever looks like it later is no piece; where a bare place has a name, it is taught. Return
        that it does not look bare, where nobody has said that it is so all the same."""
        now = self._now()
        covered = () if self._trusted else sheet_reading.covered_zones(shot)
        if covered:
            places = tuple(mat_layouts.called(now.game, zone) for zone in covered)
            return Unseen("something seems to lie on the mat ({places}): clear it, then try again", {"places": places})
        self._bare = sheet_reading.mat(shot)
        label = walking(now.game).BARE
        if label is not None:
            sheet = sheet_reading.sheet_of(shot, None)
            first = {place.zone: place.key for place in sheet.places}
            bare = dict.fromkeys(first.values(), label)
            self._taught = Taught(self._taught.with_step(shot, sheet, bare, bare, known=True).faces)
        self._become(walk.cleared(now))
        return None

    def _laid(self, shot: Shot) -> bool:
        """Take in what lies on the mat; return whether anything does."""
        now = self._now()
        sheet = sheet_reading.sheet_of(shot, self._bare)
        if not sheet.places:
            return False
        self._shot, self._jpeg = shot, sheet_reading.picture(shot)
        self._taught = Taught(self._taught.faces)
        self._become(walk.laid(now, sheet, walk.tally(now, walking(now.game))))
        return True

    # ---- the reader's thread

    def _read(self, job: Job, sheet: Sheet, readings: Readings) -> None:
        with self._with_set():
            if self._walk is None or job.shot is not self._shot or self._walk.settled:
                return
            if job.faces is not self._taught.faces and lessons.changed(job.faces, self._taught.faces):
                return  # it was read by what is called otherwise now, or is gone
            self._become(walk.reread(self._walk, sheet, readings, job.named), again=False)

    # ---- the page's threads

    def begin(self, game: str, owner: str) -> None:
        """Begin a walk, or go on with this game's. Raises a FacesError where its set is broken."""
        with self._lock:
            self._heard_s, self._owner = self._around.clock(), owner
            if self._walk is not None and self._walk.game == game and self._walk.stage is not Stage.DONE:
                return
            self._taught = lessons.opened(self._around.shelf.folder_of(game))
            self._written = self._last_written()
            before = progress.load(self._around.shown(game))
            self._mat = WatchedMat(tuple(self._around.layouts(game)), whole=True)
            self._shot, self._jpeg, self._bare, self._wanted = None, b"", None, False
            self._untaught, self._covered, self._trusted = None, False, False
            names = set_change.between(before.looks, looks_of(self._taught.faces.examples)).names
            tally = walking(game).renamed(before.tally, names)
            self._walk = Walk(game, before=tally, counts=before.counts, faces=self._faces())
            self._name, self._shots, self._photo = secrets.token_hex(4), 0, ""
            self._number += 1

    def heard(self) -> None:
        """A page of the walk is still there: what others made of the set meanwhile is taken in."""
        with self._lock:
            self._heard_s = self._around.clock()
            other = self._walk is not None and self._written != self._last_written()
        if other:
            with self._around.shelf.alone(), self._lock:
                self._notice()

    def take(self, sheet: str | None = None, *, bare: bool = False) -> None:
        """Take a picture as soon as the mat lies still: of the bare mat, or of the sheet once more. `bare`: the mat is
        bare however it looks. Raises a WalkError where another sheet lies there than is meant, as the others do (None:
        whichever does)."""
        with self._lock:
            self._walk = walk.tapped(walk.meant(self._now(), sheet))
            self._wanted, self._trusted = True, bare
            self._problem, self._untaught, self._covered = None, None, False
            self._number += 1

    def name(self, labels: Mapping[str, str | None], sheet: str | None = None) -> None:
        """Name one place or confirm several in one tap; None leaves a place out. Raises a WalkError or a FacesError."""
        with self._with_set():
            now = walk.meant(self._now(), sheet)
            after = walk.named(walk.tapped(now), labels)
            if self._shot is None or after.sheet is None:
                raise WalkError("nothing lies there that could be named")
            said = {key: after.named[key] for key in labels}
            given = {key: label for key, label in said.items() if label is not None}
            chosen = given if len(labels) == 1 else self._worth(given, self._shot)
            self._taught = self._taught.with_step(self._shot, after.sheet, said, chosen)
            self._become(after)

    def undo(self, sheet: str | None = None, naming: int | None = None) -> None:
        """Take the last naming of this sheet back, out of the set, too. Raises a WalkError where there is none, or
        another is meant."""
        with self._with_set():
            before = walk.undone(walk.tapped(walk.meant(self._now(), sheet, naming)))
            self._taught = self._taught.without_naming()
            self._become(before)

    def finish(self) -> None:
        """These were all pieces. The set is declared complete if every piece of the game was shown."""
        with self._with_set():
            self._compare()
            now = walk.tapped(self._now())
            if walk.whole(now, walking(now.game)):
                self._taught = self._taught.complete(walk.tally(now, walking(now.game)))
            self._walk = walk.finished(now)
            self._number += 1
            self._keep()

    def leave(self) -> None:
        """End the walk; what was named stays taught."""
        with self._lock:
            self._keep()
            self._walk = None
            self._number += 1

    @contextmanager
    def _with_set(self) -> Iterator[None]:
        """Hold the set, then the walk. Once both are free, whoever reads with the set is told if it was written."""
        with ExitStack() as afterwards, self._around.shelf.alone(), self._lock:
            self._notice()
            before = self._taught.faces
            try:
                yield
            finally:
                if self._walk is not None and self._taught.faces is not before:
                    self._written = self._last_written()
                    afterwards.callback(self._around.shelf.changed, self._walk.game)

    # ---- inside the lock

    def _now(self) -> Walk:
        if self._walk is None:
            raise WalkError("no walk is under way")
        return self._walk

    def _faces(self) -> frozenset[str]:
        return frozenset(self._taught.faces.labels)

    def _last_written(self) -> int | None:
        try:
            return (self._taught.faces.folder / INDEX).stat().st_mtime_ns
        except OSError:
            return None

    def _notice(self) -> None:
        """Take in what others made of the set meanwhile; one that is broken is told once it is to be changed."""
        if self._walk is not None and self._written != self._last_written():
            with suppress(FacesError):
                self._compare()

    def _compare(self) -> None:
        """Take the set as it lies on disk: of a face that somebody has forgotten no piece was shown, and what was read
        by the set as it was is read anew."""
        if self._walk is None:
            return
        self._written = self._last_written()
        before, self._taught = self._taught.faces, self._taught.anew()
        change = lessons.changed(before, self._taught.faces)
        self._number += 1
        if not change:
            self._walk = replace(self._walk, faces=self._faces())
            return
        self._walk = walk.with_set(self._walk, self._faces(), change, walking(self._walk.game))
        if self._walk.stage is Stage.NAME:
            self._ask(self._walk)

    def _become(self, after: Walk, *, again: bool = True) -> None:
        """Go on from `after`: settle it where nothing is open, and have it read anew."""
        before = self._walk
        self._walk = walk.settle(replace(after, faces=self._faces()), walking(after.game))
        self._number += 1
        if self._walk.settled and not (before is not None and before.settled):
            self._learn_known()
            self._keep()
        if again or self._walk.settled:
            self._ask(self._walk)

    def _ask(self, now: Walk) -> None:
        """Have what lies there read with the set, or the set fitted for what will lie there next."""
        if now.sheet is not None:
            shot = None if now.settled else self._shot
            self.reader.ask(Job(self._taught.faces, now.sheet.layout, shot, now.sheet, frozenset(now.named)))

    def _learn_known(self) -> None:
        """What was known on a settled sheet teaches its look, too, while there are few of that face."""
        now = self._now()
        known = {key: label for key in walk.keys(now, Mark.KNOWN) if (label := walk.label_of(now, key)) is not None}
        if self._shot is None or now.sheet is None:
            return
        there = self._faces()
        chosen = self._worth({key: label for key, label in known.items() if label in there}, self._shot)
        if not chosen:
            return
        try:
            self._taught = self._taught.with_step(self._shot, now.sheet, chosen, chosen, known=True)
        except FacesError as error:  # nobody has asked for it, and the set knows them
            log.warning("what was known on a sheet is not taught: %s", error)

    def _worth(self, labels: Mapping[str, str], shot: Shot) -> dict[str, str]:
        return lessons.worth(labels, self._now().readings, self._taught.faces, shot.name)

    def _keep(self) -> None:
        """Keep what was shown, where that can be: what was taught is in the set in any case."""
        now = self._now()
        try:
            shown, looks = walk.tally(now, walking(now.game)), looks_of(self._taught.faces.examples)
            progress.save(self._around.shown(now.game), KeptWalk(shown, now.counts, looks))
        except OSError as error:
            log.warning("what was shown of %s can't be kept: %s", now.game, error)
