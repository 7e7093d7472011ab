"""The display's pictures: golden ones, nothing over an edge, and a code that a phone reads.

`PYTHONPATH=.:tests python tests/companion/display/test_screens.py` draws the golden pictures anew; then look at them.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from support import snapshots_to_draw as drawn
from support.people_at_table import People

from companion.display import joining, moment, panel, pixel_font, screens
from companion.display.pixel_font import Typeface
from companion.game import Block, registry
from companion.language.catalogue import LANGUAGES, translator
from companion.language.message import say, words
from companion.table.evening import Equipment
from companion.table.requests import Enter, NewGame
from companion.table.signals import Key
from companion.table.snapshot import Snapshot, Step

GOLDEN = Path(__file__).parents[2] / "golden" / "display"
SIZES = [(128, 64), (128, 32), (256, 64)]
UPRIGHT = [(64, 128), (128, 128)]  # one that is turned, and a square one
PEOPLE = {"three": drawn.SIX[:3], "six": drawn.SIX, "long": drawn.LONG, "scripts": drawn.SCRIPTS}


def cases() -> Iterator[tuple[str, Snapshot, tuple[int, int]]]:
    """Every golden picture: its name, what is drawn, and its size."""
    for size in SIZES:
        end = f"{size[0]}x{size[1]}"
        yield f"join-{end}", drawn.join(), size
        for people, names in PEOPLE.items():
            for screen, snapshot in drawn.every(names).items():
                if people in ("six", "long") or size == (128, 64):
                    yield f"{screen}-{people}-{end}", snapshot, size


def stacked(pages: list[Image.Image]) -> Image.Image:
    """Return all pages in one picture, one below the other, a row of dots between them."""
    width, height = pages[0].size
    picture = Image.new("1", (width, len(pages) * (height + 1) - 1))
    for index, page in enumerate(pages):
        picture.paste(page, (0, index * (height + 1)))
        if index:
            for x in range(0, width, 2):
                picture.putpixel((x, index * (height + 1) - 1), 1)
    return picture


@pytest.mark.parametrize(("name", "snapshot", "size"), [pytest.param(*case, id=case[0]) for case in cases()])
def test_it_looks_as_it_did(name: str, snapshot: Snapshot, size: tuple[int, int]) -> None:
    golden = Image.open(GOLDEN / f"{name}.png")
    assert stacked(screens.all_pages(snapshot, size)).tobytes() == golden.convert("1").tobytes(), name


# ---- nothing runs over an edge


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is drawn is measured; those that leave the picture are listed."""
    over: list[str] = []
    real = pixel_font.draw

    def draw(
        image: Image.Image, at: tuple[int, int], text: str, face: Typeface, *, ink: int = 1, scale: int = 1
    ) -> int:
        right = at[0] + pixel_font.width(text, face) * scale
        bottom = at[1] + pixel_font.height(text, face) * scale
        if at[0] < 0 or at[1] < 0 or right > image.width or bottom > image.height:
            over.append(f"{text!r} at {at} in {image.size}")
        return real(image, at, text, face, ink=ink, scale=scale)

    monkeypatch.setattr(pixel_font, "draw", draw)
    return over


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("people", PEOPLE)
def test_nothing_overflows(size: tuple[int, int], people: str, measured: list[str]) -> None:
    for screen, snapshot in drawn.every(PEOPLE[people]).items():
        for page in screens.all_pages(snapshot, size):
            assert (page.size, page.mode) == (size, "1")
        assert measured == [], screen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "what", ["Look at the claim", "Give the circle", "End the round", "Set sail", "All crates lie"]
)
def test_what_ok_does_stands_whole_at_the_foot(what: str, language: str) -> None:
    registry.names()  # the games bring their words
    text = words(say("ok: {what}", what=say(what)), translator(language))
    assert pixel_font.fitted(text, Typeface.SMALL, 125) == text


NAMES = st.lists(
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=30), min_size=6, max_size=6
)


