"""The answer to ValidateMove as bytes.

A legal move is the usual answer, and an answer is needed once: to fill messages and serialize them takes
three times as long as to write its bytes. A test compares both ways. Refusals go through messages.
"""

from __future__ import annotations

import rulebook
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from rulebook.position import encode_rule_state
from rules import shapes


def answer(value: rulebook.Verdict) -> bytes:
    """A ValidateMoveResponse. Several of them, joined, are a BatchValidateMovesResponse."""
    if value.move is not None:
        return _legal(value, value.move)
    response = rules_pb.ValidateMoveResponse()
    shapes.fill_verdict(response.verdict, value)
    return response.SerializeToString()


# Each key of the wire format is the field's number << 3 | its type: 0 a number, 2 bytes behind their length.
# Square numbers, the length of a notation and that of a path are below 128, so each takes one byte ("%c").


def _legal(value: rulebook.Verdict, found: rulebook.Move) -> bytes:
    notation, origin, target, path, captured, promotes, duels = found
    name = notation.encode()
    move = b"\x0a%c%b\x10%c\x18%c\x22%c%b" % (
        *(len(name), name),  # notation = 1
        *(origin or 0, target or 0),  # from_square = 2, to_square = 3
        *(len(path), bytes(path)),  # path = 4
    )
    if captured:
        move += b"\x2a%c%b" % (len(captured), bytes(captured))  # captured = 5
    if promotes:
        move += b"\x30\x01"  # promotes = 6
    if target is None:
        move += b"\x38\x01"  # is_pass = 7
    if duels:
        move += b"\x52%c%b" % (len(duels), bytes(duels))  # duels = 10
    verdict = b"\x08\x01\x12%b%b" % (_LENGTHS[len(move)], move)  # legal = 1, move = 2
    after = value.next
    if after is not None:
        fen, rule_state = rulebook.format_fen(after).encode(), encode_rule_state(after)
        position = b"\x0a%b%b\x12%b%b" % (  # fen = 1, rule_state = 2
            *(_LENGTHS[len(fen)], fen),
            *(_LENGTHS[len(rule_state)], rule_state),
        )
        verdict += b"\x1a%b%b" % (_LENGTHS[len(position)], position)  # next_position = 3
    if value.result is not None:
        winner, termination = value.result
        verdict += b"\x22\x04\x08%c\x10%c" % (  # result = 4: winner = 1, termination = 2
            shapes.SIDES[winner],
            shapes.TERMINATIONS[termination],
        )
    return b"\x0a%b%b" % (_LENGTHS[len(verdict)], verdict)  # verdict = 1


class _Varints(dict[int, bytes]):
    """Seven bits a byte, the lowest first; all but the last byte have the highest bit set. Made when first needed."""

    def __missing__(self, number: int) -> bytes:
        data = b"%c" % number if number < 128 else b"%c%b" % (number & 127 | 128, self[number >> 7])
        return self.setdefault(number, data)


_LENGTHS = _Varints()
