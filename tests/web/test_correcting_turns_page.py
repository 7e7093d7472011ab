"""A turn that the camera misread, corrected on a phone: the photo with the reading laid over it, and two taps."""

import json

import pytest
from every_page import be_host
from page_faults import looks_well
from playwright.sync_api import expect
from replayed import replayed
from turns_seen import cards, tiles

from companion.archive import as_record
from companion.requests import Enter, GoOn, NewGame

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
    page.get_by_role("dialog").get_by_role("button", name="cat 1", exact=True).first.click()
    expect(page.locator("#toast")).to_contain_text("cat 7 → cat 1 (the cards of the claim): Ana 0 → 3")
    expect(page.locator(".seat .score").first).to_have_text("3")
    assert set(totals) <= {"0", "3"}
    page.get_by_role("button", name="Leave it").click()  # the camera was sure: it does not learn this
    record = exported(alcatraz)
    assert record[1]["cards"] == [-3, 14, 1]
    assert record[1]["seen"] == {"claim": ["cat -3", "cat 14", "cat 7"]}
    assert replayed(*record).final["standings"][0]["score"] == 3


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
    page.get_by_role("dialog").get_by_role("button", name="cat 1", exact=True).first.click()
    expect(page.locator("#ask-text")).to_contain_text("Ana 0 → 3")
    assert alcatraz.match.lines[1]["cards"] == [-3, 14, 7]
    page.get_by_role("button", name="Do it").click()
    expect(earlier.get_by_role("button", name="cat 1,")).to_have_count(1)
    assert alcatraz.match.lines[1]["cards"] == [-3, 14, 1]


def test_a_stranger_looks_and_needs_the_pin_to_correct(visit, alcatraz):
    page = visit()
    page.locator(".piece").nth(2).click()
    page.get_by_role("dialog").get_by_role("button", name="cat 1", exact=True).first.click()
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
    expect(page.locator("button.piece")).to_have_count(0)
    page.goto(page.url.removesuffix("/1"))
    expect(page.locator("details.seen")).to_have_count(1)
    page = open_as_host(visit, alcatraz)  # on the table it can still be corrected
    assert page.locator("button.piece").count() == 6
