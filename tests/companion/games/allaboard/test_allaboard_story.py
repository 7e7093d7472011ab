"""All aboard!: the rulebook's round told boat by boat."""

from typing import Any

from support.replayed import replayed

from companion.game import edition
from companion.game.match import Match
from companion.game.record import Line
from companion.games.allaboard.game import GAME

HEADER = {
    "record": 1,
    "game": "allaboard",
    "players": ["Purple", "Red", "Yellow", "Blue"],
    **edition.shipped("allaboard").header,
}


def boat(capacity: int, *aboard: str, **more: Any) -> dict[str, Any]:
    return {"capacity": capacity, "aboard": [card.split() for card in aboard], **more}


BOATS = [
    boat(12, "Red mouse", "Purple elephant", "Blue octopus", replacement=16),
    boat(16, "Red monkey", "Yellow lion", "Blue zebra"),
    boat(16, "Purple giraffe", "Yellow giraffe", "Red fox"),
    boat(20, "Purple bear", "Yellow monkey", "Blue lion"),
]


def told(*boats: dict[str, Any]) -> list[list[str]]:
    lines = enumerate((HEADER, {"do": "sail", "boats": list(boats)}), 1)
    chapter = GAME.view(Match.replay(Line(at, line) for at, line in lines).state).chapters[0]
    return [[str(line) for line in block.lines] for block in chapter.blocks]


def test_the_rulebook_s_round_is_told_boat_by_boat() -> None:
    assert told(*BOATS) == [
        [
            "Aboard: Red's mouse, Purple's elephant, Blue's octopus",
            "Red's mouse frightens Purple's elephant: a boat for 16 takes the place of the one for 12",
            "15 on a boat for 16: it sails",
            "Blue's octopus would rather swim: discarded",
            "Saved: Red's mouse, Purple's elephant",
        ],
        [
            "Aboard: Red's monkey, Yellow's lion, Blue's zebra",
            "Red's monkey throws Blue's zebra into the next boat",
            "Yellow's lion eats Red's monkey",
            "9 on a boat for 16: it sails",
            "Saved: Yellow's lion",
        ],
        [
            "Aboard: Purple's giraffe, Yellow's giraffe, Red's fox, Blue's zebra",
            "In love, a cupid each: Purple's giraffe, Yellow's giraffe",
            "25 on a boat for 16: it sinks",
            "Red's fox jumps into the next boat",
        ],
        [
            "Aboard: Purple's bear, Yellow's monkey, Blue's lion, Red's fox",
            "Yellow's monkey throws Blue's lion out: discarded, as this is the last boat",
            "16 on a boat for 20: it sails",
            "Saved: Purple's bear, Yellow's monkey, Red's fox",
        ],
    ]


def test_a_missing_boat_is_asked_for_in_words() -> None:
    judged = replayed(HEADER, {"do": "sail", "boats": [{**BOATS[0], "replacement": 16}, *BOATS[1:]]})
    assert judged.status == 0
    first = {key: value for key, value in BOATS[0].items() if key != "replacement"}
    judged = replayed(HEADER, {"do": "sail", "boats": [first, *BOATS[1:]]})
    assert judged.error == (
        "boat 1: Red's mouse frightens Purple's elephant; leave this boat, and lay the one drawn for it beside it "
        "(its “replacement”)"
    )


def test_a_fight_names_who_fights() -> None:
    story = told(
        boat(12, "Red bear", "Purple bear", "Blue bear"),
        boat(20, "Red sloth", "Red moose", "Purple sloth"),
        boat(20, "Purple moose", "Blue sloth", "Blue moose"),
        boat(20, "Yellow sloth", "Yellow moose", "Yellow bear"),
    )[0]
    assert story[1:] == [
        "Three or more of a kind fight: Red's bear, Purple's bear, Blue's bear",
        "30 on a boat for 12: it sinks, as they fight",
    ]
