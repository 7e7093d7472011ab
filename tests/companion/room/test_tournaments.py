"""A tournament in the room's book: scores from what tables tell, in the transaction that keeps them."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest
from support.rooms import Rig, Table

from companion.language.message import say
from companion.publishing.messages import LONGEST_NAME, Kind, OfferedPairing, Topic, is_signed, read, topic
from companion.room import copies
from companion.room.book import _SCHEMA, Book
from companion.room.next_round import drawn
from companion.room.offers import TIMED_AGAIN_S
from companion.room.tie_breaks import Finish
from companion.room.timer import Timer
from companion.room.tournament import Awaits, Pairing, TournamentError
from companion.room.tournament_events import Begun, Cleared, Dropped, Ended, Entered, Moved, Ruled, Way
from companion.store.errors import StoreError

TERMS = Begun("Open", Way.ROUND_ROBIN, rounds=3, least=2, usual=2, most=2)
WON = {"Ana": 3, "Rui": 1}


def tell(rig: Rig, table: Table, *results: object) -> None:
    table.offer(*results)
    rig.turn()


def begin(rig: Rig, *names: str) -> None:
    rig.hall.tournaments.begin(TERMS, "Eva")
    rig.hall.happen(*(Entered(name.lower(), name) for name in names), who="Eva")


def draw(rig: Rig) -> None:
    now = rig.hall.tournaments.now
    rig.hall.happen(drawn(now, [("t1", "t1")], Random(1), since=rig.book.last()), who="Eva")


def pairing(rig: Rig, number: int = 1) -> Pairing:
    return rig.hall.tournaments.now.pairing(number, 1)


def winner(rig: Rig) -> str:
    return next((one.player for one in pairing(rig).score if one.rank == 1), "")


@pytest.fixture
def playing(rig: Rig, table: Table) -> Table:
    begin(rig, "Ana", "Rui")
    draw(rig)
    return table


def test_a_finished_game_is_the_score_and_survives_a_restart(rig: Rig, playing: Table) -> None:
    playing.finish("g1", WON)
    tell(rig, playing)
    assert winner(rig) == "ana"
    before = rig.hall.tournaments.now
    rig.stop()
    rig.start()
    assert rig.hall.tournaments.now == before
    assert before.awaits is Awaits.DRAW
    assert [(one.who, type(one.event).__name__) for one in rig.hall.tournaments.history()][:2] == [
        ("", "Scored"),
        ("Eva", "Drawn"),
    ]


def test_a_round_survives_a_restart_however_long_a_name_two_of_its_tables_have(rig: Rig, table: Table) -> None:
    Table(rig, "t2", rig.hall.admit("t2")).birth()
    rig.turn()
    for one in ("t1", "t2"):
        rig.hall.call(one, "x" * LONGEST_NAME)
    begin(rig, "Ana", "Rui", "Mia", "Leo")
    rig.hall.happen(drawn(rig.hall.tournaments.now, rig.hall.there(), Random(1)), who="Eva")
    before = rig.hall.tournaments.now
    rig.stop()
    rig.start()
    assert rig.hall.tournaments.now == before
    assert {one.name.lstrip("x") for one in before.rounds[0].pairings} == {" · t1", " · t2"}


def test_a_seat_that_the_game_added_is_nobody_s_score(rig: Rig, playing: Table) -> None:
    played = playing.finish("g1", {"Rui": 10, "Cap'n Happen Stance": 9, "Ana": 2})
    played = msgspec.structs.replace(played, players=("Ana", "Rui"))
    tell(rig, playing, played)
    assert pairing(rig).score == (Finish("ana", 2, 2), Finish("rui", 1, 10))


def test_what_was_over_before_the_draw_is_not_its_score(rig: Rig, table: Table) -> None:
    table.finish("g0", WON)
    tell(rig, table)
    begin(rig, "Ana", "Rui")
    draw(rig)
    table.finish("g0", {"Ana": 1, "Rui": 3}, kind=Kind.CORRECTION)
    tell(rig, table)
    assert pairing(rig).score == ()
    table.finish("g1", WON, over=False, kind=Kind.ROUND)
    tell(rig, table)
    assert pairing(rig).score == ()
    table.finish("g1", {"Ana": 1, "Rui": 3})
    tell(rig, table)
    assert winner(rig) == "rui"


def test_a_correction_and_a_game_that_is_struck_out_change_the_score_and_a_ruling_stays(
    rig: Rig, playing: Table
) -> None:
    playing.finish("g1", WON)
    tell(rig, playing)
    playing.finish("g1", {"Ana": 1, "Rui": 3}, kind=Kind.CORRECTION)
    tell(rig, playing)
    assert winner(rig) == "rui"
    rig.hall.strike("t1", "g1", struck=True)
    assert pairing(rig).score == ()
    rig.hall.strike("t1", "g1", struck=False)
    assert winner(rig) == "rui"
    ruling = Ruled(round=1, pairing=1, finishes=(Finish("ana", 1), Finish("rui", 2)))
    rig.hall.happen(ruling, who="Eva")
    playing.finish("g1", {"Ana": 0, "Rui": 3}, kind=Kind.CORRECTION)
    tell(rig, playing)
    assert winner(rig) == "ana"


def test_what_a_table_told_counts_once_the_pairing_is_moved_there(rig: Rig, playing: Table) -> None:
    other = Table(rig, "t2", rig.hall.admit("t2"))
    other.birth()
    other.finish("g1", WON)
    tell(rig, other)
    assert pairing(rig).score == ()
    rig.hall.happen(Moved(round=1, pairing=1, table="t2", name="t2"), who="Eva")
    assert winner(rig) == "ana"
    rig.hall.happen(Cleared(round=1, pairing=1, refused="t2/g1"), who="Eva")
    assert pairing(rig).score == ()


def test_what_a_table_brings_from_elsewhere_is_no_score(rig: Rig, playing: Table) -> None:
    other = Table(rig, "t2", rig.hall.admit("t2"))
    rig.hall.happen(Moved(round=1, pairing=1, table="t2", name="t2"), who="Eva")
    other.finish("g1", WON)
    other.offer(at="2026-11-21T20:00:00+00:00")
    rig.turn()
    assert other.confirmed is not None
    assert (other.confirmed.count, pairing(rig).score) == (1, ())


def test_a_score_follows_its_game_though_the_pairing_was_moved_since(rig: Rig, playing: Table) -> None:
    playing.finish("g1", WON)
    tell(rig, playing)
    rig.hall.happen(Moved(round=1, pairing=1, table="", name="By the window"), who="Eva")
    playing.finish("g1", {"Ana": 1, "Rui": 3}, kind=Kind.CORRECTION)
    tell(rig, playing)
    assert winner(rig) == "rui"
    rig.hall.strike("t1", "g1", struck=True)
    assert pairing(rig).score == ()


def test_a_score_is_kept_with_its_result_or_neither_is(
    rig: Rig, playing: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError(say("the disk is full"))

    playing.finish("g1", WON)
    with monkeypatch.context() as failing, pytest.raises(StoreError):
        failing.setattr(rig.book, "heard", full)
        tell(rig, playing)
    assert pairing(rig).score == ()
    assert rig.book.count("t1") == (0, 0)
    assert len(rig.book.events(1)) == 4
    tell(rig, playing)
    assert winner(rig) == "ana"


def test_of_several_events_all_happen_or_none(rig: Rig, playing: Table) -> None:
    with pytest.raises(TournamentError):
        rig.hall.happen(Dropped("ana"), Entered("new", "RUI"), who="Eva")
    assert rig.hall.tournaments.now.players["ana"].here
    assert len(rig.book.events(1)) == 4


def test_what_is_refused_is_neither_folded_anew_nor_told_to_walls(
    rig: Rig, playing: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest's refused suggestion took 0.4 s of a tournament of 1,200, and every table's tile was sent anew."""
    rig.turn()
    before, number = rig.hall.tournaments.now, rig.hall.digests.newest.number
    suggested = {"do": "suggest", "round": 1, "pairing": 1, "player": "nobody", "places": {}, "scores": {}}
    with monkeypatch.context() as reading:
        reading.setattr(rig.book, "events", lambda _: pytest.fail("all events were read again"))
        assert not rig.desk.submit("phone", "en", suggested).ok
    rig.turn()
    assert rig.hall.tournaments.now is before
    assert rig.hall.digests.newest.number == number


