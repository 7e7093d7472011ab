"""Who may teach, what is asked first, and what a page may ask for."""

import errno

import pytest
from support.walking_people import Walkers

from companion.game import piece_sizes
from companion.games.shipshape import teach as shipshape
from companion.language.message import say
from companion.table.snapshot import GameShown, Snapshot, Step
from companion.teaching import walk
from companion.teaching.page import WalkDoor
from vision import durable
from vision.observation import Reading
from vision.pieceset import faces as piece_sets
from web.shown import Role

NOBODY = Snapshot(1, Step.JOIN, say("Nobody plays yet: begin a game on a phone"))
BIDDING = Snapshot(2, Step.BIDS, say("Bid"), GameShown("1", "shipshape", "ShipShape", ("Ana", "Rui"), {}))


class Table:
    def __init__(self, folder):
        self.people = Walkers(folder)
        self.snapshot = NOBODY
        self.door = WalkDoor(self.people.walker, lambda: self.snapshot, self.role, folder)

    def held(self):
        return piece_sets.load_or_new(self.people.shelf.folder_of("shipshape")).labels

    def role(self, device):
        known = {"host": Role.HOST, "stranger": Role.GUEST}
        return known.get(device, Role.LET_IN)

    def ask(self, device="host", language="en", **asked):
        """Ask as a page does that shows the walk as it stands."""
        shown = self.door.view(language)
        meant = {"sheet": shown.sheet, "naming": shown.naming} if shown else {"sheet": "", "naming": 0}
        return self.door.submit(device, language, {**meant, **asked})


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path)


def test_while_nobody_plays_who_is_let_in_may_begin_and_then_only_that_one_and_the_host(table):
    assert table.door.may("phone")
    assert not table.door.may("stranger")
    assert table.ask("phone", do="begin", game="shipshape", width_mm=105).ok
    assert table.door.may("phone")
    assert table.door.may("host")
    assert not table.door.may("another")
    refused = table.ask("another", do="take")
    assert (refused.ok, refused.ask) == (False, "pin")


def test_once_a_walk_is_done_who_is_let_in_may_teach_the_next_game(table):
    assert table.ask("phone", do="begin", game="shipshape", width_mm=105).ok
    assert table.ask("phone", do="finish", confirm=True).ok
    table.snapshot = BIDDING
    assert not table.door.may("another")
    table.snapshot = NOBODY
    assert table.ask("another", do="leave").ok
    assert table.ask("another", do="begin", game="alcatraz", width_mm=60).ok
    assert table.people.walker.owned_by("another")


def test_during_a_game_only_the_host_may_and_is_told_what_waits(table):
    table.snapshot = BIDDING
    assert not table.door.may("phone")
    asked = table.ask(do="begin", game="shipshape")
    assert (asked.ok, asked.ask) == (False, "confirm")
    assert "ShipShape is being played before this camera" in asked.text
    assert table.people.walker.state() is None
    assert table.ask(do="begin", game="shipshape", confirm=True).ok
    assert table.people.walker.active


def opening(table, language):
    return {each.game: each for each in table.door.openings(language)}["shipshape"]


def test_the_size_is_asked_once_and_kept(table, tmp_path):
    assert (opening(table, "en").ask_size, opening(table, "en").can_resize) == (True, False)
    refused = table.ask(do="begin", game="shipshape", width_mm=4000)
    assert "40 to 400 mm" in refused.text
    assert table.ask(do="begin", game="shipshape", width_mm=104.5).ok
    assert piece_sizes.of(tmp_path, "shipshape") == 104.5
    told = opening(table, "pt")
    assert (told.ask_size, told.can_resize, told.width_mm) == (False, True, 104.5)
    assert told.question == "Qual é a largura de um Porão, de borda a borda?"


def test_a_size_that_can_not_be_read_any_more_is_asked_again_and_kept(table, tmp_path):
    (tmp_path / piece_sizes.FILE).write_text("[shipshape]\nwidth_mm = ")
    assert opening(table, "en").ask_size
    assert table.ask(do="begin", game="shipshape", width_mm=104.5).ok
    assert piece_sizes.load(tmp_path) == {"shipshape": 104.5}


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"do": "begin", "game": "chess"},
        {"do": "name"},
        {"do": "name", "labels": {}},
        {"do": "name", "labels": {"dock 1/0": ""}},
        {"do": "name", "labels": {"dock 1/0": "x" * 61}},
        {"do": "name", "labels": {"dock 1/0": 3}},
        {"do": "dance"},
    ],
)
def test_what_is_no_request_is_refused(table, asked):
    assert not table.ask(**asked).ok


