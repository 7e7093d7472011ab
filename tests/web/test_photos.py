"""The table's picture taken with a phone: who is offered it, what it answers, and what becomes of the wrong ones."""

import re
import threading
from dataclasses import replace

import numpy as np
import pytest
from support.people_at_table import hold, still
from support.phone_photos import jpeg
from support.served_table import SIGHTS, picture_of

from companion.camera.loop import AWAITED
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.signals import Looked
from companion.table.snapshot import Step
from hardware.phone_camera import PhoneCamera
from vision.observation import Unseen
from web.admission import LARGEST_PHOTO

PHOTO = jpeg(np.full((60, 80, 3), 90, np.uint8))
HEADERS = {"Content-Type": "image/jpeg", "Origin": "http://localhost"}
pytestmark = pytest.mark.parametrize("table", [Equipment(camera=True, photos=True)], indirect=True)


class Lookout:
    """The camera's thread, turned by hand: `looks` sees nothing, or what a photo shows."""

    def __init__(self, table):
        self.table, self.camera = table, PhoneCamera()
        table.door._photos = self.camera

    def looks(self, zones=None):
        request = self.camera.ask(self.table.feed.latest[1].snapshot.photo_wanted)
        plan = self.table.session.evening.plan
        why = AWAITED if zones is None else None
        self.table.step(Looked(self.table.now_s, plan, zones or {}, why, photo=request))
        return request

    def post(self, client, request, photo=PHOTO, why=None):
        """Post a photo; this thread is the camera's meanwhile."""
        answers = []
        sent = {"query_string": {"for": request}, "data": photo, "headers": HEADERS}
        page = threading.Thread(target=lambda: answers.append(client.post("/photo", **sent)))
        page.start()
        while page.is_alive() and self.camera._offered is None:
            page.join(0.001)
        if self.camera._offered is not None:
            self.camera.judge(self.camera.capture().number, why)
        page.join()
        return answers[0].json


@pytest.fixture
def lookout(table):
    table.begin("Ana", "Rui", "Mia")
    return Lookout(table)


def offered(client):
    found = re.search(r'data-photo="([^"]+)"', client.get("/").text)
    return found and found[1]


def sights(unsure=()):
    return {
        f"dock {n}": replace(still(hold(*SIGHTS[n - 1], unsure=unsure), 0.0), picture=picture_of(SIGHTS[n - 1]))
        for n in (1, 2, 3)
    }


def to_the_look(table, lookout):
    """Play a voyage's three turns: people say that their crates lie, and no picture is asked for."""
    if table.feed.latest[1].snapshot.step in (Step.DRAW, Step.SCORE):
        table.deal()
    for turn in range(3):
        table.bid_all(*((table.turns + place) % 10 + 1 for place in range(3)))
        table.turns += 1
        assert table.feed.latest[1].snapshot.step is Step.REVEAL
        lookout.looks()
        assert table.feed.latest[1].snapshot.photo is None
        assert table.ask(requests.GoOn()).ok, turn
        lookout.looks()


def test_a_whole_game_is_scored_by_three_photos(table, lookout, phone):
    client = phone()
    for voyage in range(3):
        to_the_look(table, lookout)
        shown = table.feed.latest[1].snapshot
        assert shown.step is Step.LOOK
        assert "Take the picture" in str(shown.line)
        lookout.looks()
        request = offered(client)
        assert request == lookout.camera.request
        assert lookout.post(client, request)["ok"]
        assert len(table.feed.latest[1].snapshot.chapters) == voyage
        lookout.looks(sights())
        assert len(table.feed.latest[1].snapshot.chapters) == voyage + 1
    shown = table.feed.latest[1].snapshot
    assert shown.over
    assert shown.photo is None
    assert offered(client) is None


def test_while_pieces_are_taught_nobody_is_asked_for_the_tables_picture(table, lookout, phone):
    to_the_look(table, lookout)
    lookout.looks()
    taught = Unseen("pieces are being taught; after that it looks at the game again")
    table.step(Looked(table.now_s, table.session.evening.plan, {}, taught, game=None))
    shown = table.feed.latest[1].snapshot
    assert "Take the picture" not in str(shown.line)
    assert f"The camera: {taught.why}" in [str(note) for note in shown.notes]
    assert offered(phone()) is None
    lookout.looks()
    shown = table.feed.latest[1].snapshot
    assert "Take the picture" in str(shown.line)
    assert not any("The camera" in str(note) for note in shown.notes)
    assert offered(phone()) == lookout.camera.request


