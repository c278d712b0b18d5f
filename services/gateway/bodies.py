"""The bodies of requests. A field that is not named here is a fault, and so is one of another type."""

from __future__ import annotations

import binascii
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from gateway.wording import said

MAX_ITEMS = 256
MAX_MOVE_CHARS = 200
MAX_PLIES = 2000
MAX_FEN_CHARS = 500
MAX_KEY_CHARS = 64
MAX_OPTIONS = 16


def _bytes_of(value: Any) -> bytes:
    """The bytes that a base64 text stands for; in strict form, so that each has one spelling."""
    if not isinstance(value, str):
        raise ValueError("not a text")
    try:
        return binascii.a2b_base64(value, strict_mode=True)
    except ValueError:
        raise ValueError("not base64 text") from None


RuleState: TypeAlias = Annotated[
    bytes,
    BeforeValidator(_bytes_of),
    WithJsonSchema({"type": "string", "format": "byte", "maxLength": 87384}),
]


class Body(BaseModel):
    """The parent of every body."""

    model_config = ConfigDict(extra="forbid", strict=True)

    is_optional: ClassVar[bool] = False
    """Whether no body at all stands for an empty one."""


class OfRuleset(Body):
    ruleset: str = said(
        "The rule set's key, as in `GET /v1/rulesets`.",
        "Der Schlüssel des Regelwerks, wie in `GET /v1/rulesets`.",
        max_length=MAX_KEY_CHARS,
        examples=["battledame"],
    )
    options: dict[str, str] = said(
        "Chosen options of the rule set; what is not named takes its default.",
        "Gewählte Optionen des Regelwerks; was fehlt, hat den üblichen Wert.",
        default={},
        max_length=MAX_OPTIONS,
        examples=[{"capture": "maximum"}],
    )


class PlayedMove(Body):
    """A move of a history with the lots that were drawn for it."""

    move: str = said(
        "The move in the rule set's notation.",
        "Der Zug in der Notation des Regelwerks.",
        max_length=MAX_MOVE_CHARS,
    )
    lots: list[bool] = said(
        "One lot for each captured piece in order, up to and including the first failure.",
        "Ein Los für jeden geschlagenen Stein der Reihe nach, bis zum ersten Fehlschlag einschließlich.",
        default=[],
        max_length=MAX_FEN_CHARS,
    )


MoveText: TypeAlias = Annotated[str, said("A move.", "Ein Zug.", max_length=MAX_MOVE_CHARS)]
Moves: TypeAlias = list[MoveText | PlayedMove]


class _OfPosition(Body):
    fen: str = said(
        "The position as FEN; in Reversi 64 characters (X, O, -), a space and the side to move.",
        "Die Stellung als FEN; in Reversi 64 Zeichen (X, O, -), ein Leerzeichen und wer am Zug ist.",
        max_length=MAX_FEN_CHARS,
        examples=["W:W21:B10,17"],
    )
    rule_state: RuleState | None = said(
        "Counters that an earlier answer returned with this position, as base64 text. Without it they start "
        "fresh, at what the FEN says.",
        "Zählerstände, die eine frühere Antwort zu dieser Stellung geliefert hat, als Base64-Text. Ohne sie "
        "beginnen die Zähler bei dem, was die FEN sagt.",
        default=None,
    )
    history: Moves | None = said(
        "Instead of `rule_state`: the moves that lead to `fen`.",
        "Statt `rule_state`: die Züge, die zu `fen` führen.",
        default=None,
        max_length=MAX_PLIES,
    )
    start_fen: str | None = said(
        "Where `history` starts, if not in the initial position.",
        "Wo `history` beginnt, wenn nicht in der Grundstellung.",
        default=None,
        max_length=MAX_FEN_CHARS,
    )


_MOVE = said(
    "The move in the rule set's notation; short forms are fine where only one move fits.",
    "Der Zug in der Notation des Regelwerks; Kurzformen gehen, wo nur ein Zug gemeint sein kann.",
    max_length=MAX_MOVE_CHARS,
    examples=["21x14x7"],
)


class ValidateBody(_OfPosition, OfRuleset):
    """Is this move legal here?"""

    move: str = _MOVE


class BatchItem(_OfPosition):
    """One question of a batch."""

    move: str = _MOVE


class BatchValidateBody(OfRuleset):
    """Up to 256 questions about one rule set."""

    items: list[BatchItem] = said("The questions.", "Die Fragen.", min_length=1, max_length=MAX_ITEMS)


class ListBody(_OfPosition, OfRuleset):
    """Which moves are legal here?"""

    tree: bool = said(
        "Whether to add the tree of hops, for boards that are clicked square by square.",
        "Ob der Baum der Sprünge dazukommt, für Bretter, auf denen Feld für Feld geklickt wird.",
        default=False,
    )


