"""ListLegalMoves, ValidateMove, BatchValidateMoves, ApplyLots."""

from __future__ import annotations

import pytest

from brettwerk.rules.v1 import rules_service_pb2 as pb
from brettwerk.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from brettwerk.types.v1 import types_pb2
from tests.rules.asking import at_fen, history, question, ref

TWO_MEN = "W:W21:B10,17"
WINDMILL = "W:WK47:B14,19,29,31,42"
"""Two captures of four pieces with the same ends (conformance R13)."""
KINGS = "W:WK9,K23:BK7,K13"
"""Kings that can go to and fro without a capture."""
TO_AND_FRO = ["9-5", "13-17", "5-9", "17-13"]


def test_a_legal_move_comes_with_its_path_its_captures_and_what_follows(rules: RulesServiceStub) -> None:
    verdict = rules.ValidateMove(question(TWO_MEN, "21x14x7", options={"capture": "maximum"})).verdict

    assert verdict.legal
    assert verdict.move == types_pb2.Move(
        notation="21x14x7", from_square=21, to_square=7, path=[21, 14, 7], captured=[17, 10]
    )
    assert verdict.next_position.fen.startswith("B:W7:B")
    assert verdict.result == types_pb2.Result(
        winner=types_pb2.SIDE_WHITE, termination=types_pb2.TERMINATION_NO_PIECES
    )
    assert verdict.reason == pb.REASON_UNSPECIFIED


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (question(TWO_MEN, "21x14"), pb.REASON_CAPTURE_INCOMPLETE),
        (question(TWO_MEN, "e5"), pb.REASON_SYNTAX),
        (question(TWO_MEN, ""), pb.REASON_SYNTAX),
        (question(TWO_MEN, "\0"), pb.REASON_SYNTAX),
        (question(TWO_MEN, "4-4-" * 50), pb.REASON_SYNTAX),
        (question(TWO_MEN, "22-18"), pb.REASON_NO_PIECE),
        (question(TWO_MEN, "10-15"), pb.REASON_NOT_YOUR_TURN),
        (question("W:W21,23:B10,17,19", "23-18"), pb.REASON_CAPTURE_MANDATORY),
        (question("W:W26,28:B12,21,23", "28x19", "table-international"), pb.REASON_CAPTURE_NOT_MAXIMUM),
        (question(WINDMILL, "47x36", "international"), pb.REASON_AMBIGUOUS),
        (question("B:W7:B", "1-2"), pb.REASON_GAME_OVER),
    ],
    ids=lambda value: value.move if isinstance(value, pb.ValidateMoveRequest) else pb.Reason.Name(value),
)
def test_a_refusal_names_the_rule(
    rules: RulesServiceStub, asked: pb.ValidateMoveRequest, reason: pb.Reason.ValueType
) -> None:
    verdict = rules.ValidateMove(asked).verdict

    assert not verdict.legal
    assert pb.Reason.Name(verdict.reason) == pb.Reason.Name(reason)
    assert not verdict.HasField("move")
    assert not verdict.HasField("next_position")


def test_an_ambiguous_move_is_answered_with_what_it_may_mean(rules: RulesServiceStub) -> None:
    verdict = rules.ValidateMove(question(WINDMILL, "47x36", "international")).verdict

    taken = {frozenset(candidate.captured) for candidate in verdict.candidates}
    assert taken == {frozenset({42, 29, 14, 31}), frozenset({42, 29, 19, 31})}


def test_the_rule_state_carries_the_count_to_the_third_occurrence(rules: RulesServiceStub) -> None:
    position = at_fen(KINGS)
    results = []
    for move in TO_AND_FRO * 2:
        asked = pb.ValidateMoveRequest(ruleset=ref("battledame"), position=position, move=move)
        verdict = rules.ValidateMove(asked).verdict
        position = verdict.next_position
        results.append(verdict.result.termination)

    assert results == [types_pb2.TERMINATION_UNSPECIFIED] * 7 + [types_pb2.TERMINATION_REPETITION]


def test_a_history_counts_like_the_rule_state(rules: RulesServiceStub) -> None:
    *before, last = TO_AND_FRO * 2
    came = history(*before, start_fen=KINGS)
    fen = "B:WK9,K23:BK7,K17"

    with_history = rules.ValidateMove(question(fen, last, came=came)).verdict
    without = rules.ValidateMove(question(fen, last)).verdict

    assert with_history.result.termination == types_pb2.TERMINATION_REPETITION
    assert not without.HasField("result")


def test_the_counter_in_the_fen_counts_without_a_rule_state(rules: RulesServiceStub) -> None:
    verdict = rules.ValidateMove(question(f"{KINGS}:H49", "9-5")).verdict

    assert verdict.result.termination == types_pb2.TERMINATION_NO_PROGRESS


