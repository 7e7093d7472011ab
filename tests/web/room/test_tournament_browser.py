"""A tournament in a browser: a director's phone from the first player to the last standings, a player's, a wall."""

from collections.abc import Iterator

import pytest
from support.browser import SOON
from support.page_faults import fits, looks_well
from support.rooms import Rig, Table

from companion.language.catalogue import LANGUAGES

pytestmark = pytest.mark.browser
NAMES = "Ana\nRui\nIvo\nEva\nZoe"


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    made.table = Table(made, "t1", made.hall.admit("t1"))
    made.table.birth()
    made.turn()
    yield made
    made.stop()


@pytest.fixture
def director(rig):
    """What a director asks without a page."""
    rig.desk.submit("a-director", "en", {"do": "pin", "pin": rig.desk.pin, "name": "Eva"})

    def ask(**asked: object) -> None:
        done = rig.desk.submit("a-director", "en", asked)
        assert done.ok, done.text
        rig.turn()

    return ask


@pytest.fixture
def drawn(rig, director):
    """A round of five: two tables, one of them a companion's, and a bye."""
    director(
        do="begin_tournament",
        name="Autumn Open",
        way="swiss",
        rounds="3",
        least="2",
        usual="2",
        most="2",
        order={"1": "points", "2": "opponents", "3": "score"},
    )
    director(do="enter", names=NAMES)
    director(do="draw")
    return rig


def test_a_director_begins_enters_draws_and_scores_on_a_phone(rig, visit):
    page = visit("/director/tournament")
    page.fill("[name=name]", "Autumn Open")
    for field, typed in {"usual": "2", "least": "2", "most": "2", "rounds": "1"}.items():
        page.fill(f"[name={field}]", typed)
    page.locator("form[data-do*=begin_tournament] [type=submit]").click()
    page.locator("textarea").fill("Ana\nRui")
    page.get_by_role("button", name="Enter", exact=True).click()
    page.get_by_role("button", name="Draw round 1").click()
    page.locator("text=Enter the score").click()
    for box, typed in zip(page.locator("input[name^=scores]").all(), ("12", "7"), strict=True):
        box.fill(typed)
    page.get_by_role("button", name="Keep").click()
    page.locator("text=all rounds are played").wait_for()
    assert page.locator(".ranks tbody tr").first.locator("td").last.inner_text() == "12"
    assert [one.rank for one in rig.hall.tournaments.now.standings()] == [1, 2]


def test_what_gets_no_answer_is_told_and_can_be_asked_again(drawn, visit):
    page = visit("/director/tournament")
    page.evaluate(SOON)
    page.route("**/do", lambda _: None)  # the connection has died unnoticed
    page.locator("text=Enter the score").first.click()
    boxes = page.locator("form:has([name^=scores]):visible").first
    for box, typed in zip(boxes.locator("input[name^=scores]").all(), ("12", "7"), strict=True):
        box.fill(typed)
    boxes.get_by_role("button", name="Keep").click()
    page.locator("#toast", has_text="did not reach").wait_for()
    page.unroute("**/do")
    boxes.get_by_role("button", name="Keep").click()
    page.locator("td:text-is('12')").first.wait_for()


def test_a_desk_that_hears_nothing_says_so(drawn, visit):
    page = visit("/director/tournament")
    page.evaluate(SOON)
    page.route("**/tournament/now*", lambda _: None)
    page.evaluate("heardAt = 0")
    page.locator("#lost").wait_for()


def test_a_score_that_is_put_right_puts_the_places_right(drawn, visit, director):
    first, second = drawn.hall.tournaments.now.rounds[0].pairings[0].seats
    director(do="score", round=1, pairing=1, places={}, scores={first: "9", second: "3"})
    page = visit("/director/tournament")
    page.locator("text=Overrule the score").click()
    page.fill(f"[name='scores.{second}']", "30")
    page.get_by_role("button", name="Keep").first.click()
    page.locator("text=ruled by a director").wait_for()
    score = drawn.hall.tournaments.now.pairing(1, 1).score
    assert {one.player: (one.rank, one.score) for one in score} == {first: (2, 9), second: (1, 30)}


