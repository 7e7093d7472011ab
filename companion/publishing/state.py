"""What of a table's snapshot goes to the room. The snapshot holds nothing secret (`companion.showing.projection`); left
out of it are a practice game, pictures, addresses and whatever might name them."""

from collections.abc import Collection

from companion.language.catalogue import LANGUAGES, translator
from companion.language.message import Message, renamed, say, words
from companion.publishing.messages import Name, Seat, Sentence, State, fit
from companion.publishing.results import shortened
from companion.table.snapshot import Snapshot, Step

OK = "ok"
LONGEST = 300


def state(
    snapshot: Snapshot,
    name: str,
    *,
    full_names: bool = True,
    standings: bool = True,
    withheld: Collection[str] = (),
) -> State:
    """Return what the table called `name` tells of itself. Without `full_names` all players, else those whose names are
    `withheld`, are called by their initials, and the line, which names them, is left out; without `standings` nobody's
    score leaves the table."""
    if snapshot.game is not None and snapshot.game.practice:
        snapshot = Snapshot(snapshot.number, Step.JOIN, say("Practice"), health=snapshot.health)
    game, standings = snapshot.game, standings and not snapshot.veiled
    players = () if game is None else game.players
    called = {name: short for name, short in shortened(players).items() if not full_names or name in withheld}
    ends = snapshot.step in (Step.SCORE, Step.OVER)
    return State(
        name=_name(name),
        step=snapshot.step,
        line=_said(snapshot) if full_names and not called and (standings or not ends) else {},
        game="" if game is None else fit(game.id, 64),
        kind="" if game is None else game.name[:40],
        title="" if game is None else fit(game.title, LONGEST),
        seats=tuple(
            Seat(
                _name(called.get(seat.name, seat.name)),
                seat.colour,
                seat.lamp,
                seat.score if standings else None,
                seat.rank if standings else None,
            )
            for seat in snapshot.seats
        ),
        cards={}
        if snapshot.reveal is None
        else {_name(called.get(seat, seat)): card for seat, card in snapshot.reveal.cards.items()},
        rounds=len(snapshot.chapters),
        over=snapshot.over,
        winners=tuple(_name(called.get(seat, seat)) for seat in snapshot.winners) if standings else (),
        ailing=tuple(dict.fromkeys(fit(part.part, 40) for part in snapshot.health if part.state != OK))[:12],
    )


def _name(text: str) -> Name:
    return fit(text) or "?"


def _said(snapshot: Snapshot) -> dict[str, Sentence]:
    """Return the line in each language that says it otherwise than English, a country's where it differs from its
    language's."""
    line, english = snapshot.line, _words(snapshot.line, snapshot, "en")
    said = {language: _words(line, snapshot, language) for language in LANGUAGES}
    return {
        language: text
        for language, text in said.items()
        if language == "en" or text != said.get(language.rpartition("_")[0], english)
    }


def _words(line: Message, snapshot: Snapshot, language: str) -> Sentence:
    return fit(words(line, renamed(translator(language), snapshot.called)), LONGEST)
