"""`/docs` and `/`: the page, made once per language and address of the server."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from apiflask import APIBlueprint
from flask import Response, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from gateway.problems import Place, Problem
from gateway.reference.outline import LANGUAGES, outline

_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"


def addresses() -> APIBlueprint:
    pages = APIBlueprint(
        "reference",
        __name__,
        enable_openapi=False,
        template_folder=".",
        static_folder="static",
        static_url_path="/docs/static",
    )

    @pages.get("/")
    def home() -> AnyResponse:
        return redirect(url_for("reference.docs"))

    @pages.get("/docs")
    def docs() -> Response:
        asked = request.args.get("lang")
        if asked is not None and asked not in LANGUAGES:
            problem = "the languages are " + ", ".join(LANGUAGES)
            raise Problem("invalid_field", problem, (Place(parameter="lang", detail=problem),))
        language = asked or _accepted()
        response = Response(
            _page(language, request.host_url.rstrip("/")), content_type="text/html; charset=utf-8"
        )
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["Content-Language"] = language
        response.headers["Vary"] = "Accept-Language"
        return response

    return pages


def _accepted() -> str:
    """The first language of the browser that the page speaks, whatever the region."""
    wanted = (tag.partition("-")[0].lower() for tag, _ in request.accept_languages)
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


def _page(language: str, server: str) -> str:
    spec: dict[str, Any] = current_app.spec  # type: ignore[attr-defined]  # the application is an APIFlask
    return render_template("reference.html", **outline(spec, _worked(), language, server))


@cache
def _worked() -> dict[str, dict[str, Any]]:
    """Real answers to the examples, by operation and example; a test asks for them again."""
    answers: dict[str, dict[str, Any]] = json.loads(
        files("gateway.reference").joinpath("worked.json").read_text()
    )
    return answers
