"""The figures that the companion promises, measured: median and spread, with one JPEG decode of the same frame beside
them, so that a slow machine is told from a slow program. `make bench` prints them; nothing fails for being slow."""

import os
import random
import resource
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.playthroughs import playthroughs

from companion.app.service import Leaves, Service
from companion.bases.free_pieces import laying as tile_laying
from companion.camera.play import Target, Watch
from companion.commands import demo
from companion.config import Folders
from companion.game import mat_layouts, record, registry
from companion.game.match import Match
from companion.games.shipshape.practice import laying
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate
from companion.games.stingy import trading
from companion.games.stingy.pieces import COLOURS, kinds
from companion.games.stingy.practice import artwork as tile_artwork
from companion.simulation import drawn_table, simulated_table
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.seats import MACHINE
from hardware.camera import Frame, smaller
from hardware.display import PictureDisplay
from hardware.pods import PodKey, ScriptedPods
from vision.drawing.render import render
from vision.drawing.views import Hardness, everyday
from vision.observe import observe, train
from web.app import create_app
from web.serving import Server
from web.stream import Streams

pytestmark = pytest.mark.bench
SIZE_PX = (2304, 1296)


def spread(name: str, seconds: list[float], unit: str = "ms") -> None:
    """Print a figure's minimum, median and maximum."""
    scale = 1000 if unit == "ms" else 1
    low, middle, high = min(seconds) * scale, statistics.median(seconds) * scale, max(seconds) * scale
    print(f"\n{name}: {middle:.1f} {unit} ({low:.1f} to {high:.1f}, {len(seconds)} times)")


def timed(what: Callable[[], object], times: int) -> list[float]:
    """Time a call several times, after once for warming up."""
    what()
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        what()
        found.append(time.perf_counter() - begun)
    return found


@pytest.fixture(scope="module")
def faces(tmp_path_factory):
    return simulated_table.teach("shipshape", tmp_path_factory.mktemp("pieces") / "shipshape")


def test_reading_six_docks(faces):
    cv2.setNumThreads(1)
    layout = mat_layouts.layout_for("shipshape", 6)
    docks = {
        f"dock {n + 1}": Dock(HOLDS[n], tuple(LaidCrate(CRATES[3 * n + k], quarters=k) for k in range(3)))
        for n in range(6)
    }
    scene = drawn_table.scene(layout, laying.lay(layout, docks))
    frame = render(scene, everyday(layout.size_mm, SIZE_PX), SIZE_PX, np.random.default_rng(1))
    trained = train(faces, layout)
    spread("54 cells in 2304×1296, markers included", timed(lambda: observe(frame, layout, trained), 30))
    jpeg = cv2.imencode(".jpg", frame)[1]
    spread("… one JPEG decode of the frame", timed(lambda: cv2.imdecode(jpeg, cv2.IMREAD_COLOR), 30))


@pytest.fixture(scope="module")
def tiles(tmp_path_factory):
    return simulated_table.teach("stingy", tmp_path_factory.mktemp("pieces") / "stingy")


def test_finding_and_reading_forty_free_pieces(tiles):
    cv2.setNumThreads(1)
    layout, dice = mat_layouts.layout_for("stingy", 4), random.Random(1)
    drawn = dice.sample([kind.tile for kind in kinds(COLOURS).values() for _ in range(kind.size)], 40)
    places = {
        zone.name: tile_laying.spread(drawn[10 * n : 10 * n + 10], zone, dice) for n, zone in enumerate(layout.zones)
    }
    scene = drawn_table.scene(layout, tile_laying.lay(layout, places, tile_artwork.art))
    frame = render(scene, everyday(layout.size_mm, SIZE_PX), SIZE_PX, np.random.default_rng(1))
    trained = train(tiles, layout)
    seen = observe(frame, layout, trained)
    assert sum(len(zone.pieces) for zone in seen.zones.values()) == 40
    spread("40 free pieces in 2304×1296, markers included", timed(lambda: observe(frame, layout, trained), 20))


