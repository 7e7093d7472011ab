"""What the claims base makes of what a game states: here four fields, and a wall of two
spaces."""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from companion.bases.claims import ClaimsGame, ClaimsState, Face, Place, manifest
from companion.game import Asked, Part, Phase, Proposal, RuleError
from companion.language.message import Message, say
from companion.showing import veil
from vision.layout import Grid
from vision.observation import GridSeen, Reading, ZoneSeen

PLACES = (
    Place("north", (40.0, 0.0)),
    Place("east", (80.0, 40.0)),
    Place("south", (40.0, 80.0)),
    Place("west", (0.0, 40.0)),
    Place("wall", (120.0, 0.0), 2, down=True),
)


class Fields(ClaimsGame):
    """A point for each place; nobody claims north after south."""

    name = "fields"
    title = "Fields"
    players = range(2, 4)
    places = PLACES
    tile_mm = 30.0
    faces = (Face("white", "#eeeeee", 3), Face("black", "#222222", 3), Face("dark red", "#881111", 3))

    def wrong(self, state: ClaimsState, seat: str, place: Place) -> Message | None:
        """See the class."""
        return say("not after south") if place.name == "north" and "south" in state.of(seat) else None

    def parts_of(self, state: ClaimsState, seat: str) -> tuple[Part, ...]:
        """See the class."""
        count = len(state.of(seat))
        return (Part(say("Places"), say("{count}", count=count), count),)


class Passing(Fields):
    """The same, where a turn may go by."""

    passing = True


GAME, PASSING = Fields(), Passing()


def begun(**header: Any) -> ClaimsState:
    return GAME.noted(GAME.begin(("Ana", "Rui"), GAME.options(), GAME.edition()), header)


def played(*claims: tuple[str, str], game: Fields = GAME) -> ClaimsState:
    state = begun()
    for player, place in claims:
        state, _ = game.apply(state, msgspec.convert({"do": "claim", "player": player, "place": place}, GAME.events))
    return state


def seen(**lying: tuple[str, ...]) -> dict[str, ZoneSeen]:
    """What the camera sees: nothing but what is said; a label with a ? is unsure."""
    found: dict[str, ZoneSeen] = {}
    for place in PLACES:
        labels = lying.get(place.name, ("empty",) * place.spaces)
        found[place.name] = GridSeen(tuple((_reading(label),) for label in labels))
    return found


def _reading(label: str) -> Reading:
    likeliest, sure = label.removesuffix("?"), not label.endswith("?")
    return Reading(likeliest, 0.9, sure, ((likeliest, 0.9), ("white", 0.1)))


def look(state: ClaimsState, now: Mapping[str, ZoneSeen], seat: str = "Ana", game: Fields = GAME) -> Proposal:
    return game.propose(state, (), now, Asked(seat))


def test_what_is_new_on_the_map_is_the_claim() -> None:
    claim = look(begun(), seen(wall=("white", "white")))
    assert claim == Proposal({"do": "claim", "player": "Ana", "place": "wall"})
    state = played(("Ana", "wall"))
    after = look(state, seen(wall=("white", "white"), west=("black",)), "Rui")
    assert after == Proposal({"do": "claim", "player": "Rui", "place": "west"})


@pytest.mark.parametrize(
    ("lying", "said"),
    [
        ({}, "Ana: nothing new lies on the map; a claim is a piece on every space of a free place"),
        ({"north": ("black",)}, "Ana: on north must lie white alone"),
        ({"wall": ("white", "black")}, "Ana: on wall must lie white alone"),
        ({"wall": ("empty", "white")}, "Ana: a piece must lie on every space of wall"),
        (
            {"north": ("white",), "west": ("white",)},
            "Ana: one place is claimed in a turn, but something new lies on north, west",
        ),
    ],
)
def test_what_cant_be_is_told(lying: dict[str, tuple[str, ...]], said: str) -> None:
    proposal = look(begun(), seen(**lying))
    assert proposal.event is None
    assert str(proposal.wrong) == said


