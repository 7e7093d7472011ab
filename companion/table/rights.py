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
from web.shown import Standing

NEEDS: Mapping[type[PageRequest], Standing] = {
    requests.Pin: Standing.GUEST,
    requests.ShowPin: Standing.GUEST,
    requests.ComeIn: Standing.GUEST,
    requests.Knock: Standing.GUEST,
    requests.ClaimTable: Standing.GUEST,
    requests.LetIn: Standing.LET_IN,
    requests.ShowJoin: Standing.LET_IN,
    requests.Answer: Standing.LET_IN,
    requests.LookAgain: Standing.LET_IN,
    requests.PutAside: Standing.LET_IN,
    requests.Sit: Standing.LET_IN,
    requests.Leave: Standing.SEAT,
    requests.Choose: Standing.SEAT,
    requests.Lock: Standing.SEAT,
    requests.GoOn: Standing.SEAT,
    requests.Enter: Standing.SEAT,
}
_OPENING = (requests.NewGame, requests.TakeUp)


def refusal(seating: Seating, evening: Evening | None, device: str, request: PageRequest) -> Reply | None:
    """Return the sentence why a device may not ask for this, None where it may."""
    return refused(seating.standing(device), needed(evening, request, device))


def needed(evening: Evening | None, request: PageRequest, device: str = "") -> Standing:
    """Return the least standing that a request needs. What ends a game that is played is the host's; a seat with a pod
    may be asked for by a guest, for it waits for that pod's ok; what a device did last is its own to take back."""
    if isinstance(request, _OPENING) and (evening is None or evening.match.over):
        return Standing.LET_IN
    if isinstance(request, requests.Sit) and evening is not None and request.seat in evening.people:
        return Standing.LET_IN if evening.pod_of(request.seat) is None else Standing.GUEST
    if device and isinstance(request, requests.Undo | requests.Redo) and _did(evening, request, device):
        return Standing.LET_IN
    return NEEDS.get(type(request), Standing.HOST)


def _did(evening: Evening | None, request: requests.Undo | requests.Redo, device: str) -> bool:
    """Whether what is next to be taken back, or done again, was this device's deed."""
    if evening is None:
        return False
    if isinstance(request, requests.Redo):
        return bool(evening.undone) and evening.undone[-1].doer.device == device
    return evening.last_doer.device == device


def refused(standing: Standing, least: Standing) -> Reply | None:
    """Return the sentence for a standing that is less than needed."""
    if standing >= least:
        return None
    if least is Standing.HOST:
        return Reply(False, say("Only the host may do this: give the table's PIN"), ask="pin")
    if standing is Standing.GUEST:
        told = say("This phone is a guest: ask at the table to be let in, scan its code, or give the table's PIN")
        return Reply(False, told, ask="pin")
    return Reply(False, say("This is for who plays: take a seat with this phone first"))