def test_a_batch_answers_each_item_as_if_it_were_asked_alone(rules: RulesServiceStub) -> None:
    asked = [("21x14x7", TWO_MEN), ("21x14", TWO_MEN), ("23x16", "W:W21,23:B10,17,19"), ("?", KINGS)] * 64
    items = [pb.BatchItem(position=at_fen(fen), move=move) for move, fen in asked]

    batch = rules.BatchValidateMoves(pb.BatchValidateMovesRequest(ruleset=ref("battledame"), items=items))

    alone = [rules.ValidateMove(question(fen, move)).verdict for move, fen in asked[:4]]
    assert list(batch.verdicts) == alone * 64


def test_the_legal_moves_are_listed_by_path_with_the_side_to_move(rules: RulesServiceStub) -> None:
    request = pb.ListLegalMovesRequest(ruleset=ref("table-russian"), position=at_fen("W:Wb6:Bc7,f6"))

    answer = rules.ListLegalMoves(request)

    assert [list(move.path) for move in answer.moves] == [[9, 2, 16], [9, 2, 20]]
    assert answer.side_to_move == types_pb2.SIDE_WHITE
    assert not answer.HasField("result")
    assert not answer.tree


def test_a_finished_game_has_no_moves_but_a_result(rules: RulesServiceStub) -> None:
    answer = rules.ListLegalMoves(
        pb.ListLegalMovesRequest(ruleset=ref("battledame"), position=at_fen("B:W7:B"), include_tree=True)
    )

    assert not answer.moves
    assert not answer.tree
    assert answer.result.winner == types_pb2.SIDE_WHITE


def leaves(hops: list[pb.Hop], path: tuple[int, ...] = ()) -> dict[tuple[int, ...], int]:
    """Every way through the tree and the move at its end."""
    found: dict[tuple[int, ...], int] = {}
    for hop in hops:
        here = (*path, hop.square)
        if hop.HasField("move_index"):
            found[here] = hop.move_index
        found |= leaves(list(hop.next), here)
    return found


@pytest.mark.parametrize(
    ("key", "fen", "ways"),
    [
        ("table-russian", "W:Wb6:Bc7,f6", {(9, 2, 16): 0, (9, 2, 20): 1}),
        ("battledame", "W:W30:B1", {(30, 25): 0, (30, 26): 1}),
        # Two spellings of one capture, and in club-medieval two captures.
        ("club-brazilian", "W:W26:B14,15,22,23", {(26, 17, 10, 19, 26): 0, (26, 19, 10, 17, 26): 0}),
        ("club-medieval", "W:W26:B14,15,22,23", {(26, 17, 10, 19, 26): 0, (26, 19, 10, 17, 26): 1}),
        ("othello", f"{'-' * 27}OX------XO{'-' * 27} X", {(20,): 0, (27,): 1, (38,): 2, (45,): 3}),
    ],
    ids=["two landings", "quiet", "one move", "two orders", "discs"],
)
def test_the_tree_spells_every_move_hop_by_hop(
    rules: RulesServiceStub, key: str, fen: str, ways: dict[tuple[int, ...], int]
) -> None:
    request = pb.ListLegalMovesRequest(ruleset=ref(key), position=at_fen(fen), include_tree=True)

    tree = rules.ListLegalMoves(request).tree

    assert leaves(list(tree)) == ways


def test_each_hop_says_what_it_captures(rules: RulesServiceStub) -> None:
    request = pb.ListLegalMovesRequest(ruleset=ref("battledame"), position=at_fen(TWO_MEN), include_tree=True)

    (start,) = rules.ListLegalMoves(request).tree

    assert list(start.captured) == []
    assert list(start.next[0].captured) == [17]
    assert list(start.next[0].next[0].captured) == [10]


def test_a_marked_piece_leaves_the_next_position_to_the_lots(rules: RulesServiceStub) -> None:
    verdict = rules.ValidateMove(question("W:W21,32:BM10,17", "21x14x7", "club-medieval")).verdict

    assert verdict.legal
    assert list(verdict.move.duels) == [10]
    assert not verdict.HasField("next_position")


@pytest.mark.parametrize(
    ("lots", "fen"),
    [([True, True], "B:W7,32:B"), ([True, False], "B:W32:BM10")],
    ids=["captured", "withstood"],
)
def test_the_lots_decide_what_follows(rules: RulesServiceStub, lots: list[bool], fen: str) -> None:
    request = pb.ApplyLotsRequest(
        ruleset=ref("club-medieval"), position=at_fen("W:W21,32:BM10,17"), move="21x7", lots=lots
    )

    verdict = rules.ApplyLots(request).verdict

    assert verdict.legal
    assert list(verdict.move.lots) == lots
    assert verdict.next_position.fen == fen


def test_lots_for_a_refused_move_get_the_refusal(rules: RulesServiceStub) -> None:
    request = pb.ApplyLotsRequest(
        ruleset=ref("club-medieval"), position=at_fen("W:W21,32:BM10,17"), move="21x14", lots=[True]
    )

    verdict = rules.ApplyLots(request).verdict

    assert verdict.reason == pb.REASON_CAPTURE_INCOMPLETE
