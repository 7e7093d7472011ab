"""The host's chores with the taught sets, and what a set says of what lies there now."""

import errno
import os
import random
import tempfile
from dataclasses import replace

import numpy as np
import pytest
from support import drawn_faces
from support.upkept_table import FACES, Eye, patch, taught

from companion.camera import which_mat
from companion.game import mat_layouts, registry
from companion.language.catalogue import translator
from companion.language.message import words
from companion.settings.installation import Premises
from companion.settings.page import SettingsPage
from companion.settings.piece_sets import labels_of
from companion.simulation import drawn_table, simulated_table
from companion.table.requests import RequestError
from companion.teaching import evening_set
from companion.teaching.shelf import Shelf
from vision import durable
from vision.drawing.render import render
from vision.observation import Unseen
from vision.pieceset import faces, set_archive, set_index
from web.settings_contract import TrialShown
from web.shown import NamedSlip


@pytest.fixture
def eye():
    return Eye(lambda: simulated_table.bare("shipshape", 3))


@pytest.fixture
def shelf(tmp_path):
    shelf = Shelf(lambda game: tmp_path / game)
    taught(shelf.folder_of("shipshape"))
    return shelf


@pytest.fixture
def premises(tmp_path):
    return Premises(tmp_path, tmp_path / "camera.toml")


@pytest.fixture
def upkeep(shelf, eye, premises):
    return SettingsPage(shelf, eye, premises)


def held(shelf, game="shipshape"):
    return faces.load(shelf.folder_of(game)).labels


def test_every_game_says_what_its_set_holds(upkeep):
    sets = {one.game: (one.faces, one.pictures) for one in upkeep.sets("en")}
    assert sets == {name: (4, 8) if name == "shipshape" else (0, 0) for name in registry.names()}


def test_a_set_says_which_face_needs_a_picture_most(shelf, upkeep):
    assert upkeep.pieces("shipshape", "en").advice == "One more picture of every face would help most"
    known = faces.load(shelf.folder_of("shipshape"))
    faces.remove(known, "gold 3", known.of("gold 3")[0].file)
    shown = upkeep.pieces("shipshape", "en").advice
    assert shown == "One more picture of this face would help most: gold 3"


def test_a_set_shows_every_face_with_all_its_pictures(upkeep):
    shelf = upkeep.pieces("shipshape", "en").shelf
    assert [(face.label, face.count) for face in shelf] == [
        ("empty", 2),
        ("gold 2", 2),
        ("gold 3", 2),
        ("rat 1", 2),
    ]
    assert upkeep.piece_picture("shipshape", shelf[0].files[1]).startswith(b"\x89PNG")


def test_a_face_that_ends_almost_in_a_number_hides_no_set(upkeep, shelf):
    folder = shelf.folder_of("shipshape")
    faces.rename(faces.load(folder), "gold 2", "gold ²")
    faces.rename(faces.load(folder), "gold 3", "gold --5")
    found = {face.label for face in upkeep.pieces("shipshape", "en").shelf}
    assert found == {"empty", "gold ²", "gold --5", "rat 1"}


@pytest.mark.parametrize("file", ["../games.db", "/etc/passwd", "gold/../../x.png", "faces.json", "", "no/0001.png"])
def test_no_other_file_is_handed_out(upkeep, shelf, file):
    (shelf.folder_of("shipshape").parent / "x.png").write_bytes(b"secret")
    assert upkeep.piece_picture("shipshape", file) is None


def test_what_is_broken_in_a_set_is_said_in_the_reader_s_language(upkeep, shelf):
    index = shelf.folder_of("shipshape") / set_index.INDEX
    index.write_text('{"format": "table-companion faces", "version": 99}')
    (said,) = {one.problem for one in upkeep.sets("pt") if one.problem}
    assert said == f"{index}: a versão 99 é mais nova do que este programa lê ({set_index.VERSION}); atualize-o"
    index.unlink()
    shelf.folder_of("shipshape").rename(shelf.folder_of("shipshape").with_name("{odd}"))
    shelf.folder_of("shipshape").write_text("a file")
    assert "dit is een bestand" in upkeep.pieces("shipshape", "nl").problem


