"""Confirmations: what a table named, and what it is told of it."""

from companion.publishing.messages import AT_ONCE, LAST_IDS, Confirmed
from companion.room.confirmations import TOLD_AGAIN_S, Confirmations


def kept(ids: tuple[str, ...]) -> Confirmed:
    """All of them."""
    return Confirmed(1, len(ids), len(ids), ids)


def test_a_table_is_told_once_what_it_named() -> None:
    told = Confirmations()
    told.named("t1", ("a", "b"))
    assert told.due("t1", kept, 0.0, again=False) == kept(("a", "b"))
    assert told.due("t1", kept, 1.0, again=False) is None


def test_it_is_told_again_at_once_while_it_offers_and_else_after_a_while() -> None:
    told = Confirmations()
    told.offered("t1", ["a"])
    assert [told.due("t1", kept, 0.0, again=True) for _ in range(2)] == 2 * [kept(("a",))]
    told.named("t1", ("a",))  # it knows, and offers no more
    assert told.due("t1", kept, TOLD_AGAIN_S - 0.1, again=True) is None
    assert told.due("t1", kept, TOLD_AGAIN_S, again=True) == kept(("a",))


def test_of_many_offered_the_oldest_give_way() -> None:
    told = Confirmations()
    told.named("t1", tuple(f"n{k}" for k in range(LAST_IDS)))
    told.offered("t1", (f"o{k}" for k in range(AT_ONCE + 1)))
    asked = told.due("t1", kept, 0.0, again=False)
    assert asked is not None
    assert len(asked.ids) == LAST_IDS + AT_ONCE
    assert "o0" not in asked.ids
    assert f"o{AT_ONCE}" in asked.ids


def test_another_table_of_the_same_id_is_told_all_anew() -> None:
    told = Confirmations()
    told.named("t1", ("a",))
    told.due("t1", kept, 0.0, again=False)
    told.forget("t1")
    assert told.due("t1", kept, 1.0, again=False) == kept(())
