"""What is kept: rows fold to the lines that stand, nothing that was said is gone, and bad files say what to do."""

import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from threading import Thread

import pytest
from support.broken_games import break_games

from companion.store import checksum
from companion.store.database import Store
from companion.store.errors import StoreError
from companion.store.mending import mend
from companion.store.upkeep import check_and_copy

HEADER = {"record": 1, "game": "shipshape", "players": ["Ana", "Rui"]}
AT = "2026-11-20T20:00:00Z"


@pytest.fixture
def store(tmp_path):
    kept = Store(tmp_path / "games.db")
    kept.begin("a", AT, HEADER, "seed")
    yield kept
    kept.close()


def test_lines_undone_redone_and_rewritten_fold_to_what_stands(store):
    for number in range(4):
        store.play("a", AT, {"do": str(number)})
    store.undo("a", AT)
    store.undo("a", AT)
    assert [line["do"] for line in store.game("a").undone] == ["3", "2"]
    store.play("a", AT, {"do": "2"}, redo=True)
    store.rewrite("a", AT, 1, {"do": "corrected"})
    stored = store.game("a")
    assert [line["do"] for line in stored.lines] == ["corrected", "1", "2"]
    assert stored.undone == ()


def test_whoever_reads_while_something_is_kept_together_reads_all_of_it(store):
    seen = []
    reader = Thread(target=lambda: seen.append(len(store.game("a").lines)))
    with store.together():
        store.play("a", AT, {"do": "1"})
        reader.start()
        reader.join(0.05)
        assert seen == []
        store.play("a", AT, {"do": "2"})
    reader.join()
    assert seen == [2]


def test_what_was_rewritten_stays_in_its_earlier_row(store, tmp_path):
    store.play("a", AT, {"do": "first"})
    store.rewrite("a", AT, 1, {"do": "second"})
    store.close()
    with closing(sqlite3.connect(tmp_path / "games.db")) as raw:
        rows = raw.execute("SELECT kind, value FROM change").fetchall()
    assert [kind for kind, _ in rows] == ["play", "rewrite"]
    assert "first" in rows[0][1]


def test_a_line_is_on_disk_when_play_returns(store, tmp_path):
    store.play("a", AT, {"do": "x"})
    with closing(Store(tmp_path / "games.db")) as other:
        assert other.game("a").lines == ({"do": "x"},)


def test_names_of_any_script_survive(store):
    store.begin("b", AT, {**HEADER, "players": ["山田太郎", "\ud800"]}, "seed")
    assert store.game("b").header["players"] == ["山田太郎", "\ud800"]


def test_a_game_that_is_dated_ahead_gives_way_to_those_after_it(store):
    store.delete("a")
    store.begin("early", "2021-11-20T20:00:00+00:00", HEADER, "seed")
    store.begin("ahead", "2999-11-20T20:00:00+00:00", HEADER, "seed")
    store.begin("late", "2021-11-20T20:00:01+00:00", HEADER, "seed")
    store.begin("imported", "2019-11-20T20:00:00+00:00", HEADER, "seed")
    assert store.games() == store.running() == ("late", "ahead", "early", "imported")
    store.delete("early")
    assert store.games() == ("late", "imported", "ahead")  # nobody knows any more since when it can be


def test_the_newest_game_comes_first_and_a_deleted_one_is_gone(store):
    store.begin("b", "2026-11-21T20:00:00Z", HEADER, "seed")
    assert store.games() == ("b", "a")
    store.photo("b", 1, "Ana", b"jpeg")
    store.delete("b")
    assert store.games() == ("a",)
    assert store.photo_of("b", 1, "Ana") is None


@pytest.mark.parametrize("strange", ["", "%", "../else", "c"])
def test_an_id_that_no_game_has_deletes_nothing_not_even_beside_the_games(store, tmp_path, strange):
    (tmp_path / "damaged").mkdir()
    others = [tmp_path / "damaged" / "of-another.jsonl", tmp_path / "else.jsonl"]
    for file in others:
        file.write_bytes(b"{}")
    with pytest.raises(StoreError, match="no stored game has the id"):
        store.delete(strange)
    assert all(file.exists() for file in others)
    assert store.games() == ("a",)


def test_a_database_from_a_newer_version_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "games.db"
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA user_version = 99")
    raw.close()
    with pytest.raises(StoreError, match="newer companion"):
        Store(path)
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (99,)


