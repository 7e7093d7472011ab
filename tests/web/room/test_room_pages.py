"""The room's page: who may open what, under which names, and what a wall's stream says."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.rooms import Rig, Table

from companion.language.catalogue import LANGUAGES
from companion.publishing.messages import Seat
from web.device import COOKIE, new_token
from web.rendering import Renderer
from web.room.app import RIGHTS, create_app
from web.room.contract import RatedShown
from web.room.pages import chunks
from web.shown import Lamp, Role, Step

HEADERS = {"Origin": "http://localhost"}
LEAST = {**dict.fromkeys(RIGHTS.open, Role.GUEST), **RIGHTS.pages, **RIGHTS.parts}


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    table = Table(made, "t1", made.hall.admit("t1"))
    table.birth(ailing=("camera",))
    table.finish("g1", {"Ana <b>": 3, "Rui": 1})
    table.offer()
    made.turn()
    made.hall.open_code()
    yield made
    made.stop()


@pytest.fixture
def app(rig: Rig) -> Flask:
    return create_app(rig.desk, names=["room.local"])


@pytest.fixture
def guest(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def director(app: Flask, rig: Rig) -> FlaskClient:
    client = app.test_client()
    client.set_cookie(COOKIE, new_token())
    done = client.post("/do", json={"do": "pin", "pin": rig.desk.pin, "name": "Eva"}, headers=HEADERS)
    assert done.json["ok"], done.json
    return client


def test_every_route_has_one_row(app: Flask) -> None:
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == LEAST.keys()
    assert len(LEAST) == len(RIGHTS.open) + len(RIGHTS.pages) + len(RIGHTS.parts)


@pytest.mark.parametrize("standing", [Role.GUEST, Role.HOST])
def test_every_route_is_opened_by_who_may(
    app: Flask, guest: FlaskClient, director: FlaskClient, standing: Role
) -> None:
    client, wrong = director if standing is Role.HOST else guest, []
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "room.stream":
            continue  # never ends; it is of the open ones
        path = re.sub(r"<(?:\w+:)?(\w+)>", "icon.svg", rule.rule)
        method = "POST" if "POST" in rule.methods else "GET"
        answer = client.open(path, method=method, json={} if method == "POST" else None, headers=HEADERS)
        refused = answer.status_code == 403 or b'{"do": "pin"}' in answer.data
        if refused != (standing < LEAST[rule.endpoint]):
            wrong.append((rule.endpoint, answer.status_code))
        answer.close()
    assert wrong == []


@pytest.mark.parametrize("how", ["hidden", "late"])
def test_no_page_of_a_guest_tells_how_people_stand_while_that_is_hidden_or_late(
    rig: Rig, app: Flask, director: FlaskClient, guest: FlaskClient, how: str
) -> None:
    def ask(client: FlaskClient, **asked: object) -> str:
        done = client.post("/do", json=asked, headers=HEADERS).json
        assert done["ok"], done
        return done["value"] or ""

    card = ask(guest, do="enter_player", name="Mia")
    ask(director, do="begin_tournament", name="Open", way="swiss", rounds="2", order={}, least="2", usual="2", most="2")
    ask(director, do="enter", names="Mia, Teo")
    ask(director, do="draw")
    of_guests = [rule.rule for rule in app.url_map.iter_rules() if LEAST[rule.endpoint] is Role.GUEST]
    paths = [re.sub(r"<\w+>", card, path) for path in of_guests if not path.startswith(("/static", "/stream", "/do"))]
    assert len(paths) >= 8

    def shown() -> dict[str, str]:
        pages = {path: guest.get(path).text for path in (*paths, "/overlay?table=t1", "/tournament?me=p1")}
        told = msgspec.json.decode(pages["/digest"])
        pages["places"] = str([told["ranking"], told["tournament"]["places"]])
        return {
            path: re.sub(r'data-(seen|clock)="\d+"|"number":\d+', "", unescape(text)) for path, text in pages.items()
        }

    ask(director, **({"do": "hide", "hidden": True} if how == "hidden" else {"do": "lag", "seconds": 60}))
    rig.turn()
    before = shown()
    table = Table(rig, "t1")
    table.key = rig.hall.paired()["t1"].key
    table.finish("g0", {"Ana <b>": 3, "Rui": 1})  # as the first one was told
    seats = tuple(Seat(name, "#e69f00", Lamp.OFF, 7654, 1) for name in ("Mia", "Teo"))
    table.update(1, step=Step.OVER, seats=seats, line={"en": "Mia wins with 7654"}, winners=("Mia",), over=True)
    table.offer(table.finish("g9", {"Mia": 7654, "Teo": 1}))
    rig.turn()
    assert "7654" in director.get("/director").text
    after = shown()
    assert [path for path, text in after.items() if "7654" in text or "wins with" in text] == []
    assert ("The standings are hidden until the end" in after["/ratings"]) == (how == "hidden")
    changed = {path for path in after if after[path] != before[path]}
    finished = {"/", "/digest", "/tournament", "/tournament/now", "/tournament?me=p1"}  # which is no secret
    assert changed == (finished if how == "hidden" else set())
    ask(director, **({"do": "hide", "hidden": False} if how == "hidden" else {"do": "lag", "seconds": 0}))
    rig.turn()
    assert {path for path, text in shown().items() if "Mia" in text} > {"/", "/digest", "/ratings", "places"}
    assert "7654" in shown()["/digest"]


def test_a_foreign_name_is_led_to_the_room(guest: FlaskClient) -> None:
    answer = guest.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert "http://room.local/" in answer.text
    assert guest.get("/", headers={"Host": "room.local"}).status_code == 200


def test_a_foreign_page_asks_nothing(director: FlaskClient) -> None:
    asked = {"do": "hide", "hidden": True}
    assert director.post("/do", json=asked, headers={"Origin": "http://evil.example"}).status_code == 403
    assert director.post("/do", data=asked).status_code == 403
    assert director.post("/do", data="[", headers=HEADERS, content_type="application/json").status_code == 400


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_said_in_each_language(director: FlaskClient, guest: FlaskClient, language: str) -> None:
    director.set_cookie("language", language)
    guest.set_cookie("language", language)
    pages = [director.get("/"), director.get("/director"), director.get("/director/now"), guest.get("/director")]
    pages += [guest.get("/tournament?me=p1"), director.get("/director/tournament")]
    pages.append(guest.get("/nothing", headers={"Accept": "text/html"}))
    assert [page.status_code for page in pages] == [200, 200, 200, 200, 200, 200, 404]
    assert "Ana &lt;b&gt;" in pages[1].text
    assert "<b>" not in pages[1].text
    if language != "en":
        assert "Director" not in re.sub(r'["/]director', "", pages[3].text)


def test_a_page_names_no_key_and_no_pin(director: FlaskClient, rig: Rig) -> None:
    shown = "".join(director.get(path).text for path in ("/", "/director", "/results.json", "/results.csv"))
    assert rig.desk.pin not in shown
    assert rig.desk.key not in shown
    assert rig.hall.paired()["t1"].key.hex() not in shown


def test_a_wall_is_told_all_and_then_what_changes(rig: Rig) -> None:
    table = Table(rig, "t2")
    turns = iter(range(4))
    stream = chunks(rig.desk, lambda: next(turns, None) is not None, "en")
    first = next(stream)
    assert first.startswith(b"event: full\n")
    table.birth()
    rig.turn()
    second = next(stream)
    assert second.startswith(b"event: change\n")
    assert [*msgspec.json.decode(second.split(b"data: ")[1])["tables"]] == ["t2"]


def test_a_wall_that_is_far_behind_is_told_all_anew(rig: Rig) -> None:
    table = Table(rig, "t2")
    turns = iter(range(4))
    stream = chunks(rig.desk, lambda: next(turns, None) is not None, "en")
    next(stream)
    for number in range(40):
        table.update(number, line={"en": str(number)})
        rig.turn()
    assert next(stream).startswith(b"event: full\n")


def test_a_wall_shows_at_once_what_stands(guest: FlaskClient) -> None:
    assert "Ana is in turn" in guest.get("/").text


def test_a_director_sees_what_ails(director: FlaskClient) -> None:
    assert "wants attention: camera" in director.get("/director").text


def test_ratings_below_one_another_have_as_many_decimals(
    director: FlaskClient, rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rated = [RatedShown(1, "Ana", 3, 12.0, 1519), RatedShown(2, "Rui", 3, -0.5, None)]
    monkeypatch.setattr(rig.desk, "ratings", lambda: rated)
    page = director.get("/ratings", headers={"Accept-Language": "nl"}).text
    assert "<td>12,0</td>" in page
    assert "<td>−0,5</td>" in page


def test_a_finished_game_goes_to_the_bg_stats_app(director: FlaskClient, rig: Rig) -> None:
    page = director.get("/director").text
    path = re.search(r'href="(/bgstats/[^"]*)"', page)
    assert path is not None
    link = director.get(path[1]).headers["Location"]
    play = msgspec.json.decode(unquote(link.partition("?data=")[2]))
    assert [(one["name"], one["score"], one["winner"]) for one in play["players"]] == [
        ("Ana <b>", "3", True),
        ("Rui", "1", False),
    ]
    table = Table(rig, "t2", rig.hall.admit("t2"))
    table.birth()
    table.finish("g2", {"Ana": 3, "Rui": 1}, over=False)
    table.offer()
    rig.turn()
    assert director.get("/bgstats/t2/g2").status_code == 404
    assert director.get("/director").text.count("/bgstats/") == 1


def test_a_card_is_found_by_its_id_alone_and_by_no_wrong_one(rig: Rig, guest: FlaskClient) -> None:
    done = guest.post("/do", json={"do": "enter_player", "name": "Ana <i>"}, headers=HEADERS).json
    page = guest.get(f"/player/{done['value']}")
    assert b"Ana &lt;i&gt;" in page.data
    assert page.data.count(b"<svg") >= 1
    assert guest.get("/player/zzzzzzzz").status_code == 404


def test_what_all_players_are_shown_is_drawn_once_and_sent_again_only_where_it_changed(
    director: FlaskClient, guest: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(**asked: object) -> None:
        done = director.post("/do", json=asked, headers=HEADERS).json
        assert done["ok"], done

    seats = dict.fromkeys(("least", "usual", "most"), "2")
    ask(do="begin_tournament", name="Open", way="swiss", rounds="2", order={}, **seats)
    ask(do="enter", names="Ana <b>, Rui")
    ask(do="draw")
    first = guest.get("/tournament?me=p1").text
    drawn = []
    render = Renderer.render
    monkeypatch.setattr(Renderer, "render", lambda *a, **k: drawn.append(a[1]) or render(*a, **k))
    assert first.count("Ana &lt;b&gt;") >= 2
    seen = re.search(r'data-seen="(\d+)"', first)[1]
    assert guest.get(f"/tournament/now?me=p1&seen={seen}").status_code == 204
    assert "t1, seat" in guest.get("/tournament/now?me=p2").text
    assert "room/tournament_all.html" not in drawn
    ask(do="suggest", round=1, pairing=1, player="p1", places={"p1": "1", "p2": "2"}, scores={})
    assert "a director looks at it" in guest.get(f"/tournament/now?me=p2&seen={seen}").text
    ask(do="hide", hidden=True)
    assert "The standings are hidden" in guest.get("/tournament/now?me=p2").text


def test_what_happened_in_a_tournament_can_be_kept_also_once_it_is_put_away(director: FlaskClient) -> None:
    for asked in (
        {"do": "begin_tournament", "name": "Open", "way": "swiss", "rounds": "2", "order": {}}
        | dict.fromkeys(("least", "usual", "most"), "2"),
        {"do": "end_tournament"},
    ):
        assert director.post("/do", json=asked, headers=HEADERS).json["ok"]
        assert "/tournament.json" in director.get("/director/tournament").text