def test_what_the_game_refuses_is_told_of_a_look_too() -> None:
    state = played(("Ana", "south"), ("Rui", "east"))
    proposal = look(state, seen(south=("white",), east=("black",), north=("white",)))
    assert (proposal.event, str(proposal.wrong)) == (None, "Ana: not after south")


def test_only_what_decides_is_asked_about() -> None:
    claim = look(begun(), seen(wall=("white", "white?"), north=("empty?",)))
    assert [(doubt.zone, doubt.cell, str(doubt.where)) for doubt in claim.doubts] == [("wall", 1, "wall, space 2")]
    nothing = look(begun(), seen(north=("empty?",)))
    assert [(doubt.zone, str(doubt.where), doubt.likeliest) for doubt in nothing.doubts] == [
        ("north", "north", ("empty", "white"))
    ]
    known = look(played(("Ana", "north")), seen(north=("black?",), west=("black",)), "Rui")
    assert known.event is not None
    assert not known.remarks


def test_what_was_moved_since_is_remarked_and_the_claim_stands() -> None:
    state = played(("Ana", "north"))
    claim = look(state, seen(north=("black",), west=("black",)), "Rui")
    assert claim.event == {"do": "claim", "player": "Rui", "place": "west"}
    assert [str(remark) for remark in claim.remarks] == ["On north should lie white: it is Ana's"]


def test_a_map_that_is_not_wholly_seen_says_nothing() -> None:
    whole = seen(north=("white",))
    assert look(begun(), {name: zone for name, zone in whole.items() if name != "wall"}) == Proposal(None)
    assert GAME.propose(begun(), (), whole) == Proposal(None)


def test_ok_where_nothing_new_lies_is_a_turn_without_a_claim_where_that_may_be() -> None:
    assert look(begun(), seen(), game=PASSING) == Proposal({"do": "pass", "player": "Ana"})
    assert [form.do for form in PASSING.forms(begun())] == ["claim", "pass"]
    event = msgspec.convert({"do": "pass", "player": "Ana"}, GAME.events)
    state, answer = PASSING.apply(begun(), event)
    assert (state.passes, PASSING.turn(state), answer) == (1, "Rui", {"total": {"Ana": 0, "Rui": 0}})
    state, _ = PASSING.apply(state, msgspec.convert({"do": "claim", "player": "Rui", "place": "east"}, GAME.events))
    assert state.passes == 0
    assert [form.do for form in GAME.forms(begun())] == ["claim"]
    with pytest.raises(RuleError, match="Ana: a turn can't go by without a claim"):
        GAME.apply(begun(), event)


@pytest.mark.parametrize(
    ("player", "place", "said"),
    [
        ("Rui", "west", "Rui can't play now: it is Ana's turn"),
        ("Eva", "west", "nobody named “Eva” sits at this table"),
        ("Ana", "sea", "Ana: “sea” is no place of this map"),
        ("Ana", "east", "Ana: east is Rui's already"),
        ("Ana", "north", "Ana: not after south"),
    ],
)
def test_a_claim_that_cant_be_is_refused(player: str, place: str, said: str) -> None:
    state = played(("Ana", "south"), ("Rui", "east"))
    with pytest.raises(RuleError) as refused:
        GAME.apply(state, msgspec.convert({"do": "claim", "player": player, "place": place}, GAME.events))
    assert str(refused.value) == said


def test_nobody_claims_with_more_pieces_than_are_left() -> None:
    state = played(("Ana", "south"), ("Rui", "east"), ("Ana", "west"))
    assert GAME.left(state, "Ana") == 1
    assert str(GAME.refused(state, "Ana", "wall")) == "the pieces that are left are too few for wall"


def test_whoever_can_claim_nothing_is_passed_over_and_at_last_it_is_over() -> None:
    state = played(("Ana", "south"), ("Rui", "east"), ("Ana", "west"))
    assert GAME.open_to(state, "Rui") == ("north", "wall")
    state = played(("Ana", "south"), ("Rui", "east"), ("Ana", "west"), ("Rui", "wall"))
    assert GAME.open_to(state, "Ana") == GAME.open_to(state, "Rui") == ()
    assert GAME.over(state)
    assert GAME.awaits(state) is None
    assert GAME.forms(state) == ()
    assert str(GAME.lead(state, Phase.TURN, (), False)) == "The game is over"
    state = played(("Ana", "south"), ("Rui", "wall"), ("Ana", "west"))
    assert GAME.turn(state) == "Rui"
    state, _ = GAME.apply(state, msgspec.convert({"do": "claim", "player": "Rui", "place": "east"}, GAME.events))
    assert GAME.over(state)


