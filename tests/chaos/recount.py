"""A finished game gone through anew, event by event: by the rules, by what its players were told, and by its clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook import Position, parse_fen, result, ruleset, validate
from tests.chaos.faults import require
from tests.chaos.seats import Seat
from tests.chaos.visitors import Json
from tests.e2e.agreeing import after_move

OVER = {"finished": "game_ended", "aborted": "game_aborted"}
_TURNS = {"game_started", "move_played", "move_taken_back"}
_BY_THE_TABLE = {"resignation", "timeout", "agreement", "left", "strikes", "abandonment"}
"""Endings that the rules know nothing of."""


@dataclass(slots=True, kw_only=True)
class Line:
    """The present line while a game is gone through."""

    positions: list[Position]
    moves: list[str]

    @property
    def now(self) -> Position:
        return self.positions[-1]


def check(game: Json, events: Sequence[Json], seats: Sequence[Seat], history: Json) -> None:
    """Raises Fault."""
    numbers = [event["sequence"] for event in events]
    require(numbers == list(range(1, len(events) + 1)), f"the events are {numbers}")
    require(game["sequence"] == len(events), f"{len(events)} events, and the game says {game['sequence']}")
    _check_times(events)
    _check_one_end(game, events)
    line = _gone_through(game, events)
    if line is not None:
        _check_line(game, line, history)
    _check_promises(events, seats)


def _check_times(events: Sequence[Json]) -> None:
    """They go on; only a move counts from when it was first read, and may be written after something that came later."""
    for earlier, later in pairwise(events):
        is_in_order = earlier["event_time"] <= later["event_time"]
        is_overtaken = later["type"] == "move_played" and earlier["type"] not in _TURNS
        require(is_in_order or is_overtaken, f"time goes back from {earlier} to {later}")
    turns = [event["event_time"] for event in events if event["type"] in _TURNS]
    require(turns == sorted(turns), f"the times of the turns go back: {turns}")


def _check_one_end(game: Json, events: Sequence[Json]) -> None:
    ends = [event for event in events if event["type"] in OVER.values()]
    require(len(ends) == 1, f"{len(ends)} ends: {ends}")
    (end,) = ends
    require(end is events[-1], f"goes on after its end: {events[-1]}")
    require(end["type"] == OVER.get(game["status"]), f"{game['status']} by {end}")
    if game["result"]:
        told = end["data"]["result"]
        require(told == game["result"], f"the game says {game['result']}, its event {told}")


def _gone_through(game: Json, events: Sequence[Json]) -> Line | None:
    """By the rules; None for a game that never started."""
    line: Line | None = None
    turn = 0
    for event in events:
        data = event["data"]
        match event["type"]:
            case "game_started":
                start = parse_fen(ruleset(game["ruleset"], game["options"]), data["fen"])
                line = Line(positions=[start], moves=[])
            case "move_played":
                assert line is not None
                require(data["turn"] == turn, f"turn {turn} is missing or doubled: {event}")
                turn += 1
                _play(line, event)
            case "move_taken_back":
                assert line is not None
                require(data["turn"] == turn, f"turn {turn} is missing or doubled: {event}")
                turn += 1
                del line.positions[data["ply"] + 1 :], line.moves[data["ply"] :]
                require(line.now.fen == data["fen"], f"taken back to {data['fen']}, not {line.now.fen}")
    require(game["turn"] == turn, f"{turn} turns, and the game says {game['turn']}")
    return line


def _play(line: Line, event: Json) -> None:
    data = event["data"]
    notation = data["move"]["notation"]
    require(line.now.side == data["side"], f"not {data['side']}'s turn: {event}")
    verdict = validate(line.now, notation)
    require(verdict.move is not None, f"{notation} is not legal in {line.now.fen}")
    assert verdict.move is not None
    line.positions.append(after_move(line.now, verdict.move, data["move"]["lots"]))
    line.moves.append(notation)
    require(line.now.fen == data["fen"], f"{notation} leads to {line.now.fen}, not {data['fen']}")
    require(len(line.moves) == data["ply"], f"ply {len(line.moves)}: {event}")


def _check_line(game: Json, line: Line, history: Json) -> None:
    require(line.moves == game["moves"], f"moves {game['moves']}, and by the events {line.moves}")
    require(line.now.fen == game["fen"], f"stands at {game['fen']}, and by the events at {line.now.fen}")
    told = [ply["move"]["notation"] for ply in history["plies"]]
    require(told == line.moves, f"the history is {told}, and by the events {line.moves}")
    if not game["result"]:
        return
    by_rules = result(line.now)
    if game["result"]["termination"] in _BY_THE_TABLE:
        require(by_rules is None, f"ended by {game['result']}, and by the rules by {by_rules}")
    else:
        wanted = by_rules and {"winner": by_rules.winner, "termination": by_rules.termination}
        require(game["result"] == wanted, f"ended by {game['result']}, and by the rules by {by_rules}")


def _check_promises(events: Sequence[Json], seats: Sequence[Seat]) -> None:
    """Whatever was acknowledged is there, once; and nothing is there that nobody has sent."""
    played = {event["data"]["turn"]: event["data"] for event in events if event["type"] == "move_played"}
    for seat in seats:
        for turn, move in seat.acknowledged.items():
            _check_promise(seat, turn, move, played)
        for turn, code in seat.refused.items():
            found = played.get(turn)
            if found and found["side"] == seat.side and not found["move"]["auto"]:
                own = found["move"]["notation"] == seat.sent.get(turn)
                require(not own, f"{seat.sent.get(turn)} was refused as {code} and is turn {turn}")
    players = {seat.side: seat for seat in seats}
    for turn, data in played.items():
        seat_there = players.get(data["side"])
        if seat_there is not None and not data["move"]["auto"] and not data["move"]["is_pass"]:
            sent = seat_there.sent.get(turn)
            require(sent == data["move"]["notation"], f"turn {turn} is {data['move']}, and {sent} was sent")


def _check_promise(seat: Seat, turn: int, move: str, played: Mapping[int, Json]) -> None:
    found = played.get(turn)
    require(found is not None, f"{move} was acknowledged for turn {turn} and is not there")
    assert found is not None
    require(
        (found["side"], found["move"]["notation"]) == (seat.side, move),
        f"{move} was acknowledged for {seat.side} in turn {turn}, which is {found}",
    )
