"""The first evening's page: its steps, what is printed there, and phones' pictures of the mat."""

from html import unescape

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect
from support.browser import SOON
from support.every_page import be_host
from support.phone_photos import jpeg
from support.upkept_table import UpkeptTable

from companion.camera.aside import at_once
from companion.game import piece_sizes
from companion.settings.practice_set import PracticeTeaching
from companion.simulation import simulated_table
from hardware.errors import CameraGone
from vision.pieceset.set_index import Exemplar
from vision.registration.patches import PATCH_PX
from web.app import create_app
from web.device import COOKIE, new_token


@pytest.fixture
def table(tmp_path):
    return UpkeptTable(tmp_path)


@pytest.fixture
def host(table):
    client, token = create_app(table.door).test_client(), new_token()
    client.set_cookie(COOKIE, token)
    client.get(f"/in/{table.session.key}", follow_redirects=True)
    assert table.door.own(token).host
    return client


def test_the_steps_are_ticked_by_what_the_camera_sees(host):
    page = host.get("/first-evening?game=shipshape&players=3").text
    assert page.count('class="done"') >= 5
    now = host.get("/first-evening/look?game=shipshape").json
    assert now["picture"].startswith("data:image/")
    assert "faces are taught" in now["html"]


def test_a_camera_that_is_away_is_told_there(table, host):
    def gone():
        raise CameraGone("the camera was unplugged: plug it in, and it is found by itself")

    table.eye.scene = gone
    assert "the camera was unplugged" in host.get("/first-evening/look?game=shipshape").json["html"]


def test_before_it_is_printed_stands_for_which_size_that_is(host, table):
    table.eye.scene = lambda: np.full((1296, 2304, 3), 90, np.uint8)
    assert "How wide is a card? This is printed for 63 mm" in host.get("/first-evening?game=alcatraz").text
    piece_sizes.keep(table.folder, "alcatraz", 56.5)
    assert "This is printed for 56.5 mm" in host.get("/first-evening?game=alcatraz").text


def test_mat_and_sheets_to_try_are_printed_there(host):
    for what in ("mat", "try"):
        answer = host.get(f"/first-evening/{what}.pdf?game=shipshape&players=3")
        assert answer.data.startswith(b"%PDF")
    assert host.get("/first-evening/rules.pdf").status_code == 404
    assert host.get("/first-evening/mat.pdf?players=99").status_code == 404
    assert host.get("/first-evening?game=chess").status_code == 404


def test_where_phones_are_the_camera_a_picture_is_taken_there(table, host):
    table.eye.by_photo = True
    table.upkeep._photos = True
    page = host.get("/first-evening?game=shipshape").text
    assert 'data-to="/first-evening/photo"' in page
    assert page.count('class="done"') == 1  # taught already
    headers = {"Content-Type": "image/jpeg", "Origin": "http://localhost"}
    blank = host.post("/first-evening/photo", data=jpeg(np.full((600, 800, 3), 90, np.uint8)), headers=headers).json
    assert not blank["ok"]
    seen = host.post("/first-evening/photo", data=jpeg(simulated_table.bare("shipshape", 3)), headers=headers).json
    assert seen["ok"], seen["text"]
    assert host.get("/first-evening/look?game=shipshape").json["html"].count('class="done"') >= 5


@pytest.mark.parametrize("wrong", ["mirrored", "blurred"])
def test_what_a_photo_was_refused_for_stands_in_the_steps_until_a_better_one_comes(table, host, wrong):
    table.eye.by_photo = True
    table.upkeep._photos = True
    right = simulated_table.bare("shipshape", 3)
    photos = {"mirrored": np.ascontiguousarray(right[:, ::-1]), "blurred": cv2.GaussianBlur(right, (0, 0), 4)}
    headers = {"Content-Type": "image/jpeg", "Origin": "http://localhost"}
    said = host.post("/first-evening/photo", data=jpeg(photos[wrong]), headers=headers).json
    html = unescape(host.get("/first-evening/look?game=shipshape").json["html"])
    assert f"the picture is {wrong}" in said["text"]
    assert said["text"] in html
    assert ("bright and sharp" in html) == (wrong != "blurred")
    assert host.post("/first-evening/photo", data=jpeg(right), headers=headers).json["ok"]
    assert said["text"] not in unescape(host.get("/first-evening/look?game=shipshape").json["html"])


