"""The walk at the simulated table: pieces are laid, looked at through the camera, named, and end up in the set."""

import errno
import json
import threading
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from support.walking_people import Walkers

from companion.app.camera_thread import REST_S
from companion.game.tally import Tally
from companion.games.shipshape import teach as shipshape
from companion.language.catalogue import translator
from companion.simulation import simulated_table
from companion.simulation.teaching_table import WalkTable
from companion.teaching import progress
from companion.teaching import walk as walks
from companion.teaching.lessons import LOOKS, opened
from companion.teaching.places import Mark
from companion.teaching.reader import Job
from companion.teaching.view import view
from companion.teaching.walk import Stage, WalkError
from companion.teaching.walker import HEARD_S
from hardware.camera import DrawnCamera
from vision import durable
from vision.observation import Reading
from vision.observe import SetAside
from vision.pieceset import faces as piece_sets


@pytest.fixture
def people(tmp_path):
    return Walkers(tmp_path)


def taught(people, game="shipshape"):
    return piece_sets.load_or_new(people.shelf.folder_of(game))


def test_two_holds_are_walked_through_and_nothing_is_taught_wrong(people):
    people.begin()
    assert people.walk.stage is Stage.LAY
    people.lay()
    assert len(people.walk.sheet.places) == 9
    assert {walks.mark_of(people.walk, place.key) for place in people.walk.sheet.places} == {Mark.STRANGE}
    people.settle()
    first = people.walk.counts.named
    labels = [people.truth(place.key) for place in people.walk.sheet.places]
    assert first <= len(set(labels)) + 3  # a name a face, not a square, and the confirmation
    people.lay()
    assert people.walk.counts.pictures == 2
    people.settle()
    assert [
        str(part.text)
        for part in people.walker.state().game.progress(walks.tally(people.walk, people.walker.state().game))
    ] == [
        "0 of 54 crates",
        "2 of 18 holds",
    ]
    seen = {label for number in (0, 1) for label in people.table.sheets[number][1]["dock 1"]}
    assert set(taught(people).labels) == seen
    assert not taught(people).complete


def test_once_every_piece_was_shown_it_says_which_faces_one_more_picture_would_help(people, monkeypatch):
    people.begin()
    people.lay()
    people.settle()
    assert people.walker.state().advice is None  # what was never shown would help more
    monkeypatch.setattr(walks, "whole", lambda *_: True)
    assert view(people.walker.state(), translator("es")).advice.startswith("Una foto más de cada")
    people.walker.finish()
    assert view(people.walker.state(), translator("es")).advice.startswith("Una foto más de cada")


def test_a_face_that_was_named_by_a_slip_is_told_of(people):
    people.begin()
    people.lay()
    people.settle()
    assert people.walker.state().slips == ()
    told = people.walker.reader._fitted[2]
    (first, *_) = taught(people).examples
    people.walker.reader._fitted = (*people.walker.reader._fitted[:2], replace(told, set_aside=(SetAside(first, "x"),)))
    shown = view(people.walker.state(), translator("en")).slips
    assert [(slip.label, slip.text.startswith("Picture 1 of ")) for slip in shown] == [(first.label, True)]


def test_the_bare_mat_is_no_piece_and_a_crate_alone_shows_three(people):
    people.begin()
    people.table.laid = 18  # past the holds
    people.lay()
    assert len(people.walk.sheet.places) == 3
    assert all(people.truth(place.key) for place in people.walk.sheet.places)


@pytest.mark.parametrize("game", ["shipshape", "alcatraz", "allaboard", "stingy"])
def test_a_mat_that_is_said_to_be_bare_and_does_not_look_so_is_doubted(tmp_path, game):
    people = Walkers(tmp_path, game, seats=2)
    people.table.lay(walks.Walk(game))
    people.begin()
    state = people.walker.state()
    assert (state.walk.stage, state.covered) == (Stage.CLEAR, True)
    assert "something seems to lie on the mat" in str(state.problem)
    assert not taught(people, game).examples  # a piece is not taught as a bare place
    people.table.clear()
    people.walker.take()
    assert not people.walker.state().covered
    people.look()
    state = people.walker.state()
    assert (state.walk.stage, state.covered, state.problem) == (Stage.LAY, False, None)


def test_a_mat_that_is_said_to_be_bare_all_the_same_is(people):
    people.table.lay(walks.Walk("shipshape"))
    people.begin()
    assert people.walker.state().covered
    people.walker.take(bare=True)
    people.look()
    assert (people.walk.stage, people.walker.state().covered) == (Stage.LAY, False)


