"""Captain Stingy: what was traded and drawn, worked out from two looks at the table."""

from collections import Counter
from random import Random
from time import process_time
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from support.legal_play import playing

from companion.game import Asked
from companion.game.registry import find
from companion.games.stingy import rules
from companion.games.stingy.events import TakeTiles, Trade
from companion.games.stingy.game import GAME, Edition, Options
from companion.games.stingy.own_tiles import turn_of_one
from companion.games.stingy.sighting import propose
from companion.games.stingy.state import State
from companion.games.stingy.take_back import returns
from companion.games.stingy.turns import trade_between
from vision.observation import Piece, PiecesSeen, Reading, ZoneSeen


def table(groups: dict[str, dict[str, int]], **more: Any) -> State:
    """Return the state in which these groups lie open, the first seat in turn."""
    seats = tuple(groups)
    options = Options(sly=more.pop("sly", False))
    begun = GAME.begin(seats, options, Edition())
    return replace(
        begun, groups=groups, turn=seats[0], left=115 - sum(sum(g.values()) for g in groups.values()), **more
    )


TABLE = {
    "Ana": {"red coins": 2, "purple parrot": 1, "red bottle": 1, "blue bottle": 1},
    "Rui": {"red coins": 2, "purple parrot": 2, "red bottle": 1},
    "Mia": {"green diamond": 2, "orange coins": 1},
}


def changed(**groups: dict[str, int]) -> dict[str, dict[str, int]]:
    return {**TABLE, **groups}


def test_the_rulebook_s_trade_is_told_and_so_is_the_draw() -> None:
    after = changed(
        Ana={"red coins": 4, "blue diamond": 1, "green diamond": 1},
        Rui={"purple parrot": 3, "red bottle": 2, "blue bottle": 1},
    )
    turn = trade_between(table(TABLE), after)
    assert turn.trade is not None
    assert {**turn.trade, "back": sorted(turn.trade["back"])} == {
        "do": "trade",
        "player": "Ana",
        "from": "Rui",
        "group": "red coins",
        "back": ["blue bottle", "purple parrot", "red bottle"],
    }
    assert sorted(turn.drawn) == ["blue diamond", "green diamond"]
    assert str(turn.told) == (
        "Ana took red coins (3) from Rui, who took back purple parrot, red bottle, blue bottle (3)"
    )
    assert (turn.wrong, turn.unfinished) == (None, None)


def test_a_draw_alone_is_no_trade() -> None:
    turn = trade_between(table(TABLE), changed(Ana={**TABLE["Ana"], "blue diamond": 2}))
    assert (turn.trade, turn.drawn, turn.wrong, turn.unfinished) == (None, ("blue diamond",) * 2, None, None)


def test_before_the_draw_the_turn_is_unfinished() -> None:
    turn = trade_between(table(TABLE), TABLE)
    assert (turn.trade, turn.wrong) == (None, None)
    assert "draws 0" in str(turn.unfinished)


DRAWN = {"blue diamond": 2}


@pytest.mark.parametrize(
    ("after", "says"),
    [
        (changed(Ana={**TABLE["Ana"], "red coins": 3}, Rui={**TABLE["Rui"], "red coins": 1}), "split"),
        (
            changed(Ana={"red coins": 4, "purple parrot": 3, "red bottle": 1, "blue bottle": 1}, Rui={"red bottle": 1}),
            "takes one",
        ),
        (changed(Rui={**TABLE["Rui"], "orange coins": 1}, Mia={"green diamond": 2}), "one player only"),
        (changed(Ana={**TABLE["Ana"], "red coins": 1}), "4 lay open, now 3"),
        (
            changed(
                Ana={"red coins": 3, "purple parrot": 1, "red bottle": 1, "blue bottle": 1} | DRAWN,
                Mia={"green diamond": 2},
            ),
            "orange coins is not seen",
        ),
        (
            changed(
                Ana={"purple parrot": 1, "red bottle": 1, "blue bottle": 1, "orange coins": 1} | DRAWN,
                Mia={"green diamond": 2, "red coins": 2},
            ),
            "exactly 1 could go back",
        ),
    ],
)
def test_what_is_no_legal_trade_is_said_in_words(after: dict[str, dict[str, int]], says: str) -> None:
    assert says in str(trade_between(table(TABLE), after).wrong)


