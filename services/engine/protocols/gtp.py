"""The Go Text Protocol for Othello: how Othello programs and their interfaces talk.

Source: GTP version 2, draft 2 (Farnebäck, 2002); squares as in Othello, a1 top left, which is how other
Othello programs use it. Passes are moves: a colour that cannot move may say so or leave it out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.choosing import seed_of
from engine.errors import EngineError
from engine.levels import Level
from engine.limits import Limits
from engine.memory import TranspositionTable
from engine.protocols.thinking import Thought, allotted_ms, think
from rulebook import Move, Position, Ruleset, Side, initial_position, legal_moves, play, result
from rulebook.errors import RulebookError

_LINE = re.compile(r"(?:(\d+)(?:\s+|$))?(.*)", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_SIDES = {"b": Side.BLACK, "black": Side.BLACK, "w": Side.WHITE, "white": Side.WHITE}
_LONGEST = 10_000
_LEAST_MS = 10


class Refused(EngineError):
    """A command that cannot be done; the text is the answer behind the question mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """How the engine plays where the controller sets no time."""

    limits: Limits
    level: Level | None = None


class Gtp:
    """The engine behind the protocol: a command in, its whole answer out."""

    def __init__(
        self,
        rules: Ruleset,
        strength: Strength,
        *,
        version: str = "",
        table: TranspositionTable | None = None,
    ) -> None:
        self._rules, self._strength, self._version = rules, strength, version
        self._table = table or TranspositionTable()
        self._table.clear()
        self._positions: list[Position] = [initial_position(rules)]
        self._main_s, self._byo_s, self._byo_stones = 0, 0, 0
        self._left: dict[Side, tuple[float, int]] = {}
        self._is_timed = False
        self.is_over = False  # after `quit`
        self._commands: Mapping[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Brettwerk",
            "version": lambda _: self._version,
            "known_command": lambda words: "true" if _first(words) in self._commands else "false",
            "list_commands": lambda _: "\n".join(sorted(self._commands)),
            "quit": self._on_quit,
            "boardsize": self._on_size,
            "clear_board": self._on_clear,
            "komi": lambda _: "",
            "play": self._on_play,
            "genmove": self._on_generate,
            "reg_genmove": self._on_suggest,
            "undo": self._on_undo,
            "showboard": lambda _: "\n" + board(self._position),
            "final_score": self._on_score,
            "time_settings": self._on_settings,
            "time_left": self._on_time_left,
            "set_game": self._on_game,
            "list_games": lambda _: "Othello",
        }

    @property
    def _position(self) -> Position:
        return self._positions[-1]

    def receive(self, line: str) -> str:
        """The answer with its empty line behind it; "" for a line without a command."""
        text = _CONTROL.sub("", line[:_LONGEST].partition("#")[0]).replace("\t", " ").strip()
        match = _LINE.fullmatch(text)
        assert match is not None
        number, rest = match[1] or "", match[2].split()
        if not rest:
            return ""
        handler = self._commands.get(rest[0])
        try:
            if handler is None:
                raise Refused("unknown command")
            answer = handler(rest[1:])
        except (EngineError, RulebookError) as error:
            return f"?{number} {error}\n\n"
        return f"={number}{' ' if answer else ''}{answer}\n\n"

    def _on_quit(self, _: list[str]) -> str:
        self.is_over = True
        return ""

    def _on_size(self, words: list[str]) -> str:
        if _first(words) != "8":
            raise Refused("unacceptable size")
        return self._on_clear(words)

    def _on_clear(self, _: list[str]) -> str:
        self._positions = [initial_position(self._rules)]
        self._table.clear()
        self._left.clear()
        return ""

    def _on_game(self, words: list[str]) -> str:
        if _first(words).lower() not in {"othello", "reversi"}:
            raise Refused("unacceptable game")
        return self._on_clear(words)

    # --- moves

    def _on_play(self, words: list[str]) -> str:
        side, square = self._side(words), (words[1].lower() if len(words) > 1 else "")
        self._turn_to(side)
        said = "pass" if square in {"pass", "pa"} else square
        for move in legal_moves(self._position):
            if move.notation == said:
                self._positions.append(play(self._position, move))
                return ""
        raise Refused("illegal move")

    def _on_generate(self, words: list[str]) -> str:
        side = self._side(words)
        if result(self._position) is not None:
            return "PASS"
        self._turn_to(side)
        move = self._chosen(side)
        self._positions.append(play(self._position, move))
        return _vertex(move)

    def _on_suggest(self, words: list[str]) -> str:
        side = self._side(words)
        before = list(self._positions)
        try:
            if result(self._position) is not None:
                return "PASS"
            self._turn_to(side)
            return _vertex(self._chosen(side))
        finally:
            self._positions = before

    def _on_undo(self, _: list[str]) -> str:
        if len(self._positions) == 1:
            raise Refused("cannot undo")
        self._positions.pop()
        return ""

    def _side(self, words: list[str]) -> Side:
        side = _SIDES.get(_first(words).lower())
        if side is None:
            raise Refused("syntax error: a colour is expected")
        return side

    def _turn_to(self, side: Side) -> None:
        """Let the other side pass, if it has to and nobody has said so."""
        if self._position.side is side:
            return
        moves = legal_moves(self._position)
        if len(moves) != 1 or not moves[0].is_pass:
            raise Refused("illegal move: the other colour is to move")
        self._positions.append(play(self._position, moves[0]))

    def _chosen(self, side: Side) -> Move:
        position = self._position
        thought = Thought(
            position=position,
            limits=self._limits(side),
            level=self._strength.level,
            seed=seed_of(position.fen, len(self._positions)),
        )
        return think(thought, self._table).move

    def _on_score(self, _: list[str]) -> str:
        if result(self._position) is None:
            raise Refused("cannot score: the game goes on")
        white, black = self._position.white.bit_count(), self._position.black.bit_count()
        if white == black:
            return "0"
        empty = 64 - white - black  # which go to the winner
        return f"{'B' if black > white else 'W'}+{abs(white - black) + empty}"

    # --- time

    def _on_settings(self, words: list[str]) -> str:
        try:
            main_s, byo_s, stones = (int(word) for word in words[:3])
        except ValueError:
            raise Refused("syntax error: three integers are expected") from None
        if min(main_s, byo_s, stones) < 0:
            raise Refused("syntax error: negative time")
        self._main_s, self._byo_s, self._byo_stones = main_s, byo_s, stones
        # By the protocol an overtime without stones means no limit at all.
        self._is_timed = not (byo_s > 0 and stones == 0)
        self._left.clear()
        return ""

    def _on_time_left(self, words: list[str]) -> str:
        side = self._side(words)
        try:
            seconds, stones = float(words[1]), int(words[2])
        except (IndexError, ValueError):
            raise Refused("syntax error: colour, seconds and stones are expected") from None
        if not 0 <= seconds < 1e9 or stones < 0:
            raise Refused("syntax error: a time out of range")
        self._left[side], self._is_timed = (seconds, stones), True
        return ""

    def _limits(self, side: Side) -> Limits:
        if not self._is_timed:
            return self._strength.limits
        empty = 64 - (self._position.white | self._position.black).bit_count()
        seconds, stones = self._left.get(side, (float(self._main_s), 0))
        if not stones and not seconds and self._byo_s:
            seconds, stones = float(self._byo_s), self._byo_stones
        return Limits(
            time_ms=max(allotted_ms(int(seconds * 1000), moves=stones or (empty + 1) // 2 + 1), _LEAST_MS)
        )


def board(position: Position) -> str:
    """The board with a1 top left: X is Black, O is White."""
    fen = position.fen
    rows = [f"{row + 1} {' '.join(fen[8 * row : 8 * row + 8])}" for row in range(8)]
    return "\n".join(("  a b c d e f g h", *rows, f"{position.side.value} to move")).replace("-", ".")


def _vertex(move: Move) -> str:
    return "PASS" if move.is_pass else move.notation.upper()


def _first(words: list[str]) -> str:
    return words[0] if words else ""
