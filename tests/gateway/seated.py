"""What guests do at a table, short to write."""

from __future__ import annotations

from typing import Any

from tests.gateway.asking import Guest, answered, problem

MEDIEVAL = {"ruleset": "club-medieval", "time_control": None}
WHITE_STONES, BLACK_STONES = [21, 22, 23], [10, 11, 12]


def act(who: Guest, game: dict[str, Any], action: str, **more: str) -> dict[str, Any]:
    return answered(who.post(f"/v1/games/{game['id']}/actions", {"action": action, **more}))


def refused(who: Guest, game: dict[str, Any], action: str) -> tuple[int, str, str | None]:
    """Status, code and why."""
    response = who.post(f"/v1/games/{game['id']}/actions", {"action": action})
    return *problem(response), response.get_json()["facts"].get("why")


def look(who: Guest, game: dict[str, Any], rest: str = "") -> dict[str, Any]:
    return answered(who.get(f"/v1/games/{game['id']}{rest}"))


def medieval(anna: Guest, bert: Guest) -> dict[str, Any]:
    game = anna.create(**MEDIEVAL)
    joined = answered(bert.post(f"/v1/games/{game['id']}:join", {"seed": "berts"}))
    assert joined["status"] == "choosing"
    return joined


def choose(who: Guest, game: dict[str, Any], squares: list[int]) -> Any:
    return who.post(f"/v1/games/{game['id']}/stones", {"squares": squares})
