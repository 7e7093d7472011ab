"""Load: six phones at the table and the pods' keys, while a crowd from the same address does its worst.

    PYTHONPATH=.:tests python -m support.load [--seconds 20] [--seed 1] [KIND ...]

A real service with its page runs in one process, the crowd in another, the phones in this one. For each kind of crowd
it prints how long fresh pages and requests of the phones took, and key presses of the pods.
"""

import argparse
import http.client
import json
import os
import random
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

from companion.app.service import Leaves, Service
from companion.config import Folders
from companion.table.evening import Equipment
from hardware.lamp import LampPattern
from hardware.pods import PodKey, ScriptedPods
from web.app import create_app
from web.serving import Server

PHONES = 6
NAMES = ("Ana", "Rui", "Mia", "Teo", "Eva", "Ivo")
BEGIN = b"GET %s HTTP/1.1\r\nHost: localhost\r\n"


class TimedPods(ScriptedPods):
    """Pods that tell how long a press takes until its lamp flashes."""

    def __init__(self) -> None:
        super().__init__(PHONES)
        self.flashed = threading.Event()

    def show(self, seat_index: int, pattern: LampPattern) -> None:
        super().show(seat_index, pattern)
        if pattern is LampPattern.FLASH:
            self.flashed.set()


def serve(folder: str) -> None:
    """Serve until the input ends; a line asks how long presses took since the line before."""
    pods, took_ms, over = TimedPods(), [], threading.Event()
    service = Service(Folders(Path(folder)), Leaves(pods), Equipment(pods=0))
    server = Server(create_app(service.door), "127.0.0.1")
    service.start()
    server.start()
    server.warm()

    def press() -> None:
        while not over.wait(0.1):
            pods.flashed.clear()
            began_s = time.perf_counter()
            pods.press(0, PodKey.ADD)
            pods.flashed.wait(10)
            took_ms.append(1000 * (time.perf_counter() - began_s))
            pods.release(0, PodKey.ADD)

    pressing = threading.Thread(target=press)
    pressing.start()
    print(server.port, service.session.pin, flush=True)
    for _ in sys.stdin:
        print(json.dumps(took_ms[:]), flush=True)
        took_ms.clear()
    over.set()
    pressing.join()
    server.close()
    service.stop()


# ---- the crowd


class Stranger:
    """One connection that is opened anew half a second after it was closed."""

    def __init__(self, kind: str, number: int, dice: random.Random) -> None:
        self.kind, self.number, self.dice = kind, number, dice
        self.link: socket.socket | None = None
        self.next_s = time.monotonic() + dice.random()
        self.sent = 0

    def close(self, crowd: selectors.BaseSelector) -> None:
        if self.link is not None:
            crowd.unregister(self.link)
            self.link.close()
        self.link, self.sent, self.next_s = None, 0, time.monotonic() + 0.5

    def act(self, port: int, crowd: selectors.BaseSelector) -> None:
        if self.link is None:
            self.link = socket.socket()
            if self.kind == "asleep":
                self.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                self.link.bind((f"127.0.1.{1 + self.number // 8}", 0))
            self.link.setblocking(False)
            self.link.connect_ex(("127.0.0.1", port))
            crowd.register(self.link, selectors.EVENT_READ, self)
            self.next_s = time.monotonic() + 0.05
            return
        pause_s = 1.0
        if self.kind in ("asleep", "streams"):
            data = BEGIN % b"/stream" + b"\r\n" if self.sent == 0 else b""
        elif self.kind == "slow":
            data = BEGIN % b"/" + b"X-Slow: " if self.sent == 0 else b"a"
        else:
            data, pause_s = self.dice.randbytes(self.dice.randint(1, 3000)), 0.05
        self.sent += 1
        self.next_s = time.monotonic() + pause_s
        if data:
            self.link.send(data)
        if self.kind == "rubbish" and self.sent > 3:
            self.close(crowd)

    def read(self, crowd: selectors.BaseSelector) -> None:
        if self.kind == "asleep" and self.dice.random() < 0.98:
            return
        assert self.link is not None
        if not self.link.recv(65536):
            self.close(crowd)


def come(kind: str, count: int, port: int, seed: int) -> None:
    """Be a crowd until killed."""
    crowd, dice = selectors.DefaultSelector(), random.Random(seed)
    strangers = [Stranger(kind, number, dice) for number in range(count)]
    coming = set(strangers)
    while True:
        now_s = time.monotonic()
        for one in strangers:
            if one.next_s <= now_s:
                try:
                    one.act(port, crowd)
                except OSError:
                    one.close(crowd)
                if coming and (one.sent or one.link is None):
                    coming.discard(one)
                    if not coming:
                        print("all have come", flush=True)
        for key, _ in crowd.select(0.02):
            try:
                key.data.read(crowd)
            except OSError:
                key.data.close(crowd)
        time.sleep(0.005)  # an attacker that takes a whole core would measure this machine


