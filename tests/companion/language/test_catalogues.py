"""All four languages say every message that a person can meet on page or display, with every gap filled."""

import re
from pathlib import Path

import msgspec
import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import companion
from companion.game import registry
from companion.game.edition import shipped
from companion.language.catalogue import FOLDER, LANGUAGES, translator
from companion.language.message import DECIMAL, say, words

ROOT = Path(companion.__file__).parent.parent
OTHERS = [language for language in LANGUAGES if language != "en"]
SPOKEN = {"say": None, "refuse": None, "Unseen": None, "Message": None, "fine": (2,), "worth": (2,), "broken": (2,)}
BROKEN = (
    "CameraError",
    "CameraGone",
    "CameraMissing",
    "DisplayError",
    "DisplayGone",
    "FacesError",
    "HardwareError",
    "PinError",
    "PodsError",
)
SPOKEN |= dict.fromkeys(BROKEN)
PARTS = {"fine": (1,), "worth": (1,), "broken": (1,)}
TERMINAL = (
    "machine/checks.py",
    "commands/teach.py",
    "language/message.py",
    "commands/evaluate.py",
    "commands/calibrate.py",
    "commands/read.py",
)
KINDS = {"gold", "cannon", "contraband", "rat", "empty", "cat", "objective", "boat", "light", "red", "purple", "blue"}
ALIKE = {"{degrees} °C", "Claims", "octopus", "zebra", "rat", "mat", "camera", "Wi-Fi:"}  # are the same in another


def said():
    """Return every message of the code but those that only a terminal shows, and the words of labels."""
    found = KINDS | called_by_a_camera() | {DECIMAL}
    for package in ("companion", "vision", "hardware"):
        for keywords in (SPOKEN, PARTS):
            for name, _, message, _, _ in extract_from_dir(
                ROOT / package, method_map=[("**.py", "python")], keywords=keywords
            ):
                if not name.endswith(TERMINAL):
                    found.add(message)
    return found - {""}


def called_by_a_camera():
    """Return every label of every game that is a word, as a question shows it."""
    found = set()
    for name in registry.names():
        game = registry.find(name)
        edition = msgspec.convert(shipped(name).numbers, game.edition)
        state = game.begin(tuple("ABCDEF"[: game.players.stop - 1]), game.options(), edition)
        found |= {label for label in game.labels(state) if not label.rpartition(" ")[2].lstrip("-").isdigit()}
    return found


def catalogue(language):
    with (FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return {message.id: message.string for message in read_po(file, locale=language) if message.id}


def gaps(text):
    return set(re.findall(r"{(\w+)}", text))


def letters(text):
    return re.search(r"[^\W\d_]", re.sub(r"{\w+}", "", text))


@pytest.fixture(scope="module")
def messages():
    return said()


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing(language, messages):
    assert messages - set(catalogue(language)) == set()


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_over(language, messages):
    assert set(catalogue(language)) - messages == set()


@pytest.mark.parametrize("language", OTHERS)
def test_every_gap_is_kept_and_none_invented(language):
    assert [text for text, said in catalogue(language).items() if gaps(text) != gaps(said)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_stays_english(language):
    same = {text for text, said in catalogue(language).items() if said in ("", text) and letters(text)}
    assert same <= ALIKE


@pytest.mark.parametrize("language", OTHERS)
def test_the_words_of_every_label_are_known(language):
    known = catalogue(language)
    for name in registry.names():
        game = registry.find(name)
        assert all(seat in known for seat in game.added_seats)


def test_a_message_is_said_in_each_language():
    message = say("{seat}: {why}", seat="Ana", why=say("marker {id} is hidden", id=3))
    assert [words(message, translator(language)) for language in LANGUAGES] == [
        "Ana: marker 3 is hidden",
        "Ana: o marcador 3 está coberto",
        "Ana: markering 3 is bedekt",
        "Ana: el marcador 3 está tapado",
    ]


def test_a_language_that_is_not_there_is_english():
    assert translator("xx")("not full") == "not full"


@pytest.mark.parametrize(("language", "written"), [("en", "−0.5 of 12 and 1.25"), ("nl", "−0,5 of 12 and 1,25")])
def test_a_number_is_written_as_the_reader_writes_it(language, written):
    assert words(say("{one} of {two} and {three}", one=-0.5, two=12.0, three=1.25), translator(language)) == written
