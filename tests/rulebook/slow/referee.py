"""A referee who follows one game with pencil and paper: what may be played, and how the game stands.

Every position of the game is kept and every count is told again from what happened, so that nothing clever can hide
an error.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.rulebook.slow.answers import REVERSI, Answers, answers
from tests.rulebook.slow.board import (
    Piece,
    Setting,
    Square,
    is_on_long_diagonal,
    other,
    read_fen,
    squares,
    write_fen,
)
from tests.rulebook.slow.discs import disc_moves, place, read_discs, write_discs
from tests.rulebook.slow.generator import Move, canonical, spellings
from tests.rulebook.slow.material import Material


@dataclass(frozen=True, slots=True)
class Result:
    """Who won ("white", "black" or None for a draw) and why the game ended."""

    winner: str | None
    termination: str


@dataclass(kw_only=True, slots=True)
class Game:
    """One draughts game in progress."""

    rules: Answers
    setting: Setting
    positions: list[Hashable] = field(default_factory=list)
    without_progress: int = 0
    counts: dict[tuple[str, Hashable], int] = field(default_factory=dict)
    runs: dict[str, tuple[Square, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.without_progress = self.setting.plies_without_progress
        self.positions = [self._seen()]
        self.counts = dict.fromkeys(self._endings(), 0)

    def fen(self) -> str:
        """The position on the board."""
        return write_fen(self.rules, self.setting)

    def spellings(self) -> list[Move]:
        """Every spelling of every legal move; [] when the game is over."""
        return [] if self.result() else self._playable()

    def play(self, move: Move, lots: Sequence[bool] = ()) -> None:
        """Make a move; `lots` says for each marked or unmarked victim in turn whether it was taken (default: all)."""
        numbered = squares(self.rules)
        side = self.setting.side
        pieces = dict(self.setting.pieces)
        origin, target = numbered[move.path[0] - 1], numbered[move.path[-1] - 1]
        mover = pieces.pop(origin)
        failed = False in lots
        taken = lots.index(False) if failed else len(move.captured)
        for victim in move.captured[:taken]:
            del pieces[numbered[victim - 1]]
        if not failed:
            pieces[target] = Piece(side, mover.king or move.promotes, mover.marked)
        self.setting = Setting(pieces=pieces, side=other(side))

        if self._is_progress(mover, move):
            self.without_progress = 0
        else:
            self.without_progress += 1
        quiet_king = mover.king and not move.captured
        run = self.runs.get(side)
        before = run[1] if run and run[0] == origin else 0
        self.runs[side] = (target, before + 1 if quiet_king else 0)
        self.counts = {
            ending: self.counts[ending] + 1 if ending in self.counts else 0 for ending in self._endings()
        }
        self.positions.append(self._seen())

    def result(self) -> Result | None:
        """How the game has ended, or None while it goes on."""
        return self._decided() or self._drawn()

    def _is_progress(self, mover: Piece, move: Move) -> bool:
        if move.captured or move.promotes:
            return True
        return not mover.king and not self.rules.only_promotions_are_progress

    def _seen(self) -> Hashable:
        return (self.setting.side, frozenset(self.setting.pieces.items()))

    def _resting(self) -> Square | None:
        run = self.runs.get(self.setting.side)
        return run[0] if run and self.rules.king_run and run[1] >= self.rules.king_run else None

    def _playable(self) -> list[Move]:
        return spellings(self.rules, self.setting, self._resting())

    def _of(self, side: str) -> list[Piece]:
        return [piece for piece in self.setting.pieces.values() if piece.side == side]

    def _decided(self) -> Result | None:
        to_move, waiting = self.setting.side, other(self.setting.side)
        anti = self.rules.goal == "anti"
        if self.rules.goal == "breakthrough":
            for side in (waiting, to_move):
                if any(piece.king for piece in self._of(side)):
                    return Result(side, "first_king")
        for side in (to_move, waiting):
            if not self._of(side):
                return Result(side if anti else other(side), "no_pieces")
        return self._one_each() or (
            None if self._playable() else Result(to_move if anti else waiting, "no_moves")
        )

    def _one_each(self) -> Result | None:
        white, black = self._of("white"), self._of("black")
        if len(white) != 1 or len(black) != 1 or self.rules.goal != "normal":
            return None
        kings = (white[0].king, black[0].king)
        if self.rules.king_against_king and all(kings):
            return Result(None, "king_against_king")
        if self.rules.one_piece_each == "off":
            return None
        if self.rules.one_piece_each == "king_beats_man" and kings[0] != kings[1]:
            return Result("white" if kings[0] else "black", "one_piece_each")
        return Result(None, "one_piece_each")

    def _drawn(self) -> Result | None:
        if self.rules.goal == "breakthrough":
            return None
        if self.positions.count(self.positions[-1]) >= 3:
            return Result(None, "repetition")
        if self.rules.goal == "anti":
            return None
        if self.rules.no_progress and self.without_progress >= self.rules.no_progress:
            return Result(None, "no_progress")
        limits = {ending.name: ending.plies for ending in self.rules.endings}
        if any(plies >= limits[name] for (name, _), plies in self.counts.items()):
            return Result(None, "endgame_count")
        return None

    def _endings(self) -> set[tuple[str, Hashable]]:
        """The endings the board shows, each with its label."""
        found: set[tuple[str, Hashable]] = set()
        for side in ("white", "black"):
            seen = self._material(side)
            for ending in self.rules.endings:
                label = ending.label(seen)
                if label is not None:
                    found.add((ending.name, label))
        return found

    def _material(self, side: str) -> Material:
        mine, theirs = self._of(side), self._of(other(side))
        return Material(
            men=sum(not piece.king for piece in mine),
            kings=sum(piece.king for piece in mine),
            other_men=sum(not piece.king for piece in theirs),
            other_kings=sum(piece.king for piece in theirs),
            other_king_on_long_diagonal=any(
                piece.king and piece.side != side and is_on_long_diagonal(self.rules, square)
                for square, piece in self.setting.pieces.items()
            ),
        )


@dataclass(kw_only=True, slots=True)
class DiscGame:
    """One game of Reversi in progress."""

    setting: Setting

    def fen(self) -> str:
        """The position on the board."""
        return write_discs(self.setting)

    def spellings(self) -> list[Move]:
        """Every legal move; a forced pass is one."""
        return disc_moves(self.setting)

    def play(self, move: Move, lots: Sequence[bool] = ()) -> None:
        """Place a disc, or pass."""
        assert not lots
        self.setting = place(self.setting, move)

    def result(self) -> Result | None:
        """More discs win when nobody can move; None while somebody can."""
        if disc_moves(self.setting):
            return None
        white = sum(piece.side == "white" for piece in self.setting.pieces.values())
        black = len(self.setting.pieces) - white
        winner = None if white == black else "white" if white > black else "black"
        return Result(winner, "disc_count")


def game(ruleset_key: str, options: Mapping[str, str] | None, fen: str) -> Game | DiscGame:
    """A game of this rule set that starts from this position."""
    if ruleset_key in REVERSI:
        return DiscGame(setting=read_discs(fen))
    rules = answers(ruleset_key, options)
    return Game(rules=rules, setting=read_fen(rules, fen))


def legal(ruleset_key: str, options: Mapping[str, str] | None, fen: str) -> dict[Hashable, Move]:
    """The legal moves of a position with no past, by identity, each in its canonical spelling."""
    return canonical(game(ruleset_key, options, fen).spellings())


def results(
    ruleset_key: str, options: Mapping[str, str] | None, start_fen: str, paths: Sequence[tuple[int, ...]]
) -> list[Result | None]:
    """How the game stands at the start and after each of these moves (the path of any spelling; () is a pass)."""
    followed = game(ruleset_key, options, start_fen)
    standing = [followed.result()]
    for path in paths:
        (move,) = [move for move in followed.spellings() if move.path == path]
        followed.play(move)
        standing.append(followed.result())
    return standing


def perft(ruleset_key: str, options: Mapping[str, str] | None, fen: str, depth: int) -> int:
    """How many move sequences of this length there are; in Reversi a finished game counts as one at every depth."""
    if depth == 0:
        return 1
    moves = canonical(game(ruleset_key, options, fen).spellings())
    if not moves and ruleset_key in REVERSI:
        return 1
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves.values():
        followed = game(ruleset_key, options, fen)
        followed.play(move)
        nodes += perft(ruleset_key, options, followed.fen(), depth - 1)
    return nodes
