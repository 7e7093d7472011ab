"""Beginning the three games from the page: options, what is only noted, and an edition that nobody confirmed."""

import json
from dataclasses import replace
from typing import Any

import pytest
from support.people_at_table import BARE, HOST, People, by_hand

from companion.display import screens
from companion.game import edition, registry
from companion.language.catalogue import translator
from companion.language.message import untranslated, words
from companion.showing.prompts import label_message
from companion.store.archive import take_in
from companion.table.evening import Equipment
from companion.table.requests import Delete, Enter, GoOn, NewGame, Numbers, Pin, Sit, TakeUp, Undo
from companion.table.signals import Key
from companion.table.snapshot import worded


def begun(game: str, players: list[str], **options: Any) -> People:
    people = People()
    reply = people.ask(NewGame(game, players, options))
    assert reply.ok, reply.text
    return people


def shown(people: People) -> dict[str, Any]:
    return worded(people.published[-1].snapshot, untranslated)


@pytest.mark.parametrize("game", registry.names())
def test_every_game_begins_and_shows_what_to_do(game: str) -> None:
    snapshot = shown(begun(game, ["Ana", "Rui", "Mia"]))
    assert snapshot.game.name == game
    assert snapshot.line
    assert [seat.name for seat in snapshot.seats] == ["Ana", "Rui", "Mia"]


@pytest.mark.parametrize(
    ("game", "place"), [("shipshape", "dock 2"), ("stingy", "place 1"), ("alcatraz", "claim"), ("allaboard", "boat 3")]
)
def test_nobody_is_called_as_a_place_of_the_mat_whose_pieces_would_count_for_them(game: str, place: str) -> None:
    people = People()
    reply = people.ask(NewGame(game, ["Ana", place, "Mia"], {}))
    assert not reply.ok
    assert words(reply.text, untranslated) == f"“{place}” is a place on the mat: choose another name"
    assert people.session.evening is None


def test_a_record_with_such_a_name_is_played_by_hand_for_what_is_seen_is_known_by_either_name() -> None:
    people = People(table=Equipment(camera=True))
    header = {"record": 1, "game": "shipshape", "players": ["dock 2", "Ana", "Mia"]}
    holds = {"do": "holds", "voyage": 1, "numbers": {"dock 2": 1, "Ana": 2, "Mia": 3}}
    turns = [{"do": "bids", "cards": {"dock 2": card, "Ana": card + 1, "Mia": card + 2}} for card in (1, 4, 7)]
    record = "\n".join(json.dumps(line) for line in (header, holds, *turns)).encode()
    game = take_in(people.store, record)
    people.ask(Pin(people.session.pin))
    assert people.ask(TakeUp(game)).ok
    assert [words(notice.text, untranslated) for notice in people.snapshot.notices] == [
        "“dock 2” is a place on the mat: the camera reads nothing in this game, enter it by hand"
    ]
    assert people.ask(GoOn()).ok  # the crates lie
    people.see_docks(BARE)
    assert len(people.match.lines) == 5
    full = ["gold 2", *["gold 0"] * 8]
    for seat, labels in (("dock 2", full), ("Ana", ["gold 1", *full[1:]]), ("Mia", ["empty"] * 9)):
        people.see_docks(BARE)
        assert people.ask(by_hand(seat, labels)).ok
    assert {place.player: place.score for place in people.match.standings} == {"dock 2": 10, "Ana": 9, "Mia": 0}


@pytest.mark.parametrize("turned", ["Ana\u202e", "\u2066Ana", "A\u2028na"])
def test_no_name_turns_the_score_beside_it_round(turned: str) -> None:
    people = People()
    reply = people.ask(NewGame("shipshape", [turned, "Rui", "Mia"], {}))
    assert not reply.ok
    assert words(reply.text, untranslated) == f"a name holds a character that can't be shown: {turned!r}"
    assert people.ask(NewGame("shipshape", ["\u05e9\u05dc\u05de\u05d4", "👩\u200d🚀", "Mia"], {})).ok


def test_a_way_to_play_that_changes_no_score_is_noted_on_the_header_line() -> None:
    snapshot = shown(begun("alcatraz", ["Ana", "Rui"], wild=True, zero_padding=True))
    assert snapshot.game.options == {"wild": True, "zero_padding": True}
    assert "5 cards in a row" in snapshot.line


