"""A service that cannot start says why on its display and its page."""

import argparse
import sqlite3
import threading
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.broken_games import break_games

from companion.app import refusal as refusing
from companion.app.service import Service
from companion.cli import main
from companion.commands import run
from companion.config import Config, PageSection
from companion.display import panel
from companion.language.message import say
from companion.machine.notify import Notifier
from companion.store.database import Store
from companion.store.schema import VERSION
from hardware.display import PictureDisplay
from web.refusal import Refusal


def test_every_page_is_the_sentence() -> None:
    refusal = Refusal({"nl": "games.db <2> is nieuwer", "en": "games.db <2> is newer"}, "127.0.0.1", 0)
    refusal.start()
    for wanted, sentence in (("pt", "is nieuwer"), ("en-GB,nl;q=0.5", "is newer"), ("", "is nieuwer")):
        asked = urllib.request.Request(
            f"http://127.0.0.1:{refusal.port}/history", headers={"Accept-Language": wanted} if wanted else {}
        )
        with pytest.raises(urllib.error.HTTPError) as answer:
            urllib.request.urlopen(asked)
        assert answer.value.code == 503
        assert f"games.db &lt;2&gt; {sentence}" in answer.value.read().decode()
        answer.value.close()
    refusal.close()


def test_the_display_turns_the_pages_of_a_long_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    display, stopped, shown = PictureDisplay(), threading.Event(), []
    sentence = "a very long reason " * 12
    lit = [page.histogram()[255] for page in panel.sentence(display.size, sentence)]

    def wait(_seconds: float) -> bool:
        shown.append(display.image.convert("1").histogram()[255])
        return len(shown) == len(lit)

    monkeypatch.setattr(stopped, "wait", wait)
    refusing.show(sentence, display, Notifier(None), stopped)
    assert len(lit) > 1
    assert shown == lit  # shifted by a pixel now and then, to spare the display


@pytest.mark.parametrize("listening", [True, False])
def test_only_a_service_stands_by(
    listening: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    newer = sqlite3.connect(tmp_path / "games.db")
    newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.close()
    said: list[str] = []
    monkeypatch.setattr(run, "stand_by", lambda reason, *_: said.append(str(reason)))
    if listening:
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    else:
        monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    parser = argparse.ArgumentParser()
    run.arguments(parser)
    status = run.run(parser.parse_args(["--camera", "none", "--data", str(tmp_path), "--port", "0"]))
    assert status == 2
    assert "was written by a newer companion" in capsys.readouterr().err
    assert [("newer companion" in sentence) for sentence in said] == [True] * listening


def test_games_that_can_not_be_read_are_mended_and_everybody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(Store(tmp_path / "games.db")) as store:
        store.begin("a", "2026", {"record": 1, "game": "shipshape", "players": ["Ana", "Rui"]}, "seed")
    break_games(tmp_path / "games.db")
    served: list[Service] = []
    monkeypatch.setattr(run, "_serve", lambda service, *_, **__: served.append(service))
    monkeypatch.setattr(run, "Server", lambda *_: SimpleNamespace(port=0))
    parser = argparse.ArgumentParser()
    run.arguments(parser)
    assert run.run(parser.parse_args(["--camera", "none", "--data", str(tmp_path), "--port", "0"])) == 0
    (service,) = served
    told = [str(part.text) for part in service._vitals() if part.part == "games"]
    assert "The file of the games was damaged" in told[0]
    assert told[1:] == ["The game of Ana, Rui was damaged and is restored from its record, whole"]
    assert [record.getMessage() for record in caplog.records] == told
    assert service.session.evening is not None


CONFIGURED = """
language = "pt"
[page]
port = 0
name = "kitchen"
[display]
device = "sh1106"
"""


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ('[pods]\ncount = "six"', "pods.count: deve ser um número inteiro, não um texto"),
        ("[pods]\ncount = 9", "pods.count é 9; pode ser de 0 a 6"),
        ("[pods]\nnumber = 6", "pods.number: ninguém conhece esta chave"),
        ("[pods\ncount = 6", "não é TOML"),
        ('[camera]\nlens = "nowhere.toml"', "Não se pode usar a lente"),
        ('[table]\nlayout = "nowhere.toml"', "nowhere.toml: não há tal ficheiro"),
    ],
)
def test_what_is_wrong_with_a_configuration_is_said_in_its_language_on_its_display(
    wrong: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(CONFIGURED + wrong, encoding="utf-8")
    display, shown, served, announced = PictureDisplay(), [], [], []
    monkeypatch.setattr(refusing, "open_display", lambda config: display if config.driver == "sh1106" else None)
    monkeypatch.setattr(refusing, "show", lambda said, where, *_: shown.append((said, where)))
    monkeypatch.setattr(
        refusing, "Refusal", lambda said, _host, port, _sockets: served.append((said, port)) or Listens()
    )
    monkeypatch.setattr(refusing, "follow", lambda announcement, *_: announced.append(announcement.by_name))
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    parser = argparse.ArgumentParser()
    run.arguments(parser)
    words = ["--camera", "none", "--config", str(file), "--data", str(tmp_path)]
    assert run.run(parser.parse_args(words)) == 2
    ((said, where),) = shown
    assert said.startswith("O assistente não consegue iniciar: ")
    assert sentence in said
    assert where is display
    ((pages, port),) = served
    assert next(iter(pages)) == "pt"
    assert pages["pt"] == said
    assert set(pages) == {"en", "pt", "pt_BR", "nl", "es"}
    assert pages["en"].startswith("The companion can't start: ")
    assert port == 0
    assert announced == ["http://kitchen.local:0/"], "phones find it by the name that they know"


def test_it_is_announced_at_the_address_at_which_it_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    monkeypatch.setattr(refusing, "Refusal", lambda *_: Listens())
    monkeypatch.setattr(refusing, "show", lambda *_: None)
    monkeypatch.setattr(refusing, "follow", lambda _announcement, _tell, _stopped, find: found.append(find()))
    monkeypatch.setattr("signal.signal", lambda *_: None)
    refusing.stand_by(say("no"), None, Config(page=PageSection(host="10.9.0.7")), Notifier(None))
    assert found == ["10.9.0.7"]


class Listens:
    """Stands for the page's listener."""

    def start(self) -> None:
        """Do nothing."""


@pytest.mark.parametrize(("game", "least", "players"), [("shipshape", 2, 7), ("allaboard", 2, 1), ("alcatraz", 2, 0)])
def test_a_simulated_table_for_too_many_or_too_few_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, least: int, players: int
) -> None:
    words = ["run", "--simulated", "--game", game, "--players", str(players), "--data", str(tmp_path)]
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"--players {players}: ")
    assert f" is for {least} to " in said
    assert said.count("\n") == 1
