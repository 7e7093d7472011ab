"""Roles: every route × every role. A route without a row fails, and is refused to everybody meanwhile."""

import re

import pytest
from support.every_page import WholeTable
from support.people_at_table import HOST

from companion.table import requests
from web import rights
from web.device import COOKIE, new_token
from web.shown import Role

HEADERS = {"Origin": "http://localhost"}
VALUES = {"what": "mat", "game_id": "game-1", "step": "0", "game": "shipshape", "key": "NOKEY", "filename": "icon.svg"}
LEAST = {
    **dict.fromkeys(rights.OPEN, Role.GUEST),
    **rights.PAGES,
    **rights.PARTS,
}
WHILE_PLAYED = LEAST | dict.fromkeys(("walking.page", "walking.now", "walking.picture", "walking.do"), Role.HOST)
WHILE_PLAYED |= {"people.photo": Role.LET_IN}  # until the host shows photos everywhere (test_people)


@pytest.fixture
def table(tmp_path):
    found = WholeTable(tmp_path, ("Ana", "Rui", "Mia"))
    found.begin("Ana", "Rui", "Mia")
    return found


@pytest.fixture
def client_of(table, app):
    def new(role):
        client, token = app.test_client(), new_token()
        client.set_cookie(COOKIE, token)
        if role is Role.HOST:
            table.ask(requests.Pin(table.session.pin), token)
        elif role is Role.SEAT:
            table.ask(requests.Sit("Ana"), token)
        elif role is Role.LET_IN:
            table.let_in(token)
        assert table.door.own(token).role is role
        return client

    return new


def test_every_route_has_one_row(app):
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == LEAST.keys()
    assert len(LEAST) == len(rights.OPEN) + len(rights.PAGES) + len(rights.PARTS)


@pytest.mark.parametrize("role", [Role.GUEST, Role.LET_IN, Role.SEAT, Role.HOST])
def test_every_route_is_opened_by_who_may(app, client_of, role):
    client, wrong = client_of(role), []
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "pages.stream":
            continue  # never ends; it is of the open ones
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: VALUES[found[1]], rule.rule)
        method = "POST" if "POST" in rule.methods else "GET"
        answer = client.open(path, method=method, json={} if method == "POST" else None, headers=HEADERS)
        way_in = f'data-pin data-then="{path}'.encode()
        refused = answer.status_code == 403 or way_in in answer.data or b"Only the host may teach" in answer.data
        if path.endswith("/file") and method == "POST":
            refused = role < Role.HOST  # a wrong kind of file is refused to all
            assert answer.status_code == 403
        if refused != (role < WHILE_PLAYED[rule.endpoint]) and rule.endpoint != "pages.come_in":
            wrong.append((rule.endpoint, answer.status_code))
        answer.close()
    assert wrong == []


def test_a_route_without_a_row_is_refused_to_the_host(app, client_of):
    app.add_url_rule("/unheard", "unheard", view_func=lambda: "secret")
    assert client_of(Role.HOST).get("/unheard").status_code == 403


def test_the_code_of_the_evening_lets_in_and_another_does_not(table, guest):
    one = guest()
    key = table.session._table.entrance.evening
    answer = one.get("/IN/NOSUCHKEY7", follow_redirects=True)
    assert "counts no more" in answer.text
    assert "You are a guest" in one.get("/").text
    assert one.get(f"/IN/{key.lower()}").headers["Location"] == "/"
    assert "You are a guest" not in one.get("/").text


def test_who_is_in_already_comes_to_the_table_with_an_old_code(phone):
    answer = phone().get("/in/nosuchkey")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_looking_at_a_link_uses_no_key_up(app, table, guest):
    key = table.session.key
    assert "Set-Cookie" not in guest().head(f"/in/{key}").headers
    preview = app.test_client(use_cookies=False).get(f"/in/{key}", follow_redirects=True)
    assert "This browser keeps no cookies" in preview.text
    host = guest()
    there = host.get(f"/in/{key}?then=teach%23teach-stingy").headers["Location"]
    assert there == f"/in/{key}?then=teach%23teach-stingy&kept="
    answer = host.get(there)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/teach#teach-stingy")
    assert "Give the PIN" not in host.get("/settings").text