def test_where_a_camera_hangs_no_phone_is_asked(host):
    headers = {"Content-Type": "image/jpeg", "Origin": "http://localhost"}
    said = host.post("/first-evening/photo", data=b"", headers=headers).json
    assert "no phone is asked" in said["text"]


def test_the_practice_set_is_taught_and_forgotten_by_one_tap(table, host):
    table.shelf.folder_of = lambda game: table.folder / "new" / game
    patch = np.full((PATCH_PX, PATCH_PX, 3), 120, np.uint8)
    drawn = [Exemplar("gold 1", patch, (200.0, 200.0, 200.0), picture="lesson-0")]
    table.upkeep._practice = PracticeTeaching(table.shelf, lambda _: drawn, at_once)

    def step():
        return host.get("/first-evening/look?game=shipshape").json["html"]

    def tap(do):
        headers = {"Origin": "http://localhost"}
        return host.post("/do", json={"do": do, "game": "shipshape"}, headers=headers).json

    assert "teach_practice" in step()
    said = tap("teach_practice")
    assert said["ok"], said["text"]
    assert "forget it before you teach your own pieces" in step()
    assert "forget_practice" in step()
    assert tap("forget_practice")["ok"]
    assert "teach_practice" in step()


@pytest.mark.browser
def test_a_photo_that_gets_no_answer_can_be_taken_again(visit, table, tmp_path):
    table.eye.by_photo = True
    table.upkeep._photos = True
    page = visit("/first-evening?game=shipshape&players=3")
    be_host(page, table)
    page.goto(page.url)
    photo, key = tmp_path / "mat.jpg", page.locator("[data-photo=try]")
    photo.write_bytes(jpeg(simulated_table.bare("shipshape", 3)))
    page.evaluate(SOON)
    page.route("**/first-evening/photo", lambda _: None)  # the connection has died unnoticed
    key.set_input_files(photo)
    expect(page.locator("#toast")).to_contain_text("This did not reach the companion")
    expect(key).to_be_enabled()
    page.unroute("**/first-evening/photo")
    page.goto(page.url)
    key.set_input_files(photo)
    expect(page.locator("#toast")).to_have_text("The picture was taken")


@pytest.mark.browser
def test_a_step_that_is_about_to_be_tapped_stays_while_the_camera_looks(visit, table):
    page = visit("/first-evening?game=shipshape&players=3")
    be_host(page, table)
    page.goto(page.url)
    page.locator("#eye:not([hidden])").wait_for()
    link = page.locator("#sight-lines").get_by_role("link", name="The mat, for A4")
    link.focus()
    with page.expect_response("**/first-evening/look*"):
        page.evaluate(
            "new MutationObserver(() => { window.replaced = true; }).observe($('sight-lines'), { childList: true })"
        )
    page.wait_for_timeout(100)
    expect(link).to_be_focused()
    assert page.evaluate("window.replaced") is None  # and it is not read aloud again


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/first-evening", "/lens"])
def test_a_picture_that_comes_late_moves_no_button(visit, table, path):
    page = visit("/more")
    be_host(page, table)
    late = []

    def keep(route):
        late.append(route)

    page.route("**/look?*", keep)
    with page.expect_request("**/look?*"):
        page.goto(page.url.replace("/more", path))
    below = page.locator(".sight button, .sight .button").first
    before = below.bounding_box()
    late[0].continue_()
    page.locator("#eye:not([hidden])").wait_for()
    assert abs(below.bounding_box()["y"] - before["y"]) < 10
