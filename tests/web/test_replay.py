"""A finished game told again: by slider, key, chart or by itself, with what each step changed, in each game."""

import itertools
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from support.playthroughs import playthrough
from support.served_table import SIGHTS, picture_of

from companion.store.archive import take_in
from companion.table.evidence.kept_look import KeptLook, KeptPiece, KeptZone, written
from web.replay import changed, gained, photos
from web.shown import Block, Cell, Scoreboard, Step

GAMES = {
    "alcatraz-3-zero_padding_on": "alcatraz",
    "allaboard-3-effects_on": "allaboard",
    "shipshape-3-capn_on": "shipshape",
    "stingy-3-sly_off-colour_bonus_on": "stingy",
}


def kept(table, name):
    return take_in(table.store, playthrough(name).read_bytes())


def board(*blocks):
    return Scoreboard(1, Step.TURN, "", blocks=blocks)


def cells(*labels):
    return tuple(Cell(label, label) for label in labels)


def test_of_a_grid_the_places_count_of_the_rest_what_lies_there():
    was = board(Block("grid", "Hold", "Ana", 1, 2, cells("a", "b")), Block("row", "Row", "Ana", cells=cells("a", "b")))
    now = board(
        Block("grid", "Hold", "Ana", 1, 2, cells("b", "b")), Block("row", "Row", "Ana", cells=cells("x", "a", "b"))
    )
    assert changed(was, now, {}).cells == (frozenset({0}), frozenset({0}))
    assert changed(now, now, {}).cells == (frozenset(), frozenset())


def test_what_lies_there_once_more_is_new_and_so_is_a_line():
    was = board(Block("tally", "Bag", cells=cells("a"), lines=("one",)))
    now = board(Block("tally", "Bag", cells=cells("a", "a"), lines=("one", "two")))
    assert changed(was, now, {}).cells == (frozenset({1}),)
    assert changed(was, now, {}).lines == (frozenset({1}),)


@pytest.mark.parametrize("name", GAMES)
def test_in_each_game_each_rise_of_a_score_is_marked_and_nearly_every_step_changes_something(table, name):
    game = kept(table, name)
    steps = len(table.store.game(game).lines)
    shown = [table.door.moment(game, step, "en") for step in range(steps + 1)]
    totals = table.door.totals(game, "en")
    told = [changed(was, now, gained(totals, step)) for step, (was, now) in enumerate(itertools.pairwise(shown), 1)]
    for seat in shown[-1].seats:
        assert sum(one.scores.get(seat.name, 0) for one in told) == seat.score
    assert any(one.scores for one in told)
    still = [not (one.scores or one.marks or any(one.cells) or any(one.lines)) for one in told]
    unseen = [one and now.reveal is None and not now.over for one, now in zip(still, shown[1:], strict=True)]
    assert sum(unseen) <= steps / 20  # whoever takes no tile changes nothing


def test_what_people_had_until_somebody_scored_is_not_told_as_lost(table):
    totals = table.door.totals(kept(table, "stingy-3-sly_off-colour_bonus_on"), "en")
    each = [by for step in range(1, totals.steps + 1) for by in gained(totals, step).values()]
    assert each
    assert min(each) > 0


@pytest.mark.parametrize("name", GAMES)
def test_in_each_game_a_step_says_what_was_done_and_marks_what_it_changed(table, phone, name):
    game = kept(table, name)
    steps = len(table.store.game(game).lines)
    pages = [phone().get(f"/game/{game}/{step}").text for step in range(0, steps + 1, max(1, steps // 5))]
    assert all(re.search(r'<p class="deed"[^>]*>.*?<span>[^<]{3,}</span>', page) for page in pages)
    assert all(page.count('type="range"') == 1 for page in pages)
    assert any('class="gained"' in page for page in [*pages, phone().get(f"/game/{game}/{steps}").text])


@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("shipshape")])
def test_a_photo_that_is_kept_stands_at_its_step(table, phone, name):
    game = kept(table, name)
    piece = KeptPiece("?", True, (), (0.0, 0.0, 1.0, 1.0))
    table.store.photo(game, 2, "place 1", b"jpeg")
    table.store.look(game, 2, written(KeptLook(2, zones={"place 1": KeptZone((piece,), 1, 2)})))
    page = phone().get(f"/game/{game}/2").text
    key = photos(table.door.moment(game, 2, "en"), 2)[0][0]
    assert table.door.picture(key) == b"jpeg"
    assert page.count('class="shot"') == 1
    assert 'class="shot"' not in phone().get(f"/game/{game}/1").text


def test_what_was_scored_has_its_photos_at_its_step(table):
    table.begin("Ana", "Rui", "Mia")
    for _ in range(3):
        table.voyage()
    found = photos(table.door.moment("game-1", 5, "en"), 5)
    assert [title for _, title in found] == ["Ana", "Rui", "Mia"]
    assert all(table.door.picture(key) for key, _ in found)
    assert photos(table.door.moment("game-1", 6, "en"), 6) == ()
    assert photos(replace(table.door.moment("game-1", 5, "en"), chapters=()), 5) == ()


@pytest.mark.browser
def test_it_is_led_by_slider_keys_and_chart(visit, table):
    table.begin("Ana", "Rui", "Mia")
    for _ in range(3):
        table.voyage()
    page = visit("/game/game-1/0")
    slider = page.get_by_role("slider")
    slider.fill("5")
    expect(page.locator(".shot")).to_have_count(3)
    expect(page.locator(".gained")).to_have_count(3)
    assert page.url.endswith("/5")
    page.locator("h1").click()
    page.keyboard.press("End")
    expect(page.get_by_text("15 of 15")).to_be_visible()
    box = page.locator(".timeline .chart").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 34 / 360, box["y"] + 30)
    expect(page.get_by_text("0 of 15")).to_be_visible()


@pytest.mark.browser
def test_arrows_scroll_a_photo_that_has_the_focus_and_the_last_step_keeps_it(visit, table):
    game = kept(table, "stingy-3-sly_off-colour_bonus_on")
    pieces = tuple(KeptPiece("?", True, (), (at / 40, 0.0, (at + 1) / 40, 1.0)) for at in range(40))
    table.store.photo(game, 2, "place 1", picture_of(SIGHTS[0]))
    table.store.look(game, 2, written(KeptLook(2, zones={"place 1": KeptZone(pieces, 0, 2)})))
    page = visit(f"/game/{game}/2")
    pan = page.locator(".pan")
    pan.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.pan').scrollLeft > 0")
    assert page.url.endswith("/2")
    page.goto(page.url[:-1] + str(len(table.store.game(game).lines) - 1))
    page.get_by_role("link", name="Next").press("Enter")
    expect(page.locator(".button.off", has_text="Next")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_focused()


@pytest.mark.browser
def test_it_plays_to_its_end_and_stops_when_asked(visit, table):
    table.begin("Ana", "Rui", "Mia")
    for _ in range(3):
        table.voyage()
    page = visit("/game/game-1/12")
    page.clock.install()
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(10)
    expect(page.get_by_text("13 of 15")).to_be_visible()
    page.clock.run_for(1700)
    expect(page.get_by_text("14 of 15")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.clock.run_for(5000)
    expect(page.get_by_text("14 of 15")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(10)
    expect(page.get_by_text("15 of 15")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
