"""Installed in one line into a fresh environment, from no more than the container recipe copies, it does what an owner
does first; and the container itself, where one can be built."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen
from zoneinfo import ZoneInfo

import pytest
from support.fresh_install import RECIPE, ROOT, copied, installed

OF_A_PI = ("gpiozero", "lgpio", "luma", "smbus2")
NAME = "table-companion-test"


def said(*words: str | Path, folder: Path, home: Path) -> str:
    variables = {**os.environ, "HOME": str(home), "PYTHONPATH": ""}
    done = subprocess.run(words, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def test_the_recipe_names_no_host_and_copies_what_is_there() -> None:
    base = re.findall(r"^FROM (\S+)$", RECIPE.read_text(encoding="utf-8"), re.MULTILINE)
    assert base == ["python:3.13-slim"]
    assert [name for name in copied() if not (ROOT / name).exists()] == []
    assert {"companion", "vision", "hardware", "web"} < set(copied())


def test_the_recipes_user_may_open_a_webcam_that_is_handed_in() -> None:
    made = re.search(r"^RUN useradd (.*) companion &&", RECIPE.read_text(encoding="utf-8"), re.MULTILINE)
    assert made is not None
    assert "--groups video" in made[1]


@pytest.mark.slow
def test_one_line_installs_it_into_a_fresh_environment(tmp_path: Path) -> None:
    bin_folder = installed(tmp_path)
    python, command = bin_folder / "python", bin_folder / "companion"
    assert said(command, "--version", folder=tmp_path, home=tmp_path).startswith("companion ")
    there = said(
        *(python, "-c", f"import importlib.util as u; print([n for n in {OF_A_PI} if u.find_spec(n)])"),
        folder=tmp_path,
        home=tmp_path,
    )
    assert there.strip() == "[]"
    said(
        *(command, "print", "mat", "--game", "shipshape", "--players", "2", "-o", "mat"), folder=tmp_path, home=tmp_path
    )
    said(command, "print", "pieces", "--try", "--game", "shipshape", "-o", "mat", folder=tmp_path, home=tmp_path)
    assert (tmp_path / "mat" / "shipshape-try.pdf").is_file()
    parts = json.loads(said(command, "doctor", "--json", folder=tmp_path, home=tmp_path))["parts"]
    assert {part["part"] for part in parts} >= {"camera", "pods"}
    played = said(command, "demo", "--once", "--json", "--players", "2", folder=tmp_path, home=tmp_path)
    assert json.loads(played.splitlines()[-1])


def engine() -> str | None:
    """Return what builds containers here, None where nothing does."""
    for name in ("podman", "docker"):
        if shutil.which(name) and subprocess.run([name, "ps"], capture_output=True, check=False).returncode == 0:
            return name
    return None


class Container:
    """The companion in a container of its own, its games in a volume; both are gone at the end."""

    def __init__(self, engine: str) -> None:
        self._engine = engine

    def runs(self, *words: str | Path) -> str:
        """Have the engine do this; return what it says."""
        done = subprocess.run([self._engine, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def serves(self, *words: str) -> tuple[str, str]:
        """Start it and wait until it serves; return its page's address and the way in that it prints."""
        kept = ("--volume", f"{NAME}:/data", "--env", f"TZ={zone_in_readme()}")
        self.runs("run", "--detach", "--rm", "--name", NAME, "--publish", "127.0.0.1::8000", *kept, NAME, *words)
        with subprocess.Popen([self._engine, "logs", "--follow", NAME], stdout=subprocess.PIPE, text=True) as log:
            lines = log.stdout or ()
            key = next((found[0] for line in lines if (found := re.search(r"/in/\w+", line))), None)
            assert key, "it ended before it served its page"
            assert any("End with Ctrl+C" in line for line in lines), "it ended before it served its page"
            log.kill()
        return f"http://{self.runs('port', NAME, '8000').splitlines()[0]}", key

    def asks(self, address: str, key: str, **asked: object) -> str:
        """Come in as a phone, ask for this and return the page that it then sees."""
        phone = build_opener(HTTPCookieProcessor())
        phone.open(address + key, timeout=60).close()
        head = {"Origin": address, "Content-Type": "application/json"}
        answer = json.load(phone.open(Request(f"{address}/do", json.dumps(asked).encode(), head), timeout=60))
        assert answer["ok"], answer
        return self.page(address)

    def page(self, address: str) -> str:
        """Return what whoever opens the page sees."""
        with urlopen(address, timeout=60) as page:
            return page.read().decode()


@pytest.fixture
def container() -> Iterator[Container]:
    """A container that is built of the recipe as it is now."""
    builds = engine()
    if builds is None:
        pytest.skip("NO PODMAN OR DOCKER RUNS HERE: the Containerfile was neither built nor run")
    one = Container(builds)
    base = re.findall(r"^FROM (\S+)$", RECIPE.read_text(encoding="utf-8"), re.MULTILINE)[0]
    kept = subprocess.run([builds, "image", "inspect", base], capture_output=True, check=False).returncode == 0
    if not kept and subprocess.run([builds, "pull", base], capture_output=True, check=False).returncode:
        pytest.skip(f"{base} CAN'T BE REACHED: the Containerfile was neither built nor run; make test-container can")
    one.runs("build", "--network", "host", "--tag", NAME, "--file", RECIPE, ROOT)
    try:
        yield one
    finally:
        for words in (("rm", "--force", NAME), ("volume", "rm", "--force", NAME), ("rmi", "--force", NAME)):
            subprocess.run([builds, *words], check=False, capture_output=True)


def zone_in_readme() -> str:
    """Return the time zone with which the README starts a container, "" where it would go by UTC."""
    started = re.findall(r"^ +podman run .*", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    zones = [zone for line in started for zone in re.findall(r" --env TZ=(\S+) table-companion ", line)]
    return zones[0] if len(zones) == len(started) else ""


def test_a_container_as_the_readme_starts_it_goes_by_the_clock_of_the_house() -> None:
    assert ZoneInfo(zone_in_readme()).utcoffset(datetime(2026, 7, 1)) != timedelta(0)


@pytest.mark.slow
def test_the_container_serves_its_page_and_a_new_one_goes_on_with_its_game(container: Container) -> None:
    seen = container.asks(*container.serves(), do="new_game", game="shipshape", players=["Ana", "Rui"])
    assert "Ana" in seen
    began = time.monotonic()
    container.runs("stop", "--time", "60", NAME)
    assert time.monotonic() - began < 30, "it did not end when it was told to"
    words = ("run", "--data", "/data", "--camera", "phone")  # as the README says it, with another camera
    address, _ = container.serves(*words)
    assert "Ana" in container.page(address)
    assert container.runs("exec", NAME, "companion", "--version").startswith("companion ")
    there = "import datetime as d; print(d.datetime(2026, 7, 1, 12, tzinfo=d.UTC).astimezone().hour)"
    assert container.runs("exec", NAME, "python", "-c", there) == "13"  # in Lisbon
    assert "video" in container.runs("exec", NAME, "id", "-Gn").split()
    listed = container.runs("exec", NAME, "companion", "export", "--data", "/data")
    assert "shipshape" in listed
