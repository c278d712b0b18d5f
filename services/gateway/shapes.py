"""Messages of the services as JSON values: enums in lower case without prefix, bytes as base64 text."""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2

Json: TypeAlias = dict[str, Any]


class _Enum(Protocol):
    def items(self) -> Iterable[tuple[str, int]]: ...


def words(enum: _Enum, prefix: str) -> Mapping[int, str | None]:
    """Number to word; the zero of every enum is null."""
    return {number: name.removeprefix(prefix).lower() if number else None for name, number in enum.items()}


SIDES = words(types_pb2.Side, "SIDE_")
TERMINATIONS = words(types_pb2.Termination, "TERMINATION_")
REASONS = words(rules_pb.Reason, "REASON_")
FAMILIES = words(rules_pb.Family, "FAMILY_")
EXPIRIES = words(types_pb2.Expiry, "EXPIRY_")


def base64_text(data: bytes) -> str:
    return b2a_base64(data, newline=False).decode("ascii")


def move(message: types_pb2.Move) -> Json:
    # A slice of a repeated field is a list, made in half the time that list() takes.
    return {
        "notation": message.notation,
        "from": message.from_square or None,
        "to": message.to_square or None,
        "path": message.path[:],
        "captured": message.captured[:],
        "promotes": message.promotes,
        "is_pass": message.is_pass,
        "auto": message.auto,
        "lots": message.lots[:],
        "duels": message.duels[:],
    }


def verdict(message: rules_pb.Verdict) -> Json:
    if not message.legal:
        return {
            "legal": False,
            "reason": REASONS[message.reason],
            "candidates": [move(candidate) for candidate in message.candidates],
        }
    fen = rule_state = None
    if message.HasField("next_position"):
        position = message.next_position
        fen = position.fen
        rule_state = base64_text(position.rule_state)
    return {
        "legal": True,
        "move": move(message.move),
        "fen": fen,
        "rule_state": rule_state,
        "result": result(message.result) if message.HasField("result") else None,
    }


def result(message: types_pb2.Result) -> Json:
    return {"winner": SIDES[message.winner], "termination": TERMINATIONS[message.termination]}


def moves(message: rules_pb.ListLegalMovesResponse, *, with_tree: bool) -> Json:
    return {
        "moves": [move(each) for each in message.moves],
        "side": SIDES[message.side_to_move],
        "result": result(message.result) if message.HasField("result") else None,
        "tree": [_hop(hop) for hop in message.tree] if with_tree else None,
    }


def _hop(message: rules_pb.Hop) -> Json:
    return {
        "square": message.square,
        "captured": list(message.captured),
        "move": message.move_index if message.HasField("move_index") else None,
        "next": [_hop(hop) for hop in message.next],
    }


def replay(message: rules_pb.ReplayGameResponse, *, with_fens: bool) -> Json:
    refusal = None
    if message.HasField("refusal"):
        refusal = verdict(message.refusal)
        del refusal["legal"]
        refusal = {"ply": len(message.plies), **refusal}
    return {
        "legal": refusal is None,
        "moves": [move(ply.move) for ply in message.plies],
        "fens": [ply.fen for ply in message.plies] if with_fens else None,
        "fen": message.position.fen,
        "rule_state": base64_text(message.position.rule_state),
        "result": result(message.result) if message.HasField("result") else None,
        "refusal": refusal,
    }


def initial(message: rules_pb.GetInitialPositionResponse) -> Json:
    return {
        "fen": message.position.fen,
        "rule_state": base64_text(message.position.rule_state),
        "side": SIDES[message.side_to_move],
    }


