"""What every game promises: the suite runs over each folder under `companion/games`."""

import copy
import json
from collections.abc import Iterator
from itertools import cycle, islice, pairwise
from random import Random
from time import process_time
from typing import Any

import msgspec
import pytest
from support.legal_play import frozen, playing
from support.playthroughs import playthrough, playthroughs

from companion.game import (
    Awaited,
    Form,
    GameError,
    HeaderError,
    Phase,
    RuleError,
    View,
    record,
    registry,
)
from companion.game.match import Match
from companion.game.record import Line, RecordError
from companion.language.message import Message, english

GAMES = registry.names()
EVERY_TABLE = [
    pytest.param(game, players, options, id=f"{game}-{players}-{'-'.join(map(str, options.values()))}")
    for game in GAMES
    for players in registry.find(game).players
    for options in playing.switches(game)
]
every_game = pytest.mark.parametrize("game", GAMES)
every_table = pytest.mark.parametrize(("game", "players", "options"), EVERY_TABLE)


def tables(game: str, count: int) -> Iterator[tuple[int, dict[str, bool], int]]:
    """Yield so many tables of a game: players and options in turn, each with a seed of its own."""
    sittings = [(players, options) for players in registry.find(game).players for options in playing.switches(game)]
    for seed, (players, options) in enumerate(islice(cycle(sittings), count)):
        yield players, options, seed


# ---- the contract


@every_game
def test_a_folder_offers_a_game_of_its_name(game: str) -> None:
    found = registry.find(game)
    assert found.name == game
    assert found.title.strip()
    assert found.players.start >= 2
    assert all(isinstance(seat, str) for seat in found.added_seats)


@every_game
def test_every_event_says_what_it_does(game: str) -> None:
    kinds = registry.find(game).events
    tags = [kind.__struct_config__.tag for kind in getattr(kinds, "__args__", (kinds,))]
    assert all(isinstance(tag, str) for tag in tags)
    assert len(set(tags)) == len(tags)
    assert all(kind.__struct_config__.tag_field == "do" for kind in getattr(kinds, "__args__", (kinds,)))


@every_game
def test_what_may_be_chosen_is_an_option_of_the_game_or_a_note(game: str) -> None:
    found = registry.find(game)
    fields = {field.name: field for field in msgspec.structs.fields(found.options)}
    offered = {choice.name: choice for choice in found.choices}
    assert {name for name, field in fields.items() if field.type is bool} <= set(offered)
    for name, choice in offered.items():
        assert english(choice.label).strip()
        assert english(choice.help).strip()
        assert choice.noted == (name not in fields)
        if not choice.noted and not choice.place:
            assert fields[name].default == choice.default


@every_game
@pytest.mark.parametrize("key", ["options", "edition"])
def test_an_unknown_option_or_printed_number_is_refused(game: str, key: str) -> None:
    header = playing.header(game, 3, {}, Random(1))
    header[key] = {**header.get(key, {}), "house rule": True}
    with pytest.raises(RecordError, match="house rule"):
        Match.begin(Line(1, header))


@every_game
def test_only_so_many_may_sit_down(game: str) -> None:
    allowed = registry.find(game).players
    for players in (allowed.start - 1, allowed.stop):
        header = playing.header(game, allowed.start, {}, Random(1)) | {
            "players": [f"Player {seat}" for seat in range(players)]
        }
        with pytest.raises(RecordError, match="players"):
            Match.begin(Line(1, header))


@every_game
def test_nobody_may_be_called_like_a_seat_that_the_game_adds(game: str) -> None:
    for added in registry.find(game).added_seats:
        header = playing.header(game, 3, {}, Random(1)) | {"players": ["Ana", "Rui", added]}
        with pytest.raises(RecordError, match="players"):
            Match.begin(Line(1, header))


def test_a_game_that_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(HeaderError, match="shipshape"):
        registry.find("chess")


@every_table
def test_seats_standings_and_what_is_awaited_hold_together_all_the_way(
    game: str, players: int, options: dict[str, bool]
) -> None:
    played = playing.whole_game(game, players, options, "contract")
    seats = played.seats
    assert seats[:players] == tuple(playing.NAMES[:players])
    assert set(seats[players:]) <= set(played.game.added_seats)
    for state in played.states:
        over, standings = played.game.over(state), played.game.standings(state)
        assert played.game.seats(state) == seats
        assert sorted(place.player for place in standings) == sorted(seats)
        assert [place.rank for place in standings] == sorted(place.rank for place in standings)
        assert standings[0].rank == 1
        for above, below in pairwise(standings):
            assert above.score >= below.score
            if above.score == below.score and above.rank != below.rank:
                assert above.why is not None
                assert below.why is not None
            if above.rank == below.rank:
                assert seats.index(above.player) < seats.index(below.player)
        assert (played.game.awaits(state) is None) == over
        assert bool(played.game.winners(state)) == over
        assert [seat for seat in seats if seat in played.game.winners(state)] == list(played.game.winners(state))


