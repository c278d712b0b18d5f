"""What one player offers and the other accepts or declines: a draw, a takeback, a pause, a rematch."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from games import errors, events
from games.game import Change, Game, told
from games.parts import Offer, OfferKind, Status
from games.sides import Side
from games.terms import Flag
from games.turns import require_pausable


def require_offerable(game: Game, kind: OfferKind, side: Side) -> None:
    """Raises what keeps the side from offering this now."""
    match kind:
        case OfferKind.DRAW:
            game.require_running()
            game.require_allowed(Flag.NO_DRAW_OFFER)
            if game.has_engine:
                raise errors.NotAllowed("engine")
        case OfferKind.TAKEBACK:
            game.require_running()
            game.require_unpaused()
            game.require_allowed(Flag.NO_TAKEBACK)
            if game.rated:
                raise errors.NotAllowed("rated")
        case OfferKind.PAUSE:
            require_pausable(game, side)
        case OfferKind.REMATCH:
            if not game.is_over:
                raise errors.GameUnderWay(game.game_id)
            game.require_allowed(Flag.NO_REMATCH)
            if game.open_side() is not None:
                raise errors.NotAllowed("open_seat")


def needs_consent(game: Game, kind: OfferKind, side: Side) -> bool:
    """Whether the other side has to accept first: not where there is no other player, nor where he offers the same."""
    return game.is_between_players and game.offer(kind, side.opponent) is None


def offer(game: Game, kind: OfferKind, side: Side, now: datetime) -> Change:
    """The offer stands. Raises NotAllowed where it was made in this turn already and declined or withdrawn."""
    made = Offer(kind=kind, side=side)
    if made in game.declined:
        raise errors.NotAllowed("refused_already")
    after = replace(game, offers=(*game.offers, made))
    return told(game, after, now, (events.OFFER_MADE, {"kind": kind, "side": side}))


def require_offered(game: Game, kind: OfferKind, side: Side) -> None:
    """Raises NoOffer unless the other side's offer stands."""
    if game.offer(kind, side.opponent) is None:
        raise errors.NoOffer(kind)


def decline(game: Game, kind: OfferKind, side: Side, now: datetime) -> Change:
    """The other side's offer is declined, or else the own one withdrawn. Raises NoOffer."""
    gone = game.offer(kind, side.opponent) or game.offer(kind, side)
    if gone is None:
        raise errors.NoOffer(kind)
    after = replace(
        game,
        offers=tuple(offer for offer in game.offers if offer != gone),
        declined=(*game.declined, gone),
    )
    data = {"kind": kind, "side": gone.side, "by": side}
    return told(game, after, now, (events.OFFER_DECLINED, data))


def rematched(game: Game, new_id: str, now: datetime) -> Change:
    """The finished game knows its rematch. Raises NotAllowed where there is one already."""
    if game.rematch is not None:
        raise errors.NotAllowed("rematch_made")
    assert game.status in (Status.FINISHED, Status.ABORTED), game
    after = replace(game, rematch=new_id, offers=())
    return told(game, after, now, (events.REMATCH_MADE, {"game_id": new_id}))
