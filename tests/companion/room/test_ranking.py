"""The ranking: who beat whom, whatever was played; the same in whatever order results come."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from support.rooms import Rig, Table

from companion.publishing.messages import TableResult
from companion.room.ranking import ranking


def game(table: Table, name: str, **scores: int) -> tuple[str, TableResult]:
    return table.name, table.finish(name, scores)


def test_a_point_for_each_player_beaten_and_half_a_point_for_each_tie() -> None:
    one, other = Table(Rig(), "one"), Table(Rig(), "other")
    ranked = ranking([game(one, "g1", Ana=10, Rui=7, Mia=7), game(other, "g2", Rui=1, Ana=0)])
    assert [(place.rank, place.name, place.games, place.wins, place.points) for place in ranked] == [
        (1, "Ana", 2, 1, "2"),
        (2, "Rui", 2, 1, "1½"),
        (3, "Mia", 1, 0, "½"),
    ]


def test_names_that_are_spelt_otherwise_are_one_and_initials_are_none() -> None:
    one, other = Table(Rig(), "one"), Table(Rig(), "other")
    ranked = ranking(
        [("one", one.finish("g1", {"Zoë ": 2, "Rui": 1})), ("two", other.finish("g2", {"ZOE\u0308": 2, "Mia": 1}))]
    )
    assert (ranked[0].name, ranked[0].games) == ("Zoë ", 2)
    short = [
        (name, msgspec.structs.replace(result, short=True))
        for name, result in (game(one, "g3", A=2, R=1), game(other, "g4", A=2, R=1))
    ]
    assert [place.games for place in ranking(short)] == [1, 1, 1, 1]


def test_nobody_plays_nothing() -> None:
    assert ranking([]) == ()


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abc"),
            st.dictionaries(st.sampled_from(["Ana", "Rui", "Mia", "Teo"]), st.integers(-3, 3), min_size=2),
        ),
        max_size=8,
    ),
    st.randoms(),
)
def test_the_order_in_which_games_come_is_no_matter_and_every_pair_shares_one_point(
    games: list[tuple[str, dict[str, int]]], chance: object
) -> None:
    told = [(name, Table(Rig(), name).finish(f"g{number}", scores)) for number, (name, scores) in enumerate(games)]
    ranked = ranking(told)
    shuffled = [*told]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert ranking(shuffled) == ranked
    assert sum(place.halves for place in ranked) == sum(len(scores) * (len(scores) - 1) for _, scores in games)
