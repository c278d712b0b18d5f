"""`/healthz`, `/readyz`, `/v1/meta`: for those who run and discover the server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from apiflask import APIBlueprint
from flask import Response

from gateway import bodies
from gateway.answers import MetaAnswer, StatusAnswer
from gateway.contract import described
from gateway.problems import Problem
from gateway.replying import reply
from gateway.settings import GatewaySettings
from gateway.wording import Wording

Probe: TypeAlias = Callable[[], bool]
"""Whether a part answers; raises nothing, and takes a second at most."""

_OPERATION = Wording(en="Operation", de="Betrieb")


def addresses(parts: Mapping[str, Probe], settings: GatewaySettings, version: str) -> APIBlueprint:
    """`parts` are what the gateway needs, by name."""
    api = APIBlueprint("operations", __name__)

    @api.get("/healthz")
    @api.output(StatusAnswer)
    @api.doc(
        **described(
            "getHealth",
            _OPERATION,
            Wording(en="Is it alive?", de="Lebt er?"),
            Wording(en="200 while the process answers.", de="200, solange der Prozess antwortet."),
            curl="/healthz",
            ignores_tokens=True,
        )
    )
    def healthz() -> Response:
        return reply({"status": "ok"})

    @api.get("/readyz")
    @api.output(StatusAnswer)
    @api.doc(
        **described(
            "getReadiness",
            _OPERATION,
            Wording(en="Can it work?", de="Kann er arbeiten?"),
            Wording(
                en="200 while every part that the gateway needs can be reached, else 503.",
                de="200, solange jeder Teil erreichbar ist, den das Gateway braucht, sonst 503.",
            ),
            curl="/readyz",
            ignores_tokens=True,
        )
    )
    def readyz() -> Response:
        missing = [name for name, is_ready in parts.items() if not is_ready()]
        if missing:
            raise Problem("unavailable", f"no answer from {', '.join(missing)}")
        return reply({"status": "ready"})

    @api.get("/v1/meta")
    @api.output(MetaAnswer)
    @api.doc(
        **described(
            "getMeta",
            _OPERATION,
            Wording(en="What is this?", de="Was ist das hier?"),
            Wording(
                en="The server's version, its languages, and how much a request may hold.",
                de="Die Version des Servers, seine Sprachen, und wie viel eine Anfrage enthalten darf.",
            ),
            curl="/v1/meta",
            ignores_tokens=True,
        )
    )
    def meta() -> Response:
        return reply(
            {
                "name": "brettwerk",
                "version": version,
                "api_versions": ["v1"],
                "languages": ["de", "en"],
                "stream_url": settings.shown_stream_url,
                "limits": {
                    "body_bytes": settings.body_bytes,
                    "batch_items": bodies.MAX_ITEMS,
                    "move_chars": bodies.MAX_MOVE_CHARS,
                    "history_plies": bodies.MAX_PLIES,
                },
            }
        )

    return api
