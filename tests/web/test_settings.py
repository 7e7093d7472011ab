"""The host's pages: who may see them, and each chore done with a finger on a phone."""

import re
import sqlite3
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import expect
from support.every_page import HOST_PAGES
from support.page_faults import looks_well
from support.printed_board import POSES, photo
from support.upkept_table import UpkeptTable

from companion import config as configs
from companion.game import edition
from companion.publishing.broker import Address
from companion.publishing.publisher import Manner, Publisher
from companion.table import requests
from companion.table.signals import Looked
from companion.table.snapshot import Learnt
from companion.teaching import evening_set
from hardware.errors import CameraGone
from hardware.pods import PodKey
from vision.pieceset import faces

HEADERS = {"Origin": "http://localhost"}


@pytest.fixture
def table(tmp_path):
    return UpkeptTable(tmp_path)


def become_host(client, table):
    client.get("/pieces")
    assert client.post("/do", json={"do": "pin", "pin": table.session.pin}, headers=HEADERS).json["ok"]


def held(table):
    return faces.load(table.shelf.folder_of("shipshape")).labels


# ---- rights


@pytest.mark.parametrize("path", HOST_PAGES)
def test_whoever_is_not_the_host_is_asked_for_the_pin(phone, path):
    page = phone().get(path)
    assert "Give the PIN" in page.text
    assert "/picture?file=" not in page.text


@pytest.mark.parametrize(
    "path",
    [
        "/pieces/shipshape/picture?file=x/0001.png",
        "/pieces/shipshape/file",
        "/pieces/shipshape/try",
        "/camera/look",
        "/wiring/now",
        "/lens/board.pdf",
    ],
)
def test_nothing_of_a_set_is_handed_to_others(phone, path):
    assert phone().get(path).status_code == 403


def test_a_stranger_changes_nothing(phone, table):
    stranger = phone()
    stranger.get("/")
    asked = {"do": "remove_face", "game": "shipshape", "face": "gold 2"}
    assert stranger.post("/do", json=asked, headers=HEADERS).json["ask"] == "pin"
    kept = stranger.post("/pieces/shipshape/file", data=b"x", headers={**HEADERS, "Content-Type": "application/zip"})
    assert kept.status_code == 403
    assert "gold 2" in held(table)


def test_a_taught_picture_is_not_sent_twice_but_another_one_of_its_name_is(phone, table):
    host = phone()
    become_host(host, table)
    folder = table.shelf.folder_of("shipshape")
    known = faces.load(folder)
    file = known.of("gold 2")[0].file
    path = f"/pieces/shipshape/picture?file={file}"
    first = host.get(path)
    kept = {"If-None-Match": first.headers["ETag"]}
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert host.get(path, headers=kept).status_code == 304
    (folder / file).write_bytes((folder / known.of("rat 1")[0].file).read_bytes())
    assert host.get(path, headers=kept).data not in (b"", first.data)


def test_a_pin_that_a_full_disk_can_not_keep_says_so(phone, table, monkeypatch):
    host = phone()
    become_host(host, table)
    monkeypatch.setattr(table.store, "_db", Full())
    done = host.post("/do", json={"do": "set_pin", "pin": "246813"}, headers=HEADERS)
    assert (done.status_code, done.json["ok"]) == (200, False)
    assert "free some space on the disk" in done.json["text"]


class Full:
    """Stands for a database on a disk that is full."""

    in_transaction = False

    def execute(self, *_):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error


def test_a_file_is_taken_only_from_a_page_of_ours(phone, table):
    host = phone()
    become_host(host, table)
    for headers in (
        {"Content-Type": "multipart/form-data"},
        {"Content-Type": "application/zip", "Origin": "http://evil.test"},
    ):
        assert host.post("/pieces/shipshape/file", data=b"x", headers=headers).status_code == 403


def test_where_nothing_is_looked_after_there_are_no_such_pages(phone, table):
    table.door._upkeep = None
    host = phone()
    become_host(host, table)
    assert host.get("/pieces").status_code == 404
    assert "/settings" not in phone().get("/more").text


@pytest.mark.parametrize("language", ["en", "pt", "nl", "es"])
def test_the_hosts_pages_come_in_every_language(phone, table, language):
    host = phone(language)
    become_host(host, table)
    for path in HOST_PAGES:
        page = host.get(path)
        assert page.status_code == 200
        assert f'<html lang="{language}">' in page.text


