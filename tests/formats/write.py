"""Writes a folder of formats with the program as it is: what it keeps, and what it answers about that.

Run `PYTHONPATH=.:tests python -m formats.write FOLDER [PART...]`; the parts are store, sets, configs, layouts, records,
support and phone, all of them where none is named. A folder that a release has frozen is never written again.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

from formats import answering, drawn_sets, stored_games
from support.legal_play import playing

from companion.game import record
from companion.language.message import say
from companion.machine import support_file as support
from companion.machine.health import OK
from companion.settings import config_text
from companion.table.snapshot import Health

MATS = (("shipshape", (2, 6)), ("stingy", (2, 4)), ("alcatraz", (3,)), ("allaboard", (3, 5)))
LENS = """# a camera's lens, measured by: companion calibrate
size_px = [2304, 1296]
matrix = [1720.5, 1718.25, 1150.75, 640.5]  # fx, fy, cx, cy in pixels
distortion = [0.031, -0.042, 0.0005, -0.0007, 0.01]  # k1, k2, p1, p2, k3
rms_px = 0.31
"""
FULL = """data = "/var/lib/table-companion"
language = "pt"

[camera]
source = "/dev/video0"
lens = "camera.toml"
width_px = 1920
height_px = 1080
focus_mm = 640.0

[pods]
count = 3
pins = [[17, 27, 22], [5, 6, 13], [19, 26, 21]]

[display]
device = "ssd1322"
bus = "spi"
width_px = 256
height_px = 64
address = 61
port = 0
rotate = 180
contrast = 99
select = 1
dc = 24
reset = -1

[page]
host = "127.0.0.1"
port = 80
name = "table"
wifi = "Sala"

