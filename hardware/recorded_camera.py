"""Pictures or a film as a camera: to replay an evening, for tests, for a phone that drops photos in a folder."""

import time
from pathlib import Path

import cv2
import numpy as np

from hardware import photo_file
from hardware.camera import Came, Clock, Frame, Picture, smaller, unheard
from hardware.errors import CameraError, CameraGone, CameraMissing, PhotoAwaited

WRITTEN_IN_S = 10.0  # a phone's picture is sent in this time; what is torn after it is told
QUIET_S = 0.5  # nothing more came of it for so long: people are told that it is awaited
PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".heic", ".heif"}  # the last two are told


class FolderCamera:
    """A folder of pictures in the order of their names: each stands for `every_s` seconds, the last one for good.

    A picture that is added later is shown in its turn, so that the folder may be filled while it is watched; an empty
    one is awaited. One that is being written waits until it is whole. Nothing is ever removed. What was there at one
    look answers no later one, and what was there before the game none of its looks (`ask`): it shows what lay there
    then.
    """

    def __init__(self, folder: Path, *, every_s: float = 5.0, clock: Clock = time.monotonic) -> None:
        if every_s <= 0:
            raise CameraError("each picture stands for {every_s} s; it must be above 0", every_s=every_s)
        self._folder, self._every_s, self._clock = folder, every_s, clock
        self._called = folder.absolute().name or str(folder)  # where it lies is nobody's who sits at the table
        self._start_s = clock()
        self._number = 0
        self._shown: tuple[Path, Picture] | None = None
        self._began = bool(self._paths()[0])
        self._asked: str | None = None  # which look is taken now …
        self._look = ""  # … and which was last
        self._old: frozenset[Path] = frozenset()  # what was there when a look, or nobody's time, was over
        self._old_then: frozenset[Path] = frozenset()  # the same when the last look began
        self._refused: frozenset[Path] = frozenset()

    def ask(self, look: str | None) -> None:
        """Say by its name at which look pictures are acted on now, "" at none, None while nobody plays, as it is from
        the start. When that is over all that is there is refused, unless the same look is taken again; while nobody
        plays nothing is."""
        if look == self._asked:
            return
        if self._asked != "":
            try:
                self._old = frozenset(self._paths()[0])
            except CameraGone:
                return  # what is there is told when the folder is back
        if look is None:
            self._look, self._refused = "", frozenset()
        elif look and look == self._look:
            self._refused = self._old_then
        else:
            self._refused = self._old
            if look:
                self._look, self._old_then = look, self._old
        self._asked = look

    def capture(self, full: bool = True) -> Frame:
        """Return the picture whose turn it is."""
        paths, awaited = self._paths()
        if not paths:
            if self._began:
                raise CameraGone("“{folder}” holds no picture; put .jpg or .png files there", folder=self._called)
            raise CameraMissing("“{folder}” holds no picture; put .jpg or .png files there", folder=self._called)
        self._began = True
        fresh = [path for path in paths if path not in self._refused]
        if not fresh:
            if awaited is not None:
                raise awaited
            raise PhotoAwaited("“{path}” shows what lay there before: put a new picture beside it", path=paths[-1].name)
        now_s = self._clock()
        turn = int((now_s - self._start_s) / self._every_s)
        picture = self._load(fresh[min(turn, len(fresh) - 1)])
        self._number += 1
        return Frame(picture if full else smaller(picture), now_s, self._number, awaited)

    def settle(self, came: Came = unheard) -> None:
        """Do nothing: a photo's exposure is past."""

    def close(self) -> None:
        """Forget the picture."""
        self._shown = None

    def _paths(self) -> tuple[list[Path], CameraError | None]:
        """Return the pictures that are whole, and what is said of the last one where it has stopped on its way."""
        try:
            paths = sorted(path for path in self._folder.iterdir() if _is_picture(path))
            half = [path for path in paths if _half_written(path)]
        except OSError as error:
            raise CameraGone(
                "“{folder}”: {error}; put the folder back", folder=self._called, error=error.strerror
            ) from None
        awaited = None
        if half and half[-1] == paths[-1] and _quiet_s(paths[-1]) > QUIET_S:
            awaited = CameraError("“{path}” is not whole yet: send or save it again", path=paths[-1].name)
        return [path for path in paths if path not in half], awaited

    def _load(self, path: Path) -> Picture:
        if self._shown is None or self._shown[0] != path:
            data = path.read_bytes()  # nothing yet, where a phone has only begun to drop it there
            picture = _decoded(data)
            if picture is None:
                raise CameraError(
                    "“{path}” is no picture that can be read; take it away or save it again as JPEG", path=path.name
                )
            self._shown = (path, picture)
        return self._shown[1]


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURES and not path.name.startswith(".")