@settings(max_examples=40, deadline=None)
@given(names=NAMES)
def test_any_names_in_any_script_can_be_drawn(names: list[str]) -> None:
    over: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        real = pixel_font.draw

        def draw(image: Image.Image, at: tuple[int, int], text: str, face: Typeface, **more: Any) -> int:
            if at[0] + pixel_font.width(text, face) * more.get("scale", 1) > image.width:
                over.append(text)
            return real(image, at, text, face, **more)

        patch.setattr(pixel_font, "draw", draw)
        for snapshot in drawn.every(tuple(dict.fromkeys(names))[:6] + drawn.SIX[: 6 - len(set(names))]).values():
            screens.all_pages(snapshot, (128, 64))
    assert over == []


def test_three_digit_coins_stand_whole_beside_the_longest_names() -> None:
    rows = screens.all_pages(drawn.every(drawn.LONG)["score"], (128, 64))
    plain = screens.all_pages(drawn.every(("A", "B", "C", "D", "E", "F"))["score"], (128, 64))
    numbers = [page.crop((70, 9, 128, 64)) for page in (rows[1], plain[1])]
    assert numbers[0].crop((15, 0, 58, 55)).getbbox() is not None
    right = [page.crop((105, 9, 128, 64)).tobytes() for page in (rows[1], plain[1])]
    assert right[0] == right[1], "the totals look the same whatever the names are"


# ---- pages and steps


