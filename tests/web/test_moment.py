"""The scoring moment: a show of a few seconds on every page, once, that waits for nobody and that nobody waits for."""

import time

import pytest
from support.served_table import ServedTable

from companion.table import requests
from web.device import COOKIE

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Rui", "Mia")
STARTS_S = 0.3
WATCH = (
    """() => { window.began = []; document.addEventListener('moment', () => window.began.push(Date.now() / 1000)); }"""
)


@pytest.fixture
def almost(table: ServedTable) -> ServedTable:
    """A voyage before its last look."""
    table.begin(*NAMES)
    table.deal()
    table.take_turns(2)
    table.bid_all(9, 8, 7)
    for seat in NAMES:
        table.ask(requests.Free(seat))
    return table


def seated(page, table, seat):
    device = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)
    assert table.ask(requests.Sit(seat), device).ok


def begun(page):
    return page.evaluate("window.began.length")


def wait_for_show(page):
    page.wait_for_selector("#s-moment.playing", state="visible")


def test_it_starts_at_once_on_every_page_with_ones_own_gain(almost, visit):
    phone, wall = visit(), visit("/wall", width=1280, height=800)
    seated(phone, almost, "Rui")
    phone.wait_for_selector(".hand")
    for page in (phone, wall):
        page.evaluate(WATCH)
    scored = []
    almost.feed.put, put = (lambda new: (scored.append(time.time()), put(new))), almost.feed.put
    almost.lay()
    for page in (phone, wall):
        wait_for_show(page)
    assert [gain.get_attribute("data-gain") for gain in phone.locator(".gain:visible").all()] == ["Rui"]
    assert wall.locator(".gain:visible").count() == 3
    at = {page: page.evaluate("window.began")[0] for page in (phone, wall)}
    assert all(0 <= began - scored[-1] + 0.05 <= STARTS_S + 0.05 for began in at.values()), (scored, at)
    assert "+" in phone.locator(".gain:visible .gain-sum").inner_text()
    ours = next(result for result in almost.snapshot.chapters[-1].results if result.seat == "Rui")
    assert f"+{ours.earned}, now " in phone.locator(".hand").inner_text()  # and it stays when the show is over
    draw = phone.get_by_role("button", name="ok: draw")  # what comes next stands below it, on the first screen
    assert draw.bounding_box()["y"] + 44 < 740


def test_a_tap_ends_it_on_that_phone_alone(almost, visit):
    one, other = visit(), visit()
    almost.lay()
    for page in (one, other):
        wait_for_show(page)
    one.locator(".moment").click()
    assert not one.locator(".moment").is_visible()
    assert other.locator(".moment").is_visible()


def test_it_ends_by_itself_and_a_correction_shows_its_difference_and_not_the_show_again(almost, visit):
    page = visit()
    page.clock.install()
    page.reload()
    page.evaluate(WATCH)
    almost.lay()
    wait_for_show(page)
    page.clock.run_for(6100)
    assert not page.locator(".moment").is_visible()
    line = len(almost.match.lines) - 1
    assert almost.ask(requests.Correct(line, "Ana", 0, "gold 3")).ok
    page.wait_for_selector(".notices >> text=→")
    assert begun(page) == 1


def test_a_game_is_played_again_with_one_tap(table, visit):
    table.begin(*NAMES)
    for _ in range(3):
        table.voyage()
    page = visit()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector("text=ok draws the holds")
    assert table.snapshot.game.id == "game-2"
    assert table.snapshot.game.players == NAMES


def test_who_comes_later_is_shown_no_old_one(almost, visit):
    almost.lay()
    page = visit()
    assert not page.locator(".moment").is_visible()
    almost.ask(requests.GoOn())
    page.wait_for_selector("text=choose a crew card")
    assert not page.locator(".moment").is_visible()


def test_without_motion_the_sum_stands_there_at_once(almost, visit):
    page = visit(reduced_motion="reduce")
    almost.lay()
    wait_for_show(page)
    shown = almost.snapshot.chapters[-1].results
    best = max(shown, key=lambda result: result.earned)
    assert page.locator(".gain:visible .gain-sum b").inner_text() == f"+{best.earned}"
