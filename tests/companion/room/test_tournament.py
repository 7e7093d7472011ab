"""A tournament: what holds after any events, and what each refuses."""

from dataclasses import replace
from functools import reduce
from itertools import chain, combinations
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.publishing.messages import Kind, RankingPlace, TableResult
from companion.room import draw
from companion.room.next_round import drawn
from companion.room.tie_breaks import Criterion, Finish
from companion.room.told_games import heard
from companion.room.tournament import Awaits, Tournament, TournamentError, begun, ranked
from companion.room.tournament_events import (
    AnyEvent,
    Begun,
    Cleared,
    Drawn,
    Dropped,
    Ended,
    Entered,
    Event,
    Excused,
    Moved,
    Renamed,
    Returned,
    Ruled,
    Scored,
    Suggested,
    Swapped,
    Undrawn,
    Way,
)

TERMS = Begun("Open", Way.SWISS, rounds=3, least=2, usual=2, most=3, order=(Criterion.POINTS, Criterion.OPPONENTS))
TABLES = (("t1", "Window"), ("t2", "Bar"))


def entered(count: int, terms: Begun = TERMS) -> Tournament:
    found = begun(terms)
    for number in range(1, count + 1):
        found = found.after(Entered(f"p{number}", f"Player {number}"))
    return found


def seated(*tables: str, byes: str = "", count: int = 4, since: int = 0) -> Tournament:
    """A tournament with a round: seated("12", "34") has player 1 and 2 at its first table, which is t1."""
    event = msgspec.json.decode(
        msgspec.json.encode(
            {
                "event": "drawn",
                "seatings": [
                    {"table": f"t{number}", "name": f"Table {number}", "seats": [f"p{one}" for one in people]}
                    for number, people in enumerate(tables, 1)
                ],
                "byes": [f"p{one}" for one in byes],
                "since": since,
            }
        ),
        type=Drawn,
    )
    return entered(count).after(event)


def result(scores: dict[str, int], *, game: str = "g1", over: bool = True, played: str = "alcatraz") -> TableResult:
    ordered = sorted(scores.values(), reverse=True)
    places = tuple(RankingPlace(player, score, ordered.index(score) + 1) for player, score in scores.items())
    return TableResult("r1", 1, "", Kind.GAME, game, played, "Game", tuple(scores), 1, over, places)


WON = (Finish("p1", 1), Finish("p2", 2))
TOLD = result({"player  1": 9, "Player 2": 3})


# ---- what holds whatever happens


def somebody(chance: Random, found: Tournament) -> str:
    return chance.choice([*found.players, "nobody"])


