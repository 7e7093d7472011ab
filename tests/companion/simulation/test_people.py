"""The simulated people of every game, looked at by eyes that never err: they play by the rules, every count of players
to the end, and the companion's record is what really happened. Where eyes err, they lay anew, then enter by hand."""

import random
from dataclasses import replace

import pytest
from msgspec import structs

from companion.game import mat_layouts, registry
from companion.games.stingy.game import GAME, Edition, Options
from companion.games.stingy.practice import artwork
from companion.games.stingy.turns import trade_between
from companion.language.message import say
from companion.practice.people import Ask, Move, Press
from companion.session import Chance, Session
from companion.simulation import judge, simulated_table
from companion.store.database import Store
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.seats import MACHINE
from companion.table.signals import Looked, Pressed, Stillness, Submitted, ZoneLook
from companion.table.snapshot import Question, Step
from vision.layout import Grid
from vision.observation import GridSeen, Piece, PiecesSeen, Reading

OTHERS = ("alcatraz", "allaboard", "stingy")
MOST_ACTS = 3000


def sure(label):
    return Reading(label, 1.0, True, ((label, 1.0),))


class EyesOnTable:
    """A session, its people, and a camera that sees what `spoil` makes of what lies there."""

    def __init__(self, game, players, seed, options=None, spoil=None):
        self.now_s, self.published, self.spoil = 0.0, None, spoil
        chance = Chance(lambda: "id", lambda: str(seed), lambda: "2020-01-01T00:00:00Z")
        self.session = Session(Store(":memory:"), chance, Equipment(pods=players, camera=True), self.keep)
        self.step(Submitted(MACHINE, requests.NewGame(game, list(simulated_table.NAMES[:players]), options or {}), 0.0))
        seats = self.session.evening.match.seats
        self.layout = mat_layouts.layout_for(game, len(seats))
        self.dice = random.Random(seed)
        self.people = simulated_table.pretending(game).sit_down(seats, players, self.dice, True)
        self.deeds = []

    def keep(self, published):
        self.published = published

    @property
    def snapshot(self):
        return self.published.snapshot

    def step(self, signal):
        self.now_s += 0.05
        return self.session.step(signal)[1]

    def play(self):
        for _ in range(MOST_ACTS):
            if self.snapshot.step is Step.OVER:
                return self.session.evening.match
            for deed in self.people.act(self.snapshot, self.dice):
                self.deeds.append(deed)
                self.do(deed)
            self.look()
        raise AssertionError(f"no end: {self.snapshot.line}, {[str(n.text) for n in self.snapshot.notices]}")

    def do(self, deed):
        match deed:
            case Press(pod, key, times):
                for down in (True, False) * times:
                    self.step(Pressed(pod, key, down, self.now_s))
            case Ask(_, request):
                reply = self.step(Submitted(MACHINE, request, self.now_s))
                assert reply.ok, str(reply.text)
            case Move(zone):
                assert self.layout.zone(zone)
        assert self.people.laid(self.layout)

    def look(self):
        truths = self.people.truths()
        awaited = [truth for truth in truths if truth.line == self.snapshot.events + 1]
        cells = awaited[0].cells if awaited else {}
        zones = {zone.name: self.seen(zone, cells.get(zone.name, ())) for zone in self.layout.zones}
        looks = {name: ZoneLook(Stillness.STILL, 0.0, False, seen) for name, seen in zones.items()}
        self.step(Looked(self.now_s, self.session.evening.plan, looks))

    def seen(self, zone, labels):
        if self.spoil is not None:
            labels = self.spoil(zone, labels)
        if isinstance(zone, Grid):
            cells = [*labels, *["empty"] * (zone.cols - len(labels))]
            return GridSeen((tuple(sure(label) for label in cells),))
        return PiecesSeen(tuple(Piece(sure(label), (30.0 * at, 0.0), 0.0) for at, label in enumerate(labels)))


