"""Setup: what is found is proposed, what is answered is written, and what is written is read back."""

import argparse
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands import setup
from companion.commands.setup import Discovery, Talk
from companion.config import (
    CameraSection,
    Config,
    ConfigError,
    DisplaySection,
    PageSection,
    PodsSection,
    RoomSection,
    folders,
    load,
)
from companion.settings import config_text
from companion.store.database import Store
from hardware.buses import FoundDisplay
from hardware.camera_discovery import FoundCamera
from hardware.errors import DisplayGone

CAMERAS = (FoundCamera("pi", "imx708"), FoundCamera("/dev/video0", "HD Webcam"))
DISPLAYS = (FoundDisplay(1, 0x3C, "ssd1306"),)


class Person:
    """Somebody who answers from a list, by a word of the question; else takes the proposal."""

    def __init__(self, **answers: str) -> None:
        self.answers: dict[str, Iterator[str]] = {word: iter(said.split("|")) for word, said in answers.items()}
        self.told: list[str] = []
        self.asked: list[str] = []
        self._topic = ""

    def hear(self, question: str) -> str:
        self.asked.append(question)
        topic = self._topic if question.startswith("Which [") else question
        word = next((word for word in self.answers if word in topic), None)
        return next(self.answers[word], "") if word else ""

    def tell(self, text: str) -> None:
        self.told.append(text)
        if not text.startswith("  "):
            self._topic = text

    @property
    def talk(self) -> Talk:
        return Talk(self.hear, self.tell)


def finds(shown: list[str] | None = None, fails: tuple[str, ...] = ()) -> Discovery:
    def show(section: DisplaySection) -> None:
        if shown is not None:
            shown.append(section.device)
        if section.device in fails:
            raise DisplayGone("the display does not answer")

    return Discovery(lambda: CAMERAS, lambda _: DISPLAYS, show, lambda: True)


def test_a_laptop_is_offered_no_display_on_pins_that_it_has_not() -> None:
    laptop, person = Discovery(lambda: (), lambda _: (), header=lambda: False), Person()
    assert setup.ask_all(Config(), person.talk, laptop).display.device == "none"
    assert not [line for line in person.told if "SPI" in line]


def test_what_is_found_is_proposed_and_taken() -> None:
    config = setup.ask_all(Config(), Person().talk, finds())
    assert config.camera.source == "auto"
    assert (config.display.device, config.display.address) == ("ssd1306", 0x3C)
    assert config.pods == PodsSection(0, "i2c")
    assert config.page.name == "companion"


def test_answers_are_taken_and_wrong_ones_asked_again() -> None:
    person = Person(Wi="Grandma's", camera="2", display="1", pods="seven|7|6", network="Bad Name|kitchen", language="2")
    config = setup.ask_all(Config(), person.talk, finds())
    assert config.camera.source == "pi"
    assert config.pods.count == 6
    assert (config.page.name, config.page.wifi) == ("kitchen", "Grandma's")
    assert config.language == "pt"
    assert person.told.count("type a number from 0 to 6") == 2


def test_a_word_is_shown_with_each_driver_until_it_is_read() -> None:
    shown: list[str] = []
    config = setup.ask_all(Config(), Person(COMPANION="n|y").talk, finds(shown))
    assert shown == ["ssd1306", "sh1106"]
    assert config.display.device == "sh1106"


def test_a_display_that_nobody_can_read_is_left_out() -> None:
    person = Person(COMPANION="n|n|n")
    config = setup.ask_all(Config(), person.talk, finds(fails=("sh1106",)))
    assert config.display.device == "none"
    assert "the display does not answer" in person.told


def test_what_ails_every_driver_alike_is_told_once() -> None:
    person = Person()
    config = setup.ask_all(Config(), person.talk, finds(fails=("ssd1306", "sh1106", "ssd1309")))
    assert config.display.device == "none"
    assert person.told.count("the display does not answer") == 1


def test_an_spi_display_takes_the_other_pin_map() -> None:
    config = setup.ask_all(Config(), Person(display="2", pods="6").talk, finds())
    assert (config.display.bus, config.pods.pins) == ("spi", "spi")


def test_installed_for_spi_such_a_display_is_proposed_until_it_is_refused() -> None:
    told = Config(display=DisplaySection(bus="spi"), pods=PodsSection(0, "spi"))
    config = setup.ask_all(told, Person(pods="6").talk, finds())
    assert (config.display.device, config.display.bus, config.pods.pins) == ("ssd1309", "spi", "spi")
    refused = setup.ask_all(told, Person(display="3").talk, finds())
    assert (refused.display.device, refused.display.bus) == ("none", "i2c")


def test_pods_that_were_wired_beside_spi_stay_so_while_no_display_can_be_read() -> None:
    told = Config(display=DisplaySection(bus="spi"), pods=PodsSection(0, "spi"))
    config = setup.ask_all(told, Person(COMPANION="n|n|n", pods="6").talk, finds())
    assert (config.display.device, config.pods.pins) == ("none", "spi")


