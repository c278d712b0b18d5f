"""Messages as what the use cases take, and their values as messages."""

from __future__ import annotations

import rulebook
from ai.errors import InvalidField
from ai.service import Opponent
from ai.turns import Question, Turn
from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2
from chassis import at
from chassis.logs import REQUEST_ID

_MAX_KEY_CHARS = 64
_MAX_OPTIONS = 16
MAX_FEN_CHARS = 500
_MAX_RULE_STATE_BYTES = 65536

_FAMILIES = {
    rulebook.Family.DRAUGHTS: rules_pb.FAMILY_DRAUGHTS,
    rulebook.Family.REVERSI: rules_pb.FAMILY_REVERSI,
}


def read_turn(request: ai_pb.RequestMoveRequest) -> Turn:
    require(0 < len(request.game_id) <= _MAX_KEY_CHARS, "/game_id", f"1 to {_MAX_KEY_CHARS} characters")
    require(0 < len(request.tenant_id) <= _MAX_KEY_CHARS, "/tenant_id", f"1 to {_MAX_KEY_CHARS} characters")
    require("\0" not in request.game_id + request.tenant_id, "", "no zero characters")
    require(request.turn >= 0, "/turn", "a turn, from 0")
    # A clock that has run out meanwhile shows less than nothing; its flag is not ours to call.
    remaining_ms = max(request.remaining_ms, 0) if request.HasField("remaining_ms") else None
    return Turn(
        game_id=request.game_id,
        turn=request.turn,
        tenant_id=request.tenant_id,
        question=read_question(request),
        remaining_ms=remaining_ms,
        request_id=REQUEST_ID.get(),
    )


def read_question(request: ai_pb.RequestMoveRequest | ai_pb.SelectMoveRequest) -> Question:
    position = request.position
    require_ruleset(request.ruleset)
    require_position(position)
    require(0 < len(request.persona) <= _MAX_KEY_CHARS, "/persona", f"1 to {_MAX_KEY_CHARS} characters")
    return Question(
        ruleset=request.ruleset.key,
        options=dict(request.ruleset.options),
        fen=position.fen,
        rule_state=position.rule_state,
        persona=request.persona,
    )


def require_ruleset(ruleset: types_pb2.RulesetRef) -> None:
    """Raises InvalidField where a text is too long."""
    require(0 < len(ruleset.key) <= _MAX_KEY_CHARS, "/ruleset/key", f"1 to {_MAX_KEY_CHARS} characters")
    fits = len(ruleset.options) <= _MAX_OPTIONS and all(
        max(len(key), len(value)) <= _MAX_KEY_CHARS for key, value in ruleset.options.items()
    )
    require(fits, "/ruleset/options", f"at most {_MAX_OPTIONS}, of {_MAX_KEY_CHARS} characters each")


def require_position(position: types_pb2.Position) -> None:
    """The same."""
    require(len(position.fen) <= MAX_FEN_CHARS, "/position/fen", f"at most {MAX_FEN_CHARS} characters")
    fits = len(position.rule_state) <= _MAX_RULE_STATE_BYTES
    require(fits, "/position/rule_state", f"at most {_MAX_RULE_STATE_BYTES} bytes")


def persona(opponent: Opponent) -> ai_pb.Persona:
    value = opponent.persona
    return ai_pb.Persona(
        key=value.key,
        name=types_pb2.LocalizedText(de=value.name.de, en=value.name.en),
        introduction=types_pb2.LocalizedText(de=value.introduction.de, en=value.introduction.en),
        manner=types_pb2.LocalizedText(de=value.manner.de, en=value.manner.en),
        level=opponent.level,
        families=[number for family, number in _FAMILIES.items() if family in value.families],
    )


def move(value: rulebook.Move) -> types_pb2.Move:
    return types_pb2.Move(
        notation=value.notation,
        from_square=value.origin or 0,
        to_square=value.target or 0,
        path=value.path,
        captured=value.captured,
        promotes=value.promotes,
        is_pass=value.is_pass,
        duels=value.duels,
    )


def require(holds: bool, pointer: str, description: str) -> None:
    """Raises InvalidField at the pointer unless the claim holds."""
    if not holds:
        with at(pointer):
            raise InvalidField(description)
