"""What is connected: the devices of a configuration, or the twins of the simulated table, ready to be served."""

import argparse
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path

from companion.app.service import Leaves, Service
from companion.camera.aside import OneByOne
from companion.camera.play import Target, Watch
from companion.config import Config, ConfigError, Folders
from companion.game import mat_layouts, piece_sizes, registry
from companion.language.message import Message, because, say
from companion.machine import memory
from companion.machine.devices import devices_of
from companion.settings.installation import Premises
from companion.simulation import simulated_table as simulated
from companion.simulation.live_table import LiveTable
from companion.simulation.teaching_table import walk_mat
from companion.table.evening import Equipment
from companion.teaching import evening_set
from companion.teaching.shelf import Shelf
from companion.teaching.walker import Walker, WalkSurroundings
from companion.teaching.worker import Teacher
from hardware.awaited_camera import AwaitedCamera
from hardware.camera import Camera, DrawnCamera
from hardware.camera_discovery import found_cameras
from hardware.cameras import open_camera
from hardware.display import PictureDisplay
from hardware.network_camera import is_address, without_login
from hardware.opening import NONE, CameraConfig, open_rig
from hardware.phone_camera import PHONE, PhoneCamera
from hardware.pods import ScriptedPods
from vision import layout as layouts
from vision.drawing.views import Hardness
from vision.layout import Layout, LayoutError
from vision.pieceset import faces as piece_sets
from vision.pieceset.faces import Faces
from vision.registration import lens as lenses
from vision.registration.lens import LensError

PODS = 6


@dataclass(frozen=True)
class Prepared:
    """What was opened, in words for the terminal, and the people to start once all runs."""

    folders: Folders
    leaves: Leaves
    table: Equipment
    found: tuple[str, ...] = ()
    people: Callable[[Service, threading.Event], None] | None = None  # a loop, to be supervised


def simulated_folders(folders: Folders) -> Folders:
    """Return where the simulated table keeps its games: apart from real ones."""
    return Folders(folders.data / "simulated")


def simulated_table(args: argparse.Namespace, folders: Folders) -> Prepared:
    """Open the simulated table. Its games are kept apart from real ones; its set is taught at the first start."""
    _check_players(args.game, args.players)
    kept = simulated_folders(folders)
    kept.data.mkdir(parents=True, exist_ok=True)
    pods, display = ScriptedPods(PODS), PictureDisplay()
    walked = Folders(kept.data / "walked")  # a walk there begins with an empty set of its own, in each run anew
    shutil.rmtree(walked.data, ignore_errors=True)
    bench = LiveTable(args.game, args.players, pods, display, Hardness(args.light))

    def sight(game: str, seats: int) -> Target:
        """Return where the simulated camera looks for a game, and how its practice pieces are taught."""

        def load() -> Faces | None:
            try:
                folder = kept.pieces(game)
                return evening_set.with_tonight(simulated.teach(game, folder), folder)
            except registry.PartError:  # a game without pieces to lay is played by hand
                return None

        try:
            return Target((mat_layouts.layout_for(game, seats),), load)
        except registry.PartError:  # and so is one without a mat
            return Target((), load)

    def people(service: Service, stopped: threading.Event) -> None:
        bench.take_turns(service.feed, service.submit, service.tell, stopped, begin=not args.walk)

    shelf = Shelf(kept.pieces)
    watch = Watch(DrawnCamera(bench.picture), sight, aside=_fitter())
    walker = Walker(_around_walk(walked, Shelf(walked.pieces), lambda game: (walk_mat(game),), sized=lambda _: True))
    bench.walker = walker
    leaves = Leaves(pods, display, watch, bench, walker, Teacher(shelf), shelf=shelf)
    return Prepared(
        kept, leaves, Equipment(PODS, camera=True), ("The simulated table: people play by themselves.",), people
    )


def _check_players(name: str, players: int) -> None:
    """Raise a ConfigError where so many can't play the game."""
    game = registry.find(name)
    if players not in game.players:
        least, most = game.players.start, game.players.stop - 1
        raise ConfigError(
            say(
                "--players {players}: {game} is for {least} to {most}",
                players=players,
                game=game.title,
                least=least,
                most=most,
            )
        )


def real_table(config: Config, folders: Folders, file: Path | None = None) -> Prepared:
    """Open what the configuration names; with nothing configured, a camera is looked for and phones are the pods.
    `file` is where a new configuration would be written."""
    source, words = _camera_source(config.camera.source)
    camera, pods, display = devices_of(config)
    lens_file, lens, no_lens = _lens(config, folders)
    printed = _printed(config)
    rig = open_rig(replace(camera, source=source), pods, display)
    eye = rig.camera
    if eye is None or (config.camera.source == "auto" and source.startswith("/dev/")):
        eye = _awaited(config.camera.source, camera, eye)
    shelf = Shelf(folders.pieces)
    watch = walker = None
    if eye is not None:
        there = rig.camera is not None
        watch = Watch(eye, partial(_sight, folders, printed), lens=lens, there=there, aside=_fitter())
        sized = partial(_is_sized, printed)
        walker = Walker(_around_walk(folders, shelf, partial(_mats, folders, printed), sized=sized))
    pods_words = f"{rig.pods.count} pods" if rig.pods is not None else "no pods: phones are the pods"
    display_words = "a display" if rig.display is not None else "no display"
    table = Equipment(
        rig.pods.count if rig.pods else 0,
        camera=rig.camera is not None,
        one_area=_is_shared(printed),
        display=rig.display is not None,
        teach=config.table.teach,
        photos=isinstance(eye, PhoneCamera),
    )
    premises = Premises(folders.data, lens_file, config, file, printed, simulated.practice)
    found = (f"Found: {words if rig.camera else _without(awaited=eye is not None)}; {pods_words}; {display_words}.",)
    return Prepared(
        folders,
        Leaves(
            rig.pods,
            rig.display,
            watch,
            walker=walker,
            teacher=Teacher(shelf) if watch is not None else None,
            faults=rig.faults,
            no_lens=no_lens,
            shelf=shelf,
            premises=premises,
        ),
        table,
        (*found, *(str(fault) for fault in (*rig.faults, *([no_lens] if no_lens else [])))),
    )


