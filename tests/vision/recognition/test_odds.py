"""Odds on measurements alone: which face leads, what makes it likelier, and whose numbers say so."""

from dataclasses import replace

import numpy as np
import pytest
from support.plain_measurements import FACES, SIMILARITY, measured, with_another_face_in_the_first_four

from vision.recognition import network, odds
from vision.recognition.odds import Trust


@pytest.mark.parametrize("changed", ["open", "complete"])
def test_open_and_complete_sets_have_numbers_of_their_own(changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = [odds.trust(measured(), SIMILARITY, complete=complete) for complete in (False, True)]
    numbers = {kind: dict(told) for kind, told in odds._numbers().items()}
    numbers[changed] |= {"ranking": 2 * numbers[changed]["ranking"], "offset": numbers[changed]["offset"] + 5}
    monkeypatch.setattr(odds, "_numbers", lambda: numbers)
    after = [odds.trust(measured(), SIMILARITY, complete=complete) for complete in (False, True)]
    for kind, was, now in zip(("open", "complete"), before, after, strict=True):
        assert (now.score == (2 * was.score if kind == changed else was.score)).all()
        assert (now.odds > was.odds).all() == (kind == changed)


def test_where_no_face_is_left_to_compare_with_none_is_likely_or_known() -> None:
    """The only face of a set, left out, leaves none."""
    trusted = odds.trust(replace(measured(), face=np.full((8, FACES), -1)), SIMILARITY, complete=False)
    assert (trusted.odds < -9).all()
    assert (trusted.known < -9).all()


def test_what_resembles_its_face_less_than_the_faces_resemble_themselves_is_less_likely() -> None:
    strict = replace(SIMILARITY, own=np.tile([11.0, 0.999, 0.999], (FACES, 1)))
    loose = odds.trust(measured(), SIMILARITY, complete=False).odds
    assert (odds.trust(measured(), strict, complete=False).odds != loose).all()


@pytest.mark.parametrize("complete", [False, True])
def test_what_lies_on_its_rivals_side_is_trusted_less(complete: bool) -> None:
    other = measured()
    other.side[0, 0] = -0.5
    told = odds.trust(other, SIMILARITY, complete=complete).odds
    assert told[0] < told[4] - 0.5


def test_the_next_face_is_the_one_that_ranks_second_and_none_where_no_other_is_compared() -> None:
    read = measured()
    for values, more in ((read.alike, 3), (read.alike_mean, 3), (read.vector, 0.3)):
        values[0, 2] += more
    read.face[1, 1:] = -1
    trusted = odds.trust(read, SIMILARITY, complete=True)
    assert trusted.face.tolist() == [0, 1, 2, 3, 0, 1, 2, 3]
    assert trusted.rival[:2].tolist() == [2, -1]
    assert (trusted.rival[2:] != trusted.face[2:]).all()


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize("colour", [0.0, 0.15, 0.3])
def test_where_the_second_networks_see_another_face_lead_nothing_is_likelier_than_not(
    complete: bool, colour: float
) -> None:
    """That one leads, unless the two differ by their colours."""
    tint = np.zeros((8, FACES, 3))
    tint[:, 1] = [0.0, 0.0, colour / np.sqrt(2 / 3)]
    first, alone = measured(tint=tint), odds.trust(measured(), SIMILARITY, complete=complete)
    other = with_another_face_in_the_first_four()
    both = odds.trust_again(first, SIMILARITY, other, SIMILARITY, complete=complete)
    assert both.face.tolist() == ([0, 1, 2, 3] if colour > 0.2 else [1, 2, 3, 0]) + [0, 1, 2, 3]
    assert (both.face != both.rival).all()
    for told, by_first in ((both.odds, alone.odds), (both.known, alone.known)):
        assert told[:4] == pytest.approx(np.minimum(by_first[:4], 0))
        assert (told[4:] > 2).all()


def test_of_a_face_that_the_first_networks_did_not_compare_they_are_not_told() -> None:
    first, other = measured(), with_another_face_in_the_first_four()
    first.face[0, 1:] = -1
    both = odds.trust_again(first, SIMILARITY, other, SIMILARITY, complete=True)
    assert both.face.tolist() == [0, 2, 3, 0, 0, 1, 2, 3]
    assert both.odds[0] <= 0


@pytest.mark.parametrize("changed", ["open", "complete", "known"])
@pytest.mark.parametrize("by", [network.FIRST, network.SECOND])
def test_what_both_say_has_numbers_of_its_own(changed: str, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    complete = changed == "complete"

    def told() -> dict[str, Trust]:
        of_both = odds.trust_again(measured(), SIMILARITY, measured(), SIMILARITY, complete=complete)
        return {
            network.FIRST: odds.trust(measured(), SIMILARITY, complete=complete),
            network.SECOND: of_both,
        }

    before = told()
    numbers = {kind: dict(each) for kind, each in odds._numbers().items()}
    numbers[by + changed]["offset"] = numbers[by + changed]["offset"] - 30
    monkeypatch.setattr(odds, "_numbers", lambda: numbers)
    asked = "known" if changed == "known" else "odds"
    for which, after in told().items():
        assert getattr(after, asked) == pytest.approx(getattr(before[which], asked) - 30 * (which == by))


@pytest.mark.parametrize("clue", ["texture", "second_texture", "second_alike_texture_ahead"])
def test_the_textures_of_both_are_weighed_each_by_itself(clue: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, again = measured(), measured()
    again.texture[:, 0], again.alike_texture[:, 1] = np.linspace(0.8, 0.95, 8), np.linspace(-5, 5, 8)
    kind = network.SECOND + "complete"
    names = odds.clues_of(kind)
    weight = np.array([name == clue for name in names], float)
    plain = {"clues": np.stack([np.zeros(len(names)), np.ones(len(names)), weight]), "offset": np.array(0.0)}
    numbers = dict(odds._numbers())
    monkeypatch.setattr(odds, "_numbers", lambda: numbers | {kind: numbers[kind] | plain})
    both = odds.trust_again(first, SIMILARITY, again, SIMILARITY, complete=True)
    expected = {
        "texture": first.texture[:, 0],
        "second_texture": again.texture[:, 0],
        "second_alike_texture_ahead": again.alike_texture[:, 0] - again.alike_texture[:, 1],
    }
    assert both.odds == pytest.approx(expected[clue])


def test_no_clue_tells_more_than_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = dict(odds._numbers())
    weight = np.array([name == "rank_ahead" for name in odds.CLUES], float)
    plain = {"clues": np.stack([np.zeros(len(weight)), np.ones(len(weight)), weight]), "offset": np.array(0.0)}
    steep = {"ranking": 1000 * numbers["complete"]["ranking"]}
    monkeypatch.setattr(odds, "_numbers", lambda: numbers | {"complete": plain | steep})
    assert odds.trust(measured(), SIMILARITY, complete=True).odds == pytest.approx(np.full(8, odds.FAR))
