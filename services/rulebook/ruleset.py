"""What a rule set is: small independent answers, which the generator and the referee ask for.

A rule set is data.
`rulesets/` holds one entry each; nothing outside that folder asks for a rule set's name.
An option (`capture`, `goal`, …) is a named list of changed answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from rulebook.board import Board
from rulebook.errors import UnknownOption
from rulebook.time_control import UNTIMED_OR_FISCHER, TimeControl

if TYPE_CHECKING:
    from rulebook.kernel import Generator


class Side(StrEnum):
    """White owns the high square numbers at the start and moves towards square 1."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class Family(StrEnum):
    DRAUGHTS = "draughts"
    REVERSI = "reversi"


class Lines(StrEnum):
    """Along which lines pieces move and capture."""

    DIAGONAL = "diagonal"
    ORTHOGONAL = "orthogonal"
    CAPTURES_IN_EIGHT = "captures_in_eight"  # moves diagonally, captures diagonally and orthogonally


class Reach(StrEnum):
    """Into which directions a man may go, seen by its owner."""

    FORWARD = "forward"
    FORWARD_AND_SIDEWAYS = "forward_and_sideways"
    ALL = "all"


class Landing(StrEnum):
    """Where a flying king may stop behind the piece it has jumped."""

    ANY = "any"
    ADJACENT = "adjacent"


class Removal(StrEnum):
    """When a captured piece leaves the board. Until then it blocks and cannot be jumped again."""

    END = "end"
    IMMEDIATE = "immediate"


class Promotion(StrEnum):
    """What happens to a man that reaches the last row while capturing."""

    AT_END = "at_end"  # it becomes a king only if the move ends there
    CONTINUES = "continues"  # it becomes a king at once and goes on as one
    ENDS_MOVE = "ends_move"  # it becomes a king and the move is over


class Precedence(StrEnum):
    """One component of the sort key by which captures are compared; the greatest key is legal."""

    PIECES = "pieces"  # how many pieces are captured
    VALUE = "value"  # a man counts 100, a king 199 (Frisian: a king is less than two men)
    WITH_KING = "with_king"  # a king captures before a man
    KINGS = "kings"  # how many kings are captured
    KINGS_FIRST = "kings_first"  # kings are met as early as possible


class Goal(StrEnum):
    NORMAL = "normal"
    ANTI = "anti"  # who has no piece or no legal move has won
    BREAKTHROUGH = "breakthrough"  # the first king wins


class Progress(StrEnum):
    """What sets a count of plies without progress back to zero."""

    CAPTURE = "capture"
    MAN_MOVE = "man_move"
    PROMOTION = "promotion"

    # Enum's own hash is Python, and every move asks for members in sets.
    __hash__ = str.__hash__