def _fitter() -> OneByOne:
    return OneByOne("fitter", "the taught pieces could not be made ready", after=memory.give_back)


def _lens(config: Config, folders: Folders) -> tuple[Path, lenses.Lens | None, Message | None]:
    """Return where the lens is kept, the lens where there is one, and why the one that the page keeps can't be used: it
    is measured there again. Raises a ConfigError where one that the configuration names can't be used."""
    file = Path(config.camera.lens) if config.camera.lens else folders.lens
    if not config.camera.lens and not file.is_file():
        return file, None, None
    try:
        return file, lenses.load(file), None
    except LensError as error:
        why = say("The lens can't be used ({path}: {reason}): measure it again", path=str(file), reason=because(error))
        if config.camera.lens:
            raise ConfigError(why) from None
        return file, None, why


def _printed(config: Config) -> Layout | None:
    """Return the printed mat that the configuration names, where it does; a ConfigError where it can't be used."""
    if not config.table.layout:
        return None
    try:
        there = Path(config.table.layout).is_file()
    except OSError as error:
        raise ConfigError(
            say(
                "“{path}”: {reason}; put it where the companion may read it (on a Pi not below /home)",
                path=config.table.layout,
                reason=str(error.strerror),
            )
        ) from None
    if not there:
        raise ConfigError(
            say(
                "{path}: there is no such file; name the layout.toml that `companion print mat` wrote, "
                "or print the mat again",
                path=config.table.layout,
            )
        )
    try:
        return layouts.load(Path(config.table.layout))
    except LayoutError as error:
        raise ConfigError(
            say(
                "The mat's layout can't be used ({path}: {reason}): print the mat again",
                path=config.table.layout,
                reason=because(error),
            )
        ) from None


def _camera_source(source: str) -> tuple[str, str]:
    if source == PHONE:
        return source, "phones take the table's pictures"
    if source != "auto":
        return source, f"camera {without_login(source)}"
    found = found_cameras()
    return (found[0].spec, f"camera {found[0].spec} ({found[0].name})") if found else ("none", "no camera")


def _awaited(source: str, camera: CameraConfig, there: Camera | None) -> AwaitedCamera | None:
    """Return a camera that may be plugged in later, or is `there` and may be unplugged; None where only another
    configuration helps."""

    def find() -> Camera | None:
        spec, _ = _camera_source(source)
        size_px, focus_mm = camera.size_px, camera.focus_mm
        return None if spec == NONE else open_camera(spec, size_px=size_px, focus_mm=focus_mm)

    pluggable = source in ("auto", "pi") or source.isdecimal() or source.startswith("/dev/") or is_address(source)
    return AwaitedCamera(find, there=there, by_name=source != "auto") if pluggable else None


def _without(*, awaited: bool) -> str:
    by_hand = "no camera: what lies there is entered by hand"
    return f"{by_hand} until one is plugged in" if awaited else by_hand


def _sight(folders: Folders, printed: Layout | None, game: str, seats: int) -> Target:
    def load() -> Faces | None:
        folder = folders.pieces(game)
        return evening_set.with_tonight(piece_sets.load_if_taught(folder), folder)

    named = mat_layouts.named_for(game, printed)
    mats = (named,) if named is not None else mat_layouts.candidates(game, seats, piece_sizes.of(folders.data, game))
    return Target(mats, load, lambda: evening_set.written(folders.pieces(game)))


def _mats(folders: Folders, printed: Layout | None, game: str) -> tuple[Layout, ...]:
    """Return the mats that may lie there while a game's pieces are taught: for any number of seats."""
    named = mat_layouts.named_for(game, printed)
    return (named,) if named is not None else mat_layouts.of_any_number(game, piece_sizes.of(folders.data, game))


def _around_walk(
    folders: Folders,
    shelf: Shelf,
    mats: Callable[[str], Sequence[Layout]],
    *,
    sized: Callable[[str], bool],
) -> WalkSurroundings:
    numbers = count(1)
    begun = f"{time.strftime('%Y-%m-%d %H.%M.%S')} {secrets.token_hex(2)}"  # a Pi may begin twice at the same time
    return WalkSurroundings(
        shelf,
        folders.shown,
        mats,
        time.monotonic,
        lambda: f"walk {begun} {next(numbers)}",
        sized,
    )


def _is_sized(printed: Layout | None, game: str) -> bool:
    return mat_layouts.named_for(game, printed) is not None


def _is_shared(printed: Layout | None) -> bool:
    return printed is not None and len(printed.zones) == 1
