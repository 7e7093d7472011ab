"""The whole first evening with phones alone: installed in one line, the try-sheets taught and read, and a game of three
voyages scored by three photos, each from elsewhere, seen in a browser; minutes and taps are counted. The photos are
taken on the page, or dropped into a folder that is watched.

`make test-evening` plays it and tells its figures.
"""

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from support import fresh_install, phone_photos
from support.browser import CHROMIUM, FLAGS
from support.family_phone import SIZE, Phone, programs, served
from support.ports import free_port

from companion.game import mat_layouts
from companion.games.shipshape.practice import artwork, laying
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate
from companion.prints.piece import Laid

MAT = mat_layouts.layout_for("shipshape", 3)
NAMES = ("Ana", "Rui", "Mia")
VOYAGES = 3


def sheets() -> tuple[Laid, ...]:
    """The three sheets to try, one on each dock."""
    middles = [(x + width / 2, y + height / 2) for x, y, width, height in (zone.rect_mm for zone in MAT.zones)]
    fronts = artwork.batches()[0].fronts
    return tuple(Laid(art, middle, thickness_mm=0.3) for art, middle in zip(fronts, middles, strict=False))


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """The command as it was installed, and how many minutes that took."""
    begun = time.monotonic()
    return fresh_install.installed(tmp_path_factory.mktemp("installed")) / "companion", (time.monotonic() - begun) / 60


def photo(folder: Path, laid: tuple[Laid, ...]) -> Path:
    """A picture of what lies on the mat, from another side each time."""
    folder.mkdir(exist_ok=True)
    number = len(list(folder.glob("*.jpg")))
    file = folder / f"{number}.jpg"
    file.write_bytes(phone_photos.jpeg(phone_photos.taken(MAT, laid, 21 + number)))
    return file


def voyage(phone: Phone, number: int) -> dict[str, Dock]:
    """Play a voyage, from 0, up to its picture; return what lies in the docks then."""
    if phone.step("draw", "score", "bids") != "bids":
        phone.asks(do="go_on")
        phone.step("bids")
    marks = [phone.page.locator(f".seat[data-seat={name}] .mark").inner_text() for name in NAMES]
    numbers = [int(re.search(r"\d+", mark)[0]) for mark in marks]
    for turn in range(3):
        phone.step("bids")
        for at, seat in enumerate(NAMES):
            phone.asks(do="choose", seat=seat, card=(3 * number + turn + at) % 10 + 1)
            phone.asks(do="lock", seat=seat)
        phone.step("reveal")
        phone.asks(do="go_on")
    holds = [next(one for one in HOLDS if (one.voyage, one.number) == (number + 1, drawn)) for drawn in numbers]
    crates = [CRATES[9 * number + at] for at in range(9)]
    return {
        f"dock {n}": Dock(holds[n - 1], tuple(LaidCrate(crates[3 * n - 3 + at], quarters=at) for at in range(3)))
        for n in (1, 2, 3)
    }


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM HERE: the first evening was not played")
@pytest.mark.parametrize("camera", ["phone", "photos"])
def test_a_family_with_phones_alone_scores_its_first_game(
    camera: str, command: tuple[Path, float], tmp_path: Path
) -> None:
    companion, installed = command
    minutes, begun = {"installed": round(installed, 1)}, time.monotonic() - installed * 60
    folder, data, laid = tmp_path / "photos", tmp_path / "data", list[dict[str, Dock]]()
    folder.mkdir()

    def done(what: str) -> None:
        minutes[what] = round((time.monotonic() - begun) / 60, 1)

    def takes(where: str, pieces: tuple[Laid, ...]) -> None:
        file = photo(folder, pieces)
        if camera == "phone":
            phone.takes(where, file)

    with programs(tmp_path) as start, sync_playwright() as playwright:
        port = free_port()
        words = ("--data", data, "--host", "127.0.0.1", "--port", port)
        service = start(companion, "run", "--camera", camera, *words)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        phone = Phone(browser.new_page(viewport=SIZE), *served(service, port))
        page = phone.page
        done("begun")
        page.goto(f"{phone.address}/first-evening?game=shipshape&players=3")
        phone.asks(do="teach_practice", game="shipshape")
        page.wait_for_selector("button:has-text('Forget the practice set')")
        done("taught")
        takes("[data-photo=try]", sheets())
        page.locator(".evening-steps .done").nth(5).wait_for()  # all but the game
        page.goto(f"{phone.address}/pieces/shipshape")
        page.click("[data-try]")
        phone.taps += 3
        page.wait_for_selector("#tried *")
        page.screenshot(path=tmp_path / "tried.png", full_page=True)
        done("the sheets read")
        page.goto(phone.address)
        phone.asks(do="new_game", game="shipshape", players=list(NAMES))
        for seat in NAMES:
            phone.asks(do="sit", seat=seat)
        for number in range(VOYAGES):
            docks = voyage(phone, number)
            laid.append(docks)
            phone.step("look")
            page.screenshot(path=tmp_path / "asked.png")
            takes("#s-own [data-photo]", laying.lay(MAT, docks))
            places = {name: list(dock.labels) for name, dock in docks.items()}
            phone.settles(number + 1, places | dict(zip(NAMES, places.values(), strict=True)))
            page.screenshot(path=tmp_path / f"scored{number + 1}.png", full_page=True)
            done(f"voyage {number + 1} scored")
        browser.close()
        (record,) = (data / "records").glob("*.jsonl")
        judged = start(companion, "replay", record, "--json").communicate(timeout=60)[0].splitlines()
    assert json.loads(judged[-1])["final"]["over"]
    events = [json.loads(line) for line in record.read_text().splitlines()]
    read = [event["cells"] for event in events if event.get("do") == "read"]
    assert read == [{seat: list(docks[f"dock {n}"].labels) for n, seat in enumerate(NAMES, 1)} for docks in laid]
    print(f"{camera}: {phone.taps} taps, {len(laid) + 1} photos, {phone.questions} questions; minutes: {minutes}")
