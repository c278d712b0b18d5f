"""What a draughts search has to know of the rule set besides how pieces move."""

from __future__ import annotations

from functools import cache

from rulebook.ruleset import EndgameCount, Force, Goal, OnePieceEach, Progress, Ruleset

# As in kernel/line.pxd.
_GOALS = {Goal.NORMAL: 0, Goal.ANTI: 1, Goal.BREAKTHROUGH: 2}
_KINGS_DRAW, _ONE_EACH_ENDS, _KING_BEATS_MAN = 1, 2, 4
_NEVER = 1 << 20  # a repetition that no game reaches
_ANY = -1
_ALL = 99


@cache
def facts(ruleset: Ruleset) -> tuple[object, ...]:
    """The goal and the draw rules in the order of the kernel's set_rules."""
    rules = ruleset.draughts
    draws = rules.draws
    reset_by = draws.no_progress.reset_by if draws.no_progress else frozenset()
    few = _KINGS_DRAW * draws.king_against_king
    if draws.one_piece_each is not OnePieceEach.PLAY_ON:
        few |= _ONE_EACH_ENDS
    if draws.one_piece_each is OnePieceEach.KING_BEATS_MAN:
        few |= _KING_BEATS_MAN
    return (
        _GOALS[rules.goal],
        draws.repetition or _NEVER,
        draws.no_progress.plies if draws.no_progress else 0,
        Progress.CAPTURE in reset_by,
        Progress.MAN_MOVE in reset_by,
        Progress.PROMOTION in reset_by,
        few,
        rules.king_run_plies or 0,
        rules.board.long_diagonal,
        rules.medieval.success_percent if rules.medieval else 100,
        ruleset.endgames_need_kings,
        tuple(_endgame(count) for count in draws.endgames),
    )


def _endgame(count: EndgameCount) -> tuple[int, ...]:
    least, most = count.pieces_in_all or (0, _ALL)
    return (
        *_force(count.strong),
        *_force(count.weak),
        least,
        most,
        count.weak_king_on_long_diagonal,
        count.plies,
        Progress.CAPTURE in count.restarted_by,
        Progress.PROMOTION in count.restarted_by,
    )


def _force(force: Force) -> tuple[int, ...]:
    return (
        _ANY if force.men is None else force.men,
        _ANY if force.kings is None else force.kings,
        force.min_kings,
        force.min_pieces,
        _ALL if force.max_pieces is None else force.max_pieces,
    )
