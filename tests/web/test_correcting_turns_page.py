"""A turn that the camera misread, corrected on a phone: the photo with the reading laid over it, and two taps."""

import json
import re

import pytest
from playwright.sync_api import expect
from support.every_page import be_host
from support.page_faults import looks_well
from support.replayed import replayed
from support.turns_seen import cards, tiles

from companion.store.archive import as_record
from companion.table.requests import Enter, GoOn, NewGame

pytestmark = pytest.mark.browser
BOATS = {
    "boat 1": ("boat 20", "empty"),
    "aboard 1": ("purple sloth", "purple moose", "red zebra"),
    "boat 2": ("boat 20", "empty"),
    "aboard 2": ("purple bear", "red sloth", "red giraffe"),
}
TILES = ("red coins", "red coins", "blue parrot", "blue parrot", "green diamond", "purple bottle")


def claim(table, *labels, seat="Ana"):
    assert table.ask(Enter({"do": "look", "seat": seat, "objective": "12"})).ok
    table.look({"objectives": cards("objective 12", "objective 9", "objective 4"), "claim": cards(*labels)})


def exported(table):
    return [json.loads(line) for line in as_record(table.store.game("game-1")).splitlines()]


@pytest.fixture
def alcatraz(table):
    table.ask(NewGame("alcatraz", ["Ana", "Rui"]))
    claim(table, "cat -3", "cat 14", "cat 7")
    return table


def open_as_host(visit, table, **more):
    page = visit(**more)
    be_host(page, table)
    page.reload()
    return page


def test_a_card_of_a_claim_is_corrected_in_two_taps_and_the_total_changes_once(visit, alcatraz):
    page = open_as_host(visit, alcatraz)
    expect(page.locator(".seat .score").first).to_have_text("0")
    totals = []

    def total(shown):
        totals.append(shown)

    page.expose_function("total", total)
    page.evaluate(
        "new MutationObserver(() => total(document.querySelector('.seat .score').textContent))"
        ".observe(document.getElementById('s-seats'), {subtree: true, childList: true, characterData: true})"
    )
    page.get_by_role("button", name="The cards of the claim: cat 7, correct").click()
    page.get_by_role("dialog", name="Correct a reading").locator(".likeliest button").first.wait_for()
    page.get_by_role("dialog").get_by_role("button", name="cat 1", exact=True).first.press("Enter")
    expect(page.locator("#toast")).to_contain_text("cat 7 → cat 1 (the cards of the claim): Ana 0 → 3")
    expect(page.locator(".seat .score").first).to_have_text("3")
    assert set(totals) <= {"0", "3"}
    page.get_by_role("button", name="Leave it").click()  # the camera was sure: it does not learn this
    record = exported(alcatraz)
    assert record[1]["cards"] == [-3, 14, 1]
    assert record[1]["seen"] == {"claim": ["cat -3", "cat 14", "cat 7"]}
    assert replayed(*record).final["standings"][0]["score"] == 3


HEIGHTS = "[...document.querySelectorAll('.laid')].map((one) => Math.round(one.getBoundingClientRect().height))"


@pytest.mark.parametrize("free", [True, False])
def test_a_photo_of_what_was_seen_has_its_place_before_it_is_there(visit, table, free):
    if free:
        table.ask(NewGame("stingy", ["Ana", "Rui"]))
        table.ask(GoOn("Ana"))
        table.look({"place 1": tiles(*TILES), "place 2": tiles()})
    else:
        table.ask(NewGame("alcatraz", ["Ana", "Rui"]))
        claim(table, "cat -3", "cat 14", "cat 7")
    page = visit("/more", width=800)
    late = []

    def keep(route):
        late.append(route)

    page.route(re.compile("/picture"), keep)
    with page.expect_request(re.compile("/picture")):
        page.goto(page.url.replace("/more", "/"), wait_until="domcontentloaded")
        photo = page.locator(".laid .photo").first
        photo.evaluate("one => { one.loading = 'eager'; }")
    before = page.evaluate(HEIGHTS)
    late[0].continue_()
    photo.evaluate("one => one.decode()")
    assert page.evaluate(HEIGHTS) == before != []


