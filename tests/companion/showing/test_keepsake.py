"""The keepsake: what people are remembered for, and whose photo is shown."""

from pathlib import Path

import pytest
from support.gold_alone import gold_alone
from support.playthroughs import playthroughs

from companion.game import record
from companion.game.match import Match
from companion.games.shipshape.pieces import CAPN
from companion.showing.keepsake import badges, photos
from companion.table.evening import Equipment, Evening
from companion.table.evidence.kept_look import KeptLook, KeptZone

PLAYED = playthroughs()


def played(file: Path) -> Match:
    return Match.replay(record.lines(file.read_bytes()))


@pytest.mark.parametrize("file", PLAYED[::4], ids=lambda file: file.stem)
def test_badges_are_earned(file: Path) -> None:
    match = played(file)
    chapters = match.game.view(match.state).chapters
    winners = match.game.winners(match.state)
    for seat, text in badges(match, chapters):
        if "chapter" in text.values:
            earned = {
                result.seat: result.earned
                for one in chapters
                for result in one.results
                if one.title == text.values["chapter"]
            }
            assert earned[seat] == text.values["points"] == max(earned.values())
            continue
        assert (seat,) == tuple(winners)
        if "points" in text.values:
            scores = sorted(place.score for place in match.standings if place.player not in match.game.cannot_win)
            assert scores[-1] - scores[-2] == text.values["points"] > 0


def told(*earned: list[int]) -> list[tuple[str, str]]:
    """The badges of two players and the Cap'n, who earned that, voyage by voyage."""
    match = gold_alone(("Ana", "Rui"), dict(zip(("Ana", "Rui", CAPN), earned, strict=True)))
    return [(seat, str(text)) for seat, text in badges(match, match.game.view(match.state).chapters)]


def test_the_cap_n_is_beaten_and_wins_as_everybody() -> None:
    by_far = told([9, 9, 8], [9, 9, 9], [0, 40, 20])
    assert by_far == [(CAPN, "Most at once: 40 (Voyage 2)")]
    assert told([0, 12, 8], [9, 0, 0], [9, 9, 1]) == [
        ("Ana", "By a nose: 1 ahead"),
        ("Ana", "Most at once: 12 (Voyage 2)"),
    ]


def test_who_shared_the_lead_has_not_led_from_the_first_to_the_last() -> None:
    led = ("Ana", "Led from the first to the last")
    assert told([9, 9, 9], [8, 0, 0], [0, 0, 0])[0] == led
    assert led not in told([9, 9, 9], [9, 0, 0], [0, 0, 0])
    assert led not in told([9, 0, 9], [0, 9, 0], [0, 0, 0])


def test_many_games_have_a_badge_and_none_has_many() -> None:
    found = [badges(match, match.game.view(match.state).chapters) for match in map(played, PLAYED[::2])]
    assert sum(map(bool, found)) > len(found) // 2
    assert max(map(len, found)) <= 2


def test_where_one_zone_is_everybodys_only_ones_own_event_counts() -> None:
    match = played(next(file for file in PLAYED if file.stem == "alcatraz-3-zero_padding_off"))
    claims = {line: match.game.whose(match.lines[line]) for line in range(1, len(match.lines))}
    looks = {
        line: KeptLook(line, zones={match.game.zone(match.state, "", False): KeptZone((), 0, line)}) for line in claims
    }
    evening = Evening("game-1", "seed", match, Equipment(), looks=looks)
    for seat in match.seats:
        lines = [one.line for one in photos(evening, seat)]
        assert lines == sorted((line for line, whose in claims.items() if whose == seat), reverse=True)


def test_a_hold_fills_up_with_the_squares_in_which_something_lies() -> None:
    match = played(next(file for file in PLAYED if file.stem == "shipshape-4-capn_off"))
    evening = Evening("game-1", "seed", match, Equipment())
    for seat in match.seats:
        for one in photos(evening, seat):
            labels = match.game.cells(match.lines[one.line])[seat]
            laid = [at for at, label in enumerate(labels) if label != "empty"]
            assert [(round(3 * top), round(3 * left)) for left, top, _, _ in one.boxes] == [
                divmod(at, 3) for at in laid
            ]
    assert {one.line for one in photos(evening, match.seats[0])} == {*match.chapter_lines}


def test_pieces_that_lie_free_are_shown_as_they_are() -> None:
    match = played(next(file for file in PLAYED if file.stem == "alcatraz-3-zero_padding_off"))
    looks = {1: KeptLook(1, zones={match.game.zone(match.state, "", False): KeptZone((), 0, 1)})}
    evening = Evening("game-1", "seed", match, Equipment(), looks=looks)
    found = [one for seat in match.seats for one in photos(evening, seat)]
    assert [(one.line, one.boxes) for one in found] == [(1, ())]
