"""How a device comes to be let in: by a key, by the PIN, by somebody who is, or by claiming a new table. See
docs/rights.md."""

import math
from dataclasses import replace

from companion.language.message import say
from companion.session.games import Chance
from companion.session.keys import JOIN_SHOWN_S
from companion.session.table import Table
from companion.store.database import Store
from companion.table import requests
from companion.table.entrance import Entrance
from companion.table.evening import Equipment
from companion.table.seats import Seating
from companion.table.signals import PIN_SHOWN_S, PinShown, Reply, Submitted
from web.shown import Role

KEY = "key"  # the setting that keeps the machine's key
PIN_AGAIN_S = 60.0  # until the display shows it to a guest again


def opened(seating: Seating, table: Equipment, chance: Chance, store: Store) -> Entrance:
    """Return the entrance of a companion that starts: with the machine's key that was kept, or a new one."""
    key = store.setting(KEY) or ""
    if not key:
        key = chance.new_key()
        store.set(KEY, key)
    alone = not (table.display or table.pods or table.terminal)
    return Entrance(chance.new_key(), key, claimable=seating.new and alone)


REQUESTS = (
    requests.Pin,
    requests.ComeIn,
    requests.Knock,
    requests.LetIn,
    requests.ClaimTable,
    requests.ShowPin,
    requests.ShowJoin,
)


def asked(table: Table, signal: Submitted, chance: Chance) -> tuple[Table, Reply]:
    """Do what a device asks for at the entrance, or say why not."""
    request, device, at_s = signal.request, signal.device, signal.at_s
    match request:
        case requests.Pin():
            return _pin(table, device, request.pin, at_s)
        case requests.ComeIn():
            return _come_in(table, device, request.key, chance)
        case requests.Knock():
            return _knock(table, device, at_s)
        case requests.LetIn():
            return _answer(table, request.number, welcome=request.welcome)
        case requests.ClaimTable():
            return _claim(table, device)
        case requests.ShowPin() if table.equipment.display:
            return _show_pin(table, device, at_s)
        case requests.ShowPin():
            return table, Reply(False, say("There is no display: the PIN stands where the companion was started"))
        case _:
            return replace(table, join_until_s=at_s + JOIN_SHOWN_S), Reply(True)


def _show_pin(table: Table, device: str, at_s: float) -> tuple[Table, Reply]:
    """Show the PIN on the display; for guests, of whom one could ask for ever, once in a while, or nobody sees the game
    there."""
    if table.seating.role(device) is Role.GUEST:
        if at_s < table.pin_again_s:
            return table, Reply(False, say("The PIN was shown just now: it is shown to guests once a minute"))
        table = replace(table, pin_again_s=at_s + PIN_AGAIN_S)
    return replace(table, pin_until_s=at_s + PIN_SHOWN_S).do(PinShown()), Reply(True)


def _pin(table: Table, device: str, given: str, at_s: float) -> tuple[Table, Reply]:
    """Make a device a host, if that is the PIN."""
    seat = next(iter(table.seating.seats_of(device)), "")
    whose = (Role.SEAT, seat) if seat else (min(table.seating.role(device), Role.LET_IN), "")
    guesses, right, wait_s = table.guesses.guess(device, whose, given, table.pin, at_s)
    table = replace(table, guesses=guesses)
    if right:
        return _made_host(table, device), Reply(True)
    if wait_s > 0:
        told = say("Too many wrong PINs: none is taken for another {seconds} s", seconds=math.ceil(wait_s))
        return table, Reply(False, told)
    return table, Reply(False, say("That is not the table's PIN; the display can show it"))


def _come_in(table: Table, device: str, key: str, chance: Chance) -> tuple[Table, Reply]:
    """Let in who brings the evening's key; who brings the machine's is a host, and there is another then."""
    of_evening, of_machine = table.entrance.fits(key)
    if of_machine:
        another = chance.new_key()
        table = table.set(KEY, another)
        return _made_host(replace(table, entrance=replace(table.entrance, machine=another)), device), Reply(True)
    if of_evening:
        return _let_in(table, device), Reply(True)
    return table, Reply(False, say("This code counts no more: scan the one that is shown now, or ask to be let in"))


def _knock(table: Table, device: str, at_s: float) -> tuple[Table, Reply]:
    """Tell those who are let in that a device asks to be."""
    entrance = table.entrance.knocked(device, at_s)
    if entrance is None:
        return table, Reply(False, say("Too many phones ask to be let in just now: scan the code at the table"))
    return replace(table, entrance=entrance), Reply(True)


def _answer(table: Table, number: int, *, welcome: bool) -> tuple[Table, Reply]:
    """Let the device in that was given this number, or send it away."""
    entrance, device = table.entrance.opened(number)
    if device is None:
        return table, Reply(False, say("Nobody asks with number {number} any more", number=number))
    table = replace(table, entrance=entrance)
    return _let_in(table, device) if welcome else table, Reply(True)


def _claim(table: Table, device: str) -> tuple[Table, Reply]:
    """Make the first phone of a new table its host, where nothing else could show who is."""
    if not table.entrance.claimable:
        return table, Reply(False, say("This table can't be claimed: scan its code, or ask to be let in"))
    table = _made_host(table, device)
    return replace(table, seating=replace(table.seating, claimed=table.now)), Reply(True)


def _let_in(table: Table, device: str) -> Table:
    return replace(table, seating=table.seating.admit(device), entrance=table.entrance.entered(device))


def _made_host(table: Table, device: str) -> Table:
    return replace(table, seating=table.seating.with_host(device), entrance=table.entrance.entered(device))
