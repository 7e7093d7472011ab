"""What a look at the docks means: repaired where only one reading is possible, asked where not, never overruled."""

import random
from dataclasses import replace

import pytest

from companion.game import Seats
from companion.games.shipshape import repair, sighting
from companion.games.shipshape.practice.box import CRATES, HOLDS, labels, visible
from companion.games.shipshape.practice.laying import LaidCrate
from companion.games.shipshape.state import State
from vision.observation import GridSeen, Reading

BEFORE = ["rat 1", "empty", "gold 3", "empty", "rat 2", "cannon 4", "empty", "empty", "contraband 3"]


def sure(label):
    return Reading(label, 0.99, True, ((label, 0.99), ("gold 9", 0.005)))


def unsure(*ranking):
    return Reading(ranking[0][0], ranking[0][1], False, tuple(ranking))


def readings(labels, **doubtful):
    found = [sure(label) for label in labels]
    for cell, reading in doubtful.items():
        found[int(cell[1:])] = reading
    return found


def laid(**items):
    labels = list(BEFORE)
    for cell, label in items.items():
        labels[int(cell[1:])] = label
    return labels


def test_what_reads_as_it_surely_read_before_is_sure():
    now = readings(BEFORE, c2=unsure(("gold 3", 0.6), ("gold 8", 0.3)))
    assert all(reading.sure for reading in repair.settle(now, readings(BEFORE), None))


def test_what_may_lie_hidden_is_not_what_lay_there_before():
    before = readings(["empty"] * 9)
    now = [*before[:8], replace(before[8], confidence=0.25, sure=False, hidden=True)]
    assert not repair.settle(now, before, None)[8].sure


def test_once_three_squares_changed_for_sure_the_others_are_as_before():
    labels = laid(c1="gold 2", c3="gold 5", c6="cannon 3")
    now = readings(labels, c0=unsure(("rat 3", 0.5), ("rat 1", 0.4)))
    assert [r.label for r in repair.settle(now, readings(BEFORE), None)] == labels


def test_the_crates_total_decides_between_two_numerals():
    labels = laid(c1="gold 2", c3="gold 5", c6="cannon 3")
    doubt = unsure(("cannon 8", 0.5), ("cannon 3", 0.45), ("empty", 0.01))
    settled = repair.settle(readings(labels, c6=doubt), readings(BEFORE), 10)
    assert settled[6].sure
    assert settled[6].label == "cannon 3"
    assert not repair.settle(readings(labels, c6=doubt), readings(BEFORE), None)[6].sure


def test_two_ways_that_both_add_up_stay_a_question():
    now = readings(
        laid(c1="gold 2"),
        c3=unsure(("gold 5", 0.5), ("gold 3", 0.5)),
        c6=unsure(("gold 3", 0.5), ("gold 5", 0.5)),
    )
    settled = repair.settle(now, readings(BEFORE), 10)
    assert not settled[3].sure
    assert not settled[6].sure


def test_what_was_not_sure_before_repairs_nothing():
    earlier = readings(BEFORE, c8=unsure(("contraband 6", 0.6), ("contraband 3", 0.3)))
    now = readings(
        laid(c1="gold 2", c3="gold 5", c6="cannon 3"), c8=unsure(("contraband 9", 0.968), ("contraband 6", 0.03))
    )
    assert not repair.settle(now, earlier, 10)[8].sure


def test_what_is_almost_sure_is_asked_about_and_not_overruled():
    now = readings(
        laid(c1="gold 2", c3="gold 5", c6="cannon 3"), c8=unsure(("contraband 9", 0.95), ("contraband 3", 0.04))
    )
    assert not repair.settle(now, readings(BEFORE), 10)[8].sure


def test_a_sure_reading_is_never_touched():
    labels = laid(c1="gold 2", c3="gold 5", c6="cannon 9")
    assert repair.settle(readings(labels), readings(BEFORE), 10) == readings(labels)


def test_a_crate_never_shows_a_rat():
    labels = laid(c1="gold 2", c3="gold 5")
    doubt = unsure(("rat 3", 0.8), ("gold 3", 0.19))
    assert repair.settle(readings(labels, c6=doubt), readings(BEFORE), 10)[6].label == "gold 3"


@pytest.mark.parametrize(("goods", "total"), [((3, 3), 10), ((3, 4), None), ((3,), None)])
def test_the_total_is_what_most_of_the_crates_show(goods, total):
    looks = [(readings(BEFORE), readings(laid(c1="gold 2", c3="gold 5", c6=f"cannon {value}"))) for value in goods]
    assert repair.crate_total(looks) == total


def grid(readings):
    return GridSeen(tuple(tuple(readings[row : row + 3]) for row in (0, 3, 6)))