def test_a_photo_of_a_mat_that_does_not_look_bare_is_taken_again(tmp_path):
    people = Walkers(tmp_path, photos=True)
    people.table.lay(walks.Walk("shipshape"))
    people.walker.begin("shipshape", "host")
    people.look(1)
    assert people.photo(seed=1) is None
    people.look(2)
    assert "something seems to lie on the mat" in str(people.walker.state().problem)
    people.walker.take(bare=True)
    people.look(2)
    assert people.walker.state().problem is None
    assert people.photo(seed=2) is None
    assert people.walk.stage is Stage.LAY


def test_the_last_name_is_taken_back_out_of_the_set_too(people):
    people.begin()
    people.lay()
    key = walks.asked(people.walk)
    people.walker.name({key: "gold 7"})
    assert taught(people).labels == ("gold 7",)
    people.walker.undo()
    assert taught(people).labels == ()
    assert walks.mark_of(people.walk, key) is Mark.STRANGE
    with pytest.raises(WalkError):
        people.walker.undo()


def test_whoever_waits_for_the_set_keeps_no_other_page_waiting(people, monkeypatch):
    people.begin()
    people.lay()
    waiting, free = threading.Event(), threading.Event()

    @contextmanager
    def busy():
        waiting.set()
        assert free.wait(90)
        yield

    monkeypatch.setattr(people.shelf, "alone", busy)
    naming = threading.Thread(target=people.walker.name, args=({walks.asked(people.walk): "gold 7"},))
    naming.start()
    assert waiting.wait(30)
    looking = threading.Thread(target=people.walker.state, daemon=True)
    looking.start()
    looking.join(30)
    kept_waiting = looking.is_alive()
    free.set()
    naming.join(30)
    assert not kept_waiting
    assert taught(people).labels == ("gold 7",)


def test_a_place_named_anew_teaches_nothing_under_its_first_name(people):
    people.begin()
    people.lay()
    key = walks.asked(people.walk)
    people.walker.name({key: "gold 7"})
    people.walker.name({key: "gold 8"})
    assert taught(people).labels == ("gold 8",)


def looks(people):
    """Return all that is known of each picture of the set but its file, in no order."""
    return sorted(
        (one.label, one.picture, one.patch.tobytes(), one.lamp_bgr, one.white_bgr, one.black_bgr, *one.patches_bgr)
        for one in taught(people).examples
    )


@pytest.mark.parametrize("second", ["gold 8", None])
def test_what_a_second_name_took_out_of_the_set_is_put_back_with_the_first(people, second):
    people.begin()
    people.lay()
    key = walks.asked(people.walk)
    people.walker.name({key: "gold 7"})
    before = looks(people)
    people.walker.name({key: second})
    assert taught(people).labels == (() if second is None else (second,))
    people.walker.undo()
    assert walks.label_of(people.walk, key) == "gold 7"
    assert looks(people) == before
    people.walker.undo()
    assert taught(people).labels == ()


@pytest.mark.parametrize("slip", ["gold 77", None])
def test_a_slip_on_a_settled_sheet_that_is_taken_back_costs_the_set_no_face(people, slip):
    people.begin()
    people.lay()
    key = walks.asked(people.walk)
    people.settle()
    before, right = looks(people), people.truth(key)
    people.walker.name({key: slip})
    assert looks(people) != before
    people.walker.name({key: right})
    people.walker.reader.work_off()
    assert [label for label, *_ in looks(people)] == [label for label, *_ in before]
    people.walker.undo()
    people.walker.undo()
    people.walker.reader.work_off()
    assert people.walk.settled
    assert walks.label_of(people.walk, key) == right
    assert looks(people) == before


@pytest.fixture
def slipped(people):
    """A sheet that is settled, on which three alike were named by one slip: which, and what they really are."""
    people.begin()
    people.lay()
    truths = {place.key: people.truth(place.key) for place in people.walk.sheet.places}
    alike = [key for key, label in truths.items() if label == "rat 1"]
    assert len(alike) == 3
    said = truths | dict.fromkeys(alike, "rat 0")
    for label in ("empty", "rat 2", "rat 0"):
        people.walker.name({next(key for key in truths if said[key] == label): label})
        people.walker.reader.work_off()
    assert people.walk.settled
    assert {walks.label_of(people.walk, key) for key in alike} == {"rat 0"}
    return alike


