"""Calls to other services: from bodies to messages, and back from messages to JSON values.

The only place in the gateway that knows a stub. A failed call raises `grpc.RpcError`, which the
application answers as a problem.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import grpc

from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from brettwerk.types.v1 import types_pb2
from gateway import problems, shapes
from gateway.bodies import (
    ApplyLotsBody,
    BatchItem,
    BatchValidateBody,
    FormatBody,
    ListBody,
    MoveText,
    ParseBody,
    PlayedMove,
    RecordedMove,
    ReplayBody,
    ValidateBody,
    Variation,
)
from gateway.problems import Problem
from gateway.shapes import Json

MAX_NESTING = 16
_VALIDATE = f"/{rules_pb.DESCRIPTOR.services_by_name['RulesService'].full_name}/ValidateMove"
_SLOW = 5
"""Batches, replays and archives may take this many times as long as one question."""

_FORMATS = {
    "pdn": rules_pb.NOTATION_FORMAT_PDN,
    "transcript": rules_pb.NOTATION_FORMAT_TRANSCRIPT,
}
_CAPTURES = {"short": rules_pb.CAPTURE_STYLE_SHORT, "full": rules_pb.CAPTURE_STYLE_FULL}


class RulesClient:
    """The rules service, asked in the gateway's own shapes."""

    def __init__(self, channel: grpc.Channel, deadline_ms: int) -> None:
        self._stub = RulesServiceStub(channel)
        self._validate: grpc.UnaryUnaryMultiCallable[bytes, rules_pb.ValidateMoveResponse] = (
            channel.unary_unary(
                _VALIDATE,
                request_serializer=None,
                response_deserializer=rules_pb.ValidateMoveResponse.FromString,
            )
        )
        self._slow_s = _SLOW * deadline_ms / 1000

    def rulesets(self) -> list[Json]:
        response = self._stub.ListRulesets(rules_pb.ListRulesetsRequest())
        return [shapes.ruleset(message) for message in response.rulesets]

    def ruleset(self, key: str, options: dict[str, str]) -> tuple[Json, list[Json]]:
        """The rule set and its worked examples."""
        request = rules_pb.GetRulesetRequest(ruleset=_ref(key, options))
        response = self._stub.GetRuleset(request)
        return shapes.ruleset(response.ruleset), [shapes.example(each) for each in response.examples]

    def initial_position(self, key: str, options: dict[str, str]) -> Json:
        request = rules_pb.GetInitialPositionRequest(ruleset=_ref(key, options))
        return shapes.initial(self._stub.GetInitialPosition(request))

    def validate(self, body: ValidateBody) -> Json:
        # This is the busiest address. Assignments take half the time of constructors with keywords, and the
        # bytes of a rule set with its options, of which callers use few, a third of its message's.
        request = rules_pb.ValidateMoveRequest()
        request.position.fen = body.fen
        if body.rule_state:
            request.position.rule_state = body.rule_state
        request.move = body.move
        if body.history is not None or body.start_fen is not None:
            request.history.CopyFrom(_history(body) or rules_pb.History())
        chosen = _ruleset_field(body.ruleset, *body.options.items())
        return shapes.verdict(self._validate(chosen + request.SerializeToString()).verdict)

    def batch_validate(self, body: BatchValidateBody) -> Json:
        items = [
            rules_pb.BatchItem(
                position=_position(item), move=item.move, history=_history(item, f"/items/{index}")
            )
            for index, item in enumerate(body.items)
        ]
        request = rules_pb.BatchValidateMovesRequest(ruleset=_ref(body.ruleset, body.options), items=items)
        response = self._stub.BatchValidateMoves(request, timeout=self._slow_s)
        return {"verdicts": [shapes.verdict(verdict) for verdict in response.verdicts]}

    def legal_moves(self, body: ListBody) -> Json:
        request = rules_pb.ListLegalMovesRequest(
            ruleset=_ref(body.ruleset, body.options),
            position=_position(body),
            history=_history(body),
            include_tree=body.tree,
        )
        response = self._stub.ListLegalMoves(request)
        return shapes.moves(response, with_tree=body.tree)

    def apply_lots(self, body: ApplyLotsBody) -> Json:
        request = rules_pb.ApplyLotsRequest(
            ruleset=_ref(body.ruleset, body.options),
            position=_position(body),
            move=body.move,
            lots=body.lots,
            history=_history(body),
        )
        return shapes.verdict(self._stub.ApplyLots(request).verdict)

    def replay(self, body: ReplayBody) -> Json:
        request = rules_pb.ReplayGameRequest(
            ruleset=_ref(body.ruleset, body.options),
            history=rules_pb.History(start_fen=body.start_fen or "", moves=_played(body.moves)),
            include_fens=body.fens,
        )
        try:
            response = self._stub.ReplayGame(request, timeout=self._slow_s)
        except grpc.RpcError as error:
            raise problems.of_rpc(error, history="moves") from None
        return shapes.replay(response, with_fens=body.fens)

    def parse(self, body: ParseBody) -> Json:
        ref = _ref(body.ruleset, body.options) if body.ruleset is not None else None
        if ref is None and body.options:
            raise Problem.of_field("/options", "options need their rule set")
        request = rules_pb.ParseGameRequest(format=_FORMATS[body.format], text=body.text, ruleset=ref)
        response = self._stub.ParseGame(request, timeout=self._slow_s)
        return shapes.games(response)

    def format(self, body: FormatBody) -> Json:
        game = rules_pb.GameRecord(
            ruleset=_ref(body.ruleset, body.options),
            tags=[rules_pb.Tag(name=name, value=value) for name, value in body.tags.items()],
            start_fen=body.start_fen or "",
            comment=body.comment,
            moves=_recorded(body.moves, "", MAX_NESTING),
            result_text=body.result_text or "",
        )
        request = rules_pb.FormatGameRequest(
            format=_FORMATS[body.format], game=game, captures=_CAPTURES[body.captures]
        )
        response = self._stub.FormatGame(request, timeout=self._slow_s)
        return {"text": response.text}