def test_places_that_the_scores_do_not_make_stay_in_the_form(drawn, visit, director):
    """Where the lowest wins, or a tie is broken."""
    first, second = drawn.hall.tournaments.now.rounds[0].pairings[0].seats
    director(do="score", round=1, pairing=1, places={first: "2", second: "1"}, scores={first: "9", second: "3"})
    page = visit("/director/tournament")
    page.locator("text=Overrule the score").click()
    assert page.locator(f"[name='places.{second}']").input_value() == "1"


def test_a_player_finds_the_table_by_name_and_tells_how_it_finished(drawn, visit):
    pairing = drawn.hall.tournaments.now.rounds[0].pairings[0]
    names = [drawn.hall.tournaments.now.players[seat].name for seat in pairing.seats]
    page = visit("/tournament", guest=True)
    page.select_option("select[name=me]", label=names[1])
    page.click("text=Find my table")
    page.locator("text=t1, seat 2").wait_for()
    page.click("text=How did it finish?")
    page.select_option("select >> nth=0", "2")
    page.select_option("select >> nth=1", "1")
    looks_well(page)
    fits(page)
    page.click("text=Tell the director")
    page.locator("text=a director looks at it").wait_for()
    assert drawn.hall.tournaments.now.pairing(1, 1).suggestion


def test_a_player_is_told_whether_the_next_round_is_theirs(rig, visit, director):
    terms = {"way": "swiss", "least": "2", "usual": "2", "most": "2", "order": {}}
    director(do="begin_tournament", name="Autumn Open", rounds="1", **terms)
    director(do="enter", names="Ana\nRui\nIvo")
    page = visit("/tournament?me=p3", guest=True)
    page.locator("text=You are drawn in the next round").wait_for()
    director(do="excuse", player="p3", excused=True)
    page.evaluate("follow()")
    page.locator("text=You have a bye in the next round").wait_for()
    director(do="draw")
    director(do="enter", names="Zoe")
    late = visit("/tournament?me=p4", guest=True)
    late.locator("text=You have no place in the last round").wait_for()


def finish(rig, director, number: int) -> None:
    """Let a table of the last round have a score."""
    rounds = rig.hall.tournaments.now.rounds
    first, second = rounds[-1].pairings[number - 1].seats
    director(do="score", round=len(rounds), pairing=number, places={first: "1", second: "2"}, scores={})


def test_what_is_being_typed_is_not_taken_away(drawn, visit, director):
    page = visit("/director/tournament")
    page.locator("text=Enter the score").first.click()
    page.locator("input[name^=scores]").first.fill("12")
    director(do="swap", player="p1", other="p2")
    page.evaluate("follow()")
    assert page.locator("input[name^=scores]").first.input_value() == "12"


def test_what_was_typed_stays_and_the_desk_goes_on(drawn, visit, director):
    page = visit("/director/tournament")
    page.locator("text=Enter the score").first.click()
    page.locator("input[name^=scores]").first.fill("12")
    page.click("text=What happened")
    finish(drawn, director, 2)
    page.evaluate("follow()")
    page.locator("text=Overrule the score").wait_for()
    assert page.evaluate("document.activeElement.innerText") == "What happened"
    assert page.locator("input[name^=scores]").first.input_value() == "12"
    assert page.locator("details[data-key=score-1-1]").get_attribute("open") is not None


@pytest.mark.parametrize("tapped", ["a[href='/tournament.json']", "button[data-ask*=end_tournament]", ".wide-table"])
def test_what_was_tapped_before_keeps_nobody_from_seeing_what_is_next(drawn, visit, director, tapped):
    page = visit("/director/tournament")
    page.on("dialog", lambda question: question.dismiss())
    page.locator(tapped).click()
    assert page.evaluate("tapped => document.activeElement.matches(tapped)", tapped)
    finish(drawn, director, 2)
    page.evaluate("follow()")
    page.locator("text=Overrule the score").wait_for()


