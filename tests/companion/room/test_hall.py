"""The hall: results kept once and confirmed from the disk; pairing; walls' digests; whatever strangers say."""

import sqlite3
import threading
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.rooms import Rig, Table

from companion.language.message import say
from companion.publishing.broker import Address, BrokerError
from companion.publishing.messages import Kind, Offer, RankingPlace, Topic, topic, written
from companion.room import digests as digests_of_walls
from companion.room import hall
from companion.room.book import Book
from companion.room.digests import Digest
from companion.room.pairing_codes import CODE_S
from companion.store.errors import StoreError
from web.shown import Step


def test_a_result_is_kept_once_however_often_it_comes(rig: Rig, table: Table) -> None:
    table.finish("g1", {"Ana": 3, "Rui": 1})
    for _ in range(3):
        table.offer()
        rig.turn()
    assert rig.book.count("t1") == (1, 1)
    assert table.confirmed.ids == ("r1",)
    assert [(place.name, place.points) for place in rig.hall.standings()] == [("Ana", "1"), ("Rui", "0")]


def test_it_is_confirmed_only_once_it_is_on_the_disk(rig: Rig, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.finish("g1", {"Ana": 3, "Rui": 1})

    def full(*_: object) -> None:
        raise StoreError(say("the disk is full"))

    with monkeypatch.context() as failing, pytest.raises(StoreError):
        failing.setattr(rig.book, "heard", full)
        table.offer()
        rig.turn()
    assert not table.confirmed.ids
    assert rig.book.count("t1") == (0, 0)
    table.offer()
    rig.turn()
    with closing(sqlite3.connect(rig.path)) as other:
        assert other.execute("SELECT id FROM result").fetchall() == [("r1",)]
    assert table.confirmed.ids == ("r1",)


def test_a_disk_that_keeps_nothing_is_said_to_the_director(
    rig: Rig, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        stopped.set()
        raise StoreError(say("the disk is full"))

    stopped = threading.Event()
    monkeypatch.setattr(rig.book, "take", full)
    monkeypatch.setattr(rig.twin, "step", lambda _: [offered])
    table.finish("g1", {"Ana": 3, "Rui": 1})
    table.offer()
    offered = (*rig.hub.wire[-1], False)
    rig.hall.run(stopped)
    assert rig.desk.director("en").trouble == "the disk is full"


def test_a_broker_that_is_not_there_is_said_to_the_director_and_once_in_the_terminal(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries, stopped = [], threading.Event()

    def connect(address: Address, *_: object) -> None:
        tries.append(address)
        if len(tries) == 3:
            stopped.set()
        raise BrokerError(say("it does not know this user and password"))

    monkeypatch.setattr(rig.twin, "connect", connect)
    monkeypatch.setattr(hall, "FIRST_REST_S", 0.0)
    rig.hall.run(stopped)
    why = "it does not know this user and password"
    told = f"The broker can't be used: {why}. Tables play on; the room hears of them later"
    assert (rig.desk.director("en").trouble, len(tries)) == (told, 3)
    assert [one.getMessage() for one in caplog.records] == [told]


def test_of_a_game_the_highest_number_counts_in_whatever_order_they_come(rig: Rig, table: Table) -> None:
    first = table.finish("g1", {"Ana": 3, "Rui": 1})
    second = table.finish("g1", {"Ana": 1, "Rui": 3}, kind=Kind.CORRECTION)
    table.offer(second)
    rig.turn()
    table.offer(first)
    rig.turn()
    assert [place.name for place in rig.hall.standings()] == ["Rui", "Ana"]
    taken_back = table.finish("g1", {"Ana": 1, "Rui": 3}, over=False, kind=Kind.CORRECTION)
    table.offer(taken_back)
    rig.turn()
    assert rig.hall.standings() == ()


def test_a_correction_counts_that_was_made_after_the_tables_folder_was_restored(rig: Rig, table: Table) -> None:
    first = table.finish("g1", {"Ana": 3, "Rui": 1})
    table.finish("g1", {"Ana": 4, "Rui": 1}, kind=Kind.CORRECTION)
    table.finish("g2", {"Ana": 4, "Rui": 1})
    table.offer()
    rig.turn()
    table.results[:] = [first]  # an older copy: its next number is one that the room has
    table.finish("g1", {"Ana": 1, "Rui": 5}, kind=Kind.CORRECTION)
    table.results[1] = anew = msgspec.structs.replace(table.results[1], id="anew")
    for _ in range(2):  # however often it comes
        table.offer()
        rig.turn()
    assert [one.result for one in rig.book.games() if one.result.game == "g1"] == [anew]
    assert (table.confirmed.count, table.confirmed.last) == (4, 4)


def test_a_room_that_was_away_or_restored_has_what_tables_offer_again(rig: Rig, table: Table, tmp_path: Path) -> None:
    table.finish("g1", {"Ana": 3, "Rui": 1})
    table.offer()
    rig.turn()
    rig.stop()
    yesterday = (tmp_path / "room.db").read_bytes()
    rig.start()
    table.finish("g2", {"Ana": 3, "Rui": 1})
    table.offer()
    rig.turn()
    assert table.confirmed.ids == ("r1", "r2")
    rig.stop()
    for file in tmp_path.glob("room.db*"):
        file.unlink()
    (tmp_path / "room.db").write_bytes(yesterday)
    rig.start()
    rig.turn()
    assert (table.confirmed.ids, table.confirmed.count) == (("r1",), 1)  # what the broker kept of the table is enough
    table.offer(*table.results[1:])
    rig.turn()
    assert table.confirmed.ids == ("r1", "r2")


def test_a_table_whose_store_is_an_older_copy_is_told_of_its_later_sessions(rig: Rig, table: Table) -> None:
    table.session = 50
    table.birth()
    rig.turn()
    table.session = 7
    table.birth()
    rig.turn(6)
    assert table.confirmed.session == 50


def test_a_code_pairs_one_table_once(rig: Rig) -> None:
    code = rig.hall.open_code()
    one, other = Table(rig, "one", code), Table(rig, "other", code)
    one.birth()
    rig.turn()
    other.birth()
    rig.turn()
    assert [*rig.hall.paired()] == ["one"]
    shown = rig.digest()["tables"]
    assert (shown["one"]["paired"], shown["other"]["paired"]) == (True, False)
    other.finish("g", {"Ana": 1, "Rui": 0})
    other.offer()
    rig.turn()
    assert rig.hall.standings() == ()
    assert other.confirmed is None


def test_forged_messages_delay_no_pairing(rig: Rig) -> None:
    one = Table(rig, "one", rig.hall.open_code())
    forger = Table(rig, "t0")
    forger.key = b"forged"
    for number in range(300):
        forger.name = f"t{number}"
        forger.birth()
    one.birth()
    rig.turn()
    assert [*rig.hall.paired()] == ["one"]


def test_a_code_ends(rig: Rig) -> None:
    Table(rig, "one", rig.hall.open_code()).birth()
    rig.turn()
    assert [*rig.hall.paired()] == ["one"]
    late = rig.hall.open_code()
    rig.now_s += CODE_S
    assert rig.hall.codes() == ()
    Table(rig, "late", late).birth()
    rig.turn()
    assert [*rig.hall.paired()] == ["one"]
    for _ in range(9):
        rig.hall.open_code()
    assert len(rig.hall.codes()) == 5


def test_a_table_is_paired_again_by_another_code_and_its_results_stay(rig: Rig, table: Table) -> None:
    table.finish("g1", {"Ana": 3, "Rui": 1})
    table.offer()
    rig.turn()
    rig.hall.unpair("t1")
    table.update(1)
    rig.turn()
    assert rig.digest()["tables"]["t1"]["paired"] is False
    again = Table(rig, "t1", rig.hall.open_code())
    again.session = 9
    again.birth()
    rig.turn()
    assert rig.digest()["tables"]["t1"]["paired"] is True
    assert len(rig.hall.standings()) == 2


def test_walls_are_told_what_changed_and_no_more(rig: Rig, table: Table) -> None:
    number = rig.hall.digests.newest.number
    table.update(1)
    rig.turn()
    assert rig.hall.digests.newest.number == number
    table.update(2, step=Step.OVER, over=True, winners=("Ana",), line={"en": "Ana wins", "pt": "Ganha a Ana"})
    rig.turn(0.01)
    rig.turn()
    change = msgspec.json.decode(rig.hall.digests.change(number + 1, "pt_BR"))
    assert [*change] == ["number", "hidden", "tables"]
    assert (change["tables"]["t1"]["line"], change["tables"]["t1"]["winners"]) == ("Ganha a Ana", ["Ana"])
    assert rig.hall.digests.change(number - 99, "en") is None


def test_what_walls_ask_for_at_once_is_written_once_and_put_meanwhile(
    rig: Rig, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests, written_of = rig.hall.digests, []
    other = threading.Thread(target=lambda: digests.whole("en"))
    write = digests_of_walls._written

    def writing(digest: Digest, language: str) -> bytes:
        written_of.append(digest.number)
        if len(written_of) == 1:
            other.start()
            other.join(0.05)  # it can't end before this one is written
            digests.put({}, None, hidden=True)  # the listener waits for no wall
        return write(digest, language)

    monkeypatch.setattr("companion.room.digests._written", writing)
    number = digests.newest.number
    assert digests.whole("en")[0] == number
    other.join()
    assert written_of.count(number) == 1


def test_hidden_standings_are_in_no_byte_that_a_wall_gets(rig: Rig, table: Table) -> None:
    rig.hall.hide(hidden=True)
    number = rig.hall.digests.newest.number
    line = {"en": "Ana wins with 7654"}
    seats = rig.hall.floor.tables["t1"].state.seats
    scored = tuple(msgspec.structs.replace(seat, score=7654) for seat in seats)
    table.update(1, step=Step.OVER, over=True, winners=("Ana",), line=line, seats=scored)
    table.finish("g1", {"Ana": 7654, "Rui": 1})
    table.offer()
    rig.turn()
    sent = rig.hall.digests.whole("en")[1] + b"".join(
        rig.hall.digests.change(one, "en") for one in range(number + 1, rig.hall.digests.newest.number + 1)
    )
    assert b"7654" not in sent
    assert b"wins" not in sent
    assert rig.digest()["ranking"] == []
    rig.hall.hide(hidden=False)
    rig.turn()
    assert b"7654" in rig.hall.digests.whole("en")[1]
    assert [one[1] for one in rig.digest()["ranking"]] == ["Ana", "Rui"]


def test_a_game_counts_for_the_evening_in_which_it_was_heard_of_first(rig: Rig, table: Table) -> None:
    table.finish("g1", {"Ana": 3, "Rui": 1})
    table.offer()
    rig.turn()
    rig.hall.begin_evening()
    table.finish("g1", {"Ana": 1, "Rui": 3}, kind=Kind.CORRECTION)
    table.finish("g2", {"Mia": 1, "Teo": 0})
    table.offer()
    rig.turn()
    assert [place.name for place in rig.hall.standings()] == ["Mia", "Teo"]
    assert [game.evening for game in rig.book.games()] == [1, 2]
    rig.stop()
    rig.start()
    assert rig.hall.evening == 2


def test_what_a_table_brings_from_elsewhere_counts_for_no_evening(rig: Rig, table: Table) -> None:
    """By its own clock, which is a year late: only how old a result is counts."""

    def told(game: str, at: str, **scores: int) -> None:
        table.finish(game, scores)
        table.results[-1] = msgspec.structs.replace(table.results[-1], at=at)

    told("home", "2025-11-10T21:00:00+00:00", Ana=3, Rui=1)
    told("taken_up", "2025-11-10T22:00:00+00:00", Ivo=3, Eva=1)
    told("before", "2025-11-20T18:00:00+00:00", Mia=3, Teo=1)
    table.offer(at="2025-11-20T20:00:00Z")
    rig.turn()
    assert table.confirmed.count == 3
    assert [place.name for place in rig.hall.standings()] == ["Mia", "Teo"]
    told("taken_up", "2025-11-20T20:30:00+00:00", Ivo=1, Eva=3)
    table.offer(at="2025-11-20T20:30:00Z")
    rig.turn()
    assert {place.name for place in rig.hall.standings()} == {"Mia", "Teo", "Ivo", "Eva"}
    assert len(rig.desk.ratings()) == 6


def test_what_a_table_finished_before_its_clock_was_set_counts_for_the_evening(rig: Rig, table: Table) -> None:
    """Cut off, it played on by a clock that stood a week back; the network that came set the clock, too."""
    for game, told, offered in (("g1", "13T21:00", "13T21:00"), ("g2", "13T22:00", "20T22:05")):
        table.finish(game, {"Ana": 3, "Rui": 1})
        table.results[-1] = msgspec.structs.replace(table.results[-1], at=f"2026-11-{told}:00+00:00")
        table.offer(at=f"2026-11-{offered}:00Z")
        rig.turn()
    assert [game.evening for game in rig.book.games()] == [1, 1]


def test_what_is_told_counts_for_the_evening_though_the_rooms_clock_was_ahead_when_the_table_was_paired() -> None:
    rig = Rig()
    rig.set_s = 30 * 86_400
    table = Table(rig, "t1", rig.hall.admit("t1"))
    rig.set_s = 0
    for game, age in (("long_ago", timedelta(days=1)), ("now", timedelta(0)), ("later", timedelta(0))):
        at = datetime.fromisoformat(rig.now()) - age
        table.finish(game, {"Ana": 3, "Rui": 1})
        table.results[-1] = msgspec.structs.replace(table.results[-1], at=at.isoformat())
        table.offer(table.results[-1], at=rig.now())
        rig.turn(60)
    assert [game.evening for game in rig.book.games()] == [0, 1, 1]
    rig.stop()


def test_a_struck_game_counts_nothing_until_it_counts_again(rig: Rig, table: Table) -> None:
    table.finish("g1", {"Ana": 3, "Rui": 1})
    table.offer()
    rig.turn()
    rig.hall.strike("t1", "g1", struck=True)
    assert rig.hall.standings() == ()
    rig.hall.strike("t1", "g1", struck=False)
    assert len(rig.hall.standings()) == 2


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "room.db")) as raw:
        raw.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer companion"):
        Book(tmp_path / "room.db")


def test_a_file_of_the_room_is_its_owners_alone(rig: Rig, tmp_path: Path) -> None:
    assert (tmp_path / "room.db").stat().st_mode & 0o077 == 0


PARTS = st.sampled_from([*Topic, "event", "undo", ""])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["t1", "x", "y/z", "#", ""]),
            PARTS,
            st.binary(max_size=60) | st.sampled_from([b"{}", b"[]", b"null"]),
            st.booleans(),
        ),
        max_size=20,
    )
)
def test_whatever_strangers_say_the_room_goes_on(said: list[tuple[str, str, bytes, bool]]) -> None:
    rig = Rig()
    table = Table(rig, "t1", rig.hall.admit("t1"))
    table.birth()
    for name, kind, payload, retain in said:
        rig.hub.say(topic(name, kind), payload, retain=retain)
        rig.twin.heard.append((topic(name, kind), payload, retain))
    table.finish("g1", {"Ana": 3, "Rui": 1})
    table.offer()
    rig.turn()
    rig.turn()
    assert table.confirmed.ids == ("r1",)
    assert [place.name for place in rig.hall.standings()] == ["Ana", "Rui"]
    assert rig.digest()["tables"]["t1"]["presence"] == "there"
    rig.stop()


def test_a_forged_result_counts_nothing(rig: Rig, table: Table) -> None:
    one = table.finish("g1", {"Eve": 3, "Rui": 1})
    for key in (None, b"x" * 32):
        where = topic("t1", Topic.RESULTS)
        rig.hub.say(where, written(where, Offer(1, (one,)), key))
    rig.turn()
    assert rig.book.count("t1") == (0, 0)
    assert RankingPlace("Eve", 3, 1) in one.standings
