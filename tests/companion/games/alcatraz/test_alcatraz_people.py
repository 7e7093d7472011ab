"""Simulated players: a card laid over another makes a claim add up, and they say so on the page."""

import random

from companion.game.match import Match
from companion.game.record import Line
from companion.games.alcatraz.pieces import Overlay, Shown
from companion.games.alcatraz.practice import people as pretend
from companion.games.alcatraz.practice.people import Run
from companion.language.message import say
from companion.practice.people import Ask
from companion.table.requests import Enter
from companion.table.snapshot import Lamp, SeatShown, Snapshot, Step

SEATS = ("Ana", "Rui")


def test_what_is_laid_over_a_card_counts():
    run = Run(0, (Shown(5), Shown(7)), 11)
    assert not run.met
    assert run.with_over(1, Overlay.LESS).met
    assert run.with_over(1, Overlay.LESS).numbers == (5, 7)


def test_whoever_comes_where_all_rows_were_emptied_by_hand_has_cards():
    marks = [say("{left} cards", left=0) for _ in SEATS]
    seats = tuple(
        SeatShown(seat, say(seat), 1, "red", "disc", False, "", False, Lamp.OFF, None, mark, 0, 1, None)
        for seat, mark in zip(SEATS, marks, strict=True)
    )
    people = pretend.sit_down(SEATS, 2, random.Random(4), brisk=True)
    assert people.act(Snapshot(1, Step.TURN, say("go on"), seats=seats, events=0), random.Random(4))


def test_a_claim_with_a_card_laid_over_is_announced_on_the_page_and_met(monkeypatch):
    monkeypatch.setattr(pretend, "TAKEN", 0.0)
    monkeypatch.setattr(pretend, "MISSED", 0.0)
    monkeypatch.setattr(pretend, "COVERED", 1.0)
    ana = SeatShown("Ana", say("Ana"), 1, "red", "disc", False, "", False, Lamp.OFF, None, None, 0, 1, None)
    waiting = Snapshot(1, Step.TURN, say("go on"), seats=(ana,))
    people = pretend.sit_down(SEATS, 2, random.Random(4), brisk=True)
    deeds = people.act(waiting, random.Random(4))
    (truth,) = people.truths()[:1]
    asked = next(deed for deed in deeds if isinstance(deed, Ask))
    assert isinstance(asked.request, Enter)
    assert asked.request.event["do"] == "look"
    assert truth.covered == {"claim": 1}
    header = {"record": 1, "game": "alcatraz", "players": list(SEATS)}
    played = Match.replay(iter([Line(1, header), Line(2, dict(truth.event))]))
    assert played.answers[-1]["met"] is True
