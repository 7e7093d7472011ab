"""An evening as a companion lives it, on any folder, and what of it must be there whenever the power went.

Games are played through the session, corrected, undone; an older store is brought to this schema; pieces are taught,
the configuration, sizes, settings and people's photos kept, a game exported and one deleted, a copy made. Each promise
is a mark.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from formats import stored_games
from support.playthroughs import playthroughs
from support.served_table import ServedTable

from companion import config
from companion.config import Config
from companion.game import piece_sizes
from companion.settings import config_text
from companion.store import checksum
from companion.store.archive import as_record, take_in
from companion.store.database import Store
from companion.store.errors import StoredAlreadyError, StoreError
from companion.store.mending import mend
from companion.store.people import PeopleFile
from companion.store.record_files import RecordFiles
from companion.store.upkeep import check_and_copy
from companion.table.evening import Equipment
from vision import durable
from vision.pieceset import faces
from vision.pieceset.set_index import INDEX, Exemplar
from vision.registration.patches import PATCH_PX

TESTS = Path(__file__).parents[1]
GAMES: tuple[Callable[[ServedTable], object], ...] = (
    stored_games._shipshape_whole,
    stored_games._shipshape,
    stored_games._stingy_seen,
    stored_games._alcatraz_seen,
    stored_games._all_aboard,
    lambda table: stored_games._by_hand(table, "alcatraz", ["Ana", "Rui"], {"zero_padding": True}, events=25),
)
RECORDS = playthroughs("alcatraz-2*")
SETTING = "tried"
Mark = Callable[[str], None]


@dataclass
class Story:
    """What was kept, in order: of each thing (a game, the set, …) its states one after another, as short texts."""

    states: dict[str, list[str]] = field(default_factory=dict)

    def now(self, what: str, state: str) -> None:
        """Note that a thing is so from now on."""
        known = self.states.setdefault(what, [])
        if not known or known[-1] != state:
            known.append(state)

    def promise(self, mark: Mark, *things: str) -> None:
        """Mark how these things are by now, all of them where none is named."""
        mark(json.dumps({what: len(self.states[what]) - 1 for what in things or self.states}))

    def allowed(self, promised: tuple[str, ...], later: tuple[str, ...]) -> dict[str, list[str | None]]:
        """Return what each thing may be: as it was promised last, or anything on the way to the next promise."""
        least: dict[str, int] = {}
        for text in promised:
            least |= json.loads(text)
        most: dict[str, int] = {}
        for text in later[:1]:
            most |= json.loads(text)
        return {
            what: [
                *([None] if what not in least else []),
                *states[least.get(what, 0) : most.get(what, least.get(what, -1)) + 1],
            ]
            for what, states in self.states.items()
        }


class Watched(Store):
    """A store that tells what it has kept, transaction by transaction."""

    story: Story

    def _keep_beside(self) -> None:
        touched = [*self._beside.touched]
        super()._keep_beside()
        for game in touched:
            try:
                self.story.now(f"game {game}", state_of(self, game))
            except StoreError:  # deleted
                self.story.now(f"game {game}", "")


def state_of(store: Store, game: str) -> str:
    """Return a game's state in short: its record, what could be redone, how it stands."""
    stored = store.game(game)
    return checksum.of(as_record(stored), str(stored.undone), stored.over, str(stored.final))[:12]


class Table(ServedTable):
    """A table whose every step that keeps something ends in a promise."""

    def __init__(self, store: Watched, mark: Mark) -> None:
        self._mark = mark
        self._kept = -1
        super().__init__(Equipment(pods=0, camera=True), store)

    def step(self, signal: Any) -> Any:
        """Step, and promise."""
        reply = super().step(signal)
        changes = self.store._db.total_changes
        if changes != self._kept and self.store.story.states:  # type: ignore[attr-defined]
            self._kept = changes
            self.store.story.promise(self._mark)  # type: ignore[attr-defined]
        return reply


def prepare(folder: Path, rng: Random) -> None:
    """Put an older release's store there, or none."""
    version = rng.choice((None, 1, 2, 3))
    if version is not None:
        shutil.copy(TESTS / "formats" / "store" / f"games-{version}.db", folder / "games.db")
        with closing(sqlite3.connect(folder / "games.db")) as raw, raw:
            for table, column in (("game", "id"), ("change", "game"), ("photo", "game")):
                raw.execute(f"UPDATE {table} SET {column} = 'old-' || {column}")
            for table in ("reading", "look")[: version - 1]:
                raw.execute(f"UPDATE {table} SET game = 'old-' || game")
    durable.sync(folder)


def live(folder: Path, mark: Mark, rng: Random) -> Story:
    """Live an evening in a folder; return its story."""
    story = Story()
    path = folder / "games.db"
    if path.exists():
        with closing(Store(path, to_read=True)) as old:
            for game in old.games():
                story.now(f"game {game}", state_of(old, game))
        story.promise(mark)
    mend(path)
    Watched.story = story
    with closing(Watched(path)) as store:
        for game in store.games():
            story.now(f"game {game}", state_of(store, game))
        table = Table(store, mark)
        for play in rng.sample(GAMES, 3):
            _chores(folder, store, story, mark, rng)
            play(table)
        _chores(folder, store, story, mark, rng)
    return story


def _chores(folder: Path, store: Store, story: Story, mark: Mark, rng: Random) -> None:
    chores = [_teach, _configure, _size, _export, _delete, _copy, _set_table, _choose]
    for chore in rng.sample(chores, 5):
        story.promise(mark, *chore(folder, store, story, rng))


