"""The OpenAPI document: what APIFlask finds in the routes, completed with what it cannot know.

    @api.post("/moves:validate")
    @api.input(ValidateBody, arg_name="body")
    @api.output(VerdictAnswer)
    @api.doc(**described("validateMove", tag, summary, text, examples=…))

Errors that every address may give are added here and not at each route.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

from apiflask import APIFlask
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from gateway import (
    answers,
    answers_analyses,
    answers_events,
    answers_games,
    answers_history,
    answers_players,
    answers_rooms,
    answers_rulesets,
    bodies,
    bodies_analyses,
    bodies_games,
    bodies_rooms,
    bodies_table,
    bodies_time,
)
from gateway.kinds import KINDS, REFUSALS, Kind
from gateway.wording import GERMAN, Wording

_PROBLEM = {"$ref": "#/components/schemas/ProblemAnswer"}

DESCRIPTION = Wording(
    en="Rules of the draughts family and of Reversi: which moves are legal, what follows from them, and why a move "
    "is refused; no account is needed for that. And games, against an engine or against each other: become a guest "
    "with `POST /v1/guests`, send the token along as `Authorization: Bearer …`, make a game and play. Squares are "
    "numbers counted row by row from the top left, as White sees the board; moves are written in the rule set's own "
    "notation. A question that gets an answer has status 200, also when the answer is no. Errors are problems by "
    "RFC 9457 with a stable `code`.",
    de="Die Regeln der Damespiele und von Reversi: welche Züge erlaubt sind, was aus ihnen folgt und warum ein Zug "
    "verweigert wird; dafür ist kein Konto nötig. Und Partien, gegen den Computer oder gegeneinander: mit "
    "`POST /v1/guests` Gast werden, das Token als `Authorization: Bearer …` mitschicken, eine Partie eröffnen und "
    "ziehen. Felder sind Nummern, Reihe für Reihe von links oben, wie Weiß das Brett sieht; Züge stehen in der "
    "Notation des Regelwerks. Eine beantwortete Frage hat den Status 200, auch wenn die Antwort nein ist. Fehler sind "
    "Problemberichte nach RFC 9457 mit festem `code`.",
)


Examples: TypeAlias = Mapping[str, tuple[Wording, Mapping[str, Any]]]
"""Bodies by name, each with what it shows."""

_OF_QUESTIONS = (
    "unknown_ruleset",
    "unknown_option",
    "invalid_fen",
    "invalid_rule_state",
    "history_mismatch",
    "lots_needed",
    "invalid_lots",
    "too_many_moves",
)
_OF_ADDRESSED_RULESETS = ("unknown_option", "ruleset_not_found", "invalid_field")


def described(
    operation_id: str,
    tag: Wording,
    summary: Wording,
    text: Wording,
    *,
    examples: Examples | None = None,
    curl: str | None = None,
    takes_options: bool = False,
    for_players: bool = False,
    ignores_tokens: bool = False,
    query: type[BaseModel] | None = None,
    media_type: str | None = None,
    refuses_moves: bool = False,
    problems: Collection[str] | None = None,
) -> dict[str, Any]:
    """What the contract says about a view, as arguments of `api.doc`.

    An address without a body has one worth trying, `curl`. `takes_options`: the address may name
    options of the rule set. `for_players`: it needs a token; `ignores_tokens`: whatever token comes along, nobody
    looks at it. `media_type`: of an answer that is not JSON. `problems` are the codes of its own; without them it is a question about rules.
    """
    extensions: dict[str, Any] = {
        "x-summary-de": summary.de,
        "x-tag-de": tag.de,
        GERMAN: text.de,
        _OWN: {
            "security": None if ignores_tokens else [_BY_TOKEN] if for_players else [{}, _BY_TOKEN],
            "takes_options": takes_options,
            "query": query,
            "media_type": media_type,
            "problems": problems,
        },
    }
    if curl is not None:
        extensions["x-curl"] = curl
    if refuses_moves:
        extensions["x-refuses-moves"] = True
    if examples is not None:
        extensions[_EXAMPLES] = {
            name: {"summary": said.en, GERMAN: said.de, "value": value}
            for name, (said, value) in examples.items()
        }
    return {
        "summary": summary.en,
        "description": text.en,
        "tags": [tag.en],
        "operation_id": operation_id,
        "extensions": extensions,
    }


SECURITY = "player"
_BY_TOKEN: dict[str, list[str]] = {SECURITY: []}
_SECURITY_SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "JWT",
    "description": "A player's token, as `POST /v1/guests` gives it.",
    GERMAN: "Das Token eines Spielers, wie `POST /v1/guests` es gibt.",
}
_OWN = "x-own"
_EXAMPLES = "x-examples"


def complete(app: APIFlask, elsewhere: Mapping[str, Any] | None = None) -> None:
    """Have `/openapi.json` filled up when it is first asked for; `elsewhere` has the paths of other processes."""
    app.config.update(
        DESCRIPTION=DESCRIPTION.en,
        AUTO_VALIDATION_ERROR_RESPONSE=False,
        AUTO_AUTH_ERROR_RESPONSE=False,
        AUTO_404_RESPONSE=False,
        AUTO_OPERATION_SUMMARY=False,
        AUTO_OPERATION_DESCRIPTION=False,
        AUTO_SERVERS=False,
        AUTO_TAGS=False,
    )

    @app.spec_processor
    def fill(spec: dict[str, Any] | str) -> dict[str, Any] | str:
        assert isinstance(spec, dict), "SPEC_FORMAT is json"
        spec["info"][GERMAN] = DESCRIPTION.de
        spec["components"] = {"schemas": _schemas(), "securitySchemes": {SECURITY: _SECURITY_SCHEME}}
        for operations in spec["paths"].values():
            for operation in operations.values():
                _fill(operation)
        spec["paths"].update(elsewhere or {})
        spec["x-problems"] = _explained(KINDS)
        spec["x-refusals"] = _explained(REFUSALS)
        return spec


def _explained(kinds: Mapping[str, Kind]) -> dict[str, Any]:
    return {
        code: {"status": int(kind.status), "title": kind.title.en, GERMAN: kind.title.de}
        for code, kind in kinds.items()
    }


def _schemas() -> dict[str, Any]:
    models = [
        model
        for module in (
            bodies,
            bodies_games,
            bodies_table,
            bodies_time,
            bodies_rooms,
            bodies_analyses,
            answers,
            answers_rulesets,
            answers_games,
            answers_history,
            answers_players,
            answers_events,
            answers_rooms,
            answers_analyses,
        )
        for model in vars(module).values()
        if isinstance(model, type)
        and issubclass(model, BaseModel)
        and model.__module__ == module.__name__
        and not model.__name__.endswith("Query")
    ]
    _, schema = models_json_schema(
        [(model, "validation") for model in models], ref_template="#/components/schemas/{model}"
    )
    shown = {name: each for name, each in schema["$defs"].items() if name not in _PARENTS}
    return {name: _without_titles(each) for name, each in sorted(shown.items())}


_PARENTS = {"BaseModel", "Body", "Answer", "OfRuleset", "_OfPosition"}


def _without_titles(schema: Any) -> Any:
    """Pydantic titles each field with its own name, which tells nobody anything."""
    if isinstance(schema, list):
        return [_without_titles(item) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {
        key: _without_titles(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str))
    }


def _fill(operation: dict[str, Any]) -> None:
    own = operation.pop(_OWN)
    if own["security"] is not None:
        operation["security"] = own["security"]
    takes_key = bool(operation.get("parameters")) or own["takes_options"]
    parameters = [IN_PATH[parameter["name"]] for parameter in operation.get("parameters", ())]
    if own["takes_options"]:
        parameters.append(_OPTIONS)
    if own["query"] is not None:
        parameters += in_query(own["query"])
    if parameters:
        operation["parameters"] = parameters
    if own["media_type"] is not None:
        (answer,) = operation["responses"].values()
        answer["content"] = {own["media_type"]: answer["content"]["application/json"]}
    _add_examples(operation)
    codes: set[str] = set(own["problems"] or ())
    if own["problems"] is None:
        codes |= set(_OF_QUESTIONS if "requestBody" in operation else ())
        codes |= set(_OF_ADDRESSED_RULESETS if takes_key else ())
    if own["query"] is not None:
        codes.add("invalid_field")
    add_problems(operation, codes)


def _path_parameter(name: str, said: Wording, example: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": said.en,
        GERMAN: said.de,
        "example": example,
        "schema": {"type": "string"},
    }


IN_PATH = {
    "key": _path_parameter(
        "key", Wording(en="The rule set's key.", de="Der Schlüssel des Regelwerks."), "battledame"
    ),
    "game_id": _path_parameter(
        "game_id",
        Wording(en="The game's id.", de="Die Kennung der Partie."),
        "01920a3b-5c4d-7e6f-8a9b-0c1d2e3f4a5b",
    ),
    "analysis_id": _path_parameter(
        "analysis_id",
        Wording(en="The analysis's id.", de="Die Kennung der Analyse."),
        "5f0c1d9a-7e42-4b6e-9c3f-2a81d4e7b605",
    ),
    "ply": _path_parameter(
        "ply",
        Wording(en="The ply's number; 0 is the start.", de="Die Nummer des Halbzugs; 0 ist der Anfang."),
        "0",
    ),
    "room_id": _path_parameter(
        "room_id",
        Wording(
            en="`lobby`, `game:` with a game's id, or the id of a private room.",
            de="`lobby`, `game:` mit der Kennung einer Partie, oder die Kennung eines privaten Raums.",
        ),
        "lobby",
    ),
    "message_id": _path_parameter(
        "message_id",
        Wording(en="The message's number in its room.", de="Die Nummer der Nachricht in ihrem Raum."),
        "17",
    ),
    "player_id": _path_parameter(
        "player_id",
        Wording(en="The player's id.", de="Die Kennung des Spielers."),
        "b1f7e0c2-9d3a-4c55-8f21-6a0e4d7c9b38",
    ),
}
_OPTIONS = {
    "name": "options",
    "in": "query",
    "description": "Options of the rule set, each as a parameter of its own: `?capture=maximum&goal=anti`.",
    GERMAN: "Optionen des Regelwerks, jede als eigener Parameter: `?capture=maximum&goal=anti`.",
    "style": "form",
    "explode": True,
    "schema": {"type": "object", "additionalProperties": {"type": "string"}},
}


def in_query(model: type[BaseModel]) -> Iterator[dict[str, Any]]:
    """The parameters of an address, as a model says them."""
    for name, schema in _without_titles(model.model_json_schema())["properties"].items():
        english, german = schema.pop("description"), schema.pop(GERMAN)
        yield {"name": name, "in": "query", "description": english, GERMAN: german, "schema": schema}


def _add_examples(operation: dict[str, Any]) -> None:
    examples = operation.pop(_EXAMPLES, None)
    if examples is not None:
        body = operation["requestBody"]
        body["content"]["application/json"]["examples"] = examples
        body["required"] = operation["operationId"] not in _WITHOUT_NEED


_WITHOUT_NEED = {"createGuest", "joinGame"}


def add_problems(operation: dict[str, Any], own: Collection[str]) -> None:
    """The codes of an operation: its own, and those that its form brings with it."""
    codes = {*own, *_ANYWHERE}
    if "requestBody" in operation:
        codes |= _IN_BODIES
    if security := operation.get("security"):
        codes |= _OF_TOKENS - (set() if {} not in security else {"token_missing"})
    found: dict[str, list[str]] = {}
    for code, kind in KINDS.items():
        if code in codes:
            found.setdefault(str(int(kind.status)), []).append(code)
    if operation.get("x-refuses-moves"):
        (status,) = {str(int(kind.status)) for kind in REFUSALS.values()}
        found.setdefault(status, [])
    for status, listed in sorted(found.items()):
        names = [f"`{code}`" for code in listed] or ["the rule that refuses the move, see `x-refusals`"]
        operation["responses"][status] = {
            "description": "Problem: " + ", ".join(names),
            "content": {"application/problem+json": {"schema": _PROBLEM}},
            "x-codes": listed,
        }


_ANYWHERE = {"internal", "unavailable", "too_many_requests"}
_IN_BODIES = {"malformed_request", "invalid_field", "bad_request", "body_too_large", "unsupported_media_type"}
_OF_TOKENS = {"token_missing", "token_expired", "token_invalid", "wrong_audience", "forbidden"}
