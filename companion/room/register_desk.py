"""The director's desk, as far as players' cards go: anybody may enter, and call otherwise whose id they know; guests
only so many in a while."""

import json
from collections import deque
from collections.abc import Callable

from companion.language.message import Message, pack, say
from companion.publishing import card
from companion.publishing.messages import fit
from companion.room.hall import Hall
from companion.room.register import RegisterError
from companion.table.requests import PageRequest
from web.room.contract import CardShown

MOST_AT_ONCE, IN_S = 60, 600.0


class OfCard(PageRequest, frozen=True):
    """What concerns a player's card."""

    name: str


class EnterPlayer(OfCard, frozen=True, tag="enter_player"):
    """Make a card for somebody."""


class CallPlayer(OfCard, frozen=True, tag="call_player"):
    """Call somebody otherwise."""

    player: str


Asked = EnterPlayer | CallPlayer


class RegisterDesk:
    """See the module. Any thread may use it."""

    def __init__(self, hall: Hall, now: Callable[[], str], clock: Callable[[], float]) -> None:
        self._hall, self._now, self._clock = hall, now, clock
        self._lately: deque[float] = deque()

    def submit(self, asked: Asked, *, director: bool, who: str) -> str:
        """Do it and return the player's id; a RegisterError says why not."""
        name, hall = fit(" ".join(asked.name.split()), 60), self._hall
        with hall.together():
            if not director:
                self._pace()
            if isinstance(asked, EnterPlayer):
                player = hall.register.enter(name, self._now())
            else:
                player = card.plain(asked.player)
                before = hall.register.names.get(player, "")
                hall.register.rename(player, name, self._now())
                self._note(who or before, say("{table} is called {name}", table=before, name=name))
            hall.rank_anew()
            if hall.register.is_shared(player):
                shared = say(
                    "Two cards are or were called {name}: games told by that name without a card count for neither",
                    name=name,
                )
                self._note(who or name, shared)
            return player

    def _note(self, who: str, what: Message) -> None:
        """Keep in the director's log what was done, or came of it."""
        self._hall.book.note(self._now(), who, json.dumps(pack(what)))

    def _pace(self) -> None:
        now_s = self._clock()
        while self._lately and self._lately[0] <= now_s - IN_S:
            self._lately.popleft()
        if len(self._lately) >= MOST_AT_ONCE:
            raise RegisterError(say("Many have come just now: wait some minutes, or ask a director"))
        self._lately.append(now_s)

    def shown(self, typed: str) -> CardShown | None:
        """Return a card with its place as walls show it, None where there is none of that id."""
        player = card.plain(typed)
        name, walls = self._hall.register.names.get(player), self._hall.digests.newest
        if name is None:
            return None
        place = next((one for one in walls.ranking or () if one.player == player and not walls.hidden), None)
        if place is None:
            return CardShown(player, card.shown(player), name)
        return CardShown(player, card.shown(player), name, place.rank, place.games, place.wins, place.points)
