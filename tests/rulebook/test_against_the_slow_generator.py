"""The fast generator and referee against the slow ones, over random games and random positions.

The default run takes the same examples every time.
`BRETTWERK_RANDOM_GAMES=200` plays that many for each rule set, new ones each time.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rulebook import (
    RULESETS,
    Move,
    Position,
    apply_lots,
    initial_position,
    legal_moves,
    legal_paths,
    parse_fen,
    play,
    ruleset,
)
from rulebook.kernel import EVERY_PATH, SMALLEST_PATH, generator, uncompiled
from rulebook.kernel.shape import Shape, shape_of
from tests.rulebook import slow
from tests.rulebook.playing import GOALS, at, outcome
from tests.rulebook.slow.board import (
    Piece,
    Setting,
    is_on_long_diagonal,
    last_row,
    number,
    other,
    squares,
    write_fen,
)
from tests.rulebook.slow.generator import canonical

GAMES = int(os.environ.get("BRETTWERK_RANDOM_GAMES", "0"))


def budget(examples: int, *, shrinks: bool = True) -> settings:
    """So many examples, or as many as the environment asks for.

    Whole games are not made smaller when they fail: it takes minutes, and the message names the position.
    """
    return settings(
        max_examples=GAMES or examples,
        phases=[Phase.generate, *([Phase.shrink] if shrinks else [])],
        derandomize=GAMES == 0,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A rule set with the options under which it is played here."""

    key: str
    options: Mapping[str, str]

    @property
    def rules(self) -> slow.Answers:
        return slow.answers(self.key, self.options)

    @property
    def name(self) -> str:
        return "-".join([self.key, *self.options.values()])


def by_name(played: Played) -> str:
    return played.name


def _played() -> list[Played]:
    found = []
    for key in slow.DRAUGHTS:
        levels = [{"capture": level} for level in ("mandatory", "maximum", "voluntary")]
        for level in levels if key == "battledame" else [{}]:
            found += [Played(key=key, options={**level, "goal": goal}) for goal in GOALS]
    return found


ALL = _played()
NORMAL = [played for played in ALL if played.options["goal"] == "normal"]


def test_both_sides_know_the_same_rule_sets() -> None:
    assert {rules.key for rules in RULESETS} == {*slow.DRAUGHTS, *slow.REVERSI}


def test_both_sides_know_the_same_values_of_capture_and_goal() -> None:
    for played in ALL:
        chosen = ruleset(played.key, played.options).options
        assert {key: chosen[key] for key in played.options} == played.options


@pytest.mark.parametrize("key", [*slow.DRAUGHTS, *slow.REVERSI])
def test_both_sides_start_from_the_same_position(key: str) -> None:
    fast = initial_position(ruleset(key))
    its_own = slow.game(key, None, slow.start_fen(key))

    assert _standing_of(fast) == _standing_of_slow(its_own)


# Comparing one position


def _identity(move: Move, *, ordered: bool) -> Any:
    captured = move.captured if ordered else frozenset(move.captured)
    return (move.origin, move.target, captured, move.promotes)


def _standing_of(position: Position) -> Any:
    pieces = {
        square: (piece.side.value, piece.king, piece.marked) for square, piece in position.pieces().items()
    }
    return (position.side.value, pieces)


def _standing_of_slow(game: slow.Game | slow.DiscGame) -> Any:
    setting = game.setting
    if isinstance(game, slow.Game):
        numbered = {square: number(game.rules, square) for square in setting.pieces}
    else:
        numbered = {square: 8 * (square[0] - 1) + square[1] for square in setting.pieces}
    return (setting.side, {numbered[square]: tuple(piece) for square, piece in setting.pieces.items()})


def assert_agree(position: Position, game: slow.Game | slow.DiscGame) -> None:
    """Both see the same board, the same result, the same moves and the same spellings."""
    fen = position.fen
    assert _standing_of(position) == _standing_of_slow(game), fen
    result = game.result()
    assert outcome(position) == (None if result is None else (result.winner, result.termination)), fen

    theirs = game.spellings()
    ordered = isinstance(game, slow.Game) and game.rules.ordered
    chosen = canonical(theirs)
    moves = legal_moves(position)
    assert {_identity(move, ordered=ordered) for move in moves} == set(chosen), fen
    assert len(moves) == len(chosen), fen
    assert [move.path for move in moves] == sorted(move.path for move in chosen.values()), fen
    spelled = sorted((move.path, move.captured, move.promotes) for move in theirs)
    assert sorted((move.path, move.captured, move.promotes) for move in legal_paths(position)) == spelled, fen
    for move in moves:
        assert (move.path, move.captured, move.promotes) in spelled, fen


# Random games

long_games = st.lists(st.integers(0, 2**16), min_size=30, max_size=100)


