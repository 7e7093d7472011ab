"""The scoring moment: a show of a few seconds on every page, once, that waits for nobody and that nobody waits for."""

import json
import time

import pytest
from support.playthroughs import playthrough
from support.served_table import ServedTable

from companion.game import record
from companion.game.match import Match
from companion.table import requests
from companion.table.seats import MACHINE
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


def watched(table, *pages):
    """Note when a moment begins on these pages, and return where it is noted when something is published."""
    for page in pages:
        page.evaluate(WATCH)
    published = []
    table.feed.put, put = (lambda new: (published.append(time.time()), put(new))), table.feed.put
    return published


def starts_at_once(published, *pages):
    at = [page.evaluate("window.began")[0] for page in pages]
    assert all(0 <= began - published[-1] + 0.05 <= STARTS_S + 0.05 for began in at), (published, at)


def wait_for_show(page):
    page.wait_for_selector("#s-moment.playing", state="visible")


def test_it_starts_at_once_on_every_page_with_ones_own_gain(almost, visit):
    phone, wall = visit(), visit("/wall", width=1280, height=800)
    seated(phone, almost, "Rui")
    phone.wait_for_selector(".hand")
    scored = watched(almost, phone, wall)
    almost.lay()
    for page in (phone, wall):
        wait_for_show(page)
    assert [gain.get_attribute("data-gain") for gain in phone.locator(".gain:visible").all()] == ["Rui"]
    assert wall.locator(".gain:visible").count() == 3
    starts_at_once(scored, phone, wall)
    assert "+" in phone.locator(".gain:visible .gain-sum").inner_text()
    ours = next(result for result in almost.snapshot.chapters[-1].results if result.seat == "Rui")
    assert f"+{ours.earned}, now " in phone.locator(".hand").inner_text()  # and it stays when the show is over
    draw = phone.get_by_role("button", name="Draw the holds")  # what comes next stands below it, on the first screen
    assert draw.bounding_box()["y"] + 44 < 740


def test_on_a_small_screen_the_wall_shows_it_in_letters_as_large_as_a_phone(almost, visit):
    phone, wall = visit(), visit("/wall")
    almost.lay()
    for page in (phone, wall):
        wait_for_show(page)
    size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    told = [page.locator(".moment .eyebrow").evaluate(size) for page in (phone, wall)]
    assert told[1] >= told[0]


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
    page.wait_for_selector("text=Stack 9 crates")
    assert table.snapshot.game.id == "game-2"
    assert table.snapshot.game.players == NAMES


def test_who_comes_later_is_shown_no_old_one(almost, visit):
    almost.lay()
    page = visit()
    assert not page.locator(".moment").is_visible()
    almost.ask(requests.GoOn())
    page.wait_for_selector("text=Choose a crew card")
    assert not page.locator(".moment").is_visible()


def test_a_page_loaded_again_replays_nothing_and_a_phone_that_was_away_is_shown_the_newest_once(almost, visit):
    page = visit()
    page.wait_for_selector(".seat")
    address = page.url
    page.goto("about:blank")  # it is away
    almost.lay()
    page.goto(address)
    wait_for_show(page)
    page.evaluate("fetch(live.dataset.sections).then((answer) => answer.json()).then((data) => take(data, true))")
    assert page.locator(".gain:visible").count() == 1  # also where it is drawn once more
    page.reload()
    page.wait_for_selector(".seat")
    assert not page.locator(".moment").is_visible()


def before_a_moment(table, name):
    """Put a game on the table as it was before the first event that is shown at once; return that event."""
    header, *events = [json.loads(line) for line in playthrough(name).read_text().splitlines()]
    match = Match.replay(record.lines(playthrough(name).read_bytes()))
    states = match.states
    at = next(n for n in range(1, len(states)) if match.game.moment(states[n - 1], states[n]) is not None)
    table.store.begin(name, "2026-11-20T19:00:00Z", header, "seed")
    for event in events[: at - 1]:
        table.store.play(name, "2026-11-20T19:30:00Z", event)
    assert table.ask(requests.TakeUp(name)).ok
    return events[at - 1]


@pytest.mark.parametrize(
    ("name", "title", "shown"),
    [
        ("stingy-4-sly_off-colour_bonus_off", "A group is complete", ".gain-row .tile"),
        ("alcatraz-4-zero_padding_off", "Objective 13 met", ".gain-row .tile"),
        ("allaboard-4-effects_on", "Round 1", ".gain-lines li"),
    ],
)
def test_each_game_shows_what_was_scored_as_it_is_there(table, visit, name, title, shown):
    event = before_a_moment(table, name)
    phone, wall = visit(), visit("/wall", width=1280, height=800)
    for page in (phone, wall):
        page.wait_for_selector(".seat")
    published = watched(table, phone, wall)
    assert table.ask(requests.Enter(event), MACHINE).ok
    for page in (phone, wall):
        wait_for_show(page)
    starts_at_once(published, phone, wall)
    for page in (phone, wall):
        assert title in page.locator(".moment .eyebrow").inner_text()
        assert page.locator(f".moment {shown}:visible").count() >= 2
        assert "+" in page.locator(".gain:visible .gain-sum").first.inner_text()


def test_a_wall_fills_the_screen_and_shows_one_thing_after_the_other(almost, visit):
    almost.lay()
    wall = visit("/wall", width=1920, height=1080)
    wall.clock.install()
    wall.reload()
    wall.wait_for_selector(".wall-card.on")
    shown = [wall.locator(".wall-card.on h2").inner_text()]
    assert "leads since: Voyage 1" in wall.locator(".leads").inner_text()
    assert wall.locator(".wall-card.on .photo").count() == len(NAMES)
    wall.clock.run_for(12_100)
    shown.append(wall.locator(".wall-card.on h2").inner_text())
    assert shown == ["Voyage 1", "Join with your phone"]
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    seats = wall.locator(".seats").bounding_box()
    assert seats["height"] > 1080 / 2


def test_without_motion_the_sum_stands_there_at_once(almost, visit):
    page = visit(reduced_motion="reduce")
    almost.lay()
    wait_for_show(page)
    shown = almost.snapshot.chapters[-1].results
    best = max(shown, key=lambda result: result.earned)
    assert page.locator(".gain:visible .gain-sum b").inner_text() == f"+{best.earned}"
