"""Every language says everything that the page can say, with every gap filled."""

import re

import pytest
from support.catalogues import catalogue, extracted, forms, gaps_changed

from companion.language.catalogue import FOLDER, LANGUAGES
from web.language import WORDS, counter, number, preferred, speaker, when

WEB = WORDS.parent
OTHERS = [language for language in LANGUAGES if language != "en" and "_" not in language]
COUNTRIES = [language for language in LANGUAGES if "_" in language]
ALIKE = {"Total", "Camera", "{count} s", "{seconds} s", "{count} min"}  # are the same words in another language


def said():
    """Return every sentence of the templates."""
    keywords = ({"_": None}, {"_n": (1, 2)})
    return {text for each in keywords for _, text in extracted(WEB, "templates/**.html", "jinja2", each)}


def test_the_templates_say_something():
    assert len(said()) > 100


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing_and_nothing_is_left_over(language):
    assert set(catalogue(WORDS, language)) == said()


@pytest.mark.parametrize("country", COUNTRIES)
def test_a_country_says_otherwise_what_it_says_and_nothing_unknown(country):
    wider, own = catalogue(WORDS, country.partition("_")[0]), catalogue(WORDS, country)
    assert own.items() & wider.items() == set()
    assert set(own) - said() == set()


@pytest.mark.parametrize("language", OTHERS + COUNTRIES)
def test_every_gap_is_kept(language):
    assert gaps_changed(catalogue(WORDS, language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_stays_english(language):
    known = catalogue(WORDS, language)
    assert {one for text, other in known.items() for one in forms(text) if one in forms(other)} <= ALIKE
    assert all(all(forms(other)) for other in known.values())


OTHER_NAMES = {
    "pt": r"apostas?|mural|placa|[Oo] companion|faces?|tu|teus?|tua|se é você|na mesa \{table|introdu[\w-]+ à mão",
    "pt_BR": r"apostas?|mural|[Oo]utro companion|senha da sala|na mesa \{table",
    "nl": r"muur|lezing(en)?|plaatjes?|([Dd]e|deze|andere|een) companion|vraag haar|wordt ze",
    "es": r"apuestas?|teléfonos?|asiento|placa|[Ee]l companion|caras? está|inicie|cierre|pongan?|pulsen"
    r"|introd[uú]\w+ a mano|contar este juego|Guardar el torneo|torneo está guardado",
}
"""What things are not called: a bid, the wall, a seat, a phone, the companion, a game that is played, and whoever is
spoken to. A table's name already says that it is one."""


@pytest.mark.parametrize("folder", [WORDS, FOLDER], ids=["page", "companion"])
@pytest.mark.parametrize("language", OTHER_NAMES)
def test_a_thing_has_one_name(folder, language):
    said = [form for sentence in catalogue(folder, language).values() for form in forms(sentence)]
    other = re.compile(rf"(?<![\w{{])({OTHER_NAMES[language]})(?![\w/])")
    assert said
    assert [one for one in said if other.search(one)] == []


def test_a_sentence_is_said_in_each_language(table):
    speakers = [speaker(table.door.translator(language)) for language in LANGUAGES]
    assert [say("Stack {number}", number=2) for say in speakers] == [
        "Stack 2",
        "Pilha 2",
        "Pilha 2",
        "Stapel 2",
        "Pila 2",
    ]


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("pt-BR,pt;q=0.9", "pt_BR"),
        ("PT-br", "pt_BR"),
        ("pt", "pt"),
        ("pt-PT,pt;q=0.9,en;q=0.8", "pt"),
        ("pt-AO", "pt"),
        ("pt-BR;q=0, nl;q=0.3", "nl"),
        ("nl-BE", "nl"),
        ("nl-BE, en;q=0.5", "nl"),
        ("fr, *;q=0.1", "en"),
        ("fr", "en"),
        ("fr, es;q=0.5", "es"),
        ("", "en"),
    ],
)
def test_the_browsers_wish_is_met_as_well_as_can_be(app, wanted, given):
    with app.test_request_context(headers={"Accept-Language": wanted}) as context:
        assert preferred(context.request, LANGUAGES) == given


def test_a_number_decides_the_plural():
    say = counter(lambda one, more, count: one if count == 1 else more)
    assert [say("{count} day {why}", "{count} days {why}", count=count, why="!") for count in (1, 2)] == [
        "1 day !",
        "2 days !",
    ]


def test_a_moment_is_written_as_the_reader_writes_it():
    assert when("2026-11-20T20:15:00", "nl") == "20 nov 2026, 20:15"
    assert when("some day", "nl") == "some day"


def test_a_number_is_written_as_the_reader_writes_it():
    assert [number(value, "en") for value in (12.0, 12.5, -3.25)] == ["12", "12.5", "−3.25"]
    assert {number(-0.5, language) for language in LANGUAGES if language != "en"} == {"−0,5"}
    assert [number(value, "nl", "0.0") for value in (12.0, -0.5)] == ["12,0", "−0,5"]
