"""Alcatraz: a card of the claim that lies mostly outside its place is asked about; it would not count."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from companion.games.alcatraz.practice import laying
from companion.games.alcatraz.practice.laying import LaidCard
from companion.games.alcatraz.practice.sheets import dropped
from companion.games.alcatraz.sighting import claimed
from companion.games.alcatraz.table import CARD_MM, TALL, layout
from companion.prints.piece import Drop
from companion.simulation import drawn_table, simulated_table
from vision.drawing.render import render
from vision.drawing.views import Hardness
from vision.observation import Observation
from vision.observe import Trained, observe, train
from vision.pieceset import faces as piece_sets
from vision.pieceset.set_index import Exemplar
from vision.registration.patches import Picture
from vision.teach import examples_of_frame

MAT = layout(3)
SIZE_PX = (2304, 1296)
TAUGHT = ((7, 5, None), (None, 7, -2), (3, None, 5), (-2, 3, None), (5, -2, 7), (7, 3, None))


def drawn(cards: Sequence[LaidCard | None], seed: int, hardness: Hardness = Hardness.NORMAL) -> Picture:
    look = simulated_table.evening(MAT, seed, hardness)
    laid = laying.lay(MAT, {"claim": cards})
    return render(drawn_table.scene(MAT, laid, None, look.printed), look.view, SIZE_PX, np.random.default_rng(seed))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    dice, examples = random.Random(1), list[Exemplar]()
    for number, shown in enumerate(TAUGHT):
        cards = [None if card is None else LaidCard(card, drop=dropped(dice)) for card in shown]
        labels = laying.labels({"claim": cards})["claim"]
        found = examples_of_frame(drawn(cards, 1000 + number), MAT, {"claim": (labels,)}, {}, picture=str(number))
        assert isinstance(found, tuple), str(found)
        examples += found
    folder = tmp_path_factory.mktemp("pieces")
    return train(piece_sets.add(piece_sets.load_or_new(folder), examples, complete=True), MAT)


def seen(cards: Sequence[LaidCard | None], trained: Trained, seed: int, hardness: Hardness) -> Observation:
    found = observe(drawn(cards, seed, hardness), MAT, trained)
    assert isinstance(found, Observation), str(found)
    return found


@pytest.mark.parametrize("hardness", list(Hardness))
@pytest.mark.parametrize("off", [(0.7, 0.0), (0.8, 0.0), (0.0, 0.7), (0.0, -0.7)])
def test_a_card_two_thirds_or_more_outside_its_place_is_asked_about(
    off: tuple[float, float], hardness: Hardness, trained: Trained
) -> None:
    outside = LaidCard(3, drop=Drop((off[0] * CARD_MM, off[1] * CARD_MM * TALL)))
    for seed in range(3):
        proposal = claimed("Ana", 12, seen((LaidCard(7), LaidCard(5), outside), trained, seed, hardness).zones["claim"])
        assert proposal.event is None
        assert [doubt.cell for doubt in proposal.doubts] == [2]


def test_two_cards_in_their_places_are_a_claim(trained: Trained) -> None:
    dice = random.Random(2)
    for seed in range(4):
        cards = (LaidCard(7, drop=dropped(dice)), LaidCard(5, drop=dropped(dice)), None)
        look = seen(cards, trained, seed, Hardness.NORMAL)
        assert claimed("Ana", 12, look.zones["claim"]).event == {
            "do": "claim",
            "player": "Ana",
            "objective": 12,
            "cards": [7, 5],
        }
