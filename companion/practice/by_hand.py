"""Simulated people of a game that brings none: they lay nothing, and enter by hand whatever the table lets them, filled
by chance, until it is taken."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Field
from companion.language.message import Message
from companion.practice.people import Ask, Deed, Dice, Labels, Placed, Press, Truth
from companion.prints.piece import Laid
from companion.table.requests import Enter, GoOn
from companion.table.signals import Key
from companion.table.snapshot import Question, Snapshot, Step
from vision.layout import Layout
from web import shown

MOST = 10  # things in a list, presses of a key


class ByHand:
    """The people of such a game."""

    def act(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        """Return what somebody does next: a bid where one is awaited, else one of the forms, filled by chance."""
        if snapshot.step is Step.BIDS:
            waiting = [seat.number - 1 for seat in snapshot.seats if seat.lamp.value == "awaited" and not seat.added]
            return [
                press
                for pod in waiting
                for press in (Press(pod, Key.ADD, dice.choice(range(1, MOST + 1))), Press(pod, Key.OK))
            ]
        forms = [form for form in snapshot.forms if not form.question and not form.looks and _can_be_filled(form)]
        if forms:
            form = dice.choice(forms)
            return [Ask(form.seat or "", Enter(_filled(form, dice)))]
        return [Ask("", GoOn())] if snapshot.can_go_on else []

    def laid(self, layout: Layout) -> tuple[Laid, ...]:  # noqa: ARG002 (contract)
        """Return nothing: no piece is drawn."""
        return ()

    def answer(self, question: Question) -> str:
        """Return what is offered."""
        return question.offered

    def truths(self) -> tuple[Truth, ...]:
        """Return nothing: nothing was read."""
        return ()


def sit_down(seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> ByHand:  # noqa: ARG001 (contract)
    """Return the people of a new game."""
    return ByHand()


def lessons(
    layout: Layout,  # noqa: ARG001 (contract)
    dice: Dice,  # noqa: ARG001 (contract)
) -> Sequence[tuple[tuple[Laid, ...], Mapping[str, Labels | tuple[Placed, ...]]]]:
    """Return nothing: there is no practice set."""
    return ()


sheets = lessons


def _can_be_filled(form: shown.FormShown[Message]) -> bool:
    return all(field.choices or field.kind in ("number", "text") for field in form.fields)


def _filled(form: shown.FormShown[Message], dice: Dice) -> dict[str, Any]:
    seat = {"seat": form.seat} if form.seat else {}
    fields = {
        field.name: _value(field, dice) for field in form.fields if not field.optional or dice.choice((True, False))
    }
    return {"do": form.do, **seat, **fields}


def _value(field: Field, dice: Dice) -> Any:
    match field.kind:
        case "number":
            return dice.choice(range(field.low, field.high + 1))
        case "text":
            return "?"
        case "choice":
            return dice.choice(field.choices)
        case "many":
            return [choice for choice in field.choices if dice.choice((True, False))]
        case "cells":
            return [dice.choice(field.choices) for _ in range(field.high)]
        case _:
            return [dice.choice(field.choices) for _ in range(dice.choice(range(max(field.low, 1), MOST + 1)))]
