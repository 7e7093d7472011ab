"""What is connected, without running it: what takes long is not done where the camera looks."""

import argparse
import threading
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from support import upkept_table
from support.strangers import looking_in

from companion.app import assembly
from companion.app.assembly import real_table, simulated_table
from companion.app.service import Service
from companion.config import CameraSection, Config, ConfigError, Folders, TableSection
from companion.game import mat_layouts, registry
from companion.language.catalogue import translator
from companion.language.message import words
from companion.machine import memory
from companion.settings.installation import Premises
from companion.teaching.shelf import Shelf
from hardware.camera import DrawnCamera
from hardware.camera_discovery import FoundCamera
from hardware.errors import CameraError, CameraGone, CameraMissing
from hardware.opening import Rig
from vision.pieceset import set_index
from vision.pieceset.set_index import FacesError
from vision.registration.lens import Lens


def test_the_simulated_set_is_not_taught_where_the_camera_looks(tmp_path, monkeypatch):
    taught = []
    monkeypatch.setattr(assembly.simulated, "teach", lambda game, _: taught.append(game))
    args = argparse.Namespace(game="shipshape", players=3, light="hard", walk=False)
    watch = simulated_table(args, Folders(tmp_path)).leaves.watch
    jobs = []
    monkeypatch.setattr(watch, "_aside", jobs.append)
    watch.expect("shipshape", 3)
    assert "made ready" in str(watch.look().problem)
    assert taught == []
    jobs[0]()
    assert taught == ["shipshape"]


def test_what_a_fit_leaves_free_is_given_back(tmp_path, monkeypatch):
    given = threading.Event()
    monkeypatch.setattr(memory, "give_back", given.set)
    monkeypatch.setattr(assembly.simulated, "teach", lambda *_: None)
    args = argparse.Namespace(game="shipshape", players=3, light="hard", walk=False)
    watch = simulated_table(args, Folders(tmp_path)).leaves.watch
    watch.expect("shipshape", 3)
    watch.look()
    assert given.wait(20)
    assert watch.close()


def test_a_set_that_is_broken_is_not_called_untaught(tmp_path):
    folders = Folders(tmp_path)
    sight = assembly._sight(folders, None, "shipshape", 3)
    load, untaught = sight.load, sight.written()
    assert load() is None
    upkept_table.taught(folders.pieces("shipshape"))
    assert sight.written() != untaught
    known = load()
    (known.folder / known.examples[0].file).unlink()
    assert load().examples == known.examples[1:]
    (known.folder / set_index.INDEX).write_text("{")
    with pytest.raises(FacesError, match="not the index"):
        load()


def test_a_layout_that_is_not_there_is_said_and_what_to_name(tmp_path):
    config = Config(table=TableSection(layout=str(tmp_path / "none.toml")))
    with pytest.raises(ConfigError, match=r"none\.toml: there is no such file; name the layout\.toml"):
        real_table(config, Folders(tmp_path))


def test_a_layout_or_a_folder_of_photos_that_is_hidden_is_said_and_where_to_put_it(tmp_path, monkeypatch):
    hidden, seen = tmp_path / "home" / "ana", Path.stat

    def stat(path, **how):
        if hidden in (path, *path.parents):
            raise PermissionError(13, "Permission denied", str(path))  # as below /home in the service's sandbox
        return seen(path, **how)

    monkeypatch.setattr(Path, "stat", stat)
    with pytest.raises(ConfigError, match=r"layout\.toml”: Permission denied; put it where the companion may read it"):
        real_table(Config(table=TableSection(layout=str(hidden / "layout.toml"))), Folders(tmp_path))
    prepared = real_table(Config(camera=CameraSection(str(hidden / "photos"))), Folders(tmp_path))
    (fault,) = prepared.leaves.faults
    assert "photos”: Permission denied; put it where the companion may read it" in str(fault)
    with looking_in(hidden / "games"):
        (out,) = registry.left_out()
    assert "games”: Permission denied; put it where the companion may read it" in str(out.why)