@pytest.mark.parametrize("drawn", [{}, DRAWN])
def test_who_draws_before_the_turn_before_is_read_took_nothing_of_anybody(drawn: dict[str, int]) -> None:
    ana = {**TABLE["Ana"], **drawn}
    for after in (
        changed(Ana=ana, Rui={**TABLE["Rui"], "pirate flag": 2}),
        changed(Ana=ana, Rui={**TABLE["Rui"], "pirate flag": 2}, Mia={**TABLE["Mia"], "yellow parrot": 2}),
    ):
        assert str(trade_between(table(TABLE), after).wrong) == (
            "Rui has new tiles, but it is Ana's turn: take them away until that is read, or enter it by hand"
        )


@pytest.mark.parametrize(
    ("after", "says"),
    [
        (
            changed(
                Ana={"red coins": 4, "green diamond": 1, "blue bottle": 1},
                Rui={"purple parrot": 3, "red bottle": 2, "blue diamond": 1, "green coins": 2},
            ),
            "what lies before Ana and Rui is no trade: if two turns were played, enter the first by hand",
        ),
        (
            changed(
                Ana={"red coins": 4, "blue diamond": 1, "green diamond": 1},
                Rui={"purple parrot": 3, "red bottle": 2, "orange coins": 1, "green coins": 2},
                Mia={"green diamond": 2, "blue bottle": 1},
            ),
            "tiles changed before Rui, Mia: a trade is with one player only; if two turns were played, enter the first "
            "by hand",
        ),
    ],
)
def test_two_turns_in_one_look_are_read_once_the_first_is_entered(after: dict[str, dict[str, int]], says: str) -> None:
    state = table(TABLE)
    assert str(trade_between(state, after).wrong) == says
    back = ["blue bottle", "purple parrot", "red bottle"]
    state, _ = rules.apply(state, Trade("Ana", "Rui", "red coins", back=back))
    state, _ = rules.apply(state, TakeTiles("Ana", ["blue diamond", "green diamond"]))
    second = trade_between(state, after)
    assert (second.wrong, second.unfinished) == (None, None)
    assert second.trade is not None


def test_with_no_exact_return_the_words_say_that_payment_could_be_forced() -> None:
    start = {"Ana": {"red coins": 2, "blue coins": 2}, "Rui": {"green bottle": 1}, "Mia": {"red bottle": 1}}
    after = {"Ana": {"green bottle": 1}, "Rui": {"red coins": 2, "blue coins": 2}, "Mia": {"red bottle": 1}}
    paid = trade_between(table(start), after)
    assert paid.wrong is None
    assert paid.trade is not None
    assert sorted(paid.trade["paid"]) == ["blue coins", "red coins"]
    sly = trade_between(table(start, sly=True), after)
    assert "Sly" in str(sly.wrong)


def test_a_group_completed_by_either_and_set_aside_is_understood() -> None:
    start = {
        "Ana": {"red bottle": 2, "blue bottle": 1, "green coins": 3},
        "Rui": {"red bottle": 1, "blue bottle": 2, "green coins": 1},
        "Mia": {},
    }
    after = {"Ana": {"green coins": 3, **DRAWN}, "Rui": {"green coins": 1}, "Mia": {}}
    turn = trade_between(table(start), after)
    assert turn.wrong is None
    assert turn.trade is not None
    assert turn.trade["group"] in ("red bottle", "blue bottle")


