"""The room in a browser: a wall that changes by itself and turns its pages, and a director's phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from support.page_faults import fits, looks_well
from support.rooms import Rig, Table

from companion.language.catalogue import LANGUAGES
from companion.publishing.messages import Seat
from web.shown import Lamp

pytestmark = pytest.mark.browser


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    for number in range(1, 14):
        table = Table(made, f"t{number}", made.hall.admit(f"t{number}"))
        table.birth()
        table.finish("g1", {f"Ana {number}": 3, "Maximiliana Albuquerque-Santos": 1})
        table.offer()
    made.turn()
    yield made
    made.stop()


def test_a_wall_changes_by_itself(rig, visit):
    page = visit("/", width=1280, height=900, guest=True)
    page.locator(".one-table").first.wait_for()
    seat = Table(rig, "t1")
    seat.key = rig.hall.paired()["t1"].key
    seat.update(1, line={"en": "Rui takes the last crate"})
    rig.turn()
    page.locator("text=Rui takes the last crate").wait_for()
    assert page.locator("#ranking tr").first.inner_text().split("\t")[1:4] == ["Ana 1", "1", "1"]


DEAF = """window.called = 0;
window.EventSource = class { constructor() { window.called += 1; } addEventListener() {} close() {} };"""


@pytest.mark.parametrize("path", ["/", "/overlay"])
def test_a_wall_or_overlay_whose_stream_died_unnoticed_calls_anew(visit, path):
    page = visit(path, guest=True)
    page.clock.install()
    page.add_init_script(DEAF)
    page.reload()
    page.clock.run_for(15_000)
    assert page.evaluate("called") == 2


def test_a_large_wall_shows_as_many_tables_as_fit_and_then_the_next(visit):
    page = visit("/", width=1280, height=720, guest=True)
    page.locator(".one-table").first.wait_for()
    shown = page.locator(".one-table:visible h2").all_inner_texts()
    assert 0 < len(shown) < 13
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 60")
    page.evaluate("page += 1; show()")
    assert not {*shown} & {*page.locator(".one-table:visible h2").all_inner_texts()}
    assert page.locator("#paging").inner_text().startswith("page 2 of ")


def test_a_phone_shows_all_tables_one_below_the_other(visit):
    page = visit("/", guest=True)
    page.locator(".one-table").first.wait_for()
    assert page.locator(".one-table:visible").count() == 13
    fits(page)


def test_whoever_is_not_paired_comes_last_on_walls_and_for_the_director(rig, visit):
    stranger = Table(rig, "a1")
    stranger.birth()
    rig.turn()
    page = visit("/", guest=True)
    page.locator("text=not paired").wait_for()
    assert page.locator(".one-table h2").all_inner_texts()[-1].startswith("a1")
    assert rig.desk.director("en").tables[-1].id == "a1"
    Table(rig, "a1", rig.hall.admit("a1")).birth()
    rig.turn()
    page.locator("text=not paired").wait_for(state="detached")
    assert page.locator(".one-table h2").all_inner_texts()[0].startswith("a1")
    assert rig.desk.director("en").tables[0].id == "a1"


def test_a_guest_gives_the_pin_and_is_the_director(rig, visit):
    page = visit("/director", guest=True)
    page.fill("[name=pin]", rig.desk.pin)
    page.fill("[name=name]", "Rui")
    page.click("[type=submit]")
    page.locator("#desk").wait_for()


def test_a_director_hides_the_standings_and_strikes_out_a_game(rig, visit):
    wall, desk = visit("/", width=1280, height=900, guest=True), visit("/director")
    wall.locator("#ranking tr").first.wait_for()
    desk.click("text=Hide the standings")
    desk.locator("text=Show the standings").wait_for()
    rig.turn()
    wall.locator("#hidden").wait_for()
    assert wall.locator("#ranking tr").count() == 0
    asked = []
    desk.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    game = desk.locator(".table-row:has-text('Strike out')").first
    told = game.locator(".grow").inner_text()
    desk.wait_for_timeout(400)  # what was drawn anew just now is not tapped
    game.get_by_role("button", name="Strike out").click()
    desk.locator("text=Count it again").first.wait_for()
    assert asked[0].endswith("Let this game count nothing?")
    assert told.splitlines()[-1] in asked[0]  # who played, and how it ended
    assert [game.struck for game in rig.book.games()].count(True) == 1


def test_a_directors_tap_meant_for_what_a_result_has_moved_asks_for_nothing(visit):
    desk = visit("/director")
    desk.locator("#desk .table-row").first.wait_for()
    asked = []
    desk.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    taps = """async (pause) => {
        follow.shown = "another";
        await follow(true);
        await new Promise((goes) => setTimeout(goes, pause));
        const button = [...document.querySelectorAll("#desk button")].find((one) => one.textContent === "Strike out");
        button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    }"""
    desk.evaluate(taps, 0)
    assert asked == []
    desk.evaluate(taps, 400)
    assert len(asked) == 1


def test_a_directors_focus_stays_where_a_key_was_pressed_and_outlives_what_comes_by_itself(rig, visit):
    desk = visit("/director")
    desk.on("dialog", lambda dialog: dialog.accept())
    desk.get_by_role("button", name="Hide the standings").press("Enter")
    expect(desk.get_by_role("button", name="Show the standings")).to_be_focused()
    desk.get_by_role("button", name="Strike out").nth(2).press("Enter")
    expect(desk.get_by_role("button", name="Count it again")).to_be_focused()
    desk.get_by_role("button", name="Unpair").nth(4).focus()
    Table(rig, "a1").birth()
    rig.turn()
    desk.locator("text=not paired").wait_for()
    expect(desk.get_by_role("button", name="Unpair").nth(4)).to_be_focused()
    desk.get_by_role("button", name="Unpair").nth(4).press("Enter")
    expect(desk.get_by_role("button", name="Unpair")).to_have_count(12)
    expect(desk.locator("#desk")).to_be_focused()


@pytest.mark.parametrize("path", ["/", "/director", "/ratings"])
def test_axe_finds_nothing_serious_and_fingers_hit(visit, path):
    page = visit(path)
    page.locator(".one-table, .table-row, .rated tbody tr").first.wait_for()
    looks_well(page)
    fits(page)


def test_a_phone_makes_a_card_and_renames_it(rig, visit):
    page = visit("/player", guest=True)
    page.fill("[name=name]", "Ana Silva")
    page.click("[type=submit]")
    page.locator(".card-code svg").wait_for()
    (player,) = rig.hall.register.names
    assert page.url.endswith(f"/player/{player}")
    looks_well(page)
    fits(page)
    page.fill("[name=name]", "Ana B.")
    page.click("[type=submit]")
    page.locator("h1", has_text="Ana B.").wait_for()
    assert dict(rig.hall.register.names) == {player: "Ana B."}


def test_a_director_lets_walls_lag(rig, visit):
    desk = visit("/director")
    desk.click("text=Walls and broadcast show all at once")
    desk.click("text=30 s")
    desk.locator("text=Delay of walls and broadcast: 30 s").wait_for()
    assert rig.hall.delay.seconds == 30
    looks_well(desk)
    fits(desk)


@pytest.mark.parametrize("language", [code.replace("_", "-") for code in LANGUAGES])
def test_the_entrance_is_said_in_each_language(visit, language):
    page = visit("/director", guest=True, language=language)
    assert page.evaluate("document.documentElement.lang") == language
    looks_well(page)
    fits(page)


def test_the_overlay_lies_over_the_picture_and_has_nothing_to_tap(rig, visit):
    page = visit("/overlay", width=1280, height=720, guest=True)
    page.locator(".on-air").wait_for()
    grounds = "[document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor)"
    assert page.evaluate(grounds) == ["rgba(0, 0, 0, 0)"] * 2
    assert page.locator("a, button, input").count() == 0
    before = page.locator("h1").inner_text()
    page.evaluate("turn()")
    assert page.locator("h1").inner_text() != before


def test_the_overlay_turns_to_where_cards_were_turned_up(rig, visit):
    page = visit("/overlay", width=1280, height=720, guest=True)
    page.locator(".on-air").wait_for()
    seat = Table(rig, "t9")
    seat.key = rig.hall.paired()["t9"].key
    seat.update(1, step="reveal", cards={"Ana": 7})
    page.evaluate(
        "void (window.heard = new Promise((done) => source.addEventListener('change', () => setTimeout(done))))"
    )
    rig.turn()
    page.evaluate("window.heard")
    page.evaluate("turn()")
    assert page.locator("h1").inner_text().startswith("t9")
    assert page.locator(".face-up").all_inner_texts() == ["7"]


def test_the_overlay_keeps_to_the_table_that_is_named(visit):
    page = visit("/overlay?table=t5", width=1280, height=720, guest=True)
    page.locator(".on-air").wait_for()
    page.evaluate("turn()")
    assert page.locator("h1").inner_text().startswith("t5")


def test_the_overlay_broadcasts_nothing_of_a_table_that_is_not_paired(rig, visit):
    Table(rig, "stranger").birth()
    rig.turn()
    page = visit("/overlay?table=stranger", width=1280, height=720, guest=True)
    page.wait_for_function("() => tables.size === 14")
    assert page.locator("section").count() == 0
    assert page.evaluate("playing().length") == 13


def test_a_name_that_the_language_of_the_page_knows_has_no_card(rig, visit):
    seat = Table(rig, "t1")
    seat.key = rig.hall.paired()["t1"].key
    seat.birth(seats=(Seat("constructor", "#e69f00", Lamp.OFF, 3, 1),), cards={"Ana": 3})
    rig.turn()
    page = visit("/overlay?table=t1", width=1280, height=720, guest=True)
    page.locator("text=constructor").wait_for()
    assert page.locator(".face-up").count() == 0


def test_a_card_whose_answer_was_lost_is_given_at_the_next_tap(rig, visit):
    page = visit("/player", guest=True)
    page.evaluate(
        """() => {
            const whole = window.fetch;
            window.fetch = async (...given) => { await whole(...given); window.fetch = whole; throw new TypeError(); };
        }"""
    )
    page.locator("form[data-then] [name=name]").fill("Eva Sol")
    page.locator("form[data-then] button").click()
    page.locator("#toast:visible").wait_for()
    page.locator("form[data-then] button").click()
    page.wait_for_url("**/player/*")
    assert list(rig.hall.register.names.values()).count("Eva Sol") == 1
