"""The answers, as the contract describes them. The code that builds them is `shapes.py`; a test compares both."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, RootModel, WithJsonSchema

from gateway.bodies import GameRecord
from gateway.wording import said

Side: TypeAlias = Literal["white", "black"]

Termination: TypeAlias = Literal[
    "no_pieces",
    "no_moves",
    "repetition",
    "no_progress",
    "endgame_count",
    "king_against_king",
    "one_piece_each",
    "first_king",
    "disc_count",
    "resignation",
    "timeout",
    "agreement",
    "left",
    "abandonment",
    "strikes",
]

Reason: TypeAlias = Literal[
    "syntax",
    "game_over",
    "ambiguous",
    "no_piece",
    "not_your_turn",
    "square_occupied",
    "capture_mandatory",
    "capture_not_maximum",
    "capture_not_preferred",
    "capture_incomplete",
    "landing_must_continue",
    "landing_not_adjacent",
    "captured_twice",
    "blocked_by_captured",
    "turn_back",
    "direction",
    "man_takes_king",
    "too_far",
    "promotion_ends_move",
    "not_yet_king",
    "king_run",
    "nothing_captured",
    "blocked",
    "illegal",
    "no_flip",
    "pass_not_allowed",
    "must_pass",
]

_BASE64 = WithJsonSchema({"anyOf": [{"type": "string", "format": "byte"}, {"type": "null"}]})


class Answer(BaseModel):
    """The parent of every answer."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Move(Answer):
    """A move in its canonical spelling. Squares count row by row from the top left, as White sees the board."""

    notation: str = said(
        "The rule set's own notation with the full path.", "Die Notation des Regelwerks mit dem ganzen Weg."
    )
    from_: int | None = Field(
        alias="from",
        description="The square that the piece leaves; null for a Reversi disc and for a pass.",
        json_schema_extra={"x-de": "Das Feld, das der Stein verlässt; null in Reversi und beim Passen."},
    )
    to: int | None = said("The square it ends on; null for a pass.", "Das Zielfeld; null beim Passen.")
    path: list[int] = said("The squares touched, first to last.", "Die berührten Felder der Reihe nach.")
    captured: list[int] = said(
        "The squares of the captured pieces in order; in Reversi the flipped discs.",
        "Die Felder der geschlagenen Steine der Reihe nach; in Reversi die gedrehten Scheiben.",
    )
    promotes: bool = said("Whether a man becomes a king.", "Ob ein Stein zur Dame wird.")
    is_pass: bool = said("Whether this is a pass (Reversi).", "Ob gepasst wird (Reversi).")
    auto: bool = said(
        "Whether the server chose the move when time was up; never in these answers.",
        "Ob der Server bei Zeitablauf gezogen hat; hier nie.",
    )
    lots: list[bool] = said(
        "The lots drawn for the captured pieces; empty where none were.",
        "Die gezogenen Lose der geschlagenen Steine; leer, wenn keine gezogen wurden.",
    )
    duels: list[int] = said(
        "The captured squares whose piece is marked and may withstand; if there are any, the next position needs "
        "lots.",
        "Die geschlagenen Felder, deren Stein markiert ist und standhalten kann; gibt es welche, braucht die "
        "nächste Stellung Lose.",
    )


class Result(Answer):
    """How a game ended."""

    winner: Side | None = said("The winner; null for a draw.", "Wer gewonnen hat; null bei Remis.")
    termination: Termination = said("Why the game ended.", "Warum die Partie zu Ende ist.")


class Legal(Answer):
    """The move is legal; this is what follows."""

    legal: Literal[True] = said("true", "true")
    move: Move = said("The move in its canonical spelling.", "Der Zug in seiner festen Schreibweise.")
    fen: str | None = said(
        "The position after the move; null where lots have to be drawn first.",
        "Die Stellung nach dem Zug; null, wenn erst Lose zu ziehen sind.",
    )
    rule_state: Annotated[str | None, _BASE64] = said(
        "The counters after the move, to be sent with the next question.",
        "Die Zählerstände nach dem Zug, für die nächste Frage.",
    )
    result: Result | None = said(
        "The result, if the move ends the game.", "Das Ergebnis, falls der Zug die Partie beendet."
    )


