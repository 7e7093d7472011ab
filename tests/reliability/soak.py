"""Soak: games one after another in fast motion, with the pages that show them, in one process: what it takes of memory
and open files stays as it was."""

import gc
import os
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from formats import stored_games
from support.legal_play import playing
from support.served_table import ServedTable

from companion.store.database import Store
from companion.table.evening import Equipment
from companion.table.requests import Enter, NewGame
from web.app import create_app

MIB = 1024 * 1024
WARM = 40  # games until all is read and made that is kept for good
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


class Soak:
    """One case is one game, played to its end on the table of those before."""

    def __init__(self, seed: int, folder: Path, warm: int = WARM) -> None:
        self._seed, self._folder, self._warm = seed, folder, warm
        self._table: ServedTable | None = None
        self._client: Any = None
        self._played = 0
        self._before: tuple[float, int] | None = None

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

    def _taken(self, wrong: list[str]) -> dict[str, int]:
        """Return what this process takes now; say where it grows."""
        resident, files = resident_mib(), open_files()
        if self._played == self._warm:
            self._before = (resident, files)
        if self._before is not None and self._played % 10 == 0:
            if resident > self._before[0] + GROWN_MIB:
                wrong.append(f"after {self._played} games {resident:.0f} MB are taken, not {self._before[0]:.0f}")
            if files > self._before[1] + 2:
                wrong.append(f"after {self._played} games {files} files are open, not {self._before[1]}")
        told = {"most files open": files}
        if self._before is not None:
            grown = max(0, round(resident - self._before[0]))
            told |= {"most MB": round(resident), "most MB more than when warm": grown}
        return told

    def close(self) -> None:
        """Close the store."""
        if self._table is not None:
            with closing(self._table.store):
                self._table = None
