"""It was wrong here: one tap keeps zone, truth and reading; the host looks through them and hands them on."""

import json
import re
from html import unescape

import pytest
from support.every_page import WholeTable, moments
from support.served_table import SIGHTS, picture_of

from web.app import create_app
from web.device import COOKIE, new_token


@pytest.fixture
def table(tmp_path):
    found = WholeTable(tmp_path, ("Ana", "Rui", "Mia"))
    found.begin("Ana", "Rui", "Mia")
    found.voyage()
    return found


def ask(phone, **request):
    return phone.post("/do", json=request, headers={"Origin": "http://localhost"}).json


WRONG = {"do": "keep_case", "line": 5, "seat": "Ana", "cell": 0}


def test_the_sheet_of_a_reading_offers_it(phone):
    page = phone().get("/cell?line=5&seat=1&cell=0").text
    assert "It was wrong here" in page
    assert '"do": "keep_case"' in page.replace("&#34;", '"').replace("&quot;", '"')


def test_a_reading_that_nobody_corrected_is_no_case_yet(phone):
    answer = ask(phone(), **WRONG)
    assert not answer["ok"]
    assert "Say first what really lies there" in answer["text"]


def test_corrected_it_is_kept_with_zone_truth_and_reading(table, phone, host):
    assert ask(host, do="correct", line=5, seat="Ana", cell=0, label="gold 9", confirm=True)["ok"]
    answer = ask(phone(), **WRONG)
    assert (answer["ok"], answer["text"]) == (True, "Kept on this device: 1 case")
    (case,) = [json.loads(line) for line in host.get("/cases/file").data.splitlines()]
    assert (case["zone"], case["cell"], len(case["cells"])) == ("dock 1", 0, 9)
    assert case["cells"][4]["box"] == pytest.approx([1 / 3, 1 / 3, 2 / 3, 2 / 3])
    assert (case["cells"][0]["read"], case["cells"][0]["truth"]) == (SIGHTS[0][0], "gold 9")
    assert [cell["truth"] for cell in case["cells"][1:]] == list(SIGHTS[0][1:])
    (kept,) = table.door._cases._kept.all()
    assert kept.jpeg == picture_of(SIGHTS[0])  # the rectified zone, and nothing else of what the camera saw


def test_it_shows_what_it_holds_before_it_is_handed_on_and_forgets_on_wish(table, phone, host):
    ask(host, do="correct", line=5, seat="Ana", cell=0, label="gold 9", confirm=True)
    ask(phone(), **WRONG)
    page = host.get("/cases").text
    assert "gold 9, not gold 2" in page
    assert "Save 1 case as a file" in page
    (name,) = [case.name for case in table.door._cases.all()]
    assert host.get(f"/cases/picture?name={name}").data.startswith(b"\xff\xd8")
    assert not ask(phone(), do="remove_case", name=name)["ok"]
    assert ask(host, do="remove_case", name=name)["ok"]
    assert "None is kept" in host.get("/cases").text


@pytest.mark.parametrize("wrong", [{"line": 99}, {"seat": "Eva"}, {"cell": 9}, {"line": 0}, {"cell": -1}, {"line": 2}])
def test_of_what_is_not_there_nothing_is_kept(table, phone, wrong):
    answer = ask(phone(), **{**WRONG, **wrong})
    assert (answer["ok"], answer["text"]) == (False, "There is no picture of it")


PAST = {**WRONG, "game": "game-1"}


@pytest.fixture
def past(table):
    """The game is over, and another one is on the table."""
    for _ in range(2):
        table.voyage()
    table.begin("Ana", "Rui", "Mia")