def test_scores_are_provisional_until_somebody_confirms_the_numbers() -> None:
    snapshot = shown(begun("allaboard", ["Ana", "Rui"], effects=False))
    assert snapshot.game.options == {"effects": False}
    assert any("provisional" in note for note in snapshot.notes)


def test_a_turn_can_be_entered_by_hand_as_the_page_sends_it() -> None:
    people = begun("stingy", ["Ana", "Rui", "Mia"])
    form = shown(people).forms[0]
    assert (form.do, form.seat) == ("take", "Ana")
    assert form.fields[0].shown[0] == "red bottle"
    tiles = ["red bottle", "red bottle", "red parrot", "blue coins", "pirate flag", "green diamond"]
    reply = people.ask(Enter({"do": "take", "seat": "Ana", "tiles": tiles}))
    assert reply.ok, reply.text
    assert shown(people).line.startswith("Rui: take 6 tiles")


def test_what_may_go_back_is_shown_to_all_until_the_next_event() -> None:
    people = begun("stingy", ["Ana", "Rui", "Mia"])
    hands = {
        "Ana": ["red coins", "red coins", "purple parrot", "red bottle", "blue bottle", "pirate flag"],
        "Rui": ["red coins", "red coins", "purple parrot", "purple parrot", "red bottle", "blue coins"],
        "Mia": ["green diamond", "green diamond", "green diamond", "green parrot", "orange coins", "orange bottle"],
    }
    for seat, tiles in hands.items():
        people.ask(Enter({"do": "take", "seat": seat, "tiles": tiles}))
    before = len(shown(people).blocks)
    asked = {"do": "returns", "seat": "Ana", "from": "Rui", "group": "red coins"}
    reply = people.ask(Enter(asked))
    assert reply.ok, reply.text
    block = shown(people).blocks[0]
    assert block.title == "Ana takes red coins (3): Rui may take back"
    assert block.lines[0].endswith(": 3")
    assert people.ask(Enter({**asked, "group": "blue bottle"})) != reply
    draw = {"do": "take", "seat": "Ana", "tiles": ["blue diamond", "blue diamond"]}
    people.ask(Enter(draw))
    assert len(shown(people).blocks) == before


def test_for_the_ghost_the_one_who_is_not_in_turn_takes_back() -> None:
    people = begun("stingy", ["Ana", "Rui"])
    hands = {
        "Ana": ["red coins", "red coins", "purple parrot", "red bottle", "blue bottle", "pirate flag"],
        "Rui": ["red coins", "red coins", "purple parrot", "purple parrot", "red bottle", "blue coins"],
        "Stingy Ghost": ["green diamond"] * 5 + ["green parrot"],
    }
    for seat, tiles in hands.items():
        people.ask(Enter({"do": "take", "seat": seat, "tiles": tiles}))
    asked = {"do": "returns", "seat": "Ana", "from": "Stingy Ghost", "group": "green diamond"}
    assert people.ask(Enter(asked)).ok
    block = shown(people).blocks[0]
    assert block.title == "Ana takes green diamond (15): Rui may take back for the Ghost"
    assert len(block.lines) == 33
    assert block.lines[-2:] == ("nothing: 0", "Or nothing is traded, for Ana can't pay more than 15")
    pages = screens.all_pages(people.snapshot, (128, 64))
    asked_by_nobody = screens.all_pages(replace(people.snapshot, blocks=people.snapshot.blocks[1:]), (128, 64))
    assert len(pages) > len(asked_by_nobody)  # the display tells the best ways, too
    no = people.ask(Enter({**asked, "group": "red coins"}))
    assert str(no.text) == "Stingy Ghost has no open group of red coins to be taken now"


def printed_numbers(**changed: int) -> dict[str, Any]:
    animals = edition.shipped("allaboard").numbers["animals"]
    filled = {f"{animal} {what}": card[what] for animal, card in animals.items() for what in ("weight", "points")}
    return {"do": "edition", **filled, **{name.replace("_", " "): value for name, value in changed.items()}}


