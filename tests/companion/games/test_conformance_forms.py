"""Every form of every game filled with nonsense: it is refused in a sentence, and nothing else is ever raised."""

from random import Random
from typing import Any

import pytest
from support.legal_play import playing

from companion.game import Field, RuleError, record, registry
from companion.game.record import Line, RecordError

ODD = (None, True, 3, -1, 2.5, 10**30, "", "Ana", "{x}", "7", [], ["red bottle"], [None], {}, {"a": 1})
FILLED = 40  # times each form


def filled(fields: tuple[Field, ...], chance: Random) -> dict[str, Any]:
    """Return odd values for the fields, some left out, some right."""
    return {
        field.name: chance.choice(field.choices) if field.choices and chance.random() < 0.5 else chance.choice(ODD)
        for field in fields
        if chance.random() < 0.85
    }


@pytest.mark.parametrize("game", registry.names())
def test_nonsense_in_a_form_is_refused_and_raises_nothing_else(game: str) -> None:
    chance = Random(game)
    played = playing.whole_game(game, 3, {}, "forms")
    refused = 0
    for state in played.states[:: max(1, len(played.states) // 6)]:
        for form in played.game.forms(state):
            for _ in range(FILLED):
                seat = {"seat": form.seat} if form.seat and chance.random() < 0.9 else {}
                try:
                    answers = {"do": form.do, **seat, **filled(form.fields, chance)}
                    if form.question:
                        played.game.told(state, answers)
                        continue
                    entered = dict(played.game.entered(state, answers))
                    if not form.printed and not form.looks:
                        played.game.apply(state, record.event(played.game, Line(2, entered)))
                except (RuleError, RecordError) as error:
                    refused += 1
                    assert str(error).strip()
    assert refused
