"""What earlier releases wrote is opened with the same answers: games, piece sets, configurations, layouts, records.

`README.md` beside this says what each file is. What a picture shows is read at least as well as it was read then.
"""

import json
import shutil
import tomllib
import zipfile
from pathlib import Path

import pytest
from formats import answering, write

from companion.store.database import Store

HERE = Path(__file__).parent
STORES = sorted(path.stem for path in (HERE / "store").glob("*.db"))
RECORDS = sorted(path.stem for path in (HERE / "records").glob("*.jsonl"))
PIECES = sorted(path.name for path in (HERE / "sets").iterdir() if path.is_dir())
PHONE = json.loads((HERE / "phone.json").read_text("utf-8"))


def frozen(*where):
    """Return the answers that were kept."""
    return json.loads(HERE.joinpath(*where).read_text("utf-8"))


def opened(store, folder):
    """Return a data folder with a copy of a kept store."""
    folder.mkdir()
    shutil.copy(HERE / "store" / f"{store}.db", folder / "games.db")
    return folder


# ---- the store


@pytest.mark.parametrize("store", STORES)
def test_every_stored_game_is_the_same_record_with_the_same_final(store, tmp_path):
    assert answering.stored(opened(store, tmp_path / "data"), tmp_path) == frozen("store", f"{store}.json")


@pytest.mark.parametrize("store", STORES)
def test_opening_a_store_changes_no_row_that_was_written(store, tmp_path):
    data = opened(store, tmp_path / "data")
    before = answering.rows(HERE / "store" / f"{store}.db")
    assert {"game", "change", "photo", "setting"} <= before.keys()
    assert all(len(rows) > 1 for rows in before.values())
    Store(data / "games.db").close()
    after = answering.rows(data / "games.db")
    assert {table: after[table] for table in before} == before


@pytest.mark.parametrize(
    ("store", "game"), [(store, game) for store in STORES for game in frozen("store", f"{store}.going-on.json")]
)
def test_a_running_game_goes_on_where_it_stopped(store, game, tmp_path):
    kept = frozen("store", f"{store}.going-on.json")[game]
    event = next(step["asked"] for step in kept if step["asked"]["do"] == "enter")
    assert answering.gone_on(opened(store, tmp_path / "data"), PHONE["cookie"], game, event) == kept


@pytest.mark.parametrize("store", STORES)
def test_what_lies_beside_the_games_is_read_as_it_was_written(store, tmp_path):
    data = opened(store, tmp_path / "data")
    with answering.evening(data, None) as evening:
        rows = answering.rows(data / "games.db")
        shown = [
            evening.beside(table, row[:-1]) for table in ("photo", "reading", "look") for row in rows.get(table, [])[1:]
        ]
        assert shown == [row[-1] for table in ("photo", "reading", "look") for row in rows.get(table, [])[1:]]


@pytest.mark.parametrize("store", STORES)
def test_a_phone_known_before_is_known_after(store, tmp_path):
    data = opened(store, tmp_path / "data")
    with answering.evening(data, PHONE["cookie"]) as evening:
        assert "Set-Cookie" not in evening.phone.get("/").headers
        assert evening.do({"do": "undo"})["ok"]  # it is still the host
        assert evening.do({"do": "leave", "seat": PHONE["seat"]})["ok"]  # and still holds its seat
    with answering.evening(data, None) as evening:
        assert evening.phone.get("/").headers["Set-Cookie"].startswith("device=")
        assert evening.do({"do": "undo"})["ask"] == "pin"
        assert evening.do({"do": "pin", "pin": PHONE["pin"]})["ok"]


# ---- piece sets


@pytest.mark.parametrize("whole", [False, True], ids=["open", "complete"])
@pytest.mark.parametrize("name", PIECES)
def test_a_piece_set_opens_with_its_faces(name, whole, tmp_path):
    pieces = answering.opened(HERE / "sets" / name, tmp_path / "set", whole=whole)
    assert answering.listed(pieces) == frozen("sets", f"{name}.list.json")
    assert answering.is_complete(pieces) is whole
    index = (pieces / "faces.json").read_bytes()
    again = ["--no"] if not whole else []
    assert answering.asked("pieces", "--pieces", pieces, "complete", *again)[0] == 0
    assert (pieces / "faces.json").read_bytes() == index  # written again it is the same, byte for byte


