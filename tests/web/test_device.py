"""Who may ask, and how a device is known again."""

import pytest


def cookie_of(response):
    return next(value for value in response.headers.getlist("Set-Cookie") if value.startswith("device="))


def test_a_device_gets_a_secret_cookie_once(guest):
    one = guest()
    cookie = cookie_of(one.get("/"))
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert not any(value.startswith("device=") for value in one.get("/").headers.getlist("Set-Cookie"))


def test_no_two_devices_get_the_same(guest):
    assert len({cookie_of(guest().get("/")).partition(";")[0] for _ in range(50)}) == 50


@pytest.mark.parametrize("nonsense", ["", "x", "é" * 43, "a" * 44])
def test_a_made_up_token_is_replaced(guest, nonsense):
    one = guest()
    one.set_cookie("device", nonsense)
    assert cookie_of(one.get("/"))


@pytest.mark.parametrize(
    ("headers", "data"),
    [
        ({"Content-Type": "application/x-www-form-urlencoded"}, "do=undo"),
        ({"Content-Type": "text/plain"}, '{"do": "undo"}'),
        ({"Content-Type": "application/json", "Origin": "http://elsewhere.example"}, '{"do": "undo"}'),
        ({"Content-Type": "application/json", "Origin": "null"}, '{"do": "undo"}'),
    ],
)
def test_a_foreign_page_can_not_ask_for_anything(table, phone, headers, data):
    table.begin("Ana", "Rui", "Mia")
    table.deal()
    one = phone()
    before = table.snapshot.number
    assert one.post("/do", data=data, headers=headers).status_code == 403
    assert table.snapshot.number == before


@pytest.mark.parametrize("data", ["[]", "7", "{", '"do"', pytest.param("[" * 60_000, id="deep")])
def test_what_is_no_request_is_refused(phone, data):
    assert phone().post("/do", data=data, headers={"Content-Type": "application/json"}).status_code == 400


def test_a_name_that_no_page_could_show_is_refused_and_every_page_still_comes(phone):
    data = '{"do": "new_game", "game": "shipshape", "players": ["A\\ud800", "Rui", "Mia"]}'
    assert phone().post("/do", data=data, headers={"Content-Type": "application/json"}).status_code == 400
    assert [phone().get(path).status_code for path in ("/", "/history", "/new")] == [200, 200, 200]


def test_an_unknown_request_is_refused_in_a_sentence(phone):
    answer = phone().post("/do", json={"do": "dance"}).json
    assert not answer["ok"]
    assert "can't be understood" in answer["text"]


def test_nothing_may_be_framed_or_loaded_from_outside(phone):
    policy = phone().get("/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


def test_what_a_device_alone_may_see_is_kept_by_no_cache(phone):
    assert phone().get("/").headers["Cache-Control"] == "no-store"
    assert phone().get("/sections").headers["Cache-Control"] == "no-store"