# ---- the phones


class Phone:
    """A phone at the table: a live stream, fresh pages on new connections, requests."""

    def __init__(self, port: int) -> None:
        self.port = port
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        link.request("GET", "/")
        answer = link.getresponse()
        answer.read()
        self.cookie = str(answer.getheader("Set-Cookie")).partition(";")[0]
        link.close()

    def ask(self, **wanted: object) -> float:
        return self._timed("POST", "/do", json.dumps(wanted), {"Content-Type": "application/json"})

    def page(self) -> float:
        return self._timed("GET", "/", None, {})

    def _timed(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> float:
        began_s = time.perf_counter()
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        link.request(method, path, body, {"Cookie": self.cookie, **headers})
        answer = link.getresponse()
        answer.read()
        link.close()
        assert answer.status == 200, (path, answer.status)
        return 1000 * (time.perf_counter() - began_s)

    def live(self, stopped: threading.Event, heard: list[int]) -> None:
        """Read the stream as a page does, and open it anew where it ends."""
        while not stopped.is_set():
            link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            with suppress(OSError, http.client.HTTPException), closing(link):
                link.request("GET", "/stream", headers={"Cookie": self.cookie})
                with link.getresponse() as answer:
                    while not stopped.is_set() and answer.status == 200 and answer.readline():
                        heard.append(1)
            stopped.wait(0.2)


KINDS = {"quiet": 0, "asleep": 200, "streams": 1000, "slow": 700, "rubbish": 60}


def measure(kinds: list[str], seconds: float, seed: int) -> dict[str, dict[str, list[float]]]:
    """Return what phones and keys took under each kind of crowd, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "support.load"]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        server = subprocess.Popen(
            [*command, "--serve", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )
        assert server.stdin is not None
        assert server.stdout is not None
        stopped, heard, readers = threading.Event(), list[int](), list[threading.Thread]()
        try:
            port, pin = server.stdout.readline().split()
            phones = [Phone(int(port)) for _ in range(PHONES)]
            for phone in phones:
                phone.ask(do="pin", pin=pin)
            phones[0].ask(do="new_game", game="shipshape", players=NAMES)
            for name, phone in zip(NAMES, phones, strict=True):
                phone.ask(do="sit", seat=name)
            readers = [threading.Thread(target=phone.live, args=(stopped, heard), daemon=True) for phone in phones]
            for reader in readers:
                reader.start()
            found = {}
            for kind in kinds:
                crowd = [*command, "--come", kind, str(KINDS[kind]), str(port), str(seed)]
                strangers = subprocess.Popen(crowd, stdout=subprocess.PIPE, env=env) if KINDS[kind] else None
                try:
                    if strangers is not None and strangers.stdout is not None:
                        strangers.stdout.readline()  # all have come
                    found[kind] = _measure(phones, server, seconds)
                finally:
                    if strangers is not None:
                        strangers.kill()
                        strangers.communicate()
            return found
        finally:
            stopped.set()
            server.stdin.close()
            server.wait(20)
            server.stdout.close()
            for reader in readers:
                reader.join(20)


def _measure(phones: list[Phone], server: "subprocess.Popen[str]", seconds: float) -> dict[str, list[float]]:
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write("\n")
    server.stdin.flush()
    server.stdout.readline()
    pages, requests, until_s = [], [], time.monotonic() + seconds
    while time.monotonic() < until_s:
        for phone in phones:
            pages.append(phone.page())
            requests.append(phone.ask(do="show_join"))
            time.sleep(0.02)
    server.stdin.write("\n")
    server.stdin.flush()
    return {"page": pages, "request": requests, "key": json.loads(server.stdout.readline())}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=list(KINDS), metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--come", nargs=4, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve)
        return 0
    if args.come:
        kind, *numbers = args.come
        come(kind, *map(int, numbers))
    for kind, took in measure(args.kinds, args.seconds, args.seed).items():
        for what, each in took.items():
            ranked = sorted(each)
            print(
                f"{kind:8} {what:8} {len(each):5} times: median {ranked[len(each) // 2]:6.0f} ms, "
                f"99 of 100 {ranked[int(len(each) * 0.99)]:6.0f} ms, most {ranked[-1]:6.0f} ms",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
