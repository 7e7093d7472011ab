"""A game leaves as a record and comes back as the same one."""

import io
import json
import shutil
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.playthroughs import playthroughs

from companion import config
from companion.cli import main
from companion.store import archive, practice
from companion.store.database import Store
from companion.store.errors import StoreError

PLAYED = playthroughs("shipshape-*")
OLDER = Path(__file__).parents[2] / "formats" / "store" / "games-3.db"


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_a_record_comes_back_as_it_left(path, tmp_path, capsys):
    assert main(["import", str(path), "--data", str(tmp_path)]) == 0
    game_id = capsys.readouterr().out.strip()
    assert main(["export", game_id, "-o", str(tmp_path / "out.jsonl"), "--data", str(tmp_path)]) == 0
    before = [json.loads(line) for line in path.read_text().splitlines()]
    after = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert after == before


def test_a_record_is_utf_8_also_where_the_terminal_lacks_letters(tmp_path, capsys, monkeypatch):
    text = '{"record":1,"game":"alcatraz","players":["João","李小龙","王"]}\n'
    (tmp_path / "in.jsonl").write_text(text, encoding="utf-8")
    assert main(["import", str(tmp_path / "in.jsonl"), "--data", str(tmp_path)]) == 0
    stream = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(stream, encoding="cp1252", newline="\r\n"))
    assert main(["export", capsys.readouterr().out.strip(), "--data", str(tmp_path)]) == 0
    assert stream.getvalue() == text.encode()


def test_what_is_only_read_stays_as_it_is_for_an_older_release_may_play_on_it(tmp_path, capsys):
    shutil.copy(OLDER, tmp_path / "games.db")
    before = (tmp_path / "games.db").read_bytes()
    assert main(["export", "--data", str(tmp_path)]) == 0
    for row in capsys.readouterr().out.splitlines():
        assert main(["export", row.split()[0], "--data", str(tmp_path)]) == 0
    assert (tmp_path / "games.db").read_bytes() == before
    capsys.readouterr()
    assert main(["export", "--data", str(tmp_path / "none")]) == 0  # nor is anything made
    assert not (tmp_path / "none").exists()
    assert capsys.readouterr() == ("", f"{tmp_path / 'none' / 'games.db'}: no game is kept there\n")


def test_a_record_that_broke_off_is_taken_in_without_its_last_line(tmp_path, capsys):
    torn = PLAYED[0].read_bytes().rstrip(b"\n")[:-7]
    (tmp_path / "torn.jsonl").write_bytes(torn)
    assert main(["import", str(tmp_path / "torn.jsonl"), "--data", str(tmp_path)]) == 0
    captured = capsys.readouterr()
    assert "the last line broke off" in captured.err
    stored = Store(tmp_path / "games.db").game(captured.out.strip())
    assert len(stored.lines) == len(torn.splitlines()) - 2


@pytest.mark.parametrize(
    ("text", "status", "why"),
    [
        ('{"record": 1, "game": "shipshape", "players": ["Ana"]}\n', 2, "this game is for 2 to 6"),
        ("", 2, "the record is empty"),
        ('{"record": 1, "game": "shipshape", "players": ["A", "B"]}\n{"do": "dance"}\n', 1, "nobody can “dance”"),
    ],
)
def test_a_bad_record_says_why_and_nothing_is_stored(text, status, why, tmp_path, capsys):
    (tmp_path / "bad.jsonl").write_text(text)
    assert main(["import", str(tmp_path / "bad.jsonl"), "--data", str(tmp_path)]) == status
    assert why in capsys.readouterr().err
    assert Store(tmp_path / "games.db").games() == ()


def test_of_a_record_that_a_full_disk_can_not_keep_whole_nothing_is_stored(tmp_path):
    store = Store(tmp_path / "games.db")
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    large = b'{"photo":"' + b"x" * 50_000 + b'","do":"read"'  # the last line's
    with pytest.raises(StoreError, match="free some space"):
        archive.take_in(store, large.join(PLAYED[0].read_bytes().rsplit(b'{"do":"read"', 1)))
    assert store.games() == ()


