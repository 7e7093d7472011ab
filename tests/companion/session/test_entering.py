"""How a phone is let in, and that this survives restart, upgrade and a game's end."""

import json

import pytest
from support.people_at_table import HOST, People

from companion.commands import key as key_command
from companion.store.database import Store
from companion.table import requests
from companion.table.entrance import CLAIMED_S, EVENING_S, KNOCKED_S, KNOCKS
from companion.table.evening import Equipment
from companion.table.signals import Key
from web.shown import Role

BARE_TABLE = Equipment(display=False, terminal=False)


def role(people: People, device: str) -> Role:
    return people.session._table.seating.role(device)


def test_nobody_is_host_by_beginning_a_game_as_a_stranger() -> None:
    people = People()
    asked = requests.NewGame("shipshape", ["Ana", "Rui"], {})
    assert people.ask_as(asked, "stranger").ask == "pin"
    people.ask_as(requests.ComeIn(people.session._table.entrance.evening), "stranger")
    assert people.ask_as(asked, "stranger").ok
    assert role(people, "stranger") is Role.HOST


def test_the_machines_key_opens_once_for_a_host_and_survives_a_restart() -> None:
    people = People()
    key = people.session.key
    again = People(people.store)
    assert again.session.key == key
    assert again.ask_as(requests.ComeIn(key.lower()), "first").ok
    assert role(again, "first") is Role.HOST
    assert not again.ask_as(requests.ComeIn(key), "second").ok
    assert role(again, "second") is Role.GUEST
    assert again.session.key != key


def test_the_evenings_key_is_another_one_the_next_day() -> None:
    people = People()
    people.wait(0.1)
    key = people.session._table.entrance.evening
    people.now_s += EVENING_S + 1
    people.wait(0.1)
    assert not people.ask_as(requests.ComeIn(key), "late").ok


def test_who_was_let_in_is_known_after_a_restart_without_any_game() -> None:
    people = People()
    people.let_in("phone")
    people.ask_as(requests.Pin(people.session.pin), "host")
    again = People(people.store)
    again.session.resume()
    assert [role(again, name) for name in ("phone", "host", "other")] == [
        Role.LET_IN,
        Role.HOST,
        Role.GUEST,
    ]


def test_an_older_store_s_hosts_and_seats_keep_what_they_had() -> None:
    people = People()
    people.begin("Ana", "Rui")
    old = {"game": "game-1", "held": {"Ana": "ana"}, "hosts": ["host"]}
    people.store.set("seating", json.dumps(old))
    again = People(people.store)
    again.session.resume()
    assert [role(again, name) for name in ("ana", "host")] == [Role.SEAT, Role.HOST]
    assert again.ask_as(requests.Leave("Ana"), "ana").ok
    assert role(again, "ana") is Role.LET_IN


def test_a_new_table_is_claimed_once_by_its_first_phone_and_all_are_told() -> None:
    people = People(table=BARE_TABLE)
    people.wait(0.1)
    assert people.published[-1].stranger.claimable
    assert people.ask_as(requests.ClaimTable(), "first").ok
    assert role(people, "first") is Role.HOST
    assert not people.ask_as(requests.ClaimTable(), "second").ok
    assert role(people, "second") is Role.GUEST
    for table in (people, People(people.store, BARE_TABLE)):
        table.wait(0.1)
        assert any("claimed this table on 2026-11-20" in str(part.text) for part in table.snapshot.health)
        assert not table.published[-1].stranger.claimable


@pytest.mark.parametrize(
    "equipment", [Equipment(), Equipment(display=False), Equipment(pods=2, display=False, terminal=False)]
)
def test_a_table_with_a_display_a_pod_or_a_terminal_is_claimed_by_nobody(equipment: Equipment) -> None:
    people = People(table=equipment)
    people.wait(0.1)
    assert not people.ask_as(requests.ClaimTable(), "first").ok


def test_after_ten_minutes_or_once_somebody_was_let_in_nobody_claims() -> None:
    people = People(table=BARE_TABLE)
    people.wait(0.1)
    people.now_s += CLAIMED_S + 1
    people.wait(0.1)
    assert not people.published[-1].stranger.claimable
    assert not people.ask_as(requests.ClaimTable(), "late").ok
    other = People(table=BARE_TABLE)
    other.let_in("phone")
    assert not other.ask_as(requests.ClaimTable(), "late").ok
    assert not People(other.store, BARE_TABLE).session._table.entrance.claimable


def test_the_machine_takes_a_claimed_table_back() -> None:
    people = People(table=BARE_TABLE)
    people.ask_as(requests.ClaimTable(), "thief")
    people.ask_as(requests.NewGame("shipshape", ["Ana", "Rui"], {}), "thief")
    pin, key = people.session.pin, people.session.key
    key_command.forget(people.store)
    again = People(people.store, BARE_TABLE)
    again.session.resume()
    assert role(again, "thief") is Role.GUEST
    assert again.match.lines == people.match.lines
    assert again.session.pin != pin
    assert again.session.key != key
    assert again.ask_as(requests.ClaimTable(), "owner").ok


