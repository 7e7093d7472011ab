"""Whatever people would miss has its name on the disk before they are told that it is kept."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from support.playthroughs import playthroughs
from support.syncs import Disk, promised

from companion import config
from companion.cli import main
from companion.config import Config
from companion.game import piece_sizes
from companion.settings import config_text
from companion.settings.installation import Premises
from companion.settings.lens_calibration import Measuring
from companion.store.database import Store
from companion.store.upkeep import check_and_copy
from companion.teaching import progress
from vision.pieceset import faces, set_archive
from vision.pieceset.set_index import INDEX, Exemplar
from vision.registration.lens import Lens
from vision.registration.patches import PATCH_PX

LENS = Lens((64, 48), (60.0, 60.0, 32.0, 24.0), (0.0,) * 5)
RECORD = playthroughs("alcatraz-2*")[0]


class Eye:
    """A camera that takes any lens."""

    def use(self, lens: Lens) -> None:
        """Take it."""


def taught(folder: Path) -> faces.Faces:
    patch = np.full((PATCH_PX, PATCH_PX, 3), 90, np.uint8)
    return faces.add(faces.load_or_new(folder / "set"), [Exemplar("gold 2", patch, (200.0, 200.0, 200.0))])


def set_of_pieces(folder: Path) -> Path:
    taught(folder)
    return folder / "set" / INDEX


def set_renamed(folder: Path) -> Path:
    faces.rename(taught(folder), "gold 2", "gold 3")
    return folder / "set" / INDEX


def set_as_a_file(folder: Path) -> Path:
    set_archive.export(taught(folder), folder / "set.zip")
    return folder / "set.zip"


def configuration(folder: Path) -> Path:
    config_text.write(folder / "companion.toml", Config())
    config_text.write(folder / "companion.toml", Config(language="pt"))
    return folder / "companion.toml"


def configuration_before(folder: Path) -> Path:
    configuration(folder)
    return folder / "companion.toml.before"


def sizes(folder: Path) -> Path:
    piece_sizes.keep(folder, "shipshape", 40.0)
    return folder / piece_sizes.FILE


def walk(folder: Path) -> Path:
    progress.save(folder / "walks" / "shipshape.json", progress.KeptWalk())
    return folder / "walks" / "shipshape.json"


def lens(folder: Path) -> Path:
    measuring = Measuring(Premises(folder, folder / "camera.toml"))
    measuring._found = LENS
    assert measuring.keep(Eye()).ok  # type: ignore[arg-type]
    return folder / "camera.toml"


def mat(folder: Path) -> Path:
    assert main(["print", "mat", "--game", "shipshape", "--players", "2", "-o", str(folder / "mat")]) == 0
    return folder / "mat" / "layout.toml"


def record(folder: Path) -> Path:
    assert main(["import", str(RECORD), "--data", str(folder)]) == 0
    with closing(Store(folder / "games.db")) as store:
        (game,) = store.games()
    assert main(["export", game, "--data", str(folder), "-o", str(folder / "out.jsonl")]) == 0
    return folder / "out.jsonl"


def record_beside(folder: Path) -> Path:
    record(folder)
    (file,) = (folder / "records").iterdir()
    return file


def copy(folder: Path) -> Path:
    record(folder)
    assert check_and_copy(folder / "games.db") == ()
    return folder / "copies" / "games-000001.db"


@pytest.mark.parametrize(
    "write",
    [
        set_of_pieces,
        set_renamed,
        set_as_a_file,
        configuration,
        configuration_before,
        sizes,
        walk,
        lens,
        mat,
        record,
        record_beside,
        copy,
    ],
)
def test_what_is_kept_has_its_name_for_good(
    write: Callable[[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    file = write(tmp_path)
    assert file.exists()
    assert promised(disk.done, file), disk.done


def test_a_new_data_folder_has_its_name_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    config.folders(Config(data=str(tmp_path / "home" / "games")))
    assert {("sync", tmp_path), ("sync", tmp_path / "home")} <= {*disk.done}
