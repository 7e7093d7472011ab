"""What was read is judged by what really lay there: cells one by one, free pieces by how many there are of each."""

from companion.camera.zone_memory import differs
from companion.game.match import Match
from companion.game.record import Line
from companion.practice.people import Truth
from companion.simulation.judge import ReadingTally, of_looks, true_final
from vision.observation import GridSeen, Piece, PiecesSeen, Reading

HEADER = {"record": 1, "game": "alcatraz", "players": ["Ana", "Rui"]}


def read(label, sure=True):
    return Reading(label, 0.9, sure, ((label, 0.9),))


def row(*labels):
    return GridSeen((tuple(read(label) for label in labels),))


def strewn(*labels, sure=True):
    return PiecesSeen(tuple(Piece(read(label, sure), (30.0 * at, 5.0), 0.0) for at, label in enumerate(labels)))


def tally(seen, labels, asked=()):
    return of_looks({"here": seen} if seen else {}, Truth(4, {"here": labels}), asked)


def test_cells_are_right_asked_or_sure_and_wrong():
    assert tally(row("a", "b", "x"), ("a", "b", "c"), {(4, "here", 1)}) == ReadingTally(
        3, right=1, asked=1, sure_wrong=1
    )


def test_what_was_asked_at_another_event_or_place_does_not_count():
    asked = {(3, "here", 0), (4, "there", 0)}
    assert tally(row("a", "b"), ("a", "b"), asked) == ReadingTally(2, right=2)


def test_free_pieces_are_counted_in_any_order():
    assert tally(strewn("b", "a", "a"), ("a", "a", "b")) == ReadingTally(3, right=3)


def test_a_piece_that_is_missed_one_too_many_and_one_misread_are_wrong():
    assert tally(strewn("a"), ("a", "b")) == ReadingTally(2, right=1, sure_wrong=1)
    assert tally(strewn("a", "b", "b"), ("a", "b")) == ReadingTally(2, right=2, sure_wrong=1)
    assert tally(strewn("a", "x"), ("a", "b")) == ReadingTally(2, right=1, sure_wrong=1)


def test_a_piece_that_was_missed_in_a_look_that_was_refused_bothers_people_but_is_no_wrong_reading():
    truth = Truth(4, {"here": ("a", "b")})
    assert of_looks({"here": strewn("a")}, truth, (), refused=True) == ReadingTally(2, right=1, asked=1)
    assert of_looks({"here": strewn("a", "x")}, truth, (), refused=True) == ReadingTally(2, right=1, sure_wrong=1)


def test_a_free_piece_that_was_asked_about_is_neither_right_nor_wrong():
    assert tally(strewn("a", "x"), ("a", "b"), {(4, "here", 1)}) == ReadingTally(2, right=1, asked=1)


def test_what_was_entered_by_hand_counts_as_asked():
    assert tally(None, ("a", "b")) == ReadingTally(2, asked=2)


def claim(objective):
    return {"do": "claim", "player": "Ana", "objective": objective, "cards": [5, 6]}


def test_the_true_result_is_that_of_the_true_events():
    recorded = Match.begin(Line(1, HEADER)).play(Line(2, claim(12)))
    truth = Truth(1, {"claim": ("cat 5", "cat 6", "empty")}, claim(11))
    assert recorded.final["standings"][0]["score"] == 0
    assert true_final(recorded, [truth])["standings"][0]["score"] == 2


def test_free_pieces_differ_by_their_number_and_where_all_are_sure_by_what_they_are():
    assert not differs(strewn("a", "b"), strewn("b", "a"), None, None)
    assert differs(strewn("a", "b"), strewn("a", "c"), None, None)
    assert not differs(strewn("a", "b"), strewn("a", "c", sure=False), None, None)
    assert differs(strewn("a", "b"), strewn("a", "b", "c", sure=False), None, None)
    assert not differs(None, strewn("a"), None, None)


def test_what_lies_half_covered_may_be_asked_about_but_never_be_sure_and_wrong():
    truth = Truth(4, {"here": ("a", "b", "c")}, covered={"here": 1})
    seen = {"here": row("a", "x", "c")}
    assert of_looks(seen, truth, {(4, "here", 1)}) == ReadingTally(2, right=2)
    assert of_looks(seen, truth, {(4, "here", 1), (4, "here", 2)}) == ReadingTally(2, right=1, asked=1)
    assert of_looks(seen, truth, ()) == ReadingTally(3, right=2, sure_wrong=1)