def _follow(position: Position, game: slow.Game | slow.DiscGame, choices: Iterable[int]) -> None:
    """Play a game by these choices, comparing both sides before each move.

    Every third position is written down and read again, as services do between two moves.
    """
    assert_agree(position, game)
    for ply, choice in enumerate(choices):
        moves = legal_moves(position)
        if not moves:
            break
        move = moves[choice % len(moves)]
        slow_move = canonical(game.spellings())[
            _identity(move, ordered=isinstance(game, slow.Game) and game.rules.ordered)
        ]
        if move.duels:
            lots = _lots(move, choice)
            position = apply_lots(position, move, lots)
            game.play(slow_move, lots)
        else:
            position = play(position, move)
            game.play(slow_move)
        if ply % 3 == 0:
            position = parse_fen(position.ruleset, position.fen, position.rule_state)
        assert_agree(position, game)


def _lots(move: Move, choice: int) -> list[bool]:
    """Chance for each marked victim, up to and including the first failure."""
    lots: list[bool] = []
    for i, victim in enumerate(move.captured):
        lots.append(victim not in move.duels or bool(choice >> i & 1))
        if not lots[-1]:
            break
    return lots


@pytest.mark.parametrize("played", ALL, ids=by_name)
@budget(8, shrinks=False)
@given(choices=long_games)
def test_random_games_from_the_start(played: Played, choices: list[int]) -> None:
    rules = ruleset(played.key, played.options)
    position = initial_position(rules)

    _follow(position, slow.game(played.key, played.options, slow.start_fen(played.key)), choices)


@pytest.mark.parametrize("key", slow.REVERSI)
@budget(10, shrinks=False)
@given(choices=st.lists(st.integers(0, 2**16), min_size=60, max_size=70))
def test_random_games_of_reversi(key: str, choices: list[int]) -> None:
    _follow(initial_position(ruleset(key)), slow.game(key, None, slow.start_fen(key)), choices)


# Random positions


@st.composite
def settings_of(draw: st.DrawFn, played: Played, *, most: int, kings: int = 3) -> Setting:
    """Up to `most` pieces on each side; of every four, about `kings` are kings. No man stands where it promotes."""
    rules = played.rules
    whites, blacks = draw(st.integers(1, most)), draw(st.integers(1, most))
    count = whites + blacks
    places = draw(st.lists(st.sampled_from(squares(rules)), unique=True, min_size=count, max_size=count))
    pieces = {}
    for i, square in enumerate(places):
        side = "white" if i < whites else "black"
        king = square[0] == last_row(side, rules.size) or draw(st.integers(1, 4)) <= kings
        pieces[square] = Piece(side, king, rules.ordered and draw(st.booleans()))
    return Setting(pieces=pieces, side=draw(st.sampled_from(["white", "black"])))


@pytest.mark.parametrize("played", ALL, ids=by_name)
@budget(30)
@given(data=st.data())
def test_random_positions_full_of_kings(played: Played, data: st.DataObject) -> None:
    setting = data.draw(settings_of(played, most=7))
    fen = write_fen(played.rules, setting)

    assert_agree(at(played.key, fen, **played.options), slow.game(played.key, played.options, fen))


@pytest.mark.parametrize("played", NORMAL, ids=by_name)
@budget(30)
@given(data=st.data())
def test_random_positions_with_many_men(played: Played, data: st.DataObject) -> None:
    setting = data.draw(settings_of(played, most=12, kings=1))
    fen = write_fen(played.rules, setting)

    assert_agree(at(played.key, fen, **played.options), slow.game(played.key, played.options, fen))


@pytest.mark.parametrize("key", slow.REVERSI)
@budget(100)
@given(cells=st.lists(st.sampled_from("XO-"), min_size=64, max_size=64), turn=st.sampled_from("XO"))
def test_random_boards_of_discs(key: str, cells: list[str], turn: str) -> None:
    fen = f"{''.join(cells)} {turn}"

    assert_agree(at(key, fen), slow.game(key, None, fen))


# Few pieces, played on quietly: this is where counts and repetition decide


