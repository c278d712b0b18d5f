"""`/v1/analyses…` and `/v1/moves:suggest`: what the engine thinks. Only players may ask."""

from __future__ import annotations

from apiflask import APIBlueprint
from flask import Response, request

from gateway import callers, idempotency
from gateway.answers_analyses import Analysis, SuggestAnswer
from gateway.bodies_analyses import AnalyseBody, AnalysisQuery, SuggestBody
from gateway.clients_analyses import AnalysesClient, topic
from gateway.contract import described
from gateway.reading import asked
from gateway.replying import reply
from gateway.shapes import Json
from gateway.waiting import Waiting
from gateway.wording import Wording

_ANALYSES = Wording(en="Analyses", de="Analysen")
_OF_POSITIONS = (
    "unknown_ruleset",
    "unknown_option",
    "invalid_fen",
    "invalid_rule_state",
    "too_many_moves",
    "game_finished",
)
_KNOWN = ("unknown_analysis",)


def hints(analyses: AnalysesClient) -> APIBlueprint:
    api = APIBlueprint("hints", __name__, url_prefix="/v1")
    api.before_request(callers.require_player)

    @api.post("/moves:suggest")
    @api.input(SuggestBody, arg_name="body")
    @api.output(SuggestAnswer)
    @api.doc(
        **described(
            "suggestMove",
            _ANALYSES,
            Wording(en="What would be a good move?", de="Was wäre ein guter Zug?"),
            Wording(
                en="A hint, found at once by looking at 50,000 positions, or what an analysis has found before if it "
                "looked farther.",
                de="Ein Tipp, gleich gefunden, indem 50.000 Stellungen angesehen werden; oder was eine Analyse vorher "
                "gefunden hat, wenn sie weiter sah.",
            ),
            examples={
                "shot": (
                    Wording(en="Find the shot", de="Finde den Schlag"),
                    {"ruleset": "international", "fen": "W:W27,28,32,37:B14,18,19,24"},
                )
            },
            for_players=True,
            problems=_OF_POSITIONS,
        )
    )
    def suggest_move(body: SuggestBody) -> Response:
        return reply(analyses.suggest(body))

    return api


def addresses(analyses: AnalysesClient, waiting: Waiting) -> APIBlueprint:
    api = APIBlueprint("analyses", __name__, url_prefix="/v1/analyses")
    api.before_request(callers.require_player)

    @api.post("")
    @api.input(AnalyseBody, arg_name="body")
    @api.output(Analysis, status_code=201)
    @api.doc(
        **described(
            "startAnalysis",
            _ANALYSES,
            Wording(en="Analyse a position or a game", de="Eine Stellung oder eine Partie untersuchen"),
            Wording(
                en="The engine at its best looks at a position, or judges every move of a game. The answer comes at once; "
                "what has been found so far is in `GET /v1/analyses/{analysis_id}`. A position that anybody had analysed "
                "as deeply before is done at once. With a header `Idempotency-Key` of up to 64 characters the same "
                "request gives the same analysis again, as it then stands, with the header `Idempotency-Replayed: true`. "
                "A player has three under way at most; further ones are 429.",
                de="Der Computer sieht sich mit ganzer Kraft eine Stellung an, oder beurteilt jeden Zug einer Partie. Die "
                "Antwort kommt sofort; was bisher gefunden ist, steht in `GET /v1/analyses/{analysis_id}`. Eine Stellung, "
                "die irgendwer schon so tief untersuchen ließ, ist gleich fertig. Mit einem Header `Idempotency-Key` von "
                "bis zu 64 Zeichen ergibt dieselbe Anfrage dieselbe Analyse, wie sie dann steht, mit dem Header "
                "`Idempotency-Replayed: true`. Ein Spieler hat höchstens drei gleichzeitig laufen; weitere sind 429.",
            ),
            examples={
                "position": (
                    Wording(en="A position", de="Eine Stellung"),
                    {"ruleset": "battledame", "fen": "W:W21,22,26:B9,10,17", "nodes": 500_000},
                ),
                "game": (
                    Wording(en="A game of Reversi", de="Eine Partie Reversi"),
                    {
                        "ruleset": "beatem-reversi",
                        "moves": ["f5", "d6", "c3", "d3"],
                        "nodes": 20_000,
                    },
                ),
            },
            for_players=True,
            problems=(
                *_OF_POSITIONS,
                "lots_needed",
                "invalid_lots",
                "request_id_reused",
                "too_many_analyses",
            ),
        )
    )
    def start_analysis(body: AnalyseBody) -> Response:
        analysis, replayed = analyses.start(body, idempotency.key())
        headers = {
            "Location": f"{request.path}/{analysis['id']}",
            **(idempotency.REPLAYED if replayed else {}),
        }
        return reply(analysis, status=201, headers=headers)

    @api.get("/<analysis_id>")
    @api.output(Analysis)
    @api.doc(
        **described(
            "getAnalysis",
            _ANALYSES,
            Wording(en="How far is it?", de="Wie weit ist sie?"),
            Wording(
                en="With `after_revision` and `wait_ms` the answer waits for news, so that nobody needs to ask in vain. "
                "Here only some may wait, and others are answered at once.",
                de="Mit `after_revision` und `wait_ms` wartet die Antwort auf Neues, damit niemand vergeblich fragt. Hier "
                "dürfen nur einige warten, andere bekommen gleich Antwort.",
            ),
            for_players=True,
            query=AnalysisQuery,
            problems=_KNOWN,
        )
    )
    def get_analysis(analysis_id: str) -> Response:
        query = asked(request, AnalysisQuery)

        def ask() -> Json:
            analysis = analyses.get(analysis_id)
            is_news = analysis["revision"] > query.after_revision or analysis["end_time"] is not None
            return {"events": [analysis] if is_news else [], "analysis": analysis}

        return reply(waiting.for_events(topic(analysis_id), query.wait_ms, ask)["analysis"])

    # With its type named: APIFlask takes a colon behind the brackets for one inside.
    @api.post("/<string:analysis_id>:cancel")
    @api.output(Analysis)
    @api.doc(
        **described(
            "cancelAnalysis",
            _ANALYSES,
            Wording(en="Cancel an analysis", de="Eine Analyse abbrechen"),
            Wording(
                en="The search for it stops; what was found so far is kept. Asking again is harmless.",
                de="Die Suche dafür hört auf; was bisher gefunden ist, bleibt. Noch einmal zu fragen schadet nicht.",
            ),
            for_players=True,
            problems=_KNOWN,
        )
    )
    def cancel_analysis(analysis_id: str) -> Response:
        return reply(analyses.cancel(analysis_id))

    return api