def _teach(folder: Path, _store: Store, story: Story, rng: Random) -> list[str]:
    patch = np.full((PATCH_PX, PATCH_PX, 3), rng.randrange(256), np.uint8)
    patch[: rng.randrange(PATCH_PX)] = rng.randrange(256)
    label = f"gold {rng.randrange(5)}"
    taught = faces.add(faces.load_or_new(folder / "set"), [Exemplar(label, patch, (200.0, 200.0, 200.0))])
    story.now("set", _set(folder))
    if rng.random() < 0.3:
        faces.remove(taught, label)
        story.now("set", _set(folder))
    return ["set"]


def _configure(folder: Path, _store: Store, story: Story, rng: Random) -> list[str]:
    config_text.write(
        folder / "companion.toml", Config(language=rng.choice(("en", "pt", "nl")), data=str(rng.random()))
    )
    story.now("config", _config(folder))
    return ["config"]


def _size(folder: Path, _store: Store, story: Story, rng: Random) -> list[str]:
    piece_sizes.keep(folder, "shipshape", rng.randrange(10, 90))
    story.now("size", _size_of(folder))
    return ["size"]


def _export(folder: Path, store: Store, story: Story, rng: Random) -> list[str]:
    games = store.games()
    if not games:
        return []
    durable.write(folder / "out.jsonl", as_record(store.game(rng.choice(games))).encode())
    story.now("export", _exported(folder))
    return ["export"]


def _delete(_folder: Path, store: Store, story: Story, rng: Random) -> list[str]:
    try:
        game = take_in(store, rng.choice(RECORDS).read_bytes())
    except StoredAlreadyError as error:
        game = error.game
    story.now(f"game {game}", state_of(store, game))
    if rng.random() < 0.5:
        store.delete(game)
        story.now(f"game {game}", "")
    return [f"game {game}"]


def _copy(folder: Path, _store: Store, _story: Story, _rng: Random) -> list[str]:
    found = check_and_copy(folder / "games.db")
    assert found == (), found
    return []


def _set_table(_folder: Path, store: Store, story: Story, rng: Random) -> list[str]:
    """A setting of the table: who was let in and the PIN are such."""
    store.set(SETTING, str(rng.random()))
    story.now("setting", str(store.setting(SETTING)))
    return ["setting"]


def _choose(folder: Path, _store: Store, story: Story, rng: Random) -> list[str]:
    """Somebody's photo takes the place of the last one, which is removed."""
    known = PeopleFile(folder / "people")
    assert known.photo("Ana", rng.randbytes(rng.randrange(100, 9000)))
    story.now("people", _people(folder))
    if rng.random() < 0.3:
        known.forget_photo("Ana")
        story.now("people", _people(folder))
    return ["people"]


def _people(folder: Path) -> str:
    known = PeopleFile(folder / "people")
    return checksum.of([(name, known.photo_of(one.photo)) for name, one in known.now.people.items()])[:12]


def _set(folder: Path) -> str:
    known = faces.load_or_new(folder / "set")
    return checksum.of([(each.label, each.file, each.patch.tobytes()) for each in known.examples])[:12]


def _config(folder: Path) -> str:
    return checksum.of(config.load(folder / "companion.toml").data)[:12]


def _size_of(folder: Path) -> str:
    return str(piece_sizes.of(folder, "shipshape"))


def _exported(folder: Path) -> str:
    return checksum.of((folder / "out.jsonl").read_bytes())[:12]


# ---- what is found afterwards


def judged(folder: Path, allowed: dict[str, list[str | None]]) -> list[str]:
    """Return what is missing or otherwise than it may be, after a start on what a power cut left."""
    found: dict[str, str | None] = {}
    for what, file, read in (
        ("set", folder / "set" / INDEX, _set),
        ("config", folder / "companion.toml", _config),
        ("size", folder / piece_sizes.FILE, _size_of),
        ("export", folder / "out.jsonl", _exported),
        ("people", folder / "people" / "people.json", _people),
    ):
        found[what] = read(folder) if file.exists() else None
    path = folder / "games.db"
    wrong = _records_behind(path)
    wrong += [f"a power cut is taken for damage: {said}" for said in mend(path)]
    with closing(Store(path)) as store:
        store.look_through()
        found["setting"] = store.setting(SETTING)
        games = {f"game {game}": state_of(store, game) for game in store.games()}
        lines = {f"game {game}": len(store.game(game).record) for game in store.games()}
    found |= games
    for what, states in allowed.items():
        state = found.get(what)
        if state not in states and not (state is None and "" in states):
            wrong.append(f"{what} is {state}, not one of {states} ({lines.get(what, 0)} lines)")
    wrong += [f"{what} is there, and nobody has made it" for what in games.keys() - allowed.keys()]
    return wrong


def _records_behind(path: Path) -> list[str]:
    """Return the games whose records have fewer lines than the store, but for what was being kept."""
    if not path.exists() or path.with_name(f"{path.name}-journal").exists():
        return []  # nothing is there yet, or what a start rolls back first
    records, wrong = RecordFiles(path.parent / "records"), []
    with closing(Store(path, to_read=True)) as store:
        for game in store.games() if store.version >= 4 else ():
            rows, kept = store.rows(game), records.kept(game)
            if game in records.games() and (kept is None or kept.store not in (rows.digest, *_before(rows))):
                wrong.append(f"the record of {game} lags behind its store")
    return wrong


def _before(rows: Any) -> list[str]:
    """Return the checksums of the store one change earlier, or one correction of several."""
    return [rows.until(len(rows.changes) - back).digest for back in range(1, min(4, len(rows.changes) + 1))]
