"""`/v1/guests`, `/v1/players…`, `/v1/personas`: who plays."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from apiflask import APIBlueprint
from flask import Response, request

from gateway import callers
from gateway.answers_players import GuestAnswer, PersonasAnswer, PlayerAnswer, RecordAnswer
from gateway.bodies_games import GuestBody
from gateway.clients_games import EnginesClient, RecordsClient
from gateway.contract import described
from gateway.kinds import KINDS
from gateway.limits import Buckets
from gateway.players import InvalidName, Players
from gateway.problems import Problem
from gateway.replying import reply
from gateway.wording import Wording

_PLAYERS = Wording(en="Players", de="Spieler")


def guests(players: Players, buckets: Buckets) -> APIBlueprint:
    """Where one becomes a player."""
    api = APIBlueprint("guests", __name__, url_prefix="/v1")

    @api.post("/guests")
    @api.input(GuestBody, arg_name="body")
    @api.output(GuestAnswer, status_code=201)
    @api.doc(
        **described(
            "createGuest",
            _PLAYERS,
            Wording(en="Become a guest", de="Gast werden"),
            Wording(
                en="A player without an account, and a token for a day, which everything about games needs. The body may "
                "be left out.",
                de="Ein Spieler ohne Konto und ein Token für einen Tag, das alles braucht, was mit Partien zu tun hat. "
                "Der Rumpf darf fehlen.",
            ),
            examples={"named": (Wording(en="With a name", de="Mit Namen"), {"name": "Anna"})},
            ignores_tokens=True,
            problems=(),
        )
    )
    def create_guest(body: GuestBody) -> Response:
        wait_s = buckets.take(request.remote_addr or "", time.monotonic())
        if wait_s:
            raise Problem("too_many_requests", KINDS["too_many_requests"].title.en, retry_after_s=wait_s)
        try:
            player_id, name, shown = players.make_guest(body.name)
        except InvalidName as error:
            raise Problem.of_field("/name", str(error)) from None
        guest = {
            "player_id": player_id,
            "token": shown.token,
            "expires_time": _written(datetime.fromtimestamp(shown.expires_s, UTC)),
            "name": name,
        }
        return reply(guest, status=201, headers={"Cache-Control": "no-store"})

    return api


def addresses(players: Players, records: RecordsClient) -> APIBlueprint:
    """What players may know of themselves."""
    api = APIBlueprint("players", __name__, url_prefix="/v1/players")
    api.before_request(callers.require_player)

    @api.get("/me")
    @api.output(PlayerAnswer)
    @api.doc(
        **described(
            "getMe",
            _PLAYERS,
            Wording(en="Who am I?", de="Wer bin ich?"),
            Wording(en="The player whose token is sent.", de="Der Spieler, dessen Token mitkommt."),
            for_players=True,
            curl="/v1/players/me",
            problems=("unknown_player",),
        )
    )
    def get_me() -> Response:
        caller = callers.player()
        found = players.get(caller.id, caller.tenant_id)
        if found is None:
            raise Problem("unknown_player", KINDS["unknown_player"].title.en)
        me = {
            "player_id": found.player_id,
            "name": found.name,
            "kind": found.kind,
            "create_time": _written(found.create_time),
        }
        return reply(me)

    @api.get("/me/record")
    @api.output(RecordAnswer)
    @api.doc(
        **described(
            "getMyRecord",
            _PLAYERS,
            Wording(en="How did my games end?", de="Wie gingen meine Partien aus?"),
            Wording(
                en="Games won, drawn and lost by rule set. A game counts some moments after its end.",
                de="Gewonnene, remis gespielte und verlorene Partien nach Regelwerk. Eine Partie zählt kurz nach ihrem "
                "Ende.",
            ),
            for_players=True,
            curl="/v1/players/me/record",
            problems=(),
        )
    )
    def get_my_record() -> Response:
        return reply(records.record(callers.player().id))

    return api


def personas(engines: EnginesClient) -> APIBlueprint:
    """Whom one may play against."""
    api = APIBlueprint("personas", __name__, url_prefix="/v1")

    @api.get("/personas")
    @api.output(PersonasAnswer)
    @api.doc(
        **described(
            "listPersonas",
            _PLAYERS,
            Wording(en="Engines to play against", de="Computergegner"),
            Wording(
                en="Every engine with its character, from weak to strong; its key is what a seat asks for.",
                de="Jeder Computergegner mit seinem Wesen, von schwach bis stark; sein Schlüssel steht beim Platz.",
            ),
            curl="/v1/personas",
            problems=(),
        )
    )
    def list_personas() -> Response:
        return reply(engines.personas())

    return api


def _written(time: datetime) -> str:
    return time.astimezone(UTC).isoformat().replace("+00:00", "Z")