@pytest.mark.parametrize("port", ["", ":8000"])
def test_the_address_by_name_has_the_port_that_answers(phone, table, port):
    host = phone()
    become_host(host, table)
    page = host.get("/settings", headers={"Host": f"localhost{port}"}).text
    assert f">Phones open http://companion.local{port}</p>" in page


def test_what_is_not_there_is_not_found(phone, table):
    host = phone()
    become_host(host, table)
    for path in ("/pieces/chess", "/pieces/shipshape/face?name=gold%2077", "/pieces/stingy/file", "/pieces/chess/try"):
        assert host.get(path).status_code == 404


# ---- by finger and by eye


@pytest.fixture
def host(visit, table):
    """Open a page as the host."""

    def open_page(path, **how):
        page = visit(path, **how)
        page.get_by_role("button", name="Give the PIN").click()
        page.locator("#ask-pin").fill(table.session.pin)
        with page.expect_event("load"):  # of the page that comes then: one that is on its way hears no tap yet
            page.get_by_role("button", name="Do it").click()
        expect(page.get_by_role("button", name="Give the PIN")).to_have_count(0)
        return page

    return open_page


@pytest.mark.browser
def test_the_wiring_is_tested_key_by_key(host, table):
    page = host("/wiring")
    table.pods.listen(lambda pod, key, pressed, _: table.wiring.heard(pod, key, pressed))
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Pod 1, its lamp is lit: press add")).to_be_visible()
    table.pods.press(1, PodKey.OK)
    expect(page.get_by_text("That was ok of pod 2")).to_be_visible()
    for pod in range(6):
        for key in PodKey:
            table.pods.release(pod, key)
            table.pods.press(pod, key)
    expect(page.get_by_text("All 12 keys and lamps are wired as they should be")).to_be_visible()
    expect(page.get_by_text("12 of 12 keys")).to_be_visible()
    page.get_by_role("button", name="End the test").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


@pytest.mark.browser
def test_a_wrong_picture_is_removed_and_a_face_renamed(host, table):
    page = host("/pieces")
    page.get_by_role("link", name="Look at the set (ShipShape)").click()
    page.get_by_role("link", name="gold 2").click()
    expect(page.locator(".taught img")).to_have_count(2)
    page.get_by_role("button", name="Remove (1)").click()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".taught img")).to_have_count(1)
    page.get_by_label("It is really").fill("gold 5")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("link", name="gold 5")).to_be_visible()
    assert held(table) == ("empty", "gold 3", "gold 5", "rat 1")


@pytest.mark.browser
def test_a_face_is_forgotten_only_when_that_is_sure(host, table):
    page = host("/pieces/shipshape/face?name=rat%201")
    page.get_by_role("button", name="Forget this face").click()
    page.get_by_role("button", name="Leave it").click()
    assert "rat 1" in held(table)
    page.get_by_role("button", name="Forget this face").click()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".face")).to_have_count(3)
    assert "rat 1" not in held(table)


@pytest.mark.browser
def test_a_set_is_declared_kept_and_taken_in_again(host, table, tmp_path):
    page = host("/pieces/shipshape")
    page.get_by_role("button", name="Every face is taught").click()
    expect(page.get_by_role("button", name="Some faces are missing")).to_be_visible()
    page.get_by_text("Keep the set as a file, or add one").click()
    with page.expect_download() as kept:
        page.get_by_role("link", name="Keep the set as a file").click()
    file = tmp_path / "kept.zip"
    kept.value.save_as(file)
    for label in held(table):
        faces.remove(faces.load(table.shelf.folder_of("shipshape")), label)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator("#toast")).to_contain_text("8 new pictures, 4 faces in all")
    expect(page.locator(".face")).to_have_count(4)


@pytest.fixture
def learnt(table):
    """What play taught of two faces, in a set of the evening."""
    folder = table.shelf.folder_of("shipshape")
    known = faces.load(folder)
    given = [
        replace(known.of(label)[0], patch=255 - known.of(label)[0].patch, picture=f"play/game-1/1/dock 1/{cell}")
        for cell, label in enumerate(("gold 2", "rat 1"))
    ]
    faces.add(evening_set.waiting(folder), given)
    return folder


def over(table, learnt):
    """Play to the end; the camera says how much waits for the host."""
    table.begin("Ana", "Rui", "Mia")
    for _ in range(3):
        table.voyage()
    waits = Learnt("shipshape", "ShipShape", learnt)
    table.step(Looked(table.now_s, table.session.evening.plan, {}, learnt=waits))


