"""Rule sets, whole games, notation, and what the server says about itself."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.gateway.asking import post

PDN = """[White "Anna"]
[Result "2-0"]
[GameType "20,W,10,10,N2,0"]

1. 32-28! {[%clk 0:03:05] solid} 19-23 (19-24? $4 2. 28-23 {sharp}) 2. 28x19 14x23 2-0
"""


def test_rule_sets_are_listed_with_their_options(client: FlaskClient) -> None:
    rulesets = {each["key"]: each for each in client.get("/v1/rulesets").get_json()["rulesets"]}

    battledame = rulesets["battledame"]
    assert battledame["options"]["capture"] == "mandatory"
    assert [choice["value"] for choice in battledame["option_specs"][0]["choices"]] == [
        "mandatory",
        "maximum",
        "voluntary",
    ]
    assert rulesets["othello"]["family"] == "reversi"


def test_options_stand_in_the_address_under_their_own_names(client: FlaskClient) -> None:
    ruleset = client.get("/v1/rulesets/battledame?capture=maximum&goal=anti").get_json()

    assert (ruleset["options"]["capture"], ruleset["options"]["goal"]) == ("maximum", "anti")


def test_examples_hold_when_they_are_asked_for(client: FlaskClient) -> None:
    for ruleset in client.get("/v1/rulesets").get_json()["rulesets"]:
        for example in client.get(f"/v1/rulesets/{ruleset['key']}/examples").get_json()["examples"]:
            question = {"ruleset": ruleset["key"], "options": example["options"], "fen": example["fen"]}
            listed = post(client, "/v1/moves:list", **question)
            assert [move["notation"] for move in listed["moves"]] == example["legal_moves"]
            for refused in example["refused_moves"]:
                verdict = post(client, "/v1/moves:validate", **question, move=refused["move"])
                assert verdict["reason"] == refused["reason"]


def test_a_game_starts_in_its_initial_position(client: FlaskClient) -> None:
    initial = client.get("/v1/rulesets/english/initial").get_json()
    listed = post(
        client, "/v1/moves:list", ruleset="english", **{key: initial[key] for key in ("fen", "rule_state")}
    )

    assert initial["side"] == "black"
    assert len(listed["moves"]) == 7


def test_rule_sets_may_be_kept_by_caches_and_answers_may_not(client: FlaskClient) -> None:
    assert client.get("/v1/rulesets").headers["Cache-Control"] == "public, max-age=300"
    assert "Cache-Control" not in client.post("/v1/moves:list", json={}).headers


def test_a_replay_stops_at_the_first_refused_move(client: FlaskClient) -> None:
    answer = post(client, "/v1/games:replay", moves=["22-18", {"move": "22-18"}, "9-13"], fens=True)

    assert answer["legal"] is False
    assert [move["notation"] for move in answer["moves"]] == ["22-18"]
    assert answer["fens"] == [answer["fen"]]
    assert (answer["refusal"]["ply"], answer["refusal"]["reason"]) == (1, "no_piece")


def test_a_replay_of_legal_moves_has_no_refusal(client: FlaskClient) -> None:
    answer = post(client, "/v1/games:replay")

    assert (answer["legal"], answer["refusal"], answer["fens"]) == (True, None, None)


def test_a_game_that_was_read_can_be_written_and_read_again(client: FlaskClient) -> None:
    (found,) = post(client, "/v1/notation:parse", text=PDN)["games"]
    assert found["game"]["moves"][0] == {"move": "32-28", "comment": "[%clk 0:03:05] solid", "strength": "!"}
    assert found["game"]["moves"][2] == "28x19"

    text = post(client, "/v1/notation:format", **found["game"])["text"]

    (again,) = post(client, "/v1/notation:parse", text=text)["games"]
    assert again["game"] == found["game"]


def test_faults_of_an_archive_come_beside_its_games(client: FlaskClient) -> None:
    answer = post(client, "/v1/notation:parse", text=f'{PDN}\n[GameType "20"]\n1. 32-99 *\n\n{PDN}')

    assert [found["number"] for found in answer["games"]] == [1, 3]
    assert [fault["game"] for fault in answer["faults"]] == [2]


def test_a_transcript_is_read_and_written(client: FlaskClient) -> None:
    answer = post(client, "/v1/notation:parse", format="transcript", ruleset="othello", text="F5 d6 c3")
    (found,) = answer["games"]

    text = post(client, "/v1/notation:format", **found["game"], format="transcript")["text"]

    assert text == "f5d6c3"


def test_the_server_says_what_it_is(client: FlaskClient) -> None:
    meta = client.get("/v1/meta").get_json()

    assert (meta["name"], meta["api_versions"], meta["stream_url"]) == ("brettwerk", ["v1"], None)
    assert meta["limits"]["batch_items"] == 256


def test_the_server_is_alive_and_ready(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok"}
    assert client.get("/readyz").get_json() == {"status": "ready"}


def test_a_request_keeps_its_id_or_gets_one(client: FlaskClient) -> None:
    given = client.get("/healthz", headers={"X-Request-Id": "abc-1"})
    strange = client.get("/healthz", headers={"X-Request-Id": "a b"})

    assert given.headers["X-Request-Id"] == "abc-1"
    assert len(strange.headers["X-Request-Id"]) == 16