def test_an_item_that_was_sure_as_it_lay_on_top_is_known_below_the_crates_that_followed():
    first, second = laid(c1="gold 2", c3="gold 5", c6="cannon 3"), laid(c1="gold 2", c3="gold 5", c6="gold 8")
    second[7], second[8] = "cannon 1", "contraband 1"
    third = list(second)
    third[0], third[2], third[5] = "gold 5", "gold 4", "cannon 1"
    unclear = unsure(("cannon 0", 0.001), ("gold 0", 0.0005))
    looks = [
        readings(BEFORE),
        readings(first),
        readings(second, c3=unsure(("gold 5", 0.6))),
        readings(third, c3=unclear),
    ]
    followed = repair.follow(looks, 10)
    assert [reading.label for reading in followed if reading.sure] == third
    assert not repair.settle(looks[-1], looks[-2], 10)[3].sure  # without the looks before that


def test_a_turn_in_which_a_dock_was_not_seen_tells_nothing_of_the_one_before():
    unclear = readings(BEFORE, c3=unsure(("gold 5", 0.6)))
    assert repair.follow([readings(BEFORE), None, unclear], 10) == unclear


def test_a_label_that_nothing_speaks_for_is_thought_of():
    labels = laid(c1="gold 2", c3="gold 5")
    unclear = unsure(("cannon 3", 0.02), ("cannon 9", 0.01), ("cannon 8", 0.01))  # it may as well be a gold 3
    assert not repair.follow([readings(BEFORE), readings(labels, c6=unclear)], 10)[6].sure
    clearer = unsure(("cannon 3", 0.92), ("cannon 8", 0.07))
    assert repair.follow([readings(BEFORE), readings(labels, c6=clearer)], 10)[6].sure


def test_a_turn_in_which_no_crate_can_be_told_is_repaired_in_nothing():
    now = readings(BEFORE, c1=unsure(("gold 2", 0.5), ("empty", 0.3)))
    assert not repair.settle(now, readings(BEFORE, c1=unsure(("gold 2", 0.5))), None)[1].sure


def test_a_label_that_no_crate_bears_is_left_as_it_was_read():
    odd = readings(laid(c1="gold 2", c3="treasure map", c6="gold 3"), c7=unsure(("gold 4", 0.4)))
    assert repair.follow([readings(BEFORE), odd], 10) == odd
    assert repair.crate_total([(readings(BEFORE), odd)]) is None


def test_a_number_that_nobody_chooses_but_an_edition_may_print_is_no_question():
    seats = ("Ana", "Rui", "Mia")
    high = Reading("gold 12", 0.99, True, (("gold 12", 0.99), ("gold 1", 0.005)))
    now = {seat: grid(readings(BEFORE, c4=high)) for seat in seats}
    proposal = sighting.propose(State(Seats(seats), {}, {}), [], now)
    assert proposal.doubts == ()
    assert proposal.event["cells"]["Rui"][4] == "gold 12"


def test_what_surely_reads_as_nothing_that_the_game_knows_is_asked_about():
    seats = ("Ana", "Rui", "Mia")
    odd = Reading("Gold 2", 0.99, True, (("Gold 2", 0.99), ("gold 3", 0.005)))
    now = {seat: grid(readings(BEFORE)) for seat in seats} | {"Rui": grid(readings(BEFORE, c4=odd))}
    proposal = sighting.propose(State(Seats(seats), {}, {}), [], now)
    assert proposal.event is None
    assert [(doubt.seat, doubt.cell, doubt.likeliest) for doubt in proposal.doubts] == [
        ("Rui", 4, ("gold 2", "gold 3"))
    ]
    alone = Reading("golf 2", 0.99, True, (("golf 2", 0.99),))
    (doubt,) = sighting.propose(
        State(Seats(seats), {}, {}), [], {**now, "Rui": grid(readings(BEFORE, c4=alone))}
    ).doubts
    assert doubt.likeliest == sighting.labels()


def test_the_total_that_earlier_voyages_showed_still_counts():
    seats = ("Ana", "Rui", "Mia")
    state = State(Seats(seats), {}, {})
    turns = [BEFORE, laid(c1="gold 2", c3="gold 5", c6="cannon 3"), laid(c1="gold 2", c3="gold 5", c6="gold 1")]
    turns[2][0], turns[2][4] = "cannon 5", "contraband 4"
    before = [{seat: grid(readings(labels)) for seat in seats} for labels in turns]
    last = list(turns[2])
    last[2], last[5], last[7] = "gold 4", "cannon 1", "gold 5"
    now = {seat: grid(readings(last, c7=unsure(("gold 5", 0.9), ("gold 6", 0.09)))) for seat in seats}
    assert sighting.propose(state, before, now).event == {"do": "read", "cells": dict.fromkeys(seats, last)}
    # Of this voyage only the last turn was watched: what a crate adds up to is known from the one before.
    assert sighting.propose(state, [*before, {}, {}, before[2]], now).event is not None
    doubts = sighting.propose(state, before[2:], now).doubts
    assert [(doubt.seat, doubt.cell) for doubt in doubts] == [(seat, 7) for seat in seats]


