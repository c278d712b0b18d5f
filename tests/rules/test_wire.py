"""The bytes of an answer say what its message says."""

from __future__ import annotations

from random import Random

import pytest

import rulebook
from brettwerk.rules.v1 import rules_service_pb2 as pb
from rules import shapes, wire


def message(verdict: rulebook.Verdict) -> pb.ValidateMoveResponse:
    response = pb.ValidateMoveResponse()
    shapes.fill_verdict(response.verdict, verdict)
    return response


def verdicts_of_a_game(ruleset: rulebook.Ruleset, chance: Random) -> list[rulebook.Verdict]:
    """What is said about each move of a random game, its last one included, and about a refused move."""
    position = rulebook.initial_position(ruleset)
    found = [rulebook.validate(position, "?")]
    for _ in range(300):
        moves = rulebook.legal_moves(position)
        if not moves:
            break
        move = chance.choice(moves)
        verdict = rulebook.validate(position, move.notation)
        found.append(verdict)
        position = verdict.next or rulebook.apply_lots(position, move, (True,) * len(move.captured))
    return found


@pytest.mark.parametrize("ruleset", rulebook.RULESETS, ids=lambda ruleset: ruleset.key)
def test_bytes_and_message_agree_about_every_move_of_random_games(ruleset: rulebook.Ruleset) -> None:
    chance = Random(20261129)
    for _ in range(10):
        for verdict in verdicts_of_a_game(ruleset, chance):
            assert pb.ValidateMoveResponse.FromString(wire.answer(verdict)) == message(verdict)


@pytest.mark.parametrize(
    ("key", "fen", "move"),
    [
        pytest.param("club-medieval", "W:W21,32:BM10,17", "21x14x7", id="a duel, which has no next position"),
        pytest.param("battledame", "W:W21:B17", "21x14", id="a win"),
        pytest.param("battledame", "W:WK29:BK2,18", "29x15", id="a draw, which nobody wins"),
        pytest.param("battledame", "W:W5,32:B12", "5-1", id="a promotion"),
        pytest.param("battledame", "W:W23,32:B9,18,19", "32-27", id="a refusal with candidates"),
    ],
)
def test_bytes_and_message_agree_about_what_is_rare(key: str, fen: str, move: str) -> None:
    position = rulebook.parse_fen(rulebook.ruleset(key), fen)

    verdict = rulebook.validate(position, move)

    assert pb.ValidateMoveResponse.FromString(wire.answer(verdict)) == message(verdict)


@pytest.mark.parametrize("earlier", [0, 10, 20, 2_000, 5_000])
def test_bytes_and_message_agree_about_a_rule_state_of_any_length(earlier: int) -> None:
    position = rulebook.parse_fen(rulebook.ruleset("battledame"), "W:WK9,K23:BK7,K13")
    counters = position.counters._replace(seen=bytes(8 * earlier))

    verdict = rulebook.validate(position._replace(counters=counters), "9-5")

    assert len(message(verdict).verdict.next_position.rule_state) > 8 * earlier
    assert pb.ValidateMoveResponse.FromString(wire.answer(verdict)) == message(verdict)


def test_answers_joined_are_the_answer_to_a_batch() -> None:
    position = rulebook.initial_position(rulebook.ruleset("battledame"))
    verdicts = [rulebook.validate(position, move) for move in ("22-18", "18-22", "?")]

    batch = pb.BatchValidateMovesResponse.FromString(b"".join(map(wire.answer, verdicts)))

    assert list(batch.verdicts) == [message(verdict).verdict for verdict in verdicts]