def something(chance: Random, found: Tournament) -> Event:
    """An event as anybody may try it, whether it can be or not."""
    number, at = chance.randint(0, len(found.rounds)), chance.randint(0, 4)
    pairing = None
    if number > 0 and at < len(found.rounds[number - 1].pairings):
        pairing = found.rounds[number - 1].pairings[at]
    seats = pairing.seats if pairing else ("p1", "p2")
    if chance.random() < 0.1:
        seats = seats[1:]
    finishes = ranked(Finish(one, chance.randint(1, 3)) for one in seats)
    where = {"round": number, "pairing": at + 1}
    return chance.choice(
        [
            lambda: Entered(f"p{len(found.players) + 1}", f"Player {chance.randint(1, 30)}"),
            lambda: Dropped(somebody(chance, found)),
            lambda: Returned(somebody(chance, found)),
            lambda: Excused(somebody(chance, found), chance.random() < 0.8),
            lambda: Renamed(somebody(chance, found), f"Player {chance.randint(1, 30)}"),
            lambda: drawn(found, TABLES, chance, most_tables=chance.choice([0, 2])),
            Undrawn,
            lambda: Swapped(somebody(chance, found), somebody(chance, found)),
            lambda: Moved(**where, table="t9", name="Nine"),
            lambda: Suggested(**where, finishes=finishes, player=somebody(chance, found)),
            *(5 * [lambda: Scored(**where, finishes=finishes, game=chance.choice(["", "t1/g1"]))]),
            lambda: Ruled(**where, finishes=finishes),
            lambda: Cleared(**where, refused=chance.choice(["", "t1/g1"])),
        ]
    )()


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(Way), st.integers(0, 12), st.integers(2, 4), st.randoms(use_true_random=False))
def test_whatever_is_tried_the_tournament_holds_and_its_events_make_it_again(way, count, usual, chance):
    terms = msgspec.structs.replace(TERMS, way=way, usual=usual, most=usual, rounds=4)
    found, events = entered(count, terms), [terms, *(Entered(f"p{n}", f"Player {n}") for n in range(1, count + 1))]
    for _ in range(60):
        try:
            event = something(chance, found)
            after = found.after(event)
        except TournamentError:
            continue
        events.append(event)
        assert not (isinstance(event, Drawn) and found.awaits is not Awaits.DRAW)
        found = after
        for one in found.rounds:
            places = [*(seat for pairing in one.pairings for seat in pairing.seats), *one.byes]
            assert len({*places}) == len(places)
            assert {*places} <= found.players.keys()
            for pairing in one.pairings:
                assert 2 <= len(pairing.seats) <= usual
                assert not pairing.score or {each.player for each in pairing.score} == {*pairing.seats}
                assert not (pairing.score and pairing.suggestion)
        assert len(found.rounds) <= 4
        names = [player.name for player in found.players.values()]
        assert len({*names}) == len(names)
        standing = found.standings()
        assert {place.player for place in standing} == {*found.players}
        if way is Way.SWISS and usual == 2:  # each game gives its point once
            points = sum(place.values[0] for place in standing)
            assert points == len(found.outcomes)
    first, *others = (msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent) for event in events)
    assert reduce(Tournament.after, others, begun(first)) == found


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(Way), st.integers(2, 14), st.integers(2, 4), st.randoms(use_true_random=False))
def test_a_draw_places_everybody_who_is_here_and_gives_byes_to_who_had_fewest(way, count, usual, chance):
    terms = msgspec.structs.replace(TERMS, way=way, usual=usual, most=usual, rounds=4)
    found = entered(count, terms).after(Dropped("p1")).after(Excused("p2"))
    while True:
        try:
            event = drawn(found, TABLES, chance)
        except TournamentError:
            break
        places = [*(seat for one in event.seatings for seat in one.seats), *event.byes]
        assert sorted(places) == sorted(player for player in found.players if player != "p1")
        assert ("p2" in event.byes) or found.rounds
        chosen = [one for one in event.byes if one != "p2"]
        if chosen and way is not Way.GROUPS:
            here = [one for one in found.players if one not in ("p1", "p2")]
            assert max(found.byes[one] for one in chosen) <= min(found.byes[one] for one in here) + 1
        if way is Way.GROUPS:
            of = {one: number for number, group in enumerate(event.groups) for one in group}
            assert all(len({of[seat] for seat in one.seats}) == 1 for one in event.seatings)
        found = found.after(event)
        for number, one in enumerate(found.rounds[-1].pairings, 1):
            finishes = ranked(Finish(seat, chance.randint(1, 3)) for seat in one.seats)
            found = found.after(Scored(round=len(found.rounds), pairing=number, finishes=finishes))
    assert found.awaits in (Awaits.NOTHING, Awaits.PLAYERS)


# ---- each by a small example


def test_it_says_what_it_awaits_from_the_first_player_to_the_last_score():
    found = entered(1)
    assert found.awaits is Awaits.PLAYERS
    found = found.after(Entered("p2", "Player 2"))
    for number in range(1, 4):
        assert found.awaits is Awaits.DRAW
        found = found.after(drawn(found, TABLES, Random(1)))
        assert found.awaits is Awaits.SCORES
        with pytest.raises(TournamentError, match="has not finished"):
            drawn(found, TABLES, Random(1))
        found = found.after(Scored(round=number, pairing=1, finishes=ranked(WON)))
    assert found.awaits is Awaits.NOTHING
    assert [(place.rank, place.player, place.values[0]) for place in found.standings()] == [(1, "p1", 3), (2, "p2", 0)]


def test_tables_of_companions_come_first_and_seats_change():
    found = entered(6)
    event = drawn(found, TABLES, Random(2))
    assert [(one.table, one.name) for one in event.seatings] == [("t1", "Window"), ("t2", "Bar"), ("", "3")]
    found = entered(2).after(drawn(entered(2), TABLES, Random(1)))
    first = found.rounds[0].pairings[0].seats
    found = found.after(Scored(round=1, pairing=1, finishes=ranked(Finish(one, 1) for one in first)))
    assert drawn(found, TABLES, Random(1)).seatings[0].seats == first[::-1]