@pytest.mark.parametrize(("taken", "owners"), [("purple coins", ("Ana", "Rui")), ("yellow parrot", ("Rui", "Ana"))])
def test_complete_groups_that_still_lie_open_show_who_took_what(taken: str, owners: tuple[str, str]) -> None:
    start = {
        "Ana": {"purple coins": 3, "yellow parrot": 2},
        "Rui": {"purple coins": 2, "yellow parrot": 2},
        "Mia": {"red diamond": 1},
    }
    gone: dict[str, dict[str, int]] = {"Ana": DRAWN, "Rui": {}, "Mia": start["Mia"]}
    aside = trade_between(table(start), gone)
    assert "lay the complete groups open again" in str(aside.wrong)
    after = {seat: dict(groups) for seat, groups in gone.items()}
    after[owners[0]]["purple coins"], after[owners[1]]["yellow parrot"] = 5, 4
    turn = trade_between(table(start), after)
    assert turn.wrong is None
    assert turn.trade is not None
    assert turn.trade["group"] == taken


def test_a_hidden_lone_tile_is_not_taken_for_a_group_that_became_complete() -> None:
    """Ana says ok before she draws, and something covers her lone bottle: two bottles drawn would be a legal turn."""
    covered = {tile: n for tile, n in TABLE["Ana"].items() if tile != "blue bottle"}
    asked = "blue bottle is not seen; if the group is complete, leave it open until the turn is read"
    assert str(trade_between(table(TABLE), changed(Ana=covered)).wrong) == asked
    assert str(turn_of_one(table(TABLE), covered).wrong) == asked
    assert str(turn_of_one(table(TABLE), {**covered, **DRAWN}).wrong) == asked
    completed = {**covered, "blue bottle": 3}
    for turn in (trade_between(table(TABLE), changed(Ana=completed)), turn_of_one(table(TABLE), completed)):
        assert (turn.drawn, turn.wrong, turn.unfinished) == (("blue bottle",) * 2, None, None)


def test_a_lone_tile_that_is_not_seen_while_its_like_is_drawn_is_no_trade() -> None:
    """Ana draws a red bottle, and Rui's own lies in the dark: it was kept as a trade, and nothing fitted any more."""
    hidden = {tile: n for tile, n in TABLE["Rui"].items() if tile != "red bottle"}
    drawn = {**TABLE["Ana"], "red bottle": 2, "green coins": 1}
    asked = "red bottle is not seen; if the group is complete, leave it open until the turn is read"
    assert str(trade_between(table(TABLE), changed(Ana=drawn, Rui=hidden)).wrong) == asked
    seen = trade_between(table(TABLE), changed(Ana=drawn))
    assert (seen.trade, sorted(seen.drawn), seen.wrong) == (None, ["green coins", "red bottle"], None)
    traded = trade_between(table(TABLE), changed(Ana={**drawn, "green diamond": 1}, Rui=hidden))
    assert traded.trade is not None
    assert (traded.trade["group"], traded.unfinished) == ("red bottle", None)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_turn_of_random_games_is_worked_out(players: int) -> None:
    """A turn found may differ from the one played only where both lead to the same tiles before everybody."""
    for seed in range(4):
        played = playing.whole_game("stingy", players, {"sly": seed % 2 == 1, "colour_bonus": False}, f"looks {seed}")
        at = players + 1 + (players == 2)
        while at < len(played.lines):
            state, line = played.states[at - 1], played.lines[at]
            end = at if line["do"] == "take" else at + 1
            turn = trade_between(state, played.states[end].groups)
            if turn.wrong is not None and "by hand" in str(turn.wrong):  # whose group is worth more can't be seen
                at = end + 1
                continue
            assert turn.wrong is None, (str(turn.wrong), line)
            assert Counter(turn.drawn) == Counter(played.lines[end]["tiles"])
            assert (turn.trade is None) == (line["do"] == "take")
            again = state
            for event in [turn.trade, {"do": "take", "player": line["player"], "tiles": list(turn.drawn)}]:
                if event is not None:
                    again = apply(again, event)
            assert again.groups == played.states[end].groups
            at = end + 1