class OnePieceEach(StrEnum):
    """What follows when both sides are down to one piece."""

    PLAY_ON = "off"
    KING_BEATS_MAN = "king_beats_man"  # equal pieces draw
    DRAW = "draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """The same text in both languages of the product."""

    de: str
    en: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoProgress:
    """A draw after `plies` plies of both players together without progress."""

    plies: int
    reset_by: frozenset[Progress] = frozenset({Progress.CAPTURE, Progress.MAN_MOVE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Force:
    """A class of material for one side; None leaves a number open."""

    men: int | None = None
    kings: int | None = None
    min_kings: int = 0
    min_pieces: int = 0
    max_pieces: int | None = None

    def matches(self, men: int, kings: int) -> bool:
        pieces = men + kings
        return (
            (self.men is None or men == self.men)
            and (self.kings is None or kings == self.kings)
            and kings >= self.min_kings
            and pieces >= self.min_pieces
            and (self.max_pieces is None or pieces <= self.max_pieces)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EndgameCount:
    """A draw `plies` plies after the move that made this balance of force.

    Whichever side is stronger plays `strong`.
    The count starts after the move that made the balance and ends when the balance does.
    """

    strong: Force
    weak: Force
    plies: int
    pieces_in_all: tuple[int, int] | None = None
    weak_king_on_long_diagonal: bool = False
    restarted_by: frozenset[Progress] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """All draws are automatic. Agreement is a matter of the table, not of the rules."""

    no_progress: NoProgress | None = None
    repetition: int | None = 3  # the how-manieth occurrence of a position draws
    one_piece_each: OnePieceEach = OnePieceEach.PLAY_ON
    king_against_king: bool = False  # exactly one king each draws at once
    endgames: tuple[EndgameCount, ...] = ()  # each counts for itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Medieval:
    """Pieces that may fail to be captured."""

    stones: int  # marked by each side before the game
    choice_ms: int  # time for the secret choice
    success_percent: int  # chance to capture a marked piece
    reveals_at_first_duel: bool = False  # each piece is hidden until then, and not only during the choice


@dataclass(frozen=True, slots=True, kw_only=True)
class DraughtsRules:
    """The answers of one draughts set. Every field is a question; its default is the common answer."""

    board: Board
    start: str  # FEN, numbers row by row from the top left
    first: Side = Side.WHITE
    lines: Lines = Lines.DIAGONAL
    man_moves: Reach = Reach.FORWARD
    man_captures: Reach = Reach.FORWARD
    men_may_capture_kings: bool = True
    flying_king: bool = True
    king_landing: Landing = Landing.ANY
    must_continue_landing: bool = False  # behind one piece: land where the capture goes on
    removal: Removal = Removal.END
    may_turn_back: bool = True  # by 180 degrees within a capture
    promotion: Promotion = Promotion.AT_END
    capture_is_mandatory: bool = True
    precedence: tuple[Precedence, ...] = ()
    capture_order_counts: bool = False  # the same pieces in another order are another move
    king_run_plies: int | None = None  # quiet moves in a row by one king while its side has men
    goal: Goal = Goal.NORMAL
    draws: Draws = field(default_factory=Draws)
    medieval: Medieval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReversiRules:
    board: Board
    start: str  # 64 characters and the side to move
    first: Side = Side.BLACK


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """How moves are written and how PDN files of the game are numbered."""

    game_type: str | None  # the PDN GameType tag, None where no number fits
    separator: str = "x"
    algebraic: bool = False
    file_flip: bool = False  # file number = squares + 1 - internal number
    file_turn: bool = False  # files show the board turned, with colours exchanged
    results: str = "1-0"  # how a file writes a win by White: "1-0", or "2-0" with 1-1 and 0-2

    @property
    def file_is_algebraic(self) -> bool:
        """Whether files of this GameType name squares a1, b2, …"""
        return self.algebraic if self.game_type is None else ",A" in self.game_type


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value of an option and the answers that it changes."""

    value: str
    name: Text
    changes: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A named choice. `has_kernels`: each value gets a compiled generator of its own."""

    key: str
    name: Text
    choices: tuple[Choice, ...]
    has_kernels: bool = False

    @property
    def default(self) -> str:
        return self.choices[0].value

    def choice(self, value: str) -> Choice:
        for choice in self.choices:
            if choice.value == value:
                return choice
        raise UnknownOption(self.key, value, tuple(c.value for c in self.choices))


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A worked example, checked against the generator by a test.

    `legal` is the complete set of legal moves; `refused` maps a move to the reason of its refusal.
    """

    text: Text
    fen: str
    legal: tuple[str, ...]
    refused: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset:
    """One rule set with its options resolved. `rulebook.ruleset()` gives one object for each."""

    key: str
    source: str  # the seed or rule book that the entry encodes
    name: Text
    explanation: Text
    rules: DraughtsRules | ReversiRules
    notation: Notation
    option_specs: tuple[Option, ...] = ()
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    examples: tuple[Example, ...] = ()
    usual_time_controls: tuple[TimeControl, ...] = UNTIMED_OR_FISCHER  # the first, where nobody names one

    @property
    def family(self) -> Family:
        return Family.DRAUGHTS if isinstance(self.rules, DraughtsRules) else Family.REVERSI

    @cached_property
    def board(self) -> Board:
        return self.rules.board

    @property
    def first(self) -> Side:
        return self.rules.first

    @cached_property
    def draughts(self) -> DraughtsRules:
        """The answers of a draughts set; only asked where the family is known."""
        assert isinstance(self.rules, DraughtsRules), self.key
        return self.rules

    @property
    def medieval(self) -> Medieval | None:
        return self.rules.medieval if isinstance(self.rules, DraughtsRules) else None

    @cached_property
    def square_names(self) -> tuple[str, ...]:
        """square number -> the name that moves are written with; entry 0 is unused."""
        if self.notation.algebraic:
            return self.board.name_of
        return ("", *(str(square) for square in range(1, self.board.squares + 1)))

    @cached_property
    def is_draughts(self) -> bool:
        return self.family is Family.DRAUGHTS

    @cached_property
    def endgames_need_kings(self) -> bool:
        """Whether every endgame count asks both sides for a king, so that most positions run none."""
        return all(
            force.kings or force.min_kings
            for count in self.draughts.draws.endgames
            for force in (count.strong, count.weak)
        )

    @cached_property
    def generator(self) -> Generator:
        """The compiled move generator for these rules."""
        # The kernel is built from this module's classes, so it is imported where it is used.
        from rulebook.kernel import generator  # noqa: PLC0415
        from rulebook.kernel.shape import shape_of  # noqa: PLC0415

        return generator(shape_of(self.draughts))

    def with_options(self, options: Mapping[str, str]) -> Ruleset:
        """The same rule set with every option resolved; what is not given takes its default.

        Raises UnknownOption for a key or a value that the rule set does not have.
        """
        known = {spec.key: spec for spec in self.option_specs}
        for key, value in options.items():
            if key not in known:
                raise UnknownOption(key, value, tuple(known))
        resolved = {key: options.get(key, spec.default) for key, spec in known.items()}
        rules = self.rules
        for key, value in resolved.items():
            changes = known[key].choice(value).changes
            own = {name: answer for name, answer in changes.items() if "." not in name}
            rules = replace(rules, **own)  # type: ignore[arg-type]  # names checked by a test
            rules = _with_draws(rules, changes)
        return replace(self, rules=rules, options=MappingProxyType(resolved))


def _with_draws(
    rules: DraughtsRules | ReversiRules, changes: Mapping[str, object]
) -> DraughtsRules | ReversiRules:
    """Apply the changes below `draws.` and `medieval.`."""
    for part in ("draws", "medieval"):
        inner = {
            name.removeprefix(f"{part}."): answer
            for name, answer in changes.items()
            if name.startswith(f"{part}.")
        }
        if inner:
            changed = replace(getattr(rules, part), **inner)
            rules = replace(rules, **{part: changed})
    return rules
