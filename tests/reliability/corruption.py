"""Corruption: the file of the games with flipped bits, overwritten pages, cut, or with another file's log. It starts;
undamaged games are whole, damaged ones are named, and restored where a record or a copy has them."""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from functools import cached_property
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from formats import stored_games
from support.people_at_table import People
from support.served_table import ServedTable

from companion.language.message import Message
from companion.store.archive import as_record
from companion.store.database import Store
from companion.store.mending import mend
from companion.store.upkeep import check_and_copy
from companion.table.evening import Equipment

BESIDE = ("records and copies", "copies", "records", "nothing")
PAGE = 4096
HEADER = {"record": 1, "game": "alcatraz"}
Told = dict[str, tuple[str, str]]


class Corruption:
    """See the module. `folder` is a place for the stores that are damaged."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._seed = seed
        self._folder = folder

    @cached_property
    def _whole(self) -> Path:
        """A store of nine games, as people play them; half of its rows are still in the log beside it."""
        path = self._folder / "whole" / "games.db"
        path.parent.mkdir(parents=True)
        with TemporaryDirectory() as made:
            stored_games.play(Path(made) / "games.db")
            check_and_copy(Path(made) / "games.db")
            with closing(Store(Path(made) / "games.db")) as store:
                for game in store.games()[::2]:
                    store.play(game, "2026", store.game(game).lines[-1])
                    store.undo(game, "2026")
                check_and_copy(Path(made) / "games.db")
                shutil.copytree(made, path.parent, dirs_exist_ok=True)  # while it is open, with its log
        return path

    @cached_property
    def _before(self) -> Told:
        with TemporaryDirectory() as read:
            shutil.copytree(self._whole.parent, read, dirs_exist_ok=True)
            return told(Path(read) / "games.db")

    @cached_property
    def _other_log(self) -> bytes:
        """The log of a store of other games."""
        with TemporaryDirectory() as made:
            path = Path(made) / "games.db"
            with closing(Store(path)) as store:
                for number in range(20):
                    store.begin(f"other-{number}", "2026", {**HEADER, "players": ["Eva", str(number)]}, "seed")
                return path.with_name("games.db-wal").read_bytes()

    def case(self, number: int) -> tuple[Mapping[str, int], list[str]]:
        """Damage a copy of the store, start on it, and count what became of its games."""
        rng = Random(f"{self._seed}/{number}")
        before = self._before
        with TemporaryDirectory(dir=self._folder) as here:
            path = Path(here) / "games.db"
            shutil.copytree(self._whole.parent, here, dirs_exist_ok=True)
            beside = rng.choice(BESIDE)
            if "records" not in beside:
                shutil.rmtree(path.parent / "records")
            if "copies" not in beside:
                shutil.rmtree(path.parent / "copies")
            if rng.random() < 0.5:
                merged(path)
            how = self._damage(rng, path)
            counts: Counter[str] = Counter({f"beside: {beside}": 1, f"damage: {how}": 1})
            try:
                found = mend(path)
                again = mend(path)
                after = told(path)
                started(path)
            except Exception as error:
                return counts, [f"{how}, {beside}: did not start: {type(error).__name__}: {error}"]
            wrong = [
                f"{how}, {beside}: {why}"
                for why in self._judged(before, after, found, beside, counts, log="log" in how)
            ]
            if again:
                wrong.append(f"{how}, {beside}: mended once more: {again[0]}")
            return counts, wrong

    def _damage(self, rng: Random, path: Path) -> str:
        how = rng.choice(("bits", "bits", "page", "cut", "foreign log", "log bits", "log cut"))
        log = path.with_name("games.db-wal")
        target = log if how.startswith("log") and log.exists() else path
        data = bytearray(target.read_bytes())
        if how.endswith("bits"):
            for _ in range(rng.choice((1, 1, 4, 32, 256))):
                place = rng.randrange(100) if rng.random() < 0.1 else rng.randrange(len(data))
                data[place] ^= 1 << rng.randrange(8)
        elif how == "page":
            for _ in range(rng.choice((1, 1, 3))):
                page = rng.randrange(max(1, len(data) // PAGE)) * PAGE
                other = rng.randrange(max(1, len(data) // PAGE)) * PAGE
                data[page : page + PAGE] = rng.choice((b"\0" * PAGE, b"\xff" * PAGE, bytes(data[other : other + PAGE])))
        elif how == "foreign log":
            log.write_bytes(self._other_log)
        else:
            del data[rng.randrange(len(data)) :]
        target.write_bytes(data)
        return how

    def _judged(
        self, before: Told, after: Told, found: tuple[Message, ...], beside: str, counts: Counter[str], *, log: bool
    ) -> list[str]:
        """Return what broke the promise; count what became of each game."""
        said = "\n".join(map(str, found))
        changed = [game for game in before if after.get(game) != before[game]]
        named = said.count(" was damaged ")
        counts["games"] += len(before)
        counts["games restored from a record"] += said.count("is restored from its record")
        counts["games restored from a copy"] += said.count("is restored from a copy")
        counts["games whole"] += len(before) - len(changed)
        counts["stores mended"] += bool(found)
        if not changed:
            return []
        same_lines = all(game in after and after[game][0] == before[game][0] for game in changed)
        if same_lines and beside != "records and copies":
            counts["games whose redo is lost"] += len(changed)
            return []
        if beside in ("records", "records and copies"):
            return [f"{len(changed)} games are not as they were: {changed}"]
        if log and all(game in after and after[game][0].startswith(before[game][0]) for game in changed):
            counts["games without a record, as they were before the log was lost"] += len(changed)
            return []
        if beside == "copies":
            return [f"{len(changed)} games are not as they were: {changed}"]
        if not found:
            return [f"{len(changed)} games changed without a word: {changed}"]
        if named < len(changed) and after:
            return [f"{len(changed)} games changed and {named} named: {said}"]
        counts["games set aside"] += len(changed)
        counts["stores of which nothing was left, and nothing lay beside"] += not after
        return []


def merged(path: Path) -> None:
    """Have what stands in the log merged into the file."""
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def told(path: Path) -> Told:
    """Return every game's record and what could be redone, by its id; a StoreError where one can't be read."""
    with closing(Store(path)) as store:
        games = {game: store.game(game) for game in store.games()}
    return {game: (as_record(stored), str(stored.undone)) for game, stored in games.items()}


def started(path: Path) -> None:
    """Start on the store as the service does, and open the pages that show what is stored."""
    with closing(Store(path)) as store:
        table = ServedTable(Equipment(pods=0, camera=True), store)
        table.session.resume()
        table.door.history()
        assert isinstance(table, People)
