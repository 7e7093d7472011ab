"""ShipShape's leading lines and notes, from the set-up to the ruling that is explained once."""

from typing import Any

from companion.game import Phase
from companion.game.match import Match
from companion.game.record import Line

THREE = ("Ana", "Rui", "Mia")
EMPTY = ["empty"] * 9


def played(*events: dict[str, Any], players: tuple[str, ...] = THREE) -> Match:
    header = {"record": 1, "game": "shipshape", "players": list(players)}
    return Match.replay(Line(number, value) for number, value in enumerate((header, *events), 1))


def holds(voyage: int) -> dict[str, Any]:
    return {"do": "holds", "voyage": voyage, "numbers": dict(zip(THREE, (3, 1, 5), strict=True))}


def bids(*cards: int) -> dict[str, Any]:
    return {"do": "bids", "cards": dict(zip(THREE, cards, strict=True))}


READ = {"do": "read", "cells": dict.fromkeys(THREE, EMPTY)}
NINE_TURNS = (
    *(holds(1), bids(10, 9, 8), bids(9, 8, 7), bids(8, 7, 6), READ),
    *(holds(2), bids(7, 6, 5), bids(6, 5, 4), bids(5, 4, 3), READ),
    *(holds(3), bids(4, 3, 2), bids(3, 2, 1), bids(2, 1, 10)),
)


def notes(match: Match) -> list[str]:
    return [str(note) for note in match.game.view(match.state).notes]


def line(match: Match, *waiting: str) -> str:
    return str(match.game.lead(match.state, match.game.awaits(match.state).phases[-1], waiting, shared=False))


def test_who_takes_the_discards_back_is_said_and_the_ruling_explained_the_first_time() -> None:
    before, reveal = played(*NINE_TURNS[:-1]), played(*NINE_TURNS)
    assert notes(before) == []
    back, ruling = notes(reveal)
    assert back == "Ana, Rui, Mia: one card left, so all your discards come back into your hand"
    assert ruling.startswith("Our ruling: ")


def test_the_ruling_is_explained_once() -> None:
    """Ana and Rui tie twice in every turn: two cards a turn, so their hands run out in voyage 2 and in voyage 3."""
    voyages: list[dict[str, Any]] = []
    said = []
    for turn in range(9):
        voyages += [holds(turn // 3 + 1)] if turn % 3 == 0 else []
        hand = played(*voyages).state.crews
        one, two = sorted(hand["Ana"].hand & hand["Rui"].hand)[:2]
        voyages += [bids(one, one, max(hand["Mia"].hand - {one, two}))]
        said.append(notes(played(*voyages)))
        voyages += [{"do": "bids", "cards": {"Ana": two, "Rui": two}}]
        said.append(notes(played(*voyages)))
        voyages += [READ] if turn % 3 == 2 and turn < 8 else []
    told = [text for texts in said for text in texts]
    assert sum("one card left" in text for text in told) >= 2
    assert sum("Our ruling" in text for text in told) == 1


def test_nothing_is_left_to_be_said_when_the_game_is_over() -> None:
    assert notes(played(*NINE_TURNS, READ)) == []


def test_a_dock_that_is_not_done_is_named() -> None:
    match = played(*NINE_TURNS)
    assert match.game.awaits(match.state).phases == (Phase.TAKE, Phase.LOOK)
    assert line(match, "Rui") == "Voyage 3 ends: waiting for Rui's crate"
    assert line(match, "Rui", "Mia") == "Voyage 3 ends: waiting for the crates of Rui, Mia"


def test_who_is_tied_and_has_not_chosen_yet_is_named() -> None:
    match = played(holds(1), bids(7, 7, 3))
    assert line(match, "Ana", "Rui") == "Tie: Ana, Rui choose another crew card"
    assert line(match, "Rui") == "Tie: Rui chooses another crew card"


def test_new_holds_are_told_until_the_first_cards_are_up() -> None:
    match = played(holds(1))
    assert match.game.awaits(match.state).phases == (Phase.BIDS,)
    assert match.game.view(match.state).dealt
    assert not match.game.view(played(holds(1), bids(7, 5, 3)).state).dealt


def test_a_rat_takes_coins_but_a_rat_of_nothing() -> None:
    cells = {"do": "read", "cells": {**READ["cells"], "Ana": ["rat 3", "rat 0", "gold 2", *EMPTY[3:]]}}
    match = played(*NINE_TURNS[:4], cells)
    (voyage,) = match.game.view(match.state).chapters
    assert [cell.text for cell in voyage.blocks[0].cells[:3]] == ["−3", "0", "2"]