@pytest.mark.usefixtures("past")
def test_under_the_readings_of_a_finished_game_it_is_offered_while_their_photo_is_there(phone, host):
    one = phone()
    page = one.get("/game/game-1").text
    assert "/cell?line=5&amp;seat=1&amp;cell=0&amp;game=game-1" in page
    asked = page.partition('id="main"')[2].partition("</main>")[0].split("data-request=")[1:]
    assert [one for one in asked if "take_up" not in one.partition(">")[0]] == []
    sheet = one.get("/cell?line=5&seat=1&cell=0&game=game-1").text.replace("&#34;", '"').replace("&quot;", '"')
    assert "what really lay there?" in sheet
    assert '"do": "keep_case"' in sheet
    assert '"do": "correct"' not in sheet
    assert one.get("/cell?line=5&seat=1&cell=0&game=game-2").status_code == 404  # it is not over
    assert host.get("/cell?line=5&seat=1&cell=0").status_code == 404


@pytest.mark.usefixtures("past")
def test_what_really_lay_in_a_finished_game_makes_a_case_and_leaves_the_game_as_it_is(table, phone, host):
    before = table.store.game("game-1")
    for cell, label in ((0, "gold 9"), (4, "rat 1")):
        assert ask(phone(), **{**PAST, "cell": cell, "label": label})["ok"]
    (case,) = [json.loads(line) for line in host.get("/cases/file").data.splitlines()]
    assert [(one["read"], one["truth"]) for one in (case["cells"][0], case["cells"][4])] == [
        (SIGHTS[0][0], "gold 9"),
        (SIGHTS[0][4], "rat 1"),
    ]
    assert table.store.game("game-1") == before


@pytest.mark.usefixtures("past")
def test_a_case_of_another_photo_of_the_same_zone_begins_anew(table, phone, host):
    assert ask(phone(), **{**PAST, "cell": 0, "label": "gold 9"})["ok"]
    table.store.photo("game-1", PAST["line"], PAST["seat"], picture_of(("rat 1",) * 9))
    assert ask(phone(), **{**PAST, "cell": 4, "label": "rat 1"})["ok"]
    (case,) = [json.loads(line) for line in host.get("/cases/file").data.splitlines()]
    assert case["cells"][0]["truth"] != "gold 9"
    assert case["cells"][4]["truth"] == "rat 1"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"label": "elephant"}, "“elephant” is nothing that can lie there"),
        ({"label": SIGHTS[0][0]}, "Say first what really lies there, then tap here again"),
        ({"label": "gold 9", "game": "none"}, "no stored game has the id none"),
        ({"label": "gold 9", "line": 99}, "There is no picture of it"),
    ],
)
@pytest.mark.usefixtures("past")
def test_what_makes_no_case_of_a_finished_game_is_refused(phone, wrong, told):
    answer = ask(phone(), **{**PAST, **wrong})
    assert not answer["ok"]
    assert told in answer["text"]


def test_a_piece_that_the_camera_saw_in_a_turn_of_a_finished_game_is_said_to_be_misread(tmp_path):
    table = WholeTable(tmp_path)
    next(moment for moment in moments() if moment.name == "seen").bring(table)
    line = max(table.store.looks("game-1"))
    table.store.finish("game-1", True, {})
    table.begin("Ana", "Rui", "Mia")
    one, token = create_app(table.door).test_client(), new_token()
    one.set_cookie(COOKIE, token)
    table.let_in(token)
    pieces = one.get(f"/look?game=game-1&line={line}").text
    address = unescape(re.search(r'data-sheet="([^"]+)"', pieces)[1])
    assert address.endswith("&game=game-1")
    assert "what really lay there?" in one.get(address).text
    asked = {"line": line, "seat": "place 4", "cell": 0, "game": "game-1", "label": "red diamond"}
    assert ask(one, do="keep_case", **asked)["ok"]


def test_no_case_is_made_of_a_game_that_is_not_installed_any_more(table, phone):
    table.store.begin("old", "2026-01-01T00:00:00+00:00", {"game": "gone", "players": ["Ana", "Rui"]}, "1")
    table.store.finish("old", True, {})
    answer = ask(phone(), **{**PAST, "game": "old", "label": "gold 9"})
    assert "There is no picture of it" in answer["text"]


def test_a_guest_keeps_nothing(guest):
    assert ask(guest(), **WRONG)["ask"] == "pin"
