"""What can't lie on the table, seen by the camera: one clear sentence that names the thing, and the game goes on."""

import json
from typing import Any

import pytest
from support.people_at_table import People, still

from companion.table.evening import Equipment
from companion.table.requests import Answer, Enter, NewGame
from companion.table.signals import Key, Reply, ZoneLook
from vision.observation import GridSeen, Piece, PiecesSeen, Reading

START = {
    "Ana": ["red coins", "red coins", "purple parrot", "red bottle", "blue bottle", "green diamond"],
    "Rui": ["red coins", "purple parrot", "purple parrot", "green diamond", "blue coins", "red bottle"],
    "Mia": ["green diamond", "green diamond", "orange coins", "blue coins", "blue parrot", "yellow coins"],
}


def begun(game: str, players: list[str]) -> People:
    people = People()
    assert ask(people, NewGame(game, players, {})).ok
    return people


def ask(people: People, request: Any) -> Reply:
    return people.ask(request)


def notices(people: People) -> list[str]:
    return [str(notice.text) for notice in people.snapshot.notices]


def sure(label: str) -> Reading:
    return Reading(label, 1.0, True, ((label, 1.0),))


def row(*labels: str) -> GridSeen:
    return GridSeen((tuple(map(sure, labels)),))


def tiles(people: People, labels: list[str]) -> ZoneLook:
    pieces = tuple(Piece(sure(label), (20.0 * at, 20.0), 0.0) for at, label in enumerate(labels))
    return still(PiecesSeen(pieces), people.now_s)


def looked(people: People, pod: int, zones: dict[str, ZoneLook]) -> None:
    people.press(pod, Key.OK)
    people.look(zones)


# ---- a face that was taught under a name which nobody else knows


@pytest.mark.parametrize(
    ("game", "laid", "meant"),
    [
        ("stingy", {"place 1": [*START["Ana"], "yelow coins", "blue parrot"]}, "yellow coins"),
        ("alcatraz", {"objectives": ["objective 12"] * 3, "claim": ["cat 5", "cat seven", "empty"]}, "cat 7"),
        ("allaboard", {"aboard 2": ["red bear", "purple zebra", "read moos"]}, "red moose"),
    ],
)
def test_a_misnamed_face_is_a_question_whose_answer_counts(game: str, laid: dict[str, list[str]], meant: str) -> None:
    if game == "stingy":
        people = in_play()
        places = {f"place {at}": each for at, each in enumerate(START.values(), 1)}
        now = {zone: tiles(people, labels) for zone, labels in {**places, **laid}.items()}
    elif game == "alcatraz":
        people = begun(game, ["Ana", "Rui"])
        for _ in range(9):
            people.press(0, Key.ADD)
        now = {zone: still(row(*labels), people.now_s) for zone, labels in laid.items()}
    else:
        people = begun(game, ["Ana", "Rui"])
        now = boats(people, *ABOARD) | {zone: still(row(*each), people.now_s) for zone, each in laid.items()}
    lines = len(people.match.lines)
    looked(people, 0, now)
    assert len(people.match.lines) == lines
    (question,) = people.snapshot.questions
    assert ask(people, Answer(question.id, meant)).ok
    assert len(people.match.lines) == lines + 1
    said = json.dumps(people.match.lines[-1])
    assert {"yellow coins": "yellow coins", "cat 7": "[5, 7]", "red moose": '["Rui", "moose"]'}[meant] in said


# ---- Captain Stingy


def in_play() -> People:
    people = begun("stingy", list(START))
    for pod, player in enumerate(START):
        looked(people, pod, {f"place {at}": tiles(people, each) for at, each in enumerate(START.values(), 1)})
        assert people.match.lines[-1]["player"] == player
    return people