def test_whoever_is_chosen_as_oneself_stays_chosen(drawn, visit, director):
    page = visit("/tournament", guest=True)
    page.select_option("[name=me]", label="Rui")
    page.evaluate("document.activeElement.blur()")
    finish(drawn, director, 2)
    page.evaluate("follow()")
    page.locator("li.table-row", has_text="✓").wait_for()
    page.get_by_role("button", name="Find my table").click()
    assert page.locator(".mine-card h2").inner_text() == "Rui"


def test_nothing_is_taken_from_under_a_finger(drawn, visit, director):
    page = visit("/director/tournament")
    page.locator("button[data-ask*=excuse]").first.evaluate("button => { button.dataset.pressed = ''; }")
    page.click("summary:has-text('5 players')")
    page.locator("[data-pressed]").hover()
    page.mouse.down()
    finish(drawn, director, 2)
    page.evaluate("follow()")
    assert page.locator("[data-pressed]").count() == 1
    page.mouse.up()
    page.locator("text=Overrule the score").wait_for()


def test_a_phone_that_began_to_tell_a_score_shows_the_next_round(drawn, visit, director):
    me = drawn.hall.tournaments.now.rounds[0].pairings[0].seats[0]
    page = visit(f"/tournament?me={me}", guest=True)
    page.click("text=How did it finish?")
    page.select_option("select >> nth=0", "2")
    for number in (1, 2):
        finish(drawn, director, number)
    director(do="draw")
    page.evaluate("follow()")
    page.locator(".mine-card", has_text="Round 2 of 3").wait_for()


def test_a_wall_shows_who_sits_where_then_how_all_stand(drawn, visit, director):
    page = visit("/", width=1280, height=720, guest=True)
    page.locator("#pairings li").first.wait_for()
    assert page.locator("#pairings:visible").inner_text().startswith("t1")
    assert "bye:" in page.locator("#byes").inner_text()
    for number, pairing in enumerate(drawn.hall.tournaments.now.rounds[0].pairings, 1):
        first, second = pairing.seats
        director(do="score", round=1, pairing=number, places={first: "1", second: "2"}, scores={})
    director(do="timer", act="begin", minutes="50")
    page.locator("#placed tr").first.wait_for(state="attached")
    page.locator("#timer:not([hidden])").wait_for(state="attached")
    # At one stroke, for the wall turns its pages by itself.
    *shown, left = page.evaluate(
        "page += 1 + page % 2; show();"
        "[$('placed').rows[0].cells[0].innerText, $('pairings').checkVisibility(), $('timer').innerText]"
    )
    assert shown == ["1", False]
    assert left.startswith(("50:0", "49:5"))  # by the room's clock, which is not the browser's
    director(do="hide", hidden=True)
    page.wait_for_function("() => !document.querySelector('#placed').children.length")
    assert page.locator("#pairings:visible").count() == 1


@pytest.mark.parametrize("path", ["/", "/tournament", "/tournament?me=p2", "/director/tournament"])
def test_axe_finds_nothing_serious_and_fingers_hit(drawn, visit, director, path):
    first, second = drawn.hall.tournaments.now.rounds[0].pairings[0].seats
    director(do="score", round=1, pairing=1, places={first: "1", second: "2"}, scores={first: "1200", second: "-5"})
    director(do="timer", act="begin", minutes="50")
    page = visit(path)
    page.locator("#pairings li, #desk .card").first.wait_for()
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    looks_well(page)
    fits(page)


@pytest.mark.parametrize("language", [code.replace("_", "-") for code in LANGUAGES])
def test_it_is_said_in_each_language(drawn, visit, language):
    page = visit("/director/tournament", language=language)
    page.locator("#pairings li, #desk .card").first.wait_for()
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    fits(page)
