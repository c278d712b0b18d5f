"""Games played by chance, bare or with everything that can be said about a move."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rulebook import Move, Position, Ruleset, apply_lots, initial_position, legal_moves, parse_fen, play
from rulebook.pdn import Clocks, ParsedGame, PlayedMove, Variation, compose
from rulebook.pdn.positions import with_side
from rulebook.pdn.record import certain_lots

WORDS = (
    "a good move",
    "besser: 1-0",
    "{",
    "}",
    "; and",
    "% done",
    "( x",
    "[%clk",
    "]",
    "[Event",
    '"',
    "*",
    "schräg",
    "高文龙",
    "\\",
    "word" * 25,
)
STRENGTHS = ("", "", "!", "?", "!?", "(?)", "??")


def random_game(spec: Ruleset, rng: Random, plies: int) -> ParsedGame:
    """A game of at most so many plies; captures that may fail have their lots."""
    start = _marked(initial_position(spec), rng)
    moves: list[Move] = []
    lots: list[tuple[bool, ...]] = []
    position = start
    while len(moves) < plies and (choices := legal_moves(position)):
        move = rng.choice(choices)
        drawn = _lots(position, move, rng)
        moves.append(move)
        lots.append(drawn)
        position = apply_lots(position, move, drawn) if drawn else play(position, move)
    return compose(start, moves, lots=lots, tags={"Event": "chance", "WhiteElo": "1200"}, result="0-1")


def decorated(game: ParsedGame, rng: Random, depth: int = 2) -> ParsedGame:
    """The same moves with comments, clocks, strengths, variations and set-ups of positions."""
    steps = _decorated(game.start, game.moves, rng, depth)
    return replace(game, comment=_comment(rng), moves=steps)


def _decorated(
    before: Position, moves: tuple[PlayedMove, ...], rng: Random, depth: int
) -> tuple[PlayedMove, ...]:
    steps = []
    for step in moves:
        variations = []
        if depth and rng.random() < 0.15:
            variations = [_variation(before, rng, depth) for _ in range(rng.randint(1, 2))]
        steps.append(
            replace(
                step,
                comment=_comment(rng),
                clocks=_clocks(rng),
                nags=tuple(rng.sample(range(1, 140), rng.choice((0, 0, 0, 1, 2)))),
                strength=rng.choice(STRENGTHS),
                variations=tuple(variations),
            )
        )
        before = step.after
    return tuple(steps)


def _variation(before: Position, rng: Random, depth: int) -> Variation:
    moves: list[PlayedMove] = []
    position = before
    if before.ruleset.is_draughts and rng.random() < 0.4:
        side = "B" if before.white_to_move else "W"
        position = parse_fen(before.ruleset, with_side(before.fen, side))
        moves.append(PlayedMove(move=None, after=position))
    for _ in range(rng.randint(1, 3)):
        choices = legal_moves(position)
        if not choices:
            break
        move = rng.choice(choices)
        drawn = _lots(position, move, rng)
        position = apply_lots(position, move, drawn) if drawn else play(position, move)
        moves.append(PlayedMove(move=move, after=position, lots=drawn))
    comment = _comment(rng) if moves else "nothing"
    return Variation(moves=_decorated(before, tuple(moves), rng, depth - 1), comment=comment)


def _comment(rng: Random) -> str:
    if rng.random() < 0.6:
        return ""
    return " ".join(rng.choice(WORDS) for _ in range(rng.choice((1, 2, 3, 12))))


def _clocks(rng: Random) -> Clocks | None:
    kind = rng.randrange(6)
    if kind == 0:
        return Clocks(remaining_ms=rng.randrange(10**7), move_ms=1000 * rng.randrange(100))
    if kind == 1:
        return Clocks(white_ms=rng.randrange(10**7), black_ms=rng.randrange(10**7), black_runs=True)
    return None


def _lots(before: Position, move: Move, rng: Random) -> tuple[bool, ...]:
    if not move.duels:
        return certain_lots(before, move)
    drawn: list[bool] = []
    for square in move.captured:
        drawn.append(square not in move.duels or rng.random() < 0.5)
        if not drawn[-1]:
            break
    return tuple(drawn)


def _marked(start: Position, rng: Random) -> Position:
    if not start.ruleset.is_draughts or start.ruleset.draughts.medieval is None:
        return start
    white, black = (set(rng.sample(range(first, first + 12), 3)) for first in (21, 1))
    lists = [
        ",".join(f"{'M' if n in marks else ''}{n}" for n in range(first, first + 12))
        for first, marks in ((21, white), (1, black))
    ]
    return parse_fen(start.ruleset, f"W:W{lists[0]}:B{lists[1]}")
