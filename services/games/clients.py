"""The other services, as the use cases see them: rules, clocks and engines."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import TracebackType

import grpc

from brettwerk.ai.v1 import ai_service_pb2 as ai_pb
from brettwerk.ai.v1.ai_service_pb2_grpc import AiServiceStub
from brettwerk.clocks.v1 import clocks_service_pb2 as clocks_pb
from brettwerk.clocks.v1.clocks_service_pb2_grpc import ClockServiceStub
from brettwerk.rules.v1 import rules_service_pb2 as rules_pb
from brettwerk.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from brettwerk.types.v1 import types_pb2
from chassis import Refused, problem_of
from games import errors, shapes, views
from games.events import PlayedTurn
from games.game import Game
from games.parts import Ply, Position, RulesetChoice
from games.ports import RulesetFacts, Undrawn
from games.sides import Side
from games.stones import NO_MARKING, Marking
from games.timing import Clock, ClockChange, Outage, TimeControl, Verdict

_PERSONAS_FRESH_S = 60.0
_FAMILIES: Mapping[int, str] = {
    rules_pb.FAMILY_DRAUGHTS: "draughts",
    rules_pb.FAMILY_REVERSI: "reversi",
}


class RulesClient:
    def __init__(self, stub: RulesServiceStub) -> None:
        self._stub = stub

    def describe(self, key: str, options: Mapping[str, str]) -> RulesetFacts:
        ref = types_pb2.RulesetRef(key=key, options=options)
        with _Part("rules"):
            try:
                found = self._stub.GetRuleset(rules_pb.GetRulesetRequest(ruleset=ref)).ruleset
            except grpc.RpcError as error:
                problem = problem_of(error)
                if problem.status is grpc.StatusCode.INVALID_ARGUMENT:
                    # The choice stands at the same place, /ruleset, in the request that is being answered.
                    raise Refused(problem) from error
                raise
            ref = types_pb2.RulesetRef(key=found.key, options=found.options)
            start = self._stub.GetInitialPosition(rules_pb.GetInitialPositionRequest(ruleset=ref))
        first = shapes.SIDE_OF[start.side_to_move]
        assert first is not None, key
        return RulesetFacts(
            choice=RulesetChoice(key=found.key, options=dict(found.options)),
            family=_FAMILIES[found.family],
            start=shapes.read_position(start.position),
            first=first,
            marking=_marking(found),
            usual=shapes.read_time_control(found.usual_time_controls[0]),
        )

    def judge(self, choice: RulesetChoice, position: Position, text: str) -> Ply | Undrawn:
        verdict = self._verdict(choice, position, text)
        if not verdict.legal:
            reason = rules_pb.Reason.Name(verdict.reason).removeprefix("REASON_").lower()
            candidates = tuple(move.notation for move in verdict.candidates)
            raise errors.MoveRefused(reason, text, candidates)
        if verdict.move.duels:
            move = verdict.move
            return Undrawn(notation=move.notation, captured=tuple(move.captured), duels=tuple(move.duels))
        return _ply(verdict)

    def apply_lots(
        self, choice: RulesetChoice, position: Position, notation: str, lots: Sequence[bool]
    ) -> Ply:
        request = rules_pb.ApplyLotsRequest(
            ruleset=shapes.ruleset(choice),
            position=shapes.position(position),
            move=notation,
            lots=lots,
        )
        with _Part("rules"):
            verdict = self._stub.ApplyLots(request).verdict
        assert verdict.legal, (position, notation)
        return _ply(verdict)

    def forced_pass(self, choice: RulesetChoice, position: Position) -> Ply | None:
        # A pass is legal only where it is the only move, so whether it is tells both.
        verdict = self._verdict(choice, position, "pass")
        return _ply(verdict) if verdict.legal else None

    def choices(self, choice: RulesetChoice, position: Position) -> Sequence[str]:
        request = rules_pb.ListLegalMovesRequest(
            ruleset=shapes.ruleset(choice), position=shapes.position(position)
        )
        with _Part("rules"):
            return [move.notation for move in self._stub.ListLegalMoves(request).moves]

    def replay(self, choice: RulesetChoice, start_fen: str, line: Sequence[PlayedTurn]) -> Position:
        moves = [rules_pb.PlayedMove(notation=each.move.notation, lots=each.move.lots) for each in line]
        history = rules_pb.History(start_fen=start_fen, moves=moves)
        request = rules_pb.ReplayGameRequest(ruleset=shapes.ruleset(choice), history=history)
        with _Part("rules"):
            answer = self._stub.ReplayGame(request)
        assert len(answer.plies) == len(line), (start_fen, answer.refusal)
        return shapes.read_position(answer.position)

    def legal_moves(self, found: Game, *, include_tree: bool) -> rules_pb.ListLegalMovesResponse:
        """As the rules service lists them; for the wire alone."""
        request = rules_pb.ListLegalMovesRequest(
            ruleset=shapes.ruleset(found.ruleset),
            position=shapes.position(found.position),
            include_tree=include_tree,
        )
        with _Part("rules"):
            return self._stub.ListLegalMoves(request)

    def write_game(self, record: rules_pb.GameRecord, captures: rules_pb.CaptureStyle.ValueType) -> str:
        """A game as PDN."""
        request = rules_pb.FormatGameRequest(
            format=rules_pb.NOTATION_FORMAT_PDN, game=record, captures=captures
        )
        with _Part("rules"):
            return self._stub.FormatGame(request).text

    def _verdict(self, choice: RulesetChoice, position: Position, text: str) -> rules_pb.Verdict:
        request = rules_pb.ValidateMoveRequest(
            ruleset=shapes.ruleset(choice), position=shapes.position(position), move=text
        )
        with _Part("rules"):
            return self._stub.ValidateMove(request).verdict


class ClocksClient:
    def __init__(self, stub: ClockServiceStub) -> None:
        self._stub = stub

    def start(self, control: TimeControl, to_move: Side, now: datetime) -> ClockChange:
        request = _question(control, clocks_pb.CLOCK_EVENT_START, now)
        request.to_move = shapes.SIDES[to_move]
        return self._ask(request)

    def move(
        self,
        control: TimeControl,
        clock: Clock,
        now: datetime,
        outages: Sequence[Outage] = (),
        start_delay_ms: int = 0,
    ) -> ClockChange:
        request = _question(control, clocks_pb.CLOCK_EVENT_MOVE, now, clock, outages)
        request.start_delay_ms = start_delay_ms
        return self._ask(request)

    def auto_move(
        self,
        control: TimeControl,
        clock: Clock,
        now: datetime,
        outages: Sequence[Outage] = (),
        start_delay_ms: int = 0,
    ) -> ClockChange:
        request = _question(control, clocks_pb.CLOCK_EVENT_AUTO_MOVE, now, clock, outages)
        request.start_delay_ms = start_delay_ms
        return self._ask(request)

    def pause(
        self, control: TimeControl, clock: Clock, now: datetime, outages: Sequence[Outage] = ()
    ) -> ClockChange:
        return self._ask(_question(control, clocks_pb.CLOCK_EVENT_PAUSE, now, clock, outages))

    def resume(self, control: TimeControl, clock: Clock, to_move: Side, now: datetime) -> ClockChange:
        request = _question(control, clocks_pb.CLOCK_EVENT_RESUME, now, clock)
        request.to_move = shapes.SIDES[to_move]
        return self._ask(request)

    def stop(
        self, control: TimeControl, clock: Clock, now: datetime, outages: Sequence[Outage] = ()
    ) -> ClockChange:
        return self._ask(_question(control, clocks_pb.CLOCK_EVENT_STOP, now, clock, outages))

    def check(
        self, control: TimeControl, clock: Clock, now: datetime, outages: Sequence[Outage] = ()
    ) -> ClockChange:
        return self._ask(_question(control, clocks_pb.CLOCK_EVENT_CHECK, now, clock, outages))

    def _ask(self, request: clocks_pb.ComputeClockRequest) -> ClockChange:
        with _Part("clocks"):
            answer = self._stub.ComputeClock(request)
        return ClockChange(
            clock=shapes.read_clock(answer.clock),
            charged_ms=answer.charged_ms,
            verdict=_VERDICTS[answer.verdict],
        )


class EnginesClient:
    def __init__(self, stub: AiServiceStub) -> None:
        self._stub = stub
        self._lock = threading.Lock()
        self._personas: frozenset[tuple[str, str]] = frozenset()
        self._stale_at_s = 0.0

    def require_persona(self, persona: str, family: str) -> None:
        with self._lock:
            known, stale = self._personas, time.monotonic() >= self._stale_at_s
        if (persona, family) in known and not stale:
            return
        with _Part("ai"):
            listed = self._stub.ListPersonas(ai_pb.ListPersonasRequest()).personas
        known = frozenset((entry.key, _FAMILIES[family]) for entry in listed for family in entry.families)
        with self._lock:
            self._personas, self._stale_at_s = known, time.monotonic() + _PERSONAS_FRESH_S
        if (persona, family) not in known:
            raise errors.UnknownPersona(persona)

    def select_move(self, game: Game, persona: str, seed: int) -> str:
        seen = views.seen(game, views.View.of(game.to_move))
        request = ai_pb.SelectMoveRequest(
            ruleset=shapes.ruleset(game.ruleset),
            position=shapes.position(seen.position),
            persona=persona,
            seed=seed,
        )
        with _Part("ai"):
            return self._stub.SelectMove(request).move.notation


class _Part:
    """Around a call: a service that does not answer is PartDown, whatever else it says stays."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, grpc.RpcError) and problem_of(error).status in _NO_ANSWER:
            raise errors.PartDown(self._name) from error


