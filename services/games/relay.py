"""What a game tells other services: written with the change that makes it true, carried out afterwards.

Alarms go to clocks, an engine's turn to ai, the end of a game to matchmaking. A handler that raises is called again with
the same rows; whoever is told keeps what it has heard apart by keys of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

import grpc
import structlog

from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from brettwerk.clocks.v1 import clocks_service_pb2 as clocks_pb
from brettwerk.clocks.v1.clocks_service_pb2_grpc import ClockServiceStub
from brettwerk.matchmaking.v1 import matchmaking_service_pb2 as matchmaking_pb
from brettwerk.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from brettwerk.types.v1 import types_pb2
from chassis import outbox, problem_of
from chassis.database import Transaction
from chassis.outbox import Message, Row
from games import alarms, events, shapes, views
from games.alarms import Alarm
from games.game import Change, Game
from games.parts import Engine, Player, Result, Seat, Status
from games.sides import Side
from games.terms import Flag

log = structlog.get_logger()

ALARMS = "alarms"
ENGINE_TURN = "engine_turn"
GAME_ENDED = "game_ended"
NEWS = "news"

_MOST_ALARMS = 1000  # in one call, by the contract


class Teller:
    """Writes into the outbox what a change means for others, and wakes who follows the game."""

    def __init__(self, engine_budget_ms: int, wake: Callable[[str], None]) -> None:
        self._engine_budget_ms = engine_budget_ms
        self._wake = wake

    def tell(self, tx: Transaction, change: Change) -> None:
        after = change.after
        message = partial(Message, key=after.game_id, tenant_id=after.tenant_id)
        messages = []
        if told := [_alarm_facts(alarm) for alarm in alarms.set_by(change, self._engine_budget_ms)]:
            messages.append(message(kind=ALARMS, payload={"alarms": told}))
        if after.engine_to_move() and _turn_began(change):
            messages.append(message(kind=ENGINE_TURN, payload={"turn": after.turn}))
        if after.result:
            messages.append(message(kind=GAME_ENDED, payload=_ended_facts(after, after.result)))
        if (news := _news(change)) is not None:
            messages.append(message(kind=NEWS, payload=_news_facts(after, news)))
        outbox.put_all(tx, messages)
        tx.after_commit(partial(self._wake, f"game:{after.game_id}"))


class Handlers:
    """One for each kind in the outbox."""

    def __init__(
        self,
        *,
        running: Callable[[Sequence[str]], list[Game]],
        clocks: ClockServiceStub,
        ai: AiServiceStub,
        matchmaking: MatchmakingServiceStub,
    ) -> None:
        self._running = running
        self._clocks = clocks
        self._ai = ai
        self._matchmaking = matchmaking

    def by_kind(self) -> Mapping[str, Callable[[list[Row]], None]]:
        return {
            ALARMS: self.set_alarms,
            ENGINE_TURN: self.request_moves,
            GAME_ENDED: self.record_results,
            NEWS: self.tell_news,
        }

    def set_alarms(self, rows: Sequence[Row]) -> None:
        """Of all rows in as few calls as may be; of an alarm that was set several times, the last."""
        last: dict[tuple[str, str], clocks_pb.Alarm] = {}
        for row in rows:
            for facts in row.payload["alarms"]:
                last[row.key, facts["kind"]] = _alarm_of_facts(row, facts)
        self._send(list(last.values()))

    def send_again(self, games: Sequence[Game], engine_budget_ms: int) -> None:
        """The alarms that these games wait for: one that was heard and lost is set anew."""
        self._send(
            [
                clocks_pb.Alarm(
                    game_id=game.game_id,
                    tenant_id=game.tenant_id,
                    kind=alarm.kind,
                    clock_version=alarm.version,
                    due_time=shapes.timestamp(alarm.due),
                )
                for game in games
                for alarm in alarms.of(game, engine_budget_ms).values()
            ]
        )

    def request_moves(self, rows: Sequence[Row]) -> None:
        games = {game.game_id: game for game in self._running([row.key for row in rows])}
        for row in rows:
            game = games.get(row.key)
            if game is not None and game.turn == row.payload["turn"]:
                self._request_move(game)

    def record_results(self, rows: Sequence[Row]) -> None:
        for row in rows:
            facts = row.payload
            self._matchmaking.RecordResult(
                matchmaking_pb.RecordResultRequest(
                    game_id=row.key,
                    event_id=row.event_id,
                    tenant_id=row.tenant_id,
                    ruleset_key=facts["ruleset"],
                    white_player_id=facts["white_player_id"],
                    black_player_id=facts["black_player_id"],
                    result=_result(facts),
                    rated=facts["rated"],
                    ply=facts["ply"],
                )
            )
            log.info("game ended", game_id=row.key, termination=facts["termination"], ply=facts["ply"])

    def tell_news(self, rows: Sequence[Row]) -> None:
        for row in rows:
            facts = row.payload
            self._matchmaking.TellOfGame(
                matchmaking_pb.TellOfGameRequest(
                    event_id=row.event_id,
                    tenant_id=row.tenant_id,
                    game_id=row.key,
                    kind=matchmaking_pb.GameNews.Value(f"GAME_NEWS_{facts['news'].upper()}"),
                    ruleset_key=facts["ruleset"],
                    options=facts["options"],
                    white_player_id=facts["white_player_id"],
                    white_persona=facts["white_persona"],
                    black_player_id=facts["black_player_id"],
                    black_persona=facts["black_persona"],
                    rated=facts["rated"],
                    private=facts["private"],
                    result=_result(facts),
                    rematch_game_id=facts["rematch"],
                    time_control=shapes.time_control(events.read_time_control(facts["time_control"])),
                )
            )

    def _send(self, told: list[clocks_pb.Alarm]) -> None:
        for first in range(0, len(told), _MOST_ALARMS):
            several = told[first : first + _MOST_ALARMS]
            self._clocks.ScheduleAlarms(clocks_pb.ScheduleAlarmsRequest(alarms=several))

    def _request_move(self, game: Game) -> None:
        engine = game.engine_to_move()
        if engine is None:
            return
        remaining_ms = None
        if game.clock is not None and game.is_limited:
            remaining_ms = game.clock.remaining_ms(game.to_move)
        seen = views.seen(game, views.View.of(game.to_move))
        request = ai_pb.RequestMoveRequest(
            game_id=game.game_id,
            turn=game.turn,
            ruleset=shapes.ruleset(game.ruleset),
            position=shapes.position(seen.position),
            persona=engine.persona,
            tenant_id=game.tenant_id,
            remaining_ms=remaining_ms,
        )
        try:
            self._ai.RequestMove(request)
        except grpc.RpcError as error:
            problem = problem_of(error)
            if problem.status is not grpc.StatusCode.INVALID_ARGUMENT:
                raise
            # It will never be taken, and must not be sent for ever; the fallback plays this turn.
            log.warning("engine refuses", game_id=game.game_id, turn=game.turn, reason=problem.reason)


def _turn_began(change: Change) -> bool:
    before, after = change.before, change.after
    return before is None or before.status is not after.status or before.turn != after.turn


def _alarm_facts(alarm: Alarm) -> dict[str, Any]:
    due = alarm.due.isoformat() if alarm.due else None
    return {"kind": alarm.kind, "version": alarm.version, "due": due}


def _alarm_of_facts(row: Row, facts: Mapping[str, Any]) -> clocks_pb.Alarm:
    due = datetime.fromisoformat(facts["due"]).astimezone(UTC) if facts["due"] else None
    return clocks_pb.Alarm(
        game_id=row.key,
        tenant_id=row.tenant_id,
        kind=facts["kind"],
        clock_version=facts["version"],
        due_time=shapes.timestamp(due),
    )


def _news(change: Change) -> str | None:
    """What others may want to hear of it."""
    before, after = change.before, change.after
    if after.rematch is not None and before is not None and before.rematch is None:
        return "rematch"
    if before is not None and before.status is after.status:
        return None
    match after.status:
        case Status.RUNNING:
            return "started"
        case Status.FINISHED:
            return "ended"
        case Status.ABORTED if after.open_side() is None:
            return "aborted"
    return None


def _news_facts(game: Game, news: str) -> dict[str, Any]:
    return {
        "news": news,
        "ruleset": game.ruleset.key,
        "options": dict(game.ruleset.options),
        "white_player_id": _player_id(game.white),
        "white_persona": _persona(game.white),
        "black_player_id": _player_id(game.black),
        "black_persona": _persona(game.black),
        "rated": game.rated,
        # The lobby must not be ahead of spectators.
        "private": Flag.PRIVATE in game.terms.flags or game.terms.spectator_delay_ms > 0,
        "winner": game.result.winner if game.result else None,
        "termination": game.result.termination if game.result else None,
        "rematch": game.rematch or "",
        "time_control": events.time_control_facts(game.time_control),
    }


def _result(facts: Mapping[str, Any]) -> types_pb2.Result | None:
    if facts["termination"] is None:
        return None
    winner = Side(facts["winner"]) if facts["winner"] else None
    return shapes.result(Result(winner=winner, termination=facts["termination"]))


def _ended_facts(game: Game, result: Result) -> dict[str, Any]:
    return {
        "ruleset": game.ruleset.key,
        "white_player_id": _player_id(game.white),
        "black_player_id": _player_id(game.black),
        "winner": result.winner,
        "termination": result.termination,
        "rated": game.rated,
        "ply": game.ply,
    }


def _player_id(seat: Seat) -> str:
    return seat.player_id if isinstance(seat, Player) else ""


def _persona(seat: Seat) -> str:
    return seat.persona if isinstance(seat, Engine) else ""
