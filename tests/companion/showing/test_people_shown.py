"""What ranks people stands large, and everybody has one colour: that of the game where it has its own."""

import json

import pytest
from support.people_at_table import People
from support.playthroughs import playthrough

from companion.game import record
from companion.game.edition import shipped
from companion.game.match import Match
from companion.games.allaboard.pieces import COLOUR_HEX
from companion.showing.projection import snapshot
from companion.store.database import Store
from companion.table.evening import Equipment, Evening
from companion.table.requests import NewGame
from companion.table.seats import Seating
from companion.table.signals import Surroundings
from companion.table.snapshot import Snapshot


def shown(name: str, lines: int) -> tuple[Match, Snapshot]:
    match = Match.replay(record.lines(playthrough(name).read_bytes()))
    match = match.until(min(lines, len(match.lines)))
    evening = Evening("game-1", "seed", match, Equipment())
    return match, snapshot(evening, Seating(), Surroundings(), (), False)


@pytest.mark.parametrize("lines", [5, 9, 15, 25, 1000])
def test_in_captain_stingy_the_number_that_ranks_people_stands_large(lines: int) -> None:
    match, table = shown("stingy-4-sly_off-colour_bonus_on", lines)
    assert any(seat.score for seat in table.seats)
    by_rank = sorted(table.seats, key=lambda seat: seat.rank)
    assert [seat.score for seat in by_rank] == sorted((seat.score for seat in table.seats), reverse=True)
    if match.over:
        assert {seat.name: seat.score for seat in table.seats} == {one.player: one.score for one in match.standings}


def test_in_all_aboard_everybody_has_the_colour_of_their_cards() -> None:
    header = json.loads(playthrough("allaboard-4-effects_on").read_text().splitlines()[0])
    _, table = shown("allaboard-4-effects_on", 2)
    noted = header.get("colours") or dict(zip(header["players"], COLOUR_HEX, strict=False))
    assert [seat.colour for seat in table.seats] == [COLOUR_HEX[noted[seat.name]] for seat in table.seats]


COLOURS = {"1": "green", "2": "purple", "3": "red"}


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("allaboard", ["Ana", "Rui", "Mia"], {"effects": True, "colours": COLOURS, "first": "2"}),
        ("alcatraz", ["Ana", "Rui"], {"wild": True, "first": "2"}),
        ("alcatraz", ["Ana", "Rui"], {"wild": False}),
        ("alcatraz", ["2", "1"], {"first": "1"}),
        ("stingy", ["2", "1", "Mia"], {"first": "1"}),  # names that look like places
        ("stingy", ["Ana", "Zoe\u0308"], {"first": "2", "sly": True}),
    ],
)
def test_the_same_again_is_the_same_people_rules_and_colours(
    game: str, players: list[str], options: dict[str, object]
) -> None:
    people = People(Store(":memory:"), Equipment(pods=0, camera=False))
    assert people.ask(NewGame(game, players, options)).ok
    begun, header = people.snapshot.game, people.match.lines[0]
    assert people.ask(NewGame(begun.name, list(begun.players), dict(begun.options))).ok
    assert people.snapshot.game.id != begun.id
    assert people.match.lines[0] == header


@pytest.mark.parametrize("noted", [5, True, ["Ana"], "red", {"Ana": 5}, {"Ana": {}}, {"Eva": "red"}])
def test_what_a_record_notes_that_is_no_choice_keeps_no_game_from_being_shown(noted: object) -> None:
    header = {"record": 1, "game": "allaboard", "players": ["Ana", "Rui", "Mia"], "colours": noted}
    match = Match.begin(record.Line(1, {**header, **shipped("allaboard").header}))
    table = snapshot(Evening("game-1", "seed", match, Equipment()), Seating(), Surroundings(), (), False)
    assert table.game is not None
    assert table.game.options == {}


@pytest.mark.parametrize("noted", [{"wild": "yes", "first": "Eva"}, {"wild": 1, "first": 2}, {"first": ["Ana"]}])
def test_nor_does_what_it_notes_of_other_choices(noted: dict[str, object]) -> None:
    match = Match.begin(record.Line(1, {"record": 1, "game": "alcatraz", "players": ["Ana", "Rui"], **noted}))
    table = snapshot(Evening("game-1", "seed", match, Equipment()), Seating(), Surroundings(), (), False)
    assert table.game is not None
    assert table.game.options == {}


def test_a_colour_that_was_noted_of_a_name_typed_otherwise_is_chosen_again() -> None:
    header = {"record": 1, "game": "allaboard", "players": ["Zoë", "Rui", "Mia"], "colours": {"Zoe\u0308": "green"}}
    match = Match.begin(record.Line(1, {**header, **shipped("allaboard").header}))
    table = snapshot(Evening("game-1", "seed", match, Equipment()), Seating(), Surroundings(), (), False)
    assert table.game is not None
    assert table.game.options == {"colours": {"1": "green"}}
