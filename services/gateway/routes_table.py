"""`/v1/games…`: games at the table. Only players may ask, and each sees what his token lets him see."""

from __future__ import annotations

from typing import Any

from apiflask import APIBlueprint
from flask import Response, request

from gateway import callers, idempotency
from gateway.answers_games import (
    EventsAnswer,
    Game,
    GameMovesAnswer,
    GamesAnswer,
    MoveAnswer,
    PdnAnswer,
)
from gateway.bodies_games import (
    CreateGameBody,
    EventsQuery,
    ExportQuery,
    LegalMovesQuery,
    PlayMoveBody,
)
from gateway.bodies_table import GamesQuery, JoinGameBody
from gateway.clients_games import GamesClient, topic
from gateway.contract import described
from gateway.reading import asked
from gateway.replying import reply
from gateway.waiting import Waiting
from gateway.wording import Wording

_TABLE = Wording(en="Playing", de="Spielen")

_IN_GAME = ("unknown_game",)
_CREATED: dict[str, Any] = {
    "ruleset": "battledame",
    "options": {"capture": "maximum"},
    "white": "me",
    "black": {"persona": "mittel"},
    "time_control": {"kind": "fischer", "base_ms": 180_000, "increment_ms": 2_000},
}


def addresses(games: GamesClient, waiting: Waiting) -> APIBlueprint:
    api = APIBlueprint("table", __name__, url_prefix="/v1/games")
    api.before_request(callers.require_player)

    @api.post("")
    @api.input(CreateGameBody, arg_name="body")
    @api.output(Game, status_code=201)
    @api.doc(
        **described(
            "createGame",
            _TABLE,
            Wording(en="Make a game", de="Eine Partie eröffnen"),
            Wording(
                en="Against an engine it starts at once; with an `open` seat it waits until somebody joins. With a "
                "header `Idempotency-Key` of up to 64 characters the same request gives the same game again for a day, "
                "as it stands then, with the header `Idempotency-Replayed: true`.",
                de="Gegen einen Computergegner beginnt sie sofort; mit einem Platz `open` wartet sie, bis jemand "
                "dazukommt. Mit einem Header `Idempotency-Key` von bis zu 64 Zeichen ergibt dieselbe Anfrage einen Tag "
                "lang dieselbe Partie, wie sie dann steht, mit dem Header `Idempotency-Replayed: true`.",
            ),
            examples={
                "engine": (Wording(en="Against the engine", de="Gegen den Computer"), _CREATED),
                "open": (
                    Wording(en="Against whoever joins", de="Gegen den, der dazukommt"),
                    {
                        "ruleset": "othello",
                        "white": "open",
                        "black": "me",
                        "time_control": {"kind": "correspondence", "days": 3},
                        "flags": ["no_takeback"],
                    },
                ),
                "one_device": (
                    Wording(en="Two on one device", de="Zu zweit auf einem Gerät"),
                    {"ruleset": "table-turkish", "white": "me", "black": "me"},
                ),
            },
            for_players=True,
            problems=("unknown_ruleset", "unknown_option", "unknown_persona", "request_id_reused"),
        )
    )
    def create_game(body: CreateGameBody) -> Response:
        game, replayed = games.create(body, idempotency.key())
        headers = {"Location": f"{request.path}/{game['id']}", **(idempotency.REPLAYED if replayed else {})}
        return reply(game, status=201, headers=headers)

    @api.get("")
    @api.output(GamesAnswer)
    @api.doc(
        **described(
            "listGames",
            _TABLE,
            Wording(en="Which games are there?", de="Welche Partien gibt es?"),
            Wording(
                en="Those that the one who asks may see, the newest first: his own with `player=me`, those that are being "
                "played now with `status=running`.",
                de="Die, die sehen darf, wer fragt, die neuesten zuerst: die eigenen mit `player=me`, die gerade laufenden "
                "mit `status=running`.",
            ),
            for_players=True,
            query=GamesQuery,
            curl="/v1/games?status=running",
            problems=("invalid_page_token",),
        )
    )
    def list_games() -> Response:
        return reply(games.find(asked(request, GamesQuery)))

    @api.get("/<game_id>")
    @api.output(Game)
    @api.doc(
        **described(
            "getGame",
            _TABLE,
            Wording(en="Look at a game", de="Eine Partie ansehen"),
            Wording(
                en="While it waits, its maker alone sees it; once it runs, everybody does, if it is not private. What one "
                "side keeps secret is left out for all others.",
                de="Solange sie wartet, sieht sie nur, wer sie eröffnet hat; wenn sie läuft, sehen sie alle, wenn sie nicht "
                "privat ist. Was eine Seite geheim hält, fehlt für alle anderen.",
            ),
            for_players=True,
            problems=_IN_GAME,
        )
    )
    def get_game(game_id: str) -> Response:
        return reply(games.get(game_id))

    # With its type named: APIFlask takes a colon behind the brackets for one inside.
    @api.post("/<string:game_id>:join")
    @api.input(JoinGameBody, arg_name="body")
    @api.output(Game)
    @api.doc(
        **described(
            "joinGame",
            _TABLE,
            Wording(en="Take the open seat", de="Den freien Platz nehmen"),
            Wording(
                en="White's first if both are open; with the last one the clock starts. Asking again is harmless.",
                de="Den von Weiß zuerst, wenn beide frei sind; mit dem letzten läuft die Uhr. Noch einmal zu fragen "
                "schadet nicht.",
            ),
            examples={
                "seed": (
                    Wording(en="With a seed of one's own", de="Mit eigenem Startwert"),
                    {"seed": "kT3xq0ZrVb1nWm8y"},
                )
            },
            for_players=True,
            problems=(*_IN_GAME, "no_open_seat", "race_lost"),
        )
    )
    def join_game(game_id: str, body: JoinGameBody) -> Response:
        return reply(games.join(game_id, body.seed))

    @api.get("/<game_id>/legal_moves")
    @api.output(GameMovesAnswer)
    @api.doc(
        **described(
            "listGameMoves",
            _TABLE,
            Wording(en="Which moves are legal now?", de="Welche Züge sind jetzt erlaubt?"),
            Wording(
                en="The legal moves of the side to move, on request also as a tree for boards that are clicked square "
                "by square.",
                de="Die erlaubten Züge der Seite am Zug, auf Wunsch auch als Baum für Bretter, auf denen Feld für Feld "
                "geklickt wird.",
            ),
            for_players=True,
            query=LegalMovesQuery,
            problems=_IN_GAME,
        )
    )
    def list_game_moves(game_id: str) -> Response:
        query = asked(request, LegalMovesQuery)
        return reply(games.legal_moves(game_id, with_tree=query.tree))

    @api.post("/<game_id>/moves")
    @api.input(PlayMoveBody, arg_name="body")
    @api.output(MoveAnswer)
    @api.doc(
        **described(
            "playMove",
            _TABLE,
            Wording(en="Play a move", de="Ziehen"),
            Wording(
                en="The answer comes once the move is kept for good. The same move sent again for its turn is played "
                "once, and answered as the first time, with the header `Idempotency-Replayed: true`. A move that the "
                "rules refuse is 422: `code` names the rule, `candidates` what is legal instead.",
                de="Die Antwort kommt, wenn der Zug endgültig gespeichert ist. Derselbe Zug, für seine Runde noch einmal "
                "gesendet, wird einmal gespielt und wie beim ersten Mal beantwortet, mit dem Header "
                "`Idempotency-Replayed: true`. Ein Zug, den die Regeln verweigern, ist 422: `code` nennt die Regel, "
                "`candidates`, was stattdessen erlaubt ist.",
            ),
            examples={
                "first": (
                    Wording(en="The first move", de="Der erste Zug"),
                    {"move": "22-18", "expected_turn": 0},
                )
            },
            for_players=True,
            refuses_moves=True,
            problems=(
                *_IN_GAME,
                "not_a_player",
                "not_your_turn",
                "turn_played",
                "turn_not_reached",
                "flag_fallen",
                "game_finished",
                "game_not_started",
                "game_paused",
                "race_lost",
            ),
        )
    )
    def play_move(game_id: str, body: PlayMoveBody) -> Response:
        played, replayed = games.play(game_id, body)
        return reply(played, headers=idempotency.REPLAYED if replayed else {})

    @api.post("/<string:game_id>:resign")
    @api.output(Game)
    @api.doc(
        **described(
            "resignGame",
            _TABLE,
            Wording(en="Give up", de="Aufgeben"),
            Wording(
                en="The other side wins. Asking again is harmless.",
                de="Die andere Seite gewinnt. Noch einmal zu fragen schadet nicht.",
            ),
            for_players=True,
            problems=(*_IN_GAME, "not_a_player", "game_finished", "game_not_started", "race_lost"),
        )
    )
    def resign_game(game_id: str) -> Response:
        return reply(games.resign(game_id))

    @api.get("/<game_id>/events")
    @api.output(EventsAnswer)
    @api.doc(
        **described(
            "listEvents",
            _TABLE,
            Wording(en="What happened?", de="Was ist geschehen?"),
            Wording(
                en="The events after a cursor, in order and without gaps. With `wait_ms` the answer waits for the next "
                "one, so that nobody needs to ask in vain. The address `stream_url` of `GET /v1/meta` answers the same "
                "and waits for thousands; here only some may wait, and others are answered at once.",
                de="Die Ereignisse nach einer Stelle, der Reihe nach und ohne Lücken. Mit `wait_ms` wartet die Antwort "
                "auf das nächste, damit niemand vergeblich fragt. Die Adresse `stream_url` aus `GET /v1/meta` antwortet "
                "ebenso und wartet für Tausende; hier dürfen nur einige warten, andere bekommen gleich Antwort.",
            ),
            for_players=True,
            query=EventsQuery,
            problems=(*_IN_GAME, "invalid_cursor"),
        )
    )
    def list_events(game_id: str) -> Response:
        query = asked(request, EventsQuery)
        page = waiting.for_events(
            topic(game_id), query.wait_ms, lambda: games.events(game_id, query.after, query.limit)
        )
        return reply(page)

    @api.get("/<game_id>/pdn")
    @api.output(PdnAnswer)
    @api.doc(
        **described(
            "exportGame",
            _TABLE,
            Wording(en="The game as PDN", de="Die Partie als PDN"),
            Wording(
                en="PDN 3.0 with the clocks as `[%clk]` comments, also while the game runs.",
                de="PDN 3.0 mit den Uhren als Kommentare `[%clk]`, auch während die Partie läuft.",
            ),
            for_players=True,
            query=ExportQuery,
            media_type="text/plain",
            problems=_IN_GAME,
        )
    )
    def export_game(game_id: str) -> Response:
        query = asked(request, ExportQuery)
        text = games.export(game_id, query.captures)
        # Plain text, for which browsers have a window; no type of PDN's own is registered.
        return Response(text, content_type="text/plain; charset=utf-8")

    return api
