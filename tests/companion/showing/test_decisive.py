"""What decided a finished game: the part in which the winner was furthest ahead, or the tie-break."""

from pathlib import Path

import pytest
from support.gold_alone import gold_alone
from support.playthroughs import playthroughs

from companion.game import record
from companion.game.match import Match
from companion.games.shipshape.pieces import CAPN
from companion.showing.decisive import decisive

PLAYED = playthroughs("*-4-*")


def played(file: Path) -> Match:
    return Match.replay(record.lines(file.read_bytes()))


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_what_decided_names_the_winner_and_numbers_that_stand_in_the_chapters(file: Path) -> None:
    match = played(file)
    chapters = match.game.view(match.state).chapters
    line = decisive(match, chapters)
    if len(match.game.winners(match.state)) > 1 or line is None:
        return
    if "part" not in line.values:
        assert line == next(place.why for place in match.standings if place.player in match.game.winners(match.state))
        return
    assert line.values["ours"] > line.values["theirs"]
    results = [result for chapter in chapters for result in chapter.results]
    of = {seat: [part for one in results if one.seat == seat for part in one.parts] for seat in match.seats}
    called = str(line.values["part"])
    values = {sum(part.value for part in parts if str(part.name) == called) for parts in of.values()}
    assert {line.values["ours"], line.values["theirs"]} <= values


def test_some_of_them_tell_it() -> None:
    told = [line for match in map(played, PLAYED) if (line := decisive(match, match.game.view(match.state).chapters))]
    assert len(told) > len(PLAYED) // 2


def test_a_game_that_goes_on_is_not_decided() -> None:
    match = played(PLAYED[0]).until(3)
    assert decisive(match, match.game.view(match.state).chapters) is None


def test_the_cap_n_is_whom_the_winner_had_to_beat() -> None:
    earned = {"Rui": [1, 1, 1], CAPN: [9, 9, 9], "Ana": [9, 9, 9]}  # her hold has the highest number
    match = gold_alone(("Ana", "Rui"), earned)
    assert match.game.winners(match.state) == ("Ana",)
    assert str(decisive(match, match.game.view(match.state).chapters)) == "equal coins: hold 3 of voyage 3 decides"
