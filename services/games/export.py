"""A game written down: the record that the rules service makes PDN of."""

from __future__ import annotations

from collections.abc import Iterator

from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from games import chance, shapes
from games.events import PlayedTurn
from games.game import Game
from games.parts import Engine, Fischer, Player, Result, Seat, Side
from games.ports import History

SITE = "Brettwerk"

_SCORE = {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}


def record(game: Game, history: History) -> rules_pb.GameRecord:
    is_marked = game.ruleset.key in chance.MARKED_BY_EACH_SIDE
    return rules_pb.GameRecord(
        ruleset=shapes.ruleset(game.ruleset),
        tags=[rules_pb.Tag(name=name, value=value) for name, value in _tags(game)],
        # Elsewhere it is the rule set's own.
        start_fen=history.start_fen if is_marked else "",
        moves=[
            rules_pb.RecordedMove(
                notation=played.move.notation, lots=played.move.lots, comment=_clock_comment(game, played)
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
        yield name, _name(seat)
    for name, seat in (("WhiteType", game.white), ("BlackType", game.black)):
        yield name, "program" if isinstance(seat, Engine) else "human"
    yield "TimeControl", _time_control(game)
    yield "GameId", game.game_id
    if game.result:
        yield "Termination", game.result.termination.replace("_", " ")


def _name(seat: Seat) -> str:
    match seat:
        case Player(player_id):
            return player_id
        case Engine(persona):
            return persona
    return "?"


def _time_control(game: Game) -> str:
    """As PGN has it: seconds and seconds a move, "-" for none."""
    control = game.time_control
    if isinstance(control, Fischer):
        return f"{_seconds(control.base_ms)}+{_seconds(control.increment_ms)}"
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