def test_one_tournament_goes_on_at_a_time(rig: Rig, playing: Table) -> None:
    with pytest.raises(TournamentError, match="put it away"):
        begin(rig)
    rig.hall.happen(Ended(), who="Eva")
    playing.finish("g1", WON)
    tell(rig, playing)
    assert pairing(rig).score == ()
    begin(rig, "Ivo")
    assert rig.hall.tournaments.number == 2
    assert [*rig.hall.tournaments.now.players] == ["ivo"]


def test_a_copy_holds_the_tournament_and_what_tables_tell_again_is_scored(
    rig: Rig, playing: Table, tmp_path: Path
) -> None:
    assert copies.keep(tmp_path / "room.db") is not None
    playing.finish("g1", WON)
    tell(rig, playing)
    assert copies.keep(tmp_path / "room.db") is not None
    rig.hall.happen(Entered("ivo", "Ivo"), who="Eva")
    newest = copies.keep(tmp_path / "room.db")
    assert newest is not None
    rig.stop()
    for copy in (tmp_path / "copies").glob("room-00000[23].db"):
        copy.unlink()
    for end in ("", "-wal", "-shm"):
        (tmp_path / f"room.db{end}").unlink(missing_ok=True)
    copies.restore(tmp_path / "room.db")
    rig.start()
    assert pairing(rig).score == ()
    tell(rig, playing)
    assert winner(rig) == "ana"


