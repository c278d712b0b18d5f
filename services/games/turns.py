"""What a turn can bring: a move or a pass, a takeback, a clock put right, a pause and its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from games import absence, errors, events
from games.events import PlayedTurn
from games.game import Change, Game, told
from games.parts import Offer, OfferKind, Ply, Position, Status
from games.sides import Side
from games.terms import Flag
from games.timing import Clock, ClockChange, Correspondence

UNTIL_A_MOVE = (OfferKind.DRAW, OfferKind.TAKEBACK, OfferKind.PAUSE)
"""Offers that fall when either side moves."""


def play(game: Game, played: Ply, change: ClockChange, now: datetime) -> Change:
    """The game after a move of the side to move, or after its pass.

    The move is legal and was made in time, or is the server's for a side that was late: whoever calls has asked.
    Raises GameNotStarted, GameFinished, GamePaused.
    """
    game.require_running()
    game.require_unpaused()
    assert played.move.auto or not change.flag_fallen, game
    side = game.to_move
    after = replace(
        game,
        status=Status.FINISHED if played.result else Status.RUNNING,
        turn=game.turn + 1,
        ply=game.ply + 1,
        to_move=side.opponent,
        position=played.after,
        clock=change.clock,
        moves=(*game.moves, played.move.notation),
        result=played.result,
        lots_drawn=game.lots_drawn + len(played.move.lots),
        offers=tuple(offer for offer in game.offers if offer.kind not in UNTIL_A_MOVE),
        declined=(),
        revealed=game.revealed or played.duels_shown > 0,
        gone={} if played.result else game.gone,
    )
    # Who moves himself is there in some way: he is waited for anew.
    returned = () if played.move.auto or played.move.is_pass else (side,)
    after, waited = absence.waited_anew(after, returned, now)
    data = events.played_facts(
        turn=game.turn,
        ply=after.ply,
        side=side,
        played=played,
        clock=change.clock,
        charged_ms=change.charged_ms,
    )
    facts = [(events.MOVE_PLAYED, data), *waited]
    if played.result:
        facts.append(events.ended(played.result))
    return told(game, after, now, *facts)


def takeback_plies(game: Game, line: Sequence[PlayedTurn], side: Side) -> int:
    """How many plies of the line a takeback of this side takes back: to before its last move that is not a pass.

    Raises NotAllowed where it has made none, or where chance was asked since.
    """
    assert len(line) == game.ply, (game, line)
    for count, played in enumerate(reversed(line), 1):
        if played.move.tries_its_luck:
            raise errors.NotAllowed("lot_drawn")
        if played.side is side and not played.move.is_pass:
            return count
    raise errors.NotAllowed("no_own_ply")


def take_back(game: Game, plies: int, side: Side, position: Position, clock: Clock, now: datetime) -> Change:
    """The game some plies before, in a new turn, the clock of the side that took back running.

    `position` and `clock` are those of that place. Raises GameNotStarted, GameFinished, GamePaused.
    """
    game.require_running()
    game.require_unpaused()
    after = replace(
        game,
        turn=game.turn + 1,
        ply=game.ply - plies,
        to_move=side,
        position=position,
        clock=clock,
        moves=game.moves[: game.ply - plies],
        offers=(),
        declined=(),
    )
    data = {
        "turn": game.turn,
        "ply": after.ply,
        "side": side,
        "plies": plies,
        "fen": position.fen,
        "to_move": after.to_move,
        "clock": events.clock_facts(clock),
    }
    return told(game, after, now, (events.MOVE_TAKEN_BACK, data))


def adjust(game: Game, clock: Clock, now: datetime) -> Change:
    """The same turn with another deadline, because an outage is not charged. It has begun when it began."""
    game.require_running()
    assert game.clock is not None
    assert clock.since == game.clock.since, clock
    data = {"clock": events.clock_facts(clock)}
    return told(game, replace(game, clock=clock), now, (events.CLOCK_ADJUSTED, data))


def pause_of(game: Game, now: datetime) -> tuple[str, datetime] | None:
    """Why both clocks stand, and until when: "agreed", or "duel" while one is shown. None if they do not."""
    if game.pause_end is not None:
        return "agreed", game.pause_end
    since = game.clock.since if game.clock else None
    return ("duel", since) if since is not None and since > now and game.marking.per_side else None


def require_pausable(game: Game, side: Side) -> None:
    """Raises what keeps this side from asking for a pause."""
    game.require_running()
    game.require_unpaused()
    game.require_allowed(Flag.NO_PAUSE)
    if game.rated:
        raise errors.NotAllowed("rated")
    if not game.is_limited or isinstance(game.time_control, Correspondence):
        raise errors.NotAllowed("unlimited" if not game.is_limited else "correspondence")
    if game.has_engine and game.to_move is not side:
        raise errors.NotAllowed("engine")


def pause(game: Game, clock: Clock, end: datetime, now: datetime) -> Change:
    """Both clocks stand until the end, or until a side lets them run on."""
    game.require_running()
    game.require_unpaused()
    after = replace(
        game, clock=clock, pause_end=end, pause_count=game.pause_count + 1, offers=_without_pause(game)
    )
    data = {"reason": "agreed", "end_time": events.written(end), "clock": events.clock_facts(clock)}
    return told(game, after, now, (events.GAME_PAUSED, data))


def resume(game: Game, clock: Clock, now: datetime) -> Change:
    """The clock of the side to move runs on. Raises NotPaused."""
    game.require_running()
    if game.pause_end is None:
        raise errors.NotPaused(game.game_id)
    after, waited = absence.waited_anew(replace(game, clock=clock, pause_end=None), Side, now)
    return told(game, after, now, (events.GAME_RESUMED, {"clock": events.clock_facts(clock)}), *waited)


def _without_pause(game: Game) -> tuple[Offer, ...]:
    return tuple(offer for offer in game.offers if offer.kind is not OfferKind.PAUSE)
