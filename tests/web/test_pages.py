"""The pages as a browser gets them, over a real session."""

import json
import re
from html import unescape

import pytest
from support.served_table import LONG, SIGHTS, Equipment, Key, ServedTable

from companion.publishing.messages import OfferedPairing
from companion.table import requests
from companion.table.signals import Surroundings
from web.app import create_app


def ask(phone, **request):
    return phone.post("/do", json=request, headers={"Origin": "http://localhost"}).json


def text_of(html):
    return unescape(re.sub(r"<[^>]+>", " ", html))


def test_that_the_table_is_not_heard_is_read_aloud_once_and_not_its_age_each_second(phone):
    lost = re.search(r'<div class="lost" role="status"><div id="lost" hidden>(.*?)</div>', phone("nl").get("/").text)[1]
    said, age = lost.split("<", 1)
    assert said == "geen verbinding"
    assert age.startswith('span id="lost-age" aria-live="off"')


def test_whoever_is_not_connected_is_told_what_to_look_at(phone):
    lost = re.search(r'<div id="lost"[^>]*>(.*?)</div>', phone().get("/").text)[1]
    assert "Is this device in the table's Wi-Fi?" in text_of(lost)


def test_without_a_game_the_table_offers_to_begin_one(phone):
    page = phone().get("/").text
    assert "Nobody plays yet" in page
    assert 'href="/new"' in page


@pytest.mark.parametrize("path", ["/", "/wall", "/new", "/invite", "/more", "/health", "/history"])
def test_every_page_comes_before_it_is_known_how_to_join(table, phone, path):
    table.step(Surroundings(table.now_s))
    assert phone().get(path).status_code == 200


@pytest.mark.parametrize("path", ["/", "/wall", "/new", "/invite", "/more", "/health", "/history"])
@pytest.mark.parametrize("language", ["en", "pt", "nl", "es"])
def test_every_page_comes_in_every_language(phone, path, language):
    page = phone(language).get(path)
    assert page.status_code == 200
    assert f'<html lang="{language}">' in page.text


@pytest.mark.parametrize(("ruis", "place"), [(SIGHTS[0], "now sharing the lead"), (SIGHTS[2], "now in the lead")])
def test_whoever_is_level_at_the_top_shares_the_lead(table, phone, ruis, place):
    table.begin("Ana", "Rui", "Mia")
    one = phone()
    one.get("/")
    ask(one, do="sit", seat="Ana")
    table.voyage((SIGHTS[0], ruis, SIGHTS[2]))
    page = text_of(one.get("/").text)
    assert re.search(r"\+\d+, (now [a-z ]+)", page)[1].strip() == place
    assert len(re.findall(rf"\+\d+ +{place}", page)) == (2 if ruis == SIGHTS[0] else 1)  # in the scoring moment


def test_a_chosen_language_outlives_the_browsers(phone):
    one = phone("nl")
    one.get("/language?to=es")
    assert '<html lang="es">' in one.get("/").text


def test_an_unknown_language_changes_nothing(phone):
    one = phone("nl")
    one.get("/language?to=xx")
    assert '<html lang="nl">' in one.get("/").text


def test_whoever_begins_a_game_sees_it_on_every_phone(phone):
    host, other = phone(), phone()
    host.get("/")
    assert ask(host, do="new_game", game="shipshape", players=["Ana", "Rui", "Mia"], options={})["ok"]
    page = text_of(other.get("/").text)
    assert "Stack 9 crates" in page
    assert all(name in page for name in ("Ana", "Rui", "Mia"))


def test_a_bad_name_is_refused_in_a_sentence(phone):
    host = phone()
    answer = ask(host, do="new_game", game="shipshape", players=["Ana", "Ana"], options={})
    assert not answer["ok"]
    assert "two players are called “Ana”" in answer["text"]


def test_names_are_escaped_wherever_they_stand(table, phone):
    table.begin("<b>Ana</b>", '"Rui"', "Mia'); alert(1")
    table.voyage()
    page = phone().get("/").text
    assert "<b>Ana</b>" not in page
    assert "&lt;b&gt;Ana&lt;/b&gt;" in page
    for found in re.findall(r'data-request="([^"]*)"', page):
        assert isinstance(json.loads(unescape(found)), dict)


def test_a_scored_voyage_is_explained_part_by_part(table, phone):
    table.begin("Ana", "Rui", "Mia")
    table.voyage()
    page = text_of(phone().get("/").text)
    assert "13 − lowest 3 = 10" in page
    assert "8 − rats 3 = 5" in page
    assert "every square shows cargo" in page