SAIL = {
    "do": "sail",
    "boats": [
        {"capacity": 20, "aboard": [["Ana", "sloth"], ["Ana", "moose"], ["Rui", "zebra"]]},
        {"capacity": 20, "aboard": [["Ana", "bear"], ["Rui", "sloth"], ["Rui", "giraffe"]]},
    ],
}


def four_sailings() -> list[dict[str, Any]]:
    """Return a whole game of Ana and Rui: three animals of each a round, on boats that carry them all."""
    animals = [*edition.shipped("allaboard").numbers["animals"]]
    rounds = [animals[start : start + 3] for start in range(0, 12, 3)]
    return [
        {"do": "sail", "boats": [{"capacity": 90, "aboard": [[who, one] for one in some]} for who in ("Ana", "Rui")]}
        for some in rounds
    ]


def test_the_owner_confirms_the_printed_numbers_once_and_they_are_kept() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    people.ask(Enter(SAIL))
    assert {seat.name: seat.score for seat in shown(people).seats} == {"Ana": 2, "Rui": 1}
    reply = people.ask(Enter(printed_numbers(moose_points=5)))
    assert reply.ok, reply.text
    snapshot = shown(people)
    assert {seat.name: seat.score for seat in snapshot.seats} == {"Ana": 6, "Rui": 1}
    assert not any("provisional" in note for note in snapshot.notes)
    assert [form.do for form in snapshot.forms] == ["sail"]

    stored = people.store.game(snapshot.game.id)
    assert stored.header["edition"]["animals"]["moose"]["points"] == 5
    assert "provisional" not in stored.header
    assert len(stored.lines) == 1

    people.ask(NewGame("allaboard", ["Mia", "Rui"], {}))
    again = people.store.game(shown(people).game.id)
    assert again.header["edition"]["animals"]["moose"]["points"] == 5
    assert not any("provisional" in note for note in shown(people).notes)


@pytest.mark.parametrize(
    ("changed", "says"),
    [({"lion_weight": 5000}, "5000"), ({"giraffe_weight": 9}, "these weigh 27"), ({"lion_weight": None}, "missing")],
)
def test_a_number_that_can_hardly_be_true_is_named_and_nothing_changes(changed: dict[str, Any], says: str) -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    reply = people.ask(Enter(printed_numbers(**changed)))
    assert not reply.ok
    assert says in str(reply.text)
    assert any("provisional" in note for note in shown(people).notes)


def test_numbers_with_which_a_round_could_not_have_sailed_so_name_the_round() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    thrown = [  # the bear, by the monkey, but once that is the heaviest the elephant, to the mouse
        {"capacity": 20, "aboard": [["Ana", "monkey"], ["Rui", "bear"], ["Ana", "elephant"]]},
        {"capacity": 20, "aboard": [["Rui", "mouse"], ["Rui", "octopus"], ["Ana", "fox"]]},
    ]
    for event in (SAIL, {"do": "sail", "boats": thrown}):
        assert people.ask(Enter(event)).ok
    reply = people.ask(Enter({**printed_numbers(bear_weight=12), "even so": "yes"}))
    assert not reply.ok
    assert str(reply.text).startswith(
        "Then step 2 (the sailing) can't be: boat 2: Rui's mouse frightens Ana's elephant"
    )
    assert any("provisional" in note for note in shown(people).notes)


def test_the_owner_who_insists_is_believed() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    reply = people.ask(Enter({**printed_numbers(giraffe_weight=9), "even so": "yes"}))
    assert reply.ok, reply.text


def test_who_starts_is_chosen_by_the_place_at_the_table() -> None:
    stingy = begun("stingy", ["Ana", "Rui", "Mia"], first="2", sly=True)
    assert shown(stingy).game.options == {"first": "2", "sly": True}
    alcatraz = begun("alcatraz", ["Ana", "Rui"], first="2")
    assert shown(alcatraz).game.options == {"first": "2"}
    assert shown(alcatraz).line.endswith("Rui starts")
    reply = stingy.ask(NewGame("stingy", ["Ana", "Rui"], {"first": "5"}))
    assert "place 5" in str(reply.text)


