"""A game as a message, for whoever's eyes it is."""

from __future__ import annotations

from datetime import datetime

from brettwerk.games.v1 import games_service_pb2 as games_pb
from games import absence, opening, shapes, turns, views
from games.events import PlayedTurn
from games.game import Game
from games.parts import AbortReason, OfferKind, Status
from games.ports import History, Reading
from games.sides import Side
from games.stones import without_marks
from games.terms import Flag
from games.views import View

STATUSES = {status: games_pb.GameStatus.Value(f"GAME_STATUS_{status.name}") for status in Status}
STATUS_OF: dict[int, Status] = {number: status for status, number in STATUSES.items()}
_FLAGS = {flag: games_pb.GameFlag.Value(f"GAME_FLAG_{flag.name}") for flag in Flag}
FLAG_OF: dict[int, Flag] = {number: flag for flag, number in _FLAGS.items()}
_OFFERS = {kind: games_pb.OfferKind.Value(f"OFFER_KIND_{kind.name}") for kind in OfferKind}
_PAUSES = {"agreed": games_pb.PAUSE_REASON_AGREED, "duel": games_pb.PAUSE_REASON_DUEL}
_ABORTS = {reason: games_pb.AbortReason.Value(f"ABORT_REASON_{reason.name}") for reason in AbortReason}


def game(value: Game, now: datetime, view: View, *, with_moves: bool = True) -> games_pb.Game:
    """As the view sees it at this time."""
    seen = views.seen(value, view)
    message = games_pb.Game(
        game_id=value.game_id,
        ruleset=shapes.ruleset(value.ruleset),
        time_control=shapes.time_control(value.time_control),
        white=shapes.seat(value.white),
        black=shapes.seat(value.black),
        rated=value.rated,
        status=STATUSES[value.status],
        turn=value.turn,
        ply=value.ply,
        to_move=shapes.SIDES[value.to_move],
        position=shapes.position(seen.position),
        moves=value.moves if with_moves else (),
        result=shapes.result(value.result),
        create_time=shapes.timestamp(value.create_time),
        now_time=shapes.timestamp(now),
        sequence=value.sequence,
        flags=sorted(_FLAGS[flag] for flag in value.terms.flags),
        first_move_ms=value.terms.first_move_ms,
        spectator_delay_ms=value.terms.spectator_delay_ms,
        offers=[
            games_pb.Offer(kind=_OFFERS[offer.kind], side=shapes.SIDES[offer.side]) for offer in value.offers
        ],
        absences=[
            games_pb.Absence(
                side=shapes.SIDES[side], deadline_time=shapes.timestamp(since + absence.grace(value))
            )
            for side, since in value.gone.items()
            if absence.binds(value)
        ],
        rematch_of_id=value.rematch_of or "",
        rematch_id=value.rematch or "",
        position_hash=views.position_hash(seen.position.fen),
        view=view,
    )
    if value.clock is not None and value.is_limited:
        message.clock.CopyFrom(shapes.clock(value.clock))
    if value.asks_chance:
        message.seed_hash = value.seeds.server_hash
    if value.marking.per_side:
        message.choice.CopyFrom(_choice(value, view))
    if value.abort_reason is not None:
        message.abort_reason = _ABORTS[value.abort_reason]
    if (pause := _pause(value, now)) is not None:
        message.pause.CopyFrom(pause)
    return message


def line(reading: Reading, history: History, view: View) -> games_pb.GetHistoryResponse:
    """The present line, and the game, as the view sees them."""
    value = reading.game
    start_fen = without_marks(history.start_fen, views.hidden_sides(value, view))
    return games_pb.GetHistoryResponse(
        game=game(value, reading.now, view),
        start_fen=start_fen,
        start_position_hash=views.position_hash(start_fen),
        plies=[_ply(views.seen_turn(played, value, view), value) for played in history.moves],
    )


def _ply(played: PlayedTurn, value: Game) -> games_pb.HistoryPly:
    return games_pb.HistoryPly(
        ply=played.ply,
        turn=played.turn,
        side=shapes.SIDES[played.side],
        move=shapes.move(played.move),
        fen=played.fen,
        position_hash=views.position_hash(played.fen),
        clock=shapes.clock(played.clock) if value.is_limited else None,
        charged_ms=played.charged_ms,
        play_time=shapes.timestamp(played.time),
    )


def _pause(value: Game, now: datetime) -> games_pb.Pause | None:
    pause = turns.pause_of(value, now)
    if pause is None:
        return None
    reason, end = pause
    return games_pb.Pause(reason=_PAUSES[reason], end_time=shapes.timestamp(end))


def _choice(value: Game, view: View) -> games_pb.SecretChoice:
    return games_pb.SecretChoice(
        per_side=value.marking.per_side,
        white_count=opening.choice_count(value, Side.WHITE),
        black_count=opening.choice_count(value, Side.BLACK),
        deadline_time=shapes.timestamp(value.choice_end),
        white_commitment=opening.commitment(value, Side.WHITE),
        black_commitment=opening.commitment(value, Side.BLACK),
        own_squares=views.own_squares(value, view),
        revealed=views.is_revealed(value),
    )
