"""Captain Stingy: the rulebook's examples, what is refused, drawing, the last round, ties and the Ghost."""

from typing import Any

import pytest
from support.replayed import replayed

from companion.games.stingy.pieces import COLOURS, GHOST, kinds, value

HEADER: dict[str, Any] = {"record": 1, "game": "stingy", "players": ["Ana", "Rui", "Mia"]}
ANA = ["red coins", "red coins", "purple parrot", "red bottle", "blue bottle", "pirate flag"]
RUI = ["red coins", "red coins", "purple parrot", "purple parrot", "red bottle", "blue coins"]
MIA = ["green diamond", "green diamond", "green diamond", "green parrot", "orange coins", "orange bottle"]


def take(player: str, *tiles: Any) -> dict[str, Any]:
    return {"do": "take", "player": player, "tiles": list(tiles)}


def trade(player: str, victim: str, group: str, **given: Any) -> dict[str, Any]:
    return {"do": "trade", "player": player, "from": victim, "group": group, **given}


START = [HEADER, take("Ana", *ANA), take("Rui", *RUI), take("Mia", *MIA)]


# ---- the box


def test_there_are_115_tiles_in_25_kinds_worth_331_points() -> None:
    box = kinds(COLOURS).values()
    assert len(box) == 25
    assert sum(kind.size for kind in box) == 115
    assert sum(kind.points for kind in box) == 331
    assert [value(count) for count in range(1, 8)] == [1, 3, 6, 10, 15, 20, 25]


# ---- setting up


def test_start_tiles_come_in_any_order_and_the_first_seat_without_is_next() -> None:
    judged = replayed(HEADER, take("Mia", *MIA), take("Ana", *ANA), take("Rui", *RUI))
    assert [answer.get("next") for answer in judged.answers[1:]] == ["Ana", "Rui", "Ana"]
    assert judged.last["left"] == 97


def test_the_one_named_starts() -> None:
    header = {**HEADER, "options": {"first": "Mia"}}
    assert replayed(header, *START[1:]).last["next"] == "Mia"


def test_a_group_complete_at_the_start_is_set_aside() -> None:
    tiles = ["red bottle"] * 3 + ["red parrot"] * 3
    judged = replayed(HEADER, take("Ana", *tiles))
    assert judged.last["completed"] == ["red bottle"]
    assert judged.scores()["Ana"] == 6


def test_the_ghost_takes_start_tiles_third() -> None:
    header = {**HEADER, "players": ["Ana", "Rui"]}
    judged = replayed(header, take("Ana", *ANA), take("Rui", *RUI))
    assert judged.answers[0]["seats"] == ["Ana", "Rui", GHOST]
    assert judged.last["next"] == GHOST
    assert replayed(header, take("Ana", *ANA), take("Rui", *RUI), take(GHOST, *MIA)).last["next"] == "Ana"


def test_a_colour_of_two_words_is_one_colour() -> None:
    header = {**HEADER, "edition": {"colours": ["light blue", "dark blue", "a", "b", "flag", "pirate flag"]}}
    tiles = ["light blue bottle", "dark blue bottle", "flag coins", "pirate flag", "pirate flag bottle", "a diamond"]
    assert replayed(header, take("Ana", *tiles)).status == 0
    assert replayed(header, take("Ana", "blue bottle", *tiles[1:])).status == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (take("Ana", *ANA[:5]), "5 tiles"),
        (take("Ana", *ANA, "red coins"), "7 tiles"),
        (take("Ana"), "0 tiles"),
        (take("Eva", *ANA), "Eva"),
        (take("Ana", *ANA[:5], "red flag"), "red flag"),
        (take("Ana", *ANA[:5], "pink bottle"), "pink bottle"),
        (take("Ana", *ANA[:5], "bottle"), "bottle"),
        (take("Ana", *ANA[:5], "Red bottle"), "Red bottle"),
        (take("Ana", *ANA[:5], ""), "“”"),
        (take("Ana", *["red bottle"] * 4, *ANA[:2]), "red bottle"),
        (trade("Ana", "Rui", "red coins", back=[]), "Ana"),
    ],
)
def test_before_play_the_rules_refuse(line: dict[str, Any], says: str) -> None:
    judged = replayed(HEADER, line)
    assert judged.status == 1
    assert says in judged.error


