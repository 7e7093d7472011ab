"""All aboard!: a look at the boats, its story in words, and corrections."""

from typing import Any

import pytest

from companion.game import edition
from companion.game.match import Match
from companion.game.record import Line
from companion.games.allaboard.game import GAME
from companion.games.allaboard.sighting import labels, owner_of, propose
from companion.games.allaboard.state import State
from vision.observation import GridSeen, Reading, Unseen

HEADER = {"record": 1, "game": "allaboard", "players": ["Ana", "Rui"], **edition.shipped("allaboard").header}
BOATS = {
    "boat 1": ("boat 12", "boat 16"),
    "aboard 1": ("purple mouse", "red elephant", "red octopus"),
    "boat 2": ("boat 16", "empty"),
    "aboard 2": ("purple monkey", "purple lion", "red zebra"),
}


def state(**notes: Any) -> State:
    found: State = Match.begin(Line(1, {**HEADER, **notes})).state
    return found


def seen(unsure: str = "", **changed: tuple[str, ...]) -> dict[str, Any]:
    """Return the zones as seen; `changed` zones are named with an underline."""
    boats = BOATS | {zone.replace("_", " "): cells for zone, cells in changed.items()}
    return {
        zone: GridSeen(
            (tuple(Reading(c, 0.9, sure=c != unsure, ranking=((c, 0.9), ("red bear", 0.1))) for c in cells),)
        )
        for zone, cells in boats.items()
    }


def test_the_boats_are_read_from_left_to_right_with_their_replacement() -> None:
    found = propose(state(), seen())
    assert found.event == {
        "do": "sail",
        "boats": [
            {
                "capacity": 12,
                "aboard": [["Ana", "mouse"], ["Rui", "elephant"], ["Rui", "octopus"]],
                "replacement": 16,
            },
            {"capacity": 16, "aboard": [["Ana", "monkey"], ["Ana", "lion"], ["Rui", "zebra"]]},
        ],
    }


def test_an_empty_place_for_a_replacement_is_asked_about_only_where_a_boat_is_swapped() -> None:
    found = propose(state(), seen(unsure="empty"))
    assert found.event is not None
    assert found.doubts == ()
    swapped = propose(state(), seen(unsure="empty", boat_1=("boat 12", "empty")))
    assert swapped.event is None
    assert [(doubt.zone, doubt.cell) for doubt in swapped.doubts] == [("boat 1", 1)]  # the other is not swapped
    other = propose(state(), seen(unsure="empty", aboard_2=("purple monkey", "purple lion", "empty")))
    assert [(doubt.zone, doubt.cell) for doubt in other.doubts] == [("aboard 2", 2)]


def test_colours_are_noted_on_the_header_else_by_seating_order() -> None:
    assert dict(state().colours) == {"Ana": "purple", "Rui": "red"}
    assert dict(state(colours={"Rui": "green", "Ana": "blue"}).colours) == {"Ana": "blue", "Rui": "green"}
    for nonsense in (7, {"Ana": "blue"}, {"Ana": "blue", "Rui": "blue"}):
        assert dict(state(colours=nonsense).colours) == {"Ana": "purple", "Rui": "red"}
    assert owner_of(state(colours={"Rui": "light green", "Ana": "blue"}), "light green bear") == ["Rui", "bear"]
    assert "purple mouse" in labels(state())
    assert "yellow mouse" not in labels(state())


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"boat_1": ("boat 12", "empty")}, "replacement"),
        ({"boat_1": ("red mouse", "empty")}, "red mouse"),
        ({"boat_2": ("empty", "empty")}, "empty"),
        ({"aboard_1": ("purple mouse", "red elephant", "empty")}, "2 animals"),
        ({"aboard_1": ("purple mouse", "red elephant", "yellow fox")}, "yellow fox"),
        ({"aboard_1": ("purple mouse", "red elephant", "boat 12")}, "boat 12"),
        ({"aboard_1": ("purple mouse", "purple mouse", "red octopus")}, "mouse is there 2 times"),
        ({"aboard_1": ("purple mouse", "purple bear", "red octopus")}, "everybody places 3"),
    ],
)
def test_what_cannot_sail_is_said(changed: dict[str, tuple[str, ...]], says: str) -> None:
    found = propose(state(), seen(**changed))
    assert found.event is None
    assert says in str(found.wrong)


def test_a_boat_swapped_for_one_left_from_the_round_before_is_told() -> None:
    first = propose(state(), seen()).event
    assert first is not None
    later = Match.begin(Line(1, HEADER)).play(Line(2, dict(first))).state
    cards = {
        "aboard_1": ("red mouse", "purple elephant", "red fox"),
        "aboard_2": ("purple bear", "purple fox", "red bear"),
    }
    assert [str(each) for each in propose(later, seen(**cards)).remarks] == [
        "boat 1 is swapped for one for 16, as lay beside it a round ago: if that is wrong, undo the score, draw "
        "another, then ok"
    ]
    assert propose(later, seen(**cards, boat_1=("boat 12", "boat 20"))).remarks == ()
    unswapped = {
        "aboard_1": ("red mouse", "purple bear", "red fox"),
        "aboard_2": ("purple elephant", "purple fox", "red bear"),
    }
    assert propose(later, seen(**unswapped)).event is not None
    assert propose(later, seen(**unswapped)).remarks == ()


