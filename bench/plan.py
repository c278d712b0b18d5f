"""What is measured: rule sets and their targets, the peers and their doors, the positions to judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rulebook import RULESETS, Family, Ruleset, ruleset
from rulebook.ruleset import Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """A program from the package index. `perft` names its quickest door for each of our rule sets.

    `plays` are the rule sets that it plays in matches: through its driver, or through `hub`, its command that
    speaks the Hub protocol.
    """

    name: str
    version: str
    driver: str
    perft: Mapping[str, str]
    judges: frozenset[str]
    plays: frozenset[str] = frozenset()
    hub: str = ""

    @property
    def requirement(self) -> str:
        return f"{self.name}=={self.version}"


_LISTED = "lists the last ply"

PEERS = (
    Peer(
        name="dame-rs",
        version="0.2.0",
        driver="bench.drivers.dame_rs",
        perft={"international": "its perft"},
        judges=frozenset({"international"}),
        plays=frozenset({"international"}),
        hub="dame hub",
    ),
    Peer(
        name="rust-reversi",
        version="1.4.4",
        driver="bench.drivers.rust_reversi",
        perft={"othello": "no perft: counts the last ply's bits"},
        judges=frozenset({"othello"}),
        plays=frozenset({"othello"}),
    ),
    Peer(
        name="py-draughts",
        version="1.10.1",
        driver="bench.drivers.py_draughts",
        perft={
            "international": "its engine's perft",
            "russian": _LISTED,
            "brazilian": _LISTED,
            "frisian": _LISTED,
        },
        judges=frozenset({"international"}),
        plays=frozenset({"international", "russian", "brazilian"}),
    ),
    Peer(
        name="pydraughts",
        version="0.6.7",
        driver="bench.drivers.pydraughts",
        perft=dict.fromkeys(
            ("international", "russian", "brazilian", "english", "turkish", "italian", "frisian"), _LISTED
        ),
        judges=frozenset({"international"}),
    ),
)

TIMES_DAME_RS = 5.0  # which is about twice Scan's generator
JUDGE_US = 10.0
JUDGE_AIM_US = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A rule set under one value of its options that have kernels of their own."""

    label: str
    rules: Ruleset

    @property
    def target(self) -> float | None:
        """Million leaves a second; 10x10 has a ratio as its target instead."""
        if self.rules.family is Family.REVERSI:
            return 60
        if self.rules.draughts.lines is Lines.ORTHOGONAL:
            return 150
        return 100 if self.rules.board.size == 8 else None


def rows() -> Iterator[Row]:
    for rules in RULESETS:
        choices = [
            {spec.key: c.value} for spec in rules.option_specs if spec.has_kernels for c in spec.choices
        ]
        for options in choices or [{}]:
            label = " ".join((rules.key, *options.values()))
            yield Row(label=label, rules=ruleset(rules.key, options))


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A FEN to parse and a move to validate there."""

    label: str
    fen: str
    move: str
    legal: bool = True
    ruleset: str = "international"
    options: Mapping[str, str] = field(default_factory=dict)


_START = "W:W31-50:B1-20"
_DISCS = "---------------------------OX------XO--------------------------- X"

CASES = (
    Case(label="start", fen=_START, move="32-28"),
    Case(
        label="middle game",
        fen="W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
        move="34-29",
    ),
    Case(
        label="a man captures four",
        fen="W:W16,25,27,32,36,39,41,42,43,45,46,47,48,49:B1,2,3,4,6,7,8,11,13,15,17,18,19,20",
        move="25x14x23x12x21",
    ),
    Case(
        label="a king captures four",
        fen="W:WK23,34,36,41,42,43,44,45,46,47,48,50:B1,2,3,6,7,17,18,20,27,35",
        move="23x12x21x38x15",
    ),
    Case(label="king endgame", fen="B:WK5:B21,37,K46,K48", move="37-42"),
    Case(label="refused: blocked", fen=_START, move="36-27", legal=False),
    Case(label="refused: must capture", fen="W:W28,31,33-50:B1-18,20,23", move="31-26", legal=False),
    Case(
        label="a man captures two, 8x8",
        fen="W:W21:B10,17",
        move="21x14x7",
        ruleset="battledame",
        options={"capture": "maximum"},
    ),
    Case(label="Othello, start", fen=_DISCS, move="d3", ruleset="othello"),
    Case(label="Othello, refused", fen=_DISCS, move="a1", legal=False, ruleset="othello"),
)