def test_who_starts_and_who_plays_what_is_as_it_was_noted() -> None:
    assert (begun().first, begun().pieces) == ("Ana", {"Ana": "white", "Rui": "black"})
    noted = begun(first="Rui", colours={"Ana": "dark red", "Rui": "white"})
    assert (noted.first, noted.pieces) == ("Rui", {"Ana": "dark red", "Rui": "white"})
    assert GAME.turn(noted) == "Rui"
    zoe = GAME.begin(("Ana", "Zo\u00eb"), GAME.options(), GAME.edition())
    assert GAME.turn(GAME.noted(zoe, {"first": "Zoe\u0308"})) == "Zo\u00eb"  # typed on another keyboard
    assert GAME.view(noted).colours == {"Ana": "#881111", "Rui": "#eeeeee"}
    for colours in ({"Ana": "white", "Rui": "white"}, {"Ana": "white"}, {"Ana": "green", "Rui": "white"}, "white"):
        assert begun(colours=colours, first="Eva") == begun()
    assert [choice.name for choice in PASSING.choices] == ["colours", "first"]


def test_the_page_shows_whose_each_place_is_and_at_the_end_the_score() -> None:
    state = played(("Ana", "south"), ("Rui", "east"))
    assert [(block.seat, [str(line) for line in block.lines]) for block in GAME.view(state).blocks] == [
        ("Ana", ["south", "Places: 1"]),
        ("Rui", ["east", "Places: 1"]),
    ]
    assert veil.of_view(GAME.view(state), hidden=True).blocks == ()
    assert veil.of_view(GAME.view(state), hidden=False) == GAME.view(state)
    assert {seat: str(mark) for seat, mark in GAME.view(state).marks.items()} == {
        "Ana": "white: 2 left",
        "Rui": "black: 2 left",
    }
    over = GAME.view(played(("Ana", "south"), ("Rui", "east"), ("Ana", "west"), ("Rui", "wall")))
    assert not over.blocks
    assert [(result.seat, result.total) for result in over.chapters[0].results] == [("Ana", 2), ("Rui", 2)]


def test_the_map_grows_with_the_owners_pieces() -> None:
    offered = manifest(GAME).mat
    assert offered is not None
    usual, wide = offered.layout(1), offered.layout(1, 46.0)
    assert offered.seats(3) == 1
    assert usual.size_mm[0] < wide.size_mm[0]
    shape = {zone.name: (zone.rows, zone.cols, zone.rect_mm[2:]) for zone in usual.zones if isinstance(zone, Grid)}
    assert shape["wall"] == (2, 1, (32.0, 64.0))
    assert shape["north"] == (1, 1, (32.0, 32.0))
    zones = {zone.name: zone.rect_mm for zone in wide.zones}
    assert zones["wall"][2:] == (48.0, 96.0)
    assert zones["east"][0] - zones["north"][0] == 40.0 * 48 / 32
    with pytest.raises(ValueError, match="it must be 15 to 60 mm"):
        offered.layout(1, 61.0)


def test_each_face_is_taught_though_places_have_one_space() -> None:
    game = Fields()
    game.places = PLACES[:2]
    offered = manifest(game)
    assert offered.mat is not None
    tables = offered.people.sheets(offered.mat.layout(1), Random(1))
    shown = [label for _, zones in tables for labels in zones.values() for label in labels if label != "empty"]
    assert sorted(shown) == ["black", "dark red", "white"]
    assert len(tables) == 2


def test_every_seat_needs_pieces_of_its_own() -> None:
    with pytest.raises(ValueError, match="fields: 1 faces for up to 3 seats; state one for each"):
        type("Few", (Fields,), {"faces": Fields.faces[:1]})