@pytest.mark.parametrize(
    ("game", "option", "value", "why"),
    [
        ("alcatraz", "wild", "very", "“very” is none of these: true or false"),
        ("alcatraz", "wild", {"deep": ["nonsense"]}, "is none of these"),
        ("alcatraz", "first", "Nobody", "nobody sits at place Nobody"),
        ("allaboard", "first", ["Ana"], "nobody sits at place"),
    ],
)
def test_what_is_only_noted_is_one_of_the_choices_too(game: str, option: str, value: Any, why: str) -> None:
    people = People()
    reply = people.ask(NewGame(game, ["Ana", "Rui"], {option: value}))
    assert not reply.ok
    assert why in str(reply.text)


def hosting() -> People:
    """People of whom one has the table's PIN; nobody plays."""
    people = People()
    assert people.ask(Pin(people.session.pin)).ok
    return people


def test_numbers_entered_before_any_game_hold_for_the_next() -> None:
    people = hosting()
    filled = {name: value for name, value in printed_numbers(moose_points=5).items() if name != "do"}
    assert people.ask(Numbers("allaboard", filled)).ok
    assert people.ask(NewGame("allaboard", ["Ana", "Rui"], {})).ok
    assert "provisional" not in people.match.lines[0]
    assert people.match.lines[0]["edition"]["animals"]["moose"]["points"] == 5


def test_numbers_entered_beside_a_game_of_their_kind_score_it_anew() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    assert people.match.lines[0]["provisional"]
    assert people.ask(Numbers("allaboard", printed_numbers(moose_points=5))).ok
    assert "provisional" not in people.match.lines[0]
    assert people.ask(Numbers("allaboard", printed_numbers(moose_points=7))).ok
    assert people.match.lines[0]["edition"]["animals"]["moose"]["points"] == 7


def test_a_game_that_lay_aside_when_its_numbers_were_entered_is_scored_with_them() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    people.ask(Enter(SAIL))
    aside = people.snapshot.game.id
    assert people.ask(NewGame("alcatraz", ["Ana", "Rui"], {})).ok
    assert people.ask(Numbers("allaboard", printed_numbers(moose_points=5))).ok
    assert people.ask(TakeUp(aside)).ok
    snapshot = shown(people)
    assert {seat.name: seat.score for seat in snapshot.seats} == {"Ana": 6, "Rui": 1}
    assert [form.do for form in snapshot.forms] == ["sail"]
    assert "provisional" not in people.store.game(aside).header


def test_so_it_is_where_the_companion_takes_it_up_by_itself() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    people.ask(Enter(SAIL))
    aside = people.snapshot.game.id
    assert people.ask(NewGame("alcatraz", ["Ana", "Rui"], {})).ok
    assert people.ask(Numbers("allaboard", printed_numbers(moose_points=5))).ok
    assert people.ask(Pin(people.session.pin)).ok
    assert people.ask(Delete(people.snapshot.game.id)).ok
    again = People(people.store)
    again.session.resume()
    again.wait(0.1)
    assert {seat.name: seat.score for seat in shown(again).seats} == {"Ana": 6, "Rui": 1}
    assert "provisional" not in again.store.game(aside).header


def test_a_finished_game_stays_as_it_was_scored_whatever_is_entered_later() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    for sailing in four_sailings():
        assert people.ask(Enter(sailing)).ok
    assert people.match.over
    finished, before = people.snapshot.game.id, people.match.final
    assert people.ask(NewGame("alcatraz", ["Ana", "Rui"], {})).ok
    assert people.ask(Numbers("allaboard", printed_numbers(bear_points=5))).ok
    assert people.ask(TakeUp(finished)).ok
    assert people.match.final == before


@pytest.mark.parametrize(
    ("game", "filled", "why"),
    [
        ("allaboard", {}, "a number is missing"),
        ("allaboard", {"boats": []}, "a number is missing"),
        ("shipshape", {}, "is in its rulebook"),
        ("chess", {}, "no game is called"),
    ],
)
def test_numbers_that_can_not_be_are_refused_in_a_sentence(game: str, filled: dict[str, Any], why: str) -> None:
    reply = hosting().ask(Numbers(game, filled))
    assert not reply.ok
    assert why in str(reply.text)