@pytest.mark.browser
def test_when_the_game_is_over_the_host_keeps_what_it_taught(host, table, learnt):
    page = host("/pieces")
    expect(page.get_by_text("2 pictures that were learnt in play wait for you to keep them")).to_be_visible()
    over(table, 2)
    page.goto(page.url.replace("pieces", ""))
    expect(page.get_by_text("The camera learnt 2 pictures from your answers.")).to_be_visible()
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.locator("#toast")).to_contain_text("It stays in the set")
    assert len(faces.load(learnt).of("gold 2")) == 3
    table.step(Looked(table.now_s, table.session.evening.plan, {}))
    expect(page.get_by_text("The camera learnt")).to_have_count(0)
    looks_well(page)


@pytest.mark.browser
def test_what_play_taught_is_looked_at_picture_by_picture_before_it_is_kept(host, table, learnt):
    over(table, 2)
    page = host("/pieces")
    page.goto(page.url.replace("pieces", ""))
    page.get_by_role("link", name="Look at them").click()
    page.locator("#learnt").get_by_role("button", name="Remove (gold 2)").click()
    expect(page.locator("#learnt img")).to_have_count(1)
    looks_well(page)
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("#learnt")).to_have_count(0)
    known = faces.load(learnt)
    assert (len(known.of("gold 2")), len(known.of("rat 1"))) == (2, 3)


def test_what_nobody_has_answered_is_asked_again_after_a_restart_while_nobody_plays(phone, table, learnt):
    page = phone()
    assert "The camera learnt" not in page.get("/").text
    table.step(Looked(table.now_s, 0, camera=False, learnt=Learnt("shipshape", "ShipShape", 2)))
    assert "The camera learnt 2 pictures" in page.get("/").text
    assert '/pieces/shipshape#learnt"' in page.get("/").text
    table.begin("Ana", "Rui", "Mia")
    assert "The camera learnt" not in page.get("/").text


def test_nobody_but_the_host_says_what_stays(phone, table, learnt):
    over(table, 2)
    page = phone()
    assert "The camera learnt 2 pictures" in page.get("/").text
    asked = page.post("/do", json={"do": "keep_learnt", "game": "shipshape", "keep": True}, headers=HEADERS)
    assert asked.json["ask"] == "pin"
    assert len(faces.load(learnt).of("gold 2")) == 2


@pytest.mark.browser
def test_corrections_are_kept_from_teaching_by_a_switch(host, table):
    page = host("/settings")
    page.get_by_role("button", name="Switch it off").click()
    expect(page.get_by_role("button", name="Switch it on")).to_be_visible()
    assert not table.upkeep.teaches()


@pytest.mark.browser
def test_a_set_is_tried_on_what_the_camera_sees(host, table):
    page = host("/pieces/shipshape")
    table.eye.scene = lambda: np.zeros((1296, 2304, 3), np.uint8)
    page.get_by_role("button", name="Try it").click()
    expect(page.locator("#tried")).to_contain_text("too dark")


def test_a_tried_set_says_what_it_is_sure_of(phone, table, monkeypatch):
    host = phone()
    become_host(host, table)
    cells = [
        {"label": "gold 2", "sure": True, "percent": 99, "rival": "gold 3"},
        {"label": "rat 1", "sure": False, "percent": 61, "rival": "rat 2"},
    ]
    places = [
        {"name": "place 1", "picture": "data:,", "cols": 2, "cells": cells, "why": ""},
        {"name": "place 2", "picture": "data:,", "cols": 0, "cells": [], "why": "a hand"},
    ]
    slips = [{"label": "gold 2", "text": "Picture 1 of gold 2 looks like rat 1"}]
    tried = {"why": "", "sure": 1, "asked": 1, "places": places, "slips": slips}
    monkeypatch.setattr(table.upkeep, "trial", lambda *_: tried)
    page = host.get("/pieces/shipshape/try").text
    assert "Sure of 1, would ask about 1." in page
    assert "rat 1? 61 %" in page
    assert "or rat 2" in page
    assert "a hand" in page
    assert '<a href="/pieces/shipshape/face?name=gold%202">Picture 1 of gold 2 looks like rat 1</a>' in page


