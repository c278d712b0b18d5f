"""What a request at fault is told: status, reason, and a pointer to the field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grpc
import pytest

import chassis
from brettwerk.rules.v1 import rules_service_pb2 as pb
from brettwerk.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from tests.rules.asking import at_fen, history, question, ref

TWO_MEN = "W:W21:B10,17"
LONG = "x" * 100_000


def lots(*drawn: bool, move: str = "21x14x7") -> pb.ApplyLotsRequest:
    return pb.ApplyLotsRequest(
        ruleset=ref("club-medieval"), position=at_fen("W:W21,32:BM10,17"), move=move, lots=drawn
    )


def batch(count: int, broken: int | None = None) -> pb.BatchValidateMovesRequest:
    fens = ["W:W99:B1" if index == broken else TWO_MEN for index in range(count)]
    items = [pb.BatchItem(position=at_fen(fen), move="21x7") for fen in fens]
    return pb.BatchValidateMovesRequest(ruleset=ref("battledame"), items=items)


def long_batch() -> pb.BatchValidateMovesRequest:
    item = pb.BatchItem(position=at_fen(TWO_MEN), move="21x7", history=history(*["22-18"] * 2000))
    return pb.BatchValidateMovesRequest(ruleset=ref("battledame"), items=[item] * 11)


def replay(came: pb.History, key: str = "battledame") -> pb.ReplayGameRequest:
    return pb.ReplayGameRequest(ruleset=ref(key), history=came)


def listing(**fields: Any) -> pb.ListLegalMovesRequest:
    return pb.ListLegalMovesRequest(ruleset=ref("battledame"), **fields)


def game(**fields: Any) -> pb.FormatGameRequest:
    return pb.FormatGameRequest(
        format=pb.NOTATION_FORMAT_PDN, game=pb.GameRecord(ruleset=ref("battledame"), **fields)
    )


def nested(depth: int) -> list[pb.RecordedMove]:
    lines = [pb.Variation(moves=nested(depth - 1))] if depth else []
    return [pb.RecordedMove(notation="22-18", variations=lines)]


CASES: list[tuple[str, Any, str, str]] = [
    ("ValidateMove", pb.ValidateMoveRequest(), "UNKNOWN_RULESET", "/ruleset/key"),
    ("ValidateMove", question(TWO_MEN, "21x7", "dame"), "UNKNOWN_RULESET", "/ruleset/key"),
    ("ValidateMove", question(TWO_MEN, "21x7", LONG), "INVALID_FIELD", "/ruleset/key"),
    (
        "ValidateMove",
        question(TWO_MEN, "21x7", options={"capture": "often"}),
        "UNKNOWN_OPTION",
        "/ruleset/options/capture",
    ),
    (
        "ValidateMove",
        question(TWO_MEN, "21x7", options={"a/b~": "c"}),
        "UNKNOWN_OPTION",
        "/ruleset/options/a~1b~0",
    ),
    ("ValidateMove", question(TWO_MEN, "21x7", options={LONG: "c"}), "INVALID_FIELD", "/ruleset/options"),
    (
        "ValidateMove",
        question(TWO_MEN, "21x7", options={str(n): "" for n in range(17)}),
        "INVALID_FIELD",
        "/ruleset/options",
    ),
    ("ValidateMove", question("", "21x7"), "INVALID_FEN", "/position/fen"),
    ("ValidateMove", question("W:W55:B4", "21x7"), "INVALID_FEN", "/position/fen"),
    ("ValidateMove", question("W:W21,K21:B4", "21x7"), "INVALID_FEN", "/position/fen"),
    ("ValidateMove", question("W:W2:B4", "21x7"), "INVALID_FEN", "/position/fen"),
    ("ValidateMove", question("W:B:W21:B4", "21x7"), "INVALID_FEN", "/position/fen"),
    ("ValidateMove", question("W:WM21:B4", "21x7"), "INVALID_FEN", "/position/fen"),
    ("ValidateMove", question("XO", "d3", "othello"), "INVALID_FEN", "/position/fen"),
    ("ValidateMove", question("\U0001f600" * 500, "21x7"), "INVALID_FEN", "/position/fen"),
    ("ValidateMove", question(LONG, "21x7"), "INVALID_FIELD", "/position/fen"),
    ("ValidateMove", question(TWO_MEN, "x" * 201), "INVALID_FIELD", "/move"),
    ("ValidateMove", question(TWO_MEN, "21x7", came=history("22-18")), "HISTORY_MISMATCH", "/history"),
    (
        "ValidateMove",
        question(TWO_MEN, "21x7", came=history("22-18", "1-2")),
        "HISTORY_MISMATCH",
        "/history/moves/1",
    ),
    (
        "ValidateMove",
        question(TWO_MEN, "21x7", came=history(start_fen="W:W99:B1")),
        "INVALID_FEN",
        "/history/start_fen",
    ),
    ("ValidateMove", question(TWO_MEN, "21x7", came=history(LONG)), "INVALID_FIELD", "/history/moves/0"),
    (
        "ValidateMove",
        question(TWO_MEN, "21x7", came=history(*["22-18"] * 2001)),
        "INVALID_FIELD",
        "/history/moves",
    ),
    ("ListLegalMoves", listing(position=at_fen("W:W99:B1")), "INVALID_FEN", "/position/fen"),
    (
        "ListLegalMoves",
        listing(position=at_fen(TWO_MEN, b"abc")),
        "INVALID_RULE_STATE",
        "/position/rule_state",
    ),
    (
        "ListLegalMoves",
        listing(position=at_fen(TWO_MEN, bytes(70_000))),
        "INVALID_FIELD",
        "/position/rule_state",
    ),
    ("BatchValidateMoves", batch(0), "INVALID_FIELD", "/items"),
    ("BatchValidateMoves", batch(257), "INVALID_FIELD", "/items"),
    ("BatchValidateMoves", batch(9, broken=7), "INVALID_FEN", "/items/7/position/fen"),
    ("BatchValidateMoves", long_batch(), "INVALID_FIELD", "/items"),
    ("ApplyLots", lots(True), "INVALID_LOTS", "/lots"),
    ("ApplyLots", lots(False), "INVALID_LOTS", "/lots"),
    ("ApplyLots", lots(), "LOTS_NEEDED", "/lots"),
    ("ApplyLots", lots(True, move=LONG), "INVALID_FIELD", "/move"),
    ("GetRuleset", pb.GetRulesetRequest(ruleset=ref("dame")), "UNKNOWN_RULESET", "/ruleset/key"),
    ("GetInitialPosition", pb.GetInitialPositionRequest(), "UNKNOWN_RULESET", "/ruleset/key"),
    ("ReplayGame", replay(history(start_fen="W")), "INVALID_FEN", "/history/start_fen"),
    (
        "ReplayGame",
        replay(history("21x14x7", start_fen="W:W21,32:BM10,17"), "club-medieval"),
        "LOTS_NEEDED",
        "/history/moves/0",
    ),
    ("ParseGame", pb.ParseGameRequest(text="1. 32-28 *"), "INVALID_FIELD", "/format"),
    ("ParseGame", pb.ParseGameRequest(format=pb.NOTATION_FORMAT_TRANSCRIPT), "INVALID_FIELD", "/ruleset"),
    (
        "ParseGame",
        pb.ParseGameRequest(format=pb.NOTATION_FORMAT_TRANSCRIPT, ruleset=ref("pool")),
        "INVALID_FIELD",
        "/ruleset",
    ),
    (
        "ParseGame",
        pb.ParseGameRequest(format=pb.NOTATION_FORMAT_PDN, text="1. 32-28 *\n" * 257),
        "INVALID_FIELD",
        "/text",
    ),
    ("FormatGame", pb.FormatGameRequest(), "UNKNOWN_RULESET", "/game/ruleset/key"),
    ("FormatGame", game(moves=[pb.RecordedMove(notation="1-2")]), "INVALID_FIELD", "/game/moves/0"),
    ("FormatGame", game(start_fen="W:W99:B1"), "INVALID_FEN", "/game/start_fen"),
    ("FormatGame", game(tags=[pb.Tag(name="a b", value="c")]), "INVALID_FIELD", "/game/tags"),
    (
        "FormatGame",
        game(moves=[pb.RecordedMove(notation="22-18", strength="} {")]),
        "INVALID_FIELD",
        "/game/moves/0/strength",
    ),
    (
        "FormatGame",
        game(moves=nested(17)),
        "INVALID_FIELD",
        "/game" + "/moves/0/variations/0" * 16 + "/moves/0/variations",
    ),
]


@pytest.mark.parametrize(
    ("method", "request_", "reason", "pointer"),
    CASES,
    ids=[f"{number}-{method}-{pointer[:40]}" for number, (method, _, _, pointer) in enumerate(CASES)],
)
def test_a_fault_has_a_reason_and_a_pointer(
    rules: RulesServiceStub, method: str, request_: Any, reason: str, pointer: str
) -> None:
    call: Callable[[Any], Any] = getattr(rules, method)

    with pytest.raises(grpc.RpcError) as failed:
        call(request_)

    problem = chassis.problem_of(failed.value)
    assert problem.status is grpc.StatusCode.INVALID_ARGUMENT
    assert (problem.reason, [violation.pointer for violation in problem.violations]) == (reason, [pointer])


def test_a_position_has_a_rule_state_or_a_history_but_not_both(rules: RulesServiceStub) -> None:
    start = rules.GetInitialPosition(pb.GetInitialPositionRequest(ruleset=ref("battledame")))
    both = listing(position=start.position, history=history())

    with pytest.raises(grpc.RpcError) as failed:
        rules.ListLegalMoves(both)

    assert chassis.problem_of(failed.value).violations[0].pointer == "/history"


def test_a_broken_fen_tells_what_is_wrong_and_where_in_the_text(rules: RulesServiceStub) -> None:
    with pytest.raises(grpc.RpcError) as failed:
        rules.ValidateMove(question("W:W21,99:B4", "21-17"))

    assert chassis.problem_of(failed.value).facts == {"reason": "square_out_of_range", "at": "6"}