def test_an_animal_aboard_is_corrected_where_its_score_is_explained(visit, table):
    table.ask(NewGame("allaboard", ["Ana", "Rui"]))
    table.ask(GoOn())
    table.look({zone: cards(*labels, unsure=(1,) if zone == "boat 2" else ()) for zone, labels in BOATS.items()})
    page = open_as_host(visit, table)
    chapter = page.locator(".chapter").first
    expect(chapter.locator(".doubtful")).to_have_count(1)
    chapter.get_by_role("button", name="red giraffe").click()
    page.get_by_role("dialog").get_by_role("button", name="red bear", exact=True).first.click()
    expect(page.locator("#toast")).to_contain_text("red giraffe → red bear (aboard boat 2)")
    expect(chapter.get_by_role("button", name="red bear")).to_have_count(1)
    record = exported(table)
    assert record[1]["seen"]["aboard 2"][2] == "red giraffe"
    assert replayed(*record).status == 0


def test_an_earlier_turn_is_opened_and_what_changes_is_said_before_it_does(visit, alcatraz):
    for card in ("cat 7", "cat 8"):
        claim(alcatraz, "cat 5", card, "empty", seat="Rui")
    page = open_as_host(visit, alcatraz)
    page.get_by_text("Earlier turns (2)").click()
    earlier = page.locator("details.seen").last
    expect(earlier.locator(".piece")).to_have_count(0)
    earlier.locator("summary").click()
    earlier.get_by_role("button", name="cat 7").click()
    page.get_by_role("dialog").get_by_role("button", name="cat 1", exact=True).first.press("Enter")
    expect(page.locator("#ask-text")).to_contain_text("Ana 0 → 3")
    assert alcatraz.match.lines[1]["cards"] == [-3, 14, 7]
    page.get_by_role("button", name="Do it").click()
    expect(earlier.get_by_role("button", name="cat 1,")).to_have_count(1)
    assert alcatraz.match.lines[1]["cards"] == [-3, 14, 1]


def test_a_stranger_looks_and_needs_the_pin_to_correct(visit, alcatraz):
    page = visit()
    page.locator(".piece").nth(2).click()
    page.get_by_role("dialog").get_by_role("button", name="cat 1", exact=True).first.press("Enter")
    expect(page.get_by_role("textbox", name="The table's PIN")).to_be_visible()
    assert alcatraz.match.lines[1]["cards"] == [-3, 14, 7]


def test_tiles_are_large_enough_to_be_tapped_and_the_sheet_names_every_kind(visit, table):
    table.ask(NewGame("stingy", ["Ana", "Rui", "Mia"]))
    table.ask(GoOn("Ana"))
    table.look({"place 1": tiles(*TILES), "place 2": tiles(), "place 3": tiles()})
    page = open_as_host(visit, table, dark=True)
    sizes = [button.bounding_box() for button in page.locator(".piece").all()]
    assert len(sizes) == 6
    assert all(size["width"] >= 44 and size["height"] >= 44 for size in sizes)
    page.locator(".piece").nth(2).focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".likeliest button")).to_have_count(3)
    expect(sheet.locator(".likeliest button").first).to_have_attribute("aria-label", "red parrot")
    expect(sheet.get_by_role("button", name="orange diamond", exact=True)).to_have_count(1)
    assert all(button.bounding_box()["height"] >= 44 for button in sheet.locator(".plain").all())
    looks_well(page)


def test_a_finished_game_shows_the_photo_and_lets_nobody_change_it(visit, alcatraz):
    for _ in range(2):
        assert alcatraz.ask(Enter({"do": "end_round"})).ok
    page = visit("/game/game-1/1")
    expect(page.locator(".zone .piece")).to_have_count(6)
    page.locator("button.piece").first.click()  # what was misread is kept as a case, and nothing else
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text("what really lay there?")).to_be_visible()
    asked = {json.loads(one.get_attribute("data-request"))["do"] for one in sheet.locator("[data-request]").all()}
    assert asked == {"keep_case"}
    page.goto(page.url.removesuffix("/1"))
    expect(page.locator("details.seen")).to_have_count(1)
    page = open_as_host(visit, alcatraz)  # on the table it can still be corrected
    assert page.locator("button.piece").count() == 6


