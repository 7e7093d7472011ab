"""Pictures or a film as a camera: to replay an evening, for tests, for a phone that drops photos in a folder."""

import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from hardware import photo_file
from hardware.camera import Came, Clock, Frame, Picture, smaller, unheard
from hardware.errors import CameraError, CameraGone, CameraMissing, PhotoAwaited

WRITTEN_IN_S = 10.0  # a phone's picture goes on coming after so long at most; what is torn by then is told
QUIET_S = 0.5  # nothing more came of it for so long: people are told that it is awaited
PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".heic", ".heif"}  # the last two are told


@dataclass(frozen=True, slots=True)
class _File:
    """A picture's file as it was found: its size and the time that stands in it, since when it is so by the camera's
    clock, and whether it is whole."""

    written: tuple[int, int]
    since_s: float
    whole: bool


class FolderCamera:
    """A folder of pictures in the order of their names. Those that are there at the start are a recording: each stands
    for `every_s` seconds, the last one for good. As soon as one comes since, the last one by name is what lies there
    now, however fast they come.

    An empty folder is awaited. A picture that is being written waits until it is whole. Nothing is ever removed. What
    was there at one look answers no later one, and what was there before the game none of its looks (`ask`): it shows
    what lay there then.
    """

    def __init__(self, folder: Path, *, every_s: float = 5.0, clock: Clock = time.monotonic) -> None:
        if every_s <= 0:
            raise CameraError("each picture stands for {every_s} s; it must be above 0", every_s=every_s)
        self._folder, self._every_s, self._clock = folder, every_s, clock
        self._called = folder.absolute().name or str(folder)  # where it lies is nobody's who sits at the table
        self._start_s = clock()
        self._number = 0
        self._shown: tuple[Path, tuple[int, int], Picture] | None = None  # the file as it was when it was read
        self._files: dict[Path, _File] = {}  # as they were found last …
        self._found_s: float | None = None  # … and when; None before the first time
        self._recorded = frozenset(self._listed())
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
                self._old = frozenset(self._listed())  # also what is on its way: it was taken before
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
        turn = int((now_s - self._start_s) / self._every_s) if self._recorded.issuperset(fresh) else len(fresh)
        picture = self._load(fresh[min(turn, len(fresh) - 1)])
        self._number += 1
        return Frame(picture if full else smaller(picture), now_s, self._number, awaited)

    def settle(self, came: Came = unheard) -> None:
        """Do nothing: a photo's exposure is past."""

    def close(self) -> None:
        """Forget the picture."""
        self._shown = None

    def _listed(self) -> list[Path]:
        """Return all pictures' files in the order of their names, whole or not."""
        try:
            return sorted(filter(_is_picture, self._folder.iterdir()), key=lambda path: path.name)
        except OSError as error:
            raise CameraGone(
                "“{folder}”: {error}; put the folder back", folder=self._called, error=error.strerror
            ) from None

    def _paths(self) -> tuple[list[Path], CameraError | None]:
        """Return the pictures that are whole, and what is said of the last one where it has stopped on its way."""
        now_s = self._clock()
        paths = self._listed()
        found = {path: self._found(path, now_s) for path in paths}
        self._files, self._found_s = {path: file for path, file in found.items() if file is not None}, now_s
        half = [path for path, file in found.items() if file is None or _is_half(file, now_s)]
        awaited = None
        if half and half[-1] == paths[-1]:
            file = found[half[-1]]
            if file is not None and now_s - file.since_s > QUIET_S:
                awaited = CameraError("“{path}” is not whole yet: send or save it again", path=paths[-1].name)
        return [path for path in paths if path not in half], awaited

    def _found(self, path: Path, now_s: float) -> _File | None:
        """Return how a file is found now, None where it was taken away meanwhile. How long ago it was written by what
        the machine calls the time tells when since the last look that was, and nothing more, for a clock may be set; of
        the first files, which are many, also which are old."""
        try:
            stat = path.stat()
            written, ago_s = (stat.st_size, stat.st_mtime_ns), time.time() - stat.st_mtime
            if self._found_s is None:
                return _File(written, now_s, abs(ago_s) > WRITTEN_IN_S or _is_whole(path))
            known = self._files.get(path)
            if known is None or known.written != written:
                since_s = now_s - ago_s if 0 <= ago_s <= now_s - self._found_s else now_s
                return _File(written, since_s, _is_whole(path))
            if known.whole or now_s - known.since_s > WRITTEN_IN_S:
                return known
            return _File(written, known.since_s, _is_whole(path))
        except OSError:
            return None

    def _load(self, path: Path) -> Picture:
        written = self._files[path].written
        if self._shown is None or self._shown[:2] != (path, written):
            picture = _decoded(_bytes(path))
            if picture is None:
                raise CameraError(
                    "“{path}” is no picture that can be read; take it away or save it again as JPEG", path=path.name
                )
            self._shown = (path, written, picture)
        return self._shown[2]


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURES and not path.name.startswith(".")


def _bytes(path: Path) -> bytes:
    """Return what is in a file: nothing yet, where a phone has only begun to drop it, or where it can't be read."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _decoded(data: bytes) -> Picture | None:
    """Return the picture in a file, None where it is none; a phone's JPEG at 12 megapixels at most. Raises a
    CameraError for what is too large, and for a HEIC."""
    if not data:
        return None
    if photo_file.is_heic(data) or photo_file.size_px(data) is not None:
        return photo_file.decoded(data)
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return None if picture is None else np.asarray(picture, np.uint8)


def _is_half(file: _File, now_s: float) -> bool:
    """Return whether somebody writes it still: it is not whole, and came or grew just now."""
    return not file.whole and now_s - file.since_s <= WRITTEN_IN_S


def _is_whole(path: Path) -> bool:
    """Return whether a JPEG or PNG has its end; of other kinds nobody can tell."""
    data = _bytes(path)
    if path.suffix.lower() in (".jpg", ".jpeg"):
        return bool(data) and data.rfind(b"\xff\xd9") >= data.rfind(b"\xff\xda")
    return path.suffix.lower() != ".png" or b"IEND" in data


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