@every_table
def test_what_is_shown_is_words_all_the_way(game: str, players: int, options: dict[str, bool]) -> None:
    played = playing.whole_game(game, players, options, "words")
    for state in played.states:
        step = played.game.awaits(state)
        for phase in step.phases if step is not None else ():
            for waiting in ((), involved(step, phase)[:1], involved(step, phase)):
                leads = {english(played.game.lead(state, phase, waiting, shared)).strip() for shared in (False, True)}
                assert all(leads)
        view = played.game.view(state)
        assert isinstance(view, View)
        messages = list(said((view, played.game.forms(state), played.game.standings(state))))
        assert all(isinstance(english(message), str) for message in messages)


def involved(step: Awaited, phase: Phase) -> tuple[str, ...]:
    """Return the seats that have a part in this part of a step."""
    return tuple(seat for order in step.order for seat in order) if phase is Phase.TAKE else step.seats


def said(value: Any) -> Iterator[Message]:
    """Yield every message in a value of dataclasses, mappings and tuples."""
    if isinstance(value, Message):
        yield value
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from said(getattr(value, name))
    elif isinstance(value, dict):
        for part in value.values():
            yield from said(part)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from said(part)


# ---- records


@every_table
def test_there_is_a_playthrough_for_every_table(game: str, players: int, options: dict[str, bool]) -> None:
    wanted = {name for name, sitting in frozen.wanted().items() if sitting == (game, players, options)}
    assert len(wanted) == 1
    header = json.loads(playthrough(wanted.pop()).read_text(encoding="utf-8").splitlines()[0])
    assert (header["game"], len(header["players"]), header["options"]) == (game, players, options)


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: path.stem)
def test_a_playthrough_is_replayed_line_by_line(path: Any) -> None:
    status, printed = frozen.answers(path)
    assert status == 0
    expected = path.with_suffix(".answers").read_text(encoding="utf-8")
    assert printed.splitlines() == expected.splitlines()
    assert json.loads(printed.splitlines()[-1])["final"]["over"] is True


@every_table
def test_every_event_is_the_same_after_writing_and_reading(game: str, players: int, options: dict[str, bool]) -> None:
    played = playing.whole_game(game, players, options, "round trip")
    for number, line in enumerate(played.lines[1:], 2):
        event = record.event(played.game, Line(number, line))
        written = record.write(msgspec.to_builtins(event)).encode()
        assert record.event(played.game, Line(number, record.parse(written, number))) == event


@every_table
def test_undo_at_every_step_equals_a_replay(game: str, players: int, options: dict[str, bool]) -> None:
    played = playing.whole_game(game, players, options, "undo")
    undone = played
    while len(undone.lines) > 1:
        undone = undone.undo()
        again = Match.replay(Line(number, line) for number, line in enumerate(undone.lines, 1))
        assert (again.state, again.answers) == (undone.state, undone.answers)
        assert again.final == undone.final


@every_table
def test_keys_that_mean_nothing_change_nothing(game: str, players: int, options: dict[str, bool]) -> None:
    played = playing.whole_game(game, players, options, "keys")
    noted = [{**line, "at": "2026-01-01", "by": None, "seen": [1]} for line in played.lines]
    again = Match.replay(Line(number, line) for number, line in enumerate(noted, 1))
    assert again.answers == played.answers
    assert again.final == played.final


# ---- play


@every_game
def test_some_random_games_come_to_an_end(game: str) -> None:
    for players, options, seed in tables(game, 40):
        assert playing.whole_game(game, players, options, seed).over


@pytest.mark.slow
@every_game
def test_a_thousand_random_games_come_to_an_end(game: str) -> None:
    for players, options, seed in tables(game, 1000):
        assert playing.whole_game(game, players, options, f"slow {seed}").over


@every_game
def test_nothing_follows_a_game_that_is_over(game: str) -> None:
    for players, options, seed in tables(game, 10):
        played = playing.whole_game(game, players, options, f"over {seed}")
        with pytest.raises(RuleError, match="over"):
            played.play(Line(len(played.lines) + 1, played.lines[-1]))


@every_game
def test_a_spoilt_event_is_refused_and_nothing_worse(game: str) -> None:
    spoil(game, 6)


@pytest.mark.slow
@every_game
def test_many_spoilt_events_are_refused_and_nothing_worse(game: str) -> None:
    spoil(game, 150)


def spoil(game: str, count: int) -> None:
    """Try events with one value changed all through some games: each is refused for its form or by the rules, or it
    stands; whatever is refused leaves the state as it was."""
    for players, options, seed in tables(game, count):
        chance = Random(f"spoil {game} {seed}")
        played = playing.whole_game(game, players, options, f"spoil {seed}")
        before = copy.deepcopy(played.states)
        refused = 0
        for at, line in enumerate(played.lines[1:]):
            now = Match(played.game, played.lines[: at + 1], played.states[: at + 1], played.answers[: at + 1])
            for _ in range(5):
                try:
                    now.play(Line(at + 2, spoilt(line, chance, played)))
                except (GameError, RecordError) as error:
                    refused += 1
                    assert str(error).strip()
        assert played.states == before
        assert refused > 0