def test_a_doubtful_card_is_asked_about_with_its_place() -> None:
    found = propose(state(), seen(unsure="red zebra"))
    assert found.event is None
    assert [(d.zone, d.cell, str(d.where), d.likeliest) for d in found.doubts] == [
        ("aboard 2", 2, "boat 2, animal 3", ("red zebra", "red bear"))
    ]


def test_a_boat_that_was_not_seen_is_waited_for() -> None:
    look = seen()
    del look["aboard 2"]
    assert propose(state(), look).event is None
    assert propose(state(), {**seen(), "boat 1": Unseen("dark")}).event is None  # type: ignore[dict-item]


def test_the_story_tells_boat_by_boat_and_says_that_scores_are_provisional() -> None:
    event = propose(state(), seen()).event
    assert event is not None
    played = Match.begin(Line(1, HEADER)).play(Line(2, dict(event)))
    view = GAME.view(played.state)
    assert "provisional" in str(view.notes[1])
    (chapter,) = view.chapters
    one, two = ([str(line) for line in block.lines] for block in chapter.blocks)
    assert one == [
        "Aboard: Ana's mouse, Rui's elephant, Rui's octopus",
        "Ana's mouse frightens Rui's elephant: a boat for 16 takes the place of the one for 12",
        "15 on a boat for 16: it sails",
        "Rui's octopus would rather swim: discarded",
        "Saved: Ana's mouse, Rui's elephant",
    ]
    assert two[1:3] == [
        "Ana's monkey throws Rui's zebra out: discarded, as this is the last boat",
        "Ana's lion eats Ana's monkey",
    ]
    totals = {result.seat: result.total for result in chapter.results}
    assert totals == {place.player: place.score for place in played.standings}


def answered(look: dict[str, Any], zone: str, cell: int, label: str) -> dict[str, Any]:
    """Return a look of which people said what lies in a cell."""
    cells = list(look[zone].readings)
    cells[cell] = Reading(label, 1.0, True, cells[cell].ranking)
    return {**look, zone: GridSeen((tuple(cells),))}


def test_a_card_that_cannot_be_there_is_asked_about_though_it_was_read_for_sure() -> None:
    twice = seen(aboard_1=("purple lion", "red elephant", "red octopus"), boat_1=("boat 12", "empty"))
    found = propose(state(), twice)
    assert found.event is None
    assert [(doubt.zone, doubt.cell, doubt.likeliest[0]) for doubt in found.doubts] == [
        ("aboard 1", 0, "purple lion"),
        ("aboard 2", 1, "purple lion"),
    ]
    assert "purple mouse" in found.doubts[0].likeliest
    assert not any(label.startswith("red") for label in found.doubts[0].likeliest)  # three of red are aboard
    assert propose(state(), answered(twice, "aboard 1", 0, "purple fox")).event is not None
    insisted = answered(answered(twice, "aboard 1", 0, "purple lion"), "aboard 2", 1, "purple lion")
    assert propose(state(), insisted).doubts == ()
    assert "lion is there 2 times" in str(propose(state(), insisted).wrong)


def test_of_whose_cards_there_are_too_many_that_is_asked_about_which_may_be_another_s() -> None:
    found = propose(state(), seen(aboard_2=("red monkey", "purple lion", "red zebra")))
    assert [(doubt.zone, doubt.cell) for doubt in found.doubts] == [
        ("aboard 1", 1),
        ("aboard 1", 2),
        ("aboard 2", 0),
        ("aboard 2", 2),
    ]
    assert found.doubts[2].likeliest[:2] == ("red monkey", "purple monkey")


def test_a_card_that_has_sailed_is_asked_about_and_a_round_that_lies_there_still_is_not() -> None:
    first = propose(state(), seen()).event
    assert first is not None
    later = Match.begin(Line(1, HEADER)).play(Line(2, dict(first))).state
    cards = {"aboard_1": ("red mouse", "purple bear", "red fox"), "aboard_2": ("purple fox", "purple lion", "red bear")}
    found = propose(later, seen(**cards))
    assert [(doubt.zone, doubt.cell) for doubt in found.doubts] == [("aboard 2", 1)]
    assert "purple mouse" not in found.doubts[0].likeliest  # it has sailed, too
    assert propose(later, seen()).doubts == ()
    assert "has sailed in an earlier round" in str(propose(later, seen()).wrong)
    told = propose(later, answered(seen(**cards), "aboard 2", 1, "purple lion"))
    assert (told.doubts, str(told.wrong)) == (
        (),
        "Ana's lion was read in round 1, too: if that was wrong, correct it there",
    )
