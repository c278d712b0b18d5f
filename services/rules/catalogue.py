"""The rule sets as messages. Nothing here changes while the process lives, so each is made once."""

from __future__ import annotations

from functools import cache

from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2
from rulebook.board import Board
from rulebook.ruleset import Example, Family, Notation, Option, Ruleset, Text
from rulebook.time_control import Expiry, Fischer, PerMove, TimeControl
from rules.shapes import REASONS, SIDES

_FAMILIES = {
    Family.DRAUGHTS: rules_pb.FAMILY_DRAUGHTS,
    Family.REVERSI: rules_pb.FAMILY_REVERSI,
}
_EXPIRIES = {
    Expiry.LOSE: types_pb2.EXPIRY_LOSE,
    Expiry.AUTO_MOVE: types_pb2.EXPIRY_AUTO_MOVE,
}


def listing(rulesets: tuple[Ruleset, ...]) -> rules_pb.ListRulesetsResponse:
    return rules_pb.ListRulesetsResponse(rulesets=[_ruleset(ruleset) for ruleset in rulesets])


@cache  # keyed by the object: the rulebook hands out one for each choice of options
def entry(ruleset: Ruleset) -> rules_pb.GetRulesetResponse:
    return rules_pb.GetRulesetResponse(
        ruleset=_ruleset(ruleset), examples=[_example(example) for example in ruleset.examples]
    )


def _ruleset(ruleset: Ruleset) -> rules_pb.Ruleset:
    message = rules_pb.Ruleset(
        key=ruleset.key,
        family=_FAMILIES[ruleset.family],
        name=_text(ruleset.name),
        explanation=_text(ruleset.explanation),
        options=ruleset.options,
        option_specs=[_option(spec) for spec in ruleset.option_specs],
        board=_board(ruleset.board),
        notation=_notation(ruleset.notation),
        first_side=SIDES[ruleset.first],
        usual_time_controls=map(_time_control, ruleset.usual_time_controls),
    )
    if (medieval := ruleset.medieval) is not None:
        message.marked_per_side = medieval.stones
        message.choice_ms = medieval.choice_ms
        message.lot_success_percent = medieval.success_percent
        message.reveals_at_first_duel = medieval.reveals_at_first_duel
    return message


def _option(spec: Option) -> rules_pb.OptionSpec:
    choices = [rules_pb.OptionChoice(value=choice.value, name=_text(choice.name)) for choice in spec.choices]
    return rules_pb.OptionSpec(
        key=spec.key, name=_text(spec.name), default_value=spec.default, choices=choices
    )


def _board(board: Board) -> rules_pb.Board:
    return rules_pb.Board(
        rows=board.size,
        columns=board.size,
        square_count=board.squares,
        dark_squares_only=board.dark_only,
        mirrored=board.mirrored,
        square_names=board.name_of[1:],
    )


def _notation(notation: Notation) -> rules_pb.Notation:
    return rules_pb.Notation(
        game_type=notation.game_type or "",
        separator=notation.separator,
        algebraic=notation.algebraic,
        file_numbers_reversed=notation.file_flip,
        file_board_turned=notation.file_turn,
        win_result=notation.results,
    )


def _time_control(control: TimeControl) -> types_pb2.TimeControl:
    match control:
        case Fischer(base_ms=base, increment_ms=increment):
            return types_pb2.TimeControl(fischer=types_pb2.Fischer(base_ms=base, increment_ms=increment))
        case PerMove(move_ms=time, on_expiry=expiry, max_strikes=strikes):
            per_move = types_pb2.PerMove(move_ms=time, on_expiry=_EXPIRIES[expiry], max_strikes=strikes)
            return types_pb2.TimeControl(per_move=per_move)
        case _:
            return types_pb2.TimeControl(unlimited=types_pb2.Unlimited())


def _example(example: Example) -> rules_pb.WorkedExample:
    return rules_pb.WorkedExample(
        text=_text(example.text),
        options=example.options,
        fen=example.fen,
        legal_moves=example.legal,
        refused_moves=[
            rules_pb.RefusedMove(move=move, reason=REASONS[reason])
            for move, reason in example.refused.items()
        ],
    )


def _text(text: Text) -> types_pb2.LocalizedText:
    return types_pb2.LocalizedText(de=text.de, en=text.en)
