"""What the page shows, taken from the OpenAPI document in one language."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

from gateway.wording import GERMAN

LANGUAGES = ("de", "en")

Schema: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A field in a table."""

    name: str
    type: str
    links: tuple[str, ...]
    """Schemas that the type mentions, which have a section of their own."""
    is_required: bool
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    title: str
    command: str
    answer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    id: str
    method: str
    path: str
    tag: str
    summary: str
    text: str
    parameters: tuple[Row, ...]
    body: tuple[Row, ...]
    answer: str
    """The schema of the answer."""
    problems: tuple[str, ...]
    refuses_moves: bool
    for_players: bool
    examples: tuple[Example, ...]


def outline(
    spec: Schema, worked: Mapping[str, Mapping[str, Any]], language: str, server: str
) -> dict[str, Any]:
    """The variables of the template. `worked` has answers to the examples; `server` is the address in commands."""
    schemas = spec["components"]["schemas"]
    found = [
        (path, method, operation)
        for path, methods in spec["paths"].items()
        for method, operation in methods.items()
    ]
    found.sort(key=lambda each: (_TAGS.index(each[2]["tags"][0]), each[2]["operationId"] != _FIRST))
    operations = [
        _operation(path, method, operation, schemas, worked, language, server)
        for path, method, operation in found
    ]
    return {
        "language": language,
        "languages": LANGUAGES,
        "words": {key: texts[language] for key, texts in _WORDS.items()},
        "title": spec["info"]["title"],
        "version": spec["info"]["version"],
        "text": _said(spec["info"], language),
        "groups": [
            (tag, list(group)) for tag, group in groupby(operations, key=lambda operation: operation.tag)
        ],
        "shapes": [
            (name, _said(schema, language), tuple(_rows(schema, schemas, language)))
            for name, schema in schemas.items()
            if not name.endswith("Body")
        ],
        "problems": _explained(spec["x-problems"], language),
        "refusals": _explained(spec["x-refusals"], language),
    }


def _explained(kinds: Schema, language: str) -> list[tuple[str, int, str]]:
    return [
        (code, kind["status"], kind[GERMAN] if language == "de" else kind["title"])
        for code, kind in kinds.items()
    ]


_TAGS = [
    "Moves",
    "Games",
    "Notation",
    "Rule sets",
    "Analyses",
    "Players",
    "Playing",
    "Rooms and chat",
    "Operation",
]
_FIRST = "validateMove"

_WORDS = {
    "answer": {"de": "Antwort", "en": "Answer"},
    "body": {"de": "Rumpf", "en": "Body"},
    "contents": {"de": "Inhalt", "en": "Contents"},
    "errors": {"de": "Fehler", "en": "Errors"},
    "errors_text": {
        "de": "Jeder Fehler ist ein `application/problem+json` mit `code`, `detail` und `errors`; jeder Eintrag dort "
        "hat einen `pointer` in den Rumpf oder den Namen eines Parameters der Adresse.",
        "en": "Every error is `application/problem+json` with `code`, `detail` and `errors`; each entry there has a "
        "`pointer` into the body or names a parameter of the address.",
    },
    "example": {"de": "Beispiel", "en": "Example"},
    "field": {"de": "Feld", "en": "Field"},
    "language": {"de": "English", "en": "Deutsch"},
    "meaning": {"de": "Bedeutung", "en": "Meaning"},
    "parameters": {"de": "Adresse", "en": "Address"},
    "refusals": {"de": "Verweigerte Züge", "en": "Refused moves"},
    "refusals_text": {
        "de": "In einer Partie ist ein verweigerter Zug ein solcher Fehler: `code` ist die Regel, gegen die er verstößt, "
        "und `candidates` nennt, was stattdessen erlaubt ist. `moves:validate` nennt dieselben Wörter als `reason`.",
        "en": "In a game a refused move is such an error: `code` is the rule that it breaks, and `candidates` says what is "
        "legal instead. `moves:validate` has the same words as `reason`.",
    },
    "required": {"de": "nötig", "en": "required"},
    "shapes": {"de": "Formen der Antworten", "en": "Shapes of the answers"},
    "skip": {"de": "Zum Inhalt springen", "en": "Skip to the content"},
    "status": {"de": "Status", "en": "Status"},
    "token": {
        "de": "Braucht das Token eines Spielers.",
        "en": "Needs a player's token.",
    },
    "type": {"de": "Typ", "en": "Type"},
}