def test_what_was_read_by_a_slip_is_read_and_taught_anew_once_that_is_named_right(people, slipped):
    people.walker.name({slipped[0]: "rat 1"})
    people.walker.reader.work_off()
    assert people.walk.settled
    assert {walks.label_of(people.walk, key) for key in slipped} == {"rat 1"}
    assert taught(people).labels == ("empty", "rat 1", "rat 2")


def test_what_was_read_by_a_slip_is_open_again_once_that_is_taken_back(people, slipped):
    people.walker.undo()
    assert not people.walk.settled
    people.walker.reader.work_off()
    assert walks.keys(people.walk, Mark.STRANGE) == tuple(slipped)
    assert taught(people).labels == ("empty", "rat 2")


def test_taking_back_spares_what_others_taught_under_the_same_name_meanwhile(people):
    people.begin()
    people.lay()
    key = walks.asked(people.walk)
    people.walker.name({key: "gold 7"})
    (own,) = taught(people).examples
    people.walker.name({key: "gold 8"})
    theirs = replace(own, patch=255 - own.patch, picture="of a game", file="")
    piece_sets.add(taught(people), [theirs])  # in a file that is called as the first one was
    people.walker.undo()
    people.walker.undo()
    assert [(one.label, one.picture) for one in taught(people).examples] == [("gold 7", "of a game")]


def test_a_place_confirmed_with_others_teaches_nothing_under_its_first_name(people):
    people.begin()
    people.lay()
    wrong, left_out, *others = (place.key for place in people.walk.sheet.places)
    people.walker.name({wrong: "gold 7"})
    for key in others[:LOOKS]:
        people.walker.name({key: "gold 8"})
    people.walker.name({wrong: "gold 8", left_out: None})  # there are enough of them
    assert [one.label for one in taught(people).examples] == ["gold 8"] * LOOKS


def test_the_picture_stays_while_names_are_missing_and_can_be_taken_again(people):
    people.begin()
    people.lay()
    people.table.lay(people.walk)
    people.look(4)
    assert people.walk.counts.pictures == 1
    people.walker.take()
    people.look(4)
    assert people.walk.counts.pictures == 2


def test_what_was_shown_is_kept_for_another_evening(people, tmp_path):
    people.begin()
    people.lay()
    people.settle()
    people.walker.leave()
    assert people.walker.state() is None
    kept = json.loads((tmp_path / "walks" / "shipshape.json").read_text())
    assert sum(kept["tally"]["most"]["holds"].values()) == 1
    people.walker.begin("shipshape", "host")
    assert people.walker.state().game.progress(people.walk.before)[1].shown == 1


def test_no_picture_has_the_name_of_one_in_another_walk_for_phones_keep_them(people):
    people.begin()
    people.lay()
    before = people.walk.sheet.name
    people.walker.leave()
    people.table.clear()
    people.begin()
    people.lay()
    assert people.walk.sheet.name != before
    assert people.walker.picture(before) is None


def test_finishing_early_declares_nothing_complete(people):
    people.begin()
    people.walker.finish()
    assert people.walk.stage is Stage.DONE
    assert not taught(people).complete
    assert not people.walker.active


def test_the_camera_is_the_games_again_once_no_page_is_there(people):
    people.walker.begin("shipshape", "host")
    assert people.walker.active
    people.now_s += HEARD_S + 1
    assert not people.walker.active
    people.walker.heard()
    assert people.walker.active


def test_who_reads_with_the_set_is_told_each_time_it_is_written_for_nobody_says_that_a_page_is_closed(people):
    def told():
        said, people.changed[:] = list(people.changed), []
        return said

    people.begin()
    people.lay()
    assert told() == []
    key = walks.asked(people.walk)
    people.walker.name({key: "gold 7"})
    assert told() == ["shipshape"]
    people.walker.undo()
    assert told() == ["shipshape"]
    people.walker.name({key: "gold 7"})
    people.walker.name({key: None})
    told()
    people.walker.leave()
    assert told() == []


def test_a_set_that_is_declared_complete_is_told_of(people, monkeypatch):
    people.begin()
    people.lay()
    people.walker.name({walks.asked(people.walk): "gold 7"})
    people.changed.clear()
    monkeypatch.setattr(walks, "whole", lambda *_: True)
    people.walker.finish()
    assert people.changed == ["shipshape"]
    assert taught(people).complete