def test_with_hidden_standings_the_tables_order_tells_nothing():
    found = entered(24).after(drawn(entered(24), (), Random(1)))
    for at, pairing in enumerate(found.rounds[0].pairings, 1):
        finishes = ranked(Finish(seat, int(seat[1:])) for seat in pairing.seats)
        found = found.after(Scored(round=1, pairing=at, finishes=finishes))
    points = {place.player: place.values[0] for place in found.standings()}

    def firsts(*, told: bool) -> list[int]:
        seatings = drawn(found, (), Random(3), told=told).seatings
        return [int(sum(points[seat] for seat in one.seats)) for one in seatings]

    assert firsts(told=True) == sorted(firsts(told=True), reverse=True)
    assert firsts(told=False) != sorted(firsts(told=False), reverse=True)


def test_a_table_without_a_companion_has_no_number_of_one_that_has_one() -> None:
    names = [one.name for one in drawn(entered(8), (("t1", "Table 3"), ("t2", "4th")), Random(1)).seatings]
    assert names == ["Table 3", "4th", "5", "6"]


def test_a_late_entry_is_drawn_next_and_in_groups_joins_the_smallest():
    terms = msgspec.structs.replace(TERMS, way=Way.GROUPS, group=2)
    found = entered(5, terms)
    found = found.after(drawn(found, (), Random(1)))
    groups = found.groups
    for at, pairing in enumerate(found.rounds[0].pairings, 1):
        found = found.after(Scored(round=1, pairing=at, finishes=ranked(Finish(one, 1) for one in pairing.seats)))
    event = drawn(found.after(Entered("late", "Late")), (), Random(1))
    assert [len(group) for group in groups] == [3, 2]
    assert [len(group) for group in event.groups] == [3, 3]
    assert "late" in event.groups[1]


def test_who_sits_out_at_the_first_draw_is_in_a_group_from_then_on():
    found = entered(6, msgspec.structs.replace(TERMS, way=Way.GROUPS, group=3, most=2)).after(Excused("p1"))
    event = drawn(found, (), Random(1))
    assert sorted(map(len, event.groups)) == [3, 3]
    assert sorted(chain(*event.groups)) == sorted(found.players)
    assert "p1" in event.byes


def test_a_late_entry_joins_the_group_that_has_lost_most():
    terms = msgspec.structs.replace(TERMS, way=Way.GROUPS, group=4)
    found = entered(8, terms)
    found = found.after(drawn(found, (), Random(1)))
    for at, pairing in enumerate(found.rounds[0].pairings, 1):
        found = found.after(Scored(round=1, pairing=at, finishes=ranked(Finish(one, 1) for one in pairing.seats)))
    event = drawn(found.after(Dropped(found.groups[1][0])).after(Entered("late", "Late")), (), Random(1))
    assert "late" in event.groups[1]


def test_groups_in_which_too_few_are_left_await_players():
    terms = msgspec.structs.replace(TERMS, way=Way.GROUPS, group=4, least=3, usual=4, most=4)
    found = entered(8, terms)
    found = found.after(drawn(found, (), Random(1)))
    for at, pairing in enumerate(found.rounds[0].pairings, 1):
        found = found.after(Scored(round=1, pairing=at, finishes=ranked(Finish(one, 1) for one in pairing.seats)))
    found = reduce(Tournament.after, (Dropped(one) for group in found.groups for one in group[:2]), found)
    assert found.awaits is Awaits.PLAYERS
    found = found.after(Entered("late", "Late"))
    assert found.awaits is Awaits.DRAW
    assert len(drawn(found, (), Random(1)).seatings) == 1


def test_no_group_is_smaller_than_a_table():
    terms = msgspec.structs.replace(TERMS, way=Way.GROUPS, group=4, least=4, usual=4, most=4)
    assert len(drawn(entered(6, terms), (), Random(1)).byes) == 2
    assert len(drawn(entered(14, terms), (), Random(1)).byes) == 2


def test_groups_share_the_tables_that_there_are_and_take_turns_to_miss_one():
    found = entered(12, msgspec.structs.replace(TERMS, way=Way.GROUPS, group=4, most=2))
    for number in range(1, 4):
        event = drawn(found, (), Random(1), most_tables=5)
        assert len(event.seatings) == 5
        found = found.after(event)
        for at, pairing in enumerate(found.rounds[-1].pairings, 1):
            finishes = ranked(Finish(one, 1) for one in pairing.seats)
            found = found.after(Scored(round=number, pairing=at, finishes=finishes))
    assert [sum(found.byes[one] for one in group) for group in found.groups] == [2, 2, 2]
    few = drawn(entered(12, found.terms), (), Random(1), most_tables=2)
    assert (len(few.seatings), len(few.byes)) == (2, 8)


