"""Whole games on the simulated table, through camera, vision, rules and store; a few here, all under `make bench`."""

import json

import pytest

from companion.cli import main
from companion.commands import demo
from vision.drawing.views import Hardness


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (6, 3)])
def test_a_whole_game_scores_as_the_true_table_does(practice_set, players, seed):
    outcome = demo.play("shipshape", players, seed, Hardness.NORMAL, practice_set)
    assert outcome.match.over
    assert outcome.scores_true
    assert [tally.sure_wrong for tally in outcome.tallies] == [0, 0, 0]
    assert all(tally.right + tally.asked >= tally.cells for tally in outcome.tallies)
    assert outcome.good(Hardness.NORMAL), [vars(tally) for tally in outcome.tallies]


def test_hard_light_may_ask_but_never_scores_wrong_and_the_command_prints_what_was_read(practice_set, capsys):
    table = ["--players", "3", "--seed", "4", "--light", "hard", "--pieces", str(practice_set.folder)]
    assert main(["demo", "--once", "--json", *table]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["over"]
    assert printed["scores_true"]
    assert printed["good"]
    assert [voyage["sure_wrong"] for voyage in printed["voyages"]] == [0, 0, 0]
    assert all(voyage["right"] + voyage["asked"] >= voyage["cells"] > 0 for voyage in printed["voyages"])


def test_players_that_the_game_has_no_place_for_are_refused_in_one_line(capsys):
    assert main(["demo", "--once", "--players", "7"]) == 2
    assert capsys.readouterr().err.strip() == "--players 7: ShipShape is for 2 to 6"


def test_an_option_that_the_game_has_not_is_said_with_those_that_it_has(capsys):
    assert main(["demo", "--once", "--game", "stingy", "--option", "capn"]) == 2
    assert capsys.readouterr().err == "--option capn: Captain Stingy has sly, colour_bonus\n"
