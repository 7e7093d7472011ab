"""The live stream: the whole scoreboard first, then numbered changes; nobody's secrets in anybody else's."""

import json

import pytest

from companion.language.message import untranslated
from companion.table import requests
from web.rendering import Renderer
from web.sections import SHARED, Sections
from web.stream import Streams, StreamsTakenError, chunks


class Reader:
    """One device's stream, read event by event; what it must wait for is changed before it is read on."""

    def __init__(self, app, table, device, language="en"):
        behind = app.extensions["table"]
        self.streams = behind.streams
        self.events = chunks(table.door, behind.sections, lambda: not self.streams.closing.is_set(), device, language)

    def next(self):
        name, number, data = next(self.events).decode().strip().split("\n", 2)
        value = json.loads(data.removeprefix("data: "))
        assert int(number.removeprefix("id: ")) == value["number"]
        return name.removeprefix("event: "), value


@pytest.fixture
def reader(app, table):
    return lambda device="a", language="en": Reader(app, table, device, language)


def test_joining_late_shows_everything_that_is_public(table, reader):
    table.begin("Ana", "Rui", "Mia")
    table.voyage()
    name, value = reader().next()
    assert name == "full"
    assert "13 − lowest 3 = 10" in value["sections"]["chapters"]
    assert "Ana" in value["sections"]["seats"]


def test_the_files_of_the_page_are_told_with_everything_and_not_again(table, reader, phone):
    stream = reader()
    files = stream.next()[1]["files"]
    page = phone().get("/").text
    assert files == phone().get("/sections").json["files"]
    assert all(f'"{file}"' in page for file in files)
    table.begin("Ana", "Rui", "Mia")
    assert "files" not in stream.next()[1]


def test_only_what_changed_follows_with_a_higher_number(table, reader):
    table.begin("Ana", "Rui", "Mia")
    stream = reader()
    _, first = stream.next()
    table.deal()
    name, second = stream.next()
    assert name == "change"
    assert second["number"] > first["number"]
    assert "line" in second["sections"]
    assert "chapters" not in second["sections"]


def test_a_slow_reader_skips_to_the_newest(table, reader):
    table.begin("Ana", "Rui", "Mia")
    stream = reader()
    stream.next()
    table.deal()
    table.bid_all(7, 5, 3)
    _, value = stream.next()
    assert value["number"] == table.snapshot.number
    assert '<span class="bid">7</span>' in value["sections"]["reveal"]


def test_the_hand_goes_to_its_owner_alone_and_no_bid_to_anybody_before_the_reveal(table, reader):
    table.begin("Ana", "Rui", "Mia")
    table.deal()
    table.ask(requests.Sit("Ana"), "ana")
    mine, other = reader("ana"), reader("other")
    assert "bid-card" in mine.next()[1]["sections"]["own"]
    assert "bid-card" not in json.dumps(other.next()[1])
    for request in (requests.Choose("Ana", 9), requests.Lock("Ana")):
        table.ask(request, "ana")
    assert "Locked" in mine.next()[1]["sections"]["own"]
    seen = other.next()[1]["sections"]
    assert "own" not in seen
    assert "locked" in seen["seats"]


def test_two_choices_look_the_same_to_everybody_else(table, app):
    table.begin("Ana", "Rui", "Mia")
    table.deal()
    table.ask(requests.Sit("Ana"), "ana")
    seen = []
    for card in (2, 9):
        table.ask(requests.Choose("Ana", card), "ana")
        behind = app.extensions["table"]
        drawn = behind.sections.newest("en")
        seen.append((drawn.sections, behind.sections.own("other", "en", drawn)))
    assert seen[0] == seen[1]


def test_every_language_has_its_own_sections(table, app):
    table.begin("Ana", "Rui", "Mia")
    sections = app.extensions["table"].sections
    assert sections.newest("en") is sections.newest("en")
    assert sections.newest("pt") is not sections.newest("en")


class Counting(Renderer):
    """Draws nothing and remembers what was to be drawn."""

    def __init__(self):
        super().__init__({"icons.svg": ""}, lambda _: untranslated)
        self.drawn = []

    def render(self, template, *_, **__):
        self.drawn.append(template)
        return ""


def test_a_section_is_not_drawn_again_while_nothing_in_it_changes(table):
    table.begin("Ana", "Rui", "Mia")
    counting = Counting()
    sections = Sections(table.door, counting)
    sections.newest("en")
    assert len(counting.drawn) == len(SHARED)
    counting.drawn.clear()
    table.ask(requests.ShowJoin())
    sections.newest("en")
    assert counting.drawn == []


def test_streams_are_limited_over_all_and_by_address():
    streams = Streams(most=3, most_an_address=2)
    first = streams.enter("a")
    streams.enter("a")
    with pytest.raises(StreamsTakenError, match="2 pages at a"):
        streams.enter("a")
    streams.enter("b")
    with pytest.raises(StreamsTakenError, match="3 pages are live"):
        streams.enter("c")
    first.close()
    first.close()
    assert streams.count == 2
    streams.enter("c")


def test_a_page_that_comes_back_takes_the_place_of_its_dead_stream():
    streams = Streams(most=2, most_an_address=1)
    dead = streams.enter("a", "page")
    again = streams.enter("a", "page")
    assert (dead.ended.is_set(), again.ended.is_set(), streams.count) == (True, False, 1)
    dead.close()
    assert streams.count == 1
    with pytest.raises(StreamsTakenError):
        streams.enter("a", "another page")
    streams.enter("b", "page")
    assert not again.ended.is_set()


def test_without_a_free_stream_the_page_can_ask_for_everything_at_once(table, app):
    table.begin("Ana", "Rui", "Mia")
    app.extensions["table"].streams.most = 0
    client = app.test_client()
    answer = client.get("/stream")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    whole = client.get("/sections").json
    assert whole["number"] == table.snapshot.number
    assert "Ana" in whole["sections"]["seats"]


def test_a_stream_ends_when_the_server_closes(table, reader):
    stream = reader()
    stream.next()
    stream.streams.closing.set()
    with pytest.raises(StopIteration):
        next(stream.events)
