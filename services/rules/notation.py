"""Games as texts: the messages of ParseGame and FormatGame over the rulebook's PDN and transcripts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import rulebook
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.types.v1 import types_pb2
from chassis import at
from rulebook import pdn
from rulebook.pdn import Fault, Outcome, ParsedGame, PlayedMove, Variation
from rulebook.pdn.clocks import commands, split_comment
from rulebook.transcript import BadTranscript, format_transcript, parse_transcript
from rules import service, shapes
from rules.limits import (
    MAX_FEN_CHARS,
    MAX_GAMES,
    MAX_MOVE_CHARS,
    MAX_NESTING,
    MAX_PLIES,
    MAX_TAGS,
    MAX_TEXT_CHARS,
    require,
)


def parse(request: rules_pb.ParseGameRequest, ruleset: rulebook.Ruleset | None) -> rules_pb.ParseGameResponse:
    require(len(request.text) <= MAX_TEXT_CHARS, "/text", f"at most {MAX_TEXT_CHARS} characters")
    answer = rules_pb.ParseGameResponse()
    for found in _read(request, ruleset):
        if isinstance(found, Fault):
            answer.faults.append(_fault(found))
        else:
            require(len(answer.games) < MAX_GAMES, "/text", f"at most {MAX_GAMES} games")
            answer.games.append(_parsed(found))
    return answer


def format_game(
    request: rules_pb.FormatGameRequest, ruleset: rulebook.Ruleset
) -> rules_pb.FormatGameResponse:
    with at("/game"):
        game = _game(request.game, ruleset)
    if request.format == rules_pb.NOTATION_FORMAT_PDN:
        full = request.captures == rules_pb.CAPTURE_STYLE_FULL
        return rules_pb.FormatGameResponse(text=pdn.write_game(game, captures="full" if full else "short"))
    require(request.format == rules_pb.NOTATION_FORMAT_TRANSCRIPT, "/format", "a known format")
    _require_transcript(ruleset, "/format")
    moves = (step.move for step in game.moves if step.move is not None)
    return rules_pb.FormatGameResponse(text=format_transcript(moves))


def _read(
    request: rules_pb.ParseGameRequest, ruleset: rulebook.Ruleset | None
) -> Iterator[ParsedGame | Fault]:
    if request.format == rules_pb.NOTATION_FORMAT_PDN:
        return pdn.read_archive(request.text, ruleset)
    require(request.format == rules_pb.NOTATION_FORMAT_TRANSCRIPT, "/format", "a known format")
    require(ruleset is not None, "/ruleset", "a transcript needs its rule set")
    assert ruleset is not None
    _require_transcript(ruleset, "/ruleset")
    return iter((_transcript(ruleset, request.text),))


def _transcript(ruleset: rulebook.Ruleset, text: str) -> ParsedGame | Fault:
    start = rulebook.initial_position(ruleset)
    try:
        moves = parse_transcript(start, text)
    except BadTranscript as error:
        line = text.count("\n", 0, error.at) + 1
        return Fault(game=1, line=line, reason=error.reason, value=error.value)
    game = pdn.compose(start, moves)
    return replace(game, result_text=pdn.compose(start, (), result=_outcome(game.final)).result_text)


def _require_transcript(ruleset: rulebook.Ruleset, pointer: str) -> None:
    require(ruleset.family == "reversi", pointer, "transcripts are for Reversi")


def _parsed(game: ParsedGame) -> rules_pb.ParsedGame:
    ruleset = game.ruleset
    start_fen = game.start.fen
    record = rules_pb.GameRecord(
        ruleset=types_pb2.RulesetRef(key=ruleset.key, options=ruleset.options),
        tags=[rules_pb.Tag(name=name, value=value) for name, value in game.tags.items()],
        start_fen="" if start_fen == rulebook.initial_position(ruleset).fen else start_fen,
        comment=game.comment,
        moves=[_recorded(step) for step in game.moves],
        result_text=game.result_text,
    )
    parsed = rules_pb.ParsedGame(
        number=game.number, line=game.line, game=record, result=shapes.result(rulebook.result(game.final))
    )
    shapes.fill_position(parsed.final_position, game.final)
    return parsed


def _recorded(step: PlayedMove) -> rules_pb.RecordedMove:
    said = f"{commands(step.clocks)} {step.comment}".strip()
    variations = [
        rules_pb.Variation(comment=line.comment, moves=[_recorded(inner) for inner in line.moves])
        for line in step.variations
    ]
    return rules_pb.RecordedMove(
        notation=step.move.notation if step.move else "",
        lots=step.lots,
        comment=said,
        nags=step.nags,
        strength=step.strength,
        set_up_fen="" if step.move else step.after.fen,
        variations=variations,
    )


def _fault(fault: Fault) -> rules_pb.NotationFault:
    return rules_pb.NotationFault(
        game_number=fault.game, line=fault.line, reason=fault.reason, value=fault.value, detail=fault.detail
    )


def _game(record: rules_pb.GameRecord, ruleset: rulebook.Ruleset) -> ParsedGame:
    require(len(record.tags) <= MAX_TAGS, "/tags", f"at most {MAX_TAGS} tags")
    start = rulebook.initial_position(ruleset)
    if record.start_fen:
        with at("/start_fen"):
            start = _set_up(ruleset, record.start_fen)
    moves = _steps(start, record.moves, MAX_NESTING)
    last = moves[-1].after if moves else start
    with at("/tags"):
        tags = {tag.name: tag.value for tag in record.tags}
        empty = pdn.compose(start, (), tags=tags, result=record.result_text or _outcome(last))
    return replace(empty, moves=moves, comment=record.comment)


def _outcome(last: rulebook.Position) -> Outcome:
    """Who has won by the rules alone."""
    result = rulebook.result(last)
    if result is None:
        return Outcome.UNKNOWN
    return _OUTCOMES[result.winner]


_OUTCOMES = {
    None: Outcome.DRAW,
    rulebook.Side.WHITE: Outcome.WHITE_WINS,
    rulebook.Side.BLACK: Outcome.BLACK_WINS,
}


def _steps(
    before: rulebook.Position, records: Sequence[rules_pb.RecordedMove], nesting: int
) -> tuple[PlayedMove, ...]:
    require(len(records) <= MAX_PLIES, "/moves", f"at most {MAX_PLIES} moves")
    steps: list[PlayedMove] = []
    for ply, record in enumerate(records):
        with at(f"/moves/{ply}"):
            step = _step(before, record, nesting)
        steps.append(step)
        before = step.after
    return tuple(steps)


def _step(before: rulebook.Position, record: rules_pb.RecordedMove, nesting: int) -> PlayedMove:
    if record.strength:
        require(_STRENGTH.fullmatch(record.strength) is not None, "/strength", "signs such as !? or (!)")
    comment, clocks, _ = split_comment(record.comment)
    move = None
    if record.set_up_fen:
        require(not record.notation, "/notation", "a move or a position that is set up, not both")
        with at("/set_up_fen"):
            after = _set_up(before.ruleset, record.set_up_fen)
    else:
        require(len(record.notation) <= MAX_MOVE_CHARS, "/notation", f"at most {MAX_MOVE_CHARS} characters")
        outcome = service.play(before, record.notation, record.lots)
        if isinstance(outcome, rulebook.Refusal):
            raise service.InvalidField(f"{record.notation!r} is refused: {outcome.reason}")
        move, after = outcome.move, outcome.after
    return PlayedMove(
        move=move,
        after=after,
        comment=comment,
        clocks=clocks,
        nags=tuple(record.nags),
        strength=record.strength,
        lots=tuple(record.lots),
        variations=_variations(before, record, nesting),
    )


_STRENGTH = re.compile(r"[!?]{1,4}|\([!?]{1,4}\)")


def _variations(
    before: rulebook.Position, record: rules_pb.RecordedMove, nesting: int
) -> tuple[Variation, ...]:
    require(nesting > 0 or not record.variations, "/variations", f"nested at most {MAX_NESTING} deep")
    lines: list[Variation] = []
    for number, line in enumerate(record.variations):
        with at(f"/variations/{number}"):
            lines.append(Variation(moves=_steps(before, line.moves, nesting - 1), comment=line.comment))
    return tuple(lines)


def _set_up(ruleset: rulebook.Ruleset, fen: str) -> rulebook.Position:
    require(len(fen) <= MAX_FEN_CHARS, "", f"at most {MAX_FEN_CHARS} characters")
    return rulebook.parse_fen(ruleset, fen)