@pytest.mark.parametrize("taken_back", [True, False])
def test_a_set_that_loses_a_face_after_it_was_declared_is_complete_no_more(people, monkeypatch, taken_back):
    people.begin()
    people.lay()
    first, second, *_ = (place.key for place in people.walk.sheet.places)
    people.walker.name({first: "gold 7"})
    people.walker.name({second: "gold 8"})
    monkeypatch.setattr(walks, "whole", lambda *_: True)
    people.walker.finish()
    assert taught(people).complete
    if taken_back:
        people.walker.undo()
    else:
        people.walker.name({second: None})
    assert taught(people).labels == ("gold 7",)
    assert not taught(people).complete


def test_a_complete_set_is_so_still_once_a_slip_is_taken_back(people):
    people.begin()
    people.lay()
    first, second, *_ = (place.key for place in people.walk.sheet.places)
    people.walker.name({first: "gold 7"})
    piece_sets.declare(taught(people), complete=True)
    people.walker.name({second: "gold 77"})
    people.walker.undo()
    assert taught(people).labels == ("gold 7",)
    assert taught(people).complete


@pytest.fixture
def one_hold(people, monkeypatch):
    """People at a game of one hold, which they have taught."""
    for name, value in {"CRATES": 0, "HOLDS": (1,), "VOYAGES": 1}.items():
        monkeypatch.setattr(shipshape, name, value)
    people.begin()
    people.lay()
    people.settle()
    assert view(people.walker.state(), translator("en")).line == "Every piece was shown, and no question is left"
    return people


def forget_one(people):
    """Forget a face as the page of the sets does."""
    faces = taught(people)
    piece_sets.remove(faces, faces.labels[0])


def test_once_a_face_is_forgotten_its_pieces_were_not_shown(one_hold):
    forget_one(one_hold)
    number = one_hold.walker.state().number
    one_hold.walker.heard()
    shown = view(one_hold.walker.state(), translator("en"))
    assert (shown.whole, shown.progress[1].shown) == (False, 0)
    assert shown.line == "All of these are known. Lay the next ones"
    assert shown.number > number
    one_hold.walker.heard()
    assert one_hold.walker.state().number == shown.number


def test_a_set_that_has_lost_a_face_since_it_was_shown_is_not_declared_complete(one_hold):
    forget_one(one_hold)
    one_hold.walker.finish()
    assert not taught(one_hold).complete
    assert progress.load(one_hold.folder / "walks" / "shipshape.json").tally.shown("holds") == 0


def test_a_set_that_has_all_that_was_shown_is_declared_complete(one_hold):
    one_hold.walker.finish()
    assert taught(one_hold).complete


def test_what_was_shown_another_evening_and_forgotten_since_is_to_be_shown_again(one_hold):
    one_hold.walker.leave()
    forget_one(one_hold)
    one_hold.walker.begin("shipshape", "host")
    assert view(one_hold.walker.state(), translator("en")).progress[1].shown == 0
    one_hold.walker.finish()
    assert not taught(one_hold).complete


def rename_one(people):
    """Rename a face as the page of the sets does."""
    faces = taught(people)
    piece_sets.rename(faces, faces.labels[-1], "aaa")


def test_once_a_face_has_another_name_its_pieces_were_shown_all_the_same(one_hold):
    rename_one(one_hold)
    one_hold.walker.heard()
    assert view(one_hold.walker.state(), translator("en")).whole
    one_hold.walker.finish()
    assert taught(one_hold).complete
    kept = progress.load(one_hold.folder / "walks" / "shipshape.json").tally
    assert [("aaa" in look.split("/"), many) for look, many in kept.most["holds"].items()] == [(True, 1)]


def test_what_was_shown_another_evening_and_has_another_name_since_was_shown(one_hold):
    one_hold.walker.leave()
    rename_one(one_hold)
    one_hold.walker.begin("shipshape", "host")
    shown = view(one_hold.walker.state(), translator("en"))
    assert shown.progress[1].shown == 1
    one_hold.walker.finish()
    assert progress.load(one_hold.folder / "walks" / "shipshape.json").tally.shown("holds") == 1


def test_a_set_is_never_declared_without_a_face_that_was_shown(people):
    people.begin()
    people.lay()
    people.walker.name({walks.asked(people.walk): "gold 7"})
    set_ = opened(people.shelf.folder_of("shipshape"))
    assert not set_.complete(Tally({"holds": {"gold 7//gold 8": 1}})).faces.complete
    assert set_.complete(Tally({"holds": {"gold 7//": 1}})).faces.complete


