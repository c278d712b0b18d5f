"""A position: who stands where, who is to move, and what the draw rules remember."""

from __future__ import annotations

import struct
from hashlib import blake2b
from typing import NamedTuple

from rulebook.errors import BadRuleState
from rulebook.ruleset import DraughtsRules, EndgameCount, Ruleset, Side


class Piece(NamedTuple):
    side: Side
    king: bool = False
    marked: bool = False


class Counters(NamedTuple):
    """What the draw rules remember of the moves that led here.

    `endgame` numbers the rule set's endgame count that is running, from 1; 0 is none.
    `runs` is the square and the length of the last run of quiet moves by one king, White's and
    Black's. `seen` holds a hash of 8 bytes for each earlier position that could still be repeated.
    """

    no_progress_plies: int = 0
    endgame: int = 0
    endgame_plies: int = 0
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


_PACK_POSITION = struct.Struct("<4QB").pack
NOTHING_COUNTED = Counters()


def position_hash(position: Position) -> bytes:
    """8 bytes for the pieces, their marks and the side to move (A-16)."""
    _, white_to_move, white, black, kings, marks, _ = position
    packed = _PACK_POSITION(white, black, kings, marks, white_to_move)
    return blake2b(packed, digest_size=8).digest()


def fresh_counters(
    rules: DraughtsRules, white: int, black: int, kings: int, no_progress_plies: int = 0
) -> Counters:
    """The counters of a game that begins with these bitboards."""
    endgame = endgame_of(rules, white, black, kings) if rules.draws.endgames else 0
    if not endgame and not no_progress_plies:
        return NOTHING_COUNTED
    return Counters(min(no_progress_plies, 65535), endgame)


def endgame_of(rules: DraughtsRules, white: int, black: int, kings: int) -> int:
    """The number of the endgame count that this balance of force runs, from 1; 0 is none."""
    white_kings = (white & kings).bit_count()
    black_kings = (black & kings).bit_count()
    white_men = white.bit_count() - white_kings
    black_men = black.bit_count() - black_kings
    for number, count in enumerate(rules.draws.endgames, 1):
        if _is_balance(count, rules, white_men, white_kings, black_men, black_kings, black & kings):
            return number
        if _is_balance(count, rules, black_men, black_kings, white_men, white_kings, white & kings):
            return number
    return 0


def _is_balance(
    count: EndgameCount,
    rules: DraughtsRules,
    strong_men: int,
    strong_kings: int,
    weak_men: int,
    weak_kings: int,
    weak_king_bits: int,
) -> bool:
    if not count.strong.matches(strong_men, strong_kings):
        return False
    if not count.weak.matches(weak_men, weak_kings):
        return False
    if count.pieces_in_all is not None:
        least, most = count.pieces_in_all
        if not least <= strong_men + strong_kings + weak_men + weak_kings <= most:
            return False
    return not count.weak_king_on_long_diagonal or bool(weak_king_bits & rules.board.long_diagonal)


_VERSION = 1
_HEAD = struct.Struct("<BHBH4B")


def encode_rule_state(position: Position) -> bytes:
    """Version, counters, the position's hash, and those of the positions that could be repeated."""
    if not position.ruleset.is_draughts:
        return b""
    no_progress, endgame, endgame_plies, runs, seen = position.counters
    head = _HEAD.pack(_VERSION, no_progress, endgame, endgame_plies, *runs)
    return head + position_hash(position) + seen


def decode_rule_state(position: Position, data: bytes) -> Counters:
    """The counters in `data`. Raises BadRuleState if it is none or not this position's."""
    if not position.ruleset.is_draughts:
        raise BadRuleState("this rule set has no rule state", position.fen)
    size = len(data)
    if size < _HEAD.size + 8 or (size - _HEAD.size) % 8 or data[0] != _VERSION:
        raise BadRuleState("not a rule state", position.fen)
    _, no_progress, endgame, endgame_plies, *runs = _HEAD.unpack_from(data)
    if endgame > len(position.ruleset.draughts.draws.endgames) or any(
        square > position.ruleset.board.squares for square in runs[::2]
    ):
        raise BadRuleState("not a rule state of this rule set", position.fen)
    now, seen = data[_HEAD.size : _HEAD.size + 8], data[_HEAD.size + 8 :]
    if now != position_hash(position):
        raise BadRuleState("rule state of another position", position.fen)
    return Counters(no_progress, endgame, endgame_plies, (runs[0], runs[1], runs[2], runs[3]), seen)
