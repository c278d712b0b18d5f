"""JSON answers."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response
from pydantic_core import to_json

from gateway.shapes import Json


def reply(
    value: Json,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    max_age_s: int | None = None,
) -> Response:
    """An answer with this value; `max_age_s` lets caches keep it."""
    response = Response(to_json(value), status=status, content_type="application/json")
    if headers:
        response.headers.extend(headers)
    if max_age_s is not None:
        response.headers["Cache-Control"] = f"public, max-age={max_age_s}"
    return response
