"""Simulated players with their tiles: they trade (fairly where they can, and make pay where they may), draw from a bag,
and set complete groups aside. Chance is handed in."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from companion.bases.free_pieces import laying
from companion.bases.free_pieces.laying import LaidPiece
from companion.games.stingy import rules, table, trading
from companion.games.stingy.events import TakeTiles, Trade
from companion.games.stingy.game import GAME, Edition, Options
from companion.games.stingy.pieces import COLOURS, GHOST, START_TILES, kinds, value
from companion.games.stingy.practice.artwork import art
from companion.games.stingy.state import State
from companion.practice.patience import Patience, Reaction
from companion.practice.people import Ask, Deed, Dice, Move, Press, Truth
from companion.prints.piece import Laid
from companion.table.requests import Enter
from companion.table.signals import Key
from companion.table.snapshot import GameShown, Question, Snapshot, Step
from vision.layout import Layout

TRADES = 0.6  # how often somebody trades who can
FORCES = 0.5  # how often a victim makes pay who may
LEAST = 3  # pictures of every tile


class Players:
    """The people of a game of Captain Stingy and the tiles on their table. They know the rules."""

    def __init__(self, seats: tuple[str, ...], dice: Dice) -> None:
        self._seats = seats
        self._layout = table.layout(len(seats))
        every = [kind.tile for kind in kinds(COLOURS).values() for _ in range(kind.size)]
        self._bag: list[str] = dice.sample(every, len(every))
        self._state: State | None = None
        self._lying: dict[str, tuple[str, ...]] = {}  # by place
        self._places: dict[str, tuple[LaidPiece, ...]] = {}
        self._aside: dict[str, list[str]] = {}  # by place: the tiles that were set aside in this turn
        self._truths: list[Truth] = []
        self._patience = Patience()

    def laid(self, layout: Layout) -> tuple[Laid, ...]:
        """Return the open tiles before each seat."""
        return laying.lay(layout, self._places, art)

    def truths(self) -> tuple[Truth, ...]:
        """Return every event as it really was, and what lay there when it was read."""
        return tuple(self._truths)

    def answer(self, question: Question) -> str:
        """Return what the tile really shows that lies where the question asks."""
        lying = laying.placed(self._layout, self._places)[question.zone]
        return laying.nearest(lying, question.at_mm or (0.0, 0.0)) or question.offered

    def act(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        """Return what somebody does next."""
        if snapshot.step is Step.OVER or snapshot.game is None:
            return []
        if snapshot.events < len(self._truths):
            return self._insist(snapshot, dice)
        if self._state is None:
            self._state = _begun(snapshot.game)
        return self._play(self._state, dice)

    def _insist(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        truth = self._truths[snapshot.events]
        event = dict(truth.event or {})
        seat = str(event["player"])
        match self._patience.reaction(snapshot):
            case Reaction.WAIT:
                return []
            case Reaction.AGAIN:
                return [*self._anew(tuple(truth.cells), snapshot.events, dice), self._ok(seat)]
            case Reaction.BY_HAND:
                return [Ask(seat, Enter(event)) for event in self._pending(snapshot.events)]

    def _anew(self, places: Sequence[str], recorded: int, dice: Dice) -> list[Deed]:
        """Lay the tiles of those places anew, and with them the groups that were set aside in this turn."""
        moved = []
        for place in places:
            moved.append(self._laid_out(place, (*self._lying[place], *self._aside.pop(place, ())), dice))
        seen = {place: self._lying[place] for place in places}
        self._truths[recorded:] = [replace(truth, cells=seen) for truth in self._truths[recorded:]]
        return moved

    def _pending(self, events: int) -> list[dict[str, Any]]:
        return [dict(truth.event or {}) for truth in self._truths[events:]]

    # ---- a turn

    def _play(self, state: State, dice: Dice) -> list[Deed]:
        """Trade perhaps, draw, and let the camera look. Complete groups of the turn before are set aside first."""
        seat = rules.next_seat(state)
        if seat is None:
            return []
        deeds = [deed for other in self._seats for deed in self._lay_open(state, other, dice)]
        events: list[dict[str, Any]] = []
        trade = self._trade(state, dice) if state.turn not in (None, GHOST) and dice.random() < TRADES else None
        if trade is not None:
            events.append(trade)
            state, _ = rules.apply(state, msgspec.convert(trade, Trade))
        tiles = self._drawn(state, seat, dice)
        events.append({"do": "take", "player": seat, "tiles": tiles})
        starting = state.turn is None
        begun = self._state or state
        state, _ = rules.apply(state, TakeTiles(seat, tiles))
        self._aside = (
            {} if starting else {self._place(other): _new_groups(begun, state, other) for other in self._seats}
        )
        if starting:  # whoever starts with a complete group leaves it until all six tiles were seen
            deeds.append(self._laid_out(self._place(seat), tiles, dice))
        else:
            deeds += [deed for other in self._seats for deed in self._lay_open(state, other, dice)]
        seen = {self._place(seat): tuple(tiles)} if starting else dict(self._lying)
        for event in events:
            self._truths.append(Truth(len(self._truths) + 1, seen, event))
        self._state = state
        return [*dict.fromkeys(deeds), self._ok(seat)]

    def _trade(self, state: State, dice: Dice) -> dict[str, Any] | None:
        """Return a trade for a group of a kind that the seat has already, or for any."""
        player = state.turn or ""
        wanted = [(seat, tile) for seat in state.seats if seat != player for tile in state.groups[seat]]
        better = [(seat, tile) for seat, tile in wanted if tile in state.groups[player]]
        if not wanted:
            return None
        victim, group = dice.choice(better or wanted)
        taken, others = value(state.groups[victim][group]), trading.without(state.groups[player], group)
        trade = {"do": "trade", "player": player, "from": victim, "group": group}
        exact = trading.can_make(others, taken)
        if not exact and not state.sly and trading.can_pay(others, taken) and dice.random() < FORCES:
            return {**trade, "paid": _payment(others, taken, dice)}
        theirs = state.groups[victim]
        completing = {tile for tile, n in others.items() if theirs.get(tile, 0) + n == state.kinds[tile].size}
        best = next(trading.legal_returns(others, taken, completing))
        return {**trade, "back": list(best.groups)}

    def _drawn(self, state: State, seat: str, dice: Dice) -> list[str]:
        """Draw from the bag; nobody makes three of a kind out of nothing, so that one can see how it came."""
        if state.to_start:
            return [self._bag.pop() for _ in range(START_TILES)]
        allowed = state.allowed(seat)
        count = dice.choice(allowed)
        tiles = [self._bag.pop() for _ in range(count)]
        whole = [tile for tile, n in Counter(tiles).items() if n == state.kinds[tile].size]
        if whole and count > allowed.start:
            self._bag.append(tiles.pop())
        return tiles

    def _ok(self, seat: str) -> Press:
        return Press(0 if seat == GHOST else self._seats.index(seat), Key.OK)

    # ---- the table

    def _place(self, seat: str) -> str:
        return f"place {self._seats.index(seat) + 1}"

    def _lay_open(self, state: State, seat: str, dice: Dice) -> list[Deed]:
        """Lay a seat's open tiles anew where they are not those that lie there."""
        tiles = [tile for tile, count in sorted(state.groups[seat].items()) for _ in range(count)]
        if tuple(tiles) == self._lying.get(self._place(seat), ()):
            return []
        return [self._laid_out(self._place(seat), tiles, dice)]

    def _laid_out(self, place: str, tiles: Sequence[str], dice: Dice) -> Deed:
        self._lying[place] = tuple(sorted(tiles))
        self._places[place] = laying.spread(tiles, laying.area_of(self._layout, place), dice)
        return Move(place)