@pytest.mark.parametrize(
    ("lie", "least", "most_wrong"),
    [
        ((0, 1, 2, 3), 0.3, 0),
        ((0, 0, 2, 3), 0.05, 0),
        ((0, 1, 1, 3), 0.05, 1),
        ((0, 2, 2, 3), 0.05, 0),
        ((0, 0, 0, 3), 0.03, 0),
    ],
)
def test_repairs_of_whole_voyages_are_as_right_as_they_are_said_to_be(lie, least, most_wrong):
    """`lie`: how many crates lie in the dock at each look; people may lay one late, and two at once."""
    dice = random.Random(1)
    wrong = repaired = doubtful = 0
    for _ in range(300):
        hold, crates = dice.choice(HOLDS), dice.sample(CRATES, 3)
        cells = [LaidCrate(crate, dice.randrange(4), dice.random() < 0.5).cells for crate in crates]
        hold_labels = [label or "empty" for label in hold.cells]
        truths = [visible(hold_labels, cells[:turn]) for turn in lie]
        looks = [[seen(label, dice) for label in truth] for truth in truths]
        for reading, was, truth in zip(repair.follow(looks, 10), looks[-1], truths[-1], strict=True):
            doubtful += not was.sure
            repaired += reading.sure and not was.sure
            wrong += reading.sure and reading.label != truth
    assert doubtful > 300
    assert repaired > least * doubtful
    assert wrong <= most_wrong


def seen(label, dice):
    """How a square may be read: mostly for sure; else as right as its chance says, and its label may be missing."""
    if dice.random() < 0.85:
        return sure(label)
    chances = sorted((dice.random() ** 2, *(0.3 * dice.random() ** 2 for _ in range(4))), reverse=True)
    chances = [chance / max(1.0, sum(chances)) for chance in chances]
    others = dice.sample([other for other in labels() if other != label], 5)
    at = dice.choices(range(6), [*chances, 1 - sum(chances)])[0]
    return unsure(*zip([*others[:at], label, *others[at:]][:5], chances, strict=True))


def test_goods_that_are_gone_were_cleared_away_and_covered_ones_were_not():
    before = grid(readings(laid(a1="gold 5")))
    assert sighting.cleared(before, grid(readings(laid())))
    assert not sighting.cleared(before, grid(readings(laid(a1="cannon 2", b2="gold 3"))))
    assert not sighting.cleared(before, grid(readings(laid(), a1=unsure(("empty", 0.6), ("gold 5", 0.4)))))


def test_a_dock_without_its_hold_was_cleared_though_each_square_is_in_doubt():
    bare = [unsure(("empty", 0.6), ("cannon 2", 0.2))] * 9
    assert sighting.cleared(grid(readings(BEFORE)), grid(bare))
    assert sighting.cleared(grid(readings(BEFORE)), grid([*bare[:8], unsure(("contraband 9", 0.6))]))
    assert not sighting.cleared(grid(readings(BEFORE)), grid([*bare[:8], sure("contraband 3")]))


# ---- holds on others' docks


def two_holds(exchanged=(), late=False):
    """Return what is proposed after a voyage of two seats; before each look in `exchanged` their holds change docks.
    Of the last look people have answered all."""
    holds = {"Ana": (BEFORE, CRATES[:3]), "Rui": (HOLDS[0].cells, CRATES[3:6])}
    looks = []
    for crates in (0, 1, 1, 3) if late else range(4):  # the second may be laid only with the third
        shown = [visible(cells, [crate.cells for crate in each[:crates]]) for cells, each in holds.values()]
        looks.append(shown[::-1] if sum(number <= len(looks) for number in exchanged) % 2 else shown)
    said = [[Reading(label, 1.0, True, ((label, 1.0),)) for label in labels] for labels in looks.pop()]
    before = [dict(zip(holds, (grid(readings(labels)) for labels in look), strict=True)) for look in looks]
    return sighting.propose(State(Seats(tuple(holds)), {}, {}), before, dict(zip(holds, map(grid, said), strict=True)))


@pytest.mark.parametrize(
    ("exchanged", "told"), [((), False), ((1,), True), ((2,), True), ((3,), True), ((2, 3), False)]
)
def test_holds_that_lie_on_each_others_docks_are_scored_as_they_lie_and_that_is_said(exchanged, told):
    found = two_holds(exchanged)
    assert found.event is not None
    assert [str(remark) for remark in found.remarks] == told * [
        "The holds of Ana, Rui have changed docks: if that is wrong, undo the score, put them right, then ok"
    ]


def test_two_crates_that_were_laid_at_once_are_no_other_hold():
    assert two_holds(late=True).remarks == ()


