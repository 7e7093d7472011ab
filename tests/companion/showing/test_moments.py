"""The scoring moment of every game: what an event scored is told at once, and adds up to the standings."""

from pathlib import Path

import pytest
from support.playthroughs import playthroughs

from companion.game import Chapter, record
from companion.game.match import Match
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


def best(chapter: Chapter) -> list[str]:
    most = max(result.total for result in chapter.results)
    return [result.seat for result in chapter.results if result.total == most]


def test_who_leads_is_told_with_the_chapter_since_which_nobody_else_did() -> None:
    told = []
    for match in map(played, PLAYED):
        for end in range(2, len(match.lines)):
            then = match.until(end)
            chapters = then.game.view(then.state).chapters
            line = moments.leads(then, chapters)
            leaders = [place.player for place in then.standings if place.rank == 1]
            if line is None:
                assert len(leaders) > 1 or not chapters or best(chapters[-1]) != leaders
                continue
            titles = [chapter.title for chapter in chapters]
            since = titles.index(line.values["since"])
            assert all(best(chapter) == leaders == [str(line.values["who"])] for chapter in chapters[since:])
            assert since == 0 or best(chapters[since - 1]) != leaders
            told.append(since)
    assert {0, 1} <= {*told}


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
