"""The empty table leads itself: what this is, camera, pieces, people, host and PIN; gone once a game is there."""

import re
from html import unescape

import pytest
from support.every_page import Bench, WholeTable
from support.served_table import ServedTable

from companion.language.message import say
from companion.table import requests
from companion.table.signals import Surroundings
from companion.table.snapshot import Health
from web.app import create_app


@pytest.fixture
def table(tmp_path):
    return WholeTable(tmp_path, ("Ana", "Rui", "Mia"))


def text_of(page):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.text)).split())


def asks(page):
    """Return the three questions with whether each is done."""
    listed = re.search(r'<ol class="asks">(.*?)</ol>', page.text, re.DOTALL)
    found = re.findall(r'<li class="(\w*)"|<li>', listed[1]) if listed else []
    return [one == "done" for one in found]


def test_the_empty_table_says_what_this_is_and_asks_three_things(phone):
    page = phone().get("/")
    text = text_of(page)
    assert "it looks at the pieces, keeps bids secret, counts the points" in text
    assert "The camera sees the mat" in text
    assert "Taught: ShipShape." in text
    assert "Whoever begins a game is its host" in text
    assert "The PIN comes up on the table's own display" in text
    assert asks(page) == [True, True, False]
    assert all(f'href="{path}"' in page.text for path in ("/camera", "/teach", "/new", "/first-evening"))


def test_who_has_played_is_led_no_more(table, phone):
    table.stored("alcatraz")
    text = phone().get("/").text
    assert "/first-evening" not in text
    assert "it looks at the pieces" not in text
    assert "s-welcome" in text


def test_without_camera_and_pieces_it_says_how_to_play_all_the_same(table, phone, monkeypatch):
    monkeypatch.setattr(table.upkeep, "taught", list)
    table.step(Surroundings(table.now_s, {}, (Health("camera", "attention", say("no camera")),)))
    page = phone().get("/")
    assert "You can play without: what lies there is entered by hand." in text_of(page)
    assert "Not yet. Lay them on the mat" in text_of(page)
    assert asks(page) == [False, False, False]


def test_before_anything_is_known_and_without_settings_it_comes_as_well():
    empty = ServedTable()
    empty.step(Surroundings(empty.now_s))
    client = create_app(empty.door).test_client()
    assert "The companion is still looking for one." in text_of(client.get("/"))


def test_the_wall_and_a_running_game_have_none(table, phone):
    one = phone()
    assert "s-welcome" not in one.get("/wall").text
    table.begin("Ana", "Rui", "Mia")
    assert "s-welcome" not in one.get("/").text


def test_a_host_is_told_so(table, phone, guest):
    host = phone()
    host.post("/do", json={"do": "pin", "pin": table.session.pin}, headers={"Origin": "http://localhost"})
    assert "This phone is a host's" in text_of(host.get("/"))


def test_the_first_visitor_of_the_simulated_table_has_a_seat(table, guest):
    table.door._bench = Bench()
    table.begin("Ana", "Rui", "Mia")
    key = table.session._table.entrance.evening
    guest().get(f"/in/{key}", follow_redirects=True)
    guest().get(f"/in/{key}", follow_redirects=True)
    assert [seat.device for seat in table.snapshot.seats] == ["phone", "none", "none"]


def test_at_a_real_table_nobody_is_seated_unasked(table, guest):
    table.door._bench = None
    table.begin("Ana", "Rui", "Mia")
    guest().get(f"/in/{table.session._table.entrance.evening}", follow_redirects=True)
    assert {seat.device for seat in table.snapshot.seats} == {"none"}
    table.ask(requests.Sit("Ana"), "somebody")
    assert table.snapshot.seats[0].device == "phone"
