"""Fuzzing: whatever comes from outside is damaged in a thousand ways (records, layouts, labels, sets, the lens, sizes,
the configuration, every route of the page), and is taken, or refused in its own words: no traceback, no hang."""

import io
import json
import math
import re
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

from support.every_page import WholeTable
from support.playthroughs import playthroughs

from companion import config
from companion.config import ConfigError
from companion.evaluation.labels import LabelsError, load_labels
from companion.game import GameError, mat_layouts, piece_sizes
from companion.game.piece_sizes import SizesError
from companion.game.record import RecordError
from companion.store.archive import take_in
from companion.store.database import Store
from companion.store.errors import StoreError
from companion.table import requests
from reliability.soak import resident_mib
from vision import layout as layouts
from vision.layout import LayoutError
from vision.pieceset import faces, set_archive
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import INDEX, FacesError
from vision.registration import lens
from vision.registration.lens import LensError
from web.app import create_app
from web.device import COOKIE, new_token

TESTS = Path(__file__).parents[1]
HANGS_S = 10.0  # of a processor
TRIES = 20  # a case
HEADERS = {"Origin": "http://localhost"}
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, -(2**63), 2**64, 10**30, 0.5, -0.0, 1e308, math.inf, math.nan),
    *(
        "",
        " ",
        "0",
        "-1",
        "Ana",
        "Rui",
        "\ud800",
        "\0",
        "\u202e",
        "é" * 3,
        "x" * 5000,
        "../../etc/passwd",
        "{seat}",
        "%s",
    ),
    *([], [[]], {}, {"": ""}, [None] * 50, {"do": {}}, ["Ana", "Ana"], {"Ana": -1}),
)


def bent(value: Any, rng: Random) -> Any:
    """Return a JSON value of which one place says something odd, is gone, or is there twice."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key, found = rng.choice([*value]), dict(value)
        match rng.randrange(8):
            case 0:
                del found[key]
            case 1:
                found[str(rng.choice(ODD))[:40]] = found[key]
            case _:
                found[key] = bent(found[key], rng)
        return found
    if isinstance(value, list) and value and rng.random() < 0.85:
        at, listed = rng.randrange(len(value)), [*value]
        match rng.randrange(8):
            case 0:
                del listed[at]
            case 1:
                listed.insert(at, listed[at])
            case _:
                listed[at] = bent(listed[at], rng)
        return listed
    return rng.choice(ODD)


def torn(data: bytes, rng: Random) -> bytes:
    """Return bytes some of which are others, gone, or there twice."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(found)) if found else 0
        end = min(len(found), at + rng.choice((1, 1, 4, 40)))
        match rng.randrange(5):
            case 0:
                del found[at:]
            case 1:
                del found[at:end]
            case 2:
                found[at:at] = found[at:end]
            case 3:
                found[at:end] = rng.randbytes(end - at)
            case _:
                found[at:at] = rng.choice(
                    (b'"', b"[", b"{", b"\n", b"1e999", b"\xff", b"nan", b"-", b"0x", b"= ", b"#")
                )
    return bytes(found)


def _files(folder: str, ending: str) -> list[Path]:
    return sorted((TESTS / folder).rglob(f"*.{ending}"))


