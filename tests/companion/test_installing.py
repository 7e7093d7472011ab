"""Installed in one line into a fresh environment, from no more than the container recipe copies, it does what an owner
does first; and the container itself, where one can be built."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from urllib.request import urlopen

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
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0:
            talks = subprocess.run([name, "ps"], capture_output=True, check=False)
            if talks.returncode == 0:
                return name
    return None


@pytest.mark.slow
def test_the_container_is_built_and_serves_its_page() -> None:
    builds = engine()
    if builds is None:
        pytest.skip("NO PODMAN OR DOCKER RUNS HERE: the Containerfile was neither built nor run")
    subprocess.run([builds, "build", "--quiet", "--tag", NAME, "--file", RECIPE, ROOT], check=True)
    subprocess.run(
        [builds, "run", "--detach", "--rm", "--name", NAME, "--publish", "127.0.0.1::8000", NAME], check=True
    )
    try:
        with subprocess.Popen([builds, "logs", "--follow", NAME], stdout=subprocess.PIPE, text=True) as log:
            assert log.stdout is not None
            assert any("End with Ctrl+C" in line for line in log.stdout), "it ended before it served its page"
            log.kill()
        port = subprocess.run([builds, "port", NAME, "8000"], capture_output=True, text=True, check=True).stdout
        with urlopen(f"http://{port.strip().splitlines()[0]}/", timeout=60) as page:
            assert page.status == 200
    finally:
        subprocess.run([builds, "stop", NAME], check=False, capture_output=True)
