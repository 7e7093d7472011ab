"""What a game means after those before it: a new best, a first win against somebody, a streak."""

from companion.showing.honours import honours
from web.contract import StoredGame, StoredPlace

NAMES = ("Ana", "Rui", "Mia")


def game(
    scores: tuple[int, ...], *, kind: str = "g", provisional: bool = False, names: tuple[str, ...] = NAMES
) -> StoredGame:
    order = sorted(zip(names, scores, strict=True), key=lambda one: -one[1])
    places = tuple(StoredPlace(name, score, rank) for rank, (name, score) in enumerate(order, 1))
    return StoredGame("id", kind, kind, False, names, "", True, (order[0][0],), places, provisional)


def told(now: StoredGame, *earlier: StoredGame) -> list[str]:
    return [f"{seat}: {text}" for seat, text in honours(now, earlier)]


def test_nobodys_first_game_is_a_best_or_a_first_win() -> None:
    assert told(game((9, 5, 3))) == []


def test_a_first_win_against_each_and_a_new_best() -> None:
    assert told(game((9, 5, 3)), game((4, 6, 3))) == [
        "Ana: First win against Rui, Mia",
        "Ana: New best: 9, after 4",
    ]


def test_a_score_as_high_as_before_or_of_another_game_is_no_best() -> None:
    assert told(game((9, 5, 3)), game((9, 1, 0))) == ["Rui: New best: 5, after 1", "Mia: New best: 3, after 0"]
    assert told(game((9, 5, 3)), game((8, 1, 0), kind="other")) == []
    assert told(game((9, 5, 3)), game((8, 1, 0), provisional=True)) == []
    assert told(game((9, 5, 3), provisional=True), game((8, 1, 0))) == []


def test_three_wins_in_a_row_are_told_and_a_lost_one_ends_them() -> None:
    won, lost = game((9, 5, 3)), game((5, 9, 3))
    assert "Ana: 3 wins in a row" in told(won, won, won, lost)
    assert not any("in a row" in text for text in told(won, won, lost, won))


def test_of_a_game_that_goes_on_nothing_is_told() -> None:
    running = StoredGame("id", "g", "g", False, NAMES, "", False, (), (), False)
    assert honours(running, [game((9, 5, 3))]) == ()
