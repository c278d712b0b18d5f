"""A position: who stands where, who is to move, and what the draw rules remember."""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import NamedTuple

from rulebook.errors import BadRuleState
from rulebook.kernel.text import mix
from rulebook.ruleset import EndgameCount, Ruleset, Side


class Piece(NamedTuple):
    side: Side
    king: bool = False
    marked: bool = False


class Counters(NamedTuple):
    """What the draw rules remember of the moves that led here.

    `endgames` has one entry for each endgame count of the rule set: 0 while its balance of force does
    not hold, else 1 and the plies since; it is empty while none does.
    `runs` is the square and the length of the last run of quiet moves by one king, White's and
    Black's. `seen` holds a hash of 8 bytes for each earlier position that could still be repeated.
    """

    no_progress_plies: int = 0
    endgames: tuple[int, ...] = ()
    runs: tuple[int, int, int, int] = (0, 0, 0, 0)
    seen: bytes = b""


class Position(NamedTuple):
    """An immutable position. The bitboards are for the rulebook and the engine.

    `kings` and `marks` are the squares of kings and of marked pieces of both sides.
    """

    ruleset: Ruleset
    white_to_move: bool
    white: int
    black: int
    kings: int
    marks: int
    counters: Counters

    @property
    def side(self) -> Side:
        """The side to move."""
        return Side.WHITE if self.white_to_move else Side.BLACK

    @property
    def fen(self) -> str:
        from rulebook.fen import format_fen  # noqa: PLC0415  fen.py builds positions

        return format_fen(self)

    @property
    def rule_state(self) -> bytes:
        """The counters as opaque bytes; they belong to this position and travel with its FEN."""
        return encode_rule_state(self)

    def pieces(self) -> dict[int, Piece]:
        """Square number -> piece."""
        squares = self.ruleset.board.bit_of
        found = {}
        for square in range(1, self.ruleset.board.squares + 1):
            bit = squares[square]
            if (self.white | self.black) >> bit & 1:
                side = Side.WHITE if self.white >> bit & 1 else Side.BLACK
                found[square] = Piece(side, bool(self.kings >> bit & 1), bool(self.marks >> bit & 1))
        return found

    @property
    def frozen(self) -> int:
        """The king that may not make another quiet move, as a bitboard (Frisian draughts)."""
        limit = self.ruleset.draughts.king_run_plies
        if limit is None:
            return 0
        runs = self.counters.runs
        square, plies = runs[:2] if self.white_to_move else runs[2:]
        own = self.white if self.white_to_move else self.black
        if plies < limit or not own & ~self.kings:
            return 0
        return own & self.kings & 1 << self.ruleset.board.bit_of[square] if square else 0


# Making a NamedTuple past its own __new__, which is Python, takes half the time.
new_tuple = tuple.__new__

NOTHING_COUNTED = Counters()


def position_hash(position: Position) -> bytes:
    """8 bytes for the pieces, their marks and the side to move (A-16)."""
    _, white_to_move, white, black, kings, marks, _ = position
    return mix(white_to_move, white, black, kings, marks).to_bytes(8, "little")


def fresh_counters(
    ruleset: Ruleset, white: int, black: int, kings: int, no_progress_plies: int = 0
) -> Counters:
    """The counters of a game that begins with these bitboards."""
    holding = balances(ruleset, white, black, kings)
    if not holding and not no_progress_plies:
        return NOTHING_COUNTED
    return Counters(min(no_progress_plies, _MOST_PLIES), tuple([int(holds) for holds in holding]))


def balances(ruleset: Ruleset, white: int, black: int, kings: int) -> tuple[bool, ...]:
    """Which endgame counts this balance of force runs; empty if none."""
    if not ruleset.draughts.draws.endgames or (
        ruleset.endgames_need_kings and not (kings & white and kings & black)
    ):
        return ()
    white_kings = (white & kings).bit_count()
    black_kings = (black & kings).bit_count()
    long_diagonal = ruleset.board.long_diagonal
    return _balances_of(
        ruleset,
        (white.bit_count() - white_kings, white_kings, bool(white & kings & long_diagonal)),
        (black.bit_count() - black_kings, black_kings, bool(black & kings & long_diagonal)),
    )


# A game has few balances, and each move asks for its own.
@lru_cache(maxsize=4096)
def _balances_of(
    ruleset: Ruleset, white: tuple[int, int, bool], black: tuple[int, int, bool]
) -> tuple[bool, ...]:
    """Forces are men, kings, and whether a king stands on the long diagonal."""
    holding = tuple(
        [
            _is_balance(count, white, black) or _is_balance(count, black, white)
            for count in ruleset.draughts.draws.endgames
        ]
    )
    return holding if True in holding else ()


def _is_balance(count: EndgameCount, strong: tuple[int, int, bool], weak: tuple[int, int, bool]) -> bool:
    if not count.strong.matches(*strong[:2]) or not count.weak.matches(*weak[:2]):
        return False
    if count.pieces_in_all is not None:
        least, most = count.pieces_in_all
        if not least <= sum(strong[:2]) + sum(weak[:2]) <= most:
            return False
    return not count.weak_king_on_long_diagonal or weak[2]


_VERSION = 1
_MOST_PLIES = 65535
_HEAD = struct.Struct("<BH4BB")
_WITHOUT_ENDGAMES = struct.Struct("<BH4BBQ")


def encode_rule_state(position: Position) -> bytes:
    """Version, counters, the position's hash, and those of the positions that could be repeated."""
    ruleset, white_to_move, white, black, kings, marks, counters = position
    if not ruleset.is_draughts:
        return b""
    no_progress, endgames, runs, seen = counters
    now = mix(white_to_move, white, black, kings, marks)
    if not endgames:
        return _WITHOUT_ENDGAMES.pack(_VERSION, no_progress, *runs, 0, now) + seen
    count = len(endgames)
    return struct.pack(f"<BH4BB{count}HQ", _VERSION, no_progress, *runs, count, *endgames, now) + seen


def decode_rule_state(position: Position, data: bytes) -> Counters:
    """The counters in `data`. Raises BadRuleState if it is none or not this position's."""
    ruleset = position.ruleset
    if not ruleset.is_draughts:
        raise BadRuleState("this rule set has no rule state", position.fen)
    if len(data) < _HEAD.size or data[0] != _VERSION:
        raise BadRuleState("not a rule state", position.fen)
    _, no_progress, *runs, n = _HEAD.unpack_from(data)
    hashes = data[_HEAD.size + 2 * n :]
    if len(hashes) < 8 or len(hashes) % 8:
        raise BadRuleState("not a rule state", position.fen)
    if n not in (0, len(ruleset.draughts.draws.endgames)) or any(
        square > ruleset.board.squares for square in runs[::2]
    ):
        raise BadRuleState("not a rule state of this rule set", position.fen)
    if hashes[:8] != position_hash(position):
        raise BadRuleState("rule state of another position", position.fen)
    endgames = struct.unpack_from(f"<{n}H", data, _HEAD.size) if n else ()
    return Counters(no_progress, endgames, (runs[0], runs[1], runs[2], runs[3]), hashes[8:])