@pytest.mark.parametrize(
    ("player", "laid", "sentence"),
    [
        ("Ana", [*START["Ana"], "red bottle", "red bottle"], "red bottle is seen 4 times; there are 3"),
        ("Ana", START["Ana"][1:], "red coins: 3 lay open, now 2"),
        ("Mia", [*START["Mia"], "red bottle"], "tiles changed before"),
    ],
)
def test_tiles_that_cannot_lie_there_are_named_and_the_turn_goes_on(
    player: str, laid: list[str], sentence: str
) -> None:
    people = in_play()
    lines = len(people.match.lines)
    now = {**START, player: laid} if player == "Ana" else {**START, player: laid, "Rui": START["Rui"][:-1]}
    looked(people, 0, {f"place {at}": tiles(people, each) for at, each in enumerate(now.values(), 1)})
    assert len(people.match.lines) == lines
    assert sentence in notices(people)[-1]
    right = {**START, "Ana": [*START["Ana"], "yellow coins", "blue parrot"]}
    looked(people, 0, {f"place {at}": tiles(people, each) for at, each in enumerate(right.values(), 1)})
    assert sorted(people.match.lines[-1]["tiles"]) == ["blue parrot", "yellow coins"]


def test_one_reading_area_serves_all_in_turn() -> None:
    people = begun("stingy", list(START))
    for pod, each in enumerate(START.values()):
        looked(people, pod, {"place 1": tiles(people, each)})
    assert [form.seat for form in people.snapshot.forms if form.looks] == ["Ana"]
    traded = [*START["Ana"][1:], "blue coins", "yellow coins", "pirate flag"]
    looked(people, 0, {"place 1": tiles(people, traded)})
    assert notices(people)[-1] == "Ana's tiles fit no turn: look whose tiles lie there"
    assert ask(people, Enter({"do": "look", "seat": "Ana", "from": "Rui", "group": "blue coins"})).ok
    now = [tile for tile in START["Ana"] if tile != "red bottle"]
    people.look({"place 1": tiles(people, [*now, "blue coins", "yellow coins", "pirate flag"])})
    trade, take = people.match.lines[-2:]
    assert (trade["from"], trade["group"], trade["back"]) == ("Rui", "blue coins", ["red bottle"])
    assert sorted(take["tiles"]) == ["pirate flag", "yellow coins"]
    people.look({f"place {at}": tiles(people, each) for at, each in enumerate(START.values(), 1)})
    assert not [form for form in people.snapshot.forms if form.looks]


def test_on_one_reading_area_nobodys_tiles_are_counted_for_another() -> None:
    people = begun("stingy", list(START))
    lies = still(tiles(people, START["Ana"]).seen, people.now_s)
    looked(people, 0, {"place 1": lies})
    lines = people.match.lines
    assert lines[-1]["player"] == "Ana"
    looked(people, 1, {"place 1": lies})
    assert people.match.lines == lines
    assert notices(people)[-1] == "What lies there is Ana's: take it away, then Rui lays"
    people.wait(1)
    looked(people, 1, {"place 1": tiles(people, START["Rui"])})
    assert people.match.lines[-1]["player"] == "Rui"


# ---- Alcatraz


@pytest.mark.parametrize(
    ("counted", "cards", "sentence"),
    [
        (12, ("cat 5", "empty", "empty"), "a claim is of 2 or 3 cards; seen: 1"),
        (12, ("cat 5", "objective 7", "empty"), "“objective 7” is no card that can be claimed with"),
        (7, ("cat 7", "cat 2", "cat -2"), "2, −2, which add up to 0"),
        (0, ("cat 5", "cat 7", "empty"), "count the objective first"),
    ],
)
def test_an_impossible_claim_is_told_and_the_next_one_counts(
    counted: int, cards: tuple[str, ...], sentence: str
) -> None:
    people = begun("alcatraz", ["Ana", "Rui"])
    open_now = still(row("objective 12", "objective 7", "objective 4"), people.now_s)
    for _ in range(counted - 3 if counted else 0):
        people.press(0, Key.ADD)
    looked(people, 0, {"objectives": open_now, "claim": still(row(*cards), people.now_s)})
    assert len(people.match.lines) == 1
    assert sentence in notices(people)[-1]
    request = Enter({"do": "look", "seat": "Ana", "objective": "13", "over 2": ["+1"]})
    assert ask(people, request).ok
    people.look({"objectives": open_now, "claim": still(row("cat 5", "cat 7", "empty"), people.now_s)})
    assert people.match.lines[-1]["objective"] == 13
    assert people.match.lines[-1]["cards"] == [5, {"card": 7, "overlays": ["+1"]}]