def test_nobody_takes_start_tiles_twice() -> None:
    assert "Ana" in replayed(HEADER, take("Ana", *ANA), take("Ana", *MIA)).error


# ---- trading


def test_two_coins_for_three_single_tiles_is_a_good_trade() -> None:
    judged = replayed(*START, trade("Ana", "Rui", "red coins", back=["purple parrot", "red bottle", "blue bottle"]))
    assert judged.last == {
        "line": 5,
        "ok": True,
        "value": 3,
        "returned": 3,
        "completed": [],
        "groups": {
            "Ana": {"red coins": 4, "pirate flag": 1},
            "Rui": {"purple parrot": 3, "red bottle": 2, "blue coins": 1, "blue bottle": 1},
        },
    }
    groups = judged.last["groups"]
    assert value(groups["Ana"]["red coins"]) == 10
    assert value(groups["Rui"]["purple parrot"]) == 6
    assert value(groups["Rui"]["red bottle"]) == 3


def test_less_may_be_taken_back_or_nothing() -> None:
    assert replayed(*START, trade("Ana", "Rui", "red coins", back=["pirate flag"])).last["returned"] == 1
    assert replayed(*START, trade("Ana", "Rui", "red coins", back=[])).last["returned"] == 0


def test_a_group_completed_by_taking_or_by_taking_back_is_set_aside_at_once() -> None:
    ana = ["red bottle", "red bottle", "blue bottle", "pirate flag", "green coins", "yellow coins"]
    rui = ["red bottle", "blue bottle", "blue bottle", "orange coins", "orange parrot", "green parrot"]
    judged = replayed(
        HEADER,
        take("Ana", *ana),
        take("Rui", *rui),
        take("Mia", *MIA),
        trade("Ana", "Rui", "red bottle", back=["blue bottle"]),
    )
    assert sorted(judged.last["completed"]) == ["blue bottle", "red bottle"]
    assert judged.last["groups"] == {
        "Ana": {"pirate flag": 1, "green coins": 1, "yellow coins": 1},
        "Rui": {"orange coins": 1, "orange parrot": 1, "green parrot": 1},
    }
    assert judged.scores() == {"Ana": 6, "Rui": 6, "Mia": 0}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (trade("Rui", "Ana", "red coins", back=[]), "turn"),
        (trade("Ana", "Ana", "red coins", back=[]), "themselves"),
        (trade("Ana", "Eva", "red coins", back=[]), "Eva"),
        (trade("Ana", "Rui", "green diamond", back=[]), "green diamond"),
        (trade("Ana", "Rui", "pink diamond", back=[]), "pink diamond"),
        (trade("Ana", "Rui", "blue coins", back=["red coins"]), "more than the 1"),
        (trade("Ana", "Rui", "red coins", back=["red coins"]), "just taken"),
        (trade("Ana", "Rui", "red coins", back=["red bottle", "red bottle"]), "twice"),
        (trade("Ana", "Rui", "red coins", back=["green diamond"]), "green diamond"),
        (trade("Ana", "Rui", "red coins", back=["pink diamond"]), "pink diamond"),
        (trade("Ana", "Rui", "blue coins", paid=["red coins"]), "need not pay"),
        (trade("Ana", "Rui", "red coins", paid=[]), "need not pay"),
    ],
)
def test_a_trade_that_the_rules_refuse(line: dict[str, Any], says: str) -> None:
    judged = replayed(*START, line)
    assert judged.status == 1
    assert says in judged.error


def test_one_trade_a_turn() -> None:
    judged = replayed(*START, trade("Ana", "Rui", "red coins", back=[]), trade("Ana", "Mia", "green parrot", back=[]))
    assert judged.status == 1
    assert "already" in judged.error


DEAR = ["red diamond", "red diamond", "blue diamond", "blue diamond", "green coins", "green coins"]  # 3, 3, 3
CHEAP = ["red bottle", "yellow parrot", "yellow parrot", "yellow parrot", "pirate flag", "pirate flag"]  # 1, 6, 3


def paying(group: str, options: dict[str, bool] | None = None, **given: Any) -> Any:
    return replayed(
        {**HEADER, "options": options or {}},
        take("Ana", *DEAR),
        take("Rui", *CHEAP),
        take("Mia", *MIA),
        trade("Ana", "Rui", group, **given),
    )


