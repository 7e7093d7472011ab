"""The build guide can't go stale: its drawings and tables are made of what the program uses.

`PYTHONPATH=.:tests python tests/companion/test_build_guide.py` writes them anew.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.commands.print_out import CAMERAS, camera_height_mm
from companion.config import Folders, load
from companion.game import mat_layouts
from companion.prints import wiring_plan
from hardware.pins import BESIDE_I2C, BESIDE_SPI, HEADER, I2C_PINS, PodPins, spi_pins

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
PLANS = {
    "wiring-i2c.svg": (BESIDE_I2C, I2C_PINS, "Six pods and a display on I²C"),
    "wiring-spi.svg": (BESIDE_SPI, spi_pins(0, 25, 7), "Six pods and a display on SPI"),
}


def pins_table(pods: tuple[PodPins, ...]) -> str:
    """The pin map as a Markdown table, GPIO number and place on the header."""
    rows = ["| pod | add | ok | lamp |", "|---|---|---|---|"]
    for number, pod in enumerate(pods, 1):
        cells = " | ".join(f"GPIO {pin} (pin {HEADER[pin]})" for pin in (pod.add, pod.ok, pod.lamp))
        rows.append(f"| {number} | {cells} |")
    return "\n".join(rows)


def heights_table() -> str:
    """How high each camera must hang over each mat, as a Markdown table."""
    rows = [
        "| mat | size | " + " | ".join(name for name, _, _ in CAMERAS) + " |",
        "|---|---|" + "---|" * len(CAMERAS),
    ]
    for seats in (2, 3, 4, 5, 6):
        layout = mat_layouts.layout_for("shipshape", seats)
        heights = " | ".join(f"{camera_height_mm(layout.size_mm, *angles) / 10:.0f} cm" for _, *angles in CAMERAS)
        size = f"{layout.size_mm[0] / 10:.0f} × {layout.size_mm[1] / 10:.0f} cm"
        rows.append(f"| {seats} seats | {size} | {heights} |")
    return "\n".join(rows)


TABLES = {
    "pins beside i2c": pins_table(BESIDE_I2C),
    "pins beside spi": pins_table(BESIDE_SPI),
    "heights": heights_table(),
}


def filled(text: str) -> str:
    """Return the guide with its tables as they should be."""
    for name, table in TABLES.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        assert begin in text, f"the guide has no place for the table “{name}”"
        text = text[: text.index(begin) + len(begin)] + "\n" + table + "\n" + text[text.index(end) :]
    return text


@pytest.mark.parametrize("plan", PLANS)
def test_the_drawing_is_that_of_the_pin_map(plan: str) -> None:
    assert (DOCS / plan).read_text(encoding="utf-8") == wiring_plan.svg(*PLANS[plan])


def test_a_drawing_names_every_pin_of_the_map() -> None:
    drawing = wiring_plan.svg(*PLANS["wiring-i2c.svg"])
    ElementTree.fromstring(drawing)
    said = set(re.findall(r"(pod \d (?:add|ok|lamp)) · GPIO (\d+)", drawing))
    assert len(said) == 18
    assert ("pod 3 add", "7") in said
    assert drawing.count(">ground<") == 8 + 3


def test_the_tables_are_those_of_the_program() -> None:
    text = (DOCS / "build.md").read_text(encoding="utf-8")
    assert text == filled(text)


def test_every_command_and_file_that_the_guide_names_exists() -> None:
    text = (DOCS / "build.md").read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (DOCS / link).exists(), link
    for script in re.findall(r"systemd/[a-z]+\.sh", text):
        assert (ROOT / script).exists(), script


def test_no_shell_of_whoever_fetches_the_mat_looks_for_it_on_their_own_computer() -> None:
    text = (DOCS / "build.md").read_text(encoding="utf-8")
    assert re.findall(r"`scp (.*) \.`", text) == ["'USER@companion.local:companion/mat/*.pdf'"]


def test_a_lens_measured_from_photos_lies_where_the_service_looks_for_it() -> None:
    text = (DOCS / "build.md").read_text(encoding="utf-8")
    (place,) = re.findall(r"companion calibrate \S+ -o (\S+)`", text)
    data = load(ROOT / "systemd" / "companion.toml").data
    assert data is not None
    assert Path(place) == Folders(Path(data)).lens


def test_what_is_to_be_stopped_is_stopped_with_the_socket_that_would_start_it_again() -> None:
    said = [line for file in DOCS.rglob("*.md") for line in re.findall("systemctl stop \\S+", file.read_text("utf-8"))]
    assert {line.strip("`);") for line in said} == {"systemctl stop companion.socket"}
    service = (ROOT / "systemd" / "companion.service").read_text("utf-8")
    assert "Requires=companion.socket" in service, "it ends with its socket"


def test_the_sample_configuration_can_be_read() -> None:
    assert load(ROOT / "systemd" / "companion.toml").page.port == 80


if __name__ == "__main__":
    for name, plan in PLANS.items():
        (DOCS / name).write_text(wiring_plan.svg(*plan), encoding="utf-8")
    guide = DOCS / "build.md"
    guide.write_text(filled(guide.read_text(encoding="utf-8")), encoding="utf-8")