def test_a_doubtful_square_is_asked_with_its_picture_and_settled_in_one_tap(table, phone):
    table.begin("Ana", "Rui", "Mia")
    table.deal()
    table.take_turns(3, unsure={1: (2,)})
    one = phone()
    page = one.get("/").text
    assert "Ana, top right: cannon 4?" in text_of(page)
    picture = unescape(re.search(r'src="(/picture\?key=[^"]*)"', page)[1])
    assert one.get(picture).data[:2] == b"\xff\xd8"
    request = next(
        json.loads(unescape(found)) for found in re.findall(r'data-request="([^"]*)"', page) if "answer" in found
    )
    assert request["label"] == "cannon 4"
    assert ask(one, **request)["ok"]
    assert "13 − lowest 3 = 10" in text_of(one.get("/").text)


def test_a_square_of_a_scored_voyage_offers_three_likeliest_then_all(table, phone):
    table.begin("Ana", "Rui", "Mia")
    table.voyage()
    sheet = phone().get("/cell?line=5&seat=1&cell=2").text
    requests = [json.loads(unescape(found)) for found in re.findall(r'data-request="([^"]*)"', sheet)]
    labels = [request["label"] for request in requests if "label" in request]
    assert labels[:3] == ["gold 9", "cannon 3", "cannon 5"]  # the camera's rival, then what resembles it
    assert set(labels) == set(table.snapshot.labels)


@pytest.mark.parametrize("query", ["", "line=5&seat=1&cell=9", "line=5&seat=9&cell=0", "line=4&seat=1&cell=0"])
def test_a_square_that_is_not_there_is_not_found(table, phone, query):
    table.begin("Ana", "Rui", "Mia")
    table.voyage()
    assert phone().get(f"/cell?{query}").status_code == 404


def test_a_correction_changes_the_total_once_and_says_what(table, phone):
    host = phone()
    ask(host, do="new_game", game="shipshape", players=["Ana", "Rui", "Mia"], options={})
    table.voyage()
    answer = ask(host, do="correct", line=5, seat="Ana", cell=0, label="gold 5")
    assert answer["ok"]
    assert "Ana 20 → 23" in answer["text"]
    assert "11 − rats 3 = 8" in text_of(host.get("/").text)


def test_a_stranger_needs_the_pin_to_correct(table, phone):
    table.begin("Ana", "Rui", "Mia")
    table.voyage()
    stranger = phone()
    stranger.get("/")
    request = {"do": "correct", "line": 5, "seat": "Ana", "cell": 0, "label": "gold 5"}
    assert ask(stranger, **request)["ask"] == "pin"
    assert not ask(stranger, do="pin", pin="nonsense")["ok"]
    assert ask(stranger, do="pin", pin=table.session.pin)["ok"]
    assert ask(stranger, **request)["ok"]


def test_a_correction_of_an_earlier_voyage_first_says_what_it_changes(table, phone):
    host = phone()
    ask(host, do="new_game", game="shipshape", players=["Ana", "Rui", "Mia"], options={})
    table.voyage()
    table.voyage()
    request = {"do": "correct", "line": 5, "seat": "Ana", "cell": 0, "label": "gold 5"}
    first = ask(host, **request)
    assert (first["ok"], first["ask"]) == (False, "confirm")
    assert "→" in first["text"]
    assert ask(host, **request, confirm=True)["ok"]


def test_a_seat_is_taken_and_its_hand_shown_to_nobody_else(table, phone):
    table.begin("Ana", "Rui", "Mia")
    table.deal()
    ana, rui = phone(), phone()
    for one in (ana, rui):
        one.get("/")
    assert ask(ana, do="sit", seat="Ana")["ok"]
    assert "bid-card" in ana.get("/").text
    assert "bid-card" not in rui.get("/").text
    before = table.snapshot.number
    answer = ask(ana, do="choose", seat="Ana", card=7)
    assert 'aria-pressed="true">7</button>' in answer["own"]
    assert answer["number"] == table.snapshot.number > before  # by which the page knows a late answer
    assert 'aria-pressed="true"' not in rui.get("/").text
    assert not ask(rui, do="choose", seat="Ana", card=2)["ok"]


def test_a_phone_that_holds_two_seats_hides_each_after_locking(table, phone):
    table.begin("Ana", "Rui", "Mia")
    table.deal()
    one = phone()
    one.get("/")
    for seat in ("Ana", "Rui"):
        ask(one, do="sit", seat=seat)
    page = one.get("/").text
    assert page.count("data-unveil") == 2
    ask(one, do="choose", seat="Ana", card=9)
    own = ask(one, do="lock", seat="Ana")["own"]
    assert own.count("data-unveil") == 1
    assert ">9<" not in own.partition("hand-2")[0]