def apply(state: State, event: Any) -> State:
    after, _ = GAME.apply(state, msgspec.convert(event, GAME.events))
    return after


# ---- what may I take back?


def test_the_best_returns_come_first_with_what_they_complete() -> None:
    start = {
        "Ana": {"red coins": 2, "blue bottle": 1, "purple parrot": 2, "green parrot": 1, "pirate flag": 1},
        "Rui": {"green coins": 2, "blue bottle": 2},
    }
    found = returns(table({**start, "Mia": {}}), "Rui", "green coins")
    assert found.value == 3
    assert not any("made to pay" in str(one) for one in found.told)
    assert found.best[0].completes == ("blue bottle",)
    assert found.best[0].total == 3
    assert len(found.best[1].groups) == 1
    assert found.best[-1].groups == ()
    assert "completes blue bottle" in str(found.told[0])


def test_where_nothing_is_exact_payment_is_offered_but_not_with_captain_sly() -> None:
    start = {"Ana": {"red coins": 2}, "Rui": {"green coins": 1}, "Mia": {}}
    assert "made to pay" in str(returns(table(start), "Rui", "green coins").told[-1])
    assert not any("made to pay" in str(one) for one in returns(table(start, sly=True), "Rui", "green coins").told)


def test_who_can_t_pay_what_may_be_asked_for_can_be_refused_the_trade() -> None:
    start = {"Ana": {"red coins": 1}, "Rui": {"green coins": 2}, "Mia": {}}
    refused = "Or nothing is traded, for Ana can't pay more than 3"
    assert str(returns(table(start), "Rui", "green coins").told[-1]) == refused
    assert str(returns(table(start, sly=True), "Rui", "green coins").told[-1]) == "nothing: 0"
    start["Ana"] = {"red coins": 1, "blue bottle": 2}
    assert str(returns(table(start), "Rui", "green coins").told[-1]) == "nothing: 0"  # 3 can go back


@pytest.mark.bench
def test_a_question_with_twenty_five_groups_is_answered_at_once() -> None:
    kinds = table({"Ana": {}, "Rui": {}, "Mia": {}}).kinds
    mine = {tile: min(1 + at % 3, kind.size - 1) for at, (tile, kind) in enumerate(kinds.items())}
    state = table({"Ana": mine, "Rui": {"pirate flag": 6}, "Mia": {}})
    spent = []
    for _ in range(21):
        start = process_time()
        returns(state, "Rui", "pirate flag")
        spent.append(process_time() - start)
    assert sorted(spent)[10] < 0.020


# ---- a look


def seen(groups: dict[str, int], **odd: Reading) -> ZoneSeen:
    readings = [Reading(tile, 0.99, sure=True, ranking=((tile, 0.99),)) for tile, n in groups.items() for _ in range(n)]
    return PiecesSeen(tuple(Piece(reading, (0, 0), 0) for reading in [*readings, *odd.values()]))


def test_a_look_proposes_the_trade_then_the_draw() -> None:
    state = table(TABLE)
    after = changed(Ana={**TABLE["Ana"], "orange coins": 1, "blue diamond": 2}, Mia={"green diamond": 2})
    look = {f"place {at}": seen(groups) for at, groups in enumerate(after.values(), 1)}
    first = propose(state, look)
    assert first.event == {"do": "trade", "player": "Ana", "from": "Mia", "group": "orange coins", "back": []}
    assert first.more
    second = propose(apply(state, first.event), look)
    assert second.event == {"do": "take", "player": "Ana", "tiles": ["blue diamond", "blue diamond"]}


