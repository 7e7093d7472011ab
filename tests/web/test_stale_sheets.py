"""A sheet that was opened before something else was done changes nothing else."""

import pytest
from playwright.sync_api import expect
from support.served_table import SIGHTS

from companion.table import requests
from web.device import COOKIE

LATE = "That came too late: something else was done last"


def scored(table, page):
    """A voyage that was scored; the page is a host's."""
    token = next(one["value"] for one in page.context.cookies() if one["name"] == COOKIE)
    table.begin("Ana", "Rui", "Mia")
    table.ask(requests.Pin(table.session.pin), token)
    table.voyage()
    return len(table.match.lines) - 1


def first_square(page, line):
    """Open what the first square of the first seat can be corrected to."""
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    page.locator(f"[data-sheet^='/cell?line={line}&'][data-sheet$='cell=0']").first.click()
    page.locator("#sheet[open]").wait_for()


@pytest.mark.browser
def test_a_square_that_was_laid_anew_meanwhile_is_not_corrected(visit, table):
    page = visit("/")
    line = scored(table, page)
    page.goto(page.url)
    first_square(page, line)
    assert table.ask(requests.Undo()).ok
    table.lay((SIGHTS[3], *SIGHTS[1:3]))
    table.wait(3)
    before = table.match.lines[line]["cells"]
    page.locator("#sheet .likeliest button").first.click()
    expect(page.locator("#sheet-told")).to_have_text(LATE)
    assert table.match.lines[line]["cells"] == before


@pytest.mark.browser
def test_a_square_that_stands_as_it_was_seen_is_corrected_and_again_from_a_new_sheet(visit, table):
    page = visit("/")
    line = scored(table, page)
    page.goto(page.url)
    for label in ("gold 3", "gold 4"):
        first_square(page, line)
        page.locator(f"#sheet button[data-request*='{label}']").first.click()
        expect(page.locator("#sheet[open]")).to_have_count(0)
        page.get_by_role("button", name="Do it").click()  # teach the camera, too
        expect(page.locator("#toast")).to_contain_text("It is learnt once the score has stood")
        assert table.match.lines[line]["cells"]["Ana"][0] == label


@pytest.mark.browser
def test_a_sheet_that_comes_after_that_of_a_later_tap_does_not_take_its_place(visit, table):
    page = visit("/")
    line = scored(table, page)
    page.goto(page.url)
    late = []

    def keep(route):
        late.append(route)

    page.route("**/cell?*cell=0", keep)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    first, second = (page.locator(f"[data-sheet^='/cell?line={line}&'][data-sheet$='cell={cell}']") for cell in (0, 1))
    with page.expect_request("**/cell?*cell=0"):
        first.first.click()
    second.first.click()
    sheet = page.locator("#sheet[open]")
    expect(sheet.locator("[data-request*='\"cell\": 1']").first).to_be_visible()
    with page.expect_response("**/cell?*cell=0"):
        late[0].continue_()
    page.wait_for_timeout(100)
    expect(sheet.locator("[data-request*='\"cell\": 1']").first).to_be_visible()
