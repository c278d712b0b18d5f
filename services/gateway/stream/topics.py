"""What a stream may be about: its topics, and who tells of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from chassis import Caller
from gateway.problems import Problem

MAX_TOPICS = 16
MAX_TOPICS_CHARS = 2500

_SERVICES: Mapping[str, str] = {
    "game": "games",
    "lobby": "matchmaking",
    "me": "matchmaking",
    "chat": "matchmaking",
    "analysis": "ai",
}
_FORM = re.compile(r"me|lobby|(?:game|analysis):[A-Za-z0-9_-]{1,64}|chat:[A-Za-z0-9_.:-]{1,128}")


@dataclass(frozen=True, slots=True)
class Topic:
    """One of them, as clients and services spell it."""

    text: str

    @property
    def kind(self) -> str:
        """`game`, `lobby`, `me`, `chat` or `analysis`."""
        return self.text.partition(":")[0]

    @property
    def name(self) -> str:
        """Which one of its kind; empty where there is only one."""
        return self.text.partition(":")[2]

    @property
    def is_game(self) -> bool:
        return self.kind == "game"

    @property
    def service(self) -> str:
        """Whose feed it is in."""
        return _SERVICES[self.kind]

    def wake_up(self, caller: Caller) -> str:
        """The name of its wake-ups, as event_feed.proto has them."""
        match self.kind:
            case "lobby" | "chat":
                return f"{self.text}:{caller.tenant_id}"
            case "me":
                return f"{self.text}:{caller.tenant_id}:{caller.id}"
        return self.text


def read_topics(text: str) -> tuple[Topic, ...]:
    """The topics of a list with commas, in its order. Raises Problem."""
    names = text.split(",")
    if len(names) > MAX_TOPICS:
        raise Problem.of_parameter("topics", f"at most {MAX_TOPICS} topics")
    for index, name in enumerate(names):
        if not _FORM.fullmatch(name):
            raise unknown(name)
        if name in names[:index]:
            raise Problem.of_parameter("topics", f"{name} is there twice")
    return tuple(map(Topic, names))


def unknown(name: str) -> Problem:
    """What is said of a topic that is none, or none for who asks."""
    return Problem.of_parameter("topics", f"no topic {name}, or none for you to read", "unknown_topic")