def test_where_no_exact_return_is_possible_payment_may_be_forced() -> None:
    judged = paying("red bottle", paid=["red diamond"])
    assert (judged.last["value"], judged.last["returned"]) == (1, 3)
    assert judged.last["groups"]["Ana"] == {"blue diamond": 2, "green coins": 2, "red bottle": 1}
    assert paying("red bottle", paid=["red diamond", "blue diamond", "green coins"]).last["returned"] == 9


def test_a_payment_must_be_more_and_only_where_it_may_be_forced() -> None:
    assert "more than 1" in paying("red bottle", paid=[]).error
    assert "need not pay" in paying("yellow parrot", paid=["red diamond", "blue diamond", "green coins"]).error
    assert "need not pay" in paying("pirate flag", paid=["red diamond", "blue diamond"]).error
    assert "just taken" in paying("red bottle", paid=["red bottle", "red diamond"]).error
    assert paying("red bottle", back=[]).status == 0
    assert "more than the 1" in paying("red bottle", back=["red diamond"]).error


def test_with_captain_sly_nobody_pays() -> None:
    assert "Sly" in paying("red bottle", {"sly": True}, paid=["red diamond"]).error
    assert paying("red bottle", {"sly": True}, back=[]).last["returned"] == 0


def test_own_tiles_of_the_kind_just_taken_count_for_nothing_in_an_exact_return() -> None:
    """Ana's own red coins join those she takes, so they could not go back: she may be made to pay."""
    judged = replayed(
        HEADER,
        take("Ana", "red coins", "red diamond", "red diamond", "blue diamond", "blue diamond", "blue diamond"),
        take("Rui", "red coins", *MIA[:3], "orange coins", "orange bottle"),
        take("Mia", *["yellow coins"] * 4, "yellow parrot", "green parrot"),
        trade("Ana", "Rui", "red coins", paid=["red diamond"]),
    )
    assert (judged.status, judged.last["value"], judged.last["returned"]) == (0, 1, 3)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"back": [], "paid": []},
        {"back": ["red bottle"], "paid": ["red bottle"]},
        {"back": None},
        {"back": None, "paid": []},
        {"back": "red bottle"},
        {"back": [None]},
        {"paid": [7]},
        {"back": {"red bottle": 1}},
    ],
)
def test_what_goes_back_is_a_matter_of_form(given: dict[str, Any]) -> None:
    judged = replayed(*START, trade("Ana", "Rui", "red coins", **given))
    assert (judged.status, judged.final) == (2, None)
    assert "line 5" in judged.complaint


def test_form_is_judged_before_any_rule() -> None:
    assert replayed(*START, trade("Eva", "Eva", "no such thing")).status == 2


@pytest.mark.parametrize("gone", ["player", "from", "group"])
def test_a_trade_says_who_from_whom_and_what(gone: str) -> None:
    line = {key: text for key, text in trade("Ana", "Rui", "red coins", back=[]).items() if key != gone}
    judged = replayed(*START, line)
    assert judged.status == 2
    assert f'"{gone}"' in judged.complaint


# ---- drawing


def test_after_a_trade_there_is_no_tile_more() -> None:
    """Ana keeps coins and a flag: at most two groups of one tile, but she has traded."""
    traded = [*START, trade("Ana", "Rui", "red coins", back=["purple parrot", "red bottle", "blue bottle"])]
    assert replayed(*traded, take("Ana", "red diamond", "blue diamond")).last == {
        "line": 6,
        "ok": True,
        "completed": [],
        "left": 95,
        "next": "Rui",
    }
    assert "trade" in replayed(*traded, take("Ana", "red diamond", "blue diamond", "blue coins")).error


def test_a_tile_more_is_for_at_most_two_groups_of_one() -> None:
    three = ["red diamond", "blue diamond", "yellow coins"]
    assert "one tile" in replayed(*START, take("Ana", *three)).error  # Ana has four of them
    header = {**HEADER, "options": {"first": "Rui"}}
    assert replayed(header, *START[1:], take("Rui", *three)).last["left"] == 94  # two: a bottle and a coin
    assert replayed(header, *START[1:], take("Rui", *three[:2])).last["left"] == 95
    assert "more than 3" in replayed(header, *START[1:], take("Rui", *three, "blue parrot")).error