class Refused(Answer):
    """The move is refused; this is why, and what is legal instead."""

    legal: Literal[False] = said("false", "false")
    reason: Reason = said("The rule that the move breaks.", "Die Regel, gegen die der Zug verstößt.")
    candidates: list[Move] = said(
        "What is legal instead and comes close to what was meant.",
        "Was stattdessen erlaubt ist und dem Gemeinten nahekommt.",
    )


class VerdictAnswer(RootModel[Legal | Refused]):
    """Whether a move is legal, and what follows or what is legal instead."""

    root: Legal | Refused = Field(discriminator="legal")


class BatchAnswer(Answer):
    """One answer for each item, in their order."""

    verdicts: list[VerdictAnswer] = said("The answers.", "Die Antworten.")


class Hop(Answer):
    """A square of the tree of hops."""

    square: int = said("Where the piece stands or lands.", "Wo der Stein steht oder landet.")
    captured: list[int] = said("What this hop captures.", "Was dieser Sprung schlägt.")
    move: int | None = said(
        "The index in `moves` of the move that is complete here.",
        "Die Nummer in `moves` des Zugs, der hier fertig ist.",
    )
    next: list[Hop] = said("Where it may go on.", "Wohin es weitergehen kann.")


class ListAnswer(Answer):
    """The legal moves."""

    moves: list[Move] = said("The legal moves, ordered by path.", "Die erlaubten Züge, nach Weg geordnet.")
    side: Side = said("Who is to move.", "Wer am Zug ist.")
    result: Result | None = said(
        "The result, if the game is over.", "Das Ergebnis, falls die Partie aus ist."
    )
    tree: list[Hop] | None = said(
        "On request: every spelling of every move as a tree.",
        "Auf Wunsch: jede Schreibweise jedes Zugs als Baum.",
    )


class ReplayRefusal(Answer):
    """The first move that was refused."""

    ply: int = said("Its index in `moves`.", "Seine Nummer in `moves`, ab 0.")
    reason: Reason = said("The rule that it breaks.", "Die Regel, gegen die er verstößt.")
    candidates: list[Move] = said("What is legal instead.", "Was stattdessen erlaubt ist.")


class ReplayAnswer(Answer):
    """A game played again."""

    legal: bool = said("Whether every move was legal.", "Ob jeder Zug erlaubt war.")
    moves: list[Move] = said(
        "The moves up to the first refused one.", "Die Züge bis zum ersten verweigerten."
    )
    fens: list[str] | None = said(
        "On request: the FEN after each move.", "Auf Wunsch: die FEN nach jedem Zug."
    )
    fen: str = said("The position after these moves.", "Die Stellung nach diesen Zügen.")
    rule_state: str = said("Its counters, as base64 text.", "Ihre Zählerstände, als Base64-Text.")
    result: Result | None = said(
        "Its result, if the game is over.", "Ihr Ergebnis, falls die Partie aus ist."
    )
    refusal: ReplayRefusal | None = said(
        "Why the next move was refused.", "Warum der nächste Zug verweigert wurde."
    )


class ReadGame(Answer):
    """A game that was read and played again."""

    number: int = said("Its number in the text, from 1.", "Ihre Nummer im Text, ab 1.")
    line: int = said("The line where it begins, from 1.", "Die Zeile, in der sie beginnt, ab 1.")
    game: GameRecord = said("The game.", "Die Partie.")
    fen: str = said("Its last position.", "Ihre letzte Stellung.")
    rule_state: str = said("The counters there, as base64 text.", "Die Zählerstände dort, als Base64-Text.")
    result: Result | None = said(
        "The result of that position by the rules, whatever the text says.",
        "Das Ergebnis dieser Stellung nach den Regeln, was auch im Text steht.",
    )


