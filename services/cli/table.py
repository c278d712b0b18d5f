"""A game at the terminal: what is entered, what the engine answers, what is said about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from cli import words
from cli.board import drawn
from cli.strength import Opponent
from cli.words import say
from engine import LEVELS, Limits, TranspositionTable, choose, search, seed_of
from rulebook import (
    Move,
    Position,
    Refusal,
    Side,
    Text,
    apply_lots,
    legal_moves,
    play,
    result,
    validate,
)
from rulebook.pdn import Outcome, compose, write_game

_HINT = Limits(nodes=300_000)
_MOST_CANDIDATES = 12


class Table:
    """One game of a person against the engine; what is to be shown goes to `say`, in one language."""

    def __init__(
        self,
        *,
        start: Position,
        side: Side,
        opponent: Opponent,
        language: str,
        seed: str,
        say: Callable[[str], None],
    ) -> None:
        self._positions = [start]
        self._moves: list[Move] = []
        self._lots: list[tuple[bool, ...]] = []
        self._side = side
        self._opponent = opponent
        self._language = language
        self._seed = seed
        self._chance = Random(seed)  # noqa: S311  repeatable by whoever sits at the keyboard
        self._show = say
        self._memory = TranspositionTable()
        self._resigned = False
        self._left = False
        self._turns = 0  # never back, so that another try after `undo` meets other choices

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def is_over(self) -> bool:
        return self._resigned or self._left or result(self.position) is not None

    @property
    def is_ours(self) -> bool:
        """Whether the engine is to move."""
        return self.position.side is not self._side

    @property
    def prompt(self) -> str:
        return self._text(words.PROMPT, side=self._name_of(self._side))

    def open(self) -> None:
        """Say who plays what, and show the board."""
        rules = self.position.ruleset
        self._show(f"{say(rules.name, self._language)}: {say(rules.explanation, self._language)}")
        persona = self._opponent.persona
        if persona is not None:
            about = (persona.introduction, persona.manner)
            self._show(f"{self._opponent_name}: {' '.join(say(text, self._language) for text in about)}")
        self._show(say(words.LEGEND[rules.family.value], self._language))
        self._show(say(words.HELP, self._language))
        self._board()

    def enter(self, text: str) -> None:
        """What the person typed: a move, or a command in either language."""
        command = words.COMMAND_OF.get(text.lower())
        if command is None and text:
            self._enter_move(text)
        elif command == "undo":
            self._undo()
        elif command == "resign":
            self._resigned = True
        elif command == "quit":
            self._left = True
        elif command == "moves":
            self._show(self._candidates(legal_moves(self.position)))
        elif command == "hint":
            found = search(self.position, _HINT, self._memory)
            self._show(self._text(words.HINT, move=found.move.notation))
        elif command == "help":
            self._show(say(words.HELP, self._language))
        else:
            self._board()

    def answer(self) -> None:
        """Make the engine's move."""
        opponent = self._opponent
        seed = seed_of(self._seed, self._turns)
        if opponent.level is not None:
            found = choose(self.position, opponent.level, seed, self._memory)
        else:
            found = search(self.position, opponent.limits, self._memory)
        self._show(self._text(words.PLAYS, name=self._opponent_name, move=found.move.notation))
        self._play(found.move)
        self._board()

    def close(self, path: Path | None = None) -> None:
        """Say how the game has ended, and append it to the file. Raises OSError."""
        end = result(self.position)
        if self._resigned:
            winner: Side | None = self._side.opponent
            self._show(self._text(words.RESIGNED, side=self._name_of(self._side.opponent)))
        elif end is None:
            winner = None
            self._show(say(words.UNFINISHED, self._language))
        else:
            winner = end.winner
            why = say(words.TERMINATIONS[end.termination], self._language)
            if winner is None:
                self._show(self._text(words.DRAWN, why=why))
            else:
                self._show(self._text(words.WON, side=self._name_of(winner), why=why))
        if path is not None and self._moves:
            outcome = Outcome.UNKNOWN
            if winner is not None:
                outcome = Outcome.WHITE_WINS if winner is Side.WHITE else Outcome.BLACK_WINS
            elif end is not None:
                outcome = Outcome.DRAW
            self._save(path, outcome)

    def _enter_move(self, text: str) -> None:
        verdict = validate(self.position, text)
        if verdict.move is None:
            assert verdict.refusal is not None
            self._refuse(verdict.refusal)
            return
        self._play(verdict.move)
        self._board()

    def _refuse(self, refusal: Refusal) -> None:
        why = say(words.REASONS[refusal.reason], self._language)
        self._show(self._text(words.REFUSED, why=why))
        if refusal.candidates:
            self._show(self._candidates(list(refusal.candidates)))

    def _candidates(self, moves: list[Move]) -> str:
        told = [move.notation for move in moves[:_MOST_CANDIDATES]]
        if len(moves) > _MOST_CANDIDATES:
            told.append("…")
        return self._text(words.CANDIDATES, moves=", ".join(told))

    def _play(self, move: Move) -> None:
        lots = self._drawn_lots(move)
        self._positions.append(apply_lots(self.position, move, lots) if lots else play(self.position, move))
        self._moves.append(move)
        self._lots.append(lots)
        self._turns += 1

    def _drawn_lots(self, move: Move) -> tuple[bool, ...]:
        if not move.duels:
            return ()
        medieval = self.position.ruleset.draughts.medieval
        assert medieval is not None
        lots: list[bool] = []
        for square in move.captured:
            lots.append(square not in move.duels or self._chance.random() * 100 < medieval.success_percent)
            if not lots[-1]:
                break
        return tuple(lots)

    def _undo(self) -> None:
        """Back to where the person was last to move."""
        back = 0
        for at in range(len(self._moves) - 1, -1, -1):
            if self._positions[at].side is self._side:
                back = len(self._moves) - at
                break
        if not back:
            self._show(say(words.NOTHING_TO_UNDO, self._language))
            return
        if any(self._lots[-back:]):
            self._show(say(words.NO_UNDO_PAST_LOTS, self._language))
            return
        del self._moves[-back:], self._lots[-back:], self._positions[-back:]
        self._show(say(words.UNDONE, self._language))
        self._board()

    def _board(self) -> None:
        self._show(
            drawn(self.position, turned=self._side is Side.BLACK and self.position.ruleset.is_draughts)
        )
        if result(self.position) is None:
            self._show(self._text(words.TO_MOVE, side=self._name_of(self.position.side)))

    def _save(self, path: Path, outcome: Outcome) -> None:
        names = {self._side: "?", self._side.opponent: self._opponent_name}
        tags = {"White": names[Side.WHITE], "Black": names[Side.BLACK]}
        game = compose(self._positions[0], self._moves, lots=self._lots, tags=tags, result=outcome)
        is_first = not path.exists() or not path.stat().st_size
        with path.open("a", encoding="utf-8") as archive:
            archive.write(("" if is_first else "\n") + write_game(game))
        self._show(self._text(words.SAVED, path=str(path)))

    @property
    def _opponent_name(self) -> str:
        if self._opponent.persona is not None:
            return say(self._opponent.persona.name, self._language)
        for number, level in LEVELS.items():
            if level == self._opponent.level:
                return self._text(words.LEVEL, level=number)
        return say(words.ENGINE, self._language)

    def _name_of(self, side: Side) -> str:
        return say(words.SIDES[side], self._language)

    def _text(self, text: Text, **values: object) -> str:
        return say(text, self._language).format(**values)
