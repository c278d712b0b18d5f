"""Legal moves as JSON: what `brettwerk moves` answers, for one position or a stream of them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from rulebook import Move, Position, initial_position, legal_moves, parse_fen, result, ruleset


def answer(position: Position) -> dict[str, object]:
    """`{"moves": […], "result": …}` with squares as numbers from the top left."""
    ended = result(position)
    return {
        "moves": [_move(move) for move in legal_moves(position)],
        "result": None
        if ended is None
        else {
            "winner": None if ended.winner is None else ended.winner.value,
            "termination": ended.termination.value,
        },
    }


def answer_line(line: bytes) -> dict[str, object]:
    """The answer to a line `{"ruleset": …, "options": {…}, "fen": …}`, or `{"error": …}`.

    Options may be left out, and so may the FEN, for the initial position.
    """
    try:
        return answer(_position(line))
    except RecursionError:
        return {"error": "nested too deeply"}
    except ValueError as error:  # JSON, UTF-8, and all that the rulebook finds
        return {"error": str(error)}
    except Exception as error:  # noqa: BLE001  the filter never stops, not even for a fault of ours
        return {"error": f"internal: {error!r}"}


def _move(move: Move) -> dict[str, object]:
    if move.is_pass:
        return {"pass": True}
    return {
        "from": move.origin,
        "to": move.target,
        "path": list(move.path),
        "captured": list(move.captured),
        "promotes": move.promotes,
    }


def _position(line: bytes) -> Position:
    asked = json.loads(line.decode("utf-8"))
    if not isinstance(asked, dict):
        raise ValueError("not an object")
    key = asked.get("ruleset")
    if not isinstance(key, str):
        raise ValueError('"ruleset" is not a text')
    spec = ruleset(key, _options(asked.get("options")))
    fen = asked.get("fen")
    if fen is None:
        return initial_position(spec)
    if not isinstance(fen, str):
        raise ValueError('"fen" is not a text')
    return parse_fen(spec, fen)


def _options(given: object) -> Mapping[str, str]:
    if given is None:
        return {}
    if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
        raise ValueError('"options" is not an object of texts')
    return given
