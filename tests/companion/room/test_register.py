"""The register: a player's id follows them from table to table and through renames; guests may enter themselves."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.rooms import Rig, Table

from companion.publishing import card
from companion.room.ranking import Ranked
from companion.room.register_desk import IN_S, MOST_AT_ONCE

DIRECTOR = "director-device"


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    assert made.desk.submit(DIRECTOR, "en", {"do": "pin", "pin": made.desk.pin, "name": "Eva"}).ok
    yield made
    made.stop()


def entered(rig: Rig, name: str, device: str = "guest") -> str:
    done = rig.desk.submit(device, "en", {"do": "enter_player", "name": name})
    assert done.ok, done.text
    return str(done.value)


def told(rig: Rig, table: str, game: str, scores: dict[str, int], **ids: str) -> None:
    one = Table(rig, table, rig.hall.admit(table))
    one.birth()
    one.finish(game, scores)
    one.results[0] = msgspec.structs.replace(one.results[0], ids=ids) if ids else one.results[0]
    one.offer()
    rig.turn()


def places(rig: Rig) -> list[tuple[str, int, str]]:
    return [(one.name, one.games, one.player) for one in rig.hall.standings()]


def test_what_comes_again_is_done_once_and_another_press_is_another(rig: Rig) -> None:
    asked = {"do": "enter_player", "name": "Ana", "id": "press-1"}
    first, again = (rig.desk.submit("guest", "en", asked) for _ in range(2))
    assert first.ok
    assert again == first
    assert not rig.desk.submit("guest", "en", {**asked, "id": "press-2"}).ok
    assert not rig.desk.submit("another", "en", asked).ok  # who says by chance the same is another
    for odd in (7, ["press-1"], "x" * 1000, ""):
        assert not rig.desk.submit("guest", "en", {**asked, "id": odd}).ok


def test_a_name_that_another_card_had_is_said_to_be_of_neither_in_the_directors_log(rig: Rig) -> None:
    ana = entered(rig, "Ana")
    told(rig, "t1", "g1", {"Ana": 3, "Bo": 1})
    assert places(rig)[0] == ("Ana", 1, ana)
    assert rig.desk.submit("guest", "en", {"do": "call_player", "player": ana, "name": "Anita"}).ok
    assert places(rig)[0] == ("Anita", 1, ana)
    assert [one.what for one in rig.desk.director("en").changes] == ["Ana is called Anita"]
    entered(rig, "ANA")
    rig.turn()
    assert [place[::2] for place in places(rig)] == [("Ana", ""), ("Bo", "")]
    assert rig.digest()["ranking"][0][1] == "Ana"
    told_why = "Two cards are or were called ANA: games told by that name without a card count for neither"
    assert rig.desk.director("en").changes[0].what == told_why


def test_of_what_came_the_last_are_known(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.answers.MOST", 3)
    for number in range(9):
        rig.desk.submit("guest", "en", {"do": "open_code", "id": f"press-{number}"})
    assert len(rig.desk._done) == 3


def test_one_person_at_two_tables_under_two_names(rig: Rig) -> None:
    ana = entered(rig, "Ana Silva")
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1}, Ana=ana)
    told(rig, "t2", "g2", {"Anita": 3, "Mia": 1}, Anita=ana)
    assert places(rig) == [("Ana Silva", 2, ana), ("Mia", 1, ""), ("Rui", 1, "")]


def test_a_name_without_an_id_is_whose_alone_it_is(rig: Rig) -> None:
    ana = entered(rig, "Ana Silva")
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1}, Ana=ana)
    told(rig, "t2", "g2", {"ana": 3, "Mia": 1})
    told(rig, "t3", "g3", {"ANA SILVA": 3, "Mia": 1})
    assert places(rig)[0] == ("Ana Silva", 3, ana)
    other = entered(rig, "Ana Costa")
    told(rig, "t4", "g4", {"Ana": 3, "Mia": 1}, Ana=other)
    assert {name: games for name, games, _ in places(rig)} == {
        "Ana Silva": 2,
        "Ana Costa": 1,
        "ana": 1,  # nobody can tell which
        "Mia": 3,
        "Rui": 1,
    }


def test_nobody_plays_against_themselves(rig: Rig) -> None:
    ana = entered(rig, "Ana")
    told(rig, "t1", "g1", {"Ana": 3, "Ani": 1}, Ani=ana)
    assert sorted(places(rig)) == [("Ana", 1, ""), ("Ana", 1, ana)]


def test_a_name_that_was_ones_own_stays_so(rig: Rig) -> None:
    ana = entered(rig, "Ana")
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1})
    assert rig.desk.submit("guest", "en", {"do": "call_player", "player": ana, "name": "Anita"}).ok
    told(rig, "t2", "g2", {"Anita": 3, "Rui": 1})
    assert places(rig)[0] == ("Anita", 2, ana)


def test_a_rename_keeps_the_id_and_what_was_played_and_is_logged(rig: Rig) -> None:
    ana = entered(rig, "Ana")
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1}, Ana=ana)
    assert (
        rig.desk.submit("guest", "en", {"do": "call_player", "player": card.shown(ana), "name": "Ana B."}).value == ana
    )
    rig.turn()
    assert places(rig)[0] == ("Ana B.", 1, ana)
    assert rig.digest()["ranking"][0][1] == "Ana B."
    (change,) = (one for one in rig.desk.director("en").changes if "Ana B." in one.what)
    assert (change.who, change.what) == ("Ana", "Ana is called Ana B.")


def test_a_card_outlasts_a_restart_and_an_id_that_the_room_never_gave_names_nobody(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "room.db")
    ana = entered(rig, "Ana")
    rig.stop()
    rig.start()
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1}, Ana="zzzzzzzz")
    assert places(rig)[0] == ("Ana", 1, ana)  # by the name
    assert rig.desk.player("zzzzzzzz") is None
    rig.stop()


def test_two_have_no_name_in_common_and_none_has_none(rig: Rig) -> None:
    entered(rig, "Ana")
    again = rig.desk.submit("guest", "en", {"do": "enter_player", "name": " ana "})
    assert (again.ok, again.text.startswith("There is ana here already")) == (False, True)
    assert not rig.desk.submit("guest", "en", {"do": "enter_player", "name": "  "}).ok
    rui = entered(rig, "Rui")
    assert not rig.desk.submit("guest", "en", {"do": "call_player", "player": rui, "name": "Ana"}).ok
    assert rig.desk.submit("guest", "en", {"do": "call_player", "player": rui, "name": "RUI"}).ok
    assert not rig.desk.submit("guest", "en", {"do": "call_player", "player": "nobody", "name": "X"}).ok


def test_guests_enter_only_so_many_and_directors_as_they_like(rig: Rig) -> None:
    for number in range(MOST_AT_ONCE):
        entered(rig, f"P{number}")
    refused = rig.desk.submit("guest", "en", {"do": "enter_player", "name": "one more"})
    assert (refused.ok, "ask a director" in refused.text) == (False, True)
    entered(rig, "one more", DIRECTOR)
    rig.now_s += IN_S
    entered(rig, "and one")


def test_a_card_shows_its_place_as_walls_do(rig: Rig) -> None:
    ana = entered(rig, "Ana")
    rig.hall.lag(30)
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1})
    assert rig.desk.player(ana).rank == 0  # not before walls show it
    rig.turn(32.0)
    rig.turn()
    shown = rig.desk.player(card.shown(ana).upper())
    assert (shown.rank, shown.games, shown.points) == (1, 1, "1")
    rig.hall.hide(hidden=True)
    rig.turn()
    assert rig.desk.player(ana).rank == 0


def test_initials_are_somebody_else_at_each_table_whatever_stands_beside_them(rig: Rig) -> None:
    ana = entered(rig, "A.")
    one = Table(rig, "t1", rig.hall.admit("t1"))
    one.birth()
    one.results.append(msgspec.structs.replace(one.finish("g1", {"A.": 3, "R.": 1}), short=True, ids={"A.": ana}))
    one.results.pop(0)
    one.offer()
    rig.turn()
    assert [player for _, _, player in places(rig)] == ["", ""]


@given(st.text(max_size=40))
def test_an_id_is_what_it_says_however_it_is_typed(text: str) -> None:
    player = card.new_id()
    for typed in (player, card.shown(player), f" {player.upper()}\n", f"http://room.local:8001/player/{player}"):
        assert card.plain(typed) == player
    assert len(card.plain(text)) in (0, card.LENGTH)


def test_walls_get_no_id(rig: Rig) -> None:
    ana = entered(rig, "Ana")
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1}, Ana=ana)
    assert Ranked(1, "Ana", 1, 1, 2, ana) in rig.hall.standings()
    assert ana.encode() not in rig.hall.digests.whole("en")[1]


def test_a_name_that_is_withheld_is_somebody_else_at_each_table_and_the_others_are_who_they_are(rig: Rig) -> None:
    for table in ("t1", "t2"):
        one = Table(rig, table, rig.hall.admit(table))
        one.birth()
        one.finish(f"g {table}".replace(" ", ""), {"A.": 3, "Rui": 1})
        one.results[0] = msgspec.structs.replace(one.results[0], withheld=("A.",))
        one.offer()
    rig.turn()
    assert sorted(places(rig)) == [("A.", 1, ""), ("A.", 1, ""), ("Rui", 2, "")]
