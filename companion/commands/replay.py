"""`companion replay`: judge a record line by line and print what each line led to."""

import argparse
import io
import json
import sys
from pathlib import Path
from typing import Any, TextIO

from companion.commands.terminal import escaped
from companion.game import RuleError, edition, record
from companion.game.match import Match
from companion.language.message import Message, say


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion replay` takes."""
    parser.add_argument("record", help="a record file, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Do it; see `replay`. What the terminal can't show (half a surrogate pair in a name) is shown escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    return replay(args.record, as_json=args.json, out=sys.stdout, err=sys.stderr)


def replay(source: str, *, as_json: bool, out: TextIO, err: TextIO) -> int:
    """Replay the record in the file `source` ("-" is standard input); return the exit status of shared use:
    0 all lines stand, 1 the rules forbid one, 2 it can't be read."""
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        print(f"{source}: {error.strerror}; name a file that can be read, or - for standard input", file=err)
        return 2
    match: Match | None = None
    try:
        for line in record.lines(data):
            try:
                match = Match.begin(line) if match is None else match.play(line)
            except RuleError as error:
                _print_bad(line.number, str(error), as_json=as_json, out=out)
                _print_final(match, as_json=as_json, out=out)
                return 1
            _print_good(line, match, as_json=as_json, out=out)
        if match is None:
            raise record.RecordError(1, say("the record is empty: its header is missing"))
    except record.RecordError as error:
        print(escaped(str(error)), file=err)
        return 2
    _print_final(match, as_json=as_json, out=out)
    return 0


def _print_good(line: record.Line, match: Match, *, as_json: bool, out: TextIO) -> None:
    if as_json:
        print(json.dumps({"line": line.number, "ok": True, **match.answers[-1]}), file=out)
    else:
        what = line.value.get("do", match.game.title)
        print(escaped(f"{line.number:4}  {what}: {_plain(match.answers[-1])}"), file=out)


def _print_bad(number: int, error: str, *, as_json: bool, out: TextIO) -> None:
    if as_json:
        print(json.dumps({"line": number, "ok": False, "error": error}), file=out)
    else:
        print(escaped(f"{number:4}  refused: {error}"), file=out)


def _print_final(match: Match | None, *, as_json: bool, out: TextIO) -> None:
    if match is None:
        return
    if as_json:
        print(json.dumps({"final": match.final}), file=out)
        return
    for place in match.standings:
        why = f"  ({_english(place.why)})" if place.why else ""
        print(f"{place.rank}. {place.player}: {place.score}{why}", file=out)
    for doubt in match.game.doubts(match.states[0]):
        print(f"in doubt: {doubt}", file=out)
    if edition.is_guess(match.lines[0]):
        print("provisional: nobody has confirmed the numbers printed on the pieces", file=out)
    if match.over:
        print("winner: " + ", ".join(match.game.winners(match.state)), file=out)


def _english(message: Message | None) -> str:
    return str(message or say(""))


def _plain(answer: dict[str, Any]) -> str:
    return "; ".join(f"{key} {json.dumps(value, ensure_ascii=False)}" for key, value in answer.items())
