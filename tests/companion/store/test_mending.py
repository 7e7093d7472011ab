"""Whatever happens to the file of the games: the start mends it, whole games stay whole, the others come back."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.broken_games import break_games
from support.playthroughs import playthroughs
from support.strangers import looking_in, put, sticks_of_the_page, sticks_that_fail

from companion.store import mending
from companion.store.archive import as_record, take_in
from companion.store.beside import Beside
from companion.store.copies import MOST, Copies
from companion.store.database import Store
from companion.store.errors import DamagedError, StoreError
from companion.store.mending import mark, mend
from companion.store.record_files import RecordFiles
from companion.store.rows import GameRows
from companion.store.upkeep import Upkeep, check_and_copy

PLAYED = playthroughs()[:3]
AT = "2026-11-23T20:00:00Z"


@pytest.fixture
def games(tmp_path):
    """A folder with three games, in `games.db`, each with a photo, and the PIN."""
    with closing(Store(tmp_path / "games.db")) as store:
        for record in PLAYED:
            game = take_in(store, record.read_bytes())
            store.photo(game, 1, "Ana", b"jpeg of " + game.encode())
            store.look(game, 1, {"first": 1})
        store.set("pin", "4711")
    return tmp_path / "games.db"


def told(path):
    """Return every game's record, by its id."""
    with closing(Store(path)) as store:
        return {game: as_record(store.game(game)) for game in store.games()}


def alter(path, sql, *values):
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(sql, values)


def without_records(path):
    shutil.rmtree(path.parent / "records")


def said(path):
    return "\n".join(map(str, mend(path)))


def test_a_whole_store_is_left_as_it_is(games):
    before = told(games)
    assert mend(games) == ()
    assert told(games) == before
    assert not (games.parent / "damaged").exists()


def test_a_line_that_was_altered_is_told_and_comes_back_from_the_record(games):
    before = told(games)
    number = "(SELECT min(number) FROM change)"
    alter(games, f"UPDATE change SET value = replace(value, '\"do\"', '\"d0\"') WHERE number = {number}")
    with closing(Store(games)) as store:
        (broken,) = [game for game in store.games() if not reads(store, game)]
        assert len(store.games()) == 3
    words = said(games)
    assert "is restored from its record, whole" in words
    assert words.count("restored") == 1
    assert told(games) == before
    with closing(Store(games)) as store:
        assert store.photo_of(broken, 1, "Ana") == b"jpeg of " + broken.encode()
        assert store.looks(broken) == {1: {"first": 1}}
        assert store.setting("pin") == "4711"


def reads(store, game):
    try:
        store.game(game)
    except DamagedError:
        return False
    return True


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM change WHERE number = (SELECT max(number) FROM change)",
        "UPDATE change SET kind = 'undo', value = NULL WHERE number = (SELECT min(number) FROM change)",
        "UPDATE game SET header = '{}' WHERE rowid = 1",
        "UPDATE game SET header = 'no JSON' WHERE rowid = 2",
        "UPDATE change SET value = CAST(X'FFFE00' AS TEXT) WHERE number = 2",
        "UPDATE game SET over = 0 WHERE rowid = 3",
        "DELETE FROM checksum WHERE kind = 'game'",
        "DELETE FROM game WHERE rowid = 3",
    ],
)
def test_any_row_that_is_other_than_it_was_is_put_right(games, sql):
    before = told(games)
    alter(games, sql)
    assert "damaged" in said(games)
    assert told(games) == before
    assert mend(games) == ()


@pytest.mark.parametrize("beside", [True, False])
@pytest.mark.parametrize("change", ["over = 1 - over", "final = '{}'", "final = NULL", "over = 0, final = 'no JSON'"])
def test_how_a_game_stands_is_worked_out_anew_from_its_events(games, change, beside):
    before = standings(games)
    if not beside:
        without_records(games)
    alter(games, f"UPDATE game SET {change}")
    assert "damaged" in said(games)
    assert standings(games) == before
    assert mend(games) == ()


def standings(path):
    with closing(Store(path)) as store:
        stored = {game: store.game(game) for game in store.games()}
    return {game: (one.over, one.final) for game, one in stored.items()}