@pytest.mark.parametrize("tiles", [[], ["red diamond"]])
def test_nobody_draws_less_while_there_is_enough(tiles: list[str]) -> None:
    assert "must be 2" in replayed(*START, take("Ana", *tiles)).error


def test_a_draw_is_the_one_s_whose_turn_it_is() -> None:
    assert "turn" in replayed(*START, take("Rui", "red diamond", "blue diamond")).error


def test_more_of_a_tile_than_there_are_is_refused_when_some_are_set_aside_too() -> None:
    ana = ["red bottle"] * 3 + ["green coins"] * 3
    lines = [HEADER, take("Ana", *ana), take("Rui", *RUI[:4], "orange coins", "blue coins"), take("Mia", *MIA)]
    assert "red bottle" in replayed(*lines, take("Ana", "red bottle", "red diamond")).error


def test_the_ghost_draws_two_never_three_and_starts_no_trade() -> None:
    header = {**HEADER, "players": ["Ana", "Rui"]}
    ghost = ["green diamond"] * 5 + ["green parrot"]
    lines = [header, take("Ana", *ANA), take("Rui", *RUI), take(GHOST, *ghost)]
    lines += [take("Ana", "red diamond", "blue diamond"), take("Rui", "red diamond", "blue diamond")]
    assert "never" in replayed(*lines, take(GHOST, "orange coins", "orange parrot", "yellow coins")).error
    assert "no trade" in replayed(*lines, trade(GHOST, "Ana", "pirate flag", back=[])).error
    assert replayed(*lines, take(GHOST, "orange coins", "orange parrot")).last["next"] == "Ana"
    assert replayed(*lines[:4], trade("Ana", GHOST, "green parrot", back=["pirate flag"])).status == 0


def test_with_five_or_six_one_tile_is_drawn() -> None:
    six = {**HEADER, "players": ["A", "B", "C", "D", "E", "F"]}
    box = [tile for tile, kind in kinds(COLOURS).items() for _ in range(kind.size)]
    for players in (5, 6):
        header = {**six, "players": six["players"][:players]}
        hands = [box[seat::20][:6] for seat in range(players)]
        lines = [header, *(take(name, *hand) for name, hand in zip(header["players"], hands, strict=True))]
        left = list(box)
        for hand in hands:
            for tile in hand:
                left.remove(tile)
        assert replayed(*lines, take("A", left[0])).last["left"] == 115 - 6 * players - 1
        assert replayed(*lines, take("A", *left[:2])).status == 1


# ---- the end