_NO_ANSWER = frozenset((grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED))


_VERDICTS: Mapping[int, Verdict | None] = {
    clocks_pb.VERDICT_UNSPECIFIED: None,
    clocks_pb.VERDICT_LOST: Verdict.LOST,
    clocks_pb.VERDICT_AUTO_MOVE: Verdict.AUTO_MOVE,
    clocks_pb.VERDICT_STRUCK_OUT: Verdict.STRUCK_OUT,
}


def _marking(ruleset: rules_pb.Ruleset) -> Marking:
    if not ruleset.marked_per_side:
        return NO_MARKING
    return Marking(
        per_side=ruleset.marked_per_side,
        choice_ms=ruleset.choice_ms,
        success_percent=ruleset.lot_success_percent,
        at_first_duel=ruleset.reveals_at_first_duel,
    )


def _ply(verdict: rules_pb.Verdict) -> Ply:
    return Ply(
        move=shapes.read_move(verdict.move),
        after=shapes.read_position(verdict.next_position),
        result=shapes.read_result(verdict.result) if verdict.HasField("result") else None,
    )


def _question(
    control: TimeControl,
    event: clocks_pb.ClockEvent.ValueType,
    now: datetime,
    clock: Clock | None = None,
    outages: Sequence[Outage] = (),
) -> clocks_pb.ComputeClockRequest:
    return clocks_pb.ComputeClockRequest(
        time_control=shapes.time_control(control),
        clock=shapes.clock(clock) if clock else None,
        event=event,
        event_time=shapes.timestamp(now),
        outages=[
            clocks_pb.Outage(start_time=shapes.timestamp(outage.start), end_time=shapes.timestamp(outage.end))
            for outage in outages
        ],
    )
