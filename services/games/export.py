"""A game written down: the record that the rules service makes PDN of."""

from __future__ import annotations

from collections.abc import Iterator

from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from games import shapes, views
from games.events import PlayedTurn
from games.game import Game
from games.opening import name_of
from games.parts import Engine, Result
from games.ports import History
from games.sides import Side
from games.stones import without_marks
from games.timing import Correspondence, Delay, Fischer, PerMove
from games.views import View

SITE = "Brettwerk"

_SCORE = {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}


def record(game: Game, history: History, view: View) -> rules_pb.GameRecord:
    """The present line, as the view may see it. A position with marks is its own start."""
    hidden = views.hidden_sides(game, view)
    return rules_pb.GameRecord(
        ruleset=shapes.ruleset(game.ruleset),
        tags=[rules_pb.Tag(name=name, value=value) for name, value in _tags(game)],
        # Elsewhere it is the rule set's own.
        start_fen=without_marks(history.start_fen, hidden) if game.marking.per_side else "",
        moves=[
            rules_pb.RecordedMove(
                notation=played.move.notation,
                lots=() if hidden else played.move.lots,
                comment=_clock_comment(game, played),
            )
            for played in history.moves
        ],
        result_text=_result_text(game.result),
    )


def _tags(game: Game) -> Iterator[tuple[str, str]]:
    yield "Event", "Rated game" if game.rated else "Casual game"
    yield "Site", SITE
    yield "Date", f"{game.create_time:%Y.%m.%d}"
    for name, seat in (("White", game.white), ("Black", game.black)):
        yield name, name_of(seat) or "?"
    for name, seat in (("WhiteType", game.white), ("BlackType", game.black)):
        yield name, "program" if isinstance(seat, Engine) else "human"
    yield "TimeControl", _time_control(game)
    yield "GameId", game.game_id
    if game.result:
        yield "Termination", game.result.termination.replace("_", " ")
    elif game.abort_reason:
        yield "Termination", f"aborted: {game.abort_reason}".replace("_", " ")


def _time_control(game: Game) -> str:
    """As PGN has it: seconds and seconds a move, "1/60" for one move in sixty seconds, "-" for none.

    A delay, which PGN has no word for, is written with a "d".
    """
    match game.time_control:
        case Fischer(base_ms=base_ms, increment_ms=increment_ms):
            return f"{_seconds(base_ms)}+{_seconds(increment_ms)}"
        case Delay(base_ms=base_ms, delay_ms=delay_ms):
            return f"{_seconds(base_ms)}d{_seconds(delay_ms)}"
        case PerMove(move_ms=move_ms):
            return f"1/{_seconds(move_ms)}"
        case Correspondence(days=days):
            return f"1/{days * 86_400}"
    return "-"


def _seconds(ms: int) -> str:
    return f"{ms / 1000:g}"


def _clock_comment(game: Game, played: PlayedTurn) -> str:
    if not game.is_limited:
        return ""
    seconds, ms = divmod(played.clock.remaining_ms(played.side), 1000)
    shown = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"[%clk {shown}.{ms:03}]" if ms else f"[%clk {shown}]"


def _result_text(result: Result | None) -> str:
    """The rules service spells it in the manner of the rule set."""
    return _SCORE[result.winner] if result else "*"
