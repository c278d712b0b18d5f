"""Who calls, and what is wrong with his wish."""

from __future__ import annotations

from chassis import Forbidden, current
from games import errors
from games.parts import EngineHand, Player
from games.wishes import Visitor


def visitor() -> Visitor:
    """Whoever the access table lets in: a player, or the ai service where it may play."""
    caller = current()
    if not caller.tenant_id:
        raise Forbidden("a service has to say for which tenant it acts")
    if caller.is_player:
        return Visitor(tenant_id=caller.tenant_id, viewer=Player(caller.id))
    return Visitor(tenant_id=caller.tenant_id, viewer=EngineHand())


def player() -> Player:
    """The caller, where the access table lets in players alone."""
    return Player(current().id)


def require(holds: bool, field: str, description: str) -> None:
    """Raises InvalidField unless the claim holds."""
    if not holds:
        raise errors.InvalidField(description, field)
