"""Every page at phone and table size, light and dark: axe finds nothing serious, fingers hit, nothing sticks out."""

import pytest
from page_faults import FITS, SMALL, WIDTHS, faults, looks_well
from served_table import LONG

pytestmark = pytest.mark.browser

PAGES = ("/", "/new", "/invite", "/more", "/health", "/history", "/players", "/game/game-1", "/game/game-1/2", "/wall")


def at(table, moment):
    """Bring the table to a moment of the evening."""
    if moment == "nobody":
        return
    table.begin(*LONG)
    if moment == "drawing":
        return
    table.deal()
    if moment == "bids":
        return
    if moment == "tied":
        table.bid_all(7, 7, 3, 4, 5, 6)
    elif moment == "asked":
        table.take_turns(3, unsure={1: (2,), 3: (4,)})
    else:
        table.take_turns(3)
    if moment == "over":
        table.voyage()
        table.voyage()


@pytest.mark.parametrize("path", PAGES)
def test_nothing_serious_on_any_page(table, visit, path):
    at(table, "over")
    page = visit(path)
    looks_well(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(FITS)


@pytest.mark.parametrize("moment", ["nobody", "drawing", "bids", "tied", "asked", "scored"])
def test_nothing_serious_at_any_moment(table, visit, moment):
    at(table, moment)
    page = visit("/")
    page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
    looks_well(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(FITS)


def test_nothing_serious_in_the_sheet_for_correcting(table, visit):
    at(table, "scored")
    page = visit("/")
    page.locator(".cell").first.click()
    page.locator("#sheet .number").first.wait_for()
    looks_well(page)


def test_nothing_serious_in_ones_own_hand(table, visit):
    at(table, "bids")
    page = visit("/")
    page.locator(".who-am-i .name").first.click()
    page.locator(".bid-card").first.click()
    page.locator(".bid-card[aria-pressed=true]").wait_for()
    looks_well(page)


def test_what_is_wrong_is_found(visit):
    page = visit("/more")
    page.evaluate("""document.querySelector("main").insertAdjacentHTML("beforeend",
        "<img src='/static/icon.png'><button style='color: #eee; background: #fff'>Hello</button>")""")
    found = [name for name, _ in faults(page)]
    assert "image-alt" in found
    assert "color-contrast" in found
    page.evaluate("document.querySelector('main > button').style = 'all: unset; display: block; width: 20px'")
    assert len(page.evaluate(SMALL)) == 1
