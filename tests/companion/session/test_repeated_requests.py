"""A request that comes again, because its answer was lost or the power went, is done once; two presses are two."""

from typing import Any

import pytest
from support.people_at_table import HOST, People

from companion.session.session import DOUBTFUL_S
from companion.store.database import Store
from companion.store.errors import StoreError
from companion.table import requests
from companion.table.answers import MOST, Answers, name_of, written
from companion.table.requests import Enter, NewGame
from companion.table.signals import Reply

END = Enter({"do": "end_round"})


@pytest.fixture
def people() -> People:
    found = People()
    assert found.ask(NewGame("alcatraz", ["Ana", "Rui"])).ok
    return found


def ended(people: People) -> int:
    return len(people.match.lines) - 1


def test_what_comes_again_is_answered_with_what_became_of_the_first(people: People) -> None:
    first = people.ask_as(END, HOST, "press-1")
    assert people.ask_as(END, HOST, "press-1") == first
    assert ended(people) == 1
    assert people.ask_as(END, HOST, "press-2").ok
    assert ended(people) == 2


def test_another_phones_id_is_another_request(people: People) -> None:
    people.ask_as(requests.Pin(people.session.pin), "other")
    people.ask_as(END, HOST, "press-1")
    people.now_s += 5
    assert people.ask_as(END, "other", "press-1").ok
    assert ended(people) == 2


def test_a_refusal_is_what_became_of_it(people: People) -> None:
    refused = people.ask_as(requests.Redo(), HOST, "press-1")
    assert not refused.ok
    people.ask(END)
    people.ask(requests.Undo())
    assert people.ask_as(requests.Redo(), HOST, "press-1") == refused
    assert people.ask_as(requests.Redo(), HOST, "press-2").ok


def test_started_again_it_is_known_what_was_done(people: People) -> None:
    first = people.ask_as(END, HOST, "press-1")
    again = People(people.store)
    again.session.resume()
    assert again.ask_as(END, HOST, "press-1") == first
    assert ended(again) == 1


def test_once_the_store_was_mended_what_comes_again_unknown_is_not_done_but_looked_for(people: People) -> None:
    known = people.ask_as(END, HOST, "press-1")
    again = People(people.store, mended=True)  # the answer to press-2 was lost, its event may not be
    again.session.resume()
    assert again.ask_as(END, HOST, "press-1", again=True) == known
    refused = again.ask_as(END, HOST, "press-2", again=True)
    assert (refused.ok, refused.ask) == (False, None)
    assert "look whether this counted" in str(refused.text)
    assert ended(again) == 1
    assert again.ask_as(END, HOST, "press-3").ok
    again.now_s += DOUBTFUL_S
    assert again.ask_as(requests.Undo(), HOST, "press-4", again=True).ok
    assert ended(again) == 1


def test_a_store_that_was_whole_leaves_no_doubt(people: People) -> None:
    assert people.ask_as(END, HOST, "press-1", again=True).ok


def test_an_answer_is_kept_with_its_event_or_neither_is(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise StoreError(requests_refused())

    monkeypatch.setattr(people.store, "answer", fails)
    assert not people.ask_as(END, HOST, "press-1").ok
    assert ended(people) == 0
    assert people.store.game("game-1").lines == ()
    monkeypatch.undo()
    assert people.ask_as(END, HOST, "press-1").ok  # try again
    assert ended(people) == 1


def requests_refused() -> Any:
    from companion.language.message import say  # noqa: PLC0415

    return say("no room")


def test_what_keeps_nothing_writes_nothing(people: People) -> None:
    before = len(people.store.answers())
    people.ask_as(requests.ShowJoin(), HOST, "press-1")
    assert len(people.store.answers()) == before


def test_a_guest_pushes_nobodys_answer_out(people: People) -> None:
    first = people.ask_as(END, HOST, "press-1")
    for number in range(MOST + 1):
        people.ask_as(requests.Knock(), "guest", f"press-{number}")
    assert people.ask_as(END, HOST, "press-1") == first


def test_the_last_thousand_are_kept() -> None:
    store, answers = Store(":memory:"), Answers()
    for number in range(MOST + 5):
        store.answer(name_of("phone", str(number)), written(Reply(True)))
        answers = answers.and_of(name_of("phone", str(number)), Reply(True))
    assert len(store.answers()) == len(answers.replies) == MOST
    assert store.answers()[0][0] == name_of("phone", "5")
    assert Answers.read(store.answers()) == answers


def test_an_answer_that_cannot_be_read_is_left_out() -> None:
    kept = [("a", "{"), ("b", '{"ok": true}'), ("c", "[]"), ("d", written(Reply(True, value="x")))]
    assert Answers.read(kept).replies == {"d": Reply(True, value="x")}