@pytest.mark.parametrize(("section", "text"), [("table", "zone = 1"), ("camera", "size_px = 1")])
def test_what_is_wrong_with_a_layout_or_a_lens_is_said_in_the_readers_language(section, text, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(text)
    table = TableSection(layout=str(file)) if section == "table" else TableSection()
    camera = CameraSection(lens=str(file)) if section == "camera" else CameraSection()
    with pytest.raises(ConfigError) as told:
        real_table(Config(camera=camera, table=table), Folders(tmp_path))
    assert str(file) in str(told.value)
    said = words(told.value.message, translator("nl"))
    assert str(file) in said
    assert ("schrijf het als [[zone]]" if section == "table" else "het moeten 2 getallen zijn") in said


def test_a_webcam_that_was_found_by_itself_is_found_again_under_another_number(tmp_path, monkeypatch):
    def found(spec):
        monkeypatch.setattr(assembly, "found_cameras", lambda: (FoundCamera(spec, "a webcam"),))

    def no_picture():
        raise CameraGone("away")

    found("/dev/video0")
    rig = Rig(DrawnCamera(no_picture), None, None)
    monkeypatch.setattr(assembly, "open_rig", lambda *_: rig)
    monkeypatch.setattr(assembly, "open_camera", lambda spec, **_: spec)
    auto = real_table(Config(camera=CameraSection("auto")), Folders(tmp_path)).leaves.watch.loop.camera
    named = real_table(Config(camera=CameraSection("/dev/video0")), Folders(tmp_path)).leaves.watch.loop.camera
    assert named is rig.camera
    found("/dev/video1")
    auto._next_s = 0.0
    with pytest.raises(CameraGone):
        auto.capture()
    assert auto._camera == "/dev/video1"


def test_a_pi_camera_that_another_program_has_at_the_start_is_taken_up_once_it_is_free(tmp_path, monkeypatch):
    taken = CameraError("no Pi camera can be opened (Device or resource busy)")

    def busy(*_, **__):
        raise taken

    monkeypatch.setattr(assembly, "open_rig", lambda *_: Rig(None, None, None, (taken,)))
    monkeypatch.setattr(assembly, "open_camera", busy)
    seen = real_table(Config(camera=CameraSection("pi")), Folders(tmp_path)).leaves.watch.loop.camera
    seen._next_s = 0.0
    with pytest.raises(CameraMissing, match="resource busy"):
        seen.capture()
    monkeypatch.setattr(assembly, "open_camera", lambda *_, **__: DrawnCamera(lambda: np.zeros((4, 4, 3), np.uint8)))
    seen._next_s = 0.0
    assert seen.capture().number == 1


def test_a_mat_that_was_named_is_looked_for_in_its_own_game(tmp_path):
    named = mat_layouts.layout_for("shipshape", 3, 112.0)
    own = replace(named, name="the one on the oak table")  # whose that is nobody knows
    folders, lens = Folders(tmp_path), tmp_path / "camera.toml"
    for game, seats in (("shipshape", 4), ("alcatraz", 3)):
        for mat in (named, own):
            expected = (mat,) if mat is own or game == "shipshape" else mat_layouts.candidates(game, seats)
            assert assembly._sight(folders, mat, game, seats).layouts == expected
            walked = assembly._mats(folders, mat, game)
            assert set(walked) == set(expected if len(expected) == 1 else mat_layouts.of_any_number(game))
            assert assembly._is_sized(mat, game) == (mat in walked)
            assert set(Premises(tmp_path, lens, printed=mat).mats(game)) == set(walked)
    everywhere = Premises(tmp_path, lens, printed=named).mats()
    assert everywhere[0] == named
    assert {mat_layouts.game_of(mat) for mat in everywhere[1:]} == {*registry.names()} - {"shipshape"}
    assert Premises(tmp_path, lens, printed=own).mats() == (own,)


def test_a_walk_looks_for_the_mat_with_most_places_first(tmp_path):
    mats = assembly._mats(Folders(tmp_path), None, "stingy")
    assert [len(mat.zones) for mat in mats][:4] == [6, 5, 4, 3]


def test_a_picture_of_a_walk_is_called_as_no_other_though_the_clock_says_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(assembly, "time", SimpleNamespace(strftime=lambda _: "2026-11-23", monotonic=time.monotonic))
    folders = Folders(tmp_path)
    starts = [assembly._around_walk(folders, Shelf(tmp_path), lambda _: (), sized=lambda _: True) for _ in range(2)]
    names = [start.name() for start in starts for _ in range(2)]
    assert len(set(names)) == 4


def test_a_lens_that_the_page_keeps_and_that_is_damaged_keeps_nobody_from_playing(tmp_path):
    folders = Folders(tmp_path)
    folders.lens.write_bytes(b"size_px = [23")
    prepared = real_table(Config(camera=CameraSection("phone")), folders)
    assert prepared.leaves.watch.lens is None
    assert "camera.toml" in prepared.found[-1]
    service = Service(folders, prepared.leaves, prepared.table)
    assert any("measure it again" in str(part.text) for part in service._vitals())
    prepared.leaves.watch.loop.use(Lens((2304, 1296), (1.0, 1.0, 1.0, 1.0), (0.0,) * 5, 0.1))
    assert not any("measure it again" in str(part.text) for part in service._vitals())
    assert service.stop()
