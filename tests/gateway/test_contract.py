"""The OpenAPI document, the page made from it, and the answers themselves agree."""

from __future__ import annotations

import html
import json
import re
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from gateway.reference.worked import work
from tests.gateway.asking import (
    BEFORE_THE_START,
    BODIES,
    CHANGES,
    IN_ROOMS,
    OF_ANALYSES,
    Guest,
    answered,
)

LANGUAGES = ("de", "en")
OF_STREAMS = {"/v1/stream", "/v1/stream_tickets", "/v1/games/{game_id}/stream"}
"""Of the other process."""


def require_shape(contract: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    whole = {**schema, "components": contract["components"]}
    Draft202012Validator(whole).validate(value)


def test_the_document_is_valid_openapi_3_1(contract: dict[str, Any]) -> None:
    OpenAPIV31SpecValidator(contract).validate()

    assert contract["openapi"].startswith("3.1")


def test_every_reference_leads_somewhere(contract: dict[str, Any]) -> None:
    references = set(re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', json.dumps(contract)))

    assert references <= set(contract["components"]["schemas"])


def test_every_operation_and_every_field_is_described_in_both_languages(contract: dict[str, Any]) -> None:
    lacking = [
        f"{name}.{field}"
        for name, schema in contract["components"]["schemas"].items()
        for field, described in schema.get("properties", {}).items()
        if not described.get("description") or not described.get("x-de")
    ]
    lacking += [
        operation["operationId"]
        for methods in contract["paths"].values()
        for operation in methods.values()
        if not all(
            operation.get(key) for key in ("summary", "description", "x-summary-de", "x-de", "x-tag-de")
        )
    ]

    assert lacking == []


def test_the_document_lists_every_address_that_takes_a_body(contract: dict[str, Any]) -> None:
    with_body = {
        path for path, methods in contract["paths"].items() if "requestBody" in methods.get("post", {})
    }

    assert with_body == {*BODIES, *CHANGES, *BEFORE_THE_START, *IN_ROOMS, *OF_ANALYSES}


def answer_schema(operation: dict[str, Any]) -> dict[str, Any]:
    (content,) = (
        each["content"] for status, each in operation["responses"].items() if status.startswith("2")
    )
    (described,) = content.values()
    schema: dict[str, Any] = described["schema"]
    return schema


@pytest.mark.parametrize("path", [*BODIES, *CHANGES])
def test_a_body_and_its_answer_have_the_shape_that_the_document_says(
    anna: Guest, bert: Guest, contract: dict[str, Any], path: str
) -> None:
    operation = contract["paths"][path]["post"]
    content = operation["requestBody"]["content"]["application/json"]
    shown = [example["value"] for example in content["examples"].values()]

    for body in [BODIES.get(path) or CHANGES[path], *shown]:
        require_shape(contract, content["schema"], body)
        game_id = bert.join(anna.create())["id"] if "{game_id}" in path else ""
        response = anna.post(path.format(game_id=game_id), body)
        assert str(response.status_code) in operation["responses"], response.text
        assert response.status_code < 300, response.text
        require_shape(contract, answer_schema(operation), response.get_json())


def test_what_is_asked_by_address_has_the_shape_that_the_document_says(
    anna: Guest, contract: dict[str, Any]
) -> None:
    game_id = anna.create(black={"persona": "mittel"})["id"]
    analysis_id = answered(anna.post("/v1/analyses", OF_ANALYSES["/v1/analyses"]), 201)["id"]
    for path, methods in contract["paths"].items():
        if "get" not in methods or path in OF_STREAMS:
            continue
        response = anna.get(
            path.format(key="battledame", game_id=game_id, analysis_id=analysis_id, room_id="lobby", ply="0")
        )
        value = response.get_json() if response.is_json else response.text
        assert response.status_code == 200, (path, response.text)
        require_shape(contract, answer_schema(methods["get"]), value)
        if "x-curl" in methods["get"]:
            assert anna.get(methods["get"]["x-curl"]).status_code == 200


def test_every_address_of_the_application_is_in_the_document(app: APIFlask, contract: dict[str, Any]) -> None:
    addresses = {
        re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/v1/")
    }

    assert {path for path in contract["paths"] if path.startswith("/v1/")} == {
        *addresses,
        *OF_STREAMS,
    }


def test_the_document_says_where_a_token_is_needed(app: APIFlask, contract: dict[str, Any]) -> None:
    client = app.test_client()
    for path, methods in contract["paths"].items():
        for method, operation in methods.items():
            if path in OF_STREAMS:
                continue
            named = dict.fromkeys(
                ("game_id", "ply", "analysis_id", "room_id", "message_id", "player_id"), "x"
            )
            response = client.open(path.format(key="battledame", **named), method=method.upper())
            needs = operation.get("security") == [{"player": []}]
            assert (response.status_code == 401) is needs, path
            assert ("token_missing" in operation["responses"].get("401", {}).get("x-codes", ())) is needs


def test_a_problem_has_the_shape_that_the_document_says(
    client: FlaskClient, contract: dict[str, Any]
) -> None:
    problem = contract["paths"]["/v1/moves:validate"]["post"]["responses"]["400"]
    schema = problem["content"]["application/problem+json"]["schema"]

    require_shape(contract, schema, client.post("/v1/moves:validate", json={}).get_json())


def test_the_answers_on_the_page_are_those_that_the_server_gives(
    client: FlaskClient, contract: dict[str, Any]
) -> None:
    def ask(method: str, path: str, body: Any) -> Any:
        return client.open(path, method=method, **({"json": body} if body is not None else {})).get_json()

    shown = json.loads(files("gateway.reference").joinpath("worked.json").read_text(encoding="utf-8"))

    # To renew them: python -m gateway.reference.worked URL
    assert without_rule_states(work(contract, ask)) == without_rule_states(shown)


def without_rule_states(value: Any) -> Any:
    """They are opaque and may change with the rulebook."""
    if isinstance(value, list):
        return [without_rule_states(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: without_rule_states(item) for key, item in value.items() if key != "rule_state"}


class _Page(HTMLParser):
    """What a test asks of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.language = ""
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.language = values.get("lang", "") if tag == "html" else self.language
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values["href"]] if tag == "a" else []
        self.sources += [values[name] for name in ("src", "href") if tag != "a" and name in values]


def page(client: FlaskClient, language: str) -> _Page:
    parsed = _Page()
    parsed.feed(client.get(f"/docs?lang={language}").text)
    return parsed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_describes_every_operation_in_its_language(
    client: FlaskClient, contract: dict[str, Any], language: str
) -> None:
    found = page(client, language)

    operations = {
        operation["operationId"] for methods in contract["paths"].values() for operation in methods.values()
    }
    assert found.language == language
    assert operations <= set(found.ids)


def test_a_command_for_players_has_a_token_and_names_the_game(client: FlaskClient) -> None:
    text = html.unescape(client.get("/docs?lang=en").text)

    assert 'curl http://localhost/v1/games/$GAME/moves \\\n  -H "Authorization: Bearer $TOKEN" \\\n' in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_no_dead_link_and_no_id_twice(client: FlaskClient, language: str) -> None:
    found = page(client, language)

    assert [link for link in found.links if link.startswith("#") and link[1:] not in found.ids] == []
    assert len(found.ids) == len(set(found.ids))


def test_long_words_of_the_documentation_break_on_a_narrow_screen(client: FlaskClient) -> None:
    with client.get("/docs/static/reference.css") as style:
        body = re.search(r"^body \{([^}]*)\}", style.get_data(as_text=True), re.MULTILINE)

    assert body is not None
    assert "overflow-wrap: break-word;" in body[1]


def test_the_page_loads_nothing_from_elsewhere(client: FlaskClient) -> None:
    sources = page(client, "de").sources

    assert sources
    for source in sources:
        with client.get(source) as response:
            assert response.status_code == 200
    assert "default-src 'none'" in client.get("/docs").headers["Content-Security-Policy"]


def test_the_page_speaks_the_language_of_the_browser_and_german_to_others(client: FlaskClient) -> None:
    def language(accepted: str) -> str:
        return client.get("/docs", headers={"Accept-Language": accepted}).headers["Content-Language"]

    assert [language("en-GB,de;q=0.5"), language("de"), language("fr")] == ["en", "de", "de"]


def test_the_start_leads_to_the_page(client: FlaskClient) -> None:
    response = client.get("/")

    assert (response.status_code, response.location) == (302, "/docs")
