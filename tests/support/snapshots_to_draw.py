"""Snapshots as evenings make them, for the display's tests: one for every screen, and the longest that can be."""

from collections.abc import Mapping
from dataclasses import replace

from companion.game import Chapter, Result, Reveal
from companion.language.message import name, say
from companion.table.snapshot import GameShown, Lamp, Question, SeatShown, Snapshot, Stall, Step

BOAT = (
    "......#......",
    *("......" + "#" * n + "." * (7 - n) for n in (2, 4, 5, 3, 1)),
    "#############",
    ".###########.",
)
SIX = ("Ana", "Rui", "Mia", "Bartholomäus", "Zoë", "Željko")
LONG = (
    "Wolfeschlegelsteinhausenberger",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "Анастасия-Вероника Рождественс",
    "Παναγιωτόπουλος Κωνσταντίνος Α",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
    "Ñandú Íñiguez Ærøskøbing Łódź!",
)
SCRIPTS = ("山田太郎", "김민준", "さくら", "עמית לוי", "สมชาย ใจดี", "Գևորգ")


def seat(number: int, who: str, **more: object) -> SeatShown:
    """Return a seat; `more` changes it."""
    plain = SeatShown(
        name=who,
        shown=name(who),
        number=number,
        colour="#000000",
        shape="circle",
        added=False,
        device="pod",
        claiming=False,
        lamp=Lamp.OFF,
        mark=None,
        status=None,
        score=0,
        rank=1,
        why=None,
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def seats(names: tuple[str, ...] = SIX, lamps: str = "......", **more: object) -> tuple[SeatShown, ...]:
    """Return the seats with lamps: a awaited, l locked, t take, . off."""
    kinds = {"a": Lamp.AWAITED, "l": Lamp.LOCKED, "t": Lamp.TAKE, ".": Lamp.OFF}
    return tuple(
        seat(number, who, lamp=kinds[lamp], **more)
        for number, (who, lamp) in enumerate(zip(names, lamps, strict=False), 1)
    )


def scored(names: tuple[str, ...] = SIX) -> tuple[SeatShown, ...]:
    """Return the seats with three-digit coins and ranks."""
    coins = (124, 120, 118, 99, 7, 0)
    return tuple(
        seat(number, who, score=score, rank=number)
        for number, (who, score) in enumerate(zip(names, coins, strict=False), 1)
    )


def chapter(names: tuple[str, ...] = SIX) -> Chapter:
    """Return a voyage's result."""
    earned = (104, 41, 36, 28, 7, 0)
    totals = (124, 120, 118, 99, 7, 0)
    results = tuple(Result(who, (), *pair) for who, *pair in zip(names, earned, totals, strict=False))
    return Chapter(say("Voyage {number}", number=3), results, line=12)


JOIN: Mapping[str, str] = {
    "address": "http://companion.local/",
    "number": "http://192.168.178.123/",
    "network": "Hafenkneipe",
}
BID = say("Voyage {number}, turn {turn}: choose a card", number=2, turn=3)
STACKS = say(
    "Two groups, a stack each: {one} / {other}",
    one=("Ana", "Rui", "Mia"),
    other=("Teo", "Eva", "Ivo"),
)
REFILL = (
    say("{seats}: one card left, so all your discards come back into your hand", seats=("Ana", "Rui")),
    say(
        "Our ruling: a card is discarded when it is tied or its crate is taken; whoever then holds one card "
        "takes the whole discard pile back and has ten again. Tables differ."
    ),
)
TAKES = say("{seat}: take the top crate, do not turn it", seat=name("Cap'n Happen Stance"))


def every(names: tuple[str, ...]) -> dict[str, Snapshot]:
    """Return a snapshot for every screen with these people."""
    first, second, third = names[0], names[1], names[2]
    reveal = Reveal(
        cards={who: 10 - index for index, who in enumerate(names)},
        order=(names[:4],) if len(names) > 4 else (names[:2],),
        tied=names[4:] if len(names) > 4 else names[2:],
    )
    question = Question(
        id="1/a/0",
        text=say("{seat}, {place}: {label}?", seat=name(first), place=say("top left"), label=say("gold 2")),
        seat=first,
        zone="dock 1",
        cell=0,
        picture=None,
        likeliest=("gold 2", "gold 3"),
        all=("gold 2", "gold 3"),
        offered="gold 2",
    )
    winner = scored(names)
    winner = (
        replace(winner[0], why=say("equal coins: the higher hold in voyage 3 wins, {number}", number=6)),
        replace(winner[1], why=say("equal coins: the higher hold in voyage 3 wins, {number}", number=2)),
        *winner[2:],
    )
    marked = tuple(replace(one, mark=say("hold {number}", number=one.number)) for one in seats(names, "aaaaaa"))
    setup = say(
        "Voyage {number}: clear the holds, {count} new crates, shuffled and turned: {order}",
        number=2,
        count=18,
        order=say("two stacks of nine"),
    )
    return {
        "bids": Snapshot(2, Step.BIDS, BID, seats=seats(names, "lalala")),
        "dealt": Snapshot(2, Step.BIDS, BID, notes=(STACKS,) if names[3:] else (), seats=marked, dealt=say("Holds")),
        "reveal": Snapshot(3, Step.REVEAL, TAKES, seats=seats(names, "t....."), reveal=reveal),
        "refill": Snapshot(3, Step.REVEAL, TAKES, notes=REFILL, seats=seats(names, "t....."), reveal=reveal),
        "draw": Snapshot(4, Step.DRAW, setup, seats=seats(names), can_go_on=True, key=say("Draw the holds")),
        "look": Snapshot(
            5,
            Step.LOOK,
            say("waiting for {seat}'s crate", seat=name(second)),
            notes=(say("a hand over {seat}'s place", seat=name(third)),),
            seats=seats(names, ".t...."),
        ),
        "stalled": Snapshot(
            5,
            Step.REVEAL,
            TAKES,
            seats=seats(names, ".t...."),
            reveal=reveal,
            stall=Stall(
                "1.0/dock 2",
                say("I don't see {seat}'s piece. Does it lie there?", seat=name(second)),
                second,
                asks=True,
            ),
        ),
        "ask": Snapshot(6, Step.ASK, question.text, seats=seats(names), questions=(question, question)),
        "score": Snapshot(
            7,
            Step.SCORE,
            say("Voyage 3 is scored: ok"),
            game=GameShown("1", "boats", "Boats", names, {}, BOAT),
            seats=scored(names),
            chapters=(chapter(names),),
            moment=chapter(names),
            events=12,
        ),
        "over": Snapshot(
            8,
            Step.OVER,
            say("{winners} wins with {score}", winners=(name(first),), score=124),
            seats=winner,
            chapters=(chapter(names),),
            over=True,
            winners=(first,),
        ),
        "turn": Snapshot(9, Step.TURN, say("{seat}: trade or take", seat=name(first)), seats=seats(names)),
        "standing": Snapshot(9, Step.TURN, say("{seat}: trade or take", seat=name(first)), seats=scored(names)),
    }


def join(**more: str) -> Snapshot:
    """Return the snapshot before any game."""
    return Snapshot(1, Step.JOIN, say("Nobody plays yet: begin a game on a phone"), join={**JOIN, **more})
