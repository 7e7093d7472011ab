"""Set back: the folders of a table and of the room, restored from older copies, in whatever order. What either of them
still has is in the room afterwards, once, and of each game what its table told last counts."""

import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from support.brokers import Twin
from support.rooms import NOW, Rig

from companion.language.message import say
from companion.publishing.broker import Address
from companion.publishing.messages import Kind, RankingPlace
from companion.publishing.publisher import Manner, Publisher
from companion.publishing.results import Statement, kept
from companion.store.database import Store
from companion.table.snapshot import Snapshot, Step

ONE = Snapshot(0, Step.JOIN, say("Practice"))
TURNS = 120  # a tenth of a second each, which ends every wait


class Turns(threading.Event):
    """Lets the room have its turn at each of the table's; ends after so many."""

    def __init__(self, club: "Club", turns: int) -> None:
        super().__init__()
        self.club, self.turns = club, turns

    def is_set(self) -> bool:
        self.turns -= 1
        self.club.rig.turn(1.0)
        return self.turns < 0

    def wait(self, timeout: float | None = None) -> bool:
        self.club.rig.now_s += timeout or 0.0
        return self.is_set()


class Club:
    """A room and one table, each with a folder that can be copied and set back."""

    def __init__(self, folder: Path) -> None:
        self.room, self.table = folder / "room", folder / "table"
        for one in (self.room, self.table):
            one.mkdir()
        self.rig = Rig(self.room / "room.db")
        self.open()
        assert self.publisher.pair(self.rig.hall.admit(self.publisher.table))
        self.said = 0

    def open(self) -> None:
        self.store = Store(self.table / "games.db")
        self.publisher = Publisher(
            Address("b"),
            Manner("T"),
            self.store,
            lambda: ONE,
            lambda: NOW,
            lambda: self.rig.now_s,
            lambda: Twin(self.rig.hub),
        )

    def play(self, game: str, score: int) -> None:
        """Tell of a game, or of a correction of it."""
        if game not in self.store.games():
            self.store.begin(game, NOW, {"record": 1, "game": "alcatraz", "players": ["Ana", "Rui"]}, "seed")
        self.said += 1
        places = (RankingPlace("Ana", score, 1), RankingPlace("Rui", -1, 2))
        value = Statement(NOW, Kind.GAME, game, "alcatraz", "A", ("Ana", "Rui"), 1, True, places, ("Ana",))
        self.store.tell(game, f"r{self.said}", kept(value))

    def play_many(self, game: str, times: int) -> None:
        with self.store.together():
            for number in range(times):
                self.play(game, number)

    def meet(self, turns: int = TURNS) -> None:
        """Let table and room speak with each other for a while."""
        self.publisher.run(Turns(self, turns))

    def copy(self, what: Path) -> Path:
        target = what.with_name(f"{what.name}-copy")
        shutil.rmtree(target, ignore_errors=True)
        self._stopped(what, lambda: shutil.copytree(what, target))
        return target

    def set_back(self, what: Path, copy: Path) -> None:
        def back() -> None:
            shutil.rmtree(what)
            shutil.copytree(copy, what)

        self._stopped(what, back)

    def _stopped(self, what: Path, act: Callable[[], object]) -> None:
        if what == self.room:
            self.rig.stop()
            act()
            self.rig.start()
        else:
            self.store.close()
            act()
            self.open()

    def ids(self) -> set[str]:
        return {id_ for (id_,) in self.rig.book._rows("SELECT id FROM result")}

    def scores(self) -> dict[str, int]:
        return {one.result.game: one.result.standings[0].score for one in self.rig.book.games()}

    def close(self) -> None:
        self.store.close()
        self.rig.stop()


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path)


def test_both_set_back_and_what_either_has_is_there_and_the_last_word_counts(club: Club) -> None:
    club.play("g1", 1)
    club.meet()
    room = club.copy(club.room)
    club.play("g2", 2)
    club.meet()
    table = club.copy(club.table)
    club.play("g1", 3)
    club.play("g3", 3)
    club.meet()
    assert club.scores() == {"g1": 3, "g2": 2, "g3": 3}
    club.set_back(club.room, room)
    club.set_back(club.table, table)
    club.play("g2", 4)  # before it has heard anything of the room
    club.play("g1", 5)
    club.meet()
    assert club.scores() == {"g1": 5, "g2": 4}
    assert all(row.confirmed for row in club.store.outbox())
    assert club.ids() == {row.id for row in club.store.outbox()}
    club.close()


def test_what_the_room_alone_has_hides_nothing_that_it_lost(club: Club) -> None:
    """A room that counts results of which a table that was set back knows nothing: its count alone tells too little."""
    table = club.copy(club.table)
    club.play_many("lost", 260)
    club.meet()
    club.set_back(club.table, table)
    club.play("g1", 1)
    club.meet()
    room = club.copy(club.room)  # has 260 that no table has
    club.play_many("g2", 230)
    club.meet()
    assert len(club.ids()) == 491
    club.set_back(club.room, room)
    club.meet()
    assert len(club.ids()) == 491
    assert all(row.confirmed for row in club.store.outbox())
    club.close()


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_set_back_whenever(tmp_path: Path, seed: int) -> None:
    club, rng = Club(tmp_path), Random(seed)
    copies = {one: club.copy(one) for one in (club.room, club.table)}
    for _ in range(40):
        what = rng.choice([club.room, club.table])
        match rng.randrange(6):
            case 0:
                copies[what] = club.copy(what)
            case 1:
                club.set_back(what, copies[what])
            case 2:
                club.meet(rng.randrange(4))
            case _:
                club.play(f"g{rng.randrange(3)}", club.said)
    for game in range(3):
        club.play(f"g{game}", 1000 + game)
    club.meet()
    rows = club.store.outbox()
    assert {row.id for row in rows} <= club.ids()
    assert all(row.confirmed for row in rows)
    assert {game: score for game, score in club.scores().items() if game in "g0g1g2"} == {
        "g0": 1000,
        "g1": 1001,
        "g2": 1002,
    }
    club.close()
