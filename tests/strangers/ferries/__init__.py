"""Ferries: in turn everybody opens a route between two islands, with a boat on each of its spaces,
or draws cards. Long routes count more, and so does whoever links many islands.
"""

from companion.bases.claims import ClaimsGame, ClaimsState, Face, Place, manifest
from companion.game import Choice, Part
from companion.language.message import Message, name, say

SPACE_MM, BOATS = 22, 10  # a space is 2 mm wider than a boat
POINTS = {1: 1, 2: 2, 3: 4, 4: 7}  # by a route's spaces
LINKED = 2  # for each island of one's largest net
ISLANDS = {  # where the middle of each lies on the map, in mm
    "Corvo": (11, 11),
    "Graciosa": (141, 11),
    "Terceira": (271, 11),
    "Flores": (11, 101),
    "São Jorge": (141, 101),
    "São Miguel": (271, 101),
    "Faial": (11, 191),
    "Pico": (141, 191),
    "Santa Maria": (271, 191),
}
ROUTES = (
    ("Corvo", "Graciosa", 3),
    ("Graciosa", "Terceira", 2),
    ("Flores", "São Jorge", 3),
    ("São Jorge", "São Miguel", 4),
    ("Faial", "Pico", 1),
    ("Pico", "Santa Maria", 4),
    ("Corvo", "Flores", 1),
    ("Flores", "Faial", 3),
    ("Graciosa", "São Jorge", 2),
    ("São Jorge", "Pico", 1),
    ("Terceira", "São Miguel", 2),
    ("São Miguel", "Santa Maria", 2),
)


def route(start: str, end: str, spaces: int) -> Place:
    """Return a route; it lies half way between its islands."""
    (x, y), (other_x, other_y) = ISLANDS[start], ISLANDS[end]
    down = x == other_x
    across_mm, down_mm = (1, spaces) if down else (spaces, 1)
    left = (x + other_x - across_mm * SPACE_MM) / 2
    top = (y + other_y - down_mm * SPACE_MM) / 2
    return Place(f"{start} – {end}", (left, top), spaces, down)


ENDS = {f"{start} – {end}": {start, end} for start, end, _ in ROUTES}


class Ferries(ClaimsGame):
    """Whoever opens routes that hang together links many islands."""

    name = "ferries"
    title = "Ferries"
    players = range(2, 5)
    places = tuple(route(*each) for each in ROUTES)
    tile_mm = 20.0
    faces = (
        Face("red", "#d8453a", BOATS, "1"),
        Face("blue", "#3f7fd0", BOATS, "2"),
        Face("yellow", "#f0cf3d", BOATS, "3"),
        Face("green", "#3f9a5a", BOATS, "4"),
    )
    passing = True
    task = say("open a route, or draw cards")
    choices = (Choice("net", say("One net"), say("Everybody's routes must hang together")),)

    def wrong(self, state: ClaimsState, seat: str, place: Place) -> Message | None:
        """Where it was agreed, a route begins where one has been already."""
        visited = {island for mine in state.of(seat) for island in ENDS[mine]}
        if not state.options.net or not visited or visited & ENDS[place.name]:
            return None
        return say("this route does not hang together with the others")

    def turn(self, state: ClaimsState) -> str | None:
        """It is over, too, once all have drawn cards one after another."""
        return None if state.passes == len(state.seats) else super().turn(state)

    def parts_of(self, state: ClaimsState, seat: str) -> tuple[Part, ...]:
        """Each route by its length, and the largest net."""
        points = [POINTS[place.spaces] for place in self.places if state.owner(place.name) == seat]
        linked = max(map(len, nets(state.of(seat))), default=0)
        told = say("{islands} islands × {points}", islands=linked, points=LINKED)
        return (
            Part(say("Routes"), name(" + ".join(map(str, points)) or "0"), sum(points)),
            Part(say("Linked"), told, linked * LINKED),
        )


def nets(routes: tuple[str, ...]) -> list[set[str]]:
    """Return the islands that routes link, net by net."""
    found: list[set[str]] = []
    for each in routes:
        touched = [net for net in found if net & ENDS[each]]
        found = [net for net in found if net not in touched]
        found.append(ENDS[each].union(*touched))
    return found


MANIFEST = manifest(Ferries())