def damage_a_picture(shelf, label="gold 2", count=1):
    """Empty so many pictures of a face; return their files."""
    folder = shelf.folder_of("shipshape")
    files = [one.file for one in faces.load(folder).of(label)[:count]]
    for file in files:
        (folder / file).write_bytes(b"")
    return files


def declare(upkeep, *, complete=True):
    return upkeep.do({"do": "declare_set", "game": "shipshape", "complete": complete})


def test_a_damaged_picture_is_told_and_hides_no_set(upkeep, shelf):
    (file,) = damage_a_picture(shelf)
    shown = upkeep.pieces("shipshape", "pt")
    assert (shown.problem, shown.faces, shown.pictures) == ("", 4, 7)
    assert [(face.count, file in face.files) for face in shown.shelf if face.label == "gold 2"] == [(1, True)]
    assert shown.advice == (
        "Há imagens ensinadas que faltam ou estão danificadas, de: Ouro 2. "
        "Ensine estas figuras de novo ou junte um ficheiro guardado"
    )
    assert {one.advice for one in upkeep.sets("pt")} == {"", shown.advice}
    assert upkeep.do({"do": "remove_face", "game": "shipshape", "face": "gold 2", "file": file}).ok
    assert "danificadas" not in upkeep.pieces("shipshape", "pt").advice


def test_the_set_s_own_kept_file_repairs_it(upkeep, shelf, eye):
    kept = upkeep.export("shipshape")
    damage_a_picture(shelf)
    assert upkeep.take_in("shipshape", kept, "en") == (True, "1 new picture, 4 faces in all")
    assert len(faces.load(shelf.folder_of("shipshape")).examples) == 8
    assert "damaged" not in upkeep.pieces("shipshape", "en").advice
    assert eye.told == ["shipshape"]


def test_a_complete_set_that_has_lost_a_face_is_open_and_says_so(upkeep, shelf):
    declare(upkeep)
    damage_a_picture(shelf, count=2)
    shown = upkeep.pieces("shipshape", "en")
    said = (
        "Taught pictures are missing or damaged, of: gold 2. Teach these faces again, or add a kept file. No picture "
        "is left of: gold 2. So the set may lack faces until you say again that every face is taught"
    )
    assert (shown.complete, shown.advice, shown.faces) == (False, said, 4)
    assert [face.count for face in shown.shelf if face.label == "gold 2"] == [0]
    assert str(declare(upkeep).text) == said
    assert not upkeep.pieces("shipshape", "en").complete
    assert upkeep.do({"do": "remove_face", "game": "shipshape", "face": "gold 2"}).ok
    assert str(declare(upkeep).text) == "The set is whole: less will be asked"


def test_a_set_that_is_damaged_altogether_still_shows_its_faces(upkeep, shelf):
    for label in FACES:
        damage_a_picture(shelf, label, count=2)
    shown = upkeep.pieces("shipshape", "en")
    assert [face.label for face in shown.shelf] == sorted(FACES)
    assert "damaged" in shown.advice
    assert "all taught pictures are missing or damaged" in upkeep.trial("shipshape", "en").why


def test_a_complete_set_that_forgets_a_face_says_that_it_may_lack_faces(upkeep, shelf):
    declare(upkeep)
    first, last = upkeep.pieces("shipshape", "en").shelf[1].files
    wanted = {"do": "remove_face", "game": "shipshape", "face": "gold 2"}
    assert str(upkeep.do({**wanted, "file": first}).text) == "One picture of “gold 2” is gone"
    assert faces.load(shelf.folder_of("shipshape")).complete
    said = "“gold 2” is forgotten, so the set may lack faces now"
    assert str(upkeep.do({**wanted, "file": last}).text) == said
    assert not faces.load(shelf.folder_of("shipshape")).complete


