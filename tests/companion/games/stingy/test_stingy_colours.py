"""The two colours that the rulebook leaves open, called as their owner calls them: shown so, recorded as ever."""

from typing import Any

import pytest
from support.people_at_table import People

from companion.display import screens
from companion.game import RuleError, edition, registry
from companion.games.stingy.colours import named, own_words, questions
from companion.language.catalogue import LANGUAGES, translator
from companion.language.message import renamed, say, untranslated, words
from companion.table.requests import Enter, NewGame, Numbers, Pin
from companion.table.snapshot import worded
from web.shown import Scoreboard

PLAYERS = ["Ana", "Rui", "Mia"]
TILES = ["green bottle", "green bottle", "orange coins", "red coins", "blue parrot", "pirate flag"]


def named_people(**filled: str) -> People:
    people = People()
    assert people.ask(Pin(people.session.pin)).ok
    reply = people.ask(Numbers("stingy", filled))
    assert reply.ok, reply.text
    return people


def begun(people: People, players: list[str] = PLAYERS) -> People:
    assert people.ask(NewGame("stingy", players, {})).ok
    return people


def read_by(people: People, language: str = "en") -> Scoreboard[str]:
    """Return the snapshot as a page shows it."""
    snapshot = people.snapshot
    return worded(snapshot, renamed(translator(language), snapshot.called))


def enter(people: People, **event: Any) -> Any:
    return people.ask(Enter(event))


def test_only_the_two_guessed_colours_are_asked_for() -> None:
    open_keys = edition.shipped("stingy").unconfirmed
    colours = edition.shipped("stingy").numbers["colours"]
    assert [field.name for field in questions().fields] == [colours[int(key.split(".")[1])] for key in open_keys]
    assert all(field.optional and field.kind == "text" for field in questions().fields)


@pytest.mark.parametrize(
    ("language", "bottle", "coins"),
    [
        ("en", "rosé bottle", "orange coins"),
        ("pt", "garrafa rosé", "moedas laranja"),
        ("nl", "rosé fles", "oranje munten"),
        ("es", "botella rosé", "monedas naranjas"),
    ],
)
def test_a_named_colour_stands_in_every_language_and_the_other_stays(language: str, bottle: str, coins: str) -> None:
    say_it = renamed(translator(language), own_words({"green": " rosé "}))
    assert words(say("green bottle"), say_it) == bottle
    assert words(say("orange coins"), say_it) == coins
    assert words(say("green"), say_it) == words(say("green"), translator(language))  # All aboard! has a green, too


def test_two_names_may_be_swapped() -> None:
    say_it = renamed(translator("en"), own_words({"green": "orange", "orange": "green"}))
    assert [say_it("green coins"), say_it("orange coins")] == ["orange coins", "green coins"]


@pytest.mark.parametrize(
    ("filled", "why"),
    [
        ({"green": "Red"}, "“Red” is there twice"),
        ({"green": "orange"}, "“orange” is there twice"),
        ({"green": "pink", "orange": "Pink"}, "is there twice"),
        ({"green": "{x}"}, "“{x}” can't be a colour's name"),
        ({"orange": "pink 2"}, "“pink 2” can't be a colour's name"),
        ({"green": "a" * 21}, "up to 20 letters"),
    ],
)
def test_what_can_not_be_a_name_is_refused_in_a_sentence(filled: dict[str, str], why: str) -> None:
    with pytest.raises(RuleError) as refused:
        named(filled)
    assert why in str(refused.value)
    people = begun(named_people())
    reply = people.ask(Numbers("stingy", filled))
    assert not reply.ok
    assert why in str(reply.text)
    assert not people.snapshot.called


def test_left_empty_the_colours_are_called_as_they_are() -> None:
    people = begun(named_people(green="", orange="orange"))
    assert not people.snapshot.called
    assert "provisional" not in people.match.lines[0]


