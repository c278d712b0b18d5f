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