def test_a_complete_set_whose_face_another_takes_in_says_that_it_may_lack_faces(upkeep, shelf):
    declare(upkeep)
    wanted = {"do": "rename_face", "game": "shipshape", "face": "gold 2"}
    assert str(upkeep.do({**wanted, "name": "gold 4"}).text) == "“gold 2” is called “gold 4” now"
    assert faces.load(shelf.folder_of("shipshape")).complete
    said = "“gold 4” is called “gold 3” now, so the set may lack faces"
    assert str(upkeep.do({**wanted, "face": "gold 4", "name": "gold 3"}).text) == said
    assert not faces.load(shelf.folder_of("shipshape")).complete


def test_a_broken_index_is_never_called_untaught_nor_the_kept_file_s_fault(upkeep, shelf):
    kept = upkeep.export("shipshape")
    (shelf.folder_of("shipshape") / set_index.INDEX).write_text("{")
    said = "this is not the index of a piece set"
    ok, text = upkeep.take_in("shipshape", kept, "en")
    assert not ok
    assert said in text
    assert said in upkeep.trial("shipshape", "en").why
    assert said in str(declare(upkeep).text)
    (shelf.folder_of("shipshape") / set_index.INDEX).unlink()
    assert "nothing is taught yet" in upkeep.trial("shipshape", "en").why


def test_a_face_is_renamed_and_the_camera_told(upkeep, shelf, eye):
    assert upkeep.do({"do": "rename_face", "game": "shipshape", "face": "gold 2", "name": " gold  4 "}).ok
    assert held(shelf) == ("empty", "gold 3", "gold 4", "rat 1")
    assert eye.told == ["shipshape"]


def test_a_face_is_renamed_as_the_game_spells_it(upkeep, shelf):
    wanted = {"do": "rename_face", "game": "shipshape", "face": "gold 2", "name": "Gold\u200b\n 4"}
    assert upkeep.do(wanted).ok
    assert held(shelf) == ("empty", "gold 3", "gold 4", "rat 1")


def test_a_name_that_the_game_does_not_know_is_asked_about_first(upkeep, shelf):
    wanted = {"do": "rename_face", "game": "shipshape", "face": "gold 2", "name": "gold 77"}
    assert upkeep.do(wanted).ask == "confirm"
    assert held(shelf) == tuple(sorted(FACES))
    assert upkeep.do({**wanted, "confirm": True}).ok
    assert "gold 77" in held(shelf)


def test_a_face_or_one_of_its_pictures_is_removed(upkeep, shelf):
    file = upkeep.pieces("shipshape", "en").shelf[1].files[0]
    assert upkeep.do({"do": "remove_face", "game": "shipshape", "face": "gold 2", "file": file}).ok
    assert len(faces.load(shelf.folder_of("shipshape")).of("gold 2")) == 1
    assert upkeep.do({"do": "remove_face", "game": "shipshape", "face": "gold 2"}).ok
    assert "gold 2" not in held(shelf)