@pytest.mark.parametrize(
    ("turned", "told"), [((), ()), ((1,), ("Ana, Rui, Mia",)), ((3,), ("Ana, Rui, Mia",)), ((1, 2, 3), ())]
)
@pytest.mark.parametrize("seed", range(8))
def test_holds_moved_round_in_a_ring_are_told_and_back_where_they_were_they_are_not(turned, told, seed):
    chance = random.Random(seed)
    seats, crates = ("Ana", "Rui", "Mia"), chance.sample(CRATES, 9)
    holds = [(hold.cells, crates[at * 3 : at * 3 + 3]) for at, hold in enumerate(chance.sample(HOLDS, 3))]
    looks = []
    for turn in range(4):
        shown = [visible(cells, [crate.cells for crate in each[:turn]]) for cells, each in holds]
        by = sum(number <= turn for number in turned) % 3
        looks.append(shown[by:] + shown[:by])
    said = [[Reading(label, 1.0, True, ((label, 1.0),)) for label in labels] for labels in looks.pop()]
    before = [dict(zip(seats, (grid(readings(labels)) for labels in look), strict=True)) for look in looks]
    found = sighting.propose(State(Seats(seats), {}, {}), before, dict(zip(seats, map(grid, said), strict=True)))
    assert [str(remark).split(" have")[0].removeprefix("The holds of ") for remark in found.remarks] == list(told)


# ---- squares that were read for sure, and wrong


FIRST = laid(c1="gold 2", c3="gold 5", c6="cannon 3")
SECOND = [*FIRST[:6], "gold 8", "cannon 1", "contraband 1"]
THIRD = ["gold 5", "gold 2", "gold 4", "gold 5", "rat 2", "cannon 1", "gold 8", "cannon 1", "contraband 1"]
WATCHED = (BEFORE, FIRST, SECOND, THIRD)


def voyage_with(*misread, said=None):
    """Return what is proposed after a voyage; `misread` are a look, a square and what it is read as; `said` is what
    people say of the last look's squares."""
    looks = [readings(labels) for labels in WATCHED]
    for look, square, label in misread:
        looks[look][square] = sure(label)
    for square, label in (said or {}).items():
        looks[-1][square] = replace(looks[-1][square], label=label, confidence=1.0, sure=True)
    *before, now = (
        {"Ana": grid(look), "Rui": grid(readings(right))} for look, right in zip(looks, WATCHED, strict=True)
    )
    return sighting.propose(State(Seats(("Ana", "Rui")), {}, {}), before, now)


def asked(proposal):
    return {(doubt.seat, doubt.cell): doubt.likeliest[:2] for doubt in proposal.doubts}


@pytest.mark.parametrize(
    ("misread", "questions"),
    [
        # goods that do not add up: any of the three may be the one
        ((3, 2, "gold 7"), {0: ("gold 5", "gold 2"), 2: ("gold 7", "gold 4"), 5: ("cannon 1", "gold 9")}),
        # one too many: without it the others add up
        ((3, 6, "gold 3"), {6: ("gold 3", "gold 8")}),
        # a crate has no rat, turns none into another, and uncovers nothing
        ((3, 4, "rat 5"), {4: ("rat 5", "rat 2")}),
        ((3, 4, "empty"), {4: ("empty", "rat 2")}),
    ],
)
def test_what_no_crate_can_have_laid_is_asked_about_though_it_was_read_for_sure(misread, questions):
    found = voyage_with(misread)
    assert found.event is None
    assert asked(found) == {("Ana", cell): likeliest for cell, likeliest in questions.items()}


def test_once_people_said_what_lies_there_the_others_are_no_question():
    assert voyage_with((3, 2, "gold 7"), said={2: "gold 4"}).event is not None
    assert ("Ana", 2) not in asked(voyage_with((3, 2, "gold 7"), said={2: "gold 7"}))  # it is what they see
    assert voyage_with((3, 6, "gold 3"), said={6: "gold 8"}).event is not None
    assert voyage_with((3, 6, "gold 3"), said={6: "gold 3"}).event is not None


def test_what_was_misread_since_an_earlier_turn_is_asked_about_and_in_one_look_alone_it_is_not():
    since = [(2, 7, "cannon 4"), (3, 7, "cannon 4")]
    assert ("Ana", 7) in asked(voyage_with(*since))
    assert voyage_with(*since, said={7: "cannon 1"}).event is not None
    assert voyage_with(since[0]).event is not None


def test_more_than_one_crate_can_have_changed_is_no_misreading():
    assert repair.at_odds(readings(BEFORE), readings(SECOND), 10) == {}
    late = [readings(labels) for labels in (BEFORE, FIRST, FIRST, THIRD)]
    assert [reading.label for reading in sighting._settled(late, 7) if reading.sure] == THIRD