def test_a_copy_restores_what_has_no_record(games):
    before = told(games)
    assert check_and_copy(games) == ()
    without_records(games)
    alter(games, "UPDATE change SET value = '{}' WHERE number = 1")
    assert "is restored from a copy, as it stood after event" in said(games)
    assert told(games) == before


def test_a_game_that_nobody_has_kept_is_set_aside_as_far_as_it_can_be_read(games):
    before = told(games)
    without_records(games)
    alter(games, "UPDATE change SET value = '{}' WHERE number = (SELECT max(number) FROM change)")
    words = said(games)
    assert "no copy has it" in words
    (file,) = (games.parent / "damaged").glob("*.jsonl")
    after = told(games)
    assert {**after, file.stem: before[file.stem]} == before
    assert before[file.stem].startswith(file.read_text())
    assert str(file) in words
    with closing(Store(games)) as store:
        assert take_in(store, file.read_bytes())


def test_a_photo_of_a_line_that_is_no_number_is_left_out(games):
    before = told(games)
    alter(games, "DELETE FROM checksum")
    alter(games, "UPDATE photo SET line = 'one' WHERE rowid = 1")
    assert said(games)
    assert told(games) == before


def test_what_an_older_release_plays_on_in_a_file_of_this_schema_is_no_damage(games):
    before = told(games)
    with closing(Store(games)) as store:
        goes_on = store.games()[0]
        rows = store.rows(goes_on)
    without_records(games)  # an older release keeps none, nor checksums
    alter(games, "UPDATE checksum SET digest = ? WHERE kind = 'game' AND game = ?", rows.until(3).digest, goes_on)
    alter(games, "UPDATE checksum SET digest = 'before' WHERE kind = 'standing' AND game = ?", goes_on)
    assert said(games).count("\n") == 0  # but for the file
    assert told(games) == before
    with closing(Store(games)) as store:
        assert (store.rows(goes_on), store.running()) == (rows, ())
    assert mend(games) == ()


def test_a_file_that_is_no_database_any_more_comes_back_from_the_records(games):
    before = told(games)
    check_and_copy(games)
    games.write_bytes(b"\xff" * 8192)
    said(games)
    assert told(games) == before
    with closing(Store(games)) as store:
        assert store.setting("pin") == "4711"
    assert (games.parent / "damaged" / "games-1.db").read_bytes() == b"\xff" * 8192


@pytest.mark.parametrize("size", [0, 100, 4096, 20_000])
def test_a_file_that_was_cut_comes_back(games, size):
    before = told(games)
    with games.open("r+b") as file:
        file.truncate(size)
    said(games)
    assert told(games) == before


def test_a_page_of_the_games_that_is_gone_takes_nothing_with_it(games):
    before = told(games)
    break_games(games)
    said(games)
    assert told(games) == before


