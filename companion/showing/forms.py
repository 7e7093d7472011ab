"""The forms that may be filled in now, as pages show them."""

from companion.game import Form
from companion.table.evening import Equipment, Evening


def forms(evening: Evening) -> tuple[Form, ...]:
    """What may be entered now; without a camera nothing is left to it."""
    match = evening.match
    found = (*match.game.forms(match.state), *_by_hand(evening))
    return tuple(form for form in found if _is_offered(form, evening.equipment))


def _is_offered(form: Form, table: Equipment) -> bool:
    return (table.camera or not form.looks) and (table.one_area or not form.one_area)


def _by_hand(evening: Evening) -> tuple[Form, ...]:
    """While zones are read, every seat's may be entered by hand."""
    found = map(evening.form_by_hand, evening.match.seats)
    return tuple(form for form in found if form is not None)
