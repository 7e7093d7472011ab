"""Ratings over evenings: who wins rises; a person is one under two names; nothing of a hidden evening is told."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.rooms import Rig, Table

from companion.publishing.messages import Kind, RankingPlace, TableResult
from companion.room.ratings import ELO, ratings


def game(number: int, scores: dict[str, int], **more: object) -> tuple[str, TableResult]:
    ordered = sorted(scores.values(), reverse=True)
    places = tuple(RankingPlace(name, score, ordered.index(score) + 1) for name, score in scores.items())
    one = TableResult(
        f"r{number}", number, "", Kind.GAME, f"g{number}", "alcatraz", "A", tuple(scores), 1, True, places
    )
    return "t1", msgspec.structs.replace(one, **more)


def test_whoever_wins_stands_before_whoever_loses() -> None:
    found = ratings([game(number, {"Ana": 3, "Rui": 2, "Mia": 1}) for number in range(5)], {})
    assert [(one.rank, one.name, one.games, one.elo) for one in found] == [
        (1, "Ana", 5, None),
        (2, "Rui", 5, None),
        (3, "Mia", 5, None),
    ]
    assert found[0].skill > found[1].skill > found[2].skill


def test_elo_is_of_games_of_two_alone() -> None:
    found = ratings([game(1, {"Ana": 2, "Rui": 1}), game(2, {"Ana": 3, "Rui": 2, "Mia": 1})], {})
    assert {one.name: one.elo for one in found} == {"Ana": 1516, "Rui": 1484, "Mia": None}
    level = ratings([game(1, {"Ana": 2, "Rui": 2})], {})
    assert {one.elo for one in level} == {1500}


def test_what_a_game_of_two_gives_one_it_takes_from_the_other() -> None:
    found = ratings([game(number, {"Ana": number % 3, "Rui": 1}) for number in range(20)], {})
    assert sum(one.elo or 0 for one in found) == pytest.approx(2 * ELO, abs=1)


def test_a_card_makes_one_person_of_two_names_and_initials_are_left_out() -> None:
    games = [
        game(1, {"Ana": 2, "Rui": 1}, ids={"Ana": "abcdefgh"}),
        game(2, {"Anita": 2, "Rui": 1}, ids={"Anita": "abcdefgh"}),
        game(3, {"A.": 2, "R.": 1}, short=True),
        game(4, {"Solo": 2}),
        game(5, {"M.": 2, "Rui": 1}, withheld=("M.",)),
    ]
    found = ratings(games, {"abcdefgh": ("Ana Silva",)})
    assert [(one.name, one.player, one.games) for one in found] == [("Ana Silva", "abcdefgh", 2), ("Rui", "", 3)]


@given(st.lists(st.dictionaries(st.sampled_from("ABCDEF"), st.integers(-5, 5), min_size=2), max_size=12))
def test_it_is_the_same_whoever_is_named_first(played: list[dict[str, int]]) -> None:
    one = ratings([game(number, scores) for number, scores in enumerate(played)], {})
    turned = [dict(reversed(scores.items())) for scores in played]
    other = ratings([game(number, scores) for number, scores in enumerate(turned)], {})
    assert {rated.name: (rated.games, rated.elo) for rated in one} == {
        rated.name: (rated.games, rated.elo) for rated in other
    }
    assert {rated.name: rated.skill for rated in one} == pytest.approx(
        {rated.name: rated.skill for rated in other}, abs=0.2
    )


def told(rig: Rig, table: str, game: str, scores: dict[str, int]) -> Table:
    one = Table(rig, table, rig.hall.admit(table))
    one.birth()
    one.finish(game, scores)
    one.offer()
    rig.turn()
    return one


def names(rig: Rig) -> list[str]:
    return [one.name for one in rig.desk.ratings()]


def test_they_go_over_all_evenings_and_heed_what_was_struck_out(rig: Rig) -> None:
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1})
    rig.hall.begin_evening()
    told(rig, "t2", "g2", {"Mia": 3, "Teo": 1})
    assert {*names(rig)} == {"Ana", "Mia", "Rui", "Teo"}
    rig.hall.strike("t1", "g1", struck=True)
    assert names(rig) == ["Mia", "Teo"]


@pytest.mark.parametrize("how", ["hidden", "delayed"])
def test_an_evening_that_is_hidden_or_delayed_is_not_in_them_yet(rig: Rig, how: str) -> None:
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1})
    rig.turn(30)
    rig.hall.begin_evening()
    if how == "hidden":
        rig.hall.hide(hidden=True)
    else:
        rig.hall.lag(30)
    told(rig, "t2", "g2", {"Mia": 3, "Teo": 1})
    assert names(rig) == ["Ana", "Rui"]
    rig.hall.hide(hidden=False)
    rig.hall.lag(0)
    assert len(names(rig)) == 4


def test_an_evening_that_was_hidden_stays_out_of_them_though_another_begins(rig: Rig) -> None:
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1})
    rig.hall.begin_evening()
    rig.hall.hide(hidden=True)
    told(rig, "t2", "g2", {"Mia": 3, "Teo": 1})
    rig.hall.begin_evening()
    assert names(rig) == ["Ana", "Rui"]
    rig.stop()
    rig.start()
    assert names(rig) == ["Ana", "Rui"]
    rig.hall.hide(hidden=False)
    assert len(names(rig)) == 4


def test_a_game_of_a_delayed_evening_is_in_them_when_walls_tell_it_though_others_begin(rig: Rig) -> None:
    rig.hall.lag(30)
    one = told(rig, "t1", "g1", {"Ana": 3, "Rui": 1})
    for _ in range(2):
        rig.hall.begin_evening()
        assert names(rig) == []
    rig.turn(15)
    rig.stop()
    rig.start()
    one.finish("g1", {"Ana": 1, "Rui": 3}, kind=Kind.CORRECTION)
    one.offer()
    rig.turn(14)
    assert names(rig) == []
    rig.turn(1)
    assert names(rig) == ["Ana", "Rui"]
    rig.turn(30)
    assert names(rig) == ["Rui", "Ana"]


def test_a_game_that_waits_is_told_though_the_clock_was_set_back_meanwhile(rig: Rig) -> None:
    rig.hall.lag(30)
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1})
    rig.now_s -= 20
    told(rig, "t2", "g2", {"Mia": 3, "Teo": 1})
    rig.turn(40)
    assert names(rig) == ["Mia", "Teo"]
    rig.turn(20)
    assert {*names(rig)} == {"Ana", "Mia", "Rui", "Teo"}


def test_a_rename_shows_at_once(rig: Rig) -> None:
    ana = rig.desk.submit("g", "en", {"do": "enter_player", "name": "Ana"}).value
    told(rig, "t1", "g1", {"Ana": 3, "Rui": 1})
    assert names(rig)[0] == "Ana"
    assert rig.desk.submit("g", "en", {"do": "call_player", "player": ana, "name": "Ana B."}).ok
    assert names(rig)[0] == "Ana B."
