"""Editions: what each game ships, what is unconfirmed in it, and files that nobody can play with."""

import io
import json
from pathlib import Path

import msgspec
import pytest
from support.legal_play import playing
from support.people_at_table import People
from support.replayed import replayed
from support.served_table import ServedTable

from companion.commands.replay import replay
from companion.game import edition, registry
from companion.game.edition import EditionError, StatedEdition
from companion.games.allaboard import edition_numbers
from companion.games.allaboard.pieces import Animal
from companion.settings.piece_sets import labels_of
from companion.table.requests import NewGame

BOATS = "[edition.animals]\n" + "".join(
    f"{animal} = {{ weight = {at}, points = 1 }}\n" for at, animal in enumerate(Animal)
)


@pytest.mark.parametrize("game", registry.names())
def test_every_game_ships_an_edition_that_it_can_be_played_with(game: str) -> None:
    shipped = edition.shipped(game)
    assert shipped.doubts == ()
    header = {"record": 1, "game": game, "players": playing.NAMES[:3], **shipped.header}
    assert replayed(header).status == 0


def test_what_the_rulebook_does_not_print_is_unconfirmed_and_the_header_says_so() -> None:
    shipped = edition.shipped("allaboard")
    assert shipped.unconfirmed == ("animals",)
    assert shipped.header["provisional"] == ["animals"]
    header = {"record": 1, "game": "allaboard", "players": ["Ana", "Rui"], **shipped.header}
    state = registry.find("allaboard").noted(registry.find("allaboard").begin(("Ana", "Rui"), *begun()), header)
    assert any("provisional" in str(note) for note in registry.find("allaboard").view(state).notes)
    confirmed = StatedEdition(shipped.numbers)
    assert "provisional" not in confirmed.header


def begun() -> tuple[object, object]:
    game = registry.find("allaboard")
    return game.options(), msgspec.convert(edition.shipped("allaboard").numbers, game.edition)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[edition", "not TOML"),
        ("edition = 7", "table"),
        ("unconfirmed = 7", "unconfirmed"),
        ("colour = 'red'", "colour"),
        ("[edition]", "animals"),
        (BOATS.replace("lion = ", "wolf = "), "wolf"),
        (BOATS.replace("weight = 9,", ""), "weight"),
        (BOATS.replace("weight = 9", "weight = 9.2"), "9.2"),
        (BOATS.replace("weight = 9", "weight = 'nine'"), "lion"),
    ],
)
def test_a_file_with_a_missing_or_wrong_number_names_it(text: str, says: str) -> None:
    with pytest.raises(EditionError, match=says) as caught:
        edition.read("allaboard", text, "mine.toml")
    assert str(caught.value).startswith("mine.toml")


def test_an_absurd_number_is_doubted_and_so_is_what_the_rulebook_contradicts() -> None:
    shipped = edition.shipped("allaboard").numbers["animals"]
    heavy = {"animals": {**shipped, "elephant": {"weight": 5000, "points": -77}}}
    doubts = [str(doubt) for doubt in edition.doubts("allaboard", heavy, "the page")]
    assert any("elephant" in doubt and "5000" in doubt for doubt in doubts)
    assert any("elephant" in doubt and "77" in doubt for doubt in doubts)
    swapped = {"animals": {**shipped, "lion": shipped["fox"], "fox": shipped["lion"]}}
    assert len(edition.doubts("allaboard", swapped, "the page")) == 3


def test_the_owner_is_asked_for_twelve_weights_and_points_in_the_rulebook_s_order() -> None:
    form = edition_numbers.questions()
    assert [field.name for field in form.fields[:24:2]] == [f"{animal} weight" for animal in Animal]
    assert [field.optional for field in form.fields] == [False] * 24 + [True]
    filled = {field.name: at for at, field in enumerate(form.fields)}
    answered = edition_numbers.answered(filled)
    assert answered["animals"]["mouse"] == {"weight": 0, "points": 1}
    assert answered["animals"]["elephant"] == {"weight": 22, "points": 23}