def test_where_a_game_is_struck_out_the_one_at_the_table_they_were_moved_to_counts(rig: Rig, playing: Table) -> None:
    other = Table(rig, "t2", rig.hall.admit("t2"))
    other.birth()
    playing.finish("g1", WON)
    tell(rig, playing)
    rig.hall.happen(Moved(round=1, pairing=1, table="t2", name="t2"), who="Eva")
    other.finish("g1", {"Ana": 1, "Rui": 3})
    tell(rig, other)
    assert winner(rig) == "ana"
    rig.hall.strike("t1", "g1", struck=True)
    assert (winner(rig), pairing(rig).game) == ("rui", "t2/g1")


def test_a_book_of_before_tournaments_is_opened_and_has_none(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as old:
        old.executescript(_SCHEMA[0])
        old.execute("INSERT INTO setting VALUES ('pin', '123456')")
        old.execute("PRAGMA user_version = 1")
        old.commit()
    book = Book(path)
    assert (book.setting("pin"), book.tournament(), book.events(0)) == ("123456", 0, [])
    book.close()


def test_an_event_that_nobody_understands_leaves_the_others(rig: Rig, playing: Table) -> None:
    before = rig.hall.tournaments.now
    with closing(sqlite3.connect(rig.path)) as other:
        for value in ('{"event": "entered", "player": "x", "name": "ana"}', '{"event": "from the future"}'):
            other.execute("INSERT INTO tournament_event (tournament, at, who, value) VALUES (1, '', '', ?)", (value,))
        other.commit()
    rig.hall.tournaments.know()
    assert rig.hall.tournaments.now == before
    assert rig.desk.tournament("en", director=True).log[0].what == "ana entered"  # and the pages show the rest
    assert b"from the future" not in rig.desk.tournament_json()


def offers(rig: Rig, table: str = "t1") -> list[OfferedPairing]:
    """What a table was offered so far."""
    where, key = topic(table, Topic.PAIRING), rig.hall.paired()[table].key
    sent = [payload for name, payload in rig.hub.wire if name == where]
    assert all(is_signed(where, payload, key) for payload in sent)
    return [read(payload, OfferedPairing) for payload in sent]


def test_a_table_is_offered_who_plays_there_until_its_score_is_known(rig: Rig, table: Table) -> None:
    rig.turn()
    assert offers(rig) == []  # where no tournament has begun nothing is said of one
    other = Table(rig, "t2", rig.hall.admit("t2"))
    other.birth()
    begin(rig, "Ana", "Rui")
    draw(rig)
    for _ in range(3):
        rig.turn()
    (offered,) = offers(rig)
    assert (offered.tournament, offered.round, offered.rounds, {*offered.seats}) == ("Open", 1, 3, {"Ana", "Rui"})
    assert offers(rig, "t2") == [OfferedPairing()]
    table.finish("g1", WON)
    tell(rig, table)
    rig.turn()
    assert offers(rig)[-1] == OfferedPairing()
    assert len(offers(rig)) == 2


def test_a_table_that_is_paired_anew_is_offered_its_players_under_its_new_key(rig: Rig, playing: Table) -> None:
    rig.turn()
    again = Table(rig, "t1", rig.hall.open_code())
    again.session = 9
    again.birth()
    rig.turn()
    where = topic("t1", Topic.PAIRING)
    kept = rig.hub.kept[where]
    assert again.key is not None
    assert is_signed(where, kept, again.key)
    assert {*read(kept, OfferedPairing).seats} == {"Ana", "Rui"}


def test_a_table_that_is_paired_no_more_is_offered_nobody(rig: Rig, playing: Table) -> None:
    rig.turn()
    with pytest.raises(StoreError), rig.hall.together():
        rig.hall.unpair("t1")
        raise StoreError(say("the disk is full"))
    rig.turn()
    assert {*offers(rig)[-1].seats} == {"Ana", "Rui"}
    rig.hall.unpair("t1")
    rig.turn()
    where, told = topic("t1", Topic.PAIRING), len(rig.hub.wire)
    assert playing.key is not None
    assert is_signed(where, rig.hub.kept[where], playing.key)
    assert read(rig.hub.kept[where], OfferedPairing) == OfferedPairing()
    rig.turn()
    assert len(rig.hub.wire) == told


def test_a_table_hears_of_the_timer_now_and_then_while_it_runs(rig: Rig, playing: Table) -> None:
    rig.turn()
    rig.hall.time(Timer(3000).going(rig.hall.room_clock()))
    rig.turn(0)
    rig.turn(0)
    assert [(one.left_s, one.runs) for one in offers(rig)] == [(None, False), (3000, True)]
    rig.turn(TIMED_AGAIN_S)
    assert offers(rig)[-1].left_s == 3000 - TIMED_AGAIN_S
    rig.hall.time(None)
    rig.turn()
    assert offers(rig)[-1].left_s is None


def test_a_room_that_was_started_again_says_anew_what_it_offers(rig: Rig, playing: Table) -> None:
    rig.turn()
    rig.stop()
    rig.start()
    rig.turn()
    assert len(offers(rig)) == 2
