"""What is told of a game: pure functions of its lines."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.people_at_table import People
from support.strangers import looking_in, put, sticks_of_the_page, sticks_that_fail

from companion.game import record
from companion.publishing import results
from companion.publishing.results import restated, shortened
from companion.store.archive import take_in
from companion.store.database import Store
from companion.table import requests
from companion.table.evening import Equipment


def rounds(people: People, count: int) -> None:
    for _ in range(count):
        assert people.ask(requests.Enter({"do": "end_round"})).ok


def told(store: Store) -> list[tuple[str, int, bool]]:
    return [(one.kind, one.rounds, one.over) for one in map(results.read, store.outbox())]


def test_nothing_is_told_before_a_round_is_finished_and_each_finish_once(people: People) -> None:
    assert people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    people.wait(1.0)
    assert told(people.store) == []
    rounds(people, 1)
    people.wait(1.0)
    assert told(people.store) == [("round", 1, False)]


def test_a_round_is_kept_with_its_result_or_not_at_all(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    assert people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok

    def fails(*_: object) -> None:
        raise OSError("the card is gone")

    with monkeypatch.context() as failing, pytest.raises(OSError):
        failing.setattr(people.store, "tell", fails)
        rounds(people, 1)
    (game,) = people.store.games()
    assert people.store.game(game).lines == ()
    rounds(people, 1)
    assert told(people.store) == [("round", 1, False)]


def test_a_game_that_is_taken_up_again_is_not_told_again(people: People) -> None:
    assert people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    rounds(people, 1)
    again = People(people.store, Equipment(pods=6, room=True))
    again.session.resume()
    again.wait(0.5)
    assert told(people.store) == [("round", 1, False)]
    rounds(again, 1)
    assert told(people.store) == [("round", 1, False), ("game", 2, True)]


def test_a_table_without_a_room_keeps_no_results() -> None:
    people = People(table=Equipment(pods=6))
    assert people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    rounds(people, 2)
    assert people.store.outbox() == ()
    people.store.close()


@pytest.mark.parametrize(
    ("began", "ended", "at"),
    [
        ("2026-10-01T20:00:00Z", "2026-10-01T23:00:00+02:00", "2026-10-01T21:00:00+00:00"),
        ("2026-10-01T20:00:00Z", "", "2026-10-01T20:00:00+00:00"),
        ("2026-10-01T20:00:00Z", "2027-10-01T21:00:00Z", "2026-10-01T20:00:00+00:00"),
        ("some time", "2026-10-01", "2026-11-20T20:00:00Z"),
    ],
)
def test_a_game_of_before_there_was_a_room_is_told_as_old_as_it_is(
    people: People, began: str, ended: str, at: str
) -> None:
    header = {"record": 1, "game": "alcatraz", "players": ["Ana", "Rui"], "at": began}
    lines = [header, *({"do": "end_round", "at": ended} for _ in range(2))]
    game = take_in(people.store, "".join(record.write(line) + "\n" for line in lines).encode())
    assert people.ask(requests.TakeUp(game)).ok
    (one,) = map(results.read, people.store.outbox())
    assert (one.kind, one.at) == ("game", at)


def test_what_damage_took_of_the_outbox_is_told_anew(people: People) -> None:
    assert people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    rounds(people, 2)
    people.store._write("DELETE FROM outbox WHERE number = 2", ())
    restated(people.store, "2026-11-20T21:00:00Z", lambda: "anew", hidden=False)
    assert told(people.store) == [("round", 1, False), ("game", 2, True)]
    restated(people.store, "2026-11-20T21:00:00Z", lambda: "again", hidden=False)
    assert len(people.store.outbox()) == 2


def test_a_game_whose_own_code_fails_by_now_is_passed_over(people: People, tmp_path: Path) -> None:
    put(tmp_path / "before", "sticks", sticks_of_the_page())
    put(tmp_path / "now", "sticks", sticks_that_fail("apply"))
    played = b'{"record":1,"game":"sticks","players":["Ana","Rui"]}\n{"do":"take","player":"Ana","sticks":3}\n'
    with looking_in(tmp_path / "before"):
        take_in(people.store, played)
    assert people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    rounds(people, 2)
    people.store._write("DELETE FROM outbox WHERE number = 2", ())
    with looking_in(tmp_path / "now"):
        restated(people.store, "2026-11-20T21:00:00Z", lambda: "anew", hidden=False)
    assert told(people.store) == [("round", 1, False), ("game", 2, True)]


def test_initials_are_told_apart() -> None:
    assert shortened(("Ana Lua", "Rui", "Rita", "Änne")) == {
        "Ana Lua": "A.L.",
        "Rui": "R. 2",
        "Rita": "R. 3",
        "Änne": "Ä.",
    }


def test_standings_that_are_hidden_until_the_end_are_told_only_then(people: People) -> None:
    assert people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    people.session._table = replace(people.session._table, hidden=True)
    rounds(people, 2)
    first, last = map(results.read, people.store.outbox())
    assert (first.kind, first.rounds, first.standings) == ("round", 1, ())
    assert [place.player for place in last.standings] == ["Ana", "Rui"]


def test_what_is_told_anew_after_damage_keeps_hidden_standings_hidden(people: People) -> None:
    assert people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    assert people.ask(requests.HideStandings(on=True)).ok
    rounds(people, 1)
    restated(people.store, "2026-11-20T21:00:00Z", lambda: "anew", hidden=True)
    assert [one.standings for one in map(results.read, people.store.outbox())] == [()]
