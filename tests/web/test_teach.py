"""The teach walk on a phone: begun, named by thumb or by keys while the simulated table lays, taken back, ended."""

import json
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from support.browser import SOON
from support.catalogues import catalogue
from support.page_faults import fits, looks_well
from support.served_table import ServedTable
from support.walking_people import Walkers

from companion.camera.fitted_set import UNTAUGHT
from companion.game import piece_sizes
from companion.language.catalogue import translator
from companion.language.message import because, words
from companion.table import requests
from companion.teaching import walk as walks
from companion.teaching.page import WalkDoor
from vision.observation import Reading
from vision.pieceset import faces as piece_sets
from vision.recognition import calibration
from web.language import WORDS
from web.shown import NamedSlip, PhotoAsked
from web.walk_shown import WalkPlace, WalkShown, WalkZone

HEADERS = {"Origin": "http://localhost"}
MOST_SHEETS = 8


class TaughtTable(ServedTable):
    """A table before whose camera pieces are taught; the test lays them and turns the time."""

    def __init__(self, folder):
        super().__init__()
        self.people = Walkers(folder)
        self.door._walking = WalkDoor(
            self.people.walker,
            lambda: self.feed.latest[1].snapshot,
            lambda device: self.door.own(device).role,
            folder,
        )

    def held(self):
        return piece_sets.load_or_new(self.people.shelf.folder_of("shipshape")).labels


@pytest.fixture
def table(tmp_path):
    return TaughtTable(tmp_path)


def begin(table, page):
    """Begin a walk on the page and let the bare mat be seen."""
    form = page.locator("form#teach-shipshape[data-game=shipshape]")
    form.get_by_role("button").click()
    page.get_by_text("The mat is clear").wait_for()
    current(table, page)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_text("The mat is clear").click()
    table.people.look()
    expect(page.locator("#teach-line")).to_have_text("Lay holds or crates on the docks, one on each, as many as fit")


def laid(table, page):
    """Begin a walk and lay the first pieces; return the place that is asked about."""
    begin(table, page)
    table.people.lay()
    current(table, page)
    return page.locator("#teach-data").get_attribute("data-asked")


def name(table, page, *, pick=None):
    """Name what is asked (or the place `pick`) as its kind and number say, and let the set be read with it."""
    current(table, page)
    if pick is not None:
        page.locator(f".ring[data-place='{pick}']").click()
        page.locator(f".ring[data-place='{pick}'][aria-pressed=true]").wait_for()
        current(table, page)
    key = page.locator("#teach-data").get_attribute("data-asked")
    label = table.people.truth(key)
    button = page.locator(f"[data-name='{label}']").first
    if not button.count():
        page.locator(f".kind-key[data-kind='{label.rpartition(' ')[0]}']").click()
    button.click()
    page.locator(f".ring.named[data-place='{key}']").wait_for()
    table.people.walker.reader.work_off()
    return label


def current(table, page):
    """Wait until the page shows the walk as it stands."""
    page.wait_for_function(
        "shown => walkNumber >= shown && !going && Date.now() - askedAt > SETTLED_MS",
        arg=table.people.walker.state().number,
    )


def settle(table, page):
    """Name and confirm until nothing of the sheet is open; return how many taps named."""
    named = 0
    while not table.people.walk.settled:
        current(table, page)
        named += 1
        right = page.locator("button[data-right]")
        if right.count():
            guesses = json.loads(page.locator("#teach-data").get_attribute("data-right"))
            wrong = [key for key, label in guesses.items() if label != table.people.truth(key)]
            if wrong:
                name(table, page, pick=wrong[0])
            else:
                right.click()
                page.get_by_text("All of these are known").wait_for()
        else:
            name(table, page)
    return named


# ---- without a browser