def every_count(game):
    return [(game, players) for players in registry.find(game).players]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "players"), [pair for game in OTHERS for pair in every_count(game)])
def test_the_record_is_what_the_people_did(game, players, seed):
    table = EyesOnTable(game, players, seed)
    match = table.play()
    truths = table.people.truths()
    assert [truth.line for truth in truths] == list(range(1, len(match.lines)))
    assert judge.true_final(match, truths) == match.final
    # of two trades that leave the same groups and points nobody can say which it was
    for truth in truths if game != "stingy" else ():
        read = match.lines[truth.line]
        assert {key: read[key] for key in truth.event} == truth.event


def test_a_trade_that_can_not_be_told_from_another_is_asked_for():
    """Ana and Rui each hold what the other's group lacks: whichever was taken, both groups end up complete. That
    matters where colours count."""
    groups = {"Ana": {"red bottle": 1, "blue bottle": 1}, "Rui": {"red bottle": 2, "blue bottle": 2}, "Mia": {}}
    after = {"Ana": {"red coins": 2}, "Rui": {}, "Mia": {}}

    def turn(*, colours):
        begun = GAME.begin(("Ana", "Rui", "Mia"), Options(colour_bonus=colours), Edition())
        return trade_between(structs.replace(begun, groups=groups, turn="Ana", left=50), after)

    assert turn(colours=False).trade is not None
    assert turn(colours=True).trade is None
    assert "by hand" in str(turn(colours=True).wrong)


@pytest.mark.parametrize("options", [{"sly": True}, {"colour_bonus": True}, {"first": "2"}])
def test_stingy_people_play_its_options(options):
    table = EyesOnTable("stingy", 3, 5, options)
    assert judge.true_final(table.play(), table.people.truths())["over"]


def test_rows_of_five_are_played_with_five_cards():
    table = EyesOnTable("alcatraz", 3, 5, {"wild": True})
    match = table.play()
    assert match.states[0].row == 5
    assert judge.true_final(match, table.people.truths()) == match.final


def test_animals_are_played_in_the_colours_that_were_chosen():
    table = EyesOnTable("allaboard", 3, 5, {"colours": {"1": "green", "2": "blue", "3": "yellow"}})
    match = table.play()
    assert match.over
    assert judge.true_final(match, table.people.truths()) == match.final


@pytest.mark.parametrize(
    ("game", "stray"), [("alcatraz", "objective 4"), ("allaboard", "boat 10"), ("stingy", "red bottle")]
)
def test_people_whose_pieces_are_misread_lay_them_anew_and_then_enter_by_hand(game, stray):
    def blind(_zone, labels):
        return (*labels[:1], *(stray for _ in labels[1:]))

    table = EyesOnTable(game, 2, 3, spoil=blind)
    match = table.play()
    by_hand = [deed for deed in table.deeds if isinstance(deed, Ask)]
    assert len(by_hand) >= 4
    assert judge.true_final(match, table.people.truths()) == match.final


def at(zone, cell):
    """A question about a cell of a grid."""
    return Question("id", say("?"), None, zone, cell, None, (), (), "")


@pytest.mark.parametrize("game", ["alcatraz", "allaboard"])
def test_people_who_are_asked_say_what_lies_there(game):
    table = EyesOnTable(game, 2, 7)
    table.people.act(table.snapshot, table.dice)
    for zone, labels in table.people.truths()[0].cells.items():
        assert tuple(table.people.answer(at(zone, cell)) for cell in range(len(labels))) == labels


def test_people_who_are_asked_about_a_tile_look_where_it_lies():
    table = EyesOnTable("stingy", 2, 7)
    table.people.act(table.snapshot, table.dice)
    (laid,) = {piece.center_mm: piece for piece in table.people.laid(table.layout)[:1]}.values()
    asked = replace(at("place 1", 4), at_mm=(laid.center_mm[0] + 2, laid.center_mm[1] - 3))
    assert artwork.art(table.people.answer(asked), 26.0) is laid.art
