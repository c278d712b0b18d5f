"""Asks a running server for the answers that the page shows: `python -m gateway.reference.worked URL >worked.json`."""

from __future__ import annotations

import json
import sys
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Ask: TypeAlias = Callable[[str, str, Any], Any]
"""Method, path and body of a request to its answer."""


def work(spec: Mapping[str, Any], ask: Ask) -> dict[str, dict[str, Any]]:
    """The answers to the examples of an OpenAPI document, by operation and example.

    Long lists of whole rule sets are left out.
    """
    answers: dict[str, dict[str, Any]] = {}
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            name = operation["operationId"]
            if operation["tags"][0] in _ANSWERED_ANEW:
                continue
            bodies = (
                operation.get("requestBody", {})
                .get("content", {})
                .get("application/json", {})
                .get("examples", {})
            )
            found = {example: ask(method.upper(), path, each["value"]) for example, each in bodies.items()}
            if name in _WITHOUT_BODY:
                found[""] = ask(method.upper(), operation["x-curl"], None)
            if found:
                answers[name] = found
    return answers


_ANSWERED_ANEW = {"Analyses", "Players", "Playing", "Rooms and chat"}
"""What changes the world, or needs somebody's token: no two answers are the same."""
_WITHOUT_BODY = {"getInitialPosition", "getMeta", "getHealth", "getReadiness"}


def main() -> None:
    server = sys.argv[1].rstrip("/")

    def ask(method: str, path: str, body: Any) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(server + path, data, headers, method=method)  # noqa: S310  the address is ours
        with urllib.request.urlopen(request) as answer:  # noqa: S310  same
            return json.load(answer)

    answers = work(ask("GET", "/openapi.json", None), ask)
    json.dump(answers, sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
