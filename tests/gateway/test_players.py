"""Guests, names, tokens, records, and how many may come."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import jwt
import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from gateway.bind import bind
from gateway.limits import Buckets
from gateway.players import InvalidName, clean_name
from gateway.settings import GatewaySettings
from tests.gateway.asking import Guest, answered, guest, problem
from tests.identity import Identity
from tests.patience import wait_for


def test_a_guest_is_a_player_with_a_token_for_a_day(client: FlaskClient) -> None:
    response = client.post("/v1/guests", json={"name": "  Anna \u202e M\u00fcller\t"})

    made = answered(response, 201)
    claims = jwt.decode(made["token"], options={"verify_signature": False})
    assert made["name"] == "Anna Müller"
    assert claims["sub"] == f"player:{made['player_id']}"
    assert (claims["iss"], claims["aud"], claims["tenant"], claims["scope"], claims["kind"]) == (
        "gateway",
        "brettwerk",
        "local",
        "play",
        "guest",
    )
    assert claims["exp"] - claims["iat"] == 86_400
    assert datetime.fromisoformat(made["expires_time"]).timestamp() == claims["exp"]
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("body", [None, {}, {"name": None}])
def test_a_guest_needs_no_name(client: FlaskClient, body: dict[str, None] | None) -> None:
    given: dict[str, Any] = {"json": body} if body is not None else {}

    assert answered(client.post("/v1/guests", **given), 201)["name"] is None
    assert answered(client.post("/v1/guests", content_type="application/json"), 201)["name"] is None


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 31, "x" * 201, 7, ["Anna"], "\u0301"])
def test_a_name_that_is_none_is_refused(client: FlaskClient, name: object) -> None:
    response = client.post("/v1/guests", json={"name": name})

    assert problem(response) == (400, "invalid_field")
    assert response.get_json()["errors"][0]["pointer"] == "/name"


@pytest.mark.parametrize(
    ("given", "cleaned"),
    [
        ("Anna", "Anna"),
        ("A\u0308nne", "Änne"),
        ("a\u200bb\u0000c", "abc"),
        ("one\n two\u00a0\u3000three", "one two three"),
        ("x" * 30 + "  ", "x" * 30),
        ("☗", "☗"),
    ],
)
def test_a_name_is_tidied_up(given: str, cleaned: str) -> None:
    assert clean_name(given) == cleaned


@pytest.mark.parametrize("given", ["\u202e", "\ufe0f", "\u0301\u0301", "x" * 31])
def test_a_name_can_be_seen_and_is_not_long(given: str) -> None:
    with pytest.raises(InvalidName):
        clean_name(given)


def test_an_old_token_does_not_keep_a_guest_from_a_new_one(client: FlaskClient) -> None:
    headers = {"Authorization": "Bearer of.yesterday"}

    assert client.post("/v1/guests", headers=headers).status_code == 201
    assert client.get("/v1/meta", headers=headers).status_code == 200


def test_a_player_knows_who_he_is(anna: Guest) -> None:
    me = answered(anna.get("/v1/players/me"))

    assert (me["player_id"], me["name"], me["kind"]) == (anna.player_id, "Anna", "guest")
    assert datetime.fromisoformat(me["create_time"]).tzinfo is not None


@pytest.mark.parametrize("player_id", ["00000000-0000-4000-8000-000000000000", "somebody"])
def test_a_player_of_whom_nothing_is_known_is_unknown(
    app: APIFlask, identity: Identity, player_id: str
) -> None:
    stranger = Guest(app=app, player_id=player_id, token=identity.player(player_id)())

    assert problem(stranger.get("/v1/players/me")) == (404, "unknown_player")


def test_a_record_grows_with_each_game(app: APIFlask) -> None:
    winner, loser = guest(app), guest(app)
    assert answered(winner.get("/v1/players/me/record")) == {"player_id": winner.player_id, "record": []}

    game = loser.join(winner.create())
    answered(loser.post(f"/v1/games/{game['id']}:resign"))

    lines = wait_for(lambda: answered(winner.get("/v1/players/me/record"))["record"])
    assert lines == [{"ruleset": "battledame", "won": 1, "drawn": 0, "lost": 0}]


def test_the_engines_come_from_weak_to_strong_and_need_no_token(client: FlaskClient) -> None:
    personas = answered(client.get("/v1/personas"))["personas"]

    assert {"leicht", "mittel", "stark", "level-1", "level-10"} <= {persona["key"] for persona in personas}
    assert [persona["level"] for persona in personas] == sorted(persona["level"] for persona in personas)
    assert all(persona["families"] for persona in personas)
    assert all(persona["name"]["de"] and persona["introduction"]["en"] for persona in personas)


def test_too_many_guests_of_one_address_have_to_wait(settings: GatewaySettings) -> None:
    gateway = bind(replace(settings, guest_burst=2, guests_per_minute=1, proxies=1))
    client = gateway.app.test_client()

    def come(address: str) -> int:
        return client.post("/v1/guests", headers={"X-Forwarded-For": address}).status_code

    assert [come("192.0.2.1") for _ in range(3)] == [201, 201, 429]
    assert come("192.0.2.2") == 201
    refused = client.post("/v1/guests", headers={"X-Forwarded-For": "192.0.2.1"})
    assert problem(refused) == (429, "too_many_requests")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    gateway.close()


def test_a_bucket_fills_as_time_goes_by() -> None:
    buckets = Buckets(burst=2, per_minute=60)

    taken = [buckets.take("192.0.2.1", now_s) for now_s in (0, 0, 0, 0.4, 1.0, 1.0, 100, 100, 100)]

    assert taken == [0, 0, 1, 1, 0, 1, 0, 0, 1]


@pytest.mark.parametrize(
    ("first", "second", "share"),
    [
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("", "unix", True),
    ],
)
def test_a_network_of_ipv6_shares_a_bucket(first: str, second: str, *, share: bool) -> None:
    buckets = Buckets(burst=1, per_minute=1)
    buckets.take(first, 0)

    assert bool(buckets.take(second, 0)) is share


def test_buckets_do_not_grow_without_end() -> None:
    buckets = Buckets(burst=1, per_minute=1)
    for number in range(10_100):
        buckets.take(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 0)

    assert len(buckets._levels) == 10_000
