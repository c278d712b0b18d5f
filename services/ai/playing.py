"""What a worker does with a message: claims the turn, finds the move, plays it, says what became of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import structlog

from ai.turns import PLAYED, Claim, Key, Turn, TurnStore, pick, think_ms
from engine import StopFlag, TranspositionTable

log = structlog.get_logger()

_OFFER_S = 7.0
"""From the claim on, a move is offered for so long to a games service that does not answer; the last call may
take two seconds more, and the task's hard limit comes after that."""
_PAUSE_FIRST_S, _PAUSE_MOST_S = 0.1, 1.0
_GIVE_BACK_MS = 2000


class Verdict(StrEnum):
    """What the games service makes of a move."""

    TAKEN = "taken"
    NOT_WANTED = "not_wanted"
    """The game has gone on, or is over."""
    REFUSED = "refused"
    """It will never be taken: a fault of ours."""
    LATER = "later"
    """It may be taken if it is offered again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    verdict: Verdict
    reason: str = ""
    """In capitals, as the contract has it."""


Play = Callable[[Turn, str], Reply]
"""Offers a move, as a notation, to the games service. Safe to repeat. Raises nothing."""


class Keeping(Protocol):
    def keeping(self, claim: Claim, think_ms: int) -> AbstractContextManager[StopFlag]:
        """Keeps the claim alive inside the block; the flag is set after so long."""
        ...


class Hand:
    """Plays one turn at a time."""

    def __init__(self, *, store: TurnStore, play: Play, keeper: Keeping, table: TranspositionTable) -> None:
        self._store = store
        self._play = play
        self._keeper = keeper
        self._table = table

    def play_turn(self, key: Key, holder: str) -> None:
        """Raises Unavailable without the table of turns; the sweep then sends the turn again."""
        claim = self._store.claim(key, holder)
        if claim is None:
            # Answered, or in other hands: the message was one too many.
            return
        turn = claim.turn
        give_up_at = time.monotonic() + _OFFER_S
        with self._keeper.keeping(claim, think_ms(turn.remaining_ms, claim.waited_ms)) as stop:
            try:
                found = pick(turn, self._table, stop)
            except Exception as error:
                # A search repeats itself, and so does its fault.
                log.exception("search failed", game_id=turn.game_id, turn=turn.turn)
                self._store.set_aside(claim, type(error).__name__)
                return
            reply = self._offer(turn, found.move.notation, give_up_at)
            self._settle(claim, reply)
        log.info(
            "engine moved",
            game_id=turn.game_id,
            turn=turn.turn,
            persona=turn.question.persona,
            outcome=reply.reason or reply.verdict,
            waited_ms=claim.waited_ms,
            search_ms=found.time_ms,
            nodes=found.nodes,
            stopped=stop.is_set,
        )

    def _offer(self, turn: Turn, move: str, give_up_at: float) -> Reply:
        pause_s = _PAUSE_FIRST_S
        while True:
            reply = self._play(turn, move)
            if reply.verdict is not Verdict.LATER or time.monotonic() + pause_s > give_up_at:
                return reply
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, _PAUSE_MOST_S)

    def _settle(self, claim: Claim, reply: Reply) -> None:
        match reply.verdict:
            case Verdict.TAKEN:
                self._store.answer(claim, PLAYED)
            case Verdict.NOT_WANTED:
                self._store.answer(claim, reply.reason)
            case Verdict.REFUSED:
                self._store.set_aside(claim, reply.reason)
            case Verdict.LATER:
                self._store.give_back(claim, reply.reason, _GIVE_BACK_MS)
