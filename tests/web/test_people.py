"""Players' faces: drawn for everybody, photos cut, cleaned, and for phones at the table alone."""

import json
import re
from html import unescape
from io import BytesIO
from urllib.parse import unquote

import pytest
from PIL import Image
from playwright.sync_api import expect
from support.every_page import WholeTable
from support.page_faults import fits, looks_well

from companion.settings.people import cleaned
from companion.table import requests
from web import portraits

HEADERS = {"Origin": "http://localhost", "Content-Type": "image/jpeg"}


@pytest.fixture
def table(tmp_path):
    found = WholeTable(tmp_path, ("Ana", "Rui", "Mia"))
    found.begin("Ana", "Rui", "Mia")
    return found


def finish(table):
    for _ in range(3):
        table.voyage()


def ask(phone, **request):
    return phone.post("/do", json=request, headers={"Origin": "http://localhost"}).json


def jpeg(size=(256, 256), exif=b"", colour="teal"):
    made = BytesIO()
    Image.new("RGB", size, colour).save(made, "JPEG", exif=exif)
    return made.getvalue()


def said_to_be(size):
    """A photo whose header tells another size: width and height stand behind the start of its frame."""
    found, (width, height) = jpeg(), size
    at = found.index(b"\xff\xc0") + 5
    return found[:at] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + found[at + 4 :]


def secret_exif():
    exif = Image.Exif()
    exif[0x010F] = "where I live"
    return exif.tobytes()


def photo_in(page):
    found = re.search(r'src="(/player/photo\?key=\w+)"', page.text)
    return found[1] if found else None


def test_a_face_is_by_the_name_until_another_is_chosen(table, phone):
    face, colour = portraits.by_name("Ana")
    assert portraits.by_name("Ana") == (face, colour) != portraits.by_name("Rui")
    one = phone()
    assert one.get(f"/portrait.svg?face={face}&colour={colour[1:]}").mimetype == "image/svg+xml"
    assert "/portrait.svg" not in one.get("/").text  # nobody has chosen: the table is calm
    assert ask(one, do="person", name="Ana", face="321", colour=portraits.COLOURS[0])["ok"]
    assert f"face=321&amp;colour={portraits.COLOURS[0][1:]}" in one.get("/").text


@pytest.mark.parametrize("address", ["face=555&colour=ffffff", "face=000&colour=red", "face=00&colour=ffffff", ""])
def test_only_faces_and_colours_are_drawn(guest, address):
    assert guest().get(f"/portrait.svg?{address}").status_code == 404


def test_a_photo_is_encoded_anew_without_what_else_its_file_holds(table, phone):
    one = phone()
    sent = jpeg(exif=secret_exif())
    assert b"where I live" in sent
    assert one.post("/player/photo?name=Ana", data=sent, headers=HEADERS).json["ok"]
    kept = one.get(photo_in(one.get("/")))
    assert b"where I live" not in kept.data
    assert Image.open(BytesIO(kept.data)).size == (256, 256)
    assert kept.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    "wrong", [jpeg((300, 256)), jpeg((1000, 1000)), b"\xff\xd8 no photo", b"", jpeg()[:200], said_to_be((65500, 65500))]
)
def test_what_is_no_photo_of_that_size_is_refused(table, phone, wrong):
    answer = phone().post("/player/photo?name=Ana", data=wrong, headers=HEADERS).json
    assert answer == {"ok": False, "text": "This is no photo of 256 × 256 pixels"}
    assert list(table.folder.glob("people/*.jpg")) == []
    assert cleaned(jpeg()) is not None


def test_nobody_unknown_and_no_foreign_page_brings_a_photo(phone):
    one = phone()
    assert not one.post("/player/photo?name=Eva", data=jpeg(), headers=HEADERS).json["ok"]
    assert not ask(one, do="person", name="Eva", face="000")["ok"]
    assert not ask(one, do="person", name="Ana", face="999")["ok"]
    foreign = {**HEADERS, "Origin": "http://evil.example"}
    assert one.post("/player/photo?name=Ana", data=jpeg(), headers=foreign).status_code == 403