@pytest.mark.parametrize(
    ("at", "begun"),
    [
        ("2025-03-01T21:30:00+01:00", "2025-03-01T20:30:00+00:00"),
        ("2025-03-01T20:30:00", None),  # nobody knows by which clock
        ("2999-01-01T00:00:00+00:00", None),
        ("0001-01-01T00:00:00+09:00", None),
        ("last winter", None),
        (20250301, None),
    ],
)
def test_a_game_was_begun_when_its_record_says(at, begun, tmp_path):
    header, *lines = PLAYED[0].read_text(encoding="utf-8").splitlines()
    dated = json.dumps({**json.loads(header), "at": at})
    before = datetime.now(UTC).isoformat(timespec="seconds")
    with closing(Store(tmp_path / "games.db")) as store:
        stored = store.game(archive.take_in(store, "\n".join([dated, *lines]).encode()))
    assert stored.begun == begun if begun else stored.begun >= before
    assert stored.header["at"] == at


def test_a_record_that_is_stored_already_is_not_taken_in_again(tmp_path, capsys):
    table = ["--data", str(tmp_path)]
    one, other = PLAYED[:2]
    assert main(["import", str(one), *table]) == 0
    game = capsys.readouterr().out
    assert main(["export", game.strip(), "-o", str(tmp_path / "out.jsonl"), *table]) == 0
    for path in (one, tmp_path / "out.jsonl"):
        assert main(["import", str(path), *table]) == 0
        said = capsys.readouterr()
        assert said.out == game
        assert said.err == f"{path}: this game is stored already, as {game.strip()}; nothing was imported\n"
    assert main(["import", str(other), *table]) == 0
    (tmp_path / "begun.jsonl").write_bytes(one.read_bytes().rstrip().rpartition(b"\n")[0])  # goes on otherwise
    assert main(["import", str(tmp_path / "begun.jsonl"), *table]) == 0
    with closing(Store(tmp_path / "games.db")) as store:
        assert len(store.games()) == 3


def test_a_file_that_is_not_there_is_named(tmp_path, capsys):
    assert main(["import", str(tmp_path / "none.jsonl"), "--data", str(tmp_path)]) == 2
    assert "none.jsonl" in capsys.readouterr().err
    assert main(["export", "nothing", "--data", str(tmp_path)]) == 2
    assert "no stored game has the id nothing" in capsys.readouterr().err


def test_a_file_that_can_not_be_written_is_named_as_it_was_given(tmp_path, capsys):
    assert main(["import", str(PLAYED[0]), "--data", str(tmp_path)]) == 0
    game_id = capsys.readouterr().out.strip()
    for target, why in (("gone/out.jsonl", "No such file or directory"), (".", "Is a directory")):
        assert main(["export", game_id, "-o", str(tmp_path / target), "--data", str(tmp_path)]) == 2
        assert capsys.readouterr().err == f"{tmp_path / target}: {why}; name a file that can be written\n"


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ('"players": ["A\\ud800", "Rui"]', 1),
        ('"players": ["Ana", "Rui"]', 3),
    ],
)
def test_half_a_character_is_not_taken_in_for_no_page_can_show_it(header, line, tmp_path, capsys):
    text = f'{{"record": 1, "game": "alcatraz", {header}}}\n\n{{"do": "empty", "player": "Ana", "by": ["\\udc00"]}}\n'
    (tmp_path / "half.jsonl").write_text(text)
    assert main(["import", str(tmp_path / "half.jsonl"), "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert f"line {line}: " in said
    assert "is half a character" in said
    assert said.count("\n") == 1
    assert Store(tmp_path / "games.db").games() == ()


def test_what_the_configuration_names_is_where_the_games_are(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(config, "SYSTEM_FILE", str(tmp_path / "none.toml"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    own = tmp_path / "table-companion" / "companion.toml"
    own.parent.mkdir()
    own.write_text(f'data = "{(tmp_path / "mine").as_posix()}"\n')
    assert main(["import", str(PLAYED[0])]) == 0
    game = capsys.readouterr().out.strip()
    assert Store(tmp_path / "mine" / "games.db").games() == (game,)
    assert main(["export"]) == 0
    assert capsys.readouterr().out.startswith(game)
    assert main(["key"]) == 1  # it was never started there
    assert "start the companion once" in capsys.readouterr().err
    assert not (tmp_path / "elsewhere").exists()


def test_a_practice_is_not_listed(tmp_path, capsys):
    assert main(["import", str(PLAYED[0]), "--data", str(tmp_path)]) == 0
    counts = capsys.readouterr().out.strip()
    with closing(Store(tmp_path / "games.db")) as store:
        store.begin("tried", "2026", {"record": 1, "game": "shipshape", "players": ["Ana", "Rui"]}, "seed")
        store.set(practice.SETTING, "tried")
    assert main(["export", "--data", str(tmp_path)]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [counts]
