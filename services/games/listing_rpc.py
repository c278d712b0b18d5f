"""What a list of games is asked for on the wire."""

from __future__ import annotations

from brettwerk.games.v1 import games_service_pb2 as games_pb
from games import showing
from games.listing import ListWish, read_token
from games.visiting import player, require, visitor

_MAX_PAGE = 200
_USUAL_PAGE = 50
_MAX_KEY_CHARS = 200


def read_wish(request: games_pb.ListGamesRequest) -> ListWish:
    """Raises InvalidField or InvalidPageToken."""
    require(0 <= request.page_size <= _MAX_PAGE, "page_size", f"from 0 to {_MAX_PAGE}")
    for field in ("player_id", "ruleset_key"):
        text = getattr(request, field)
        fits = len(text) <= _MAX_KEY_CHARS and "\0" not in text
        require(fits, field, f"at most {_MAX_KEY_CHARS} characters")
    statuses = frozenset(map(showing.STATUS_OF.get, request.statuses))
    require(None not in statuses, "statuses", "known statuses")
    viewer = player()
    return ListWish(
        tenant_id=visitor().tenant_id,
        viewer=viewer,
        player_id=viewer.player_id if request.player_id == "me" else request.player_id,
        statuses=frozenset(status for status in statuses if status is not None),
        ruleset_key=request.ruleset_key,
        before=read_token(request.page_token),
        limit=request.page_size or _USUAL_PAGE,
    )