@pytest.mark.parametrize("way", [Way.ROUND_ROBIN, Way.GROUPS])
@pytest.mark.parametrize("count", [3, 5, 7, 9])
def test_of_an_odd_number_everybody_sits_out_once_and_meets_everybody_once(way, count):
    terms = msgspec.structs.replace(TERMS, way=way, most=2, rounds=count, group=count)
    found = entered(count, terms)
    for number in range(1, count + 1):
        found = found.after(drawn(found, (), Random(number)))
        for at, pairing in enumerate(found.rounds[-1].pairings, 1):
            finishes = ranked(Finish(one, int(one[1:])) for one in pairing.seats)
            found = found.after(Scored(round=number, pairing=at, finishes=finishes))
    assert found.byes == dict.fromkeys(found.players, 1)
    meetings = draw.met(pairing.seats for one in found.rounds for pairing in one.pairings)
    assert meetings == {frozenset(two): 1 for two in combinations(found.players, 2)}


def test_who_asked_for_a_bye_has_it_though_the_round_is_taken_back_and_drawn_anew():
    found = entered(6).after(Excused("p1")).after(Excused("p2"))
    found = found.after(drawn(found, (), Random(1))).after(Dropped("p2")).after(Undrawn())
    assert [one.id for one in found.players.values() if one.excused] == ["p1"]
    again = found.after(drawn(found, (), Random(1)))
    assert "p1" in again.rounds[0].byes
    assert not any(one.excused for one in again.players.values())


def test_a_bye_gives_what_was_stated():
    terms = msgspec.structs.replace(TERMS, most=2, bye=1)
    found = entered(3, terms)
    found = found.after(drawn(found, (), Random(1)))
    (out,) = found.rounds[0].byes
    assert {place.player: float(place.values[0]) for place in found.standings()}[out] == 0.5


def test_who_has_a_bye_takes_the_place_of_who_dropped_out_and_the_bye_is_nobodys():
    found = seated("12", byes="34").after(Dropped("p1")).after(Swapped("p1", "p3"))
    assert (found.rounds[0].pairings[0].seats, found.rounds[0].byes) == (("p3", "p2"), ("p4",))
    assert found.after(Returned("p1")).after(Swapped("p1", "p2")).rounds[0].byes == ("p4",)


def test_who_drops_out_after_their_bye_keeps_it_where_two_others_change_places():
    found = seated("12", "56", byes="34", count=6).after(Dropped("p3")).after(Swapped("p1", "p5"))
    assert found.rounds[0].byes == ("p3", "p4")


def test_two_change_places_and_a_late_entry_takes_that_of_who_did_not_come():
    found = seated("12", byes="34")
    found = found.after(Swapped("p1", "p3"))
    assert (found.rounds[0].pairings[0].seats, found.rounds[0].byes) == (("p3", "p2"), ("p1", "p4"))
    found = found.after(Entered("late", "Late")).after(Swapped("late", "p2"))
    assert found.rounds[0].pairings[0].seats == ("p3", "late")
    with pytest.raises(TournamentError, match="Neither has a place"):
        found.after(Swapped("p1", "p4"))
    scored = found.after(Scored(round=1, pairing=1, finishes=(Finish("p3", 1), Finish("late", 2))))
    with pytest.raises(TournamentError, match="clear it first"):
        scored.after(Swapped("p3", "p1"))
    with pytest.raises(TournamentError, match="clear them"):
        scored.after(Undrawn())
    assert found.after(Undrawn()).rounds == ()


@pytest.mark.parametrize(
    "finishes",
    [
        (Finish("p1", 1),),
        (Finish("p1", 1), Finish("p3", 2)),
        (Finish("p1", 2), Finish("p2", 3)),
        (Finish("p1", 1), Finish("p2", 1), Finish("p2", 1)),
    ],
)
def test_a_score_names_all_of_a_table_and_nobody_else(finishes):
    for event in (Scored, Ruled):
        with pytest.raises(TournamentError, match="Give everybody"):
            seated("12", "34").after(event(round=1, pairing=1, finishes=finishes))


