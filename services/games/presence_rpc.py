"""What a process says on the wire of who is there."""

from __future__ import annotations

from brettwerk.games.v1 import games_service_pb2 as games_pb
from games.presence import Seated, Told
from games.visiting import require

_MOST_CHANGES = 1000
_MAX_ID_CHARS = 64


def read_told(request: games_pb.ReportPresenceRequest) -> list[Told]:
    """Raises InvalidField."""
    process_id = request.process_id
    fits = 1 <= len(process_id) <= _MAX_ID_CHARS and "\0" not in process_id
    require(fits, "process_id", f"1 to {_MAX_ID_CHARS} characters")
    require(len(request.changes) <= _MOST_CHANGES, "changes", f"at most {_MOST_CHANGES}")
    return [
        Told(
            who=Seated(change.game_id, change.player_id),
            tenant_id=change.tenant_id,
            connected=change.connected,
        )
        for change in request.changes
    ]
