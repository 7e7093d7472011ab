"""The whole first evening with phones alone: installed in one line, the try-sheets taught and read, and a voyage scored
by one photo, seen in a browser; minutes and taps are counted.

`make test-evening` plays it and tells its figures.
"""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright
from support import fresh_install, phone_photos

from companion.game import mat_layouts
from companion.games.shipshape.practice import artwork, laying
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate
from companion.prints.piece import Laid

MAT = mat_layouts.layout_for("shipshape", 3)
NAMES = ("Ana", "Rui", "Mia")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WAIT_MS = 90_000  # a set is fitted in that time on a busy machine


class Phone:
    """The family's phone: a page, its camera's pictures, and the taps that were needed."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self._folder = page, folder
        self.taps = self.photos = 0
        page.set_default_timeout(WAIT_MS)

    def asks(self, **asked: Any) -> None:
        """Tap a button that asks for this."""
        self.taps += 1
        done = self.page.evaluate("(asked) => request(asked)", asked)
        assert done["ok"], (asked, done)

    def takes(self, where: str, laid: tuple[Laid, ...]) -> None:
        """Take a picture of what lies on the mat, from another side each time."""
        self.taps += 2  # the key, and the camera's own
        self.photos += 1
        file = self._folder / f"{self.photos}.jpg"
        file.write_bytes(phone_photos.jpeg(phone_photos.taken(MAT, laid, 20 + self.photos)))
        self.page.set_input_files(where, file)

    def step(self, *names: str) -> str:
        """Wait until the table is at one of these steps; return at which."""
        found = self.page.wait_for_selector(", ".join(f".line-card.step-{name}" for name in names))
        return re.search(r"step-(\w+)", found.get_attribute("class") or "")[1]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    running: list[subprocess.Popen[str]] = []
    home = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": ""}

    def start(*words: object) -> "subprocess.Popen[str]":
        one = subprocess.Popen([*map(str, words)], stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=home)
        running.append(one)
        return one

    yield start
    for one in running:
        one.terminate()
        one.communicate(timeout=60)


def sheets() -> tuple[Laid, ...]:
    """The three sheets to try, one on each dock."""
    middles = [(x + width / 2, y + height / 2) for x, y, width, height in (zone.rect_mm for zone in MAT.zones)]
    fronts = artwork.batches()[0].fronts
    return tuple(Laid(art, middle, thickness_mm=0.3) for art, middle in zip(fronts, middles, strict=False))


def voyage(phone: Phone) -> dict[str, Dock]:
    """Play a voyage up to its picture; return what lies in the docks then."""
    marks = [phone.page.locator(f".seat[data-seat={name}] .mark").inner_text() for name in NAMES]
    numbers = [int(re.search(r"\d+", mark)[0]) for mark in marks]
    for turn in range(3):
        phone.step("bids")
        for at, seat in enumerate(NAMES):
            phone.asks(do="choose", seat=seat, card=3 * turn + at + 1)
            phone.asks(do="lock", seat=seat)
        phone.step("reveal")
        phone.asks(do="go_on")
    holds = [next(one for one in HOLDS if (one.voyage, one.number) == (1, number)) for number in numbers]
    return {
        f"dock {n}": Dock(holds[n - 1], tuple(LaidCrate(CRATES[3 * n + at], quarters=at) for at in range(3)))
        for n in (1, 2, 3)
    }


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM HERE: the first evening was not played")
def test_a_family_with_phones_alone_scores_its_first_voyage(tmp_path: Path, run: Callable[..., Any]) -> None:
    minutes, begun = {}, time.monotonic()

    def done(what: str) -> None:
        minutes[what] = round((time.monotonic() - begun) / 60, 1)

    command, data = fresh_install.installed(tmp_path) / "companion", tmp_path / "data"
    done("installed")
    assert run(command, "teach", "--practice", "--game", "shipshape", "--data", data).wait() == 0
    done("taught")
    service = run(command, "run", "--camera", "phone", "--data", data, "--host", "127.0.0.1", "--port", "8391")
    key = next(found[1] for line in service.stdout if (found := re.search(r"/in/(\w+)", line)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        phone = Phone(browser.new_page(viewport={"width": 360, "height": 740}), tmp_path)
        page = phone.page
        page.goto(f"http://127.0.0.1:8391/in/{key}")
        page.goto("http://127.0.0.1:8391/first-evening?game=shipshape&players=3")
        phone.takes("[data-photo=try]", sheets())
        page.locator(".evening-steps .done").nth(5).wait_for()  # all but the game
        page.goto("http://127.0.0.1:8391/pieces/shipshape")
        page.click("[data-try]")
        phone.taps += 3
        page.wait_for_selector("#tried *")
        page.screenshot(path=tmp_path / "tried.png", full_page=True)
        done("the sheets read")
        page.goto("http://127.0.0.1:8391/")
        phone.asks(do="new_game", game="shipshape", players=list(NAMES))
        for seat in NAMES:
            phone.asks(do="sit", seat=seat)
        phone.asks(do="go_on")
        phone.step("bids")
        docks = voyage(phone)
        phone.step("look")
        page.screenshot(path=tmp_path / "asked.png")
        phone.takes("#s-own [data-photo]", laying.lay(MAT, docks))
        questions = 0
        while phone.step("ask", "score") == "ask":
            question = page.get_attribute(".question", "data-key")
            _, zone, cell = question.rsplit("/", 2)
            dock = zone if zone in docks else f"dock {NAMES.index(zone) + 1}"
            phone.asks(do="answer", question=question, label=docks[dock].labels[int(cell)])
            questions += 1
        page.screenshot(path=tmp_path / "scored.png", full_page=True)
        done("a voyage scored")
        browser.close()
    (record,) = (data / "records").glob("*.jsonl")
    read = [json.loads(line) for line in record.read_text().splitlines() if '"read"' in line][-1]
    assert read["cells"] == {seat: list(docks[f"dock {n}"].labels) for n, seat in enumerate(NAMES, 1)}
    print(f"{phone.taps} taps, {phone.photos} photos, {questions} questions; minutes: {minutes}")