def test_what_is_no_longer_there_is_said_and_nothing_changes(upkeep, eye):
    for request in (
        {"do": "remove_face", "game": "shipshape", "face": "gold 9"},
        {"do": "declare_set", "game": "x", "complete": True},
    ):
        assert not upkeep.do(request).ok
    assert not upkeep.do({"do": "rename_face", "game": "shipshape", "face": "gold 2", "name": "  "}).ok
    endless = {"do": "rename_face", "game": "shipshape", "face": "gold 2", "name": "x" * 61, "confirm": True}
    assert "longer than 60" in str(upkeep.do(endless).text)
    assert eye.told == []
    with pytest.raises(RequestError):
        upkeep.do({"do": "rename_face", "game": "shipshape"})


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (errno.ENOSPC, "de schijf van {place} is vol: maak ruimte vrij en probeer het opnieuw"),
        (errno.EROFS, "{place}: kan niet worden geschreven (Read-only file system)"),
    ],
)
def test_a_set_that_can_t_be_written_says_why(upkeep, shelf, eye, learnt, monkeypatch, code, said):
    def unwritable(*_, **__):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(durable, "write", unwritable)
    face = {"game": "shipshape", "face": "gold 2"}
    for place, request in (
        (evening_set.folder_of(learnt), {"do": "rename_face", "name": "gold 4", **face}),
        (evening_set.folder_of(learnt), {"do": "remove_face", **face}),
        (learnt, {"do": "declare_set", "game": "shipshape", "complete": True}),
        (learnt, {"do": "keep_learnt", "game": "shipshape", "keep": True}),
    ):
        reply = upkeep.do(request)
        assert (reply.ok, words(reply.text, translator("nl"))) == (False, said.format(place=place))
    assert held(shelf) == tuple(sorted(FACES))
    assert len(evening_set.waiting(learnt).examples) == 2
    assert eye.told == []


def test_a_set_is_declared_whole_and_not(upkeep, shelf):
    for complete in (True, False):
        assert upkeep.do({"do": "declare_set", "game": "shipshape", "complete": complete}).ok
        assert faces.load(shelf.folder_of("shipshape")).complete is complete


@pytest.mark.parametrize("whole", [True, False])
def test_a_whole_set_is_whole_on_an_empty_companion_too(upkeep, shelf, tmp_path, premises, whole):
    declare(upkeep, complete=whole)
    elsewhere = Shelf(lambda game: tmp_path / "elsewhere" / game)
    assert SettingsPage(elsewhere, None, premises).take_in("shipshape", upkeep.export("shipshape"), "en")[0]
    assert faces.load(elsewhere.folder_of("shipshape")).complete == whole


@pytest.mark.parametrize("whole", [False, True])
def test_beside_the_practice_set_a_file_is_as_whole_as_it_was_kept(upkeep, shelf, tmp_path, premises, whole):
    faces.declare(faces.load(shelf.folder_of("shipshape")), complete=whole)
    other = Shelf(lambda game: tmp_path / "other" / game)
    practice = set_index.Exemplar("gold 2", patch(77), (230.0, 230.0, 230.0), picture="lesson-0")
    faces.add(faces.load_or_new(other.folder_of("shipshape")), [practice], complete=True)
    assert SettingsPage(other, None, premises).take_in("shipshape", upkeep.export("shipshape"), "en")[0]
    assert faces.load(other.folder_of("shipshape")).complete is whole


def test_a_set_that_lacks_faces_is_not_made_whole_by_a_file(upkeep, shelf):
    declare(upkeep)
    kept = upkeep.export("shipshape")
    declare(upkeep, complete=False)
    assert upkeep.take_in("shipshape", kept, "en")[0]
    assert not faces.load(shelf.folder_of("shipshape")).complete


def test_another_game_s_set_is_not_taken_in(upkeep, shelf, eye):
    file = upkeep.export("shipshape")
    ok, text = upkeep.take_in("stingy", file, "en")
    assert (ok, text) == (False, "No face of Captain Stingy is in this file: it is another game's set")
    assert not (shelf.folder_of("stingy") / set_index.INDEX).exists()
    assert eye.told == []


@pytest.fixture
def learnt(shelf):
    """What play taught, by its folder."""
    folder = shelf.folder_of("shipshape")
    known = faces.load(folder)
    given = [replace(known.of(label)[0], picture=f"play/game/1/dock 1/{label}") for label in ("gold 2", "rat 1")]
    faces.add(evening_set.waiting(folder), given)
    return folder


def keep(upkeep, *, on, game="shipshape"):
    return upkeep.do({"do": "keep_learnt", "game": game, "keep": on})