def test_a_player_suggests_once_and_only_of_their_own_table():
    found = seated("12", "34")
    with pytest.raises(TournamentError, match="Only who plays"):
        found.after(Suggested(round=1, pairing=1, finishes=WON, player="p3"))
    found = found.after(Suggested(round=1, pairing=1, finishes=WON, player="p2"))
    assert found.pairing(1, 1).suggestion == WON
    assert not found.pairing(1, 1).score
    with pytest.raises(TournamentError, match="stands there already"):
        found.after(Suggested(round=1, pairing=1, finishes=WON, player="p1"))
    scored = found.after(Scored(round=1, pairing=1, finishes=WON))
    assert (scored.pairing(1, 1).score, scored.pairing(1, 1).suggestion) == (WON, ())
    assert found.after(Cleared(round=1, pairing=1)).pairing(1, 1).suggestion == ()


def test_names_are_each_somebodys_alone():
    with pytest.raises(TournamentError, match="add a letter"):
        entered(2).after(Entered("p3", "PLAYER  1"))
    with pytest.raises(TournamentError, match="add a letter"):
        entered(2).after(Renamed("p2", "player 1"))
    assert entered(2).after(Renamed("p2", "PLAYER 2")).players["p2"].name == "PLAYER 2"


def test_what_is_over_takes_nothing_more():
    found = entered(4).after(Ended())
    assert found.awaits is Awaits.NOTHING
    with pytest.raises(TournamentError, match="begin another"):
        found.after(Entered("p9", "Nine"))


@pytest.mark.parametrize("terms", [{"least": 3, "usual": 2}, {"order": (Criterion.WINS, Criterion.WINS)}])
def test_terms_that_cannot_be_are_refused(terms):
    with pytest.raises(TournamentError):
        begun(msgspec.structs.replace(TERMS, **terms))


# ---- what tables tell


def test_a_finished_game_of_just_those_players_at_their_table_is_their_score():
    found = seated("12", "34", since=5)
    event = heard(found, "t1", TOLD, counts=True, first=6)
    assert event == Scored(round=1, pairing=1, game="t1/g1", finishes=(Finish("p1", 1, 9), Finish("p2", 2, 3)))
    assert heard(found, "t2", TOLD, counts=True, first=6) is None  # at another table
    assert heard(found, "t1", TOLD, counts=True, first=5) is None  # was over before the draw
    assert heard(found, "t1", TOLD, counts=False, first=6) is None  # is not over, or was struck out
    others = result({"Player 1": 3, "Player 2": 2, "Player 3": 1})
    assert heard(found, "t1", others, counts=True, first=6) is None
    assert heard(found, "t1", result({"Player 1": 3, "Player 4": 2}), counts=True, first=6) is None
    only = replace(found, terms=msgspec.structs.replace(TERMS, game="shipshape"))
    assert heard(only, "t1", TOLD, counts=True, first=6) is None
    scored = found.after(Scored(round=1, pairing=1, finishes=WON))
    assert heard(scored, "t1", TOLD, counts=True, first=6) is None  # somebody entered it before


def test_a_correction_changes_the_score_unless_a_director_ruled():
    found = seated("12", "34")
    found = found.after(heard(found, "t1", TOLD, counts=True, first=1))
    assert heard(found, "t1", TOLD, counts=True, first=1) is None
    corrected = result({"Player 1": 2, "Player 2": 3})
    event = heard(found, "t1", corrected, counts=True, first=1)
    assert [one.player for one in found.after(event).pairing(1, 1).score if one.rank == 1] == ["p2"]
    ruled = found.after(Ruled(round=1, pairing=1, finishes=WON))
    assert heard(ruled, "t1", corrected, counts=True, first=1) is None
    open_again = heard(found, "t1", TOLD, counts=False, first=1)
    assert open_again == Cleared(round=1, pairing=1)
    again = heard(found.after(open_again), "t1", corrected, counts=True, first=1)
    assert isinstance(again, Scored)


def test_who_is_called_otherwise_keeps_what_a_table_tells_under_the_name_before():
    found = seated("12", "34")
    renamed = found.after(Renamed("p1", "Anna")).after(Renamed("p1", "Anna Lopes"))
    event = heard(renamed, "t1", TOLD, counts=True, first=1)
    assert isinstance(event, Scored)
    assert event == heard(found, "t1", TOLD, counts=True, first=1)
    told = found.after(event).after(Renamed("p1", "Anna"))
    assert heard(told, "t1", TOLD, counts=True, first=1) is None
    corrected = heard(told, "t1", result({"Player 1": 2, "Player 2": 3}), counts=True, first=1)
    assert [one.player for one in told.after(corrected).pairing(1, 1).score if one.rank == 1] == ["p2"]
    assert heard(told, "t1", TOLD, counts=False, first=1) == Cleared(round=1, pairing=1)