@pytest.mark.parametrize("asked", [{"do": "take"}, {"do": "undo"}, {"do": "leave"}, {"do": "finish"}])
def test_without_a_walk_there_is_nothing_to_do(table, asked):
    assert "can't be done now" in table.ask(**asked).text


def test_a_width_that_is_no_number_is_refused(table):
    assert not table.ask(do="begin", game="shipshape", width_mm="wide").ok


def test_finishing_before_all_was_shown_asks_first(table):
    table.people.begin()
    asked = table.ask(do="finish")
    assert (asked.ok, asked.ask) == (False, "confirm")
    assert "0 of 54 crates" in asked.text
    assert table.ask(do="finish", confirm=True).ok
    assert table.door.view("nl").stage == "done"
    assert table.door.view("en").line == "What was named is taught. The rest can follow another time"


def test_what_lies_on_a_mat_that_is_said_to_be_bare_is_told_and_somebody_may_know_better(table):
    table.people.table.lay(walk.Walk("shipshape"))
    table.people.begin()
    view = table.door.view("en")
    assert (view.stage, view.covered, view.problem) == (
        "clear",
        True,
        "something seems to lie on the mat (place 1): clear it, then try again",
    )
    assert table.ask(do="take", bare=True).ok
    table.people.look()
    assert table.door.view("en").stage == "lay"


def test_done_asks_first_where_a_face_was_forgotten_meanwhile(table, monkeypatch):
    for name, value in {"CRATES": 0, "HOLDS": (1,), "VOYAGES": 1}.items():
        monkeypatch.setattr(shipshape, name, value)
    table.people.begin()
    table.people.lay()
    table.people.settle()
    assert table.door.view("en").whole
    faces = piece_sets.load(table.people.shelf.folder_of("shipshape"))
    piece_sets.remove(faces, faces.labels[0])
    asked = table.ask(do="finish")
    assert (asked.ok, asked.ask) == (False, "confirm")
    assert "0 of 1 holds" in asked.text


def test_the_view_says_what_lies_where_in_the_readers_language(table):
    table.people.begin()
    assert "Lay holds or crates" in table.door.view("en").line
    table.people.lay()
    view = table.door.view("es")
    assert (view.line, view.left, view.sheet) == ("¿Qué es esto?", 9, "picture 2")
    assert view.zones[0].places[4].share == pytest.approx((33.33, 33.33, 33.33, 33.33))
    assert [view.zones[0].title, view.zones[0].places[4].title] == ["lugar 1", "lugar 1, 5"]
    assert table.door.picture("picture 2")[:3] == b"\xff\xd8\xff"
    assert table.door.picture("picture 3") is None
    assert table.ask(do="name", labels={view.asked: "rat 1"}).ok
    assert table.door.view("en").told == "Named: rat 1."
    table.people.walker.reader.work_off()
    assert table.door.view("en").told.startswith("Named: rat 1. Read by it now: ")


def test_an_answer_says_what_else_it_changed_and_can_be_taken_back(table):
    table.people.begin()
    table.people.lay()
    keys = [place.key for place in table.people.walk.sheet.places]
    walker = table.people.walker
    assert table.ask(do="name", labels={keys[0]: "rat 3"}).ok
    now = walker._walk
    readings = {key: Reading("rat 3", 0.99, True, (("rat 3", 0.99),)) for key in keys[1:4]}
    walker._become(walk.reread(now, now.sheet, readings, frozenset(now.named)), again=False)
    assert table.door.view("en").told == "Named: rat 3. Read by it now: 3 × rat 3."
    assert table.door.view("nl").told == "Benoemd: rat 3. Daardoor nu gelezen: 3 × rat 3."
    assert table.ask(do="undo").ok
    assert table.door.view("en").told == ""
    assert table.ask(do="name", labels={keys[5]: None}).ok
    assert table.door.view("en").told == "No piece: left out."
    assert table.ask(do="name", labels=dict.fromkeys(keys[6:8], "gold 2")).ok
    assert table.door.view("en").told == "2 confirmed."


OUTDATED = "Something else stands there by now: look again"


def test_what_was_meant_for_an_earlier_picture_is_refused(table):
    table.people.begin()
    table.people.lay()
    before = table.door.view("en").sheet
    table.people.settle()
    table.people.lay()
    key, held = table.door.view("en").asked, table.held()
    pictures = table.people.walk.counts.pictures
    assert table.ask(do="name", sheet=before, labels={key: "gold 7"}).text == OUTDATED
    assert table.ask(do="undo", sheet=before).text == OUTDATED
    assert table.ask(do="take", sheet=before).text == OUTDATED
    table.people.look(4)
    assert (table.held(), table.people.walk.counts.pictures) == (held, pictures)
    assert table.ask(do="take").ok
    table.people.look(4)
    assert table.people.walk.counts.pictures == pictures + 1