def test_a_trade_with_half_of_a_draw_is_not_kept_for_a_tile_is_not_seen() -> None:
    """Ana gave Mia her blue bottle for the green diamonds, and drew another one and a blue diamond. The one before Mia
    lies over the line of her place: nothing seems to have gone back, and one tile to have been drawn."""
    lying = {**TABLE["Ana"], "green diamond": 2, "blue diamond": 1}
    after = changed(Ana=lying, Mia={"orange coins": 1})
    told = propose(table(TABLE), {f"place {at}": seen(groups) for at, groups in enumerate(after.values(), 1)})
    assert (told.event, str(told.wrong)) == (None, "Ana draws 1 tile; it must be 2")
    whole = changed(Ana=lying, Mia={"orange coins": 1, "blue bottle": 1})
    read = propose(table(TABLE), {f"place {at}": seen(groups) for at, groups in enumerate(whole.values(), 1)})
    assert read.event is not None
    assert (read.event["group"], read.event["back"], read.more) == ("green diamond", ["blue bottle"], True)


def test_before_the_draw_a_trade_may_be_kept() -> None:
    after = changed(Ana={**TABLE["Ana"], "orange coins": 1}, Mia={"green diamond": 2})
    kept = propose(table(TABLE), {f"place {at}": seen(groups) for at, groups in enumerate(after.values(), 1)})
    assert kept.event == {"do": "trade", "player": "Ana", "from": "Mia", "group": "orange coins", "back": []}
    assert not kept.more


def test_a_look_at_start_tiles_asks_about_the_doubtful_and_refuses_what_cannot_be() -> None:
    state = find("stingy").begin(("Ana", "Rui", "Mia"), Options(), Edition())
    six = {"red coins": 3, "blue bottle": 3}
    assert propose(state, {"place 1": seen(six)}).event == {
        "do": "take",
        "player": "Ana",
        "tiles": ["red coins"] * 3 + ["blue bottle"] * 3,
    }
    assert "5 tiles" in str(propose(state, {"place 1": seen({"red coins": 5})}).wrong)
    four = propose(state, {"place 1": seen({"red bottle": 4, "red coins": 2})})
    assert str(four.wrong) == "red bottle is seen 4 times; there are 3"
    unsure = Reading("red coins", 0.5, sure=False, ranking=(("red coins", 0.5), ("red parrot", 0.4)))
    asked = propose(state, {"place 1": seen({"red coins": 5}, odd=unsure)})
    assert asked.event is None
    assert [(doubt.cell, doubt.likeliest) for doubt in asked.doubts] == [(5, ("red coins", "red parrot"))]
    strange = propose(state, {"place 1": seen({"gold 2": 6})})
    assert (strange.event, len(strange.doubts), strange.doubts[0].likeliest[:1]) == (None, 6, ("red bottle",))


def test_one_place_for_all_shows_the_tiles_of_the_seat_in_turn() -> None:
    state = table({**TABLE, "Rui": {**TABLE["Rui"], "red bottle": 2, "red coins": 2}})
    drawn = propose(state, {"place 1": seen({**TABLE["Ana"], "blue diamond": 2})})
    assert drawn.event == {"do": "take", "player": "Ana", "tiles": ["blue diamond", "blue diamond"]}
    look = {"place 1": seen({"red coins": 4, "red bottle": 1, "blue diamond": 2})}
    assert "fit no turn" in str(propose(state, look).wrong)
    asked = Asked("Ana", 0, {"from": "Rui", "group": "red coins"})
    trade = propose(state, look, asked)
    assert trade.event is not None
    assert {**trade.event, "back": sorted(trade.event["back"])} == {
        "do": "trade",
        "player": "Ana",
        "from": "Rui",
        "group": "red coins",
        "back": ["blue bottle", "purple parrot"],
    }
    assert trade.more
    after = propose(apply(state, trade.event), look, asked)
    assert after.event == {"do": "take", "player": "Ana", "tiles": ["blue diamond", "blue diamond"]}
    assert "fit no turn" in str(propose(state, look, Asked("Ana", 0, {"from": "Zoe", "group": 3})).wrong)