def ruleset(message: rules_pb.Ruleset) -> Json:
    board, notation = message.board, message.notation
    return {
        "key": message.key,
        "family": FAMILIES[message.family],
        "name": text(message.name),
        "explanation": text(message.explanation),
        "options": dict(sorted(message.options.items())),
        "option_specs": [
            {
                "key": spec.key,
                "name": text(spec.name),
                "default": spec.default_value,
                "choices": [{"value": choice.value, "name": text(choice.name)} for choice in spec.choices],
            }
            for spec in message.option_specs
        ],
        "board": {
            "rows": board.rows,
            "columns": board.columns,
            "square_count": board.square_count,
            "dark_squares_only": board.dark_squares_only,
            "mirrored": board.mirrored,
            "square_names": list(board.square_names),
        },
        "notation": {
            "game_type": notation.game_type or None,
            "separator": notation.separator,
            "algebraic": notation.algebraic,
            "file_numbers_reversed": notation.file_numbers_reversed,
            "file_board_turned": notation.file_board_turned,
            "win_result": notation.win_result,
        },
        "first_side": SIDES[message.first_side],
        "marks": _marks(message) if message.marked_per_side else None,
        "usual_time_controls": [_usual(control) for control in message.usual_time_controls],
    }


def _marks(message: rules_pb.Ruleset) -> Json:
    return {
        "per_side": message.marked_per_side,
        "choice_ms": message.choice_ms,
        "success_percent": message.lot_success_percent,
        "reveal": "on_first_duel" if message.reveals_at_first_duel else "at_start",
    }


def _usual(message: types_pb2.TimeControl) -> Json:
    """Rule sets have these three kinds."""
    match message.WhichOneof("kind"):
        case "fischer":
            fischer = message.fischer
            return {"kind": "fischer", "base_ms": fischer.base_ms, "increment_ms": fischer.increment_ms}
        case "per_move":
            per_move = message.per_move
            return {
                "kind": "per_move",
                "move_ms": per_move.move_ms,
                "on_expiry": EXPIRIES[per_move.on_expiry],
                "max_strikes": per_move.max_strikes or None,
            }
    return {"kind": "unlimited"}


def example(message: rules_pb.WorkedExample) -> Json:
    return {
        "text": text(message.text),
        "options": dict(sorted(message.options.items())),
        "fen": message.fen,
        "legal_moves": list(message.legal_moves),
        "refused_moves": [
            {"move": refused.move, "reason": REASONS[refused.reason]} for refused in message.refused_moves
        ],
    }


def games(message: rules_pb.ParseGameResponse) -> Json:
    return {
        "games": [
            {
                "number": found.number,
                "line": found.line,
                "game": _record(found.game),
                "fen": found.final_position.fen,
                "rule_state": base64_text(found.final_position.rule_state),
                "result": result(found.result) if found.HasField("result") else None,
            }
            for found in message.games
        ],
        "faults": [
            {
                "game": fault.game_number,
                "line": fault.line,
                "reason": fault.reason,
                "value": fault.value,
                "detail": fault.detail,
            }
            for fault in message.faults
        ],
    }


def _record(message: rules_pb.GameRecord) -> Json:
    return {
        "ruleset": message.ruleset.key,
        "options": dict(sorted(message.ruleset.options.items())),
        "moves": [_recorded(step) for step in message.moves],
        "start_fen": message.start_fen or None,
        "tags": {tag.name: tag.value for tag in message.tags},
        "comment": message.comment,
        "result_text": message.result_text or None,
    }


def _recorded(message: rules_pb.RecordedMove) -> Json | str:
    """The text of the move alone, where nothing else is said about it."""
    said: Json = {
        "lots": list(message.lots),
        "comment": message.comment,
        "nags": list(message.nags),
        "strength": message.strength,
        "set_up_fen": message.set_up_fen,
        "variations": [
            {"comment": line.comment, "moves": [_recorded(step) for step in line.moves]}
            for line in message.variations
        ],
    }
    said = {name: value for name, value in said.items() if value}
    if not said:
        return message.notation
    return {"move": message.notation or None, **said}


def text(message: types_pb2.LocalizedText) -> Json:
    return {"de": message.de, "en": message.en}