def test_photos_are_shown_to_phones_at_the_table_alone_until_the_host_says_otherwise(table, phone, guest, host):
    one = phone()
    one.post("/player/photo?name=Ana", data=jpeg(), headers=HEADERS)
    key = photo_in(one.get("/"))
    assert guest().get(key).status_code == 403
    assert 'class="own"' in one.get("/wall").text  # which the wall's style hides
    assert not ask(one, do="show_photos", on=True)["ok"]
    assert ask(host, do="show_photos", on=True)["ok"]
    assert 'class="own everywhere"' in one.get("/wall").text


def test_a_keepsake_shows_the_drawn_face_until_the_host_says_otherwise(table, phone, host):
    finish(table)
    one, winner = phone(), table.snapshot.winners[0]
    one.post(f"/player/photo?name={winner}", data=jpeg(), headers=HEADERS)

    def face():
        text = re.search(r'data-card="([^"]*)"', one.get("/keepsake/game-1").text)[1]
        return unquote(json.loads(unescape(text))["winners"][0]["portrait"])

    assert face().startswith("/portrait.svg")
    ask(host, do="show_photos", on=True)
    assert face().startswith("/player/photo")


def test_a_guest_sees_photos_of_who_plays_or_has_won_and_only_where_the_host_allows_it(table, phone, guest, host):
    finish(table)
    one, winner = phone(), table.snapshot.winners[0]
    table.begin("Rui", "Mia", "Eva")
    ask(host, do="show_photos", on=False)
    keys = {}
    for number, name in enumerate(("Ana", "Rui", "Mia", "Eva")):
        assert one.post(f"/player/photo?name={name}", data=jpeg(colour=(number, 0, 0)), headers=HEADERS).json["ok"]
        keys[name] = photo_in(one.get(f"/player?name={name}"))

    def seen():
        return {name for name, key in keys.items() if guest().get(key).status_code == 200}

    assert len({*keys.values()}) == 4
    assert seen() == set()
    assert all(one.get(key).status_code == 200 for key in keys.values())
    ask(host, do="show_photos", on=True)
    assert seen() == {"Rui", "Mia", "Eva", winner}
    assert guest().get("/player/photo?key=").status_code == 403
    ask(host, do="show_photos", on=False)
    assert seen() == set()


def test_a_person_who_is_deleted_is_gone_and_only_the_host_deletes(table, phone, host):
    one = phone()
    one.post("/player/photo?name=Ana", data=jpeg(), headers=HEADERS)
    key = photo_in(one.get("/"))
    assert not ask(one, do="forget_person", name="Ana")["ok"]
    assert ask(host, do="forget_person", name="Ana")["ok"]
    assert one.get(key).status_code == 404
    assert photo_in(one.get("/")) is None
    assert list(table.folder.glob("people/*.jpg")) == []


