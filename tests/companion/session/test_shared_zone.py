"""Whose the pieces are that an event of a turn is told by, and where they lie."""

from types import SimpleNamespace
from typing import cast

import pytest

from companion.game import Asked, Phase
from companion.session import shared_zone
from companion.table.evening import Evening


def evening(*, own: str, phase: Phase = Phase.TURN, one_area: bool = True) -> Evening:
    """A game of two on one zone: where each has a zone of its own it would be called as `own` says."""
    game = SimpleNamespace(
        whose=lambda event: event.get("player"), zone=lambda _state, _seat, shared: "all" if shared else own
    )
    return cast(
        Evening,
        SimpleNamespace(
            match=SimpleNamespace(game=game, state=None), asked=Asked("Rui"), phase=phase, people=("Ana", "Rui"),
            equipment=SimpleNamespace(one_area=one_area), zones={"all": "a look"}, zone_of=lambda _: "all",
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("table", "event", "told"),
    [
        (evening(own="place 2"), {"player": "Ana"}, ("Ana", "a look")),
        (evening(own="place 2"), {}, ("Rui", "a look")),  # nobody's event is that of whoever asked
        (evening(own="all"), {"player": "Ana"}, ("Ana", None)),  # all play on one board
        (evening(own="place 2", one_area=False), {"player": "Ana"}, ("Ana", None)),
        (evening(own="place 2", phase=Phase.LOOK), {"player": "Ana"}, ("Ana", None)),
        (evening(own="place 2"), {"player": "Stingy Ghost"}, ("Stingy Ghost", None)),
    ],
)
def test_only_a_zone_that_serves_all_in_turn_is_somebody_s(table: Evening, event: dict[str, str], told: object) -> None:
    assert shared_zone.shown_by(table, event) == told
