"""My phone shows my next thing first: in no state of any game does it lie below the first screen of a small phone."""

import json

import pytest
from playwright.sync_api import expect
from support.playthroughs import playthrough
from support.served_table import LONG, ServedTable

from companion.game import Phase, record
from companion.game.match import Match
from companion.table import requests
from companion.table.evening import Equipment
from web.device import COOKIE

pytestmark = pytest.mark.browser

GAMES = (
    *("shipshape-4-capn_off", "stingy-5-sly_on-colour_bonus_on"),
    *("alcatraz-4-zero_padding_off", "allaboard-4-effects_on"),
)
TABLES = {"seen": Equipment(camera=True), "unseen": Equipment(camera=False)}
FIRST_SCREEN_PX = 740
# what is to be done next on this phone, by the lower edge of its first line
SEEN = """part => [...document.querySelectorAll(part + ' [data-next]')].filter((one) => one.offsetParent !== null)
  .map((one) => [one.textContent.trim().slice(0, 40), one.getBoundingClientRect().top + scrollY + 44])"""


def device_of(page):
    """The page's own device, as the companion knows it."""
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)


def stages(name):
    """A game of four at the first place of each kind of state, and before its last event, with what was played until
    then: kinds differ in what people are told to do, and in what the button says."""
    file = playthrough(name)
    match = Match.replay(record.lines(file.read_bytes()))
    header, *events = [json.loads(line) for line in file.read_text().splitlines()]
    kinds = {}
    for count, state in enumerate(match.states):
        awaited = match.game.awaits(state)
        for phase in awaited.phases[:1] if awaited is not None else ():
            taking = tuple(seat for order in awaited.order for seat in order)
            told = match.game.lead(state, phase, taking if phase is Phase.TAKE else awaited.seats, False)
            kinds.setdefault((phase, told.text, str(match.game.go_on(state, phase))), count)
    for count in sorted({*kinds.values(), len(events) - 1}):
        yield count, header, events[:count]


def put_on(table, name, count, header, events):
    game_id = f"{name}-{count}"
    table.store.begin(game_id, "2026-11-20T19:00:00Z", header, "seed")
    for event in events:
        table.store.play(game_id, "2026-11-20T19:30:00Z", event)
    reply = table.ask(requests.TakeUp(game_id))
    assert reply.ok, reply.text


@pytest.mark.parametrize("table", TABLES.values(), indirect=True, ids=TABLES)
@pytest.mark.parametrize("name", GAMES)
def test_the_next_thing_stands_on_the_first_screen(table: ServedTable, visit, name):
    page = visit()
    table.ask(requests.Pin(table.session.pin))
    for stage in stages(name):
        put_on(table, name, *stage)
        evening = table.session.evening
        if evening.match.over:
            continue
        for held in evening.people:
            table.ask(requests.Free(held))
        page.reload()
        where = (stage[0], str(table.snapshot.step), str(table.snapshot.line))
        assert first_screen(page, "main"), where  # a phone that holds no seat
        for seat in evening.waiting[:1]:
            if seat in evening.people:
                assert table.ask(requests.Sit(seat), device_of(page)).ok
                page.reload()
                assert first_screen(page, ".first"), (*where, seat)


def test_who_acts_far_down_in_the_standings_has_their_button_on_the_first_screen(table: ServedTable, visit):
    page = visit()
    table.ask(requests.Pin(table.session.pin))
    for seat in last_in_turn(table):
        table.ask(requests.Free(seat))
    page.reload()
    assert first_screen(page, "main")  # whoever is let in can take a seat
    assert page.locator(".acts").count() == 0
    assert table.ask(requests.Pin(table.session.pin), device_of(page)).ok
    page.reload()
    assert first_screen(page, ".acts")  # the host's is the table's own
    assert page.locator(".seat > button:visible").count() == 0
    page.locator(".acts [data-next]").click()
    expect(page.locator(".acts")).to_have_count(0)  # the camera looks
    assert table.session.evening.asked is not None


def last_in_turn(table):
    """Bring Captain Stingy's game to a turn of who is last; return who plays."""
    file = playthrough("stingy-6-sly_off-colour_bonus_on")
    header, *events = [json.loads(line) for line in file.read_text().splitlines()]
    match = Match.replay(record.lines(file.read_bytes()))
    for count in range(20, len(events)):
        turn = match.game.awaits(match.states[count])
        places = match.game.standings(match.states[count])
        if turn is not None and [place.player for place in places][-1:] == [*turn.seats[:1]]:
            put_on(table, file.stem, count, header, events[:count])
            return table.session.evening.people
    raise AssertionError("whoever is last is never in turn")


def first_screen(page, part):
    """Whether something to be done stands in a part of the page, and the first of it on the first screen."""
    found = page.evaluate(SEEN, part)
    return bool(found) and found[0][1] <= FIRST_SCREEN_PX


@pytest.mark.parametrize("name", GAMES)
def test_on_a_wide_screen_all_that_stand_are_seen_without_scrolling(table: ServedTable, visit, name):
    page = visit(width=1280, height=800)
    *_, last = stages(name)
    put_on(table, name, *last)
    evening = table.session.evening
    for seat in (*evening.waiting, *evening.people)[:1]:
        assert table.ask(requests.Sit(seat), device_of(page)).ok
    page.reload()
    rows = [row.bounding_box() for row in page.locator(".seat").all()]
    assert len(rows) == len(evening.match.seats)
    assert all(row["y"] + row["height"] <= 800 for row in rows), rows


def test_the_key_to_look_at_a_claim_stands_on_the_first_screen(table: ServedTable, visit):
    page = visit()
    name = "alcatraz-4-zero_padding_off"
    table.ask(requests.Pin(table.session.pin))
    for stage in stages(name):
        put_on(table, name, *stage)
        for seat in table.session.evening.people:
            table.ask(requests.Free(seat))
        for seat in table.session.evening.waiting[:1]:
            assert table.ask(requests.Sit(seat), device_of(page)).ok
            page.reload()
            for key in page.locator("#s-own details[open] form[data-enter=look] [type=submit]").all():
                key_px = key.bounding_box()
                assert key_px["y"] + key_px["height"] <= FIRST_SCREEN_PX, stage[0]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_on_the_wall_six_cards_with_a_tie_are_whole(table: ServedTable, visit, size):
    table.begin(*LONG)
    table.deal()
    table.bid_all(7, 7, 3, 4, 5, 6)
    page = visit("/wall", width=size[0], height=size[1])
    cards = [card.bounding_box() for card in page.locator(".reveal .card-up").all()]
    assert len(cards) == 6
    assert all(card["y"] + card["height"] <= size[1] for card in cards), cards


def test_while_the_camera_waits_for_a_crate_all_lie_is_not_the_next_key(table: ServedTable, visit):
    table.begin("Ana", "Rui", "Mia")
    table.deal()
    table.bid_all(7, 5, 3)
    page = visit()
    key = page.locator(".line-card button", has_text="All crates lie")
    assert "soft" in key.get_attribute("class").split()
    assert page.locator(".line-card .primary").count() == 0