@pytest.mark.browser
def test_a_photo_is_cut_on_the_phone(table, visit):
    finish(table)
    page = visit("/player?name=Ana")
    wide = BytesIO()
    Image.new("RGB", (900, 600), "teal").save(wide, "JPEG", exif=secret_exif())
    page.locator("#portrait-photo").set_input_files(
        {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": wide.getvalue()}
    )
    expect(page.locator(".page-title .own")).to_be_visible()
    (kept,) = table.folder.glob("people/*.jpg")
    with Image.open(kept) as photo:
        assert photo.size == (256, 256)
        assert not photo.getexif()
    page.get_by_role("button", name="face 4", exact=True).click()
    expect(page.get_by_role("button", name="face 4", exact=True)).to_have_attribute("aria-pressed", "true")
    page.goto(page.url.partition("/player")[0] + "/wall")
    expect(page.locator(".wall .own").first).to_be_hidden()


def test_what_is_kept_of_somebody_whose_games_are_deleted_can_be_seen_and_deleted(table, phone, host):
    assert ask(phone(), do="person", name="Ana", face="321")["ok"]
    assert table.ask(requests.NewGame("shipshape", ["Rui", "Mia"], {}), "host-device").ok
    assert ask(host, do="delete", game_id="game-1")["ok"]
    assert "/player?name=Ana" in host.get("/players").text
    page = host.get("/player?name=Ana")
    assert page.status_code == 200
    assert "forget_person" in page.text
    assert ask(host, do="forget_person", name="Ana")["ok"]
    assert host.get("/player?name=Ana").status_code == 404


@pytest.fixture
def in_room(table):
    """The table belongs to a room."""
    table.door._people._in_room = True
    return table


def test_a_card_of_the_room_is_kept_by_its_name_and_shown_to_nobody(in_room, phone, guest):
    one = phone()
    assert ask(one, do="person", name="Ana", card="http://room.local:8001/player/ABCD-efgh")["ok"]
    assert in_room.door.for_room().cards == {"Ana": "abcdefgh"}
    page = one.get("/player?name=Ana").text
    assert "••••" in page
    assert "abcd" not in page.lower()
    assert "/portrait.svg" not in one.get("/").text  # a card is no face
    refused = ask(one, do="person", name="Ana", card="abc")
    assert (refused["ok"], refused["text"]) == (False, "This is no card of a room: it has 8 letters and digits")
    assert not ask(guest(), do="person", name="Ana", card="")["ok"]
    assert in_room.door.for_room().cards == {"Ana": "abcdefgh"}
    assert ask(one, do="person", name="Ana", face="321")["ok"]
    assert in_room.door.for_room().cards == {"Ana": "abcdefgh"}
    assert ask(one, do="person", name="Ana", card="")["ok"]
    assert in_room.door.for_room().cards == {}


def test_a_table_without_a_room_asks_for_no_card(phone):
    assert 'name="card"' not in phone().get("/player?name=Ana").text


@pytest.mark.browser
def test_a_card_is_typed_on_the_players_page(in_room, visit):
    page = visit("/player?name=Ana")
    page.fill("[name=card]", "abcd-efgh")
    page.click("text=Keep the card")
    expect(page.locator("[name=card]")).to_have_attribute("placeholder", "•••• ••••")
    assert in_room.door.for_room().cards == {"Ana": "abcdefgh"}
    looks_well(page)
    fits(page)


def test_a_name_is_withheld_from_the_room_by_one_tap_and_told_again(in_room, phone):
    one = phone()
    assert ask(one, do="person", name="Ana", withheld=True)["ok"]
    assert in_room.door.for_room().withheld == {"Ana"}
    assert "/portrait.svg" not in one.get("/").text
    assert "Tell the room the name" in one.get("/player?name=Ana").text
    assert ask(one, do="person", name="Ana", withheld=False)["ok"]
    assert in_room.door.for_room().withheld == set()


def test_whoever_is_told_the_room_by_initials_stays_so_without_colour_and_face(in_room, phone, host):
    assert ask(phone(), do="person", name="Ana", face="321", card="abcdefgh", withheld=True)["ok"]
    assert ask(host, do="forget_person", name="Ana")["ok"]
    assert "/portrait.svg" not in host.get("/").text
    assert (in_room.door.for_room().cards, in_room.door.for_room().withheld) == ({"Ana": "abcdefgh"}, {"Ana"})


def test_what_was_chosen_for_a_room_can_be_deleted_where_there_is_none_any_more_and_no_game(table, phone, host):
    assert ask(phone(), do="person", name="Ana", card="abcdefgh", withheld=True)["ok"]
    assert table.ask(requests.NewGame("shipshape", ["Rui", "Mia"], {}), "host-device").ok
    assert ask(host, do="delete", game_id="game-1")["ok"]
    assert 'name="card"' in host.get("/player?name=Ana").text
    assert ask(host, do="person", name="Ana", card="")["ok"]
    assert ask(host, do="person", name="Ana", withheld=False)["ok"]
    assert host.get("/player?name=Ana").status_code == 404
