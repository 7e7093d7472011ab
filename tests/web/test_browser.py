"""The flows of an evening in a real browser at phone size, under a host name that is not localhost."""

import json
import re

import pytest
from PIL import Image
from playwright.sync_api import expect
from support.every_page import be_host
from support.served_table import SIGHTS, Equipment

from companion.table import requests
from web.app import create_app
from web.device import COOKIE
from web.serving import Server
from web.shown import Role

pytestmark = pytest.mark.browser


def begin(page, *names):
    """Begin a game by the form, as a person does."""
    page.get_by_role("link", name="New game").first.click()
    page.get_by_role("radio", name="ShipShape").check()
    boxes = page.locator("input[name=player]:visible")
    for box, name in zip(boxes.all(), names, strict=True):
        box.fill(name)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".line-card .eyebrow")).to_contain_text("Voyage 1")


def device_of(page):
    """The page's own device, as the companion knows it."""
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)


def to_first_bids(table):
    table.begin("Ana", "Rui", "Mia")
    table.deal()


def test_a_game_begun_on_one_phone_appears_on_the_other_without_reloading(visit):
    host, other = visit(), visit()
    begin(host, "Ana", "Rui", "Mia")
    expect(other.locator(".seat")).to_have_count(3)
    expect(other.locator("h1.line")).to_contain_text("Stack 9 crates")


def test_players_are_added_moved_and_taken_out(visit, table):
    page = visit("/new")
    page.get_by_role("button", name="One more player").click()
    boxes = page.locator("input[name=player]:visible")
    for box, name in zip(boxes.all(), ("Ana", "Rui", "Mia", "Leo"), strict=True):
        box.fill(name)
    page.get_by_role("button", name="move up").nth(3).click()
    page.get_by_role("button", name="take out").nth(0).click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".seat")).to_have_count(3)
    assert table.match.seats == ("Rui", "Leo", "Mia")


def test_begin_that_is_tapped_twice_begins_one_game(visit, table):
    page = visit("/new")
    page.get_by_role("radio", name="ShipShape").check()
    boxes = page.locator("input[name=player]:visible")
    for box, name in zip(boxes.all(), ("Ana", "Rui", "Ana"), strict=True):
        box.fill(name)
    page.get_by_role("button", name="Begin").dblclick()
    expect(page.get_by_role("alert")).to_contain_text("two players are called “Ana”")
    boxes.nth(2).fill("Mia")
    page.get_by_role("button", name="Begin").dblclick()
    expect(page.locator(".line-card .eyebrow")).to_contain_text("Voyage 1")
    assert len(table.store.games()) == 1


def test_a_name_that_can_not_be_is_said_on_the_form(visit):
    page = visit("/new")
    for box in page.locator("input[name=player]:visible").all():
        box.fill("Ana")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_contain_text("two players are called “Ana”")
    expect(page.locator("input[name=player]").first).to_have_value("Ana")


def test_a_voyage_is_watched_by_two_phones(visit, table):
    to_first_bids(table)
    one, other = visit(), visit()
    table.take_turns(3)
    for page in (one, other):
        expect(page.locator(".chapter h2")).to_have_text("Voyage 1")
        expect(page.locator(".result").first).to_contain_text("13 − lowest 3 = 10")
        expect(page.locator(".seat .score").first).not_to_have_text("0")


def test_of_two_who_share_a_phone_only_one_looks(visit, table):
    to_first_bids(table)
    page = visit()
    for seat in ("Ana", "Rui"):
        assert table.ask(requests.Sit(seat), device_of(page)).ok
    ana, rui = (page.locator(".hand", has=page.locator(f"h2:has-text('{name}')")) for name in ("Ana", "Rui"))
    ana.get_by_role("button", name="Only Ana looks").press("Enter")
    ana.get_by_role("button", name="7", exact=True).press("Enter")
    expect(ana.get_by_role("button", name="Lock 7")).to_be_visible()
    rui.get_by_role("button", name="Only Rui looks").press("Enter")
    expect(rui.locator(".choosing")).to_be_visible()
    expect(ana.locator(".choosing")).to_be_hidden()
    ana.get_by_role("button", name="Only Ana looks").press("Enter")
    expect(ana.get_by_role("button", name="Lock 7")).to_be_visible()
    expect(rui.locator(".choosing")).to_be_hidden()


def test_a_hand_opens_only_for_who_asks_for_it(visit, table):
    to_first_bids(table)
    page = visit()
    assert table.ask(requests.Sit("Ana"), device_of(page)).ok
    page.get_by_text("More about this seat").click()
    table.bid_all(7, 5, 3)
    expect(page.get_by_text("Show my cards")).to_be_visible()
    expect(page.locator(".cards-held")).to_be_hidden()
    expect(page.get_by_role("button", name="Give the seat up")).to_be_visible()


def test_the_focus_stays_where_a_key_was_pressed(visit, table):
    to_first_bids(table)
    page = visit()
    assert table.ask(requests.Sit("Ana"), device_of(page)).ok
    page.get_by_role("button", name="7", exact=True).press("Enter")
    expect(page.get_by_role("button", name="7", exact=True)).to_be_focused()
    page.get_by_role("button", name="Lock 7").press("Enter")
    expect(page.locator(".hand.locked")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".hand .peek summary")).to_be_focused()


def test_the_focus_of_a_key_that_is_gone_stays_at_its_card(visit, table):
    to_first_bids(table)
    page = visit()
    assert table.ask(requests.Sit("Ana"), device_of(page)).ok
    table.bid_all(7, 5, 3)
    page.locator(".hand").get_by_role("button", name="It lies there").press("Enter")
    expect(page.locator(".hand")).to_be_focused()
    table.ask(requests.GoOn())
    expect(page.locator(".hand .bid-card").first).to_be_visible()
    expect(page.locator(".hand")).to_be_focused()  # what comes anew leaves it there


