"""The gateway over the rules service alone, with three routes beside.

`/bench/same` reads the body of a validation, calls an empty RPC, and answers like one; `/bench/empty`
only calls the empty RPC; `/bench/plain` does nothing.
"""

from __future__ import annotations

from flask import Response
from google.protobuf.empty_pb2 import Empty

import chassis
from bench.api_load import EMPTY
from chassis.channels import connect
from chassis.healthy import says_serving
from chassis.tokens import TokenSource, Verifier, passed_on_or
from gateway.answers import VerdictAnswer
from gateway.app import Parts, create_app
from gateway.bodies import ValidateBody
from gateway.clients import RulesClient
from gateway.clients_analyses import AnalysesClient
from gateway.clients_games import EnginesClient, GamesClient, RecordsClient
from gateway.clients_rooms import RoomsClient
from gateway.limits import Buckets
from gateway.players import Pass, Player, PlayerKind, Players
from gateway.replying import reply
from gateway.settings import GatewaySettings
from gateway.waiting import Waiting
from gateway.wakeups import Bells

_settings = chassis.read(GatewaySettings, "gateway")
_channel = connect(
    _settings.rules_address,
    deadline_ms=_settings.rules_deadline_ms,
    repeatable=True,
    bearer=passed_on_or(TokenSource("gateway", _settings.key).bearer("rules")),
)
_ping = _channel.unary_unary(
    EMPTY, request_serializer=Empty.SerializeToString, response_deserializer=Empty.FromString
)


class Nobody:
    """Players, of whom none is asked for here."""

    def add(self, player_id: str, tenant_id: str, kind: PlayerKind, name: str | None) -> None:
        raise NotImplementedError

    def get(self, player_id: str, tenant_id: str) -> Player | None:
        raise NotImplementedError


app = create_app(
    _settings,
    Parts(
        rules=RulesClient(_channel, _settings.rules_deadline_ms),
        games=GamesClient(_channel),
        engines=EnginesClient(_channel),
        analyses=AnalysesClient(_channel),
        records=RecordsClient(_channel),
        rooms=RoomsClient(_channel),
        players=Players(Nobody(), str, lambda *_: Pass(token="", expires_s=0)),
        buckets=Buckets(burst=1, per_minute=1),
        waiting=Waiting(1, Bells(), lambda: False),
        verifier=Verifier("gateway", _settings.public_keys),
        probes={"rules": lambda: says_serving(_channel)},
    ),
)


@app.post("/bench/same")
@app.input(ValidateBody, arg_name="body")
@app.output(VerdictAnswer)
@app.doc(hide=True)
def same(body: ValidateBody) -> Response:  # noqa: ARG001  reading it is the point
    _ping(Empty())
    return reply(_VERDICT)


_VERDICT = {
    "legal": True,
    "move": {
        "notation": "21x14x7",
        "from": 21,
        "to": 7,
        "path": [21, 14, 7],
        "captured": [17, 10],
        "promotes": False,
        "is_pass": False,
        "auto": False,
        "lots": [],
        "duels": [],
    },
    "fen": "B:W22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,11,12",
    "rule_state": "AQAAAAAAAAAAAMSRQ+VKPyoC",
    "result": None,
}


@app.post("/bench/empty")
@app.doc(hide=True)
def empty() -> Response:
    _ping(Empty())
    return reply({})


@app.post("/bench/plain")
@app.doc(hide=True)
def plain() -> Response:
    return reply({})