@pytest.mark.parametrize(
    ("header", "guessed"),
    [
        ({"provisional": ["animals"], "edition": {"animals": {"mouse": {"weight": 1}}}}, True),
        ({"provisional": ["colours.4"], "edition": {"colours": ["red"] * 6}}, False),  # a name
        ({"provisional": ["colours.9", "no.thing"], "edition": {"colours": ["red"] * 6}}, False),
        ({"provisional": ["cards.1"], "edition": {"cards": [1, 2]}}, True),
        ({"provisional": True, "edition": {"cards": [1, 2]}}, False),
        ({"edition": {"cards": [1, 2]}}, False),
    ],
)
def test_a_score_is_a_guess_where_an_unconfirmed_key_holds_a_number(header: dict[str, object], guessed: bool) -> None:
    assert edition.is_guess(header) == guessed


def test_the_terminal_says_that_scores_are_provisional(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    header = {"record": 1, "game": "allaboard", "players": ["Ana", "Rui"], **edition.shipped("allaboard").header}
    file.write_text(json.dumps(header) + "\n", encoding="utf-8")
    out = io.StringIO()
    assert replay(str(file), as_json=False, out=out, err=io.StringIO()) == 0
    assert "provisional: nobody has confirmed the numbers" in out.getvalue()
    assert "in doubt" not in out.getvalue()


def test_the_terminal_names_an_absurd_number_and_the_record_counts(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    animals = {**edition.shipped("allaboard").numbers["animals"], "elephant": {"weight": 11, "points": 5000}}
    header = {"record": 1, "game": "allaboard", "players": ["Ana", "Rui"], "edition": {"animals": animals}}
    file.write_text(json.dumps(header) + "\n", encoding="utf-8")
    out = io.StringIO()
    assert replay(str(file), as_json=False, out=out, err=io.StringIO()) == 0
    assert "in doubt: elephant: 5000 points? Look at the card again" in out.getvalue()


def ship(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """Let the folder of All aboard! hold another edition file."""
    text = (Path(edition_numbers.__file__).parent / "edition.toml").read_text()
    assert old in text
    shipped = edition.shipped

    def other(game: str) -> StatedEdition:
        return edition.read(game, text.replace(old, new), "the file") if game == "allaboard" else shipped(game)

    monkeypatch.setattr(edition, "shipped", other)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("lion = { weight = 9, points = 1 }", "lion = { weight = 9 }", "edition.animals.lion.points: it is missing"),
        ("lion = { weight = 9, points = 1 }", "", "edition.animals.lion: it is missing"),
        (
            "weight = 9,",
            'weight = "nine",',
            "edition.animals.lion.weight: it must be a whole number, a number, not a text",
        ),
        ("weight = 9,", "weight = 9.3,", "edition.animals.lion.weight: a weight is a whole or half number, not 9.3"),
        ("unconfirmed", "= unconfirmed", "this is not TOML"),
    ],
)
def test_no_game_begins_with_a_file_that_misses_a_number_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, says: str
) -> None:
    ship(monkeypatch, old, new)
    people = People()
    reply = people.ask(NewGame("allaboard", ["Ana", "Rui"], {}))
    assert not reply.ok
    assert str(reply.text).startswith("the file: ")
    assert says in str(reply.text)
    door = ServedTable().door
    assert {one.game: says in one.problem for one in door.numbers("en")} == {"allaboard": True, "stingy": False}
    assert labels_of("allaboard") == ()
    assert people.ask(NewGame("stingy", ["Ana", "Rui"], {})).ok


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("weight = 9,", "weight = 5000,", "lion: a weight of 5000?"),
        ("weight = 8,", "weight = 9,", "these weigh 27"),
    ],
)
def test_an_absurd_number_in_the_file_is_named_beside_the_scores(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, says: str
) -> None:
    ship(monkeypatch, old, new)
    people = People()
    assert people.ask(NewGame("allaboard", ["Ana", "Rui"], {})).ok
    assert any(says in str(note) for note in people.snapshot.notes)
