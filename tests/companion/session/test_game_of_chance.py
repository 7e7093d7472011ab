# ruff: noqa: ARG002 - the contract names its arguments
"""A game of chance that nobody ships: draws, counted numbers, a further round, questions to the owner and of those who
play.

What the core offers beside bids and looks is asked for here by a stranger's game, so that none of it is one game's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest
from support.people_at_table import People

from companion.game import Awaited, Block, Field, Form, Game, RuleError, Seats, View, chosen_number, ranked, registry
from companion.game.manifest import CONTRACT, Manifest
from companion.game.match import Match
from companion.game.record import Line
from companion.language.message import Message, renamed, say, words
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.signals import Key
from companion.table.snapshot import Step

ROUNDS = 2
BANK = "The bank"  # against which one plays alone


class Rolled(msgspec.Struct, frozen=True, tag_field="do", tag="rolled"):
    dots: dict[str, int]


class Further(msgspec.Struct, frozen=True, tag_field="do", tag="further"):
    """Who are tied play one round more."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sides: int = 6


@dataclass(frozen=True)
class Played:
    seats: Seats
    sides: int
    many: int = ROUNDS
    rounds: tuple[Mapping[str, int], ...] = ()

    def total(self, seat: str) -> int:
        return sum(each[seat] for each in self.rounds)


class Dice(Game[Played]):
    name = "dice"
    title = "Dice"
    players = range(1, 4)
    added_seats = (BANK,)
    cannot_win = (BANK,)
    events = Rolled | Further
    reopening = (Further,)
    options = Options
    edition = Edition

    def begin(self, players: Any, options: Any, edition: Any) -> Played:
        return Played(Seats(players if players[1:] else (*players, BANK)), edition.sides)

    def doubts(self, state: Played) -> tuple[Message, ...]:
        return () if state.sides <= 20 else (say("a die of {sides} sides?", sides=state.sides),)

    def apply(self, state: Played, event: Any) -> Any:
        if isinstance(event, Further):
            return replace(state, many=state.many + 1), {}
        dots = state.seats.keyed(event.dots, state.seats, say("this roll"))
        return replace(state, rounds=(*state.rounds, dots)), {}

    def seats(self, state: Played) -> Any:
        return state.seats.names

    def over(self, state: Played) -> bool:
        return len(state.rounds) == state.many

    def standings(self, state: Played) -> Any:
        score = {seat: state.total(seat) for seat in state.seats}
        return ranked(state.seats.names, score, {seat: (score[seat],) for seat in score})

    def awaits(self, state: Played) -> Awaited | None:
        return None if self.over(state) else Awaited(state.seats.names, chance=True, counts=range(1, state.sides + 1))

    def draw(self, state: Played, shuffled: Any) -> Any:
        return self.counted(state, {seat: shuffled(range(1, state.sides + 1))[0] for seat in state.seats})

    def counted(self, state: Played, numbers: Any) -> Any:
        return {"do": "rolled", "dots": {seat: numbers[seat] for seat in state.seats}}

    def count_called(self, number: int) -> Message:
        return say("{number} {dots}", number=number, dots=say("dots"))

    def lead_counting(self, state: Played, missing: tuple[str, ...], on_any: bool) -> Message:
        return say("Count your dots: {seats}", seats=", ".join(missing))

    def lead(self, state: Any, phase: Any, waiting: Any, shared: Any) -> Any:
        return say("Roll")

    def view(self, state: Played) -> View:
        return View(dealt=say("Your dice"), running={seat: 100 + state.total(seat) for seat in state.seats})

    def forms(self, state: Played) -> tuple[Form, ...]:
        fields = (Field("sides", say("Sides"), "number", high=99), Field("called", say("Dots are called"), "text"))
        further = (Form("further", say("One round more"), ()),) if self.over(state) else ()
        return (
            *further,
            Form("edition", say("What stands on your dice?"), fields, printed=True),
            Form(
                "odds", say("How likely is it?"), (Field("least", say("At least"), "number", high=20),), question=True
            ),
        )

    def entered(self, state: Played, filled: Mapping[str, Any]) -> Mapping[str, Any]:
        if filled["do"] != "edition":
            return filled
        return {"do": "edition", "edition": {"sides": chosen_number(filled["sides"])}}

    def own_words(self, filled: Mapping[str, Any]) -> Mapping[str, Message]:
        return {"dots": say("{called}", called=filled["called"])} if filled.get("called") else {}

    def told(self, state: Played, filled: Mapping[str, Any]) -> Block:
        many = state.sides + 1 - filled["least"]
        return Block("tally", say("{many} of {sides}", many=many, sides=state.sides))


