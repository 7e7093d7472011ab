"""What seats and tiles are called where people read them."""

from collections.abc import Iterable

from companion.games.stingy.pieces import FLAG, GHOST, Kind
from companion.language.message import Message, name, say, say_count


def seat_name(seat: str) -> Message:
    """Return how a seat is shown: a player's name as it stands, the Ghost in the reader's language."""
    return say("Stingy Ghost") if seat == GHOST else name(seat)


def tile_name(tile: str) -> Message:
    """Return what a kind of tile is called; a colour that an owner named stands as it is."""
    if tile in _TILES:
        return _TILES[tile]
    colour, _, item = tile.rpartition(" ")
    return named_tile(colour, item)


def named_tile(colour: str, item: str) -> Message:
    """Return what a tile is called whose colour an owner named."""
    return say("{colour} {item}", colour=name(colour), item=_ITEMS[item])


def tile_names(tiles: Iterable[str]) -> Message | tuple[Message, ...]:
    """Return what several kinds are called, to be said as a list; “nothing” for none."""
    return tuple(tile_name(tile) for tile in tiles) or say("nothing")


def tile_count(count: int) -> Message:
    """Return so many tiles in words."""
    return say_count("{count} tile", "{count} tiles", count=count)


def shown_kind(kind: Kind) -> str:
    """Return the picture of a kind: its name where the picture is known, its item for colours of an owner's own."""
    return kind.tile if kind.tile in _TILES else kind.item


_ITEMS = {"bottle": say("bottle"), "parrot": say("parrot"), "coins": say("coins"), "diamond": say("diamond")}
_TILES = {
    "red bottle": say("red bottle"),
    "red parrot": say("red parrot"),
    "red coins": say("red coins"),
    "red diamond": say("red diamond"),
    "purple bottle": say("purple bottle"),
    "purple parrot": say("purple parrot"),
    "purple coins": say("purple coins"),
    "purple diamond": say("purple diamond"),
    "yellow bottle": say("yellow bottle"),
    "yellow parrot": say("yellow parrot"),
    "yellow coins": say("yellow coins"),
    "yellow diamond": say("yellow diamond"),
    "blue bottle": say("blue bottle"),
    "blue parrot": say("blue parrot"),
    "blue coins": say("blue coins"),
    "blue diamond": say("blue diamond"),
    "green bottle": say("green bottle"),
    "green parrot": say("green parrot"),
    "green coins": say("green coins"),
    "green diamond": say("green diamond"),
    "orange bottle": say("orange bottle"),
    "orange parrot": say("orange parrot"),
    "orange coins": say("orange coins"),
    "orange diamond": say("orange diamond"),
    FLAG: say("pirate flag"),
}
