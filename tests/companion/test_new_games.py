"""Beginning the three games from the page: options, what is only noted, and an edition that nobody confirmed."""

from typing import Any

import pytest
from people_at_table import HOST, People

from companion import games
from companion.requests import Enter, NewGame
from companion.signals import Asked
from companion.snapshot import worded


def begun(game: str, players: list[str], **options: Any) -> People:
    people = People()
    reply = people.step(Asked(HOST, NewGame(game, players, options), people.now_s))
    assert reply is not None
    assert reply.ok, reply.text
    return people


def shown(people: People) -> dict[str, Any]:
    return worded(people.published[-1].snapshot, lambda text: text)


@pytest.mark.parametrize("game", games.names())
def test_every_game_begins_and_shows_what_to_do(game: str) -> None:
    snapshot = shown(begun(game, ["Ana", "Rui", "Mia"]))
    assert snapshot["game"]["name"] == game
    assert snapshot["line"]
    assert [seat["name"] for seat in snapshot["seats"]] == ["Ana", "Rui", "Mia"]


def test_a_way_to_play_that_changes_no_score_is_noted_on_the_header_line() -> None:
    snapshot = shown(begun("alcatraz", ["Ana", "Rui"], wild=True, zero_padding=True))
    assert snapshot["game"]["options"] == {"zero_padding": True}
    assert "5 cards in a row" in snapshot["line"]


def test_scores_are_provisional_until_somebody_confirms_the_numbers() -> None:
    snapshot = shown(begun("allaboard", ["Ana", "Rui"], effects=False))
    assert snapshot["game"]["options"] == {"effects": False}
    assert any("provisional" in note for note in snapshot["notes"])


def test_a_turn_can_be_entered_by_hand_as_the_page_sends_it() -> None:
    people = begun("stingy", ["Ana", "Rui", "Mia"])
    form = shown(people)["forms"][0]
    assert (form["do"], form["seat"]) == ("take", "Ana")
    assert form["fields"][0]["shown"][0] == "red bottle"
    tiles = ["red bottle", "red bottle", "red parrot", "blue coins", "pirate flag", "green diamond"]
    reply = people.step(Asked(HOST, Enter({"do": "take", "seat": "Ana", "tiles": tiles}), people.now_s))
    assert reply is not None
    assert reply.ok, reply.text
    assert shown(people)["line"].startswith("Rui: take 6 tiles")


def test_what_may_go_back_is_shown_to_all_until_the_next_event() -> None:
    people = begun("stingy", ["Ana", "Rui", "Mia"])
    hands = {
        "Ana": ["red coins", "red coins", "purple parrot", "red bottle", "blue bottle", "pirate flag"],
        "Rui": ["red coins", "red coins", "purple parrot", "purple parrot", "red bottle", "blue coins"],
        "Mia": ["green diamond", "green diamond", "green diamond", "green parrot", "orange coins", "orange bottle"],
    }
    for seat, tiles in hands.items():
        people.step(Asked(HOST, Enter({"do": "take", "seat": seat, "tiles": tiles}), people.now_s))
    before = len(shown(people)["blocks"])
    asked = {"do": "returns", "seat": "Ana", "from": "Rui", "group": "red coins"}
    reply = people.step(Asked(HOST, Enter(asked), people.now_s))
    assert reply is not None
    assert reply.ok, reply.text
    block = shown(people)["blocks"][0]
    assert block["title"] == "Ana takes red coins (3): Rui may take back"
    assert block["lines"][0].endswith(": 3")
    assert people.step(Asked(HOST, Enter({**asked, "group": "blue bottle"}), people.now_s)) != reply
    draw = {"do": "take", "seat": "Ana", "tiles": ["blue diamond", "blue diamond"]}
    people.step(Asked(HOST, Enter(draw), people.now_s))
    assert len(shown(people)["blocks"]) == before
