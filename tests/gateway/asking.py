"""Bodies, and questions to the application."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

QUESTION: dict[str, Any] = {
    "ruleset": "battledame",
    "options": {"capture": "maximum"},
    "fen": "W:W21:B10,17",
    "move": "21x14x7",
}
MEDIEVAL = {"ruleset": "club-medieval", "fen": "W:W21,32:BM10,17", "move": "21x14x7"}

BODIES: dict[str, dict[str, Any]] = {
    "/v1/moves:validate": QUESTION,
    "/v1/moves:batchValidate": {"ruleset": "battledame", "items": [{"fen": "W:W21:B10,17", "move": "21x7"}]},
    "/v1/moves:list": {"ruleset": "battledame", "fen": "W:W21:B10,17"},
    "/v1/moves:applyLots": {**MEDIEVAL, "lots": [True, True]},
    "/v1/games:replay": {"ruleset": "battledame", "moves": ["22-18"]},
    "/v1/notation:parse": {"format": "pdn", "text": '[GameType "20"] 1. 32-28 *'},
    "/v1/notation:format": {"format": "pdn", "ruleset": "battledame", "moves": ["22-18"]},
}
"""A valid body for each question about rules."""


def post(client: FlaskClient, path: str, **changes: Any) -> dict[str, Any]:
    """The answer to the valid body with these changes; it has to be 200."""
    response = client.post(path, json={**BODIES[path], **changes})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.get_json()
    return answer


FISCHER: dict[str, Any] = {"kind": "fischer", "base_ms": 180_000, "increment_ms": 2_000}
GAME: dict[str, Any] = {
    "ruleset": "battledame",
    "options": {},
    "white": "me",
    "black": "open",
    "time_control": FISCHER,
    "rated": False,
}

CHANGES: dict[str, dict[str, Any]] = {
    "/v1/guests": {"name": "Anna"},
    "/v1/games": GAME,
    "/v1/games/{game_id}:join": {"seed": "kT3xq0ZrVb1nWm8y"},
    "/v1/games/{game_id}/moves": {"move": "22-18", "expected_turn": 0},
    "/v1/games/{game_id}/actions": {"action": "offer_draw"},
}
"""A valid body for each address that changes something; the last ones for a game before its first move."""

BEFORE_THE_START: dict[str, dict[str, Any]] = {
    "/v1/games/{game_id}/seed": {"seed": "kT3xq0ZrVb1nWm8y"},
    "/v1/games/{game_id}/stones": {"squares": [21, 22, 23]},
}
"""The same, for a medieval game in which pieces are being marked, by White."""

OF_ANALYSES: dict[str, dict[str, Any]] = {
    "/v1/analyses": {"ruleset": "battledame", "moves": ["22-18", "9-13"], "nodes": 10_000},
    "/v1/moves:suggest": {"ruleset": "battledame", "fen": "W:W21:B10,17"},
}
"""A valid body for each address about analyses that takes one."""

IN_ROOMS: dict[str, dict[str, Any]] = {
    "/v1/rooms/{room_id}:join": {"invitation": "kT3xq0ZrVb1nWm8yLd5uPfHs"},
    "/v1/rooms/{room_id}/messages": {"text": "Guten Abend!"},
    "/v1/players/{player_id}:mute": {"for_ms": 600_000},
}
"""A valid body for each address about rooms and voices that takes one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A player who asks with his token."""

    app: APIFlask
    player_id: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str) -> TestResponse:
        return self.app.test_client().get(path, headers=self.headers)

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        given = {} if body is None else {"json": body}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.app.test_client().post(path, headers={**self.headers, **named}, **given)

    def create(self, **changes: Any) -> dict[str, Any]:
        return answered(self.post("/v1/games", {**GAME, **changes}), 201)

    def join(self, game: dict[str, Any]) -> dict[str, Any]:
        return answered(self.post(f"/v1/games/{game['id']}:join"))

    def play(self, game: dict[str, Any], move: str, turn: int | None = None) -> dict[str, Any]:
        body = {"move": move, "expected_turn": game["turn"] if turn is None else turn}
        return answered(self.post(f"/v1/games/{game['id']}/moves", body))

    def events(self, game: dict[str, Any], query: str = "") -> list[dict[str, Any]]:
        page = answered(self.get(f"/v1/games/{game['id']}/events?{query}"))
        found: list[dict[str, Any]] = page["events"]
        return found


def guest(app: APIFlask, name: str | None = None) -> Guest:
    made = answered(app.test_client().post("/v1/guests", json={"name": name}), 201)
    return Guest(app=app, player_id=made["player_id"], token=made["token"])


def answered(response: TestResponse, status: int = 200) -> dict[str, Any]:
    """The answer; it has to have this status."""
    assert response.status_code == status, response.text
    answer: dict[str, Any] = response.get_json()
    return answer


def problem(response: TestResponse) -> tuple[int, str]:
    """Its status and its code."""
    assert response.mimetype == "application/problem+json", response.text
    return response.status_code, response.get_json()["code"]
