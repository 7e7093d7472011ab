"""Authorisation: who a device is at this table, and what it may ask for. See docs/rights.md.

A pure function of the table's value; session and page ask it of every request. What is not named here is the host's.
"""

from collections.abc import Mapping

from companion.language.message import say
from companion.table import requests
from companion.table.evening import Evening
from companion.table.requests import PageRequest
from companion.table.seats import Seating
from companion.table.signals import Reply
from web.shown import Role

NEEDS: Mapping[type[PageRequest], Role] = {
    requests.Pin: Role.GUEST,
    requests.ShowPin: Role.GUEST,
    requests.ComeIn: Role.GUEST,
    requests.Knock: Role.GUEST,
    requests.ClaimTable: Role.GUEST,
    requests.LetIn: Role.LET_IN,
    requests.ShowJoin: Role.LET_IN,
    requests.Answer: Role.LET_IN,
    requests.LookAgain: Role.LET_IN,
    requests.PutAside: Role.LET_IN,
    requests.Sit: Role.LET_IN,
    requests.Leave: Role.SEAT,
    requests.Choose: Role.SEAT,
    requests.Lock: Role.SEAT,
    requests.GoOn: Role.SEAT,
    requests.Enter: Role.SEAT,
}
_OPENING = (requests.NewGame, requests.TakeUp)


def refusal(seating: Seating, evening: Evening | None, device: str, request: PageRequest) -> Reply | None:
    """Return the sentence why a device may not ask for this, None where it may."""
    return refused(seating.role(device), needed(evening, request, device))


def needed(evening: Evening | None, request: PageRequest, device: str = "") -> Role:
    """Return the least role that a request needs. What ends a game that is played is the host's; a seat with a pod
    may be asked for by a guest, for it waits for that pod's ok; what a device did last is its own to take back, and for
    what comes too late nobody is asked for the PIN."""
    if isinstance(request, _OPENING) and (evening is None or evening.match.over):
        return Role.LET_IN
    if isinstance(request, requests.NewGame) and evening is not None and request.comes_too_late(evening.step_id):
        return Role.LET_IN
    if isinstance(request, requests.Sit) and evening is not None and request.seat in evening.people:
        return Role.LET_IN if evening.pod_of(request.seat) is None else Role.GUEST
    if device and isinstance(request, requests.Undo | requests.Redo) and _own(evening, request, device):
        return Role.LET_IN
    return NEEDS.get(type(request), Role.HOST)


def _own(evening: Evening | None, request: requests.Undo | requests.Redo, device: str) -> bool:
    """Whether what is to be taken back, or done again, was this device's deed, or is no longer there to be."""
    if evening is None:
        return False
    doers = evening.redoable if isinstance(request, requests.Redo) else evening.undoable
    name = request.deed or next(iter(doers), "")
    return doers[name].device == device if name in doers else bool(name)


def refused(role: Role, least: Role) -> Reply | None:
    """Return the sentence for a role that is less than needed."""
    if role >= least:
        return None
    if least is Role.HOST:
        return Reply(False, say("Only the host may do this: give the table's PIN"), ask="pin")
    if role is Role.GUEST:
        told = say("This phone is a guest: ask at the table to be let in, scan its code, or give the table's PIN")
        return Reply(False, told, ask="pin")
    return Reply(False, say("This is for who plays: take a seat with this phone first"))
