"""What goes on by itself: bids are turned up, parts of a step follow each other, a look tells what it tells."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
from support.people_at_table import BARE, LADEN, People

from companion.game import Asked, Phase, Proposal
from companion.language.message import say
from companion.session import progress
from companion.table.evening import Equipment
from companion.table.signals import Key


@pytest.fixture
def people() -> People:
    table = People()
    table.begin("Ana", "Rui", "Mia")
    table.press(0, Key.OK)
    return table


def evening(people: People):  # type: ignore[no-untyped-def]
    assert people.session.evening is not None
    return people.session.evening


def test_one_part_of_a_step_follows_the_other(people: People) -> None:
    people.play_turn((7, 5, 3), BARE)
    people.play_turn((6, 4, 2), BARE)
    people.reveal((8, 9, 10))
    assert evening(people).awaited.phases == (Phase.TAKE, Phase.LOOK)
    assert (evening(people).passed, evening(people).phase) == (0, Phase.TAKE)
    people.see_docks(None)
    assert (evening(people).passed, evening(people).phase) == (1, Phase.LOOK)
    people.see_docks(LADEN)
    assert (evening(people).passed, evening(people).phase) == (0, Phase.CHANCE)


def test_what_was_seen_as_a_turn_began_is_kept_with_the_bids_and_once(people: People) -> None:
    assert evening(people).before == ()
    people.play_turn((7, 5, 3), BARE)
    assert len(evening(people).before) == 1
    people.play_turn((6, 4, 2), BARE)
    assert len(evening(people).before) == 2
    assert evening(people).before[1]["Ana"] == BARE


def test_who_bids_again_begins_no_other_turn() -> None:
    six = People(table=Equipment(pods=6, camera=True))
    six.begin("Ana", "Rui", "Mia", "Teo", "Eva", "Ivo")
    six.press(0, Key.OK)
    six.reveal((5,) * 6)
    assert evening(six).awaited.bids.again
    assert len(evening(six).before) == 1
    six.reveal((1, 2, 3, 4, 6, 7))
    assert evening(six).phase is Phase.TAKE
    assert len(evening(six).before) == 1


@pytest.mark.parametrize("event", [{"do": "nonsense"}, {"do": "bid", "cards": {"Ana": 99}}])
def test_bids_that_the_rules_refuse_are_told_and_nothing_is_played(
    people: People, event: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(people.match.game), "bid", lambda *_: event)
    lines = people.match.lines
    people.reveal((7, 5, 3))
    assert people.match.lines == lines
    assert people.snapshot.notices


def test_chance_draws_as_many_as_are_bid_and_none_twice() -> None:
    hand = tuple(range(10))
    for seed in range(20):
        (one,) = progress._drawn(Random(seed), hand, 1)
        assert one == Random(seed).choice(hand)  # as it was drawn by earlier releases
        two = progress._drawn(Random(seed), hand, 2)
        assert len({*two} & {*hand}) == 2


def test_nobody_who_plays_nothing_goes_on() -> None:
    people = People()
    table = people.session._table
    assert progress.advance(table, 1.0) is table


def test_a_look_of_which_nothing_can_be_told_says_why_once_however_often_it_is_taken(people: People) -> None:
    table, why = people.session._table, say("two crates can't lie there")
    assert progress._dismissed(table, None) is table
    told = progress._dismissed(table, why)
    assert [notice.text for notice in told.notices] == [why]
    assert progress._dismissed(told, why) is told


def test_a_look_that_somebody_asked_for_is_over_with_what_was_answered_about_it(people: People) -> None:
    lines = len(people.match.lines)
    lessons = tuple(SimpleNamespace(line=line) for line in (lines - 1, lines, lines + 1))
    asked = replace(evening(people), asked=Asked("Ana"), answers={("dock 1", 0): "gold 2"}, lessons=lessons)
    table = people.session._table.with_evening(asked)
    for why in (None, say("that can't be")):
        after = progress._dismissed(table, why)
        assert (after.playing.asked, after.playing.answers, after.playing.lessons) == (None, {}, lessons[:1])
        assert [notice.text for notice in after.notices] == ([why] if why else [])


def test_what_a_look_tells_and_the_rules_refuse_is_told_in_their_words(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.play_turn((7, 5, 3), BARE)
    people.play_turn((6, 4, 2), BARE)
    lines = people.match.lines
    monkeypatch.setattr(type(people.match.game), "propose", lambda *_: Proposal({"do": "bids", "cards": {"Ana": 99}}))
    people.play_turn((8, 9, 10), LADEN)
    people.see_docks(LADEN)
    assert people.match.lines[: len(lines)] == lines
    assert len(people.match.lines) == len(lines) + 1  # the bids
    assert len(people.snapshot.notices) == 1
