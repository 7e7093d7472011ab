"""What every game promises whose turns the camera reads: whatever was misread in one can be corrected."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from support.people_at_table import People, reading, still

from companion.game import mat_layouts, registry
from companion.game.match import Match
from companion.game.record import Line
from companion.practice.people import Ask, Press
from companion.simulation import simulated_table
from companion.table.evening import Equipment
from companion.table.evidence.placement import boxes
from companion.table.requests import Correct, NewGame
from companion.table.signals import ZoneLook
from vision.layout import Grid, Layout, Zone
from vision.observation import GridSeen, Piece, PiecesSeen, ZoneSeen

PLAYERS = 3
LOOKS = 12
LABELS = 4  # that are tried for a piece


def read_by_camera(game: str) -> bool:
    """Whether the turns of a game are looks at a mat of its own."""
    people = People(table=Equipment(pods=0, camera=True))
    people.ask(NewGame(game, list(simulated_table.NAMES[:PLAYERS])))
    people.store.close()  # no test has begun that would
    assert people.session.evening is not None
    return bool(people.session.evening.turn) and bool(mat_layouts.candidates(game, PLAYERS))


GAMES = [game for game in registry.names() if read_by_camera(game)]


def seen(zone: Zone, labels: tuple[str, ...]) -> ZoneSeen:
    if isinstance(zone, Grid):
        cells = [reading(label) for label in (*labels, *("empty",) * (zone.rows * zone.cols - len(labels)))]
        return GridSeen(tuple(tuple(cells[row : row + zone.cols]) for row in range(0, len(cells), zone.cols)))
    x_mm, y_mm, _, _ = zone.rect_mm
    step_mm = zone.piece_mm[0] + 1
    at = [(x_mm + step_mm * (0.5 + k % 7), y_mm + step_mm * (0.5 + k // 7)) for k in range(len(labels))]
    return PiecesSeen(tuple(Piece(reading(label), where, 0.0) for label, where in zip(labels, at, strict=True)))


def looks(layout: Layout, lying: dict[str, tuple[str, ...]], since_s: float) -> dict[str, ZoneLook]:
    found = {}
    for zone in layout.zones:
        labels = lying.get(zone.name, ())
        look = still(None, since_s, picture=f"{zone.name}: {labels}".encode())
        now = seen(zone, labels)
        found[zone.name] = replace(look, seen=now, boxes=boxes(zone, now))
    return found


def turns(game: str, seed: int) -> Iterator[People]:
    """Let simulated people play, what lies there read as it is; yield the table after each look that made events."""
    dice = Random(seed)
    people = People(table=Equipment(pods=PLAYERS, camera=True))
    people.ask(NewGame(game, list(simulated_table.NAMES[:PLAYERS])))
    seats = people.match.seats
    layout = mat_layouts.layout_for(game, len(seats))
    players = simulated_table.pretending(game).sit_down(seats, PLAYERS, dice, True)
    lying: dict[str, tuple[str, ...]] = {}
    for _ in range(4 * LOOKS):
        for deed in players.act(people.snapshot, dice):
            match deed:
                case Press(pod, key, times):
                    for _ in range(times):
                        people.press(pod, key)
                case Ask(_, request):
                    people.ask(request)
        for truth in players.truths()[len(people.match.lines) - 1 :][:1]:
            lying |= truth.cells
        shown = len(people.snapshot.looks)
        people.look(looks(layout, lying, people.now_s))
        if len(people.snapshot.looks) > shown:
            yield people


def events(people: People) -> list[dict[str, Any]]:
    return [{key: value for key, value in line.items() if key != "seen"} for line in people.match.lines]


@pytest.mark.parametrize("game", GAMES)
def test_what_was_misread_in_a_turn_can_be_corrected_and_put_right_again(game: str) -> None:
    dice, changed, refused = Random(game), 0, 0
    for _, people in zip(range(LOOKS), turns(game, 7), strict=False):
        before, look = events(people), people.snapshot.looks[-1]
        assert look.zones
        labels = people.match.game.labels(people.match.states[look.line - 1])
        for zone in look.zones:
            for cell, piece in enumerate(zone.pieces):
                for label in dice.sample(labels, LABELS):
                    reply = people.ask(Correct(look.line, zone.name, cell, label, confirm=True))
                    if not reply.ok:
                        assert str(reply.text).strip()
                        assert events(people) == before
                        refused += 1
                        continue
                    whole = Match.replay(Line(n, line) for n, line in enumerate(people.match.lines, 1))
                    assert whole.state == people.match.state
                    assert people.store.game("game-1").lines == people.match.lines[1:]
                    named = [line["seen"] for line in people.match.lines[1:] if zone.name in line.get("seen", {})]
                    assert any(piece.label in read[zone.name] for read in named)
                    changed += events(people) != before
                    assert people.ask(Correct(look.line, zone.name, cell, piece.label, confirm=True)).ok
                    assert events(people) == before
    assert changed > LOOKS
    assert refused


def test_the_games_that_are_read_in_turns_are_known() -> None:
    assert GAMES == ["alcatraz", "allaboard", "stingy"]
