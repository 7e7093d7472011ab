"""The setup on the page: what is offered, what is written, and what is refused in one sentence."""

import errno

import msgspec
import pytest
from support.upkept_table import FOUND

from companion import config as configs
from companion.config import CameraSection, Config, DisplaySection, RoomSection
from companion.settings.installation import Premises
from companion.settings.page import SettingsPage
from companion.teaching.shelf import Shelf
from vision import durable

WANTED = {
    "do": "arrange",
    "name": "our-table",
    "wifi": "Games",
    "language": "nl",
    "camera": "0",
    "pods": 3,
    "display": "sh1106@61",
    "size": "128x64",
}


@pytest.fixture
def kept():
    return {}


@pytest.fixture
def at(tmp_path, kept):
    """Return the chores of a house with this configuration."""

    def house(config=None, file=tmp_path / "companion.toml"):
        premises = Premises(tmp_path, tmp_path / "camera.toml", config or Config(), file)
        return SettingsPage(Shelf(lambda game: tmp_path / game), None, premises, keep=kept.__setitem__, finds=FOUND)

    return house


def test_what_is_connected_is_offered_with_what_is_set_now(at):
    setup = at().setup("en")
    assert setup.cameras == (
        ("auto", "whichever is found at the start"),
        ("none", "none: people enter what lies there"),
        ("phone", "phones: who sits there takes the picture when it is asked for"),
        ("0", "A webcam (0)"),
    )
    assert setup.displays == (
        ("none", "none: the page shows everything"),
        ("sh1106@61", "sh1106 at 0x3d"),
        ("ssd1309 on spi", "ssd1309 on SPI"),
    )
    assert (setup.camera, setup.display, setup.pods, setup.restart) == ("auto", "none", 0, False)


def test_what_is_chosen_is_written_and_counts_at_the_next_start(at, tmp_path):
    upkeep = at()
    assert upkeep.do(WANTED).ok
    written = configs.load(tmp_path / "companion.toml")
    assert (written.page.name, written.page.wifi, written.language) == ("our-table", "Games", "nl")
    assert (written.camera.source, written.pods.count, written.pods.pins) == ("0", 3, "i2c")
    assert (written.display.device, written.display.address, written.display.bus) == ("sh1106", 61, "i2c")
    setup = upkeep.setup("en")
    assert (setup.restart, setup.name, setup.display) == (True, "our-table", "as it is")


def test_what_the_page_does_not_ask_stays_as_it_was(at, tmp_path):
    display = DisplaySection(device="ssd1309", bus="spi", contrast=90, rotate=180)
    before = msgspec.structs.replace(Config(), data="/somewhere", display=display)
    assert at(before).do({**WANTED, "display": "as it is", "size": "256x64"}).ok
    written = configs.load(tmp_path / "companion.toml")
    assert written.data == "/somewhere"
    assert written.display == msgspec.structs.replace(display, width_px=256)
    assert written.pods.pins == "spi"
    assert at(written).do({**WANTED, "display": "none"}).ok
    without = configs.load(tmp_path / "companion.toml")
    assert (without.display.device, without.pods.pins) == ("none", "spi"), "the pods' wires stay where they are"


def test_what_was_written_into_the_file_by_hand_since_the_start_stays(at, tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text('language = "en"\n')
    upkeep = at(configs.load(file))
    by_hand = 'language = "en"\n[table]\nlayout = "printed/layout.toml"\n[room]\nbroker = "10.0.0.9"\n'
    file.write_text(by_hand)
    setup = upkeep.setup("en")
    assert (setup.restart, setup.room.address) == (True, "10.0.0.9")
    assert upkeep.do(WANTED).ok
    file.write_text(file.read_text() + "# a note\n")
    assert upkeep.do({**WANTED, "display": "as it is", "wifi": "Guests"}).ok
    written = configs.load(file)
    assert (written.page.wifi, written.table.layout, written.room.broker) == (
        "Guests",
        "printed/layout.toml",
        "10.0.0.9",
    )


def test_a_display_of_an_unusual_size_keeps_it(at, tmp_path):
    display = DisplaySection(device="sh1107", width_px=128, height_px=128)
    upkeep = at(msgspec.structs.replace(Config(), display=display))
    shown = upkeep.setup("en")
    assert shown.size in shown.sizes, "else a browser sends the first of them"
    assert upkeep.do({**WANTED, "display": shown.display, "size": shown.size}).ok
    assert configs.load(tmp_path / "companion.toml").display == display


def test_a_login_in_the_cameras_address_stays_in_the_file_and_off_the_page(at, tmp_path):
    camera = CameraSection(source="rtsp://me:word@10.0.0.9/h264?user=me")
    upkeep = at(msgspec.structs.replace(Config(), camera=camera))
    shown = upkeep.setup("en")
    assert shown.camera == "rtsp://10.0.0.9/h264"
    assert "word" not in repr(shown)
    assert "me" not in [part for value, _ in shown.cameras for part in value.split("/")]
    assert upkeep.do({**WANTED, "camera": shown.camera}).ok
    assert configs.load(tmp_path / "companion.toml").camera == camera


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("name", "Our Table", "small letters"),
        ("camera", "/dev/video7", "changed meanwhile"),
        ("display", "sh1106@99", "changed meanwhile"),
        ("pods", 7, "changed meanwhile"),
        ("language", "xx", "changed meanwhile"),
        ("size", "1x1", "changed meanwhile"),
    ],
)
def test_what_can_not_be_is_refused_and_nothing_written(at, tmp_path, key, value, why):
    reply = at().do({**WANTED, key: value})
    assert not reply.ok
    assert why in str(reply.text)
    assert not (tmp_path / "companion.toml").exists()


