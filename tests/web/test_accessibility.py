"""What a finger opens on a page, light and dark: axe finds nothing serious, fingers hit."""

import pytest
from support.page_faults import FITS, SMALL, faults, looks_well
from support.served_table import LONG, SIGHTS

from companion.table import requests
from web.device import COOKIE

pytestmark = pytest.mark.browser


def at(table, moment):
    """Bring the table to a moment of the evening."""
    table.begin(*LONG)
    table.deal()
    if moment == "scored":
        table.take_turns(3)


def test_nothing_serious_in_the_sheet_for_correcting(table, visit):
    at(table, "scored")
    page = visit("/")
    page.locator(".cell").first.click()
    page.locator("#sheet .number").first.wait_for()
    looks_well(page)


def test_the_sheet_for_correcting_fits_letters_twice_as_large(table, visit):
    at(table, "scored")
    page = visit("/", width=195)  # as a phone of 390 is then
    page.locator(".cell").first.click()
    page.locator("#sheet .number").first.wait_for()
    assert page.locator("#sheet").evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")


def test_what_a_question_offers_fits_letters_twice_as_large(table, visit):
    at(table, "bids")
    table.take_turns(3, unsure={1: (5,)})
    page = visit("/", width=195)
    choices = page.locator(".question .choice")
    choices.first.wait_for()
    assert choices.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")


def test_what_was_scored_fits_letters_twice_as_large(table, visit):
    at(table, "bids")
    page = visit("/", width=195)
    table.take_turns(3)
    page.locator("#s-moment.playing").wait_for()
    page.wait_for_timeout(2500)  # by then the sum has all its digits
    assert page.evaluate(FITS)


def test_nothing_serious_in_ones_own_hand(table, visit):
    at(table, "bids")
    page = visit("/")
    page.locator(".who-am-i .name").first.click()
    page.locator(".bid-card").first.click()
    page.locator(".bid-card[aria-pressed=true]").wait_for()
    looks_well(page)


def test_what_only_a_colour_says_is_said_where_colours_are_forced(table, visit):
    at(table, "scored")
    table.deal()
    page = visit("/", forced_colors="active")
    device = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)
    table.ask(requests.Pin(table.session.pin), device)
    table.ask(requests.Free(LONG[0]), device)
    assert table.ask(requests.Sit(LONG[0]), device).ok
    page.locator(".bid-card").first.click()
    page.locator(".bid-card[aria-pressed=true]").wait_for()
    ground = "(one) => getComputedStyle(one).backgroundColor"
    chosen, other, gold, contraband = (
        page.locator(one).first.evaluate(ground)
        for one in (
            ".bid-card[aria-pressed=true]",
            ".bid-card[aria-pressed=false]",
            ".result .tile.t-shipshape-gold",
            ".result .tile.t-shipshape-contraband",
        )
    )
    assert chosen != other
    assert gold != contraband


def test_points_are_said_to_be_points_and_a_square_which_it_is(table, visit):
    at(table, "scored")
    page = visit("/")
    best = table.snapshot.seats[0]
    assert page.locator("#s-seats").get_by_role("img", name=f"{best.score} points", exact=True).count() >= 1
    squares = [page.get_by_role("button", name=f"correct: empty, square {place}").count() for place in range(1, 10)]
    assert squares == [sum(hold[place] == "empty" for hold in SIGHTS[: len(LONG)]) for place in range(9)]


HEARD = """() => {
  window.told = [];
  const parts = [...document.querySelectorAll('[aria-live=polite], [role=status]')];
  const news = (list) => list.map((one) => one.type === 'attributes' ? one.target : [...one.addedNodes]).flat();
  const keep = (list) => told.push(...news(list).map((node) => node.textContent.trim()));
  const watched = { childList: true, subtree: true, attributeFilter: ['hidden'] };
  for (const part of parts.filter((one) => one.checkVisibility())) new MutationObserver(keep).observe(part, watched);
}"""  # what a screen reader is told: of parts that it knew, and could have read, whatever comes into them


def test_what_happens_is_told_to_who_does_not_see_the_page(table, visit):
    table.begin("Ana", "Rui", "Mia")
    page = visit("/")
    device = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)
    assert table.ask(requests.Sit("Rui"), device).ok
    page.locator(".hand").wait_for()
    page.evaluate(HEARD)

    def is_told(text):
        page.wait_for_function("(text) => told.some((one) => one.startsWith(text))", arg=text, timeout=5000)

    table.deal()
    is_told("Choose a crew card")
    table.bid_all(10, 9, 8)
    is_told("Rui 9")
    is_told("Ana: take the top crate, then Rui, Mia")
    table.lay()
    table.take_turns(2)
    is_told("Voyage 1. Rui +")
    is_told("Clear the holds")
    assert table.ask(requests.Pin(table.session.pin), device).ok
    table.let_in("another")
    assert table.ask(requests.Correct(len(table.match.lines) - 1, "Ana", 0, "gold 3"), device).ok
    is_told("Corrected")
    page.evaluate("toast('This can not be')")
    is_told("This can not be")
    page.evaluate("showLost()")
    is_told("not connected")


def test_what_is_wrong_is_found(visit):
    page = visit("/more")
    page.evaluate("""document.querySelector("main").insertAdjacentHTML("beforeend",
        "<img src='/static/icon.png'><button style='color: #eee; background: #fff'>Hello</button>")""")
    found = [name for name, _ in faults(page)]
    assert "image-alt" in found
    assert "color-contrast" in found
    page.evaluate("document.querySelector('main > button').style = 'all: unset; display: block; width: 20px'")
    assert len(page.evaluate(SMALL)) == 1
