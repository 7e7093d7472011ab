"""Whole games of the other three on the simulated table, through camera, vision, rules and store: the scores must be
the true table's and nothing may be sure and wrong. How often is asked is measured elsewhere."""

import json
import random

import pytest

from companion.cli import main
from companion.commands import demo
from companion.commands.demo import Outcome
from companion.game import mat_layouts, registry
from companion.simulation import simulated_table
from vision.drawing.views import Hardness


def scores_truly(outcome: Outcome) -> bool:
    wrong = [vars(tally) for tally in outcome.tallies if tally.sure_wrong]
    return outcome.match.over and outcome.scores_true and not wrong


@pytest.mark.slow
@pytest.mark.parametrize("game", ["alcatraz", "allaboard"])
def test_a_whole_game_of_two_scores_as_the_true_table_does(taught, game):
    outcome = demo.play(game, 2, 1, Hardness.NORMAL, taught(game))
    assert scores_truly(outcome), [vars(tally) for tally in outcome.tallies]
    assert all(tally.right + tally.asked + tally.sure_wrong == tally.cells for tally in outcome.tallies)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "seed"),
    [("alcatraz", 3, 2), ("alcatraz", 5, 3), ("allaboard", 3, 2), ("allaboard", 5, 3), ("stingy", 2, 1)],
)
def test_more_whole_games_score_as_the_true_table_does(taught, game, players, seed):
    outcome = demo.play(game, players, seed, Hardness.NORMAL, taught(game))
    assert scores_truly(outcome), [vars(tally) for tally in outcome.tallies]


def faces(game: str) -> set[str]:
    from companion.games.alcatraz.practice import artwork as cards  # noqa: PLC0415 - each game's own list of faces
    from companion.games.allaboard.practice import box as animals  # noqa: PLC0415
    from companion.games.stingy.pieces import COLOURS, kinds  # noqa: PLC0415

    return set({"alcatraz": cards.labels(), "allaboard": animals.labels(), "stingy": tuple(kinds(COLOURS))}[game])


def test_the_lessons_show_every_animal():
    layout = mat_layouts.layout_for("allaboard", registry.find("allaboard").players[-1])
    lessons = simulated_table.pretending("allaboard").lessons(layout, random.Random(1))
    assert faces("allaboard") <= {label for _, shown in lessons for labels in shown.values() for label in labels}


@pytest.mark.parametrize("game", ["alcatraz", pytest.param("allaboard", marks=pytest.mark.slow), "stingy"])
def test_every_face_is_taught(taught, game):
    assert faces(game) <= set(taught(game).labels)


def test_the_command_plays_another_game(taught, capsys):
    pieces = str(taught("alcatraz").folder)
    status = main(
        ["demo", "--game", "alcatraz", "--once", "--json", "--players", "2", "--seed", "2", "--pieces", pieces]
    )
    printed = json.loads(capsys.readouterr().out)
    assert printed["game"] == "alcatraz"
    assert printed["over"]
    assert printed["scores_true"]
    assert {claim["sure_wrong"] for claim in printed["claims"]} == {0}
    assert all(claim["right"] + claim["asked"] == claim["cells"] > 0 for claim in printed["claims"])
    assert "voyages" not in printed
    assert status == (0 if printed["good"] else 1)