@pytest.mark.parametrize("game", registry.names())
def test_replaying_a_whole_game_of_each_game(game):
    longest = max(playthroughs(f"{game}-*"), key=lambda file: file.read_bytes().count(b"\n"))
    data = longest.read_bytes()
    spread(f"the rules of a whole game, {longest.stem}", timed(lambda: Match.replay(record.lines(data)), 50))


def test_all_legal_returns_of_a_trade_with_thirty_groups():
    dice, found = random.Random(1), []
    for _ in range(60):
        groups = {f"group {n}": dice.choice((1, 1, 2, 2, 3, 3, 4, 5, 6)) for n in range(30)}
        completing = {group for group in groups if dice.random() < 0.3}
        found += timed(partial(best_and_count, groups, completing), 1)
    spread("all legal returns of a trade with 30 groups: the best 50 and how many", found)


def best_and_count(groups, completing):
    best = tuple(islice(trading.legal_returns(groups, 25, completing), 50))
    return best, trading.count_returns(groups, 25)


def test_replaying_as_a_process():
    data = playthroughs("shipshape-6*")[-1]
    command = [sys.executable, "-m", "companion", "replay", str(data)]
    spread(
        "replay of a whole game, process", timed(lambda: subprocess.run(command, capture_output=True, check=True), 10)
    )


@pytest.fixture
def served(tmp_path):
    pods = ScriptedPods(6)
    service = Service(Folders(tmp_path), Leaves(pods), Equipment(pods=6))
    service.start()
    server = Server(create_app(service.door, Streams(most_an_address=60)), "127.0.0.1", 0)
    server.start()
    yield service, pods, f"http://127.0.0.1:{server.port}/"
    server.close()
    service.stop()


def test_a_key_to_its_lamp(served):
    service, pods, _ = served
    service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia"]))
    service.submit(MACHINE, requests.GoOn())
    found = []
    for _ in range(60):
        while pods.levels[0] != 0.0:  # the flash before is over
            time.sleep(0.01)
        begun = time.perf_counter()
        pods.press(0, PodKey.ADD)
        while pods.levels[0] != 1.0 and time.perf_counter() - begun < 1:
            pass
        found.append(time.perf_counter() - begun)
        pods.release(0, PodKey.ADD)
    spread("key → lamp", found)


def test_an_event_to_twenty_pages(served):
    service, _, address = served
    arrived: list[float] = []
    ready = threading.Barrier(21)

    def listen() -> None:
        with urllib.request.urlopen(address + "stream", timeout=20) as stream:
            while stream.readline().strip():
                pass
            ready.wait()
            while not stream.readline().strip():
                pass
            arrived.append(time.perf_counter())

    pages = [threading.Thread(target=listen, daemon=True) for _ in range(20)]
    for page in pages:
        page.start()
    ready.wait(20)
    begun = time.perf_counter()
    service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia"]))
    for page in pages:
        page.join(20)
    spread("event → 20 pages", [moment - begun for moment in arrived])
    spread("a fresh page beside them", timed(lambda: urllib.request.urlopen(address, timeout=5).read(), 20))


class ReadyCamera:
    """Its pictures were drawn before, the small ones with noise: what a camera takes of a processor is not counted."""

    def __init__(self, picture):
        self.full, self.looks, dice, low = picture, 0, np.random.default_rng(2), smaller(picture)
        noisy = (low + dice.normal(0, 2, low.shape) for _ in range(8))
        self.low = [np.clip(each, 0, 255).astype(np.uint8) for each in noisy]

    def capture(self, full=True):
        self.looks += 1
        return Frame(self.full if full else self.low[self.looks % 8], time.monotonic(), self.looks)

    def settle(self):
        pass

    def close(self):
        pass


def processor_share(seconds):
    """Return the share of one processor that this process takes over so many seconds, in percent."""
    begun, used = time.monotonic(), time.process_time()
    time.sleep(seconds)
    return 100 * (time.process_time() - used) / (time.monotonic() - begun)


