"""Soak: games one after another in fast motion, with the pages that show them, in one process: what it takes of memory
and open files stays as it was. Now and then the simulated table is drawn as well, and its pieces are laid to be
taught."""

import gc
import os
import threading
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from formats import stored_games
from support.legal_play import playing
from support.served_table import ServedTable

from companion.simulation.live_table import PACE_S, LiveTable
from companion.store.database import Store
from companion.table.evening import Equipment
from companion.table.requests import Enter, NewGame
from companion.table.signals import Reply
from companion.teaching.walk import Stage
from companion.teaching.walker import Walker
from hardware.display import PictureDisplay
from hardware.pods import ScriptedPods
from vision.drawing.views import Hardness
from web.app import create_app

MIB = 1024 * 1024
WARM = 40  # games until all is read and made that is kept for good
DRAWN_EVERY = 5
SHEETS = 3
ALIKE = 4 * DRAWN_EVERY  # games until the same game's table was drawn last
GROWN_MIB = 24.0  # an allocator's own ups and downs
PAGES = ("/", "/wall", "/history", "/players", "/health", "/more")
BY_HAND = (
    ("alcatraz", ["Ana", "Rui"], {"zero_padding": True}),
    ("stingy", ["Ana", "Rui", "Mia"], {}),
    ("allaboard", ["Ana", "Rui", "Mia"], {}),
)


def resident_mib() -> float:
    """Return how much memory this process has, 0 where the system does not say."""
    told = Path("/proc/self/statm")
    gc.collect()
    return int(told.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MIB if told.exists() else 0.0


def open_files() -> int:
    """Return how many files and connections are open, 0 where the system does not say."""
    told = Path("/proc/self/fd")
    return len([*told.iterdir()]) if told.exists() else 0


class Turns(threading.Event):
    """Stopped after so many turns of the simulated people, between which no time passes."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._left = count

    def wait(self, timeout: float | None = None) -> bool:
        """Return whether no turn is left."""
        self._left -= timeout == PACE_S
        return self._left < 0


class Soak:
    """One case is one game, played to its end on the table of those before."""

    def __init__(self, seed: int, folder: Path, warm: int = WARM) -> None:
        self._seed, self._folder, self._warm = seed, folder, warm
        self._table: ServedTable | None = None
        self._client: Any = None
        self._played = 0
        self._before: tuple[float, int] | None = None
        self._bench = LiveTable("shipshape", 3, ScriptedPods(6), PictureDisplay(), Hardness.NORMAL)
        self._bench.pace = "pause"

    def case(self, number: int) -> tuple[Mapping[str, int], list[str]]:
        """Play a game, show it, and look at what it took."""
        rng = Random(f"{self._seed}/{number}")
        table = self._at_table()
        counts: Counter[str] = Counter(games=1)
        if number % 4:
            self._by_hand(table, rng, *BY_HAND[number % 4 - 1])
        else:
            stored_games._shipshape_whole(table)
        counts["events"] = len(table.match.lines) - 1
        wrong = []
        for path in (*PAGES, f"/game/{table.session.evening.game_id}"):
            status = self._client.get(path).status_code
            counts["pages"] += 1
            if status != 200:
                wrong.append(f"{path} answers {status}")
        table.published[:-1] = []
        table.effects.clear()
        if number % DRAWN_EVERY == 0:
            counts["pictures drawn"] += self._draw(table)
        self._played += 1
        return counts | self._taken(wrong), wrong

    def _at_table(self) -> ServedTable:
        if self._table is None:
            self._table = ServedTable(Equipment(pods=0, camera=True), Store(self._folder / "games.db"))
            self._client = create_app(self._table.door).test_client()
        return self._table

    def _by_hand(self, table: ServedTable, rng: Random, game: str, players: list[str], options: dict[str, Any]) -> None:
        table.now_s += 60
        assert table.ask(NewGame(game, players, options), stored_games.COOKIE).ok
        player = playing.player_of(game)
        while not table.match.over:
            event = player.event(table.match.state, rng)
            assert table.ask(Enter(event), stored_games.COOKIE).ok, event
            if rng.random() < 0.2:
                self._client.get("/sections")

    def _draw(self, table: ServedTable) -> int:
        """Draw the game's table, then its pieces as they are taught, sheet by sheet; return how many pictures."""
        self._act(table)
        game = table.match.game.name
        for number in range(SHEETS):
            walk = SimpleNamespace(game=game, stage=Stage.LAY, sheet=SimpleNamespace(name=str(number)))
            state = SimpleNamespace(walk=walk)
            self._bench.walker = cast(Walker, SimpleNamespace(active=True, state=partial(lambda kept: kept, state)))
            self._act(table)
        self._bench.walker = None
        return 1 + SHEETS

    def _act(self, table: ServedTable) -> None:
        self._bench.take_turns(table.feed, lambda *_: Reply(False), lambda _: None, Turns(1), begin=False)
        self._bench.picture()

    def _taken(self, wrong: list[str]) -> dict[str, int]:
        """Return what this process takes now; say where it grows."""
        files, told = open_files(), {}
        if self._played >= self._warm and self._played % ALIKE == 0:
            resident = resident_mib()
            self._before = self._before or (resident, files)
            if resident > self._before[0] + GROWN_MIB:
                wrong.append(f"after {self._played} games {resident:.0f} MB are taken, not {self._before[0]:.0f}")
            if files > self._before[1] + 2:
                wrong.append(f"after {self._played} games {files} files are open, not {self._before[1]}")
            grown = max(0, round(resident - self._before[0]))
            told = {"most MB": round(resident), "most MB more than when warm": grown}
        return told | {"most files open": files}

    def close(self) -> None:
        """Close the store."""
        if self._table is not None:
            with closing(self._table.store):
                self._table = None