def _ref(key: str, options: dict[str, str]) -> types_pb2.RulesetRef:
    return types_pb2.RulesetRef(key=key, options=options)


@lru_cache(maxsize=1024)
def _ruleset_field(key: str, *options: tuple[str, str]) -> bytes:
    """The field `ruleset` of a ValidateMoveRequest; joined to the bytes of the others it makes the whole."""
    return rules_pb.ValidateMoveRequest(ruleset=_ref(key, dict(options))).SerializeToString()


_Position = ValidateBody | BatchItem | ListBody | ApplyLotsBody


def _position(body: _Position) -> types_pb2.Position:
    return types_pb2.Position(fen=body.fen, rule_state=body.rule_state or b"")


def _history(body: _Position, place: str = "") -> rules_pb.History | None:
    if body.history is None:
        if body.start_fen is not None:
            raise Problem.of_field(f"{place}/start_fen", "a start needs the history that begins there")
        return None
    return rules_pb.History(start_fen=body.start_fen or "", moves=_played(body.history))


def _played(moves: Sequence[MoveText | PlayedMove]) -> list[rules_pb.PlayedMove]:
    return [
        rules_pb.PlayedMove(notation=move)
        if isinstance(move, str)
        else rules_pb.PlayedMove(notation=move.move, lots=move.lots)
        for move in moves
    ]


def _recorded(
    moves: Sequence[MoveText | RecordedMove], place: str, nesting: int
) -> list[rules_pb.RecordedMove]:
    return [
        rules_pb.RecordedMove(notation=move)
        if isinstance(move, str)
        else rules_pb.RecordedMove(
            notation=move.move or "",
            lots=move.lots,
            comment=move.comment,
            nags=move.nags,
            strength=move.strength,
            set_up_fen=move.set_up_fen or "",
            variations=_variations(move.variations, f"{place}/moves/{ply}/variations", nesting - 1),
        )
        for ply, move in enumerate(moves)
    ]


def _variations(lines: Sequence[Variation], place: str, nesting: int) -> list[rules_pb.Variation]:
    if lines and nesting < 0:
        raise Problem.of_field(place, f"variations are nested at most {MAX_NESTING} deep")
    return [
        rules_pb.Variation(comment=line.comment, moves=_recorded(line.moves, f"{place}/{number}", nesting))
        for number, line in enumerate(lines)
    ]