def weighed(case):
    """Return a case with its mark: a set that was walked is read in one way every day, in the others with the slow."""
    slow = "walked" in case and case.split("walked")[1] != "-first, open"
    return pytest.param(case, marks=pytest.mark.slow if slow else ())


@pytest.mark.parametrize("case", [weighed(case) for case in sorted(frozen("pictures", "answers.json"))])
def test_a_picture_is_read_at_least_as_well(case, tmp_path):
    picture, how = case.split(", ")
    game, way = picture.split("-")[:2]
    pieces = answering.opened(HERE / "sets" / f"{game}-{way}", tmp_path / "set", whole=how == "complete")
    mat = HERE / "layouts" / f"{game}-one.toml"
    (truth,) = frozen("pictures", f"{picture}.truth.json")["pictures"]
    seen = answering.read(mat, pieces, HERE / "pictures" / f"{picture}.jpg")
    assert seen["found"]
    now, then = (answering.judged(truth, said) for said in (seen, frozen("pictures", "answers.json")[case]))
    good, good_then = (answering.right_and_sure(places) for places in (now, then))
    assert good_then <= good
    assert answering.wrong_and_sure(now) <= answering.wrong_and_sure(then)
    assert {place for place, (lies, _, _) in now.items() if lies} == {p for p, (lies, _, _) in then.items() if lies}


@pytest.mark.parametrize("game", sorted(frozen("walks", "answers.json")))
def test_a_walk_goes_on_from_what_was_shown(game, tmp_path):
    assert answering.walked(HERE, tmp_path, game) == frozen("walks", "answers.json")[game]


# ---- texts


@pytest.mark.parametrize("name", sorted(frozen("configs", "answers.json")))
def test_a_configuration_says_the_same(name):
    file = HERE / "configs" / name
    asked = answering.bent if name == "camera.toml" else answering.configured
    known = frozen("configs", "answers.json")[name]
    assert of_then(asked(file), known) == known


def of_then(values, known):
    """Return what an answer says under the keys that it had then: later releases have more to configure."""
    if not isinstance(values, dict) or not isinstance(known, dict):
        return values
    return {key: of_then(value, known[key]) for key, value in values.items() if key in known}


@pytest.mark.parametrize("name", sorted(frozen("layouts", "answers.json")))
def test_a_layout_says_the_same(name):
    file = HERE / "layouts" / f"{name}.toml"
    assert answering.laid_out(file) == frozen("layouts", "answers.json")[name]
    assert tomllib.loads(answering.laid_out_again(file)) == tomllib.loads(file.read_text("utf-8"))


def test_the_sizes_of_pieces_are_the_same():
    assert answering.sized(HERE) == frozen("sizes.json")


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_answered_the_same(name):
    assert answering.replayed(HERE / "records" / f"{name}.jsonl") == frozen("records", "answers.json")[name]


@pytest.mark.parametrize("spelling", sorted(name for name in RECORDS if name.startswith("spelt-")))
def test_how_a_record_is_spelt_changes_nothing(spelling):
    kept = frozen("records", "answers.json")
    assert kept[spelling]["status"] == 0
    assert kept[spelling]["answers"][-1] == kept["alcatraz-2"]["answers"][-1]


def test_a_support_file_is_as_it_was(tmp_path):
    assert answering.in_support_file(HERE / "support.zip") == frozen("support.json")
    target = tmp_path / "support.zip"
    answering.asked("doctor", "--config", HERE / "configs" / "none.toml", "--zip", target)
    assert answering.in_support_file(target) == frozen("support.json")
    with zipfile.ZipFile(HERE / "support.zip") as archive:
        assert b"Sala" not in archive.read("companion.toml")


def test_what_a_release_writes_for_the_next_one_can_be_written(tmp_path):
    write.main(tmp_path, ["configs", "records", "support", "phone"])
    assert json.loads((tmp_path / "sizes.json").read_text("utf-8")) == frozen("sizes.json")
    for part in ("configs", "records"):
        assert {path.name for path in (tmp_path / part).iterdir()} == {path.name for path in (HERE / part).iterdir()}
