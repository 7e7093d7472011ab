"""Simulated players with their rows: they change cards, claim what adds up (now and then what does not, or what does
with a card laid over another), empty their rows and end the rounds. Chance is handed in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.alcatraz.guide import signed
from companion.games.alcatraz.pieces import (
    CARDS,
    CLAIMED,
    COPIES,
    OBJECTIVES,
    OPEN_OBJECTIVES,
    ROW,
    Overlay,
    Shown,
    padded,
)
from companion.games.alcatraz.practice import laying
from companion.games.alcatraz.practice.laying import LaidCard
from companion.games.alcatraz.practice.sheets import dropped, lessons, sheets
from companion.language.message import name, say
from companion.practice.patience import Patience, Reaction
from companion.practice.people import Ask, Deed, Dice, Move, Press, Truth
from companion.prints.piece import Laid
from companion.table.requests import Enter
from companion.table.signals import Key
from companion.table.snapshot import Question, Snapshot, Step
from vision.layout import Layout

TAKEN = 0.8  # how often somebody sees a claim that could be made
MISSED = 0.04  # how often somebody claims what does not add up
COVERED = 0.02  # how often somebody lays a card over another, so that a claim adds up
MOST_TURNS = 1000


@dataclass(frozen=True)
class Run:
    """Neighbours in a row: where they begin, their cards, and the objective they are turned up for."""

    start: int
    cards: tuple[Shown, ...]
    objective: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """What is printed on the cards."""
        return tuple(card.card for card in self.cards)

    @property
    def values(self) -> tuple[int, ...]:
        """What they count."""
        return tuple(card.value for card in self.cards)

    @property
    def met(self) -> bool:
        """Whether they add up to the objective."""
        return sum(self.values) == self.objective

    @property
    def covered(self) -> bool:
        """Whether something lies over one of them."""
        return any(card.overlays for card in self.cards)

    def with_over(self, at: int, overlay: Overlay) -> "Run":
        """Return the run with a card laid over one of its cards."""
        cards = tuple(Shown(card.card, (overlay,)) if k == at else card for k, card in enumerate(self.cards))
        return Run(self.start, cards, self.objective)


class Players:
    """The people of a game of Alcatraz and what lies on their table; every seat is somebody's."""

    def __init__(self, seats: tuple[str, ...], dice: Dice) -> None:
        self._seats = seats
        every = [number for number in sorted(CARDS) for _ in range(COPIES)]
        self._deck: list[int] = dice.sample(every, len(every))
        self._discards: list[int] = []
        self._objectives: list[int] = dice.sample(OBJECTIVES, len(OBJECTIVES))
        self._rows: dict[str, list[int]] = {seat: [] for seat in seats}
        self._row = ROW
        self._round, self._starter, self._turn = 0, 0, 0
        self._emptied: list[str] = []  # in this round, in that order
        self._last = ""  # who claimed last in this round
        self._laid: dict[str, tuple[LaidCard | None, ...]] = {}
        self._truths: list[Truth] = []
        self._patience = Patience()

    def laid(self, layout: Layout) -> tuple[Laid, ...]:
        """Return the open objectives, and the cards turned up for a claim."""
        return laying.lay(layout, self._laid)

    def truths(self) -> tuple[Truth, ...]:
        """Return every event as it really was, and what lay there when it was read."""
        return tuple(self._truths)

    def answer(self, question: Question) -> str:
        """Return what really lies in the place in question."""
        return laying.labels(self._laid)[question.zone][question.cell]

    def act(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        """Return what somebody does next."""
        if snapshot.step is Step.OVER:
            return []
        if snapshot.events < len(self._truths):
            return self._insist(snapshot, dice)
        if not self._round:
            left = [int(str(seat.mark.values.get("left", 0))) for seat in snapshot.seats if seat.mark is not None]
            self._row = max(left, default=0) or ROW  # somebody may have played by hand before they look up
            self._begin_round(dice)
        return [*self._open(dice), *self._play(dice)]

    def _insist(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        truth = self._truths[snapshot.events]
        event = dict(truth.event or {})
        seat = str(event.get("player", self._seats[0]))
        lying = [card for card in self._laid["claim"] if card]
        match self._patience.reaction(snapshot):
            case Reaction.WAIT if event["do"] != "empty":  # the companion counts rows, but not of what was told it
                return []
            case Reaction.AGAIN if truth.cells and not any(card.over for card in lying):
                self._lay("claim", [card.number for card in lying], dice)
                return [Move("claim"), Press(self._seats.index(seat), Key.OK)]
            case _:
                return [Ask(seat, Enter(event))]

    # ---- a round

    def _begin_round(self, dice: Dice) -> None:
        self._round += 1
        if self._emptied:
            self._starter = (self._seats.index(self._emptied[-1]) + 1) % len(self._seats)
        self._turn, self._emptied, self._last = 0, [], ""
        for row in self._rows.values():
            row += [self._drawn(dice) for _ in range(self._row - len(row))]
        self._lay("claim", [], dice)

    def _open(self, dice: Dice) -> list[Deed]:
        """Turn up objectives in place of those that were met."""
        goals = self._objectives[:OPEN_OBJECTIVES]
        if [card.number for card in self._laid.get("objectives", ()) if card] == goals:
            return []
        self._lay("objectives", goals, dice)
        return [Move("objectives")]

    def _play(self, dice: Dice) -> list[Deed]:
        """Let turns pass until somebody claims, or all have had equally many with a row empty."""
        order = [*self._seats[self._starter :], *self._seats[: self._starter]]
        for _ in range(MOST_TURNS):
            seat = order[self._turn % len(order)]
            if self._turn % len(order) == 0 and self._emptied:
                deeds = self._end_round(order)
                self._begin_round(dice)
                return deeds
            self._turn += 1
            if seat in self._emptied:
                continue
            run = self._found(self._rows[seat], dice)
            if run is not None:
                return self._claim(seat, run, dice)
            self._change(self._rows[seat], dice)
        raise RuntimeError("nobody ever finds a claim")

    def _end_round(self, order: list[str]) -> list[Deed]:
        """Ok ends a round whose end the companion can count: it knows who began, and the last one has claimed."""
        event = {"do": "end_round"}
        self._note(event, {})
        later = order[order.index(self._last) + 1 :]
        if self._round > 1 and all(seat in self._emptied for seat in later):
            playing = [seat for seat in self._seats if seat not in self._emptied] or [*self._seats]
            return [Press(self._seats.index(playing[0]), Key.OK)]
        return [Ask(self._seats[0], Enter(event))]

    # ---- a turn

    def _found(self, row: Sequence[int], dice: Dice) -> Run | None:
        """Return the claim that somebody makes with this row, perhaps a wrong one."""
        goals = self._objectives[:OPEN_OBJECTIVES]
        runs = [
            Run(start, tuple(Shown(number) for number in row[start : start + count]), goal)
            for count in CLAIMED
            for start in range(len(row) - count + 1)
            for goal in goals
        ]
        right = [run for run in runs if run.met and not padded(run.values)]
        wrong = [run for run in runs if not run.met]
        if right and dice.random() < TAKEN:
            return dice.choice(right)  # type: ignore[no-any-return]
        over = [run.with_over(at, overlay) for run in wrong for at in range(len(run.cards)) for overlay in Overlay]
        mended = [run for run in over if run.met and not padded(run.values)]
        if mended and dice.random() < COVERED:
            return dice.choice(mended)  # type: ignore[no-any-return]
        return dice.choice(wrong) if wrong and dice.random() < MISSED else None

    def _claim(self, seat: str, run: Run, dice: Dice) -> list[Deed]:
        row = self._rows[seat]
        self._lay("claim", run.numbers, dice, [(self._drawn(dice),) if card.overlays else () for card in run.cards])
        self._discards += [number for card in self._laid["claim"] if card for number in card.over]
        event = {
            "do": "claim",
            "player": seat,
            "objective": run.objective,
            "cards": [_said(card) for card in run.cards],
        }
        covered = sum(bool(card.overlays) for card in run.cards)
        self._note(event, {"claim": laying.labels(self._laid)["claim"]}, {"claim": covered})
        self._last = seat
        del row[run.start : run.start + len(run.numbers)]
        if run.met:
            row += [self._drawn(dice)] if row else []
            self._objectives[self._objectives.index(run.objective)] = self._objectives.pop(OPEN_OBJECTIVES)
            self._objectives.append(run.objective)
        else:
            self._discards += run.numbers
            row += [self._drawn(dice) for _ in run.numbers]
        if not row:
            self._emptied.append(seat)
            self._note({"do": "empty", "player": seat}, {})
        return [Move("claim"), *self._announce(seat, run)]

    def _announce(self, seat: str, run: Run) -> list[Deed]:
        """Say the objective and ask for a look: on the pod, or on the page where something is laid over a card."""
        if run.covered:
            over = {f"over {at}": list(card.overlays) for at, card in enumerate(run.cards, 1) if card.overlays}
            return [Ask(seat, Enter({"do": "look", "seat": seat, "objective": str(run.objective), **over}))]
        pod = self._seats.index(seat)
        left = say(
            "{player}, your cards {cards} lie open: claim objective {objective} and let the camera read them",
            player=name(seat),
            cards=tuple(name(signed(number)) for number in run.numbers),
            objective=run.objective,
        )
        return [Press(pod, Key.ADD, run.objective - OBJECTIVES[0] + 1), Press(pod, Key.OK, left=left)]

    def _change(self, row: list[int], dice: Dice) -> None:
        """Lay a card from the deck in place of one of the row's."""
        at = dice.choice(range(len(row)))
        self._discards.append(row[at])
        row[at] = self._drawn(dice)

    def _drawn(self, dice: Dice) -> int:
        if not self._deck:
            self._deck, self._discards = dice.sample(self._discards, len(self._discards)), []
        return self._deck.pop()

    # ---- the table

    def _lay(self, zone: str, numbers: Sequence[int], dice: Dice, over: Sequence[tuple[int, ...]] = ()) -> None:
        """Lay cards from the left, and others over them."""
        cards = [LaidCard(number, over[at] if over else (), dropped(dice)) for at, number in enumerate(numbers)]
        self._laid[zone] = (*cards, *(None,) * (3 - len(cards)))

    def _note(
        self,
        event: Mapping[str, Any],
        cells: Mapping[str, tuple[str, ...]],
        covered: Mapping[str, int] | None = None,
    ) -> None:
        self._truths.append(Truth(len(self._truths) + 1, cells, event, covered or {}))


def _said(card: Shown) -> Any:
    return {"card": card.card, "overlays": [str(each) for each in card.overlays]} if card.overlays else card.card


def sit_down(seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> Players:  # noqa: ARG001 (contract)
    """Return the players of a new game; a claim is laid at once however brisk they are."""
    return Players(seats, dice)


__all__ = ["Players", "lessons", "sheets", "sit_down"]