def test_what_play_taught_waits_for_the_host_and_is_shown(upkeep, learnt):
    assert {one.game: one.learnt for one in upkeep.sets("en") if one.learnt} == {"shipshape": 2}
    shown = upkeep.pieces("shipshape", "en")
    assert [(face.label, face.count) for face in shown.waiting] == [("gold 2", 1), ("rat 1", 1)]
    assert shown.pictures == 8
    assert upkeep.piece_picture("shipshape", shown.waiting[0].files[0]).startswith(b"\x89PNG")
    assert faces.load(learnt).examples == set_archive_of(upkeep, learnt)


def set_archive_of(upkeep, folder):
    """What another companion would take in."""
    (folder.parent / "kept.zip").write_bytes(upkeep.export("shipshape"))
    return set_archive.contents(folder.parent / "kept.zip").examples


@pytest.mark.parametrize(("on", "left", "said"), [(True, 9, "It stays in the set"), (False, 8, "It is forgotten")])
def test_the_host_says_what_stays_of_what_play_taught(upkeep, eye, learnt, on, left, said):
    known = faces.load(learnt)
    other = replace(known.of("gold 3")[0], patch=255 - known.of("gold 3")[0].patch, picture="play/game/2/dock 1/3")
    faces.add(evening_set.waiting(learnt), [other])
    assert str(keep(upkeep, on=on).text) == said
    assert len(faces.load(learnt).examples) == left  # the others show what was taught already
    assert upkeep.pieces("shipshape", "en").waiting == ()
    assert eye.told == ["shipshape"]
    assert not keep(upkeep, on=on, game="x").ok
    for answer in (True, False):  # nothing waits any more: another phone was faster
        again = keep(upkeep, on=answer)
        assert (again.ok, str(again.text)) == (False, "The set has changed meanwhile: look at it again")
    assert len(faces.load(learnt).examples) == left
    assert eye.told == ["shipshape"]


def test_one_picture_of_what_play_taught_is_removed_and_a_face_with_all_of_both(upkeep, learnt):
    first = upkeep.pieces("shipshape", "en").waiting[0]
    wanted = {"do": "remove_face", "game": "shipshape", "face": "gold 2", "file": first.files[0]}
    assert upkeep.do(wanted).ok
    assert not upkeep.do(wanted).ok
    assert evening_set.waiting(learnt).labels == ("rat 1",)
    assert len(faces.load(learnt).of("gold 2")) == 2
    assert upkeep.do({"do": "remove_face", "game": "shipshape", "face": "rat 1"}).ok
    assert evening_set.waiting(learnt).labels == ()
    assert "rat 1" not in faces.load(learnt).labels


def test_a_face_is_renamed_in_what_play_taught_too(upkeep, learnt):
    assert upkeep.do({"do": "rename_face", "game": "shipshape", "face": "gold 2", "name": "gold 4"}).ok
    assert evening_set.waiting(learnt).labels == ("gold 4", "rat 1")


def test_a_set_is_kept_as_a_file_and_taken_in_elsewhere(upkeep, tmp_path, premises):
    file = upkeep.export("shipshape")
    other = Shelf(lambda game: tmp_path / "other" / game)
    ok, text = SettingsPage(other, None, premises).take_in("shipshape", file, "en")
    assert (ok, text) == (True, "8 new pictures, 4 faces in all")
    assert held(other) == tuple(sorted(FACES))
    assert SettingsPage(other, None, premises).take_in("shipshape", file, "en") == (
        True,
        "0 new pictures, 4 faces in all",
    )