class Fuzz:
    """One case is so many tries of one thing that comes from outside."""

    def __init__(self, seed: int, folder: Path, tries: int = TRIES) -> None:
        self._seed, self._folder, self._tries = seed, folder, tries
        self._records = [*playthroughs("*"), *_files("formats/records", "jsonl")]
        self._layouts, self._configs = _files("formats/layouts", "toml"), _files("formats/configs", "toml")
        self._sets = sorted((TESTS / "formats" / "sets").iterdir())
        self._labels = [*_files("photos", "json"), *_files("bench", "json")]
        self._archive = b""
        self._table: WholeTable | None = None
        self._kinds: dict[str, Callable[[Random], object]] = {
            "records": self._record,
            "layouts": self._layout,
            "configurations": self._config,
            "labels": self._label,
            "sets": self._set,
            "archives": self._zip,
            "lenses and sizes": self._lens,
            "requests": self._request,
            "routes": self._route,
        }

    def case(self, number: int) -> tuple[Mapping[str, int], list[str]]:
        """Try one kind of thing so many times."""
        kind = [*self._kinds][number % len(self._kinds)]
        counts: Counter[str] = Counter()
        wrong = []
        for at in range(self._tries):
            counts[f"{kind} tried"] += 1
            began_s = time.thread_time()
            try:
                self._kinds[kind](Random(f"{self._seed}/{number}/{at}"))
                counts[f"{kind} taken"] += 1
            except (RecordError, GameError, StoreError, LayoutError, ConfigError, LabelsError, FacesError) as error:
                counts[f"{kind} refused"] += bool(str(error))
            except (LensError, SizesError):
                counts[f"{kind} refused"] += 1
            except Exception as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                wrong.append(
                    f"{kind}, try {at}: {type(error).__name__}: {error} ({Path(last.filename).name} {last.lineno})"
                )
            took_s = time.thread_time() - began_s
            counts[f"most {kind}, ms of a processor"] = max(
                counts[f"most {kind}, ms of a processor"], round(1000 * took_s)
            )
            if took_s > HANGS_S:
                wrong.append(f"{kind}, try {at}: takes {took_s:.0f} s")
        counts["most MB"] = round(resident_mib())
        return counts, wrong

    def _written(self, name: str, data: bytes) -> Path:
        file = self._folder / name
        file.write_bytes(data)
        return file

    def _record(self, rng: Random) -> None:
        """Import a damaged record; a game that is taken can be shown."""
        data = rng.choice(self._records).read_bytes()
        if rng.random() < 0.6:
            lines = data.decode().splitlines()
            at = rng.randrange(len(lines)) if lines else 0
            with suppress(ValueError):  # some are torn already
                lines[at : at + 1] = [json.dumps(bent(json.loads(lines[at] if lines else "{}"), rng))]
            data = "\n".join(lines).encode("utf-8", "surrogatepass")
        else:
            data = torn(data, rng)
        with closing(Store(":memory:")) as store:
            take_in(store, data)
        table = self._whole_table()
        game = take_in(table.store, data)
        client = self._client()
        for path in (f"/game/{game}", f"/game/{game}/1", f"/keepsake/{game}", "/history", "/players"):
            self._answered(client.get(path), path)
        table.store.delete(game)

    def _layout(self, rng: Random) -> None:
        layouts.load(self._written("layout.toml", torn(rng.choice(self._layouts).read_bytes(), rng)))

    def _config(self, rng: Random) -> None:
        file = self._written("companion.toml", torn(rng.choice(self._configs).read_bytes(), rng))
        config.salvaged(file)
        config.load(file)

    def _label(self, rng: Random) -> None:
        plain = {
            "pictures": [{"file": "a.jpg", "corners": [[0, 0], [9, 0], [9, 9], [0, 9]], "zones": {"dock 1": [["x"]]}}]
        }
        found = [json.loads(file.read_bytes()) for file in self._labels if "pictures" in file.read_text()[:2000]]
        data = json.dumps(bent(rng.choice([plain, *found]), rng)).encode("utf-8", "surrogatepass")
        load_labels(self._written("LABELS.json", data), mat_layouts.layout_for("shipshape", 3))

    def _set(self, rng: Random) -> None:
        """Load a set whose index, or one of whose pictures, is damaged."""
        source = rng.choice([one for one in self._sets if one.is_dir()])
        folder = self._folder / "set"
        for file in sorted(source.rglob("*")):
            if file.is_file():
                target = folder / file.relative_to(source)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.read_bytes())
        hurt = rng.choice([*folder.glob("*.json"), *folder.glob("*.toml"), *sorted(folder.rglob("*.png"))[:2]])
        hurt.write_bytes(torn(hurt.read_bytes(), rng))
        faces.load(folder)

    def _zip(self, rng: Random) -> None:
        if not self._archive:
            source = next(one for one in self._sets if one.is_dir())
            set_archive.export(faces.load_to_read(source), self._folder / "whole.zip")
            self._archive = (self._folder / "whole.zip").read_bytes()
        data = torn(self._archive, rng) if rng.random() < 0.5 else self._archive_with_another_index(rng)
        set_archive.import_zip(Faces(self._folder / f"taken-{rng.random()}", ()), self._written("set.zip", data))

    def _archive_with_another_index(self, rng: Random) -> bytes:
        found = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(self._archive)) as whole, zipfile.ZipFile(found, "w") as other:
            for member in whole.namelist():
                data = whole.read(member)
                if member == INDEX:
                    data = json.dumps(bent(json.loads(data), rng)).encode("utf-8", "surrogatepass")
                other.writestr(member, data)
        return found.getvalue()

    def _lens(self, rng: Random) -> None:
        if rng.random() < 0.5:
            whole = lens.dump(lens.Lens((2304, 1296), (2000.0, 2000.0, 1151.5, 647.5), (0.0,) * 5))
            lens.parse(torn(whole.encode(), rng).decode("utf-8", "replace"))
            return
        self._written("sizes.toml", torn((TESTS / "formats" / "sizes.toml").read_bytes(), rng))
        piece_sizes.load(self._folder)

    # ---- the page

    def _whole_table(self) -> WholeTable:
        if self._table is None:
            (self._folder / "table").mkdir()
            self._table = WholeTable(self._folder / "table", ("Ana", "Rui", "Mia"))
            self._table.begin("Ana", "Rui", "Mia")
            self._app = create_app(self._table.door)
            self._host = new_token()
            self._table.ask(requests.Pin(self._table.session.pin), self._host)
        return self._table

    def _client(self) -> Any:
        client = self._app.test_client()
        client.set_cookie(COOKIE, self._host)
        return client

    def _answered(self, answer: Any, path: str) -> None:
        status = answer.status_code
        answer.close()
        if status >= 500 and status != 503:
            raise AssertionError(f"{path[:80]!r} answers {status}")

    def _request(self, rng: Random) -> None:
        """Ask for something that is bent; whatever it does, the table is shown afterwards."""
        table = self._whole_table()
        names = [one for one in requests.Request.__args__ if rng.random() < 0.99]
        kind = rng.choice(names)
        asked: dict[str, Any] = {"do": kind.__struct_config__.tag, "id": f"{rng.random()}"}
        asked |= {
            field: rng.choice(
                (*ODD, "shipshape", "alcatraz", 1, 3, ["Ana", "Rui"], {"do": "end_round"}, {"do": "holds"})
            )
            for field in kind.__struct_fields__
        }
        if rng.random() < 0.5:
            asked = {**asked, "game": "alcatraz", "players": ["Ana", "Rui"]} if "players" in asked else asked
        asked = bent(asked, rng) if rng.random() < 0.4 else asked
        data = json.dumps(asked).encode("utf-8", "surrogatepass")
        client = self._client()
        self._answered(client.post("/do", data=data, content_type="application/json", headers=HEADERS), f"/do {asked}")
        for path in ("/", "/wall"):
            self._answered(client.get(path), f"{path} after {asked}")
        if table.session.evening is None:
            table.begin("Ana", "Rui", "Mia")

    def _route(self, rng: Random) -> None:
        """Ask any route for anything."""
        self._whole_table()
        rule = rng.choice([one for one in self._app.url_map.iter_rules() if one.endpoint != "pages.stream"])
        odd = (*map(str, ODD), "game-1", "shipshape", "0", "photo/game-1/1/Ana", f"photo/x/{2**63 - 1}/Ana", "icon.svg")
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda _: _quoted(rng.choice(odd)), rule.rule)
        query = {
            rng.choice(("key", "step", "language", "then", "again", "game")): _quoted(rng.choice(odd)) for _ in range(2)
        }
        path += "?" + "&".join(f"{key}={value}" for key, value in query.items()) if rng.random() < 0.7 else ""
        headers = {**HEADERS, "Accept-Language": _head(rng.choice(odd)), "Range": _head(rng.choice(odd))}
        client = self._client()
        if "POST" in (rule.methods or ()):
            said = rng.choice(ODD) if rng.random() < 0.5 else {"do": rng.choice(ODD), "id": rng.choice(ODD)}
            data = json.dumps(said).encode("utf-8", "surrogatepass") if rng.random() < 0.7 else rng.randbytes(50)
            kind = rng.choice(("application/json", "application/zip", "text/plain"))
            self._answered(client.post(path, data=data, content_type=kind, headers=headers), path)
        else:
            self._answered(client.get(path, headers=headers), path)

    def close(self) -> None:
        """Close the table's store."""
        if self._table is not None:
            self._table.store.close()


def _quoted(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text[:200].encode("utf-8", "surrogatepass"))


def _head(text: str) -> str:
    return "".join(letter for letter in text[:200] if " " <= letter <= "~")