def test_without_a_camera_no_form_waits_for_one() -> None:
    people = People(table=Equipment(pods=0, camera=False))
    assert ask(people, NewGame("alcatraz", ["Ana", "Rui"], {})).ok
    assert {form.do for form in people.snapshot.forms} == {"claim", "empty", "end_round"}
    assert not ask(people, Enter({"do": "look", "seat": "Ana", "objective": "12"})).ok
    seen = begun("alcatraz", ["Ana", "Rui"])
    assert [form.seat for form in seen.snapshot.forms if form.looks] == ["Ana", "Rui"]
    assert not ask(seen, Enter({"do": "look", "seat": "Zoe", "objective": "12"})).ok


# ---- All aboard!

ABOARD = (("purple mouse", "red fox", "purple lion"), ("red bear", "purple zebra", "red moose"))


def boats(people: People, *aboard: tuple[str, ...], capacity: str = "boat 16") -> dict[str, ZoneLook]:
    zones = {f"aboard {at}": still(row(*each), people.now_s) for at, each in enumerate(aboard, 1)}
    return zones | {f"boat {at}": still(row(capacity, "empty"), people.now_s) for at in range(1, len(aboard) + 1)}


@pytest.mark.parametrize(
    ("aboard", "sentence"),
    [
        ((ABOARD[0], ("purple mouse", "red zebra", "red moose")), "mouse is there 2 times; there is one"),
        ((ABOARD[0], ("empty", "purple zebra", "red moose")), "boat 2 has 2 animals aboard; it must be 3"),
        ((ABOARD[0], ("orange bear", "purple zebra", "red moose")), "“orange bear” is nobody's animal here"),
        ((ABOARD[0], ("purple bear", "purple zebra", "red moose")), "everybody places 3"),
    ],
)
def test_boats_that_cannot_sail_are_named_and_the_next_look_counts(
    aboard: tuple[tuple[str, ...], ...], sentence: str
) -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    looked(people, 0, boats(people, *aboard))
    assert len(people.match.lines) == 1
    assert sentence in notices(people)[-1]
    looked(people, 1, boats(people, *ABOARD))
    assert [boat["capacity"] for boat in people.match.lines[-1]["boats"]] == [16, 16]


def test_a_label_that_is_no_boat_is_named() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    looked(people, 0, boats(people, *ABOARD, capacity="red fox"))
    assert notices(people)[-1] == "boat 1: “red fox” is no boat"


def test_a_boat_with_four_as_placed_is_refused_by_hand_too() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    event = {
        "do": "sail",
        "boats": [
            {"capacity": 12, "aboard": [["Ana", "mouse"], ["Rui", "fox"], ["Ana", "lion"], ["Rui", "bear"]]},
            {"capacity": 12.5, "aboard": [["Ana", "zebra"], ["Rui", "moose"]]},
        ],
    }
    reply = ask(people, Enter(event))
    assert str(reply.text) == "boat 1 has 4 animals aboard; it must be 3"
    assert len(people.match.lines) == 1


def test_weights_and_capacities_may_be_halves() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    halves = {field.name for form in people.snapshot.forms for field in form.fields if field.halves}
    assert {"mouse weight", "elephant weight", "boat 1", "boat 2 replacement"} <= halves
    assert not [name for name in halves if name.endswith("points")]
