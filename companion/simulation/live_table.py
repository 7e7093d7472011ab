"""The simulated table while somebody watches: its people act by themselves at a human pace, until somebody takes a seat
over, by its pod on the bench or with a phone."""

import random
import threading
from collections.abc import Callable

import cv2

from companion.language.message import Message
from companion.practice.people import Ask, Deed, Move, Press
from companion.session import Published
from companion.simulation import drawn_table, simulated_table
from companion.simulation.simulated_table import SimulatedTable
from companion.simulation.teaching_table import WalkTable
from companion.table.feed import Feed
from companion.table.requests import Answer, GoOn, NewGame, Request
from companion.table.seats import MACHINE
from companion.table.signals import Key, Reply
from companion.table.snapshot import Question, Snapshot, Step
from companion.teaching.walk import Stage
from companion.teaching.walker import Walker
from hardware.display import PictureDisplay
from hardware.pods import PodKey, ScriptedPods
from vision.drawing.views import Hardness
from vision.registration.patches import Picture

PACE_S = 0.9
PACES = {"normal": 1.0, "slow": 3.0}  # times as long; "pause" stands still
SCORE_STANDS_S = 8.0
HAND_S = 0.7
LAYING_S = 1.5  # a settled sheet stands for that long before the next pieces are laid
KEY_S = 0.06