def _decoded(data: bytes) -> Picture | None:
    """Return the picture in a file, None where it is none; a phone's JPEG at 12 megapixels at most. Raises a
    CameraError for what is too large, and for a HEIC."""
    if not data:
        return None
    if photo_file.is_heic(data) or photo_file.size_px(data) is not None:
        return photo_file.decoded(data)
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return None if picture is None else np.asarray(picture, np.uint8)


def _quiet_s(path: Path) -> float:
    """Return since when nothing was written to it, in seconds; 0 of one that was taken away meanwhile."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return 0.0


def _half_written(path: Path) -> bool:
    """Return whether somebody writes it still: a JPEG's or PNG's end is missing, and it was written to just now."""
    try:
        if _quiet_s(path) > WRITTEN_IN_S:
            return False
        data = path.read_bytes()
    except OSError:  # it was taken away meanwhile
        return True
    if path.suffix.lower() in (".jpg", ".jpeg"):
        return data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda") or not data
    return path.suffix.lower() == ".png" and b"IEND" not in data


class FilmCamera:
    """A film, played at its own speed by the clock; its last picture stands for good, and says so."""

    def __init__(self, path: Path, *, clock: Clock = time.monotonic) -> None:
        self._path, self._clock, self._number = path, clock, 0
        self._film: cv2.VideoCapture | None = cv2.VideoCapture(str(path))
        rate = self._film.get(cv2.CAP_PROP_FPS) if self._film.isOpened() else 0
        self._rate = rate if 0 < rate <= 1000 else 25.0
        self._at = -1
        self._picture: Picture | None = None
        self._ended: CameraError | None = None
        self._start_s = clock()
        self._advance(0)
        if self._picture is None:
            raise CameraError(
                "“{path}” is no film that can be read; save it as MP4 (H.264) or AVI (MJPG)", path=path.name
            )

    def capture(self, full: bool = True) -> Frame:
        """Return the picture that the film shows now."""
        now_s = self._clock()
        self._advance(int((now_s - self._start_s) * self._rate))
        if self._picture is None:
            raise CameraError("the film “{path}” was closed; open it again", path=self._path.name)
        self._number += 1
        return Frame(self._picture if full else smaller(self._picture), now_s, self._number, self._ended)

    def settle(self, came: Came = unheard) -> None:
        """Do nothing: a film's exposure is past."""

    def close(self) -> None:
        """Close the file."""
        if self._film is not None:
            self._film.release()
        self._film, self._picture = None, None

    def _advance(self, wanted: int) -> None:
        """Step to the picture number `wanted`."""
        if self._film is None:
            return
        while self._at < wanted:
            good, picture = self._film.read()  # each is decoded, for any of them may turn out to be the last
            if not good:
                self._ended = CameraError(
                    "the film “{path}” has ended and its last picture stands: start the companion again to see it anew",
                    path=self._path.name,
                )
                break
            self._at += 1
            self._picture = np.asarray(picture, dtype=np.uint8)
        self._at = max(self._at, wanted)  # beyond the film's end there is nothing to grab