def test_numbers_are_the_hosts() -> None:
    assert People().ask(Numbers("allaboard", printed_numbers())).ask == "pin"


def test_whose_cards_have_which_colour_is_chosen_place_by_place() -> None:
    people = begun("allaboard", ["Ana", "Rui", "Mia"], colours={"1": "green", "3": "purple"}, first="2")
    snapshot = shown(people)
    assert people.match.lines[0]["options"] == {}
    colours = {"1": "green", "2": "red", "3": "purple"}
    assert snapshot.game.options == {"colours": colours, "first": "2"}  # to begin it again
    assert people.match.lines[0]["colours"] == {"Ana": "green", "Rui": "red", "Mia": "purple"}
    assert [seat.mark for seat in snapshot.seats] == [
        f"{colour}; saved: 0, cupids: 0" for colour in ("green", "red", "purple")
    ]
    assert "green bear" in snapshot.labels
    assert "yellow bear" not in snapshot.labels
    assert snapshot.line.startswith("Each lays one animal up")
    assert snapshot.where == "Round 1 of 4"
    assert snapshot.notes[0] == "3 boats open, hands of 3; Rui starts"


def test_each_round_the_next_to_the_left_starts() -> None:
    people = begun("allaboard", ["Ana", "Rui"], first="2")
    assert people.ask(Enter(SAIL)).ok
    assert shown(people).notes[0] == "2 new boats; Ana starts"
    unknown = begun("allaboard", ["Ana", "Rui"])
    assert "whoever saw a monkey last starts" in str(shown(unknown).notes[0])
    assert unknown.ask(Enter(SAIL)).ok
    assert "the next to the left starts" in str(shown(unknown).notes[0])


@pytest.mark.parametrize(
    ("colours", "says"),
    [
        ({"1": "red", "2": "red"}, "two players have chosen red"),
        ({"1": "pink"}, "“pink” is none of these: purple, red, yellow, blue, green"),
        ({"3": "red"}, "nobody sits at place 3"),
        ({"²": "red"}, "nobody sits at place ²"),
        ("red", "“red” says of no place"),
    ],
)
def test_colours_that_cannot_be_are_named(colours: Any, says: str) -> None:
    reply = People().ask(NewGame("allaboard", ["Ana", "Rui"], {"colours": colours}))
    assert not reply.ok
    assert says in str(reply.text)


def test_a_card_in_question_is_called_in_the_reader_s_language() -> None:
    asked = [words(label_message("purple bear"), translator(language)) for language in ("en", "pt", "nl", "es")]
    assert asked == ["purple bear", "urso roxo", "paarse beer", "oso morado"]


def test_braces_in_a_label_of_somebodys_own_are_no_gaps() -> None:
    said = [str(label_message(label)) for label in ("{a} bottle", "{} 2", "gold 2")]
    assert said == ["{a} bottle", "{} 2", "gold 2"]


@pytest.mark.parametrize(
    ("filled", "says"),
    [
        ({"card 1": "5", "card 2": "7"}, "objective"),
        ({"objective": "twelve", "card 1": "5", "card 2": "7"}, "objective"),
        ({"objective": "12", "card 1": "5", "card 2": "a cat"}, "cards[1]"),
        ({"objective": "12"}, "cards"),
    ],
)
def test_a_claim_that_lacks_something_is_refused_with_its_name(filled: dict[str, Any], says: str) -> None:
    people = begun("alcatraz", ["Ana", "Rui"])
    reply = people.ask(Enter({"do": "claim", "seat": "Ana", **filled}))
    assert not reply.ok
    assert f'key "{says}"' in str(reply.text)


def test_two_phones_that_end_a_round_at_once_end_one() -> None:
    people = begun("alcatraz", ["Ana", "Rui"])
    ends = Enter({"do": "end_round"})
    assert people.ask(Sit("Rui"), "Rui's phone").ok
    people.press(1, Key.OK)
    for device, waited_s, ended in ((HOST, 0.0, 1), ("Rui's phone", 1.0, 1), ("Rui's phone", 3.0, 2)):
        people.now_s += waited_s
        assert people.ask(ends, device).ok
        assert [line["do"] for line in people.match.lines[1:]] == ["end_round"] * ended