def test_the_focus_of_a_key_that_hides_itself_stays_near(visit, table):
    to_first_bids(table)
    page = visit()
    for seat in ("Ana", "Rui"):
        assert table.ask(requests.Sit(seat), device_of(page)).ok
    page.get_by_role("button", name="Only Rui looks").press("Enter")
    expect(page.locator(".hand", has_text="Rui")).to_be_focused()
    page.evaluate("document.getElementById('offer-speech').hidden = false")
    page.get_by_role("button", name="No, thanks").press("Enter")
    expect(page.locator("main")).to_be_focused()
    table.take_turns(3)
    page.locator("#s-moment.playing [data-end]").press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_the_focus_stays_where_something_was_taken_out(visit, table):
    page = visit("/new")
    page.get_by_role("button", name="take out").nth(2).press("Enter")
    expect(page.locator("input[name=player]").nth(1)).to_be_focused()
    table.ask(requests.NewGame("stingy", ["Ana", "Rui", "Mia"]))
    page = visit()
    tiles = page.locator("[data-kind=list]").first
    tiles.evaluate("part => { for (; part; part = part.parentElement) if (part.matches('details')) part.open = true; }")
    for tile in (0, 3):
        tiles.locator(".option").nth(tile).press("Enter")
    tiles.locator("[data-picked]").first.press("Enter")
    expect(tiles.locator("[data-picked]")).to_be_focused()
    tiles.locator("[data-picked]").press("Enter")
    expect(tiles).to_be_focused()


def test_the_focus_of_what_goes_by_itself_stays_at_its_card(visit, table):
    to_first_bids(table)
    page = visit()
    assert table.ask(requests.Sit("Ana"), device_of(page)).ok
    page.get_by_role("button", name="7", exact=True).focus()
    table.bid_all(7, 5, 3)
    expect(page.locator(".hand").get_by_role("button", name="It lies there")).to_be_visible()
    expect(page.locator(".hand")).to_be_focused()


def test_a_seat_is_claimed_and_bids_in_secret(visit, table):
    to_first_bids(table)
    ana, other = visit(), visit()
    ana.locator(".who-am-i").get_by_role("button", name="Ana").click()
    ana.get_by_role("button", name="7", exact=True).click()
    expect(ana.get_by_role("button", name="7", exact=True)).to_have_attribute("aria-pressed", "true")
    ana.get_by_role("button", name="Lock 7").click()
    expect(ana.locator(".locked-line")).to_be_visible()
    expect(other.locator(".seat").first).to_contain_text("locked")
    expect(other.locator(".reveal")).to_have_count(0)
    assert table.session.evening.bidding.ballot("Ana").locked
    ana.get_by_role("button", name="Unlock").click()
    expect(ana.get_by_role("button", name="Lock 7")).to_be_visible()


def test_speaking_is_offered_once_at_the_first_seat_and_below_what_is_to_be_done(visit, table):
    to_first_bids(table)
    page = visit()
    offer = page.locator("#offer-speech")
    expect(offer).to_be_hidden()
    page.locator(".who-am-i").get_by_role("button", name="Ana").click()
    expect(offer).to_be_visible()
    assert offer.bounding_box()["y"] > page.locator(".bid-card").first.bounding_box()["y"]
    offer.get_by_role("button", name="Yes, speak").click()
    expect(offer).to_be_hidden()
    assert page.evaluate("[localStorage.getItem('sound'), speak.last]")[0] == "1"
    assert "Choose a crew card" in page.evaluate("speak.last")
    page.reload()
    expect(page.locator(".hand")).to_have_count(1)
    expect(offer).to_be_hidden()


def test_who_wants_no_speech_is_not_asked_again(visit, table):
    to_first_bids(table)
    page = visit()
    page.locator(".who-am-i").get_by_role("button", name="Ana").click()
    page.locator("#offer-speech").get_by_role("button", name="No, thanks").click()
    page.reload()
    expect(page.locator(".hand")).to_have_count(1)
    expect(page.locator("#offer-speech")).to_be_hidden()
    assert not page.evaluate("localStorage.getItem('sound')")


FORGETS = """for (const one of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, one, { get() { throw new DOMException("", "SecurityError"); } });"""


def test_a_private_window_that_keeps_nothing_is_asked_once_whether_it_speaks(visit, table):
    to_first_bids(table)
    page = visit()
    page.add_init_script(FORGETS)
    page.reload()
    page.locator(".who-am-i").get_by_role("button", name="Ana").click()
    page.locator("#offer-speech").get_by_role("button", name="No, thanks").click()
    page.get_by_role("button", name="7", exact=True).click()
    expect(page.get_by_role("button", name="Lock 7")).to_be_visible()
    expect(page.locator("#offer-speech")).to_be_hidden()


KNOWS_NO_HAS = """for (const one of [Document, Element])
  for (const name of ["querySelector", "querySelectorAll", "matches", "closest"]) {
    const before = one.prototype[name];
    if (before) one.prototype[name] = function (asked) {
      if (asked.includes(":has(")) throw new DOMException("", "SyntaxError");
      return before.call(this, asked);
    };
  }"""  # as televisions of 2023, Firefox before 121


def test_a_browser_that_is_a_few_years_old_is_kept_live(visit, table):
    to_first_bids(table)
    page, wall = visit(), visit("/wall")
    for one in (page, wall):
        one.add_init_script(KNOWS_NO_HAS)
        one.reload()
    table.take_turns(3)
    for one in (page, wall):
        expect(one.locator(".seat .score").first).not_to_have_text("0")