def test_run_again_it_proposes_what_stood_there() -> None:
    first = setup.ask_all(Config(), Person(camera="2", pods="4", network="kitchen").talk, finds())
    again = setup.ask_all(first, Person().talk, finds())
    assert again == first


def test_a_display_that_does_not_answer_just_now_is_kept_unless_it_is_refused() -> None:
    there = Config(display=DisplaySection("sh1106", address=0x3D, rotate=180))
    away = Discovery(lambda: (), lambda _: (), header=lambda: True)
    for talk in (Person().talk, Talk(tell=lambda _: None, silent=True)):
        assert setup.ask_all(there, talk, away) == there
    person = Person(display="3")
    assert setup.ask_all(there, person.talk, away).display.device == "none"
    assert "  2  as it was: an sh1106 at 0x3d, which does not answer now" in person.told
    assert setup.ask_all(there, Person().talk, finds()).display.address == 0x3C, "one that answers is proposed"


def test_a_display_of_an_unusual_size_keeps_it() -> None:
    square = DisplaySection("sh1107", width_px=128, height_px=128)
    assert setup.ask_all(Config(display=square), Person().talk, finds()).display == square


# ---- the file

CONFIGS = st.builds(
    Config,
    language=st.sampled_from(["en", "pt"]),
    data=st.none() | st.text(min_size=1),
    camera=st.builds(
        CameraSection, source=st.text(), lens=st.none() | st.text(), focus_mm=st.none() | st.floats(1, 3000)
    ),
    pods=st.builds(PodsSection, count=st.integers(0, 6), pins=st.just("spi") | st.just([(2, 3, 17)])),
    page=st.builds(PageSection, wifi=st.text(), name=st.text()),
)


@given(CONFIGS)
def test_what_is_written_is_read_back(config: Config) -> None:
    assert msgspec.convert(tomllib.loads(config_text.text_of(config)), Config) == config


OWNERS = """# ours, at the kitchen table
language = "nl" # mum's

[page]
name = "kitchen"   # not companion: the neighbours have one
port = 80

# 60 cm above the mat
[camera]
focus_mm = 600
source = "auto"
"""


def rewritten(before: str, **changes: Any) -> str:
    config = msgspec.convert(tomllib.loads(before), Config)
    for name, values in changes.items():
        new = msgspec.structs.replace(getattr(config, name), **values) if isinstance(values, dict) else values
        config = msgspec.structs.replace(config, **{name: new})
    text = config_text.text_of(config, before)
    assert msgspec.convert(tomllib.loads(text), Config) == config
    return text


def test_written_again_unchanged_the_owners_file_is_the_same_to_the_letter() -> None:
    assert rewritten(OWNERS) == OWNERS


def test_only_what_is_otherwise_changes_in_the_owners_file() -> None:
    text = rewritten(OWNERS, language="pt_BR", page={"name": "table"}, camera={"focus_mm": None}, pods={"count": 3})
    kept = OWNERS.replace('"nl"', '"pt_BR"').replace('"kitchen"', '"table"').replace("focus_mm = 600\n", "")
    assert text.startswith(kept.rstrip())
    assert text[len(kept.rstrip()) :].split() == ["[pods]", "count", "=", "3"]


def test_a_key_of_the_file_itself_goes_before_its_tables() -> None:
    text = rewritten('# only a name\n[page]\nname = "kitchen" # ours\n', data="/srv/games", language="es")
    assert text.index("data") < text.index("[page]")
    assert "# only a name" in text
    assert "# ours" in text


@pytest.mark.parametrize(
    "before",
    ["camera = {source = 'none'} # inline", "camera.source = 'none'\ncamera.width_px = 640", "\n# nothing but this\n"],
)
def test_other_ways_to_write_toml_are_kept_where_they_can_be(before: str) -> None:
    assert "pi" in rewritten(before, camera={"source": "pi"})


@given(CONFIGS, CONFIGS)
def test_whatever_is_changed_is_read_back(first: Config, then: Config) -> None:
    text = config_text.text_of(then, config_text.text_of(first))
    assert msgspec.convert(tomllib.loads(text), Config) == then
    assert text.count("#") >= config_text.HEAD.count("#")


def test_a_room_may_be_filled_in_where_a_new_file_speaks_of_it() -> None:
    text = config_text.text_of(Config()).replace("# [room]", '[room]\nbroker = "10.0.0.2"')
    read = msgspec.convert(tomllib.loads(text), Config)
    assert read.room == RoomSection("10.0.0.2")
    assert read.table == Config().table


@pytest.mark.parametrize("before", ['[display]\ndevice = "sh11', "[camera]\nzoom = 2\n", 'page = "kitchen"', "\0"])
def test_what_is_no_configuration_is_kept_beside_a_new_one(tmp_path: Path, before: str) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(before)
    config_text.write(path, Config(language="nl"))
    assert load(path).language == "nl"
    assert path.with_name("companion.toml.before").read_text() == before