def test_whoever_is_not_the_host_is_asked_for_the_pin_and_sees_nothing(table, phone):
    table.people.begin()
    one = phone()
    assert "Give the PIN" in one.get("/teach").text
    assert one.get("/teach/now").status_code == 403
    assert one.get("/teach/picture?sheet=1").status_code == 403
    assert one.post("/teach/do", json={"do": "take"}, headers=HEADERS).json["ask"] == "pin"
    assert one.post("/do", json={"do": "pin", "pin": table.session.pin}, headers=HEADERS).json["ok"]
    assert "Give the PIN" not in one.get("/teach").text
    assert one.get("/teach/now").status_code == 200


@pytest.mark.parametrize("sent", [7, [], "take"])
def test_what_is_no_request_is_refused(table, phone, sent):
    assert phone().post("/teach/do", json=sent, headers=HEADERS).status_code == 400


def test_a_foreign_page_can_teach_nothing(table, phone):
    answer = phone().post("/teach/do", json={"do": "begin", "game": "shipshape"}, headers={"Origin": "http://evil"})
    assert answer.status_code == 403
    assert table.people.walker.state() is None


def test_where_no_camera_looks_that_is_said(table, phone):
    table.door._walking = None
    assert "No camera looks at the table" in phone().get("/teach").text
    assert phone().get("/teach/now").status_code == 404


@pytest.mark.parametrize("language", ["es", "nl", "pt"])
def test_where_nothing_is_taught_the_page_that_teaches_is_named_as_it_is_called(language):
    told = words(because(UNTAUGHT), translator(language))
    for name in ("Teach the pieces", "More"):
        assert f"“{catalogue(WORDS, language)[name]}”" in told


def test_nothing_new_is_not_sent_again(table, phone):
    one = phone()
    assert one.post("/teach/do", json={"do": "begin", "game": "shipshape"}, headers=HEADERS).json["ok"]
    number = one.get("/teach/now").json["number"]
    assert one.get(f"/teach/now?number={number}").status_code == 204


def test_a_running_game_is_not_interrupted_without_a_word(table, phone):
    one = phone()
    one.get("/")
    table.begin("Ana", "Rui", "Mia")
    assert one.post("/do", json={"do": "pin", "pin": table.session.pin}, headers=HEADERS).json["ok"]
    answer = one.post("/teach/do", json={"do": "begin", "game": "shipshape"}, headers=HEADERS).json
    assert answer["ask"] == "confirm"
    assert "ShipShape is being played before this camera" in answer["text"]
    assert table.people.walker.state() is None


def test_what_is_asked_stays_asked_while_it_is_open(table, phone):
    table.people.begin()
    table.people.lay()
    one = phone()
    one.get("/teach")
    assert one.post("/do", json={"do": "pin", "pin": table.session.pin}, headers=HEADERS).json["ok"]
    other = "dock 1/5"
    assert f'data-asked="{other}"' in one.get(f"/teach/now?asked={other}").json["html"]
    walker = table.people.walker
    for known in (True, False):  # the set may come to know it, or to guess it, while somebody looks at the question
        readings = {other: Reading("rat 1", 0.9, known, (("rat 1", 0.9),))}
        walker._become(walks.reread(walker._walk, walker._walk.sheet, readings), again=False)
        assert f'data-asked="{other}"' in one.get(f"/teach/now?asked={other}").json["html"]
    aside = one.get(f"/teach/now?asked=&aside={other}&aside={table.people.walk.sheet.places[0].key}").json["html"]
    assert f'data-asked="{other}"' not in aside
    assert 'data-asked="dock 1/1"' in aside
    walker.name({other: "rat 1"})
    assert f'data-asked="{other}"' not in one.get(f"/teach/now?asked={other}").json["html"]


# ---- on a phone