def test_everybody_reads_the_name_and_the_record_keeps_its_labels() -> None:
    people = begun(named_people(green="pink", orange="black"))
    shown = read_by(people)
    assert "edition" not in [form.do for form in shown.forms]  # asked once
    field = shown.forms[0].fields[0]
    assert dict(zip(field.choices, field.shown, strict=True))["green diamond"] == "pink diamond"
    assert enter(people, do="take", seat="Ana", tiles=TILES).ok
    for seat in ("Rui", "Mia"):
        tiles = ["green parrot", "green parrot", "yellow coins", "yellow coins", "purple diamond", "orange parrot"]
        assert enter(people, do="take", seat=seat, tiles=tiles).ok
    assert enter(people, do="trade", seat="Ana", **{"from": "Rui"}, group="green parrot", given=[], paid="back").ok

    assert read_by(people).notes[0].startswith("Ana took pink parrot (3) from Rui")
    dutch = read_by(people, "nl")
    told = str(dutch)
    assert "pink papegaai" in told
    assert "groene" not in str([dutch.notes, dutch.line, dutch.notices])
    reply = enter(people, do="take", seat="Ana", tiles=["green bottle", "green bottle"])
    say_it = renamed(translator("pt"), people.snapshot.called)
    assert "2 × garrafa pink" in words(reply.text, say_it)

    lines = str(people.match.lines)
    assert "green parrot" in lines
    assert "pink" not in lines
    assert "provisional" not in lines
    assert people.store.game(people.snapshot.game.id).lines[0]["tiles"] == TILES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_display_says_the_name(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    people = begun(named_people(green="pink"), ["Ana", "Rui"])
    for seat in ("Ana", "Rui", "Stingy Ghost"):
        tiles = ["green coins", "red coins", "red parrot", "blue coins", "blue parrot", "yellow parrot"]
        assert enter(people, do="take", seat=seat, tiles=tiles).ok
    assert enter(people, do="trade", seat="Ana", **{"from": "Rui"}, group="green coins", given=[], paid="back").ok
    drawn: list[str] = []
    sentence = screens.panel.sentence
    monkeypatch.setattr(
        screens.panel, "sentence", lambda *args, **more: (drawn.append(str(args[1:])), sentence(*args, **more))[1]
    )
    screens.all_pages(people.snapshot, (128, 64), translate=translator(language))
    assert "pink" in str(drawn)
    assert words(say("green coins"), translator(language)) not in str(drawn)


def test_names_are_asked_in_the_first_game_and_change_what_is_on_the_table() -> None:
    people = begun(People())
    assert people.match.lines[0]["provisional"] == ["colours.4", "colours.5"]
    assert read_by(people).forms[-1].do == "edition"
    assert enter(people, do="take", seat="Ana", tiles=TILES).ok
    header = people.match.lines[0]
    assert enter(people, do="edition", green="pink").ok
    assert "pink bottle" in str(read_by(people).forms)
    assert people.match.lines[0] == {key: value for key, value in header.items() if key != "provisional"}
    assert people.ask(Numbers("stingy", {"green": "grey"})).ok
    assert "grey bottle" in str(read_by(people).forms)


def test_names_outlive_a_restart_and_are_nobody_elses_words() -> None:
    before = begun(named_people(green="pink"))
    after = People(before.store)
    after.session.resume()
    after.wait(0.2)
    assert worded(after.snapshot, untranslated).called.keys() >= {"green bottle", "green bottle: kind"}
    assert {game for game in registry.names() if registry.find(game).own_words({"green": "pink"})} == {"stingy"}


def test_a_game_with_colours_of_its_own_keeps_them() -> None:
    """A record from elsewhere may call its six colours as it likes; asking for names leaves that as it is."""
    people = begun(People())
    header = {**people.match.lines[0], "edition": {"colours": ["a", "b", "c", "d", "e", "f"]}}
    people.store.rewrite(people.snapshot.game.id, "later", 0, header)
    after = People(people.store)
    after.session.resume()
    assert after.ask(Numbers("stingy", {"green": "pink"})).ok
    assert after.match.lines[0]["edition"] == header["edition"]
