"""The answers about rule sets."""

from __future__ import annotations

from typing import Literal

from gateway.answers import Answer, Reason, Side
from gateway.wording import said


class Text(Answer):
    """The same text in both languages."""

    de: str = said("German.", "Deutsch.")
    en: str = said("English.", "Englisch.")


class Choice(Answer):
    """A value of an option."""

    value: str = said("The value.", "Der Wert.")
    name: Text = said("What to call it.", "Wie er heißt.")


class Option(Answer):
    """A choice that the rule set leaves to the players."""

    key: str = said("The option's key.", "Der Schlüssel der Option.")
    name: Text = said("What to call it.", "Wie sie heißt.")
    default: str = said("The value taken where none is given.", "Der Wert, wenn keiner genannt ist.")
    choices: list[Choice] = said("All values.", "Alle Werte.")


class Board(Answer):
    """The board of a rule set."""

    rows: int = said("Rows.", "Reihen.")
    columns: int = said("Columns.", "Spalten.")
    square_count: int = said(
        "How many squares are played on; they are numbered from 1.",
        "Auf wie vielen Feldern gespielt wird; sie zählen ab 1.",
    )
    dark_squares_only: bool = said(
        "Whether only half of the squares play.", "Ob nur die Hälfte der Felder spielt."
    )
    mirrored: bool = said(
        "Whether the bottom right corner plays and not the left one.",
        "Ob die Ecke rechts unten spielt und nicht die linke.",
    )
    square_names: list[str] = said(
        "The algebraic names of the squares in the order of their numbers.",
        "Die algebraischen Namen der Felder in der Reihenfolge ihrer Nummern.",
    )


class Notation(Answer):
    """How moves and games of a rule set are written."""

    game_type: str | None = said(
        "The GameType tag of PDN; null where none fits.", "Die GameType-Zeile von PDN; null, wo keine passt."
    )
    separator: str = said(
        "What stands between the squares of a capture.", "Was zwischen den Feldern eines Schlags steht."
    )
    algebraic: bool = said("Whether squares are written as `a3`.", "Ob Felder als `a3` geschrieben werden.")
    file_numbers_reversed: bool = said(
        "Whether PDN files count from the other end.", "Ob PDN-Dateien vom anderen Ende zählen."
    )
    file_board_turned: bool = said(
        "Whether PDN files show the board turned, with colours exchanged.",
        "Ob PDN-Dateien das Brett gedreht zeigen, mit vertauschten Farben.",
    )
    win_result: str = said("How PDN writes a win.", "Wie PDN einen Sieg schreibt.")


class Ruleset(Answer):
    """A rule set."""

    key: str = said("Its key.", "Sein Schlüssel.")
    family: Literal["draughts", "reversi"] = said("Draughts or Reversi.", "Dame oder Reversi.")
    name: Text = said("What to call it.", "Wie es heißt.")
    explanation: Text = said("What is special about it.", "Was daran besonders ist.")
    options: dict[str, str] = said("Every option and its value here.", "Jede Option und ihr Wert hier.")
    option_specs: list[Option] = said("The options that there are.", "Welche Optionen es gibt.")
    board: Board = said("The board.", "Das Brett.")
    notation: Notation = said("How moves and games are written.", "Wie Züge und Partien geschrieben werden.")
    first_side: Side = said("Who makes the first move.", "Wer den ersten Zug macht.")


class RulesetsAnswer(Answer):
    """All rule sets."""

    rulesets: list[Ruleset] = said(
        "The rule sets, in a fixed order.", "Die Regelwerke in fester Reihenfolge."
    )


class RefusedMove(Answer):
    """A move that one might try."""

    move: str = said("The move.", "Der Zug.")
    reason: Reason = said("The rule that it breaks.", "Die Regel, gegen die er verstößt.")


class Example(Answer):
    """A small position that shows a rule."""

    text: Text = said("What it shows.", "Was es zeigt.")
    options: dict[str, str] = said("The options that it needs.", "Die Optionen, die es braucht.")
    fen: str = said("The position.", "Die Stellung.")
    legal_moves: list[str] = said("All legal moves.", "Alle erlaubten Züge.")
    refused_moves: list[RefusedMove] = said("Moves that are refused.", "Züge, die verweigert werden.")


class ExamplesAnswer(Answer):
    """The worked examples of a rule set."""

    examples: list[Example] = said("The examples.", "Die Beispiele.")


class PositionAnswer(Answer):
    """A position."""

    fen: str = said("The position.", "Die Stellung.")
    rule_state: str = said("Its counters, as base64 text.", "Ihre Zählerstände, als Base64-Text.")
    side: Side = said("Who is to move.", "Wer am Zug ist.")
