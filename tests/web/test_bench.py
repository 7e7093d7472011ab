"""The simulated table's bench: looked at, and pressed with mouse and keys."""

import pytest
from playwright.sync_api import expect

JPEG = b"\xff\xd8\xff"


class Bench:
    """A bench that remembers what was pressed."""

    def __init__(self):
        self.pressed = []
        self.pace = "normal"

    def set_pace(self, pace):
        self.pace = pace if pace in ("normal", "slow", "pause") else self.pace
        return self.pace == pace

    def camera_picture(self):
        return JPEG

    def display_picture(self):
        return b"\x89PNG"

    def lamps(self):
        return {str(pod): 0.5 if pod == 2 else 0.0 for pod in range(1, 7)}

    def key(self, pod, key, pressed):
        self.pressed.append((pod, key, pressed))


@pytest.fixture
def bench(table):
    table.door._bench = Bench()
    return table.door._bench


def test_pictures_and_lamps_are_handed_out(bench, phone):
    one = phone()
    assert one.get("/bench/camera.jpg").data == JPEG
    assert one.get("/bench/display.png").mimetype == "image/png"
    assert one.get("/bench/lamps").json["2"] == 0.5
    assert 'href="/bench"' in one.get("/").text


def test_a_key_is_pressed_and_released(bench, phone):
    one = phone()
    assert one.post("/bench/key", json={"pod": 3, "key": "add", "pressed": True}).status_code == 204
    assert bench.pressed == [(3, "add", True)]


def test_its_people_can_be_slowed_and_stopped(bench, phone):
    one = phone()
    assert one.post("/bench/pace", json={"pace": "pause"}).status_code == 204
    assert bench.pace == "pause"
    assert one.post("/bench/pace", json={"pace": "warp"}).status_code == 400
    assert 'data-pace="pause" aria-pressed="true"' in one.get("/bench").text


@pytest.mark.parametrize(
    "request_",
    [
        {},
        [],
        {"pod": 0, "key": "ok", "pressed": True},
        {"pod": 7, "key": "ok", "pressed": True},
        {"pod": True, "key": "ok", "pressed": True},
        {"pod": 1, "key": "no", "pressed": True},
        {"pod": 1, "key": "ok", "pressed": 1},
    ],
)
def test_what_is_no_key_is_refused(bench, phone, request_):
    assert phone().post("/bench/key", json=request_).status_code == 400
    assert bench.pressed == []


def test_a_foreign_page_presses_nothing(bench, phone):
    key = {"pod": 1, "key": "ok", "pressed": True}
    assert phone().post("/bench/key", json=key, headers={"Origin": "http://elsewhere.example"}).status_code == 403
    assert bench.pressed == []


@pytest.mark.browser
def test_pods_are_pressed_by_mouse_and_keys(bench, visit):
    page = visit("/bench", width=1280, height=800)
    with page.expect_response("**/bench/key"):
        page.get_by_role("button", name="pod 2: add").dispatch_event("pointerdown")
    with page.expect_response("**/bench/key"):
        page.get_by_role("button", name="pod 2: add").dispatch_event("pointerup")
    for way in (page.keyboard.down, page.keyboard.up):
        with page.expect_response("**/bench/key"):
            way("Digit4")
    page.keyboard.down("Shift")
    for way in (page.keyboard.down, page.keyboard.up):
        with page.expect_response("**/bench/key"):
            way("Digit5")
    assert bench.pressed == [
        (2, "add", True),
        (2, "add", False),
        (4, "add", True),
        (4, "add", False),
        (5, "ok", True),
        (5, "ok", False),
    ]
    expect(page.locator("[data-pod='2'] .lamp")).to_have_attribute("style", "--lit: 0.5;")
