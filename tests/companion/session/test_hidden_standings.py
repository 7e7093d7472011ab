"""Hidden standings: until a game ends no screen, notice or publication tells how people stand; then all do."""

import json
from collections.abc import Sequence

import pytest
from support.people_at_table import LADEN, VOYAGE, People
from support.playthroughs import playthrough

from companion.display import screens
from companion.game.match import Match
from companion.game.record import Line
from companion.language.message import english
from companion.publishing.state import state
from companion.showing import projection
from companion.store.database import Store
from companion.table import requests
from companion.table.evening import Equipment, Evening
from companion.table.seats import Seating
from companion.table.signals import Key, Surroundings
from companion.table.snapshot import Snapshot, packed

LATER = (((1, 2, 4), (2, 3, 5), (3, 1, 6)), ((4, 6, 1), (5, 7, 8), (9, 8, 7)))


def voyage(people: People, bids: Sequence[Sequence[int]] = VOYAGE) -> None:
    people.press(0, Key.OK)
    for cards in bids:
        people.play_turn(cards, LADEN)


@pytest.fixture
def people() -> People:
    people = People(Store(":memory:"))
    people.begin("Ana", "Rui", "Mia")
    assert people.ask(requests.HideStandings(on=True)).ok
    return people


def numbers(snapshot: Snapshot) -> list[int]:
    """Every score, place and sum that stands in a snapshot."""
    results = [result for chapter in snapshot.chapters for result in chapter.results]
    results += snapshot.moment.results if snapshot.moment is not None else ()
    return [*(seat.score for seat in snapshot.seats if seat.score), *(result.total for result in results)]


def test_nothing_tells_how_people_stand_until_the_end_and_then_all_does(people: People) -> None:
    voyage(people)
    assert people.snapshot.veiled
    assert len(people.snapshot.chapters) == 1
    assert numbers(people.snapshot) == []
    assert {seat.rank for seat in people.snapshot.seats} == {1}
    assert {seat.score for seat in state(people.snapshot, "table").seats} == {None}
    blocks = people.snapshot.chapters[0].blocks
    assert {block.seat for block in blocks} == {"Ana", "Rui", "Mia"}  # what was read can be corrected
    for bids in LATER:
        voyage(people, bids)
    assert not people.snapshot.veiled
    assert numbers(people.snapshot)
    assert people.snapshot.moment is not None


def test_a_correction_and_its_undo_tell_no_score(people: People) -> None:
    voyage(people)
    line = len(people.match.lines) - 1
    corrected = people.ask(requests.Correct(line, "Ana", 0, "gold 9"))
    assert corrected.ok
    undone = people.ask(requests.Undo())
    assert undone.ok
    told = [corrected.text, undone.text, *(notice.text for notice in people.snapshot.notices)]
    assert not any("Ana 2" in english(text) or "→ 1" in english(text) for text in told if text is not None)
    assert english(corrected.text).endswith("how people stand is shown at the end")
    assert "→ 1" not in json.dumps(packed(people.snapshot)["notices"], ensure_ascii=False)


def test_nobody_is_said_to_lead(people: People) -> None:
    voyage(people)
    assert people.ask(requests.Correct(len(people.match.lines) - 1, "Ana", 0, "gold 9")).ok
    assert people.snapshot.leads is None
    assert people.ask(requests.HideStandings(on=False)).ok
    assert people.snapshot.leads is not None


def test_the_display_says_that_they_are_hidden(people: People) -> None:
    voyage(people)
    shown = screens.all_pages(people.snapshot, (128, 64))
    assert people.ask(requests.HideStandings(on=False)).ok
    assert len(screens.all_pages(people.snapshot, (128, 64))) > len(shown)
    assert numbers(people.snapshot)


def test_the_switch_is_kept(people: People) -> None:
    again = People(people.store)
    again.session.resume()
    again.wait(0.1)
    assert again.snapshot.hidden


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("stingy-3-sly_off-colour_bonus_off", ("groups worth", "worth {value}")),
        ("alcatraz-4-zero_padding_off", ("circles: {circles}", "Objective {objective}")),
        ("allaboard-4-effects_on", ("saved: {saved}", "Cupids")),
        ("shipshape-4-capn_off", ("Full ship bonus",)),
    ],
)
def test_no_text_says_what_anybody_has_earned_while_standings_are_hidden(game: str, told: tuple[str, ...]) -> None:
    lines = [
        Line(number, json.loads(line)) for number, line in enumerate(playthrough(game).read_text().splitlines(), 1)
    ]

    def texts(hidden: bool) -> str:
        evenings = (
            Evening("game-1", "seed", Match.replay(iter(lines[:count])), Equipment(camera=True))
            for count in range(len(lines) // 2, len(lines), 5)
        )
        shown = [projection.snapshot(one, Seating(), Surroundings(), (), False, hidden=hidden) for one in evenings]
        return json.dumps([packed(one) for one in shown if not one.over], ensure_ascii=False)

    open_, hidden = texts(hidden=False), texts(hidden=True)
    assert [part for part in told if part not in open_] == []
    assert [part for part in (*told, "{points}", "{count} point") if part in hidden] == []
