"""What a refused call says."""

from __future__ import annotations

from collections.abc import Callable

import grpc

from tests.games.refusals import refusal

INVALID = (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD")


DENIED = grpc.StatusCode.PERMISSION_DENIED


def refused(call: Callable[[], object]) -> tuple[grpc.StatusCode, str]:
    problem = refusal(call)
    return problem.status, problem.reason