class ApplyLotsBody(_OfPosition, OfRuleset):
    """What follows from a capture whose lots were drawn?"""

    move: str = _MOVE
    lots: list[bool] = said(
        "One lot for each captured piece in order, up to and including the first failure; true means captured.",
        "Ein Los für jeden geschlagenen Stein der Reihe nach, bis zum ersten Fehlschlag einschließlich; true "
        "heißt geschlagen.",
        max_length=64,
        examples=[[True, False]],
    )


class ReplayBody(OfRuleset):
    """Play these moves one after the other."""

    moves: Moves = said("The moves, passes included.", "Die Züge, auch Passen.", max_length=MAX_PLIES)
    start_fen: str | None = said(
        "Where the game starts, if not in the initial position.",
        "Wo die Partie beginnt, wenn nicht in der Grundstellung.",
        default=None,
        max_length=MAX_FEN_CHARS,
    )
    fens: bool = said(
        "Whether to return the FEN after each move as well.",
        "Ob die FEN nach jedem Zug dazukommt.",
        default=False,
    )


NotationFormat: TypeAlias = Literal["pdn", "transcript"]

_FORMAT = said(
    "`pdn` for draughts and whole archives, `transcript` for Reversi squares one after the other.",
    "`pdn` für Dame und ganze Archive, `transcript` für aneinandergereihte Reversi-Felder.",
)


class ParseBody(Body):
    """Read games from a text."""

    text: str = said("The text.", "Der Text.", max_length=1_000_000)
    format: NotationFormat = _FORMAT
    ruleset: str | None = said(
        "The rule set of games that do not name theirs; required for a transcript.",
        "Das Regelwerk von Partien, die keines nennen; für ein Transkript nötig.",
        default=None,
        max_length=MAX_KEY_CHARS,
    )
    options: dict[str, str] = said(
        "Options of that rule set.", "Optionen dieses Regelwerks.", default={}, max_length=MAX_OPTIONS
    )


class RecordedMove(Body):
    """A move of a game as it is written down, with what is said about it."""

    move: str | None = said(
        "The move; null where a position is set up instead.",
        "Der Zug; null, wo stattdessen eine Stellung aufgebaut wird.",
        default=None,
        max_length=MAX_MOVE_CHARS,
    )
    lots: list[bool] = said("The lots that were drawn.", "Die gezogenen Lose.", default=[], max_length=64)
    comment: str = said(
        "The comment after the move, clock commands such as `[%clk 0:03:05]` first.",
        "Der Kommentar nach dem Zug, Uhrbefehle wie `[%clk 0:03:05]` zuerst.",
        default="",
    )
    nags: list[Annotated[int, Field(ge=0, le=999)]] = said(
        "Numeric annotation glyphs.", "Numerische Bewertungszeichen.", default=[], max_length=64
    )
    strength: str = said(
        "Signs of strength such as `!?`.",
        "Zeichen wie `!?`.",
        default="",
        pattern=r"^([!?]{0,4}|\([!?]{1,4}\))$",
    )
    set_up_fen: str | None = said(
        "The position that is set up in place of a move.",
        "Die Stellung, die statt eines Zugs aufgebaut wird.",
        default=None,
        max_length=MAX_FEN_CHARS,
    )
    variations: list[Variation] = said(
        "Other lines in place of this move.", "Andere Zugfolgen statt dieses Zugs.", default=[]
    )


class Variation(Body):
    """A line that begins in the position before the move it hangs on."""

    comment: str = said("The comment before its first move.", "Der Kommentar vor dem ersten Zug.", default="")
    moves: RecordedMoves = said("Its moves.", "Ihre Züge.", max_length=MAX_PLIES)


RecordedMoves: TypeAlias = list[MoveText | RecordedMove]


class GameRecord(OfRuleset):
    """A game as it is written down."""

    moves: RecordedMoves = said(
        "The moves: a text each, or an object where more is said about it.",
        "Die Züge: je ein Text, oder ein Objekt, wo mehr dazu gesagt ist.",
        max_length=MAX_PLIES,
    )
    start_fen: str | None = said(
        "Where the game starts, if not in the initial position.",
        "Wo die Partie beginnt, wenn nicht in der Grundstellung.",
        default=None,
        max_length=MAX_FEN_CHARS,
    )
    tags: dict[str, str] = said(
        "PDN tags such as `White` and `Event`, in their order.",
        "PDN-Kopfzeilen wie `White` und `Event`, in ihrer Reihenfolge.",
        default={},
        max_length=100,
    )
    comment: str = said("The comment before the first move.", "Der Kommentar vor dem ersten Zug.", default="")
    result_text: str | None = said(
        "The result as it is written; without it the one that the last position has, else `*`.",
        "Das Ergebnis, wie es geschrieben wird; ohne Angabe das der letzten Stellung, sonst `*`.",
        default=None,
        max_length=16,
    )


class FormatBody(GameRecord):
    """Write a game; takes what `POST /v1/notation:parse` returns for one."""

    format: NotationFormat = _FORMAT
    captures: Literal["short", "full"] = said(
        "How to spell captures: first and last square, or every landing.",
        "Wie Schläge geschrieben werden: erstes und letztes Feld, oder jedes Landefeld.",
        default="short",
    )
