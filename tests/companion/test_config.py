"""What of a configuration that can't be used still counts."""

import pytest

from companion import config

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
