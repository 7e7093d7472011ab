"""A camera at an address: an old phone's camera app, a webcam in the network. Motion JPEG or a single picture over
http, RTSP through OpenCV.

A thread keeps the latest picture, as it came, so that none waits in a queue: a JPEG is decoded only where it is asked
for. A stream that ends or hangs is opened again. A login in the address is sent to the camera and told to nobody.
"""

import contextlib
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from email.message import Message
from http.client import HTTPException
from typing import Any, Protocol, cast
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit, urlunsplit
from urllib.request import (
    HTTPBasicAuthHandler,
    HTTPDigestAuthHandler,
    HTTPPasswordMgrWithDefaultRealm,
    OpenerDirector,
    build_opener,
)

import cv2
import numpy as np

from hardware.camera import WATCHING_WIDTH_PX, Came, Clock, Frame, Picture, smaller, unheard
from hardware.errors import CameraError, CameraGone
from hardware.pixel_formats import from_jpeg
from hardware.usb_camera import errors_only

SCHEMES = ("http://", "https://", "rtsp://")
HANGS_S = 1.8  # a stream that gives nothing for so long has gone: people are told within 2 seconds
AGAIN_S = 1.0  # between two attempts to open it
LARGEST_BYTES = 24_000_000  # a picture of 48 megapixels as JPEG; what is larger is none
LINE_BYTES = 8192

Pictures = Callable[[str, threading.Event], Iterator[Any]]  # JPEG as bytes, or a picture in blue, green, red


class HttpAnswer(Protocol):
    """What is used of a web server's answer."""

    headers: Message

    def read(self, amount: int, /) -> bytes:
        """Return so many bytes, fewer at the end."""
        ...

    def readline(self, limit: int, /) -> bytes:
        """Return a line with its end."""
        ...


def is_address(spec: str) -> bool:
    """Return whether a camera's name is an address in the network."""
    return spec.lower().startswith(SCHEMES)


def without_login(spec: str) -> str:
    """Return a camera's name as people may see it: an address without user, password and what stands behind “?”."""
    if not is_address(spec):
        return spec
    scheme, _, rest = spec.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0].partition('#')[0]}"


class _WebPageError(ValueError):
    """A page for people stands at the address."""