def spoilt(line: Any, chance: Random, played: Match) -> Any:
    """Return a deep copy of an event with one value in it taken away, doubled, swapped or replaced by anything."""
    line = copy.deepcopy(line)
    places = list(places_in(line))
    holder, key = chance.choice(places)
    texts = [*played.seats, "Nobody", "", "gold 100", "red bottle", "pirate flag", "lion", "+1"]
    anything = [None, True, 7.0, -1, 0, 1, 5, 11, 10**30, 0.5, [], {}, [[]], ["x", "y"], *texts]
    match chance.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.append(holder[key])
        case 2:
            other, there = chance.choice(places)
            holder[key] = copy.deepcopy(other[there])
        case _:
            holder[key] = chance.choice(anything)
    return line


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a JSON value as its holder and key."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(part, dict | list):
            yield from places_in(part)


@every_game
def test_another_seating_changes_nobodys_score_where_the_rules_treat_all_alike(game: str) -> None:
    seen = 0
    for players, options, seed in tables(game, 30):
        played = playing.whole_game(game, players, options, f"seats {seed}")
        people = list(played.lines[0]["players"])
        for seating in playing.player_of(game).seatings(people):
            header = {**played.lines[0], "players": seating}
            if "first" in {field.name for field in msgspec.structs.fields(played.game.options)}:
                header["options"] = {**header["options"], "first": header["options"].get("first", people[0])}
            again = Match.replay(Line(number, line) for number, line in enumerate((header, *played.lines[1:]), 1))
            assert {(s.player, s.score, s.rank) for s in again.standings} == {
                (s.player, s.score, s.rank) for s in played.standings
            }
            assert set(again.final["winners"]) == set(played.final["winners"])
            seen += 1
    assert seen >= 10


# ---- by hand


@every_table
def test_every_event_that_is_a_form_can_be_entered_in_it(game: str, players: int, options: dict[str, bool]) -> None:
    played = playing.whole_game(game, players, options, "by hand")
    tried = 0
    for at, line in enumerate(played.lines[1:]):
        now = Match(played.game, played.lines[: at + 1], played.states[: at + 1], played.answers[: at + 1])
        filled = playing.player_of(game).filled(line, now.state)
        if filled is not None:
            check_fits(played.game.forms(now.state), filled)
            again = now.play(Line(at + 2, dict(played.game.entered(now.state, filled))))
            assert type(again.state) is type(played.states[at + 1])
            assert played.game.entered(now.state, line) == line
            tried += 1
    assert tried > 0


def check_fits(forms: tuple[Form, ...], filled: dict[str, Any]) -> None:
    """Check that one of the forms can be filled like this."""
    form = next(form for form in forms if (form.do, form.seat) == (filled["do"], filled.get("seat")))
    fields = {field.name: field for field in form.fields}
    assert set(filled) - {"do", "seat"} <= set(fields)
    assert {name for name, field in fields.items() if not field.optional} <= set(filled)
    for name, field in fields.items():
        assert len(field.shown) in (0, len(field.choices))
        value = filled.get(name)
        match field.kind:
            case "number" if value is not None:
                assert field.low <= value <= field.high
            case "choice" if value is not None:
                assert value in field.choices
            case "many" | "list" if value is not None:
                assert set(value) <= set(field.choices)


# ---- secrets


@every_table
def test_what_everybody_sees_does_not_depend_on_a_secret(game: str, players: int, options: dict[str, bool]) -> None:
    """Hands and spent cards changed by chance: view, forms and standings stay the same. A game without secrets has
    nothing to change."""
    secrets_changed = getattr(playing.player_of(game), "secrets_changed", None)
    if secrets_changed is None:
        return
    played = playing.whole_game(game, players, options, "secrets")
    chance = Random("other hands")
    for state in played.states:
        other = secrets_changed(state, chance)
        assert played.game.view(other) == played.game.view(state)
        assert played.game.forms(other) == played.game.forms(state)
        assert played.game.standings(other) == played.game.standings(state)


# ---- figures


@pytest.mark.bench
def test_no_playthrough_takes_more_than_five_ms_of_rules() -> None:
    slowest = ("", 0.0)
    for path in playthroughs():
        lines = list(record.lines(path.read_bytes()))
        spent = []
        for _ in range(9):
            start = process_time()
            Match.replay(iter(lines))
            spent.append(process_time() - start)
        slowest = max(slowest, (path.stem, sorted(spent)[4]), key=lambda found: found[1])
    print(f"slowest replay: {slowest[0]}, {slowest[1] * 1000:.1f} ms")
    assert slowest[1] < 0.005