def test_a_pod_must_confirm_who_sits_down(phone):
    table = ServedTable(Equipment(pods=3, camera=True))
    table.begin("Ana", "Rui", "Mia")
    client = create_app(table.door).test_client()
    client.get(f"/in/{table.session._table.entrance.evening}", follow_redirects=True)
    own = ask(client, do="sit", seat="Rui")["own"]
    assert "Press ok on the pod" in own
    table.press(1, Key.OK)
    assert "Press ok on the pod" not in client.get("/").text


def test_a_host_who_waits_for_a_dead_pod_can_say_so(phone):
    table = ServedTable(Equipment(pods=3, camera=True))
    table.begin("Ana", "Rui", "Mia")
    client = create_app(table.door).test_client()
    client.get(f"/in/{table.session._table.entrance.evening}", follow_redirects=True)
    assert "The pod does nothing" not in ask(client, do="sit", seat="Rui")["own"]
    ask(client, do="pin", pin=table.session.pin)
    own = ask(client, do="sit", seat="Mia")["own"]
    assert "The pod does nothing" in own
    assert ask(client, do="sit", seat="Mia")["ask"] == "confirm"
    assert "hand-3" in ask(client, do="sit", seat="Mia", confirm=True)["own"]


def test_a_guest_who_waits_for_a_pod_gets_its_seat_by_an_ok_that_is_held_and_by_no_press():
    table = ServedTable(Equipment(pods=3, camera=True))
    table.begin("Ana", "Rui", "Mia")
    client = create_app(table.door).test_client()
    client.get("/")
    own = ask(client, do="sit", seat="Rui")["own"]
    assert "Hold ok on the pod for five seconds" in own
    table.press(1, Key.OK)
    assert "Hold ok on the pod" in client.get("/").text
    table.press(1, Key.OK, held_s=5.2)
    assert 'data-seats="[&#34;Rui&#34;]"' in client.get("/").text
    assert not table.snapshot.show_join


def host_of_holds_to_show(equipment):
    """Return the host's page at the end of a voyage."""
    table = ServedTable(equipment)
    table.begin("Ana", "Rui", "Mia")
    table.deal()
    one = create_app(table.door).test_client()
    one.get("/")
    ask(one, do="pin", pin=table.session.pin)
    for cards in ((3, 4, 5), (4, 5, 6), (5, 6, 7)):
        table.bid_all(*cards)
        ask(one, do="go_on")
    return one


def test_holds_are_entered_by_hand_where_no_camera_sees():
    one = host_of_holds_to_show(Equipment(pods=0, camera=False))
    page = one.get("/").text
    assert page.count('data-enter="cells"') == 3
    for seat, labels in zip(("Ana", "Rui", "Mia"), SIGHTS, strict=False):
        assert ask(one, do="enter", event={"do": "cells", "seat": seat, "labels": list(labels)})["ok"]
    assert "13 − lowest 3 = 10" in text_of(one.get("/").text)


def test_where_one_area_serves_all_only_the_seat_that_lays_has_a_button():
    one = host_of_holds_to_show(Equipment(pods=0, camera=True, one_area=True))
    sections = one.get("/sections").json["sections"]
    assert "<button" not in sections["line"]
    own = sections["own"].partition('data-key="acts"')[2]
    assert own.count("It lies as it should") == 1
    assert "Ana" in unescape(own.partition("</button>")[0])


def test_six_long_names_stand_on_the_page_in_full(table, phone):
    table.begin(*LONG)
    table.deal()
    page = unescape(phone().get("/").text)
    assert all(name in page for name in LONG)


def test_the_invitation_names_address_number_and_network(phone):
    page = text_of(phone().get("/invite").text)
    assert all(part in page for part in ("http://companion.local/", "http://192.168.1.20/", "Table"))


def test_an_address_that_nobody_announces_brings_others_where_it_brought_one(phone):
    """In a container NAME.local and the number of the container's own network lead no phone to it."""
    page = text_of(phone().get("/invite", base_url="http://192.168.1.7:18000").text)
    assert "http://192.168.1.7:18000/" in page
    assert "companion.local" not in page
    assert "192.168.1.20" not in page


@pytest.mark.parametrize("way", ["http://127.0.0.1:8000", "http://localhost:8000", "http://192.168.1.20"])
def test_who_is_at_the_computer_itself_invites_to_what_is_announced(phone, way):
    page = text_of(phone().get("/invite", base_url=way).text)
    assert all(part in page for part in ("http://companion.local/", "http://192.168.1.20/"))
    assert ":8000" not in page