def _operation(
    path: str,
    method: str,
    operation: Schema,
    schemas: Mapping[str, Schema],
    worked: Mapping[str, Mapping[str, Any]],
    language: str,
    server: str,
) -> Operation:
    german = language == "de"
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    (answer,) = (
        response["content"] for status, response in operation["responses"].items() if status.startswith("2")
    )
    (described,) = answer.values()
    answers = worked.get(operation["operationId"], {})
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        tag=operation["x-tag-de"] if german else operation["tags"][0],
        summary=operation["x-summary-de"] if german else operation["summary"],
        text=_said(operation, language),
        parameters=tuple(_parameter(each, schemas, language) for each in operation.get("parameters", ())),
        body=tuple(_rows(_resolved(body["schema"], schemas), schemas, language)) if body else (),
        answer=_name(described["schema"]),
        problems=tuple(
            code for response in operation["responses"].values() for code in response.get("x-codes", ())
        ),
        refuses_moves=operation.get("x-refuses-moves", False),
        for_players=needs_token(operation),
        examples=tuple(_examples(path, operation, body.get("examples", {}), answers, language, server)),
    )


def needs_token(operation: Schema) -> bool:
    security = operation.get("security", ())
    return bool(security) and {} not in security


def _examples(
    path: str,
    operation: Schema,
    bodies: Mapping[str, Any],
    answers: Mapping[str, Any],
    language: str,
    server: str,
) -> Iterator[Example]:
    token = ' \\\n  -H "Authorization: Bearer $TOKEN"' if needs_token(operation) else ""
    if "x-curl" in operation:
        command = f"curl {shlex.quote(server + operation['x-curl'])}{token}"
        yield Example(title="", command=command, answer=_shown(answers, ""))
    for name, example in bodies.items():
        sent = json.dumps(example["value"], ensure_ascii=False)
        address = server + _IN_BRACES.sub(_variable, path)  # braces are curl's own
        command = (
            f"curl {address}{token} \\\n  -H 'Content-Type: application/json' \\\n  -d {shlex.quote(sent)}"
        )
        title = example[GERMAN] if language == "de" else example["summary"]
        yield Example(title=title, command=command, answer=_shown(answers, name))


_IN_BRACES = re.compile(r"\{(\w+?)(?:_id)?\}")


def _variable(named: re.Match[str]) -> str:
    """What stands for a part of an address in a command: `$GAME` for the id of a game."""
    return f"${named[1].upper()}"


def _shown(answers: Mapping[str, Any], name: str) -> str | None:
    if name not in answers:
        return None
    text = json.dumps(answers[name], ensure_ascii=False, indent=2)
    return _PLAIN_LIST.sub(lambda match: f"[{_BREAK.sub(', ', match[1])}]", text)


_PLAIN_LIST = re.compile(r"\[\n\s+([^\[\]{}]*?)\n\s*\]")
"""A list of numbers or words over several lines, which reads better in one."""
_BREAK = re.compile(r",\n\s+")


def _parameter(parameter: Schema, schemas: Mapping[str, Schema], language: str) -> Row:
    return Row(
        name=parameter["name"],
        type=_type(parameter["schema"], schemas)[0],
        links=(),
        is_required=parameter.get("required", False),
        text=_said(parameter, language),
    )


def _rows(schema: Schema, schemas: Mapping[str, Schema], language: str) -> Iterator[Row]:
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        shown, links = _type(field, schemas)
        yield Row(
            name=name,
            type=shown,
            links=tuple(links),
            is_required=name in required,
            text=_said(field, language),
        )
    for option in schema.get("oneOf", ()):
        name = _name(option)
        yield Row(name=name, type=name, links=(name,), is_required=False, text=_said(schemas[name], language))


def _type(schema: Schema, schemas: Mapping[str, Schema]) -> tuple[str, list[str]]:
    """How a field's type reads, and the schemas it mentions."""
    match schema:
        case {"$ref": _}:
            name = _name(schema)
            text, links = name, [name]
        case {"const": value}:
            text, links = json.dumps(value), []
        case {"enum": values}:
            text, links = " | ".join(json.dumps(value) for value in values), []
        case {"anyOf": kinds} | {"oneOf": kinds}:
            shown = [_type(kind, schemas) for kind in kinds]
            text, links = " | ".join(one for one, _ in shown), [link for _, some in shown for link in some]
        case {"type": "array", "items": inner}:
            one, links = _type(inner, schemas)
            text = f"[{one}]"
        case {"type": "object", "additionalProperties": dict(inner)}:
            one, links = _type(inner, schemas)
            text = f"{{name: {one}}}"
        case {"format": "byte"}:
            text, links = "base64", []
        case _:
            text, links = str(schema.get("type", "…")), []
    return text, links


def _resolved(schema: Schema, schemas: Mapping[str, Schema]) -> Schema:
    return schemas[_name(schema)] if "$ref" in schema else schema


def _name(schema: Schema) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _said(thing: Schema, language: str) -> str:
    english = str(thing.get("description", ""))
    return str(thing.get(GERMAN, english)) if language == "de" else english