def test_a_phone_handed_round_shows_a_hand_only_when_asked(visit, table):
    to_first_bids(table)
    page = visit()
    page.locator(".who-am-i").get_by_role("button", name="Ana").click()
    page.locator(".seat").nth(1).locator("summary").click()
    page.locator(".seat").nth(1).get_by_role("button", name="I play here").click()
    expect(page.locator(".hand")).to_have_count(2)
    expect(page.get_by_role("button", name="5", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Only Ana looks").click()
    page.get_by_role("button", name="5", exact=True).click()
    page.get_by_role("button", name="Lock 5").click()
    expect(page.locator(".locked-line")).to_be_visible()
    expect(page.locator(".hand").first).not_to_contain_text("5")


def test_a_seat_comes_back_to_its_phone_after_a_reload(visit, table):
    to_first_bids(table)
    page = visit()
    page.locator(".who-am-i").get_by_role("button", name="Rui").click()
    expect(page.locator(".hand")).to_have_count(1)
    page.reload()
    expect(page.locator(".hand")).to_contain_text("Rui")


def test_a_doubtful_square_is_settled_by_a_tap_and_another_by_two(visit, table):
    to_first_bids(table)
    page = visit()
    table.take_turns(3, unsure={1: (2,), 2: (4,)})
    expect(page.locator(".question")).to_have_count(2)
    page.locator(".question").first.get_by_role("button", name="cannon 4").click()
    expect(page.locator(".question")).to_have_count(1)
    page.get_by_text("Something else").click()
    page.locator(".question").get_by_role("button", name="contraband 3").last.click()
    expect(page.locator(".question")).to_have_count(0)
    expect(page.locator(".chapter")).to_be_visible()
    assert table.match.lines[-1]["cells"]["Rui"][4] == "contraband 3"


def test_a_question_that_is_tapped_twice_answers_not_the_next_one(visit, table):
    to_first_bids(table)
    page = visit()
    table.take_turns(3, unsure={1: (2,), 2: (4,)})
    expect(page.locator(".question")).to_have_count(2)
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    page.locator(".question").first.get_by_role("button", name="cannon 4").dblclick(delay=60)
    expect(page.locator(".question")).to_have_count(1)
    assert [url.rpartition("/")[2] for url in sent].count("do") == 1
    page.locator(".question button").first.press("Enter")  # no second tap: it is in no spot at all
    expect(page.locator(".chapter")).to_be_visible()


def tap(page, spot):
    """Tap where something stood, whatever stands there now."""
    page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)


def test_a_tap_meant_for_a_question_that_another_phone_has_just_settled_answers_not_the_next_one(visit, table):
    to_first_bids(table)
    page = visit()
    table.take_turns(3, unsure={1: (2,), 2: (4,), 3: (0,)})
    expect(page.locator(".question")).to_have_count(3)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    spot = page.locator(".question .choice").first.bounding_box()
    table.ask(requests.Answer(table.snapshot.questions[0].id, "cannon 4"), "another phone")
    expect(page.locator(".question")).to_have_count(2)
    tap(page, spot)
    page.clock.run_for(500)
    tap(page, spot)  # what stands there by now was seen
    expect(page.locator(".question")).to_have_count(1)
    (left,) = table.snapshot.questions
    assert left.seat == "Mia"


def test_a_tap_meant_for_what_stood_there_before_lets_no_phone_in_that_has_just_knocked(visit, table):
    to_first_bids(table)
    page = visit()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    table.ask_as(requests.Knock(), "stranger")
    spot = page.get_by_role("button", name="Let it in").bounding_box()
    tap(page, spot)
    page.clock.run_for(500)
    assert table.session._table.seating.role("stranger") is Role.GUEST
    tap(page, spot)
    expect(page.locator(".knocking")).to_have_count(0)
    assert table.session._table.seating.role("stranger") is Role.LET_IN


def pause(page):
    """Stop the page's clock."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)


def at(page, spot, kind):
    """Whether a button of a kind stands now where something stood."""
    middle = [spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2]
    return page.evaluate("([x, y, kind]) => Boolean(document.elementFromPoint(x, y)?.closest(kind))", [*middle, kind])


def test_a_square_that_is_tapped_twice_is_not_corrected_by_the_sheet_that_comes_under_the_finger(visit, table):
    to_first_bids(table)
    table.take_turns(3)
    page = visit()
    be_host(page, table)
    sheet, before = page.locator("#sheet"), list(table.match.lines)
    pause(page)
    for cell in page.locator(".chapter .cell").all():
        cell.scroll_into_view_if_needed()
        spot = cell.bounding_box()
        tap(page, spot)
        expect(sheet).to_be_visible()
        if at(page, spot, "#sheet [data-request]"):
            break
        page.keyboard.press("Escape")
    tap(page, spot)
    expect(sheet).to_be_visible()
    assert list(table.match.lines) == before
    page.clock.run_for(500)
    tap(page, spot)  # what stands there by now was seen
    expect(sheet).to_be_hidden()
    assert list(table.match.lines) != before


def after_a_game(visit, table):
    """The host's page of past games, one of which was played to its end just now."""
    host = visit()
    begin(host, "Ana", "Rui", "Mia")
    for _ in range(3):
        table.voyage()
    host.goto(host.url.split("?")[0] + "history")
    return host


def test_what_is_tapped_twice_says_not_itself_that_it_is_sure(visit, table):
    host = after_a_game(visit, table)
    host.get_by_role("button", name="Delete").press("Enter")
    sure = host.get_by_role("button", name="Do it")
    x, y = (sure.bounding_box()[side] for side in ("x", "y"))
    host.get_by_role("button", name="Leave it").press("Enter")
    top = host.get_by_role("button", name="Delete").bounding_box()["y"]
    host.evaluate("by => { document.querySelector('main').style.paddingTop = by + 'px'; }", y - top)
    pause(host)
    for _ in range(2):
        host.mouse.click(x + 20, y + 20)
    expect(sure).to_be_visible()
    assert len(table.store.games()) == 1


def test_it_lies_there_that_is_tapped_twice_takes_nothing_back(visit, table):
    to_first_bids(table)
    page = visit()
    be_host(page, table)
    table.bid_all(7, 7, 5)
    laid = page.locator(".seat > button")
    laid.scroll_into_view_if_needed()
    pause(page)
    spot = laid.bounding_box()
    tap(page, spot)
    expect(laid).to_have_count(0)
    foot = page.locator("#s-foot button").first.bounding_box()
    page.evaluate("by => scrollBy(0, by)", foot["y"] - spot["y"])
    assert at(page, spot, "#s-foot [data-request*=undo]")
    before = list(table.match.lines)
    tap(page, spot)
    page.clock.run_for(500)
    expect(page.locator("#toast")).to_be_hidden()
    assert list(table.match.lines) == before


def test_take_back_that_is_tapped_again_as_its_late_answer_comes_takes_back_one_deed(visit, table):
    to_first_bids(table)
    table.take_turns(1)
    page = visit()
    be_host(page, table)
    page.locator("[data-key=undo-1]").wait_for()
    before = len(table.match.lines)
    page.evaluate(
        """async () => {
            const whole = window.fetch, pause = (ms) => new Promise((goes) => setTimeout(goes, ms));
            window.fetch = async (...given) => { await pause(600); return whole(...given); };
            const button = document.querySelector("[data-key=undo-1]"), was = button.dataset.request;
            const how = { bubbles: true, cancelable: true, detail: 1 };
            const tap = () => button.dispatchEvent(new MouseEvent("click", how));
            tap();
            while (button.dataset.request === was) await pause(5);
            tap();
            await pause(1000);
        }"""
    )
    assert len(table.match.lines) == before - 1


def test_a_card_that_a_knock_moves_under_the_finger_is_not_chosen(visit, table):
    to_first_bids(table)
    page = visit()
    be_host(page, table)
    assert table.ask(requests.Sit("Ana"), device_of(page)).ok
    lock = page.get_by_role("button", name="Choose a card")
    lock.wait_for()
    pause(page)
    spot = lock.bounding_box()
    table.ask_as(requests.Knock(), "stranger")
    page.locator(".knocking").wait_for()
    assert at(page, spot, ".bid-card")
    tap(page, spot)
    page.clock.run_for(500)
    assert not table.session.evening.bidding.ballot("Ana").tapped
    tap(page, spot)  # what stands there by now was seen
    expect(page.locator(".bid-card[aria-pressed=true]")).to_have_count(1)


def test_a_page_from_before_an_upgrade_is_loaded_anew_once_nothing_is_half_filled_in(visit, table):
    page = visit()
    begin(page, "Ana", "Rui", "Mia")
    page.evaluate("window.loaded = 'before'; connect()")
    expect(page.locator("h1.line")).to_contain_text("Stack 9 crates")
    table.deal()
    expect(page.locator("h1.line")).to_contain_text("Choose a crew card")
    assert page.evaluate("window.loaded") == "before"  # it has the files that are served
    page.evaluate("document.querySelector('script[src*=companion]').src = '/static/companion.js?v=older'")
    page.evaluate("void dialog('?'); connect()")
    table.take_turns(1)
    expect(page.locator("h1.line")).not_to_contain_text("Choose a crew card (Ana, Rui, Mia)")
    assert page.evaluate("window.loaded") == "before"
    with page.expect_event("load"):
        page.evaluate("document.getElementById('ask').close(); connect()")
    assert page.evaluate("window.loaded") is None


@pytest.mark.parametrize("table", [Equipment(pods=0, camera=True, display=False)], indirect=True)
def test_why_the_pin_can_not_be_shown_is_said_where_it_is_asked_for(visit):
    page = visit("/settings")
    page.get_by_role("button", name="Give the PIN").click()
    page.get_by_role("dialog").get_by_role("button", name="Show it on the display").click()
    expect(page.get_by_role("dialog")).to_contain_text("There is no display: the PIN stands where")


def test_a_square_is_corrected_in_two_taps_and_what_changed_is_said(visit, table):
    page = visit()
    begin(page, "Ana", "Rui", "Mia")
    table.voyage()
    page.get_by_role("button", name="correct: gold 2").first.click()
    page.get_by_role("dialog").get_by_role("button", name="gold 3", exact=True).first.click()
    expect(page.locator("#toast")).to_contain_text("Ana 20 → 21")
    page.get_by_role("button", name="Leave it").click()  # the camera was sure: it does not learn this
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert table.session.evening.lessons == ()
    expect(page.locator(".result").first).to_contain_text("9 − rats 3 = 6")


def test_the_cameras_rivals_are_offered_first_and_its_sure_readings_unlearnt_only_on_wish(visit, table):
    page = visit()
    begin(page, "Ana", "Rui", "Mia")
    table.voyage()
    line = len(table.match.lines) - 1
    page.get_by_role("button", name="correct: rat −3").first.click()
    sheet = page.get_by_role("dialog", name="Correct a reading")
    expect(sheet.locator(".likeliest button").first).to_have_attribute("aria-label", "gold 9")
    sheet.locator(".likeliest button").first.click()
    expect(page.locator("#ask-text")).to_contain_text("Shall it learn this correction all the same?")
    assert table.match.lines[line]["cells"]["Ana"][1] == "gold 9"
    assert table.session.evening.lessons == ()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("#toast")).to_contain_text("It is learnt once the score has stood")
    assert [(lesson.cell, lesson.label, lesson.wished) for lesson in table.session.evening.lessons] == [
        (1, "gold 9", True)
    ]
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="correct: gold 9").first.click()
    expect(sheet).to_contain_text("The camera read rat 3.")


