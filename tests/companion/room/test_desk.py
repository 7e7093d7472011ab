"""The director's desk: rights, the log, files."""

import csv
import io
from collections.abc import Iterator

import msgspec
import pytest
from support.rooms import NOW, Rig, Table, shown

from companion.language.catalogue import LANGUAGES
from companion.publishing.messages import Report, Topic
from companion.room.ranking import natural
from web.shown import Role

DEVICE = "director-device"


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    table = Table(made, "t1", made.hall.admit("t1"))
    table.birth()
    table.finish("g1", {"Ana": 3, "Rui": 1})
    table.offer()
    made.turn()
    yield made
    made.stop()


def ask(rig: Rig, language: str = "en", device: str = DEVICE, **asked: object) -> tuple[bool, str]:
    done = rig.desk.submit(device, language, asked)
    return done.ok, done.text


@pytest.fixture
def directed(rig: Rig) -> Rig:
    assert ask(rig, do="pin", pin=rig.desk.pin, name="Eva")[0]
    return rig


ALL = [
    {"do": "open_code"},
    {"do": "unpair", "table": "t1"},
    {"do": "call", "table": "t1", "name": "Window"},
    {"do": "strike", "table": "t1", "game": "g1", "struck": True},
    {"do": "hide", "hidden": True},
    {"do": "lag", "seconds": 60},
    {"do": "begin_evening"},
]


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked["do"])
def test_only_a_director_changes_anything(rig: Rig, asked: dict[str, object]) -> None:
    before = rig.desk.director("en")
    assert ask(rig, **asked) == (False, "Only a director may do this: give the room's PIN")
    assert rig.desk.director("en") == before


def test_a_director_is_known_after_a_restart_and_so_is_the_pin(directed: Rig) -> None:
    assert directed.desk.role(DEVICE) is Role.HOST
    assert directed.desk.role("another") is Role.GUEST


def test_wrong_pins_wait(rig: Rig) -> None:
    wrong = "1" if rig.desk.pin[0] != "1" else "2"
    for _ in range(5):
        assert ask(rig, do="pin", pin=wrong) == (False, "That is not the room's PIN")
    done, text = ask(rig, do="pin", pin=rig.desk.pin)
    assert not done
    assert "wait" in text
    key = rig.desk.key.upper().replace("-", " ")
    assert ask(rig, device="another", do="pin", pin=f"{key[:-1]}{'a' if key[-1] != 'A' else 'b'}")[0] is False
    assert ask(rig, device="another", do="pin", pin=key, name="Ivo") == (True, "You are a director here")
    assert not ask(rig, do="pin", pin=rig.desk.pin)[0]  # whoever has no key goes on waiting
    rig.now_s += 3600
    assert ask(rig, do="pin", pin=rig.desk.pin)[0]


def test_a_phone_that_errs_keeps_no_other_waiting_and_a_hundred_phones_of_one_person_wait_all(rig: Rig) -> None:
    wrong = "1" if rig.desk.pin[0] != "1" else "2"
    for _ in range(5):
        ask(rig, do="pin", pin=wrong)
    assert ask(rig, device="another", do="pin", pin=wrong)[1] == "That is not the room's PIN"
    for number in range(14):
        ask(rig, device=f"fresh {number}", do="pin", pin=wrong)
    assert not ask(rig, device="one more", do="pin", pin=rig.desk.pin)[0]
    rig.now_s += 30
    assert ask(rig, device="one more", do="pin", pin=rig.desk.pin)[0]


def test_what_is_changed_stands_in_the_log_with_who_did_it(directed: Rig) -> None:
    for asked in ALL[2:5]:
        assert ask(directed, **asked)[0]
    changes = directed.desk.director("en").changes
    assert [(one.who, one.what) for one in changes] == [
        ("Eva", "Standings are hidden"),
        ("Eva", "Alcatraz (Ana, Rui) at Window counts nothing"),
        ("Eva", "t1 is called Window"),
    ]
    assert len({directed.desk.director(language).changes[0].what for language in LANGUAGES}) == 4