def test_a_name_is_theirs_who_has_it_now_and_a_score_stands_where_nobody_has_it():
    found = seated("12", "34").after(Renamed("p1", "Anna")).after(Renamed("p2", "Player 1"))
    event = heard(found, "t1", result({"Player 1": 3, "Anna": 2}), counts=True, first=1)
    assert [one.player for one in event.finishes if one.rank == 1] == ["p2"]
    assert heard(found, "t1", TOLD, counts=True, first=1) is None  # two that p2 was called
    assert heard(found.after(event), "t1", TOLD, counts=True, first=1) is None


def test_a_correction_of_the_round_before_is_no_score_of_this_one():
    found = seated("12", "34")
    found = found.after(heard(found, "t1", TOLD, counts=True, first=1))
    found = found.after(Scored(round=1, pairing=2, finishes=(Finish("p3", 1), Finish("p4", 2))))
    again = seated("12", "34", since=1).rounds
    found = replace(found, rounds=found.rounds + again)
    event = heard(found, "t1", result({"Player 1": 0, "Player 2": 3}), counts=True, first=1)
    assert event is not None
    assert event.round == 1
    second = heard(found, "t1", result({"Player 1": 0, "Player 2": 3}, game="g2"), counts=True, first=2)
    assert second is not None
    assert second.round == 2


def test_a_game_that_a_director_cleared_is_not_taken_again():
    found = seated("12", "34")
    found = found.after(heard(found, "t1", TOLD, counts=True, first=1))
    found = found.after(Cleared(round=1, pairing=1, refused="t1/g1"))
    assert heard(found, "t1", TOLD, counts=True, first=1) is None
    assert heard(found, "t1", msgspec.structs.replace(TOLD, game="g2"), counts=True, first=2) is not None


def test_initials_are_taken_where_they_name_just_one_each():
    found = entered(4).after(Renamed("p1", "Ana Lopes")).after(Renamed("p2", "Rui"))
    found = replace(found, rounds=seated("12", "34").rounds)
    short = msgspec.structs.replace(result({"A.L.": 3, "R.": 2}), short=True)
    event = heard(found, "t1", short, counts=True, first=1)
    assert isinstance(event, Scored)
    assert [one.player for one in event.finishes] == ["p1", "p2"]
    same = found.after(Renamed("p2", "Aleida Lopes"))
    two = msgspec.structs.replace(result({"A.L. 1": 3, "A.L. 2": 2}), short=True)
    assert heard(same, "t1", two, counts=True, first=1) is None


def test_one_who_goes_by_initials_among_names_is_taken_for_whom_they_name():
    found = entered(4).after(Renamed("p1", "Ana Lopes")).after(Renamed("p2", "Rui"))
    found = replace(found, rounds=seated("12", "34").rounds)
    told = msgspec.structs.replace(result({"A.L.": 3, "Rui": 2}), withheld=("A.L.",))
    event = heard(found, "t1", told, counts=True, first=1)
    assert isinstance(event, Scored)
    assert [one.player for one in event.finishes] == ["p1", "p2"]
    assert heard(found, "t1", result({"A.L.": 3, "Rui": 2}), counts=True, first=1) is None  # somebody's name


def test_who_has_a_card_is_known_under_each_of_its_names_and_who_withholds_theirs_by_initials():
    found = entered(4).after(Renamed("p1", "Ana Lopes")).after(Renamed("p2", "Rui"))
    found = replace(found, rounds=seated("12", "34").rounds)
    told = msgspec.structs.replace(result({"Annie": 3, "Rui": 2}), ids={"Annie": "abcdefgh"})
    cards = {"abcdefgh": ("Anna", "Ana Lopes")}
    event = heard(found, "t1", told, cards, counts=True, first=1)
    assert [(one.player, one.rank) for one in event.finishes] == [("p1", 1), ("p2", 2)]
    assert heard(found, "t1", told, {"abcdefgh": ("Anna",)}, counts=True, first=1) is None
    assert heard(found, "t1", told, {"other": ("Ana Lopes",)}, counts=True, first=1) is None
    withheld = msgspec.structs.replace(result({"A.L.": 1, "Rui": 2}), withheld=("A.L.",))
    event = heard(found, "t1", withheld, counts=True, first=1)
    assert [(one.player, one.rank) for one in event.finishes] == [("p1", 2), ("p2", 1)]
    plain = msgspec.structs.replace(withheld, withheld=())
    assert heard(found, "t1", plain, counts=True, first=1) is None
