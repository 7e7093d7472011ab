"""Idempotency keys: what became of the requests that came last, so that one that comes again is done once.

A phone that got no answer asks again, with the same id; two presses have two ids. The answer to what changed something
kept is kept with it, in one transaction: neither a power cut nor a restart does it twice.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.language.message import pack, unpack
from companion.table.signals import Reply

MOST = 1000


def name_of(device: str, request_id: str) -> str:
    """Return by which a request is known; two phones may make the same id."""
    return f"{device} {request_id}"


@dataclass(frozen=True, slots=True)
class Answers:
    """See the module. `replies`: a request's name → what it led to, the newest last."""

    replies: Mapping[str, Reply] = field(default_factory=dict)

    def of(self, name: str) -> Reply | None:
        """Return what became of a request; None for one that was never heard."""
        return self.replies.get(name)

    def and_of(self, name: str, reply: Reply) -> "Answers":
        """Return the answers with one more; the oldest gives way."""
        replies = {**self.replies, name: reply}
        for oldest in list(replies)[: max(0, len(replies) - MOST)]:
            del replies[oldest]
        return Answers(replies)

    @classmethod
    def read(cls, kept: Iterable[tuple[str, str]]) -> "Answers":
        """Return what was kept, by name, the oldest first; what can't be read is left out."""
        found = {}
        for name, text in kept:
            try:
                value = json.loads(text)
                told = None if value["text"] is None else unpack(value["text"])
                found[name] = Reply(bool(value["ok"]), told, value["ask"], value["value"])
            except (ValueError, LookupError, TypeError):
                continue
        return cls(found)


def written(reply: Reply) -> str:
    """Return a reply as text, to be read by `Answers.read`."""
    told = None if reply.text is None else pack(reply.text)
    return json.dumps({"ok": reply.ok, "text": told, "ask": reply.ask, "value": reply.value})
