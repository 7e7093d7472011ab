"""The publisher over a broker in memory: births, updates, wills; results until the room has them; health in words."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from support.publishers import CODE, Rig, Stops

from companion.publishing.messages import (
    Gone,
    Offer,
    OfferedPairing,
    Report,
    ResultsDigest,
    Topic,
    is_signed,
    read,
    topic,
    written,
)
from companion.publishing.publisher import BEAT_S, OFFERED_AGAIN_S
from companion.publishing.results import PeopleInRoom
from companion.table import requests


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    made.people.wait(0.2)
    yield made
    made.people.store.close()


@pytest.fixture
def paired(rig: Rig) -> Rig:
    assert rig.publisher.pair(CODE)
    return rig


def test_a_birth_comes_first_and_a_farewell_last(rig: Rig) -> None:
    rig.run()
    (birth,) = rig.heard(Topic.BIRTH, Report)
    (gone,) = rig.heard(Topic.GONE, Gone)
    assert (birth.number, birth.state.name, birth.session) == (0, "Table 7", gone.session)
    assert rig.hub.wire[0][0].endswith("/birth")
    assert "not paired" in rig.said()[0] or "called" in rig.said()[0]


def test_an_update_tells_what_changed_and_a_beat_comes_though_nothing_did(rig: Rig) -> None:
    rig.run(8)
    assert rig.heard(Topic.UPDATE, Report) == []
    rig.hub.wire.clear()
    rig.run(round(BEAT_S) + 8)
    assert [one.number for one in rig.heard(Topic.UPDATE, Report)] == [1]
    rig.hub.wire.clear()

    class Playing(Stops):
        def is_set(self) -> bool:
            if self.turns == 5:
                assert rig.people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
            return super().is_set()

    rig.publisher.run(Playing(rig, 10))
    (update,) = rig.heard(Topic.UPDATE, Report)
    assert (update.number, [seat.name for seat in update.state.seats]) == (1, ["Ana", "Rui"])


def test_each_connection_has_a_later_session_and_its_will_names_it(rig: Rig) -> None:
    wills = []

    class Cut(Stops):
        def is_set(self) -> bool:
            if self.turns in (10, 20) and rig.hub.open:
                wills.append(read(rig.twin.will.payload, Gone).session)
                rig.hub.cut(rig.twin)
            return super().is_set()

    rig.publisher.run(Cut(rig, 30))
    births = [one.session for one in rig.heard(Topic.BIRTH, Report)]
    assert len(births) == 3
    assert births == sorted(set(births))
    assert wills == births[:2]
    again = rig.made()
    assert again.table == rig.table
    rig.publisher = again
    rig.run()
    assert rig.heard(Topic.BIRTH, Report)[-1].session > births[-1]


def test_a_slow_broker_gets_one_update_at_a_time(rig: Rig) -> None:
    class Stuck(Stops):
        sent = 0

        def is_set(self) -> bool:
            if self.turns == 38:
                rig.twin.stuck = True
                publish = rig.twin.publish
                rig.twin.publish = lambda *given, **more: (
                    setattr(Stuck, "sent", Stuck.sent + 1),
                    publish(*given, **more),
                )[1]  # type: ignore[method-assign]
            if self.turns % 5 == 0:
                rig.people.ask(requests.NewGame("alcatraz", ["Ana", f"Rui {self.turns}"]))
            return super().is_set()

    rig.publisher.run(Stuck(rig, 40))
    assert Stuck.sent == 2  # the one that does not get through, and the farewell


def test_a_dead_broker_is_said_and_asked_for_again(rig: Rig) -> None:
    rig.hub.down = True
    rig.run(3)
    assert "The broker can't be used: the connection was lost. Games go on" in rig.said()[0]
    rig.hub.down = False
    rig.run()
    assert len(rig.heard(Topic.BIRTH, Report)) == 1


def test_a_finished_round_is_offered_until_the_room_has_it(paired: Rig) -> None:
    paired.play_rounds(1)
    paired.run(round(OFFERED_AGAIN_S) + 4)
    offers = paired.heard(Topic.RESULTS, Offer)
    assert len(offers) == 2
    assert offers[0] == offers[1]
    (result,) = offers[0].results
    assert (result.kind, result.rounds, result.players, result.over) == ("round", 1, ("Ana", "Rui"), False)
    assert all(is_signed(where, payload, paired.key) for where, payload in paired.hub.wire)
    assert paired.heard(Topic.DIGEST, ResultsDigest)[-1].ids == (result.id,)
    assert "1 result waits for the room" in paired.said()
    paired.confirm(result.id)
    paired.hub.wire.clear()
    paired.run(5)
    assert len(paired.heard(Topic.RESULTS, Offer)) <= 1  # it may have asked before it heard
    assert paired.people.store.outbox()[0].confirmed
    paired.hub.wire.clear()
    paired.run(30)
    assert paired.heard(Topic.RESULTS, Offer) == []
    assert paired.publisher.paired


class Watching(Stops):
    """Notes what health says first at the last turn."""

    said = ""

    def is_set(self) -> bool:
        if self.turns > 0:
            self.said = self.rig.said()[0]
        return super().is_set()


def said_after(rig: Rig, turns: int) -> str:
    """Return what health says when the table has run so many turns."""
    watching = Watching(rig, turns)
    rig.publisher.run(watching)
    return watching.said


def test_a_room_that_answers_no_more_is_said_to_do_so_until_it_does(paired: Rig) -> None:
    paired.confirm()
    paired.run(5)
    paired.play_rounds(1)
    assert said_after(paired, 60).startswith("The room answers no more")
    paired.confirm(paired.people.store.outbox()[0].id)
    assert said_after(paired, 60) == "The room hears this table"
    assert paired.publisher.pair("wxyz-wxyz-wxyz")
    assert not paired.publisher.paired
    assert said_after(paired, 5).startswith("The room has not answered yet")


def test_a_result_that_no_room_takes_keeps_no_other_back(paired: Rig) -> None:
    paired.play_rounds(2)
    (first, last), store = paired.people.store.outbox(), paired.people.store
    store._write("DELETE FROM outbox WHERE id = ?", (first.id,))
    store.tell(first.game, "odd", first.value.replace('"title":"', '"title":"\\n'))
    store.tell(first.game, "good", last.value)
    paired.run(4)
    (offer, *_) = paired.heard(Topic.RESULTS, Offer)
    assert [one.id for one in offer.results] == [last.id, "good"]


def test_a_game_is_told_and_so_are_its_corrections(paired: Rig) -> None:
    paired.play_rounds(2)
    assert paired.people.ask(requests.Undo()).ok
    paired.run(3)
    (offer,) = paired.heard(Topic.RESULTS, Offer)
    assert [(one.kind, one.rounds, one.over) for one in offer.results] == [
        ("round", 1, False),
        ("game", 2, True),
        ("correction", 1, False),
    ]
    assert [one.number for one in offer.results] == [1, 2, 3]


def test_a_room_that_has_lost_results_is_offered_them_again(paired: Rig) -> None:
    paired.play_rounds(2)
    ids = [row.id for row in paired.people.store.outbox()]
    paired.people.store.confirm(ids)
    paired.confirm(ids[0])  # its folder was restored from an older copy
    paired.run(5)
    assert [one.id for offer in paired.heard(Topic.RESULTS, Offer)[-1:] for one in offer.results] == ids[1:]


def test_a_room_that_has_fewer_than_were_confirmed_is_offered_all_that_it_does_not_name(paired: Rig) -> None:
    assert paired.people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    game, store = paired.people.session.evening.game_id, paired.people.store
    paired.play_rounds(1)
    value = store.outbox()[0].value
    for number in range(300):
        store.tell(game, f"old-{number}", value)
    ids = [row.id for row in store.outbox()]
    store.confirm(ids)
    paired.confirm(*ids[-200:], count=200)
    paired.run(20)
    assert sum(not row.confirmed for row in store.outbox()) == len(ids) - 200


def test_what_the_room_says_without_the_key_counts_nothing(paired: Rig) -> None:
    paired.play_rounds(1)
    paired.confirm(paired.people.store.outbox()[0].id, key=b"x" * 32)
    paired.run(5)
    assert not paired.people.store.outbox()[0].confirmed
    assert not paired.publisher.paired


def test_a_store_that_is_an_older_copy_goes_on_beyond_what_the_room_knows(paired: Rig) -> None:
    paired.confirm(session=90_000_000, last=50)
    paired.run(5)
    assert paired.heard(Topic.BIRTH, Report)[-1].session > 90_000_000
    paired.play_rounds(1)
    assert [row.number for row in paired.people.store.outbox()] == [51]


def test_a_table_whose_folder_was_copied_says_so_until_the_copy_is_silent(paired: Rig) -> None:
    paired.confirm(session=90_000_000)
    paired.run(5)
    assert "copied" not in paired.said()[0]  # it was set back itself, and that is all
    paired.confirm(session=90_100_000)
    paired.run(5)
    assert "its folder was copied" in paired.said()[0]
    paired.run(80)
    assert "copied" not in paired.said()[0]


def test_an_unpaired_table_offers_nothing_and_signs_nothing(rig: Rig) -> None:
    rig.play_rounds(1)
    rig.run(20)
    assert {where.rpartition("/")[2] for where, _ in rig.hub.wire} == {"birth", "gone"}
    assert all(b'"sign"' not in payload for _, payload in rig.hub.wire)
    assert not rig.publisher.pair("no code")
    assert rig.publisher.pair(CODE)
    rig.run(3)
    assert rig.heard(Topic.RESULTS, Offer)


def test_a_pairing_outlasts_a_restart_and_stands_in_no_message(paired: Rig) -> None:
    paired.publisher = paired.made()
    paired.run()
    sent = b"".join(payload for _, payload in paired.hub.wire)
    assert paired.key.hex().encode() not in sent
    assert is_signed(*paired.hub.wire[0], paired.key)


def test_initials_alone_leave_a_table_that_wants_it_so(paired: Rig) -> None:
    paired.play_rounds(2)
    paired.publisher._manner = replace(paired.publisher._manner, full_names=False, standings=False)
    paired.run(5)
    sent = b"".join(payload for _, payload in paired.hub.wire)
    assert b"Ana" not in sent
    assert b"Rui" not in sent
    (birth,) = paired.heard(Topic.BIRTH, Report)
    assert [(seat.name, seat.score, seat.rank) for seat in birth.state.seats] == [
        ("A.", None, None),
        ("R.", None, None),
    ]
    _, game = paired.heard(Topic.RESULTS, Offer)[0].results
    assert game.players == game.winners == ("A.", "R.")


def test_the_id_of_a_players_card_goes_out_beside_the_name_unless_names_are_withheld(paired: Rig) -> None:
    paired.play_rounds(1)
    paired.publisher._people = lambda: PeopleInRoom({"Ana": "abcdefgh", "Mia": "hgfedcba"})
    paired.run(4)
    (offer, *_) = paired.heard(Topic.RESULTS, Offer)
    assert offer.results[0].ids == {"Ana": "abcdefgh"}
    paired.hub.wire.clear()
    paired.publisher._manner = replace(paired.publisher._manner, full_names=False)
    paired.run(14)
    assert paired.heard(Topic.RESULTS, Offer)
    assert b"abcdefgh" not in b"".join(payload for _, payload in paired.hub.wire)


def offer(rig: Rig, one: OfferedPairing, key: bytes | None = None) -> None:
    where = topic(rig.table, Topic.PAIRING)
    rig.hub.say(where, written(where, one, key or rig.key), retain=True)


def test_a_room_offers_whom_to_play_and_begins_nothing(paired: Rig) -> None:
    assert paired.publisher.offer() is None
    before = paired.people.snapshot
    one = OfferedPairing("Open", 2, 4, "shipshape", ("Ana", "Rui"))
    offer(paired, one)
    paired.run(3)
    assert paired.publisher.offer() == one
    assert paired.people.snapshot == before
    offer(paired, OfferedPairing())
    paired.run(3)
    assert paired.publisher.offer() is None


def test_an_offer_that_is_not_the_rooms_is_none(paired: Rig) -> None:
    one = OfferedPairing("Open", 2, 4, "", ("Ana", "Rui"))
    offer(paired, one, b"x" * 32)
    paired.run(3)
    assert paired.publisher.offer() is None
    where = topic(paired.table, Topic.PAIRING)
    for payload in (b"", b"{", written(where, Gone(3), None), written(where, one, paired.key) + b" "):
        paired.hub.say(where, payload, retain=True)
        paired.run(3)
        assert paired.publisher.offer() is None
    offer(paired, one)
    paired.run(3)
    assert paired.publisher.pair("mnpq-rstu-vwxy")  # another room's
    assert paired.publisher.offer() is None


def test_the_rooms_timer_counts_down_and_what_the_broker_had_kept_of_it_is_not_believed(paired: Rig) -> None:
    offer(paired, OfferedPairing("Open", 2, 4, "", ("Ana", "Rui"), 100, runs=True))
    paired.run(3)
    assert (paired.publisher.offer().seats, paired.publisher.offer().left_s) == (("Ana", "Rui"), None)
    said = OfferedPairing("Open", 2, 4, "", ("Ana", "Rui"), 100, runs=True)
    turns = iter([lambda: None, lambda: None, lambda: offer(paired, said)])  # it says so once the table listens
    stops = Stops(paired, 6)
    was_set = stops.is_set
    stops.is_set = lambda: next(turns, lambda: None)() or was_set()
    paired.publisher.run(stops)
    left_s = paired.publisher.offer().left_s
    assert 90 <= left_s <= 100
    paired.now_s += 30
    assert paired.publisher.offer().left_s == left_s - 30
    paired.now_s += 300
    assert paired.publisher.offer().left_s == 0


def test_whoever_withholds_the_name_is_told_by_initials_and_the_others_by_name(paired: Rig) -> None:
    paired.play_rounds(2)
    paired.publisher._people = lambda: PeopleInRoom({"Ana": "abcdefgh", "Rui": "hgfedcba"}, frozenset({"Ana"}))
    paired.run(5)
    sent = b"".join(payload for _, payload in paired.hub.wire)
    assert b"Ana" not in sent
    assert b"abcdefgh" not in sent
    (birth,) = paired.heard(Topic.BIRTH, Report)
    assert ([seat.name for seat in birth.state.seats], birth.state.line) == (["A.", "Rui"], {})
    _, game = paired.heard(Topic.RESULTS, Offer)[0].results
    assert (game.players, game.withheld, game.ids, game.short) == (("A.", "Rui"), ("A.",), {"Rui": "hgfedcba"}, False)
    assert {place.player for place in game.standings} == {"A.", "Rui"}


def test_where_nobody_knows_what_people_chose_all_are_told_by_initials(paired: Rig) -> None:
    paired.play_rounds(2)
    paired.publisher._people = lambda: PeopleInRoom(known=False)
    paired.run(5)
    sent = b"".join(payload for _, payload in paired.hub.wire)
    assert b"Ana" not in sent
    assert b"Rui" not in sent
    (birth,) = paired.heard(Topic.BIRTH, Report)
    assert ([seat.name for seat in birth.state.seats], birth.state.line) == (["A.", "R."], {})
    _, game = paired.heard(Topic.RESULTS, Offer)[0].results
    assert (game.players, game.short) == (("A.", "R."), True)