@pytest.mark.parametrize("players", (3, 6))
def test_watching_while_nothing_moves(faces, tmp_path, players):
    cv2.setNumThreads(1)
    layout = mat_layouts.layout_for("shipshape", players)
    scene = drawn_table.scene(layout, laying.lay(layout, {f"dock {n + 1}": Dock(HOLDS[n], ()) for n in range(players)}))
    camera = ReadyCamera(render(scene, everyday(layout.size_mm, SIZE_PX), SIZE_PX, np.random.default_rng(1)))
    pods, watch = ScriptedPods(6), Watch(camera, lambda *_: Target((layout,), lambda: faces))
    service = Service(Folders(tmp_path), Leaves(pods, PictureDisplay(), watch), Equipment(pods=6, camera=True))
    service.start()
    idle = processor_share(5)
    service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia", "Teo", "Eva", "Ivo"][:players]))
    service.submit(MACHINE, requests.GoOn())
    for seat in range(players):
        for key in (*(seat + 1) * (PodKey.ADD,), PodKey.OK):
            pods.press(seat, key)
            time.sleep(0.1)
            pods.release(seat, key)
            time.sleep(0.1)
    given_up = time.monotonic() + 120
    while sum(look.seen is not None for look in service.session.evening.zones.values()) < players:
        assert time.monotonic() < given_up
        time.sleep(0.2)
    before, begun = camera.looks, time.monotonic()
    share = processor_share(20)
    each_s = (camera.looks - before) / (time.monotonic() - begun)
    print(f"\nwatching {players} docks, nothing moves: {share:.1f} % of a processor,", end=" ")
    print(f"pods, display and {each_s:.1f} looks a second; {idle:.1f} % before the game")
    service.stop()


def test_run_to_the_first_page_and_its_memory(tmp_path):
    begun = time.perf_counter()
    command = [sys.executable, "-m", "companion", "run", "--camera", "none", "--data", str(tmp_path), "--port", "18765"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        while True:
            try:
                urllib.request.urlopen("http://127.0.0.1:18765/", timeout=1).read()
                break
            except OSError:
                if time.perf_counter() - begun > 20:
                    raise
        spread("run → first page", [time.perf_counter() - begun], "s")
        status = Path(f"/proc/{process.pid}/status").read_text()
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]
        print(f"peak memory of the service: {int(peak) / 1024:.0f} MB")
    finally:
        process.terminate()
        process.wait(10)


def test_a_demo_of_six(faces):
    spread("demo of six players", timed(lambda: demo.play("shipshape", 6, 1, Hardness.NORMAL, faces), 2), "s")
    print(f"peak memory so far: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def played(game, players, faces):
    """Play every seed and print what was asked, what was sure and wrong, and which seeds were not good; return them."""
    seeds = range(1, int(os.environ.get("SEEDS", "50" if game == "shipshape" else "30")) + 1)
    cells = asked = sure_wrong = 0
    bad = []
    for seed in seeds:
        outcome = demo.play(game, players, seed, Hardness.NORMAL, faces)
        cells += sum(tally.cells for tally in outcome.tallies)
        asked += sum(tally.asked for tally in outcome.tallies)
        sure_wrong += sum(tally.sure_wrong for tally in outcome.tallies)
        if not outcome.good(Hardness.NORMAL):
            bad.append(seed)
    print(f"\n{game}, {players} players, seeds 1 to {len(seeds)}: {cells} cells, {asked} asked,", end=" ")
    print(f"{sure_wrong} sure and wrong; not good: {bad or 'none'}")
    return bad


@pytest.mark.parametrize("players", range(2, 7))
def test_every_seed_scores_as_the_true_table_does(faces, players):
    assert not played("shipshape", players, faces)


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    folder = tmp_path_factory.mktemp("others")
    return lambda game: simulated_table.teach(game, folder / game)


@pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in ("stingy", "alcatraz", "allaboard") for players in registry.find(game).players],
)
def test_every_seed_of_the_other_games_scores_as_the_true_table_does(others, game, players):
    assert not played(game, players, others(game))