class Fault(Answer):
    """What is wrong with a game of a text."""

    game: int = said("Which game, from 1.", "Welche Partie, ab 1.")
    line: int = said("Which line, from 1.", "Welche Zeile, ab 1.")
    reason: str = said("What is wrong.", "Was nicht stimmt.")
    value: str = said("The piece of text at fault.", "Das fehlerhafte Textstück.")
    detail: str = said("More about it.", "Mehr dazu.")


class ParseAnswer(Answer):
    """The games of a text."""

    games: list[ReadGame] = said("The games without a fault.", "Die Partien ohne Fehler.")
    faults: list[Fault] = said("What is wrong with the others.", "Was mit den anderen nicht stimmt.")


class FormatAnswer(Answer):
    """A game as text."""

    text: str = said("The text.", "Der Text.")


class Limits(Answer):
    """The bounds of a request."""

    body_bytes: int = said("The longest body.", "Der längste Rumpf einer Anfrage.")
    batch_items: int = said("The most items of a batch.", "Die meisten Fragen auf einmal.")
    move_chars: int = said("The longest text of a move.", "Der längste Text eines Zugs.")
    history_plies: int = said("The longest history.", "Die längste Vorgeschichte.")


class MetaAnswer(Answer):
    """What this server is."""

    name: Literal["brettwerk"] = said("brettwerk", "brettwerk")
    version: str = said("The server's version.", "Die Version des Servers.")
    api_versions: list[str] = said("The versions of this interface.", "Die Versionen dieser Schnittstelle.")
    languages: list[str] = said("The languages of its texts.", "Die Sprachen seiner Texte.")
    stream_url: str | None = said(
        "Where live events are read; null where there are none.",
        "Wo Ereignisse live zu lesen sind; null, wo es keine gibt.",
    )
    limits: Limits = said("How much a request may hold.", "Wie viel eine Anfrage enthalten darf.")


class StatusAnswer(Answer):
    """Whether it works."""

    status: Literal["ok", "ready"] = said("ok or ready", "ok oder ready")


class Place(Answer):
    """One fault in a request."""

    pointer: str | None = Field(
        default=None,
        description="A JSON pointer into the body.",
        json_schema_extra={"x-de": "Ein JSON-Pointer in den Rumpf."},
    )
    parameter: str | None = Field(
        default=None,
        description="The query parameter or header at fault.",
        json_schema_extra={"x-de": "Der fehlerhafte Parameter der Adresse oder Header."},
    )
    detail: str = said("What is wrong there.", "Was dort nicht stimmt.")


class Candidate(Answer):
    """A move that is legal instead."""

    notation: str = said("In its canonical spelling.", "In seiner festen Schreibweise.")


class ProblemAnswer(BaseModel):
    """An error (RFC 9457)."""

    type: str = said("Where the code is explained.", "Wo der Code erklärt ist.")
    title: str = said("What happened, the same for each code.", "Was geschah, gleich für jeden Code.")
    status: int = said("The HTTP status.", "Der HTTP-Status.")
    code: str = said("A stable word for programs.", "Ein festes Wort für Programme.")
    detail: str = said("What happened here.", "Was hier geschah.")
    instance: str = said("The address asked.", "Die gefragte Adresse.")
    request_id: str = said("Under which the log has it.", "Unter welcher Nummer das Protokoll es hat.")
    errors: list[Place] = said("Where the request is at fault.", "Wo die Anfrage fehlerhaft ist.")
    facts: dict[str, str] = said(
        "More about it for programs: for `invalid_fen` the `reason` and `at`, the offset in the text; for `not_allowed` "
        "`why`.",
        "Mehr dazu für Programme: bei `invalid_fen` der Grund `reason` und die Stelle `at` im Text; bei `not_allowed` "
        "`why`.",
    )
    candidates: list[Candidate] = said(
        "Only where a move was refused: what is legal instead and comes close to what was meant.",
        "Nur wo ein Zug verweigert wurde: was stattdessen erlaubt ist und dem Gemeinten nahekommt.",
        default=[],
    )
