"""The pin maps: what the header has, and that nothing is wanted twice."""

import pytest

from hardware.errors import PinError
from hardware.pins import BESIDE_I2C, BESIDE_SPI, HEADER, I2C_PINS, PodPins, check, pod_pins, spi_pins

SERIAL = {14, 15}


def test_six_pods_fit_beside_an_i2c_display() -> None:
    check(BESIDE_I2C, I2C_PINS)
    used = {pin for pin, _ in pod_pins(BESIDE_I2C)}
    assert len(used) == 18
    assert not used & SERIAL
    assert used == set(HEADER) - set(I2C_PINS) - SERIAL - {8, 9, 10, 11}, "17 lines and SPI's second chip select"


def test_six_pods_fit_beside_an_spi_display() -> None:
    display = spi_pins(device=0, dc=25, reset=7)
    check(BESIDE_SPI, display)
    used = {pin for pin, _ in pod_pins(BESIDE_SPI)}
    assert len(used) == 18
    assert not used & (SERIAL | set(display))


@pytest.mark.parametrize("pods", [BESIDE_I2C, BESIDE_SPI])
def test_lamps_are_dark_while_the_pi_starts(pods: tuple[PodPins, ...]) -> None:
    assert all(pod.lamp >= 9 for pod in pods), "GPIO 0 to 8 are pulled up at the start"


def test_the_header_has_forty_places_and_each_line_one() -> None:
    assert len(set(HEADER.values())) == len(HEADER) == 26
    assert set(HEADER) == set(range(2, 28))


def test_a_clash_names_both() -> None:
    with pytest.raises(PinError, match=r"GPIO 2 is wanted twice: for the display's SDA .* and for pod 1's add key"):
        check(BESIDE_SPI, I2C_PINS)


def test_two_pods_on_one_pin_are_told() -> None:
    with pytest.raises(PinError, match="pod 1's lamp and for pod 2's ok key"):
        check([PodPins(4, 17, 27), PodPins(22, 27, 18)], {})


def test_a_line_that_does_not_exist_is_told() -> None:
    with pytest.raises(PinError, match="pod 1's ok key is set to GPIO 28"):
        check([PodPins(4, 28, 27)], {})


def test_a_displays_own_lines_may_not_clash() -> None:
    with pytest.raises(PinError, match="D/C and for the display's RST"):
        spi_pins(device=0, dc=25, reset=25)