def test_a_correction_of_an_earlier_voyage_is_confirmed_first(visit, table):
    page = visit()
    begin(page, "Ana", "Rui", "Mia")
    table.voyage()
    table.voyage()
    page.reload()
    page.locator(".chapter summary").last.click()
    page.locator(".chapter").last.get_by_role("button", name="correct: gold 2").first.click()
    page.get_by_role("dialog").get_by_role("button", name="gold 3", exact=True).first.click()
    expect(page.locator("#ask-text")).to_contain_text("→")
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".chapter").last.locator(".result").first).to_contain_text("9 − rats 3 = 6")


def test_the_host_takes_back_and_plays_again_and_a_stranger_needs_the_pin(visit, table):
    host, stranger = visit(), visit()
    begin(host, "Ana", "Rui", "Mia")
    host.get_by_role("button", name="Draw the holds").click()
    expect(host.locator("h1.line")).to_contain_text("Choose a crew card")
    host.get_by_role("button", name="Take back: ").click()
    expect(host.locator("h1.line")).to_contain_text("Stack 9 crates")
    stranger.get_by_role("button", name="Do again: ").click()
    asked = []
    stranger.on("request", lambda request: asked.append(request.post_data))
    stranger.get_by_role("button", name="Do it").click()
    expect(stranger.locator("#ask")).to_be_visible()  # an empty PIN is no guess
    stranger.locator("#ask-pin").fill(table.session.pin)
    stranger.get_by_role("button", name="Do it").click()
    expect(host.locator("h1.line")).to_contain_text("Choose a crew card")
    assert [json.loads(one)["pin"] for one in asked if one and '"pin"' in one] == [table.session.pin]