def test_a_game_is_begun_and_its_host_may_look_after_things(phone, table):
    host = phone()
    host.get("/")
    assert host.post(
        "/do", json={"do": "new_game", "game": "shipshape", "players": ["Ana", "Rui"], "options": {}}, headers=HEADERS
    ).json["ok"]
    assert "gold 2" in host.get("/pieces/shipshape").text


@pytest.mark.browser
def test_the_numbers_of_a_box_are_entered_once_and_shown_again(host, table):
    page = host("/settings")
    page.get_by_role("link", name="All aboard! not entered yet").click()
    looks_well(page)
    animals = edition.shipped("allaboard").numbers["animals"]
    for animal, card in animals.items():
        page.get_by_label(re.compile(f"^{animal}: weight")).fill(str(card["weight"]))
        page.get_by_label(re.compile(f"^{animal}: points")).fill("4")
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("link", name="All aboard! entered").click()
    expect(page.get_by_label("elephant: points")).to_have_value("4")
    assert table.ask(requests.NewGame("allaboard", ["Ana", "Rui"], {})).ok
    assert "provisional" not in table.match.lines[0]


def test_that_a_number_stands_there_even_so_is_asked_anew_each_time(table):
    animals = edition.shipped("allaboard").numbers["animals"]
    filled = {f"{animal} {what}": card[what] for animal, card in animals.items() for what in ("weight", "points")}
    doubtful = {**filled, "giraffe weight": 9, "even so": "yes"}
    assert table.ask(requests.Pin(table.session.pin)).ok
    assert table.ask(requests.Numbers("allaboard", doubtful)).ok
    (shown,) = [one.filled for one in table.door.numbers("en") if one.game == "allaboard"]
    assert shown == {**filled, "giraffe weight": 9}
    slip = table.ask(requests.Numbers("allaboard", {**shown, "fox weight": 22}))
    assert (slip.ok, "these weigh 47" in str(slip.text)) == (False, True)


@pytest.mark.browser
def test_two_colours_of_tiles_are_named_once_and_read_everywhere(host, table):
    page = host("/settings")
    page.get_by_role("link", name="Captain Stingy not entered yet").click()
    looks_well(page)
    page.get_by_label("What is called green here").fill("red")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_text("“red” is there twice; six must differ")).to_be_visible()
    page.get_by_label("What is called green here").fill("turquoise")
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("link", name="Captain Stingy entered").click()
    expect(page.get_by_label("What is called green here")).to_have_value("turquoise")
    assert table.ask(requests.NewGame("stingy", ["Ana", "Rui", "Mia"], {})).ok
    page.evaluate("location.href = '/'")
    tile = page.locator("[data-label='green bottle']").first
    assert tile.get_attribute("data-words") == "turquoise bottle"
    assert "t-plain" in tile.get_attribute("class")
    assert "t-orange" in page.locator("[data-label='orange bottle']").first.get_attribute("class")
    tiles = ["green bottle", "green bottle", "red coins", "blue coins", "blue parrot", "orange parrot"]
    assert table.ask(requests.Enter({"do": "take", "seat": "Ana", "tiles": tiles})).ok
    group = page.locator(".groups li", has_text="turquoise bottle")
    expect(group.locator(".tile.t-plain")).to_have_attribute("aria-label", "turquoise bottle 2")
    expect(page.get_by_text("green bottle")).to_have_count(0)


# ---- the camera and its lens


def test_what_the_camera_sees_is_the_hosts_alone(phone):
    for path in ("/camera/look", "/lens/board.pdf"):
        assert phone().get(path).status_code == 403


def test_a_camera_that_is_gone_is_said_in_the_readers_language(phone, table):
    host = phone("nl")
    become_host(host, table)

    def gone():
        raise CameraGone("the camera {name} is away: plug it in again, it is then found by itself", name="/dev/video0")

    table.eye.scene = gone
    assert "de camera /dev/video0 is weg" in host.get("/camera/look").json["html"]
    assert "de camera /dev/video0 is weg" in host.get("/pieces/shipshape/try").text


def test_during_a_game_the_page_asks_for_nothing_but_the_mat(phone, table, monkeypatch):
    host = phone()
    become_host(host, table)
    asked = []
    monkeypatch.setattr(table.upkeep, "look", lambda _, **how: asked.append(how) or {"picture": "", "lines": []})
    host.get("/camera/look")
    table.begin("Ana", "Rui", "Mia")
    host.get("/camera/look?board")
    assert asked == [{"playing": False, "board": False}, {"playing": True, "board": True}]
    assert "only the mat is shown" in host.get("/camera").text
    assert "Finish it first" in host.get("/lens").text