@pytest.mark.browser
def test_a_hold_is_walked_through_with_a_thumb(table, visit):
    page = visit("/teach")
    page.locator("form[data-game=shipshape] input").fill("104")
    begin(table, page)
    table.people.lay()
    expect(page.locator("#teach-line")).to_contain_text("What is this?")
    assert page.locator(".ring.strange").count() == 9
    taps = settle(table, page)
    labels = {table.people.truth(place.key) for place in table.people.walk.sheet.places}
    assert set(table.held()) == labels
    assert taps <= 9
    assert "1 of 18 holds" in page.locator(".progress-list").inner_text()
    assert {each.game: each for each in table.door.walking().openings("en")}["shipshape"].width_mm == 104


@pytest.mark.browser
def test_a_size_that_was_said_wrongly_is_put_right(table, visit, tmp_path):
    piece_sizes.keep(tmp_path, "shipshape", 401.5)
    assert "Grootte van de stukken: 401,5 mm" in visit("/teach", language="nl").content()
    page = visit("/teach")
    form = page.locator("form[data-game=shipshape]")
    expect(form.locator("input")).to_be_hidden()
    form.get_by_text("Size of the pieces: 401.5 mm").click()
    looks_well(page)
    form.locator("input").fill("104")
    begin(table, page)
    expect(page.locator("#teach-line")).to_be_visible()
    assert piece_sizes.of(tmp_path, "shipshape") == 104


@pytest.mark.browser
def test_a_size_that_leaves_no_mat_to_be_found_is_put_right_from_the_walk_itself(table, visit, tmp_path):
    page = visit("/teach")
    form = page.locator("form[data-game=shipshape]")
    form.locator("input").fill("60")
    form.get_by_role("button").click()
    page.get_by_text("The mat is clear").wait_for()
    current(table, page)
    page.get_by_role("button", name="Back").click()
    form.get_by_text("Size of the pieces: 60 mm").click()
    form.locator("input").fill("104")
    begin(table, page)
    assert piece_sizes.of(tmp_path, "shipshape") == 104


@pytest.mark.browser
def test_a_name_is_taken_back_and_a_wrong_square_is_picked(table, visit):
    page = visit("/teach")
    begin(table, page)
    table.people.lay()
    page.locator(".kind-key[data-kind=gold]").click()
    current(table, page)
    page.locator("[data-name='gold 7']").click()
    page.locator(".ring.named").wait_for()
    assert table.held() == ("gold 7",)
    table.people.walker.reader.work_off()
    expect(page.locator(".answered")).to_contain_text("Named: gold 7. ")
    current(table, page)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".ring.named")).to_have_count(0)
    assert table.held() == ()
    table.people.walker.reader.work_off()
    name(table, page, pick="dock 1/8")
    assert table.held() == (table.people.truth("dock 1/8"),)


@pytest.mark.browser
def test_nothing_changes_under_the_finger_while_a_question_stands(table, visit):
    page = visit("/teach")
    asked = laid(table, page)
    page.locator(".kind-key[data-kind=rat]").click()
    page.locator("[data-name='rat 1']").wait_for()
    before = page.locator(".asking").inner_html()
    walker = table.people.walker
    likely = (("gold 7", 0.7), ("cannon 2", 0.3))
    readings = {place.key: Reading("gold 7", 0.7, False, likely) for place in table.people.walk.sheet.places}
    walker._become(walks.reread(walker._walk, walker._walk.sheet, readings), again=False)
    current(table, page)
    assert page.locator("#teach-data").get_attribute("data-asked") == asked
    assert page.locator(".asking").inner_html() == before
    expect(page.locator("#teach-line")).to_contain_text("What is this?")


@pytest.mark.browser
def test_a_double_tap_names_one_piece(table, visit):
    page = visit("/teach")
    begin(table, page)
    table.people.lay()
    page.locator(".kind-key[data-kind=rat]").click()
    current(table, page)
    page.locator("[data-name='rat 1']").first.dblclick()
    page.locator(".ring.named").wait_for()
    current(table, page)
    assert len(table.people.walk.named) == 1