def test_a_pin_is_given_with_enter_too_and_leave_it_leaves_it(visit, table):
    page = visit("/more")
    page.get_by_role("button", name="Give the PIN").click()
    page.locator("#ask-pin").fill(table.session.pin)
    page.get_by_role("button", name="Leave it").click()
    expect(page.locator("#ask")).to_be_hidden()
    assert table.door.own(device_of(page)).role < Role.HOST
    page.get_by_role("button", name="Give the PIN").click()
    page.locator("#ask-pin").press_sequentially(table.session.pin)
    with page.expect_response("**/do"):
        page.keyboard.press("Enter")  # on a phone its keyboard's own key
    expect(page.locator("#ask")).to_be_hidden()
    assert table.door.own(device_of(page)).role == Role.HOST


def test_what_is_taken_back_is_what_the_button_named_and_no_seat_that_was_taken_just_then(visit, table):
    host = visit()
    begin(host, "Ana", "Rui", "Mia")
    host.get_by_role("button", name="Draw the holds").click()
    expect(host.get_by_role("button", name="Take back: the holds")).to_be_visible()
    shown = host.evaluate("document.querySelector('#s-foot button').dataset.request")
    table.ask(requests.Sit("Rui"), "another phone")
    expect(host.get_by_role("button", name="Take back: ")).to_have_count(2)
    buttons = host.locator("#s-foot button").evaluate_all("all => all.map((one) => one.dataset.request)")
    assert buttons[0] == shown  # what is taken back by this button stays what it was
    sent = []
    host.on("request", lambda request: sent.append(request.post_data))
    host.evaluate(
        """() => {
            const button = document.querySelector("#s-foot button");
            put("foot", $("s-foot").innerHTML.replaceAll(JSON.parse(button.dataset.request).deed, "another"));
            button.click();
        }"""
    )  # it became another one under the finger
    assert sent == []
    host.evaluate(f"request({shown})")
    expect(host.locator("h1.line")).to_contain_text("Stack 9 crates")
    assert table.session._table.seating.held["Rui"] == "another phone"


def test_holds_that_people_dealt_are_entered_by_hand(visit, table):
    table.begin("Ana", "Rui", "Mia")
    page = visit()
    page.get_by_text("We dealt the holds ourselves").click()
    for name, number in (("Ana", "3"), ("Rui", "1"), ("Mia", "5")):
        page.get_by_label(name, exact=True).select_option(number)
    with page.expect_response("**/do") as answer:
        page.get_by_role("button", name="Enter it").click()
    posted = answer.value.request.post_data_json
    assert posted.pop("id")
    assert posted.pop("awaited")
    assert posted == {
        "do": "enter",
        "event": {"do": "holds", "Ana": "3", "Rui": "1", "Mia": "5"},
    }


@pytest.mark.parametrize("table", [Equipment(pods=0, camera=False)], indirect=True)
def test_a_hold_is_entered_square_by_square(visit, table):
    to_first_bids(table)
    for cards in ((3, 4, 5), (4, 5, 6), (5, 6, 7)):
        table.bid_all(*cards)
        table.ask(requests.GoOn())
    page = visit()
    be_host(page, table)
    form = page.locator("details.form").first
    form.locator(".cell").first.click()  # the form that comes next is open
    for label in SIGHTS[0]:
        form.get_by_role("button", name=re.compile(f"^{label}$")).last.click()
    expect(form.get_by_role("button", name="empty, square 9")).to_be_focused()
    assert form.get_by_role("button", name="gold 2, square 1").count() == 1
    form.get_by_role("button", name="Enter it").click()
    expect(page.locator(".seat").first).not_to_contain_text("waiting")
    assert table.session.evening.by_hand["Ana"] == SIGHTS[0]
    rui = page.locator("details.form").nth(1)
    expect(rui).to_contain_text("Rui")
    expect(rui.locator(".cell").first).to_be_visible()


