"""All aboard!: the rulebook's round, each effect, love and fights, what is refused, scores and ties."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.replayed import Judged, replayed

from companion.games.allaboard.pieces import Animal, Card, Printed, halves, number
from companion.games.allaboard.sailing import Boat, sail

ANIMALS = [animal.value for animal in Animal]
WEIGHTS = dict(zip(ANIMALS, (1, -1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), strict=True))
POINTS = dict(zip(ANIMALS, range(1, 13), strict=True))
PLAYERS = ["Purple", "Red", "Yellow", "Blue"]


def header(weights: dict[str, Any] | None = None, players: list[str] | None = None, **more: Any) -> dict[str, Any]:
    weights = {**WEIGHTS, **(weights or {})}
    animals = {animal: {"weight": weights[animal], "points": POINTS[animal]} for animal in ANIMALS}
    return {
        "record": 1,
        "game": "allaboard",
        "players": players or PLAYERS,
        "edition": {"animals": animals},
        **more,
    }


def boat(capacity: Any, *aboard: tuple[str, str], **more: Any) -> dict[str, Any]:
    return {"capacity": capacity, "aboard": [list(pair) for pair in aboard], **more}


def sailing(*boats: dict[str, Any]) -> dict[str, Any]:
    return {"do": "sail", "boats": list(boats)}


def pairs(*cards: tuple[str, str]) -> list[list[str]]:
    return sorted(list(card) for card in cards)


EXAMPLE = sailing(
    boat(12, ("Red", "mouse"), ("Purple", "elephant"), ("Blue", "octopus"), replacement=16),
    boat(16, ("Red", "monkey"), ("Yellow", "lion"), ("Blue", "zebra")),
    boat(16, ("Purple", "giraffe"), ("Yellow", "giraffe"), ("Red", "fox")),
    boat(20, ("Purple", "bear"), ("Yellow", "monkey"), ("Blue", "lion")),
)


# ---- the rulebook's round


def test_the_example_boat_by_boat() -> None:
    one, two, three, four = replayed(header(), EXAMPLE).last["boats"]
    assert (one["capacity"], one["weight"], one["sailed"]) == (16, 15, True)
    assert sorted(one["saved"]) == pairs(("Red", "mouse"), ("Purple", "elephant"))
    assert one["discarded"] == [["Blue", "octopus"]]

    assert two["moved"] == [["Blue", "zebra"]]
    assert two["discarded"] == [["Red", "monkey"]]
    assert (two["saved"], two["sailed"]) == ([["Yellow", "lion"]], True)

    assert (three["lovers"], three["weight"], three["sailed"]) == (["giraffe"], 25, False)
    assert three["moved"] == [["Red", "fox"]]
    assert sorted(three["discarded"]) == pairs(("Purple", "giraffe"), ("Yellow", "giraffe"), ("Blue", "zebra"))

    assert (four["weight"], four["capacity"], four["sailed"]) == (16, 20, True)
    assert four["discarded"] == [["Blue", "lion"]]
    assert sorted(four["saved"]) == pairs(("Red", "fox"), ("Yellow", "monkey"), ("Purple", "bear"))


def test_the_example_s_scores_cupids_included() -> None:
    judged = replayed(header(), EXAMPLE)
    assert judged.scores() == {
        "Purple": POINTS["elephant"] + POINTS["bear"] + 2,
        "Red": POINTS["mouse"] + POINTS["fox"],
        "Yellow": POINTS["lion"] + POINTS["monkey"] + 2,
        "Blue": 0,
    }


def test_without_effects_the_example_goes_otherwise() -> None:
    one, two, three, four = replayed(header(options={"effects": False}), EXAMPLE).last["boats"]
    assert (one["capacity"], one["sailed"]) == (12, False)
    assert len(one["discarded"]) == 3
    assert (two["weight"], two["sailed"]) == (20, False)
    assert (three["lovers"], three["moved"], three["sailed"]) == (["giraffe"], [], False)
    assert (four["weight"], four["sailed"]) == (23, False)
    assert all(sailed["effects"] == [] for sailed in (one, two, three, four))


# ---- one boat


def one_boat(*animals: str, capacity: Any = 100, last: bool = False, effects: bool = True, **more: Any) -> Any:
    """Judge one boat; each animal is of a player of its own."""
    weights = {**WEIGHTS, **more.pop("weights", {})}
    cards = {Animal(animal): Printed(halves(weights[animal]) or 0, POINTS[animal]) for animal in ANIMALS}
    aboard = tuple(Card(f"{place}", Animal(animal)) for place, animal in enumerate(animals))
    return sail(Boat(1, capacity * 2, aboard, last=last, **more), cards, effects=effects)


def names(cards: tuple[Card, ...]) -> list[str]:
    return sorted(card.animal.value for card in cards)


def test_weight_equal_to_the_capacity_sails() -> None:
    assert one_boat("moose", "zebra", capacity=13).sailed
    assert not one_boat("moose", "zebra", capacity=12).sailed


def test_a_couple_of_mice_weighs_one_and_of_peacocks_two() -> None:
    assert number(one_boat("mouse", "mouse", "sloth").weight) == 6
    assert number(one_boat("peacock", "peacock", "sloth").weight) == 7
    assert number(one_boat("peacock", "peacock", "sloth", effects=False).weight) == 7
    assert number(one_boat("mouse", "peacock", "sloth").weight) == 5


def test_a_peacock_lightens_the_load() -> None:
    assert one_boat("peacock", "moose", "zebra", capacity=12).sailed


def test_lovers_neither_act_nor_are_hit() -> None:
    assert one_boat("mouse", "mouse", "elephant").effects == ()
    assert one_boat("mouse", "elephant", "elephant").effects == ()
    assert one_boat("monkey", "monkey", "bear", "lion", last=True).moved == ()
    assert names(one_boat("lion", "monkey", "monkey").saved) == ["lion", "monkey", "monkey"]
    assert names(one_boat("lion", "lion", "sloth").saved) == ["lion", "lion", "sloth"]


def test_the_monkey_throws_the_second_heaviest_of_those_it_can_hit() -> None:
    assert names(one_boat("monkey", "sloth", "bear", "zebra").moved) == ["zebra"]
    assert names(one_boat("monkey", "elephant", "elephant", "sloth", "zebra").moved) == ["sloth"]
    assert one_boat("monkey", "elephant", "elephant", "sloth").moved == ()  # one other alone
    assert one_boat("monkey", "sloth").moved == ()
    assert one_boat("monkey", "sloth", "moose", weights={"sloth": 6}).moved == ()  # the same weight


def test_equal_weights_rank_in_the_order_of_the_list() -> None:
    equal = {"zebra": 8, "giraffe": 8}
    assert names(one_boat("monkey", "giraffe", "zebra", "sloth", weights=equal).moved) == ["zebra"]
    assert names(one_boat("monkey", "giraffe", "zebra", "bear", weights=equal).moved) == ["giraffe"]
    assert names(one_boat("lion", "giraffe", "zebra", weights=equal).discarded) == ["giraffe"]


def test_from_the_last_boat_there_is_nowhere_to_go() -> None:
    thrown = one_boat("monkey", "bear", "zebra", last=True)
    assert (thrown.moved, names(thrown.discarded)) == ((), ["zebra"])
    sunk = one_boat("fox", "bear", "zebra", capacity=1, last=True)
    assert (sunk.moved, names(sunk.discarded)) == ((), ["bear", "fox", "zebra"])


def test_the_lion_eats_the_heaviest_that_is_lighter() -> None:
    assert names(one_boat("lion", "bear", "zebra", "sloth").discarded) == ["zebra"]
    assert one_boat("lion", "bear", "elephant").discarded == ()
    assert one_boat("lion", "zebra", weights={"zebra": 9}).discarded == ()


def test_the_lightest_acts_first_and_who_is_gone_does_not_act() -> None:
    eaten = one_boat("lion", "mouse", "elephant", weights={"lion": 0.5, "mouse": 0}, replacement=3)
    assert (number(eaten.capacity), names(eaten.discarded)) == (
        3,
        ["elephant", "lion", "mouse"],
    )  # it acted, it is eaten
    order = {"monkey": 1, "mouse": 3, "elephant": 5}
    thrown = one_boat("mouse", "monkey", "elephant", "bear", weights=order)
    assert (number(thrown.capacity), names(thrown.moved)) == (100, ["elephant"])  # nobody left to frighten


def test_a_frightened_elephant_needs_another_boat() -> None:
    swapped = one_boat("mouse", "elephant", "bear", capacity=30, replacement=10)
    assert (number(swapped.capacity), swapped.sailed) == (10, False)
    assert number(one_boat("mouse", "bear", capacity=30, replacement=10).capacity) == 30
    assert number(one_boat("mouse", "elephant", effects=False, capacity=30, replacement=10).capacity) == 30


def test_an_octopus_likes_the_water() -> None:
    sails, sinks = one_boat("octopus", "sloth"), one_boat("octopus", "sloth", capacity=1)
    assert (names(sails.saved), names(sails.discarded)) == (["sloth"], ["octopus"])
    assert (names(sinks.saved), names(sinks.discarded)) == (["octopus"], ["sloth"])
    loving = one_boat("octopus", "octopus")
    assert names(loving.saved) == ["octopus", "octopus"]
    assert names(one_boat("octopus", "octopus", capacity=1).discarded) == ["octopus", "octopus"]
    assert names(one_boat("octopus", "sloth", effects=False).saved) == ["octopus", "sloth"]
    assert one_boat("octopus", "sloth", capacity=1, effects=False).saved == ()


def test_a_fox_jumps_when_the_boat_sinks() -> None:
    assert names(one_boat("fox", "bear", capacity=1).moved) == ["fox"]
    assert one_boat("fox", "bear").moved == ()
    assert one_boat("fox", "fox", "bear", capacity=1).moved == ()
    assert one_boat("fox", "bear", capacity=1, effects=False).moved == ()


@pytest.mark.parametrize("count", [3, 4])
def test_three_or_more_alike_fight_and_sink_whatever_the_weight(count: int) -> None:
    fight = one_boat(*["sloth"] * count, "fox", "octopus", "monkey", "lion")
    assert (fight.sailed, fight.lovers, names(fight.moved), names(fight.saved)) == (False, (), ["fox"], ["octopus"])
    assert number(fight.weight) == 5 * count + 2 + 3 + 4 + 9  # nobody was thrown or eaten


def test_octopuses_that_fought_are_saved_but_foxes_stay() -> None:
    assert names(one_boat("octopus", "octopus", "octopus", "fox").saved) == ["octopus"] * 3
    assert names(one_boat("octopus", "octopus", "octopus", "fox").moved) == ["fox"]
    assert one_boat("fox", "fox", "fox").moved == ()
    assert one_boat("octopus", "octopus", "octopus", effects=False).saved == ()


def test_a_couple_beside_a_fight_gets_its_cupids_and_weighs_as_in_love() -> None:
    fight = one_boat("bear", "bear", "bear", "mouse", "mouse")
    assert fight.lovers == (Animal.MOUSE,)
    assert fight.cupids == ("3", "4")
    assert number(fight.weight) == 31
    assert names(one_boat("bear", "bear", "bear", "octopus", "octopus").saved) == []


def test_no_effect_in_a_fight_needs_no_other_boat() -> None:
    assert one_boat("sloth", "sloth", "sloth", "mouse", "elephant").effects == ()


# ---- moving on


def test_animals_that_moved_in_love_fight_and_act() -> None:
    """The zebra thrown out of boat 1 falls in love in boat 2; the fox that jumps out of it makes three in boat 3."""
    play = sailing(
        boat(0, ("Purple", "monkey"), ("Red", "elephant"), ("Yellow", "zebra")),
        boat(0, ("Purple", "zebra"), ("Red", "fox"), ("Yellow", "bear")),
        boat(50, ("Purple", "fox"), ("Yellow", "fox"), ("Red", "sloth")),
    )
    one, two, three = replayed(header(players=["Purple", "Red", "Yellow"]), play).last["boats"]
    assert one["moved"] == [["Yellow", "zebra"]]
    assert (two["lovers"], two["weight"], two["moved"]) == (["zebra"], 7 + 7 + 2 + 10, [["Red", "fox"]])
    assert (three["lovers"], three["sailed"], len(three["discarded"])) == ([], False, 4)


# ---- what is refused

TWO = header(players=["Purple", "Red"])
FINE = sailing(
    boat(20, ("Purple", "sloth"), ("Purple", "moose"), ("Red", "zebra")),
    boat(20, ("Purple", "bear"), ("Red", "sloth"), ("Red", "moose")),
)


def changed(place: int, **new: Any) -> dict[str, Any]:
    boats = [dict(one) for one in FINE["boats"]]
    boats[place] |= new
    return sailing(*boats)


def test_the_ground_of_what_is_refused_stands() -> None:
    assert replayed(TWO, FINE).status == 0


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (sailing(*FINE["boats"][:1]), "1 boat;"),
        (sailing(*FINE["boats"], FINE["boats"][0]), "3 boats"),
        (sailing(), "0 boats"),
        (changed(0, capacity=-1), "boat 1"),
        (changed(1, capacity=8.25), "boat 2"),
        (changed(1, capacity=-0.5), "boat 2"),
        (changed(0, aboard=[["Purple", "sloth"], ["Purple", "moose"]]), "2 animals"),
        (changed(0, aboard=[["Purple", "sloth"], ["Purple", "moose"], ["Red", "zebra"], ["Red", "bear"]]), "4 animals"),
        (changed(0, aboard=[["Purple", "sloth"], ["Purple", "moose"], ["Red", "wolf"]]), "wolf"),
        (changed(0, aboard=[["Purple", "sloth"], ["Purple", "moose"], ["Red", "Zebra"]]), "Zebra"),
        (changed(0, aboard=[["Purple", "sloth"], ["Purple", "moose"], ["Eva", "zebra"]]), "Eva"),
        (changed(0, aboard=[["Purple", "sloth"], ["Purple", "sloth"], ["Red", "zebra"]]), "Purple"),
        (changed(0, aboard=[["Purple", "sloth"], ["Purple", "moose"], ["Red", "sloth"]]), "Red"),
        (changed(0, aboard=[["Purple", "sloth"], ["Purple", "moose"], ["Purple", "zebra"]]), "Purple has 4"),
        (changed(0, aboard=[["Red", "mouse"], ["Purple", "elephant"], ["Purple", "zebra"]]), "replacement"),
        (
            changed(0, aboard=[["Red", "mouse"], ["Purple", "elephant"], ["Purple", "zebra"]], replacement=0.25),
            "0.25",
        ),
        ({"do": "swim", "boats": []}, "swim"),
    ],
)
def test_the_rules_refuse(line: dict[str, Any], says: str) -> None:
    judged = replayed(TWO, line)
    assert judged.status == 1
    assert says in judged.error


def test_a_replacement_that_nobody_needs_is_not_looked_at() -> None:
    assert replayed(TWO, changed(0, replacement=-7.3)).answers == replayed(TWO, FINE).answers


def test_an_animal_sails_once_a_game() -> None:
    judged = replayed(TWO, FINE, FINE)
    assert judged.status == 1
    assert "has sailed in an earlier round" in judged.error


@pytest.mark.parametrize(
    "line",
    [
        changed(0, capacity="20"),
        changed(0, capacity=True),
        changed(0, capacity=None),
        changed(0, replacement=None),
        changed(0, replacement="16"),
        changed(0, aboard=[["Purple", "sloth", "moose"]]),
        changed(0, aboard=[["Purple"]]),
        changed(0, aboard=[{"player": "Purple", "animal": "sloth"}]),
        changed(0, aboard=[["Purple", 7]]),
        changed(0, aboard=None),
        {"do": "sail", "boats": [{"capacity": 12}]},
        {"do": "sail", "boats": [{"aboard": []}]},
        {"do": "sail", "boats": {}},
        {"do": "sail"},
    ],
)
def test_what_is_wrong_in_form_is_unreadable(line: dict[str, Any]) -> None:
    judged = replayed(TWO, line)
    assert (judged.status, judged.final) == (2, None)
    assert "line 2" in judged.complaint


def edition(change: dict[str, Any]) -> dict[str, Any]:
    animals = {**TWO["edition"]["animals"], **change}
    return {**TWO, "edition": {"animals": {animal: on for animal, on in animals.items() if on is not ...}}}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({**TWO, "edition": {}}, "edition.animals"),
        ({key: value for key, value in TWO.items() if key != "edition"}, "edition.animals"),
        (edition({"lion": ...}), "lion"),
        (edition({"wolf": {"weight": 1, "points": 1}}), "wolf"),
        (edition({"lion": {"weight": 9}}), "points"),
        (edition({"lion": {"points": 9}}), "weight"),
        (edition({"lion": {"weight": 9.25, "points": 1}}), "lion.weight"),
        (edition({"lion": {"weight": "9", "points": 1}}), "lion.weight"),
        (edition({"lion": {"weight": True, "points": 1}}), "lion.weight"),
        (edition({"lion": {"weight": None, "points": 1}}), "lion.weight"),
        (edition({"lion": {"weight": 9, "points": 1.0}}), "lion.points"),
        (edition({"lion": {"weight": 9, "points": 1, "art": "roar"}}), "art"),
        ({**TWO, "edition": {**TWO["edition"], "boats": []}}, "boats"),
        ({**TWO, "options": {"effects": 1}}, "effects"),
        ({**TWO, "options": {"family": True}}, "family"),
    ],
)
def test_a_header_that_nobody_can_play_with_is_unreadable(wrong: dict[str, Any], says: str) -> None:
    judged = replayed(wrong)
    assert judged.status == 2
    assert says in judged.complaint


def test_twelve_is_twelve_however_it_is_written_and_a_sum_of_halves_is_exact() -> None:
    whole, point = replayed(header({"bear": 10}), EXAMPLE), replayed(header({"bear": 10.0}), EXAMPLE)
    assert whole.answers == point.answers
    half = replayed(header({"bear": 10.5}), EXAMPLE).last["boats"][3]["weight"]
    assert half == 16.5
    assert isinstance(point.last["boats"][3]["weight"], int)
    assert replayed(header(), '{"do":"sail","boats":[{"capacity":1e400,"aboard":[]}]}').status == 1
    assert replayed(header({"bear": 10**30}), EXAMPLE).status == 0


# ---- the end


def whole_game(players: list[str], rounds: int = 4) -> list[dict[str, Any]]:
    """Return a game in which everybody plays the animals in order and every boat sails."""
    lines = [header(players=players)]
    for turn in range(rounds):
        mine = [(player, animal) for player in players for animal in ANIMALS[turn * 3 : turn * 3 + 3]]
        boats = [mine[at : at + 3] for at in range(0, len(mine), 3)]
        lines.append(sailing(*(boat(99, *aboard, replacement=99) for aboard in boats)))
    return lines


def test_four_rounds_then_nothing_follows() -> None:
    judged: Judged = replayed(*whole_game(["Ana", "Rui"]))
    assert judged.final is not None
    assert judged.final["over"] is True
    assert judged.final["winners"] == ["Ana", "Rui"]  # both saved the same: shared
    assert replayed(*whole_game(["Ana", "Rui"], 3)).final["winners"] == []  # type: ignore[index]
    assert replayed(*whole_game(["Ana", "Rui"]), FINE).status == 1


def test_cupids_then_saved_cards_break_a_tie() -> None:
    """Ana and Rui both have 6 points: she of an animal and a cupid, he of two animals."""
    points = {"zebra": 4, "giraffe": 6, "sloth": 3, "moose": 3}
    start = header(players=["Ana", "Rui", "Mia"])
    for animal, worth in points.items():
        start["edition"]["animals"][animal]["points"] = worth
    play = sailing(
        boat(99, ("Ana", "zebra"), ("Mia", "bear"), ("Mia", "elephant")),
        boat(99, ("Rui", "sloth"), ("Rui", "moose"), ("Mia", "peacock")),
        boat(1, ("Ana", "giraffe"), ("Rui", "giraffe"), ("Ana", "moose")),
    )
    judged = replayed(start, play)
    assert judged.scores() == {"Mia": POINTS["bear"] + POINTS["elephant"] + POINTS["peacock"], "Rui": 8, "Ana": 6}
    play["boats"][2] = boat(1, ("Ana", "giraffe"), ("Mia", "giraffe"), ("Ana", "moose"))
    play["boats"][0] = boat(99, ("Ana", "zebra"), ("Mia", "bear"), ("Rui", "peacock"))
    play["boats"][1] = boat(99, ("Rui", "sloth"), ("Rui", "moose"), ("Mia", "elephant"))
    start["edition"]["animals"]["peacock"]["points"] = 0
    judged = replayed(start, play)
    assert judged.scores()["Ana"] == judged.scores()["Rui"] == 6
    assert judged.ranks()["Ana"] < judged.ranks()["Rui"]


# ---- properties: the same boat judged by a second, plain reading of the record's text

BOATS = st.lists(st.sampled_from(ANIMALS), min_size=1, max_size=5)
ODD = st.lists(st.sampled_from([-1.5, -1, 0, 0.5, 1, 2, 2.5, 7, 7.5, 9]), min_size=12, max_size=12)


def plainly(aboard: list[str], weights: dict[str, Any], capacity: Any, replacement: Any, effects: bool) -> Any:
    """Return (sailed, weight, capacity, saved, discarded, moved) as the record tells it, animal by animal."""
    count = Counter(aboard)
    love = {kind for kind in count if count[kind] == 2}
    fight = {kind for kind in count if count[kind] >= 3}
    heavy = {
        kind: {"mouse": 0.5, "peacock": 1}.get(kind, weights[kind]) if kind in love else weights[kind] for kind in count
    }
    here, moved, gone = list(aboard), [], []
    if effects and not fight:
        single = [kind for kind in here if kind not in love]
        for actor in sorted(single, key=lambda kind: (weights[kind], ANIMALS.index(kind))):
            if actor not in here:
                continue
            others = sorted(
                (kind for kind in here if kind != actor and kind not in love),
                key=lambda kind: (weights[kind], ANIMALS.index(kind)),
            )
            if actor == "mouse" and "elephant" in others:
                capacity = replacement
            if actor == "monkey" and len(others) > 1 and weights[others[0]] != weights[others[-1]]:
                here.remove(others[-2])
                moved.append(others[-2])
            prey = [kind for kind in others if weights[kind] < weights[actor]]
            if actor == "lion" and prey:
                here.remove(prey[-1])
                gone.append(prey[-1])
    weight = sum(heavy[kind] for kind in here)
    sailed = not fight and weight <= capacity
    swims = [kind for kind in here if kind == "octopus" and kind not in love and effects]
    if sailed:
        return True, weight, capacity, [k for k in here if k not in swims], gone + swims, moved
    jumps = [kind for kind in here if kind == "fox" and kind not in love | fight and effects]
    return False, weight, capacity, swims, gone + [k for k in here if k not in swims + jumps], moved + jumps


@given(BOATS, ODD, st.sampled_from([0, 4.5, 10, 30]), st.booleans())
def test_a_boat_is_judged_as_the_record_tells_it(
    aboard: list[str], odd: list[float], capacity: float, effects: bool
) -> None:
    weights = dict(zip(ANIMALS, odd, strict=True))
    cards = {Animal(kind): Printed(halves(weights[kind]) or 0, 1) for kind in ANIMALS}
    placed = tuple(Card(str(at), Animal(kind)) for at, kind in enumerate(aboard))
    judged = sail(Boat(1, halves(capacity) or 0, placed, replacement=7), cards, effects=effects)
    sailed, weight, counted, saved, gone, moved = plainly(aboard, weights, capacity, 7, effects)
    assert (judged.sailed, number(judged.weight), number(judged.capacity)) == (sailed, weight, counted)
    assert names(judged.saved) == sorted(saved)
    assert names(judged.discarded) == sorted(gone)
    assert names(judged.moved) == sorted(moved)
    assert Counter([*judged.saved, *judged.discarded, *judged.moved]) == Counter(placed)


@given(
    st.one_of(
        st.integers(-(10**6), 10**6),
        st.integers(-(10**6), 10**6).map(lambda n: n / 2),
        st.sampled_from([2.0**60, 1e308]),
    )
)
def test_halves_and_back_is_the_same_number(given_number: float) -> None:
    in_halves = halves(given_number)
    assert in_halves is not None
    assert number(in_halves) == given_number
