"""Schema of the store: what each version added, so that a store of any of them becomes one of the newest."""

VERSION = 6
_SCHEMA = """
CREATE TABLE game (
    id TEXT PRIMARY KEY, begun TEXT NOT NULL, header TEXT NOT NULL, seed TEXT NOT NULL,
    over INTEGER NOT NULL DEFAULT 0, final TEXT);
CREATE TABLE change (
    number INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE,
    at TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('play', 'undo', 'redo', 'rewrite')),
    line INTEGER, value TEXT);
CREATE INDEX change_of_game ON change(game, number);
CREATE TABLE photo (
    game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE, line INTEGER NOT NULL, seat TEXT NOT NULL,
    jpeg BLOB NOT NULL, PRIMARY KEY (game, line, seat));
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
_SINCE_2 = """
CREATE TABLE reading (
    game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE, line INTEGER NOT NULL, seat TEXT NOT NULL,
    cells TEXT NOT NULL, PRIMARY KEY (game, line, seat));
"""
_SINCE_3 = """
CREATE TABLE look (
    game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE, line INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (game, line));
"""
_SINCE_4 = """
CREATE TABLE checksum (
    kind TEXT NOT NULL, game TEXT NOT NULL, line INTEGER NOT NULL, seat TEXT NOT NULL, digest TEXT NOT NULL,
    PRIMARY KEY (kind, game, line, seat));
"""
_SINCE_5 = """
CREATE TABLE answer (number INTEGER PRIMARY KEY AUTOINCREMENT, request TEXT NOT NULL, reply TEXT NOT NULL);
"""
_SINCE_6 = """
CREATE TABLE outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE, value TEXT NOT NULL,
    confirmed INTEGER NOT NULL DEFAULT 0);
CREATE INDEX outbox_of_game ON outbox(game, number);
"""
_TABLES = ((1, _SCHEMA), (2, _SINCE_2), (3, _SINCE_3), (4, _SINCE_4), (5, _SINCE_5), (6, _SINCE_6))


def since(version: int) -> tuple[str, ...]:
    """Return the SQL statements that make a store of that version (0: an empty file) one of this."""
    return tuple(statement for made, sql in _TABLES if version < made for statement in sql.split(";"))