@pytest.mark.parametrize("table", [Equipment(pods=0, camera=False)], indirect=True)
def test_a_form_that_is_tapped_twice_is_entered_once(visit, table):
    table.ask(requests.NewGame("alcatraz", ["Ana", "Rui"]))
    page = visit()
    be_host(page, table)
    page.get_by_text("Round 1 ends").click()
    with page.expect_response("**/do"):
        page.get_by_role("button", name="Enter it").last.dblclick()
    expect(page.locator(".line-card .eyebrow")).to_contain_text("Round 2")
    page.get_by_text("Round 2 ends").wait_for()
    assert [line["do"] for line in table.match.lines[1:]] == ["end_round"]


@pytest.mark.parametrize("table", [Equipment(pods=0, camera=False)], indirect=True)
@pytest.mark.parametrize("seat", ["", "Ana"])
def test_a_round_that_ended_before_it_was_tapped_ends_no_other(visit, table, seat):
    table.ask(requests.NewGame("alcatraz", ["Ana", "Rui"], {"first": "1"}))
    table.ask(requests.Enter({"do": "empty", "seat": "Rui"}))  # all have had equally many turns
    page = visit()
    be_host(page, table)
    if seat:
        table.ask(requests.Sit(seat), device_of(page))
    form = page.locator("#s-own [data-enter=end_round]" if seat else "#s-enter [data-enter=end_round]")
    stale = form.get_attribute("data-awaited")
    table.ask(requests.Enter({"do": "end_round"}))
    table.wait(2.5)
    expect(page.locator(".line-card .eyebrow")).to_contain_text("Round 2")
    expect(page.locator("[data-enter=end_round]").first).not_to_have_attribute("data-awaited", stale)
    with page.expect_response("**/do") as heard:
        page.evaluate(
            "stale => { const form = document.querySelector('[data-enter=end_round]'); "
            "form.dataset.awaited = stale; form.requestSubmit(); }",
            stale,
        )
    assert not heard.value.json()["ok"]
    assert [line["do"] for line in table.match.lines[1:]] == ["empty", "end_round"]


@pytest.mark.parametrize("table", [Equipment(pods=0, camera=False)], indirect=True)
def test_my_claim_stands_open_in_my_card_and_is_empty_again_once_it_is_entered(visit, table):
    table.ask(requests.NewGame("alcatraz", ["Ana", "Rui"]))
    page = visit()
    assert table.ask(requests.Sit("Ana"), device_of(page)).ok
    form = page.locator(".hand details.form[open]")
    expect(form.locator("summary").first).to_contain_text("Ana claims an objective")
    for field, value in (("Objective", "7"), ("Card 1", "9"), ("Card 2", "-1")):
        form.get_by_label(field, exact=True).select_option(value)
    form.get_by_text("Laid over card 2").first.click()
    form.locator("[data-field='over 2'] .option").nth(1).click()
    form.get_by_role("button", name="Enter it").click()
    expect(page.locator(".line-card .eyebrow")).to_contain_text("claims: 1")
    assert table.match.lines[-1]["cards"] == [9, {"card": -1, "overlays": ["-1"]}]
    expect(form.get_by_label("Objective", exact=True)).to_be_visible()
    expect(form.get_by_label("Objective", exact=True)).to_have_value("")
    expect(form.locator("[data-field='over 2'] .picked button")).to_have_count(0)


@pytest.mark.parametrize("table", [Equipment(pods=0, camera=False)], indirect=True)
def test_a_claim_that_another_phone_entered_while_i_filled_it_in_is_counted_once(visit, table):
    table.ask(requests.NewGame("alcatraz", ["Ana", "Rui"]))
    page = visit()
    be_host(page, table)
    page.locator(".form-group > summary").first.click()
    form = page.locator("details.form:has(> form[data-enter=claim][data-seat=Ana])")
    form.locator("summary").first.click()
    form.get_by_label("Objective", exact=True).select_option("12")
    table.ask(requests.Enter({"do": "claim", "seat": "Ana", "objective": "12", "card 1": "5", "card 2": "7"}))
    table.wait(10)
    expect(page.locator(".line-card .eyebrow")).to_contain_text("claims: 1")
    form.get_by_label("Card 1", exact=True).select_option("5")
    form.get_by_label("Card 2", exact=True).select_option("7")
    with page.expect_response("**/do") as heard:
        form.evaluate("form => form.querySelector('form').requestSubmit()")
    assert heard.value.json()["ok"]
    assert [line["do"] for line in table.match.lines[1:]] == ["claim"]


@pytest.mark.parametrize("table", [Equipment(pods=0, camera=False)], indirect=True)
def test_a_form_that_was_entered_offers_what_can_be_entered_next(visit, table):
    """In All aboard! the animals that have sailed are no more to be chosen, on the phone that entered them, too."""
    names = ["Ana", "Rui", "Mia"]
    table.ask(requests.NewGame("allaboard", names))
    page = visit()
    assert table.ask(requests.Sit("Ana"), device_of(page)).ok
    page.get_by_text("The boats sail").click()
    form = page.locator("form[data-enter=sail]")
    for boat, kind in enumerate(("bear", "moose", "zebra"), 1):
        form.locator(f"[data-field='boat {boat}'] input").fill("9")
        for place, name in enumerate(names, 1):
            form.locator(f"[data-field='boat {boat} animal {place}'] select").select_option(f"{kind} {name}")
    form.get_by_role("button", name="Enter it").press("Enter")
    expect(page.locator(".line-card .eyebrow")).to_contain_text("Round 2")
    expect(form.locator("option[value='bear Ana']")).to_have_count(0)
    expect(form.locator("option[value='lion Ana']")).to_have_count(9)


