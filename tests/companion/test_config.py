"""What of a configuration that can't be used still counts."""

import pytest

from companion import config
from companion.game import mat_layouts, piece_sizes
from companion.settings import config_text
from hardware.opening import NONE
from hardware.phone_camera import PHONE
from vision import layout

WRONG = [
    "language = {en = 1}",
    "language = [1]",
    "data = 7",
    "camera = 3",
    "camera = [[1]]",
    "[pods]\npins = {a = 1}",
    "[pods]\npins = [[1, {a = 2}]]",
    "[camera.source]\nname = 'pi'",
    "[page]\nport = 1979-05-27",
    "[page]\nport = 70000",
    "[page.names]\na = 1",
    "[display]\ndevice = {name = 'sh1106'}",
]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_has_a_wrong_type_is_left_out_and_the_rest_counts(wrong, tmp_path):
    (tmp_path / "companion.toml").write_text(wrong + "\n[table]\nteach = false\n")
    with pytest.raises(config.ConfigError):
        config.load(tmp_path / "companion.toml")
    kept = config.salvaged(tmp_path / "companion.toml")
    assert not kept.table.teach
    assert kept.language == "en"
    assert kept.pods.pins == "i2c"


def test_a_mark_that_an_editor_put_first_is_no_fault(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text("# ours\n[page]\nport = 8123\n", encoding="utf-8-sig")
    assert config.load(file).page.port == config.salvaged(file).page.port == 8123
    config_text.write(file, config.load(file))
    assert file.read_bytes() == b"# ours\n[page]\nport = 8123\n"
    piece_sizes.keep(tmp_path, "stingy", 30.0)
    sizes = tmp_path / piece_sizes.FILE
    sizes.write_text(sizes.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert piece_sizes.load(tmp_path) == {"stingy": 30.0}
    printed = tmp_path / "layout.toml"
    mat = mat_layouts.layout_for("alcatraz", 2)
    printed.write_text(layout.dump(mat), encoding="utf-8-sig")
    assert layout.load(printed) == mat


def test_a_new_file_names_every_kind_of_camera_that_is_no_file_or_address():
    written = config_text.text_of(config.Config()).split("# source: ")[1].split("source = ")[0]
    assert {"auto", NONE, "pi", PHONE} <= {kind.strip() for kind in written.split(",")}


@pytest.mark.parametrize("folder", ["C:\\Users\\Ana\\new games", "\\\\nas\\games", "D:/games"])
def test_a_path_of_windows_comes_back_from_the_file(folder, tmp_path):
    for before in ("", 'data = "elsewhere"\n'):
        kept = config_text.text_of(config.Config(data=folder), before)
        (tmp_path / "companion.toml").write_text(kept, encoding="utf-8")
        assert config.load(tmp_path / "companion.toml").data == folder


@pytest.mark.parametrize(("port", "reason"), [(0, "it must be at least 1"), (65536, "it must be at most 65535")])
def test_a_port_that_no_broker_has_is_said_with_its_key(port, reason, tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text(f'[room]\nbroker = "192.168.1.10"\nport = {port}\n', encoding="utf-8")
    with pytest.raises(config.ConfigError, match=rf"room\.port: {reason}"):
        config.load(file)
