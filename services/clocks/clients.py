"""The games service, as told of alarms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import grpc
import structlog

from brettwerk.games.v1.games_service_pb2 import AlarmKind, ExpireRequest
from brettwerk.games.v1.games_service_pb2_grpc import GameServiceStub
from chassis import problem_of
from clocks.alarms import Claim, Outcome

log = structlog.get_logger()

DEADLINE_MS = 1500
"""Less than a lease, so that an answer finds its alarm in the same hands."""

_PART_DOWN = "PART_DOWN"
"""The games service is there, and lacks a service that it needs for this alarm; others may need others."""

KINDS: Mapping[str, AlarmKind.ValueType] = {
    name.removeprefix("ALARM_KIND_").lower(): number
    for name, number in AlarmKind.items()
    if number != AlarmKind.ALARM_KIND_UNSPECIFIED
}
"""The word for a kind of alarm to the games service's number for it."""


class Games:
    """Tells it through a channel whose calls end after DEADLINE_MS."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._stub = GameServiceStub(channel)

    def expire(self, claim: Claim, answered: Callable[[Outcome], None], /) -> None:
        """An Expire of `alarms.py`."""
        request = ExpireRequest(game_id=claim.game_id, kind=KINDS[claim.kind], clock_version=claim.version)
        call = self._stub.Expire.future(request)
        call.add_done_callback(lambda call: answered(_outcome(claim, call.exception())))


def _outcome(claim: Claim, error: BaseException | None) -> Outcome:
    if error is None:
        return Outcome.ANSWERED
    if not isinstance(error, grpc.RpcError):
        log.error("alarm not told", game_id=claim.game_id, kind=claim.kind, exc_info=error)
        return Outcome.FAILED
    problem = problem_of(error)
    if problem.status is grpc.StatusCode.UNAVAILABLE and problem.reason != _PART_DOWN:
        return Outcome.UNREACHABLE
    log.warning(
        "alarm refused",
        game_id=claim.game_id,
        kind=claim.kind,
        reason=problem.reason,
        failures=claim.failures,
    )
    # A game that is not there will never need it.
    return Outcome.ANSWERED if problem.status is grpc.StatusCode.NOT_FOUND else Outcome.FAILED