def test_a_file_of_the_version_before_keeps_its_games_and_takes_answers_from_then_on(store, tmp_path):
    store.play("a", AT, {"do": "x"})
    store._seal("version", "", checksum.of(4))
    store.close()
    raw = sqlite3.connect(tmp_path / "games.db")
    raw.executescript("DROP TABLE answer; DROP TABLE outbox; PRAGMA user_version = 4;")
    raw.close()
    assert mend(tmp_path / "games.db") == ()
    with closing(Store(tmp_path / "games.db")) as upgraded:
        assert not upgraded.mislabelled
        assert upgraded.game("a").lines == ({"do": "x"},)
        upgraded.answer("phone 1", "{}")
    assert mend(tmp_path / "games.db") == ()
    with closing(Store(tmp_path / "games.db")) as upgraded:
        assert upgraded.answers() == [("phone 1", "{}")]


def test_a_file_of_the_first_version_keeps_its_games_and_takes_readings_from_then_on(store, tmp_path):
    store.play("a", AT, {"do": "x"})
    store.close()
    raw = sqlite3.connect(tmp_path / "games.db")
    raw.executescript(
        "DROP TABLE reading; DROP TABLE look; DROP TABLE checksum; DROP TABLE answer; DROP TABLE outbox; "
        "PRAGMA user_version = 1;"
    )
    raw.close()
    for _ in range(2):  # the second start finds it upgraded
        with closing(Store(tmp_path / "games.db")) as upgraded:
            assert upgraded.game("a").lines == ({"do": "x"},)
            assert upgraded.readings_of("a", 1, "Ana") == []
    with closing(Store(tmp_path / "games.db")) as upgraded:
        upgraded.readings("a", 1, "Ana", [{"label": "gold 2"}])
        assert upgraded.readings_of("a", 1, "Ana") == [{"label": "gold 2"}]


def test_a_file_that_is_no_database_is_refused_in_one_sentence(tmp_path):
    path = tmp_path / "games.db"
    path.write_bytes(b"not a database at all, but long enough to look like a file" * 20)
    with pytest.raises(StoreError, match=r"games\.db: .*start the companion again"):
        Store(path)


def test_a_file_that_is_broken_inside_says_so_too(store, tmp_path):
    store.close()
    break_games(tmp_path / "games.db")
    with closing(Store(tmp_path / "games.db")) as broken, pytest.raises(StoreError, match="start the companion again"):
        broken.games()


def test_a_full_disk_says_so_and_keeps_what_there_was(store):
    store.play("a", AT, {"do": "kept"})
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="free some space"):
        for _ in range(200):
            store.photo("a", 1, "Ana" * 50, b"x" * 50_000)
    assert store.game("a").lines == ({"do": "kept"},)


def test_settings_are_kept(store, tmp_path):
    store.set("pin", "1234")
    with closing(Store(tmp_path / "games.db")) as again:
        assert again.setting("pin") == "1234"
    assert store.setting("nothing") is None
    store.unset("pin")
    assert store.setting("pin") is None


def test_a_file_that_may_not_be_written_is_no_full_disk(store):
    store._db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="let the companion write to this file and its folder"):
        store.play("a", AT, {"do": "x"})


def test_a_file_that_another_program_holds_says_so(store, tmp_path):
    store._db.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="end what else is using it"):
            store.play("a", AT, {"do": "x"})


def test_only_its_owner_reads_the_games(store, tmp_path):
    store.play("a", AT, {"do": "x"})
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_an_older_file_is_its_owners_alone_from_then_on(store, tmp_path):
    store.close()
    (tmp_path / "games.db").chmod(0o644)
    with closing(Store(tmp_path / "games.db")):
        assert stat.S_IMODE((tmp_path / "games.db").stat().st_mode) == 0o600


def test_a_second_opening_gives_no_lock_of_the_first_away(store, tmp_path):
    """Closing a file that SQLite holds gives its locks away (sqlite.org/howtocorrupt.html, 2.2): the next program to
    close it would take itself for the last, and remove the log."""
    store.play("a", AT, {"do": "x"})
    second = Store(tmp_path / "games.db")
    other = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('SELECT * FROM game'); db.close()"
    subprocess.run([sys.executable, "-c", other, str(tmp_path / "games.db")], check=True)
    assert (tmp_path / "games.db-wal").exists()
    second.close()
    store.play("a", AT, {"do": "y"})
    with closing(Store(tmp_path / "games.db")) as again:
        assert len(again.game("a").lines) == 2