@pytest.mark.parametrize("table", [Equipment(pods=0, camera=False)], indirect=True)
@pytest.mark.parametrize("begun", [True, False], ids=["half filled in", "untouched"])
def test_what_comes_next_no_more_is_closed_unless_somebody_fills_it_in(visit, table, begun):
    table.ask(requests.NewGame("alcatraz", ["Ana", "Rui"], {"first": "1"}))
    page = visit()
    assert table.ask(requests.Sit("Ana"), device_of(page)).ok
    claim = page.locator(".hand details.form").first
    expect(claim).to_have_attribute("open", "")
    if begun:
        claim.get_by_label("Objective", exact=True).select_option("7")
    table.ask(requests.Enter({"do": "empty", "seat": "Rui"}))
    expect(page.locator(".hand [data-next]").first).to_have_text("Round 1 ends")
    assert (claim.get_attribute("open") is not None) == begun
    if begun:
        expect(claim.get_by_label("Objective", exact=True)).to_have_value("7")


@pytest.mark.parametrize("table", [Equipment(pods=0, camera=False)], indirect=True)
def test_what_needs_no_more_to_be_said_is_a_button_in_my_card(visit, table):
    table.ask(requests.NewGame("alcatraz", ["Ana", "Rui"], {"first": "1"}))
    page = visit()
    assert table.ask(requests.Sit("Rui"), device_of(page)).ok
    page.locator(".hand").get_by_role("button", name="Rui has no card left").click()
    due = page.locator(".hand [data-next]").first
    expect(due).to_have_text("Round 1 ends")
    due.click()
    expect(page.locator(".line-card .eyebrow")).to_contain_text("Round 2")


def test_a_photo_that_is_not_there_stays_away_when_its_part_is_drawn_anew(visit, table, monkeypatch):
    monkeypatch.setattr(table.door, "picture", lambda _key: None)
    to_first_bids(table)
    table.take_turns(3)
    page = visit("/wall", 1280, 800)
    holds = page.locator("#s-wall .wall-holds")
    expect(holds.locator(".photo.gone")).to_have_count(3)
    table.deal()
    expect(holds.locator(".photo.gone")).to_have_count(3)
    table.ask(requests.HideStandings(on=True))
    expect(page.locator("#s-wall")).not_to_contain_text("in the lead since")
    expect(holds.locator(".photo:not(.gone)")).to_have_count(0)


def test_an_open_part_and_the_focus_outlive_a_change(visit, table):
    to_first_bids(table)
    table.take_turns(3)
    page = visit()
    page.locator("details.form summary").first.click()
    page.get_by_label("Ana", exact=True).focus()
    page.get_by_label("Ana", exact=True).select_option("3")
    table.ask(requests.Sit("Mia"), "another")
    expect(page.locator(".seat").nth(2).get_by_role("img", name="a phone")).to_be_attached()
    expect(page.get_by_label("Ana", exact=True)).to_be_focused()
    expect(page.get_by_label("Ana", exact=True)).to_have_value("3")


def test_cut_off_and_back(visit, table, app, server):
    table.begin("Ana", "Rui", "Mia")
    page = visit()
    expect(page.locator(".seat")).to_have_count(3)
    server.close()
    expect(page.locator("#lost")).to_contain_text(re.compile(r"not connected · last heard \d+ s ago"), timeout=15000)
    expect(page.locator(".seat")).to_have_count(3)
    table.deal()
    again = Server(create_app(table.door, names=("companion.test",)), "127.0.0.1", server.port)
    again.start()
    try:
        expect(page.locator("#lost")).to_be_hidden(timeout=20000)
        expect(page.locator("h1.line")).to_contain_text("Choose a crew card")
    finally:
        again.close()


def test_without_a_free_stream_the_page_keeps_itself_fresh_all_the_same(visit, table, app):
    app.extensions["table"].streams.most = 0
    table.begin("Ana", "Rui", "Mia")
    page = visit()
    table.deal()
    expect(page.locator("h1.line")).to_contain_text("Choose a crew card", timeout=10000)


def test_the_language_is_switched(visit):
    page = visit("/more")
    page.get_by_role("link", name="Português", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "pt")


def test_everything_is_reached_by_keyboard(visit, table):
    to_first_bids(table)
    page = visit()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    reached = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.textContent.trim()"))
    assert {"1Ana", "Take back: the holds", "New game"} <= reached


def test_the_keepsake_is_a_tap_from_the_winner_and_saved_as_a_picture(visit, table):
    table.begin("Ana", "Rui", "Mia")
    for _ in range(3):
        table.voyage()
    page = visit("/")
    page.get_by_role("link", name="Keepsake").click()
    save = page.get_by_role("link", name="Save the picture")
    expect(save).to_have_attribute("href", re.compile("^blob:"))
    with page.expect_download() as kept:
        save.click()
    assert kept.value.suggested_filename == "ShipShape 2026-11-20.png"
    picture = Image.open(kept.value.path()).convert("RGB")
    assert picture.width == 1080
    colours = {colour for _, colour in picture.getcolors(1 << 20)}
    assert (248, 227, 163) in colours  # the winner's ground
    photo = [colour for colour in colours if abs(colour[0] - 235) + abs(colour[1] - 190) + abs(colour[2] - 60) < 12]
    assert photo  # the gold of the winner's hold