def drawn_out(first: str = "Ana", options: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return a game of three drawn two by two until the middle is empty, without a trade, then the last turns."""
    header = {**HEADER, "options": {"first": first, **(options or {})}}
    box = [tile for tile, kind in kinds(COLOURS).items() for _ in range(kind.size)]
    names = ["Ana", "Rui", "Mia"]
    start = {name: box[at::19][:6] for at, name in enumerate(names)}
    for tile in (tile for tiles in start.values() for tile in tiles):
        box.remove(tile)
    lines = [header, *(take(name, *tiles) for name, tiles in start.items())]
    turn = names.index(first)
    while box:
        lines.append(take(names[turn], *(box.pop() for _ in range(min(2, len(box))))))
        turn = (turn + 1) % 3
    return lines + [take(names[(turn + more) % 3]) for more in range(3)]


def test_after_the_last_tile_everybody_has_one_more_turn_its_drawer_last() -> None:
    lines = drawn_out()
    last = lines[-4]
    assert len(last["tiles"]) == 1  # 97 tiles, two by two: fewer when fewer are left
    judged = replayed(*lines)
    assert judged.status == 0
    assert lines[-1]["player"] == last["player"]
    assert [answer["next"] for answer in judged.answers[-3:]] == [lines[-2]["player"], last["player"], None]
    assert judged.final is not None
    assert judged.final["over"] is True
    assert replayed(*lines[:-1]).final["over"] is False  # type: ignore[index]
    assert "over" in replayed(*lines, take("Ana")).error
    assert "over" in replayed(*lines, trade("Ana", "Rui", "red coins", back=[])).error


def test_when_nothing_is_left_nothing_can_be_drawn_but_traded() -> None:
    lines = drawn_out()[:-3]
    judged = replayed(*lines)
    assert judged.last["left"] == 0
    player = judged.last["next"]
    assert "left (0)" in replayed(*lines, take(player, "red coins")).error
    groups = next(
        (seat, tile)
        for seat in ("Ana", "Rui", "Mia")
        for tile in kinds(COLOURS)
        if seat != player and replayed(*lines, trade(player, seat, tile, back=[])).status == 0
    )
    assert replayed(*lines, trade(player, groups[0], groups[1], back=[]), take(player)).status == 0


def test_the_colour_bonus_counts_the_flag_as_a_colour_of_its_own() -> None:
    flags = ["pirate flag"] * 6
    lines = [
        {**HEADER, "options": {"colour_bonus": True}},
        take("Ana", *flags),
        take("Rui", *["red bottle"] * 3, *["red parrot"] * 3),
        take("Mia", *["blue bottle"] * 3, *["green bottle"] * 3),
        take("Ana", "pirate flag", "green coins"),
    ]
    assert replayed(*lines).scores() == {"Ana": 25 + 1, "Mia": 6 + 6 + 3, "Rui": 6 + 1}


def test_incomplete_groups_break_a_tie_before_the_end_too() -> None:
    judged = replayed(*START)  # worth: Ana 3+1+1+1+1, Rui 3+3+1+1, Mia 6+1+1+1
    assert judged.scores() == {"Mia": 0, "Rui": 0, "Ana": 0}
    assert judged.ranks() == {"Mia": 1, "Rui": 2, "Ana": 3}


def test_equal_ranks_stand_in_seating_order() -> None:
    judged = replayed(*START[:2])
    assert judged.ranks() == {"Ana": 1, "Rui": 2, "Mia": 2}


def test_the_ghost_is_ranked_but_the_best_of_the_others_wins() -> None:
    header = {**HEADER, "players": ["Ana", "Rui"]}
    box = [tile for tile, kind in kinds(COLOURS).items() for _ in range(kind.size)]
    ghost = ["red bottle"] * 3 + ["purple bottle"] * 3
    for tile in ghost:
        box.remove(tile)
    order = sorted(set(box), key=lambda tile: tile.split()[::-1])
    ana, rui = order[:6], order[6:12]
    lines: list[dict[str, Any]] = [header, take("Ana", *ana), take("Rui", *rui), take(GHOST, *ghost)]
    for tile in (*ana, *rui):
        box.remove(tile)
    names, turn = ["Ana", "Rui", GHOST], 0
    box.sort(key=lambda tile: (tile.split()[1], tile))
    while box:
        if names[turn] == GHOST:  # the Ghost gets pairs, so it completes most
            pair, box = box[:2], box[2:]
        else:
            pair, box = [box[0], box[-1]][: len(box)], box[1:-1]
        lines.append(take(names[turn], *pair))
        turn = (turn + 1) % 3
    judged = replayed(*lines, *(take(names[(turn + more) % 3]) for more in range(3)))
    assert judged.status == 0
    assert judged.final is not None
    assert judged.final["standings"][0]["player"] == GHOST
    people = [place for place in judged.final["standings"] if place["player"] != GHOST]
    best = people[0]["rank"]
    assert judged.final["winners"] == [place["player"] for place in people if place["rank"] == best]


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": {"first": "Eva"}},
        {"options": {"first": None}},
        {"options": {"first": GHOST}, "players": ["Ana", "Rui"]},
        {"options": {"sly": 1}},
        {"options": {"colour_bonus": "yes"}},
        {"options": {"ghost": True}},
        {"edition": {"colours": ["a", "b", "c", "d", "e"]}},
        {"edition": {"colours": ["a", "b", "c", "d", "e", "e"]}},
        {"edition": {"colours": ["a", "b", "c", "d", "e", ""]}},
        {"edition": {"colours": ["a", "b", "c", "d", "e", "pirate"]}},
        {"edition": {"colours": ["a", "b", "c", "d", "e", 6]}},
        {"edition": {"colours": None}},
        {"edition": {"values": [1, 3, 6]}},
        {"players": ["Ana", GHOST]},
    ],
)
def test_a_header_that_nobody_can_play_with_is_unreadable(wrong: dict[str, Any]) -> None:
    judged = replayed({**HEADER, **wrong})
    assert judged.status == 2
    assert "line 1" in judged.complaint
