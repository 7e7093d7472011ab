"""What the grid base makes of what a game states: here paths, of which each turn is a face of its own."""

from random import Random

import msgspec
import pytest

from companion.bases.grid import EMPTY, Boards, Face, GridGame, GridState, manifest
from companion.game import Choice, Part, RuleError
from companion.language.message import say
from vision.layout import Grid
from vision.observation import GridSeen, Reading


class Paths(GridGame):
    """Whoever has the most paths that run across gets them all; down counts for nothing."""

    name = "paths"
    title = "Paths"
    players = range(2, 4)
    rows, cols, tile_mm = 2, 3, 30.0
    faces = (Face("across", "#dddddd", sign="-"), Face("down", "#bbbbbb", sign="I"))
    turned = False
    rounds = 2
    choices = (
        Choice("long", say("Long"), say("Counts twice"), ("no", "yes")),
        Choice("way", say("Way"), say("How it is played"), noted=True),
    )

    def parts_of(self, state: GridState, boards: Boards, seat: str) -> tuple[Part, ...]:
        """See the class."""
        across = {whose: board.labels.count("across") for whose, board in boards.items()}
        best = across[seat] if across[seat] == max(across.values()) else 0
        return (Part(say("Most"), say("{count}", count=best), best * (2 if state.options.long == "yes" else 1)),)


GAME = Paths()
FEW, MANY = ["down"] * 5 + ["across"], ["across"] * 6


def begun(**options: str) -> GridState:
    return GAME.begin(("Ana", "Rui"), msgspec.convert(options, GAME.options), GAME.edition())


def after(state: GridState, ana: list[str], rui: list[str]) -> GridState:
    return GAME.apply(state, GAME.events({"Ana": ana, "Rui": rui}))[0]


def test_a_board_may_count_by_what_the_others_have() -> None:
    state = after(begun(), FEW, MANY)
    assert [state.total(seat) for seat in state.seats] == [0, 6]
    assert not GAME.over(state)
    state = after(state, MANY, FEW)
    assert [state.total(seat) for seat in state.seats] == [6, 6]
    assert GAME.over(state)
    assert GAME.awaits(state) is None
    assert [[result.total for result in each.results] for each in GAME.view(state).chapters] == [[0, 6], [6, 6]]


def test_a_choice_of_values_begins_with_the_first_and_what_is_noted_is_no_option() -> None:
    assert [after(begun(long=long), FEW, MANY).total("Rui") for long in ("no", "yes")] == [6, 12]
    assert begun().options.long == "no"
    assert [field.name for field in msgspec.structs.fields(GAME.options)] == ["long"]
    with pytest.raises(msgspec.ValidationError):
        begun(long="perhaps")


def test_what_is_not_seen_is_asked_about_as_a_board() -> None:
    assert str(GAME.unseen(begun(), "Ana")) == "I don't see Ana's board. Does it lie there?"


def test_nothing_stays_bare_unless_the_game_says_so() -> None:
    with pytest.raises(RuleError, match="Ana: something must lie on every square"):
        after(begun(), [EMPTY, *FEW[1:]], MANY)
    row = tuple(Reading(label, 1.0, True) for label in (EMPTY, *FEW[1:]))
    proposal = GAME.propose(begun(), (), {"Ana": GridSeen((row,)), "Rui": GridSeen((row,))})
    assert proposal.event is None
    assert str(proposal.wrong) == "Ana: something must lie on every square"


def test_a_face_that_the_game_does_not_know_is_asked_about() -> None:
    rows = [tuple(Reading(label, 1.0, True) for label in labels) for labels in (["acros", *FEW[1:]], FEW)]
    proposal = GAME.propose(begun(), (), {"Ana": GridSeen((rows[0],)), "Rui": GridSeen((rows[1],))})
    assert (proposal.event, proposal.wrong) == (None, None)
    (doubt,) = proposal.doubts
    assert (doubt.seat, doubt.cell, doubt.likeliest) == ("Ana", 0, (EMPTY, "across", "down"))


def test_where_a_turn_says_something_else_pieces_are_read_and_laid_as_they_lie() -> None:
    offered = manifest(GAME)
    assert offered.mat is not None
    layout = offered.mat.layout(2)
    assert [zone.turns for zone in layout.zones if isinstance(zone, Grid)] == [1, 1]
    for laid, boards in offered.people.lessons(layout, Random(1)):
        assert {label for labels in boards.values() for label in labels} == {EMPTY, "across", "down"}
        assert all(abs(piece.angle_deg) <= 3 for piece in laid)


def test_pieces_of_the_owners_size_lie_on_squares_of_their_size() -> None:
    offered = manifest(GAME)
    assert offered.mat is not None
    assert offered.mat.layout(1, 45.0).zones[0].rect_mm[2:] == (3 * 47.0, 2 * 47.0)
    assert offered.art is not None
    assert [art.drawing.size_mm for batch in offered.art.batches(45.0) for art in batch.fronts] == [(45.0, 45.0)] * 2
    with pytest.raises(ValueError, match="7 places: a mat has 1 to 6"):
        offered.mat.layout(7)


def test_boards_by_chance_that_cant_be_are_no_endless_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Paths, "wrong", lambda *_: say("never"))
    monkeypatch.setattr("companion.bases.grid.practice.TRIES", 3)
    with pytest.raises(ValueError, match="of 3 boards by chance none can be"):
        manifest(GAME).legal.event(begun(), Random(1))
