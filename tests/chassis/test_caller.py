"""Who is let in: tokens of every kind, over a real connection."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from google.protobuf.wrappers_pb2 import StringValue

from chassis import ANYONE, Bound, Running, ServerSettings, problem_of, start
from chassis.caller import TokenExpired
from chassis.channels import connect
from chassis.healthy import is_serving
from chassis.tokens import PASSED_ON, TokenSource, Verifier, make_keys, passed_on_or
from tests.chassis.subject import METHOD, bind
from tests.identity import Identity

UNAUTHENTICATED, DENIED = grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED


def asked(running: Running, word: str, bearer: Callable[[], str] | None) -> str:
    with connect(running.address, deadline_ms=10_000, bearer=bearer) as channel:
        call = channel.unary_unary(
            METHOD,
            request_serializer=StringValue.SerializeToString,
            response_deserializer=StringValue.FromString,
        )
        answer: StringValue = call(StringValue(value=word))
        return answer.value


def refusal(running: Running, bearer: Callable[[], str] | None, word: str = "who") -> tuple[object, str]:
    with pytest.raises(grpc.RpcError) as caught:
        asked(running, word, bearer)
    problem = problem_of(caught.value)
    return problem.status, problem.reason


def signed(identity: Identity, by: str, header: dict[str, Any] | None = None, **claims: Any) -> str:
    """A token with these claims instead of the right ones of a player; None leaves one out."""
    key = load_pem_private_key(identity.key(by).read_bytes(), None)
    assert isinstance(key, Ed25519PrivateKey)
    now = int(time.time())
    right = {
        "iss": by,
        "sub": "player:p1",
        "aud": "brettwerk",
        "tenant": "local",
        "scope": "play",
        "iat": now,
        "exp": now + 60,
    }
    said = {name: value for name, value in {**right, **claims}.items() if value is not None}
    return jwt.encode(said, key, algorithm="EdDSA", headers={"kid": by, **(header or {})})


def test_a_players_token_tells_who_calls(running: Running, identity: Identity) -> None:
    bearer = identity.player("p1", tenant_id="club", scopes=("play", "chat"))

    assert asked(running, "who", bearer) == "player p1 club chat play"


def test_a_services_token_tells_who_calls_and_for_whom(running: Running, identity: Identity) -> None:
    bearer = identity.source("ai").bearer("subject", tenant_id="club", scopes=("engine",))

    assert asked(running, "who", bearer) == "service ai club engine"


def test_callers_do_not_mix_on_one_connection(running: Running, identity: Identity) -> None:
    names = [f"p{number}" for number in range(20)]

    answers = [asked(running, "who", identity.player(name)) for name in names * 2]

    assert [f"player {name} local play" for name in names * 2] == answers


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        pytest.param(lambda _: "", (UNAUTHENTICATED, "TOKEN_MISSING"), id="nobody"),
        pytest.param(lambda _: "nonsense", (UNAUTHENTICATED, "TOKEN_INVALID"), id="no token at all"),
        pytest.param(lambda _: "x" * 5000, (UNAUTHENTICATED, "TOKEN_INVALID"), id="too long"),
        pytest.param(
            lambda i: i.player("p1", lifetime_s=-60)(), (UNAUTHENTICATED, "TOKEN_EXPIRED"), id="expired"
        ),
        pytest.param(
            lambda i: i.service("games", "rules")(), (UNAUTHENTICATED, "WRONG_AUDIENCE"), id="for another"
        ),
        pytest.param(
            lambda i: i.service("games", "brettwerk")(),
            (UNAUTHENTICATED, "WRONG_AUDIENCE"),
            id="a service's for everybody",
        ),
        pytest.param(
            lambda i: signed(i, "gateway", aud="subject"),
            (UNAUTHENTICATED, "WRONG_AUDIENCE"),
            id="a player's for one service",
        ),
        pytest.param(
            lambda i: signed(i, "games"), (UNAUTHENTICATED, "TOKEN_INVALID"), id="a player's by another"
        ),
        pytest.param(
            lambda i: signed(i, "gateway", sub="service:games", aud="subject"),
            (UNAUTHENTICATED, "TOKEN_INVALID"),
            id="a service's by another",
        ),
        pytest.param(
            lambda i: signed(i, "ai", header={"kid": "games"}, sub="service:games", aud="subject"),
            (UNAUTHENTICATED, "TOKEN_INVALID"),
            id="under a false name",
        ),
        pytest.param(
            lambda i: signed(i, "gateway", iss="games"), (UNAUTHENTICATED, "TOKEN_INVALID"), id="two issuers"
        ),
        pytest.param(
            lambda i: signed(i, "gateway", header={"kid": "nobody"}),
            (UNAUTHENTICATED, "TOKEN_INVALID"),
            id="unknown issuer",
        ),
        pytest.param(
            lambda i: signed(i, "gateway", tenant=None), (UNAUTHENTICATED, "TOKEN_INVALID"), id="no tenant"
        ),
        pytest.param(
            lambda i: signed(i, "gateway", exp=None), (UNAUTHENTICATED, "TOKEN_INVALID"), id="without an end"
        ),
        pytest.param(
            lambda i: signed(i, "gateway", sub="cat:tom"), (UNAUTHENTICATED, "TOKEN_INVALID"), id="a cat"
        ),
        pytest.param(
            lambda i: signed(i, "gateway", iat=int(time.time()) + 600),
            (UNAUTHENTICATED, "TOKEN_INVALID"),
            id="from the future",
        ),
        pytest.param(
            lambda i: jwt.encode(
                {"sub": "player:p1"}, "a shared secret of thirty-two bytes", headers={"kid": "gateway"}
            ),
            (UNAUTHENTICATED, "TOKEN_INVALID"),
            id="another algorithm",
        ),
        pytest.param(
            lambda i: _unsigned(signed(i, "gateway")), (UNAUTHENTICATED, "TOKEN_INVALID"), id="no algorithm"
        ),
        pytest.param(
            lambda i: i.service("clocks", "subject")(), (DENIED, "FORBIDDEN"), id="a service that may not"
        ),
        pytest.param(
            lambda i: i.player("p1", scopes=("look",))(), (DENIED, "FORBIDDEN"), id="without the scope"
        ),
    ],
)
def test_who_is_not_let_in(
    running: Running, identity: Identity, token: Callable[[Identity], str], expected: tuple[object, str]
) -> None:
    text = token(identity)

    assert expected == refusal(running, lambda: text)
    # And not the second time either: what was refused is not remembered.
    assert expected == refusal(running, lambda: text)


def _unsigned(token: str) -> str:
    head = (
        base64.urlsafe_b64encode(json.dumps({"alg": "none", "kid": "gateway"}).encode()).decode().strip("=")
    )
    return f"{head}.{token.split('.')[1]}."


def test_a_changed_token_is_refused_though_the_original_is_remembered(
    running: Running, identity: Identity
) -> None:
    token = identity.player("p1")()
    head, body, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    forged = base64.urlsafe_b64encode(json.dumps({**claims, "sub": "player:p2"}).encode()).decode().strip("=")
    asked(running, "who", lambda: token)

    changed = f"{head}.{forged}.{signature}"

    assert refusal(running, lambda: changed) == (UNAUTHENTICATED, "TOKEN_INVALID")


def test_a_remembered_token_ends_when_it_expires(identity: Identity) -> None:
    now = [time.time()]
    verifier = Verifier("subject", identity.public_keys, clock=lambda: now[0])
    token = identity.player("p1", lifetime_s=60)()
    assert verifier.caller_of(token).id == "p1"
    now[0] += 120

    with pytest.raises(TokenExpired):
        verifier.caller_of(token)


def test_a_service_token_is_made_once_and_renewed_before_it_ends(
    identity: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = TokenSource("games", identity.key("games"))
    token = source.token("rules")
    assert source.token("rules") == token
    assert source.token("rules", tenant_id="club") != token
    monkeypatch.setattr(time, "time", lambda real=time.time: real() + 280)

    assert source.token("rules") != token


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        pytest.param("forbidden", (DENIED, "FORBIDDEN"), id="forbidden by the handler"),
        pytest.param("unavailable", (grpc.StatusCode.UNAVAILABLE, "UNAVAILABLE"), id="a part is away"),
    ],
)
def test_what_every_service_answers_alike(
    running: Running, identity: Identity, word: str, expected: tuple[object, str]
) -> None:
    assert expected == refusal(running, identity.player("p1"), word)


def test_a_token_is_passed_on_and_the_own_one_used_for_nobody(running: Running, identity: Identity) -> None:
    bearer = passed_on_or(identity.service("games", "subject"))
    own = asked(running, "who", bearer)
    PASSED_ON.set(identity.player("p1")())
    try:
        passed = asked(running, "who", bearer)
    finally:
        PASSED_ON.set("")

    assert (own, passed) == ("service games", "player p1 local play")


def test_health_asks_nobody_who_he_is(running: Running) -> None:
    assert is_serving(running.address)


def test_a_method_that_the_access_table_forgets_is_a_fault_at_the_start(identity: Identity) -> None:
    settings = ServerSettings(address="127.0.0.1:0", public_keys=identity.public_keys)

    def forgets(server: grpc.Server) -> Bound:
        bind(server)
        return Bound(services=("grpc.health.v1.Health",), access={"Check": ANYONE})

    with pytest.raises(ValueError, match="List, Watch"):
        start("subject", forgets, settings)


def test_access_to_a_method_that_is_not_there_is_a_fault_at_the_start(identity: Identity) -> None:
    settings = ServerSettings(address="127.0.0.1:0", public_keys=identity.public_keys)

    def dreams(server: grpc.Server) -> Bound:
        bind(server)
        names = ("Check", "Watch", "List", "Dream")
        return Bound(services=("grpc.health.v1.Health",), access=dict.fromkeys(names, ANYONE))

    with pytest.raises(ValueError, match="Dream"):
        start("subject", dreams, settings)


def test_keys_are_made_once_and_the_private_ones_are_for_their_owner(tmp_path: Path) -> None:
    private, public = tmp_path / "private", tmp_path / "public"
    make_keys(private, public, "games")
    first = (private / "games.pem").read_bytes()
    (public / "games.pem").unlink()
    make_keys(private, public, "games")

    assert first == (private / "games.pem").read_bytes()
    assert (public / "games.pem").exists()
    assert (private / "games.pem").stat().st_mode & 0o077 == 0
    token = TokenSource("games", private / "games.pem").token("rules")
    assert Verifier("rules", public).caller_of(token).id == "games"


def test_a_folder_without_keys_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no public key"):
        Verifier("rules", tmp_path)
