"""What is connected, without running it: what takes long is not done where the camera looks."""

import argparse

import pytest

from companion.app import assembly
from companion.app.assembly import real_table, simulated_table
from companion.config import Config, ConfigError, Folders, TableSection


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


def test_a_layout_that_is_not_there_is_said_and_what_to_name(tmp_path):
    config = Config(table=TableSection(layout=str(tmp_path / "none.toml")))
    with pytest.raises(ConfigError, match=r"none\.toml: there is no such file; name the layout\.toml"):
        real_table(config, Folders(tmp_path))
