"""Answers: what the program says of the files in a folder of formats, asked the same way when such a folder is written
(`formats.write`) and when a later program opens it (`test_formats`). All that either needs of the program is imported
here, and the public commands are asked where there is one."""

import contextlib
import io
import json
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from math import dist
from pathlib import Path
from typing import Any

import msgspec
from support.served_table import Equipment, ServedTable
from support.walking_people import Walkers

from companion import config
from companion.cli import main
from companion.game import piece_sizes
from companion.store.database import Store
from vision import layout as layouts
from vision.pieceset import faces
from vision.registration import lens as lenses
from web.app import create_app

NEAR_MM = 8.0  # a free piece is the one whose middle lies as near as that


def asked(*words: object) -> tuple[int, str, str]:
    """Return the exit status of a command and what it printed, on both streams."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([str(word) for word in words])
    return status, out.getvalue(), err.getvalue()


# ---- records


def replayed(record: Path) -> dict[str, Any]:
    """Return what `companion replay --json` says of a record."""
    status, out, err = asked("replay", record, "--json")
    return {"status": status, "answers": out.splitlines(), "complaint": err.replace(f"{record.parent}/", "")}


# ---- the store


def stored(folder: Path, scratch: Path) -> dict[str, Any]:
    """Return the list of the games in a data folder, and of each its record and what replaying that says."""
    status, listed, _ = asked("export", "--data", folder)
    assert status == 0
    games = {}
    for game in (row.split()[0] for row in listed.splitlines()):
        record = scratch / f"{game}.jsonl"
        assert asked("export", game, "--data", folder, "-o", record)[0] == 0
        games[game] = {"record": record.read_text("utf-8").splitlines(), **replayed(record)}
    return {"list": listed.splitlines(), "games": games}


def rows(store: Path) -> dict[str, list[list[str]]]:
    """Return every row of every table as SQLite itself reads it, each value as SQL text, by table."""
    with closing(sqlite3.connect(store)) as raw:
        tables = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        found = {}
        for (table,) in sorted(tables.fetchall()):
            columns = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]
            values = ", ".join(f"quote({column})" for column in columns)
            found[table] = [columns, *map(list, raw.execute(f"SELECT {values} FROM {table} ORDER BY rowid"))]
        return found


def unquoted(text: str) -> str:
    """Return what an SQL text of a name or a number says."""
    return text[1:-1].replace("''", "'") if text.startswith("'") else text


def quoted(value: Any) -> str:
    """Return a kept JSON value as SQL text."""
    return "'" + json.dumps(value, ensure_ascii=True, separators=(",", ":")).replace("'", "''") + "'"


class Evening:
    """A data folder's store opened by a companion that has just been started, and one phone with its cookie."""

    def __init__(self, folder: Path, cookie: str | None) -> None:
        self.folder = folder
        self.table = ServedTable(Equipment(pods=0, camera=True), Store(folder / "games.db"))
        self.table.session.resume()
        self.phone = create_app(self.table.door).test_client()
        if cookie is not None:
            self.phone.set_cookie("device", cookie)

    def do(self, request: dict[str, Any]) -> dict[str, Any]:
        """Ask as the page does; return what it is answered."""
        answer: dict[str, Any] = self.phone.post("/do", json=request).json
        return answer

    def beside(self, table: str, key: list[str]) -> str:
        """Return a photo, a reading or a look as the store hands it out, as SQL text; `key` names it, so written."""
        game, line, *seat = (unquoted(part) for part in key)
        store = self.table.store
        match table:
            case "photo":
                return f"X'{(store.photo_of(game, int(line), *seat) or b'').hex().upper()}'"
            case "reading":
                return quoted(store.readings_of(game, int(line), *seat))
            case _:
                return quoted(store.looks(game)[int(line)])

    def close(self) -> None:
        """Close the store."""
        self.table.store.close()


@contextlib.contextmanager
def evening(folder: Path, cookie: str | None) -> Iterator[Evening]:
    """Open an evening, and close it again."""
    opened = Evening(folder, cookie)
    try:
        yield opened
    finally:
        opened.close()


def gone_on(folder: Path, cookie: str, game: str, event: dict[str, Any]) -> list[dict[str, Any]]:
    """Return how a running game goes on: taken up; what was undone played again, where there is such, and undone once
    more; one event, that undone and played again. After each request: whether it was granted, how many lines the record
    has, and the last of them."""
    steps: list[dict[str, Any]] = []
    with evening(folder, cookie) as opened:

        def step(request: dict[str, Any]) -> bool:
            answer = opened.do(request)
            record = asked("export", game, "--data", folder)[1].splitlines()
            steps.append({"asked": request, "ok": answer["ok"], "lines": len(record), "last": record[-1]})
            return bool(answer["ok"])

        step({"do": "take_up", "game_id": game})
        if step({"do": "redo"}):
            step({"do": "undo"})
        for request in (event, {"do": "undo"}, {"do": "redo"}):
            step(request)
    return steps