def _begun(game: GameShown) -> State:
    """Return the game as it begins; who starts was chosen by the place at the table."""
    options = dict(game.options)
    if "first" in options:
        options["first"] = game.players[int(str(options["first"])) - 1]
    return GAME.begin(game.players, msgspec.convert(options, Options), Edition())


def _new_groups(before: State, after: State, seat: str) -> list[str]:
    """Return the tiles of the groups that a seat completed in a turn."""
    new = [tile for tile in after.complete[seat] if tile not in before.complete[seat]]
    return [tile for tile in new for _ in range(after.kinds[tile].size)]


def _payment(groups: Mapping[str, int], taken: int, dice: Dice) -> list[str]:
    """Return groups worth more than `taken`: one at a time until they are."""
    tiles = dice.sample(sorted(groups), len(groups))
    paid: list[str] = []
    while trading.total(groups, paid) <= taken:
        paid.append(tiles.pop())
    return paid


def sit_down(seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> Players:  # noqa: ARG001 (contract)
    """Return the players of a new game; tiles are laid at once however brisk they are."""
    return Players(seats, dice)


def lessons(layout: Layout, dice: Dice, least: int = LEAST) -> laying.Tables:
    """Return tables with every tile `least` times or more, and where on the mat each lies, by place."""
    return laying.lessons(layout, list(kinds(COLOURS)), least, dice, art)


def sheets(layout: Layout, dice: Dice) -> laying.Tables:
    """Return tables with every tile once, as somebody lays them who teaches."""
    return lessons(layout, dice, 1)
