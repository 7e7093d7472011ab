"""The scoring moment of every game: what an event scored is told at once, and adds up to the standings."""

from pathlib import Path

import pytest
from support.playthroughs import playthroughs

from companion.game import Chapter, record
from companion.game.match import Match
from companion.game.record import Line
from companion.showing import moments

PLAYED = playthroughs("*-4-*")


def played(file: Path) -> Match:
    return Match.replay(record.lines(file.read_bytes()))


def told(match: Match) -> dict[int, Chapter]:
    """Return the moments that an event had, by its line, as a screen is handed them."""
    found = {}
    for number in range(1, len(match.lines)):
        then = match.until(number + 1)
        view = match.game.view(then.state)
        lines = (line for line, _ in enumerate(then.lines) if line in then.chapter_lines)
        chapters = [
            Chapter(one.title, one.results, one.blocks, line) for one, line in zip(view.chapters, lines, strict=True)
        ]
        moment = moments.newest(then, chapters)
        if moment is not None and moment.line == number:
            found[number] = moment
    return found


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_a_moment_adds_up_to_how_people_stand(file: Path) -> None:
    match = played(file)
    shown = told(match)
    assert shown
    for line, moment in shown.items():
        scores = {place.player: place.score for place in match.until(line + 1).standings}
        assert {result.seat: result.total for result in moment.results} == scores
        assert any(result.parts for result in moment.results)
        assert all(sum(part.value for part in one.parts) == one.earned for one in moment.results)
        assert {block.seat for block in moment.blocks if block.seat} <= {*scores}


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_every_point_was_told_in_its_moment(file: Path) -> None:
    match = played(file)
    if match.game.name == "stingy":
        return  # its loot is told once more, whole, at the end
    gained = dict.fromkeys(match.seats, 0)
    chapters = match.chapter_lines
    for line, moment in told(match).items():
        for result in moment.results:
            if match.game.name != "alcatraz" or line not in chapters:  # a round sums up what its claims had scored
                gained[result.seat] += result.earned
    assert gained == {place.player: place.score for place in match.standings}


def first(match: Match, line: int) -> list[str]:
    return [place.player for place in match.game.standings(match.states[line]) if place.rank == 1]


def test_who_leads_is_told_with_the_chapter_since_which_nobody_else_did() -> None:
    told = []
    for match in map(played, PLAYED):
        for end in range(2, len(match.lines)):
            then = match.until(end)
            chapters = then.game.view(then.state).chapters
            line = moments.leads(then, chapters)
            leaders = first(then, end - 1)
            alone = [all(first(then, number) == leaders for number in range(line, end)) for line in then.chapter_lines]
            if len(leaders) > 1 or True not in alone:
                assert line is None
                continue
            assert line is not None
            since = [chapter.title for chapter in chapters].index(line.values["since"])
            assert (since, [str(line.values["who"])]) == (alone.index(True), leaders)
            told.append(since)
    assert {0, 1} <= {*told}


def test_who_was_overtaken_within_a_round_does_not_lead_since_the_one_before() -> None:
    lines = (
        {"record": 1, "game": "alcatraz", "players": ["Ana", "Rui"]},
        {"do": "claim", "player": "Ana", "objective": 12, "cards": [-3, 14, 1]},
        {"do": "end_round"},
        {"do": "claim", "player": "Rui", "objective": 12, "cards": [1, 2, 9]},
        {"do": "claim", "player": "Rui", "objective": 6, "cards": [1, 5]},
        {"do": "claim", "player": "Ana", "objective": 12, "cards": [1, 2, 9]},
    )
    match = Match.replay(Line(number, dict(line)) for number, line in enumerate(lines, 1))
    chapters = match.game.view(match.state).chapters
    assert first(match, 2) == first(match, 5) == ["Ana"]
    assert str(moments.leads(match.until(3), chapters)) == "Ana leads since: Round 1"
    assert moments.leads(match, chapters) is None


def test_a_group_that_is_completed_shows_its_tiles() -> None:
    match = played(next(file for file in PLAYED if file.stem.startswith("stingy-4-sly_off-colour_bonus_off")))
    *moments_, last = told(match).values()
    for moment in moments_:
        (block,) = [block for block in moment.blocks if block.seat][:1]
        (part,) = next(result for result in moment.results if result.seat == block.seat).parts[:1]
        assert len(block.cells) == {6: 3, 10: 4, 15: 5, 20: 6, 25: 7}[part.value]
    assert moments_
    assert match.over
    assert str(last.title) == "The loot"
