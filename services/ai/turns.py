"""What an engine is asked, and how long it may think. Pure: no clock, no chance, no framework."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import engine
import rulebook

PLAYED = "played"
"""The outcome of a turn whose move was taken; any other says why not."""

MOST_THINK_MS = 3000
"""No persona needs it on an idle machine. A move that takes longer loses to the light move of `games`."""
_SHARE_OF_CLOCK = 20
_LEAST_THINK_MS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A position, and who is to find a move in it."""

    ruleset: str
    options: Mapping[str, str]
    fen: str
    rule_state: bytes
    persona: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The turn of a game that an engine is to play."""

    game_id: str
    turn: int
    tenant_id: str
    question: Question
    remaining_ms: int | None = None
    """What its clock shows at the request; None where time is unlimited."""
    request_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A turn in the hands of one worker."""

    turn: Turn
    holder: str
    waited_ms: int = field(compare=False)
    """From the request to the claim."""

    @property
    def name(self) -> str:
        """For the log."""
        return f"{self.turn.game_id}:{self.turn.turn}"


@dataclass(frozen=True, slots=True)
class Key:
    """Which turn."""

    game_id: str
    turn: int


def position_of(question: Question) -> rulebook.Position:
    """Raises UnknownRuleset, UnknownOption, BadFen or BadRuleState."""
    ruleset = rulebook.ruleset(question.ruleset, question.options)
    return rulebook.parse_fen(ruleset, question.fen, question.rule_state)


def think_ms(remaining_ms: int | None, waited_ms: int) -> int:
    """How long a search may take: a twentieth of what is left on the clock, and never longer than anybody waits."""
    if remaining_ms is None:
        return MOST_THINK_MS
    share_ms = (remaining_ms - waited_ms) // _SHARE_OF_CLOCK
    return min(max(share_ms, _LEAST_THINK_MS), MOST_THINK_MS)


def pick(turn: Turn, table: engine.TranspositionTable, stop: engine.StopFlag) -> engine.Found:
    """The persona's move, the same for the same game and turn; if `stop` is set, its best so far.

    Raises what `position_of` and the engine raise.
    """
    position = position_of(turn.question)
    persona = engine.persona(turn.question.persona, position)
    return engine.choose(position, persona.level, engine.seed_of(turn.game_id, turn.turn), table, stop)


class TurnStore(Protocol):
    """The turns, shared by every replica of the service and every worker. Its methods raise Unavailable."""

    def note(self, turn: Turn) -> None:
        """Keep it, unless it is known; earlier turns of the game are over."""
        ...

    def claim(self, key: Key, holder: str) -> Claim | None:
        """Take it in hand; None if it is answered, set aside, or in other hands. The same holder may take it again."""
        ...

    def renew(self, claim: Claim) -> bool:
        """Keep it in hand for another while; whether it is still to be played by this holder."""
        ...

    def answer(self, claim: Claim, outcome: str) -> None:
        """Nothing more is to be done."""
        ...

    def give_back(self, claim: Claim, reason: str, after_ms: int) -> None:
        """Let somebody else try, not before so long."""
        ...

    def set_aside(self, claim: Claim, reason: str) -> None:
        """Let nobody try again."""
        ...

    def due(self, limit: int) -> Sequence[Key]:
        """What has to be sent again; the next time for each comes later and later. Sets aside what costs workers."""
        ...

    def unsent(self, keys: Sequence[Key]) -> None:
        """They could not be sent after all."""
        ...

    def backlog(self) -> tuple[int, float]:
        """How many turns are unanswered, and the age of the oldest in seconds."""
        ...

    def forget(self, limit: int) -> int:
        """Delete what nobody asks for any more; how many."""
        ...


Send = Callable[[Key], None]
"""Wakes a worker. Raises Unavailable if the broker does not take the message."""
