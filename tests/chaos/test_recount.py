"""A game that was made wrong on purpose is found out."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, cast

import pytest

from rulebook import initial_position, legal_moves, play, ruleset
from tests.chaos import recount
from tests.chaos.faults import Fault
from tests.chaos.seats import Seat

KEY, PLIES = "russian", 4
Game = dict[str, Any]


class Case:
    """A game given up after some plies, with all that is told of it, and what its players have sent."""

    def __init__(self) -> None:
        position = initial_position(ruleset(KEY))
        self.sent: dict[str, dict[int, str]] = {"white": {}, "black": {}}
        told: list[tuple[str, Game]] = [("game_started", {"fen": position.fen})]
        moves = []
        for turn in range(PLIES):
            move, side = legal_moves(position)[0], str(position.side)
            position = play(position, move)
            moves.append(move.notation)
            self.sent[side][turn] = move.notation
            facts = {"notation": move.notation, "auto": False, "is_pass": False, "lots": []}
            data = {"turn": turn, "ply": turn + 1, "side": side, "move": facts, "fen": position.fen}
            told.append(("move_played", data))
        lost = {"winner": "white", "termination": "resignation"}
        told.append(("game_ended", {"result": lost}))
        self.events: list[Game] = [
            {"sequence": number, "type": kind, "event_time": f"{number:02}", "data": data}
            for number, (kind, data) in enumerate(told, 1)
        ]
        self.game: Game = {
            "ruleset": KEY,
            "options": {},
            "status": "finished",
            "turn": PLIES,
            "sequence": len(told),
            "moves": moves,
            "fen": position.fen,
            "result": lost,
        }
        self.history: Game = {"plies": [{"move": {"notation": move}} for move in moves]}

    def check(self) -> None:
        seats = [
            Seat(
                visitor=cast(Any, None),
                game_id="",
                side=side,
                reader=cast(Any, None),
                manner=cast(Any, None),
                is_closing=lambda: True,
                sent=sent,
                acknowledged=dict(sent),
            )
            for side, sent in self.sent.items()
        ]
        recount.check(self.game, self.events, seats, self.history)


def renumbered(events: list[Game]) -> list[Game]:
    return [
        {**event, "sequence": number, "event_time": f"{number:02}"} for number, event in enumerate(events, 1)
    ]


def test_a_game_that_is_as_it_was_played_is_right() -> None:
    Case().check()


def lose_the_last_move(case: Case) -> None:
    case.events = renumbered([*case.events[:-2], case.events[-1]])
    case.game.update(sequence=len(case.events), turn=PLIES - 1, moves=case.game["moves"][:-1])
    case.game["fen"] = case.events[-2]["data"]["fen"]
    case.history["plies"].pop()


def double_a_move(case: Case) -> None:
    case.events = renumbered([*case.events[:3], copy.deepcopy(case.events[2]), *case.events[3:]])
    case.game["sequence"] = len(case.events)


def end_twice(case: Case) -> None:
    case.events = renumbered([*case.events, copy.deepcopy(case.events[-1])])
    case.game["sequence"] = len(case.events)


def go_on_after_the_end(case: Case) -> None:
    case.events = renumbered([*case.events, {"type": "offer_made", "data": {}}])
    case.game["sequence"] = len(case.events)


def leave_a_gap(case: Case) -> None:
    del case.events[2]


def tell_of_another_position(case: Case) -> None:
    case.events[2]["data"]["fen"] = case.events[3]["data"]["fen"]


def play_what_nobody_sent(case: Case) -> None:
    del case.sent["white"][2]


def answer_for_another_turn(case: Case) -> None:
    case.sent["white"][9] = case.sent["white"].pop(0)


def give_another_result(case: Case) -> None:
    case.game["result"] = {"winner": "black", "termination": "resignation"}


def end_by_a_rule_that_does_not_hold(case: Case) -> None:
    won = {"winner": "white", "termination": "no_moves"}
    case.game["result"] = case.events[-1]["data"]["result"] = won


def forget_a_ply_of_the_history(case: Case) -> None:
    case.history["plies"].pop()


@pytest.mark.parametrize(
    "spoil",
    [
        lose_the_last_move,
        double_a_move,
        end_twice,
        go_on_after_the_end,
        leave_a_gap,
        tell_of_another_position,
        play_what_nobody_sent,
        answer_for_another_turn,
        give_another_result,
        end_by_a_rule_that_does_not_hold,
        forget_a_ply_of_the_history,
    ],
)
def test_a_game_that_is_not_is_found_out(spoil: Callable[[Case], None]) -> None:
    case = Case()
    spoil(case)

    with pytest.raises(Fault):
        case.check()