def _play_quietly(
    played: Played, setting: Setting, choices: Iterable[int], *, stays_on_the_road: bool = False
) -> None:
    """Play mostly moves that take nothing, offer nothing and repeat nothing, so that games grow long.

    Men wait until a count without progress is nearly full, so that the counts of endgames can fill.
    """
    fen = write_fen(played.rules, setting)
    position = at(played.key, fen, **played.options)
    game = slow.game(played.key, played.options, fen)
    assert isinstance(game, slow.Game)
    seen: set[Any] = set()
    for choice in choices:
        assert_agree(position, game)
        moves = legal_moves(position)
        if not moves:
            break
        seen.add(_board_of(position))
        men_wait = game.without_progress < played.rules.no_progress - 6
        quiet = [move for move in moves if not move.captured and _offers_nothing(position, move)]
        patient = [move for move in quiet if men_wait == position.pieces()[move.origin or 0].king]
        new = [move for move in patient if _board_of(play(position, move)) not in seen]
        steady = [move for move in new if stays_on_the_road and _stays_on_the_road(position, move)]
        eligible = (choice % 64 and (steady or new or patient or quiet)) or moves
        move = eligible[choice // 64 % len(eligible)]
        slow_move = canonical(game.spellings())[_identity(move, ordered=played.rules.ordered)]
        lots = _lots(move, choice) if move.duels else []
        position = apply_lots(position, move, lots) if lots else play(position, move)
        game.play(slow_move, lots)


def _stays_on_the_road(position: Position, move: Move) -> bool:
    board = position.ruleset.board
    road = set(board.squares_in(board.long_diagonal))
    return move.origin in road and move.target in road


def _board_of(position: Position) -> Any:
    return (position.side, frozenset(position.pieces().items()))


def _offers_nothing(position: Position, move: Move) -> bool:
    return not any(reply.captured for reply in legal_moves(play(position, move)))


many_choices = st.lists(st.integers(0, 2**16), min_size=60, max_size=150)


@pytest.mark.parametrize("played", ALL, ids=by_name)
@budget(7, shrinks=False)
@given(data=st.data(), choices=many_choices)
def test_games_of_few_pieces_end_alike(played: Played, data: st.DataObject, choices: list[int]) -> None:
    _play_quietly(played, data.draw(settings_of(played, most=4)), choices)


@pytest.mark.parametrize("played", [played for played in NORMAL if played.rules.endings], ids=by_name)
@budget(25, shrinks=False)
@given(data=st.data(), choices=many_choices, holds_the_road=st.booleans())
def test_games_against_a_lone_king_end_alike(
    played: Played, data: st.DataObject, choices: list[int], *, holds_the_road: bool
) -> None:
    strong = data.draw(st.sampled_from(["white", "black"]))
    count = data.draw(st.sampled_from([2, 3, 3, 3, 4]))
    men = data.draw(st.sampled_from([0, 0, 1]))
    places = data.draw(
        st.lists(st.sampled_from(squares(played.rules)), unique=True, min_size=count, max_size=count)
    )
    pieces = {
        square: Piece(strong, king=i >= men or square[0] == last_row(strong, played.rules.size))
        for i, square in enumerate(places)
    }
    free = [square for square in squares(played.rules) if square not in pieces]
    road = [square for square in free if is_on_long_diagonal(played.rules, square)]
    lone = data.draw(st.sampled_from((road if holds_the_road else []) or free))
    pieces[lone] = Piece(other(strong), king=True)

    setting = Setting(pieces=pieces, side=data.draw(st.sampled_from(["white", "black"])))
    _play_quietly(played, setting, choices, stays_on_the_road=holds_the_road)


# The board turned round


def _turned(played: Played, setting: Setting) -> Setting:
    """The same position seen by the opponent: the board turned by half, the colours exchanged."""
    size = played.rules.size
    return Setting(
        pieces={
            (size + 1 - row, size + 1 - column): piece._replace(side=other(piece.side))
            for (row, column), piece in setting.pieces.items()
        },
        side=other(setting.side),
    )


@pytest.mark.parametrize("played", NORMAL, ids=by_name)
@budget(40)
@given(data=st.data())
def test_turning_the_board_turns_the_moves(played: Played, data: st.DataObject) -> None:
    setting = data.draw(settings_of(played, most=8, kings=2))
    rules = ruleset(played.key, played.options)
    position = parse_fen(rules, write_fen(played.rules, setting))
    turned = parse_fen(rules, write_fen(played.rules, _turned(played, setting)))

    def turn(move: Move) -> Any:
        every = rules.board.squares + 1
        captured = tuple(every - square for square in move.captured)
        path = tuple(every - square for square in move.path)
        return (path, captured, move.promotes)

    assert sorted(map(turn, legal_paths(position))) == sorted(
        (move.path, move.captured, move.promotes) for move in legal_paths(turned)
    )


# The compiled kernel against its own source


def _shapes() -> dict[Shape, Played]:
    """A rule set for each copy of the kernel."""
    found: dict[Shape, Played] = {}
    for played in ALL:
        found.setdefault(shape_of(ruleset(played.key, played.options).draughts), played)
    return found


SHAPES = _shapes()


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: SHAPES[shape].name)
@budget(15)
@given(data=st.data())
def test_the_compiled_kernel_does_what_its_source_says(shape: Shape, data: st.DataObject) -> None:
    played = SHAPES[shape]
    setting = data.draw(settings_of(played, most=8))
    bit_of = ruleset(played.key).board.bit_of
    own = opponents = kings = 0
    for square, piece in setting.pieces.items():
        bit = 1 << bit_of[number(played.rules, square)]
        own |= bit if piece.side == setting.side else 0
        opponents |= bit if piece.side != setting.side else 0
        kings |= bit if piece.king else 0
    resting = own & kings & -(own & kings) if played.rules.king_run and data.draw(st.booleans()) else 0

    for paths in (SMALLEST_PATH, EVERY_PATH):
        asked = (own, opponents, kings, setting.side == "white", resting, paths)
        compiled, plain = generator(shape).list_moves(*asked), uncompiled(shape).list_moves(*asked)
        assert compiled is not None
        assert plain is not None
        assert sorted(compiled) == sorted(plain)
