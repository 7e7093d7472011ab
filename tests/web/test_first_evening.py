"""The first evening's page: its steps, what is printed there, and phones' pictures of the mat."""

import numpy as np
import pytest
from support.phone_photos import jpeg
from support.upkept_table import UpkeptTable

from companion.simulation import simulated_table
from web.app import create_app
from web.device import COOKIE, new_token


@pytest.fixture
def table(tmp_path):
    return UpkeptTable(tmp_path)


@pytest.fixture
def host(table):
    client, token = create_app(table.door).test_client(), new_token()
    client.set_cookie(COOKIE, token)
    client.get(f"/in/{table.session.key}")
    assert table.door.own(token).host
    return client


def test_the_steps_are_ticked_by_what_the_camera_sees(host):
    page = host.get("/first-evening?game=shipshape&players=3").text
    assert page.count('class="done"') >= 5
    now = host.get("/first-evening/look?game=shipshape").json
    assert now["picture"].startswith("data:image/")
    assert "faces are taught" in now["html"]


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


def test_where_a_camera_hangs_no_phone_is_asked(host):
    headers = {"Content-Type": "image/jpeg", "Origin": "http://localhost"}
    said = host.post("/first-evening/photo", data=b"", headers=headers).json
    assert "no phone is asked" in said["text"]
