"""The header of a game: what it tells beside its moves, and the complete header that is written."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rulebook import Position, Ruleset, Side, initial_position, parse_fen, ruleset
from rulebook.pdn import faults
from rulebook.pdn.faults import FaultFound
from rulebook.pdn.numbering import FileNumbers, GameType
from rulebook.pdn.positions import fen_of
from rulebook.pdn.record import ParsedGame
from rulebook.pdn.results import Outcome, exchanged, outcome_of, result_text
from rulebook.pdn.rules import Rules, draw_rule, rulesets_of_type
from rulebook.pdn.tags import MARKS, ROSTER, Tags, in_colours, is_told_elsewhere, tag_of_option
from rulebook.ruleset import Family


def header_of(game: ParsedGame) -> dict[str, str]:
    """The complete header as it is written, in writing order, in the numbers and colours of the file."""
    numbers = FileNumbers.written(game.ruleset)
    told = {
        in_colours(name, swapped=numbers.swapped): value
        for name, value in game.tags.items()
        if not is_told_elsewhere(name, value, game.ruleset)
    }
    header = {name: told.pop(name, unknown) for name, unknown in ROSTER.items()}
    header["Result"] = exchanged(game.result_text) if numbers.swapped else game.result_text
    header.update(_tags_of_rules(game.ruleset))
    header.update(_tags_of_start(game.start, numbers))
    header.update((name, value) for name, value in told.items() if name not in header)
    return header


def told_by(tags: Tags, rules: Rules) -> Mapping[str, str]:
    """The tags that no other field of a game tells, in the rulebook's colours."""
    return MappingProxyType(
        {
            in_colours(name, swapped=rules.numbers.swapped): value
            for name, value in tags.values.items()
            if not is_told_elsewhere(name, value, rules.ruleset)
        }
    )


def result_of(tags: Tags, terminator: str, rules: Rules, line: int) -> str:
    """The result in the form of the game's type, from the tag and the end of the moves."""
    tagged = tags.get("Result") or "*"
    outcome = outcome_of(tagged)
    ending = outcome_of(terminator)
    if tagged == "*":
        tagged, outcome = terminator, ending
    elif Outcome.UNKNOWN not in {outcome, ending} and outcome is not ending:
        raise FaultFound(faults.RESULT_CONFLICT, terminator, line, f'[Result "{tagged}"]')
    if outcome is Outcome.UNKNOWN or tags.get("ResultFormat") is not None:
        return exchanged(tagged) if rules.numbers.swapped else tagged
    if rules.numbers.swapped:
        outcome = outcome.with_sides_exchanged
    return result_text(outcome, rules.ruleset.notation.results)


def _tags_of_rules(spec: Ruleset) -> dict[str, str]:
    written = {}
    official = None
    if spec.notation.game_type is not None:
        written["GameType"] = spec.notation.game_type
        own = GameType.parse(spec.notation.game_type)
        assert own is not None, spec.key
        official = rulesets_of_type(own.number)[-1]
    if official is None or official.key != spec.key:
        written["Variant"] = spec.key
        default = ruleset(spec.key)
        rule = draw_rule(default)
        if official is not None and rule is not None and rule != draw_rule(official):
            written["DrawRule"] = rule
    for option in spec.option_specs:
        value = spec.options.get(option.key, option.default)
        # An option that changes the legal moves is always said.
        if value != option.default or option.has_kernels:
            written[tag_of_option(option.key)] = value
    return written


def _tags_of_start(start: Position, numbers: FileNumbers) -> dict[str, str]:
    written = {}
    marks: dict[Side, list[int]] = {Side.WHITE: [], Side.BLACK: []}
    plain = start
    if start.ruleset.family is Family.DRAUGHTS:
        for square, piece in sorted(start.pieces().items()):
            if piece.marked:
                marks[piece.side].append(square)
        if any(marks.values()):
            plain = parse_fen(start.ruleset, fen_of(start).replace("M", ""))
    fen = fen_of(plain)
    if fen != fen_of(initial_position(start.ruleset)):
        written["FEN"] = numbers.fen_out(fen)
    for side, squares in marks.items():
        if squares:
            written[MARKS[side]] = ",".join(numbers.text_of[square] for square in squares)
    return written