def test_only_the_naming_that_a_phone_shows_is_taken_back(table):
    table.people.begin()
    table.people.lay()
    first, second = [place.key for place in table.people.walk.sheet.places][:2]
    assert table.ask(do="name", labels={first: "rat 3"}).ok
    shown = table.door.view("en")
    assert shown.told.startswith("Named: rat 3")
    assert table.ask(do="name", labels={second: "gold 2"}).ok
    assert table.ask(do="undo", naming=shown.naming).text == OUTDATED
    assert table.held() == ("gold 2", "rat 3")
    assert table.ask(do="undo").ok
    assert table.held() == ("rat 3",)
    assert table.door.view("en").naming == shown.naming
    assert table.ask(do="name", labels={second: "gold 4"}).ok
    assert table.ask(do="undo", naming=shown.naming).text == OUTDATED
    assert table.ask(do="undo").ok
    assert table.ask(do="undo", naming=shown.naming).ok
    assert table.held() == ()


@pytest.mark.parametrize(
    "asked", [{"do": "name", "labels": {"dock 1/0": "gold 7"}}, {"do": "undo"}, {"do": "undo", "sheet": "picture 2"}]
)
def test_what_does_not_say_which_picture_and_answer_it_means_is_refused(table, asked):
    table.people.begin()
    table.people.lay()
    assert table.ask(do="name", labels={"dock 1/1": "rat 3"}).ok
    assert not table.door.submit("host", "en", asked).ok
    assert table.held() == ("rat 3",)


def test_a_typed_name_is_kept_as_the_game_spells_it(table):
    table.people.begin()
    table.people.lay()
    first, second = [place.key for place in table.people.walk.sheet.places][:2]
    assert table.ask(do="name", labels={first: "Rat\n 3\u200b", second: "\u202eGOLD  2"}).ok
    assert table.held() == ("gold 2", "rat 3")
    assert table.door.view("en").zones[0].places[0].label == "rat 3"


def test_a_name_that_neither_game_nor_set_knows_is_asked_about_first(table):
    table.people.begin()
    table.people.lay()
    first, second = [place.key for place in table.people.walk.sheet.places][:2]
    storm = {"do": "name", "labels": {first: "Storm  3"}}
    asked = table.ask(**storm)
    assert (asked.ok, asked.ask) == (False, "confirm")
    assert asked.text == "ShipShape knows no “Storm 3”. Call it so all the same?"
    assert table.held() == ()
    assert table.ask(**storm, confirm=True).ok
    assert table.ask(do="name", labels={second: "storm 3"}).ok
    assert table.held() == ("Storm 3",)


@pytest.mark.parametrize(
    ("label", "why"),
    [("\u200b", "A face's name must not be empty"), ("x" * 61, "A face's name must not be longer than 60 characters")],
)
def test_a_name_that_no_face_can_have_is_refused_in_words(table, label, why):
    table.people.begin()
    table.people.lay()
    assert table.ask(do="name", labels={table.door.view("en").asked: label}, confirm=True).text == why
    assert table.held() == ()


@pytest.fixture
def full(monkeypatch):
    """A disk on which nothing can be written any more, once it is asked for."""

    def no_room(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    return lambda: monkeypatch.setattr(durable, "write", no_room)


@pytest.mark.parametrize("asked", [{"do": "leave"}, {"do": "finish", "confirm": True}])
def test_a_walk_ends_though_the_disk_is_full(table, full, asked):
    table.people.begin()
    full()
    assert table.ask(**asked).ok
    assert not table.people.walker.active


def test_what_can_t_be_taught_for_a_full_disk_is_said_in_the_reader_s_language(table, full, tmp_path):
    table.people.begin()
    table.people.lay()
    key = table.door.view("nl").asked
    full()
    refused = table.ask(language="nl", do="name", labels={key: "rat 1"})
    folder = table.people.shelf.folder_of("shipshape")
    assert refused.text == f"de schijf van {folder} is vol: maak ruimte vrij en probeer het opnieuw"
    assert table.people.walk.named == {}
    refused = table.ask(language="nl", do="begin", game="shipshape", width_mm=105)
    assert refused.text == f"{tmp_path / 'sizes.toml'} kan niet worden geschreven: No space left on device"


def test_nothing_of_the_game_stands_in_the_view(table):
    table.snapshot = BIDDING
    table.people.begin()
    assert not {"Ana", "Rui"} & set(str(table.door.view("en")).split("'"))
