"""The room's timer on a table's page: beside the name of the page, counting by itself, and nothing moves for it."""

import re

import pytest
from playwright.sync_api import expect

from companion.publishing.messages import OfferedPairing

pytestmark = pytest.mark.browser


def told(table, left_s, *, runs=True):
    """The room tells the table what is left."""
    table.door.offered = lambda: OfferedPairing(
        "Autumn Open", 2, 4, "shipshape", ("Ana", "Rui", "Mia"), left_s, runs=runs
    )
    table.deal() if table.snapshot.step == "draw" else table.wait(1.0)


@pytest.mark.parametrize("language", ["en", "nl"])
def test_it_counts_down_beside_the_next_thing_and_moves_nothing(table, visit, language):
    table.begin("Ana", "Rui", "Mia")
    page = visit(width=320, language=language)
    line, timer = page.locator("#s-line"), page.locator("#timer")
    expect(timer).to_be_hidden()
    before = line.bounding_box()["y"]
    told(table, 1501)
    expect(timer).to_have_text(re.compile(r"(25:0[01]|24:5\d)"))
    shown = timer.inner_text()
    expect(timer).not_to_have_text(shown)  # by itself: nothing is told meanwhile
    told(table, 1500, runs=False)
    page.reload()
    expect(timer).to_contain_text("25:00 · ")
    assert line.bounding_box()["y"] == before
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_wall_shows_it_and_a_page_without_a_stream_asks_for_it(table, app, visit):
    table.begin("Ana", "Rui", "Mia")
    told(table, 0)
    wall = visit("/wall", width=1280, height=800)
    expect(wall.locator("#timer.up")).to_have_text("0:00")
    assert app.test_client().get("/sections").json["timer"] == {"left_s": 0, "runs": True}
    table.door.offered = lambda: None
    assert app.test_client().get("/sections").json["timer"] is None