[table]
layout = "layout.toml"
teach = false
"""
CONFIGS = {
    "none.toml": "",
    "minimal.toml": 'data = "/var/lib/table-companion"\n\n[camera]\nsource = "auto"\n',
    "full.toml": FULL,
    "lens.toml": '[camera]\nsource = "pi"\nlens = "camera.toml"\n',
    "whole-number-of-mm.toml": "[camera]\nfocus_mm = 640\n",
    "unknown-key.toml": 'language = "nl"\n[page]\nport = 8080\n[camera]\nzoom = 2\n',
    "wrong-type.toml": 'language = "es"\n[page]\nport = "eighty"\nname = "salon"\n',
    "torn.toml": 'language = "pt"\n[page]\nport = 8081\n[display]\ndevice = "sh11',
}
SPELT = {  # how a record may be written without meaning anything else
    "bom-and-crlf": lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    "blank-lines": lambda text: "\n  \n" + text.replace("\n", "\n\n   \n"),
    "no-last-newline": lambda text: text.rstrip("\n"),
    "notes": lambda text: text.replace(
        '"do":', '"by":"Ana","photo":null,"seen":{"dock 1":["x"]},"at":"2026-11-20T20:00:00Z","do":'
    ),
}
BROKEN = {  # after a header and two lines that stand
    "forbidden": '{"do": "dance"}\n',
    "wrong-type": '{"do": "claim", "player": "Ana", "objective": "12", "cards": [5, 7]}\n',
    "missing-key": '{"do": "claim", "player": "Ana", "cards": [5, 7]}\n',
    "unknown-player": '{"do": "claim", "player": "Eva", "objective": 12, "cards": [5, 7]}\n',
    "torn": '{"do": "claim", "player": "An',
    "no-object": "[1, 2]\n",
}
HEADERS = {
    "unknown-option": '{"record": 1, "game": "alcatraz", "players": ["Ana", "Rui"], "options": {"speed": 2}}\n',
    "unknown-game": '{"record": 1, "game": "chess", "players": ["Ana", "Rui"]}\n',
    "newer-record": '{"record": 2, "game": "alcatraz", "players": ["Ana", "Rui"]}\n',
    "one-player": '{"record": 1, "game": "alcatraz", "players": ["Ana"]}\n',
    "no-animals": '{"record": 1, "game": "allaboard", "players": ["Ana", "Rui"]}\n',
    "empty": "",
}
WHOLE = (
    ("shipshape", 2, {"capn": False}),
    ("shipshape", 5, {"capn": True}),
    ("shipshape", 6, {"capn": False}),
    ("stingy", 2, {"sly": False, "colour_bonus": True}),
    ("stingy", 5, {"sly": True, "colour_bonus": False}),
    ("alcatraz", 2, {"zero_padding": True}),
    ("alcatraz", 4, {"zero_padding": False}),
    ("allaboard", 2, {"effects": True}),
    ("allaboard", 5, {"effects": False}),
)


def store(folder: Path, scratch: Path) -> None:
    """Play the games; write the store, what is exported of it, and how the running games go on."""
    target = folder / "store"
    target.mkdir()
    data = scratch / "data"
    data.mkdir()
    going_on = stored_games.play(data / "games.db")
    shutil.copy(data / "games.db", target / "games-3.db")
    stored(target / "games-3", going_on, scratch)


def stored(name: Path, going_on: dict[str, dict[str, Any]], scratch: Path) -> None:
    """Write what is answered about a store; also about one that an older program wrote."""
    data = scratch / "answered"
    data.mkdir()
    kept = name.with_suffix(".db")
    shutil.copy(kept, data / "games.db")
    _json(name.with_suffix(".json"), answering.stored(data, scratch))
    steps = {}
    for game, event in going_on.items():
        shutil.copy(kept, data / "games.db")
        steps[game] = answering.gone_on(data, stored_games.COOKIE, game, event)
    _json(name.with_suffix(".going-on.json"), steps)


def sets(folder: Path, scratch: Path) -> None:
    """Write piece sets, and what is read with them."""
    drawn_sets.write(folder, scratch)
    answers = {}
    for pieces in sorted(path for path in (folder / "sets").iterdir() if path.is_dir()):
        game = pieces.name.split("-")[0]
        for whole in (False, True):
            copy = answering.opened(pieces, scratch / "opened", whole=whole)
            for picture in sorted((folder / "pictures").glob(f"{pieces.name}*.jpg")):
                if whole and "strange" in picture.stem:
                    continue  # who declares a set complete says that there is no stranger
                seen = answering.read(folder / "layouts" / f"{game}-one.toml", copy, picture)
                answers[f"{picture.stem}, {'complete' if whole else 'open'}"] = seen
        _json(pieces.with_name(f"{pieces.name}.list.json"), answering.listed(pieces))
    _json(folder / "pictures" / "answers.json", answers, indent=None)
    _json(folder / "walks" / "answers.json", {g: answering.walked(folder, scratch, g) for g in drawn_sets.SHEETS})


def configs(folder: Path, _: Path) -> None:
    """Write configurations, a camera file and the sizes of pieces, and their values."""
    target = folder / "configs"
    target.mkdir()
    (target / "camera.toml").write_text(LENS, encoding="utf-8")
    for name, text in CONFIGS.items():
        (target / name).write_text(text, encoding="utf-8")
    written = answering.config.load(target / "full.toml")
    (target / "as-setup-writes-it.toml").write_text(config_text.text_of(written), encoding="utf-8")
    values = {file.name: answering.configured(file) for file in sorted(target.glob("*.toml")) if file.stem != "camera"}
    _json(target / "answers.json", values | {"camera.toml": answering.bent(target / "camera.toml")})
    for game, width in (("shipshape", 92.5), ("stingy", 26.0), ("alcatraz", 63.0)):
        answering.piece_sizes.keep(folder, game, width)
    _json(folder / "sizes.json", answering.sized(folder))


def layouts(folder: Path, scratch: Path) -> None:
    """Write layouts as `companion print mat` does, and what they say."""
    target = folder / "layouts"
    target.mkdir(exist_ok=True)
    for game, counts in MATS:
        for players in counts:
            out = scratch / f"{game}-{players}"
            assert answering.asked("print", "mat", "--game", game, "--players", players, "-o", out)[0] == 0
            shutil.copy(out / "layout.toml", target / f"{game}-{players}.toml")
    _json(target / "answers.json", {file.stem: answering.laid_out(file) for file in sorted(target.glob("*.toml"))})


def records(folder: Path, _: Path) -> None:
    """Write records, whole and spelt otherwise and broken, and what replaying them says."""
    target = folder / "records"
    target.mkdir()

    def write(name: str, text: str) -> None:
        (target / f"{name}.jsonl").write_bytes(text.encode("utf-8"))

    for game, players, options in WHOLE:
        played = playing.whole_game(game, players, options, "frozen")
        write(f"{game}-{players}", "".join(record.write(line) + "\n" for line in played.lines))
    text = (target / "alcatraz-2.jsonl").read_text(encoding="utf-8")
    for name, spelt in SPELT.items():
        write(f"spelt-{name}", spelt(text))
    begun = '{"record": 1, "game": "alcatraz", "players": ["Ana", "Rui"]}\n'
    begun += '{"do": "claim", "player": "Rui", "objective": 9, "cards": [4, 5]}\n{"do": "end_round"}\n'
    for name, broken in BROKEN.items():
        write(f"broken-{name}", begun + broken)
    for name, header in HEADERS.items():
        write(f"header-{name}", header)
    write("header-after-its-end", text + '{"do": "end_round"}\n')
    _json(target / "answers.json", {f.stem: answering.replayed(f) for f in sorted(target.glob("*.jsonl"))})


def support_file(folder: Path, _: Path) -> None:
    """Write a support file as on some Raspberry Pi, and what is in it."""
    parts = (Health("camera", OK, say("The camera sees the mat")),)
    with (
        mock.patch.object(support, "_machine", lambda: "Raspberry Pi 5 Model B Rev 1.0\nLinux\nPython 3.13\n"),
        mock.patch.object(support, "_version", lambda _: "0.2.0"),
        mock.patch.object(support.facts, "journal", lambda: "companion: started\n"),
    ):
        support.write(folder / "support.zip", parts, folder / "configs" / "full.toml")
    _json(folder / "support.json", answering.in_support_file(folder / "support.zip"))


def phone(folder: Path, _: Path) -> None:
    """Write the cookie of the phone that plays in the store, and the table's PIN."""
    _json(folder / "phone.json", {"cookie": stored_games.COOKIE, "seat": "Ana", "pin": stored_games.PIN})


PARTS = {
    "store": store,
    "sets": sets,
    "configs": configs,
    "layouts": layouts,
    "records": records,
    "support": support_file,
    "phone": phone,
}


def main(folder: Path, parts: list[str]) -> None:
    """Write the parts of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts or PARTS:
        with tempfile.TemporaryDirectory() as scratch:
            PARTS[part](folder, Path(scratch))


def _json(file: Path, value: Any, indent: int | None = 1) -> None:
    file.write_text(json.dumps(value, ensure_ascii=False, indent=indent) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