def test_a_real_table_has_no_bench(phone):
    assert phone().get("/bench").status_code == 404
    assert phone().get("/bench/camera.jpg").status_code == 404
    assert 'href="/bench"' not in phone().get("/more").text


def test_each_application_has_its_own_table(table, phone):
    table.begin("Ana", "Rui", "Mia")
    assert "Nobody plays yet" in create_app(ServedTable().door).test_client().get("/").text
    assert "Ana" in phone().get("/").text


def test_where_nothing_is_a_page_leads_back(phone):
    answer = phone("nl").get("/nowhere", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "Hier is niets" in answer.text
    assert 'href="/"' in answer.text


def test_a_script_is_told_a_fault_in_plain_text(phone):
    answer = phone().get("/picture?key=none")
    assert (answer.status_code, answer.mimetype) == (404, "text/plain")


def test_a_page_that_fails_says_so_and_leads_back(app, phone):
    app.before_request_funcs[None].clear()  # who may open it is no matter here
    app.add_url_rule("/failing", view_func=lambda: 1 // 0)
    answer = phone().get("/failing", headers={"Accept": "text/html"})
    assert answer.status_code == 500
    assert "The game is kept" in answer.text


def test_the_forms_of_several_seats_are_found_by_the_seat(table, phone):
    assert table.ask(requests.NewGame("alcatraz", ["Ana", "Rui", "Mia"], {})).ok
    page = phone().get("/").text
    assert re.findall(r'data-key="forms-(\d)"', page) == ["1", "2", "3"]


def test_a_long_turns_line_names_those_it_waits_for_only_when_they_are_few(table, phone):
    table.begin("Ana", "Rui", "Mia")
    table.deal()
    assert "Choose a crew card</h1>" in phone().get("/").text
    table.sit("one", "two")
    for seat, device in (("Ana", "one"), ("Rui", "two")):
        assert table.ask(requests.Choose(seat, 3), device).ok
        assert table.ask(requests.Lock(seat), device).ok
    assert "Choose a crew card (Mia)</h1>" in phone().get("/").text


def test_in_a_game_without_cards_in_hand_a_phone_has_its_turn_instead(table, phone):
    one = phone()
    one.get("/")
    assert ask(one, do="new_game", game="stingy", players=["Ana", "Rui", "Mia"])["ok"]
    assert ask(one, do="sit", seat="Ana")["ok"]
    own = one.get("/").text.partition('id="s-own"')[2].partition("</section>")[0]
    assert "Show my cards" not in own
    assert "in turn" in own
    assert '"do": "go_on", "seat": "Ana"' in unescape(own)
    assert ask(one, do="go_on", seat="Ana")["ok"]
    assert "The camera looks" in text_of(one.get("/").text)


@pytest.mark.parametrize("table", [Equipment(pods=0, camera=False)], indirect=True)
def test_without_a_camera_nothing_offers_a_look(table, phone):
    one = phone()
    one.get("/")
    for game in ("stingy", "alcatraz", "allaboard"):
        assert ask(one, do="new_game", game=game, players=["Ana", "Rui"])["ok"]
        assert "look at the tiles" not in one.get("/").text


@pytest.mark.parametrize("line", ["9223372036854775808", pytest.param("1" * 5000, id="long")])
def test_a_picture_of_a_line_that_no_game_can_have_is_none(phone, line):
    for key in (f"photo/x/{line}/Ana", f"piece/x/{line}/Ana/0", f"cell/{line}/Ana/{line}"):
        assert phone().get(f"/picture?key={key}").status_code == 404, key


def test_the_players_that_a_room_offers_fill_the_form_of_a_new_game_and_begin_nothing(table, phone):
    one = phone()
    assert "Take these players" not in one.get("/new").text
    before = table.session._table
    table.door.offered = lambda: OfferedPairing("Autumn Open", 2, 4, "alcatraz", ("Zoe", "Ivo <b>"), 1501, runs=True)
    page = one.get("/new").text
    assert "Round 2 of 4: Zoe, Ivo &lt;b&gt; · Timer: 26 min" in page
    assert 'value="Zoe"' not in page
    page = one.get("/new?paired").text
    filled = re.findall(r'<input name="player"[^>]*value="([^"]*)"', page)
    assert filled[:3] == ["Zoe", "Ivo &lt;b&gt;", ""]
    assert re.search(r'value="alcatraz"[^>]*checked', page)
    assert table.session._table is before
    table.door.offered = lambda: OfferedPairing("Autumn Open", 2, 4, "nothing-here", tuple("abcdefgh"))
    assert "Take these players" not in one.get("/new?paired").text