# ---- configurations, layouts, a lens, sizes


def configured(file: Path) -> dict[str, Any]:
    """Return the values of a configuration; of one that is refused why, and what of it counts nevertheless."""
    try:
        return {"values": _plain(config.load(file))}
    except config.ConfigError as error:
        return {"refused": str(error).replace(f"{file.parent}/", ""), "salvaged": _plain(config.salvaged(file))}


def laid_out(file: Path) -> dict[str, Any]:
    """Return what a layout says: its name, its size, and its markers and zones with all their numbers."""
    layout = layouts.load(file)
    zones = [{"kind": "grid" if hasattr(zone, "rows") else "pieces", **_plain(zone)} for zone in layout.zones]
    return {"name": layout.name, "size_mm": _plain(layout.size_mm), "markers": _plain(layout.markers), "zones": zones}


def laid_out_again(file: Path) -> str:
    """Return a layout as the program writes it."""
    return layouts.dump(layouts.load(file))


def bent(file: Path) -> dict[str, Any]:
    """Return what a camera file says of its lens."""
    lens = lenses.load(file)
    return {key: _plain(getattr(lens, key)) for key in ("size_px", "matrix", "distortion", "rms_px")}


def sized(folder: Path) -> dict[str, float]:
    """Return the sizes of the owner's pieces."""
    return piece_sizes.load(folder)


def _plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


# ---- piece sets and pictures


def listed(pieces: Path) -> list[str]:
    """Return what `companion pieces list` says of a set."""
    status, out, _ = asked("pieces", "--pieces", pieces, "list")
    assert status == 0
    return out.splitlines()


def is_complete(pieces: Path) -> bool:
    """Return whether a set is said to have every face of its game."""
    return faces.load(pieces).complete


def read(layout: Path, pieces: Path, picture: Path) -> dict[str, Any]:
    """Return what `companion read --json` says of a picture, the file's name left out."""
    status, out, err = asked("read", "--layout", layout, "--pieces", pieces, "--json", picture)
    assert (status, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    del answer["file"]
    return answer


def judged(truth: dict[str, Any], seen: dict[str, Any]) -> dict[str, tuple[str, str, bool]]:
    """Return what was said of each place that the truth names (label, and whether it was sure) beside what lies there.
    A free piece that was not found is called "". One that was found where none lies stands under its own middle."""
    found: dict[str, tuple[str, str, bool]] = {}
    for zone, lying in truth["zones"].items():
        said = seen["zones"][zone]
        if isinstance(lying, list):
            for place, label in _cells(lying):
                cell = dict(_cells(said["cells"]))[place]
                found[f"{zone} {place}"] = (label or "", cell["label"], cell["sure"])
            continue
        left = list(said["pieces"])
        for number, piece in enumerate(lying["pieces"]):
            near = [other for other in left if dist(other["center_mm"], piece["center_mm"]) <= NEAR_MM]
            best = min(near, key=lambda other, at=piece["center_mm"]: dist(other["center_mm"], at), default=None)
            if best is not None:
                left.remove(best)
            word = ("", False) if best is None else (best["label"], best["sure"])
            found[f"{zone} {number}"] = (piece["label"], *word)
        for piece in left:
            found[f"{zone} at {piece['center_mm']}"] = ("", piece["label"], piece["sure"])
    return found


def right_and_sure(places: dict[str, tuple[str, str, bool]]) -> set[str]:
    """Return the places that were read right and sure."""
    return {place for place, (lies, label, sure) in places.items() if sure and lies == label}


def wrong_and_sure(places: dict[str, tuple[str, str, bool]]) -> set[str]:
    """Return the places that were read wrong and sure."""
    return {place for place, (lies, label, sure) in places.items() if sure and lies != label}


def _cells(rows: list[list[Any]]) -> list[tuple[str, Any]]:
    return [(f"{row}/{col}", cell) for row, cells in enumerate(rows) for col, cell in enumerate(cells)]


def opened(pieces: Path, copy: Path, *, whole: bool) -> Path:
    """Return a copy of a kept set, as it was before it was declared complete or after."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(pieces, copy)
    if whole:
        shutil.copy(pieces.with_name(f"{pieces.name}.complete.json"), copy / "faces.json")
    return copy


def walked(folder: Path, scratch: Path, game: str) -> list[str]:
    """Return how far a teach walk of a game has come, once its kept file is there."""
    home = scratch / f"walk of {game}"
    (home / "walks").mkdir(parents=True)
    shutil.copy(folder / "walks" / f"{game}.json", home / "walks")
    people = Walkers(home, game)
    people.walker.begin(game, "host")
    return [str(part.text) for part in people.walker.state().game.progress(people.walk.before)]


# ---- the support file


def in_support_file(file: Path) -> dict[str, Any]:
    """Return the names of a support file's members, and the keys of what the doctor says of a part."""
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        parts = json.loads(archive.read("doctor.json"))
        return {"members": sorted(archive.namelist()), "keys of a part": sorted(parts[0])}
