"""The practice game: a setting names it, one at most. It counts nothing, is left out of whatever is told of games that
were played, and is thrown away at its end."""

from companion.store.database import Store

SETTING = "practice"


def practised(store: Store) -> str:
    """Return the id of the practice game, "" where there is none."""
    return store.setting(SETTING) or ""


def counted(store: Store) -> tuple[str, ...]:
    """Return the ids of the stored games that count."""
    practice = practised(store)
    return tuple(game for game in store.games() if game != practice)


def forget(store: Store) -> None:
    """Delete the practice game with all that is kept of it; one that damage took already is no error."""
    game = practised(store)
    if game in store.games():
        store.delete(game)
    store.unset(SETTING)
