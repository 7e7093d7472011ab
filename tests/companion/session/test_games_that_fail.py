"""A game whose own code fails, or was changed since it was played: whoever begins it or takes it up is told, and every
other game can be played."""

from pathlib import Path

import pytest
from support.people_at_table import People
from support.strangers import looking_in, put, sticks_of_the_page

from companion.store.archive import take_in
from companion.store.database import Store
from companion.table import requests

STICKS = sticks_of_the_page()
RECORD = (
    b'{"record":1,"game":"sticks","players":["Ana","Rui"],"edition":{"heap":5}}\n'
    b'{"do":"take","player":"Ana","sticks":3}\n{"do":"take","player":"Rui","sticks":2}\n'
)
FAILS = {
    "begin": STICKS.replace("        return State(", "        nothing = {}['a stick']\n        return State("),
    "apply": STICKS.replace("        return after, {", "        nothing = {}['a stick']\n        return after, {"),
    "view": STICKS.replace("        return View(", "        nothing = {}['a stick']\n        return View("),
    "forms": STICKS.replace("            return ()", "            return ()\n        nothing = {}['a stick']"),
}


@pytest.mark.parametrize("where", FAILS)
def test_a_game_that_fails_since_it_was_played_is_not_taken_up_and_others_begin(where: str, tmp_path: Path) -> None:
    store = Store(":memory:")
    put(tmp_path / "before", "sticks", STICKS)
    with looking_in(tmp_path / "before"):
        take_in(store, RECORD.rpartition(b'{"do"')[0])
    put(tmp_path / "now", "sticks", FAILS[where])
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
    put(tmp_path, "sticks", FAILS[where])
    with looking_in(tmp_path):
        people = People()
        reply = people.ask(requests.NewGame("sticks", ["Ana", "Rui"], {}))
        assert (reply.ok, str(reply.text)) == (False, "This game can't be begun: KeyError: 'a stick'")
        people.begin("Ana", "Rui", "Mia")
        assert len(people.store.games()) == 1
