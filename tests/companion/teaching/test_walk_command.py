"""Where a walk is begun and who shares its camera: the command, the simulated table's people, the running game."""

import argparse
import threading
from types import SimpleNamespace

import pytest
from support.walking_people import Walkers

from companion.app.service import Leaves, Service
from companion.camera.fitted_set import UNTAUGHT
from companion.camera.play import Target, Watch
from companion.commands import run, teach
from companion.config import Folders
from companion.language.message import say
from companion.simulation.live_table import LiveTable
from companion.table.evening import Equipment
from companion.table.snapshot import GameShown, Snapshot, Step
from companion.teaching.walk import Stage
from companion.teaching.walker import HEARD_S
from hardware.display import PictureDisplay
from hardware.pods import ScriptedPods
from vision.drawing.views import Hardness
from vision.pieceset import faces as piece_sets


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (["--walk"], {"walk": True, "simulated": False, "camera": None}),
        (["--walk", "--simulated", "--game", "stingy"], {"walk": True, "simulated": True, "game": "stingy"}),
        (["--walk", "--camera", "2", "--port", "8123", "--layout", "mat.toml"], {"camera": "2", "port": 8123}),
    ],
)
def test_the_command_starts_the_companion_at_the_walk(monkeypatch, words, given):
    asked = []
    monkeypatch.setattr(run, "run", lambda args: asked.append(args) or 0)
    parser = argparse.ArgumentParser()
    teach.arguments(parser)
    assert teach.run(parser.parse_args(words)) == 0
    assert {name: getattr(asked[0], name) for name in given} == given


@pytest.mark.parametrize(
    ("words", "page"), [(["--walk"], "teach"), (["--walk", "--game", "stingy"], "teach#teach-stingy")]
)
def test_the_walk_begins_at_the_game_that_is_named(monkeypatch, words, page):
    asked = []
    monkeypatch.setattr(run, "run", lambda args: asked.append(run.first_page(args)) or 0)
    parser = argparse.ArgumentParser()
    teach.arguments(parser)
    assert teach.run(parser.parse_args(words)) == 0
    assert asked == [page]


class Impatient:
    """An event that nobody waits for."""

    wait = staticmethod(lambda _: False)


def test_simulated_people_lay_the_next_sheet_once_the_one_before_is_settled(tmp_path):
    people = Walkers(tmp_path)
    bench = LiveTable("shipshape", 3, ScriptedPods(6), PictureDisplay(), Hardness.NORMAL)
    bench.walker = people.walker
    assert not bench._teaches(Impatient())
    people.walker.begin("shipshape", "host")
    assert bench._teaches(Impatient())
    table = bench._walk_table
    assert table.laid == 0
    people.walker._become(people.walk.__class__("shipshape", Stage.LAY))
    bench._teaches(Impatient())
    bench._teaches(Impatient())
    assert table.laid == 1
    assert bench.picture().shape == (1296, 2304, 3)
    people.walker.leave()
    people.walker.begin("shipshape", "host")
    bench._teaches(Impatient())
    assert not table._pieces  # a mat is cleared first
    people.walker.leave()
    assert not bench._teaches(Impatient())


def test_while_pieces_are_taught_the_game_is_told_that_the_camera_is_away(tmp_path):
    people = Walkers(tmp_path)
    watch = Watch(people.camera, lambda *_: Target((people.table.layout,), lambda: None), clock=lambda: people.now_s)
    service = Service(Folders(tmp_path), Leaves(watch=watch, walker=people.walker), Equipment(camera=True))
    nobody = Snapshot(1, Step.JOIN, SimpleNamespace())
    assert "being taught" not in str(service._lookout.look(nobody).problem)
    people.walker.begin("shipshape", "host")
    assert "being taught" in str(service._lookout.look(nobody).problem)
    people.walker.finish()
    assert "being taught" not in str(service._lookout.look(nobody).problem)


def test_after_a_page_that_was_closed_the_game_reads_with_what_was_taught_on_it(tmp_path):
    people, loaded = Walkers(tmp_path), []

    def load():
        faces = piece_sets.load_or_new(people.shelf.folder_of("shipshape"))
        loaded.append(faces.labels)
        return faces if faces.examples else None

    def look(times=3):
        for _ in range(times):
            people.now_s += 0.7
            looked = service._lookout.look(playing)
        people.walker.reader.work_off()
        return looked

    watch = Watch(people.camera, lambda *_: Target((people.table.layout,), load), clock=lambda: people.now_s)
    people.shelf.changed = watch.relearn
    service = Service(Folders(tmp_path), Leaves(watch=watch, walker=people.walker), Equipment(camera=True))
    game = GameShown("1", "shipshape", "ShipShape", ("Ana",), {})
    playing = Snapshot(2, Step.LOOK, say("Look"), game, seats=())
    assert look().problem == UNTAUGHT
    people.look = look
    people.begin()
    people.table.lay(people.walk)
    look(4)
    people.settle()
    assert loaded == [()]  # nothing is fitted for the game beside the walk
    people.now_s += HEARD_S
    looked = look(6)
    assert looked.problem is None
    lying = [people.truth(place.key) for place in people.walk.sheet.places]
    assert [reading.label for reading in looked.zones["dock 1"].seen.readings] == lying
    assert loaded == [(), tuple(sorted(set(lying)))]


def test_the_reader_ends_when_it_is_told_to(tmp_path):
    people = Walkers(tmp_path)
    stopped = threading.Event()
    stopped.set()
    people.walker.reader.work(stopped)
    assert not people.walker.reader.busy