@pytest.mark.browser
def test_a_piece_is_named_with_keys_alone_by_a_name_of_ones_own(table, visit):
    page = visit("/teach")
    begin(table, page)
    table.people.lay()
    page.locator(".ring[data-place='dock 1/4']").focus()
    page.keyboard.press("Enter")
    page.locator(".ring[data-place='dock 1/4'][aria-pressed=true]").wait_for()
    page.locator(".other summary").focus()
    page.keyboard.press("Enter")
    page.locator("[name=free]").focus()
    page.keyboard.type("storm 3")
    page.keyboard.press("Enter")
    expect(page.locator("#ask-text")).to_have_text("ShipShape knows no “storm 3”. Call it so all the same?")
    page.keyboard.press("Escape")
    expect(page.locator("#ask[open]")).to_have_count(0)
    # A dialog tells that it is closed with a later task; until then nothing else is asked.
    page.evaluate("new Promise((told) => requestAnimationFrame(() => setTimeout(told)))")
    expect(page.locator("[name=free]")).to_have_value("storm 3")
    page.locator("[name=free]").focus()
    page.keyboard.press("Enter")
    page.locator("#ask[open]").wait_for()
    page.locator("#ask button[value=yes]").focus()
    page.keyboard.press("Enter")
    page.locator(".ring.named").wait_for()
    assert table.held() == ("storm 3",)
    assert page.evaluate("document.activeElement !== document.body")


@pytest.mark.browser
def test_a_name_that_is_being_typed_is_never_given_to_another_place(table, visit):
    page = visit("/teach")
    asked = laid(table, page)
    page.locator(".other summary").click()
    page.locator("[name=free]").fill("gold 7")
    form = page.locator("form.free").element_handle()
    table.people.walker.name({asked: table.people.truth(asked)})  # somebody else is faster
    page.wait_for_function("asked => $('teach-data').dataset.asked !== asked", arg=asked)
    expect(page.locator("[name=free]")).to_have_value("")
    form.evaluate("form => form.isConnected || document.querySelector('#s-teach').append(form)")
    current(table, page)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        form.evaluate("form => form.requestSubmit()")  # it was just being sent
    table.people.walker.reader.work_off()  # another name than before: the sheet is read anew
    page.locator(f".ring.named[data-place='{asked}'][aria-label*='gold 7']").wait_for()
    assert dict(table.people.walk.named) == {asked: "gold 7"}


@pytest.mark.browser
def test_a_tap_that_was_meant_for_the_last_picture_names_nothing_on_the_next(table, visit):
    page = visit("/teach")
    begin(table, page)
    table.people.lay()
    settle(table, page)
    page.locator(".ring[data-place='dock 1/4']").click()
    page.locator(".ring[data-place='dock 1/4'][aria-pressed=true]").wait_for()
    page.locator(".kind-key[data-kind=gold]").click()
    page.locator("[data-name='gold 7']").first.wait_for()
    page.route("**/teach/now*", lambda route: route.abort())
    table.people.lay()
    page.evaluate("askedAt = 0")
    held = table.held()
    page.locator("[data-name='gold 7']").first.click()
    expect(page.locator("#toast")).to_have_text("Something else stands there by now: look again")
    assert not table.people.walk.named
    assert table.held() == held
    page.unroute("**/teach/now*")


@pytest.mark.browser
def test_a_name_that_gets_no_answer_keeps_no_later_tap_from_going(table, visit):
    page = visit("/teach")
    key = laid(table, page)
    current(table, page)
    page.evaluate(SOON)
    page.route("**/teach/do", lambda _: None)  # the connection has died unnoticed
    page.locator("details.other summary").click()
    page.locator("[data-leave-out]").click()
    expect(page.locator("#toast")).to_contain_text("This did not reach the companion")
    page.unroute("**/teach/do")
    page.locator("[data-leave-out]").click()
    page.locator(f".ring.left_out[data-place='{key}']").wait_for()