def test_pages_come_round() -> None:
    snapshot = drawn.every(drawn.SIX)["score"]
    pages = screens.all_pages(snapshot, (128, 64))
    assert len(pages) > 1
    assert screens.draw(snapshot, (128, 64), page=len(pages) + 1).tobytes() == pages[1].tobytes()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is drawn from now on."""
    texts: list[str] = []
    real = pixel_font.draw

    def draw(image: Image.Image, at: tuple[int, int], text: str, face: Typeface, **more: Any) -> int:
        texts.append(text)
        return real(image, at, text, face, **more)

    monkeypatch.setattr(pixel_font, "draw", draw)
    return texts


@pytest.mark.parametrize("size", SIZES)
def test_every_note_is_said_to_its_end(size: tuple[int, int], written: list[str]) -> None:
    screens.all_pages(drawn.every(drawn.SIX)["refill"], size)
    said = " ".join(written)
    for note in drawn.REFILL:
        assert str(note) in said


@pytest.mark.parametrize("size", SIZES)
def test_a_title_that_its_band_cuts_is_said_whole_on_a_page_before(size: tuple[int, int], written: list[str]) -> None:
    snapshot = drawn.every(drawn.SIX)["bids"]
    screens.draw(snapshot, size)
    assert str(snapshot.line) in " ".join(written)
    screens.draw_pin("483920", size, translate=lambda text, *_: f"{text} {text}")
    assert [*written[-6:]] == [*"483920"]


def test_new_holds_are_said_before_anybody_bids() -> None:
    fresh = drawn.every(drawn.SIX)["dealt"]
    bare = replace(fresh, dealt=None)
    first, later = screens.all_pages(fresh, (128, 64)), screens.all_pages(bare, (128, 64))
    assert len(first) > len(later) == 1
    assert first[0].tobytes() != later[0].tobytes()
    assert later[0].tobytes() in [page.tobytes() for page in first]


def told(lines: int, events: int = 7) -> Snapshot:
    """Return a turn after a round of `lines` boats was told as event 7, of `events` that there are."""
    blocks = tuple(Block("story", say("Boat {boat}", boat=at + 1), lines=(say("It sails"),)) for at in range(lines))
    round_ = replace(drawn.chapter(drawn.SIX), line=7, blocks=blocks)
    return replace(drawn.every(drawn.SIX)["turn"], seats=drawn.scored(), chapters=(round_,), events=events)


def test_a_round_is_told_until_the_next_event_and_what_to_do_in_between() -> None:
    quiet = screens.all_pages(told(5, events=8), (128, 64))
    pages = [page.tobytes() for page in screens.all_pages(told(5), (128, 64))]
    line, standings = quiet[0].tobytes(), quiet[1].tobytes()
    assert len(quiet) == 2
    assert len(pages) == 9  # the line, four boats, the line, a boat, the result, the standings
    assert [at for at, page in enumerate(pages) if page == line] == [0, 5]
    assert pages[-1] == standings


def test_at_the_end_notes_and_the_last_round_are_shown_too() -> None:
    over = drawn.every(drawn.SIX)["over"]
    more = replace(over, notes=(say("Scores are provisional"),), chapters=told(2).chapters)
    assert len(screens.all_pages(more, (128, 64))) == len(screens.all_pages(over, (128, 64))) + 3


def test_what_decided_a_game_stands_below_its_winner() -> None:
    over = drawn.every(drawn.SIX)["over"]
    decided = screens.all_pages(replace(over, decisive=say("By gold: 54 and 15")), (128, 64))
    (page,) = panel.headline((128, 64), "", [str(over.line), "By gold: 54 and 15"])
    lower = (0, 32, 128, 64)
    assert decided[0].crop(lower).tobytes() == page.crop(lower).tobytes()
    assert decided[0].tobytes() != screens.all_pages(over, (128, 64))[0].tobytes()


def test_without_a_network_the_display_says_so_and_not_to_take_a_phone() -> None:
    away = replace(drawn.join(), join={"number": "", "network": ""})
    said = panel.sentence((128, 64), "no network: phones can't join; connect Wi-Fi or a cable, or set up the own Wi-Fi")
    assert [page.tobytes() for page in screens.all_pages(away, (128, 64))] == [page.tobytes() for page in said]


def test_joining_is_shown_at_any_time_when_asked_for() -> None:
    snapshot = replace(drawn.every(drawn.SIX)["bids"], show_join=True, join=drawn.JOIN)
    assert screens.draw(snapshot, (128, 64)).tobytes() == screens.draw(drawn.join(), (128, 64)).tobytes()


@pytest.mark.parametrize("step", Step)
def test_a_bare_snapshot_of_any_step_is_drawn(step: Step) -> None:
    page = screens.draw(Snapshot(1, step, say("The companion is starting")), (128, 64))
    assert page.getbbox() is not None or step is Step.BIDS


def test_what_was_scored_begins_with_who_earned_most_and_the_games_emblem() -> None:
    scored = drawn.every(drawn.SIX)["score"]
    pages = screens.all_pages(scored, (128, 64))
    boat = np.asarray(pages[0])[2 : 2 + 2 * len(drawn.BOAT), 2:28]
    assert np.array_equal(boat[::2, ::2], [[sign == "#" for sign in row] for row in drawn.BOAT])
    later = screens.all_pages(replace(scored, events=13), (128, 64))  # it is no news any more
    assert len(later) == len(pages) - 1


@pytest.mark.parametrize("step", [Step.TURN, Step.SCORE, Step.LOOK])
def test_what_is_scored_in_any_step_is_shown_first(step: Step) -> None:
    scored = drawn.every(drawn.SIX)["score"]
    first, last = (screens.all_pages(replace(scored, step=one), (128, 64))[0] for one in (Step.SCORE, step))
    assert first.tobytes() == last.tobytes()


def test_a_question_is_in_sight_at_once_whatever_was_scored_before_it() -> None:
    asked, scored = (drawn.every(drawn.SIX)[screen] for screen in ("ask", "score"))
    after = replace(asked, moment=scored.moment, events=scored.events)
    assert screens.draw(after, (128, 64)).tobytes() == screens.draw(asked, (128, 64)).tobytes()


@pytest.mark.parametrize(("ranks", "place"), [((1, 2, 3), "now in the lead"), ((1, 1, 3), "now sharing the lead")])
def test_whoever_is_level_at_the_top_shares_the_lead(ranks: tuple[int, ...], place: str) -> None:
    scored, said = drawn.every(drawn.SIX[:3])["score"], set[str]()
    seats = tuple(replace(seat, rank=rank) for seat, rank in zip(scored.seats, ranks, strict=True))
    best = replace(scored.moment, results=tuple(one for one in scored.moment.results if one.seat == seats[0].name))

    def heard(text: str, *_: object) -> str:
        said.add(text)
        return text

    screens.all_pages(replace(scored, seats=seats, moment=best), (128, 64), translate=heard)
    assert {one for one in said if one.startswith("now ")} == {place}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_place_that_a_gain_leads_to_is_not_cut_off(language: str) -> None:
    places = (say("now in the lead"), say("now sharing the lead"), say("now number {rank}", rank=6))
    for place in places:
        text = words(place, translator(language))
        assert pixel_font.fitted(text, Typeface.NORMAL, 128) == text


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_an_emblem_that_fits_beside_a_gain(name: str) -> None:
    rows = registry.find(name).emblem
    assert len(rows) == 13
    assert {len(row) for row in rows} == {13}
    assert {*"".join(rows)} == {"#", "."}


def test_how_people_stand_is_shown_below_what_to_do() -> None:
    standing = drawn.every(drawn.SIX[:3])["standing"]
    page = np.asarray(screens.all_pages(standing, (128, 64))[0])
    assert page[40:].any()
    bare = replace(standing, seats=drawn.seats(drawn.SIX[:3]))
    assert not np.asarray(screens.all_pages(bare, (128, 64))[0])[40:].any()


def test_a_winner_is_crowned_where_the_name_leaves_room() -> None:
    page = moment.crowned(Image.new("1", (128, 64)), "Rui")
    assert page.getbbox() is not None
    assert moment.crowned(Image.new("1", (128, 64)), "Maximiliana Albuquerque").getbbox() is None
    assert moment.crowned(Image.new("1", (128, 32)), "Rui").getbbox() is None


def test_the_digits_of_a_pin_stand_apart() -> None:
    for size in ((128, 64), (128, 32), (256, 64)):
        picture = screens.draw_pin("000888", size)
        below = np.asarray(picture)[9:]
        lit = below.any(axis=0)
        digits = np.flatnonzero(np.diff(np.concatenate(([0], lit.astype(int)))) == 1)
        assert len(digits) == 6, size


def test_a_pin_is_as_large_as_it_fits() -> None:
    for size in SIZES:
        page = screens.draw_pin("483920", size)
        box = page.crop((0, 10, *size)).getbbox()
        assert page.size == size
        assert box is not None
        assert box[2] - box[0] >= min(60, size[0] // 2) or size[1] == 32


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_keys_do_stands_whole_in_every_language(language: str, written: list[str]) -> None:
    say_so = translator(language)
    screens.draw(drawn.every(drawn.SIX)["ask"], (128, 64), translate=say_so)
    assert words(say("ok: yes   add: next"), say_so) in written


def test_words_are_of_the_readers_language() -> None:
    snapshot = drawn.every(drawn.SIX)["ask"]
    german = {"ok: yes   add: next": "ok: ja   add: weiter"}
    page = screens.draw(snapshot, (128, 64), translate=lambda text, *_: german.get(text, text))
    assert page.tobytes() != screens.draw(snapshot, (128, 64)).tobytes()


# ---- the code


def decoded(page: Image.Image) -> str:
    grey = np.array(page.convert("L"))
    enlarged = cv2.copyMakeBorder(
        cv2.resize(grey, None, fx=6, fy=6, interpolation=cv2.INTER_NEAREST), 40, 40, 40, 40, 0
    )
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(enlarged)
    return str(text)


@pytest.mark.parametrize("size", SIZES)
def test_the_code_says_the_address(size: tuple[int, int]) -> None:
    assert decoded(screens.draw(drawn.join(), size)) == "HTTP://COMPANION.LOCAL/"


@pytest.mark.parametrize("size", UPRIGHT)
def test_where_no_room_is_left_beside_the_code_the_words_stand_below_it(
    size: tuple[int, int], measured: list[str], written: list[str]
) -> None:
    assert decoded(screens.draw(drawn.join(), size)) == "HTTP://COMPANION.LOCAL/"
    assert measured == []
    assert "192.168.178.123" in "".join(written)


def test_version_one_fits_with_its_whole_quiet_zone_at_two_pixels_a_module() -> None:
    picture = joining.code(("HTTP://COMPANION.LOCAL/",), 64)
    assert picture is not None
    assert picture.size == (58, 58)
    assert all(picture.getpixel((i, j)) for i in range(58) for j in range(8)), "four modules of light"


def test_an_address_that_is_too_long_gives_way_to_the_number() -> None:
    snapshot = drawn.join(address="http://companion-in-the-back-room.local:8000/", number="http://192.168.0.17/")
    assert decoded(screens.draw(snapshot, (128, 64))) == "HTTP://192.168.0.17/"


def test_an_address_with_a_port_is_still_read() -> None:
    snapshot = drawn.join(address="http://companion.local:8000/", number="http://192.168.178.123:8000/")
    assert decoded(screens.draw(snapshot, (128, 64))) in (
        "HTTP://COMPANION.LOCAL:8000/",
        "HTTP://192.168.178.123:8000/",
    )


def test_what_is_counted_for_a_claim_stands_first_also_over_what_was_won_before() -> None:
    people = People(table=Equipment(pods=2, camera=True))
    assert people.ask(NewGame("alcatraz", ["Ana", "Rui"])).ok
    entered = {"do": "claim", "player": "Ana", "objective": 9, "cards": [4, 5]}
    assert people.ask(Enter(entered)).ok
    for _ in range(3):
        people.press(1, Key.ADD)
    counted = panel.listing((128, 64), "Counted so far", [panel.Row("2", "Rui", ("6",))])
    assert screens.draw(people.snapshot, (128, 64)).tobytes() == counted[0].tobytes()
    asked = replace(people.snapshot, step=Step.ASK)
    assert screens.draw(asked, (128, 64)).tobytes() != counted[0].tobytes()
    people.press(1, Key.OK)
    assert not people.snapshot.counting
    assert screens.draw(people.snapshot, (128, 64)).tobytes() != counted[0].tobytes()


# ---- letters


def test_a_text_that_is_too_long_ends_in_an_ellipsis() -> None:
    short = pixel_font.fitted("Bartholomäus", Typeface.NORMAL, 40)
    assert short.endswith("…")
    assert pixel_font.width(short, Typeface.NORMAL) <= 40
    assert pixel_font.fitted("Ana", Typeface.NORMAL, 18) == "Ana"
    assert pixel_font.fitted("Ana", Typeface.NORMAL, 0) == ""


@pytest.mark.parametrize("text", ["Ana", "אב", "Ana אב 2"])
def test_letters_stand_as_they_come(text: str) -> None:
    whole, apart = Image.new("1", (60, 13)), Image.new("1", (60, 13))
    pixel_font.draw(whole, (0, 0), text, Typeface.NORMAL)
    for at, letter in enumerate(text):
        pixel_font.draw(apart, (6 * at, 0), letter, Typeface.NORMAL)
    assert whole.tobytes() == apart.tobytes()
    assert whole.getbbox() is not None


def test_a_letter_written_in_two_ways_is_the_same() -> None:
    assert pixel_font.width("Zoe\u0308", Typeface.SMALL) == pixel_font.width("Zoë", Typeface.SMALL) == 15


def test_a_number_stays_with_its_word() -> None:
    assert pixel_font.wrapped("Ana, top left: gold 2?", Typeface.BOLD, 127, 4) == ("Ana, top left:", "gold 2?")


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for old in GOLDEN.glob("*.png"):
        old.unlink()
    for name, snapshot, size in cases():
        stacked(screens.all_pages(snapshot, size)).save(GOLDEN / f"{name}.png", optimize=True)