def test_a_set_is_kept_and_taken_in_where_no_temporary_file_can_be_made(upkeep, tmp_path, premises, monkeypatch):
    def full(*_args, **_more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    other = Shelf(lambda game: tmp_path / "other" / game)
    assert SettingsPage(other, None, premises).take_in("shipshape", upkeep.export("shipshape"), "en")[0]


@pytest.mark.parametrize("data", [b"", b"PK no zip", b"\x89PNG"])
def test_what_is_no_set_is_refused(upkeep, shelf, data):
    ok, text = upkeep.take_in("shipshape", data, "nl")
    assert not ok
    assert text.startswith("Dit is geen set")
    assert held(shelf) == tuple(sorted(FACES))


def test_nothing_taught_is_nothing_to_keep(upkeep):
    assert upkeep.export("stingy") is None


@pytest.mark.parametrize("game", registry.names())
def test_every_game_says_what_its_faces_can_be_called(game):
    assert len(labels_of(game)) >= 12


def test_without_a_camera_a_set_can_not_be_tried(shelf, premises):
    assert SettingsPage(shelf, None, premises).trial("shipshape", "pt") == TrialShown("Não há câmara")


def test_without_a_mat_in_view_the_reason_is_said(upkeep, eye):
    eye.scene = lambda: simulated_table.bare("shipshape", 3) * 0
    assert "dark" in upkeep.trial("shipshape", "en").why


def test_the_mat_that_lies_there_is_told_from_all_games(premises):
    for game, seats in (("shipshape", 3), ("alcatraz", 3), ("stingy", 4), ("allaboard", 4)):
        found = which_mat.lying(simulated_table.bare(game, seats), premises.mats())
        assert not isinstance(found, Unseen)
        assert found[0].name == mat_layouts.layout_for(game, seats).name


def test_a_tried_set_says_which_of_its_pictures_was_perhaps_named_by_a_slip(tmp_path, eye, premises):
    drawn = drawn_faces.taught(*((name, drawn_faces.drawn(name)) for name in ("disc", "flag", "cross")), shots=3)
    drawn[1] = replace(drawn[1], label="flag")
    shelf = Shelf(lambda game: tmp_path / game)
    faces.declare(faces.add(faces.load_or_new(shelf.folder_of("shipshape")), drawn), complete=True)
    tried = SettingsPage(shelf, eye, premises).trial("shipshape", "en")
    said = "Picture 1 of “flag” looks like “disc”, so it is left out: was it named right?"
    assert tried.slips == (NamedSlip("flag", said),)


@pytest.mark.slow
def test_a_set_says_what_lies_there_now(tmp_path, eye, premises):
    shelf = Shelf(lambda game: tmp_path / game)
    simulated_table.teach("shipshape", shelf.folder_of("shipshape"))
    layout = mat_layouts.layout_for("shipshape", 6)
    laid, labels = simulated_table.pretending("shipshape").lessons(layout, random.Random(5))[0]
    evening = simulated_table.evening(layout, 5)
    frame = render(
        drawn_table.scene(layout, laid, None, evening.printed),
        evening.view,
        simulated_table.SIZE_PX,
        np.random.default_rng(1),
    )
    eye.scene = lambda: frame
    tried = SettingsPage(shelf, eye, premises).trial("shipshape", "en")
    assert tried.why == ""
    cells = [cell for place in tried.places for cell in place.cells]
    truth = [label for zone in layout.zones for label in labels[zone.name]]
    sure = [(cell.label, label) for cell, label in zip(cells, truth, strict=True) if cell.sure and label]
    assert [pair for pair in sure if pair[0] != pair[1]] == []
    assert len(sure) >= 0.9 * sum(label is not None for label in truth)
    assert tried.sure + tried.asked == len(cells)
    assert [place.name for place in tried.places] == [f"place {n}" for n in range(1, 7)]
    assert translator("nl")("place {number}") == "plek {number}"


def test_a_face_of_a_game_that_nobody_knows_is_refused_in_words(upkeep):
    wanted = {"do": "rename_face", "game": "chess", "face": "king", "name": "queen"}
    for more in ({}, {"confirm": True}):
        reply = upkeep.do(wanted | more)
        assert (reply.ok, str(reply.text)) == (False, "No game is called “chess”")