class LiveTable:
    """The table, its people and devices, as `web.contract.Bench` wants them. `game` and `players` are what is played
    until somebody begins another game; `take_turns` is run in a thread of its own."""

    def __init__(
        self, game: str, players: int, pods: ScriptedPods, display: PictureDisplay, hardness: Hardness
    ) -> None:
        self._game, self._players, self._hardness = game, players, hardness
        self._pods = pods
        self._display = display
        self._taken: set[int] = set()  # pods that somebody took over …
        self._lent: set[int] = set()  # … with a phone, and may give up again
        self._table: SimulatedTable | None = None
        self._game_id = ""
        self._begun = False
        self._chapters = 0  # finished when people acted last
        self.pace = "normal"
        self._dice = random.Random()
        self.walker: Walker | None = None
        self._walk_table: WalkTable | None = None

    # ---- what the camera and the bench page see

    def picture(self) -> Picture:
        """Return what the camera sees."""
        walked, table = self._walk_table, self._table
        if walked is not None:
            return walked.picture()
        return table.picture() if table is not None else simulated_table.bare(self._game, self._players)

    def camera_picture(self) -> bytes:
        """Return the camera's newest picture as JPEG, half size."""
        picture = cv2.resize(self.picture(), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])

    def display_picture(self) -> bytes:
        """Return the small display's picture as PNG."""
        import io  # noqa: PLC0415 - only the bench needs it

        data = io.BytesIO()
        self._display.image.save(data, "PNG")
        return data.getvalue()

    def lamps(self) -> dict[str, float]:
        """Return each pod's lamp, 0 to 1, by pod number from 1."""
        return {str(number): level for number, level in enumerate(self._pods.levels, 1)}

    def key(self, pod: int, key: str, pressed: bool) -> None:
        """Press or release a key of pod `pod` (from 1): that seat is somebody's now."""
        if not 1 <= pod <= self._pods.count or key not in ("add", "ok"):
            return
        self._taken.add(pod - 1)
        (self._pods.press if pressed else self._pods.release)(pod - 1, PodKey(key))

    def set_pace(self, pace: str) -> bool:
        """Let its people act at another pace, or stand still; return whether there is such."""
        if pace not in (*PACES, "pause"):
            return False
        self.pace = pace
        return True

    # ---- the people

    def take_turns(
        self,
        feed: Feed[Published],
        submit: Callable[[str, Request], Reply],
        tell: Callable[[Message], None],
        stopped: threading.Event,
        *,
        begin: bool = True,
    ) -> None:
        """Begin a game, and act until `stopped`; while pieces are taught they are laid, and the game stands still.
        `tell` tells the table what is left to a visitor. Called again, after a failure, people lay the table anew and
        play on."""
        begin, self._begun, self._game_id = begin and not self._begun, True, ""
        if begin:
            submit(MACHINE, NewGame(self._game, list(simulated_table.NAMES[: self._players])))
            if feed.latest[1].snapshot.step is Step.DRAW:
                submit(MACHINE, GoOn())  # whoever comes finds the first turn
        while not stopped.wait(PACE_S * PACES.get(self.pace, 1.0)):
            if self._teaches(stopped):
                continue
            snapshot = feed.latest[1].snapshot
            if snapshot.game is None:
                continue
            self._sit_at(snapshot)
            self._make_room(snapshot, stopped)
            if self.pace == "pause":
                continue
            for deed in self._deeds(snapshot, stopped):
                self._do(deed, snapshot, submit, tell, stopped)

    def _teaches(self, stopped: threading.Event) -> bool:
        """Return whether pieces are taught just now; if so, lay the next ones where they are awaited."""
        state = self.walker.state() if self.walker is not None else None
        if self.walker is None or state is None or not self.walker.active:
            self._walk_table = None
            return False
        table = self._walk_table
        if table is None or table.game != state.walk.game:
            drawn_table.forget()
            table = self._walk_table = WalkTable(state.walk.game, self._dice.randrange(1 << 30), self._hardness)
        if state.walk.stage is Stage.CLEAR:
            table.clear()  # a walk may begin anew before this table is put away
        if table.wants_to_lay(state.walk) and not stopped.wait(LAYING_S):
            table.hand_over(True)
            stopped.wait(HAND_S)
            table.lay(state.walk)
            table.hand_over(False)
        return True

    def _sit_at(self, snapshot: Snapshot) -> None:
        """Lay a new table when a new game begins."""
        if snapshot.game is None or snapshot.game.id == self._game_id:
            return
        seats = tuple(seat.name for seat in snapshot.seats)
        self._game_id, self._taken, self._lent, self._chapters = snapshot.game.id, set(), set(), 0
        seed = self._dice.randrange(1 << 30)
        drawn_table.forget()
        self._table = SimulatedTable(
            snapshot.game.name, seats, len(snapshot.game.players), seed, self._hardness, brisk=False
        )

    def _make_room(self, snapshot: Snapshot, stopped: threading.Event) -> None:
        """Press ok on the pod of a seat that a phone asks for: the person who played there gets up, and comes back once
        the seat is free."""
        for seat in snapshot.seats:
            pod = seat.number - 1
            if seat.claiming:
                self._press(pod, Key.OK, 1, stopped)
                self._taken.add(pod)
                self._lent.add(pod)
            elif pod in self._lent and seat.device != "both":
                self._taken.discard(pod)
                self._lent.discard(pod)

    def _deeds(self, snapshot: Snapshot, stopped: threading.Event) -> list[Deed]:
        if self._table is None:
            return []
        if self._just_scored(snapshot):
            stopped.wait(SCORE_STANDS_S)
            return []
        if snapshot.questions:
            return [self._answer(snapshot.questions[0])]
        return list(self._table.act(snapshot))

    def _just_scored(self, snapshot: Snapshot) -> bool:
        """Whether a part of the game was finished since people acted last: its score is read first."""
        before, self._chapters = self._chapters, len(snapshot.chapters)
        return self._chapters > before

    def _answer(self, question: Question) -> Deed:
        label = self._table.people.answer(question) if self._table is not None else question.offered
        return Ask(question.seat or "", Answer(question.id, label))

    def _do(
        self,
        deed: Deed,
        snapshot: Snapshot,
        submit: Callable[[str, Request], Reply],
        tell: Callable[[Message], None],
        stopped: threading.Event,
    ) -> None:
        match deed:
            case Press(pod, key, times, left):
                acting = self._acting_pod(pod, snapshot)
                self._press(acting, key, times, stopped)
                if acting is None and left is not None:
                    tell(left)
            case Move(zone) if self._table is not None:
                self._table.hand_over(zone)
                stopped.wait(HAND_S)
                self._table.hand_over(None)
            case Ask(_, request):
                submit(MACHINE, request)

    def _acting_pod(self, pod: int, snapshot: Snapshot) -> int | None:
        """Return the pod whose person acts: a seat that somebody took over is left alone; for what anybody may do,
        another one is found."""
        ours = [
            seat.number - 1
            for seat in snapshot.seats
            if not seat.added and seat.device != "both" and seat.number - 1 not in self._taken
        ]
        if pod in ours:
            return pod
        anybody = snapshot.step in (Step.DRAW, Step.SCORE)
        return ours[0] if anybody and ours else None

    def _press(self, pod: int | None, key: Key, times: int, stopped: threading.Event) -> None:
        for _ in range(times if pod is not None else 0):
            if pod is not None and pod not in self._taken:
                self._pods.press(pod, PodKey(key.value))
                stopped.wait(KEY_S)
                self._pods.release(pod, PodKey(key.value))
                stopped.wait(KEY_S)