@pytest.fixture
def people(monkeypatch: pytest.MonkeyPatch) -> People:
    games = registry._games()
    manifests = {**games.manifests, "dice": Manifest(game=Dice(), contract=CONTRACT)}
    packages = {**games.packages, "dice": "companion.games"}
    monkeypatch.setattr(registry, "_games", lambda: replace(games, manifests=manifests, packages=packages))
    people = People(table=Equipment(pods=2, camera=False))
    assert people.ask(requests.NewGame("dice", ["Ana", "Rui"])).ok
    return people


def count(people: People, *numbers: int) -> None:
    """Each counts on the own pod, and locks."""
    for pod, number in enumerate(numbers):
        for _ in range(number):
            people.press(pod, Key.ADD)
        people.press(pod, Key.OK)


def line(people: People) -> str:
    return str(people.snapshot.line)


def test_chance_draws_when_somebody_goes_on(people: People) -> None:
    assert people.snapshot.step is Step.DRAW
    assert people.ask(requests.GoOn()).ok
    assert set(people.match.lines[1]["dots"]) == {"Ana", "Rui"}
    assert all(1 <= dots <= 6 for dots in people.match.lines[1]["dots"].values())


def test_what_people_rolled_is_counted_in_place_of_chance(people: People) -> None:
    people.press(0, Key.ADD)
    people.press(0, Key.ADD)
    assert str(people.snapshot.seats[0].mark) == "2 dots"
    assert line(people) == "Count your dots: Ana, Rui"
    people.press(0, Key.OK)
    assert line(people) == "Count your dots: Rui"
    people.press(1, Key.ADD)
    people.press(1, Key.OK)
    assert people.match.lines[1]["dots"] == {"Ana": 2, "Rui": 1}
    assert str(people.snapshot.dealt) == "Your dice"
    assert [seat.score for seat in people.snapshot.seats] == [102, 101]


@pytest.mark.usefixtures("people")
def test_a_seat_that_cannot_win_is_ranked_and_the_best_of_the_others_wins() -> None:
    header = {"record": 1, "game": "dice", "players": ["Ana"]}
    rolls = [{"do": "rolled", "dots": {"Ana": 1, BANK: 6}}] * ROUNDS
    match = Match.replay(Line(number, dict(line)) for number, line in enumerate((header, *rolls), 1))
    assert [(place.player, place.rank) for place in match.standings] == [(BANK, 1), ("Ana", 2)]
    assert match.until(2).final["winners"] == []
    assert match.final["winners"] == ["Ana"]


def test_a_game_that_is_over_goes_on_where_it_says_so(people: People) -> None:
    for _ in range(ROUNDS):
        count(people, 3, 3)
    assert people.match.over
    with pytest.raises(RuleError, match="the game is over"):
        people.match.play(Line(4, {"do": "rolled", "dots": {"Ana": 1, "Rui": 2}}))
    assert people.ask(requests.Enter({"do": "further"})).ok
    count(people, 1, 2)
    assert people.match.final["winners"] == ["Rui"]


def test_a_question_of_the_game_is_answered_for_all(people: People) -> None:
    assert people.ask(requests.Enter({"do": "odds", "least": 5})).ok
    assert "2 of 6" in [str(block.title) for block in people.snapshot.blocks]
    assert len(people.match.lines) == 1


def test_what_the_owner_says_of_the_pieces_is_doubted_kept_and_said(people: People) -> None:
    refused = people.ask(requests.Enter({"do": "edition", "sides": "60", "called": "pips"}))
    assert (refused.ok, str(refused.text)) == (False, "a die of 60 sides?")
    assert people.ask(requests.Enter({"do": "edition", "sides": "8", "called": "pips"})).ok
    people.press(0, Key.ADD)
    told = renamed(lambda text, *_: text, people.snapshot.called)
    assert words(people.snapshot.seats[0].mark, told) == "1 pips"
    assert people.match.lines[0]["edition"] == {"sides": 8}