def test_a_broken_set_is_not_told_to_a_page_that_only_looks(one_hold):
    (one_hold.shelf.folder_of("shipshape") / "faces.json").write_text("{")
    one_hold.walker.heard()
    assert one_hold.walker.state() is not None


def full(*_, **__):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_sheet_is_settled_and_the_set_told_of_though_what_was_shown_can_t_be_kept(people, monkeypatch):
    people.begin()
    people.lay()
    key, *others = (place.key for place in people.walk.sheet.places)
    people.walker.name(dict.fromkeys(others))
    people.changed.clear()
    monkeypatch.setattr(progress, "save", full)
    people.walker.name({key: "gold 7"})  # the last one: the sheet is settled
    assert people.walk.settled
    assert taught(people).labels == ("gold 7",)
    assert people.changed == ["shipshape"]


def test_a_sheet_is_settled_though_what_was_known_on_it_can_t_be_taught(people, monkeypatch):
    people.begin()
    people.lay()
    first, last, *others = (place.key for place in people.walk.sheet.places)
    people.walker.name({first: "gold 7", **dict.fromkeys(others)})
    now = people.walk
    sure = {last: Reading("gold 7", 0.99, True, (("gold 7", 0.99),))}
    monkeypatch.setattr(durable, "write", full)
    people.walker._become(walks.reread(now, now.sheet, sure, frozenset(now.named)), again=False)
    assert people.walk.settled
    assert len(taught(people).examples) == 1


def test_a_bare_mat_that_can_t_be_taught_is_said_and_taken_again(tmp_path):
    people = Walkers(tmp_path, "alcatraz")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(durable, "write", full)
        people.begin()
    assert people.walk.stage is Stage.CLEAR
    assert "is full: free some space" in str(people.walker.state().problem)
    people.walker.take()
    people.look()
    assert (people.walk.stage, people.walker.state().problem) == (Stage.LAY, None)


def sure(label):
    return Reading(label, 0.99, True, ((label, 0.99),))


@pytest.fixture
def last_one_open(people):
    """People at a sheet on which one place is named “gold 7”, others are surely that, too, and one is still open: the
    keys of these three kinds."""
    people.begin()
    people.lay()
    named, open_, *known = (place.key for place in people.walk.sheet.places)
    people.walker.name({named: "gold 7"})
    people.walker.reader.work_off()
    now = people.walk
    people.walker._become(walks.reread(now, now.sheet, dict.fromkeys(known, sure("gold 7"))), again=False)
    assert walks.keys(people.walk, Mark.STRANGE) == (open_,)
    return named, open_, known


@pytest.mark.parametrize("heard", [True, False])
def test_a_face_that_is_renamed_while_its_sheet_lies_there_is_not_taught_under_its_old_name(
    people, last_one_open, heard
):
    named, open_, known = last_one_open
    piece_sets.rename(taught(people), "gold 7", "gold 8")
    if heard:
        people.walker.heard()
        assert (people.walk.read, people.walk.readings) == (False, {})
    people.walker.name({open_: "rat 1"})
    assert not people.walk.settled
    assert taught(people).labels == ("gold 8", "rat 1")
    assert people.walk.named == {named: "gold 8", open_: "rat 1"}
    people.walker.name(dict.fromkeys(known, "gold 8"))
    assert people.walk.settled
    assert taught(people).labels == ("gold 8", "rat 1")
    for _ in range(3):
        people.walker.undo()
    assert taught(people).labels == ()


def test_a_face_that_is_forgotten_while_its_sheet_lies_there_is_asked_about_and_not_taught_again(people, last_one_open):
    named, open_, known = last_one_open
    piece_sets.remove(taught(people), "gold 7")
    people.walker.heard()
    people.walker.name({open_: "rat 1"})
    people.walker.reader.work_off()
    assert people.walk.named == {open_: "rat 1"}
    assert "gold 7" not in {walks.label_of(people.walk, key) for key in (named, *known)}
    assert taught(people).labels == ("rat 1",)


def test_what_a_set_read_whose_faces_are_called_otherwise_by_now_is_dropped(people, last_one_open):
    job, now = Job(taught(people), people.walk.sheet.layout, people.walker._shot), people.walk
    piece_sets.rename(taught(people), "gold 7", "gold 8")
    people.walker._read(job, now.sheet, dict.fromkeys(last_one_open[2], sure("gold 7")))
    assert not people.walk.read
    people.walker.reader.work_off()
    assert people.walk.read


