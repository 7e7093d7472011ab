"""Every language says every message that a person can meet on page or display, with every gap filled."""

import re
from pathlib import Path

import msgspec
import pytest
from support.catalogues import catalogue, extracted, forms, gaps_changed

import companion
from companion.game import registry
from companion.game.edition import shipped
from companion.games.stingy.wording import tile_count
from companion.language import catalogue as catalogues
from companion.language.catalogue import FOLDER, LANGUAGES, translator
from companion.language.message import DECIMAL, pack, renamed, say, say_count, unpack, untranslated, words

ROOT = Path(companion.__file__).parent.parent
OTHERS = [language for language in LANGUAGES if language != "en" and "_" not in language]
COUNTRIES = [language for language in LANGUAGES if "_" in language]
SPOKEN = {"say": None, "refuse": None, "Unseen": None, "Message": None, "fine": (2,), "worth": (2,), "broken": (2,)}
BROKEN = (
    "CameraError",
    "CameraGone",
    "CameraMissing",
    "DisplayError",
    "DisplayGone",
    "FacesError",
    "HardwareError",
    "LayoutError",
    "LensError",
    "PhotoAwaited",
    "PhotoLate",
    "PinError",
    "PodsError",
    "SizesError",
    "UnwrittenError",
)
SPOKEN |= dict.fromkeys(BROKEN)
COUNTED = {"say_count": (1, 2)}
PARTS = {"fine": (1,), "worth": (1,), "broken": (1,)}
TERMINAL = (
    "machine/checks.py",
    "machine/sandbox.py",
    "commands/teach.py",
    "language/message.py",
    "commands/evaluate.py",
    "commands/calibrate.py",
    "commands/read.py",
)
ALIKE = {
    "{count} animal",
    "{degrees} °C",
    "Claims",
    "ok: {what}",
    "octopus",
    "zebra",
    "rat",
    "mat",
    "camera",
    "Wi-Fi:",
}  # are the same in another
KINDS = {
    "alcatraz": {"cat", "objective"},
    "allaboard": {"boat"},
    "shipshape": {"gold", "cannon", "contraband", "rat"},
    "stingy": {"light", "red", "purple", "blue"},
}
"""Kinds and colours that head labels, which are words nowhere else."""

SAMPLES = {
    "samples/grid": {"tile"},
    "samples/free_pieces": {"shell", "coral", "starfish"},
    "samples/claims": {"red", "blue", "green"},
}
"""Games to begin with, and what a camera calls their pieces."""
OWN = re.compile(r"games/(\w+)/|(samples/\w+)/")  # a folder that brings its own words
FOLDERS = {
    "": FOLDER,
    **{game: Path(str(registry.folder(game))) / "translations" for game in registry.names()},
    **{sample: ROOT / "companion" / sample / "translations" for sample in SAMPLES},
}
EVERYWHERE = {DECIMAL, "empty"}


def said():
    """Return every message of the code but those that only a terminal shows, and the words of labels: by the game whose
    folder says it, those of the core under nothing."""
    found = {name: set(KINDS.get(name, ())) for name in FOLDERS}
    found[""] |= EVERYWHERE
    for package in ("companion", "vision", "hardware"):
        for keywords in (SPOKEN, PARTS, COUNTED):
            for name, message in extracted(ROOT / package, "**.py", "python", keywords):
                own = OWN.match(name)
                if not name.endswith(TERMINAL):
                    found[own[own.lastindex] if own is not None else ""].add(message)
    for name in registry.names():
        found[name] |= called_by_a_camera(registry.find(name)) | set(registry.find(name).added_seats)
    for sample, kinds in SAMPLES.items():
        found[sample] |= kinds | {"empty"}
    return {name: messages - {""} for name, messages in found.items()}


def called_by_a_camera(game):
    """Return every label of a game that is a word, as a question shows it."""
    edition = msgspec.convert(shipped(game.name).numbers, game.edition)
    state = game.begin(tuple("ABCDEF"[: game.players.stop - 1]), game.options(), edition)
    return {label for label in game.labels(state) if not label.rpartition(" ")[2].lstrip("-").isdigit()}


