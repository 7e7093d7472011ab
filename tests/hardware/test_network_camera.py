"""A camera at an address, over a web server of our own that sends pictures as phones' camera apps do."""

import base64
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware import network_camera
from hardware.cameras import open_camera
from hardware.errors import CameraError, CameraGone
from hardware.network_camera import NetworkCamera, without_login

ROOT = Path(__file__).parents[2]


def jpeg(shade: int, width: int = 64, height: int = 48) -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((height, width, 3), shade, np.uint8))[1])


class App(ThreadingHTTPServer):
    """A phone's camera app. It sends `shade`; `told` is whether it says how long a part is, `sends` if it goes on."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Phone)
        self.shade, self.told, self.dashes, self.login = 50, True, "", ""
        self.size, self.opened = (64, 48), 0
        self.sends = threading.Event()
        self.sends.set()
        self.closed, self.ended = threading.Event(), threading.Event()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


class Phone(BaseHTTPRequestHandler):
    server: App

    def do_GET(self) -> None:
        wanted = "Basic " + base64.b64encode(self.server.login.encode()).decode()
        if self.server.login and self.headers.get("Authorization") != wanted:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
            return
        if self.path == "/nothing":
            self.send_error(404)
            return
        self.server.opened += 1
        self.send_response(200)
        if self.path == "/":
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(b"<img src=/video>")
            return
        if self.path == "/shot.jpg":
            self.send_header("Content-Type", "image/jpeg")
            self.end_headers()
            self.wfile.write(jpeg(self.server.shade))
            return
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={self.server.dashes}frame")
        self.end_headers()
        if not self.server.sends.is_set():
            self.server.ended.set()  # the stream before was read to its end
        while self.server.sends.is_set() and not self.server.closed.wait(0.005):
            data = jpeg(self.server.shade, *self.server.size)
            length = f"Content-Length: {len(data)}\r\n" if self.server.told else ""
            self.wfile.write(f"--frame\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode() + data + b"\r\n")

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setattr(network_camera, "AGAIN_S", 0.01)
    serving = App()
    thread = threading.Thread(target=serving.serve_forever, args=(0.01,))
    thread.start()
    yield serving
    serving.closed.set()
    serving.shutdown()
    thread.join()
    serving.server_close()


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("dashes", ["", "--"])
def test_a_stream_gives_the_next_picture_whole_and_small(app: App, told: bool, dashes: str) -> None:
    app.told, app.dashes, app.size = told, dashes, (1280, 720)
    camera = open_camera(f"http://{app.address}/video")
    assert camera.capture().image_bgr.shape == (720, 1280, 3)
    app.shade = 200
    shades = [int(camera.capture(full=False).image_bgr[5, 5, 0]) for _ in range(3)]
    assert shades[-1] == pytest.approx(200, abs=2)
    assert camera.capture(full=False).image_bgr.shape == (360, 640, 3)
    assert camera.capture().number == 6
    camera.close()


def test_a_page_with_one_picture_is_asked_again_and_again(app: App) -> None:
    camera = NetworkCamera(f"http://{app.address}/shot.jpg")
    before = app.opened
    assert camera.capture().image_bgr.shape == (48, 64, 3)
    camera.capture()
    assert app.opened > before
    camera.close()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("", "/ there is a web page and no camera's picture: type the address of the video itself"),
        ("nothing", "/nothing answers “404 Not Found” and sends no picture: type the address of the video"),
    ],
)
def test_an_address_that_is_not_the_videos_is_told(app: App, path: str, said: str) -> None:
    with pytest.raises(CameraError, match=said):
        NetworkCamera(f"http://{app.address}/{path}", hangs_s=0.2)


def test_a_stream_that_ends_is_gone_and_found_again(app: App) -> None:
    camera = NetworkCamera(f"http://{app.address}/video", hangs_s=0.3)
    app.sends.clear()
    with pytest.raises(CameraGone, match=r"sends no picture: look at its app"):
        for _ in range(50):
            camera.capture()
    app.sends.set()
    camera._hangs_s = 5.0
    assert camera.capture().image_bgr.shape == (48, 64, 3)
    assert app.opened > 1
    camera.close()


def test_a_hang_is_counted_from_the_last_picture_not_from_the_look(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    now_s, waited_s = [10.0], list[float]()
    camera = NetworkCamera(f"http://{app.address}/video", clock=lambda: now_s[0])
    app.sends.clear()
    assert app.ended.wait(5)
    now_s[0] += 1.5
    monkeypatch.setattr(camera._came, "wait_for", lambda _came, left_s: waited_s.append(left_s))
    for _ in range(2):
        with pytest.raises(CameraGone):
            camera.capture()
        now_s[0] += 60.0
    assert waited_s == [pytest.approx(network_camera.HANGS_S - 1.5), 0.0]
    camera.close()


def test_a_login_is_sent_and_told_to_nobody(app: App) -> None:
    app.login = "table:p@ss/w"
    camera = NetworkCamera(f"http://table:p%40ss%2Fw@{app.address}/video?token=7")
    camera.capture()
    camera.close()
    with pytest.raises(CameraError) as wrong:
        NetworkCamera(f"http://table:geheim@{app.address}/video?token=7", hangs_s=0.2)
    assert str(wrong.value).startswith(f"http://{app.address}/video answers “401 Unauthorized” and sends no picture")
    assert not [secret for secret in ("geheim", "table", "token") if secret in str(wrong.value)]


@pytest.mark.parametrize(
    ("spec", "shown"),
    [
        ("rtsp://me:word@phone.local:554/h264", "rtsp://phone.local:554/h264"),
        ("http://me:wo/rd@ph@one/video", "http://one/video"),
        ("http://me:w?rd@phone/video?user=me#x", "http://phone/video"),
        ("/dev/video0", "/dev/video0"),
        ("0", "0"),
    ],
)
def test_what_people_see_of_an_address_holds_no_login(spec: str, shown: str) -> None:
    assert without_login(spec) == shown


def test_pictures_that_opencv_decodes_come_as_they_are() -> None:
    def stream(_address: str, _ended: threading.Event) -> Iterator[np.ndarray]:
        while True:
            yield np.full((20, 30, 3), 9, np.uint8)

    camera = NetworkCamera("rtsp://phone/h264", pictures=stream)
    assert camera.capture().image_bgr.shape == (20, 30, 3)
    camera.close()


def test_where_nobody_answers_it_is_said_by_us_alone() -> None:
    # In a process of its own: OpenCV's FFmpeg asks once, at its first use, how much it may say.
    code = """
from hardware.errors import CameraError
from hardware.network_camera import NetworkCamera
try:
    NetworkCamera("rtsp://me:geheim@127.0.0.1:9/h264", hangs_s=0.1)
except CameraError as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert told.stdout.startswith("no camera answers at rtsp://127.0.0.1:9/h264: start the app")
    assert told.stderr == ""
