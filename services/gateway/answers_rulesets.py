"""The answers about rule sets."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

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


class Unlimited(Answer):
    """No clock."""

    kind: Literal["unlimited"] = said("unlimited", "unlimited")


class Fischer(Answer):
    """A budget for each side, and some time back for each move."""

    kind: Literal["fischer"] = said("fischer", "fischer")
    base_ms: int = said(
        "What each side begins with, in milliseconds.", "Womit jede Seite beginnt, in Millisekunden."
    )
    increment_ms: int = said(
        "What a finished move gives back, in milliseconds.",
        "Was ein fertiger Zug zurückgibt, in Millisekunden.",
    )


class PerMove(Answer):
    """The same time for each move."""

    kind: Literal["per_move"] = said("per_move", "per_move")
    move_ms: int = said("The time for a move, in milliseconds.", "Die Zeit für einen Zug, in Millisekunden.")
    on_expiry: Literal["lose", "auto_move"] = said(
        "What becomes of a side whose time is over: it has lost, or the server moves for it.",
        "Was geschieht, wenn die Zeit um ist: Die Seite hat verloren, oder der Server zieht für sie.",
    )
    max_strikes: int | None = said(
        "How many times in a row the time may be over until the game is lost; null for any number.",
        "Die wievielte Zeitüberschreitung in Folge die Partie verliert; null, wo keine es tut.",
    )


UsualTimeControl: TypeAlias = Annotated[Unlimited | Fischer | PerMove, Field(discriminator="kind")]


class Marks(Answer):
    """Pieces that each side marks in secret before the game, and that may withstand their capture."""

    per_side: int = said("How many each side marks.", "Wie viele jede Seite markiert.")
    choice_ms: int = said(
        "The time for the choice, in milliseconds; lots choose what is missing then.",
        "Die Zeit für die Auswahl, in Millisekunden; was dann fehlt, wählt das Los.",
    )
    success_percent: int = said(
        "In how many of a hundred cases the capture of a marked piece succeeds.",
        "In wie vielen von hundert Fällen der Schlag über einen markierten Stein gelingt.",
    )
    reveal: Literal["at_start", "on_first_duel"] = said(
        "When the other side sees a mark: once both have chosen, or from the piece's first duel on.",
        "Wann die Gegenseite eine Markierung sieht: sobald beide gewählt haben oder erst ab dem ersten Kampf des "
        "Steins.",
    )


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
    marks: Marks | None = said(
        "Pieces marked in secret before the game; null where there are none.",
        "Vor der Partie heimlich markierte Steine; null, wo es keine gibt.",
    )
    usual_time_controls: list[UsualTimeControl] = said(
        "The usual ways to keep time, the most usual first.",
        "Die üblichen Bedenkzeiten, die üblichste zuerst.",
    )


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
