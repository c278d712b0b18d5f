"""ReplayGame, ParseGame, FormatGame."""

from __future__ import annotations

import pytest

from brettwerk.rules.v1 import rules_service_pb2 as pb
from brettwerk.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from brettwerk.types.v1 import types_pb2
from tests.rules.asking import history, notations, ref

PDN = """[Event "Club"]
[White "Anna"]
[Black "Ben"]
[Result "2-0"]
[GameType "20,W,10,10,N2,0"]

{A short game.} 1. 32-28! {[%clk 0:03:05] solid} 19-23 (19-24? $4 2. 28-23 {sharp}) 2. 28x19 14x23 2-0
"""
FAULTY = """[GameType "20,W,10,10,N2,0"]

1. 32-27 20-30 *

[GameType "20,W,10,10,N2,0"]

1. 32-28 *
"""


def test_a_game_is_played_to_its_last_position(rules: RulesServiceStub) -> None:
    request = pb.ReplayGameRequest(
        ruleset=ref("beatem-reversi"), history=history("f5", "d6", "c3"), include_fens=True
    )

    answer = rules.ReplayGame(request)

    assert notations([ply.move for ply in answer.plies]) == ["f5", "d6", "c3"]
    assert answer.plies[-1].fen == answer.position.fen
    assert not answer.HasField("refusal")


def test_no_moves_give_the_start(rules: RulesServiceStub) -> None:
    answer = rules.ReplayGame(
        pb.ReplayGameRequest(ruleset=ref("battledame"), history=history(start_fen="B:W7:B"))
    )

    assert not answer.plies
    assert answer.result.winner == types_pb2.SIDE_WHITE


def test_a_replay_stops_at_the_first_refused_move_and_says_why(rules: RulesServiceStub) -> None:
    answer = rules.ReplayGame(
        pb.ReplayGameRequest(ruleset=ref("battledame"), history=history("22-18", "22-18", "23-19"))
    )

    assert notations([ply.move for ply in answer.plies]) == ["22-18"]
    assert answer.refusal.reason == pb.REASON_NO_PIECE


def test_a_replay_draws_at_the_third_occurrence(rules: RulesServiceStub) -> None:
    moves = ["9-5", "13-17", "5-9", "17-13"] * 2

    answer = rules.ReplayGame(
        pb.ReplayGameRequest(
            ruleset=ref("battledame"), history=history(*moves, start_fen="W:WK9,K23:BK7,K13")
        )
    )

    assert answer.result.termination == types_pb2.TERMINATION_REPETITION


def test_a_replay_uses_the_lots_of_its_moves(rules: RulesServiceStub) -> None:
    played = pb.PlayedMove(notation="21x14x7", lots=[True, False])
    came = pb.History(start_fen="W:W21,32:BM10,17", moves=[played])

    answer = rules.ReplayGame(pb.ReplayGameRequest(ruleset=ref("club-medieval"), history=came))

    assert answer.position.fen == "B:W32:BM10"
    assert list(answer.plies[0].move.lots) == [True, False]


def parsed(rules: RulesServiceStub, text: str) -> pb.ParseGameResponse:
    return rules.ParseGame(pb.ParseGameRequest(format=pb.NOTATION_FORMAT_PDN, text=text))


def formatted(rules: RulesServiceStub, game: pb.GameRecord) -> str:
    return rules.FormatGame(pb.FormatGameRequest(format=pb.NOTATION_FORMAT_PDN, game=game)).text


def test_a_pdn_game_is_read_with_all_that_is_said_about_it(rules: RulesServiceStub) -> None:
    (found,) = parsed(rules, PDN).games

    game = found.game
    assert game.ruleset.key == "international"
    assert {tag.name: tag.value for tag in game.tags} == {"Event": "Club", "White": "Anna", "Black": "Ben"}
    assert game.comment == "A short game."
    assert [move.notation for move in game.moves] == ["32-28", "19-23", "28x19", "14x23"]
    assert game.moves[0].comment == "[%clk 0:03:05] solid"
    assert game.moves[0].strength == "!"
    (line,) = game.moves[1].variations
    assert [move.notation for move in line.moves] == ["19-24", "28-23"]
    assert list(line.moves[0].nags) == [4]
    assert game.result_text == "2-0"
    assert not found.HasField("result")


def test_what_is_read_is_written_and_read_again_unchanged(rules: RulesServiceStub) -> None:
    (found,) = parsed(rules, PDN).games

    (again,) = parsed(rules, formatted(rules, found.game)).games

    assert again.game == found.game


def test_a_fault_is_reported_with_its_line_and_the_next_game_is_read(rules: RulesServiceStub) -> None:
    answer = parsed(rules, FAULTY)

    (fault,) = answer.faults
    assert (fault.game_number, fault.line) == (1, 3)
    assert fault.value == "20-30"
    assert [(game.number, game.game.moves[0].notation) for game in answer.games] == [(2, "32-28")]


def test_the_result_of_a_written_game_is_that_of_its_last_position(rules: RulesServiceStub) -> None:
    game = pb.GameRecord(
        ruleset=ref("battledame", capture="maximum"),
        start_fen="W:W21:B10,17",
        moves=[pb.RecordedMove(notation="21x14x7")],
    )

    text = formatted(rules, game)

    assert '[Result "1-0"]' in text
    assert '[Capture "maximum"]' in text


def test_captures_are_written_in_full_on_request(rules: RulesServiceStub) -> None:
    game = pb.GameRecord(
        ruleset=ref("battledame"), start_fen="W:W21:B10,17", moves=[pb.RecordedMove(notation="21x7")]
    )
    request = pb.FormatGameRequest(format=pb.NOTATION_FORMAT_PDN, game=game, captures=pb.CAPTURE_STYLE_FULL)

    assert "1. 21x14x7" in rules.FormatGame(request).text
    assert "1. 21x7" in formatted(rules, game)


def test_a_transcript_is_read_with_its_passes_and_written_without(rules: RulesServiceStub) -> None:
    text = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8b4"  # Black has to pass before the last (conformance O02)

    answer = rules.ParseGame(
        pb.ParseGameRequest(format=pb.NOTATION_FORMAT_TRANSCRIPT, text=text, ruleset=ref("beatem-reversi"))
    )

    (found,) = answer.games
    assert [move.notation for move in found.game.moves][-2:] == ["pass", "b4"]
    again = rules.FormatGame(pb.FormatGameRequest(format=pb.NOTATION_FORMAT_TRANSCRIPT, game=found.game))
    assert again.text == text


@pytest.mark.parametrize("text", ["f5d6c", "f5a1"])
def test_a_faulty_transcript_is_a_fault_and_no_error(rules: RulesServiceStub, text: str) -> None:
    answer = rules.ParseGame(
        pb.ParseGameRequest(format=pb.NOTATION_FORMAT_TRANSCRIPT, text=text, ruleset=ref("othello"))
    )

    assert not answer.games
    assert answer.faults[0].line == 1
