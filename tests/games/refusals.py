"""What a refused call says."""

from __future__ import annotations

from collections.abc import Callable

import grpc
import pytest

from chassis import Problem, problem_of


def refusal(call: Callable[[], object]) -> Problem:
    """The problem with which the call is refused."""
    with pytest.raises(grpc.RpcError) as caught:
        call()
    return problem_of(caught.value)


def reason(call: Callable[[], object]) -> str:
    return refusal(call).reason


PLAUSIBLE = frozenset(
    {
        "UNKNOWN_GAME",
        "NOT_A_PLAYER",
        "NO_OPEN_SEAT",
        "INVALID_FIELD",
        "GAME_NOT_STARTED",
        "GAME_FINISHED",
        "GAME_UNDER_WAY",
        "GAME_PAUSED",
        "NOT_PAUSED",
        "NOT_ALLOWED",
        "NO_OFFER",
        "NOT_CHOOSING",
        "CHOICE_FINAL",
        "INVALID_STONES",
        "NOT_YOUR_TURN",
        "TURN_PLAYED",
        "TURN_NOT_REACHED",
        "FLAG_FALLEN",
    }
)
"""What a wish at a table may meet that is nobody's fault but the caller's."""