def test_a_guest_is_offered_no_picture_and_its_own_is_refused(table, lookout, phone, guest):
    to_the_look(table, lookout)
    lookout.looks()
    stranger = guest()
    assert offered(stranger) is None
    answer = stranger.post("/photo", query_string={"for": lookout.camera.request}, data=PHOTO, headers=HEADERS)
    assert answer.status_code == 403
    assert offered(phone()) == lookout.camera.request


def test_late_repeated_and_foreign_photos_change_nothing_and_say_so(table, lookout, phone):
    client, other = phone(), phone()
    assert "no such picture" in lookout.post(client, "game-1.1")["text"]
    to_the_look(table, lookout)
    request = lookout.looks()
    assert lookout.post(client, request)["ok"]
    lookout.looks(sights(unsure=(2,)))
    before = table.feed.latest[1].snapshot
    assert before.step is Step.ASK
    assert "another picture" in lookout.post(other, request)["text"]
    assert "no such picture" in lookout.post(client, "game-9-1-1-0-0-0.1")["text"]
    assert table.feed.latest[1].snapshot == before
    assert before.photo.again
    assert offered(client) == before.photo.request != request


def test_a_photo_that_is_read_only_after_another_look_was_asked_for_scores_nothing(table, lookout, phone):
    to_the_look(table, lookout)
    request = lookout.looks()
    assert lookout.post(phone(), request)["ok"]
    assert table.ask(requests.LookAgain()).ok  # while the photo is looked at
    table.now_s += 1
    plan = table.session.evening.plan
    table.step(Looked(table.now_s, plan, sights(), photo=request))
    assert table.feed.latest[1].snapshot.chapters == ()
    again = lookout.looks()
    assert again != request
    assert lookout.post(phone(), again)["ok"]
    lookout.looks(sights())
    assert len(table.feed.latest[1].snapshot.chapters) == 1


def test_a_photo_that_cannot_be_used_says_what_helps_and_is_asked_for_again(table, lookout, phone):
    client = phone()
    to_the_look(table, lookout)
    request = lookout.looks()
    said = lookout.post(client, request, why=Unseen("the mat is cut off"))
    assert not said["ok"]
    assert said["text"] == "the mat is cut off"
    assert lookout.looks() != request
    assert "HEIC" in lookout.post(client, lookout.camera.request, photo=b"\0\0\0\x18ftypheic....")["text"]
    assert offered(client) == lookout.camera.request


def test_only_a_jpeg_of_our_own_page_is_taken(table, lookout, phone):
    client = phone()
    where = {"query_string": {"for": "x.1"}, "data": PHOTO}
    assert client.post("/photo", **where, headers={**HEADERS, "Content-Type": "text/plain"}).status_code == 415
    assert client.post("/photo", **where, headers={**HEADERS, "Origin": "http://evil.example"}).status_code == 403


def test_nobody_is_asked_for_a_picture_before_all_have_said_ok_to_an_undone_look(table, lookout):
    to_the_look(table, lookout)
    lookout.looks()
    lookout.looks(sights())
    assert table.ask(requests.Undo(), "host-device").ok
    shown = table.feed.latest[1].snapshot
    assert shown.step in (Step.LOOK, Step.REVEAL)
    lookout.looks()
    table.ask(requests.GoOn())
    lookout.looks()
    lookout.looks(sights())
    assert len(table.feed.latest[1].snapshot.chapters) == 1


def test_a_photo_that_is_too_large_is_told_so_before_it_is_sent(table, lookout, visit, tmp_path):
    to_the_look(table, lookout)
    lookout.looks()
    page, sent = visit("/"), []
    page.on("request", lambda request: sent.append(request.url))
    photo = tmp_path / "huge.jpg"
    with photo.open("wb") as file:
        file.truncate(LARGEST_PHOTO + 1)
    page.set_input_files("[data-photo]", photo)
    page.get_by_text("This picture is too large to be sent").wait_for()
    assert not [url for url in sent if "/photo" in url]
    assert page.locator("[data-photo]").input_value() == "", "the same one, made smaller, may be sent"