def test_few_may_knock_at_once_and_not_for_ever() -> None:
    people = People()
    for number in range(KNOCKS):
        assert people.ask_as(requests.Knock(), f"guest {number}").ok
    assert people.ask_as(requests.Knock(), "guest 0").ok
    assert not people.ask_as(requests.Knock(), "one more").ok
    people.now_s += KNOCKED_S + 1
    people.wait(0.1)
    assert not people.ask(requests.LetIn(1), "let in").ok
    assert people.ask_as(requests.Knock(), "one more").ok


def test_who_is_sent_away_stays_a_guest() -> None:
    people = People()
    people.ask_as(requests.Knock(), "guest")
    assert people.ask(requests.LetIn(1, welcome=False), "let in").ok
    assert role(people, "guest") is Role.GUEST


def test_an_ok_meant_for_the_game_gives_no_guest_a_seat() -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    assert people.ask_as(requests.Sit("Ana"), "stranger").ok
    people.bid(0, 5)
    assert role(people, "stranger") is Role.GUEST
    assert people.session.evening is not None
    assert people.session.evening.bidding is not None
    assert people.session.evening.bidding.ballot("Ana").locked
    people.press(0, Key.OK, held_s=5.2)
    assert role(people, "stranger") is Role.SEAT
    assert "let in by Ana's pod" in str(people.snapshot.notices[-1].text)
    assert people.session.evening.bidding.ballot("Ana").locked


def test_a_guest_that_asks_for_another_guests_seat_is_told_and_neither_is_let_in_by_its_ok() -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    assert people.ask_as(requests.Sit("Ana"), "guest").ok
    assert people.published[-1].own["guest"].waiting == "Ana"
    refused = people.ask_as(requests.Sit("Ana"), "stranger")
    told = "Two phones ask for Ana's seat: ok lets neither in, the code at the table does"
    assert (refused.ok, str(refused.text)) == (False, told)
    assert not people.ask_as(requests.Sit("Ana"), "stranger").ok
    assert [str(notice.text) for notice in people.snapshot.notices].count(told) == 1
    assert "guest" not in people.published[-1].own  # it is any guest again
    people.press(0, Key.OK, held_s=5.2)
    assert {role(people, one) for one in ("guest", "stranger")} == {Role.GUEST}
    assert people.snapshot.show_join
    people.ask(requests.Sit("Rui"), "let in")
    assert (
        str(people.ask_as(requests.Sit("Rui"), "stranger").text) == "Another phone waits for Rui's pod: wait a minute"
    )
    people.press(1, Key.OK)
    assert role(people, "let in") is Role.SEAT


def test_where_another_phone_asks_for_a_seat_that_one_waits_for_all_are_told_whom_ok_means() -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    told = "Two phones ask for Ana's seat: ok gives it to the one that asked last"
    for device in ("Ana's phone", "Ana's phone", "Rui's phone"):
        assert told not in [str(notice.text) for notice in people.snapshot.notices]
        assert people.ask(requests.Sit("Ana"), device).ok
    assert told in [str(notice.text) for notice in people.snapshot.notices]
    people.press(0, Key.OK)
    assert people.session._table.seating.held == {"Ana": "Rui's phone"}


def test_the_address_with_the_key_is_printed_on_the_machine(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    assert key_command.run(_args(tmp_path)) == 1  # nothing is there yet
    people = People(Store(tmp_path / "games.db"))
    assert key_command.run(_args(tmp_path)) == 0
    assert f"/in/{people.session.key.lower()}" in capsys.readouterr().out
    people.store.close()
    assert key_command.run(_args(tmp_path, forget=True)) == 0
    assert people.session.key.lower() not in capsys.readouterr().out


def _args(folder, forget: bool = False):  # type: ignore[no-untyped-def]
    import argparse  # noqa: PLC0415

    return argparse.Namespace(config=None, data=str(folder), forget=forget, card=None)


def test_with_a_short_pin_of_an_older_release_nothing_is_deleted_for_good() -> None:
    store = Store(":memory:")
    store.set("pin", "4711")
    people = People(store)
    people.begin("Ana", "Rui", "Mia")
    game = store.games()[0]
    told = people.ask(requests.Delete(game))
    assert (told.ok, "a PIN of six digits" in str(told.text)) == (False, True)
    store.set("pin", "471147")
    again = People(store)
    again.ask_as(requests.Pin("471147"), HOST)
    assert again.ask(requests.Delete(game)).ok
    assert store.games() == ()
