"""A tournament run from the desk: what forms ask, who may, what pages and walls are told of it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from support.rooms import Rig, Table

from companion.language.catalogue import LANGUAGES, translator
from companion.room.digests import points
from companion.room.next_round import drawn
from companion.room.timer import Timer, system_start
from companion.room.tournament_events import LONGEST_CALLED
from web.room.contract import PassedOver, TournamentView

DEVICE, PHONE = "director-device", "a-players-phone"
BEGIN = {
    "do": "begin_tournament",
    "name": "Autumn Open",
    "way": "swiss",
    "rounds": "3",
    "least": "2",
    "usual": "2",
    "most": "2",
    "order": {"1": "points", "2": "opponents", "3": "points"},
}


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    made.desk.submit(DEVICE, "en", {"do": "pin", "pin": made.desk.pin, "name": "Eva"})
    table = Table(made, "t1", made.hall.admit("t1"))
    table.birth()
    made.turn()
    made.table = table
    yield made
    made.stop()


def ask(rig: Rig, device: str = DEVICE, language: str = "en", **asked: object) -> tuple[bool, str]:
    done = rig.desk.submit(device, language, asked)
    return done.ok, done.text


def shown(rig: Rig, *, director: bool = True, language: str = "en") -> TournamentView:
    rig.turn()
    return rig.desk.tournament(language, director=director)


def begin(rig: Rig, names: str = "Ana\nRui, Ivo;Eva", **terms: str) -> None:
    assert ask(rig, **(BEGIN | terms)) == (True, "Autumn Open has begun: let people enter")
    assert ask(rig, do="enter", names=names)[0]


def seats(rig: Rig, pairing: int = 1) -> list[str]:
    return [seat.id for seat in shown(rig).drawn[-1].pairings[pairing - 1].seats]


def test_a_tournament_from_its_beginning_to_its_end(rig: Rig) -> None:
    begin(rig)
    assert [one.name for one in shown(rig).players] == ["Ana", "Eva", "Ivo", "Rui"]
    for number in (1, 2, 3):
        assert ask(rig, do="draw") == (True, "A round is drawn: 2 tables")
        assert not ask(rig, do="draw")[0]
        for pairing in (1, 2):
            first, second = seats(rig, pairing)
            scores = {first: "12", second: "−3"}
            done = ask(rig, do="score", round=number, pairing=pairing, places={}, scores=scores)
            assert done[0], done
    view = shown(rig, director=False)
    assert (view.awaits, view.criteria) == ("nothing", ("Points", "Opponents' points"))
    assert view.standings[0][0].rank == 1
    assert sum(float(place.values[0]) for place in view.standings[0]) == 6
    assert ask(rig, do="end_tournament") == (True, "The tournament is put away")
    assert shown(rig).ended


def test_a_cards_long_name_is_cut_as_a_tables_form_takes_it_and_known_by_the_card(rig: Rig) -> None:
    long = "Anastasia Maria de Albuquerque e Vasconcelos"
    card = rig.desk.submit(PHONE, "en", {"do": "enter_player", "name": long}).value
    begin(rig, f"{card}\nRui")
    assert {len(one.name) for one in shown(rig).players} == {3, LONGEST_CALLED}
    assert ask(rig, do="draw")[0]
    result = rig.table.finish("g1", {"Nastja": 9, "Rui": 3})
    rig.table.offer(msgspec.structs.replace(result, ids={"Nastja": card}))
    (pairing,) = shown(rig).drawn[0].pairings
    assert sorted((seat.rank, len(seat.name)) for seat in pairing.seats) == [(1, LONGEST_CALLED), (2, 3)]


def test_whoever_has_a_card_enters_by_it_and_is_known_by_it_at_the_table(rig: Rig) -> None:
    cards = [rig.desk.submit(PHONE, "en", {"do": "enter_player", "name": name}).value for name in ("Anastasia", "Rui")]
    begin(rig, f"http://room.local:8001/player/{cards[0]}\n{cards[1][:4].upper()}-{cards[1][4:]}\nfernanda")
    assert [one.name for one in shown(rig).players] == ["Anastasia", "fernanda", "Rui"]
    assert ask(rig, do="drop", player="p3")[0]
    for wrong in ("http://room.local/player/zzzzzzzz", "zzzz-zzzz", "Abcd-efgh", "AB2D EFGH", "ab1defgh"):
        assert ask(rig, do="enter", names=f"Zoe\n{wrong}") == (
            False,
            f"{wrong} is no card of this room: write the name instead",
        )
    assert ask(rig, do="enter", names="Mary-Jane, Fer Nand, Player12, Team 42b")[0]
    for number in (4, 5, 6, 7):
        assert ask(rig, do="drop", player=f"p{number}")[0]
    assert "There is a Rui already" in ask(rig, do="enter", names=cards[1])[1]
    assert rig.desk.submit(PHONE, "en", {"do": "call_player", "player": cards[0], "name": "Asya"}).ok
    ask(rig, do="draw")
    result = rig.table.finish("g1", {"Nastja": 9, "Rui": 3})
    rig.table.offer(msgspec.structs.replace(result, ids={"Nastja": cards[0]}))
    pairing = shown(rig, director=False).drawn[0].pairings[0]
    assert sorted((seat.rank, seat.name) for seat in pairing.seats) == [(1, "Anastasia"), (2, "Rui")]


def test_a_table_that_is_not_heard_is_drawn_after_those_that_are(rig: Rig) -> None:
    rig.turn(120.0)
    other = Table(rig, "t2", rig.hall.admit("t2"))
    other.birth()
    begin(rig, "Ana, Rui, Ivo, Eva, Zoe, Kim")
    rig.turn()
    assert ask(rig, do="draw")[0]
    assert [one.name for one in shown(rig).drawn[0].pairings] == ["t2", "t1", "3"]


def test_the_first_table_is_that_of_a_companion_and_its_game_is_the_score(rig: Rig) -> None:
    begin(rig)
    ask(rig, do="draw")
    names = [seat.name for seat in shown(rig).drawn[0].pairings[0].seats]
    rig.table.finish("g1", {names[1]: 9, names[0]: 3})
    rig.table.offer()
    pairing = shown(rig, director=False).drawn[0].pairings[0]
    assert (pairing.name, pairing.told, [(seat.rank, seat.score) for seat in pairing.seats]) == (
        "t1",
        True,
        [(2, 3), (1, 9)],
    )
    assert ask(rig, do="clear", round=1, pairing=1)[0]
    assert not shown(rig).drawn[0].pairings[0].scored


def test_a_game_of_the_round_before_that_comes_late_is_no_score_of_this_one(rig: Rig) -> None:
    """Its table was cut off, its score was entered by hand, and the same people sit there again."""
    begin(rig, "Ana\nRui")
    ask(rig, do="draw")
    late = msgspec.structs.replace(rig.table.finish("g1", {"Ana": 9, "Rui": 3}), at=rig.now())
    rig.turn(60)
    assert ask(rig, do="score", round=1, pairing=1, places={}, scores={"p1": "9", "p2": "3"})[0]
    assert ask(rig, do="draw")[0]
    rig.table.offer(late)
    pairing = shown(rig).drawn[-1].pairings[0]
    assert (pairing.scored, pairing.passed_over) == (False, None)
    rig.turn(60)
    rig.table.offer(msgspec.structs.replace(rig.table.finish("g2", {"Ana": 2, "Rui": 7}), at=rig.now()))
    pairing = shown(rig).drawn[-1].pairings[0]
    assert sorted((seat.rank, seat.name, seat.score) for seat in pairing.seats) == [(1, "Rui", 7), (2, "Ana", 2)]


def test_a_game_that_is_not_taken_is_named_until_it_is(rig: Rig) -> None:
    begin(rig, "Ana\nRui")
    ask(rig, do="draw")
    rig.table.finish("g1", {"Anna": 9, "Rui": 3})
    rig.table.offer()
    assert shown(rig).drawn[0].pairings[0].passed_over == PassedOver("Alcatraz (Anna, Rui)", "others")
    assert shown(rig, director=False).drawn[0].pairings[0].passed_over is None
    assert ask(rig, do="rename_player", player="p1", name="Anna")[0]
    pairing = shown(rig).drawn[0].pairings[0]
    assert (pairing.scored, pairing.passed_over) == (True, None)
    ask(rig, do="clear", round=1, pairing=1)
    assert shown(rig).drawn[0].pairings[0].passed_over is None


def test_two_groups_that_sat_down_at_each_others_tables_are_moved_there_by_a_tap(rig: Rig) -> None:
    other = Table(rig, "t2", rig.hall.admit("t2"))
    other.birth()
    begin(rig)
    ask(rig, do="draw")
    drawn = [[seat.name for seat in one.seats] for one in shown(rig).drawn[0].pairings]
    for table, (first, second) in ((rig.table, drawn[1]), (other, drawn[0])):
        table.finish("practice", {"Zoë": 1, "Teo": 2})  # of people that no pairing has
        table.finish("g", {first: 9, second: 3})
        table.offer()
    for at, where in ((1, "t2"), (2, "t1")):
        one = shown(rig).drawn[0].pairings[at - 1]
        assert one.passed_over == PassedOver(f"Alcatraz ({', '.join(drawn[at - 1])})", "elsewhere", where, where)
        assert ask(rig, do="move", round=1, pairing=at, table=where)[0]
    for one in shown(rig).drawn[0].pairings:
        assert (one.told, [seat.score for seat in one.seats], one.passed_over) == (True, [9, 3], None)


def test_a_table_that_tells_another_score_than_was_entered_is_named(rig: Rig) -> None:
    begin(rig, "Ana\nRui")
    ask(rig, do="draw")
    ask(rig, do="score", round=1, pairing=1, places={"p1": "1", "p2": "2"}, scores={})
    rig.table.finish("g1", {"Ana": 9, "Rui": 3})
    rig.table.offer()
    assert shown(rig).drawn[0].pairings[0].passed_over is None  # it says the same
    rig.table.finish("g1", {"Ana": 3, "Rui": 9})
    rig.table.offer()
    told = PassedOver("Alcatraz: 1. Rui 9, 2. Ana 3", "otherwise")
    assert shown(rig).drawn[0].pairings[0].passed_over == told
    assert shown(rig, director=False).drawn[0].pairings[0].passed_over is None
    ask(rig, do="clear", round=1, pairing=1)
    pairing = shown(rig).drawn[0].pairings[0]
    assert (pairing.told, pairing.passed_over) == (True, None)


def test_initials_at_another_table_are_nobody_of_the_draw(rig: Rig) -> None:
    begin(rig, "Ana Silva\nRui Sousa")
    other = Table(rig, "t2", rig.hall.admit("t2"))
    other.birth()
    ask(rig, do="draw")
    result = other.finish("g", {"A.S.": 9, "R.S.": 3})
    other.offer(msgspec.structs.replace(result, short=True))
    assert shown(rig).drawn[0].pairings[0].passed_over is None


def test_names_that_two_cards_have_had_are_said_to_be_why_a_game_is_not_taken(rig: Rig) -> None:
    first, second = (rig.desk.submit(DEVICE, "en", {"do": "enter_player", "name": name}).value for name in "AB")
    for player, name in ((first, "Ana"), (second, "Rui"), (first, "X"), (second, "Ana"), (first, "Rui")):
        assert ask(rig, do="call_player", player=player, name=name)[0]
    begin(rig, "Ana\nRui")
    ask(rig, do="draw")
    result = rig.table.finish("g1", {"Ana": 9, "Rui": 3})
    rig.table.offer(msgspec.structs.replace(result, ids={"Ana": second, "Rui": first}))
    pairing = shown(rig).drawn[0].pairings[0]
    assert (pairing.scored, pairing.passed_over) == (False, PassedOver("Alcatraz (Ana, Rui)", "names"))


def test_a_table_that_can_tell_no_score_is_shown_as_such_as_long_as_one_is_awaited(rig: Rig) -> None:
    begin(rig)
    ask(rig, do="draw")

    def away(*, director: bool = True) -> list[str]:
        return [one.away for one in shown(rig, director=director).drawn[0].pairings]

    assert away() == ["", ""]
    rig.turn(90)
    assert away() == ["silent", ""]
    rig.table.gone()
    assert away() == ["gone", ""]
    assert away(director=False) == ["", ""]
    ask(rig, do="unpair", table="t1")
    assert away() == ["unpaired", ""]
    first, second = seats(rig)
    assert ask(rig, do="score", round=1, pairing=1, places={}, scores={first: "1", second: "2"})[0]
    assert away() == ["", ""]


def test_a_number_means_the_paired_table_that_has_it_in_its_name(rig: Rig) -> None:
    other = Table(rig, "t2", rig.hall.admit("t2"))
    other.birth()
    begin(rig, "Ana\nRui")
    ask(rig, do="call", table="t1", name="Hall 5, Table 1")
    ask(rig, do="call", table="t2", name="Hall 1, Table 5")
    ask(rig, do="draw")
    for typed, table in (("5", "t2"), ("1", "t1"), ("15", "")):
        assert ask(rig, do="move", round=1, pairing=1, table=typed)[0]
        assert shown(rig).drawn[0].pairings[0].table == table
    ask(rig, do="call", table="t1", name="Hall 2, Table 5")
    assert not ask(rig, do="move", round=1, pairing=1, table="5")[0]


def test_whoever_is_moved_to_a_paired_table_by_its_name_sits_there(rig: Rig) -> None:
    """Its game is their score; a name that two tables have is refused, and any other is a table without a companion."""
    other = Table(rig, "t2", rig.hall.admit("t2"))
    other.birth()
    begin(rig, "Ana\nRui")
    ask(rig, do="call", table="t2", name="Window")
    ask(rig, do="draw")
    assert ask(rig, do="move", round=1, pairing=1, table=" window ") == (True, "Round 1: players sit at Window now")
    other.finish("g1", {"Ana": 9, "Rui": 3})
    other.offer()
    assert shown(rig).drawn[0].pairings[0].told
    assert ask(rig, do="move", round=1, pairing=1, table="Bar")[0]
    pairing = shown(rig).drawn[0].pairings[0]
    assert (pairing.table, pairing.name) == ("", "Bar")
    ask(rig, do="call", table="t1", name="Window")
    done = ask(rig, do="move", round=1, pairing=1, table="Window")
    assert done == (False, "Several tables are called Window: rename one first")
    rig.turn()
    assert ask(rig, do="move", round=1, pairing=1, table="Window · t1") == (
        True,
        "Round 1: players sit at Window · t1 now",
    )


def test_a_table_that_is_renamed_after_the_draw_is_found_by_its_new_name(rig: Rig) -> None:
    begin(rig)
    ask(rig, do="draw")
    assert ask(rig, do="call", table="t1", name="Window")[0]
    assert [one.name for one in shown(rig, director=False).drawn[0].pairings] == ["Window", "2"]
    assert rig.digest()["tournament"]["pairings"][0][0] == "Window"
    assert (shown(rig).log[0].who, shown(rig).log[0].what) == ("Eva", "Round 1: players sit at Window now")


def test_a_player_suggests_and_a_director_approves(rig: Rig) -> None:
    begin(rig)
    ask(rig, do="draw")
    first, second = seats(rig)
    wrong = {"do": "suggest", "round": 1, "pairing": 1, "player": first, "places": {first: "1"}, "scores": {}}
    assert "Give everybody at the table a place" in ask(rig, PHONE, **wrong)[1]
    asked = wrong | {"places": {first: "1", second: "2"}}
    assert ask(rig, PHONE, **asked)[0]
    names = {one.id: one.name for one in shown(rig).players}
    assert shown(rig).log[0].who == names[first]  # not "a table", as nobody's name is read
    assert "stands there already" in ask(rig, PHONE, **asked)[1]
    guests = shown(rig, director=False).drawn[0].pairings[0]
    assert guests.suggested
    assert (guests.suggested_by, guests.seats[0].rank) == ("", 0)
    assert shown(rig).drawn[0].pairings[0].seats[0].rank == 1
    assert ask(rig, do="approve", round=1, pairing=1)[0]
    assert shown(rig, director=False).drawn[0].pairings[0].scored
    assert "Nothing was suggested" in ask(rig, do="approve", round=1, pairing=1)[1]


GUESTS_MAY_NOT = [
    BEGIN,
    {"do": "enter", "names": "Guest"},
    {"do": "draw"},
    {"do": "undraw"},
    {"do": "drop", "player": "p1"},
    {"do": "return", "player": "p1"},
    {"do": "excuse", "player": "p1", "excused": True},
    {"do": "rename_player", "player": "p1", "name": "X"},
    {"do": "swap", "player": "p1", "other": "p2"},
    {"do": "move", "round": 1, "pairing": 1, "table": "9"},
    {"do": "score", "round": 1, "pairing": 1, "places": {}, "scores": {}},
    {"do": "approve", "round": 1, "pairing": 1},
    {"do": "clear", "round": 1, "pairing": 1},
    {"do": "end_tournament"},
    {"do": "timer", "act": "begin", "minutes": "60"},
]


@pytest.mark.parametrize("asked", GUESTS_MAY_NOT, ids=lambda asked: asked["do"])
def test_a_guest_changes_nothing_but_by_a_suggestion(rig: Rig, asked: dict[str, object]) -> None:
    begin(rig)
    ask(rig, do="draw")
    before = rig.hall.tournaments.history()
    assert ask(rig, PHONE, **asked) == (False, "Only a director may do this: give the room's PIN")
    assert (rig.hall.tournaments.history(), rig.hall.timer) == (before, None)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (BEGIN | {"rounds": "0"}, "0 is no number from 1 to 50"),
        (BEGIN | {"rounds": "many"}, "many is no number from 1 to 50"),
        (BEGIN | {"name": " "}, "Write a name"),
        (BEGIN | {"usual": "5"}, "The usual number at a table lies between the least and the most"),
        (BEGIN | {"bye": "1.3"}, "1.3 are no points: write 1, 1.5 or 2"),
        (BEGIN | {"bye": "nan"}, "nan are no points: write 1, 1.5 or 2"),
        ({"do": "draw"}, "No tournament has begun"),
        ({"do": "timer", "act": "pause"}, "There is no timer: begin one"),
        ({"do": "timer", "act": "begin", "minutes": ""}, "– is no number from 1 to 1440"),
    ],
)
def test_what_cannot_be_is_said_and_begins_nothing(rig: Rig, asked: dict[str, object], said: str) -> None:
    assert ask(rig, **asked) == (False, said)
    assert rig.hall.tournaments.now is None


def test_hidden_standings_are_hidden_from_guests_and_walls_alone(rig: Rig) -> None:
    begin(rig)
    ask(rig, do="draw")
    first, second = seats(rig)
    ask(rig, do="score", round=1, pairing=1, places={first: "1", second: "2"}, scores={})
    assert shown(rig, director=False).drawn[0].pairings[0].seats[0].rank == 1
    assert rig.digest()["tournament"]["places"]
    ask(rig, do="hide", hidden=True)
    guests = shown(rig, director=False)
    assert (guests.standings, guests.drawn[0].pairings[0].scored) == ((), True)
    assert {seat.rank for seat in guests.drawn[0].pairings[0].seats} == {0}
    assert rig.digest()["tournament"]["places"] == []
    assert shown(rig).standings


def test_a_delay_holds_scores_back_and_no_seat(rig: Rig) -> None:
    begin(rig)
    shown(rig)
    assert ask(rig, do="lag", seconds=60)[0]
    ask(rig, do="draw")
    first, second = seats(rig)
    guests = shown(rig, director=False)
    assert [seat.id for seat in guests.drawn[0].pairings[0].seats] == [first, second]
    ask(rig, do="score", round=1, pairing=1, places={first: "1", second: "2"}, scores={})
    assert not shown(rig, director=False).drawn[0].pairings[0].scored
    assert rig.digest()["tournament"]["pairings"][0][2] is False
    assert shown(rig).drawn[0].pairings[0].scored
    rig.turn(61)
    assert shown(rig, director=False).drawn[0].pairings[0].scored
    assert rig.digest()["tournament"]["pairings"][0][2] is True


def test_a_delay_takes_no_score_back_where_the_room_is_started_again(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "room.db")
    ask(rig, do="pin", pin=rig.desk.pin)
    ask(rig, do="lag", seconds=60)
    begin(rig)
    ask(rig, do="draw")
    for number, at_s in ((1, 0), (2, 90)):
        rig.turn(at_s)
        places = {seat: str(place) for place, seat in enumerate(seats(rig, number), 1)}
        assert ask(rig, do="score", round=1, pairing=number, places=places, scores={})[0]
    rig.stop()
    rig.start()
    known = shown(rig, director=False).drawn[0].pairings
    assert [one.scored for one in known] == [True, False]
    rig.turn(61)
    assert [one.scored for one in shown(rig, director=False).drawn[0].pairings] == [True, True]
    rig.stop()


@pytest.mark.parametrize("kept_back", [{"do": "hide", "hidden": True}, {"do": "lag", "seconds": 60}])
def test_the_order_of_the_tables_tells_nothing_that_is_hidden_or_late(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, kept_back: dict[str, object]
) -> None:
    begin(rig)
    told = []

    def drawing(*given: object, **terms: object) -> object:
        told.append(terms["told"])
        return drawn(*given, **terms)

    monkeypatch.setattr("companion.room.tournament_desk.drawn", drawing)
    for asked in ({"do": "draw"}, {"do": "undraw"}, kept_back, {"do": "draw"}):
        assert ask(rig, **asked)[0]
    assert told == [True, False]


def test_the_log_says_who_did_what_in_each_language(rig: Rig) -> None:
    begin(rig)
    ask(rig, do="draw")
    first, second = seats(rig)
    ask(rig, do="swap", player=first, other=second)
    ask(rig, do="move", round=1, pairing=1, table="Garden")
    ask(rig, do="suggest", round=1, pairing=1, player=first, places={first: "1", second: "2"}, scores={})
    ask(rig, do="clear", round=1, pairing=1)
    ask(rig, do="score", round=1, pairing=1, places={first: "1", second: "2"}, scores={first: "7"})
    ask(rig, do="score", round=1, pairing=1, places={first: "2", second: "1"}, scores={})
    for what in ("excuse", "drop", "return"):
        ask(rig, do=what, player="p1", **({"excused": True} if what == "excuse" else {}))
    ask(rig, do="rename_player", player="p1", name="Anna")
    log = shown(rig).log
    assert {one.who for one in log} == {"Eva"}
    assert [one.what for one in log][:4] == [
        "A player is called Anna now",
        "Anna is back",
        "Anna dropped out",
        "Anna sits the next round out",
    ]
    assert "Round 1, Garden: ruled" in log[4].what
    assert log[-1].what == "Autumn Open has begun"
    said = {tuple(one.what for one in shown(rig, language=language).log) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    events = msgspec.json.decode(rig.desk.tournament_json())["events"]
    assert [one["event"] for one in events][:2] == ["begun", "entered"]


def test_a_timer_begins_stands_still_goes_on_and_survives_a_restart(rig: Rig) -> None:
    ask(rig, do="timer", act="begin", minutes="50")
    rig.turn(1)
    timer = rig.hall.timer
    assert (rig.digest()["timer"]["ends_s"], timer.left(timer.ends_s - 10)) == (timer.ends_s, 10)
    rig.turn(60)
    ask(rig, do="timer", act="pause")
    assert rig.hall.timer == Timer(2939.0)
    rig.turn(10)
    rig.hall._know()
    assert rig.hall.timer == Timer(2939.0)
    ask(rig, do="timer", act="go_on")
    assert rig.hall.timer.ends_s == timer.ends_s + 10
    ask(rig, do="timer", act="end")
    rig.turn()
    assert (rig.hall.timer, rig.digest()["timer"]) == (None, None)


def test_a_timer_goes_on_where_the_machines_clock_is_set(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(rig, do="timer", act="begin", minutes="50")
    rig.turn(60)
    set_back = (datetime.fromisoformat(rig.now()) - timedelta(days=7)).isoformat()
    for time_of_day in ("2027-01-01T00:00:00+00:00", set_back):
        for one in (rig.hall, rig.desk):
            monkeypatch.setattr(one, "_now", lambda said=time_of_day: said)
        assert rig.hall.timer.left(rig.desk.clock_s()) == 2940
        ask(rig, do="timer", act="pause")
        assert rig.hall.timer == Timer(2940.0)
        ask(rig, do="timer", act="go_on")


@pytest.mark.parametrize("set_s", [300 * 86_400, -300 * 86_400])
@pytest.mark.parametrize(("machine", "left_s"), [("that start", 2400), ("", None)])
def test_a_timer_goes_on_where_the_clock_was_set_and_the_room_begins_anew(
    set_s: int, machine: str, left_s: int | None, tmp_path: Path
) -> None:
    """After another start of the machine nobody knows how long it was off: no more is left than it began with."""
    rig = Rig(tmp_path / "room.db")
    rig.machine = machine
    rig.stop()
    rig.start()
    rig.desk.submit(DEVICE, "en", {"do": "pin", "pin": rig.desk.pin, "name": "Eva"})
    ask(rig, do="timer", act="begin", minutes="50")
    rig.turn(600)
    rig.stop()
    rig.set_s += set_s
    rig.start()
    expected = left_s if left_s is not None else 0 if set_s > 0 else 3000
    assert rig.hall.timer.left(rig.desk.clock_s()) == expected
    rig.turn(60)
    assert rig.hall.timer.left(rig.desk.clock_s()) == max(0, expected - 60)
    rig.stop()


def test_a_timer_goes_on_where_the_clock_is_set_after_the_machine_was_started_anew(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "room.db")
    rig.hall.time(Timer(3000.0).going(rig.hall.room_clock()))
    rig.turn(600)
    for machine, set_s, left_s in (("that start", -500, 2900), ("that start", 300 * 86_400, 2840)):
        rig.stop()
        rig.machine, rig.set_s = machine, set_s
        rig.start()
        assert rig.hall.timer.left(rig.hall.room_clock()) == left_s
        rig.turn(60)
    rig.stop()


def test_what_names_a_start_of_the_machine_is_the_same_until_the_next() -> None:
    assert system_start() == system_start()


def test_a_timer_that_is_up_has_nothing_left() -> None:
    assert Timer(60.0).going(100.0).left(161.0) == 0
    assert Timer(60.0).going(100.0).paused(130.0).going(500.0).left(500.0) == 30


def test_people_with_one_name_are_refused_all_together(rig: Rig) -> None:
    begin(rig)
    assert ask(rig, do="enter", names="Zoe\nana") == (False, "There is a Ana already: add a letter")
    assert len(shown(rig).players) == 4


def test_one_table_is_one_table(rig: Rig) -> None:
    begin(rig, "Ana\nRui")
    assert ask(rig, do="draw") == (True, "A round is drawn: 1 table")


@pytest.mark.parametrize(("language", "third"), [("en", "2.33"), ("es", "2,33"), ("nl", "2,33"), ("pt_BR", "2,33")])
def test_points_are_written_as_the_reader_writes_them(language: str, third: str) -> None:
    written = [points(value, translator(language)) for value in map(Fraction, ("3", "7/2", "1/2", "7/3", "299/100"))]
    assert written == ["3", "3½", "½", third, third.replace("33", "99")]
