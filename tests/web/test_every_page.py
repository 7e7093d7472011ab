"""Every page at every moment: it fits any width in every language, and axe and fingers find nothing wrong on it.

The pages' scripts are left out, and a page is opened once: its other languages take the place of its content. So all
are looked at in the time that a few take.
"""

import itertools

import pytest
from support.every_page import UNFOLD, WholeTable, be_host, moments
from support.page_faults import FITS, SMALL, faults

from companion.language.catalogue import LANGUAGES
from web.language import COOKIE

pytestmark = pytest.mark.browser

MOMENTS = tuple(moments())
WITH_NAMES = ("drawing", "asked", "over", "seen", "alcatraz-midway", "allaboard-midway")
UNBROKEN = (
    "Donaudampfschifffahrtskapitaen",
    "Grootmoedermaximilianawilhelmi",
    "CapitaoBartolomeuDasMaresERios",
    "WilhelminaVanDerSteenhovenJunr",
    "MaximilianaAlbuquerqueDeSantos",
    "SuperkalifragilistiksonMcQueen",
)
WIDTHS = (195, 320, 360, 1280)  # 195: a phone of 390 with letters twice as large
_TURNS = itertools.cycle(LANGUAGES)
EXAMINED_IN = {(moment.name, path): next(_TURNS) for moment in MOMENTS for path in moment.paths}
"""The language in which axe looks at a page: its elements are the same in all, and axe takes its time."""

FETCH = f"""async (languages) => {{
  window.said = {{}};
  for (const language of languages) {{
    document.cookie = `{COOKIE}=${{language}}; path=/`;
    const answer = await fetch(location.href, {{headers: {{Accept: "text/html"}}}});
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    window.said[page.documentElement.lang.replace("-", "_")] = page.body.innerHTML;
  }}
  return Object.keys(window.said);
}}"""
SHOW = f"""(language) => {{
  document.documentElement.lang = language.replace("_", "-");
  document.body.innerHTML = window.said[language];
  {UNFOLD}
}}"""
TOO_WIDE = f"""(languages) => languages.filter((language) => {{ ({SHOW})(language); return !({FITS}); }})"""


@pytest.fixture
def table(tmp_path):
    return WholeTable(tmp_path)


def too_wide(page):
    """Return the widths and languages in which something sticks out of the window."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        found += [f"sticks out at {width} px: {language}" for language in page.evaluate(TOO_WIDE, list(LANGUAGES))]
    return found


def examined(page, language):
    """Return what axe and fingers find wrong by day, and what can't be read at a dim table."""
    page.evaluate(SHOW, language)
    found = list(page.evaluate(SMALL))
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found += faults(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return found + faults(page, ["color-contrast"])


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.name)
def test_nothing_is_wrong_on_any_page(table, visit, moment):
    moment.bring(table)
    page = visit(guest=moment.guest)
    origin = page.url.rstrip("/")
    if moment.host:
        be_host(page, table)
    page.route("**/static/*.js?*", lambda route: route.abort())
    wrong = {}
    for path in moment.paths:
        page.goto(origin + path, wait_until="domcontentloaded")
        assert page.evaluate(FETCH, list(LANGUAGES)) == list(LANGUAGES)
        if found := too_wide(page) + examined(page, EXAMINED_IN[moment.name, path]):
            wrong[path] = found
    assert wrong == {}


@pytest.mark.parametrize("moment", [one for one in MOMENTS if one.name in WITH_NAMES], ids=lambda moment: moment.name)
def test_a_name_without_a_space_is_shown_whole(table, visit, moment):
    table.names = UNBROKEN
    moment.bring(table)
    page = visit(width=320)
    page.evaluate(UNFOLD)
    assert page.evaluate(FITS)
    clipped = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.id)"
    assert page.locator("#s-forms, #s-enter").evaluate_all(clipped) == []


def test_what_sticks_out_in_one_language_is_found(visit):
    page = visit("/more")
    page.evaluate(FETCH, list(LANGUAGES))
    page.evaluate("said.nl += '<p style=\"width: 340px\">Hallo'")
    assert too_wide(page) == ["sticks out at 195 px: nl", "sticks out at 320 px: nl"]