def letters(text):
    return re.search(r"[^\W\d_]", re.sub(r"{\w+}", "", text))


@pytest.fixture(scope="module")
def messages():
    return said()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("whose", FOLDERS)
def test_nothing_is_missing(whose, language, messages):
    core = set(catalogue(FOLDER, language))  # what the core says, too, no game must say again
    assert messages[whose] - core - set(catalogue(FOLDERS[whose], language)) == set()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("whose", FOLDERS)
def test_nothing_is_left_over(whose, language, messages):
    assert set(catalogue(FOLDERS[whose], language)) - messages[whose] == set()


@pytest.mark.parametrize("country", COUNTRIES)
@pytest.mark.parametrize("whose", FOLDERS)
def test_a_country_says_otherwise_what_it_says_and_nothing_unknown(whose, country, messages):
    folder = FOLDERS[whose]
    wider, own = catalogue(folder, country.partition("_")[0]), catalogue(folder, country)
    assert own.items() & wider.items() == set()
    assert set(own) - messages[whose] == set()


@pytest.mark.parametrize("language", OTHERS + COUNTRIES)
@pytest.mark.parametrize("whose", FOLDERS)
def test_every_gap_is_kept_and_none_invented(whose, language):
    assert gaps_changed(catalogue(FOLDERS[whose], language)) == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("whose", FOLDERS)
def test_nothing_stays_english(whose, language):
    said = catalogue(FOLDERS[whose], language)
    same = {one for text, other in said.items() for one in forms(text) if one in forms(other) and letters(one)}
    assert same <= ALIKE
    assert all(all(forms(other)) for other in said.values())


@pytest.mark.parametrize("language", OTHERS)
def test_no_two_games_say_the_same_otherwise(language):
    """Whatever several folders say, they say alike: which of them was read first makes no difference."""
    found = {}
    for folder in FOLDERS.values():
        for english, other in catalogue(folder, language).items():
            assert found.setdefault(english, other) == other


def test_a_message_is_said_in_each_language():
    message = say("{seat}: {why}", seat="Ana", why=say("marker {id} is hidden", id=3))
    assert [words(message, translator(language)) for language in LANGUAGES] == [
        "Ana: marker 3 is hidden",
        "Ana: o marcador 3 está coberto",
        "Ana: o marcador 3 está coberto",
        "Ana: markering 3 is bedekt",
        "Ana: el marcador 3 está tapado",
    ]


@pytest.mark.parametrize("language", ["xx", "xx_YY", "", "../pt"])
def test_a_language_that_is_not_there_is_english(language):
    say_it = translator(language)
    assert say_it("not full") == "not full"
    assert [say_it("a day", "{count} days", count) for count in (1, 2)] == ["a day", "{count} days"]


def test_a_language_is_known_by_its_tag_too():
    assert translator("pt-BR")("camera") == translator("pt_BR")("camera") != translator("pt")("camera")


def test_nothing_is_said_of_nothing():
    assert [translator(language)("") for language in LANGUAGES] == [""] * len(LANGUAGES)


@pytest.fixture
def folders(monkeypatch):
    """The catalogues as they are at the start; what a test adds is gone behind it."""
    monkeypatch.setattr(catalogues, "_folders", [FOLDER])
    catalogues._translations.cache_clear()
    yield
    catalogues._translations.cache_clear()


def write(folder, language, *rows):
    file = folder / language / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    file.write_text("\n\n".join([HEAD, *rows]), encoding="utf-8")


HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
DAYS = 'msgid "{count} day"\nmsgid_plural "{count} days"\nmsgstr[0] "{count} dia"\nmsgstr[1] "{count} dias"'


def test_a_folder_of_words_that_is_added_is_known_at_once_and_changes_none_of_the_companions(folders, tmp_path):
    say_it = translator("pt")
    assert say_it("a new word") == "a new word"
    write(tmp_path, "pt", 'msgid "a new word"\nmsgstr "uma palavra nova"', 'msgid "camera"\nmsgstr "outra coisa"', DAYS)
    catalogues.add(tmp_path)
    assert say_it("a new word") == "uma palavra nova"
    assert say_it("camera") != "outra coisa"
    message = say("{days} of {seat}", days=say_count("{count} day", "{count} days", count=2), seat="Ana")
    assert words(message, say_it) == "2 dias of Ana"


