"""The rules, what everybody sees of them, and what a look at the table means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from companion.game import (
    Answer,
    Asked,
    Awaited,
    Block,
    Cell,
    Doubt,
    Field,
    Form,
    Game,
    Phase,
    Proposal,
    Seats,
    Standing,
    View,
    ranked,
    refuse,
)
from companion.language.message import Message, name, say
from vision.observation import GridSeen, ZoneSeen

TILES = tuple(f"tile {number}" for number in range(1, 10))  # what the camera calls them
EMPTY = "empty"
LAID = 3
ROUNDS = 2
ALIKE = 10


class Lay(msgspec.Struct, frozen=True, tag_field="do", tag="lay"):
    """Somebody laid three tiles: the only event of this game."""

    player: str
    tiles: tuple[str, str, str]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing can be chosen."""


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules say every number."""


@dataclass(frozen=True)
class State:
    """Who sits there, and what was laid so far, in order."""

    seats: Seats
    laid: tuple[tuple[str, ...], ...] = ()

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self.seats.names[len(self.laid) % len(self.seats)]

    def of(self, seat: str) -> tuple[tuple[str, ...], ...]:
        """Return what a seat laid, round by round."""
        return self.laid[self.seats.names.index(seat) :: len(self.seats)]

    def score(self, seat: str) -> int:
        """Return what a seat has so far."""
        return sum(map(score_of, self.of(seat)))


def score_of(tiles: Sequence[str]) -> int:
    """Return what three tiles count."""
    return sum(int(tile.split()[1]) for tile in tiles) + (ALIKE if len(set(tiles)) == 1 else 0)


class ThreeTiles(Game[State]):
    """See `companion.game.contract`, which says what each of these is asked for."""

    name = "three_tiles"
    title = "Three tiles"
    players = range(2, 7)
    events = Lay
    options = Options
    edition = Edition

    def begin(self, players: tuple[str, ...], options: Any, edition: Any) -> State:
        return State(Seats(players))

    def apply(self, state: State, event: Lay) -> tuple[State, Answer]:
        seat = state.seats.find(event.player)
        if self.over(state) or seat != state.turn:
            raise refuse("{seat} lays, but it is not {seat}'s turn", seat=seat)
        strange = next((tile for tile in event.tiles if tile not in TILES), None)
        if strange is not None:
            raise refuse("“{tile}” is no tile", tile=strange)
        after = replace(state, laid=(*state.laid, event.tiles))
        return after, {"earned": score_of(event.tiles), "total": after.score(seat)}

    def seats(self, state: State) -> tuple[str, ...]:
        return state.seats.names

    def over(self, state: State) -> bool:
        return len(state.laid) == ROUNDS * len(state.seats)

    def standings(self, state: State) -> tuple[Standing, ...]:
        score = {seat: state.score(seat) for seat in state.seats}
        return ranked(state.seats.names, score, {seat: (points,) for seat, points in score.items()})

    def awaits(self, state: State) -> Awaited | None:
        return None if self.over(state) else Awaited((state.turn,))

    def lead(self, state: State, phase: Phase, waiting: tuple[str, ...], shared: bool) -> Message:
        return say("{seat}: lay three tiles, then press ok", seat=state.turn)

    def view(self, state: State) -> View:
        return View(blocks=tuple(self._block(state, seat) for seat in state.seats if state.of(seat)))

    def _block(self, state: State, seat: str) -> Block:
        cells = tuple(Cell(tile, "tile", tile.split()[1]) for tile in state.of(seat)[-1])
        lines = tuple(say("{tiles}: {points}", tiles=tiles, points=score_of(tiles)) for tiles in state.of(seat))
        return Block("row", name(seat), seat, cells=cells, lines=lines)

    # ---- by hand

    def forms(self, state: State) -> tuple[Form, ...]:
        if self.over(state):
            return ()
        field = Field("tiles", say("Tiles"), "cells", TILES, LAID, LAID)
        return (Form("lay", say("{seat} lays", seat=state.turn), (field,), state.turn),)

    def entered(self, state: State, filled: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"do": "lay", "player": filled.get("seat", filled.get("player")), "tiles": filled.get("tiles")}

    # ---- by the camera

    def zone(self, state: State, seat: str, shared: bool) -> str:
        return "place 1" if shared else f"place {state.seats.names.index(seat) + 1}"

    def place(self, state: State, zone: str, shared: bool) -> Message:
        return name(state.turn if shared else state.seats.names[int(zone.split()[1]) - 1])

    def labels(self, state: State) -> tuple[str, ...]:
        return (*TILES, EMPTY)

    def propose(
        self,
        state: State,
        before: Sequence[Mapping[str, ZoneSeen]],
        now: Mapping[str, ZoneSeen],
        asked: Asked | None = None,
    ) -> Proposal:
        if asked is None:
            return Proposal(None)
        zone = next((at for at in (self.zone(state, state.turn, shared) for shared in (False, True)) if at in now), "")
        seen = now.get(zone)
        if not isinstance(seen, GridSeen):
            return Proposal(None)
        (row,) = seen.cells
        doubts = tuple(
            Doubt(zone, at, None, say("tile {number}", number=at + 1), tuple(label for label, _ in reading.ranking))
            for at, reading in enumerate(row)
            if not reading.sure
        )
        tiles = [reading.label for reading in row]
        if doubts:
            return Proposal(None, doubts)
        if EMPTY in tiles:
            return Proposal(None, wrong=say("{seat}: three tiles must lie there", seat=state.turn))
        return Proposal({"do": "lay", "player": state.turn, "tiles": tiles})


GAME = ThreeTiles()