def stingy_started(table):
    """Ana has laid six tiles and drawn two; a third lies there that the camera did not find."""
    table.ask(NewGame("stingy", ["Ana", "Rui", "Mia"]))
    start = {
        "place 1": tiles(*TILES),
        "place 2": tiles("red diamond", "red diamond", "blue coins", "blue coins", "green parrot", "purple parrot"),
        "place 3": tiles("red bottle", "red parrot", "blue bottle", "green bottle", "yellow coins", "orange coins"),
    }
    for number, seat in enumerate(table.match.seats, 1):
        table.ask(GoOn(seat))
        table.look({f"place {n}": start[f"place {n}"] if n <= number else tiles() for n in (1, 2, 3)})
    table.ask(GoOn("Ana"))
    table.look(start | {"place 1": tiles(*TILES, "yellow parrot", "yellow parrot")})
    assert table.match.lines[4]["tiles"] == ["yellow parrot", "yellow parrot"]


def test_a_tile_that_was_missed_is_added_in_two_taps(visit, table):
    stingy_started(table)
    page = open_as_host(visit, table)
    photo = page.locator("#s-looks .laid[data-add]").first
    photo.scroll_into_view_if_needed()
    expect(photo.locator(".photo")).not_to_have_js_property("naturalWidth", 0)  # before it has come it has no height
    size = photo.locator(".photo").bounding_box()
    photo.click(position={"x": size["width"] * 84 / 210, "y": size["height"] * 65 / 135})
    sheet = page.get_by_role("dialog", name="Correct a reading")
    expect(sheet).to_contain_text("The camera found nothing here. What is it?")
    expect(sheet.locator(".likeliest button").first).to_have_attribute("aria-label", "yellow parrot")  # as beside it
    expect(sheet.get_by_role("button", name="empty")).to_have_count(0)
    looks_well(page)
    sheet.get_by_role("button", name="orange diamond", exact=True).click()
    expect(page.locator("#toast")).to_contain_text("orange diamond added (Ana)")
    expect(page.get_by_role("button", name="Ana: orange diamond (added), correct")).to_have_count(1)
    assert "orange diamond" in table.match.lines[4]["tiles"]
    page.get_by_role("button", name="Ana: orange diamond (added), correct").click()
    expect(sheet).to_contain_text("The camera did not find it.")
    sheet.get_by_role("button", name="Nothing lies here").click()
    expect(page.locator(".outline.told")).to_have_count(0)
    assert "orange diamond" not in table.match.lines[4]["tiles"]
    assert replayed(*exported(table)).status == 0


def test_without_pointing_at_the_photo_it_is_added_by_a_button(visit, table):
    stingy_started(table)
    page = open_as_host(visit, table)
    button = page.locator("#s-looks").get_by_role("button", name="Something was missed").first
    button.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Correct a reading")
    expect(sheet).to_contain_text("What lies there that the camera did not find?")
    sheet.get_by_role("button", name="green bottle", exact=True).first.click()
    expect(page.locator("#toast")).to_contain_text("green bottle added (Ana)")
    assert "green bottle" in table.match.lines[4]["tiles"]


def test_what_is_asked_about_a_place_that_is_none_is_not_found(phone, table):
    stingy_started(table)
    for query in ("line=4&zone=place 9", "line=9&zone=place 1", "line=4&zone=place 1&at=2,2x", "line=x&zone=place 1"):
        assert phone().get(f"/missed?{query}").status_code == 404
    assert phone().get("/missed?line=4&zone=place 1&at=0.4,0.48").status_code == 200


def test_every_tile_is_in_sight_at_once_a_row_a_colour(visit, table):
    stingy_started(table)
    page = open_as_host(visit, table)
    page.locator("#s-looks .piece").nth(6).click()
    rows = page.locator("#sheet .colour-row")
    expect(rows).to_have_count(6)
    for row in rows.all():
        assert len({round(button.bounding_box()["y"]) for button in row.locator("button").all()}) == 1
    expect(rows.first).to_contain_text("red")
    flag = page.locator("#sheet").get_by_role("button", name="pirate flag")
    assert flag.bounding_box()["y"] < 740


def test_nothing_in_the_sheet_moves_when_its_photo_comes(visit, table):
    stingy_started(table)
    page = open_as_host(visit, table)
    waiting, its_photo = [], re.compile("key=piece")

    def over_a_slow_network(route):
        waiting.append(route)

    page.route(its_photo, over_a_slow_network)
    with page.expect_request(its_photo):
        page.locator("#s-looks .piece").nth(6).click()
    first = page.locator("#sheet .likeliest button").first
    expect(first).to_be_visible()
    before = first.bounding_box()
    waiting[0].continue_()
    expect(page.locator("#sheet .photo")).not_to_have_js_property("naturalWidth", 0)
    assert first.bounding_box() == before