class NetworkCamera:
    """See the module. Opened, it has given a picture, else a CameraError; away, a capture raises CameraGone."""

    def __init__(
        self, address: str, *, clock: Clock = time.monotonic, hangs_s: float = HANGS_S, pictures: Pictures | None = None
    ) -> None:
        self._address, self._clock, self._hangs_s = address, clock, hangs_s
        self._name = without_login(address)
        self._pictures = pictures or (_by_opencv if address.lower().startswith("rtsp:") else _over_http)
        self._number = 0
        self._came = threading.Condition()
        self._latest: tuple[Any, float] | None = None
        self._came_s = clock()  # when the last one did
        self._why: CameraGone | None = None  # none comes, where whoever answers there tells it
        self._ended = threading.Event()
        self._reader = threading.Thread(target=self._read, name="network camera", daemon=True)
        self._reader.start()
        try:
            silent = CameraGone(
                "no camera answers at {name}: start the app that sends its pictures, and type the address it shows",
                name=self._name,
            )
            self._next(2 * hangs_s, silent)  # it is opened meanwhile
        except CameraGone as gone:
            self.close()
            raise CameraError(gone.why, **gone.values) from gone

    def capture(self, full: bool = True) -> Frame:
        """Return the next picture that comes."""
        silent = CameraGone(
            "the camera at {name} sends no picture: look at its app and its Wi-Fi, it is then found by itself",
            name=self._name,
        )
        data, came_s = self._next(self._hangs_s, silent)
        self._number += 1
        return Frame(self._decoded(data, full), came_s, self._number)

    def settle(self, came: Came = unheard) -> None:
        """Do nothing: the phone's app sees to focus and brightness."""

    def close(self) -> None:
        """End the stream."""
        self._ended.set()
        self._reader.join(self._hangs_s)

    def _next(self, patience_s: float, silent: CameraGone) -> tuple[Any, float]:
        """Return the next picture; raise a CameraGone where the last one came that long ago: `silent`, where nobody
        tells why."""
        with self._came:
            self._latest = None
            left_s = max(self._came_s + patience_s - self._clock(), 0.0)
            if not self._came.wait_for(lambda: self._latest is not None, left_s):
                raise self._why or silent
            assert self._latest is not None
            return self._latest

    def _decoded(self, data: Any, full: bool) -> Picture:
        if not isinstance(data, bytes):
            return data if full else smaller(data)
        packed = np.frombuffer(data, np.uint8)
        return from_jpeg(packed) if full else smaller(from_jpeg(packed, 2 if _wide(data) else 1))

    def _read(self) -> None:
        while not self._ended.is_set():
            # A camera in the network breaks off in as many ways as there are apps; all mean that it is opened again.
            with contextlib.suppress(OSError, HTTPException, ValueError, cv2.error), self._told():
                for data in self._pictures(self._address, self._ended):
                    if self._ended.is_set():
                        return
                    with self._came:
                        self._came_s = self._clock()
                        self._latest = (data, self._came_s)
                        self._came.notify_all()
            self._ended.wait(AGAIN_S)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Note what whoever answers at the address says instead of pictures, if anything."""
        why = None
        try:
            yield
        except _WebPageError:
            why = CameraGone(
                "at {name} there is a web page and no camera's picture: type the address of the video itself; often it "
                "is the same with /video behind it",
                name=self._name,
            )
            raise
        except HTTPError as error:
            why = CameraGone(
                "{name} answers “{answer}” and sends no picture: type the address of the video as the app shows it, "
                "with name and password where it wants them (http://NAME:PASSWORD@…)",
                name=self._name,
                answer=f"{error.code} {error.reason}",
            )
            raise
        finally:
            self._why = why


def _wide(jpeg: bytes) -> bool:
    """Return whether a JPEG is wider than watching needs; its frame header says so (ITU-T T.81, B.2.2)."""
    header = re.search(rb"\xff[\xc0-\xc2]..\x08..(..)", jpeg[:65536], re.DOTALL)
    return header is not None and int.from_bytes(header[1]) > WATCHING_WIDTH_PX


# ---- over http


def _over_http(address: str, ended: threading.Event) -> Iterator[bytes]:
    """Yield pictures as they come: of a stream all, of a page with one picture that one again and again."""
    opener, plain = _opener(address)
    while not ended.is_set():
        with opener.open(plain, timeout=HANGS_S) as answer:
            if answer.headers.get_content_maintype() == "multipart":
                yield from parts(cast(HttpAnswer, answer))
                return
            if answer.headers.get_content_type() == "text/html":
                raise _WebPageError
            yield answer.read(LARGEST_BYTES)
        ended.wait(0.1)


def _opener(address: str) -> tuple[OpenerDirector, str]:
    """Return what opens the address, and the address without its login, which is sent where it is asked for."""
    parts_of = urlsplit(address)
    plain = urlunsplit(parts_of._replace(netloc=parts_of.netloc.rpartition("@")[2]))
    logins = HTTPPasswordMgrWithDefaultRealm()
    if parts_of.username is not None:
        logins.add_password(None, plain, unquote(parts_of.username), unquote(parts_of.password or ""))
    return build_opener(HTTPBasicAuthHandler(logins), HTTPDigestAuthHandler(logins)), plain


def parts(answer: HttpAnswer) -> Iterator[bytes]:
    """Yield the pictures of a motion JPEG: the parts of multipart/x-mixed-replace (RFC 2046, 5.1). Some apps name the
    boundary with its two dashes, some tell no length."""
    mark = b"--" + (answer.headers.get_param("boundary", "") or "").strip('"').lstrip("-").encode()  # type: ignore[union-attr]
    line = answer.readline(LINE_BYTES)
    while line:
        if not line.startswith(mark):
            line = answer.readline(LINE_BYTES)
            continue
        length = 0
        while (line := answer.readline(LINE_BYTES)).strip():
            key, _, value = line.partition(b":")
            if key.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
        if length > LARGEST_BYTES:
            return
        data = answer.read(length) if length else b""
        line = answer.readline(LINE_BYTES)
        while not length and line and not line.startswith(mark):
            data += line
            if len(data) > LARGEST_BYTES:
                return
            line = answer.readline(LINE_BYTES)
        if data:
            yield data


# ---- through OpenCV


def _by_opencv(address: str, ended: threading.Event) -> Iterator[Picture]:
    errors_only()
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET: its FFmpeg asks nobody else
    timeout_ms = int(HANGS_S * 1000)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, timeout_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, timeout_ms]
    capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    try:
        while not ended.is_set():
            good, picture = capture.read()
            if not good:
                return
            yield np.asarray(picture, dtype=np.uint8)
    finally:
        capture.release()