def test_no_key_stands_where_a_guest_or_a_camera_can_see_it(table, guest, phone, tmp_path):
    one, other = guest(), phone()
    evening, machine = table.session._table.entrance.evening, table.session.key
    for path in ("/", "/wall", "/invite", "/sections", "/more", "/health", "/new", "/settings"):
        text = one.get(path).text.upper()
        assert not any(secret in text for secret in (evening, machine, table.session.pin)), path
    assert evening not in other.get("/wall").text
    assert not any(secret in repr(table.published[-1]) for secret in (evening, machine, table.session.pin))


def test_the_invitation_of_a_phone_that_is_let_in_carries_the_key(phone, guest, table, monkeypatch):
    seen = []
    monkeypatch.setattr("web.rendering.as_svg", lambda address: seen.append(address) or "<svg></svg>", raising=False)
    page = phone().get("/invite").text
    assert "lets in whoever scans it" in page
    assert "a guest first" in guest().get("/invite").text


def test_a_guest_knocks_and_somebody_lets_it_in_with_one_tap(table, guest, phone):
    one, other = guest(), phone()
    one.get("/")
    own = one.post("/do", json={"do": "knock"}, headers=HEADERS).json["own"]
    assert "Number 1 asks to be let in" in own
    assert "A phone asks to be let in: number 1" in other.get("/").text
    assert one.post("/do", json={"do": "let_in", "number": 1}, headers=HEADERS).json["ok"] is False
    assert other.post("/do", json={"do": "let_in", "number": 1}, headers=HEADERS).json["ok"]
    assert "You are a guest" not in one.get("/").text
    assert "asks to be let in" not in other.get("/").text


def test_a_guest_answers_nothing_and_ends_nothing(table, guest):
    one = guest()
    one.get("/")
    for asked in (
        {"do": "go_on"},
        {"do": "enter", "event": {"do": "end_round"}},
        {"do": "answer", "question": "", "label": "gold 1"},
        {"do": "new_game", "game": "shipshape", "players": ["Eve", "Mallory"]},
        {"do": "take_up", "game_id": "game-1"},
    ):
        answer = one.post("/do", json=asked, headers=HEADERS).json
        assert (answer["ok"], answer["ask"]) == (False, "pin")
    assert table.session._table.seating.role(HOST) is Role.HOST


def test_a_press_that_comes_again_is_done_once(table, phone):
    one = phone()
    one.post("/do", json={"do": "pin", "pin": table.session.pin}, headers=HEADERS)
    before = len(table.match.lines)
    asked = {"do": "go_on", "id": "0123456789ab"}
    first = one.post("/do", json=asked, headers=HEADERS).json
    again = one.post("/do", json=asked, headers=HEADERS).json
    assert (first["ok"], again["ok"]) == (True, True)
    assert len(table.match.lines) == before + 1


@pytest.mark.parametrize("nonsense", [7, None, [], "a b", "x" * 65])
def test_an_id_that_is_none_is_refused(phone, nonsense):
    answer = phone().post("/do", json={"do": "show_join", "id": nonsense}, headers=HEADERS).json
    assert not answer["ok"]
    assert "can't be understood" in answer["text"]


def test_a_chore_that_comes_again_is_done_once(table, phone):
    one = phone()
    one.post("/do", json={"do": "pin", "pin": table.session.pin}, headers=HEADERS)
    asked = {"do": "remove_face", "game": "shipshape", "face": "gold 2", "id": "0123456789ab"}
    first = one.post("/do", json=asked, headers=HEADERS).json
    assert first["ok"]
    assert one.post("/do", json=asked, headers=HEADERS).json["text"] == first["text"]
    assert not one.post("/do", json={**asked, "id": "another-one"}, headers=HEADERS).json["ok"]