def test_a_round_that_has_ended_meanwhile_is_not_the_next_that_ends() -> None:
    people = begun("alcatraz", ["Ana", "Rui"])
    assert people.ask(Sit("Rui"), "Rui's phone").ok
    people.press(1, Key.OK)
    stale = Enter({"do": "end_round"}, awaited=people.snapshot.awaited)
    assert people.ask(stale).ok
    assert people.ask(stale, "Rui's phone").ok  # at once: it means the same round
    people.now_s += 2.5
    for device in (HOST, "Rui's phone"):
        reply = people.ask(stale, device)
        assert str(reply.text) == "That came too late: something else is awaited now"
    assert [line["do"] for line in people.match.lines[1:]] == ["end_round"]
    assert people.ask(Enter({"do": "end_round"}, awaited=people.snapshot.awaited)).ok
    assert people.match.over


@pytest.mark.parametrize("late_s", [1.0, 30.0])
def test_what_two_phones_filled_in_at_once_is_one_claim(late_s: float) -> None:
    """The claimer enters the claim while whoever keeps the score still fills it in."""
    people = begun("alcatraz", ["Ana", "Rui"])
    assert people.ask(Sit("Rui"), "the score's phone").ok
    people.press(1, Key.OK)
    filled = {"do": "claim", "seat": "Ana", "objective": "12", "card 1": "5", "card 2": "7"}
    step = people.snapshot.awaited
    assert people.ask(Enter(filled, awaited=step)).ok
    people.now_s += late_s
    assert people.ask(Enter(filled, awaited=step), "the score's phone").ok
    assert people.match.state.points["Ana"] == 2
    rui = {**filled, "seat": "Rui", "card 1": "3", "card 2": "9"}
    assert people.ask(Enter(rui, awaited=step), "the score's phone").ok  # another claim may take its time
    assert people.match.state.points["Rui"] == 2


def test_one_phone_that_enters_the_same_twice_means_it() -> None:
    people = begun("alcatraz", ["Ana", "Rui"])
    for ended in (1, 2):
        assert people.ask(Enter({"do": "end_round"})).ok
        assert len(people.match.lines) == 1 + ended


def test_what_was_undone_may_be_entered_again_at_once() -> None:
    people = begun("alcatraz", ["Ana", "Rui"])
    claim = Enter({"do": "claim", "seat": "Ana", "objective": "12", "card 1": "5", "card 2": "7"})
    for request in (claim, Undo(), claim):
        assert people.ask(request).ok
    assert people.match.state.points["Ana"] == 2


ENDLESS = "1" * 5000  # more digits than Python reads


@pytest.mark.parametrize("game", [name for name in registry.names() if registry.find(name).choices])
def test_a_place_with_endless_digits_is_one_at_which_nobody_sits(game: str) -> None:
    for choice in (one for one in registry.find(game).choices if one.place or one.each):
        given = {ENDLESS: "red"} if choice.each else ENDLESS
        people = People()
        reply = people.ask(NewGame(game, ["Ana", "Rui", "Mia"], {choice.name: given}))
        assert not reply.ok
        assert "nobody sits at place" in str(reply.text)


def test_a_card_with_endless_digits_is_refused_by_its_name() -> None:
    people = begun("alcatraz", ["Ana", "Rui"])
    filled = {"do": "claim", "seat": "Ana", "objective": ENDLESS}
    reply = people.ask(Enter(filled))
    assert "objective" in str(reply.text)


@pytest.mark.parametrize(
    ("clock", "newest"),
    [
        ("2020-11-20T21:12:00+00:00", "game-2"),
        ("2020-11-19T21:30:00+00:00", "game-1"),  # or the first one was dated ahead
    ],
)
def test_a_game_begun_after_the_plug_was_pulled_is_the_newer_though_the_clock_goes_on_from_before(
    clock: str, newest: str
) -> None:
    people = People()
    for now in ("2020-11-20T21:30:00+00:00", clock):
        people.session._chance = replace(people.session._chance, now=lambda now=now: now)
        assert people.ask(NewGame("shipshape", ["Ana", "Rui", "Mia"], {})).ok
    assert people.store.games()[0] == newest
    assert people.match.lines[0]["at"] == clock