def test_what_is_known_as_a_face_that_the_set_has_not_is_not_taught(people, last_one_open):
    now = people.walk
    readings = {**now.readings, last_one_open[1]: sure("gold 9")}
    people.walker._become(walks.reread(now, now.sheet, readings), again=False)
    assert people.walk.settled
    assert taught(people).labels == ("gold 7",)


def test_whoever_is_told_of_the_set_finds_set_and_walk_free(people):
    people.begin()
    people.lay()
    free = []

    def told(_):
        def others():
            with people.shelf.alone():
                free.append(people.walker.state() is not None)

        other = threading.Thread(target=others, daemon=True)
        other.start()
        other.join(30)

    people.shelf.changed = told
    people.walker.name({walks.asked(people.walk): "gold 7"})
    assert free == [True]


def test_no_mat_in_view_is_said(people):
    people.walker.begin("shipshape", "host")
    people.loop.camera = DrawnCamera(lambda: np.zeros((1296, 2304, 3), np.uint8), clock=lambda: people.now_s)
    people.look(1)
    assert people.walker.state().problem is not None


def test_a_sheet_that_was_hidden_for_a_moment_is_not_taken_once_more(people):
    people.begin()
    people.lay()
    people.settle()
    assert people.walk.stage is Stage.LAY
    camera = people.loop.camera
    people.loop.camera = DrawnCamera(lambda: np.zeros((1296, 2304, 3), np.uint8), clock=lambda: people.now_s)
    people.look(1)
    assert people.walker.state().problem is not None
    people.loop.camera = camera
    people.look(4)
    assert people.walker.state().problem is None
    assert people.walk.counts.pictures == 1


def test_another_mat_that_is_laid_there_meanwhile_is_found(people):
    people.begin()
    other = WalkTable("shipshape", 3, seats=2)
    people.walker._mat.layouts += (other.layout,)
    people.loop.camera = DrawnCamera(lambda: np.zeros((1296, 2304, 3), np.uint8), clock=lambda: people.now_s)
    people.look(1)
    people.loop.camera = DrawnCamera(other.picture, clock=lambda: people.now_s)
    other.lay(people.walk)
    people.look(4)
    assert people.walk.sheet.layout == other.layout


def test_a_bare_place_is_taught_where_the_game_has_a_name_for_it(tmp_path):
    people = Walkers(tmp_path, "alcatraz")
    people.begin()
    assert taught(people, "alcatraz").labels == ("empty",)


def test_a_mat_that_is_cleared_beside_the_practice_set_leaves_it_whole(tmp_path):
    people = Walkers(tmp_path, "alcatraz")
    simulated_table.teach("alcatraz", people.shelf.folder_of("alcatraz"))
    people.begin()
    assert people.walk.stage is Stage.LAY
    assert taught(people, "alcatraz").complete


def test_free_tiles_are_found_and_named(tmp_path):
    people = Walkers(tmp_path, "stingy")
    people.begin()
    people.lay()
    assert len(people.walk.sheet.places) >= 7  # of nine that lie in touching groups
    key = walks.asked(people.walk)
    people.walker.name({key: people.truth(key)})
    assert taught(people, "stingy").labels == (people.truth(key),)


def test_a_sheet_is_taken_soon_after_it_lies_still_at_the_pace_of_the_service(people):
    people.begin()
    people.table.lay(people.walk)
    laid_s = people.now_s
    while people.walk.counts.pictures == 0 and people.now_s < laid_s + 5:
        people.look(1, step_s=REST_S + 0.05)  # a look takes a moment, too
    assert people.now_s - laid_s <= 1.2  # and then it is read: the next ring is to stand there within 1.5 s


def test_two_sheets_are_taught_by_photos_from_elsewhere_each_time(tmp_path):
    people = Walkers(tmp_path, photos=True)
    people.walker.begin(people.table.game, "host")
    people.look(1)
    assert people.walker.state().photo.request == people.camera.request
    assert people.photo(seed=1) is None
    assert people.walk.stage is Stage.LAY
    people.photo(seed=2)
    assert "nothing new lies" in str(people.walker.state().problem)
    for seed in (3, 4):
        people.table.lay(people.walk)
        before = people.camera.request
        assert people.photo(seed) is None
        assert len(people.walk.sheet.places) == 9
        people.settle()
        assert people.camera.request != before
    assert people.walk.counts.pictures == 2
    assert people.wrong == []
    seen = {label for number in (0, 1) for label in people.table.sheets[number][1]["dock 1"]}
    assert set(taught(people).labels) == seen