@pytest.mark.parametrize(
    ("good", "bad"),
    [("uma", b"\xff\xfe"), ("utf-8", b"utf-9"), ("plural=(n != 1)", b"plural=(n !="), ("camera", b"\xe1")],
)
def test_a_file_of_words_that_is_none_leaves_all_others(folders, tmp_path, caplog, good, bad):
    for folder in ("broken", "whole"):
        write(
            tmp_path / folder, "pt", f'msgid "a {folder} word"\nmsgstr "uma palavra"', 'msgid "camera"\nmsgstr "outra"'
        )
    file = tmp_path / "broken" / "pt" / "LC_MESSAGES" / "messages.po"
    assert good.encode() in file.read_bytes()
    file.write_bytes(file.read_bytes().replace(good.encode(), bad))
    catalogues.add(tmp_path / "broken", tmp_path / "whole")
    say_it = translator("pt")
    assert [say_it("a broken word"), say_it("a whole word"), say_it("camera")] == [
        "a broken word",
        "uma palavra",
        "câmara",
    ]
    assert "a whole word" in catalogues.known("pt")
    assert str(file) in caplog.text


def test_what_a_country_lacks_is_said_as_in_its_language(folders, tmp_path):
    write(tmp_path, "pt", 'msgid "screen"\nmsgstr "ecrã"', 'msgid "mat"\nmsgstr "tapete"', DAYS)
    write(tmp_path, "pt_BR", 'msgid "screen"\nmsgstr "tela"')
    catalogues.add(tmp_path)
    say_it = translator("pt_BR")
    assert [say_it("screen"), say_it("mat"), say_it("unknown")] == ["tela", "tapete", "unknown"]
    assert [say_it("{count} day", "{count} days", count) for count in (1, 3)] == ["{count} dia", "{count} dias"]


@pytest.mark.parametrize(("count", "said"), [(0, "0 days"), (1, "1 day"), (2, "2 days")])
def test_a_number_decides_the_plural_here_and_packed_and_renamed(count, said):
    message = say_count("{count} day", "{count} days", count=count)
    assert str(message) == words(unpack(pack(message)), untranslated) == said
    assert words(message, renamed(untranslated, {"mat": say("cloth")})) == said


@pytest.mark.parametrize(
    ("language", "one", "more"),
    [
        ("en", "Ana starts with 1 tile; everybody starts with 6", "Ana starts with 2 tiles; everybody starts with 6"),
        ("pt", "Ana começa com 1 ficha; todos começam com 6", "Ana começa com 2 fichas; todos começam com 6"),
        ("pt_BR", "Ana começa com 1 ficha; todos começam com 6", "Ana começa com 2 fichas; todos começam com 6"),
        ("nl", "Ana begint met 1 tegel; iedereen begint met 6", "Ana begint met 2 tegels; iedereen begint met 6"),
        ("es", "Ana empieza con 1 loseta; todos empiezan con 6", "Ana empieza con 2 losetas; todos empiezan con 6"),
    ],
)
def test_one_tile_is_no_tiles_in_any_language(language, one, more):
    assert [
        words(
            say("{seat} starts with {tiles}; everybody starts with 6", seat="Ana", tiles=tile_count(count)),
            translator(language),
        )
        for count in (1, 2)
    ] == [one, more]


@pytest.mark.parametrize(("language", "written"), [("en", "−0.5 of 12 and 1.25"), ("nl", "−0,5 of 12 and 1,25")])
def test_a_number_is_written_as_the_reader_writes_it(language, written):
    assert words(say("{one} of {two} and {three}", one=-0.5, two=12.0, three=1.25), translator(language)) == written


@pytest.mark.parametrize("text", ["{who} lays {count}", "{who} lays {", "{who} lays {}", "{who.age} lays"])
def test_a_sentence_in_which_a_gap_stays_open_is_said_as_it_stands(text: str) -> None:
    assert words(say("{seat}: {why}", seat="Ana", why=say(text, who="Rui")), untranslated) == f"Ana: {text}"