def test_a_file_that_can_not_be_written_is_named(at, tmp_path):
    (tmp_path / "taken").write_text("")
    reply = at(file=tmp_path / "taken" / "companion.toml").do(WANTED)
    assert not reply.ok
    assert "sudo companion setup" in str(reply.text)


def test_on_a_full_disk_it_is_said_to_be_full(at, monkeypatch):
    def full(*_args, **_more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(durable, "write", full)
    reply = at().do(WANTED)
    assert (reply.ok, "free some space" in str(reply.text)) == (False, True)


def test_the_simulated_table_has_no_setup(at):
    assert at(file=None).setup("en") is None
    assert not at(file=None).do(WANTED).ok


def test_another_pin_is_kept(at, kept):
    assert at().do({"do": "set_pin", "pin": "246813"}).ok
    assert kept == {"pin": "246813"}
    for pin in ("12", "2468", "abcdef", "123456789", ""):
        assert not at().do({"do": "set_pin", "pin": pin}).ok


def test_an_spi_display_is_chosen_and_the_pods_leave_it_its_pins(at, tmp_path):
    upkeep = at()
    assert upkeep.do({**WANTED, "display": "ssd1309 on spi", "pods": 6}).ok
    written = configs.load(tmp_path / "companion.toml")
    assert (written.display.device, written.display.bus, written.pods.pins) == ("ssd1309", "spi", "spi")
    assert [value for value, _ in upkeep.setup("en").displays] == ["none", "as it is", "sh1106@61"]


ROOM = {"do": "set_room", "broker": "192.168.1.10", "name": "Table 7", "user": "table", "password": "secret"}


def test_a_broker_is_named_on_the_page_and_taken_out_again(at, tmp_path):
    upkeep = at()
    assert upkeep.do(ROOM | {"home_assistant": True}).ok
    room = RoomSection("192.168.1.10", name="Table 7", user="table", password="secret", home_assistant=True)
    assert configs.load(tmp_path / "companion.toml").room == room
    setup = upkeep.setup("en")
    assert (setup.room.address, setup.room.user, setup.room.kept, setup.restart) == (
        "192.168.1.10",
        "table",
        True,
        True,
    )
    assert "secret" not in repr(setup)
    assert upkeep.do(ROOM | {"broker": "192.168.1.10:8883", "password": ""}).ok
    kept = configs.load(tmp_path / "companion.toml").room
    assert (kept.broker, kept.port, kept.password, kept.home_assistant) == ("192.168.1.10", 8883, "secret", False)
    assert upkeep.do({"do": "set_room", "broker": " "}).ok
    assert configs.load(tmp_path / "companion.toml").room is None


def test_a_brokers_password_is_told_no_other_broker(at, tmp_path):
    upkeep = at()
    assert upkeep.do(ROOM).ok
    assert upkeep.do(ROOM | {"broker": "192.168.1.66", "password": ""}).ok
    assert configs.load(tmp_path / "companion.toml").room.password == ""


def test_what_the_page_does_not_know_of_a_room_stays(at, tmp_path):
    config = Config(room=RoomSection("old", ca="/etc/ca.pem", names=False, standings=False))
    assert at(config).do(ROOM).ok
    kept = configs.load(tmp_path / "companion.toml").room
    assert (kept.ca, kept.names, kept.standings) == ("/etc/ca.pem", False, False)


@pytest.mark.parametrize("broker", ["a b", "host:0", "host:99999", "mqtt://host", "host:", "é"])
def test_what_is_no_address_of_a_broker_is_refused(at, tmp_path, broker):
    refused = at().do(ROOM | {"broker": broker})
    assert not refused.ok
    assert "192.168.1.10:1883" in str(refused.text)
    assert not (tmp_path / "companion.toml").exists()
