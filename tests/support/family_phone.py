"""A family's phone before a running service: a browser's page, the pictures that it takes, and the taps that were
needed."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Page, sync_playwright
from support.browser import CHROMIUM, FLAGS

import companion

ROOT = Path(companion.__file__).parents[1]

WAIT_MS = 90_000  # a set is fitted in that time on a busy machine
SIZE = {"width": 360, "height": 740}


class Start(Protocol):
    """Starts a program, which is ended with the test."""

    def __call__(self, *words: object) -> "subprocess.Popen[str]": ...


@contextmanager
def programs(folder: Path, **variables: str) -> Iterator[Start]:
    """Start programs in a folder that is their home, too; end them all."""
    running: list[subprocess.Popen[str]] = []
    home = {**os.environ, "HOME": str(folder), "PYTHONPATH": "", **variables}

    def start(*words: object) -> "subprocess.Popen[str]":
        one = subprocess.Popen([*map(str, words)], stdout=subprocess.PIPE, text=True, cwd=folder, env=home)
        running.append(one)
        return one

    try:
        yield start
    finally:
        for one in running:
            one.terminate()
            one.communicate(timeout=60)


def served(service: "subprocess.Popen[str]", port: int) -> tuple[str, str]:
    """Wait until a service says that it runs; return its address and the way in that it prints."""
    lines = service.stdout or ()
    key = next(found[0] for line in lines if (found := re.search(r"/in/\w+", line)))
    return f"http://127.0.0.1:{port}", key


class Phone:
    """See the module; it is let in at once."""

    def __init__(self, page: Page, address: str, key: str) -> None:
        self.page, self.address = page, address
        self.taps = self.photos = self.questions = 0
        page.set_default_timeout(WAIT_MS)
        page.goto(address + key)
        page.goto(address)

    def asks(self, **asked: Any) -> None:
        """Tap a button that asks for this."""
        self.taps += 1
        done = self.page.evaluate("(asked) => request(asked)", asked)
        assert done["ok"], (asked, done)

    def takes(self, where: str, photo: Path) -> None:
        """Take a picture: the page is handed this file."""
        self.taps += 2  # the key, and the camera's own
        self.photos += 1
        self.page.set_input_files(where, photo)

    def step(self, *names: str) -> str:
        """Wait until the table is at one of these steps; return at which."""
        found = self.page.wait_for_selector(", ".join(f".line-card.step-{name}" for name in names))
        return re.search(r"step-(\w+)", found.get_attribute("class") or "")[1]

    def settles(self, chapter: int, places: dict[str, list[str]]) -> None:
        """Answer what is asked by what truly lies in the places (or before the seats) until that many chapters are
        scored."""
        self.answers(f"#s-chapters > details:nth-of-type({chapter})", lambda place, cell, _: places[place][cell])

    def answers(self, over: str, true: Callable[[str, int, bytes], str]) -> None:
        """Answer what is asked, by the place, the number there and the picture, until the page shows this."""
        asked = ""
        while True:
            found = self.page.wait_for_selector(f'{over}, .question:not([data-key="{asked}"])', state="attached")
            if "question" not in (found.get_attribute("class") or "").split():
                return
            asked = found.get_attribute("data-key") or ""
            shown = found.query_selector("img.photo")
            picture = shown and self.page.request.get(self.address + (shown.get_attribute("src") or "")).body()
            _, place, cell = asked.rsplit("/", 2)
            self.asks(do="answer", question=asked, label=true(place, int(cell), picture or b""))
            self.questions += 1


@contextmanager
def new_game(
    folder: Path, port: int, game: str, seats: Sequence[str], *, games: Path, layout: Path, lessons: Path
) -> Iterator[Phone]:
    """Have a game's set taught from pictures and a service run over it; yield a phone that has begun a game and plays
    for all its seats. What it showed last lies in `over.png` then."""
    command, data = (sys.executable, "-m", "companion", "--games", games), folder / "data"
    with programs(folder, PYTHONPATH=str(ROOT)) as start, sync_playwright() as playwright:
        pieces = data / "pieces" / game
        assert start(*command, "teach", "--layout", layout, "--pieces", pieces, lessons).wait() == 0
        words = ("--data", data, "--layout", layout, "--host", "127.0.0.1", "--port", port)
        service = start(*command, "run", "--camera", "phone", *words)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        phone = Phone(browser.new_page(viewport=SIZE), *served(service, port))
        phone.asks(do="new_game", game=game, players=list(seats))
        for seat in seats:
            phone.asks(do="sit", seat=seat)
        yield phone
        phone.page.screenshot(path=folder / "over.png", full_page=True)
        browser.close()