def test_what_is_kept_while_a_game_is_read_is_no_damage(store, tmp_path, monkeypatch):
    """Idle hours read beside a game that is played: rows and their checksum must be of one moment."""
    store.set("pin", "1234")
    store.photo("a", 1, "Ana", b"one")
    with closing(Store(tmp_path / "games.db", to_read=True)) as reader:
        sealed = Store._sealed

        def meanwhile(self, *which):
            if self is reader:
                store.play("a", AT, {"do": "x"})
                store.set("pin", "5678")
                store.photo("a", 1, "Ana", b"two")
            return sealed(self, *which)

        monkeypatch.setattr(Store, "_sealed", meanwhile)
        assert reader.game("a").lines == ()
        assert len(reader.game("a").lines) == 2  # both checksums were looked up
        assert reader.setting("pin") == "5678"
        assert reader.photo_of("a", 1, "Ana") == b"two"


def told(store):
    return [(one.number, one.id, one.value, one.confirmed) for one in store.outbox()]


def test_a_file_without_an_outbox_gets_one(store, tmp_path):
    store._seal("version", "", checksum.of(5))
    store.close()
    with closing(sqlite3.connect(tmp_path / "games.db")) as raw:
        raw.executescript("DROP TABLE outbox; PRAGMA user_version = 5;")
    assert mend(tmp_path / "games.db") == ()
    with closing(Store(tmp_path / "games.db")) as upgraded:
        upgraded.tell("a", "r1", "{}")
        assert told(upgraded) == [(1, "r1", "{}", False)]


def test_what_is_told_is_kept_with_the_line_that_it_tells_of_or_not_at_all(store):
    with pytest.raises(ZeroDivisionError), store.together():
        store.play("a", AT, {"do": "1"})
        store.tell("a", "r1", "{}")
        raise ZeroDivisionError
    assert store.outbox() == ()
    store.tell("a", "r2", "{}")
    store.confirm(["r2", "unknown"])
    assert [(one.id, one.confirmed) for one in store.outbox("a")] == [("r2", True)]
    store.confirm(["r2"], confirmed=False)
    assert not store.outbox()[0].confirmed


def test_numbers_go_on_beyond_what_the_room_has_heard(store):
    store.tell_beyond(40)
    store.tell("a", "r1", "{}")
    store.tell_beyond(7)
    store.tell("a", "r2", "{}")
    assert [one.number for one in store.outbox()] == [41, 42]
    assert store.outbox_size() == (42, 2)


def test_a_deleted_game_is_told_no_more(store):
    store.tell("a", "r1", "{}")
    store.delete("a")
    assert store.outbox() == ()
    assert store.outbox_is_whole()


def test_a_damaged_row_of_the_outbox_is_told_by_nobody_and_restored_from_the_copy(store, tmp_path):
    path = tmp_path / "games.db"
    store.tell("a", "r1", '{"score":1}')
    store.tell("a", "r2", '{"score":2}')
    store.confirm(["r1", "r2"])
    assert check_and_copy(path) == ()
    store.close()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("""UPDATE outbox SET value = '{"score":9}' WHERE id = 'r1'""")
        raw.commit()
    with closing(Store(path, to_read=True)) as damaged:
        assert [one.id for one in damaged.outbox()] == ["r2"]
    assert mend(path)
    with closing(Store(path)) as mended:
        assert sorted(told(mended)) == [(1, "r1", '{"score":1}', False), (2, "r2", '{"score":2}', False)]
    assert mend(path) == ()


def test_a_new_game_runs_and_one_that_nobody_knows_is_said_to_be_unknown(store):
    assert list(store.running()) == ["a"]
    with pytest.raises(StoreError, match="nobody"):
        store.rows("nobody")


def test_each_store_has_a_name_of_its_own(store, tmp_path):
    with closing(Store(tmp_path / "other.db")) as other:
        assert "" not in (store.name, other.name)
        assert store.name != other.name


def test_what_was_not_kept_is_not_in_the_record_beside_either(store, tmp_path):
    with pytest.raises(ValueError, match="no"), store.together():
        store.play("a", AT, {"do": "never"})
        raise ValueError("no")
    store.play("a", AT, {"do": "later"})
    records = store._beside.records
    (beside,) = [kept for game in records.games() if (kept := records.kept(game)) is not None]
    assert [line.get("do") for line in beside.lines] == [None, "later"]


def test_what_was_seen_of_a_line_that_is_played_anew_leaves_nothing_behind(store):
    store.play("a", AT, {"do": "bid"})
    store.photo("a", 1, "Ana", b"one")
    store.readings("a", 1, "Ana", [{"label": "gold 2"}])
    store.look("a", 1, {"first": 1})
    store.unsee("a", 1)
    assert (store.photo_of("a", 1, "Ana"), store.readings_of("a", 1, "Ana"), store.looks("a")) == (None, [], {})
    kinds = "SELECT count(*) FROM checksum WHERE kind IN ('photo', 'reading', 'look')"
    assert store._row(kinds, ()) == (0,)
