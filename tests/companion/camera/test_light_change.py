"""When the camera adapts to the light anew: lamps put on and out, and what is no lamp."""

import numpy as np
import pytest

from companion.camera.light_change import Lightmeter
from companion.camera.play import Target, Watch
from companion.table.signals import Looked
from hardware.camera import Came, DrawnCamera, unheard

TABLE = np.random.default_rng(3).integers(90, 170, (216, 384, 3)).astype(np.uint8)


def lit(*gains: float) -> np.ndarray:
    return np.clip(TABLE * np.array(gains if len(gains) == 3 else gains * 3), 0, 255).astype(np.uint8)


def seconds_until(meter: Lightmeter, picture: np.ndarray, start_s: float = 100.0, most_s: float = 30.0) -> float | None:
    for tick in range(round(most_s / 0.5)):
        if meter.has_changed(picture, start_s + tick * 0.5):
            return tick * 0.5
    return None


@pytest.fixture
def meter() -> Lightmeter:
    made = Lightmeter()
    assert not made.has_changed(TABLE, 0.0)
    return made


@pytest.mark.parametrize("gains", [(0.3,), (0.55,), (2.2,), (0.5, 0.8, 1.1)])
def test_a_lamp_put_on_or_out_is_noticed_once_it_is_steady(meter: Lightmeter, gains: tuple[float, ...]) -> None:
    assert seconds_until(meter, lit(*gains)) == 3.0
    assert seconds_until(meter, lit(*gains), 110.0) is None  # the camera has adapted: this is the light now


@pytest.mark.parametrize("white", [200, 255])
@pytest.mark.parametrize("gain", [0.5, 2.2, 6.0])
def test_a_lamp_is_noticed_beside_white_paper_that_shows_no_more_light(white: int, gain: float) -> None:
    paper, meter = TABLE.copy(), Lightmeter()
    paper[:, :150] = white
    assert not meter.has_changed(paper, 0.0)
    assert seconds_until(meter, np.clip(paper * gain, 0, 255).astype(np.uint8)) == 3.0


def test_white_paper_that_is_just_full_or_just_not_is_no_lamp() -> None:
    paper, meter = TABLE.copy(), Lightmeter()
    paper[:, :340] = 248
    assert not meter.has_changed(paper, 0.0)
    paper[:, :340] = 252
    assert seconds_until(meter, paper) is None


@pytest.mark.parametrize("gains", [(0.75,), (1.3,), (0.85, 1.0, 1.15)])
def test_a_cloud_is_no_lamp(meter: Lightmeter, gains: tuple[float, ...]) -> None:
    assert seconds_until(meter, lit(*gains)) is None


def test_an_arm_across_the_table_is_no_lamp(meter: Lightmeter) -> None:
    reached = TABLE.copy()
    reached[:, 100:250] = (40, 50, 60)
    assert seconds_until(meter, reached) is None


def test_holds_laid_in_six_docks_are_no_lamp(meter: Lightmeter) -> None:
    laid = TABLE.copy()
    for left in (30, 150, 270):
        laid[10:105, left : left + 100] = laid[110:205, left : left + 100] = (30, 40, 60)
    assert np.median(laid) < 0.6 * np.median(TABLE)
    assert seconds_until(meter, laid) is None


def test_light_that_flickers_is_waited_for(meter: Lightmeter) -> None:
    told = [meter.has_changed(lit(0.5 if tick % 2 else 0.9), 100 + tick) for tick in range(20)]
    assert not any(told)


def test_it_does_not_adapt_again_and_again(meter: Lightmeter) -> None:
    assert seconds_until(meter, lit(0.5)) == 3.0
    assert not meter.has_changed(lit(0.5), 104.0)
    waited = seconds_until(meter, lit(1.0), 105.0)
    assert waited is not None
    assert waited > 15


class AdaptingCamera(DrawnCamera):
    """A camera that adapts: a settled picture is as bright as the first one was."""

    def __init__(self) -> None:
        self.now_s, self.light, self.gain, self.settled = 0.0, 1.0, 1.0, 0
        super().__init__(lambda: lit(self.light * self.gain), clock=lambda: self.now_s)

    def settle(self, came: Came = unheard) -> None:
        came()
        self.settled += 1
        self.gain = 1 / self.light


def test_the_watch_says_that_the_camera_adapts_and_then_lets_it() -> None:
    camera = AdaptingCamera()
    watch = Watch(camera, lambda _game, _seats: Target((), lambda: None), clock=lambda: camera.now_s)
    watch.expect("shipshape", 3)
    said = []

    def look() -> Looked:
        camera.now_s += 0.5
        looked = watch.look()
        said.append(str(looked.problem))
        return looked

    for _ in range(50):
        look()
    camera.light = 0.4
    for _ in range(60):
        look()
    assert camera.settled == 1
    assert said.count("the light has changed: the camera adapts to it") == 1