def test_what_is_not_there_is_said(directed: Rig) -> None:
    for asked in ({"do": "unpair", "table": "x"}, {"do": "strike", "table": "t1", "game": "x", "struck": True}):
        assert ask(directed, **asked) == (False, "This is not there any more")
    assert "can't be understood" in ask(directed, do="nonsense")[1]


def test_a_change_is_kept_with_its_line_in_the_log_or_not_at_all(
    directed: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(directed.book, "note", fails)
    with pytest.raises(RuntimeError):
        ask(directed, **ALL[3])
    with pytest.raises(RuntimeError):
        ask(directed, do="begin_evening")
    with pytest.raises(RuntimeError):
        ask(directed, do="hide", hidden=True)
    assert not directed.book.games()[0].struck
    assert (directed.hall.evening, directed.hall.hidden) == (1, False)


def test_results_go_out_as_files(directed: Rig) -> None:
    dutch = [*csv.reader(io.StringIO(directed.desk.as_csv("nl")), delimiter=";")]  # the comma is its decimal mark
    assert dutch[0] == ["tafel", "spel", "wanneer", "afgelopen", "telt", "plaats", "speler", "punten"]
    rows = [*csv.reader(io.StringIO(directed.desk.as_csv("en")))]
    assert dutch[1:] == rows[1:]
    assert rows[0] == ["table", "game", "when", "over", "counts", "rank", "player", "score"]
    assert rows[1:] == [
        ["t1", "Alcatraz", "2026-11-20T20:00:00+00:00", "1", "1", rank, player, score]
        for rank, player, score in (("1", "Ana", "3"), ("2", "Rui", "1"))
    ]
    assert msgspec.json.decode(directed.desk.as_json())["games"][0]["result"]["winners"] == ["Ana"]
    ask(directed, do="call", table="t1", name="=1+1")
    assert [*csv.reader(io.StringIO(directed.desk.as_csv("en")))][1][0] == "'=1+1"


def test_two_paired_tables_of_one_name_are_told_apart_until_one_is_renamed(directed: Rig) -> None:
    """Each has a mark that stands in its own settings, on walls, in the log and in a tournament."""
    ids = ("window-1a2b", "door-3c4d")
    tables = [Table(directed, table, directed.hall.admit(table)) for table in ids]
    for table in tables:
        table.say(Topic.BIRTH, Report(1, 0, NOW, shown("Table")))
    Table(directed, "t4").say(Topic.BIRTH, Report(1, 0, NOW, shown("Table")))
    directed.turn()

    def called() -> tuple[list[str], list[str]]:
        directed.turn()
        twins = [one.id for one in directed.desk.director("en").tables if one.twin]
        return sorted(twins), sorted(one["name"] for one in directed.digest()["tables"].values())

    assert called() == (sorted(ids), ["Table", "Table · door", "Table · wind", "t1"])
    terms = {"rounds": "1", "least": "2", "usual": "2", "most": "2", "order": {}}
    assert ask(directed, do="begin_tournament", name="Open", way="swiss", **terms)[0]
    assert ask(directed, do="enter", names="Ana, Rui, Ivo, Eva")[0]
    assert ask(directed, do="draw")[0]
    drawn = [one.name for one in directed.desk.tournament("en", director=True).drawn[0].pairings]
    assert drawn == ["t1", "Table · door"]
    assert ask(directed, do="call", table=ids[0], name="Window") == (True, "Table · wind is called Window")
    assert called() == ([], ["Table", "Table", "Window", "t1"])
    drawn = [one.name for one in directed.desk.tournament("en", director=True).drawn[0].pairings]
    assert drawn == ["t1", "Table"]
    tables[1].say(Topic.UPDATE, Report(1, 1, NOW, shown("window")))
    assert called() == (sorted(ids), ["Table", "Window · wind", "t1", "window · door"])


def test_tables_are_sorted_as_people_count() -> None:
    assert sorted(["Table 10", "Table 9", "table 1", "2", "Bar"], key=natural) == [
        "2",
        "Bar",
        "table 1",
        "Table 9",
        "Table 10",
    ]