@pytest.mark.parametrize(
    ("lying", "says"),
    [
        (TABLE["Ana"], "draws 0"),
        ({**TABLE["Ana"], "blue diamond": 4}, "draws 4"),
        ({"orange diamond": 5, "green parrot": 3}, "fit no turn"),
        ({**TABLE["Ana"], "red coins": 1, "blue diamond": 2}, "fit no turn"),
        ({**TABLE["Ana"], "orange coins": 1, "blue diamond": 1}, None),
    ],
)
def test_what_one_seat_cannot_have_after_a_draw_is_said(lying: dict[str, int], says: str | None) -> None:
    turn = turn_of_one(table(TABLE), lying)
    if says is None:
        assert (turn.wrong, turn.unfinished) == (None, None)
    else:
        assert says in str(turn.wrong or turn.unfinished)


def test_a_group_completed_in_an_earlier_turn_may_lie_on_the_one_place_for_all() -> None:
    state = table(TABLE, complete={"Ana": ("green bottle",), "Rui": (), "Mia": ()})
    turn = turn_of_one(state, {**TABLE["Ana"], "green bottle": 3, "blue coins": 1, "green coins": 1})
    assert sorted(turn.drawn) == ["blue coins", "green coins"]
    assert (turn.wrong, turn.unfinished) == (None, None)
    traded = {"red coins": 4, "red bottle": 1, "green bottle": 3, "blue coins": 1, "green coins": 1}
    assert turn_of_one(state, traded, ("Rui", "red coins")).trade is not None


def test_tiles_that_fit_two_trades_are_entered_by_hand() -> None:
    start = {"Ana": {"red bottle": 1, "blue bottle": 1}, "Rui": {"blue coins": 1}, "Mia": {}}
    turn = turn_of_one(table(start), {"red bottle": 1, "blue bottle": 1, "blue coins": 1, "green coins": 1}, TOOK)
    assert "fit several turns" in str(turn.wrong)


TOOK = ("Rui", "blue coins")


@pytest.mark.parametrize("players", [2, 4, 5])
def test_every_turn_of_random_games_fits_what_one_seat_has(players: int) -> None:
    """Few fit another turn, too, and none is taken for another."""
    turns, several = 0, 0
    for seed in range(2):
        played = playing.whole_game("stingy", players, {"sly": False, "colour_bonus": False}, f"alone {seed}")
        at = players + 1 + (players == 2)
        while at < len(played.lines):
            state, line = played.states[at - 1], played.lines[at]
            end = at if line["do"] == "take" else at + 1
            took = None if line["do"] == "take" else (line["from"], line["group"])
            turn = turn_of_one(state, played.states[end].groups[line["player"]], took)
            turns, at = turns + 1, end + 1
            if turn.wrong is not None:
                assert "fit several turns" in str(turn.wrong)
                several += 1
                continue
            again = apply(state, turn.trade) if turn.trade is not None else state
            again = apply(again, {"do": "take", "player": line["player"], "tiles": list(turn.drawn)})
            assert again.groups == played.states[end].groups
    assert several <= 0.1 * turns


def test_chance_plays_no_part_in_it() -> None:
    look = changed(Ana={**TABLE["Ana"], "blue diamond": 2})
    shuffled = {seat: dict(Random(3).sample(list(g.items()), len(g))) for seat, g in look.items()}
    one, other = trade_between(table(TABLE), look), trade_between(table(TABLE), shuffled)
    assert (one.trade, sorted(one.drawn)) == (other.trade, sorted(other.drawn))


# ---- a tile that was read for sure, and wrong


def lying_as(groups: dict[str, dict[str, int]], seat: str, number: int, label: str, said: bool = False) -> Any:
    """Return what lies before each seat, of which one tile is read, or `said` to be, something else."""
    found: dict[str, ZoneSeen] = {}
    for at, (whose, held) in enumerate(groups.items(), 1):
        tiles = [tile for tile, many in held.items() for _ in range(many)]
        readings = [Reading(tile, 0.99, True, ((tile, 0.99), ("red parrot", 0.01))) for tile in tiles]
        if whose == seat:
            readings[number] = Reading(label, 1.0 if said else 0.99, True, readings[number].ranking)
        found[f"place {at}"] = PiecesSeen(tuple(Piece(each, (30.0 * n, 9.0), 0.0) for n, each in enumerate(readings)))
    return found