@pytest.mark.browser
def test_the_cameras_picture_comes_by_itself_with_what_is_found(host, table):
    page = host("/camera")
    expect(page.locator("#sight-lines")).to_contain_text("8 markers are seen", timeout=20_000)
    expect(page.locator("#eye")).to_be_visible()
    looks_well(page)
    table.eye.scene = lambda: np.zeros((1296, 2304, 3), np.uint8)
    expect(page.locator("#sight-lines")).to_contain_text("too dark", timeout=20_000)


@pytest.mark.browser
def test_the_lens_is_measured_with_a_finger(host, table):
    page = host("/lens")
    for number, pose in enumerate(POSES, 1):
        table.eye.scene = lambda pose=pose: photo(*pose)
        page.get_by_role("button", name="Take a picture").click()
        # On the page that comes then, not in the answer over the one that goes: a tap there would be lost with it.
        expect(page.locator("main")).to_contain_text(f"{number} of 8 pictures", timeout=20_000)
        page.wait_for_load_state()  # nor before its script is there
    expect(page.locator("main")).to_contain_text("should: good")
    page.get_by_role("button", name="Keep this lens").click()
    expect(page.get_by_text("The lens that is used now:")).to_be_visible()
    assert table.premises.lens.is_file()


@pytest.mark.browser
def test_the_table_is_set_up_on_a_phone(host, table):
    page = host("/settings")
    page.get_by_label("Its name on the network").fill("our-table")
    page.locator("select[name=camera]").select_option("0")
    page.get_by_label("Pods (two keys and a lamp)").fill("2")
    page.get_by_role("button", name="Keep it").first.click()
    expect(page.locator("#toast")).to_contain_text("once the companion is started again")
    expect(page.get_by_text("Start the companion again")).to_be_visible()
    written = configs.load(table.premises.file)
    assert (written.page.name, written.camera.source, written.pods.count) == ("our-table", "0", 2)


# ---- the room of tables


@pytest.fixture
def roomy(table):
    """A table that tells a room of itself, whose broker is not there."""
    manner = Manner("Table 7")
    publisher = Publisher(Address("127.0.0.1", 1), manner, table.store, lambda: table.snapshot, lambda: "2026")
    table.upkeep._room = publisher
    return publisher


def test_a_table_without_a_room_shows_none(phone, table):
    host = phone()
    become_host(host, table)
    assert "The room" not in host.get("/settings").text
    done = host.post("/do", json={"do": "pair_room", "code": "abcd-efgh-jkmn"}, headers=HEADERS).json
    assert (done["ok"], "No room is named" in done["text"]) == (False, True)


def test_a_table_is_paired_by_the_code_of_its_room(phone, table, roomy):
    host, stranger = phone(), phone()
    become_host(host, table)
    assert "The room&#39;s code" in host.get("/settings").text
    asked = {"do": "pair_room", "code": "abcd-efgh-jkmn"}
    assert not stranger.post("/do", json=asked, headers=HEADERS).json["ok"]
    assert not host.post("/do", json={**asked, "code": "abcd"}, headers=HEADERS).json["ok"]
    assert table.store.setting("room") is None
    assert host.post("/do", json=asked, headers=HEADERS).json["ok"]
    assert roomy.table in table.store.setting("room")
    shown = host.get("/settings").text
    assert "abcd" not in shown
    assert "The broker is being called" in shown
    assert f"the room adds {roomy.table[:4]} to this one" in shown


def test_a_code_is_typed_with_a_finger(visit, table, roomy):
    page = visit("/settings")
    page.locator("[data-pin]").click()
    page.fill("#ask-pin", table.session.pin)
    page.click("#ask [value=yes]")
    page.fill("[name=code]", "ABCD EFGH JKMN")
    with page.expect_navigation():  # which comes once that could be read
        page.locator("form", has_text="The room's code").locator("[type=submit]").click()
        page.locator("text=paired once the room has answered").wait_for()
    looks_well(page)


def test_a_host_reads_the_pin_there_and_nobody_else(phone, table):
    table.upkeep.pin = lambda: table.session.pin
    host = phone()
    become_host(host, table)
    assert table.session.pin in host.get("/settings").text
    assert table.session.pin not in phone().get("/settings").text