def test_a_damaged_index_is_no_damaged_game(games):
    before = told(games)
    without_records(games)
    with closing(sqlite3.connect(games)) as raw:
        (page,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'change_of_game'").fetchone()
        (size,) = raw.execute("PRAGMA page_size").fetchone()
    with games.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    assert "restored" not in said(games)
    assert told(games) == before


def test_what_a_room_is_to_be_told_is_taken_from_the_file_and_from_every_copy(games):
    with closing(Store(games)) as store:
        first, second, _ = store.games()
        store.tell(first, "r1", "1 of the copy")
        assert Copies(games.parent / "copies").keep(games) is not None
        store.tell(second, "r2", "2 of the file alone")
    alter(games, "DELETE FROM outbox WHERE id = 'r1'")
    alter(games, "UPDATE change SET value = '{}' WHERE game = ? AND number = 1", first)
    assert mend(games) != ()
    with closing(Store(games)) as store:
        assert {row.id: row.value for row in store.outbox()} == {"r1": "1 of the copy", "r2": "2 of the file alone"}


def test_a_log_of_another_file_beside_it_changes_nothing(games, tmp_path):
    before = told(games)
    other = tmp_path / "other"
    other.mkdir()
    with closing(Store(other / "games.db")) as store:
        store.set("pin", "0000")
        take_in(store, PLAYED[0].read_bytes().replace(b"Ana", b"Eva"))
        shutil.copy(other / "games.db-wal", tmp_path / "games.db-wal")
    said(games)
    assert told(games) == before
    with closing(Store(games, to_read=True)) as store:
        assert store.setting("pin") == "4711"


@pytest.mark.parametrize("place", [18, 19, 20, 47, 56, 60, 63])
def test_a_damaged_head_of_the_file_is_mended(games, place):
    before = told(games)
    head = bytearray(games.read_bytes())
    head[place] ^= 6
    games.write_bytes(head)
    said(games)
    assert told(games) == before


def test_a_setting_that_is_damaged_comes_back_from_a_copy_or_is_asked_for(games):
    check_and_copy(games)
    alter(games, "UPDATE setting SET value = '9999'")
    with closing(Store(games)) as store:
        assert store.setting("pin") is None
    assert "“pin”" in said(games)
    with closing(Store(games)) as store:
        assert store.setting("pin") == "4711"
    for copy in Copies(games.parent / "copies").files():
        copy.unlink()
    alter(games, "UPDATE setting SET value = '9999'")
    assert "asked for anew" in said(games)


def test_where_a_new_file_was_made_in_place_of_the_lost_one_the_settings_come_back_too(games):
    with closing(Store(games)) as store:
        store.set("numbers", "1 2 3")
    check_and_copy(games)
    before = told(games)
    games.unlink()
    with closing(Store(games)) as store:  # `companion import`, say, before the companion was started again
        later = take_in(store, playthroughs()[3].read_bytes())
        store.set("pin", "0815")
    assert "“numbers”" in said(games)
    assert before.items() <= told(games).items()
    with closing(Store(games)) as store:
        assert (store.setting("numbers"), store.setting("pin"), later in store.games()) == ("1 2 3", "0815", True)


def test_a_mending_that_the_power_cut_short_is_ended_by_the_next_start(games):
    before = told(games)
    shutil.copy(games, games.with_name("games.db.mended"))
    games.write_bytes(b"broken")
    games.with_name("games.db-wal").write_bytes(b"its log")
    assert mend(games) == ()
    assert told(games) == before
    assert (games.parent / "damaged" / "games-1.db").read_bytes() == b"broken"


def test_of_files_as_they_were_found_the_last_two_are_kept(games):
    for number in range(1, 5):
        shutil.copy(games, games.with_name("games.db.mended"))
        games.write_bytes(f"broken {number}".encode())
        games.with_name("games.db-wal").write_bytes(b"its log")
        mend(games)
    aside = games.parent / "damaged"
    kept = {file.name: file.read_bytes() for file in aside.glob("games-*.db")}
    assert kept == {"games-3.db": b"broken 3", "games-4.db": b"broken 4"}
    assert {file.name for file in aside.glob("games-*.db-wal")} == {"games-3.db-wal", "games-4.db-wal"}


def test_on_a_full_disk_nothing_is_mended_and_the_room_that_it_took_is_given_back(games, monkeypatch):
    class Full(Store):
        def __init__(self, path, **how):
            super().__init__(path, **how)
            if how.get("alone"):
                self._db.execute("PRAGMA max_page_count = 60")

    with closing(Store(games)) as store:
        game = store.games()[0]
        store.photo(game, 2, "Ana", b"a large photo" * 100_000)
    alter(games, "UPDATE setting SET value = '0' WHERE name = 'pin'")
    before = games.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(mending, "Store", Full)
        with pytest.raises(StoreError, match="disk is full; free some space"):
            mend(games)
    assert games.read_bytes() == before
    assert not list(games.parent.glob("games.db.mend*"))
    mend(games)
    with closing(Store(games)) as store:
        assert store.photo_of(game, 2, "Ana") == b"a large photo" * 100_000


def test_a_mended_file_is_whole_before_it_takes_its_place(games, monkeypatch):
    """A log that a full disk does not let be merged would stay behind; so it does while another has the file open."""
    before, others, beside = told(games), [], []

    class LookedInto(Store):
        def __init__(self, path, **how):
            super().__init__(path, **how)
            if how.get("alone"):
                others.append(sqlite3.connect(path))
                others[0].execute("SELECT * FROM game").fetchall()

    def place(draft, path):
        beside.extend(draft.parent.glob(f"{draft.name}-*"))
        others[0].close()  # elsewhere no file that is open gives way to another
        placed(draft, path)

    alter(games, "UPDATE setting SET value = '0' WHERE name = 'pin'")
    placed = mending.durable.place
    with monkeypatch.context() as patched:
        patched.setattr(mending, "Store", LookedInto)
        patched.setattr(mending.durable, "place", place)
        mend(games)
    assert beside == []
    assert told(games) == before


@pytest.mark.parametrize("damage", ["seat = NULL", "jpeg = NULL", "jpeg = 7"])
def test_what_damage_left_of_a_photo_s_row_keeps_nothing_from_being_mended(games, damage):
    """Where no checksum can be read any more, every row that can be is taken over, if it can be one."""
    before = told(games)
    with closing(Store(games)) as store:
        game = store.games()[0]
        store.photo(game, 2, "Rui", b"whole")
    alter(games, "CREATE TABLE torn AS SELECT * FROM photo")
    alter(games, f"UPDATE torn SET {damage} WHERE seat = 'Ana'")
    alter(games, "DROP TABLE photo")
    alter(games, "ALTER TABLE torn RENAME TO photo")
    alter(games, "DELETE FROM checksum")
    mend(games)
    assert told(games) == before
    with closing(Store(games)) as store:
        assert store.photo_of(game, 2, "Rui") == b"whole"
        assert store.photo_of(game, 1, "Ana") is None


# ---- copies


def test_copies_are_counted_and_few_and_made_only_of_what_is_new(games):
    copies = Copies(games.parent / "copies")
    for number in range(MOST + 3):
        assert check_and_copy(games) == ()
        assert check_and_copy(games) == ()
        with closing(Store(games)) as store:
            store.begin(f"new-{number}", "2026", {"record": 1}, "seed")
    names = [file.name for file in copies.files()]
    assert len(names) == MOST
    assert names[0] == f"games-{MOST + 3:06}.db"
    with closing(Store(copies.files()[0], to_read=True)) as last:
        assert f"new-{MOST + 1}" in last.games()
        assert last.photo_of(last.games()[0], 1, "Ana") is None


def test_copies_leave_nine_tenths_of_the_free_room(games, monkeypatch):
    copies = Copies(games.parent / "copies")
    check_and_copy(games)
    size = copies.files()[0].stat().st_size
    monkeypatch.setattr("companion.store.copies.shutil.disk_usage", lambda _: Free(size * 25))
    for number in range(4):
        with closing(Store(games)) as store:
            store.set("pin", str(number))
            store.begin(f"new-{number}", "2026", {"record": 1}, "seed")
        check_and_copy(games)
        assert sum(file.stat().st_size for file in copies.files()) < size * 2.5
    assert len(copies.files()) == 2


class Free:
    def __init__(self, free):
        self.free = free


def test_what_somebody_deletes_is_nowhere_any_more(games):
    check_and_copy(games)
    alter(games, "UPDATE change SET value = '{}' WHERE number = 1")
    mend(games)
    doomed, *others = told(games)
    cut = games.parent / "records" / f"{doomed}.jsonlq1.part"  # the power went while its record was written
    cut.write_bytes(doomed.encode())
    with closing(Store(games)) as store:
        store.set(f"taking {doomed}", "{}")
        store.delete(doomed)
        store.unset(f"taking {doomed}")
    assert mend(games) == ()
    assert [*told(games)] == others
    left = [file for file in games.parent.rglob("*") if file.is_file() and doomed.encode() in file.read_bytes()]
    assert {file.name for file in left} <= {"games.db", "games.db-wal"}, "SQLite writes over it when it needs the page"


def test_a_game_is_deleted_though_the_disk_fails_at_the_last_look_beside(games, monkeypatch, caplog):
    check_and_copy(games)
    forget, asked = Copies.forget, []

    def fails_at_last(copies, game):
        asked.append(game)
        if len(asked) > 1:
            raise OSError("the card fails")
        forget(copies, game)

    monkeypatch.setattr(Copies, "forget", fails_at_last)
    doomed, *others = told(games)
    with closing(Store(games)) as store:
        store.delete(doomed)
        assert [*store.games()] == others
    assert "the card fails" in caplog.text


def test_damage_that_idle_hours_find_is_marked_and_mended_by_the_next_start(games):
    now_s = [0.0]
    upkeep = Upkeep(games, lambda: now_s[0])
    upkeep.once()
    assert upkeep.found == ()
    alter(games, "UPDATE change SET value = '{}' WHERE number = 1")
    upkeep.once()
    assert "start it again" in str(upkeep.found[0])
    assert mend(games) != ()
    upkeep.once()
    assert upkeep.found == ()


def test_a_file_that_its_log_was_being_merged_into_is_no_damaged_one(tmp_path):
    """A checkpoint writes page after page; cut short, the file alone is neither the old nor the new one."""
    path = tmp_path / "games.db"
    with closing(Store(path)) as store:
        for record in PLAYED:
            take_in(store, record.read_bytes())
        whole = {game: as_record(store.game(game)) for game in store.games()}
        log = path.with_name("games.db-wal").read_bytes()
    merged = path.read_bytes()
    path.write_bytes(merged[: len(merged) // 2])  # the first page says that there are more
    path.with_name("games.db-wal").write_bytes(log)
    assert mend(path) == ()
    assert told(path) == whole


def test_a_journal_that_the_power_left_is_rolled_back_first(games):
    """As an older release's file has it while it is changed to one with a log."""
    with closing(Store(games)) as store:
        store._db.execute("PRAGMA journal_mode = DELETE")
    before = games.read_bytes()
    with closing(sqlite3.connect(games, isolation_level=None)) as raw:
        raw.execute("PRAGMA cache_spill = 1")
        raw.execute("PRAGMA cache_size = 1")
        raw.execute("BEGIN")
        raw.execute("UPDATE change SET value = '{}'")
        journal, half_done = games.with_name("games.db-journal").read_bytes(), games.read_bytes()
        raw.execute("ROLLBACK")
    assert half_done != before
    games.write_bytes(half_done)
    games.with_name("games.db-journal").write_bytes(journal)
    assert mend(games) == ()
    assert len(told(games)) == 3


def test_what_became_of_the_last_requests_is_known_after_mending_too(games):
    with closing(Store(games)) as store:
        store.answer("phone press-1", '{"ok": true}')
    alter(games, "UPDATE change SET value = '{}' WHERE number = (SELECT max(number) FROM change)")
    assert "is restored from its record, whole" in said(games)
    with closing(Store(games)) as store:
        assert store.answers() == [("phone press-1", '{"ok": true}')]


def test_where_an_event_of_a_game_that_goes_on_is_lost_its_request_is_done_again(games):
    with closing(Store(games)) as store:
        game = store.games()[0]
        store.undo(game, "2026")
        store.finish(game, over=False, final={})
    check_and_copy(games)
    with closing(Store(games)) as store:
        store.play(game, "2026", {"do": "end_round"})
        store.answer("phone press-1", '{"ok": true}')
    without_records(games)
    alter(games, "UPDATE change SET value = '{}' WHERE number = (SELECT max(number) FROM change)")
    assert "is restored from a copy" in said(games)
    with closing(Store(games)) as store:
        assert store.answers() == []


def test_what_is_kept_of_a_deleted_game_by_its_name_is_in_no_copy(games):
    with closing(Store(games)) as store:
        game = store.games()[0]
        store.set(f"taking {game}", "[1]")
    assert check_and_copy(games) == ()
    with closing(Store(games)) as store:
        store.delete(game)
    (copy,) = Copies(games.parent / "copies").files()
    with closing(Store(copy, to_read=True)) as kept:
        assert kept.settings() == ("pin",)
        assert game not in kept.games()
    with closing(sqlite3.connect(copy)) as raw:
        assert raw.execute("SELECT count(*) FROM checksum WHERE game LIKE ?", (f"%{game}%",)).fetchone() == (0,)


def test_a_file_that_was_set_back_comes_forward_from_the_records(tmp_path):
    *begun, last = PLAYED[0].read_text(encoding="utf-8").splitlines()
    path = tmp_path / "games.db"
    with closing(Store(path)) as store:
        game = take_in(store, "\n".join(begun).encode())
    older = shutil.copy(path, tmp_path / "older.db")
    with closing(Store(path)) as store:
        store.play(game, "2026-11-23T20:00:00Z", json.loads(last))
    before = told(path)
    shutil.copy(older, path)
    assert "is restored from its record" in said(path)
    assert told(path) == before


@pytest.mark.parametrize("begun_since", [False, True], ids=["nothing else begun", "another game begun since"])
def test_what_is_played_after_going_back_to_an_older_release_stays(tmp_path, begun_since):
    *begun, before, last = PLAYED[0].read_text(encoding="utf-8").splitlines()
    path = tmp_path / "games.db"
    with closing(Store(path)) as store:
        game = take_in(store, "\n".join(begun).encode())
    backup = shutil.copy(path, tmp_path / "backup.db")
    with closing(Store(path)) as store:
        store.play(game, "2026-11-23T20:00:00Z", {**json.loads(before), "by": "somebody else"})
        others = {take_in(store, PLAYED[1].read_bytes())} if begun_since else set()
    for file in tmp_path.glob("games.db*"):
        file.unlink()
    shutil.copy(backup, path)
    for table in ("checksum", "answer", "outbox"):  # as a release has it that keeps neither these nor records
        alter(path, f"DROP TABLE {table}")
    alter(path, "PRAGMA user_version = 3")
    for line in (before, last):
        alter(path, "INSERT INTO change (game, at, kind, value) VALUES (?, '', 'play', ?)", game, line)
    for _ in range(2):  # starts of this release
        mend(path)
        found = told(path)
        assert found.keys() == {game, *others}
        assert [json.loads(line) for line in found[game].splitlines()[-2:]] == [json.loads(before), json.loads(last)]


@pytest.mark.parametrize(
    "done",
    [
        lambda store, game: store.undo(game, AT),
        lambda store, game: store.rewrite(game, AT, 1, json.loads(PLAYED[0].read_text("utf-8").splitlines()[1])),
        lambda store, game: store.play(game, AT, json.loads(PLAYED[0].read_text("utf-8").splitlines()[-1])),
    ],
    ids=["taken back", "corrected", "played on after a restart"],
)
def test_what_is_done_after_damage_is_restored_with_all_before_it(tmp_path, done):
    *begun, last = PLAYED[0].read_text(encoding="utf-8").splitlines()
    path = tmp_path / "games.db"
    with closing(Store(path)) as store:
        game = take_in(store, "\n".join(begun).encode())
        store.play(game, AT, json.loads(last))
        store.undo(game, AT)
    whole = shutil.copytree(tmp_path, tmp_path / "whole")
    alter(path, "UPDATE change SET value = '{}' WHERE number = 2")
    for file in (path, whole / "games.db"):
        with closing(Store(file)) as store:
            done(store, game)
    assert "is restored from its record, whole" in said(path)
    assert told(path) == told(whole / "games.db")


def test_a_record_that_lags_is_written_anew(games, monkeypatch):
    with closing(Store(games)) as store:
        game = store.games()[0]
        with monkeypatch.context() as cut:
            cut.setattr(Beside, "keep", lambda *_: None)  # the power goes before the record has it
            store.play(game, "2026-11-23T20:00:00Z", {"do": "later"})
        digest = store.rows(game).digest
    assert mend(games) == ()
    kept = RecordFiles(games.parent / "records").kept(game)
    assert kept is not None
    assert (kept.store, kept.lines[-1]) == (digest, {"do": "later"})


def test_a_game_that_goes_on_after_a_restart_goes_on_in_its_record(games):
    with closing(Store(games)) as store:
        game = store.games()[0]
        store.play(game, "2026-11-23T20:00:00Z", {"do": "later"})
    kept = RecordFiles(games.parent / "records").kept(game)
    assert kept is not None
    assert kept.lines[-1] == {"do": "later"}


@pytest.mark.parametrize("harm", [Path.unlink, lambda file: file.write_bytes(file.read_bytes()[:-5])])
def test_a_record_that_somebody_removes_or_cuts_is_whole_again_with_the_next_event(games, harm):
    with closing(Store(games)) as store:
        game = store.games()[0]
        store.undo(game, "2026-11-23T20:00:00Z")
        harm(games.parent / "records" / f"{game}.jsonl")
        store.play(game, "2026-11-23T20:00:00Z", {"do": "later"})
        stored = store.game(game)
    kept = RecordFiles(games.parent / "records").kept(game)
    assert kept is not None
    assert kept.lines == stored.record


def test_games_that_only_a_copy_has_come_back(games):
    before = told(games)
    assert check_and_copy(games) == ()
    without_records(games)
    games.unlink()
    said(games)
    assert told(games) == before


def test_a_file_of_some_evenings_is_looked_through_at_each_start(games, monkeypatch):
    looked = []
    monkeypatch.setattr(Store, "look_through", lambda store: looked.append(store.path))
    assert (mend(games), mend(games), looked) == ((), (), [str(games)] * 2)


def test_a_game_that_is_restored_from_its_record_keeps_its_beginning_and_its_chance(games):
    check_and_copy(games)
    shutil.rmtree(games.parent / "copies")

    def heads():
        with closing(Store(games)) as store:
            return {game: store.rows(game).head for game in store.games()}

    before = heads()
    alter(games, "UPDATE change SET value = '{}' WHERE number = (SELECT min(number) FROM change)")
    assert "is restored from its record, whole" in said(games)
    assert heads() == before


def test_a_large_file_in_which_damage_was_met_is_looked_through_at_the_next_start(games, monkeypatch):
    looked = []
    monkeypatch.setattr(mending, "LOOKED_THROUGH", 0)
    monkeypatch.setattr(Store, "look_through", lambda store: looked.append(store.path))
    assert (mend(games), looked) == ((), [])
    mark(games)
    assert (mend(games), looked) == ((), [str(games)])
    assert (mend(games), looked) == ((), [str(games)])  # once is enough


def test_damage_that_is_met_while_in_use_is_looked_for_at_the_next_start(games, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Store, "_rows", lambda *_: [("row 3 missing from index",)])
        with closing(Store(games)) as store, pytest.raises(DamagedError, match="row 3 missing from index"):
            store.look_through()
        assert "Stored games are damaged" in str(check_and_copy(games)[0])
    looked = []
    monkeypatch.setattr(mending, "LOOKED_THROUGH", 0)
    monkeypatch.setattr(Store, "look_through", lambda store: looked.append(store.path))
    assert (mend(games), looked) == ((), [str(games)])


def test_a_header_that_is_no_object_is_damage():
    with pytest.raises(DamagedError):
        GameRows(("a", "2026", "[]", "seed"), (0, None), ()).stored()


def test_a_game_whose_own_code_fails_by_now_leaves_the_others_to_be_mended(tmp_path):
    games = tmp_path / "games.db"
    put(tmp_path / "before", "sticks", sticks_of_the_page())
    put(tmp_path / "now", "sticks", sticks_that_fail("apply"))
    record = b'{"record":1,"game":"sticks","players":["Ana","Rui"]}\n{"do":"take","player":"Ana","sticks":3}\n'
    with looking_in(tmp_path / "before"), closing(Store(games)) as store:
        take_in(store, record)
        other = take_in(store, PLAYED[0].read_bytes())
    whole = told(games)[other]
    with looking_in(tmp_path / "now"):
        alter(games, "UPDATE change SET value = replace(value, 'do', 'd0')")
        words = said(games)
        assert "is restored from its record, whole" in words
        assert "it could be read up to event 0" in words
        assert told(games) == {other: whole}