BUSY = changed(Ana={**TABLE["Ana"], "green bottle": 1})  # nobody with three single tiles draws one more


def test_a_tile_that_was_misread_for_sure_is_asked_about_and_the_turn_is_no_riddle() -> None:
    state = table(BUSY)
    drew = changed(Ana={**BUSY["Ana"], "blue parrot": 1, "green parrot": 1})
    found = propose(state, lying_as(drew, "Rui", 0, "blue diamond"))
    assert found.event is None
    assert [(doubt.zone, doubt.cell, doubt.likeliest) for doubt in found.doubts] == [
        ("place 2", 0, ("blue diamond", "red coins"))
    ]
    assert propose(state, lying_as(drew, "Rui", 0, "red coins", said=True)).event is not None
    insisted = propose(state, lying_as(drew, "Rui", 0, "blue diamond", said=True))
    assert (insisted.doubts, str(insisted.wrong)) == (
        (),
        "Rui has blue diamond, and red coins is not seen: if that tile was read as red coins in an earlier turn, "
        "correct it there",
    )


def test_where_a_tile_may_as_well_be_hidden_nobody_is_asked_what_the_others_are() -> None:
    few = {
        "Ana": {"red coins": 2, "purple parrot": 1},
        "Rui": {"red coins": 2, "red bottle": 1},
        "Mia": {"red bottle": 1},
    }
    three = {**few, "Ana": {"red coins": 2, "blue parrot": 1, "green parrot": 1, "blue coins": 1}}
    hidden = propose(table(few), lying_as(three, "Ana", 0, "red coins"))
    assert (hidden.doubts, str(hidden.wrong)) == (
        (),
        "purple parrot is not seen; if the group is complete, leave it open until the turn is read",
    )


def test_where_what_lies_there_is_one_of_several_turns_nothing_was_misread() -> None:
    start = {
        "Ana": {"green bottle": 2, "purple parrot": 3, "orange diamond": 1},
        "Rui": {"orange diamond": 3},
        "Mia": {},
    }
    seen = lying_as({"Ana": {"orange diamond": 4, "purple coins": 1}}, "Ana", 0, "orange diamond")
    found = propose(table(start), seen, Asked("Ana", said={"from": "Rui", "group": "orange diamond"}))
    assert (found.doubts, str(found.wrong)) == ((), "Ana's tiles fit several turns: enter the trade by hand")


def test_a_tile_that_is_hidden_before_one_seat_raises_no_question_about_another_seat_s() -> None:
    mine = {"blue coins": 2, "orange coins": 1}
    seats = {"Ana": mine, "Rui": {"purple diamond": 1, "red bottle": 2}, "Mia": {}, "Zoë": {}, "João": {}}
    drew = {**seats, "Ana": {"blue coins": 2, "purple diamond": 1}}  # of five, each draws one
    found = propose(table(seats), lying_as(drew, "Ana", 0, "blue coins"))
    assert (found.doubts, str(found.wrong)) == (
        (),
        "orange coins is not seen; if the group is complete, leave it open until the turn is read",
    )


def test_where_one_area_shows_who_has_traded_the_group_that_was_given_is_no_misread_tile() -> None:
    start = {"Ana": {"red coins": 2, "blue parrot": 1, "green bottle": 1}, "Rui": {"red coins": 1}, "Mia": {}}
    after = {"Ana": {"red coins": 3, "green bottle": 1, "yellow bottle": 1, "orange coins": 1, "purple coins": 1}}
    seen = lying_as(after, "Ana", 0, "red coins")
    said = Asked("Ana", said={"from": "Rui", "group": "red coins"})
    found = propose(table(start), seen, said)  # one tile too many was drawn after the trade
    assert found.doubts == ()
    assert str(found.wrong) == "Ana draws 3 tiles; there is none more after a trade"
