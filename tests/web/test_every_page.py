"""Every page at every moment: it fits any width in all four languages, and axe and fingers find nothing wrong on it."""

import itertools

import pytest
from every_page import UNFOLD, WholeTable, be_host, moments
from page_faults import FITS, SMALL, faults

from web.language import COOKIE, LANGUAGES

pytestmark = pytest.mark.browser

MOMENTS = tuple(moments())
WIDTHS = (320, 360, 1280)
_TURNS = itertools.cycle(LANGUAGES)
EXAMINED_IN = {(moment.name, path): next(_TURNS) for moment in MOMENTS for path in moment.paths}
"""The language in which axe looks at a page: its elements are the same in all four, and axe takes its time."""


@pytest.fixture
def table(tmp_path):
    return WholeTable(tmp_path)


def too_narrow(page):
    """Return the widths at which something sticks out of the window."""
    out = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        if not page.evaluate(FITS):
            out.append(f"sticks out at {width} px")
    return out


def examined(page):
    """Return what axe and fingers find wrong by day, and what can't be read at a dim table."""
    found = list(page.evaluate(SMALL))
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found += faults(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return found + faults(page, ["color-contrast"])


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.name)
def test_nothing_is_wrong_on_any_page(table, visit, moment):
    moment.bring(table)
    page = visit()
    origin = page.url.rstrip("/")
    if moment.host:
        be_host(page, table)
    wrong = {}
    for path, language in itertools.product(moment.paths, LANGUAGES):
        page.context.add_cookies([{"name": COOKIE, "value": language, "url": origin}])
        page.goto(origin + path, wait_until="domcontentloaded")
        assert page.locator("html").get_attribute("lang") == language
        page.evaluate(UNFOLD)
        found = too_narrow(page)
        if language == EXAMINED_IN[moment.name, path]:
            found += examined(page)
        if found:
            wrong[path, language] = found
    assert wrong == {}