@pytest.mark.browser
def test_stopping_asks_where_pieces_are_missing(table, visit):
    page = visit("/teach")
    begin(table, page)
    page.locator(".other summary").click()
    page.get_by_role("button", name="These were all pieces").click()
    expect(page.locator("#ask-text")).to_contain_text("0 of 54 crates")
    page.locator("#ask button[value=yes]").click()
    expect(page.locator("#teach-line")).to_have_text("What was named is taught. The rest can follow another time")
    page.get_by_role("button", name="Teach more pieces").click()
    begin(table, page)  # with the same game


@pytest.mark.browser
def test_nothing_serious_at_any_moment_of_the_walk(table, visit, monkeypatch):
    # As in poor light: what resembles a face is a guess.
    monkeypatch.setattr(calibration, "bound_of", lambda _: 99.0)
    page = visit("/teach")
    whole(page)
    begin(table, page)
    table.people.lay()
    page.locator(".kind-key[data-kind=gold]").click()
    page.locator(".number-key").first.wait_for()
    whole(page)
    till_guesses_are_shown(table, page)
    whole(page)
    settle(table, page)
    whole(page)


def till_guesses_are_shown(table, page):
    """Name what is asked, and lay the next sheet where all of one is known, until there are guesses to confirm."""
    for _ in range(MOST_SHEETS):
        while not table.people.walk.settled:
            if page.locator("button[data-right]").count():
                return
            name(table, page)
            current(table, page)
        table.people.lay()
        current(table, page)
    pytest.fail("nothing was ever guessed")


def whole(page):
    """Check the page as it stands, with everything unfolded, at every width."""
    page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
    looks_well(page)
    fits(page)


class WalkOfTiles:
    """A walk in which one tile of Captain Stingy's is asked about; `changed` is what is otherwise."""

    def __init__(self, **changed):
        self.changed = changed

    def may(self, device):  # noqa: ARG002 (protocol)
        return True

    def view(self, language):  # noqa: ARG002 (protocol)
        place = WalkPlace(
            "mat/1", "mat, 2", (0, 0, 9, 9), (0, 0, 9, 9), "strange", label="green bottle", likeliest=("green coins",)
        )
        shown = WalkShown(
            number=1,
            game="stingy",
            title="Captain Stingy",
            stage="name",
            line="What is this?",
            problem="",
            busy=False,
            progress=(),
            size_mm=(90, 90),
            sheet="picture 1",
            zones=(WalkZone("mat", "mat", (0, 0, 90, 90), free=True, places=(place,)),),
            asked="mat/1",
            left=1,
            groups=(),
            odd=(),
            labels=tuple(f"{colour} {item}" for colour in ("green", "orange") for item in ("bottle", "coins")),
            taught=(),
            told="",
            whole=False,
            named=1,
            pictures=1,
            slips=(NamedSlip("green coins", "Picture 1 of green coins looks like green bottle"),),
        )
        return replace(shown, **self.changed)


def test_the_walk_offers_a_colour_as_its_owner_calls_it(table, phone):
    assert table.ask(requests.Pin(table.session.pin)).ok
    assert table.ask(requests.Numbers("stingy", {"green": "turquoise"})).ok
    table.door._walking = WalkOfTiles()
    page = phone("nl").get("/teach").text
    assert '<i class="word">turquoise</i>' in page
    assert '<i class="word">oranje</i>' in page
    assert "turquoise munten" in page
    assert 'aria-label="mat, 2: turquoise fles' in page
    assert "groen" not in page
    assert 'data-name="green coins"' in page
    assert '<a href="/pieces/stingy/face?name=green%20coins">Picture 1 of green coins looks like' in page


def test_where_phones_take_the_pictures_one_more_can_be_taken_when_every_piece_was_shown(table, phone):
    advised = {"stage": "lay", "whole": True, "advice": "One more picture of each would help"}
    table.door._walking = WalkOfTiles(**advised, photo=PhotoAsked("walk-1", again=False))
    assert 'data-photo="walk-1"' in phone().get("/teach").text
    table.door._walking = WalkOfTiles(**advised)
    assert "data-photo" not in phone().get("/teach").text
