"""`companion demo --once`: play a whole game on the simulated table as fast as it goes, and check every score.

Time is turned by hand, so nothing waits; the camera's pictures, the readings and the rules are the real ones.
"""

import argparse
import contextlib
import json
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from companion.camera.play import Target, Watch
from companion.game import registry
from companion.game.match import Match
from companion.practice.people import Ask, Move, Press, Truth
from companion.session import Chance, Published, Session
from companion.simulation import judge, simulated_table
from companion.simulation.judge import ReadingTally
from companion.store.database import Store
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.seats import MACHINE
from companion.table.signals import NewBaseline, Pressed, Signal, Submitted, Tick
from companion.table.snapshot import Snapshot, Step
from hardware.camera import DrawnCamera
from vision.drawing.views import Hardness
from vision.observation import ZoneSeen
from vision.pieceset.faces import Faces

LOOK_S = 0.35
CALM_LOOKS = 7  # after laying something, people look at it for a while before they do anything else
MOST_LOOKS = 1500
MOST_ASKED = 0.03


class RefusedError(ValueError):
    """A game that can't be begun so; the message says why."""


@dataclass
class Outcome:
    """How a demo went."""

    match: Match
    tallies: list[ReadingTally] = field(default_factory=list)
    scores_true: bool = False

    def good(self, hardness: Hardness) -> bool:
        """Return whether the scores are the true table's, nothing was sure and wrong, and few cells were asked."""
        cells, asked = sum(t.cells for t in self.tallies), sum(t.asked for t in self.tallies)
        few = hardness is Hardness.HARD or asked <= MOST_ASKED * cells
        return self.match.over and self.scores_true and few and not any(t.sure_wrong for t in self.tallies)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion demo` takes."""
    parser.add_argument("--game", choices=registry.names(), default=registry.first())
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--light", choices=[hardness.value for hardness in Hardness], default=Hardness.NORMAL.value)
    parser.add_argument("--once", action="store_true", help="play one game, then end (there is no other way yet)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--pieces", type=Path, help="the taught set; left out, it is taught anew")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME", help="an option of the game that is on"
    )


def run(args: argparse.Namespace) -> int:
    """Play and print; see `Outcome.good` for what the exit status 0 means."""
    game = registry.find(args.game)
    if args.players not in game.players:
        print(
            f"--players {args.players}: {game.title} is for {game.players.start} to {game.players.stop - 1}",
            file=sys.stderr,
        )
        return 2
    known = [field.name for field in msgspec.structs.fields(game.options) if field.type is bool]
    unknown = next((name for name in args.option if name not in known), None)
    if unknown is not None:
        print(f"--option {unknown}: {game.title} has {', '.join(known) or 'none'}", file=sys.stderr)
        return 2
    hardness, begun = Hardness(args.light), time.monotonic()
    options = dict.fromkeys(args.option, True)
    with tempfile.TemporaryDirectory() as folder:
        faces = None
        with contextlib.suppress(registry.PartError):  # nothing to be read: all is entered by hand
            faces = simulated_table.teach(args.game, args.pieces or Path(folder) / "pieces")
        try:
            outcome = play(args.game, args.players, args.seed, hardness, faces, options)
        except RefusedError as error:
            print(error, file=sys.stderr)
            return 2
    good = outcome.good(hardness)
    _print(outcome, args, good, time.monotonic() - begun)
    return 0 if good else 1


def _print(outcome: Outcome, args: argparse.Namespace, good: bool, seconds: float) -> None:
    final = outcome.match.final
    rows = [{"part": number, **vars(tally)} for number, tally in enumerate(outcome.tallies, 1)]
    if args.json:
        extra = {"players": args.players, "seed": args.seed, "light": args.light, "seconds": round(seconds, 1)}
        print(
            json.dumps(
                {
                    **final,
                    **extra,
                    registry.find(args.game).parts: rows,
                    "scores_true": outcome.scores_true,
                    "good": good,
                }
            )
        )
        return
    for row in rows:
        print("{part}: {cells} cells, {right} right, {asked} asked, {sure_wrong} sure but wrong".format_map(row))
    for place in outcome.match.standings:
        print(f"{place.rank}. {place.player}: {place.score}" + (f" ({place.why})" if place.why else ""))
    if not rows:
        print("nothing was read: everything was entered by hand")
    print("the scores are the true table's" if outcome.scores_true else "THE SCORES ARE WRONG")


def play(
    game: str,
    players: int,
    seed: int,
    hardness: Hardness,
    faces: Faces | None,
    options: Mapping[str, Any] | None = None,
) -> Outcome:
    """Play one game to its end and return how it went."""
    with contextlib.closing(_Demo(game, players, seed, hardness, faces, dict(options or {}))) as demo:
        return demo.played()


class _Demo:
    def __init__(
        self, game: str, players: int, seed: int, hardness: Hardness, faces: Faces | None, options: dict[str, Any]
    ) -> None:
        self.now_s = 0.0
        self.reads = faces is not None
        self.published: Published | None = None
        chance = Chance(lambda: "demo", lambda: str(seed), lambda: "2020-01-01T00:00:00Z")
        self.store = Store(":memory:")
        self.session = Session(self.store, chance, Equipment(pods=players, camera=faces is not None), self._publish)
        names = list(simulated_table.NAMES[:players])
        reply = self._step(Submitted(MACHINE, requests.NewGame(game, names, options), 0.0))
        if not reply.ok or self.session.evening is None:
            raise RefusedError(str(reply.text))
        seats = self.session.evening.match.seats
        self.table = simulated_table.SimulatedTable(game, seats, players, seed, hardness, brisk=True)
        camera = DrawnCamera(self.table.picture, clock=lambda: self.now_s)
        target = Target((self.table.layout,) if faces is not None else (), lambda: faces)
        self.watch = Watch(camera, lambda _game, _seats: target, clock=lambda: self.now_s)
        self.watch.expect(game, len(seats))
        self.watch.rebase(self.session.evening.plan)
        self.asked: set[tuple[int, str, int]] = set()  # (the event to come, seat or zone, cell)
        self.looks: dict[int, dict[str, ZoneSeen]] = {}  # by event: what was seen when it was played
        self.refused: list[tuple[Truth, dict[str, ZoneSeen]]] = []  # what lay there, and what was seen instead

    def close(self) -> None:
        """Give back what was opened."""
        self.watch.close()
        self.store.close()

    def _publish(self, published: Published) -> None:
        self.published = published

    @property
    def snapshot(self) -> Snapshot:
        if self.published is None:
            raise RuntimeError("nothing was published yet")
        return self.published.snapshot

    def _step(self, signal: Signal) -> Any:
        before = self.published.snapshot if self.published else None
        effects, reply = self.session.step(signal)
        if before is not None and not (isinstance(signal, Submitted) and isinstance(signal.request, requests.Enter)):
            self._keep_looks(before)
        for effect in effects:
            if isinstance(effect, NewBaseline) and hasattr(self, "watch"):
                self.watch.rebase(effect.number)
        return reply

    def _keep_looks(self, before: Snapshot) -> None:
        """Keep what was seen when an event was just played, or when a look in a turn was refused."""
        zones = self.session.evening.zones if self.session.evening is not None else {}
        seen = {name: look.seen for name, look in zones.items() if look.seen is not None}
        now = self.snapshot
        self.looks |= dict.fromkeys(range(before.events + 1, now.events + 1), seen)
        if now.step is Step.TURN and now.notices and now.notices != before.notices:
            truths = self.table.people.truths()
            self.refused += [(truth, seen) for truth in truths if truth.line == now.events + 1]

    def played(self) -> Outcome:
        """Play the game to its end, or until people have waited in vain for too long, and judge it."""
        for _ in range(MOST_LOOKS):
            deeds = self.table.act(self.snapshot)
            for deed in deeds:
                self._do(deed)
            self._look_calmly(CALM_LOOKS if any(isinstance(deed, Move) for deed in deeds) else 0)
            if self.snapshot.step is Step.OVER:
                break
            self._answer()
            self._pass()
        self.table.act(self.snapshot)  # people see the end, too: what lay there last is noted
        if self.session.evening is None:
            raise RuntimeError("the game is gone")
        return self._judged(self.session.evening.match)

    def _look_calmly(self, looks: int) -> None:
        """Let some moments pass; people think about their bids for so long again, until all has been read."""
        for _ in range(looks):
            self._pass()
        for _ in range(looks):
            zones = self.session.evening.zones.values() if self.session.evening is not None else ()
            if self.snapshot.step is not Step.BIDS or all(look.seen is not None for look in zones):
                break
            self._pass()

    def _do(self, deed: object) -> None:
        match deed:
            case Press(pod, key, times):
                for _ in range(times):
                    for down in (True, False):
                        self.now_s += 0.05
                        self._step(Pressed(pod, key, down, self.now_s))
            case Move(zone):
                self.table.hand_over(zone)
                self._look()
                self.table.hand_over(None)
            case Ask(_, request):
                self._step(Submitted(MACHINE, request, self.now_s))

    def _pass(self) -> None:
        """Let a moment pass; the camera looks while something on the table may change."""
        self.now_s += LOOK_S
        if self.snapshot.step is Step.BIDS and all(s.lamp.value != "awaited" for s in self.snapshot.seats):
            self._step(Tick(self.now_s))
        else:
            self._look()

    def _look(self) -> None:
        if self.reads:
            self._step(self.watch.look())
        self._step(Tick(self.now_s))

    def _answer(self) -> None:
        """People answer just what is asked, with what really lies there."""
        for question in self.snapshot.questions:
            self.asked.add((self.snapshot.events + 1, question.seat or question.zone, question.cell))
            truth = self.table.people.answer(question)
            self._step(Submitted(MACHINE, requests.Answer(question.id, truth), self.now_s))

    def _judged(self, match: Match) -> Outcome:
        truths = self.table.people.truths()
        tallies = [self._tally(match, truth) for truth in truths if truth.cells and truth.line < len(match.lines)]
        refused = [judge.of_looks(seen, truth, self.asked, refused=True) for truth, seen in self.refused]
        true = judge.true_final(match, truths) if match.over and (tallies or not self.reads) else None
        read = [tally for tally in (*tallies, *refused) if tally.cells]
        return Outcome(match, read, true == match.final)

    def _tally(self, match: Match, truth: Truth) -> ReadingTally:
        if match.game.cells(match.lines[truth.line]):
            return judge.of_record(match, truth, self.asked)
        looks = self.looks.get(truth.line, {})
        known = [id(seen) for line, earlier in self.looks.items() if line < truth.line for seen in earlier.values()]
        news = {name: labels for name, labels in truth.cells.items() if id(looks.get(name)) not in known}
        return judge.of_looks(looks, replace(truth, cells=news), self.asked)