def test_the_file_before_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "etc" / "companion.toml"
    config_text.write(path, Config())
    config_text.write(path, Config(language="nl"))
    assert load(path).language == "nl"
    assert load(path.with_name("companion.toml.before")).language == "en"
    assert sorted(file.name for file in path.parent.iterdir()) == ["companion.toml", "companion.toml.before"]


def test_a_file_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="name a file that can be written"):
        config_text.write(tmp_path / "file" / "companion.toml", Config())


# ---- the command


def options(**given_: Any) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    setup.arguments(parser)
    return argparse.Namespace(**{**vars(parser.parse_args([])), **given_})


def test_yes_asks_nothing_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "companion.toml"
    assert setup.run(options(config=path, data=str(tmp_path / "data"), yes=True)) == 0
    assert load(path).data == str(tmp_path / "data")
    said = capsys.readouterr().out
    assert "companion doctor" in said
    assert "In which language? English" in said, "one line each, no list to choose from"
    assert "  1  " not in said


def test_breaking_off_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken_off(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", broken_off)
    monkeypatch.setattr(setup, "Talk", lambda silent: Talk(broken_off, silent=silent))
    assert setup.run(options(config=tmp_path / "companion.toml")) == 1
    assert not (tmp_path / "companion.toml").exists()
    assert "nothing was changed" in capsys.readouterr().err


def test_breaking_off_at_the_last_question_changes_nothing_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken_off(question: str) -> str:
        if "PIN" in question:
            raise KeyboardInterrupt
        return ""

    monkeypatch.setattr(setup, "Talk", lambda silent: Talk(broken_off, silent=silent))
    assert setup.run(options(config=tmp_path / "companion.toml", data=str(tmp_path / "data"))) == 1
    assert not (tmp_path / "companion.toml").exists()
    assert "nothing was changed" in capsys.readouterr().err


@pytest.mark.parametrize("closed", ["companion.toml", "games", "games/games.db"])
def test_whoever_may_not_write_what_is_asked_for_is_told_before_they_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], closed: str
) -> None:
    file, games = tmp_path / "companion.toml", tmp_path / "games"
    file.write_text(f'data = "{games}"\n')
    Store(folders(load(file)).games).close()
    person = Person()
    monkeypatch.setattr(setup, "Talk", lambda silent: Talk(person.hear, person.tell, silent=silent))
    monkeypatch.setattr(os, "access", lambda path, _: Path(path) != tmp_path / closed)
    assert setup.run(options(config=file)) == 2
    assert (person.asked, person.told) == ([], [])
    assert capsys.readouterr().err == f"{tmp_path / closed}: this user may not write it; `sudo companion setup` may\n"


def test_games_that_can_not_be_opened_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    (tmp_path / "games.db").mkdir()
    monkeypatch.setattr(setup, "Talk", lambda silent: Talk(lambda _: "", silent=silent))
    assert setup.run(options(config=tmp_path / "companion.toml", data=str(tmp_path))) == 2
    assert "games.db: " in capsys.readouterr().err


def test_a_pin_is_kept_with_the_games(tmp_path: Path) -> None:
    config = Config(data=str(tmp_path))
    person = Person(**{"PIN, for undo, corrections and settings": "12|4711|471147"})
    setup._keep_pin(config, setup._ask_pin(config, person.talk))
    setup._keep_pin(config, setup._ask_pin(config, Person().talk))
    store = Store(tmp_path / "games.db")
    assert store.setting("pin") == "471147"
    store.close()


def test_files_that_root_has_made_are_given_to_the_folders_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_away: list[tuple[str, int, int]] = []
    monkeypatch.setattr("os.chown", lambda path, user, group: given_away.append((Path(path).name, user, group)))
    (tmp_path / "games.db").write_text("")
    setup.hand_back(tmp_path)
    assert given_away == [], "they are the owner's already"
    stat = tmp_path.stat()
    real = Path.stat
    other = os.stat_result((*stat[:4], stat.st_uid + 1, 77, *stat[6:10]))
    monkeypatch.setattr(Path, "stat", lambda self, **more: other if self == tmp_path else real(self, **more))
    setup.hand_back(tmp_path)
    assert given_away == [("games.db", stat.st_uid + 1, 77)]


def test_a_broken_configuration_is_told_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "companion.toml"
    path.write_text("[camera\n")
    assert setup.run(options(config=path, yes=True)) == 2
    assert path.read_text() == "[camera\n"
    assert "companion.toml" in capsys.readouterr().err


def test_what_is_kept_beside_is_readable_for_nobody_else_than_the_file_was(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    path.write_text('[room]\nbroker = "192.168.1.10"\npassword = "secret"\n')
    path.chmod(0o600)
    config_text.write(path, Config())
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