def test_the_keepsake_has_its_place_before_it_is_drawn(visit, table):
    table.begin("Ana", "Rui", "Mia")
    for _ in range(3):
        table.voyage()
    page = visit("/more")
    late = []

    def keep(route):
        late.append(route)

    page.route("**/icons.svg*", keep)
    with page.expect_request(lambda asked: asked.resource_type == "fetch"):
        page.goto(page.url.replace("more", "keepsake/game-1"), wait_until="domcontentloaded")
    before = page.locator("#keepsake").bounding_box()
    for route in late:
        route.continue_()
    page.unroute("**/icons.svg*")
    expect(page.locator("#keepsake")).to_have_attribute("src", re.compile("^blob:"))
    page.locator("#keepsake").evaluate("one => one.decode()")
    after = page.locator("#keepsake").bounding_box()
    assert after["height"] == pytest.approx(before["height"], abs=3)


def test_a_past_game_is_stepped_through_by_key(visit, table):
    table.begin("Ana", "Rui", "Mia")
    for _ in range(3):
        table.voyage()
    page = visit("/game/game-1/0")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("1 of 15")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".reveal .card-up")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("1 of 15")).to_be_visible()


LISTENING = """window.noted = [];
const speech = { cancel() {}, speak(said) { noted.push([said.lang, said.text]); } };
Object.defineProperty(window, "speechSynthesis", { value: speech });
navigator.vibrate = (ms) => { noted.push(["buzz", ms]); return true; };"""


def test_a_phone_speaks_and_buzzes_only_where_that_is_wished(visit, table):
    table.begin("Ana", "Rui", "Mia")
    silent, loud = visit(), visit("/more")
    loud.get_by_role("checkbox", name="Speak").check()
    loud.get_by_role("checkbox", name="Vibrate").check()
    for page in (silent, loud):
        page.add_init_script(LISTENING)
        page.goto(page.url.replace("/more", "/"))
        expect(page.locator(".seat")).to_have_count(3)
    table.deal()
    for page in (silent, loud):
        expect(page.locator("h1.line")).to_contain_text("Choose a crew card")
        page.locator(".who-am-i").get_by_role("button", name="Ana" if page is loud else "Rui").click()
        expect(page.locator(".hand")).to_have_count(1)
    assert loud.evaluate("noted")[0][0] == "en"
    assert "Choose a crew card" in loud.evaluate("noted")[0][1]
    assert ["buzz", 120] in loud.evaluate("noted")
    assert silent.evaluate("noted") == []


def test_a_finished_game_is_deleted_only_when_that_is_sure(visit, table):
    host = after_a_game(visit, table)
    host.get_by_role("button", name="Delete").click()
    host.get_by_role("button", name="Leave it").click()
    expect(host.get_by_role("button", name="Delete")).to_be_visible()
    host.get_by_role("button", name="Delete").click()
    host.get_by_role("button", name="Do it").click()
    expect(host.get_by_text("No game has been played yet.")).to_be_visible()


def test_colours_are_chosen_place_by_place_and_never_twice(visit, table):
    page = visit("/new")
    page.locator("input[name=game][value=allaboard]").check()
    for place, name in enumerate(("Ana", "Rui", "Mia")):
        page.locator("input[name=player]").nth(place).fill(name)
    selects = page.locator("[data-option=colours]:visible")
    assert [selects.nth(at).input_value() for at in range(selects.count())] == ["purple", "red", "yellow"]
    selects.nth(2).select_option("purple")
    assert [selects.nth(at).input_value() for at in range(3)] == ["yellow", "red", "purple"]
    page.locator("#new-game [type=submit]").click()
    page.locator(".line").wait_for()
    assert table.match.lines[0]["colours"] == {"Ana": "yellow", "Rui": "red", "Mia": "purple"}


def test_whoever_moves_to_another_place_keeps_their_colour(visit, table):
    page = visit("/new")
    page.locator("input[name=game][value=allaboard]").check()
    page.get_by_role("button", name="One more player").click()
    for place, name in enumerate(("Leo", "Ana", "Rui", "Mia")):
        page.locator("input[name=player]").nth(place).fill(name)
    page.locator("[data-option=colours]:visible").nth(3).select_option("green")
    page.get_by_role("button", name="move up").nth(3).click()
    page.get_by_role("button", name="take out").nth(0).click()
    page.locator("#new-game [type=submit]").click()
    page.locator(".line").wait_for()
    colours = table.match.lines[0]["colours"]
    assert [*colours.items()] == [("Ana", "red"), ("Mia", "green"), ("Rui", "yellow")]


LOSES_TWO = """() => {
  const real = window.fetch;
  let lost = 0;
  window.sentAgain = [];
  window.fetch = async (...asked) => {
    const answer = await real(...asked);
    lost += 1;
    window.sentAgain.push(JSON.parse(asked[1].body).again === true);
    if (lost <= 2) throw new TypeError("lost");  // the companion did it, and the phone hears nothing of it
    return answer;
  };
}"""


def test_a_press_whose_answer_is_lost_is_sent_again_and_done_once(visit, table):
    table.begin("Ana", "Rui", "Mia")
    page = visit()
    be_host(page, table)
    page.evaluate(LOSES_TWO)
    before = len(table.match.lines)
    assert page.evaluate("request({ do: 'go_on' }).then((done) => done.ok)")
    assert len(table.match.lines) == before + 1
    assert page.evaluate("sentAgain") == [False, True, True]
