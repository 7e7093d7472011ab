"""A game whose own code fails, scores halves, or was changed since it was played: whoever begins it or takes it up is
told, and every other game can be played."""

from pathlib import Path

import pytest
from support.people_at_table import People
from support.served_table import ServedTable
from support.strangers import looking_in, put, sticks_of_the_page, sticks_that_fail

from companion.evaluation import conformance
from companion.store.archive import take_in
from companion.store.database import Store
from companion.table import requests
from web.app import create_app

STICKS = sticks_of_the_page()
RECORD = (
    b'{"record":1,"game":"sticks","players":["Ana","Rui"],"edition":{"heap":5}}\n'
    b'{"do":"take","player":"Ana","sticks":3}\n{"do":"take","player":"Rui","sticks":2}\n'
)


@pytest.mark.parametrize("where", ["begin", "apply", "view", "forms"])
def test_a_game_that_fails_since_it_was_played_is_not_taken_up_and_others_begin(where: str, tmp_path: Path) -> None:
    store = Store(":memory:")
    put(tmp_path / "before", "sticks", STICKS)
    with looking_in(tmp_path / "before"):
        take_in(store, RECORD.rpartition(b'{"do"')[0])
    put(tmp_path / "now", "sticks", sticks_that_fail(where))
    with looking_in(tmp_path / "now"):
        people = People(store)
        people.session.resume()
        people.wait(0.1)
        assert [str(one.text) for one in people.snapshot.notices] == [
            "This game can't be taken up: KeyError: 'a stick'",
        ]
        people.begin("Ana", "Rui", "Mia")
        assert people.snapshot.game.name == "shipshape"


@pytest.mark.parametrize("where", ["begin", "view", "forms"])
def test_a_game_that_fails_at_once_is_not_begun(where: str, tmp_path: Path) -> None:
    put(tmp_path, "sticks", sticks_that_fail(where))
    with looking_in(tmp_path):
        people = People()
        reply = people.ask(requests.NewGame("sticks", ["Ana", "Rui"], {}))
        assert (reply.ok, str(reply.text)) == (False, "This game can't be begun: KeyError: 'a stick'")
        people.begin("Ana", "Rui", "Mia")
        assert len(people.store.games()) == 1


@pytest.mark.parametrize("where", ["view", "forms"])
def test_a_game_that_fails_on_its_way_stands_where_it_was_on_disk_too(where: str, tmp_path: Path) -> None:
    late = sticks_that_fail(where).replace("{}['a stick']", "[15, 12][15 - state.heap]")
    put(tmp_path, "sticks", late)
    with looking_in(tmp_path):
        people = People()
        assert people.ask(requests.NewGame("sticks", ["Ana", "Rui"], {})).ok
        with pytest.raises(IndexError):
            people.ask(requests.Enter({"do": "take", "seat": "Ana", "sticks": 3}))
        assert people.store.game(people.store.games()[0]).lines == ()
        assert people.ask(requests.Enter({"do": "take", "seat": "Ana", "sticks": 1})).ok
        assert str(people.snapshot.line).startswith("Rui: take one to three of 14 sticks")


HALVES = STICKS.replace("int(self.over(state) and", "float(self.over(state) and")


def test_a_score_is_a_whole_number_and_whoever_writes_a_game_is_told(tmp_path: Path) -> None:
    put(tmp_path, "sticks", HALVES)
    with looking_in(tmp_path):
        people = People()
        assert people.ask(requests.NewGame("sticks", ["Ana", "Rui"], {})).ok
        with pytest.raises(TypeError, match=r"the score of Ana is 0\.0: a score is a whole number"):
            people.ask(requests.Enter({"do": "take", "seat": "Ana", "sticks": 3}))
        assert len(people.match.lines) == 1
        assert "a score is a whole number" in " ".join(conformance.check("sticks"))


def test_a_ranking_that_was_kept_with_halves_leaves_the_history_as_it_is(tmp_path: Path) -> None:
    put(tmp_path, "sticks", STICKS)
    with looking_in(tmp_path):
        table = ServedTable()
        odd, game_id = take_in(table.store, RECORD), take_in(table.store, RECORD.replace(b"Rui", b"Mia"))
        table.store.finish(odd, True, {"standings": [{"player": "Ana", "score": 7.5, "rank": 1}], "winners": ["Ana"]})
        told = {game.id: game.standings for game in table.door.history()}
        assert [(place.player, place.score) for place in told[game_id]] == [("Mia", 1), ("Ana", 0)]
        assert told[odd] == ()
        client = create_app(table.door).test_client()
        pages = ("/", "/history", "/players", "/player?name=Ana", f"/game/{odd}", f"/table/{odd}")
        assert {client.get(page).status_code for page in pages} == {200}
